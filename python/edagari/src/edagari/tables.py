"""Rows of a run as tables of pandas and polars, read from the CSV of the program."""

import csv
import io
import re
from typing import TYPE_CHECKING, Dict, List, Optional

if TYPE_CHECKING:
    import pandas
    import polars

#: Fields of rows that are texts, also where all of their values look like numbers, such as the moves of Kalah.
TEXTS = frozenset(
    ["actual", "bound", "cut", "expected", "kind", "label", "move", "path", "player", "state"]
)  # fmt: skip

#: An apostrophe before a text that a spreadsheet would read as a formula (docs/reference/columns.md, "Rows").
_PROTECTED = r"^'([=+\-@\t\r\n＝＋－＠])"


def rows_of(path: str) -> List[Dict[str, Optional[str]]]:
    """Returns the rows of a CSV file as texts."""
    with io.open(path, encoding="utf-8", newline="") as file:
        return [{name: _plain(value) for name, value in row.items()} for row in csv.DictReader(file)]


def _plain(value: str) -> Optional[str]:
    return re.sub(_PROTECTED, r"\1", value) if value else None


def _texts_of(path: str) -> List[str]:
    with io.open(path, encoding="utf-8", newline="") as file:
        return [name for name in next(csv.reader(file), []) if name in TEXTS]


def to_pandas(path: str) -> "pandas.DataFrame":
    """Returns a CSV file of rows as a table of pandas."""
    import pandas

    texts = _texts_of(path)
    # Moves can have names such as "NA".
    table = pandas.read_csv(path, dtype=dict.fromkeys(texts, str), keep_default_na=False, na_values=[""])
    for name in texts:
        if table[name].notna().any():
            table[name] = table[name].str.replace(_PROTECTED, r"\1", regex=True)
    return table


def to_polars(path: str) -> "polars.DataFrame":
    """Returns a CSV file of rows as a table of polars."""
    import polars

    texts = _texts_of(path)
    overrides = dict.fromkeys(texts, polars.String)
    table = polars.read_csv(path, infer_schema_length=None, schema_overrides=overrides)
    return table.with_columns(polars.col(texts).str.replace(_PROTECTED, "${1}")) if texts else table
