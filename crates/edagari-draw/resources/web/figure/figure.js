
// Plays the figure of this page; in front of it stands what all pages have in common.
// Lists of shapes are kept whole at each so many frames, so that every frame is as near as any other.
const KEPT = 32;
// A motion takes so many milliseconds. First what the frame does is seen, then the picture moves: that begins at this part of the time.
const LASTS = 250, EVENT = 0.5;
// The attributes that say where and how large something is.
const PLACES = new Set(["at", "x", "y", "width", "height", "cx", "cy", "r", "rx", "points", "font-size"]);
const [picture, slider, sentence, output] = ["picture", "slider", "sentence", "frame"].map(byId);
let frame = 0, timer = null;
// What moves, while something does.
let motion = null;
let kept = { pieces: [], items: [], beside_pieces: [], beside_items: [] }, layers = {}, looks = [];

// ---- Reading ----

// Numbers stand as distances from the one before.
function numbers(steps) {
  let number = 0;
  return steps.map((step) => (number += step));
}

// What differs from one list to the next: where, how many go, and which come.
function follow(list, splices) {
  const next = list.slice();
  for (const [at, gone, come] of splices) next.splice(at, gone, ...numbers(come));
  return next;
}

function listAt(which, wanted) {
  const all = kept[which];
  let at = Math.floor(wanted / KEPT);
  while (all.length <= at) {
    let list = all.length ? all[all.length - 1] : [];
    const first = all.length ? (all.length - 1) * KEPT + 1 : 0;
    for (let one = first; one <= all.length * KEPT; one += 1) list = follow(list, page[which + "_frames"][one]);
    all.push(list);
  }
  let list = all[at];
  for (let one = at * KEPT + 1; one <= wanted; one += 1) list = follow(list, page[which + "_frames"][one]);
  return list;
}

// ---- Shapes ----

// Each once for as long as nothing but the frame changes: what is the same is the same object.
function look(number) {
  return (looks[number] ||= attributes(page.shapes[number]));
}

// What can become what: words the same words on the same side, so that they do not cross their board, and what is filled what has its colour.
function kindOf([kind, ...values]) {
  if (kind === "t") return kind + values[3] + own(values[6]);
  const ground = page.inks[values[{ r: 5, d: 3, p: 1 }[kind]]];
  return ground ? kind + ground[0] : kind;
}

// Gives an element its attributes, and keeps them with it.
function set(element, next) {
  const now = element.now || {};
  for (const [name, value] of Object.entries(next)) {
    if (now[name] === value) continue;
    if (name === "at") element.setAttribute("transform", `translate(${value.join(" ")})`);
    else if (name === "opacity" && value === 1) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  element.now = next;
}

// ---- Motion ----

// A line with so many coordinates, which looks the same.
function withPoints(all, length) {
  if (all.length >= length) return all;
  const last = all.length / 2 - 1;
  return Array.from({ length }, (nothing, at) => {
    const place = ((at >> 1) * last) / (length / 2 - 1);
    const [before, after] = [Math.floor(place), Math.ceil(place)].map((point) => all[2 * Math.min(point, last) + (at & 1)]);
    return before + (place % 1) * (after - before);
  });
}

// What goes is gone before what comes is seen.
const faded = (from, to, share) => from + (to - from) * Math.min(1, Math.max(0, to < from ? share / 0.6 : (share - 0.35) / 0.65));

// The attributes on the way; what is no number changes at once. Places belong to the movement of the picture; so does all of what comes or
// goes with that. What rests where a frame has brought it is seen from then on.
function between({ from, to, moves, acts, rests }, event, movement) {
  const mixed = {};
  for (const [name, end] of Object.entries(to)) {
    const begin = from[name];
    const share = !acts && (moves || PLACES.has(name)) ? movement : event;
    if (name === "opacity") mixed[name] = rests ? Number(event === 1) : faded(begin, end, share);
    else if (typeof end === "number") mixed[name] = begin + (end - begin) * share;
    else if (Array.isArray(end)) {
      const [one, other] = [withPoints(begin, end.length), withPoints(end, begin.length)];
      mixed[name] = other.map((value, at) => one[at] + (value - one[at]) * share);
    } else mixed[name] = end;
  }
  return mixed;
}

// A shape where it would be if the rectangle that it lies in were another.
function moved(shape, [from, to]) {
  const [wide, high] = [to.width / (from.width || 1), to.height / (from.height || 1)];
  const [x, y] = [(value) => to.x + (value - from.x) * wide, (value) => to.y + (value - from.y) * high];
  const length = (value) => value * Math.min(wide, high);
  const ways = { x, cx: x, y, cy: y, width: (value) => value * wide, height: (value) => value * high, r: length, rx: length, points: (all) => all.map((value, at) => (at % 2 ? y : x)(value)) };
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, ways[name] ? ways[name](value) : value]));
}

