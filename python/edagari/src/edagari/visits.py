"""The open calls of a recorded program, and facts about the whole search that follow from its calls."""

from types import CodeType, FrameType
from typing import Any, List, Mapping, Optional, Set, Tuple

from .shapes import Shape

#: The set for values that are not collected.
NOT_COLLECTED: Set[Any] = set()


class Visit:
    """An open call of a search."""

    #: Number of children so far without a move.
    count = 0
    #: Move of the last child.
    last: Optional[str] = None
    #: Moves and scores of the children so far, if a call can return a move instead of its score.
    moves: Set[str] = NOT_COLLECTED
    scores: Set[Any] = NOT_COLLECTED
    #: Scores of the children, until the point of view of the scores is known.
    children: Optional[List[Any]] = None
    #: The frame of a root that is not itself a search function, and the variables of its outer loops.
    frame: Optional[FrameType] = None
    round: Tuple[Any, ...] = ()
    #: The frame of the call itself.
    call: Optional[FrameType] = None
    #: The moves in search order, if they are known, and the number of those that were searched or passed over.
    order: Optional[List[str]] = None
    place = 0
    #: The variable of the loop over the moves.
    variable: Optional[str] = None
    player: Optional[str] = None
    #: Whether the call is a visit; otherwise it continues the visit of its caller.
    is_written = True

    def __init__(self, code: CodeType, shape: Shape, window: Optional[Tuple[Any, Any]], state: Any) -> None:
        self.code = code
        self.shape = shape
        self.window = window
        self.state = state
        if shape.window is None:
            self.moves, self.scores = set(), set()


class Facts:
    """Facts about the whole search that follow from its calls."""

    def __init__(self) -> None:
        self.negated = 0
        self.unchanged = 0
        #: Children that are searched although α = β, and although α > β.
        self.closed = 0
        self.crossed = 0
        self.scores: Optional[str] = None
        self.has_re_searches = False
        self.has_chance = False
        self.has_windows = False
        self.program: Optional[str] = None
        self.nan = 0
        #: Reasons for which something was not recorded.
        self.warnings: List[str] = []
        #: Game and position of the roots; `None` if they are not known, or not the same for all.
        self.game: Optional[Mapping[str, Any]] = None
        self.has_root = False
        #: The `table` of the header, if the search has used one.
        self.table: Optional[Mapping[str, Any]] = None

    def warn(self, text: str) -> None:
        """Adds a warning, once."""
        if text not in self.warnings:
            self.warnings.append(text)


class Path:
    """The open calls of one thread."""

    def __init__(self) -> None:
        self.visits: List[Visit] = []
