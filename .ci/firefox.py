"""Drives Firefox, in a window that nobody sees, by Marionette, the protocol that is built into it: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html."""

import base64
import json
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PORT = 2828
# Software WebGL without a graphics card, and no network requests of Firefox itself.
SETTINGS = {
    "webgl.force-enabled": True,
    "security.sandbox.content.level": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "devtools.console.stdout.content": True,
}


class Firefox:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
        (Path(self.profile.name) / "user.js").write_text("".join(lines))
        self.log = tempfile.TemporaryFile("w+")
        command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x900x24", "firefox-esr", "--marionette", "--no-remote", "--width", "1280", "--height", "800", "--profile", self.profile.name]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)
        for attempt in range(300):
            try:
                self.connection = socket.create_connection(("127.0.0.1", PORT), timeout=120)
                break
            except OSError:
                if attempt == 299:
                    raise
                time.sleep(0.1)
        self.received = b""
        self.count = 0
        self.message()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": True}}})

    def message(self):
        """The next message: its length, a colon, JSON."""
        while True:
            length, colon, rest = self.received.partition(b":")
            if colon and len(rest) >= int(length):
                self.received = rest[int(length) :]
                return json.loads(rest[: int(length)])
            self.received += self.connection.recv(1 << 16)

    def ask(self, command, parameters=None):
        self.count += 1
        text = json.dumps([0, self.count, command, parameters or {}]).encode()
        self.connection.sendall(b"%d:%s" % (len(text), text))
        kind, number, error, result = self.message()
        assert (kind, number) == (1, self.count) and error is None, error
        return result

    def visit(self, address):
        self.ask("WebDriver:Navigate", {"url": address})

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def press(self, *keys):
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def act(self, *actions):
        self.ask("WebDriver:PerformActions", {"actions": actions})

    def picture(self):
        return base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def errors(self):
        """The errors of the page, which Firefox prints, beside those of its own updates."""
        self.log.seek(0)
        starts = ("console.error", "JavaScript error: http", "JavaScript error: file")
        errors = [line.strip() for line in self.log if line.startswith(starts) and "RSLoader" not in line]
        return [{"level": "SEVERE", "message": line} for line in errors]

    def quit(self):
        self.process.terminate()
        self.process.wait()
        self.connection.close()
        self.profile.cleanup()
