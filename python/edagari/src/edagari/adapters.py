"""Searches of known packages: the functions that are searches, and known facts about them.

An `Adapter` names modules, and the shape of each function in them. A module is recognized when a function in it is first
called, so nothing is imported here.
"""

import math
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from .monte_carlo import Loop, OpenSpielSearch
from .shapes import Access, Locals, Shape, shape_of, text_of
from .stream import Header


@dataclass(frozen=True)
class Adapter:
    """The searches of one package."""

    name: str
    #: Whether a module, given its name and its globals, belongs to the package.
    is_module: Callable[[str, Mapping[str, Any]], bool]
    #: Shapes by the name of the function.
    shapes: Mapping[str, Shape]
    #: Fields of the header that hold for the package's searches.
    header: Header = field(default_factory=Header)
    #: Functions that look into a table, or write to it, by their names.
    accesses: Mapping[str, Access] = field(default_factory=dict)
    #: Functions of a Monte-Carlo tree search, by their names.
    loops: Mapping[str, Loop] = field(default_factory=dict)

    def shape_of(self, code: CodeType) -> Optional[Shape]:
        """Returns the shape of a function of the package, if it is a search."""
        known = self.shapes.get(code.co_name)
        return known or (shape_of(code) if "*" in self.shapes else None)


def _open_spiel_player(own: Locals) -> Optional[str]:
    player = own["state"].current_player()
    if player < 0:
        return None
    return "max" if player == own["maximizing_player_id"] else "min"


#: Names of OpenSpiel's games that Edagari knows with the same rules, in their default size.
_OPEN_SPIEL_GAMES = {"tic_tac_toe()": "tic-tac-toe", "connect_four()": "connect-four"}


