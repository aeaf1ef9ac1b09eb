
// What only the page of a lesson has: questions, and what the reader does with the tree. Each step has a state of its own.
const states = new Map();

function stateOf(name) {
  const key = `${frame} ${name}`;
  if (!states.has(key)) states.set(key, {});
  return states.get(key);
}

function build(tag, values, ...inside) {
  const one = Object.assign(document.createElement(tag), values);
  one.append(...inside);
  return one;
}

const text = (words, values) => build("p", { textContent: words, ...values });
const action = (words, does, values) => build("button", { type: "button", textContent: words, onclick: does, ...values });

// A number as it is typed, with signs and digits of any keyboard; NaN if it is none.
function numberOf(typed) {
  const plain = typed.normalize("NFKC").replace(/[\s,、≤≥=]/g, "").replace(/[−–ー]/g, "-").replace(/^\+/, "");
  if (/^-?(∞|inf)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

// The other sign for a typed number.
const withOtherSign = (typed) => typed.replace(/^\s*([-−－]?)/, (all, minus) => (minus ? "" : "−"));

// Buttons for what a keyboard of digits on the screen may lack. The field keeps the focus, so that the keyboard stays open.
function signButtons(field) {
  const button = (name, become, values) => action(name, () => { field.value = become(field.value); field.focus(); }, { className: "sign", onmousedown: (event) => event.preventDefault(), ...values });
  return [button("±", withOtherSign, { ariaLabel: texts().other_sign }), button("∞", (typed) => (/^\s*[-−－]/.test(typed) ? "−∞" : "∞"))];
}

// ---- Questions ----

function questionParts(asked) {
  const words = texts(), state = stateOf("question"), isAnswered = state.given !== undefined;
  const give = (given) => { state.given = given; state.isNew = true; showTask(); };
  const parts = [build("h2", { textContent: words.question }), text(own(asked.text))];
  if (asked.choices) {
    asked.choices.forEach((choice, at) => {
      const isGiven = state.given === at;
      const marks = [at === asked.right && words.is_right, isGiven && words.is_yours].filter((one) => isAnswered && one);
      const name = `${at + 1} · ${own(choice)}${marks.length ? ` (${marks.join(words.comma)})` : ""}`;
      parts.push(action(name, () => give(at), { className: isGiven ? "choice given" : "choice", disabled: isAnswered }));
    });
    if (!isAnswered) parts.push(text(words.answer_keys, { className: "remark" }));
  } else {
    const field = build("input", { type: "text", value: isAnswered ? state.given : "", disabled: isAnswered, autocomplete: "off", inputMode: "decimal" });
    field.setAttribute("aria-label", words.field);
    const form = build("form", { className: "row", onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) give(field.value.trim()); } }, field);
    if (!isAnswered) form.append(...signButtons(field), build("button", { type: "submit", textContent: words.give }));
    parts.push(form);
  }
  if (!isAnswered) return parts;
  const isRight = asked.choices ? state.given === asked.right : numberOf(state.given) === numberOf(asked.number);
  const right = asked.choices ? own(asked.choices[asked.right]) : asked.number;
  const isNumber = asked.choices || !Number.isNaN(numberOf(state.given));
  const verdict = isRight ? `✓ ${words.right}` : isNumber ? `× ${filled(words.wrong, { answer: right })}` : words.no_number;
  const said = text(verdict, { className: "verdict", tabIndex: -1 });
  parts.push(said);
  if (isNumber) parts.push(text(own(asked.why)));
  parts.push(action(words.again, () => { delete state.given; showTask(); task.querySelector("input, button").focus(); }));
  // The verdict is read aloud, and the next key goes on from there.
  if (state.isNew) { state.isNew = false; queueMicrotask(() => said.focus({ preventScroll: true })); }
  return parts;
}

// ---- Activities ----

// A game against minimax, from the start of the run.
function playParts(one, state) {
  const words = texts(), { nodes } = one;
  const answer = (at) => {
    state.replies = [];
    while (nodes[at].moves.length && nodes[at].max !== one.max) {
      const [name, to] = nodes[at].moves[nodes[at].best];
      state.replies.push(name);
      at = to;
    }
    Object.assign(state, { at, scene: nodes[at].scene });
  };
  if (state.at === undefined) answer(0);
  const node = nodes[state.at], player = one.max ? "max" : "min";
  const again = () => { delete state.at; showTask(); };
  const parts = [build("h2", { textContent: words.play_game })];
  if (node.moves.length) {
    const said = state.replies.length ? filled(words.reply, { move: state.replies.join(words.comma) }) : filled(words.play_as, { player });
    const moves = node.moves.map(([name, to]) => action(name, () => { answer(to); showTask(); task.querySelector(".move, .again").focus(); }, { className: "move" }));
    return [...parts, text(said), build("div", { className: "row" }, ...moves)];
  }
  const isBest = node.value === nodes[0].value;
  const said = filled(isBest ? words.over_best : words.over_less, { score: node.value, value: nodes[0].value });
  return [...parts, text(said, { className: "verdict" }), action(words.play_again, again, { className: "again" })];
}

