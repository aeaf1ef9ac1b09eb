"""PVS with iterative deepening and a table on tic-tac-toe, which writes what it does as a stream for Edagari."""

import itertools
import json

INFINITY = 1000
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

number = itertools.count()
table = {}  # By board: the depth searched, the bounds, the best move.


def say(**fields):
    print(json.dumps({name: value for name, value in fields.items() if value is not None}))


def ends(low, high):
    """A window or bounds, as the format writes them."""
    return ["-inf" if low <= -INFINITY else low, "inf" if high >= INFINITY else high]


def name(square):
    return "abc"[square % 3] + str(square // 3 + 1)


def evaluation(board):
    """The lines that are open to the player to move, less those open to the other."""
    mover, other = "XO" if board.count(" ") % 2 else "OX"
    lines = ["".join(board[square] for square in line) for line in LINES]
    return sum(other not in line for line in lines) - sum(mover not in line for line in lines)


def moves_of(board, first):
    squares = [square for square in range(9) if board[square] == " "]
    return sorted(squares, key=lambda square: square != first)


def search(board, depth, alpha, beta, move=None):
    """The score for the player to move, who has made as many moves as the other or one less."""
    node, given = next(number), (alpha, beta)
    say(event="enter", node=node, move=move, window=ends(alpha, beta), depth=depth)
    lost = any(board[a] == board[b] == board[c] != " " for a, b, c in LINES)
    if lost or depth == 0 or " " not in board:
        score = -100 if lost else evaluation(board)
        say(event="leave", node=node, score=score)
        return score
    first = None
    if board in table:
        stored, (lower, upper), first = table[board]
        settles = stored == depth and (lower >= beta or upper <= alpha or lower == upper)
        say(event="lookup", node=node, bounds=ends(lower, upper), depth=stored, move=name(first),
            result="returned" if settles else "nothing")
        if settles:
            score = lower if lower >= beta or lower == upper else upper
            say(event="leave", node=node, score=score, why="table")
            return score
    best, best_move = -INFINITY, None
    for place, square in enumerate(moves_of(board, first)):
        mark = "X" if board.count(" ") % 2 else "O"
        below = board[:square] + mark + board[square + 1 :]
        # The first child with the whole window, the others with a null window: it only asks whether they are better.
        ask = beta if place == 0 else alpha + 1
        score = -search(below, depth - 1, -ask, -alpha, name(square))
        if alpha < score < beta and ask < beta:
            # It is. What was asked is not taken in, for the child is searched again.
            score = -search(below, depth - 1, -beta, -alpha, name(square))
        if score > best:
            best, best_move = score, square
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    bounds = [best if best > given[0] else -INFINITY, best if best < given[1] else INFINITY]
    table[board] = (depth, bounds, best_move)
    say(event="store", node=node, bounds=ends(*bounds), depth=depth, move=name(best_move))
    say(event="leave", node=node, score=best, best=name(best_move))
    return best


say(edagari=1, program="pvs.py", game="tic-tac-toe", search="pvs", scores="mover", fail="soft", cut=">=",
    null_windows=True, leaf="game over, or evaluated at depth 0", order="the table's move first",
    table={"key": "Position", "symmetry": False, "narrowing": False, "intersection": False, "size": None})
for depth in range(1, 5):
    say(event="pass", kind="deepening", depth=depth)
    search(" " * 9, depth, -INFINITY, INFINITY)
