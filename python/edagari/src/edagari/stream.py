"""JSON of the parts of a stream: headers, scores, windows and columns."""

import json
import math
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from numbers import Integral, Real
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

#: A score: an integer, or a number with a point in a stream with a unit. Infinite scores are `math.inf` and `-math.inf`.
Score = Union[int, float]
#: α and β, or a lower and an upper bound.
Window = Tuple[Score, Score]
#: A value of a column.
Value = Union[int, float, bool, str]

#: The greatest distance of a score from 0, in units. Beyond it a score is infinite.
MAX_SCORE = 2**31 - 2
#: Names of event fields, which are no columns (docs/trace-format.md, "Events").
FIELDS = frozenset(
    ["event", "node", "parent", "move", "label", "player", "window", "moves", "log_line", "bounds", "entry", "result",
     "child", "score", "value", "cut", "children", "count", "bound", "ending", "limit", "remark", "thread", "columns"]
)  # fmt: skip

#: Number of texts and scores whose JSON is cached.
_MOST_KNOWN = 4096

_quote = json.encoder.encode_basestring


def text(value: str) -> str:
    """Returns a JSON string. Lone surrogates, which are not characters, are replaced by U+FFFD."""
    if not value.isascii():
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _quote(value)


_known_texts: Dict[str, str] = {}


def known_text(value: str) -> str:
    """Returns the JSON of a text that occurs often, such as a move; cached."""
    known = _known_texts.get(value)
    if known is None:
        known = text(value)
        if len(_known_texts) < _MOST_KNOWN:
            _known_texts[value] = known
    return known


def column(value: Any) -> Optional[str]:
    """Returns the JSON of a column's value; `None` for a missing value: `None`, NaN or an infinite number."""
    if value is None:
        return None
    if isinstance(value, str):
        return text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(part for part in map(column, value) if part is not None) + "]"
    if isinstance(value, Integral):
        whole = int(value)
        # The reader has 64-bit integers.
        return str(whole) if -(2**63) <= whole < 2**63 else text(str(Decimal(whole)))
    if isinstance(value, (Real, Decimal)):
        number = float(value)
        return repr(number) if math.isfinite(number) else None
    return text(str(value))


@dataclass
class Scores:
    """Writer of scores. It rounds them to `digits` digits after the point, and remembers what it has written."""

    #: Digits after the point.
    digits: int = 9
    #: Digits after the point that the scores so far need.
    used: int = 0
    #: The greatest distance of a finite score from 0.
    greatest: float = 0.0
    #: Number of scores that were rounded by more than the error of floating-point numbers.
    rounded: int = 0
    #: The JSON of scores that were written before. Equal numbers have equal JSON, whatever their types are.
    known: Dict[Any, str] = field(default_factory=dict)

    def write(self, score: Any) -> Optional[str]:
        """Returns the JSON of a score; `None` for NaN."""
        known = self.known.get(score)
        if known is not None:
            return known
        written = self._write(score)
        if written is not None and len(self.known) < _MOST_KNOWN:
            self.known[score] = written
        return written

    def _write(self, score: Any) -> Optional[str]:
        if isinstance(score, Integral):
            whole = int(score)
            if -MAX_SCORE <= whole <= MAX_SCORE:
                self._see(abs(whole))
                return str(whole)
            return '"inf"' if whole > 0 else '"-inf"'
        if score != score:
            return None
        if abs(score) > MAX_SCORE:
            return '"inf"' if score > 0 else '"-inf"'
        number = float(score)
        if number.is_integer():
            self._see(abs(number))
            return str(int(number))
        return self._fraction(number)

    def _see(self, distance: float) -> None:
        if distance > self.greatest:
            self.greatest = float(distance)

    def _fraction(self, number: float) -> str:
        rounded = round(number, self.digits)
        if abs(rounded - number) > 1e-12 * max(1.0, abs(number)):
            self.rounded += 1
        written = f"{rounded:.{self.digits}f}".rstrip("0")
        digits = len(written) - written.index(".") - 1
        self.used = max(self.used, digits)
        self._see(abs(number))
        written = written.rstrip(".")
        return "0" if written == "-0" else written

    def window(self, window: Sequence[Any]) -> Optional[str]:
        """Returns the JSON of a window or of bounds; `None` if one of them is NaN."""
        low, high = self.write(window[0]), self.write(window[1])
        return None if low is None or high is None else f"[{low},{high}]"


def digits_of(unit: float) -> int:
    """Returns the digits after the point of a unit, such as 2 for 0.01.

    Raises `ValueError` if it has more than 9, or is not above 0.
    """
    exact = Decimal(repr(float(unit)))
    exponent = exact.normalize().as_tuple().exponent
    if not isinstance(exponent, int) or exact <= 0 or exponent < -9:
        raise ValueError(f"a unit of {unit!r}, expected a number above 0 with at most 9 digits after the point")
    return max(0, -exponent)


def round_to(number: str, digits: int) -> str:
    """Rounds a number that was written to fewer digits after the point."""
    rounded = Decimal(number).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)
    written = f"{rounded:f}"
    written = written.rstrip("0").rstrip(".") if "." in written else written
    return "0" if written == "-0" else written


@dataclass
class Header:
    """The first line of a stream: what a program states about its search. What is stated is checked, what is `None` is assumed.

    The fields have the names and the order of docs/trace-format.md, "Header".
    """

    program: Optional[str] = None
    game: Optional[str] = None
    #: `fen` if the labels of nodes are boards in FEN notation.
    board: Optional[str] = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    after: Optional[str] = None
    search: Optional[str] = None
    #: `max` (scores are seen from the max player everywhere) or `mover` (from the player to move, as in negamax).
    scores: Optional[str] = None
    #: The unit of scores with a point, such as 0.01.
    unit: Optional[float] = None
    #: `hard` or `soft`.
    fail: Optional[str] = None
    #: `>=` or `>`.
    cut: Optional[str] = None
    null_windows: Optional[bool] = None
    #: `False` for numbers that are no minimax scores.
    judge: Optional[bool] = None
    leaf: Optional[str] = None
    depth_limit: Optional[int] = None
    evaluation: Optional[str] = None
    mates: Optional[Mapping[str, Any]] = None
    #: The formula of a Monte-Carlo tree search, such as `{"exploration": 1.414, "expands_all": True}`.
    sampling: Optional[Mapping[str, Any]] = None
    players: Optional[Sequence[str]] = None
    order: Optional[str] = None
    table: Union[None, str, Mapping[str, Any]] = None

    def line(self) -> str:
        """Returns the header as a line, without its end."""
        fields: Dict[str, Any] = {"edagari": 1}
        for name, value in vars(self).items():
            if value is not None and not (name == "rules" and not value):
                fields[name] = value
        if self.unit is not None and float(self.unit).is_integer():
            fields["unit"] = int(self.unit)
        written = json.dumps(fields, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        if not written.isascii():
            written = written.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return written
