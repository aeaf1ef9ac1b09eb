// Lets a page that shows this one in a frame talk to it: `?embed=ORIGIN` names the origin of that page, and no other is heard. See
// docs/how-to/embed-the-window.md.
(() => {
  const asked = new URLSearchParams(location.search).get("embed");
  if (!asked || window.parent === window) return;
  let origin = null;
  try { origin = new URL(asked).origin; } catch {}
  if (!origin || origin === "null") return console.error(`embed=${asked}: expected the origin of the page around, such as https://example.org`);
  const MOST = 2 ** 30;
  const say = (message) => window.parent.postMessage({ edagari: 1, ...message }, origin);

  /** What the address says: the frame, the node and what else is looked at. */
  const place = () => {
    const words = {};
    for (const [word, value] of new URLSearchParams(location.hash.slice(1))) words[word] = word === "run" ? [...(words.run ?? []), value] : value;
    return words;
  };
  let told = "";
  // The program calls it when it has changed the address.
  globalThis.edagari_placed = () => {
    if (told !== (told = location.hash)) say({ event: "place", place: place() });
  };

  // Where the program writes nothing, because the address already says it.
  window.addEventListener("hashchange", globalThis.edagari_placed);

  /** Gives the program a file as if it were dropped on it. */
  function open(name, bytes) {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    const window = document.getElementById("window");
    for (const kind of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }

  const DOES = {
    ping: () => ({ version: document.querySelector("meta[name='version']").content }),
    place: () => ({ place: place() }),
    open({ name, bytes }) {
      if (typeof name !== "string" || !(bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes))) throw new Error("open: expected a name and the bytes of a trace");
      if (bytes.byteLength > MOST) throw new Error(`open: ${bytes.byteLength} bytes, expected at most ${MOST}`);
      open(name, bytes);
      return {};
    },
    go({ place }) {
      if (typeof place !== "object" || place === null) throw new Error("go: expected a place, such as { frame: 12 }");
      const words = new URLSearchParams();
      for (const [word, value] of Object.entries(place)) for (const one of [value].flat()) words.append(word, String(one));
      location.hash = words.toString();
      return {};
    },
    theme({ theme }) {
      if (!["light", "dark", "system"].includes(theme)) throw new Error(`theme ${JSON.stringify(theme)}: expected light, dark or system`);
      globalThis.edagari_theme(theme);
      return {};
    },
  };

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin || event.data?.edagari !== 1) return;
    const { id, do: what } = event.data;
    try {
      if (!Object.hasOwn(DOES, what)) throw new Error(`do ${JSON.stringify(what)}: expected one of ${Object.keys(DOES).join(", ")}`);
      say({ id, answer: what, ...DOES[what](event.data) });
    } catch (error) {
      say({ id, answer: what, error: error.message });
    }
  });
  // The program says it once it is there.
  globalThis.edagari_ready = () => say({ event: "ready", version: DOES.ping().version });
})();
