"""Results of the program's commands, as dataclasses. Their fields have the names of docs/reference/json.md."""

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union

Score = Union[int, float]
Result = TypeVar("Result")


def score(value: Any) -> Any:
    """Returns a score: the texts `inf` and `-inf` become infinite numbers, and `null` is none."""
    if value == "inf":
        return math.inf
    if value == "-inf":
        return -math.inf
    return value


_SCORES = frozenset(["alpha", "beta", "score", "value", "lower", "upper", "minimax"])


def result(kind: Type[Result], values: Mapping[str, Any]) -> Result:
    """Makes a result from JSON. Fields that this version does not know are only in `raw`."""
    names = {each.name for each in dataclasses.fields(kind)}  # type: ignore[arg-type]
    known = {name: score(value) if name in _SCORES else value for name, value in values.items() if name in names}
    if "raw" in names:
        known["raw"] = dict(values)
    return kind(**known)


@dataclass
class Finding:
    """A fault that the check found."""

    frame: int
    fault: str
    path: List[str]
    #: What is wrong, in a sentence.
    text: str
    #: Number of other findings that this one can have caused.
    followed_by: int = 0
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass
class Remark:
    """An unusual step that is no fault."""

    frame: int
    remark: str
    path: List[str]
    text: str


@dataclass
class Check:
    """The result of a check. It is true if nothing is wrong."""

    #: `proved`, `nothing-found` or `wrong`.
    verdict: str
    sentence: str
    right: bool
    #: Frames that were checked.
    frames: int
    #: Total number of faults; `findings` has the first 1,000.
    wrong_frames: int
    findings: List[Finding]
    remarks: List[Remark]
    #: Assumptions about facts that the trace does not state.
    assumptions: List[str]
    #: Why the trace does not contain its whole run; `None` if it does.
    incomplete: Optional[str] = None
    #: The minimax value of the root, if it was requested and is known.
    minimax: Optional[Score] = None
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.right

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Check":
        """Makes a check from the JSON of `edagari check`."""
        check = result(cls, values)
        check.findings = [result(Finding, finding) for finding in values["findings"]]
        check.remarks = [result(Remark, remark) for remark in values["remarks"]]
        return check


@dataclass
class Figures:
    """The figures of a run."""

    game: str
    search: str
    value: Optional[Score]
    nodes_visited: int
    leaves_evaluated: int
    frames: int
    alpha_cuts: int
    beta_cuts: int
    #: Number of cuts that prune at least one node.
    cutoffs: int
    #: Nodes in the pruned subtrees; `None` where they cannot be counted.
    nodes_pruned: Optional[int]
    max_depth: int
    best_moves: List[str]
    complete: bool
    #: For each depth `visits`, `evaluations`, `alpha_cuts`, `beta_cuts`.
    by_depth: List[Dict[str, int]]
    value_bound: Optional[str] = None
    order: Optional[str] = None
    table: Optional[str] = None
    program: Optional[str] = None
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass
class Frame:
    """One frame of a run: what the search did, and why."""

    frame: int
    #: `start`, `lookup`, `score`, `update`, `store` or `end`.
    kind: str
    #: Moves from the start of the run to the node.
    path: List[str]
    #: What happens, and why, in a sentence.
    text: str
    player: Optional[str] = None
    alpha: Optional[Score] = None
    beta: Optional[Score] = None
    score: Optional[Score] = None
    bound: Optional[str] = None
    #: `alpha` or `beta`, if the frame makes a cut.
    cut: Optional[str] = None
    pruned_moves: Optional[List[str]] = None
    nodes_pruned: Optional[int] = None
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def sentence(self) -> str:
        """What happens at the frame, and why."""
        return self.text


@dataclass
class State:
    """The state of a node at a frame."""

    frame: int
    path: List[str]
    #: `unvisited`, `open`, `scored`, `pruned` or `skipped`.
    state: str
    alpha: Optional[Score] = None
    beta: Optional[Score] = None
    score: Optional[Score] = None
    bound: Optional[str] = None
    pruned_at: Optional[int] = None
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass
class Found:
    """The frames that match a query: a sequence of those that were requested."""

    query: str
    #: Number of matching frames in the whole run.
    count: int
    frames: List[Frame]
    #: The cursor from which the list continues, or `None` at its end.
    next: Optional[int] = None
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.frames)

    def __getitem__(self, place: int) -> Frame:
        return self.frames[place]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Found":
        """Makes a result from the JSON of `edagari find`."""
        found = result(cls, values)
        found.frames = [result(Frame, frame) for frame in values["frames"]]
        return found


@dataclass
class Difference:
    """A node at which two runs differ."""

    kind: str
    path: List[str]
    #: The frame in the first run and in the second.
    frames: List[Optional[int]]
    #: Number of visits at the node and below that the first run made in addition.
    work: int
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass
class Comparison:
    """Two runs of the same game. It is true if they are equal frame by frame."""

    equal: bool
    first_different_frame: Optional[int]
    #: Of the first run and of the second.
    frames: List[int]
    visits: List[int]
    visited_by_one: List[int]
    cuts_in_one: List[int]
    differences: List[Difference]
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.equal

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Comparison":
        """Makes a comparison from the JSON of `edagari diff`."""
        comparison = result(cls, values)
        comparison.differences = [result(Difference, difference) for difference in values["differences"]]
        return comparison
