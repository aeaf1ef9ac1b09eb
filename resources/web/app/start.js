// Loads the program, from the page itself or from beside it, and says in the page why it cannot be loaded.
const SENTENCES = {
  en: {
    loading: "Edagari is loading …",
    loaded: (part) => `Edagari is loading … ${part}`,
    noWebAssembly: "This browser has no WebAssembly, which Edagari needs: open the page in a newer browser, or install the program.",
    notLoaded: (reason) => `Edagari could not be loaded (${reason}): load the page again, or see whether the page and the files beside it are whole.`,
    newer: "A newer version of Edagari is there.",
    load: "Load it",
  },
  ja: {
    loading: "Edagari を読み込み中…",
    loaded: (part) => `Edagari を読み込み中… ${part}`,
    noWebAssembly: "このブラウザには Edagari に必要な WebAssembly がありません。新しいブラウザで開くか、プログラムをインストールしてください。",
    notLoaded: (reason) => `Edagari を読み込めませんでした（${reason}）。ページを再読み込みするか、ページと隣のファイルがすべて揃っているか確認してください。`,
    newer: "Edagari の新しい版があります。",
    load: "読み込む",
  },
};

/** The language of the window where one was chosen, else the first that the reader wishes and the page has. */
function language() {
  let chosen = null;
  try {
    chosen = /\blanguage: *(\w+)/.exec(localStorage.getItem("edagari/settings.ron") ?? "")?.[1];
  } catch {}
  const wished = navigator.languages.map((name) => name.slice(0, 2));
  return { English: "en", Japanese: "ja" }[chosen] ?? wished.find((name) => name in SENTENCES) ?? "en";
}
const sentences = SENTENCES[language()];

const say = (sentence) => {
  const message = document.getElementById("message");
  message.textContent = sentence;
  message.hidden = false;
};

// Keys that the program takes although they mean something to a browser. That keeps what loads the page again, its tabs, its address and its
// tools; for those the program has second keys.
const TAKEN = { control: "bdefgkz", plain: ["F1", "F2", "F3", "F4", "F6", "F7", "F8", "F9", "F10"] };
document.addEventListener(
  "keydown",
  (event) => {
    const isLetter = event.key.length === 1;
    const control = event.ctrlKey || event.metaKey;
    const takes =
      (control && !event.altKey && isLetter && TAKEN.control.includes(event.key.toLowerCase())) ||
      (event.altKey && !control && (isLetter || event.key.startsWith("Arrow"))) ||
      (!control && TAKEN.plain.includes(event.key));
    if (takes) event.preventDefault();
  },
  true,
);

/** The program in the page, if it stands there: `.ci/one_file.py` puts it into the page. */
const inside = document.getElementById("program");

/** The font of Japanese texts. A page in one file contains it. */
const JAPANESE = "NotoSansJP-Regular.otf";
/** Promised bytes of fonts by file name. */
const fonts = new Map();

/** Promises the bytes of a font, or `null` where it cannot be fetched: the next call tries again. */
globalThis.edagari_font = (name) => {
  if (!fonts.has(name) && !inside) {
    const fetched = fetch(name)
      .then(async (file) => (file.ok ? new Uint8Array(await file.arrayBuffer()) : null))
      .catch(() => null)
      .then((bytes) => {
        if (!bytes) fonts.delete(name);
        return bytes;
      });
    fonts.set(name, fetched);
  }
  return fonts.get(name) ?? Promise.resolve(null);
};

/** The bytes that letters tell, each seven of them six bytes, the lowest first. The letters are 125: ASCII without the first, "\r" and "<". */
function bytesOf(letters, count) {
  const number = (at) => {
    const code = letters.charCodeAt(at);
    return code - 1 - (code > 13) - (code > 60);
  };
  const bytes = new Uint8Array(count + 5);
  for (let [at, next] = [0, 0]; at < letters.length; at += 7, next += 6) {
    let six = 0;
    for (let letter = at + 6; letter >= at; letter--) six = six * 125 + number(letter);
    for (let byte = next; byte < next + 6; byte++, six = Math.floor(six / 256)) bytes[byte] = six % 256;
  }
  return bytes.subarray(0, count);
}