// An element gets other attributes: at once, or, in a motion, from where it is. A new one comes with the frame that it lies in.
function become(element, next, frames, moves) {
  if (!motion) return set(element, next);
  if (!element.now) set(element, { ...(frames ? moved(next, [...frames].reverse()) : next), opacity: 0 });
  if (element.now !== next) motion.push({ element, from: element.now, to: next, moves });
}

function leave(element, frames, moves) {
  if (!motion || !element.now) element.remove();
  else motion.push({ element, from: element.now, to: { ...(frames ? moved(element.now, frames) : element.now), opacity: 0 }, goes: true, moves });
}

const eased = (share) => share * share * (3 - 2 * share);
const shifts = ({ from, to }) => Object.keys(to).some((name) => PLACES.has(name) && String(from[name]) !== String(to[name]));

// Plays what has been collected; another motion, or none, takes its place at any time.
function run(moves) {
  const since = performance.now();
  const isStaged = moves.some((one) => !one.acts && (one.moves || shifts(one)));
  const tick = (time) => {
    if (motion !== moves) return;
    const share = Math.min(1, Math.max(0, (time - since) / LASTS));
    const event = isStaged ? Math.min(1, share / EVENT) : share;
    const movement = isStaged ? Math.max(0, (share - EVENT) / (1 - EVENT)) : share;
    for (const one of moves) {
      if ((one.acts ? event : share) < 1) set(one.element, between(one, eased(event), eased(movement)));
      else if (one.goes) one.element.remove();
      else set(one.element, one.to);
    }
    if (share < 1) requestAnimationFrame(tick);
    else motion = null;
  };
  requestAnimationFrame(tick);
}

// ---- Drawing ----

// Puts elements with these keys into their parent, in this order: those that are there already stay, others are made, and the rest leaves, with
// the movement of the picture or not.
function arrange(parent, keys, make, frames, moves = () => false) {
  const there = new Map();
  for (const child of parent.children) {
    if (!there.has(child.key)) there.set(child.key, []);
    there.get(child.key).push(child);
  }
  const all = keys.map((key, at) => {
    const old = there.has(key) && there.get(key).shift();
    return old || Object.assign(make(at), { key });
  });
  const stays = new Set(all);
  let place = parent.firstChild;
  for (const one of all) {
    while (place && !stays.has(place)) place = place.nextSibling;
    if (one === place) place = place.nextSibling;
    else parent.insertBefore(one, place);
  }
  for (const left of [...there.values()].flat()) leave(left, frames, moves(left.key));
  return all;
}

// A node, its edge and its open board come and go with the movement of the picture; a score at rest and a type do so with the frame.
const comesWithMovement = (name) => "neov".includes(name[0]);

