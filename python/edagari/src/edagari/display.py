"""Figures for notebooks: a page in an `iframe`, and a picture for viewers that run no scripts."""

import base64
import html
import os
import tempfile
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from .program import call

#: Maximum number of frames of a figure; its page then has about 370 kB.
MAX_FRAMES = 1_000


@dataclass(frozen=True)
class Picture:
    """A figure of a run. A notebook shows it as an animated page, light or dark by the reader's settings."""

    #: The page, in an `iframe` that loads nothing and shares nothing with the notebook.
    html: str
    #: The picture of its frame.
    png: bytes
    #: Description of the figure in one line.
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def _repr_png_(self) -> bytes:
        return self.png

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Dict[str, str]:
        return self.bundle()

    def bundle(self) -> Dict[str, str]:
        """Returns the page, the picture and the text, from which a notebook takes what it can show."""
        return {"text/html": self.html, "image/png": base64.b64encode(self.png).decode(), "text/plain": self.text}

    def __repr__(self) -> str:
        return self.text


def frames_around(at: int, count: int) -> Tuple[int, int]:
    """Returns the first and the last frame of a figure around frame `at`."""
    if count == 0:
        raise IndexError("the run has no frames, expected one in which a node is entered")
    if not 0 <= at < count:
        raise IndexError(f"frame {at}, expected 0 to {count - 1}")
    first = 0 if count <= MAX_FRAMES else min(max(0, at - MAX_FRAMES // 2), count - MAX_FRAMES)
    return first, min(count, first + MAX_FRAMES) - 1


def title(path: str, begin: int, last: int, count: int) -> str:
    """Returns the title of a figure."""
    return f"Frames {begin} to {last} of {count} ({os.path.basename(path)})"


def page(path: str, begin: int, last: int, count: int, height: int) -> str:
    """Makes the page of the frames from `begin` to `last`, in an `iframe`."""
    with tempfile.TemporaryDirectory() as folder:
        written = os.path.join(folder, "figure.html")
        call(["share", path, "--as", "figure", "--frames", f"{begin}..{last}", "-o", written])
        with open(written, encoding="utf-8") as file:
            inner = html.escape(file.read(), quote=True)
    # `allow-scripts` alone: the page cannot reach the notebook.
    return (
        f'<iframe title="{html.escape(title(path, begin, last, count))}" sandbox="allow-scripts" width="100%" '
        f'height="{height}" style="border:0;max-width:960px;color-scheme:light dark" srcdoc="{inner}"></iframe>'
    )


def figure(path: str, count: int, frame: Optional[int], node: Optional[str], height: int) -> Picture:
    """Makes the figure of the frames around `frame`."""
    at = max(0, count - 1) if frame is None else frame
    first, last = frames_around(at, count)
    # A figure begins at its first frame.
    begin = first if frame is None else at
    center: List[str] = [] if node is None else ["--center", node]
    with tempfile.TemporaryDirectory() as folder:
        png = os.path.join(folder, "figure.png")
        call(["export", path, "--frame", str(at), *center, "-o", png])
        with open(png, "rb") as image:
            picture = image.read()
    return Picture(page(path, begin, last, count, height), picture, title(path, begin, last, count))
