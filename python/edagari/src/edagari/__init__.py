"""Edagari records what a game-tree search does, step by step, and replays it.

>>> import edagari                                                              # doctest: +SKIP
>>> run = edagari.record(my_search, board)                                      # doctest: +SKIP
>>> run.check().sentence                                                        # doctest: +SKIP

Recording needs this package alone. Reading, checking and pictures call the program `edagari`, from the package edagari-bin.
"""

from typing import TYPE_CHECKING, Any

from .errors import CannotRecord, EdagariError, ProgramError, ProgramMissing, RecordingError
from .games import record_game
from .options import Options
from .recorder import Recorder
from .recording import Recording, record, search
from .results import Check, Comparison, Difference, Figures, Finding, Found, Frame, Remark, State
from .run import Run, compare, open
from .stream import Header

if TYPE_CHECKING:
    from .widget import Widget as Widget

__version__ = "0.1.0"

__all__ = [
    "CannotRecord",
    "Check",
    "Comparison",
    "Difference",
    "EdagariError",
    "Figures",
    "Finding",
    "Found",
    "Frame",
    "Header",
    "Options",
    "ProgramError",
    "ProgramMissing",
    "Recorder",
    "Recording",
    "RecordingError",
    "Remark",
    "Run",
    "State",
    "compare",
    "open",
    "record",
    "record_game",
    "search",
]


def __getattr__(name: str) -> Any:
    """Imports `Widget` when it is used, because only it needs anywidget. For the same reason it is not in `__all__`."""
    if name == "Widget":
        from .widget import Widget

        return Widget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