// The leaves of a whole tree and of its minimal tree.
function growthParts(one, state) {
  const words = texts();
  state.numbers ||= [3, 4];
  const lines = [0, 1, 2].map(() => text(""));
  const bars = [0, 1].map(() => build("div", { className: "bar" }));
  const counted = (count) => count.toLocaleString(words.code);
  const tell = () => {
    const [b, d] = state.numbers.map(BigInt);
    const all = b ** d, best = b ** (d / 2n) + b ** ((d + 1n) / 2n) - 1n;
    lines[0].textContent = filled(words.growth_all, { count: counted(all) });
    lines[1].textContent = filled(words.growth_best, { count: counted(best) });
    lines[2].textContent = filled(words.growth_share, { count: counted((all + best / 2n) / best) });
    // The bars grow with the number of digits: with the number itself the shorter one could not be seen.
    [all, best].forEach((count, at) => { bars[at].style.width = `${Math.min(100, 4 * Math.log10(Number(count)))}%`; });
  };
  const sliders = [words.branching, words.depth].map((name, at) => {
    const output = build("output", { textContent: state.numbers[at] });
    const slider = build("input", { type: "range", min: at ? 1 : 2, max: one.most[at], value: state.numbers[at], oninput: () => {
      state.numbers[at] = Number(slider.value);
      output.textContent = slider.value;
      tell();
    } });
    slider.setAttribute("aria-label", name);
    return build("div", { className: "row" }, build("span", { textContent: name }), slider, output);
  });
  tell();
  return [build("h2", { textContent: words.growth }), ...sliders, lines[0], bars[0], lines[1], bars[1], lines[2]];
}

// A leaf that is changed: each of its scores has a picture.
function changeParts(one, state) {
  const words = texts();
  state.leaf ??= 0;
  state.score ??= one.leaves[state.leaf].score;
  // A leaf of a tree with a large range has some of its scores.
  const scores = () => one.leaves[state.leaf].scores;
  const said = text("", {});
  said.setAttribute("role", "status");
  const output = build("output", {});
  const slider = build("input", { type: "range", min: 0 });
  const choice = build("select", {}, ...one.leaves.map((leaf, at) => build("option", { value: at, textContent: leaf.name })));
  choice.setAttribute("aria-label", words.leaf);
  slider.setAttribute("aria-label", words.score);
  const tell = () => {
    output.textContent = String(state.score).replace("-", "−");
    choice.value = state.leaf;
    slider.max = scores().length - 1;
    slider.value = scores().indexOf(state.score);
    slider.setAttribute("aria-valuetext", output.textContent);
    said.textContent = state.scene === undefined ? "" : page.says[language][state.scene];
  };
  state.set = (leaf, score) => {
    state.leaf = leaf;
    const place = scores().reduce((best, other, at) => (Math.abs(other - score) < Math.abs(scores()[best] - score) ? at : best), 0);
    state.score = scores()[place];
    state.scene = one.leaves[leaf].first + place;
    tell();
    show(state.scene, false);
  };
  choice.onchange = () => state.set(Number(choice.value), one.leaves[Number(choice.value)].score);
  slider.oninput = () => state.set(state.leaf, scores()[Number(slider.value)]);
  tell();
  return [build("h2", { textContent: words.change }), text(words.change_hint), build("div", { className: "row" }, choice, slider, output), said];
}

// The same tree as an exercise: a page of its own, which is unpacked when it is asked for.
async function openExercise(run) {
  const bytes = Uint8Array.from(atob(byId(`exercise-${run}`).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const html = (await new Response(stream).text()).replace('data-language=""', `data-language="${texts().code}"`);
  location.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
}

function exerciseParts({ run }) {
  const words = texts();
  return [text(words.exercise_hint), action(words.exercise, () => openExercise(run), { className: "exercise" })];
}

// ---- The step ----

const task = byId("task");
const PARTS = { play: playParts, growth: growthParts, change: changeParts, exercise: exerciseParts };

function showTask() {
  const { question, activities } = page.lesson.tasks[frame];
  const sections = activities.map((one) => build("section", {}, ...PARTS[one.kind](one, stateOf(one.kind))));
  if (question) sections.unshift(build("section", {}, ...questionParts(question)));
  task.replaceChildren(...sections);
  task.hidden = sections.length === 0;
  picture.classList.toggle("changes", activities.some(({ kind }) => kind === "change"));
  const seen = activities.map(({ kind }) => stateOf(kind).scene).filter((scene) => scene !== undefined);
  if (seen.length) show(seen[seen.length - 1], true);
}

// The title of a note is its first line; the description of the lesson comes before the first note.
function showTitle() {
  const [title, ...rest] = page.says[language][frame].split("\n\n");
  const about = frame === 0 ? own(page.lesson.about) : "";
  sentence.replaceChildren(...(about ? [build("span", { className: "remark", textContent: about }), "\n"] : []), build("strong", { textContent: title }), rest.join("\n\n"));
}

followers.push(() => { if (!page.lesson) return; showTitle(); showTask(); });

// A digit answers a question with choices.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key) || event.target.closest?.("input, select")) return;
  const choice = task.querySelectorAll("button.choice:enabled")[Number(event.key) - 1];
  if (choice) choice.click();
});

// A leaf is dragged up and down in the picture.
let held = null;
picture.addEventListener("pointerdown", (event) => {
  const one = page && page.lesson.tasks[frame].activities.find(({ kind }) => kind === "change");
  if (!one) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.firstElementChild.getScreenCTM().inverse());
  const isIn = ({ at: [x, y, width, height] }) => at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
  const leaf = one.leaves.findIndex(isIn), state = stateOf("change");
  if (leaf < 0) return;
  const { score, scores } = one.leaves[leaf];
  // The same distance per step, whatever the range.
  const step = Math.max(1, (scores.at(-1) - scores[0]) / (scores.length - 1));
  held = { leaf, from: event.clientY, score: state.leaf === leaf ? state.score : score, step, state };
  state.set(leaf, held.score);
  picture.setPointerCapture(event.pointerId);
  event.preventDefault();
});
picture.addEventListener("pointermove", (event) => {
  if (held) held.state.set(held.leaf, held.score + Math.round((held.from - event.clientY) / 12) * held.step);
});
for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { held = null; });
