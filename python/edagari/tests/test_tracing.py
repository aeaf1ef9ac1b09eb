"""Recordings of existing code: the visits are those that the code makes, and the check finds nothing wrong with them."""

import io
import json
import math
import os
import shutil
import signal
import sys
import threading
from decimal import Decimal
from fractions import Fraction

import courses
import pytest

import edagari

BY = [False, True] if sys.version_info >= (3, 12) else [True]


def events(run):
    with open(run.path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def entered(run):
    return [event for event in events(run) if event.get("event") == "enter"]


def scores(run):
    return {event["node"]: event.get("score") for event in events(run) if event.get("event") == "leave"}


@pytest.fixture(params=BY, ids=lambda by: "profile" if by else "monitoring")
def record(request, monkeypatch):
    """`edagari.record`, by each way to observe calls that this Python has."""
    init = edagari.Recording.__init__

    def chosen(self, *arguments, **named):
        init(self, *arguments, **named)
        self._by_profile = request.param

    monkeypatch.setattr(edagari.Recording, "__init__", chosen)
    return edagari.record


def leaves(tree):
    return [tree] if courses.is_leaf(tree) else [leaf for child in tree for leaf in leaves(child)]


def nim(heap, alpha, beta):
    best = -1 if heap else 1
    for take in range(1, min(heap, 3) + 1):
        best = max(best, -nim(heap - take, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_forked_process_writes_nothing_into_the_recording(record, tmp_path, needs_program):
    def fork():
        child = os.fork()
        if child == 0:
            try:
                nim(12, -1, 1)  # More lines than are collected before they are written.
            finally:
                os._exit(0)
        os.waitpid(child, 0)

    alone = record(nim, 5, -1, 1)
    path = tmp_path / "forked.jsonl"
    with pytest.warns(RuntimeWarning, match="a process was forked during the recording"), record(path) as run:
        fork()
        nim(5, -1, 1)
    assert len(entered(run)) == len(entered(alone))
    assert run.check().right
    with pytest.raises(edagari.CannotRecord, match="its searches are not recorded"), pytest.warns(RuntimeWarning):
        with record(tmp_path / "nothing.jsonl"):
            fork()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_forked_process_deletes_no_temporary_file(record):
    run = record(nim, 5, -1, 1)
    child = os.fork()
    if child == 0:
        try:
            del run
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.path.exists(run.path)


def test_textbook_alpha_beta_has_its_root_and_misses_two_leaves(record):
    run = record(courses.best_move, courses.FIGURE)
    assert run.result == 0
    nodes = entered(run)
    assert len(nodes) == 11  # The root, 3 min nodes, 7 of the 9 leaves.
    assert [node.get("move") for node in nodes[:3]] == [None, "0", "0"]
    assert nodes[1]["player"] == "min" and nodes[0]["player"] == "max"
    assert nodes[1]["window"] == ["-inf", "inf"] and nodes[5]["window"] == [3, "inf"]
    assert list(scores(run).values()).count(3) == 2
    assert events(run)[0]["scores"] == "max"


def test_a_flag_for_the_player_and_a_pair_with_the_move_first_are_understood(record):
    run = record(courses.minimax, courses.PEARL, 9, -math.inf, math.inf, True)
    assert run.result == (0, 35) or run.result == (1, 35)
    nodes = entered(run)
    assert len(nodes) == 25
    assert scores(run)[0] == 35
    assert {node["player"] for node in nodes[1:3]} == {"min", "max"}


def test_negamax_is_seen_from_the_mover(record):
    run = record(courses.negamax, courses.PEARL, -1000, 1000)
    assert len(entered(run)) == 25 and scores(run)[0] == run.result == 35
    assert events(run)[0]["scores"] == "mover"


def test_re_searches_are_visits_of_one_node(record):
    run = record(courses.pvs, courses.PEARL, -1000, 1000)
    header, nodes = events(run)[0], entered(run)
    assert header["null_windows"] is True and scores(run)[0] == 35
    assert len(nodes) > len({(node.get("parent"), node.get("move")) for node in nodes})


def test_a_node_that_is_passed_to_another_function_is_one_visit(record):
    agent = courses.Agent()
    run = record(agent.value, courses.FIGURE, 0, -math.inf, math.inf)
    assert run.result == 3
    # The cut test is `>`: one of the two leaves that `>=` skips is visited only if it is equal.
    assert len(entered(run)) == 11
    assert scores(run)[0] == 3


@pytest.mark.parametrize("search", [courses.best_move_by_key, courses.minimax_action])
def test_minimax_without_windows_has_all_nodes(record, search):
    run = record(search, courses.FIGURE)
    nodes = entered(run)
    assert len(nodes) == 13
    assert sum("parent" not in node for node in nodes) == 1
    assert "window" not in nodes[1]


def test_deepening_is_one_pass_a_depth(record):
    run = record(courses.deepen, courses.PEARL, 4)
    passes = [event for event in events(run) if event.get("event") == "pass"]
    assert [event["depth"] for event in passes] == [1, 2, 3, 4]
    assert sum("parent" not in node for node in entered(run)) == 4


def test_an_exception_ends_the_open_visits_as_stopped(record):
    run = record(courses.with_clock, courses.PEARL, 7)
    stopped = [event for event in events(run) if event.get("why") == "stopped"]
    assert run.result is None and len(stopped) == 5
    assert all("score" not in event for event in stopped)
    leaves_of = [event for event in events(run) if event.get("event") == "leave"]
    assert len(leaves_of) == len(entered(run))


def test_an_exception_that_is_not_caught_leaves_a_file_that_says_so(record, tmp_path):
    path = tmp_path / "run.jsonl"
    with pytest.raises(ZeroDivisionError), record(path):
        courses.negamax(courses.FIGURE, -9, 9)
        raise ZeroDivisionError
    lines = path.read_text().splitlines()
    assert json.loads(lines[-1]) == {"event": "finish", "ending": "cancelled"}
    assert sum('"enter"' in line for line in lines) == 11


@pytest.mark.skipif(os.name == "nt", reason="the signal ends the program there")
@pytest.mark.parametrize("method", ["enter", "leave"])
def test_ctrl_c_during_a_call_of_the_recorder_leaves_whole_visits(record, tmp_path, monkeypatch, needs_program, method):
    path, calls = tmp_path / "run.jsonl", []
    original = getattr(edagari.Recorder, method)

    def interrupted(self, *arguments, **named):
        calls.append(1)
        if len(calls) == 9:
            os.kill(os.getpid(), signal.SIGINT)
            # Handlers run between instructions.
            for _ in range(1_000):
                pass
        return original(self, *arguments, **named)

    monkeypatch.setattr(edagari.Recorder, method, interrupted)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), record(path):
        courses.negamax(courses.PEARL, -1000, 1000)
    assert signal.getsignal(signal.SIGINT) is handler
    run = edagari.open(path)
    assert len(entered(run)) == len(scores(run)) and events(run)[-1]["ending"] == "cancelled"
    check = run.check()
    assert check.right and check.incomplete is not None, check.findings


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there are no alarms")
@pytest.mark.parametrize("method", ["enter", "leave"])
def test_an_alarm_during_a_call_of_the_recorder_ends_the_search_of_the_program(
    record, monkeypatch, needs_program, method
):
    calls = []
    original = getattr(edagari.Recorder, method)

    def interrupted(self, *arguments, **named):
        calls.append(1)
        if len(calls) == 9:
            os.kill(os.getpid(), signal.SIGALRM)
            for _ in range(1_000):
                pass
        return original(self, *arguments, **named)

    def ring(*_):
        raise courses.OutOfTime

    def limited(tree):
        former = signal.signal(signal.SIGALRM, ring)
        try:
            return courses.negamax(tree, -1000, 1000)
        except courses.OutOfTime:
            return None
        finally:
            signal.signal(signal.SIGALRM, former)

    monkeypatch.setattr(edagari.Recorder, method, interrupted)
    run = record(limited, courses.PEARL)
    assert run.result is None
    assert signal.SIGALRM not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert len(entered(run)) == len(scores(run)) < 25
    check = run.check()
    assert check.right, check.findings


def test_the_recording_of_a_program_that_is_killed_can_be_opened(record, tmp_path, needs_program):
    path, copy = tmp_path / "run.jsonl", tmp_path / "copy.jsonl"
    with record(path):
        for _ in range(50):
            courses.negamax(courses.PEARL, -1000, 1000)
        # The lines that have been written at this time.
        shutil.copy(path, copy)
    check = edagari.open(copy).check()
    assert check.frames > 1_000 and check.incomplete is not None


def test_a_block_records_each_search_as_a_run_from_the_root(record):
    with record() as run:
        courses.negamax(courses.FIGURE, -1000, 1000)
        courses.negamax(courses.FIGURE, -1000, 1000)
    assert sum("parent" not in node for node in entered(run)) == 2


def test_the_program_runs_as_before_a_recording_and_after_it(record):
    former = sys.getprofile()
    first = courses.negamax(courses.PEARL, -1000, 1000)
    run = record(courses.negamax, courses.PEARL, -1000, 1000)
    assert run.result == first == courses.negamax(courses.PEARL, -1000, 1000)
    assert sys.getprofile() is former
    if sys.version_info >= (3, 12):
        assert all(sys.monitoring.get_tool(tool) != "edagari" for tool in range(6))


def test_two_recordings_at_once_are_refused(record):
    with record():
        with pytest.raises(edagari.RecordingError):
            record(courses.negamax, courses.FIGURE, -9, 9)
        courses.negamax(courses.FIGURE, -9, 9)
    assert record(courses.negamax, courses.FIGURE, -1000, 1000).result == 3


def test_what_cannot_be_recorded_is_refused_with_the_reason(record):
    with pytest.raises(edagari.CannotRecord, match="generator"):
        record(courses.generator_search, courses.FIGURE, -1, 1)
    with pytest.raises(edagari.CannotRecord, match="compiled"):
        record(math.sqrt, 4)
    with pytest.raises(edagari.CannotRecord, match="cache"):
        record(courses.cached_negamax, 5, -1, 1)
    with pytest.raises(edagari.CannotRecord, match="no search was recorded"):
        record(leaves, courses.FIGURE)
    with pytest.raises(edagari.CannotRecord, match="generator"), record():
        list(courses.generator_search([[], []], -1, 1))


def test_a_chosen_function_needs_no_known_name(record):
    run = record(leaves, courses.FIGURE, options=edagari.Options(functions=[leaves]))
    assert len(entered(run)) == 13


def test_functions_that_call_themselves_by_way_of_others_are_searches(record):
    run = record(courses.ClosedAgent().best, courses.FIGURE)
    assert run.result == 3 and len(entered(run)) == 11
    for walk in [courses.walk_by_lambda, courses.walk_counted]:
        run = record(lambda tree, walk=walk: walk(tree, -math.inf, math.inf), courses.FIGURE)
        assert len(entered(run)) == 13


def test_a_function_that_is_given_needs_no_known_name_if_it_has_a_window(record):
    run = record(courses.Callable(), courses.FIGURE, -math.inf, math.inf)
    assert len(entered(run)) == len(scores(run)) > 10 and scores(run)[0] == run.result


def test_bounds_and_depths_of_one_letter_are_no_moves(record, needs_program):
    options = edagari.Options(functions=[courses.max_of, courses.min_of])
    run = record(courses.max_of, courses.Position(courses.FIGURE), -math.inf, math.inf, options=options)
    nodes = entered(run)
    assert len(nodes) == 11 and [node.get("move") for node in nodes[:4]] == [None, "1", "1", "2"]
    assert run.check().right and run.figures().value == 3
    run = record(courses.negamax_without_moves, courses.Position(courses.PEARL), -1000, 1000)
    assert {node.get("move") for node in entered(run)} == {None, "1", "2"} and run.check().right
    run = record(courses.minimax_of_halves, 1, 3, True)
    assert [node.get("move") for node in entered(run)][:5] == [None, "1", "1", "1", "2"] and run.check().right


def test_parameters_alone_make_no_search(record):
    with pytest.raises(edagari.CannotRecord, match="no search was recorded"):
        record(lambda: courses.density(0.5, 2.0, 3.0))


def test_what_is_neither_a_function_nor_a_path_is_refused(record):
    with pytest.raises(TypeError, match="3 is neither a function nor a path"):
        record(3)
    with pytest.raises(edagari.CannotRecord, match="3 is no function"):
        edagari.search(move="m")(3)


def test_a_marked_function_has_the_parts_that_it_names(record):
    @edagari.search(move="m", window=("a", "b"), label=lambda own: f"depth {own['left']}", depth="left", scores="mover")
    def walk(tree, a, b, left):
        if courses.is_leaf(tree):
            return tree
        best = -99
        for m in range(len(tree)):
            best = max(best, -walk(tree[m], -b, -a, left - 1))
            a = max(a, best)
        return best

    run = record(walk, courses.FIGURE, -99, 99, 3)
    nodes = entered(run)
    assert nodes[1]["move"] == "0" and nodes[1]["label"] == "depth 2" and nodes[1]["depth"] == 2
    assert nodes[0]["window"] == [-99, 99] and events(run)[0]["scores"] == "mover"


def test_a_search_ten_thousand_calls_deep_is_recorded(record):
    limit = sys.getrecursionlimit()
    results = []

    def deep():
        sys.setrecursionlimit(60_000)
        results.append(record(courses.deep_negamax, 10_000, -1, 1))

    former = threading.stack_size(512 << 20)
    try:
        thread = threading.Thread(target=deep)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(former)
        sys.setrecursionlimit(limit)
    assert len(entered(results[0])) == 10_001


def test_threads_have_their_own_visits(record):
    with record() as run:
        threads = [threading.Thread(target=courses.negamax, args=(courses.PEARL, -1000, 1000)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        courses.negamax(courses.PEARL, -1000, 1000)
    nodes = entered(run)
    assert len(nodes) == 5 * 25
    names = {node.get("thread", 0) for node in nodes}
    # A thread that ends before the next one begins can have the same identity.
    assert 1 <= len(names) <= 5
    assert all(("thread" in node) == (len(names) > 1) for node in nodes)


HOSTILE = [
    "\x00\x1b[31m",
    "\u202e\u2066",
    '"},{"event":"enter"',
    "\ud800",
    "a" * 5_000,
    "\n",
    "",
    "枝刈り",
    "</script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_any_kind_are_written_on_one_line(record, text):
    @edagari.search(move=lambda own, caller: text, label=lambda own: text)
    def alphabeta(state, alpha, beta):
        return 0 if state == 0 else alphabeta(state - 1, alpha, beta)

    run = record(alphabeta, 2, -1, 1)
    nodes = entered(run)
    assert len(nodes) == 3
    # A move without a text has the number of the child.
    assert nodes[1]["move"] == (text.replace("\ud800", "\ufffd")[:100] or "1")


@pytest.mark.parametrize(
    ("leaf", "written"),
    [
        (10**30, "inf"),
        (-(10**30), "-inf"),
        (math.inf, "inf"),
        (math.nan, None),
        (2**31 - 2, 2**31 - 2),
        (2**31, "inf"),
        (0.25, 0.25),
        (-1e-300, 0),
        (True, 1),
        (10**400, "inf"),
        (Fraction(10**400, 3), "inf"),
        (Fraction(1, 4), 0.25),
        (Decimal("0.25"), 0.25),
        (Decimal("Infinity"), "inf"),
        (Decimal("NaN"), None),
    ],
)
def test_scores_of_any_size_are_written(record, leaf, written):
    run = record(courses.scored_tree, [leaf, 0], -math.inf, math.inf)
    assert scores(run)[1] == written
    assert ("NaN" in " ".join(run.warnings)) == (written is None)


def test_the_unit_is_the_finest_that_the_scores_need(record):
    run = record(courses.scored_tree, [0.5, [0.125, -3]], -math.inf, math.inf)
    assert events(run)[0]["unit"] == 0.001
    # 0.123456 and 100,000 together do not fit into 31 bits: the digits are reduced, in the events too.
    run = record(courses.scored_tree, [0.123456, [100_000, -3]], -math.inf, math.inf)
    assert events(run)[0]["unit"] == 0.0001 and scores(run)[1] == 0.1235
    assert "rounded" in run.warnings[0]
    run = record(courses.scored_tree, [1e-7, 0], -math.inf, math.inf)
    assert events(run)[0]["unit"] == 1e-7 and run.warnings == ()
    # A fraction without an end is rounded to the digits that fit.
    run = record(courses.scored_tree, [1 / 3, 0], -math.inf, math.inf)
    assert scores(run)[1] == 0.333333333 and "rounded" in run.warnings[0]


def test_scores_that_are_rounded_to_0_are_reported(record):
    run = record(courses.scored_tree, [3e-12, [-5e-12, 1]], -math.inf, math.inf)
    assert "unit" not in events(run)[0] and "rounded" in run.warnings[0]


def test_arrays_without_dimensions_are_numbers(record):
    class Zero:
        """As in NumPy and PyTorch: `shape` is empty, and `item` returns the number."""

        shape = ()

        def __init__(self, number):
            self.number = number

        def item(self):
            return self.number

        def __neg__(self):
            return -self.number

        def __mul__(self, other):
            return Zero(self.number * other)

        __rmul__ = __mul__

    run = record(courses.negamax, [Zero(3), Zero(5)], -math.inf, math.inf)
    assert run.result == 5 and scores(run) == {0: 5, 1: -3, 2: -5}


def test_windows_of_decimals_and_without_a_bound_are_written(record, needs_program):
    tree = [[Decimal("0.3"), Decimal("1.2")], [Decimal("0.2"), Decimal("0.4")]]
    run = record(courses.negamax, tree, Decimal(-1000), Decimal(1000))
    assert all("window" in node for node in entered(run)) and run.check().right
    assert run.figures().value == 0.3
    run = record(courses.unbounded, courses.PEARL)
    windows = [node.get("window") for node in entered(run)]
    assert windows[0] is None and ["-inf", 41] in windows and run.check().right


def test_scores_beyond_the_format_are_reported(record):
    run = record(courses.scored_tree, [3e9 + 0.5, 0], -math.inf, math.inf)
    assert scores(run)[1] == "inf" and "infinite" in run.warnings[0]


def test_a_position_whose_text_fails_has_no_label(record):
    class Broken:
        def __str__(self):
            raise ValueError

    def negamax(state, alpha, beta, left):
        return 0 if left == 0 else -negamax(state, -beta, -alpha, left - 1)

    assert all("label" not in node for node in entered(record(negamax, Broken(), -1, 1, 3)))


def test_filters_limit_what_is_written(record):
    whole = record(courses.negamax, courses.PEARL, -1000, 1000)
    shallow = record(courses.negamax, courses.PEARL, -1000, 1000, options=edagari.Options(to_depth=2))
    assert len(entered(shallow)) == 7 < len(entered(whole))
    tight = record(courses.negamax, courses.PEARL, -1000, 1000, options=edagari.Options(at_most=2_000))
    assert events(tight)[-1] == {"event": "finish", "ending": "memory-limit", "limit": 2_000}


def test_a_path_that_cannot_be_written_is_an_error(record, tmp_path):
    with pytest.raises(OSError):
        record(courses.negamax, courses.FIGURE, -9, 9, to=tmp_path / "missing" / "run.jsonl")
    # The refused recording is not in the way of the next one.
    assert record(courses.negamax, courses.FIGURE, -1000, 1000).result == 3


def test_arguments_without_a_function_are_refused(record):
    with pytest.raises(TypeError):
        edagari.record("run.jsonl", courses.FIGURE)


SILENT = [
    (courses.best_move, (courses.FIGURE,)),
    (courses.best_move, (courses.PEARL,)),
    (courses.best_move_by_key, (courses.PEARL,)),
    (courses.minimax, (courses.PEARL, 9, -math.inf, math.inf, True)),
    (courses.negamax, (courses.PEARL, -1000, 1000)),
    (courses.pvs, (courses.PEARL, -1000, 1000)),
    (courses.Agent().value, (courses.PEARL, 0, -math.inf, math.inf)),
    (courses.minimax_action, (courses.PEARL,)),
    (courses.scored_tree, ([0.5, [0.125, -3]], -math.inf, math.inf)),
]


@pytest.mark.parametrize(("search", "arguments"), SILENT, ids=lambda part: getattr(part, "__qualname__", None))
def test_the_check_finds_nothing_in_right_searches(record, needs_program, search, arguments):
    check = record(search, *arguments).check()
    assert check.right, check.findings
    assert check.incomplete is None
    assert check.remarks == []


def test_a_search_that_continues_at_equality_states_its_cut(record, needs_program):
    tree = [[3, 5], [3, 9, 1]]
    run = record(courses.Agent().value, tree, 0, -math.inf, math.inf)
    assert events(run)[0]["cut"] == ">" and run.check().right
    assert "cut" not in events(record(courses.minimax, tree, 9, -math.inf, math.inf, True))[0]
    # Without any cut, windows are crossed too.
    run = record(courses.max_value_wrong, courses.PEARL, -math.inf, math.inf)
    assert "cut" not in events(run)[0]


def test_the_check_finds_a_planted_fault(record, needs_program):
    run = record(courses.max_value_wrong, courses.PEARL, -math.inf, math.inf)
    check = run.check()
    assert not check and check.findings[0].text


def test_threads_are_checked(record, needs_program):
    with record() as run:
        barrier = threading.Barrier(3)

        def search():
            barrier.wait()
            courses.negamax(courses.PEARL, -1000, 1000)
            barrier.wait()

        threads = [threading.Thread(target=search) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    check = run.check()
    assert check.right, check.findings
    assert run.figures().nodes_visited == 75


def test_a_stopped_search_is_incomplete_but_not_wrong(record, needs_program):
    check = record(courses.with_clock, courses.PEARL, 7).check()
    assert check.right, check.findings


def test_streams_are_written_to_files_in_memory():
    out = io.BytesIO()
    with edagari.Recorder(out) as recorder:
        recorder.enter()
        recorder.leave(3)
    assert out.getvalue().splitlines()[0] == b'{"edagari":1}'


def passing_over(node, alpha, beta):
    """Negamax that does not try the second move of a node, as one that skips illegal moves."""
    if courses.is_leaf(node):
        return node
    best = -math.inf
    for move, child in enumerate(node):
        if move == 1:
            continue
        best = max(best, -passing_over(child, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize(
    ("search", "arguments"),
    [
        (courses.best_move, (courses.PEARL,)),
        (courses.negamax, (courses.PEARL, -1000, 1000)),
        (courses.minimax, (courses.PEARL, 9, -math.inf, math.inf, True)),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_cuts_name_the_moves_that_they_prune(record, needs_program, search, arguments):
    run = record(search, *arguments)
    # Of the 31 nodes 25 are visited; two cuts prune something.
    assert run.figures().cutoffs == 2
    assert [len(frame.raw["text"]) > 0 for frame in run.find("cut")] == [True, True]


def test_moves_that_are_passed_over_are_no_cuts(record, needs_program):
    run = record(passing_over, [[1, 2, 3], [4, 5, 6], [7, 8, 9]], -1000, 1000)
    skipped = [event for event in events(run) if event.get("event") == "skip"]
    assert skipped and all(event["children"] == ["1"] for event in skipped)
    assert run.check().right, run.check().findings


def cutting_too_early(node, alpha, beta, is_max=True):
    """Alpha-beta with a planted fault: a min node makes its cut two points too early. The value of the root stays right."""
    if courses.is_leaf(node):
        return node
    best = -math.inf if is_max else math.inf
    for move, child in enumerate(node):
        score = cutting_too_early(child, alpha, beta, not is_max)
        best = max(best, score) if is_max else min(best, score)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta - (0 if is_max else 2):
            break
    return best


def test_a_loop_that_is_left_too_early_is_found_by_the_check(record, needs_program):
    run = record(cutting_too_early, [[3, 12, 8], [5, 9, 6], [7, 14, 8]], -math.inf, math.inf)
    assert run.result == 7
    assert not run.check() and "no cut" in run.check().findings[0].text


def test_an_error_in_a_part_that_the_user_names_ends_the_recording_but_not_the_program(record):
    @edagari.search(player=lambda own: own["missing"])
    def negamax(state, alpha, beta):
        return 0 if state == 0 else -negamax(state - 1, -beta, -alpha)

    with pytest.warns(RuntimeWarning, match="ended early: KeyError"), pytest.raises(edagari.CannotRecord):
        record(negamax, 3, -1, 1)

    calls = []

    @edagari.search(player=lambda own: calls.append(1) or {1: "max"}[len(calls)])
    def other_negamax(state, alpha, beta):
        return 0 if state == 0 else -other_negamax(state - 1, -beta, -alpha)

    with pytest.warns(RuntimeWarning, match="ended early"):
        run = record(other_negamax, 3, -1, 1)
    assert run.result == 0 and len(entered(run)) == 1
    assert events(run)[-1] == {"event": "finish", "ending": "cut-short"}


def test_a_search_that_reaches_the_recursion_limit_ends_as_it_does_unrecorded(record):
    def negamax(state, alpha, beta):
        return -negamax(state + 1, -beta, -alpha)

    with pytest.raises(RecursionError):
        record(negamax, 0, -1, 1)
    assert record(courses.negamax, courses.FIGURE, -1000, 1000).result == 3


@pytest.mark.parametrize(
    ("board", "label"),
    [
        ([["X", None, "O"], [None, "X", " "]], "X.O .X."),
        (([1, -1, 0], [0, 0, 10]), "1,-1,0 0,0,10"),
        ([[object()], [1]], None),
        ([["a"] * 40], None),
        ([], None),
        ({"a": 1}, None),
    ],
)
def test_boards_of_lists_have_a_label(record, board, label):
    def negamax(board, alpha, beta, left=1):
        return 0 if left == 0 else -negamax(board, -beta, -alpha, left - 1)

    assert entered(record(negamax, board, -1, 1))[0].get("label") == label
