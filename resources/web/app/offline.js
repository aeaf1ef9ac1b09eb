// Keeps the files of the program in the browser, so that the page opens without a network after the first visit. A new version is fetched beside
// the old one, and takes over when the reader loads it: files of two versions are never mixed.
const VERSION = "edagari {version}";
const FILES = ["./", "page.css", "edagari.js", "names.js", "embed.js", "start.js", "edagari_bg.wasm", "manifest.webmanifest", "icon.svg"];
// Kept after the program runs, so that the other language and all labels have their letters without a network.
const FONTS = ["NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf", "NotoSansJP-Rare.otf"];
// Kept once they were needed: fonts, and the page that is shared.
const LATER = [...FONTS, "one-file.html"];

const addresses = (names) => names.map((name) => new URL(name, self.registration.scope).href);

self.addEventListener("install", (event) => {
  const keep = async () => {
    // Those for later too, if an earlier version kept them.
    const later = [];
    for (const address of addresses(LATER)) if (await caches.match(address)) later.push(address);
    const requests = [...addresses(FILES), ...later].map((address) => new Request(address, { cache: "reload" }));
    await (await caches.open(VERSION)).addAll(requests);
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("edagari ") && name !== VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(old());
});

/** Keeps the fonts that are not kept yet. One that cannot be fetched now is fetched at the next visit. */
async function keepFonts() {
  const kept = await caches.open(VERSION);
  for (const address of addresses(FONTS)) if (!(await kept.match(address))) await kept.add(address).catch(() => {});
}

self.addEventListener("message", (event) => {
  // The reader loads the new version.
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep fonts") event.waitUntil(keepFonts());
});

/** A file of this version; traces and everything else come from the network. */
async function answer(request, address) {
  const kept = await caches.open(VERSION);
  const file = await kept.match(address);
  if (file) return file;
  const fetched = await fetch(request);
  if (fetched.ok) await kept.put(address, fetched.clone());
  return fetched;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  // What the address says besides is for the program.
  address.search = address.hash = "";
  const page = address.href.replace(/index\.html$/, "");
  if (request.method !== "GET" || !addresses([...FILES, ...LATER]).includes(page)) return;
  event.respondWith(answer(request, page));
});