/** The file as it arrives, with the type by which a browser compiles it meanwhile. The page says each tenth, or each megabyte of a compressed file. */
function counted(file) {
  const total = file.headers.has("Content-Encoding") ? 0 : Number(file.headers.get("Content-Length"));
  let [came, said] = [0, 0];
  const count = new TransformStream({
    transform(part, next) {
      came += part.length;
      const step = Math.floor(total ? (10 * came) / total : came / 1e6);
      if (step > said) say(sentences.loaded(total ? `${10 * step} %` : `${step} MB`));
      said = step;
      next.enqueue(part);
    },
  });
  return new Response(file.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

/** The program, from letters in the page, or from a file beside it. */
async function program() {
  if (!inside) {
    const file = await fetch("edagari_bg.wasm");
    if (!file.ok) throw new Error(`edagari_bg.wasm: the server answers ${file.status}`);
    return WebAssembly.compileStreaming(counted(file));
  }
  const packed = bytesOf(inside.textContent, Number(inside.dataset.packed));
  const unpacked = new globalThis["xz-decompress"].XzReadableStream(new Blob([packed]).stream());
  const bytes = await new Response(unpacked).arrayBuffer();
  // Before the program is the script that ties it to the page, after it the font.
  const length = Number(inside.dataset.glue);
  const end = bytes.byteLength - Number(inside.dataset.font);
  fonts.set(JAPANESE, Promise.resolve(new Uint8Array(bytes.slice(end))));
  const glue = document.createElement("script");
  glue.id = "glue";
  glue.textContent = new TextDecoder().decode(new Uint8Array(bytes, 0, length));
  document.head.append(glue);
  return WebAssembly.compile(new Uint8Array(bytes, length, end - length));
}

// The page with the program inside as it was written, without files and without what this reader wants: what is opened in it changes it.
const written = inside && document.documentElement.cloneNode(true);
if (written) {
  written.removeAttribute("data-names");
  written.querySelector("#names-wanted").hidden = false;
  written.querySelector("title").textContent = "Edagari";
  const [first, ...others] = written.querySelectorAll("#contents, script[type='application/octet-stream']:not(#program)");
  first?.replaceWith(document.createComment(" files "));
  for (const file of others) file.remove();
}

/** The text of the page with the program inside, without files, for a page that is shared from the window. */
globalThis.edagari_page = async () => {
  if (written) return `<!DOCTYPE html>\n${written.outerHTML}\n`;
  const file = await fetch("one-file.html");
  const text = await file.text();
  // Some servers answer with another page where there is none.
  if (!file.ok || !text.includes('id="program"')) throw new Error("one-file.html is missing");
  return text;
};

/** Shows the page of a figure in place of the window. */
globalThis.edagari_figure = (page, frame) => {
  const figure = Object.assign(document.createElement("iframe"), { id: "figure", title: "Edagari", srcdoc: page });
  figure.onload = () => (figure.contentWindow.location.hash = `frame=${frame}`);
  document.getElementById("window").replaceWith(figure);
  document.getElementById("message").className = "above";
};

/** What runs in a worker: the same program, which finds its job there and does it alone. */
function work() {
  // It hears nothing while it works, so it looks whether something that the page has put up for it is still there.
  const isThere = (going) => {
    try {
      const look = new XMLHttpRequest();
      look.open("GET", going, false);
      // Firefox would read it as XML, and say in the console that it is none.
      look.overrideMimeType("text/plain");
      look.send();
      return true;
    } catch {
      return false;
    }
  };
  // Memory that is shared in name only, since no other script has it: on others a worker cannot wait.
  const cell = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  self.edagari_sleep = (milliseconds) => Atomics.wait(cell, 0, 0, milliseconds);
  self.onmessage = async ({ data: [module, going, ...job] }) => {
    self.edagari_job = job;
    self.edagari_is_stopped = () => going !== null && !isThere(going);
    try {
      await wasm_bindgen({ module_or_path: module });
    } catch (error) {
      self.postMessage(`the work stopped: ${error.message ?? error}`);
    }
  };
}

/** Lets the program start workers: each is given a job, the files that it needs, and the bytes of its message; and stop them. */
function offerWorkers(module) {
  const glue = document.getElementById("glue");
  const script = glue.src ? `importScripts(${JSON.stringify(glue.src)});` : glue.textContent;
  const source = URL.createObjectURL(new Blob([script, `\n(${work})();`], { type: "text/javascript" }));
  const goings = new WeakMap();
  globalThis.edagari_worker = (job, files, parts) => {
    const worker = new Worker(source);
    // A worker of a page without a server may look at nothing: it is ended instead.
    const going = location.protocol === "file:" ? null : URL.createObjectURL(new Blob(["goes on"]));
    goings.set(worker, going);
    worker.postMessage([module, going, job, files, parts], parts.map((part) => part.buffer));
    return worker;
  };
  globalThis.edagari_stop = (worker) => {
    const going = goings.get(worker);
    URL.revokeObjectURL(going);
    return going !== null;
  };
}

/** Keeps the program for visits without a network, and says when a newer version is there. A page in one file needs nothing, and one of `edagari
serve`, whose address begins with a token, ends with its server. */
async function keepOffline() {
  if (inside || !navigator.serviceWorker || /^\/[0-9a-f]{32}\//.test(location.pathname)) return;
  const isFirst = !navigator.serviceWorker.controller;
  const kept = await navigator.serviceWorker.register("offline.js");
  const tell = () => {
    if (isFirst || !kept.waiting) return;
    const update = document.getElementById("update");
    const [sentence, button] = update.children;
    [sentence.textContent, button.textContent] = [sentences.newer, sentences.load];
    // The address says what is looked at, so that the new version shows the same.
    navigator.serviceWorker.oncontrollerchange = () => location.reload();
    button.onclick = () => kept.waiting.postMessage("take over");
    update.hidden = false;
  };
  tell();
  kept.onupdatefound = () => (kept.installing.onstatechange = tell);
  // Less than a megabyte, but not for a reader who saves data, and not while the program still comes.
  if (!navigator.connection?.saveData) (await navigator.serviceWorker.ready).active.postMessage("keep fonts");
}

async function start() {
  document.documentElement.lang = language();
  say(sentences.loading);
  if (typeof WebAssembly !== "object") {
    return say(sentences.noWebAssembly);
  }
  // Fetched beside the program, so that the first picture has its letters.
  if (language() === "ja") globalThis.edagari_font(JAPANESE);
  // What is typed goes through a field that nobody sees, which the window makes when it is there.
  const main = document.querySelector("main");
  new MutationObserver(() => main.querySelector("input")?.setAttribute("aria-label", "Text")).observe(main, { childList: true });
  try {
    const module = await program();
    if (typeof wasm_bindgen !== "function") throw new Error("edagari.js is missing");
    offerWorkers(module);
    await wasm_bindgen({ module_or_path: module });
  } catch (error) {
    return say(sentences.notLoaded(error.message ?? error));
  }
  // Without storage a browser refuses to keep anything: the program works all the same.
  await keepOffline().catch(() => {});
}

start();
