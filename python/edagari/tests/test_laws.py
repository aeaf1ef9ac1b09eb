"""Laws on random trees: what is recorded is what was called, and the check finds nothing in right searches."""

import json
import math
import random

import courses
import pytest

import edagari


def random_tree(chance, depth, scores):
    if depth == 0 or chance.random() < 0.15:
        return scores(chance)
    return [random_tree(chance, depth - 1, scores) for _ in range(chance.randint(1, 4))]


SCORES = {
    "small": lambda chance: chance.randint(-3, 3),
    "large": lambda chance: chance.randint(-(10**9), 10**9),
    "hundredths": lambda chance: chance.randint(-999, 999) / 100,
}


def minimax(tree, is_max=True):
    """An independent value."""
    if not isinstance(tree, list):
        return tree
    values = [minimax(child, not is_max) for child in tree]
    return max(values) if is_max else min(values)


def expected(tree, alpha, beta, is_max, path, visits):
    """An independent fail-soft α-β, which lists the visits with their windows and scores in the order of their starts."""
    place = len(visits)
    visits.append([path, alpha, beta, None])
    if not isinstance(tree, list):
        visits[place][3] = tree
        return tree
    best = -math.inf if is_max else math.inf
    for index, child in enumerate(tree):
        score = expected(child, alpha, beta, not is_max, (*path, str(index)), visits)
        best = max(best, score) if is_max else min(best, score)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    visits[place][3] = best
    return best


def recorded(run):
    """The visits of a recording, in the same form."""
    paths, found = {}, {}
    with open(run.path, encoding="utf-8") as file:
        for line in file:
            event = json.loads(line)
            if event.get("event") == "enter":
                above = paths.get(event.get("parent"), ())
                path = (*above, event["move"]) if "parent" in event else ()
                paths[event["node"]] = path
                window = [float(bound) for bound in event["window"]]
                found[event["node"]] = [path, *window, None]
            elif event.get("event") == "leave":
                found[event["node"]][3] = event["score"]
    return list(found.values())


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("seed", range(8))
def test_each_call_is_a_visit_with_its_window_and_its_score(scores, seed):
    tree = random_tree(random.Random(seed), 5, SCORES[scores])
    visits = []
    value = expected(tree, -math.inf, math.inf, True, (), visits)
    assert value == minimax(tree)
    run = edagari.record(courses.minimax, tree, 99, -math.inf, math.inf, True)
    assert recorded(run) == visits


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("search", ["minimax", "negamax", "pvs"])
def test_the_check_finds_nothing_on_random_trees(needs_program, scores, search):
    if search == "pvs" and scores != "small":
        pytest.skip("its null windows are for small integers")
    for seed in range(4):
        tree = random_tree(random.Random(100 + seed), 4, SCORES[scores])
        if not isinstance(tree, list):
            continue
        if search == "minimax":
            run = edagari.record(courses.minimax, tree, 99, -math.inf, math.inf, True)
        else:
            run = (
                edagari.record(getattr(courses, search), tree, -1000, 1000)
                if scores == "small"
                else edagari.record(courses.negamax, tree, -math.inf, math.inf)
            )
        check = run.check()
        assert check.right and check.incomplete is None, (seed, check.findings)
        assert run.figures().value == minimax(tree)
