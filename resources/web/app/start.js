// Loads the program, and says in the page why it cannot be loaded.
const say = (sentence) => {
  const message = document.getElementById("message");
  message.textContent = sentence;
  message.hidden = false;
};

async function start() {
  if (typeof WebAssembly !== "object") {
    return say("This browser has no WebAssembly, which Edagari needs: open the page in a newer browser, or install the program.");
  }
  if (!document.createElement("canvas").getContext("webgl2") && !document.createElement("canvas").getContext("webgl")) {
    return say("This browser gives the page no WebGL, which Edagari draws with: switch hardware acceleration on, or open the page in another browser.");
  }
  try {
    const { default: load } = await import("./edagari.js");
    await load({ module_or_path: new URL("edagari_bg.wasm", import.meta.url) });
  } catch (error) {
    say(`Edagari could not be loaded (${error.message ?? error}): load the page again, or see whether all of its files are there.`);
  }
}

start();
