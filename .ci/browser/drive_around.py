"""Drives what is around the window in a page: visits without a network, a newer version, a page that shows the window in a frame, a server that is
lost and comes back, and fonts that the program fetches. Usage: drive_around.py chromium|firefox FOLDER EDAGARI"""

import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from browsers import Chromium, begin
from drive_web import PARTS, SOFTWARE, part, served, settings, settle, start, until


class Tunnel:
    """Passes connections on to a server, and can be cut."""

    def __init__(self, port):
        self.to = port
        self.open = set()
        self.is_cut = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            near, _ = self.listener.accept()
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.open |= {near, far}
            for one, other in [(near, far), (far, near)]:
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(1 << 16):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            self.close(end)

    @staticmethod
    def close(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

    def cut(self):
        self.is_cut = True
        for end in self.open:
            self.close(end)
        self.open.clear()

    def mend(self):
        self.is_cut = False


def named(browser):
    """What the window shows, as a screen reader is told."""
    browser.run("document.getElementById('names-wanted').click()")
    until(lambda: browser.run("return document.querySelectorAll('#names [role]').length") > 20, "names of what the window shows")
    return lambda: browser.run("return document.getElementById('names').innerText + [...document.querySelectorAll('#names [aria-label]')].map((one) => one.ariaLabel).join('\\n')")


def offline(browser, given):
    """After the first visit the page opens without its server; a newer version is told and loaded."""
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(given, folder, dirs_exist_ok=True)
    server, address = served(folder, keeps=True)
    start(browser, address)
    until(lambda: browser.run("return navigator.serviceWorker.controller !== null"), "a page that is kept")
    kept = "return caches.keys().then((names) => names.filter((name) => name.startsWith('edagari ')).length)"
    assert browser.run(kept) == 1
    fonts = "return caches.keys().then((names) => caches.open(names[0])).then((kept) => kept.keys()).then((all) => all.filter(({ url }) => url.endsWith('.otf')).length)"
    until(lambda: browser.run(fonts) == 3, "all fonts that are kept, also those that were not shown")
    # A newer version: the page's files differ.
    (folder / "offline.js").write_text((folder / "offline.js").read_text().replace('VERSION = "edagari ', 'VERSION = "edagari newer '))
    browser.visit("about:blank")
    start(browser, address)
    until(lambda: browser.run("return !document.getElementById('update').hidden"), "a sentence on the newer version")
    assert browser.run("return document.getElementById('update').innerText").startswith(("A newer version", "Edagari の新しい版"))
    browser.run("document.querySelector('#update button').click()")
    until(lambda: browser.run("return document.getElementById('message').hidden && document.getElementById('update').hidden"), "the newer version")
    until(lambda: browser.run("return caches.keys().then((names) => names.join())").startswith("edagari newer"), "the newer version is the one that is kept")
    server.shutdown()
    server.server_close()
    browser.visit("about:blank")
    start(browser, address + "#frame=3")
    print("web: opened without a network")
    shutil.rmtree(folder)


def embedded(browser, given, edagari):
    """A page of another origin talks to the window in its frame; a page of a third origin is not heard."""
    _, address = served(given, keeps=True)
    folder = Path(tempfile.mkdtemp())
    (folder / "index.html").write_text("<!DOCTYPE html><title>Course</title><iframe id=edagari title=Edagari width=1000 height=700></iframe>")
    (folder / "trace.jsonl").write_text('{"edagari":1}\n{"event":"enter"}\n{"event":"leave","score":4}\n')
    (folder / "rare.jsonl").write_text('{"edagari":1}\n{"event":"enter","label":"\u9be8"}\n{"event":"leave","score":4}\n')
    _, around = served(folder, keeps=True)

    def show(origin):
        browser.visit("about:blank")
        browser.visit(around)
        browser.run(
            """window.heard = []; window.addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));
            const frame = document.getElementById("edagari");
            window.ask = (message) => frame.contentWindow.postMessage({ edagari: 1, ...message }, "*");
            frame.src = arguments[0];""",
            f"{address}?embed={origin}&theme=dark#run=textbook,search=alpha-beta",
        )

    def heard(part):
        return browser.run("return heard.find((message) => Object.entries(arguments[0]).every(([key, value]) => JSON.stringify(message[key]) === JSON.stringify(value))) ?? null", part)

    own = around.rstrip("/")
    show(own)
    until(lambda: heard({"event": "ready"}), "the window in the frame", 60)
    assert heard({"event": "ready"})["origin"] == address.rstrip("/")
    browser.run("ask({ id: 1, do: 'ping' }); ask({ id: 2, do: 'go', place: { frame: 14 } }); ask({ id: 3, do: 'dance' }); ask({ id: 4, do: 'theme', theme: 'light' })")
    until(lambda: heard({"id": 1, "answer": "ping"}), "an answer")
    until(lambda: heard({"id": 4, "answer": "theme"}), "another theme")
    assert "expected one of" in heard({"id": 3})["error"]
    until(lambda: browser.run("return heard.some(({ event, place }) => event === 'place' && place.frame === '14')"), "the frame that was asked for")
    browser.run("fetch('trace.jsonl').then((file) => file.arrayBuffer()).then((bytes) => ask({ id: 5, do: 'open', name: 'trace.jsonl', bytes }))")
    until(lambda: heard({"id": 5, "answer": "open"}), "a trace that is opened")
    until(lambda: browser.run("return heard.at(-1).place && !('14' === heard.at(-1).place.frame)"), "the place in the opened trace")
    # A page of another origin than the address names.
    show("https://example.org")
    browser.run("return new Promise((done) => setTimeout(done, 4000))")
    browser.run("ask({ id: 9, do: 'ping' })")
    browser.run("return new Promise((done) => setTimeout(done, 1000))")
    assert browser.run("return heard.length") == 0, "a page that the address does not name is answered"
    # A kanji that the program lacks is fetched, once one is shown.
    shutil.copy(folder / "rare.jsonl", Path(given) / "rare.jsonl")
    asked = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('NotoSansJP-Rare.otf')).length"
    start(browser, address)
    settle(browser)
    assert browser.run(asked) == 0, "a font that nobody needs"
    browser.visit("about:blank")
    start(browser, f"{address}?trace=rare.jsonl")
    until(lambda: browser.run(asked) == 1, "the font of a rare kanji")
    (Path(given) / "rare.jsonl").unlink()
    page = folder / "page.html"
    subprocess.run([edagari, "share", folder / "rare.jsonl", "--as", "app", "--web", given, "-o", page], check=True)
    assert 'id="rare-kanji"' in page.read_text(), "the page lacks the font of its kanji"
    browser.visit("about:blank")
    start(browser, page.as_uri())
    shutil.rmtree(folder)
    print("web: embedded, and rare kanji fetched")


