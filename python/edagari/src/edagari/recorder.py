"""Recorder for a search that calls it: the counterpart of `StreamRecorder` in Rust and of `edagari.h` in C."""

import io
import os
import threading
from types import TracebackType
from typing import IO, Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Type, Union

from .errors import RecordingError
from .stream import FIELDS, Header, Scores, Window, column, digits_of, known_text, text

#: A path, or a file opened for texts (UTF-8) or for bytes.
Target = Union[str, "os.PathLike[str]", IO[str], IO[bytes]]

#: Names that a column of a `lookup`, `store`, `score`, `update`, `prune` or `pass` cannot have.
_OF_EVERY_EVENT = frozenset(["event", "node", "child", "thread"])

_NOTHING: Mapping[str, Any] = {}
#: Number of lines written to a file at once.
_LINES = 1_000


class _Thread:
    """State of a thread of the program."""

    __slots__ = ("above", "name", "nodes", "searches", "skipped", "values")

    def __init__(self, name: Optional[str]) -> None:
        #: JSON of the name.
        self.name = name
        self.searches = 0
        #: Written nodes that are still open.
        self.nodes: List[int] = []
        #: Columns to write when a node is left, by the number of nodes that were open at it.
        self.values: Dict[int, Dict[str, str]] = {}
        #: Number of unwritten nodes on the way to the position where recording starts.
        self.above = 0
        #: Number of open nodes that are not written.
        self.skipped = 0


class Sink:
    """Output of a recorder: a file that the recorder opened, or one that the caller passed."""

    def __init__(self, target: Target) -> None:
        self.path: Optional[str] = None
        self._lines: List[str] = []
        self._bytes = True
        self._process = os.getpid()
        if isinstance(target, (str, os.PathLike)):
            self.path = os.fspath(target)
            self._file: Any = open(self.path, "wb", buffering=0)  # noqa: SIM115
        else:
            self._file = target
            self._bytes = not isinstance(target, io.TextIOBase)

    def write(self, line: str) -> int:
        """Writes a line and its end. Returns the number of bytes."""
        self._lines.append(line)
        # A given file can be a pipe, whose reader waits for each line.
        if len(self._lines) >= _LINES or self.path is None:
            self.flush()
        return len(line) + 1 if line.isascii() else len(line.encode()) + 1

    def flush(self) -> None:
        """Writes the collected lines to the file."""
        if not self._is_mine():
            self._lines.clear()
        if self._lines:
            text = "\n".join(self._lines) + "\n"
            self._lines.clear()
            self._file.write(text.encode() if self._bytes else text)

    def close(self) -> None:
        """Closes the file if the recorder opened it, otherwise flushes it."""
        if self.path is not None:
            try:
                self.flush()
            finally:
                self._file.close()
        elif not self._file.closed and self._is_mine():
            self._file.flush()

    def _is_mine(self) -> bool:
        """Whether this is the process that began the stream, not one that was forked from it and has the same file."""
        return os.getpid() == self._process


