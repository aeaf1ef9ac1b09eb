"""The recorder that a search calls: its lines are those of the other languages' recorders, and its filters the same."""

import io
import json
import math
import os
import pathlib
import threading

import pytest

import edagari
from edagari import Header, Recorder

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "tests" / "data" / "streams" / "nim-recorder.jsonl"


def nim(recorder, heaps, alpha, beta, came_by=None):
    """The search of `examples/record_your_search.rs`, with the same calls."""
    recorder.enter(came_by, label="-".join(map(str, heaps)), window=(alpha, beta))
    best = -1
    for heap, stones in enumerate(heaps):
        for taken in range(1, stones + 1):
            rest = heaps[:heap] + [stones - taken] + heaps[heap + 1 :]
            score = -nim(recorder, rest, -beta, -alpha, f"{heap}:{taken}")
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                recorder.leave(best)
                return best
    recorder.leave(best)
    return best


def recorded(**filters):
    out = io.StringIO()
    header = Header(program="record_your_search", game="nim", search="negamax", scores="mover")
    with Recorder(out, header, **filters) as recorder:
        nim(recorder, [1, 2, 2], -1, 1)
        nim(recorder, [2, 3, 3], -1, 1)
    return out.getvalue()


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def count(text):
    return text.count('"event":"enter"')


@pytest.mark.skipif(not GOLDEN.exists(), reason="only in the repository")
def test_stream_equals_that_of_the_rust_recorder():
    assert recorded(one_in=2, at_most=64 << 20) == GOLDEN.read_text()


def test_filters_limit_depth_subtree_searches_and_passes():
    whole = recorded()
    assert count(recorded(to_depth=0)) == 2
    below = lines(recorded(one_in=2, below=["0:1", "1:1"]))
    assert below[0]["after"] == "0:1 1:1" and "move" not in below[2]
    assert [event["label"] for event in below if event.get("event") == "enter"][0] == "0-1-2"
    assert count(recorded(below=["9:9"])) == 0
    assert 0 < count(recorded(one_in=2)) < count(whole)
    out = io.StringIO()
    with Recorder(out, from_pass=3) as recorder:
        for depth in range(1, 5):
            recorder.start_pass("deepening", depth=depth)
            recorder.enter()
            recorder.leave(depth)
    assert [event["depth"] for event in lines(out.getvalue()) if event.get("event") == "pass"] == [3, 4]
    assert [event["score"] for event in lines(out.getvalue()) if event.get("event") == "leave"] == [3, 4]


@pytest.mark.parametrize("limit", [1, 500, 2_000])
def test_size_limit_is_kept_up_to_one_event(limit):
    written = recorded(at_most=limit)
    assert lines(written)[-1] == {"event": "finish", "ending": "memory-limit", "limit": limit}
    assert len(written) < limit + 400


