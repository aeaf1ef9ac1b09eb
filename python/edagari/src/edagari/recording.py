"""`edagari.record`: records existing code, unchanged."""

import dataclasses
import json
import os
import sys
import tempfile
import threading
import warnings
from types import CodeType, TracebackType
from typing import Any, Callable, Dict, Iterator, Optional, Tuple, Type, TypeVar, Union, overload

from .errors import CannotRecord, RecordingError
from .options import Options
from .recorder import Recorder
from .run import Run
from .shapes import Locals, code_of, shape_of
from .shapes import Shape as Shape
from .stream import MAX_SCORE, Header, round_to
from .temporary import TemporaryTrace
from .tracer import DECLARED, Tracer
from .watch import watch_of

Function = TypeVar("Function", bound=Callable[..., Any])

#: Bytes reserved for the header, which is complete only at the end, because the unit depends on all scores.
_ROOM = 1024
_active = threading.Lock()
_running: Optional["Recording"] = None


class Recording(Run):
    """A recording, and after its end the recorded run.

    As a context manager it records the searches that are called within it. At its end the file is complete.
    """

    def __init__(self, path: Union[None, str, "os.PathLike[str]"] = None, options: Optional[Options] = None) -> None:
        self.options = options or Options()
        self._temporary: Optional[TemporaryTrace] = None
        if path is None:
            self._temporary = TemporaryTrace(".jsonl")
            path = self._temporary.path
        super().__init__(path)
        #: What the recorded function returned, if one was given to `record`.
        self.result: Any = None
        #: What could not be recorded, one sentence each.
        self.warnings: Tuple[str, ...] = ()
        self._recorder: Optional[Recorder] = None
        self._tracer: Optional[Tracer] = None
        self._watch: Any = None
        self._by_profile: Optional[bool] = None
        self._given: Optional[CodeType] = None

    def __enter__(self) -> "Recording":
        global _running
        if not _active.acquire(blocking=False):
            raise RecordingError("a recording is running already: end it before the next one begins")
        try:
            header = dataclasses.replace(self.options.header)
            self._recorder = Recorder(self.path, header, room=_ROOM, threads=True, **self.options.filters())
            self._tracer = Tracer(self._recorder, self.options, self._given)
            self._watch = watch_of(self._tracer, self._by_profile)
            self._watch.start()
        except BaseException:
            _active.release()
            raise
        _running = self
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        global _running
        recorder, tracer = self._recorder, self._tracer
        if recorder is None or tracer is None:
            return
        _running = None
        try:
            self._watch.stop()
        finally:
            _active.release()
        tracer.finish()
        facts = tracer.facts
        header = recorder.header
        if header.scores is None:
            header.scores = facts.scores
        if header.scores is None and facts.negated + facts.unchanged > 0:
            header.scores = "mover" if facts.negated > facts.unchanged else "max"
        if header.game is None and facts.game is not None:
            for name, value in facts.game.items():
                setattr(header, name, value)
        if self.options.header.table is None and facts.table is not None:
            header.table = facts.table
        header.program = header.program or facts.program
        if header.null_windows is None and facts.has_re_searches and facts.has_windows:
            header.null_windows = True
        if header.cut is None and facts.closed > 0 and facts.crossed == 0:
            # The search continues at α = β, but never beyond it.
            header.cut = ">"
        if header.judge is None and facts.has_chance:
            header.judge = False
        if header.search is None and not facts.has_chance:
            # Without the name of a search, the check would accept other windows than those of α-β.
            header.search = "minimax" if not facts.has_windows else "pvs" if header.null_windows else "alpha-beta"
        recorder.finish("cut-short" if tracer.has_failed else "complete" if error is None else "cancelled")
        _complete(self.path, recorder, facts.warn)
        if facts.nan:
            facts.warn(f"{facts.nan} scores or windows are no numbers (NaN), and are missing in the recording")
        self.warnings = tuple(facts.warnings)
        for text in self.warnings:
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        self._recorder = self._tracer = self._watch = None
        if recorder.node_count == 0 and error is None:
            reasons = "; ".join(self.warnings)
            raise CannotRecord(
                f"no search was recorded: {reasons}"
                if reasons
                else "no search was recorded: no function with the parameters alpha and beta, or with a name like max_value, "
                "was called (choose it with Options(functions=[...]), or mark it with edagari.search)"
            )

    def _abandon(self) -> None:
        """Stops without another line, in a process that was forked from the recording one."""
        self._watch.stop()
        self._recorder = self._tracer = self._watch = None


def _leave_to_parent() -> None:
    """Ends the recording in a forked process: it has a copy of everything, and would write into the file of the other one."""
    global _active, _running
    running, _running, _active = _running, None, threading.Lock()
    if running is not None:
        running._abandon()


def _see_fork() -> None:
    running = _running
    if running is not None and running._tracer is not None:
        running._tracer.facts.warn("a process was forked during the recording, and its searches are not recorded")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_parent=_see_fork, after_in_child=_leave_to_parent)


