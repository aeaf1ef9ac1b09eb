"""Microseconds of CPU time that recording adds to a visit: `python cost.py`. The limit is wide, as other programs run too."""

import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import edagari

#: The expected cost on an idle machine is a fourth of it.
LIMIT = 40.0


def negamax(heaps, alpha, beta):
    best = -1
    for move in [(heap, taken) for heap, stones in enumerate(heaps) for taken in range(1, stones + 1)]:
        heap, taken = move
        rest = heaps[:heap] + (heaps[heap] - taken,) + heaps[heap + 1 :]
        best = max(best, -negamax(rest, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def seconds(times):
    start = time.process_time()
    for _ in range(times):
        negamax((1, 2, 3, 3), -1, 1)
    return time.process_time() - start


def measured(by_profile, times=10):
    """Returns the microseconds of a visit: the least of five measurements."""
    found = []
    for _ in range(5):
        plain = seconds(times)
        with tempfile.TemporaryDirectory() as folder:
            recording = edagari.Recording(pathlib.Path(folder) / "run.jsonl")
            recording._by_profile = by_profile
            with recording:
                recorded = seconds(times)
            visits = sum('"enter"' in line for line in open(recording.path, encoding="utf-8"))
        found.append(1e6 * (recorded - plain) / visits)
    return min(found)


if __name__ == "__main__":
    ways = {"sys.monitoring": False} if sys.version_info >= (3, 12) else {}
    for name, by_profile in {**ways, "sys.setprofile": True}.items():
        cost = measured(by_profile)
        print(f"{name}: {cost:.1f} microseconds a visit")
        assert cost <= LIMIT, f"expected at most {LIMIT}"
