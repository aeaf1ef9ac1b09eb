
// Plays the figure of this page. Nothing is loaded, and no text of the figure is ever taken for markup.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  // Lists of shapes are kept whole at each so many frames, so that every frame is as near as any other.
  const KEPT = 32;
  const byId = (id) => document.getElementById(id);
  const [picture, slider, sentence, output] = ["picture", "slider", "sentence", "frame"].map(byId);
  let figure = null, language = "english", theme = "light", frame = 0, timer = null;
  let kept = { shapes: [], items: [] }, shown = { shapes: [], items: [] }, layers = {};

  // ---- Reading ----

  async function read() {
    const data = byId("data");
    if (data.dataset.encoding !== "deflate") return JSON.parse(data.textContent);
    if (typeof DecompressionStream === "undefined") throw new Error("old");
    const bytes = Uint8Array.from(atob(data.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  // What differs from one list to the next: where, how many go, and which come.
  function follow(list, splices) {
    const next = list.slice();
    for (const [at, gone, come] of splices) {
      let number = 0;
      next.splice(at, gone, ...come.map((step) => (number += step)));
    }
    return next;
  }

  // Points stand as distances from the one before.
  function points(steps) {
    let [x, y] = [0, 0];
    const all = [];
    for (let at = 0; at < steps.length; at += 2) all.push(`${x += steps[at]},${y += steps[at + 1]}`);
    return all.join(" ");
  }

  function listAt(which, wanted) {
    const all = kept[which];
    let at = Math.floor(wanted / KEPT);
    while (all.length <= at) {
      let list = all.length ? all[all.length - 1] : [];
      const first = all.length ? (all.length - 1) * KEPT + 1 : 0;
      for (let one = first; one <= all.length * KEPT; one += 1) list = follow(list, figure[which + "_frames"][one]);
      all.push(list);
    }
    let list = all[at];
    for (let one = at * KEPT + 1; one <= wanted; one += 1) list = follow(list, figure[which + "_frames"][one]);
    return list;
  }

  // ---- Drawing ----

  const color = (place) => figure.colors[theme][place];

  function paint(element, what, [place, opacity]) {
    element.setAttribute(what, place < 0 ? "none" : color(place));
    if (place >= 0 && opacity < 100) element.setAttribute(what + "-opacity", opacity / 100);
  }

  function stroke(element, [place, opacity, width, dashed]) {
    paint(element, "stroke", [place, opacity]);
    element.setAttribute("stroke-width", width);
    if (dashed) element.setAttribute("stroke-dasharray", "40 32");
  }

  function made(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function shape([kind, ...values]) {
    if (kind === "r") {
      const [x, y, width, height, rx, fill, edge] = values;
      const element = made("rect", { x, y, width, height, rx });
      paint(element, "fill", fill);
      if (edge) stroke(element, edge);
      return element;
    }
    if (kind === "l") {
      const element = made("polyline", { points: points(values[0]), fill: "none" });
      stroke(element, values[1]);
      return element;
    }
    if (kind === "o" || kind === "d") {
      const [cx, cy, r, look] = values;
      const element = made("circle", { cx, cy, r });
      if (kind === "o") { element.setAttribute("fill", "none"); stroke(element, look); } else paint(element, "fill", look);
      return element;
    }
    if (kind === "p") {
      const element = made("polygon", { points: points(values[0]) });
      paint(element, "fill", values[1]);
      return element;
    }
    const [x, y, size, anchor, strong, ink, text] = values;
    const element = made("text", { x, y, "font-size": size, "text-anchor": ["start", "middle", "end"][anchor] });
    if (strong) element.setAttribute("font-weight", 600);
    paint(element, "fill", ink);
    element.textContent = Array.isArray(text) ? text[language === "japanese" ? 1 : 0] : text;
    return element;
  }

  function item([label, level, x, y, width, height, selected, expanded]) {
    const group = made("g", { class: "item", role: "treeitem", tabindex: selected ? 0 : -1, "aria-level": level, "aria-selected": selected === 1 });
    if (expanded) group.setAttribute("aria-expanded", expanded === 1);
    const name = figure.labels[label][language === "japanese" ? 1 : 0];
    group.setAttribute("aria-label", name);
    const title = made("title", {});
    title.textContent = name;
    group.append(title, made("rect", { x: 10 * x, y: 10 * y, width: 10 * width, height: 10 * height }));
    return group;
  }

  // Puts the elements of another list in the place of those that differ.
  function show(which, list, make) {
    const layer = layers[which], before = shown[which];
    let start = 0, end = 0;
    while (start < list.length && start < before.length && list[start] === before[start]) start += 1;
    while (end < list.length - start && end < before.length - start && list[list.length - 1 - end] === before[before.length - 1 - end]) end += 1;
    const rest = layer.children[before.length - end] || null;
    const old = new Map();
    for (let at = before.length - end - 1; at >= start; at -= 1) {
      const element = layer.children[at];
      element.remove();
      old.set(before[at], element);
    }
    for (let at = start; at < list.length - end; at += 1) {
      let element = old.get(list[at]);
      if (element) {
        // What comes back into the page would appear once more.
        element.classList.remove("new");
        old.delete(list[at]);
      } else {
        element = make(figure[which][list[at]]);
        if (which === "shapes") element.classList.add("new");
      }
      layer.insertBefore(element, rest);
    }
    shown[which] = list;
  }

  function drawAnew() {
    shown = { shapes: [], items: [] };
    const held = document.activeElement && document.activeElement.closest("#picture");
    const svg = made("svg", { viewBox: `0 0 ${figure.width} ${figure.height}`, role: "tree", "aria-label": texts().tree, "font-family": "Noto Sans, Noto Sans CJK JP, sans-serif" });
    layers = { shapes: made("g", { "aria-hidden": "true" }), items: made("g", { role: "none" }) };
    svg.append(layers.shapes, layers.items);
    picture.replaceChildren(svg);
    go(frame);
    if (held) focusItem(0, true);
  }

  // ---- Words ----

  const texts = () => figure.texts[language];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));

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

  // ---- Frames ----

  function go(wanted) {
    const last = figure.says.english.length - 1;
    frame = Math.min(Math.max(wanted, 0), last);
    show("shapes", listAt("shapes", frame), shape);
    const held = layers.items.contains(document.activeElement);
    show("items", listAt("items", frame), item);
    if (held && !layers.items.contains(document.activeElement)) focusItem(0, true);
    sentence.textContent = figure.says[language][frame];
    slider.value = frame;
    const number = figure.first + frame;
    output.textContent = filled(texts().frame, { frame: number, last: figure.first + last });
    slider.setAttribute("aria-valuetext", output.textContent);
    if (frame === last) pause();
  }

  function pause() {
    if (timer) { clearInterval(timer); timer = null; sentence.setAttribute("aria-live", "polite"); say(); }
  }

  function play() {
    if (timer) return pause();
    if (frame === figure.says.english.length - 1) go(0);
    // A sentence at each step would be said faster than it can be heard.
    sentence.setAttribute("aria-live", "off");
    timer = setInterval(() => go(frame + 1), 700);
    say();
  }

  const steps = {
    first: () => go(0), back: () => go(frame - 1), on: () => go(frame + 1), last: () => go(Infinity), play,
    ten_on: () => go(frame + 10), ten_back: () => go(frame - 10),
  };

  function focusItem(by, selected) {
    const items = [...layers.items.children];
    const here = selected ? items.findIndex((one) => one.getAttribute("aria-selected") === "true") : items.indexOf(document.activeElement);
    const next = items[Math.min(Math.max(here + by, 0), items.length - 1)];
    if (next) { for (const one of items) one.tabIndex = one === next ? 0 : -1; next.focus(); }
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inPicture = event.target.closest && event.target.closest("#picture");
    if (inPicture && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      focusItem(event.key === "ArrowDown" ? 1 : -1, false);
      event.preventDefault();
      return;
    }
    if (event.target === slider && event.key !== " " && !event.shiftKey) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    const name = { ArrowRight: event.shiftKey ? "ten_on" : "on", ArrowLeft: event.shiftKey ? "ten_back" : "back", Home: "first", End: "last", " ": "play" }[event.key];
    if (!name) return;
    if (name !== "play") pause();
    steps[name]();
    event.preventDefault();
  }

  function setTheme(wanted) {
    theme = wanted;
    document.documentElement.dataset.theme = wanted;
    drawAnew();
    say();
  }

  // ---- Start ----

  function begin(read) {
    figure = read;
    const wanted = document.documentElement.dataset.language || navigator.language || "en";
    language = wanted.startsWith("ja") ? "japanese" : "english";
    for (const id of ["language", "theme", "steps"]) byId(id).hidden = false;
    slider.max = figure.says.english.length - 1;
    setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => { if (button.dataset.step !== "play") pause(); steps[button.dataset.step](); });
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
  }

  read().then(begin).catch((error) => {
    const said = byId("problem");
    said.textContent = error.message === "old"
      ? "This browser is too old to unpack the figure (it lacks DecompressionStream); the picture above is its last frame. このブラウザーでは図を展開できません。上の図は最後のフレームです。"
      : "The figure of this page is damaged; the picture above is its last frame. このページの図は壊れています。上の図は最後のフレームです。";
    said.hidden = false;
  });
})();
