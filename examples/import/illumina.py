"""From a trace database of the chess engine Illumina to a stream for Edagari.

    python3 illumina.py traces.db > run.jsonl          # the search that was saved last
    python3 illumina.py traces.db --list               # all searches
    edagari check run.jsonl

Illumina writes a search as rows of SQLite: a *search* has *trees* (one for each depth, aspiration window and line of MultiPV), and a
tree has *nodes*, numbered in the order in which they were entered. Values that were not set are 0 there, as scores of 0 are.

Nothing but the standard library is needed, and nothing is written to the database.
"""

import argparse
import json
import sqlite3
import sys

#: Columns of `nodes` that have a name of their own in a stream; all others keep their names.
NAMES = {"depth": "depth", "static_eval": "eval", "best_move": "best", "zob_key": "key"}
#: Columns that are not passed on as they are.
TAKEN = {"node_index", "parent_index", "tree", "last_move", "last_move_raw", "alpha", "beta", "score", "qsearch", "pv",
         "tt_cutoff", "skip_move"}
#: Greatest score of the engine; a bound beyond it is none.
INFINITY = 32_000
#: Why a node ends before all its moves were searched.
SELECTIVE = "selective"
#: The move of an engine that passes, and what stands for no move.
NULL_MOVES = {"0000", "a1a1", "", None}


def bound(score):
    """A bound of a window, as the stream writes it."""
    if score >= INFINITY:
        return "inf"
    return "-inf" if score <= -INFINITY else score


def unsigned(key):
    """SQLite has signed integers of 64 bits; a key is a text, because not all readers have unsigned ones."""
    return f"0x{key & (2**64 - 1):016x}"


def searches(database):
    """Identifiers and positions of all searches, in the order in which they were saved."""
    return database.execute("SELECT id, root_fen, limits_depth FROM searches ORDER BY rowid").fetchall()


def entered(row, names):
    """The fields of `enter` for a row of `nodes`."""
    value = dict(zip(names, row))
    fields = {"move": value["last_move"] if value["last_move"] not in NULL_MOVES else None}
    if value.get("alpha") is not None and value["alpha"] < value["beta"]:
        fields["window"] = [bound(value["alpha"]), bound(value["beta"])]
    kinds = [kind for kind, is_so in (
        ("quiescence", value.get("qsearch")),
        # The search without one move asks whether that move is the only good one.
        ("singular", value.get("skip_move") not in NULL_MOVES),
        ("pv", value.get("pv") and not value.get("qsearch")),
    ) if is_so]
    if kinds:
        fields["kind"] = kinds if len(kinds) > 1 else kinds[0]
    for name, number in value.items():
        if name in TAKEN or number is None or number in NULL_MOVES:
            continue
        fields[NAMES.get(name, name)] = unsigned(number) if name == "zob_key" else number
    return fields


class Stream:
    """Writes the events of a search, one a line."""

    def __init__(self, out):
        self.out = out
        self.next = 0
        #: Number of nodes below a discarded one.
        self.left_out = 0
        #: Open nodes: their index in the tree, their number in the stream, their row, and the number of their children.
        self.open = []

    def say(self, **fields):
        line = {name: value for name, value in fields.items() if value is not None}
        self.out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def enter(self, index, fields, value):
        if not self.open:
            fields.pop("move", None)
        elif "move" not in fields and "singular" not in str(fields.get("kind")):
            # Only a pass leads to a node without a move.
            fields["kind"] = "null-move"
        self.say(event="enter", node=self.next, **fields)
        if self.open:
            self.open[-1][3] += 1
        self.open.append([index, self.next, value, 0])
        self.next += 1

    def leave(self):
        _, node, value, children = self.open.pop()
        why = "table" if value.get("tt_cutoff") else None
        # The moves that the engine leaves out on a guess are no rows.
        if why is None and children and not value["score"] >= value["beta"]:
            why = SELECTIVE
        self.say(event="leave", node=node, score=value.get("score"), why=why)

    def tree(self, database, names, tree):
        """Writes a tree as a pass."""
        number, root_depth, alpha, beta, line = tree
        label = f"line {line + 1}" if line else None
        self.say(event="pass", kind="deepening", depth=root_depth, label=label, window=[bound(alpha), bound(beta)])
        columns = ", ".join(f'"{name}"' for name in names)
        rows = database.execute(f"SELECT {columns} FROM nodes WHERE tree = ? ORDER BY node_index", (number,))
        for row in rows:
            value = dict(zip(names, row))
            index, parent = value["node_index"], value["parent_index"]
            # A node that the engine has discarded is no row, so nobody knows the place of what is below it.
            if self.open and all(node[0] != parent for node in self.open):
                self.left_out += 1
                continue
            while self.open and self.open[-1][0] != parent:
                self.leave()
            self.enter(index, entered(row, names), value)
        while self.open:
            self.leave()


def convert(database, search, out):
    """Writes a search as a stream; returns the number of nodes that are written, and of those that have no place."""
    fen = next((fen for number, fen, _ in searches(database) if number == search), None)
    if fen is None:
        raise SystemExit(f"no search {search}, expected one of those that --list shows")
    stream = Stream(out)
    header = {"edagari": 1, "program": "illumina", "game": "chess", "rules": {"position": fen}, "search": "pvs",
              "scores": "mover", "null_windows": True, "leaf": "game over, or evaluated"}
    stream.say(**header)
    names = [column[1] for column in database.execute("PRAGMA table_info(nodes)")]
    trees = database.execute(
        "SELECT id, root_depth, asp_alpha, asp_beta, multipv FROM trees WHERE search = ? ORDER BY rowid", (search,))
    for tree in trees.fetchall():
        stream.tree(database, names, tree)
    stream.say(event="finish", ending="complete")
    return stream.next, stream.left_out


def main():
    parser = argparse.ArgumentParser(description="From a trace database of Illumina to a stream for Edagari.")
    parser.add_argument("database", help="the SQLite file")
    parser.add_argument("--search", type=int, help="identifier of a search [default: the one saved last]")
    parser.add_argument("--list", action="store_true", help="list the searches")
    arguments = parser.parse_args()
    # Read only, so that a name with a mistake in it is no new, empty database.
    database = sqlite3.connect(f"file:{arguments.database}?mode=ro", uri=True)
    try:
        found = searches(database)
    except sqlite3.Error as error:
        raise SystemExit(f"{arguments.database}: no trace database of Illumina: {error}") from None
    if arguments.list:
        for number, fen, depth in found:
            print(f"{number}  depth {depth or '–'}  {fen}")
        return
    if not found:
        raise SystemExit(f"{arguments.database}: it has no searches")
    search = arguments.search if arguments.search is not None else found[-1][0]
    _, left_out = convert(database, search, sys.stdout)
    if left_out:
        print(f"{left_out} nodes are left out: the engine has discarded a node above them", file=sys.stderr)


if __name__ == "__main__":
    main()
