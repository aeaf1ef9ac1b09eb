// Loads the program, from the page itself or from beside it, and says in the page why it cannot be loaded.
const say = (sentence) => {
  const message = document.getElementById("message");
  message.textContent = sentence;
  message.hidden = false;
};

/** The program: bytes that stand in the page, or the address of a file. */
async function program() {
  const inside = document.getElementById("program");
  if (!inside) return "edagari_bg.wasm";
  if (typeof DecompressionStream !== "function") {
    throw new Error("this browser cannot unpack what is in the page: it needs a newer one");
  }
  const packed = Uint8Array.from(atob(inside.textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}

async function start() {
  if (typeof WebAssembly !== "object") {
    return say("This browser has no WebAssembly, which Edagari needs: open the page in a newer browser, or install the program.");
  }
  if (!document.createElement("canvas").getContext("webgl2") && !document.createElement("canvas").getContext("webgl")) {
    return say("This browser gives the page no WebGL, which Edagari draws with: switch hardware acceleration on, or open the page in another browser.");
  }
  try {
    if (typeof wasm_bindgen !== "function") throw new Error("edagari.js is missing");
    await wasm_bindgen({ module_or_path: await program() });
  } catch (error) {
    say(`Edagari could not be loaded (${error.message ?? error}): load the page again, or see whether the page and the files beside it are whole.`);
  }
}

start();
