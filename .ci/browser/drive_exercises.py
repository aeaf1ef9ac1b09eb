"""Does the exercises of `.ci/pages` by keyboard, from begin to end, with what `edagari` says is right.
Usage: drive_exercises.py chromium|firefox EDAGARI FOLDER"""

import json
import re
import subprocess
import sys
from pathlib import Path

from browsers import begin
from drive_pages import KEYS, keeps_nobody_out, wait

ENTER, TAB, UP = "\ue007", "\ue004", "\ue013"
# No-break spaces are equal to spaces.
SAID = "document.getElementById('sentence').textContent.replaceAll('\u00a0', ' ')"
SELECTED = "document.querySelector('[role=treeitem][aria-selected=true]').getAttribute('aria-label')"
FOCUS = "document.activeElement.id"


def text(browser, identifier):
    return browser.run("return document.getElementById(arguments[0]).textContent", identifier)


class Tree:
    """The tree of an exercise's file."""

    def __init__(self, file):
        text = file.read_text(encoding="utf-8")
        self.parents = dict(re.findall(r'Node\(name: "(\w+)"(?:, parent: "(\w+)")?', text))
        self.is_from_right = "from_right: true" in text
        limit = re.search(r"depth_limit: (\d+)", text)
        self.limit = int(limit[1]) if limit else len(self.parents)

    def depth(self, name):
        return 1 + self.depth(self.parents[name]) if self.parents[name] else 0

    def is_leaf(self, name):
        """Whether the search does not go below a node."""
        return name not in self.parents.values() or self.depth(name) >= self.limit

    def keys_to(self, name):
        """The keys that lead from the root to a node."""
        parent = self.parents[name]
        if not parent:
            return []
        siblings = [one for one, its_parent in self.parents.items() if its_parent == parent]
        # Down leads to the child that is searched first.
        if self.is_from_right:
            return [*self.keys_to(parent), KEYS["down"], *[KEYS["left"]] * siblings[::-1].index(name)]
        return [*self.keys_to(parent), KEYS["down"], *[KEYS["right"]] * siblings.index(name)]


def typed(browser, number):
    browser.press(*(number if isinstance(number, str) else str(number)))
    browser.press(ENTER)


def answer(browser, tree, step):
    name = step.get("enter") or step.get("skip") or step["return"]
    browser.press(KEYS["escape"], KEYS["home"], *tree.keys_to(name))
    assert browser.run(f"return {SELECTED}").split(", ")[0] == name, f"{name} is not reached by keyboard"
    browser.press(ENTER)
    if "skip" in step:
        for _ in range(9):
            if browser.run(f"return {FOCUS}") == "strike":
                break
            browser.press(TAB)
        browser.press(ENTER)
    elif "enter" in step:
        for end in step["window"]:
            typed(browser, end)
    else:
        signs = {"upper": "<=", "exact": "=", "lower": ">="}
        typed(browser, signs.get(step.get("bound"), "") + str(step["score"]))


def reasons(program, folder, name, steps):
    """What `edagari grade` says of the last step."""
    answers = folder / "wrong.edagari-answers.json"
    answers.write_text(json.dumps({"version": 1, "steps": steps}), encoding="utf-8")
    found = []
    for language in ("english", "japanese"):
        command = [program, "grade", str(folder / f"{name}.html"), str(answers), "--json", "--language", language]
        graded = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)
        found.append(graded["steps"][-1]["sentence"])
    return found


def wrong(step, windows):
    """A wrong step in the place of a right one."""
    if "enter" in step:
        return {**step, "window": [3, 99]}
    if "return" in step:
        return {**step, "score": 99}
    return {"enter": step["skip"], "window": [3, 99]} if windows else {"return": step["skip"], "score": 99}


def graded(browser, program, folder, name):
    """Saves the answers, and returns their points by `edagari grade`, and of how many they are."""
    browser.run(
        "window.saved = null; const create = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); URL.createObjectURL = create; return create.call(URL, blob); };"
        "document.getElementById('save').click();"
    )
    wait(browser, "window.saved", "the saved answers")
    answers = folder / "saved.edagari-answers.json"
    answers.write_text(browser.run("return window.saved"), encoding="utf-8")
    exercise = folder / f"{name}.edagari-exercise.ron"
    grade = subprocess.run([program, "grade", str(exercise), str(answers), "--json"], stdout=subprocess.PIPE, check=False)
    result = json.loads(grade.stdout)
    return result["right"], result["judged"]


