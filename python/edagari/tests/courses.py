"""Searches as courses and tutorials write them: none knows Edagari. The game: a tree of lists, whose leaves are scores."""

import functools
import math
from types import SimpleNamespace

#: Figure 5.2 of Russell and Norvig: value 3; α-β visits all leaves but two.
FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
#: Pearl's example, as in Plaat et al.: value 35; α-β evaluates 12 leaves and calls 25 nodes.
PEARL = [[[[41, 5], [12, 90]], [[101, 80], [20, 30]]], [[[34, 80], [36, 35]], [[50, 36], [25, 3]]]]


def is_leaf(node):
    return not isinstance(node, list)


def static(node):
    """The score of a leaf, and of the first leaf below any other node."""
    return node if is_leaf(node) else static(node[0])


# As in textbooks: the root tries the moves, nested functions do the rest.


def best_move(tree):
    def max_value(state, alpha, beta):
        if is_leaf(state):
            return state
        value = -math.inf
        for action in range(len(state)):
            value = max(value, min_value(state[action], alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(state, alpha, beta):
        if is_leaf(state):
            return state
        value = math.inf
        for action in range(len(state)):
            value = min(value, max_value(state[action], alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    best_score, best_action = -math.inf, None
    for action in range(len(tree)):
        value = min_value(tree[action], best_score, math.inf)
        if value > best_score:
            best_score, best_action = value, action
    return best_action


def best_move_by_key(tree):
    """Without windows, and with a lambda in the root."""

    def max_value(state):
        return state if is_leaf(state) else max(min_value(child) for child in state)

    def min_value(state):
        return state if is_leaf(state) else min(max_value(child) for child in state)

    return max(range(len(tree)), key=lambda a: min_value(tree[a]))


# A single function with a flag, which returns a pair with the move first.


def minimax(node, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or is_leaf(node):
        return (None, static(node))
    column = 0
    if maximizingPlayer:
        value = -math.inf
        for col in range(len(node)):
            new_score = minimax(node[col], depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value = math.inf
    for col in range(len(node)):
        new_score = minimax(node[col], depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value, column = new_score, col
        beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


# Negamax; the leaves are scores of the player who moves at the root.


def negamax(node, alpha, beta, color=1):
    if is_leaf(node):
        return color * node
    best = -math.inf
    for move, child in enumerate(node):
        best = max(best, -negamax(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def pvs(node, alpha, beta, color=1):
    """Principal variation search on integer scores."""
    if is_leaf(node):
        return color * node
    best = -1000
    for move, child in enumerate(node):
        if move == 0:
            score = -pvs(child, -beta, -alpha, -color)
        else:
            score = -pvs(child, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(child, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# An agent with methods, where `value` passes its node on.


class Agent:
    def value(self, state, agent, alpha, beta):
        if is_leaf(state):
            return state
        return self.max_value(state, alpha, beta) if agent == 0 else self.min_value(state, alpha, beta)

    def max_value(self, state, alpha, beta):
        v = -math.inf
        for action in range(len(state)):
            v = max(v, self.value(state[action], 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        v = math.inf
        for action in range(len(state)):
            v = min(v, self.value(state[action], 0, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


# The same with functions of an unknown name in a method: only together they call themselves.


class ClosedAgent:
    def best(self, tree):
        def value(state, agent, alpha, beta):
            if is_leaf(state):
                return state
            return highest(state, alpha, beta) if agent == 0 else lowest(state, alpha, beta)

        def highest(state, alpha, beta):
            v = -math.inf
            for action in range(len(state)):
                v = max(v, value(state[action], 1, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
            return v

        def lowest(state, alpha, beta):
            v = math.inf
            for action in range(len(state)):
                v = min(v, value(state[action], 0, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v

        return value(tree, 0, -math.inf, math.inf)


class Callable:
    """A search that is an object."""

    def __call__(self, state, alpha, beta):
        if is_leaf(state):
            return state
        best = -math.inf
        for action in range(len(state)):
            best = max(best, -self(state[action], -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


walk_by_lambda = lambda state, alpha, beta: (  # noqa: E731
    state if is_leaf(state) else max(-walk_by_lambda(child, -beta, -alpha) for child in state)
)


def counted(function):
    """A decorator that counts calls."""

    @functools.wraps(function)
    def wrapper(*arguments):
        wrapper.calls += 1
        return function(*arguments)

    wrapper.calls = 0
    return wrapper


@counted
def walk_counted(state, alpha, beta):
    return state if is_leaf(state) else max(-again(child, -beta, -alpha) for child in state)


again = walk_counted


def density(x, alpha, beta):
    """No search, although it has the parameters of one, and calls a function with such parameters."""
    return x ** (alpha - 1) / complete(1.0, alpha, beta)


def complete(x, alpha, beta):
    return math.gamma(alpha) * math.gamma(beta) / math.gamma(alpha + beta) * x


def unbounded(state, alpha=None, beta=None):
    """Negamax with `None` where there is no bound yet."""
    if is_leaf(state):
        return state
    best = None
    for action in range(len(state)):
        score = -unbounded(state[action], None if beta is None else -beta, None if alpha is None else -alpha)
        best = score if best is None else max(best, score)
        alpha = best if alpha is None else max(alpha, best)
        if beta is not None and alpha >= beta:
            break
    return best


class Position:
    """A position without a text."""

    def __init__(self, tree):
        self.tree = tree

    def after(self):
        return [Position(tree) for tree in self.tree]


def max_of(p, a, b):
    """Here `a` and `b` are the bounds, and no variable is a move."""
    if is_leaf(p.tree):
        return p.tree
    best = -math.inf
    for after in p.after():
        best = max(best, min_of(after, a, b))
        a = max(a, best)
        if a >= b:
            break
    return best


def min_of(p, a, b):
    if is_leaf(p.tree):
        return p.tree
    best = math.inf
    for after in p.after():
        best = min(best, max_of(after, a, b))
        b = min(b, best)
        if a >= b:
            break
    return best


def negamax_without_moves(p, a, b):
    if is_leaf(p.tree):
        return p.tree
    rest, best = p.after(), -math.inf
    while rest:
        best = max(best, -negamax_without_moves(rest.pop(0), -b, -a))
        a = max(a, best)
        if a >= b:
            break
    return best


def minimax_of_halves(n, m, is_max):
    """A call for each half of a tree, without a loop; `m` is a depth."""
    if m == 0:
        return n
    first, second = minimax_of_halves(2 * n, m - 1, not is_max), minimax_of_halves(2 * n + 1, m - 1, not is_max)
    return max(first, second) if is_max else min(first, second)


# A search that returns the move, with helpers that return scores.


def minimax_action(state):
    scores = {}
    for action in [(0, index) for index in range(len(state))]:
        scores[action] = min_node_value(state[action[1]])
    return max(scores, key=lambda action: scores[action])


def max_node_value(state):
    if is_leaf(state):
        return state
    return max(min_node_value(state[index]) for index in range(len(state)))


def min_node_value(state):
    if is_leaf(state):
        return state
    return min(max_node_value(state[index]) for index in range(len(state)))


# Faults.


def max_value_wrong(state, alpha, beta, is_max=True):
    """Alpha-beta with a planted fault: at min nodes the window keeps its old upper end, and the cut is made one move late."""
    if is_leaf(state):
        return state
    best = -math.inf if is_max else math.inf
    for move, child in enumerate(state):
        score = max_value_wrong(child, alpha, beta, not is_max)
        best = max(best, score) if is_max else min(best, score)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = max(beta, best)
        if alpha >= beta:
            break
    return best


class OutOfTime(Exception):
    pass


def stopping(node, alpha, beta, clock):
    """Negamax that stops by an exception."""
    clock.left -= 1
    if clock.left < 0:
        raise OutOfTime
    if is_leaf(node):
        return node
    for move, child in enumerate(node):
        alpha = max(alpha, -stopping(child, -beta, -alpha, clock))
    return alpha


def with_clock(tree, calls):
    try:
        return stopping(tree, -1000, 1000, SimpleNamespace(left=calls))
    except OutOfTime:
        return None


def deepen(tree, most):
    for depth in range(1, most + 1):
        result = minimax(tree, depth, -math.inf, math.inf, True)
    return result


def generator_search(state, alpha, beta):
    for child in state:
        yield from generator_search(child, alpha, beta)


@functools.lru_cache(maxsize=None)
def cached_negamax(state, alpha, beta):
    return 0 if not state else -cached_negamax(state - 1, -beta, -alpha)


def deep_negamax(state, alpha, beta):
    return 0 if state == 0 else -deep_negamax(state - 1, -beta, -alpha)


def scored_tree(node, alpha, beta):
    """Negamax on leaves that can be anything."""
    if is_leaf(node):
        return node
    best = -math.inf
    for move, child in enumerate(node):
        score = scored_tree(child, -beta, -alpha)
        best = max(best, -score) if score == score else best
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
