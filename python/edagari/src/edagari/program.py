"""Finds and calls the program `edagari`."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from typing import Any, List, Optional, Sequence

from .errors import ProgramError, ProgramMissing

#: Exit codes of commands that have still printed a result: a failed check, and an incomplete trace.
_WITH_RESULT = (0, 1, 3)
#: The end of a sentence about bad usage.
_HELP = "; try --help"


def program() -> str:
    """Returns the path of the program.

    The environment variable `EDAGARI` wins; then come the scripts of this Python, where the package edagari-bin puts it, and
    the folders of `PATH`. Raises `ProgramMissing` if it is in none of them.
    """
    chosen = os.environ.get("EDAGARI")
    if chosen:
        if os.path.isfile(chosen):
            return chosen
        raise ProgramMissing(f"EDAGARI is {chosen}, which is no file, expected the program edagari")
    if sys.platform == "emscripten":
        raise ProgramMissing(
            "this Python runs in a browser, where no program can be started: download the recording, and open it where "
            "edagari is installed, or in its page"
        )
    name = "edagari.exe" if os.name == "nt" else "edagari"
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    if hasattr(sysconfig, "get_preferred_scheme"):
        folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    for folder in folders:
        path = os.path.join(folder, name) if folder else name
        if os.path.isfile(path):
            return path
    found = shutil.which(name)
    if found is None:
        raise ProgramMissing(
            "the program edagari is missing: install the package edagari-bin, or set EDAGARI to its path"
        )
    return found


def call(arguments: Sequence[str], *, timeout: Optional[float] = None) -> "subprocess.CompletedProcess[str]":
    """Calls the program. Raises `ProgramError` with the program's error message if it fails."""
    command: List[str] = [program(), *arguments]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except OSError as error:
        raise ProgramMissing(f"{command[0]} cannot be started: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise ProgramError(f"edagari {arguments[0]} was stopped after {timeout:g} seconds") from error
    if done.returncode not in _WITH_RESULT or (done.returncode != 0 and not done.stdout.strip()):
        raise ProgramError(
            _sentence(done.stderr) or f"edagari {arguments[0]} ended with {done.returncode}", done.returncode
        )
    return done


def json_of(arguments: Sequence[str], *, timeout: Optional[float] = None) -> Any:
    """Calls a command with `--json`, and returns its output."""
    done = call([arguments[0], "--json", *arguments[1:]], timeout=timeout)
    try:
        return json.loads(done.stdout)
    except ValueError as error:
        raise ProgramError(f"edagari {arguments[0]} printed no JSON: {error}", done.returncode) from error


def _sentence(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if line.strip()]
    last = lines[-1] if lines else ""
    last = last[len("edagari: ") :] if last.startswith("edagari: ") else last
    # Python has no such option.
    return last[: -len(_HELP)] if last.endswith(_HELP) else last