def do(browser, program, folder, name):
    page = folder / f"{name}.html"
    tree = Tree(folder / f"{name}.edagari-exercise.ron")
    steps = json.loads((folder / f"{name}.edagari-answers.json").read_text(encoding="utf-8"))["steps"]
    browser.open(page)
    wait(browser, "!document.getElementById('column').hidden", "the form")
    browser.run("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()")
    keeps_nobody_out(browser, page.name)
    mistakes = 0
    for number, step in enumerate(steps):
        assert text(browser, "place") == f"Step {number + 1} of {len(steps)}", text(browser, "place")
        is_leaf = "skip" in step and tree.is_leaf(step["skip"])
        if number in (1, 4, 9) and not is_leaf:
            slip = wrong(step, any("enter" in one for one in steps))
            answer(browser, tree, slip)
            mistakes += 1
            english, japanese = reasons(program, folder, name, [*steps[:number], slip])
            assert browser.run(f"return {SAID}") == f"× {english}", (browser.run(f"return {SAID}"), english)
            browser.run("document.getElementById('language').click()")
            assert browser.run(f"return {SAID}") == f"× {japanese}", (browser.run(f"return {SAID}"), japanese)
            browser.run("document.getElementById('language').click()")
            assert text(browser, "place") == f"Step {number + 1} of {len(steps)}", "a wrong step is not taken"
            for _ in "ab":
                browser.run("document.getElementById('theme').click()")
                keeps_nobody_out(browser, page.name)
        answer(browser, tree, step)
        assert browser.run(f"return {SAID}") == "✓ Right.", (step, browser.run(f"return {SAID}"))
    assert mistakes > 1
    assert text(browser, "points") == f"{len(steps) - mistakes} of {len(steps)} steps are right.", text(browser, "points")
    assert text(browser, "counts") == f"Mistakes: {mistakes}. Steps shown: 0. Hints: 0."
    assert browser.run("return document.getElementById('mistakes').children.length") == mistakes
    assert browser.run(f"return {FOCUS}") == "summary" and browser.run("return document.getElementById('step').hidden")
    assert len(browser.picture()) > 10_000, "a blank picture"
    for _ in "ab":
        browser.run("document.getElementById('theme').click()")
        keeps_nobody_out(browser, page.name)
    assert browser.run("return document.body.scrollWidth <= innerWidth"), "wider than the window"
    # Answers survive a reload.
    before = [text(browser, part) for part in ("steps-so-far", "points", "counts")]
    browser.open(page)
    wait(browser, "!document.getElementById('column').hidden", "the form")
    assert [text(browser, part) for part in ("steps-so-far", "points", "counts")] == before, "a reload forgets what was done"
    # In the saved answers, each corrected step earns nothing.
    assert graded(browser, program, folder, name) == (len(steps) - mistakes, len(steps))
    # A second pass, with each step shown.
    browser.run("document.getElementById('again').click()")
    assert text(browser, "place") == f"Step 1 of {len(steps)}"
    browser.run("document.getElementById('hint').click()")
    assert browser.run(f"return {SAID}").startswith("→ The next step is at ")
    for _ in steps:
        browser.run("document.getElementById('show').click()")
    assert text(browser, "points") == f"0 of {len(steps)} steps are right.", text(browser, "points")
    assert text(browser, "counts") == f"Mistakes: 0. Steps shown: {len(steps)}. Hints: 1."
    right, judged = graded(browser, program, folder, name)
    assert (right, judged) == (0, len(steps)), "a shown step earns nothing"
    browser.run("document.getElementById('picture').hidden = true")
    blank = len(browser.printed())
    browser.run("document.getElementById('picture').hidden = false")
    assert len(browser.printed()) > blank + 1_500, "a page is printed without its picture"


def go_through_set(browser, page):
    browser.open(page)
    wait(browser, "!document.getElementById('column').hidden", "the form")
    assert text(browser, "number") == "Exercise 1 of 3" and browser.run("return document.getElementById('previous').disabled")
    browser.run("document.getElementById('show').click(); document.getElementById('next').click()")
    assert text(browser, "number") == "Exercise 2 of 3" and text(browser, "place").startswith("Step 1 ")
    browser.run("document.getElementById('previous').click()")
    assert text(browser, "place").startswith("Step 2 "), "what has been done is kept"
    # The address names the exercise, is followed when it changes, and is kept by a reload.
    assert browser.run("return location.hash") == "#exercise=1"
    browser.run("location.hash = 'exercise=3'")
    wait(browser, "document.getElementById('number').textContent === 'Exercise 3 of 3'", "the exercise of the address")
    browser.refresh()
    wait(browser, "document.getElementById('number').textContent === 'Exercise 3 of 3'", "the exercise after a reload")
    for nothing in ["exercise=0", "exercise=4", "exercise=x", ""]:
        browser.run("location.hash = arguments[0]; dispatchEvent(new Event('hashchange'))", nothing)
        assert text(browser, "number") == "Exercise 3 of 3", f"#{nothing} names another exercise"
    browser.run("location.hash = 'exercise=1'")
    wait(browser, "document.getElementById('number').textContent === 'Exercise 1 of 3'", "the first exercise")
    # Input that is not a number is not a mistake.
    browser.run("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()")
    browser.press(ENTER, "x", ENTER, "1", ENTER)
    assert browser.run(f"return {SAID}") == "Write whole numbers, or -inf and inf."
    assert browser.run(f"return {FOCUS}") == "alpha"
    browser.press(KEYS["escape"], UP)
    assert browser.run(f"return {SELECTED}").startswith("A, ")
    # Damaged stored answers are discarded: a node that does not exist, and a step that is not required.
    for step in ['{"kind": "enter", "node": 99}', '{"kind": "skip", "node": 0}']:
        kept = f'{{"number": "1", "done": [{{"steps": [[{step}]]}}]}}'
        browser.run("for (const name of Object.keys(localStorage)) localStorage.setItem(name, arguments[0])", kept)
        browser.open(page)
        wait(browser, "!document.getElementById('column').hidden", "the form")
        assert text(browser, "place").startswith("Step 1 ") and text(browser, "number") == "Exercise 1 of 3"