function showPieces(list, parent, prefix = "") {
  const names = list.map((number) => page.pieces[number][0]);
  const groups = arrange(parent, names, (at) => made("g", { id: prefix + names[at] }), null, comesWithMovement);
  groups.forEach((group, at) => {
    const [, x, y, which] = page.pieces[list[at]];
    const [shapes, isNew] = [page.groups[which], !group.now];
    become(group, { at: [x, y], opacity: 1 }, null, isNew && comesWithMovement(names[at]));
    // Most pieces begin with the frame of their node.
    const ends = isNew ? [] : [group.firstChild.now, look(shapes[0])];
    const frames = ends.length && ends.every((one) => one.width) ? ends : null;
    const changesForm = frames !== null && (ends[0].width !== ends[1].width || ends[0].height !== ends[1].height);
    const elements = arrange(group, shapes.map((one) => kindOf(page.shapes[one])), (place) => element(page.shapes[shapes[place]]), frames, () => changesForm);
    elements.forEach((one, place) => (isNew ? set : become)(one, look(shapes[place]), frames, changesForm));
  });
}

// What a frame does lies above the picture while it happens. A score that it brings along is not seen at rest before it has come, and goes on
// from there.
function act([begin, end]) {
  const [[, x, y, from], [, endX, endY, to]] = [page.pieces[begin], page.pieces[end]];
  const group = made("g", {});
  layers.effects.append(group);
  set(group, { at: [x, y], opacity: 1 });
  motion.push({ element: group, from: group.now, to: { at: [endX, endY], opacity: 1 }, goes: true, acts: true });
  page.groups[from].forEach((number, at) => {
    const one = element(page.shapes[number]);
    set(one, look(number));
    group.append(one);
    motion.push({ element: one, from: one.now, to: look(page.groups[to][at]), acts: true });
  });
  const resting = motion.find(({ element }) => element.key === "s" && element.parentNode === layers.pieces);
  if (resting && !resting.goes) Object.assign(resting, { from: { at: [endX, endY], opacity: 0 }, rests: true });
}

function item([label, level, x, y, width, height, selected, expanded]) {
  const group = made("g", { class: "item", role: "treeitem", tabindex: selected ? 0 : -1, "aria-level": level, "aria-selected": selected === 1 });
  if (expanded) group.setAttribute("aria-expanded", expanded === 1);
  const name = own(page.labels[label]);
  group.setAttribute("aria-label", name);
  const title = made("title", {});
  title.textContent = name;
  group.append(title, made("rect", { x: 10 * x, y: 10 * y, width: 10 * width, height: 10 * height }));
  return group;
}

// The names of two runs at a frame. A lesson has two runs at some of its steps only.
const namesAt = (place) => (page.lesson ? page.lesson.beside[place] : page.runs);

// Two runs side by side: each has its picture at a place of its own, its name above it, and a tree of its own.
function drawTwo(svg) {
  svg.setAttribute("role", "group");
  Object.assign(layers, { beside_pieces: made("g", { "aria-hidden": "true" }), beside_items: made("g", { role: "none" }) });
  const parts = [[layers.pieces, layers.effects, layers.items], [layers.beside_pieces, layers.beside_items]];
  layers.trees = parts.map((inside) => {
    const tree = made("g", { role: "tree" });
    tree.append(made("text", { class: "run", x: 150, y: -60, "aria-hidden": "true" }), ...inside);
    return tree;
  });
  svg.replaceChildren(...layers.trees);
}

// Without a second run the first one takes the whole picture.
function nameTrees(names) {
  layers.trees.forEach((tree, at) => {
    const name = names ? own(names[at]) : "";
    tree.firstChild.textContent = name;
    tree.setAttribute("aria-label", name ? `${texts().tree}: ${name}` : texts().tree);
    tree.setAttribute("transform", `translate(${(names ? page.places[at] : [0, 0]).join(" ")})`);
    tree.setAttribute("display", names || !at ? "inline" : "none");
  });
}

