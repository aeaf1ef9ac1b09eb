"""The tests run with the package of this folder, and with the program if `EDAGARI` or `PATH` has it."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import edagari
from edagari.program import program


@pytest.fixture(scope="session")
def needs_program() -> str:
    """The program; tests that need it are skipped without it."""
    try:
        return program()
    except edagari.ProgramMissing as error:
        pytest.skip(str(error))
