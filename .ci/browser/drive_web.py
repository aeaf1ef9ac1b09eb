"""Drives the window in a real browser: serves the folder that `.ci/web` built, and looks whether it starts, draws, takes keys, keeps its
settings and opens a trace that its address names; and opens a page that `edagari share` made, without a server, and one that `edagari serve` gives out. What it took is printed.
Usage: drive_web.py chromium|firefox FOLDER [TRACE [EDAGARI]]"""

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from browsers import Chromium, Firefox, begin
from drive_pages import KEYS, keeps_nobody_out

# Software WebGL of Chromium, without a graphics card.
SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
# Records the long tasks of the page (over 50 ms; Firefox does not report them) and the duration of each redraw, in
# milliseconds; the number of running workers, and the lifetime of each finished one; and the last file that the page
# saved.
WATCH = """
window.stood = [];
window.tells = PerformanceObserver.supportedEntryTypes.includes("longtask");
if (window.tells)
  new PerformanceObserver((list) => window.stood.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask", buffered: true });
window.redraws = [];
const address = URL.createObjectURL.bind(URL);
URL.createObjectURL = (blob) => (blob.type === "application/octet-stream" && (window.given_out = blob), address(blob));
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => ask((time) => {
  const since = performance.now();
  draw(time);
  window.redraws.push(performance.now() - since);
});
window.working = 0;
window.worked = [];
window.Worker = class extends Worker {
  constructor(...given) { super(...given); this.since = performance.now(); window.working += 1; }
  terminate() { window.worked.push(performance.now() - this.since); window.working -= 1; super.terminate(); }
};
"""
# Factor for other load of the machine.
FOR_OTHERS = 2
# Limits: a long task, a redraw, the recording of minimax on tic-tac-toe, and the opening of its file, in milliseconds;
# the first picture, in seconds.
LONGEST, REDRAW, RECORDING, OPENING, FIRST_PICTURE = 50, 16, 1000, 500, 2
# Memory limit of the processes of the page, in bytes.
MAX_MEMORY = 1 << 30
CONTROL, ALT, SHIFT, ENTER = "\ue009", "\ue00a", "\ue008", "\ue007"
# Regions of the window, 1280 points wide: those that a step changes, and those that it does not.
PARTS = {"menus": "1280x24+0+0", "first tree": "400x330+20+100", "time": "1240x50+10+590"}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder, keeps=False):
    """The address of a server of the folder; with the server, if it is to be ended."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    return (server, address) if keeps else address


def colours(png):
    counted = subprocess.run(["identify", "-format", "%k", "png:-"], input=png, capture_output=True, check=True)
    return int(counted.stdout)


def part(png, place):
    """The pixels of a part of a picture."""
    return subprocess.run(["convert", "png:-", "-crop", place, "+repage", "rgb:-"], input=png, capture_output=True, check=True).stdout


def chord(browser, *keys):
    """Keys that are held together."""
    downs = [{"type": "keyDown", "value": key} for key in keys]
    ups = [{"type": "keyUp", "value": key} for key in reversed(keys)]
    browser.act({"type": "key", "id": "keys", "actions": downs + ups})


def within(browser, what, took, most):
    """The budgets are those of Chromium."""
    assert isinstance(browser, Firefox) or most is None or took <= most * FOR_OTHERS, f"{what}: {took:.0f}, at most {most}"


def stands(browser, what, since=None, longest=LONGEST):
    """Says how long the page stood still at most since it was asked last, where the browser tells."""
    stood = max([0, *browser.run("const stood = window.stood; window.stood = []; return stood")])
    told = f"for {stood:.0f} ms at most" if stood else "for less than 50 ms" if browser.run("return window.tells") else "for a time that is not told"
    took = "" if since is None else f", it took {time.monotonic() - since:.1f} s"
    print(f"web: {what}: the page stood still {told}{took}")
    within(browser, f"{what}: milliseconds that the page stood still", stood, longest)


def worked(browser, what, most=None):
    """Says how long the workers took, of which the longest may take so many milliseconds."""
    until(lambda: browser.run("return window.working === 0 && window.worked.length > 0"), f"the end of {what}")
    longest = max(browser.run("return window.worked"))
    print(f"web: {what}: {longest:.0f} ms")
    within(browser, f"{what}: milliseconds", longest, most)


def memory():
    """The most memory that a process of a page has taken, in bytes."""
    most = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                most = max(most, int(re.search(r"VmHWM:\s+(\d+) kB", (process / "status").read_text())[1]) << 10)
        except (OSError, TypeError):
            pass  # It has ended.
    return most


def steps(browser):
    """Steps change the trees and where time stands, and leave the menus alone; the address says where one is."""
    browser.press(KEYS["home"])
    before = settle(browser)
    browser.run("window.stood = []; window.redraws = []")
    for _ in range(30):
        browser.press(KEYS["right"])
        time.sleep(0.05)
    time.sleep(1)
    # A screenshot blocks the page.
    stands(browser, "going from frame to frame")
    redraws = sorted(took for took in browser.run("return window.redraws") if took > 1)
    middle = redraws[len(redraws) // 2]
    print(f"web: {len(redraws)} redraws for that: {middle:.1f} ms, at most {redraws[-1]:.1f} ms")
    within(browser, "milliseconds of a redraw", middle, REDRAW)
    after = settle(browser)
    for name, place in PARTS.items():
        is_same = part(before, place) == part(after, place)
        assert is_same == (name == "menus"), f"a step and {name}: the same is {is_same}"
    until(lambda: re.search("frame=[1-9]", browser.run("return location.hash")), "the frame in the address")


# Drops a file from the server on the window.
DROP = """
fetch(arguments[0]).then((file) => file.blob()).then((blob) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([blob], arguments[0]));
  const dropped = { dataTransfer, bubbles: true, cancelable: true, clientX: 300, clientY: 300 };
  for (const kind of ["dragover", "drop"]) document.getElementById("window").dispatchEvent(new DragEvent(kind, dropped));
});
"""


def works(browser, frames, opening=None):
    """Work about a long run goes on beside the page, and so does the opening of another."""
    worked(browser, f"a file of {frames} frames opened, with the first picture", None)
    stands(browser, f"a file of {frames} frames opened, with the first picture", longest=None)
    if not isinstance(browser, Firefox):
        took = memory()
        print(f"web: a file of {frames} frames opened: {took / (1 << 30):.2f} GiB at most")
        assert took <= MAX_MEMORY, "it took more than 1 GiB"
    # The view of the tree is kept from the previous run.
    browser.press("4")
    for what, *keys in [
        ("the check", ALT, SHIFT, "k"),
        ("the whole tree", "5"),
        ("what the order is worth", SHIFT, "o"),
    ]:
        before, since = settle(browser), time.monotonic()
        browser.run("window.stood = []")
        chord(browser, *keys)
        time.sleep(0.3)
        until(lambda: browser.run("return window.working") == 0, f"the end of {what}", 120)
        stands(browser, what, since)
        assert settle(browser) != before, f"never: {what}"
    # An opened file starts at its first frame.
    browser.press(KEYS["end"])
    before = settle(browser)
    browser.run("window.stood = []; window.worked = []")
    browser.run(DROP, "large.edagari")
    dropped = f"a file of {frames} frames dropped on the window"
    worked(browser, dropped, opening)
    stands(browser, dropped)
    assert settle(browser) != before, "never: what was dropped"


def shares(browser, edagari, folder):
    """The window writes the page with the program, although it has no files: it is like one that the desktop writes."""
    settle(browser)
    chord(browser, ALT, SHIFT, "s")
    settle(browser)
    browser.run("window.given_out = null")
    # The whole program instead of a figure, and the button to save.
    for place in [(949, 203), (964, 254)]:
        browser.act(pointer("mouse", "mouse", place))
        settle(browser)
    until(lambda: browser.run("return window.given_out"), "a page that the window gives out", 60)
    page = folder / "shared.html"
    page.write_text(browser.run("return window.given_out.text()"))
    subprocess.run([edagari, "check", page], check=True, stdout=subprocess.DEVNULL)
    return page


def until(condition, what, seconds=30):
    since = time.monotonic()
    while not condition():
        assert time.monotonic() - since < seconds, f"never: {what}"
        time.sleep(0.05)


def start(browser, address):
    since = time.monotonic()
    browser.visit(address)
    browser.run(WATCH)
    until(lambda: browser.run("return document.getElementById('message').hidden"), "the window")
    return time.monotonic() - since


def settle(browser):
    """The picture once it no longer changes."""
    before = None
    for _ in range(60):
        time.sleep(0.3)
        picture = browser.picture()
        if picture == before:
            return picture
        before = picture
    return before


def said(browser):
    return browser.run("return document.getElementById('message').textContent")


def pointer(name, kind, *path):
    """What a mouse or a finger does along a path: it goes down at its beginning, and up at its end."""
    (x, y), *rest = path
    moves = [{"type": "pointerMove", "duration": 60, "x": x, "y": y} for x, y in rest]
    begins = [{"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
    return {"type": "pointer", "id": name, "parameters": {"pointerType": kind}, "actions": [*begins, *moves, {"type": "pointerUp", "button": 0}]}


def touch(browser):
    """The tree of the first run, which lies at the left, is moved and enlarged by fingers; mouse and finger change the language."""
    seen = settle(browser)
    for name, *fingers in [
        ("one finger moves the tree", pointer("first", "touch", (80, 400), (90, 390), (110, 370), (140, 350))),
        ("two fingers enlarge it", pointer("first", "touch", (120, 240), (110, 240), (100, 240), (80, 240)), pointer("second", "touch", (180, 240), (190, 240), (200, 240), (220, 240))),
        # Fingers have wider buttons, so that the menus are one.
        ("a finger opens the menu", pointer("first", "touch", (35, 25))),
        ("and another closes it", pointer("first", "touch", (640, 350))),
    ]:
        browser.act(*fingers)
        before, seen = seen, settle(browser)
        assert seen != before, f"never: {name}"


def names(browser, address):
    """A screen reader that wants to hear what the window shows finds it named, and what it presses is done; it is remembered."""
    widgets = "[...document.querySelectorAll('#names [role]')]"
    assert browser.run(f"return {widgets}.length") == 0, "names that nobody wants"
    browser.run("document.getElementById('names-wanted').click()")
    until(lambda: browser.run(f"return {widgets}.length") > 20, "names of what the window shows")
    keeps_nobody_out(browser, "the window with names")
    has = lambda role, name: browser.run(f"return {widgets}.some((one) => one.role === '{role}' && one.ariaLabel.startsWith('{name}'))")
    for role, name in [("button", "File"), ("tree", ""), ("treeitem", ""), ("slider", "Frame"), ("navigation", "Menu"), ("region", "Time")]:
        assert has(role, name), f"no {role} is named {name!r}"
    assert browser.run("return document.querySelector('#names [role=navigation] [role=button]')"), "the menus are not in their landmark"
    assert browser.run("return document.querySelector('#names [role=region] [role=tree] > [role=treeitem]')"), "the tree is not in its tile"
    browser.run(f"{widgets}.find((one) => one.ariaLabel === '日本語').click()")
    until(lambda: has("button", "ファイル"), "the menus in Japanese, by a press of their name")
    assert browser.run("return document.getElementById('names').lang") == "ja", "Japanese is read as English"
    browser.run(f"{widgets}.find((one) => one.ariaLabel === 'English').click()")
    until(lambda: has("button", "File"), "the menus in English")
    keeps_nobody_out(browser, "the window with names in English again")
    # Settings are written with a delay.
    until(lambda: "Japanese" not in settings(browser), "the language in the settings")
    start(browser, address)
    until(lambda: has("button", "File"), "names that are wanted still")
    # Accessible names add time to each redraw, so the measurement excludes them.
    browser.run("localStorage.removeItem('edagari/names')")


def follow(browser, edagari, folder):
    """`edagari serve` gives the window out, which follows what is written to it."""
    serving = subprocess.Popen([edagari, "serve", "-", "--web", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        browser.visit("about:blank")
        start(browser, serving.stdout.readline().decode().strip())
        waits = settle(browser)
        serving.stdin.write(b'{"edagari":1}\n{"event":"enter"}\n{"event":"enter","move":"a"}\n{"event":"leave","score":3}\n')
        serving.stdin.flush()
        until(lambda: browser.picture() != waits, "what is written to the server")
        shown = settle(browser)
        serving.stdin.write(b'{"event":"enter","move":"b"}\n{"event":"leave","score":4}\n')
        serving.stdin.flush()
        until(lambda: browser.picture() != shown, "what is written later")
    finally:
        serving.terminate()
        assert serving.wait() == 130, "the server does not end when it is told to"


def kept_settings(browser):
    """The settings once they no longer change."""
    kept = settings(browser)
    for _ in range(20):
        time.sleep(2)
        if settings(browser) == kept != "":
            return kept
        kept = settings(browser)
    raise AssertionError("settings change by themselves")


def settings(browser):
    return browser.run("return localStorage.getItem('edagari/settings.ron')") or ""


def main():
    which, given, trace, edagari = (*sys.argv[1:], None, None)[:4]
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(given, folder, dirs_exist_ok=True)
    address = served(folder)
    browser = begin(which, *SOFTWARE)
    try:
        took = start(browser, address)
        welcome = settle(browser)
        assert colours(welcome) > 50, "the window is blank"
        print(f"web: window after {took:.2f} s")
        within(browser, "seconds until the window is there", took, FIRST_PICTURE)
        worked(browser, "minimax on tic-tac-toe recorded, with α-β beside it", RECORDING)
        stands(browser, "two runs of tic-tac-toe recorded, with the first picture", longest=None)

        # The theme is chosen in the command palette and survives a reload.
        browser.press(KEYS["escape"])
        assert settle(browser) != welcome, "a key does nothing"
        touch(browser)
        steps(browser)
        keeps_nobody_out(browser, "the window")
        kept = kept_settings(browser)
        start(browser, address)
        settle(browser)
        again = kept_settings(browser)
        assert again == kept, f"settings change by a reload: {kept} {again}"

        names(browser, address)

        if trace:
            shutil.copy(trace, folder / "given.edagari")
            browser.visit("about:blank")
            start(browser, f"{address}?trace=given.edagari#frame=40&view=icicle")
            picture = settle(browser)
            assert colours(picture) > 50
            Path(folder / "given.png").write_bytes(picture)
            until(lambda: "Icicle" in settings(browser), "the form of the tree that the address names")
        if edagari:
            page = folder / "page.html"
            share = [edagari, "share", trace, "--web", given, "--view", "whole", "-o", page]
            subprocess.run(share, check=True)
            browser.visit("about:blank")
            took = start(browser, page.as_uri())
            assert colours(settle(browser)) > 50, "the page with the program is blank"
            until(lambda: "Whole" in settings(browser), "the form of the tree that the page begins with")
            # A page can save another page, and so can the window from a server.
            browser.run("document.getElementById('names-wanted').click()")
            again = shares(browser, edagari, folder)
            browser.run("localStorage.removeItem('edagari/names')")
            browser.visit("about:blank")
            start(browser, f"{address}?trace=given.edagari")
            assert shares(browser, edagari, folder).read_text() == again.read_text(), "two ways of making a page differ"
            browser.visit("about:blank")
            start(browser, again.as_uri())
            assert colours(settle(browser)) > 50, "the page that the window has made is blank"
            assert not browser.run("return 'names' in document.documentElement.dataset || document.getElementById('names-wanted').hidden")
            # A truncated program.
            text = page.read_text()
            at = text.index('id="program"') + 2_000_000
            page.write_text(text[:at] + text[at + 1_000_000 :])
            browser.visit(page.as_uri())
            until(lambda: "could not be loaded" in said(browser), "a sentence on a page that is damaged")
            large = folder / "large.edagari"
            subprocess.run([edagari, "record", "tic-tac-toe", "--search", "minimax", "-o", large], check=True, stdout=subprocess.DEVNULL)
            browser.visit("about:blank")
            start(browser, f"{address}?trace=large.edagari")
            settle(browser)
            works(browser, "2,199,782", OPENING)
            subprocess.run([edagari, "record", "random", "--depth", "13", "--branching", "3", "--search", "minimax", "-o", large, "--force"], check=True, stdout=subprocess.DEVNULL)
            browser.visit("about:blank")
            start(browser, f"{address}?trace=large.edagari")
            settle(browser)
            works(browser, "9,565,936")
            follow(browser, edagari, given)
            print(f"web: a page of {len(text):,} bytes, window after {took:.2f} s without a server")
        browser.visit("about:blank")
        start(browser, f"{address}?trace=missing.edagari")
        browser.run("document.getElementById('names-wanted').click()")
        named = "return document.getElementById('names').innerHTML"
        until(lambda: "missing.edagari" in browser.run(named), "a sentence on a file that is missing, in its tile")
        # Requests for a missing file and to a stopped server are intended.
        expected = ("404", "/stream?from=")
        errors = [entry for entry in browser.errors() if entry["level"] == "SEVERE"]
        errors = [entry for entry in errors if not any(part in entry["message"] for part in expected)]
        assert not errors, json.dumps(errors, indent=1)
    finally:
        browser.quit()
        shutil.rmtree(folder)
    if which == "chromium":
        for language, sentence in [("en", "it needs WebGL"), ("ja", "WebGL が必要です")]:
            browser = Chromium("--disable-3d-apis", f"--accept-lang={language}")
            try:
                browser.visit(served(given))
                until(lambda: sentence in said(browser), f"a sentence on a browser without WebGL ({language})")
                assert browser.run("return document.documentElement.lang") == language
            finally:
                browser.quit()
    print(f"web: driven in {sys.argv[1]}, without errors")


if __name__ == "__main__":
    main()
