"""A recorded run: a file, and methods that answer questions about it with the program."""

import html
import os
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from . import tables
from .display import Picture, figure
from .errors import ProgramMissing
from .program import call, json_of, program
from .results import Check, Comparison, Figures, Found, Frame, State, result

if TYPE_CHECKING:
    import pandas
    import polars

    from .widget import Widget


class Run:
    """A trace in a file: `.jsonl`, `.jsonl.zst`, `.edagari` or `.ron`."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        #: Path of the file.
        self.path: str = os.path.abspath(os.fspath(path))

    def __repr__(self) -> str:
        return f"<edagari.Run {self.path}>"

    def check(self, *, against_minimax: bool = False, language: str = "english") -> Check:
        """Checks every frame. `against_minimax` also compares the score of the root with its minimax value."""
        arguments = ["check", self.path, "--language", language]
        return Check.of(json_of([*arguments, "--against-minimax"] if against_minimax else arguments))

    def figures(self) -> Figures:
        """Returns the figures of the run: visits, cuts, frames, the value."""
        return result(Figures, json_of(["record", self.path]))

    def find(self, query: str, *, limit: int = 100, cursor: int = 0, language: str = "english") -> Found:
        """Returns the frames that match a query, such as `cut depth 3` or `score >= 2 below a1`."""
        options = ["--limit", str(limit), "--cursor", str(cursor), "--language", language]
        return Found.of(json_of(["find", *options, "--", self.path, query]))

    def frame(self, number: int, *, language: str = "english") -> Frame:
        """Returns a frame, counted from 0."""
        return result(Frame, json_of(["frame", "--language", language, "--", str(number), self.path]))

    def state(self, number: int, path: str = "") -> State:
        """Returns the state of a node at a frame. `path`: the moves from the start of the run, such as `a1 b2`."""
        return result(State, json_of(["state", "--", str(number), path, self.path]))

    def order(self) -> Dict[str, Any]:
        """Returns the quality of the move ordering, as `edagari order --json` prints it."""
        values: Dict[str, Any] = json_of(["order", self.path])
        return values

    def rows(self, of: str = "visits") -> List[Dict[str, Optional[str]]]:
        """Returns the rows of `frames`, `nodes`, `visits`, `depths` or `passes`, as texts; a missing value is `None`."""
        with tempfile.TemporaryDirectory() as folder:
            return tables.rows_of(self._write_rows(of, folder))

    def to_polars(self, of: str = "visits") -> "polars.DataFrame":
        """Returns the rows as a table of polars, which has to be installed."""
        with tempfile.TemporaryDirectory() as folder:
            return tables.to_polars(self._write_rows(of, folder))

    def to_pandas(self, of: str = "visits") -> "pandas.DataFrame":
        """Returns the rows as a table of pandas, which has to be installed."""
        with tempfile.TemporaryDirectory() as folder:
            return tables.to_pandas(self._write_rows(of, folder))

    def _write_rows(self, of: str, folder: str) -> str:
        path = os.path.join(folder, "rows.csv")
        call(["export", self.path, "--rows", of, "-o", path])
        return path

    def save(self, path: Union[str, "os.PathLike[str]"]) -> "Run":
        """Writes the run to another file, in the format of its ending; `.edagari` is the smallest."""
        call(["record", self.path, "-o", os.fspath(path)])
        return Run(path)

    def show(self, frame: Optional[int] = None, node: Optional[str] = None, *, height: int = 760) -> Picture:
        """Returns an animated figure for a notebook, from `frame` on. `node` is the node in the focus of the picture.

        A figure has at most 1,000 frames: those around `frame`.
        """
        return figure(self.path, self._frame_count(), frame, node, height)

    def widget(
        self, frame: int = 0, node: Optional[str] = None, *, height: int = 760, language: str = "english"
    ) -> "Widget":
        """Returns a figure for a notebook whose frame can be read, set and observed. It needs anywidget."""
        from .widget import Widget

        return Widget(self, frame, node, height=height, language=language)

    def view(self, frame: Optional[int] = None, node: Optional[str] = None) -> "subprocess.Popen[bytes]":
        """Opens the window. Returns its process."""
        arguments = [program(), "view", self.path]
        arguments += [] if frame is None else ["--frame", str(frame)]
        return subprocess.Popen(arguments + ([] if node is None else ["--node", node]), stdin=subprocess.DEVNULL)

    def _frame_count(self) -> int:
        return self.figures().frames

    def _repr_html_(self) -> str:
        bundle = self._repr_mimebundle_()
        return bundle.get("text/html") or f"<p>{html.escape(bundle['text/plain'])}</p>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        # Without the program, a notebook shows the name of the recording and the reason for the missing figure.
        try:
            return self.show().bundle()
        except ProgramMissing as missing:
            return {"text/plain": f"{self!r}: {missing}"}


def open(path: Union[str, "os.PathLike[str]"]) -> Run:
    """Opens a trace. Raises `FileNotFoundError` if there is no such file."""
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{os.fspath(path)} is no file, expected a trace")
    return Run(path)


def compare(first: Run, second: Run, *, most: int = 10) -> Comparison:
    """Compares two runs of the same game. `most`: number of differences, those that save most visits first."""
    return Comparison.of(json_of(["diff", first.path, second.path, "--most", str(most)]))