def press(browser, name):
    """Presses a widget by its name."""
    browser.run("document.getElementById('names-wanted').click()")
    find = f"[...document.querySelectorAll('#names [role]')].find((one) => one.ariaLabel === '{name}')"
    until(lambda: browser.run(f"return {find} !== undefined"), f"a widget named {name}")
    browser.run(f"{find}.click(); localStorage.removeItem('edagari/names')")
    settle(browser)


def japanese(browser, given):
    """The Japanese font is fetched when it is needed: in a window in Japanese before its first picture. A page in one file has it."""
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(given, folder, dirs_exist_ok=True)
    font = folder / "NotoSansJP-Regular.otf"
    away = font.rename(folder / "away.otf")
    server, address = served(folder, keeps=True)
    asked = lambda: browser.run("return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('NotoSansJP-Regular.otf')).length")
    menus = lambda: part(settle(browser), PARTS["menus"])
    browser.visit("about:blank")
    start(browser, address)
    settle(browser)
    assert asked() == 0, "an English window fetches the Japanese font"
    press(browser, "日本語")
    until(lambda: asked() > 0, "the Japanese font")
    without = menus()
    away.rename(font)
    until(lambda: menus() != without, "another request after one that failed", 60)
    with_font = menus()
    until(lambda: "Japanese" in settings(browser), "the language in the settings")
    start(browser, address)
    assert asked() > 0 and part(browser.picture(), PARTS["menus"]) == with_font, "the first picture lacks the Japanese font"
    kept = "return caches.match('NotoSansJP-Regular.otf').then((file) => file !== undefined)"
    until(lambda: browser.run(kept), "a Japanese font that is kept")
    server.shutdown()
    server.server_close()
    browser.visit("about:blank")
    start(browser, address)
    assert menus() == with_font, "without a network the Japanese font is missing"
    press(browser, "English")
    browser.visit("about:blank")
    start(browser, (folder / "one-file.html").as_uri())
    press(browser, "日本語")
    assert menus() == with_font, "a page in one file lacks the Japanese font"
    press(browser, "English")
    shutil.rmtree(folder)
    print("web: Japanese font fetched, kept, and in the page in one file")