class Recorder:
    """Records a search from a few calls in it.

    >>> import io
    >>> out = io.StringIO()
    >>> with Recorder(out, Header(game="two leaves")) as recorder:
    ...     recorder.enter()
    ...     for name, score in [("a", 3), ("b", 7)]:
    ...         recorder.enter(name)
    ...         recorder.leave(score)
    ...     recorder.leave(7)
    True
    True
    True
    >>> print(out.getvalue().splitlines()[2])
    {"event":"enter","node":1,"parent":0,"move":"a"}

    `to_depth` skips nodes more than that many moves below the first recorded one, `below` nodes that are not below the
    position that these moves reach, `one_in` all but one in that many searches, `from_pass` the passes before it (from 1).
    After `at_most` bytes only a line that reports the limit is written.

    A process that is forked from the recording one, as by `multiprocessing`, writes nothing.

    With `threads=True` several threads can share the recorder: each enters and leaves its own nodes, and its events have
    its number, in the order of the first calls.
    """

    def __init__(
        self,
        target: Target,
        header: Optional[Header] = None,
        *,
        to_depth: Optional[int] = None,
        below: Sequence[str] = (),
        one_in: int = 1,
        from_pass: int = 1,
        at_most: Optional[int] = None,
        threads: bool = False,
        room: Optional[int] = None,
    ) -> None:
        self.header = header or Header()
        unit = self.header.unit
        self._scores = Scores() if unit is None else Scores(digits=digits_of(unit))
        self._to_depth = to_depth
        self._below = list(below)
        self._one_in = max(1, one_in)
        self._from_pass = max(1, from_pass)
        self._at_most = at_most
        self._sink = Sink(target)
        self._is_header_written = False
        self._written = 0
        self._nodes = 0
        self._passes = 0
        self._lock = threading.RLock()
        self._has_threads = threads
        #: Number of bytes reserved for a header that is written at the end.
        self._room = room
        self._threads: Dict[int, _Thread] = {}
        self._is_finished = False
        #: The first write error. It ends the recording, not the search; `finish` raises it.
        self.failed: Optional[OSError] = None

    # The search.

    def enter(
        self,
        move: Optional[str] = None,
        *,
        label: Optional[str] = None,
        player: Optional[str] = None,
        window: Optional[Window] = None,
        moves: Optional[Sequence[str]] = None,
        describe: Optional[Callable[[], Mapping[str, Any]]] = None,
        **columns: Any,
    ) -> bool:
        """Records that the search enters a node. Returns whether the node is recorded.

        `describe` is called only if it is: it returns further fields (`label`, `window`, columns), for those that take
        time to compute.
        """
        with self._lock:
            thread = self._thread()
            if not self._is_entered(thread, move):
                return False
            if describe is not None:
                more = dict(describe())
                label, player = more.pop("label", label), more.pop("player", player)
                window, moves = more.pop("window", window), more.pop("moves", moves)
                columns = {**columns, **more}
            self._enter(thread, move, label, player, window, moves, columns)
            return True

    def _enter(
        self,
        thread: _Thread,
        move: Optional[str],
        label: Optional[str],
        player: Optional[str],
        window: Optional[Window],
        moves: Optional[Sequence[str]],
        columns: Mapping[str, Any],
    ) -> None:
        node, nodes = self._nodes, thread.nodes
        if nodes:
            line = f'{{"event":"enter","node":{node},"parent":{nodes[-1]}'
        else:
            if self._one_in > 1:
                self._write(f'{{"event":"pass","label":"search {thread.searches}"', thread, _NOTHING)
            line = f'{{"event":"enter","node":{node}'
        # No move leads to the start of recording.
        if move is not None and not (thread.above and not nodes):
            line += ',"move":' + known_text(str(move))
        if label is not None:
            line += ',"label":' + text(str(label))
        if player is not None:
            line += ',"player":' + known_text(player)
        if window is not None:
            line += self._window("window", window)
        if moves is not None:
            line += ',"moves":' + _texts(moves)
        nodes.append(node)
        self._nodes = node + 1
        self._write(line, thread, columns)

    def leave(
        self,
        score: Any = None,
        *,
        bound: Optional[str] = None,
        window: Optional[Window] = None,
        **columns: Any,
    ) -> None:
        """Records that the search leaves the open node entered last. `None` is an unknown score."""
        with self._lock:
            thread = self._thread()
            if thread.skipped:
                thread.skipped -= 1
                return
            if not thread.nodes:
                if thread.above:
                    thread.above -= 1
                    return
                raise RecordingError("a node is left, but none is open")
            line = f'{{"event":"leave","node":{thread.nodes.pop()}'
            if window is not None:
                line += self._window("window", window)
            if score is not None:
                line += self._score("score", score)
            if bound is not None:
                line += ',"bound":' + text(bound)
            if thread.values:
                for name, value in thread.values.pop(len(thread.nodes) + 1, {}).items():
                    if name not in columns:
                        line += f",{text(name)}:{value}"
            self._write(line, thread, columns)

    def value(self, name: str, value: Any) -> None:
        """Records a value of the open node entered last: a column such as `eval`, `depth` or `why`.

        Names of event fields are ignored, and so are `None` and numbers that are not finite.
        """
        with self._lock:
            thread, written = self._thread(), column(value)
            if self._is_written(thread) and written is not None and name not in FIELDS:
                thread.values.setdefault(len(thread.nodes), {})[name] = written

    # Events within a visit.

    def lookup(
        self,
        bounds: Window,
        *,
        result: Optional[str] = None,
        window: Optional[Window] = None,
        entry: Union[int, str, None] = None,
        **columns: Any,
    ) -> None:
        """Records that an entry of the table was found, right after `enter`. `result`: `returned`, `narrowed`, `nothing`."""
        line = self._window("window", window) + self._window("bounds", bounds) + _id("entry", entry)
        self._say("lookup", line + _text("result", result), columns)

    def store(self, bounds: Window, *, entry: Union[int, str, None] = None, **columns: Any) -> None:
        """Records that bounds of the open node were written to the table, right before `leave`."""
        self._say("store", self._window("bounds", bounds) + _id("entry", entry), columns)

    def score(self, score: Any, *, window: Optional[Window] = None, **columns: Any) -> None:
        """Records the score of the child that has just returned, as the open node sees it; `window` is not yet updated."""
        self._say("score", self._window("window", window) + self._score("score", score), columns)

    def update(
        self,
        *,
        window: Optional[Window] = None,
        value: Any = None,
        cut: Optional[bool] = None,
        why: Optional[str] = None,
        **columns: Any,
    ) -> None:
        """Records the window after the child's score, or, with `why`, after a bound without a child (`stand-pat`)."""
        line = self._window("window", window) + self._score("value", value)
        line += "" if cut is None else f',"cut":{str(bool(cut)).lower()}'
        self._say("update", line + _text("why", why), columns)

    def prune(self, children: Optional[Sequence[str]] = None, *, count: Optional[int] = None, **columns: Any) -> None:
        """Records the moves that a cut skips, and the number of nodes in their subtrees if it is known."""
        self._say("prune", _list("children", children) + _count(count), columns)

    def skip(
        self,
        children: Optional[Sequence[str]] = None,
        *,
        count: Optional[int] = None,
        why: Optional[str] = None,
    ) -> None:
        """Records moves that are skipped on a guess, by their names or by their number."""
        self._say("skip", _list("children", children) + _count(count) + _text("why", why), {})

    def moves(self, moves: Sequence[str]) -> None:
        """Records further moves of the open node, in search order."""
        self._say("moves", _list("moves", moves), {})

    def start_pass(
        self,
        kind: Optional[str] = None,
        *,
        depth: Optional[int] = None,
        label: Optional[str] = None,
        window: Optional[Window] = None,
        **columns: Any,
    ) -> None:
        """Records that a pass begins with the node that is entered next."""
        with self._lock:
            thread = self._thread()
            self._passes += 1
            if thread.skipped or self._is_full() or self._passes < self._from_pass:
                return
            line = '{"event":"pass"' + _text("label", label) + self._window("window", window)
            self._write(line, thread, {"kind": kind, "depth": depth, **columns})

    # The end.

    def finish(self, ending: str = "complete") -> None:
        """Writes the last line and closes the file. Raises the first error of writing.

        `ending` is `complete`, `cancelled` or `cut-short`.
        """
        with self._lock:
            if self._is_finished:
                return
            self._is_finished = True
            is_open = any(thread.nodes for thread in self._threads.values())
            if self._is_cut():
                self._write_line(f'{{"event":"finish","ending":"memory-limit","limit":{self._at_most}}}')
            elif not is_open or ending != "complete":
                self._write_line(f'{{"event":"finish","ending":{text(ending)}}}')
            try:
                self._sink.close()
            except OSError as error:
                self.failed = self.failed or error
            if self.failed is not None:
                raise self.failed

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.finish("complete" if error is None else "cancelled")

    # Filters and lines.

    def _thread(self) -> _Thread:
        key = threading.get_ident() if self._has_threads else 0
        thread = self._threads.get(key)
        if thread is None:
            # If the header is written last, so is the name of the first thread, and only if there is a second thread.
            is_named = self._has_threads and (self._room is None or bool(self._threads))
            thread = self._threads[key] = _Thread(str(len(self._threads)) if is_named else None)
        return thread

    @property
    def scores(self) -> Scores:
        """The writer of scores, which remembers the written ones."""
        return self._scores

    @property
    def node_count(self) -> int:
        """Number of visits that were written."""
        return self._nodes

    @property
    def has_one_thread(self) -> bool:
        """Whether all calls came from one thread."""
        return len(self._threads) < 2

    def _is_entered(self, thread: _Thread, move: Optional[str]) -> bool:
        """Whether the filters accept a node. If they do not, updates the state that its `leave` needs."""
        level = len(thread.nodes)
        if thread.skipped or self._is_full() or (self._to_depth is not None and level > self._to_depth):
            thread.skipped += 1
            return False
        if level == 0 and thread.above == 0:
            thread.searches += 1
            is_early = self._passes < self._from_pass and self._from_pass > 1
            if is_early or (thread.searches - 1) % self._one_in:
                thread.skipped = 1
                return False
            if self._below:
                thread.above = 1
                return False
        if level == 0 and thread.above:
            if move is None or str(move) != self._below[thread.above - 1]:
                thread.skipped = 1
                return False
            if thread.above < len(self._below):
                thread.above += 1
                return False
        return True

    def _is_cut(self) -> bool:
        return self._at_most is not None and self._written >= self._at_most

    def _is_full(self) -> bool:
        return self.failed is not None or self._is_finished or self._is_cut()

    def _is_written(self, thread: _Thread) -> bool:
        return not thread.skipped and bool(thread.nodes) and not self._is_full()

    def _say(self, event: str, fields: str, columns: Mapping[str, Any]) -> None:
        with self._lock:
            thread = self._thread()
            if self._is_written(thread):
                self._write(f'{{"event":"{event}"' + fields, thread, columns, _OF_EVERY_EVENT)

    def _window(self, name: str, window: Optional[Window]) -> str:
        written = None if window is None else self._scores.window(window)
        return "" if written is None else f',"{name}":{written}'

    def _score(self, name: str, score: Any) -> str:
        written = None if score is None else self._scores.write(score)
        return "" if written is None else f',"{name}":{written}'

    def _write(self, line: str, thread: _Thread, columns: Mapping[str, Any], fields: FrozenSet[str] = FIELDS) -> None:
        if self._is_full():
            return
        if thread.name is not None:
            line += ',"thread":' + thread.name
        if columns:
            for name, value in columns.items():
                written = column(value)
                if written is not None and name not in fields:
                    line += f",{known_text(name)}:{written}"
        self._write_line(line + "}")

    def _write_line(self, line: str) -> None:
        try:
            if self._is_header_written:
                self._written += self._sink.write(line)
            else:
                self._is_header_written = True
                # The trace starts where recording starts.
                after = [part for part in [self.header.after, *self._below] if part]
                self.header.after = " ".join(after) or None
                first = self.header.line()
                if self._room is not None:
                    # Of a program that is killed, this header remains.
                    length = len(first.encode())
                    first = first + " " * (self._room - 1 - length) if length < self._room else " " * (self._room - 1)
                self._written += self._sink.write(first) + self._sink.write(line)
        except OSError as error:
            self.failed = self.failed or error


def _text(name: str, value: Optional[str]) -> str:
    return "" if value is None else f',"{name}":{text(value)}'


def _id(name: str, value: Union[int, str, None]) -> str:
    return "" if value is None else f',"{name}":{column(value)}'


def _texts(values: Sequence[str]) -> str:
    return "[" + ",".join(text(str(value)) for value in values) + "]"


def _list(name: str, values: Optional[Sequence[str]]) -> str:
    return "" if values is None else f',"{name}":{_texts(values)}'


def _count(count: Optional[int]) -> str:
    return "" if count is None else f',"count":{int(count)}'
