// Tells a screen reader what the window shows. The window is one picture to a browser, so its widgets stand here once more, unseen, if someone
// wants them.
(() => {
  const KEPT = "edagari/names";
  const [list, button, told] = ["names", "names-wanted", "names-told"].map((id) => document.getElementById(id));
  const elements = new Map();
  let [order, focused] = ["", ""];

  function want() {
    document.documentElement.dataset.names = "wanted";
    button.hidden = true;
    globalThis.edagari_asked?.("");
  }

  // Whether something is on is said in the way of its role.
  const ON = { checkbox: "aria-checked", radio: "aria-checked", tab: "aria-selected", treeitem: "aria-selected" };
  // Elements that contain those of other widgets.
  const CONTAINERS = ["navigation", "region", "tablist", "tree"];

  // What a widget has not, its element has no longer.
  const NONE = Object.fromEntries(["checked", "pressed", "selected", "valuemax", "valuemin", "valuenow", "valuetext"].map((name) => [`aria-${name}`, null]));

  function attributes({ role, name, value, number, on, open, off, level }) {
    const all = { ...NONE, role, "aria-label": role ? name : null, "aria-expanded": open, "aria-disabled": off, "aria-level": level };
    if (on !== undefined && role) all[ON[role] ?? "aria-pressed"] = on;
    if (number) [all["aria-valuenow"], all["aria-valuemin"], all["aria-valuemax"]] = number;
    if (number && value !== undefined) all["aria-valuetext"] = value;
    return all;
  }

  function set(element, widget) {
    for (const [name, value] of Object.entries(attributes(widget))) {
      if (value === null || value === undefined || value === "" || (name === "aria-disabled" && !value)) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
    if (!CONTAINERS.includes(widget.role)) element.textContent = widget.role ? (widget.number ? "" : (widget.value ?? "")) : widget.name;
    const [left, top, width, height] = widget.at.map((length) => `${length}px`);
    Object.assign(element.style, { left, top, width, height });
  }

  /** Puts the elements in order, each into the one that contains it. */
  function arrange(widgets) {
    const children = new Map([[list, []]]);
    for (const { id, role, within } of widgets) {
      const element = elements.get(id);
      if (CONTAINERS.includes(role)) children.set(element, []);
      children.get(elements.get(within) ?? list).push(element);
    }
    for (const [parent, all] of children) parent.replaceChildren(...all);
  }

  /** Takes what the window shows, in the order of reading, and which widget has the keyboard. */
  globalThis.edagari_names = (text) => {
    const { widgets, focus } = JSON.parse(text);
    for (const widget of widgets) {
      const now = JSON.stringify(widget);
      let element = elements.get(widget.id);
      if (element?.now === now) continue;
      if (!element) {
        element = document.createElement("div");
        element.dataset.id = widget.id;
        elements.set(widget.id, element);
      }
      element.now = now;
      set(element, widget);
    }
    const ids = widgets.map(({ id, role, within }) => [id, role, within]);
    if (order !== (order = ids.join())) {
      const there = new Set(widgets.map(({ id }) => id));
      for (const id of [...elements.keys()]) if (!there.has(id)) elements.delete(id);
      arrange(widgets);
    }
    // A window in Japanese has kana; names of games and moves may be in either language.
    list.lang = told.lang = /[\u3040-\u30ff]/.test(text) ? "ja" : "en";
    if (focused === (focused = focus)) return;
    const widget = widgets.find(({ id }) => id === focus);
    told.textContent = widget ? [widget.name, widget.value].filter(Boolean).join(", ") : "";
  };

  list.addEventListener("click", (event) => {
    const element = event.target.closest("[data-id]");
    if (element) globalThis.edagari_asked?.(element.dataset.id);
  });
  button.addEventListener("click", () => {
    // Where a page may keep nothing, it is asked again.
    try { localStorage.setItem(KEPT, "wanted"); } catch {}
    want();
  });
  let kept = null;
  try { kept = localStorage.getItem(KEPT); } catch {}
  if (kept === "wanted") want();
})();
