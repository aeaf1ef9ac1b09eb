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
    for (const leaf of all(".leaf")) leaf.setAttribute("aria-label", leaf.dataset[code]);
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
    if (["choice", "leaf"].includes(question.dataset.form)) return text;
    if (question.dataset.form === "number") return typedNumber(text);
    const names = unpacked(question.dataset.names);
    const named = (word) => names.find((name) => name === word) || names.find((name) => name.toLowerCase() === word.toLowerCase());
    const wordsOf = (text) => text.replace(/->/g, " ").split(/[\s,、，;；>＞→]+/).filter((word) => word);
    const half = text.replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
    for (const words of [wordsOf(text), [...text], wordsOf(half), [...half]]) {
      const order = words.map(named);
      if (order.length === names.length && names.every((name) => order.includes(name))) return order.join(" ");
    }
    return null;
  }

  const isLeaf = (question) => question.dataset.form === "leaf";
  // The field of a question, or the leaf in the picture.
  const field = (question) => question.querySelector("input, select") || document.getElementById(`${question.id}-leaf`);
  const typed = (question) => {
    if (!isLeaf(question)) return field(question).value;
    return field(question).getAttribute("aria-pressed") === "true" ? "crossed-out" : "evaluated";
  };
  const isDone = (question) => field(question).getAttribute("aria-disabled") === "true";
  const finish = (question) => {
    field(question).setAttribute("aria-disabled", true);
    if (!isLeaf(question)) field(question).disabled = true;
  };
  const show = (question, name) => {
    for (const line of all("p", question)) line.hidden = !line.classList.contains(name) && !(name === "is-right" && line.classList.contains("why"));
    if (isLeaf(question)) {
      question.hidden = name === "is-right";
      field(question).dataset.state = name;
    } else field(question).setAttribute("aria-invalid", name === "is-wrong" || name === "is-odd");
  };
  // The first answer to each question counts, and is saved; null if it was shown before.
  const first = new Map();
  const firstAnswer = (question) => first.get(question);
  const nowAnswer = (question) => answerOf(question, typed(question));

  const quotient = ([above, below = 1]) => Number(above) / Number(below);
  const valueOf = (answer) => (answer === "inf" ? Infinity : answer === "-inf" ? -Infinity : answer ? quotient(answer.split("/")) : NaN);
  // Quotients are rounded.
  const areEqual = (one, other) => one === other || Math.abs(one - other) < 1e-9;
  const sum = (...values) => values.reduce((all, value) => all + value, 0);
  const rules = { max: Math.max, min: Math.min, sum };
  const mean = (values, weights) => sum(...values.map((value, at) => value * weights[at])) / sum(...weights);
  // Whether an answer follows from wrong ones written before it: from the numbers at the children, or from the answer to another question.
  function follows(question, answer, written) {
    const questions = all(".question", question.closest("section"));
    if (question.dataset.children) {
      const value = (child) => (Array.isArray(child) ? child[1] * valueOf(written(questions[child[0]])) : valueOf(String(child)));
      const values = JSON.parse(question.dataset.children).map(value), { rule, weights } = question.dataset;
      const combined = rule === "mean" ? mean(values, weights ? JSON.parse(weights) : values.map(() => 1)) : rules[rule](...values);
      if (areEqual(combined, valueOf(answer))) return true;
    }
    if (question.dataset.next) {
      const numberAt = (place) => {
        const number = written(questions[place]);
        return number && !number.includes("/") ? number : unpacked(questions[place].dataset.right)[0];
      };
      if (mostProving(unpacked(question.dataset.next), numberAt) === answer) return true;
    }
    if (!question.dataset.follows) return false;
    return unpacked(question.dataset.follows).some(([place, earlier, own]) => written(questions[place]) === earlier && own === answer);
  }

  // A leaf has a right answer for each accepted condition of cuts, and the condition is the same for all leaves of a section.
  const isRight = (question, answer, rule) =>
    isLeaf(question) ? unpacked(question.dataset.rules)[rule][0] === answer : unpacked(question.dataset.right).includes(answer);
  const ruleOf = (section) => Number(section.dataset.rule || 0);
  // Chooses the condition of cuts that fits the first answers best, as the grader does.
  function chooseRule(section) {
    const leaves = all(".question", section).filter(isLeaf);
    if (!leaves.length || section.dataset.rule) return;
    const fit = (rule) => points(section, rule) * 1e4 + leaves.filter((leaf) => isRight(leaf, first.get(leaf), rule)).length;
    const rules = unpacked(leaves[0].dataset.rules).map((_, rule) => rule);
    section.dataset.rule = rules.reduce((best, rule) => (fit(rule) > fit(best) ? rule : best));
  }

  function check(question, section) {
    const answer = nowAnswer(question);
    const right = isRight(question, answer, ruleOf(section));
    show(question, right ? "is-right" : follows(question, answer, nowAnswer) ? "follows" : "is-wrong");
    if (right) finish(question);
  }

  function checkAll(section) {
    const written = all(".question", section).filter((question) => !isDone(question) && typed(question).trim() !== "");
    const isAnswer = (question) => nowAnswer(question) !== null;
    for (const question of written) if (!isAnswer(question)) show(question, "is-odd");
    const answered = written.filter(isAnswer);
    for (const question of answered) if (!first.has(question)) first.set(question, nowAnswer(question));
    chooseRule(section);
    for (const question of answered) check(question, section);
  }

  function reveal(question) {
    if (isDone(question)) return;
    if (!first.has(question)) first.set(question, null);
    show(question, "why");
    if (isLeaf(question)) {
      const [right] = unpacked(question.dataset.rules)[ruleOf(question.closest("section"))];
      field(question).setAttribute("aria-pressed", right === "crossed-out");
    }
    finish(question);
  }

  // The cut because of which a leaf is wrongly crossed out, or not crossed out: that of the grader. A path has the place of a leaf and of
  // each node above it among its siblings.
  function misjudgedCut(question, leaves, rule) {
    const isOut = (leaf) => first.get(leaf) === "crossed-out";
    if (!isOut(question)) return `missed ${unpacked(question.dataset.rules)[rule][1]}`;
    const areOut = (path) => leaves.filter((leaf) => path.every((place, at) => place === leaf.dataset.path.split(" ")[at])).every(isOut);
    const path = question.dataset.path.split(" ");
    while (path.length && areOut(path.slice(0, -1))) path.pop();
    let place = Number(path.pop() || 0);
    while (place > 0 && areOut([...path, String(place - 1)])) place -= 1;
    return [...path, place].join(" ");
  }

  // The leaves that the search of a section reaches if it has no score from those that are crossed out, as the grader finds them.
  function reachedLeaves(section, leaves, rule) {
    const search = unpacked(section.dataset.search), reached = new Set();
    const isOut = (node) => (node.children ? node.children.every(isOut) : first.get(leaves[node.leaf]) === "crossed-out");
    const reach = (node) => (node.children ? node.children.forEach(reach) : reached.add(leaves[node.leaf]));
    if (search.star1) star1(search.tree, search.star1, isOut, reach);
    else alphaBeta(search, rule, isOut, reach);
    return reached;
  }

  // The searches of the conventions. Nodes are searched a second time only in PVS, and only there can a table know their bounds.
  function alphaBeta({ tree, root, strict, oneBound, pvs, table, returned }, rule, isOut, reach) {
    const known = new Map();
    const windowOf = (child, [alpha, beta], isNull, max) => {
      if (oneBound) return child.max ? [-Infinity, beta] : [alpha, Infinity];
      if (isNull && Number.isFinite(max ? alpha : beta)) return max ? [alpha, alpha + 1] : [beta - 1, beta];
      return [alpha, beta];
    };
    const isInside = (score, [alpha, beta]) => alpha < score && score < beta;
    function inner(child, window, isNull, max) {
      const given = windowOf(child, window, isNull, max);
      const score = search(child, given);
      const isAgain = isNull && given[0] + 1 === given[1] && isInside(score, window);
      return isAgain ? search(child, max ? [score, window[1]] : [window[0], score]) : score;
    }
    function search(node, given) {
      let [low, high] = given;
      // A null window of PVS cuts at equality by each rule.
      const isStrict = strict[rule] && !(pvs && low + 1 === high);
      const [least, most] = known.get(node) || [-Infinity, Infinity];
      if (least === most || least >= high) return least;
      if (most <= low) return most;
      let [alpha, beta] = [Math.max(low, least), Math.min(high, most)], best = node.max ? -Infinity : Infinity;
      for (const [place, child] of node.children.entries()) {
        const isLeft = isOut(child);
        if (isLeft || !child.children) reach(child);
        if (isLeft) continue;
        const score = child.children ? inner(child, [alpha, beta], pvs && place > 0, node.max) : child.score;
        best = node.max ? Math.max(best, score) : Math.min(best, score);
        if (node.max) alpha = Math.max(alpha, best);
        else beta = Math.min(beta, best);
        if (isStrict ? alpha > beta : alpha >= beta) break;
      }
      if (returned !== "soft") best = node.max ? Math.max(best, low) : Math.min(best, high);
      if (returned === "hard-at-both-ends") best = node.max ? Math.min(best, Math.max(low, high)) : Math.max(best, Math.min(low, high));
      if (table) {
        const own = [best > low ? best : -Infinity, best < high ? best : Infinity], both = [Math.max(least, own[0]), Math.min(most, own[1])];
        // Crossed-out leaves can make bounds contradict each other.
        known.set(node, both[0] <= both[1] ? both : own);
      }
      return best;
    }
    search(tree, root.map((end) => valueOf(String(end))));
  }

  // Star1 in whole numbers: a value is its number of parts. A value that is not known can be as high as any.
  function star1(tree, [highest, parts], isOut, reach) {
    const most = BigInt(highest) * BigInt(parts);
    const above = (one, other) => (one === null || (other !== null && other > one) ? other : one);
    function valueOfChild(child, alpha) {
      if (isOut(child) || !child.children) reach(child);
      return isOut(child) ? null : child.children ? search(child, alpha) : BigInt(child.score) * BigInt(parts);
    }
    function search(node, alpha) {
      if (node.max) return node.children.reduce((best, child) => above(best, valueOfChild(child, above(alpha, best))), null) ?? 0n;
      const all = node.children.reduce((all, { weight }) => all + BigInt(weight), 0n);
      let sum = 0n, rest = all * most;
      for (const child of node.children) {
        const weight = BigInt(child.weight);
        rest -= weight * most;
        sum += weight * (valueOfChild(child, alpha === null ? null : (all * alpha - sum - rest) / weight) ?? most);
        if (alpha !== null && sum + rest <= all * alpha) break;
      }
      return (sum + rest) / all;
    }
    search(tree, null);
  }

  // The most-proving node by the numbers that are written at the nodes; null if the root is proved or disproved.
  function mostProving(tree, numberAt) {
    const pair = (node) => node.numbers || [numberAt(node.question), numberAt(node.question + 1)];
    const of = (node) => pair(node).map((number) => valueOf(String(number)));
    if (of(tree).includes(Infinity)) return null;
    let node = tree;
    while (node.children) {
      const which = node.max ? 0 : 1;
      node = node.children.reduce((best, child) => (of(child)[which] < of(best)[which] ? child : best));
    }
    return node.name;
  }

  // Counts the points of the first answers: the leaves below one misjudged cut are one mistake, and what fits the search without the
  // leaves that are crossed out follows from them.
  function points(section, rule) {
    const questions = all(".question", section), leaves = questions.filter(isLeaf), cuts = new Set();
    const reached = leaves.length && reachedLeaves(section, leaves, rule);
    return questions.filter((question) => {
      const answer = first.get(question);
      if (!answer) return false;
      if (isRight(question, answer, rule) || follows(question, answer, firstAnswer)) return true;
      if (!isLeaf(question)) return false;
      if (reached && reached.has(question) !== (answer === "crossed-out")) return true;
      const cut = misjudgedCut(question, leaves, rule);
      return cuts.has(cut) || !cuts.add(cut);
    }).length;
  }

  function tell() {
    const right = all("section").reduce((sum, section) => sum + points(section, ruleOf(section)), 0);
    for (const place of all(".right-count")) place.textContent = right;
    document.getElementById("score").hidden = !all(".question").every(isDone);
  }

  function save(section) {
    const answers = all(".question", section).map((question) => {
      const answer = first.has(question) ? first.get(question) : nowAnswer(question);
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

  // ---- Leaves to cross out ----

  // One leaf is in the order of the Tab key; arrow keys go from leaf to leaf.
  function goTo(leaf, leaves) {
    for (const one of leaves) one.setAttribute("tabindex", one === leaf ? 0 : -1);
    leaf.focus();
  }
  function cross(leaf) {
    if (leaf.getAttribute("aria-disabled") === "true") return;
    leaf.setAttribute("aria-pressed", leaf.getAttribute("aria-pressed") !== "true");
    delete leaf.dataset.state;
  }
  function crossOut(section) {
    const leaves = all(".leaf", section);
    if (!leaves.length) return;
    section.querySelector(".how").hidden = false;
    leaves[0].setAttribute("tabindex", 0);
    leaves.forEach((leaf, at) => {
      leaf.onclick = () => {
        goTo(leaf, leaves);
        cross(leaf);
      };
      leaf.onkeydown = (event) => {
        const next = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: leaves.length - 1 }[event.key];
        if (event.key === " " || event.key === "Enter") cross(leaf);
        else if (next !== undefined) goTo(leaves[Math.min(Math.max(next, 0), leaves.length - 1)], leaves);
        else return;
        event.preventDefault();
      };
    });
  }

  // ---- Signs ----

  // Buttons for what a keyboard of digits on the screen may lack. The field keeps the focus, so that the keyboard stays open.
  for (const button of all(".sign")) {
    const input = field(button.closest(".question"));
    button.hidden = false;
    button.onmousedown = (event) => event.preventDefault();
    button.onclick = () => {
      if (input.disabled) return;
      const isNegative = /^\s*[-−－]/.test(input.value), isOther = button.dataset.sign === "other";
      const digits = input.value.replace(/^\s*[-−－]?/, "");
      input.value = (isNegative === isOther ? "" : "−") + (isOther ? digits : "∞");
      input.focus();
    };
  }

  for (const section of all("section")) {
    section.querySelector(".buttons").hidden = false;
    crossOut(section);
    section.querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      checkAll(section);
      tell();
      (section.querySelector("[aria-invalid=true], .leaf[data-state=is-wrong]") || section.querySelector(".save")).focus();
    };
    section.querySelector(".show").onclick = () => {
      all(".question", section).forEach(reveal);
      tell();
    };
    section.querySelector(".save").onclick = () => save(section);
  }
})();
