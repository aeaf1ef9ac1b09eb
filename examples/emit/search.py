"""Negamax with alpha-beta on Nim, which writes what it does as a stream for Edagari."""

import itertools
import json

number = itertools.count()


def say(**fields):
    print(json.dumps(fields))


def search(heaps, alpha, beta, move=None):
    node = next(number)
    moves = [(heap, taken) for heap, stones in enumerate(heaps) for taken in range(1, stones + 1)]
    names = [f"{'abc'[heap]}{taken}" for heap, taken in moves]
    say(event="enter", node=node, move=move, label="-".join(map(str, heaps)), window=[alpha, beta], moves=names)
    best = -1000 if moves else -1  # Who finds nothing to take has lost.
    for (heap, taken), name in zip(moves, names):
        rest = heaps[:heap] + [heaps[heap] - taken] + heaps[heap + 1 :]
        best = max(best, -search(rest, -beta, -alpha, name))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    say(event="leave", node=node, score=best)
    return best


say(edagari=1, program="search.py", game="nim", search="alpha-beta-soft", scores="mover", fail="soft",
    cut=">=", null_windows=False, leaf="game over", order="heap by heap", table="none")
search([1, 2, 2], -1000, 1000)
