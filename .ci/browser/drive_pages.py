"""Drives the pages of `.ci/pages`: figures, lessons, and all pages on a phone. Usage: drive_pages.py chromium|firefox FOLDER"""

import functools
import http.server
import json
import sys
import threading
import time
from pathlib import Path

from browsers import begin

KEYS = {"escape": "\ue00c", "right": "\ue014", "left": "\ue012", "home": "\ue011", "end": "\ue010", "down": "\ue015"}

ENTER = "\ue007"
AXE = Path(__file__).parent.parent.parent / "target/tools/axe-core/package/axe.min.js"


def keeps_nobody_out(browser, page):
    """No violation is found by axe-core, which `.ci/axe` fetches."""
    if not AXE.exists():
        print(f"skipped: without axe-core nothing is said of who is kept out by {page}")
        return
    browser.run(AXE.read_text(encoding="utf-8") + "; window.found = null; axe.run().then((found) => { window.found = found.violations; });")
    wait(browser, "window.found !== null", "an answer of axe-core")
    found = browser.run("return window.found.map((one) => [one.id, one.help, one.nodes.map((node) => node.html.slice(0, 200))])")
    assert not found, f"{page}: {json.dumps(found, indent=1)}"


def wait(browser, script, what):
    since = time.monotonic()
    while not browser.run(f"return {script}"):
        assert time.monotonic() - since < 20, f"never: {what}"
        time.sleep(0.05)


FRAME = "document.getElementById('frame').textContent"
SAYS = "document.getElementById('sentence').textContent"
SELECTED = "document.querySelectorAll('[role=treeitem][aria-selected=true]').length"


SVG = "document.querySelector('#picture svg').innerHTML"
PLACES = "Object.fromEntries([...document.querySelectorAll('#picture g[id]')].map((one) => [one.id, one.getAttribute('transform')]))"


def scrub(browser, frame):
    """The picture of a frame, to which the slider jumps."""
    browser.run("const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", frame)
    return browser.run(f"return {SVG}")


def glides(browser, page):
    """A step moves what stays from its place to the next. The time of the page is set by hand here."""
    browser.open(page)
    wait(browser, f"{FRAME} !== ''", "the first frame")
    settled, places = [], []
    for frame in range(min(24, 1 + int(browser.run("return document.getElementById('slider').max")))):
        settled.append(scrub(browser, frame))
        places.append(browser.run(f"return {PLACES}"))
    stays = [[name for name in one if name in other] for one, other in zip(places, places[1:])]
    moved = [[name for name in names if places[at][name] != places[at + 1][name]] for at, names in enumerate(stays)]
    assert all(stays), "nothing keeps its name"
    real = "window.real ||= [performance.now, requestAnimationFrame]; "
    browser.run(real + "performance.now = () => 1000; window.held = null; window.requestAnimationFrame = (tick) => { window.held = tick; }")

    def pass_time(share):
        browser.run("const tick = window.held; window.held = null; tick(1000 + 250 * arguments[0])", share)
        return browser.run(f"return {PLACES}")

    def is_still(frame, what):
        browser.run("if (window.held) window.held(1100)")
        assert browser.run(f"return {SVG}") == settled[frame], what

    for at, names in enumerate(moved):
        scrub(browser, at)
        kept = stays[at][0]
        browser.run("window.kept = document.getElementById(arguments[0])", kept)
        browser.press(KEYS["right"])
        assert browser.run("return window.kept === document.getElementById(arguments[0])", kept), "another element of the same name"
        start = pass_time(0)
        assert all(start[name] == places[at][name] for name in stays[at]), "a jump at the start"
        # The effect of the frame is shown before the picture moves; this is the middle of the movement.
        half = pass_time(0.75)
        for name in names:
            ends = [numbers(places[frame][name]) for frame in (at, at + 1)]
            expected = [(one + other) / 2 for one, other in zip(*ends)]
            assert all(abs(one - other) < 0.01 for one, other in zip(numbers(half[name]), expected)), f"{at}: {name} at {half[name]}"
        pass_time(1)
        is_still(at + 1, f"another picture of frame {at + 1} after a motion")
    assert any(moved) or page.name != "large.html", "nothing moves"
    # The effect of a frame is visible during the motion.
    effects = "document.querySelector('#picture svg').children[1].textContent"
    scrub(browser, 4)
    browser.press(KEYS["right"])
    pass_time(0.25)
    assert browser.run(f"return {effects}") == "1" or page.name != "small.html", "the score on its way"
    # Another step starts at the current point of the motion, and a jump ends it.
    at = max(range(1, len(moved) - 1), key=lambda at: len(moved[at]))
    scrub(browser, at)
    browser.press(KEYS["right"])
    half = pass_time(0.75)
    browser.press(KEYS["left"])
    again = pass_time(0)
    assert all(again[name] == half[name] for name in stays[at]), "a jump where a motion is interrupted"
    pass_time(0.5)
    browser.press(KEYS["right"], KEYS["right"], KEYS["left"])
    pass_time(1)
    is_still(at + 1, "another picture after interrupted motions")
    browser.press(KEYS["left"])
    pass_time(0.3)
    browser.press(KEYS["home"])
    is_still(0, "motion at a jump")
    scrub(browser, at)
    is_still(at, "motion at the slider")
    browser.press(KEYS["right"])
    pass_time(0.3)
    browser.run("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint'))")
    is_still(at + 1, "motion while printing")
    browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', repeat: true, bubbles: true }))")
    is_still(at, "motion while a key is held")
    browser.wishes_less_motion(True)
    browser.press(KEYS["right"])
    is_still(at + 1, "motion though it shall be reduced")
    browser.wishes_less_motion(False)
    # With the real clock.
    browser.run("[performance.now, window.requestAnimationFrame] = window.real")
    browser.press(KEYS["left"])
    time.sleep(0.5)
    is_still(at, "another picture by the clock")