function drawAnew() {
  looks = [];
  const held = document.activeElement && document.activeElement.closest("#picture");
  const svg = made("svg", { viewBox: `0 0 ${page.width} ${page.height}`, role: "tree", "aria-label": texts().tree, "font-family": "Noto Sans, Noto Sans CJK JP, sans-serif" });
  layers = { pieces: made("g", { "aria-hidden": "true" }), effects: made("g", { "aria-hidden": "true" }), items: made("g", { role: "none" }) };
  svg.append(layers.pieces, layers.effects, layers.items);
  if (page.places) drawTwo(svg);
  picture.replaceChildren(svg);
  writeLines();
  go(frame);
  if (held) focusItem(0, true);
}

// ---- Words ----

const texts = () => page.texts[language];

function say() {
  const words = texts();
  document.documentElement.lang = words.code;
  document.title = byId("title").textContent = words.title;
  byId("language").textContent = words.other;
  byId("theme").textContent = theme === "dark" ? words.light : words.dark;
  for (const button of document.querySelectorAll("[data-step]")) {
    const name = button.dataset.step === "play" && timer ? words.pause : words[button.dataset.step];
    button.setAttribute("aria-label", name);
    button.title = name;
    if (button.dataset.step === "play") button.textContent = timer ? "❚❚" : "▶";
  }
  byId("steps").setAttribute("aria-label", words.steps);
  slider.setAttribute("aria-label", words.slider);
}

// ---- The code of the search ----

// The code of the frame: its number, or -1.
const codeNumber = () => (page.codes ? (page.code_runs || [])[frame] ?? 0 : -1);

function writeLines() {
  layers.code = codeNumber();
  const lines = (page.codes || [])[layers.code] || [];
  byId("lines").hidden = !lines.length;
  byId("lines").setAttribute("aria-label", texts().lines);
  byId("lines").replaceChildren(...lines.map(([level, text, comments]) => {
    const [line, comment] = ["li", "span"].map((name) => document.createElement(name));
    comment.textContent = comments ? "  # " + own(comments) : "";
    line.append("  ".repeat(level) + text, comment);
    return line;
  }));
}

// Lights the line of the frame, and scrolls to it within the code alone.
function lightLine() {
  if (layers.code !== codeNumber()) writeLines();
  const [list, place] = [byId("lines"), page.codes ? page.code_frames[frame] : -1];
  for (const [at, line] of [...list.children].entries()) {
    line.classList.toggle("lit", at === place);
    if (at !== place) { line.removeAttribute("aria-current"); continue; }
    line.setAttribute("aria-current", "step");
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }
}

// ---- Frames ----

// Nothing glides where nobody sees it, or wishes to.
const mayGlide = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// The last frame; what a lesson shows on request comes after it.
const lastFrame = () => (page.lesson ? page.lesson.steps : page.says.english.length) - 1;

// What follows each change of the frame.
const followers = [];

// ---- The address ----

// A step of a lesson is numbered from 1, a frame as in the run.
const placeWord = () => (page.lesson ? "step" : "frame");
const numberAt = (place) => (page.lesson ? place + 1 : page.first + place);

// The frame that the address names; null if it names none.
function placeInAddress() {
  const number = new URLSearchParams(location.hash.slice(1)).get(placeWord());
  return /^\d+$/.test(number || "") ? Number(number) - numberAt(0) : null;
}

// Writes the frame into the address once it rests, so that it is kept when the page is loaded again, and can be given away.
let resting = null;
function writeAddress() {
  clearTimeout(resting);
  if (timer) return;
  resting = setTimeout(() => {
    const hash = `#${placeWord()}=${numberAt(frame)}`;
    // A page within another may have no history.
    try { if (location.hash !== hash) history.replaceState(null, "", hash); } catch {}
  }, 300);
}

// Scrolls the picture, where it is larger than its place, so that the selected node is in sight.
function showSelected() {
  const selected = layers.items.querySelector("[aria-selected=true]");
  if (!selected) return;
  const [whole, part] = [picture, selected].map((one) => one.getBoundingClientRect());
  if (part.left < whole.left || part.right > whole.right) picture.scrollLeft += (part.left + part.right - whole.left - whole.right) / 2;
  if (part.top < whole.top || part.bottom > whole.bottom) picture.scrollTop += (part.top + part.bottom - whole.top - whole.bottom) / 2;
}

