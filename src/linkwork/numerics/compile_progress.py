"""A progress line on stderr while kernels compile for the first time.

It stays silent when everything comes from the cache, when it takes less than a second, and with LINKWORK_QUIET=1;
it prints a single line when stderr is not a terminal. Python's garbage collector runs less often meanwhile, because a
compiler's growing tables contain almost no garbage.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path
from typing import Any

from numba.core import event

MESSAGE = "linkwork: compiling kernels, first run only"
QUIET_SECONDS = 1.0
COLLECTED_AT = (50_000, 20, 50)  # thresholds of the garbage collector while compiling


class _Progress(event.Listener):
    def __init__(self) -> None:
        self.ours: set[int] = set()
        self.depth = 0
        self.compiled = 0
        self.seconds = 0.0
        self.started = 0.0
        self.announced = False
        self.wanted = ""  # the kernel for which others are compiled
        self.thresholds = gc.get_threshold()

    def on_start(self, event: Any) -> None:
        if id(event.data["dispatcher"]) not in self.ours:
            return
        if self.depth == 0:
            self.started = time.perf_counter()
            code = event.data["dispatcher"].py_func.__code__
            self.wanted = f"{Path(code.co_filename).stem}.{code.co_name}"
            self.thresholds = gc.get_threshold()
            if self.thresholds[0] > 0:  # 0: the user has switched it off
                gc.set_threshold(*(max(pair) for pair in zip(self.thresholds, COLLECTED_AT)))
        self.depth += 1
        self._show()

    def on_end(self, event: Any) -> None:
        if id(event.data["dispatcher"]) not in self.ours:
            return
        self.depth -= 1
        self.compiled += 1
        if self.depth > 0:
            self._show()
            return
        self.seconds += time.perf_counter() - self.started
        gc.set_threshold(*self.thresholds)
        if self.announced and _terminal():
            write("\r\x1b[K")  # leave the line free for what the program prints

    def _show(self) -> None:
        elapsed = self.seconds + time.perf_counter() - self.started
        if elapsed < QUIET_SECONDS or quiet():
            return
        if _terminal():
            write(f"\r\x1b[K{MESSAGE}: {self.wanted}, {self.compiled} functions, {elapsed:.0f} s")
        elif not self.announced:
            write(f"{MESSAGE} (may take a minute or two)\n")
        self.announced = True


_progress = _Progress()


def watch(dispatcher: Any) -> None:
    """Count the compilations of this dispatcher."""
    if not _progress.ours:
        event.register("numba:compile", _progress)
    _progress.ours.add(id(dispatcher))


def compiled_count() -> int:
    """Return how many kernels this process had to compile because the cache did not have them."""
    return _progress.compiled


def quiet() -> bool:
    """Return whether LINKWORK_QUIET asks for no messages."""
    return os.environ.get("LINKWORK_QUIET", "0") not in ("", "0")


def _terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def write(text: str) -> None:
    """Print on stderr."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # a closed stderr must not stop a compilation
