"""Runs of the program's own searches in its own games."""

import os
from typing import Any, List, Union

from .program import call
from .run import Run
from .temporary import TemporaryTrace


def record_game(
    game: str, *, search: str = "alpha-beta", to: Union[None, str, "os.PathLike[str]"] = None, **options: Any
) -> Run:
    """Records one of the program's searches: `record_game("tic-tac-toe", search="alpha-beta", depth_limit=4)`.

    `options` are those of `edagari record`, with `_` for `-`; `True` for one without a value. Without `to` the run is in a
    temporary file, which is deleted with the object.
    """
    arguments: List[str] = ["record", "--search", search]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(option)
        elif value is not None and value is not False:
            arguments += [option, str(value)]
    if to is None:
        run: Run = _TemporaryRun()
        arguments.append("--force")
    else:
        run = Run(to)
    call([*arguments, "-o", run.path, "--", game])
    return run


class _TemporaryRun(Run):
    def __init__(self) -> None:
        self._temporary = TemporaryTrace(".edagari")
        super().__init__(self._temporary.path)
