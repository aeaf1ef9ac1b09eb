// Checks the answers on a page with questions. The right answers are in the page, written by the grader; nothing is computed here but the
// form in which an answer is typed.
(() => {
  const root = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const unpacked = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));

  // ---- Language and colours ----

  const languages = root.dataset.languages.split(" ");
  function speak(code) {
    root.dataset.language = root.lang = code;
    for (const option of all("option")) option.textContent = option.dataset[code];
  }
  const wanted = root.dataset.language || (navigator.language || "").slice(0, 2);
  speak(languages.includes(wanted) ? wanted : languages[0]);
  const other = document.getElementById("language");
  other.hidden = languages.length < 2;
  other.onclick = () => speak(languages[(languages.indexOf(root.lang) + 1) % languages.length]);
  root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

  // ---- Answers ----

  // A typed answer in the form of the right ones; null if it is none.
  function answerOf(question, typed) {
    const text = typed.trim();
    if (question.dataset.form === "choice") return text;
    if (question.dataset.form === "number") {
      const plain = text.replace(/[−–－]/g, "-").toLowerCase();
      if (/^-(inf|∞)$/.test(plain)) return "-inf";
      if (/^\+?(inf|∞)$/.test(plain)) return "inf";
      return /^[-+]?[0-9]{1,9}$/.test(plain) ? String(Number(plain)) : null;
    }
    const names = unpacked(question.dataset.names);
    const named = (word) => names.find((name) => name === word) || names.find((name) => name.toLowerCase() === word.toLowerCase());
    for (const words of [text.split(/[\s,、，>]+/).filter((word) => word), [...text]]) {
      const order = words.map(named);
      if (order.length === names.length && names.every((name) => order.includes(name))) return order.join(" ");
    }
    return null;
  }

  const field = (question) => question.querySelector("input, select");
  const show = (question, name) => {
    for (const line of all("p", question)) line.hidden = !line.classList.contains(name) && !(name === "is-right" && line.classList.contains("why"));
    field(question).setAttribute("aria-invalid", name === "is-wrong" || name === "is-odd");
  };
  // The first answer to each question counts, and is saved.
  const first = new Map();

  // Whether an answer follows from the wrong one that was written first before it.
  function follows(question, answer) {
    if (!question.dataset.follows) return false;
    const earlier = first.get(question.previousElementSibling)?.answer;
    return unpacked(question.dataset.follows).some(([one, own]) => one === earlier && own === answer);
  }

  function check(question) {
    const typed = field(question).value;
    if (typed.trim() === "" || field(question).disabled) return;
    const answer = answerOf(question, typed);
    if (answer === null) return show(question, "is-odd");
    const isRight = unpacked(question.dataset.right).includes(answer), isGood = isRight || follows(question, answer);
    if (!first.has(question)) first.set(question, { answer, isRight: isGood });
    show(question, isRight ? "is-right" : isGood ? "follows" : "is-wrong");
    field(question).disabled = isRight;
  }

  function reveal(question) {
    if (field(question).disabled) return;
    if (!first.has(question)) first.set(question, { answer: null, isRight: false });
    show(question, "why");
    field(question).disabled = true;
  }

  // The cut because of which a leaf is wrongly crossed out, or not crossed out: that of the grader. A path has the place of a leaf and of
  // each node above it among its siblings.
  function misjudgedCut(question, leaves) {
    const isOut = (leaf) => first.get(leaf)?.answer === "crossed-out";
    if (!isOut(question)) return `missed ${question.dataset.cut}`;
    const areOut = (path) => leaves.filter((leaf) => path.every((place, at) => place === leaf.dataset.path.split(" ")[at])).every(isOut);
    const path = question.dataset.path.split(" ");
    while (path.length && areOut(path.slice(0, -1))) path.pop();
    let place = Number(path.pop() || 0);
    while (place > 0 && areOut([...path, String(place - 1)])) place -= 1;
    return [...path, place].join(" ");
  }

  // Counts the points of the first answers: the leaves below one misjudged cut are one mistake.
  function points(section) {
    const questions = all(".question", section), leaves = questions.filter((question) => question.dataset.path), cuts = new Set();
    return questions.filter((question) => {
      const { answer, isRight } = first.get(question) || {};
      if (isRight || !answer || !question.dataset.path) return isRight;
      const cut = misjudgedCut(question, leaves);
      return cuts.has(cut) || !cuts.add(cut);
    }).length;
  }

  function tell() {
    const questions = all(".question");
    const right = all("section").reduce((sum, section) => sum + points(section), 0);
    for (const place of all(".right-count")) place.textContent = right;
    document.getElementById("score").hidden = questions.some((question) => !field(question).disabled);
  }

  function save(section) {
    const answers = all(".question", section).map((question) => {
      const typed = field(question).value.trim();
      const answer = first.has(question) ? first.get(question).answer : typed && answerOf(question, typed);
      if (!answer) return null;
      return /^-?[0-9]+$/.test(answer) && question.dataset.form === "number" ? Number(answer) : answer;
    });
    const text = JSON.stringify({ version: 1, exercise: section.dataset.exercise, answers });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
    link.download = `${section.id}.edagari-answers.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  for (const section of all("section")) {
    section.querySelector(".buttons").hidden = false;
    const checkAll = (event) => {
      event.preventDefault();
      all(".question", section).forEach(check);
      tell();
      (section.querySelector("[aria-invalid=true]") || section.querySelector(".save")).focus();
    };
    section.querySelector("form").onsubmit = checkAll;
    section.querySelector(".show").onclick = () => {
      all(".question", section).forEach(reveal);
      tell();
    };
    section.querySelector(".save").onclick = () => save(section);
  }
})();
