"""The shape of a search function: the parameters for window, state and move, and the form of its result."""

import inspect
import math
import os
import re
import sysconfig
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Callable, List, Mapping, Optional, Sequence, Set, Tuple, Union

from .errors import CannotRecord
from .loops import PARTS

Locals = Mapping[str, Any]

_NUMBERS = frozenset([int, float])
_SCALARS = frozenset([int, float, str, bool])
_SQUARES = _SCALARS | {type(None)}

#: Pairs of names of parameters that contain a window.
WINDOWS = (("alpha", "beta"), ("Alpha", "Beta"), ("α", "β"), ("lower", "upper"), ("low", "high"), ("lo", "hi"))
#: Names of parameters and variables that contain the move to a node.
MOVES = ("move", "action", "mv", "m", "a", "act", "succ_move", "next_move", "column", "col", "square", "cell", "card")
#: Names of parameters that contain the position.
STATES = ("state", "board", "position", "pos", "node", "game_state", "gameState", "gamestate", "game", "tree", "heaps")
#: Names of parameters that are true if the max player moves.
MAXIMIZING = ("maximizing", "maximizing_player", "maximizingPlayer", "is_maximizing", "isMaximizing", "is_max", "isMax",
              "maximize", "max_player", "maxPlayer", "is_max_player", "max_turn", "maximising", "is_maximising")  # fmt: skip
#: Names of variables of a loop over depths.
DEPTHS = ("depth", "d", "limit", "max_depth", "depth_limit", "iteration")

_SEARCH = re.compile(
    r"(mini_?max|nega_?max|nega_?scout|alpha_?beta|ab_?search|(?:^|_)(?:max|min)_?(?:[a-z]+_)?(?:value|val|node|play|player|score)$"
    r"|(?:^|_)(?:maximi[sz]e|minimi[sz]e|maxi|mini)$|(?:^|_)pvs$|principal_?variation|quiesce|qsearch)",
    re.IGNORECASE,
)
_CHANCE = re.compile(r"(expecti|(?:^|_)exp_?(?:value|val|node)$|chance_?(?:value|node)?$)", re.IGNORECASE)
_MOVER = re.compile(r"(nega|(?:^|_)pvs|quiesce|qsearch|principal_?variation)", re.IGNORECASE)
_SKIPPED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True)
class Shape:
    """Describes the parameters and the result of one search function."""

    #: The qualified name of the function.
    name: str
    #: The parameters that are α and β, or a function of the parameters.
    window: Union[None, Tuple[str, str], Callable[[Locals], Any]] = None
    #: The parameter that is the position.
    state: Optional[str] = None
    #: The parameter or variable of the caller that is the move, or a function of the locals of both.
    move: Union[None, str, Callable[[Locals, Locals], Any]] = None
    #: The moves of the node in search order, as a function of the parameters.
    moves: Optional[Callable[[Locals], Any]] = None
    #: The player to move (`max`, `min`), or a function of the parameters.
    player: Union[None, str, Callable[[Locals], Optional[str]]] = None
    #: The parameter that is the depth left to search, or a function of the parameters.
    depth: Union[None, str, Callable[[Locals], Any]] = None
    #: The label of the node: a parameter, a function of the parameters, or `False` for none.
    label: Union[None, bool, str, Callable[[Locals], Any]] = None
    #: The place of the score in the returned value: an index, a key, or a function of that value.
    score: Union[None, int, str, Callable[[Any], Any]] = None
    #: `max` or `mover`, or `None` if the windows show it.
    scores: Optional[str] = None
    #: Fields of the header that follow from the parameters at the root: the game if Edagari knows it, and its position.
    game: Optional[Callable[[Locals], Optional[Mapping[str, Any]]]] = None
    #: Whether the function searches chance nodes, so that its numbers are not minimax scores.
    is_chance: bool = False

    def window_of(self, own: Locals) -> Optional[Tuple[Any, Any]]:
        """Returns the window of a call; `None` if it has none."""
        if self.window is None:
            return None
        if callable(self.window):
            window = self.window(own)
            bounds = (None, None) if window is None else (number_of(window[0]), number_of(window[1]))
            return None if None in bounds else bounds
        alpha, beta = own.get(self.window[0]), own.get(self.window[1])
        if type(alpha) in _NUMBERS and type(beta) in _NUMBERS:
            return alpha, beta
        if alpha is None and beta is None:
            return None
        # Some programs have `None` where there is no bound yet.
        alpha = -math.inf if alpha is None else number_of(alpha)
        beta = math.inf if beta is None else number_of(beta)
        return None if alpha is None or beta is None else (alpha, beta)

    def player_of(self, own: Locals) -> Optional[str]:
        """Returns the player to move, if it is known."""
        return self.player(own) if callable(self.player) else self.player

    def score_of(self, returned: Any) -> Any:
        """Returns the score in the value returned by a call; `None` if there is none."""
        if self.score is None and type(returned) in _NUMBERS:
            return returned
        if callable(self.score):
            return number_of(self.score(returned))
        if self.score is not None:
            try:
                returned = returned[self.score]
            except (TypeError, LookupError):
                return None
        return score_in(returned)


