"""The choice between compiled and interpreted kernels, made for every question.

    @question
    def simulate(model, state, duration): ...

While the kernel cache is cold, a question is answered by the plain twins of kernels (`twins`), and another process compiles
what the question needs into the cache (`background`). A kernel that is compiled, in this process or in the cache, is used
compiled. The choice is made when a question calls the kernel for the first time, and kept until the question ends.

A question that takes longer than it should when interpreted is abandoned and asked again, with kernels that are compiled
first. A call of a kernel outside any question is a question by itself.

LINKWORK_COMPILE = background (as described) | now (every kernel is compiled before it runs) | never (all is interpreted)
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import os
import time
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np

from linkwork.numerics import background, kernel_cache, twins

MODES = ("background", "now", "never")
PATIENCE = 10.0  # s of processor time that one question may be interpreted
PATIENCE_IN_ALL = (
    40.0  # s of processor time that all questions of a process may, unless kernels are being compiled meanwhile
)
EARLY, MUCH_LONGER = 1.0, 30.0  # s: after the first, a run that is expected to take the second is abandoned
LARGE = 300  # bodies: kernels of larger models are compiled first

P = ParamSpec("P")
T = TypeVar("T")


class Abandoned(BaseException):
    """An interpreted question takes too long; `question` asks it again, compiled."""


class _Question:
    """The choices of a question so far."""

    def __init__(self, name: str, compiles: bool = False):
        self.name, self.compiles = name, compiles
        self.interpreted: dict[tuple[int, Any], bool] = {}  # id of a kernel, signature -> whether it is interpreted
        self.seconds = 0.0  # of processor time, interpreted

    def interprets(self, kernel: Any, signature: Any) -> bool:
        key = id(kernel), signature
        if key not in self.interpreted:
            self.interpreted[key] = self._chosen(kernel, signature)
        return self.interpreted[key]

    def _chosen(self, kernel: Any, signature: Any) -> bool:
        if self.compiles or available(kernel, signature):
            return False
        waiting = background.want(kernel, signature, self.name)
        if _seconds[0] > PATIENCE_IN_ALL and not waiting:
            self.compiles = True
        return not self.compiles

    def limit(self) -> float:
        """Return the seconds for which the question may go on."""
        return PATIENCE - self.seconds


_asked: contextvars.ContextVar[_Question | None] = contextvars.ContextVar("question", default=None)
_inside: contextvars.ContextVar[bool] = contextvars.ContextVar("inside a twin", default=False)
_seconds = [0.0]  # of processor time, interpreted in this process


def mode() -> str:
    """Return the value of LINKWORK_COMPILE."""
    chosen = os.environ.get("LINKWORK_COMPILE", "").strip().lower() or MODES[0]
    if chosen not in MODES:
        raise ValueError(f"LINKWORK_COMPILE is {', '.join(MODES[:-1])} or {MODES[-1]}, not {chosen!r}")
    return chosen


def question(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that answers a question: all of it is answered before the choice of code is made anew."""

    @functools.wraps(function)
    def answered(*args: P.args, **kwargs: P.kwargs) -> T:
        if _asked.get() is not None or mode() != "background" or numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function(*args, **kwargs)
        large = len(getattr(args[0], "bodies", ()) if args else ()) > LARGE
        for compiles in (True,) if large else (False, True):
            token = _asked.set(_Question(function.__name__, compiles))
            try:
                return function(*args, **kwargs)
            except Abandoned:
                background.stop()  # this process compiles the same kernels now
            finally:
                _asked.reset(token)
        raise AssertionError("a compiled question is never abandoned")

    return answered


@contextlib.contextmanager
def compiling(name: str) -> Iterator[None]:
    """Compile kernels before they run within this context: of questions that call them thousands of times."""
    if _asked.get() is not None or mode() != "background" or numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        yield
        return
    token = _asked.set(_Question(name, compiles=True))
    try:
        yield
    finally:
        _asked.reset(token)


def code_of(kernel: Any) -> str:
    """Return how this question has called a kernel: "compiled" or "interpreted"."""
    if numba.config.DISABLE_JIT or mode() == "never":  # type: ignore[attr-defined]
        return "interpreted"
    asked = _asked.get()
    ours = asked is not None and any(key[0] == id(kernel) and here for key, here in asked.interpreted.items())
    return "interpreted" if ours else "compiled"


def interprets(kernel: Any, signature: Any) -> bool:
    """Return whether this question interprets the kernel with these types; if not, it may be compiled."""
    if mode() == "now":
        return False
    if mode() == "never" or _inside.get():
        return True
    return (_asked.get() or _Question(kernel.__name__)).interprets(kernel, signature)


def available(kernel: Any, signature: Any) -> bool:
    """Return whether a kernel is compiled for these types, in this process or in the cache."""
    arguments = getattr(signature, "args", signature)
    return tuple(arguments) in kernel.overloads or kernel_cache.holds(kernel, signature)


def expect(fraction: float) -> None:
    """Abandon an interpreted run of which this fraction is done, if the whole would take much too long."""
    asked = _asked.get()
    if asked is None or asked.compiles or mode() != "background" or asked.seconds < EARLY:
        return
    if asked.seconds > MUCH_LONGER * max(fraction, 1e-9):
        raise Abandoned


def interpret(kernel: Any, arguments: tuple) -> Any:
    """Return what the twin of a kernel returns."""
    plain = twins.twin(kernel)
    if _inside.get():
        return plain(*arguments)
    asked = _asked.get()
    if mode() == "never":
        return _inside_call(plain, arguments, None)
    if asked is None:
        return _alone(kernel, plain, arguments)
    return _timed(asked, plain, arguments)


def _timed(asked: _Question, plain: Callable, arguments: tuple) -> Any:
    began, clock = time.thread_time(), time.thread_time
    until = began + asked.limit()

    def heartbeat() -> None:
        if clock() > until:
            raise Abandoned

    try:
        return _inside_call(plain, arguments, heartbeat)
    except ZeroDivisionError:  # of Python's own numbers; compiled code goes on with inf or NaN
        raise Abandoned from None
    finally:
        took = clock() - began
        asked.seconds += took
        _seconds[0] += took


def _alone(kernel: Any, plain: Callable, arguments: tuple) -> Any:
    """Call a twin as a question by itself; the arguments are as they were if it is abandoned."""
    saved = [(array, array.copy()) for array in _arrays(arguments) if array.flags.writeable]
    try:
        return _timed(_Question(kernel.__name__), plain, arguments)
    except Abandoned:
        for array, before in saved:
            array[...] = before
        background.stop()
        token = _asked.set(_Question(kernel.__name__, compiles=True))
        try:
            return kernel(*arguments)
        finally:
            _asked.reset(token)


def _inside_call(plain: Callable, arguments: tuple, heartbeat: Callable[[], None] | None) -> Any:
    token = _inside.set(True)
    try:
        return twins.quietly(plain, arguments, heartbeat)
    finally:
        _inside.reset(token)


def _arrays(arguments: tuple) -> Iterator[np.ndarray]:
    for value in arguments:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from _arrays(value)
