"""The example that reads traces of Illumina, on a database that the test makes by the engine's schema."""

import json
import pathlib
import sqlite3
import subprocess
import sys

import pytest

import edagari

IMPORT = pathlib.Path(__file__).resolve().parents[3] / "examples" / "import"
FEN = "k7/8/K7/8/8/8/8/1R6 w - - 0 1"
COLUMNS = (
    "qsearch BOOLEAN", "pv BOOLEAN", "zob_key INTEGER", "last_move TEXT", "last_move_raw INTEGER", "depth INTEGER",
    "alpha INTEGER", "beta INTEGER", "score INTEGER", "static_eval INTEGER", "best_move TEXT", "found_in_tt BOOLEAN",
    "tt_cutoff BOOLEAN", "improving BOOLEAN", "in_check BOOLEAN", "skip_move TEXT", "last_move_score INTEGER",
)  # fmt: skip


def node(index, parent, tree, move, depth, window, score, **more):
    return {"node_index": index, "parent_index": parent, "tree": tree, "last_move": move, "depth": depth,
            "alpha": window[0], "beta": window[1], "score": score, "skip_move": "0000", "best_move": "0000",
            "zob_key": -(index + 1), **more}  # fmt: skip


NODES = [
    # Depth 1, with the whole window: the second move is no better.
    node(1, 0, 11, "0000", 1, (-32000, 32000), 520, pv=1, best_move="b1c1"),
    node(2, 1, 11, "b1c1", 0, (-32000, 32000), -520, static_eval=-520, pv=1),
    node(3, 1, 11, "b1d1", 0, (-521, -520), -500, static_eval=-500, qsearch=1),
    # Depth 2: a null window, a second search of the same move, and an answer of the table.
    node(1, 0, 12, "0000", 2, (470, 570), 530, pv=1, best_move="b1d1"),
    node(2, 1, 12, "b1c1", 1, (-570, -470), -510, pv=1, best_move="a8b8"),
    node(3, 2, 12, "a8b8", 0, (470, 570), 510, static_eval=510, pv=1),
    node(4, 1, 12, "b1d1", 1, (-511, -510), -530),
    node(5, 4, 12, "a8b8", 0, (510, 511), 530, static_eval=530),
    node(6, 1, 12, "b1d1", 1, (-570, -510), -530, pv=1),
    node(7, 6, 12, "a8b8", 0, (510, 570), 530, static_eval=530, pv=1, found_in_tt=1, tt_cutoff=1),
]  # fmt: skip


@pytest.fixture
def database(tmp_path):
    """A database with one search of two trees."""
    path = tmp_path / "traces.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE searches (id INTEGER PRIMARY KEY, time_of_creation TIMESTAMP, limits_depth INTEGER, "
                 "limits_nodes INTEGER, hash INTEGER, root_fen TEXT)")  # fmt: skip
    made.execute("CREATE TABLE trees (id INTEGER, search INTEGER, root_depth INTEGER, asp_alpha INTEGER, "
                 "asp_beta INTEGER, multipv INTEGER, PRIMARY KEY (id, search))")  # fmt: skip
    made.execute("CREATE TABLE nodes (node_index INTEGER, parent_index INTEGER, tree INTEGER, " + ", ".join(COLUMNS)
                 + ", PRIMARY KEY (node_index, tree, parent_index))")  # fmt: skip
    made.execute("INSERT INTO searches (id, limits_depth, root_fen) VALUES (7, 2, ?)", (FEN,))
    made.executemany("INSERT INTO trees VALUES (?, 7, ?, ?, ?, 0)", [(11, 1, -32000, 32000), (12, 2, 470, 570)])
    for row in NODES:
        names = ", ".join(row)
        made.execute(f"INSERT INTO nodes ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
    made.commit()
    made.close()
    return path


def converted(database, *arguments):
    command = [sys.executable, str(IMPORT / "illumina.py"), str(database), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_trees_become_passes_and_nodes_visits(database):
    events = [json.loads(line) for line in converted(database).stdout.splitlines()]
    assert events[0]["rules"] == {"position": FEN} and events[0]["scores"] == "mover"
    assert [event["depth"] for event in events[1:] if event["event"] == "pass"] == [1, 2]
    entered = [event for event in events[1:] if event["event"] == "enter"]
    assert len(entered) == len(NODES)
    assert entered[0]["window"] == ["-inf", "inf"] and "move" not in entered[0]
    assert entered[2] == {"event": "enter", "node": 2, "move": "b1d1", "window": [-521, -520], "kind": "quiescence",
                          "key": "0xfffffffffffffffc", "depth": 0, "eval": -500}  # fmt: skip
    left = [event for event in events[1:] if event["event"] == "leave"]
    assert left[-2]["node"] == 8 and [event.get("why") for event in left].count("table") == 1
    assert events[-1] == {"event": "finish", "ending": "complete"}


def test_stream_is_read_and_nothing_is_wrong(database, needs_program, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(converted(database).stdout, encoding="utf-8")
    run = edagari.Run(path)
    figures, check = run.figures(), run.check()
    assert check.right, (check.sentence, check.findings)
    assert (figures.nodes_visited, len(figures.raw["passes"])) == (len(NODES), 2)
    # The moves are legal, and the position is drawn.
    assert run.frame(1).path == ["Rc1"] or run.frame(1).path, run.frame(1)


def test_searches_are_listed_and_other_files_refused(database, tmp_path):
    assert converted(database, "--list").stdout == f"7  depth 2  {FEN}\n"
    assert "no search 8" in converted(database, "--search", "8").stderr
    other = tmp_path / "other.db"
    other.write_text("no database", encoding="utf-8")
    refused = converted(other)
    assert refused.returncode == 1 and "no trace database of Illumina" in refused.stderr
    assert not (tmp_path / "missing.db").exists()
    assert converted(tmp_path / "missing.db").returncode == 1 and not (tmp_path / "missing.db").exists()


def test_nodes_below_a_discarded_one_are_left_out(database):
    made = sqlite3.connect(database)
    made.execute("DELETE FROM nodes WHERE tree = 12 AND node_index = 4")
    made.commit()
    made.close()
    made = converted(database)
    events = [json.loads(line) for line in made.stdout.splitlines()][1:]
    assert sum(event["event"] == "enter" for event in events) == len(NODES) - 2
    assert sum(event["event"] == "leave" for event in events) == len(NODES) - 2
    assert made.stderr.startswith("1 nodes are left out")
