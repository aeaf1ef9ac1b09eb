"""Monte-Carlo tree searches of known packages: their iterations, as passes of a stream.

Such a search is no recursion: a loop goes down from the root again and again. Its adapter names the function that contains
the loop, and the one that goes down once.
"""

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from .recorder import Recorder
from .shapes import Locals


@dataclass(frozen=True)
class Loop:
    """A function of a Monte-Carlo tree search."""

    #: The function's name.
    name: str
    #: `search` (it contains the loop over the iterations), or `descent` (it goes from the root to a leaf).
    event: str
    #: Creates the reader of a search from the variables of the function that contains the loop.
    begin: Callable[[Locals], "OpenSpielSearch"]


@dataclass
class _Step:
    """A node on the path of an iteration."""

    move: Optional[str]
    player: Optional[str]
    prior: Optional[float]
    #: The moves of its children, if the search has just created them.
    moves: Optional[List[str]]


class OpenSpielSearch:
    """The search of OpenSpiel's `MCTSBot`, iteration by iteration.

    The result of an iteration is read from the root, to which the search adds it before it goes down again.
    """

    def __init__(self, own: Locals, text: Any, position: Any) -> None:
        self._bot, self._state = own["self"], own["state"]
        self._text = text
        self._position = position
        self._name = str(self._state.get_game())
        self._root: Any = None
        #: The total of the root before the latest iteration, and the path of that iteration.
        self._before = 0.0
        self._path: Optional[Sequence[_Step]] = None
        self._ends_game = False
        #: Nodes whose children are written.
        self._expanded: Set[int] = set()

    @property
    def refusal(self) -> Optional[str]:
        """Returns the reason for which the search cannot be recorded; `None` if it can."""
        kind = self._state.get_game().get_type()
        if self._state.get_game().num_players() != 2 or str(kind.utility) != "Utility.ZERO_SUM":
            return "its results are not those of a game of two players in which one wins what the other loses"
        return None

    def header(self) -> Mapping[str, Any]:
        """Returns the fields of the header that hold for the search."""
        bot = self._bot
        fields: Dict[str, Any] = {"program": "open_spiel", "judge": False, "scores": "max"}
        formula = {"uct_value": "uct", "puct_value": "puct"}.get(getattr(bot._child_selection_fn, "__name__", ""))
        fields["search"] = formula or "mcts"
        # At chance nodes, the child is drawn at random, not by the formula.
        is_random = str(self._state.get_game().get_type().chance_mode) != "ChanceMode.DETERMINISTIC"
        if formula is not None and not is_random:
            sampling: Dict[str, Any] = {"iterations": bot.max_simulations, "exploration": float(bot.uct_c)}
            sampling.update(expands_all=True, solver=bool(bot.solve))
            if formula == "puct":
                sampling["priors"] = "recorded"
            fields["sampling"] = sampling
        return {**fields, **(self._position(self._name, self._state) or {})}

    def down(self, recorder: Recorder, own: Locals, returned: Tuple[Any, Any]) -> None:
        """Records the descent of an iteration to a leaf."""
        self.up(recorder)
        nodes, leaf = returned
        self._root = nodes[0]
        self._before = self._root.total_reward
        self._ends_game = leaf.is_terminal()
        # Copied, because the search empties its list on the way back.
        self._path = self._steps(list(nodes))

    def _steps(self, nodes: Sequence[Any]) -> List[_Step]:
        state = self._state.clone()
        steps: List[_Step] = []
        has_priors = getattr(self._bot._child_selection_fn, "__name__", "") == "puct_value"
        for place, node in enumerate(nodes):
            move = None
            if place > 0:
                move = self._text(self._name, node.player, node.action, state)
                state.apply_action(node.action)
            player = {0: "max", 1: "min"}.get(state.current_player())
            moves = None
            if node.children and id(node) not in self._expanded:
                self._expanded.add(id(node))
                texts = (self._text(self._name, child.player, child.action, state) for child in node.children)
                moves = list(texts)
            prior = float(node.prior) if has_priors and place > 0 else None
            steps.append(_Step(move, player, prior, moves))
        return steps

    def up(self, recorder: Recorder) -> None:
        """Records the result of the latest iteration, which is now part of the root's total. Without one, has no effect."""
        if self._path is None:
            return
        gained = self._root.total_reward - self._before
        score = gained if self._root.player == 0 else -gained
        path, self._path = self._path, None
        recorder.start_pass()
        for step in path:
            recorder.enter(step.move, player=step.player, moves=step.moves, prior=step.prior)
        for place in range(len(path)):
            recorder.leave(score, why="playout" if place == 0 and not self._ends_game else None)