def prints_set(browser, page):
    """All exercises of a set are printed, each with its heading and what was done of it, and none is clipped."""
    browser.open(page)
    wait(browser, "!document.getElementById('column').hidden", "the form")
    browser.run("document.getElementById('show').click(); document.getElementById('next').click()")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    for width in (1000, 700):
        browser.become_paper(width, 1000)
        boxes = browser.run("return [...document.querySelectorAll('#printed svg')].map((one) => { const r = one.getBoundingClientRect(); return [r.left, r.right, r.height]; })")
        assert len(boxes) == 3 and all(left >= 0 and right <= width and height > 100 for left, right, height in boxes), boxes
        drawn = browser.run("return [...document.querySelectorAll('#printed svg')].every((one) => { const [a, b] = [one.getBBox(), one.viewBox.baseVal]; return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height; })")
        assert drawn, "a tree is clipped"
        assert browser.run("return document.getElementById('column').offsetParent === null && document.getElementById('picture').offsetParent === null")
    headings = browser.run("return [...document.querySelectorAll('#printed h2')].map((one) => one.textContent)")
    assert headings == [f"Exercise {number} ({number}/3)" for number in (1, 2, 3)], headings
    assert browser.run("return [...document.querySelectorAll('#printed ol')].map((one) => one.children.length)") == [1, 0, 0]
    browser.become_desktop()
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert text(browser, "number") == "Exercise 2 of 3", "printing changes the exercise on the screen"
    whole = len(browser.printed())
    browser.run("document.querySelector('main').classList.remove('set'); document.getElementById('printed').style.display = 'none'")
    assert whole > len(browser.printed()), "a set is no longer on paper than one exercise"


def signs_by_button(browser, page):
    """The button of the sign changes what is typed, for keyboards without a minus."""
    browser.open(page)
    wait(browser, "!document.getElementById('column').hidden", "the form")
    for before, after in (("5", "−5"), ("−5", "5"), ("-5", "5"), ("", "−"), ("∞", "−∞"), ("≤ 3", "≤−3"), (">=-3", ">=3")):
        found = browser.run("const f = document.getElementById('value'); f.value = arguments[0]; document.querySelector('.sign[data-of=value]').click(); return f.value", before)
        assert found == after, (before, found)


def without_script(browser, page):
    browser.allow_scripts(False)
    browser.open(page)
    assert len(browser.picture()) > 10_000, "a page without its tree"
    said = browser.read("noscript p")
    assert said.startswith("With JavaScript"), said
    browser.allow_scripts(True)


def main():
    which, program, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    damaged = folder / "damaged-exercise.html"
    page = (folder / "cuts.html").read_text(encoding="utf-8")
    damaged.write_text(page.replace('data-encoding="deflate">', 'data-encoding="deflate">AAAA', 1), encoding="utf-8")
    browser = begin(which)
    try:
        for name in ("cuts", "signs", "scores", "mirrored", "limited"):
            do(browser, program, folder, name)
        go_through_set(browser, folder / "set.html")
        prints_set(browser, folder / "set.html")
        signs_by_button(browser, folder / "signs.html")
        errors = [entry for entry in browser.errors() if entry["level"] in ("SEVERE", "WARNING")]
        assert not errors, errors
        browser.open(damaged)
        wait(browser, "!document.getElementById('problem').hidden", "a sentence on a damaged page")
        assert browser.run("return document.querySelector('#picture svg') !== null"), "its blank tree stays"
        without_script(browser, folder / "cuts.html")
    finally:
        browser.quit()
    print(f"exercises: done in {which} by keyboard, without errors")


if __name__ == "__main__":
    main()