@dataclass(frozen=True)
class Access:
    """Describes the parameters and the result of a function that reads from a table, or writes to it."""

    #: The function's name.
    name: str
    #: `lookup` or `store`: the event, and the method of `Recorder`.
    event: str
    #: The arguments of that method, from the parameters of the function, the variables of the search that calls it, and what
    #: it returned; `None` if there was no entry.
    fields: Callable[[Locals, Locals, Any], Optional[Mapping[str, Any]]]
    #: The `table` of the header.
    table: Callable[[Locals], Mapping[str, Any]]


def number_of(value: Any) -> Any:
    """Returns a number of any class as a real number that Python can compare with others; `None` if it is no number."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Real):
        return value
    if isinstance(value, Decimal):
        return math.nan if value.is_nan() else float(value)
    # An array or a tensor without dimensions.
    if getattr(value, "shape", None) == () and callable(getattr(value, "item", None)):
        item = value.item()
        return item if isinstance(item, Real) else None
    return None


def score_in(returned: Any) -> Any:
    """Returns the number in a value: the value itself, or the first number of a tuple, or the entry `score` or `value`."""
    number = number_of(returned)
    if number is not None:
        return number
    if isinstance(returned, (tuple, list)):
        numbers = (number_of(part) for part in returned if not isinstance(part, bool))
        return next((number for number in numbers if number is not None), None)
    if isinstance(returned, Mapping):
        returned_by_name: Mapping[Any, Any] = returned
        return next(
            (number_of(returned_by_name[name]) for name in ("score", "value") if name in returned_by_name), None
        )
    for name in ("score", "value"):
        number = number_of(getattr(returned, name, None))
        if number is not None:
            return number
    return None


def name_of(code: CodeType) -> str:
    """Returns the qualified name of a function where Python has one."""
    name: str = getattr(code, "co_qualname", code.co_name)
    return name.replace("<locals>.", "")


def parameters_of(code: CodeType) -> Tuple[str, ...]:
    """Returns the names of the parameters of a function."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _window_in(code: CodeType) -> Optional[Tuple[str, str]]:
    """Returns the names of the parameters that are the window of a function."""
    parameters = parameters_of(code)
    return next((pair for pair in WINDOWS if pair[0] in parameters and pair[1] in parameters), None)


def shape_of(code: CodeType, frame: Optional[FrameType] = None, is_given: bool = False) -> Optional[Shape]:
    """Returns the shape of a function that looks like a search: by its parameters, or else by its name.

    A frame of the function shows which functions it calls. `is_given`: whether the user named it as the function to record.
    """
    parameters = parameters_of(code)
    window = _window_in(code)
    name = code.co_name
    is_chance = bool(_CHANCE.search(name))
    has_name = bool(_SEARCH.search(name)) or is_chance
    if window is None and not (has_name and parameters):
        return None
    # Parameters alone do not make a search, such as those of `betavariate(alpha, beta)`: a search calls searches.
    if not (has_name or is_given or _calls_a_search(code) or _calls_itself(code, frame)):
        return None
    maximizing = next((name for name in MAXIMIZING if name in parameters), None)
    player: Union[None, str, Callable[[Locals], Optional[str]]] = player_in_name(name)
    if maximizing is not None:
        player = _player_by(maximizing)
    return Shape(
        name=name_of(code),
        window=window,
        state=next((name for name in STATES if name in parameters), None),
        player=None if is_chance else player,
        scores="mover" if _MOVER.search(name) else "max" if player is not None else None,
        is_chance=is_chance,
    )


def _names(code: CodeType) -> Set[str]:
    """Returns the names that a function uses, with those of the lambdas and comprehensions in it."""
    names = {*code.co_names, *code.co_freevars, *code.co_cellvars}
    for part in code.co_consts:
        if isinstance(part, CodeType) and part.co_name in PARTS:
            names |= _names(part)
    return names


def _calls_a_search(code: CodeType) -> bool:
    names = _names(code)
    return code.co_name in names or any(_SEARCH.search(name) for name in names)


def _calls_itself(code: CodeType, frame: Optional[FrameType]) -> bool:
    """Whether a function calls itself by way of other functions with a window, or by another name.

    Functions are found by the names in the code: of the module, of the function around it, and methods of the first parameter.
    """
    if frame is None:
        return False
    owner = type(frame.f_locals.get(code.co_varnames[0])) if code.co_argcount else object
    methods = [vars(base) for base in owner.__mro__]
    seen: Set[CodeType] = set()
    waiting: List[Tuple[CodeType, Locals]] = [(code, frame.f_locals)]
    while waiting:
        caller, around = waiting.pop()
        places = [around, *methods, frame.f_globals]
        for name in _names(caller):
            callee = next((place[name] for place in places if name in place), None)
            if isinstance(callee, (staticmethod, classmethod, MethodType)):
                callee = callee.__func__
            if not isinstance(callee, FunctionType):
                continue
            callee = inspect.unwrap(callee)
            called = callee.__code__
            if called is code:
                return True
            if called not in seen and _window_in(called) is not None:
                seen.add(called)
                waiting.append((called, _closure_of(callee)))
    return False