def lost(browser, edagari, given):
    """A server that is lost is said and tried again, and what it sent meanwhile is shown."""
    serving = subprocess.Popen([edagari, "serve", "-", "--web", given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        address = serving.stdout.readline().decode().strip()
        port = int(address.split(":")[2].split("/")[0])
        tunnel = Tunnel(port)
        browser.visit("about:blank")
        start(browser, address.replace(f":{port}/", f":{tunnel.port}/"))
        names = named(browser)

        def write(text):
            serving.stdin.write(text)
            serving.stdin.flush()

        write(b'{"edagari":1}\n{"event":"enter"}\n{"event":"enter","move":"first"}\n{"event":"leave","score":3}\n')
        until(lambda: "first" in names(), "what is written to the server")
        tunnel.cut()
        until(lambda: "tries again" in names() or "再接続" in names(), "a sentence on the lost server", 60)
        write(b'{"event":"enter","move":"second"}\n{"event":"leave","score":4}\n')
        tunnel.mend()
        until(lambda: "second" in names(), "what was written meanwhile", 60)
        assert "tries again" not in names()
        print("web: a lost server came back")
    finally:
        serving.terminate()
        serving.wait()


def without_webgl(browser, given):
    """The page shows the run of the address as a figure, that can be stepped through."""
    _, address = served(given, keeps=True)
    browser.visit(f"{address}#run=textbook,search=alpha-beta&frame=14")
    until(lambda: browser.run("return document.getElementById('figure') !== null"), "a figure", 60)
    assert "WebGL" in browser.run("return document.getElementById('message').textContent")
    inside = "const page = document.getElementById('figure').contentDocument;"
    until(lambda: browser.run(inside + "return page.querySelector('#sentence')?.textContent ?? ''"), "the figure's sentence")
    until(lambda: browser.run(inside + "return page.querySelector('#slider').value") == "14", "the frame of the address")
    before = browser.run(inside + "return page.querySelector('#sentence').textContent")
    browser.run(inside + "page.querySelector('[data-step=back]').click()")
    until(lambda: browser.run(inside + "return page.querySelector('#sentence').textContent") != before, "the sentence of another frame: the figure's script does not run")
    errors = [entry["message"] for entry in browser.errors() if "Content Security Policy" in entry["message"]]
    assert not errors, errors
    print("web: a figure without WebGL")


def main():
    which, given, edagari = sys.argv[1:]
    browser = begin(which, *SOFTWARE)
    try:
        offline(browser, given)
        embedded(browser, given, edagari)
        japanese(browser, given)
        lost(browser, edagari, given)
    finally:
        browser.quit()
    if which == "chromium":
        browser = Chromium("--disable-gpu", "--disable-3d-apis")
        try:
            without_webgl(browser, given)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
