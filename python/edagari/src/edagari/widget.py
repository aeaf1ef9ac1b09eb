"""A figure in a notebook whose frame is synchronised with a variable in Python."""

import pathlib
from typing import TYPE_CHECKING, Any, Optional

from .display import frames_around, page

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError('edagari.Widget needs the package anywidget: pip install "edagari[widget]"') from error

if TYPE_CHECKING:
    from .run import Run


class Widget(anywidget.AnyWidget):
    """An animated figure of a run: `widget.frame = 12` goes to a frame, and a step in the figure changes `widget.frame`.

    `widget.observe(function, "frame")` calls a function at each step. A frame that the run does not have is a
    `traitlets.TraitError`.
    """

    _esm = pathlib.Path(__file__).with_name("widget.js")
    #: The page, in an `iframe`.
    _page = traitlets.Unicode().tag(sync=True)

    #: The frame of the figure, from 0.
    frame = traitlets.Int().tag(sync=True)
    #: The node of the frame: the moves from the start of the run, such as `a1 b2`. If it is set, the figure goes to the next
    #: frame that enters this node, or to the first one.
    node = traitlets.Unicode()
    #: Sentence that describes the frame and its reason.
    sentence = traitlets.Unicode(read_only=True)

    def __init__(
        self, run: "Run", frame: int = 0, node: Optional[str] = None, *, height: int = 760, language: str = "english"
    ) -> None:
        self._run = run
        self._count = run.figures().frames
        self._height = height
        self._language = language
        #: First and last frame of the page; at first there is no page.
        self._frames = (0, -1)
        #: The node of the frame.
        self._path = ""
        super().__init__()
        self.frame = frame
        if frame == 0:
            # The value has not changed, so nothing has observed it.
            self._describe()
        if node is not None:
            self.node = node

    @traitlets.validate("frame")
    def _has_frame(self, proposal: Any) -> int:
        """Makes another page if the frame is not in the current one, so that the page arrives before the frame."""
        frame: int = proposal["value"]
        first, last = self._frames
        if not first <= frame <= last:
            try:
                first, last = frames_around(frame, self._count)
            except IndexError as error:
                raise traitlets.TraitError(str(error)) from None
            self._page = page(self._run.path, first, last, self._count, self._height)
            self._frames = (first, last)
        return frame

    @traitlets.observe("frame")
    def _describe(self, _change: Any = None) -> None:
        frame = self._run.frame(self.frame, language=self._language)
        self._path = " ".join(frame.path)
        self.node = self._path
        self.set_trait("sentence", frame.sentence)

    @traitlets.validate("node")
    def _goes_to_node(self, proposal: Any) -> str:
        """Goes to a node, unless the frame is already at it."""
        node: str = proposal["value"]
        if node != self._path:
            # The quotation marks prevent that a move is read as a keyword of queries.
            query = " ".join(["moves", *(f'"{move}"' for move in node.split())])
            find = self._run.find
            found = find(query, limit=1, cursor=self.frame) or find(query, limit=1)
            if not found:
                raise traitlets.TraitError(f"node {node}: the search does not enter it")
            self.frame = found[0].frame
        return self._path