def _open_spiel_text(name: str, player: int, action: int, state: Any) -> str:
    """Returns the text of a move: Edagari's notation in a game that Edagari knows, else OpenSpiel's."""
    if name == "tic_tac_toe()":
        return "abc"[action % 3] + str(action // 3 + 1)
    if name == "connect_four()":
        return "abcdefg"[action]
    return str(state.action_to_string(player, action)).replace(" ", "")


def _open_spiel_move(own: Locals, caller: Locals) -> Optional[str]:
    action, state = caller.get("action"), caller.get("state")
    if action is None or state is None:
        return None
    return _open_spiel_text(str(state.get_game()), state.current_player(), action, state)


def _open_spiel_moves(own: Locals) -> Any:
    state = own["state"]
    if state.is_terminal() or own["depth"] == 0:
        return None
    name, player = str(state.get_game()), state.current_player()
    return [_open_spiel_text(name, player, action, state) for action in state.legal_actions()]


def _open_spiel_game(own: Locals) -> Optional[Mapping[str, Any]]:
    """Returns the game and the position of the root, if Edagari knows the rules and has the same max player and leaves."""
    if own["maximizing_player_id"] != 0 or own["value_function"] is not None:
        return None
    known = open_spiel_position(str(own["state"].get_game()), own["state"])
    return {**known, "leaf": "game over"} if known is not None else None


def open_spiel_position(name: str, state: Any) -> Optional[Mapping[str, Any]]:
    """Returns the game and the moves to one of its positions, if Edagari knows the rules."""
    game = _OPEN_SPIEL_GAMES.get(name)
    if game is None:
        return None
    after = [_open_spiel_text(name, index % 2, action, state) for index, action in enumerate(state.history())]
    return {"game": game, "after": " ".join(after) or None}


def _aima_moves(own: Locals) -> Any:
    game, state = own.get("game"), own.get("state")
    # At its depth limit, a search does not generate moves.
    if game is None or "cutoff_test" in own or game.terminal_test(state):
        return None
    actions = game.actions(state)
    if _aima_is_tic_tac_toe(own):
        return [_aima_square(action) for action in actions]
    return actions if isinstance(actions, (list, tuple)) else None


def _easy_moves(own: Locals) -> Any:
    game, lookup = own["game"], own.get("tt")
    # A table entry changes the order of the moves.
    return None if lookup is not None or own["depth"] == 0 or game.is_over() else game.possible_moves()


def _open_spiel_label(own: Locals) -> str:
    return str(own["state"])


def _is_aima(name: str, module: Mapping[str, Any]) -> bool:
    names = ("alphabeta_search", "alpha_beta_search", "alphabeta_player", "minimax_decision", "minmax_decision")
    return sum(known in module for known in names) >= 2 and "Game" in module


def _aima_is_tic_tac_toe(own: Locals) -> bool:
    game = own.get("game")
    return type(game).__name__ == "TicTacToe" and all(getattr(game, name, None) == 3 for name in "hvk")


def _aima_move(own: Locals, caller: Locals) -> Optional[str]:
    action = caller.get("a")
    is_square = isinstance(action, tuple) and len(action) == 2 and _aima_is_tic_tac_toe(caller)
    return _aima_square(action) if is_square else text_of(action)


def _aima_square(action: Any) -> str:
    """Names a square of tic-tac-toe as Edagari does."""
    return "abc"[action[1] - 1] + str(action[0])


def _aima_game(own: Locals) -> Optional[Mapping[str, Any]]:
    state = own.get("state")
    # A search with a depth limit has other leaves.
    if not _aima_is_tic_tac_toe(own) or getattr(state, "board", None) != {} or "cutoff_test" in own:
        return None
    return {"game": "tic-tac-toe", "leaf": "game over"}


def _aima_label(own: Locals) -> Optional[str]:
    """Draws the boards of AIMA's games: rows of `.`, `X` and `O`."""
    state = own.get("state")
    board = getattr(state, "board", None)
    if not isinstance(board, dict) or not all(isinstance(square, tuple) and len(square) == 2 for square in board):
        return text_of(state) if not isinstance(state, tuple) else None
    squares: List[Tuple[int, int]] = [*board, *(getattr(state, "moves", None) or ())]
    if not squares:
        return None
    rows, columns = max(square[0] for square in squares), max(square[1] for square in squares)
    if rows * columns > 400:
        return None
    lines = (
        "".join(str(board.get((row, column), ".")) for column in range(1, columns + 1)) for row in range(1, rows + 1)
    )
    return "\n".join(lines)


def _easy_label(own: Locals) -> Optional[str]:
    game = own["game"]
    entry = getattr(game, "ttentry", None)
    return text_of(entry()) if callable(entry) else None


#: The distance between two scores of easyAI's MT drivers, and between a score and the value `gamma` of a null window.
_EPSILON = 0.001


def _easy_test(own: Locals) -> Optional[Tuple[float, float]]:
    """Returns the null window of `mt`, which tests whether the score is above `gamma`, a value between two scores."""
    gamma = own.get("gamma")
    if gamma is None:
        return None
    # With `tt`, a root score at the end of the scale has no next score.
    return round(gamma - _EPSILON, 6), round(gamma + _EPSILON, 6)


def _easy_bounds(entry: Mapping[str, Any]) -> Tuple[float, float]:
    """Returns the bounds of an entry of easyAI, which has two bounds, or a value with a flag."""
    if "flag" not in entry:
        lower, upper = entry["lowerbound"], entry["upperbound"]
        # These values mean that there is no bound.
        return (-math.inf if lower <= -1_000_000 else lower), (math.inf if upper >= 1_000_000 else upper)
    value, flag = entry["value"], entry["flag"]
    return (value if flag <= 0 else -math.inf), (value if flag >= 0 else math.inf)


def _easy_lookup(own: Locals, search: Locals, entry: Any) -> Optional[Mapping[str, Any]]:
    if entry is None:
        return None
    lower, upper = _easy_bounds(entry)
    fields: Dict[str, Any] = {
        "bounds": (lower, upper),
        "entry": _easy_label(own),
        "result": "nothing",
        "depth": entry["depth"],
    }
    if entry["depth"] < search["depth"]:
        return fields
    if "gamma" in search:
        if lower > search["gamma"] or upper < search["gamma"]:
            fields["result"] = "returned"
        return fields
    alpha, beta = max(search["alpha"], lower), min(search["beta"], upper)
    if lower == upper or alpha >= beta:
        fields["result"] = "returned"
    elif (alpha, beta) != (search["alpha"], search["beta"]):
        fields.update(result="narrowed", window=(alpha, beta))
    return fields


def _easy_store(own: Locals, search: Locals, returned: Any) -> Optional[Mapping[str, Any]]:
    data = own["data"]
    return {"bounds": _easy_bounds(data), "entry": _easy_label(data), "depth": data["depth"]}


def _easy_table(search: Locals) -> Mapping[str, Any]:
    has_flags = "gamma" not in search
    return {
        "key": "Position",
        "symmetry": False,
        "narrowing": has_flags,
        "intersection": False,
        "deeper_entries": True,
        "best_only": False,
        "size": None,
    }


OPEN_SPIEL = Adapter(
    name="OpenSpiel",
    is_module=lambda name, _: name == "open_spiel.python.algorithms.minimax",
    shapes={
        "_alpha_beta": Shape(
            name="_alpha_beta",
            window=("alpha", "beta"),
            state="state",
            move=_open_spiel_move,
            moves=_open_spiel_moves,
            player=_open_spiel_player,
            depth="depth",
            label=_open_spiel_label,
            score=0,
            scores="max",
            game=_open_spiel_game,
        ),
        "expectiminimax": Shape(
            name="expectiminimax",
            state="state",
            move=lambda own, caller: _open_spiel_move(
                own, {**caller, "action": caller.get("action", caller.get("outcome"))}
            ),
            player=_open_spiel_player,
            label=_open_spiel_label,
            score=0,
            scores="max",
            is_chance=True,
        ),
    },
    header=Header(program="open_spiel", fail="soft", cut=">=", null_windows=False, table="none"),
)

OPEN_SPIEL_MCTS = Adapter(
    name="OpenSpiel MCTS",
    is_module=lambda name, _: name == "open_spiel.python.algorithms.mcts",
    shapes={},
    loops={
        name: Loop(name, event, lambda own: OpenSpielSearch(own, _open_spiel_text, open_spiel_position))
        for name, event in (("mcts_search", "search"), ("_apply_tree_policy", "descent"))
    },
)

AIMA = Adapter(
    name="aima-python",
    is_module=_is_aima,
    shapes={
        "*": Shape(name="*"),
        **{
            name: Shape(
                name=name,
                window=("alpha", "beta"),
                state="state",
                move=_aima_move,
                moves=_aima_moves,
                player=player,
                label=_aima_label,
                scores="max",
            )
            for name, player in (("max_value", "max"), ("min_value", "min"))
        },
        # Searches of the root, which return the move.
        **{
            name: Shape(
                name=name,
                state="state",
                moves=_aima_moves,
                player="max",
                label=_aima_label,
                score=lambda _: None,
                scores="max",
                game=_aima_game,
            )
            for name in (
                "alphabeta_search",
                "alpha_beta_search",
                "alphabeta_cutoff_search",
                "minimax_decision",
                "minmax_decision",
            )
        },
    },
    header=Header(program="aima-python", fail="soft", cut=">=", null_windows=False, table="none"),
)

EASY_NEGAMAX = Adapter(
    name="easyAI Negamax",
    is_module=lambda name, _: name == "easyAI.AI.Negamax",
    shapes={
        "negamax": Shape(
            name="negamax",
            window=("alpha", "beta"),
            state="game",
            move="move",
            moves=_easy_moves,
            depth="depth",
            label=_easy_label,
            scores="mover",
        )
    },
    header=Header(
        program="easyAI", search="negamax", scores="mover", fail="soft", cut=">=", null_windows=False, table="none"
    ),
)

EASY_DRIVERS = Adapter(
    name="easyAI SSS and DUAL",
    is_module=lambda name, _: name == "easyAI.AI.MTdriver",
    shapes={
        "mt": Shape(
            name="mt",
            window=_easy_test,
            state="game",
            move="move",
            moves=_easy_moves,
            depth="depth",
            label=_easy_label,
            scores="mover",
        )
    },
    header=Header(
        program="easyAI", search="mtd", scores="mover", fail="soft", cut=">=", null_windows=True, table="none"
    ),
)

EASY_TABLE = Adapter(
    name="table of easyAI",
    is_module=lambda name, _: name == "easyAI.AI.TranspositionTable",
    shapes={},
    accesses={
        "lookup": Access("lookup", "lookup", _easy_lookup, _easy_table),
        "store": Access("store", "store", _easy_store, _easy_table),
    },
)

#: All adapters. Append your own to record a package by a plain `edagari.record`.
ADAPTERS: List[Adapter] = [OPEN_SPIEL, OPEN_SPIEL_MCTS, AIMA, EASY_NEGAMAX, EASY_DRIVERS, EASY_TABLE]


def adapter_of(name: str, module: Mapping[str, Any]) -> Optional[Adapter]:
    """Returns the adapter of a module, by its name and its globals."""
    return next((adapter for adapter in ADAPTERS if adapter.is_module(name, module)), None)


__all__ = ["ADAPTERS", "Adapter", "adapter_of"]
