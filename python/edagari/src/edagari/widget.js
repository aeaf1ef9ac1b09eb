// Keeps the frame of a figure and the `frame` of its model equal. The messages of the page are those of
// docs/how-to/embed-the-window.md.
function render({ model, el }) {
  // The frame of the page, as far as it is known; null before the page is ready.
  let shown = null;
  // Numbers of the last request and of the last answer.
  let requested = 0, answered = 0;
  const page = () => el.querySelector("iframe")?.contentWindow;

  function load() {
    shown = null;
    answered = requested;
    el.innerHTML = model.get("_page");
  }

  function follow() {
    const frame = model.get("frame");
    if (shown === null || frame === shown) return;
    shown = frame;
    requested += 1;
    // The sandbox of the page has no origin that could be named here.
    page().postMessage({ edagari: 1, id: requested, do: "go", place: { frame } }, "*");
  }

  function hear({ source, origin, data }) {
    if (!source || source !== page() || origin !== "null" || data?.edagari !== 1) return;
    if (data.event === "ready") {
      shown = NaN;
      answered = requested;
      follow();
    } else if (data.answer === "go") {
      answered = data.id;
    } else if (data.event === "place" && shown !== null && answered === requested) {
      // A place from before the last answer would take the model back.
      shown = Number(data.place.frame);
      if (shown === model.get("frame")) return;
      model.set("frame", shown);
      model.save_changes();
    }
  }

  window.addEventListener("message", hear);
  model.on("change:_page", load);
  model.on("change:frame", follow);
  load();
  return () => {
    window.removeEventListener("message", hear);
    model.off("change:_page", load);
    model.off("change:frame", follow);
  };
}

export default { render };
