"""Observes the calls of the running program, with `sys.monitoring` from Python 3.12 on, before with `sys.setprofile`."""

import signal
import sys
import threading
from types import CodeType, FrameType
from typing import Any, FrozenSet, Optional, Protocol, Set, Tuple

from .errors import RecordingError
from .tracer import Tracer


#: The signal of timers, where it can be blocked.
_ALARM: Optional[int] = getattr(signal, "SIGALRM", None) if hasattr(signal, "pthread_sigmask") else None


class Watch(Protocol):
    """A way to observe calls."""

    def start(self) -> None:
        """Observes calls from now on, in all threads."""

    def stop(self) -> None:
        """Stops observing."""


class _Shield:
    """Delays Ctrl-C and alarms while a call is recorded, so that the recording has the whole of it.

    An exception of their handlers then belongs to the program again, such as the one that ends a search out of time.
    """

    def __init__(self) -> None:
        self._main = threading.main_thread().ident
        self._former: Any = None
        self._is_busy = False
        self._waiting: Optional[Tuple[int, Optional[FrameType]]] = None
        self._is_blocked = False

    def start(self) -> None:
        if threading.get_ident() == self._main:
            former = signal.getsignal(signal.SIGINT)
            if callable(former):
                try:
                    signal.signal(signal.SIGINT, self._handle)
                except ValueError:  # Only the main interpreter has handlers.
                    return
                self._former = former

    def stop(self) -> None:
        if self._former is not None and threading.get_ident() == self._main:
            # The program can have set another handler in the meantime.
            if signal.getsignal(signal.SIGINT) == self._handle:
                signal.signal(signal.SIGINT, self._former)
            self._former = None

    def _handle(self, number: int, frame: Optional[FrameType]) -> None:
        if self._is_busy:
            self._waiting = (number, frame)
        elif self._former is not None:
            self._former(number, frame)

    def begin(self) -> None:
        """A call is being recorded from now on."""
        if threading.get_ident() == self._main:
            # Handlers of alarms can be set during the recording, so these signals are blocked. This costs more.
            if _ALARM is not None and callable(signal.getsignal(_ALARM)):
                former = signal.pthread_sigmask(signal.SIG_BLOCK, [_ALARM])
                self._is_blocked = _ALARM not in former
            self._is_busy = True

    def end(self) -> None:
        """The call is recorded; a signal that came in the meantime is handled."""
        if threading.get_ident() == self._main:
            self._is_busy = False
            if self._waiting is not None and self._former is not None:
                waiting, self._waiting = self._waiting, None
                self._unblock()
                self._former(*waiting)
            self._unblock()

    def _unblock(self) -> None:
        if self._is_blocked and _ALARM is not None:
            self._is_blocked = False
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [_ALARM])


class _ByProfile:
    """Observes each call of each function, which slows down the whole program."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._shield = _Shield()
        self._former: Any = None
        self._roots: Set[CodeType] = set()

    def start(self) -> None:
        self._former = sys.getprofile()
        self._shield.start()
        threading.setprofile(self._call)
        sys.setprofile(self._call)

    def stop(self) -> None:
        threading.setprofile(None)
        sys.setprofile(self._former)
        self._shield.stop()

    def _call(self, frame: FrameType, event: str, argument: Any) -> None:
        try:
            self._shield.begin()
            try:
                self._take(frame, event, argument)
            except Exception as error:
                self._tracer.fail(error)
            finally:
                self._shield.end()
        except Exception as error:
            # Of a handler. Python removes a profile function that raises.
            self._tracer.fail(error)
            raise

    def _take(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            shape = self._tracer.shape(code, frame)
            if shape is not None:
                root = self._tracer.start(code, frame, shape)
                if root is not None:
                    self._roots.add(root)
        elif event == "return":
            code = frame.f_code
            if self._tracer.shape(code, frame) is not None or code in self._roots:
                # A function that ends by an exception returns `None` here, as one without `return` does.
                if argument is None and _is_unwinding(frame):
                    self._tracer.unwind(code, frame)
                else:
                    self._tracer.end(code, argument, frame)


def _is_unwinding(frame: FrameType) -> bool:
    """Whether a function that returned `None` ended by an exception: its last instruction is then not a return."""
    operation = frame.f_code.co_code[frame.f_lasti] if frame.f_lasti >= 0 else -1
    return operation not in _RETURNS


def _returns() -> FrozenSet[int]:
    import dis

    return frozenset(dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap)


_RETURNS = _returns()

if sys.version_info >= (3, 12):

    class _ByMonitoring:
        """Observes the starts of functions (of each unrecorded one only the first) and the ends of searches."""

        def __init__(self, tracer: Tracer) -> None:
            self._tracer = tracer
            self._shield = _Shield()
            self._tool = -1
            self._watched: Set[CodeType] = set()

        def start(self) -> None:
            monitoring = sys.monitoring
            free = [tool for tool in (4, 3, 5, 1, 0, 2) if monitoring.get_tool(tool) is None]
            if not free:
                raise RecordingError("all tools of sys.monitoring are in use, so that no search can be recorded")
            self._tool = free[0]
            monitoring.use_tool_id(self._tool, "edagari")
            self._shield.start()
            events = monitoring.events
            monitoring.register_callback(self._tool, events.PY_START, self._begin)
            monitoring.register_callback(self._tool, events.PY_RETURN, self._end)
            monitoring.register_callback(self._tool, events.PY_UNWIND, self._unwind)
            # Earlier recordings have switched off the starts of functions that they did not record.
            monitoring.restart_events()
            monitoring.set_events(self._tool, events.PY_START | events.PY_UNWIND)

        def stop(self) -> None:
            monitoring = sys.monitoring
            monitoring.set_events(self._tool, 0)
            for code in self._watched:
                monitoring.set_local_events(self._tool, code, 0)
            for event in (monitoring.events.PY_START, monitoring.events.PY_RETURN, monitoring.events.PY_UNWIND):
                monitoring.register_callback(self._tool, event, None)
            monitoring.free_tool_id(self._tool)
            self._shield.stop()

        def _watch(self, code: CodeType) -> None:
            if code not in self._watched:
                self._watched.add(code)
                sys.monitoring.set_local_events(self._tool, code, sys.monitoring.events.PY_RETURN)

        def _begin(self, code: CodeType, _offset: int) -> Any:
            frame = sys._getframe(1)
            self._shield.begin()
            try:
                shape = self._tracer.shape(code, frame)
                if shape is None:
                    return sys.monitoring.DISABLE
                self._watch(code)
                root = self._tracer.start(code, frame, shape)
                if root is not None:
                    self._watch(root)
            except Exception as error:
                self._tracer.fail(error)
            finally:
                self._shield.end()
            return None

        def _end(self, code: CodeType, _offset: int, returned: Any) -> Any:
            self._shield.begin()
            try:
                self._tracer.end(code, returned, sys._getframe(1))
            except Exception as error:
                self._tracer.fail(error)
            finally:
                self._shield.end()

        def _unwind(self, code: CodeType, _offset: int, _error: BaseException) -> Any:
            self._shield.begin()
            try:
                if code in self._watched:
                    self._tracer.unwind(code, sys._getframe(1))
            except Exception as error:
                self._tracer.fail(error)
            finally:
                self._shield.end()


def watch_of(tracer: Tracer, by_profile: Optional[bool] = None) -> Watch:
    """Returns the fastest observer of calls in this version of Python."""
    if sys.version_info >= (3, 12) and not by_profile:
        return _ByMonitoring(tracer)
    return _ByProfile(tracer)
