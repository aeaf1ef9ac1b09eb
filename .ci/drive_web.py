"""Drives the window in a real browser: serves the folder that `.ci/web` built, and looks whether it starts, draws, takes keys, keeps its
settings and opens a trace that its address names; and opens a page that `edagari share` made, without a server, and one that `edagari serve` gives out. What it took is printed.
Usage: drive_web.py FOLDER [TRACE [EDAGARI]]"""

import functools
import http.server
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from drive_pages import KEYS, Browser

# Without a graphics card, Chromium draws WebGL by itself.
SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
# The longest that the page stood still, in milliseconds.
WATCH = """
window.stood = 0;
let last = performance.now();
setInterval(() => { const now = performance.now(); window.stood = Math.max(window.stood, now - last); last = now; }, 4);
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def colours(png):
    counted = subprocess.run(["identify", "-format", "%k", "png:-"], input=png, capture_output=True, check=True)
    return int(counted.stdout)


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


def settings(browser):
    return browser.run("return localStorage.getItem('edagari/settings.ron')") or ""


def main():
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(sys.argv[1], folder, dirs_exist_ok=True)
    address = served(folder)
    browser = Browser(*SOFTWARE)
    try:
        took = start(browser, address)
        welcome = settle(browser)
        stood = browser.run("return window.stood")
        assert colours(welcome) > 50, "the window is blank"
        print(f"web: window after {took:.2f} s; two runs of tic-tac-toe recorded, the page stood still for {stood:.0f} ms at most")

        # The theme is chosen by the palette of commands; it survives a reload.
        browser.press(KEYS["escape"])
        assert settle(browser) != welcome, "a key does nothing"
        until(lambda: settings(browser) != "", "settings that are kept")
        kept = settings(browser)
        start(browser, address)
        settle(browser)
        assert settings(browser) == kept, "settings change by a reload"

        if len(sys.argv) > 2:
            shutil.copy(sys.argv[2], folder / "given.edagari")
            browser.visit("about:blank")
            start(browser, f"{address}?trace=given.edagari#frame=40&view=icicle")
            picture = settle(browser)
            assert colours(picture) > 50
            Path(folder / "given.png").write_bytes(picture)
            until(lambda: "Icicle" in settings(browser), "the form of the tree that the address names")
        if len(sys.argv) > 3:
            page = folder / "page.html"
            share = [sys.argv[3], "share", sys.argv[2], "--web", sys.argv[1], "--view", "whole", "-o", page]
            subprocess.run(share, check=True)
            browser.visit("about:blank")
            took = start(browser, page.as_uri())
            assert colours(settle(browser)) > 50, "the page with the program is blank"
            until(lambda: "Whole" in settings(browser), "the form of the tree that the page begins with")
            # Half of the program is missing.
            text = page.read_text()
            at = text.index('id="program">') + 2_000_000
            page.write_text(text[:at] + text[at + 1_000_000 :])
            browser.visit(page.as_uri())
            until(lambda: "could not be loaded" in said(browser), "a sentence on a page that is damaged")
            follow(browser, sys.argv[3], sys.argv[1])
            print(f"web: a page of {len(text):,} bytes, window after {took:.2f} s without a server")
        browser.visit("about:blank")
        browser.visit(f"{address}?trace=missing.edagari")
        until(lambda: "missing.edagari" in said(browser), "a sentence on a file that is missing")
        # A file that is missing, and a server that has ended, are looked for on purpose.
        expected = ("404", "/stream?from=")
        errors = [entry for entry in browser.errors() if entry["level"] == "SEVERE"]
        errors = [entry for entry in errors if not any(part in entry["message"] for part in expected)]
        assert not errors, json.dumps(errors, indent=1)
    finally:
        browser.quit()
        shutil.rmtree(folder)
    print("web: driven in Chromium, without errors")


main()
