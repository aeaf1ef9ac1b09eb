"""From the calls of a program to the visits of a search."""

import math
import threading
from types import CodeType, FrameType
from typing import Any, Dict, List, Optional, Set, Tuple, Union

from .adapters import adapter_of
from .loops import FARTHEST_CALLER, PARTS, first_of, loop_variables, only_source, owner_of
from .options import Options
from .monte_carlo import Loop, OpenSpielSearch
from .recorder import Recorder
from .shapes import (
    DEPTHS,
    MOVES,
    Access,
    Shape,
    board_in,
    code_of,
    is_installed,
    name_of,
    parameters_of,
    refusal_of,
    score_in,
    shape_of,
    text_of,
)
from .stream import MAX_SCORE
from .visits import NOT_COLLECTED, Facts, Path, Visit

#: Shapes that a user has declared with `edagari.search`.
DECLARED: Dict[CodeType, Shape] = {}
#: Maximum number of characters of a label.
_LONGEST_LABEL = 2_000

#: Number of nodes after which the point of view of the scores is decided.
_ENOUGH = 20
#: Maximum number of moves of a node that are listed.
_MOST_MOVES = 1_000
#: Names of moves of more than one letter.
_LONG_MOVES = tuple(name for name in MOVES if len(name) > 1)
#: The reason recorded for moves that were not searched: calls do not show a more exact one.
_PASSED_OVER = "passed over"


#: The known shape of a function.
Known = Union[None, Shape, Access, Loop]


