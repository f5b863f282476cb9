"""A progress bar on stderr while a run takes long: simulated time, estimated time left.

Silent when stderr is not a terminal, for the first two seconds, with quiet=True and with LINKWORK_QUIET=1.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from types import TracebackType
from typing import Any

QUIET_SECONDS = 2.0
INTERVAL = 0.1  # s between two updates of the bar


class Progress:
    """The bar of one run from time `begin` to `end`; `update` costs nothing until it is shown.

    >>> with Progress(0.0, 10.0) as progress:
    ...     progress.update(2.5)
    """

    def __init__(self, begin: float, end: float, quiet: bool = False):
        self.begin, self.end = begin, end
        self.silent = quiet or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0") or not _terminal()
        self.began = time.perf_counter()
        self.next_look = self.began + QUIET_SECONDS
        self._bar: Any = None

    def update(self, t: float) -> None:
        """Show that the run has come to time t."""
        now = time.perf_counter()
        if self.silent or now < self.next_look:
            return
        self.next_look = now + INTERVAL
        try:
            if self._bar is None:
                self._bar = self._start()
            text = f"{t - self.begin:.4g} of {self.end - self.begin:.4g} s"
            self._bar.update(0, completed=t - self.begin, reached=text, left=self._left(t, now))
            self._bar.refresh()
        except (OSError, ValueError):
            self.silent = True  # a closed stderr must not stop a run

    def _start(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar

        bar = Bar(
            TextColumn("simulating"), BarColumn(), TextColumn("{task.fields[reached]}"), TextColumn("{task.fields[left]}"),
            console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        bar.add_task("", total=max(self.end - self.begin, 1e-300), reached="", left="")
        bar.start()
        return bar

    def _left(self, t: float, now: float) -> str:
        """Estimate the time left from the mean speed so far."""
        if not t > self.begin:
            return ""
        return time_left((now - self.began) * (self.end - t) / (t - self.begin))

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            with contextlib.suppress(OSError, ValueError):
                self._bar.stop()


def time_left(seconds: float) -> str:
    """Return an estimate of the time left as text.

    >>> time_left(420)
    '7 min left'
    """
    if seconds < 100:
        return f"{seconds:.0f} s left"
    return f"{seconds / 60:.0f} min left" if seconds < 6000 else f"{seconds / 3600:.1f} h left"


def _terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