// Shows a picture, with an effect on the way or without.
function show(place, glides, effect) {
  motion = glides && mayGlide() ? [] : null;
  layers.effects.replaceChildren();
  if (page.places) nameTrees(namesAt(place));
  showPieces(listAt("pieces", place), layers.pieces);
  if (page.places) showPieces(listAt("beside_pieces", place), layers.beside_pieces, "beside-");
  if (motion) {
    if (effect && effect.length) act(effect);
    run(motion);
  }
  for (const name of page.places ? ["items", "beside_items"] : ["items"]) {
    const held = layers[name].contains(document.activeElement), items = listAt(name, place);
    arrange(layers[name], items, (at) => item(page.items[items[at]]));
    if (held && !layers[name].contains(document.activeElement)) focusItem(0, true, layers[name]);
  }
  showSelected();
}

function go(wanted, glides) {
  const [last, before] = [lastFrame(), frame];
  frame = Math.min(Math.max(wanted, 0), last);
  show(frame, glides, frame === before + 1 && page.effects[frame]);
  sentence.textContent = page.says[language][frame];
  lightLine();
  slider.value = frame;
  const number = page.lesson ? page.lesson.frames[frame] : page.first + frame;
  output.textContent = filled(texts().frame, { step: frame + 1, frame: number, last: page.first + last });
  slider.setAttribute("aria-valuetext", output.textContent);
  if (frame === last) pause();
  writeAddress();
  for (const follow of followers) follow();
}

function pause() {
  if (timer) { clearInterval(timer); timer = null; sentence.setAttribute("aria-live", "polite"); say(); writeAddress(); }
}

function play() {
  if (timer) return pause();
  if (frame === lastFrame()) go(0);
  // A sentence at each step would be said faster than it can be heard.
  sentence.setAttribute("aria-live", "off");
  timer = setInterval(() => go(frame + 1, true), 700);
  say();
}

const steps = {
  first: () => go(0), back: (glides) => go(frame - 1, glides), on: (glides) => go(frame + 1, glides), last: () => go(Infinity), play,
  ten_on: (glides) => go(frame + 10, glides), ten_back: (glides) => go(frame - 10, glides),
};

function focusItem(by, selected, tree = layers.items) {
  const items = [...tree.children];
  const here = selected ? items.findIndex((one) => one.getAttribute("aria-selected") === "true") : items.indexOf(document.activeElement);
  const next = items[Math.min(Math.max(here + by, 0), items.length - 1)];
  if (next) { for (const one of items) one.tabIndex = one === next ? 0 : -1; next.focus(); }
}

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const inPicture = event.target.closest && event.target.closest("#picture");
  if (inPicture && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const isBeside = layers.beside_items && layers.beside_items.contains(event.target);
    focusItem(event.key === "ArrowDown" ? 1 : -1, false, isBeside ? layers.beside_items : layers.items);
    event.preventDefault();
    return;
  }
  if (event.target !== slider && event.target.closest && event.target.closest("input, select")) return;
  if (event.target === slider && event.key !== " " && !event.shiftKey) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  const name = { ArrowRight: event.shiftKey ? "ten_on" : "on", ArrowLeft: event.shiftKey ? "ten_back" : "back", Home: "first", End: "last", " ": "play" }[event.key];
  if (!name) return;
  if (name !== "play") pause();
  // A key held down is faster than any motion.
  steps[name](!event.repeat);
  event.preventDefault();
}

function setTheme(wanted) {
  theme = wanted;
  document.documentElement.dataset.theme = wanted;
  drawAnew();
  say();
}

// ---- The page around ----

