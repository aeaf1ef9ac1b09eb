"""Exceptions of this package. Each has one sentence for the user."""

from typing import Optional


class EdagariError(Exception):
    """Base class of all exceptions of this package."""


class CannotRecord(EdagariError, TypeError):
    """A search that cannot be recorded from outside, with the reason."""


class RecordingError(EdagariError, ValueError):
    """A call of the recorder that does not fit its state, such as leaving a node when none is open."""


class ProgramMissing(EdagariError, FileNotFoundError):
    """The program `edagari` is not installed."""


class ProgramError(EdagariError):
    """A command that the program refused.

    `exit_code` is that of the program: 1 if a check failed, 2 for bad usage or input. It is `None` if the program did not
    end by itself.
    """

    def __init__(self, sentence: str, exit_code: Optional[int] = None) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code
