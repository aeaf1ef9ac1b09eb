"""Runs the recipes of docs/how-to/analyse-many-runs.md in an empty folder, and compares what they find with the program."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path("docs/how-to/analyse-many-runs.md").read_text(encoding="utf-8")
PROGRAM = sys.argv[1]
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = {(kind, name): text for kind, name, text in BLOCK.findall(PAGE)}

# A stream with the column `time`: a node of kind `main`, two below it of kind `quiescence`.
TIMED = """{"edagari":1,"program":"timed"}
{"event":"enter","node":0,"kind":"main","time":0}
{"event":"enter","node":1,"move":"a","kind":"quiescence","time":10}
{"event":"leave","score":1}
{"event":"enter","node":2,"move":"b","kind":"quiescence","time":15}
{"event":"leave","score":2}
{"event":"enter","node":3,"move":"c","kind":"main","time":40}
{"event":"leave","score":2}
{"event":"leave","node":0,"score":2}
"""


def output(*arguments):
    return json.loads(subprocess.run([PROGRAM, *arguments, "--json"], check=True, stdout=subprocess.PIPE).stdout)


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}:\n  the recipe finds {found}\n  the program says {expected}")
    print(f"{what}: {len(expected)} rows, as the program says")


def with_visits(scope):
    """Returns a function that runs a query of the page; DuckDB finds the page's variable in that function's names."""

    def run(name):
        visits = scope["visits"]  # noqa: F841
        return scope["duckdb"].query(BLOCKS["sql", name])

    return run


def cuts_of(reports):
    rows = []
    for run, report in sorted(reports.items()):
        for row in report["by_depth"]:
            if row["cuts"]:
                rows.append((run, row["depth"], row["cuts"], row["by_first"], row["mean_rank"]))
    return rows


def rounded(rows):
    return [tuple(round(value, 9) if isinstance(value, float) else value for value in row) for row in rows]


def main():
    os.environ["PATH"] = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run(["bash", "-euo", "pipefail", "-c", BLOCKS["sh", ""]], check=True)
        # A run with other columns.
        Path("timed.jsonl").write_text(TIMED, encoding="utf-8")
        subprocess.run([PROGRAM, "export", "timed.jsonl", "--rows", "visits", "-o", "runs/"], check=True)
        files = {path.stem: path.name for path in sorted(Path().glob("*.*"))}
        reports = {name: output("order", file) for name, file in files.items()}
        records = {name: output("record", file) for name, file in files.items()}
        cuts = rounded(cuts_of(reports))
        sources = [(run, row["source"], row["visits"], row["wasted"]) for run, report in reports.items() for row in report["by_source"]]
        visits = sum(report["visits"] for report in reports.values())
        answered = sum(figures["table_returns"] for figures in records.values())
        reduced = sum(sum(figures.get("reductions", {}).values()) for figures in records.values())

        scope = {}
        exec(BLOCKS["python", ""], scope)
        query = with_visits(scope)
        expect("cutoffs, DuckDB", rounded(query("cuts").fetchall()), cuts)
        expect("wasted visits, DuckDB", sorted(query("wasted").fetchall()), sorted(sources))
        found = query("answered").fetchall()
        expect("answers, DuckDB", [(sum(row[1] for row in found), round(sum(row[1] * row[2] for row in found)))], [(visits, answered)])
        found = query("reductions").fetchall()
        expect("reductions, DuckDB", [sum(row[1] for row in found)], [reduced])
        if not found or not all(visits >= again >= in_vain for _, visits, again, in_vain in found):
            sys.exit(f"reductions: {found}")

        scope = {}
        exec(BLOCKS["python", "polars"], scope)
        expect("cutoffs, Polars", rounded(scope["cuts"].rows()), cuts)
        expect("wasted visits, Polars", sorted(scope["wasted"].rows()), sorted(sources))
        found = scope["answered"].rows()
        expect("answers, Polars", [(sum(row[1] for row in found), round(sum(row[1] * row[2] for row in found)))], [(visits, answered)])

        if "--spark" in sys.argv:
            scope = {}
            exec(BLOCKS["python", "spark"], scope)
            found = [tuple(row) for row in scope["cuts"].collect()]
            expect("cutoffs, Spark", found, [row[:3] for row in cuts])
            wasted = scope["spark"].sql(BLOCKS["sql", "wasted"]).collect()
            expect("wasted visits, Spark", sorted(tuple(row) for row in wasted), sorted(sources))
            scope["spark"].stop()

        subprocess.run([PROGRAM, "export", "timed.jsonl", "--rows", "visits", "-o", "timed/"], check=True)
        scope = {}
        exec(BLOCKS["python", ""].replace("runs/", "timed/"), scope)
        expect("time by kind", with_visits(scope)("time").fetchall(), [("quiescence", 2, 30), ("main", 2, 10)])


main()