@overload
def record(target: Union[None, str, "os.PathLike[str]"] = None, *, options: Optional[Options] = None) -> Recording: ...
@overload
def record(
    target: Callable[..., Any],
    *arguments: Any,
    to: Union[None, str, "os.PathLike[str]"] = None,
    options: Optional[Options] = None,
    **named: Any,
) -> Recording: ...
def record(
    target: Union[None, str, "os.PathLike[str]", Callable[..., Any]] = None,
    *arguments: Any,
    to: Union[None, str, "os.PathLike[str]"] = None,
    options: Optional[Options] = None,
    **named: Any,
) -> Recording:
    """Records searches of existing code.

    `with edagari.record("run.jsonl") as run:` records the searches that are called within the block;
    `run = edagari.record(fn, *arguments)` calls `fn`, and has what it returned in `run.result`. Without a path the run is in
    a temporary file, which is deleted with the object.

    Raises `CannotRecord`, with the reason, for generators, compiled functions and cached ones, and if no search was called.
    """
    if target is None or isinstance(target, (str, os.PathLike)):
        if arguments or named:
            raise TypeError("arguments without a function to call, expected edagari.record(function, *arguments)")
        return Recording(target if target is not None else to, options)
    if not callable(target):
        raise TypeError(f"{target!r} is neither a function nor a path, expected edagari.record(function, *arguments)")
    code = code_of(target)
    recording = Recording(to, options)
    recording._given = code
    module = str(getattr(target, "__module__", "") or "").partition(".")[0]
    if module not in ("builtins", "__main__") and module not in sys.builtin_module_names:
        # The function to record can be part of an installed package.
        recording.options = dataclasses.replace(recording.options, modules=[*recording.options.modules, module])
    if shape_of(code) is None and recording.options.functions and code in DECLARED:
        recording.options = dataclasses.replace(recording.options, functions=[])
    with recording:
        recording.result = target(*arguments, **named)
    return recording


def search(
    *,
    move: Union[None, str, Callable[[Locals, Locals], Any]] = None,
    window: Union[None, Tuple[str, str], Callable[[Locals], Any]] = None,
    moves: Optional[Callable[[Locals], Any]] = None,
    state: Optional[str] = None,
    player: Union[None, str, Callable[[Locals], Optional[str]]] = None,
    depth: Union[None, str, Callable[[Locals], Any]] = None,
    label: Union[None, bool, str, Callable[[Locals], Any]] = None,
    score: Union[None, int, str, Callable[[Any], Any]] = None,
    scores: Optional[str] = None,
) -> Callable[[Function], Function]:
    """Marks a function as a search, and names its parameters: `@edagari.search(move="m", window=("alpha", "beta"))`.

    The function is returned unchanged, so outside of a recording it runs as fast as before. `move` is a parameter, or a
    variable of the caller; `moves` all moves of a node in search order, which shows what a cut prunes; `score` the place of the score in what is returned; each of them, but `state` and `scores`, can be
    a function of the locals instead.
    """

    def mark(function: Function) -> Function:
        code = code_of(function)
        found = shape_of(code) or Shape(name=getattr(function, "__qualname__", code.co_name))
        given: Dict[str, Any] = {
            "move": move, "window": window, "moves": moves, "state": state, "player": player,
            "depth": depth, "label": label, "score": score, "scores": scores,
        }  # fmt: skip
        DECLARED[code] = dataclasses.replace(
            found, **{name: value for name, value in given.items() if value is not None}
        )
        return function

    return mark


def _complete(path: str, recorder: Recorder, warn: Callable[[str], None]) -> None:
    """Writes the header into the reserved bytes; rewrites the events if they need another unit, or the names of threads."""
    header, scores = recorder.header, recorder.scores
    digits = scores.used
    if header.unit is None and digits > 0:
        fitting = digits
        while fitting > 0 and scores.greatest * 10**fitting > MAX_SCORE:
            fitting -= 1
        header.unit = float(f"1e-{fitting}") if fitting else 1.0
        if scores.rounded or fitting < digits:
            places = scores.digits if fitting == digits else fitting
            warn(f"scores have more digits than fit, and are rounded to {places} after the point")
        if fitting < digits:
            _rewrite(path, header, recorder.has_one_thread, fitting)
            return
    elif scores.rounded:
        warn(f"scores have more digits than fit, and are rounded to {scores.digits} after the point")
    line = header.line().encode()
    if len(line) >= _ROOM or not recorder.has_one_thread:
        _rewrite(path, header, recorder.has_one_thread, None)
        return
    with open(path, "r+b") as file:
        file.write(line.ljust(_ROOM - 1))


def _rewrite(path: str, header: Header, has_one_thread: bool, digits: Optional[int]) -> None:
    folder = os.path.dirname(path) or "."
    handle, other = tempfile.mkstemp(dir=folder, suffix=".jsonl")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as written, open(path, encoding="utf-8") as read:
            next(read, None)
            written.write(header.line() + "\n")
            for line in _rewritten(read, has_one_thread, digits):
                written.write(line)
        os.replace(other, path)
    except BaseException:
        os.unlink(other)
        raise


def _rewritten(lines: Iterator[str], has_one_thread: bool, digits: Optional[int]) -> Iterator[str]:
    for line in lines:
        # In a text the quotation marks would be escaped. The first thread has no name before there is another one.
        if not has_one_thread and ',"thread":' not in line and not line.startswith('{"event":"finish"'):
            line = line.rstrip()[:-1] + ',"thread":0}\n'
        if digits is not None and "." in line:
            event = json.loads(line, parse_float=_Number)
            for name in ("score", "value", "window", "bounds"):
                if name in event:
                    event[name] = _rounded(event[name], digits)
            line = _dump(event) + "\n"
        yield line


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, list):
        return [_rounded(part, digits) for part in value]
    return _Number(round_to(value.text, digits)) if isinstance(value, _Number) else value


class _Number(float):
    """A number that is written with its original text."""

    def __new__(cls, text: str) -> "_Number":
        number = super().__new__(cls, text)
        number.text = text
        return number

    text: str

    def __repr__(self) -> str:
        return self.text


def _dump(event: Any) -> str:
    if isinstance(event, dict):
        return (
            "{"
            + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{_dump(value)}" for name, value in event.items())
            + "}"
        )
    if isinstance(event, list):
        return "[" + ",".join(map(_dump, event)) + "]"
    return repr(event) if isinstance(event, _Number) else json.dumps(event, ensure_ascii=False)
