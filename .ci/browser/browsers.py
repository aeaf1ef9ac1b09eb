"""Drives Chromium and Firefox by the same commands, which are those of WebDriver: https://www.w3.org/TR/webdriver2/."""

import base64
import json
import re
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path


def begin(which, *flags):
    """Starts "chromium" or "firefox". The flags are for Chromium, in the place of its default ones."""
    return {"chromium": lambda: Chromium(*flags), "firefox": Firefox}[which]()


class Browser:
    """The part that both browsers have in common. Each has a method `ask` for a command of WebDriver, and all that WebDriver lacks."""

    def visit(self, address):
        self.ask("Navigate", url=address)

    def open(self, page):
        self.visit(page.as_uri())

    def refresh(self):
        self.ask("Refresh")

    def run(self, script, *arguments):
        return self.ask("ExecuteScript", script=script, args=list(arguments))

    def press(self, *keys):
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def act(self, *actions):
        self.ask("PerformActions", actions=actions)

    def resize(self, width, height):
        self.ask("SetWindowRect", width=width, height=height)

    def enter_frame(self, number):
        """Later commands are for a frame of the page; `None` is the page again."""
        self.ask("SwitchToFrame", id=number)

    def read(self, selector):
        """The text of an element, also where no script runs."""
        element = self.ask("FindElement", using="css selector", value=selector)
        return self.ask("GetElementText", id=next(iter(element.values())))

    def picture(self):
        return base64.b64decode(self.ask("TakeScreenshot", full=False))

    def printed(self):
        return base64.b64decode(self.ask("Print"))


