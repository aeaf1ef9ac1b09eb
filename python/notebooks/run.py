"""Runs the notebooks of this folder from an empty kernel: `python run.py [NAME ...]`. The first failing cell ends it."""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient

HERE = pathlib.Path(__file__).resolve().parent
LARGEST = 4_000_000


def main() -> None:
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.ipynb"))
    for name in names:
        notebook = nbformat.read(HERE / f"{name}.ipynb", as_version=4)
        NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        shown = [
            output.data
            for cell in notebook.cells
            for output in cell.get("outputs", [])
            if output.output_type in ("execute_result", "display_data")
        ]
        figures = [data for data in shown if "image/png" in data and "<iframe" in data.get("text/html", "")]
        assert figures, f"{name} shows no figure"
        size = sum(len(str(data)) for data in shown)
        assert size < LARGEST, f"{name} has {size} bytes of output, expected less than {LARGEST}"
        print(f"{name}: {len(notebook.cells)} cells, {len(figures)} figures, {size} bytes of output")


if __name__ == "__main__":
    main()
