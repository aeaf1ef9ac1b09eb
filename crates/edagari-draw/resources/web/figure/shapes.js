
"use strict";
// What the scripts of all pages have in common: they read what stands in the page and make SVG of it. Nothing is loaded, and no text is ever
// taken for markup.
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
let page = null, language = "english", theme = "light";

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));

async function read() {
  const data = byId("data");
  if (data.dataset.encoding !== "deflate") return JSON.parse(data.textContent);
  if (typeof DecompressionStream === "undefined") throw new Error("old");
  const bytes = Uint8Array.from(atob(data.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Points stand as distances from the one before.
function points(steps) {
  const all = [];
  for (let at = 0; at < steps.length; at += 1) all.push(steps[at] + (at < 2 ? 0 : all[at - 2]));
  return all;
}

const TAGS = { r: "rect", l: "polyline", o: "circle", d: "circle", p: "polygon", t: "text" };
const color = (place) => (place < 0 ? "none" : page.colors[theme][place]);
const fill = (number) => {
  const [place, opacity] = page.inks[number] || [-1, 100];
  return { fill: color(place), "fill-opacity": opacity / 100 };
};
const line = (number) => {
  const [place, opacity, width, dashed] = page.inks[number] || [-1, 0, 0, 0];
  return { stroke: color(place), "stroke-opacity": opacity / 100, "stroke-width": width, "stroke-dasharray": dashed ? "40 32" : "none" };
};
const own = (text) => (Array.isArray(text) ? text[language === "japanese" ? 1 : 0] : text);

// The attributes of a shape. All shapes of a kind have the same ones, so that each can become any other.
function attributes([kind, ...values]) {
  if (kind === "r") {
    const [x, y, width, height, rx, ground, edge] = values;
    return { x, y, width, height, rx, ...fill(ground), ...line(edge), opacity: 1 };
  }
  if (kind === "l") return { points: points(values[0]), fill: "none", ...line(values[1]), opacity: 1 };
  if (kind === "p") return { points: points(values[0]), ...fill(values[1]), opacity: 1 };
  if (kind === "t") {
    const [x, y, size, anchor, strong, look] = values;
    return { x, y, "font-size": size, "text-anchor": ["start", "middle", "end"][anchor], "font-weight": strong ? 600 : 400, ...fill(look), opacity: 1 };
  }
  const [cx, cy, r, look] = values;
  return { cx, cy, r, ...(kind === "o" ? { fill: "none", ...line(look) } : fill(look)), opacity: 1 };
}

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function element(shape) {
  const one = made(TAGS[shape[0]], {});
  if (shape[0] === "t") one.textContent = own(shape[7]);
  return one;
}
