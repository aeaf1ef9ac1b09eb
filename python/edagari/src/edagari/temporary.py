"""Temporary files of runs."""

import os
import tempfile


class TemporaryTrace:
    """A file that is deleted with this object.

    A process that is forked from the one that made the file has a copy of the object, which deletes nothing.
    """

    def __init__(self, suffix: str) -> None:
        handle, self.path = tempfile.mkstemp(suffix=suffix, prefix="edagari-")
        os.close(handle)
        self._process = os.getpid()

    def __del__(self) -> None:
        if os.getpid() == self._process:
            try:
                os.unlink(self.path)
            except OSError:
                pass
