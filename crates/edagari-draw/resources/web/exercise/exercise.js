
// Does the exercises of this page. Whatever is said of an answer has been said by the grader before, for every answer that can be given, and lies in
// the page: nothing is computed here. In front of it stands what all pages have in common.
(() => {
  // In sentences it stands for what was answered.
  const GIVEN = "[given answer]";
  const SIGNS = ["", "≤", "=", "≥"];
  // Fields, as their buttons name them.
  const NAMES = { alpha: "α", beta: "β", value: "=" };
  // A unit of a picture is a tenth of a point; these many pixels of the screen it takes at least and at most.
  const SCALES = [0.118, 0.22];
  const [picture, sentence, alpha, beta, value] = ["picture", "sentence", "alpha", "beta", "value"].map(byId);
  let number = 0, layers = {};
  // What has been done of each exercise.
  let doings = [];

  const begun = () => ({ stage: 0, selected: 0, log: [], mistakes: 0, shown: 0, hints: 0, said: null, wrong: -1 });
  const exercise = () => page.exercises[number];
  const doing = () => doings[number];
  const stage = () => exercise().stages[doing().stage];
  const texts = () => page.texts[language];

  // ---- Numbers ----

  // A whole or infinite number as it is typed, as the page has it.
  function numberOf(typed) {
    const number = typedNumber(typed);
    if (number === null || number.includes("/")) return null;
    const isInfinite = number.endsWith("inf"), whole = Number(number);
    return isInfinite || (whole >= -2147483647 && whole <= 2147483646) ? number : null;
  }

  // A typed number with the other sign; a relation before it stays.
  const withOtherSign = (typed) => typed.replace(/^\s*(≤|<=|=|≥|>=)?\s*([-−－]?)/, (all, relation = "", minus) => relation + (minus ? "" : "−"));

  function shown(number) {
    const names = { inf: "∞", "-inf": "−∞", 2147483646: "∞−1", "-2147483647": "−∞+1" };
    return names[number] || String(number).replace("-", "−");
  }

  // ---- Answers ----

  // A step: its kind, its node, its numbers. As it is written.
  const windowText = (step) => `(${shown(step.alpha)}, ${shown(step.beta)})`;
  const scoreText = (step) => (step.sign ? SIGNS[step.sign] + " " : "") + shown(step.score);

  function stepText(step) {
    const name = exercise().nodes[step.node].name;
    if (step.kind === "skip") return `${name}  ${texts().struck}`;
    return step.kind === "enter" ? `${name}  ${windowText(step)}` : `${name}  ${step.sign ? "" : "= "}${scoreText(step)}`;
  }

  const found = (list, key) => (list || []).find((one) => String(one[0]) === key);

  // What is said of a step: the stage that it leads to, or −1 and less for a sentence.
  function replyTo(step) {
    const [asked, strike] = stage().at[step.node];
    if (step.kind === "skip") return strike;
    const [, others, first, alphas, betas] = asked;
    if (step.kind === "return") {
      const score = found(first, step.score);
      return score ? (Array.isArray(score[1]) ? score[1][step.sign] : score[1]) : others;
    }
    const pair = (first || []).find((one) => String(one[0]) === step.alpha && String(one[1]) === step.beta);
    if (pair) return pair[2];
    const end = found(alphas, step.alpha) || found(betas, step.beta);
    return end ? end[1] : others;
  }

  // The words of a sentence on a step, in both languages.
  function reason(place, step) {
    const given = step.kind === "enter" ? windowText(step) : step.kind === "return" ? scoreText(step) : "";
    return exercise().sentences[place].map((text) => text.split(GIVEN).join(given));
  }

  // Takes a step as the grader judged it, and says whether it is right.
  function take(step, isShown) {
    const now = doing(), reply = replyTo(step);
    if (!Number.isInteger(reply)) throw new Error("nobody asks for this step");
    if (reply < 0) {
      const said = reason(-1 - reply, step);
      now.mistakes += 1;
      now.wrong = step.node;
      now.log.push({ step, said });
      now.said = { mark: "×", look: "wrong", words: said };
      return false;
    }
    now.log.push({ step, isShown });
    now.stage = reply;
    now.shown += isShown ? 1 : 0;
    now.wrong = -1;
    now.selected = exercise().nodes[step.node][step.kind === "enter" ? "entered" : "left"];
    now.said = { mark: isShown ? "→" : "✓", look: isShown ? "" : "right", of: isShown ? "shown" : "right", step };
    return true;
  }

  function answer(step, isShown) {
    const isRight = take(step, isShown);
    keep();
    draw();
    if (!isRight) {
      if (document.activeElement.select) document.activeElement.select();
    } else if (stage().next) focusForm();
    else byId("summary").focus();
  }

  // ---- What a reload keeps ----

  // The data end with their checksum, so another page has another name.
  const kept = () => `edagari/exercise/${byId("data").textContent.length} ${byId("data").textContent.slice(-8)}`;

  function keep() {
    const done = doings.map(({ log, hints }) => ({ hints, steps: log.map(({ step, isShown }) => [step, Boolean(isShown)]) }));
    // Where a page may keep nothing, it keeps nothing.
    try { localStorage.setItem(kept(), JSON.stringify({ number, done })); } catch {}
  }

  // The steps are judged once more, so what else may have been kept does no harm.
  function remember() {
    try {
      const { number: last, done } = JSON.parse(localStorage.getItem(kept()));
      for (number = 0; number < doings.length; number += 1) {
        for (const [step, isShown] of done[number].steps) take(step, isShown === true);
        doings[number].hints = Number(done[number].hints) || 0;
      }
      number = Number.isInteger(last) && page.exercises[last] ? last : 0;
    } catch {
      doings = page.exercises.map(begun);
      number = 0;
    }
  }

  function answerWindow() {
    const ends = [alpha, beta].map((field) => numberOf(field.value));
    if (refuses([alpha, beta], ends)) return;
    answer({ kind: "enter", node: doing().selected, alpha: ends[0], beta: ends[1] }, false);
  }

  function answerScore() {
    // "≥ 3" can be typed as a whole, too.
    const [, typedSign, digits] = /^\s*(≤|<=|=|≥|>=)?(.*)$/.exec(value.value);
    const chosen = document.querySelector("input[name=sign]:checked");
    const typed = { "≤": 1, "<=": 1, "=": 2, "≥": 3, ">=": 3 }[typedSign];
    const sign = exercise().signs ? typed || Number(chosen ? chosen.value : 0) : 0;
    const score = numberOf(digits);
    if (!refuses([value], [score])) answer({ kind: "return", node: doing().selected, score, sign }, false);
  }

  // What is no number is no answer, and no mistake.
  function refuses(fields, numbers) {
    fields.forEach((field, at) => field.setAttribute("aria-invalid", numbers[at] === null));
    const at = numbers.indexOf(null);
    if (at < 0) return false;
    doing().said = { mark: "", look: "", of: "no_number" };
    say();
    fields[at].focus();
    return true;
  }

  function hint() {
    const now = doing(), [, node] = stage().next;
    now.hints += 1;
    keep();
    now.selected = node;
    now.said = { mark: "→", look: "", of: "hinted", step: { kind: "skip", node } };
    draw();
  }

  function showStep() {
    const [kind, node, one, other] = stage().next;
    const numbers = kind === "enter" ? { alpha: String(one), beta: String(other) } : { score: String(one), sign: other };
    answer({ kind, node, ...(kind === "skip" ? {} : numbers) }, true);
  }

  // Saves what was done as a file of answers. A wrong step is in it before the step that corrected it.
  function save() {
    const { checksum, nodes } = exercise();
    const number = (typed) => (/inf/.test(typed) ? typed : Number(typed));
    const bounds = ["", "upper", "exact", "lower"];
    const steps = doing().log.map(({ step, isShown }) => {
      const name = nodes[step.node].typed || nodes[step.node].name, shown = isShown ? { shown: true } : {};
      if (step.kind === "skip") return { skip: name, ...shown };
      if (step.kind === "enter") return { enter: name, window: [number(step.alpha), number(step.beta)], ...shown };
      return { return: name, score: number(step.score), ...(step.sign ? { bound: bounds[step.sign] } : {}), ...shown };
    });
    const text = JSON.stringify({ version: 1, exercise: checksum, corrected: true, steps });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
    link.download = `exercise-${exercise().number}.edagari-answers.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // ---- Drawing ----

  function drawn(shape) {
    const one = element(shape);
    for (const [name, value] of Object.entries(attributes(shape))) one.setAttribute(name, value);
    return one;
  }

  const frameOf = ({ seen }, values) =>
    made("svg", { viewBox: seen.join(" "), ...values, "font-family": "Noto Sans, Noto Sans CJK JP, sans-serif" });

  // The picture of another exercise, or in another light.
  function drawAnew() {
    const { seen, nodes } = exercise();
    const svg = frameOf(exercise(), { role: "tree", "aria-labelledby": "title" });
    // A finger needs nodes that are 44 pixels high.
    const forFingers = matchMedia("(pointer: coarse)").matches ? 44.2 / Math.min(...nodes.map(({ at }) => at[3])) : 0;
    const [least, most] = SCALES.map((scale) => Math.max(scale, forFingers) * seen[2]);
    svg.style.minWidth = `${least}px`;
    // On a phone the height of the picture gives its width.
    svg.style.minHeight = `${(least * seen[3]) / seen[2]}px`;
    svg.style.maxWidth = `${most}px`;
    layers = { shapes: made("g", { "aria-hidden": "true" }), items: made("g", { role: "none" }) };
    for (const node of nodes) {
      const item = made("g", { class: "item", role: "treeitem", "aria-level": node.level });
      const [x, y, across, along] = node.at;
      item.append(made("rect", { x, y, width: across, height: along, rx: 40 }));
      layers.items.append(item);
    }
    svg.append(layers.shapes, layers.items);
    picture.replaceChildren(svg);
    layers.drawn = null;
    draw();
  }

  function draw() {
    const now = stage(), { selected, wrong } = doing();
    if (layers.drawn !== now) {
      const before = new Set(layers.drawn ? layers.drawn.shapes : now.shapes);
      layers.shapes.replaceChildren(...now.shapes.map((place) => {
        const one = drawn(page.shapes[place]);
        if (!before.has(place)) one.classList.add("new");
        return one;
      }));
      layers.drawn = now;
    }
    [...layers.items.children].forEach((item, node) => {
      item.setAttribute("aria-label", own(page.labels[now.labels[node]]));
      item.setAttribute("aria-selected", node === selected);
      item.setAttribute("tabindex", node === selected ? 0 : -1);
      item.classList.toggle("wrong", node === wrong);
    });
    inSight(exercise().nodes[selected]);
    form();
    say();
  }

  // Where the tree is wider than its place, the selected node is in it.
  function inSight(node) {
    const { seen } = exercise();
    const scale = picture.firstChild.getBoundingClientRect().width / seen[2];
    const [x, y, width, height] = node.at.map((length, at) => (length - (seen[at] < 0 ? seen[at] : 0)) * scale);
    const left = x + width + 30 - picture.clientWidth, top = y + height + 30 - picture.clientHeight;
    picture.scrollLeft = Math.max(Math.min(picture.scrollLeft, x - 10), left);
    picture.scrollTop = Math.max(Math.min(picture.scrollTop, y - 10), top);
  }

  // ---- The form ----

  let asked = "";

  // What is asked of the selected node.
  function form() {
    const now = doing(), words = texts(), node = exercise().nodes[now.selected];
    const isDone = !stage().next;
    byId("step").hidden = byId("hint").hidden = byId("show").hidden = isDone;
    byId("summary").hidden = !isDone;
    if (isDone) return;
    const [numbers, strike] = stage().at[now.selected];
    const kind = numbers ? numbers[0] : "";
    byId("node").textContent = node.leaf === undefined ? `${node.name} ${node.max ? "▲ max" : "▼ min"}` : node.name;
    const taken = now.log.filter((one) => !one.said).length;
    byId("place").textContent = filled(words.place, { step: taken + 1, steps: exercise().steps });
    byId("leaf").textContent = node.leaf === undefined ? "" : filled(words.leaf, { score: shown(node.leaf) });
    byId("leaf").hidden = node.leaf === undefined;
    byId("window").hidden = kind !== "w";
    byId("score").hidden = kind !== "s";
    byId("signs").hidden = !exercise().signs;
    byId("strike").hidden = strike === null;
    byId("strike").textContent = filled(words.strike, { node: node.name });
    for (const [field, name] of [[alpha, "α"], [beta, "β"], [value, words.score]]) field.setAttribute("aria-label", `${name}, ${node.name}`);
    // Another question, other fields.
    const question = `${number} ${doing().stage} ${now.selected}`;
    if (question === asked) return;
    asked = question;
    for (const field of [alpha, beta, value]) { field.value = ""; field.removeAttribute("aria-invalid"); }
    for (const sign of document.querySelectorAll("input[name=sign]")) sign.checked = false;
  }

  function focusForm() {
    const first = [alpha, value, byId("strike")].find((one) => one.offsetParent !== null);
    (first || layers.items.children[doing().selected]).focus();
    // What was wrong is typed over.
    if (first && first.select) first.select();
  }

  // ---- Words ----

  function listed(list, rows) {
    list.replaceChildren(...rows.map(([text, look]) => {
      const item = document.createElement("li");
      item.textContent = text;
      if (look) item.className = look;
      return item;
    }));
  }

  const logRows = () => doing().log.map(({ step, said, isShown }) =>
    [`${said ? "×" : isShown ? "→" : "✓"} ${stepText(step)}${said ? ": " + own(said) : ""}`, said ? "wrong" : ""]);

  function say() {
    const now = doing(), words = texts(), all = exercise();
    document.documentElement.lang = words.code;
    document.title = byId("title").textContent = own(all.title);
    byId("language").textContent = words.other;
    byId("theme").textContent = theme === "dark" ? words.light : words.dark;
    byId("about").textContent = all.windows ? words.about : words.about_scores;
    byId("about").classList.toggle("read", now.log.length > 0);
    const named = { enter: "enter", return: "return", hint: "hint", show: "show", again: "again", save: "save", keys: "keys", "convention-name": "convention", "log-name": "steps", "value-name": "score", "signs-name": "signs" };
    for (const [id, name] of Object.entries(named)) byId(id).textContent = words[name];
    byId("number").textContent = filled(words.number, { number: number + 1, count: page.exercises.length });
    for (const [id, isThere] of [["previous", number > 0], ["next", number + 1 < page.exercises.length]]) {
      byId(id).setAttribute("aria-label", words[id]);
      byId(id).title = words[id];
      byId(id).disabled = !isThere;
    }
    for (const button of document.querySelectorAll(".sign")) button.setAttribute("aria-label", `${words.other_sign}, ${NAMES[button.dataset.of]}`);
    listed(byId("sentences"), own(all.convention).map((text) => [text]));
    const rows = logRows();
    listed(byId("steps-so-far"), rows);
    byId("steps-so-far").scrollTop = byId("steps-so-far").scrollHeight;
    byId("log").hidden = rows.length === 0;
    const wrong = now.log.filter((one) => one.said);
    // The steps of the right answer; one that is right after a wrong attempt, or was shown, is no point.
    const steps = now.log.length - wrong.length;
    const right = now.log.filter(({ said, isShown }, place) => !said && !isShown && !now.log[place - 1]?.said).length;
    byId("points").textContent = filled(right === steps ? words.all_right : words.points, { right, steps });
    byId("counts").textContent = filled(words.counts, { mistakes: now.mistakes, shown: now.shown, hints: now.hints });
    listed(byId("mistakes"), wrong.map(({ said }) => [own(said)]));
    const { mark, look, words: both, of, step } = now.said || {};
    const values = step ? { step: stepText(step), node: all.nodes[step.node].name } : {};
    sentence.textContent = both || of ? `${mark} ${both ? own(both) : filled(words[of], values)}`.trim() : "";
    sentence.className = look || "";
  }

  // ---- Keys ----

  function select(node) {
    doing().selected = node;
    draw();
  }

  // The node beside one on the same level, or as near to it as there is one.
  function beside(node, by) {
    const { nodes } = exercise();
    const level = nodes.map((one, at) => at).filter((at) => nodes[at].level === nodes[node].level);
    level.sort((one, other) => nodes[one].at[0] - nodes[other].at[0]);
    return level[level.indexOf(node) + by];
  }

  function keyInPicture(event) {
    const { nodes } = exercise(), node = doing().selected;
    const to = {
      ArrowUp: () => nodes[node].parent, ArrowDown: () => nodes.findIndex((one) => one.parent === node),
      ArrowLeft: () => beside(node, -1), ArrowRight: () => beside(node, 1), Home: () => 0,
    }[event.key];
    if (event.key === "Enter" || event.key === " ") focusForm();
    else if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    else {
      const wanted = to();
      if (wanted >= 0) select(wanted);
      layers.items.children[doing().selected].focus();
    }
    event.preventDefault();
  }

  // ---- Paper ----

  // All exercises of a set, each with what has been done of it: only one of them is on the screen.
  function writePaper() {
    const onScreen = number;
    let before = "";
    const parts = page.exercises.map((one, place) => {
      number = place;
      const [part, heading, conventions, log] = ["section", "h2", "ul", "ol"].map((name) => document.createElement(name));
      heading.textContent = `${own(one.title)} (${place + 1}/${page.exercises.length})`;
      const sentences = own(one.convention);
      // A convention is printed again only where it differs.
      listed(conventions, sentences.join() === before ? [] : sentences.map((text) => [text]));
      before = sentences.join();
      const svg = frameOf(one, { role: "img" });
      svg.append(...stage().shapes.map((shape) => drawn(page.shapes[shape])));
      listed(log, logRows());
      part.append(heading, conventions, svg, log);
      return part;
    });
    number = onScreen;
    byId("printed").replaceChildren(...parts);
  }

  // ---- Start ----

  function setTheme(wanted) {
    theme = wanted;
    document.documentElement.dataset.theme = wanted;
    drawAnew();
  }

  // The exercise that the address names, counted from 1 as on the page; null if it names none of the set.
  function numberInAddress() {
    const given = new URLSearchParams(location.hash.slice(1)).get("exercise");
    return /^\d+$/.test(given || "") && page.exercises[given - 1] ? given - 1 : null;
  }

  function go(to) {
    number = to;
    // A page within another may have no history.
    try { history.replaceState(null, "", `#exercise=${number + 1}`); } catch {}
    keep();
    drawAnew();
  }

  function onClick(id, does) { byId(id).addEventListener("click", does); }

  function begin(data) {
    page = data;
    doings = page.exercises.map(begun);
    remember();
    number = numberInAddress() ?? number;
    addEventListener("hashchange", () => { const named = numberInAddress(); if (named !== null && named !== number) go(named); });
    const wanted = document.documentElement.dataset.language || navigator.language || "en";
    language = wanted.startsWith("ja") ? "japanese" : "english";
    for (const id of ["language", "theme", "column"]) byId(id).hidden = false;
    byId("set").hidden = page.exercises.length < 2;
    setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    onClick("language", () => { language = language === "english" ? "japanese" : "english"; drawAnew(); });
    onClick("theme", () => setTheme(theme === "dark" ? "light" : "dark"));
    onClick("previous", () => go(number - 1));
    onClick("next", () => go(number + 1));
    onClick("hint", hint);
    onClick("show", showStep);
    onClick("save", save);
    onClick("again", () => { doings[number] = begun(); keep(); drawAnew(); focusForm(); });
    onClick("strike", () => answer({ kind: "skip", node: doing().selected }, false));
    byId("window").addEventListener("submit", (event) => { event.preventDefault(); answerWindow(); });
    byId("score").addEventListener("submit", (event) => { event.preventDefault(); answerScore(); });
    // From α one goes on to β.
    alpha.addEventListener("keydown", (event) => { if (event.key === "Enter" && !beta.value) { event.preventDefault(); beta.focus(); } });
    byId("column").addEventListener("keydown", (event) => { if (event.key === "Escape") layers.items.children[doing().selected].focus(); });
    for (const button of document.querySelectorAll(".infinite")) {
      button.setAttribute("aria-label", `${button.textContent} → ${NAMES[button.dataset.of]}`);
      button.addEventListener("click", () => { const field = byId(button.dataset.of); field.value = `${button.dataset.sign || ""}∞`; field.focus(); });
    }
    for (const button of document.querySelectorAll(".sign")) {
      // The field keeps the focus, so that the keyboard on the screen stays open.
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.addEventListener("click", () => { const field = byId(button.dataset.of); field.value = withOtherSign(field.value); field.focus(); });
    }
    picture.addEventListener("keydown", keyInPicture);
    picture.addEventListener("click", (event) => {
      const item = event.target.closest(".item");
      if (!item) return;
      select([...layers.items.children].indexOf(item));
      // A keyboard on the screen would hide the tree.
      if (matchMedia("(pointer: fine)").matches) focusForm(); else item.focus();
    });
    let screen = theme;
    document.querySelector("main").classList.toggle("set", page.exercises.length > 1);
    addEventListener("beforeprint", () => { screen = theme; setTheme("light"); if (page.exercises.length > 1) writePaper(); });
    addEventListener("afterprint", () => setTheme(screen));
  }

  read().then(begin).catch((error) => {
    byId("problem").textContent = byId(error.message === "old" ? "old" : "damaged").textContent;
    byId("problem").hidden = false;
  });
})();
