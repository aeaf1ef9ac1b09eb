"""Answers the questions of the pages of `.ci/pages` by keyboard and mouse, with what `edagari` says is right.
Usage: drive_questions.py chromium|firefox EDAGARI FOLDER"""

import json
import random
import subprocess
import sys
from pathlib import Path

from browsers import begin
from drive_pages import keeps_nobody_out

KINDS = ["cross-out", "star1", "values", "order", "interval", "deepening", "bug"]
# Kinds whose answers are marks of the leaves in the tree.
OF_LEAVES = ["cross-out", "star1"]
NUMBERS = Path("crates/edagari-teach/src/exercise/questions/typed_numbers.json")
ENTER, TAB = "\ue007", "\ue004"
SHOWN = "[...document.querySelectorAll('.question p')].filter((line) => line.offsetParent).map((line) => line.className)"


def fill(browser, place, answer):
    """Types an answer into the field of a question, chooses it, or crosses out a leaf in the tree."""
    pressed = browser.run(
        "const leaf = document.getElementById(`${document.querySelectorAll('.question')[arguments[0]].id}-leaf`);"
        "if (!leaf) return null; leaf.focus(); return leaf.getAttribute('aria-pressed');",
        place,
    )
    if pressed is not None:
        if (pressed == "true") != (answer == "crossed-out"):
            browser.press(" ")
        return
    browser.run("document.querySelectorAll('.question')[arguments[0]].querySelector('input, select').focus()", place)
    is_choice = browser.run("return document.activeElement.tagName === 'SELECT'")
    if is_choice:
        browser.run("document.activeElement.value = arguments[0]", answer)
    else:
        browser.run("document.activeElement.value = ''")
        browser.press(*str(answer))


def graded(browser, program, folder, kind):
    """Saves the answers, and returns their points by `edagari grade`, and of how many they are."""
    browser.run(
        "window.saved = null; const create = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return create(blob); };"
        "document.querySelector('.save').click();"
    )
    for _ in range(100):
        saved = browser.run("return window.saved")
        if saved:
            break
    answers = folder / "saved.edagari-answers.json"
    answers.write_text(saved, encoding="utf-8")
    exercise = folder / f"{kind}.edagari-exercise.ron"
    result = json.loads(subprocess.run([program, "grade", exercise, answers, "--json"], capture_output=True).stdout)
    return result["right"], result["judged"]


def drive(browser, program, folder, kind):
    page, exercise = folder / f"{kind}.html", folder / f"{kind}.edagari-exercise.ron"
    right = json.loads((folder / f"{kind}.edagari-answers.json").read_text(encoding="utf-8"))["answers"]
    browser.open(page)
    keeps_nobody_out(browser, page)
    assert browser.run("return document.documentElement.lang") in ["en", "ja"]
    # Nothing is marked before anything is answered, and nonsense is no answer. Leaves that are not crossed out are an answer.
    is_of_leaves = kind in OF_LEAVES
    if not is_of_leaves:
        browser.run("document.querySelector('.does').click()")
    assert browser.run(f"return {SHOWN}") == [], kind
    if kind not in [*OF_LEAVES, "bug"]:
        fill(browser, 0, "?!")
        browser.press(ENTER)
        assert browser.run(f"return {SHOWN}") == ["is-odd"], kind
    # The first answer is wrong, then all are right.
    wrong = {kind: "crossed-out" if right[0] == "evaluated" else "evaluated", "bug": "line-1"}
    if kind in ["values", "deepening", "interval"]:
        wrong[kind] = 77
    if kind == "order":
        worse = json.loads((folder / f"{kind}.edagari-answers.json").read_text(encoding="utf-8"))["answers"][2]
        wrong[kind] = worse.replace(" ", ", ").lower()
    for place, answer in enumerate(right if is_of_leaves else []):
        fill(browser, place, answer)
    fill(browser, 0, wrong[kind])
    browser.run("document.querySelector('.does').click()")
    assert browser.run(f"return {SHOWN}") == ["is-wrong"], (kind, browser.run(f"return {SHOWN}"))
    for place, answer in enumerate(right):
        fill(browser, place, answer)
    browser.run("document.querySelector('.does').click()")
    shown = browser.run(f"return {SHOWN}")
    # Leaves that are right are marked in the tree only.
    assert shown == ([] if is_of_leaves else ["is-right", "why"] * len(right)), (kind, shown)
    score = browser.run("return document.getElementById('score').innerText")
    assert str(len(right) - 1) in score and str(len(right)) in score, (kind, score)
    # What is saved are the first answers, which the grader reads.
    assert graded(browser, program, folder, kind) == (len(right) - 1, len(right)), kind
    # Numbers mean what they mean to the grader.
    for text, number in json.loads(NUMBERS.read_text(encoding="utf-8")):
        assert browser.run("return typedNumber(arguments[0])", text) == number, text
    # The button of the sign, for keyboards without a minus.
    if browser.run("return document.querySelector('.sign') !== null"):
        browser.open(page)
        signs = "const f = document.querySelector('[data-form=number] input'); f.value = arguments[0]; document.querySelector(`.sign[data-sign=${arguments[1]}]`).click(); return f.value"
        for value, sign, expected in (("5", "other", "−5"), ("-5", "other", "5"), ("", "infinite", "∞"), ("−", "infinite", "−∞")):
            assert browser.run(signs, value, sign) == expected, (kind, value, sign)
        browser.run("document.querySelector('[data-form=number] input').value = ''")
    # The other language, and the answers of a page that is opened again.
    before = browser.run("return document.querySelector('h2').innerText")
    browser.run("document.getElementById('language').click()")
    assert browser.run("return document.querySelector('h2').innerText") != before, kind
    browser.open(page)
    browser.run("document.querySelector('.show').click()")
    assert browser.run(f"return {SHOWN}") == ["why"] * len(right), kind
    errors = browser.errors()
    assert not errors, errors


def agree(browser, program, folder, kind):
    """The page counts the same points as the grader: what follows from an answer before, and a misjudged cut once."""
    right = json.loads((folder / f"{kind}.edagari-answers.json").read_text(encoding="utf-8"))["answers"]
    answers = [[*right[2:], *right[:2]]] if kind == "order" else []
    for seed in range(8 if kind in OF_LEAVES else 0):
        draw, choice, drawn = random.Random(seed), "evaluated", []
        for _ in right:
            choice = draw.choice([choice, choice, "evaluated", "crossed-out"])
            drawn.append(choice)
        answers.append(drawn)
    for given in answers:
        browser.open(folder / f"{kind}.html")
        for place, answer in enumerate(given):
            fill(browser, place, answer)
        browser.run("document.querySelector('.does').click()")
        if kind == "order":
            assert browser.run(f"return {SHOWN}") == ["is-wrong", "follows"] * 2, browser.run(f"return {SHOWN}")
        browser.run("document.querySelector('.show').click()")
        points = int(browser.run("return document.querySelector('.right-count').textContent"))
        assert graded(browser, program, folder, kind) == (points, len(right)), (given, points)


def main():
    which, program, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    browser = begin(which)
    try:
        for kind in KINDS:
            drive(browser, program, folder, kind)
            agree(browser, program, folder, kind)
            print(f"{kind}: answered in {which}")
    finally:
        browser.quit()


main()
