"""Checks the streams of words.c and threads.c: `check.py WORDS THREADS PROGRAM`."""

import io
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python/edagari/src"))

import edagari  # noqa: E402

WORDS = """\
{"edagari":1,"unit":0.01}
{"event":"pass","kind":"deepening","depth":2,"label":"first"}
{"event":"enter","node":0,"player":"max","window":["-inf",0.50],"moves":["a","b"],"depth":-3}
{"event":"lookup","bounds":[0.25,"inf"],"result":"nothing","move":"a"}
{"event":"update","why":"stand-pat","value":-0.05}
{"event":"enter","node":1,"parent":0,"move":"a","eval":0.125}
{"event":"leave","node":1,"score":0.30,"bound":"exact"}
{"event":"score","score":1.00}
{"event":"update","cut":true}
{"event":"prune","children":["b"],"count":4}
{"event":"skip","count":2}
{"event":"moves","moves":["c"]}
{"event":"store","bounds":[-0.01,1234.56]}
{"event":"leave","node":0,"why":"stopped"}
{"event":"finish","ending":"cancelled"}
"""
# Visits by filter: of 4 searches with 15 nodes each.
VISITS = {"all": 60, "depth": 28, "one-in": 30, "pass": 15 + 31, "key": 12, "deep": 1024}


def stream(*command):
    """Returns the events of a stream, with each line parsed as strict JSON."""
    out = subprocess.run(command, check=True, capture_output=True, timeout=120).stdout
    lines = out.decode("utf-8", errors="strict").split("\n")
    assert lines.pop() == "", "the last line has an end"
    return out, [json.loads(line) for line in lines]


def check(program, out):
    """Returns the report of the program on a stream."""
    done = subprocess.run([program, "check", "--json", "-"], input=out, capture_output=True, timeout=120)
    return json.loads(done.stdout)


def nested(events, thread=None):
    """Whether visits nest, by the ids of nodes and parents. Returns their number."""
    path, count = [], 0
    for event in events:
        if event.get("thread") != thread:
            continue
        if event["event"] == "enter":
            assert event.get("parent") == (path[-1] if path else None), event
            path.append(event["node"])
            count += 1
        elif event["event"] == "leave":
            assert path.pop() == event["node"], event
    assert not path
    return count


def values():
    """The stream `values` of words.c, by the recorder in Python."""
    numbers = [0.1, 1 / 3, -2.5, 100.0, -0.0, 123456789.0, 1e300, 0.0001, 1e-5, 1.7976931348623157e308, 2e-300]
    out = io.BytesIO()
    with edagari.Recorder(out) as recorder:
        for place in range(31):
            number = numbers[place] if place < len(numbers) else None
            recorder.enter(chr(place + 1) + '"\\\x7f' if place else None, number=number)
        for _ in range(31):
            recorder.leave(0)
    return out.getvalue()


def main():
    words, threads, program = sys.argv[1:]
    out, _ = stream(words, "words")
    assert out.decode() == WORDS, out.decode()

    out, events = stream(words, "hostile")
    labels = [event["label"] for event in events if "label" in event]
    assert labels[0] == "\x01\x1b[31m\n\t" and labels[1] == '"},{"event":"enter"' and labels[2] == "\\"
    # One U+FFFD for each byte that is no UTF-8: 0xFF 0xFE, a surrogate, an overlong form, beyond U+10FFFF, a cut-off character.
    assert labels[3:7] == ["\ufffd" * 2, "\ufffd" * 3, "\ufffd" * 2, "\ufffd" * 4] and labels[8] == "\ufffd" * 2
    assert labels[7] == "枝" and labels[9] == "🎲" and labels[10] == "" and labels[11] == "</script>"
    assert 8000 < len(labels[12]) < 8192 and "no_room" not in out.decode()
    lists = next(event for event in events if event.get("move") == "lists")
    assert "moves" not in lists and lists["room"] == -(2**63)
    assert "of_nothing" not in out.decode() and nested(events[1:]) == 14

    assert stream(words, "values")[0] == values()

    # Whatever bytes a text has, a line is JSON in UTF-8, and what was UTF-8 stays.
    out, events = stream(words, "random")
    assert nested(events[1:]) == 5001
    moves = [event["move"] for event in events if "move" in event]
    assert any("\ufffd" in move for move in moves) and any(move and "\ufffd" not in move for move in moves)

    for what, visits in VISITS.items():
        out, events = stream(words, what)
        assert nested(events[1:]) == visits, (what, nested(events[1:]))
        report = check(program, out)
        assert report["right"] and report["incomplete"] is None, (what, report)
    assert [event["depth"] for event in stream(words, "pass")[1] if event.get("event") == "pass"] == [3, 4]
    labels = [event["label"] for event in stream(words, "one-in")[1] if event.get("event") == "pass"]
    assert labels == ["search 1", "search 4"]

    out, events = stream(words, "bytes")
    assert events[-1] == {"event": "finish", "ending": "memory-limit", "limit": 1000} and len(out) < 1200
    assert check(program, out)["right"]

    for _ in range(3):
        out, events = stream(threads)
        visits = [nested(events[1:], thread) for thread in range(4)]
        assert len(set(visits)) == 1 and visits[0] > 100, visits
        report = check(program, out)
        assert report["right"] and report["incomplete"] is None, report

    full = subprocess.run([words, "all"], stdout=pathlib.Path("/dev/full").open("wb"))
    assert full.returncode == 1, "a full disk is reported"


if __name__ == "__main__":
    main()