class Tracer:
    """Receives starts and ends of calls, and records those that are visits."""

    def __init__(self, recorder: Recorder, options: Options, given: Optional[CodeType] = None) -> None:
        self.recorder = recorder
        #: The function that the user gave to be called and recorded.
        self._given = given
        self.facts = Facts()
        #: Whether the recording has ended because of an error.
        self.has_failed = False
        self._options = options
        self._names: Set[str] = {function for function in options.functions if isinstance(function, str)}
        self._codes: Set[CodeType] = {
            code_of(function) for function in options.functions if not isinstance(function, str)
        }
        self._shapes: Dict[CodeType, Known] = {}
        self._iterations: Dict[int, OpenSpielSearch] = {}
        #: Whether a Monte-Carlo tree search was recorded: another one would begin a tree of its own.
        self._has_iterated = False
        self._score_index: Dict[CodeType, int] = {}
        self._paths: Dict[int, Path] = {}
        self._own_moves: Dict[CodeType, Optional[str]] = {}
        self._calls: Dict[Tuple[CodeType, int], Tuple[Tuple[str, ...], Optional[str]]] = {}

    # Selection of the calls that belong to the search.

    def shape(self, code: CodeType, frame: FrameType) -> "Known":
        """Returns the shape of a function if the function is to be recorded. The result is cached."""
        try:
            return self._shapes[code]
        except KeyError:
            found = self._shapes[code] = self._find_shape(code, frame)
            return found

    def _find_shape(self, code: CodeType, frame: FrameType) -> "Known":
        declared = DECLARED.get(code)
        is_chosen = code in self._codes or code.co_name in self._names or name_of(code) in self._names
        if (self._codes or self._names) and not is_chosen:
            return None
        module = str(frame.f_globals.get("__name__", ""))
        if module == "edagari" or module.startswith("edagari."):
            return None
        adapter = adapter_of(module, frame.f_globals)
        if declared is not None:
            shape: Optional[Shape] = declared
        elif adapter is not None:
            part = adapter.accesses.get(code.co_name) or adapter.loops.get(code.co_name)
            if part is not None:
                return part
            shape = adapter.shape_of(code)
            if shape is not None:
                self._state(adapter.header)
        elif is_installed(code, self._options.modules, module) and not is_chosen:
            return None
        else:
            shape = shape_of(code, frame, code is self._given)
        if shape is None and is_chosen:
            shape = Shape(name=name_of(code))
        reason = refusal_of(code)
        if shape is not None and reason is not None:
            self.facts.warn(reason)
            return None
        if shape is not None and self.facts.program is None:
            self.facts.program = f"{module}.{shape.name}".replace("__main__.", "")
        return shape

    def _state(self, known: Any) -> None:
        """Adds the facts of an adapter to the header, except those that the user states."""
        header = self.recorder.header
        for name, value in vars(known).items():
            if value not in (None, {}) and getattr(header, name) in (None, {}):
                setattr(header, name, value)

    # Starts and ends.

    def fail(self, error: Exception) -> None:
        """Ends the recording, but not the program, at an error in the recording itself or in a function of a `Shape`."""
        if not self.has_failed:
            self.has_failed = True
            self.facts.warn(f"the recording ended early: {type(error).__name__}: {error}".rstrip(": "))

    def _path(self) -> Path:
        key = threading.get_ident()
        path = self._paths.get(key)
        if path is None:
            path = self._paths[key] = Path()
        return path

    def _access(self, access: Access, frame: FrameType, returned: Any) -> None:
        """Records a lookup in the table of a search, or a store."""
        visits, caller = self._path().visits, frame.f_back
        if not visits or caller is None or caller.f_code is not visits[-1].code:
            return
        variables = caller.f_locals
        self.facts.table = access.table(variables)
        fields = access.fields(frame.f_locals, variables, returned)
        if fields is not None and access.event == "lookup":
            self.recorder.lookup(**fields)
        elif fields is not None:
            self.recorder.store(**fields)

    def _begin_iterations(self, loop: Loop, own: Any) -> None:
        """Handles the call of a Monte-Carlo tree search."""
        search = loop.begin(own)
        reason = search.refusal
        if self._has_iterated:
            reason = "a recording has one Monte-Carlo tree search: record each of them by itself"
        if reason is not None:
            self.facts.warn(f"a Monte-Carlo tree search is not recorded: {reason}")
            return
        self._has_iterated = True
        self._iterations[threading.get_ident()] = search
        header = self.recorder.header
        for name, value in search.header().items():
            if value is not None and getattr(header, name) is None:
                setattr(header, name, value)

    def _iterate(self, loop: Loop, own: Any, returned: Any) -> None:
        """Handles the return of a function of a Monte-Carlo tree search."""
        search = self._iterations.get(threading.get_ident())
        if search is None:
            return
        if loop.event == "descent":
            search.down(self.recorder, own, returned)
        else:
            search.up(self.recorder)
            del self._iterations[threading.get_ident()]

    def start(self, code: CodeType, frame: FrameType, shape: Union[Shape, Access, Loop]) -> Optional[CodeType]:
        """Handles the call of a search. Returns the code of the caller if that has become the root, whose end is needed too."""
        if self.has_failed:
            return None
        if isinstance(shape, Access):
            if shape.event == "store":
                self._access(shape, frame, None)
            return None
        if isinstance(shape, Loop):
            if shape.event == "search":
                self._begin_iterations(shape, frame.f_locals)
            return None
        visits = self._path().visits
        own = frame.f_locals
        root: Optional[CodeType] = None
        move, variables, caller = self._move(shape, own, frame, visits)
        if len(visits) == 1 and visits[0].frame is not None:
            self._continue_root(visits, caller, variables)
        if not visits:
            if move is not None and first_of(tuple(variables), MOVES) is not None and caller is not None:
                root = self._open_root(visits, caller, variables, shape, own)
            else:
                self._deepen(variables)
                move = None
        window = shape.window_of(own)
        parent = visits[-1] if visits else None
        state = own.get(shape.state) if shape.state is not None else None
        visit = Visit(code, shape, window, state)
        visit.call = frame
        if parent is not None:
            if move is None and self._continues(parent, visit, caller):
                visit.is_written = False
                visits.append(visit)
                return root
            if move is None:
                parent.count += 1
                move = str(parent.count)
            if move == parent.last:
                self.facts.has_re_searches = True
            parent.last = move
            if parent.moves is not NOT_COLLECTED:
                parent.moves.add(move)
            if caller is not None and parent.count + parent.place == 0 and parent.order is None:
                self._find_order(parent, caller, move)
            if parent.order is not None:
                self._pass_over(parent, move)
            self._compare(parent.window, window)
        self._enter(visit, own, move, not visits)
        visits.append(visit)
        return root

    def _enter(self, visit: Visit, own: Any, move: Optional[str], is_root: bool) -> None:
        facts, shape, window, state = self.facts, visit.shape, visit.window, visit.state
        if window is not None:
            facts.has_windows = True
            if window[0] != window[0] or window[1] != window[1]:
                facts.nan += 1
        if shape.is_chance:
            facts.has_chance = True
        if facts.scores is None:
            facts.scores = shape.scores
        if is_root:
            game = shape.game(own) if shape.game is not None else None
            facts.game = game if not facts.has_root or facts.game == game else None
            facts.has_root = True
        columns: Dict[str, Any] = {}
        if shape.depth is not None:
            columns["depth"] = shape.depth(own) if callable(shape.depth) else own.get(shape.depth)
        player = visit.player = shape.player_of(own)
        if shape.moves is not None:
            visit.order = _texts(shape.moves(own))
        label = self._label(shape, own, state) if self._options.labels else None
        self.recorder.enter(move, label=label, player=player, window=window, moves=visit.order, **columns)

    def _find_order(self, visit: Visit, caller: FrameType, move: str) -> None:
        """Records the moves of a node if the list of the loop over them can be read."""
        source = only_source(caller.f_code, caller.f_lasti)
        values = caller.f_locals.get(source[0]) if source is not None else None
        if source is None or not isinstance(values, (list, tuple)) or len(values) > _MOST_MOVES:
            visit.place = 1
            return
        has_indices = source[1] == "indices" or source[1] == "both" and move == "0"
        order = _texts(range(len(values)) if has_indices else values)
        if order is None or move not in order:
            visit.place = 1
            return
        around, name = self._around(
            caller.f_code, caller.f_lasti, visit.shape.move if not callable(visit.shape.move) else None
        )
        visit.order, visit.variable = order, name or around[0]
        self.recorder.moves(order)

    def _pass_over(self, visit: Visit, move: str) -> None:
        """Records the moves before `move` that the search has not tried."""
        order = visit.order or []
        if visit.place > 0 and order[visit.place - 1] == move:
            return
        try:
            place = order.index(move, visit.place)
        except ValueError:
            # A move out of order: the remaining moves are no longer known.
            visit.order = None
            return
        if place > visit.place:
            self.recorder.skip(order[visit.place : place], why=_PASSED_OVER)
        visit.place = place + 1

    def _pass_over_rest(self, visit: Visit, frame: Optional[FrameType]) -> None:
        """Records the last moves that the loop passed without trying them. Moves after a `break` are not among them."""
        order = visit.order
        if order is None or visit.variable is None or frame is None or visit.place in (0, len(order)):
            return
        last = text_of(frame.f_locals.get(visit.variable))
        if last in order[visit.place :]:
            self.recorder.skip(order[visit.place : order.index(last) + 1], why=_PASSED_OVER)

    @staticmethod
    def _label(shape: Shape, own: Any, state: Any) -> Optional[str]:
        if shape.label is False or shape.label is True:
            return None
        value = state
        if shape.label is not None:
            try:
                value = shape.label(own) if callable(shape.label) else own.get(shape.label)
            except Exception:  # The text of a position is the user's code.
                return None
        shown = text_of(value, _LONGEST_LABEL) or board_in(value)
        # Boards are drawn in rows, and labels shown in a line.
        return " ".join(shown.split("\n")).strip() if shown is not None and "\n" in shown else shown

    def _continues(self, parent: Visit, visit: Visit, caller: Optional[FrameType]) -> bool:
        """Whether a call without a move belongs to the caller's node: another function, with the same position and window.

        So `value(state)` hands its node to `max_value(state)`, and a search at depth 0 to its quiescence search. In a loop,
        children are searched.
        """
        if caller is not None and self._around(caller.f_code, caller.f_lasti, None)[0]:
            return False
        is_other = parent.code is not visit.code
        has_state = visit.state is None or parent.state is None or visit.state is parent.state
        return (
            is_other and has_state and (parent.window is None or visit.window is None or parent.window == visit.window)
        )

    def _compare(self, outer: Optional[Tuple[Any, Any]], inner: Optional[Tuple[Any, Any]]) -> None:
        """Counts whether windows are negated from one ply to the next, and windows of children that are closed."""
        if outer is None or inner is None:
            return
        is_negated = inner[0] == -outer[1] or inner[1] == -outer[0]
        is_unchanged = inner[0] == outer[0] or inner[1] == outer[1]
        self.facts.negated += is_negated and not is_unchanged
        self.facts.unchanged += is_unchanged and not is_negated
        self.facts.closed += inner[0] == inner[1]
        self.facts.crossed += inner[0] > inner[1]

    def end(self, code: CodeType, returned: Any, frame: Optional[FrameType] = None) -> None:
        """Handles the return of a call."""
        visits, part = self._path().visits, self._shapes.get(code)
        if isinstance(part, Access):
            if part.event == "lookup" and frame is not None and not self.has_failed:
                self._access(part, frame, returned)
            return
        if isinstance(part, Loop):
            if frame is not None and not self.has_failed:
                self._iterate(part, frame.f_locals, returned)
            return
        if self.has_failed or not visits or not self._is_open(visits, code, frame):
            return
        while visits[-1].code is not code:
            self._leave(visits.pop(), None, "stopped")
        visit = visits.pop()
        if visit.frame is not None:
            best = text_of(returned)
            self._pass_over_rest(visit, frame)
            self.recorder.leave(best=best if best in visit.moves else None)
            return
        if visit.order is not None:
            self._pass_over_rest(visit, frame)
        if visit.is_written:
            self._return(visit, returned, visits[-1] if visits else None)

    def _return(self, visit: Visit, returned: Any, parent: Optional[Visit]) -> None:
        facts, score, best = self.facts, self._score(visit, returned), None
        if visit.shape.window is None and visit.moves and visit.shape.score is None:
            shown = text_of(returned)
            # The root of a textbook search often returns the move, not the score.
            if shown in visit.moves and not (score in visit.scores and not isinstance(returned, (tuple, list, str))):
                score, best = None, shown
        if score is not None and score != score:
            self.facts.nan += 1
            score = None
        elif score is not None and not -MAX_SCORE <= score <= MAX_SCORE and abs(score) != math.inf:
            facts.warn(f"scores beyond ±{MAX_SCORE:,} are recorded as infinite, and two of them as equal")
        if score is not None and facts.negated + facts.unchanged < _ENOUGH:
            self._compare_scores(visit, score, parent)
        if parent is not None and parent.scores is not NOT_COLLECTED and score is not None:
            parent.scores.add(score)
            parent.scores.add(-score)
        self.recorder.leave(score, best=best)

    def _compare_scores(self, visit: Visit, score: Any, parent: Optional[Visit]) -> None:
        """Counts whether scores are negated from one ply to the next: a node's score comes from one of its children."""
        if visit.children is not None:
            is_negated, is_unchanged = -score in visit.children, score in visit.children
            self.facts.negated += is_negated and not is_unchanged
            self.facts.unchanged += is_unchanged and not is_negated
        if parent is not None:
            if parent.children is None:
                parent.children = []
            parent.children.append(score)

    def _score(self, visit: Visit, returned: Any) -> Any:
        shape = visit.shape
        if shape.score is not None or not isinstance(returned, (tuple, list)):
            return shape.score_of(returned)
        index = self._score_index.get(visit.code)
        if index is None:
            # A leaf has no move: `(None, 5)` shows which of the two the score is.
            places = [
                place
                for place, part in enumerate(returned)
                if score_in(part) is not None and not isinstance(part, tuple)
            ]
            if not places:
                return None
            index = places[0]
            self._score_index[visit.code] = index
        return score_in(returned[index]) if index < len(returned) else None

    def unwind(self, code: CodeType, frame: FrameType) -> None:
        """Handles a call that has ended by an exception."""
        if isinstance(self._shapes.get(code), Loop):
            # The iteration under way has no result.
            self._iterations.pop(threading.get_ident(), None)
            return
        visits = self._path().visits
        if self.has_failed:
            return
        # A call that has returned already can end by an interrupt, too.
        places = range(len(visits) - 1, -1, -1)
        place = next((place for place in places if visits[place].call is frame or visits[place].frame is frame), None)
        while place is not None and len(visits) > place:
            self._leave(visits.pop(), None, "stopped")

    @staticmethod
    def _is_open(visits: List[Visit], code: CodeType, frame: Optional[FrameType]) -> bool:
        top = visits[-1]
        if top.code is code:
            return top.frame is None or frame is None or top.frame is frame
        return any(visit.code is code and visit.frame is None for visit in visits)

    def _leave(self, visit: Visit, score: Any, why: Optional[str] = None) -> None:
        if visit.is_written:
            self.recorder.leave(score, why=why)

    # Moves and roots.

    def _move(
        self, shape: Shape, own: Any, frame: FrameType, visits: List[Visit]
    ) -> Tuple[Optional[str], Dict[str, Any], Optional[FrameType]]:
        """Returns the move of a call, the variables of the loops around it, and the frame that these are in."""
        parent = visits[-1].code if visits and visits[-1].frame is None else None
        caller, distance = frame.f_back, 0
        variables: Dict[str, Any] = {}
        if callable(shape.move):
            there = caller.f_locals if caller is not None else {}
            return text_of(shape.move(own, there)) or None, {}, caller
        own_move = self._own_move(frame.f_code, shape)
        if own_move is not None:
            found = text_of(own[own_move])
            if found:
                return found, {own_move: own[own_move]}, caller
        while caller is not None and distance < FARTHEST_CALLER:
            code, there = caller.f_code, caller.f_locals
            is_part = code.co_name in PARTS
            around, name = self._around(code, caller.f_lasti, shape.move)
            if name is None and (parent is not None or is_part):
                names = MOVES if is_part and code is not parent else _local_moves(code, there, around)
                name = first_of(tuple(there), names if shape.move is None else (shape.move,))
            if name is not None and name in there:
                variables = {other: there[other] for other in around if other in there}
                variables[name] = there[name]
                found = text_of(there[name])
                if found:
                    return found, variables, owner_of(caller)
            elif around and shape.move is None:
                variables = {other: there[other] for other in around if other in there}
                texts = [text_of(value) for value in variables.values()]
                # A loop variable without a text, such as a position, names no move.
                return (":".join(map(str, texts)) if None not in texts else None), variables, caller
            if code is parent or parent is None and not is_part:
                break
            caller, distance = caller.f_back, distance + 1
        return None, variables, caller

    def _own_move(self, code: CodeType, shape: Shape) -> Optional[str]:
        """Returns the parameter of a search that contains the move to its node."""
        try:
            return self._own_moves[code]
        except KeyError:
            parameters = parameters_of(code)
            # `a` is a bound in some programs, `m` a number of moves.
            names = _LONG_MOVES if shape.move is None else (shape.move,)
            found = self._own_moves[code] = first_of(parameters, tuple(name for name in names if isinstance(name, str)))
            return found

    def _around(self, code: CodeType, offset: int, wanted: Any) -> Tuple[Tuple[str, ...], Optional[str]]:
        """Returns the variables of the loops around a call, and the one of them that is the move by its name."""
        key = (code, offset)
        try:
            return self._calls[key]
        except KeyError:
            around = loop_variables(code, offset)
            names = MOVES if wanted is None else (wanted,)
            found = self._calls[key] = around, first_of(around, names)
            return found

    def _deepen(self, variables: Dict[str, Any]) -> None:
        """Records a pass if a search is called from a loop over depths."""
        name = first_of(tuple(variables), DEPTHS)
        depth = variables[name] if name is not None else None
        if isinstance(depth, int):
            self.recorder.start_pass("deepening", depth=depth)

    def _open_root(
        self, visits: List[Visit], caller: FrameType, variables: Dict[str, Any], shape: Shape, own: Any
    ) -> CodeType:
        """Makes the caller the root, because it tries the moves of the root."""
        self._deepen(variables)
        root = Visit(caller.f_code, Shape(name=name_of(caller.f_code)), None, None)
        root.frame = caller
        root.round = _round(variables)
        window, player = shape.window_of(own), shape.player_of(own)
        scores = shape.scores or self.facts.scores
        if window is not None:
            root.window = (-window[1], -window[0]) if scores == "mover" else window
        other = {"max": "min", "min": "max"}.get(player or "")
        visits.append(root)
        self.recorder.enter(player=other, window=root.window)
        return caller.f_code

    def _continue_root(self, visits: List[Visit], caller: Optional[FrameType], variables: Dict[str, Any]) -> None:
        """Keeps the root if the same call tries another move; else ends it, and begins the next one."""
        root = visits[0]
        if caller is not root.frame or _round(variables) != root.round:
            visits.pop()
            self.recorder.leave()

    def finish(self) -> None:
        """Leaves all open nodes. Searches that have not returned count as stopped."""
        for path in self._paths.values():
            while path.visits:
                visit = path.visits.pop()
                self._leave(visit, None, None if visit.frame is not None else "stopped")


def _local_moves(code: CodeType, variables: Any, around: Tuple[str, ...]) -> Tuple[str, ...]:
    """Returns the names of variables of a search that can contain the move to a child.

    A variable of a loop is a better one than `a` and `m`, which are bounds and depths in some programs.
    """
    if around:
        return _LONG_MOVES
    others = parameters_of(code) + (("a",) if "b" in variables else ())
    return tuple(name for name in MOVES if len(name) > 1 or name not in others)


def _texts(values: Any) -> Optional[List[str]]:
    """Returns the texts of moves; `None` if one has none, or two have the same."""
    if values is None:
        return None
    texts = [text_of(value) for value in values]
    found = [text for text in texts if text]
    return found if len(found) == len(texts) == len(set(found)) else None


def _round(variables: Dict[str, Any]) -> Tuple[Any, ...]:
    """Values of the variables of loops around the loop over the moves."""
    return tuple(value for name, value in variables.items() if name in DEPTHS and isinstance(value, int))