class Chromium(Browser):
    """Through ChromeDriver, a server that knows each command by a method and a path."""

    FLAGS = [
        "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--window-size=1280,800",
    ]
    COMMANDS = {
        "Navigate": ("POST", "url"),
        "Refresh": ("POST", "refresh"),
        "ExecuteScript": ("POST", "execute/sync"),
        "PerformActions": ("POST", "actions"),
        "SetWindowRect": ("POST", "window/rect"),
        "SwitchToFrame": ("POST", "frame"),
        "FindElement": ("POST", "element"),
        "GetElementText": ("GET", "element/{id}/text"),
        "TakeScreenshot": ("GET", "screenshot"),
        "Print": ("POST", "print"),
    }

    def __init__(self, *flags):
        self.profile = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(["chromedriver", "--port=9517"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        options = {"args": [*self.FLAGS, *(flags or ["--disable-gpu", "--lang=en"]), f"--user-data-dir={self.profile.name}"], "binary": "/usr/bin/chromium"}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        for attempt in range(100):
            try:
                self.session = "session/" + self.send("POST", "session", {"capabilities": wanted})["sessionId"]
                break
            except OSError:
                if attempt == 99:
                    raise
                time.sleep(0.1)

    def send(self, method, path, body=None):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:9517/{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def ask(self, command, **parameters):
        method, path = self.COMMANDS[command]
        return self.send(method, f"{self.session}/{path.format(**parameters)}", parameters)

    def emulate(self, command, **values):
        self.send("POST", f"{self.session}/goog/cdp/execute", {"cmd": f"Emulation.{command}", "params": values})

    def wishes_less_motion(self, less):
        self.emulate("setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce" if less else "no-preference"}])

    def become_phone(self, width, height):
        self.emulate("setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        self.emulate("setTouchEmulationEnabled", enabled=True)

    def become_paper(self, width, height):
        self.emulate("setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.emulate("setEmulatedMedia", media="print")

    def become_desktop(self):
        self.emulate("setTouchEmulationEnabled", enabled=False)
        self.emulate("setEmulatedMedia", media="")
        self.emulate("clearDeviceMetricsOverride")

    def allow_scripts(self, are_allowed):
        self.emulate("setScriptExecutionDisabled", value=not are_allowed)

    def errors(self):
        """The errors and warnings of the page since the last call."""
        return self.send("POST", f"{self.session}/se/log", {"type": "browser"})

    def quit(self):
        self.send("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait(timeout=20)


class Firefox(Browser):
    """In a window that nobody sees, through Marionette, the protocol that is built into it:
    https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html."""

    PORT = 2828
    # Software WebGL without a graphics card, and no network requests of Firefox itself.
    SETTINGS = {
        "webgl.force-enabled": True,
        "security.sandbox.content.level": 0,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "devtools.console.stdout.content": True,
        # A page that is kept for going back takes with it what `override` has set.
        "browser.sessionhistory.max_total_viewers": 0,
    }

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.SETTINGS.items()]
        (Path(self.profile.name) / "user.js").write_text("".join(lines))
        self.log = (Path(self.profile.name) / "log").open("w+")
        # The last flag allows scripts of the browser itself, for what WebDriver lacks.
        command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1400x900x24", "firefox-esr", "--marionette", "--no-remote", "--width", "1280", "--height", "800", "--profile", self.profile.name, "--remote-allow-system-access"]
        with open(self.log.name, "a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        for attempt in range(300):
            try:
                self.connection = socket.create_connection(("127.0.0.1", self.PORT), timeout=120)
                break
            except OSError:
                if attempt == 299:
                    raise
                time.sleep(0.1)
        self.received = b""
        self.count = 0
        self.message()
        self.ask("NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    def message(self):
        """The next message: its length, a colon, JSON."""
        while True:
            length, colon, rest = self.received.partition(b":")
            if colon and len(rest) >= int(length):
                self.received = rest[int(length) :]
                return json.loads(rest[: int(length)])
            self.received += self.connection.recv(1 << 16)

    def send(self, command, parameters):
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(text), text))
        kind, number, error, result = self.message()
        assert (kind, number) == (1, self.count) and error is None, error
        return result

    def ask(self, command, **parameters):
        return self.send(f"WebDriver:{command}", parameters).get("value")

    def run_inside(self, script, *arguments):
        """Runs a script of the browser itself instead of one of the page."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script, *arguments)
        finally:
            self.send("Marionette:SetContext", {"value": "content"})

    def override(self, size, **properties):
        """Sets properties of the tab, and the size of its page, which may be smaller than any window; `None` is that of the window."""
        self.run_inside(
            """const tab = gBrowser.selectedBrowser;
            Object.assign(tab.browsingContext, arguments[1]);
            for (const [at, side] of ["width", "height"].entries())
              for (const limit of ["", "min-", "max-"]) tab.style.setProperty(limit + side, arguments[0] && `${arguments[0][at]}px`);""",
            size, properties,
        )
        if size:
            # The page hears of its size later.
            for _ in range(100):
                if self.run("return [innerWidth, innerHeight]") == list(size):
                    break
                time.sleep(0.02)
            assert self.run("return [innerWidth, innerHeight]") == list(size), f"the page is never {size}"

    def wishes_less_motion(self, less):
        self.override(None, prefersReducedMotionOverride="reduce" if less else "none")

    def become_phone(self, width, height):
        self.override((width, height), touchEventsOverride="enabled")

    def become_paper(self, width, height):
        self.override((width, height), mediumOverride="print")

    def become_desktop(self):
        self.override(None, touchEventsOverride="none", mediumOverride="")

    def allow_scripts(self, are_allowed):
        self.override(None, allowJavascript=are_allowed)

    def errors(self):
        """The errors and warnings of the page since the last call: those that Firefox finds, and those that the page itself writes to the
        console, which Firefox prints beside those of its own parts."""
        errors = self.run_inside(
            """const found = Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError && !one.isFromChromeContext);
            Services.console.reset();
            return found.map((one) => ({
              level: one.flags & Ci.nsIScriptError.warningFlag ? "WARNING" : "SEVERE",
              message: `${one.sourceName} ${one.lineNumber}: ${one.errorMessage}`,
            }));"""
        )
        levels = {"error": "SEVERE", "warn": "WARNING"}
        for line in self.log:
            if written := re.match(r"console\.(error|warn): (?!RSLoader)", line):
                errors.append({"level": levels[written[1]], "message": line.strip()})
        return errors

    def quit(self):
        # Told to end by itself: a signal would end only xvfb-run, and leave Firefox and its display behind.
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.process.wait(timeout=20)
        self.connection.close()
        self.log.close()
        self.profile.cleanup()