def _closure_of(function: Any) -> Locals:
    """Returns the variables that a function shares with the function around it."""
    variables = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            variables[name] = cell.cell_contents
        except ValueError:  # The variable has no value yet.
            continue
    return variables


def player_in_name(name: str) -> Optional[str]:
    """Returns the player in a name such as `max_value`; `None` for `minimax`, which contains both."""
    lowered = name.lower().replace("negamax", "")
    has_max, has_min = "max" in lowered, "min" in lowered
    if has_max == has_min:
        return None
    return "max" if has_max else "min"


def _player_by(parameter: str) -> Callable[[Locals], Optional[str]]:
    def player(own: Locals) -> Optional[str]:
        value = own.get(parameter)
        return ("max" if value else "min") if isinstance(value, (bool, int)) else None

    return player


def refusal_of(code: CodeType) -> Optional[str]:
    """Returns the reason for which a function cannot be recorded, if there is one."""
    if code.co_flags & _SKIPPED:
        return (
            f"{name_of(code)} is a generator or a coroutine: its calls do not nest, so they are no visits of a search"
        )
    return None


def code_of(function: Any) -> CodeType:
    """Returns the code of a function, a method, or an object that can be called.

    Raises `CannotRecord` for what has no Python code.
    """
    shown = getattr(function, "__qualname__", None) or repr(function)
    if not callable(function):
        raise CannotRecord(f"{shown} is no function, expected one, or an object that can be called")
    if hasattr(function, "cache_info"):
        raise CannotRecord(
            f"{shown} keeps its results in a cache, so calls that the cache answers leave no visit: "
            "record it without functools.lru_cache, or record a function that calls it"
        )
    function = inspect.unwrap(function)
    while hasattr(function, "func") and not hasattr(function, "__code__"):
        function = function.func
    function = getattr(function, "__func__", function)
    if not hasattr(function, "__code__") and not isinstance(function, type):
        function = getattr(type(function), "__call__", function)
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        raise CannotRecord(f"{shown} is compiled, not written in Python: its calls cannot be seen from Python")
    reason = refusal_of(code)
    if reason is not None:
        raise CannotRecord(reason)
    return code


_FOLDERS = tuple(
    os.path.join(folder, "")
    for folder in (sysconfig.get_paths().get(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    if folder
)


def is_installed(code: CodeType, modules: Sequence[str], module: str) -> bool:
    """Whether a function belongs to Python or to an installed package, except `modules` and their submodules."""
    if any(module == known or module.startswith(known + ".") for known in modules):
        return False
    return code.co_filename.startswith(_FOLDERS) or code.co_filename.startswith("<frozen")


def _has_text(kind: Any) -> bool:
    return any("__str__" in base.__dict__ or "__repr__" in base.__dict__ for base in kind.__mro__ if base is not object)


def text_of(value: Any, longest: int = 100) -> Optional[str]:
    """Returns a short text for a move or a position; `None` if the value has no text of its own."""
    kind: Any = type(value)
    if kind is tuple and 0 < len(value) <= 64 and _SCALARS.issuperset(map(type, value)):
        return ",".join(map(str, value))[:longest]
    if kind is int:
        return str(value) if -(10**30) < value < 10**30 else None
    if value is None:
        return None
    if isinstance(value, str):
        return value[:longest]
    if isinstance(value, (bool, int, float)):
        return repr(value)[:longest]
    if isinstance(value, (tuple, list)):
        parts: Sequence[Any] = value
        if not 0 < len(parts) <= 64 or not _SCALARS.issuperset(map(type, parts)):
            return None
        return ",".join(map(str, parts))[:longest]
    # Only a text that the class itself defines: the text of `object` is an address, and those of containers are long.
    if not _has_text(kind):
        return None
    if isinstance(value, (dict, set, frozenset)):
        return None
    try:
        shown = str(value)
    except Exception:  # The text is the user's code.
        return None
    return None if " at 0x" in shown else shown[:longest]


def board_in(value: Any) -> Optional[str]:
    """Returns the rows of a board that is a list of lists: `XO. .X. ..O`, with a point for `None` and blanks."""
    if not isinstance(value, (list, tuple)) or not 0 < len(value) <= 32:
        return None
    rows: List[str] = []
    for row in value:
        if not isinstance(row, (list, tuple, str)) or not 0 < len(row) <= 32:
            return None
        squares = ["." if square in (None, "", " ") else str(square) for square in row if type(square) in _SQUARES]
        if len(squares) != len(row):
            return None
        rows.append(("" if all(len(square) == 1 for square in squares) else ",").join(squares))
    return " ".join(rows)
