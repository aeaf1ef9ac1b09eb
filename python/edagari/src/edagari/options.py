"""Options of a recording."""

from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Sequence

from .stream import Header


@dataclass
class Options:
    """Options of a recording: the recorded functions, filters, and fields of the header.

    Without options, a recording takes every function of the user's own code that has a window (`alpha`, `beta`) or is named
    like a search (`max_value`, `negamax`), and the searches of the known modules (`edagari.adapters`).
    """

    #: The functions to record, or their names; if given, no other functions are recorded.
    functions: Sequence[Any] = ()
    #: Installed modules whose functions are recorded too, such as `"my_package.search"`.
    modules: Sequence[str] = ()
    #: Fields of the header, which override the detected ones: `Header(game="nim", fail="soft", cut=">=")`.
    header: Header = field(default_factory=Header)
    #: Whether nodes have a label: the text of the position, if its class defines one.
    labels: bool = True
    #: Filters; see `Recorder`.
    to_depth: Optional[int] = None
    below: Sequence[str] = ()
    one_in: int = 1
    from_pass: int = 1
    #: Maximum size of the recording in bytes; later events are not recorded.
    at_most: Optional[int] = 2 << 30

    def filters(self) -> Dict[str, Any]:
        """Returns the filters as arguments of a `Recorder`."""
        names = ("to_depth", "below", "one_in", "from_pass", "at_most")
        return {name: getattr(self, name) for name in names}
