// Drives `widget.js` with a model, a page and a window that are no real ones: `node widget_page.mjs FILE` prints nothing if
// all is right.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const source = await readFile(process.argv[2]);
const { default: widget } = await import(`data:text/javascript;base64,${source.toString("base64")}`);

const listeners = new Set();
globalThis.window = {
  addEventListener: (kind, listener) => listeners.add(listener),
  removeEventListener: (kind, listener) => listeners.delete(listener),
};

class Model {
  constructor(values) { Object.assign(this, { values, handlers: {}, saved: [] }); }
  get(name) { return this.values[name]; }
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    for (const handler of this.handlers[`change:${name}`] ?? []) handler();
  }
  save_changes() { this.saved.push(this.values.frame); }
  on(event, handler) { (this.handlers[event] ??= []).push(handler); }
  off(event, handler) { this.handlers[event] = this.handlers[event].filter((one) => one !== handler); }
}

// A view, and what it sends to its page.
function view(model) {
  const seen = { sent: [] };
  const el = {
    set innerHTML(html) { seen.html = html; seen.page = { postMessage: (message) => seen.sent.push(message) }; },
    querySelector: () => ({ contentWindow: seen.page }),
  };
  seen.end = widget.render({ model, el });
  seen.say = (data, from = {}) => { for (const one of listeners) one({ source: seen.page, origin: "null", data: { edagari: 1, ...data }, ...from }); };
  seen.answer = () => seen.say({ id: seen.sent.at(-1).id, answer: "go" });
  seen.place = (frame, from) => seen.say({ event: "place", place: { frame: String(frame) } }, from);
  seen.frames = () => seen.sent.splice(0).map(({ edagari, do: what, place }) => (assert.deepEqual([edagari, what], [1, "go"]), place.frame));
  return seen;
}

const model = new Model({ _page: "<iframe></iframe>", frame: 5 });
const one = view(model);
assert.equal(one.html, "<iframe></iframe>");
model.set("frame", 6);
assert.deepEqual(one.frames(), [], "a page that is not ready hears nothing");
one.say({ event: "ready" });
one.answer();
assert.deepEqual(one.frames(), [6], "the page begins at the frame of the model");
one.place(6);
assert.deepEqual(model.saved, [], "the page confirms a frame: no second message");

model.set("frame", 7);
one.place(3);
assert.deepEqual(model.saved, [], "a place from before the answer is old");
one.answer();
one.place(7);
assert.deepEqual([one.frames(), model.saved.splice(0)], [[7], []]);

one.place(8);
assert.deepEqual([one.frames(), model.saved.splice(0), model.get("frame")], [[], [8], 8], "a step in the page is not sent back to it");

one.place(9, { source: {} });
one.place(9, { origin: "https://example.org" });
one.say({ edagari: 2, event: "place", place: { frame: "9" } });
assert.equal(model.get("frame"), 8, "others are not heard");

const two = view(model);
two.say({ event: "ready" });
two.answer();
two.frames();
one.place(10);
assert.deepEqual([one.frames(), two.frames()], [[], [10]], "the other view follows");

model.set("_page", "<iframe title=other></iframe>");
model.set("frame", 2000);
assert.deepEqual(one.frames(), [], "another page is not ready yet");
one.place(11);
one.say({ event: "ready" });
assert.deepEqual(one.frames(), [2000]);

one.end();
two.end();
assert.equal(listeners.size, 0);
assert.deepEqual(Object.values(model.handlers), [[], []]);