// Origin of the page that shows this one in a frame and may send messages; "*": any, only the window is compared; null: no page may.
function originAround() {
  if (parent === window) return null;
  // A page in `srcdoc` was written by the page around, and has its origin, except in a sandbox.
  if (location.href.startsWith("about:srcdoc")) return origin === "null" ? "*" : origin;
  // As in the window: `?embed=ORIGIN`. A file has no origin that could be named.
  const named = new URLSearchParams(location.search).get("embed");
  try {
    const { origin } = new URL(named);
    return origin === "null" ? null : origin;
  } catch { return null; }
}

// Answers and sends messages of docs/how-to/embed-the-window.md.
function talk() {
  const around = originAround();
  if (!around) return;
  const send = (message) => parent.postMessage({ edagari: 1, ...message }, around);
  const place = () => ({ place: { [placeWord()]: String(numberAt(frame)) } });
  const version = page.edagari_page;
  const answers = {
    ping: () => ({ version }),
    place,
    go(message) {
      const word = placeWord(), number = message.place?.[word], last = numberAt(lastFrame());
      if (!/^\d+$/.test(number)) throw new Error(`go: expected a place, such as { ${word}: ${last} }`);
      if (number < numberAt(0) || number > last) throw new Error(`${word} ${number}: expected ${numberAt(0)} to ${last}`);
      const wanted = number - numberAt(0);
      pause();
      go(wanted, Math.abs(wanted - frame) === 1);
    },
    theme({ theme }) {
      if (!["light", "dark", "system"].includes(theme)) throw new Error(`theme ${JSON.stringify(theme)}: expected light, dark or system`);
      setTheme(theme === "system" ? systemTheme() : theme);
    },
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || (around !== "*" && origin !== around) || data?.edagari !== 1) return;
    const { id, do: what } = data;
    try {
      if (!Object.hasOwn(answers, what)) throw new Error(`do ${JSON.stringify(what)}: expected one of ${Object.keys(answers).join(", ")}`);
      send({ id, answer: what, ...answers[what](data) });
    } catch (error) {
      send({ id, answer: what, error: error.message });
    }
  });
  // At most ten places a second, so that a slider that is dragged sends few of them.
  let sent = frame, waiting = null;
  followers.push(() => {
    waiting ??= setTimeout(() => { waiting = null; if (sent !== (sent = frame)) send({ event: "place", ...place() }); }, 100);
  });
  send({ event: "ready", version });
}

// ---- Start ----

const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function begin(read) {
  page = read;
  page.groups = page.groups.map(numbers);
  const wanted = document.documentElement.dataset.language || navigator.language || "en";
  language = wanted.startsWith("ja") ? "japanese" : "english";
  for (const id of ["language", "theme", "steps"]) byId(id).hidden = false;
  slider.max = lastFrame();
  frame = Math.min(Math.max(placeInAddress() ?? 0, 0), lastFrame());
  addEventListener("resize", showSelected);
  addEventListener("hashchange", () => { const place = placeInAddress(); if (place !== null && place !== frame) { pause(); go(place); } });
  setTheme(systemTheme());
  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => { if (button.dataset.step !== "play") pause(); steps[button.dataset.step](true); });
  }
  byId("language").addEventListener("click", () => {
    language = language === "english" ? "japanese" : "english";
    drawAnew();
    say();
  });
  byId("theme").addEventListener("click", () => setTheme(theme === "dark" ? "light" : "dark"));
  document.addEventListener("keydown", key);
  let screen = theme;
  addEventListener("beforeprint", () => { screen = theme; setTheme("light"); });
  addEventListener("afterprint", () => setTheme(screen));
  talk();
}

read().then(begin).catch((error) => {
  const said = byId("problem");
  said.textContent = error.message === "old"
    ? "This browser is too old to unpack the figure (it lacks DecompressionStream); the picture above is its last frame. このブラウザーでは図を展開できません。上の図は最後のフレームです。"
    : "The figure of this page is damaged; the picture above is its last frame. このページの図は壊れています。上の図は最後のフレームです。";
  said.hidden = false;
});
