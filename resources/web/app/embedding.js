// An example of a page that shows Edagari in a frame and talks to it.
const frame = document.getElementById("edagari");
const told = document.getElementById("told");
// Where Edagari is: here beside this page, elsewhere another address.
const address = new URL("./", location.href);
frame.src = `${address}?embed=${encodeURIComponent(location.origin)}#run=textbook,search=alpha-beta&frame=0`;

const ask = (message) => frame.contentWindow.postMessage({ edagari: 1, ...message }, address.origin);

window.addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== address.origin || data?.edagari !== 1) return;
  if (data.error) told.textContent = data.error;
  else if (data.event === "ready") told.textContent = `Edagari ${data.version} is ready.`;
  else if (data.event === "place") told.textContent = `Frame ${data.place.frame ?? 0}${data.place.node ? `, node ${data.place.node}` : ""}`;
});

document.getElementById("go").onclick = () => ask({ do: "go", place: { frame: document.getElementById("frame").value } });
document.getElementById("theme").onchange = (event) => ask({ do: "theme", theme: event.target.value });
document.getElementById("file").onchange = async ({ target: { files: [file] } }) => {
  if (file) ask({ do: "open", name: file.name, bytes: await file.arrayBuffer() });
};
