// Records a search with the package in Pyodide, the Python of browsers: `node pyodide.mjs WHEEL`, beside the package pyodide.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Found from the folder in which npm has installed it.
const { loadPyodide } = createRequire(`${process.cwd()}/`)("pyodide");
const python = await loadPyodide();
python.FS.writeFile("/edagari.whl", readFileSync(process.argv[2]));
const said = python.runPython(`
import json, sys, sysconfig, zipfile

zipfile.ZipFile("/edagari.whl").extractall(sysconfig.get_paths()["purelib"])
import edagari


def alphabeta(node, alpha=float("-inf"), beta=float("inf"), maximizing=True):
    if isinstance(node, int):
        return node
    best = float("-inf") if maximizing else float("inf")
    for child in node:
        score = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


run = edagari.record(alphabeta, [[3, 5], [2, 9]])
lines = [json.loads(line) for line in open(run.path)]
entered = [line for line in lines if line.get("event") == "enter"]
assert run.result == 3 and len(entered) == 6, lines
assert lines[-1] == {"event": "finish", "ending": "complete"}, lines[-1]

try:
    run.check()
    raise AssertionError("a browser starts no program")
except edagari.ProgramMissing as missing:
    assert "browser" in str(missing), missing
bundle = run._repr_mimebundle_()
assert list(bundle) == ["text/plain"] and run.path in bundle["text/plain"], bundle
f"recorded {len(entered)} nodes in Python {sys.version.split()[0]} on {sys.platform}"
`);
console.log(said);