def numbers(transform):
    return [float(one) for one in transform.removeprefix("translate(").removesuffix(")").split()]


def drive(browser, page, last):
    browser.open(page)
    wait(browser, f"{FRAME} !== ''", "the first frame")
    assert browser.run(f"return {FRAME}") == f"Frame 0 of {last}", browser.run(f"return {FRAME}")
    first = browser.run(f"return {SAYS}")
    browser.press(KEYS["right"], KEYS["right"], KEYS["right"], KEYS["left"])
    assert browser.run(f"return {FRAME}") == f"Frame 2 of {last}"
    assert browser.run(f"return {SAYS}") not in ("", first)
    browser.press(KEYS["end"])
    assert browser.run(f"return {FRAME}") == f"Frame {last} of {last}"
    # A jump and single steps to the same frame give the same picture.
    jumped = scrub(browser, last // 2)
    browser.press(KEYS["right"], KEYS["left"])
    time.sleep(0.4)
    assert jumped == browser.run(f"return {SVG}"), "another picture by another way"
    assert browser.run(f"return {SELECTED}") == 1
    browser.press(KEYS["home"], " ")
    wait(browser, f"{FRAME}.startsWith('Frame 2 ')", "the second frame, by playing")
    browser.press(" ")
    browser.run("document.getElementById('language').click()")
    assert browser.run(f"return {FRAME}").startswith("フレーム"), "the other language"
    assert browser.run("return document.documentElement.lang") == "ja"
    browser.run("document.getElementById('language').click()")
    themes = [browser.run("document.getElementById('theme').click(); return document.documentElement.dataset.theme") for _ in "ab"]
    assert sorted(themes) == ["dark", "light"], themes
    browser.run("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()")
    browser.press(KEYS["down"])
    assert browser.run("return document.activeElement.getAttribute('role')") == "treeitem"
    assert len(browser.picture()) > 10_000, "a blank picture"
    for theme in "ab":
        browser.run("document.getElementById('theme').click()")
        keeps_nobody_out(browser, page.name)
    assert browser.run("return document.body.scrollWidth <= innerWidth"), "wider than the window"
    browser.run("document.getElementById('picture').hidden = true")
    blank = len(browser.printed())
    browser.run("document.getElementById('picture').hidden = false")
    assert len(browser.printed()) > blank + 4_000, "a page is printed without its picture"


def shows_two(browser, page):
    """Two runs: a tree with a name for each, both at the frame of the address, which a reload keeps; keys stay in their tree."""
    browser.visit(page.as_uri() + "#frame=20")
    wait(browser, f"{FRAME}.startsWith('Frame 20 ')", "the frame of the address")
    names = browser.run("return [...document.querySelectorAll('#picture [role=tree]')].map((one) => one.getAttribute('aria-label'))")
    assert names == ["The tree of the search: Minimax", "The tree of the search: α-β"], names
    assert "Right, α-β, frame" in browser.run(f"return {SAYS}")
    assert browser.run(f"return {SELECTED}") == 2, "a node is selected in each run"
    ids = browser.run("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids)), "an id is used twice"
    boxes = browser.run("return [...document.querySelectorAll('#picture [role=tree]')].map((one) => { const r = one.getBoundingClientRect(); return [r.left, r.right]; })")
    assert boxes[0][1] <= boxes[1][0], f"the pictures overlap: {boxes}"
    tree_of_focus = "[...document.querySelectorAll('#picture [role=tree]')].findIndex((one) => one.contains(document.activeElement))"
    for at in range(2):
        browser.run("document.querySelectorAll('#picture [role=tree]')[arguments[0]].querySelector('[tabindex=\"0\"]').focus()", at)
        browser.press(KEYS["down"], KEYS["down"])
        assert browser.run(f"return {tree_of_focus}") == at, "a key leaves its tree"
    jumped = scrub(browser, 30)
    browser.press(KEYS["home"])
    wait(browser, "location.hash === '#frame=0'", "the address of the first frame")
    scrub(browser, 29)
    browser.press(KEYS["right"])
    time.sleep(0.4)
    assert browser.run(f"return {SVG}") == jumped, "another picture by another way"
    wait(browser, "location.hash === '#frame=30'", "the address of the frame")
    browser.refresh()
    wait(browser, f"{FRAME}.startsWith('Frame 30 ')", "the frame after a reload")
    for theme in "ab":
        browser.run("document.getElementById('theme').click()")
        keeps_nobody_out(browser, page.name)
    assert browser.run("return document.body.scrollWidth <= innerWidth"), "wider than the window"
    # The right picture names its nodes as a page of that run alone does at the corresponding frame.
    labels = "return [...[...document.querySelectorAll('#picture [role=tree]')].at(-1).querySelectorAll('[role=treeitem]')].map((one) => one.getAttribute('aria-label')).sort()"
    found = []
    for frame in range(0, 58, 3):
        scrub(browser, frame)
        number = int(browser.run(f"return /Right, α-β, frame (\\d+)/.exec({SAYS})[1]"))
        found.append((number, browser.run(labels)))
    assert len({number for number, _ in found}) > 10, found
    browser.open(page.with_name("small.html"))
    wait(browser, f"{FRAME} !== ''", "the first frame")
    for number, names in found:
        scrub(browser, number)
        assert browser.run(labels) == names, f"other nodes at frame {number}"


# Controls less than 44 pixels high. A label of a text field is no target of its own.
LOW = """return [...document.querySelectorAll('button, input, select, summary, label:has(input), [role=button]')]
  .filter((one) => one.getClientRects().length && one.type !== 'radio' && one.getBoundingClientRect().height < 43.9)
  .map((one) => one.outerHTML.slice(0, 120))"""
LOW_NODES = """return [...document.querySelectorAll('#picture .item')].filter((one) => one.getBoundingClientRect().height < 43.9).length"""


def fits_fingers(browser, page):
    """With touch each control is at least 44 pixels high, and nothing is wider than the screen, upright and across."""
    for width, height in ((390, 844), (844, 390), (360, 740)):
        browser.become_phone(width, height)
        browser.open(page)
        wait(browser, "!document.getElementById('language').hidden", "the script")
        assert browser.run("return matchMedia('(pointer: coarse)').matches"), "no touch"
        for place in range(1 + int(browser.run("return document.getElementById('slider')?.max || 0") if "lesson" in page.name else 0)):
            if place:
                scrub(browser, place)
            low = browser.run(LOW)
            assert not low, f"{page.name} at {width}×{height}: too low: {low}"
            # Not compared with `innerWidth`, which grows with the page on a phone.
            assert browser.run("return document.documentElement.scrollWidth") <= width, f"{page.name}: wider than {width}"
        # Nodes of an exercise are targets; those of a figure are read.
        is_exercise = browser.run("return document.getElementById('score') !== null && document.getElementById('help') !== null")
        assert not is_exercise or browser.run(LOW_NODES) == 0, f"{page.name}: low nodes"
    browser.become_desktop()


def compares(browser, page):
    """A step of a lesson with two runs shows both with their names; the other steps show one."""
    browser.resize(1366, 768)
    browser.visit(page.as_uri() + "#step=8")
    browser.refresh()
    wait(browser, f"{FRAME}.startsWith('Step 8 ')", "the step of the address")
    trees = """return [...document.querySelectorAll('#picture [role=tree]')].filter((one) => one.getClientRects().length)
      .map((one) => { const r = one.getBoundingClientRect(); return [one.getAttribute('aria-label'), r.left, r.right]; })"""
    seen = browser.run(trees)
    assert [name for name, *_ in seen] == ["The tree of the search: α-β (fail-soft)", "The tree of the search: Minimax"], seen
    assert seen[0][2] <= seen[1][1], f"the pictures overlap: {seen}"
    assert "Right, Minimax, frame " in browser.run(f"return {SAYS}")
    keeps_nobody_out(browser, page.name)
    pair = browser.run(f"return {SVG}")
    browser.press(KEYS["left"])
    time.sleep(0.4)
    assert [name for name, *_ in browser.run(trees)] == ["The tree of the search"], "one run at the step before"
    keeps_nobody_out(browser, page.name)
    browser.press(KEYS["right"])
    time.sleep(0.4)
    assert browser.run(f"return {SVG}") == pair, "another picture by another way"


def task_of(browser):
    """The text of the question and the activities of a step, with plain spaces."""
    return browser.run("return document.getElementById('task').textContent").replace("\u00a0", " ")


def learns(browser, page):
    """A lesson: its question is above the fold and is answered, a leaf is changed, and the exercise opens."""
    browser.resize(1366, 768)
    browser.open(page)
    wait(browser, f"{FRAME} !== ''", "the first step")
    scrub(browser, 3)
    bottom = browser.run("return document.querySelector('#task section').getBoundingClientRect().bottom")
    assert bottom <= browser.run("return innerHeight"), f"the question ends at {bottom}, below the fold"
    assert browser.run("return document.querySelectorAll('#lines .lit').length") == 1, "no line of the code is lit"
    browser.press("1")
    assert "Not right. The right answer: No, whatever its score is" in task_of(browser)
    browser.run("[...document.querySelectorAll('#task button')].at(-1).click()")
    browser.run("document.querySelectorAll('#task .choice')[2].click()")
    said = task_of(browser)
    assert "Right." in said and "min will not choose D" in said, said
    scrub(browser, 6)
    browser.run("document.querySelector('#task input').focus()")
    browser.press("x", ENTER)
    assert "Type a number." in task_of(browser)
    browser.run("[...document.querySelectorAll('#task button')].at(-1).click()")
    browser.press("3", ENTER)
    assert "Right." in task_of(browser)
    keeps_nobody_out(browser, page.name)
    browser.press(KEYS["end"])
    change = "const s = document.querySelector('#task input[type=range]'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))"
    browser.run(change, 6)
    assert "With G = 6 the root is worth 4." in task_of(browser)
    # The leaf H is dragged up by one.
    x, y = browser.run("""const r = document.querySelector('[role=treeitem][aria-label^="H,"]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]""")
    browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": round(x), "y": round(y) - 13}, {"type": "pointerUp", "button": 0}]})
    assert "With H = 4 the root is worth 4." in task_of(browser)
    keeps_nobody_out(browser, page.name)
    browser.run("document.getElementById('language').click()")
    assert "H = 4 とすると" in task_of(browser), "the same in the other language"
    browser.run("document.querySelector('#task .exercise').click()")
    wait(browser, "location.protocol === 'blob:' && document.getElementById('enter')?.textContent", "the exercise")
    assert browser.run("return document.documentElement.lang") == "ja"


def plays(browser, page):
    """The game of the first lesson: a wrong move loses, the right one wins against all replies."""
    browser.open(page)
    wait(browser, f"{FRAME} !== ''", "the first step")
    move = "[...document.querySelectorAll('#task .move')].find((one) => one.textContent === arguments[0]).click()"
    browser.run(move, "b1")
    assert "with the score −1" in task_of(browser) and "would have been 1" in task_of(browser)
    browser.run("document.querySelector('#task .again').click()")
    browser.run(move, "b2")
    assert "Minimax answers b1" in task_of(browser)
    browser.run("document.querySelector('#task .move').click()")
    assert "You made no mistake" in task_of(browser)
    scrub(browser, 1)
    assert "Minimax" not in task_of(browser), "the game belongs to its step"


def grows(browser, page):
    """The numbers of growth in the lesson on move ordering."""
    browser.open(page)
    wait(browser, f"{FRAME} !== ''", "the first step")
    browser.press(KEYS["end"])
    said = task_of(browser)
    assert "b^d: 81" in said and "b^(d/2): 17" in said and "One leaf in 5" in said, said
    browser.run("const s = document.querySelectorAll('#task input')[0]; s.value = 35; s.dispatchEvent(new Event('input'))")
    said = task_of(browser)
    assert "1,500,625" in said and "2,449" in said and "One leaf in 613" in said, said


# A page that shows another one in a frame, and keeps the messages of that page.
AROUND = """document.body.replaceChildren(); window.heard = [];
const frame = document.createElement('iframe');
addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow && data.edagari === 1) heard.push(data); });
window.post = (message) => frame.contentWindow.postMessage({ edagari: 1, ...message }, '*');
if (arguments[2]) frame.sandbox = arguments[2];
frame[arguments[0]] = arguments[1];
frame.onload = () => { window.loaded = true; };
document.body.append(frame);"""
HEARD = "heard.some((message) => JSON.stringify(message) === JSON.stringify({ edagari: 1, ...%s }))"


def hears(browser, message):
    wait(browser, HEARD % json.dumps(message), message)


def talks(browser, folder):
    """A figure and a lesson hear the page that has written them, or whose origin their address names, and no other page."""
    around = folder / "around.html"
    around.write_text("<!DOCTYPE html><title>Course</title><body>", encoding="utf-8")
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) for _ in "ab"]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    course, other = (f"http://127.0.0.1:{server.server_port}" for server in servers)
    small = (folder / "small.html").read_text(encoding="utf-8")
    for kind, shown, sandbox in [
        ("srcdoc", small, "allow-scripts"),
        ("srcdoc", small, ""),
        ("src", f"{other}/small.html?embed={course}", ""),
    ]:
        browser.visit(f"{course}/around.html")
        browser.run(AROUND, kind, shown, sandbox)
        version = json.loads(small.split(' id="data">')[1].split("</script>")[0])["edagari_page"]
        hears(browser, {"event": "ready", "version": version})
        browser.run("post({ id: 1, do: 'ping' }); post({ id: 2, do: 'place' }); post({ id: 3, do: 'go', place: { frame: 14 } })")
        hears(browser, {"id": 1, "answer": "ping", "version": version})
        hears(browser, {"id": 2, "answer": "place", "place": {"frame": "0"}})
        hears(browser, {"id": 3, "answer": "go"})
        hears(browser, {"event": "place", "place": {"frame": "14"}})
        browser.run("post({ id: 4, do: 'go', place: { frame: 99 } }); post({ id: 5, do: 'go' }); post({ id: 6, do: 'dance' })")
        hears(browser, {"id": 4, "answer": "go", "error": "frame 99: expected 0 to 41"})
        hears(browser, {"id": 5, "answer": "go", "error": "go: expected a place, such as { frame: 41 }"})
        hears(browser, {"id": 6, "answer": "dance", "error": 'do "dance": expected one of ping, place, go, theme'})
        browser.run("post({ id: 7, do: 'theme', theme: 'dark' }); post({ id: 8, do: 'theme', theme: 'red' }); post({ id: 9, do: 'theme', theme: 'system' })")
        hears(browser, {"id": 7, "answer": "theme"})
        hears(browser, {"id": 8, "answer": "theme", "error": 'theme "red": expected light, dark or system'})
        hears(browser, {"id": 9, "answer": "theme"})
        # A step of the reader is sent once, and so is the place at which a motion ends.
        browser.run("document.querySelector('iframe').focus()")
        browser.press(KEYS["right"])
        hears(browser, {"event": "place", "place": {"frame": "15"}})
        places = browser.run("return heard.filter(({ event }) => event === 'place').map(({ place }) => place.frame)")
        assert places == ["14", "15"], places
        # Another frame of the same page is not the page around.
        sibling = "const one = document.createElement('iframe'); document.body.append(one); one.contentWindow.eval(`parent.frames[0].postMessage({ edagari: 1, id: 10, do: 'go', place: { frame: 3 } }, '*')`);"
        browser.run(sibling + "return new Promise((done) => setTimeout(done, 500))")
        browser.run("post({ id: 11, do: 'place' })")
        hears(browser, {"id": 11, "answer": "place", "place": {"frame": "15"}})
    browser.run(AROUND, "srcdoc", (folder / "lesson.html").read_text(encoding="utf-8"), "allow-scripts")
    wait(browser, "heard.length === 1", "a lesson in a frame")
    browser.run("post({ id: 1, do: 'go', place: { step: 3 } })")
    hears(browser, {"event": "place", "place": {"step": "3"}})
    # Without `embed`, with that of another page, and with that of a file nothing is heard.
    for address in ("", f"?embed={other}", "?embed=null", "?embed=file:///", "?embed=nonsense"):
        browser.visit(f"{course}/around.html")
        browser.run(AROUND, "src", f"{other}/small.html{address}", "")
        wait(browser, "window.loaded", "the page in the frame")
        browser.run("return new Promise((done) => setTimeout(done, 300))")
        browser.run("post({ id: 1, do: 'go', place: { frame: 3 } }); return new Promise((done) => setTimeout(done, 300))")
        assert browser.run("return heard") == [], f"a page with the address {address} answers"
        browser.enter_frame(0)
        assert browser.run(f"return {FRAME}").startswith("Frame 0 "), f"a page with the address {address} hears"
        browser.enter_frame(None)
    # The browser reports that messages for another page were not delivered.
    errors = [entry["message"] for entry in browser.errors() if entry["level"] in ("SEVERE", "WARNING")]
    assert all("postMessage" in error or "favicon" in error for error in errors), errors
    for server in servers:
        server.shutdown()
        server.server_close()
    around.unlink()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    which, folder = sys.argv[1], Path(sys.argv[2])
    damaged = folder / "damaged.html"
    text = (folder / "small.html").read_text(encoding="utf-8")
    damaged.write_text(text.replace('id="data">{', 'id="data">{{', 1), encoding="utf-8")
    browser = begin(which)
    try:
        drive(browser, folder / "small.html", 41)
        drive(browser, folder / "large.html", 999)
        glides(browser, folder / "small.html")
        glides(browser, folder / "large.html")
        glides(browser, folder / "lesson.html")
        shows_two(browser, folder / "two.html")
        compares(browser, folder / "lesson.html")
        for page in sorted([*folder.glob("*.html"), *folder.glob("kinds/*.html")]):
            if page != damaged:
                fits_fingers(browser, page)
        learns(browser, folder / "lesson.html")
        plays(browser, folder / "why.html")
        grows(browser, folder / "order.html")
        talks(browser, folder)
        errors = [entry for entry in browser.errors() if entry["level"] in ("SEVERE", "WARNING")]
        assert not errors, errors
        browser.open(damaged)
        wait(browser, "!document.getElementById('problem').hidden", "a sentence on a damaged page")
        assert browser.run("return document.querySelector('#picture svg') !== null"), "its last frame stays"
    finally:
        browser.quit()
    print(f"pages: driven in {which}, without errors")


if __name__ == "__main__":
    main()