def test_every_word_of_the_stream_can_be_written():
    out = io.StringIO()
    with Recorder(out, Header(unit=0.01, players=["White", "Black"], rules={"size": 3})) as recorder:
        recorder.start_pass("deepening", depth=2, label="first", window=(-1, 1), line="a b")
        recorder.enter(
            player="max", window=(-math.inf, 0.5), moves=["a", "b"], label="root", depth=2, kind=["pv", "all"]
        )
        recorder.lookup((0.25, math.inf), entry="k", result="nothing", depth=1, move="a")
        recorder.update(why="stand-pat", value=0.1, window=(0.1, 0.5))
        recorder.enter("a")
        recorder.value("eval", 0.125)
        recorder.value("score", 3)
        recorder.value("eval", 0.5)
        recorder.leave(0.3, bound="exact", window=(0.1, 0.5), why="mate")
        recorder.score(0.3, window=(0.1, 0.5))
        recorder.update(window=(0.3, 0.5), value=0.3, cut=True)
        recorder.prune(["b"], count=4)
        recorder.skip(count=2, why="late move")
        recorder.moves(["c"])
        recorder.store((0.3, math.inf), entry=7, depth=2)
        recorder.leave(0.3, best="a", line="a")
    written = out.getvalue().splitlines()
    assert written == [
        '{"edagari":1,"rules":{"size":3},"unit":0.01,"players":["White","Black"]}',
        '{"event":"pass","label":"first","window":[-1,1],"kind":"deepening","depth":2,"line":"a b"}',
        '{"event":"enter","node":0,"label":"root","player":"max","window":["-inf",0.5],"moves":["a","b"],"depth":2,'
        '"kind":["pv","all"]}',
        '{"event":"lookup","bounds":[0.25,"inf"],"entry":"k","result":"nothing","depth":1,"move":"a"}',
        '{"event":"update","window":[0.1,0.5],"value":0.1,"why":"stand-pat"}',
        '{"event":"enter","node":1,"parent":0,"move":"a"}',
        '{"event":"leave","node":1,"window":[0.1,0.5],"score":0.3,"bound":"exact","eval":0.5,"why":"mate"}',
        '{"event":"score","window":[0.1,0.5],"score":0.3}',
        '{"event":"update","window":[0.3,0.5],"value":0.3,"cut":true}',
        '{"event":"prune","children":["b"],"count":4}',
        '{"event":"skip","count":2,"why":"late move"}',
        '{"event":"moves","moves":["c"]}',
        '{"event":"store","bounds":[0.3,"inf"],"entry":7,"depth":2}',
        '{"event":"leave","node":0,"score":0.3,"best":"a","line":"a"}',
        '{"event":"finish","ending":"complete"}',
    ]


def test_descriptions_are_made_only_for_recorded_nodes():
    calls = []
    with Recorder(io.StringIO(), to_depth=0) as recorder:
        for _ in range(2):
            recorder.enter(describe=lambda: calls.append(1) or {"label": "x", "eval": 3})
        recorder.leave(0)
        recorder.leave(0)
    assert len(calls) == 1


def test_a_node_that_is_not_open_cannot_be_left():
    with pytest.raises(edagari.RecordingError), Recorder(io.StringIO()) as recorder:
        recorder.leave(1)


def test_a_unit_that_the_format_does_not_have_is_refused():
    for unit in (0, -1, 1e-10, 0.1234567891):
        with pytest.raises(ValueError):
            Recorder(io.StringIO(), Header(unit=unit))


def test_the_first_error_of_writing_is_raised_at_the_end_and_the_search_goes_on():
    class Full(io.StringIO):
        def write(self, text):
            raise OSError(28, "No space left on device")

    recorder = Recorder(Full())
    assert nim(recorder, [1, 2, 2], -1, 1) == 1
    with pytest.raises(OSError, match="No space"):
        recorder.finish()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_forked_process_writes_no_lines(tmp_path):
    path = tmp_path / "forked.jsonl"
    with Recorder(path) as recorder:
        recorder.enter()
        child = os.fork()
        if child == 0:
            try:
                recorder.enter("of the child")
                recorder.finish()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        recorder.leave(1)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4 and "of the child" not in "".join(lines)


def test_threads_share_a_recorder():
    out = io.StringIO()
    barrier = threading.Barrier(4)
    with Recorder(out, threads=True) as recorder:

        def search():
            barrier.wait()
            nim(recorder, [1, 2, 2], -1, 1)
            barrier.wait()

        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    events = lines(out.getvalue())[1:-1]
    open_nodes = {}
    for event in events:
        mine = open_nodes.setdefault(event["thread"], [])
        if event["event"] == "enter":
            assert event.get("parent") == (mine[-1] if mine else None)
            mine.append(event["node"])
        else:
            assert mine.pop() == event["node"]
    assert len(open_nodes) == 4 and not any(open_nodes.values())


def test_recorded_nim_is_proved_right(needs_program, tmp_path):
    path = tmp_path / "nim.jsonl"
    path.write_text(recorded(one_in=2))
    run = edagari.open(path)
    check = run.check(against_minimax=True)
    assert check.right and run.figures().value == 1, check.findings
