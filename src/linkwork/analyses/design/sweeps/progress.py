"""A line on stderr during a long sweep: designs, failures, the time left; silent under the same conditions as
numerics.progress."""

from __future__ import annotations

import os
import sys
import time

from linkwork.numerics.progress import INTERVAL, QUIET_SECONDS, time_left


class SweepProgress:
    """>>> with SweepProgress(1000) as progress:
    ...     progress.update(done=32, failed=0)
    """

    def __init__(self, designs: int, known: int = 0, quiet: bool = False):
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self.silent = quiet or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0") or not terminal
        self.designs, self.known, self.shown = designs, known, False
        self.began = time.perf_counter()
        self.next_update = self.began + QUIET_SECONDS

    def update(self, done: int, failed: int) -> None:
        """Update the line after a batch has arrived; the time left is that at the mean speed so far."""
        now = time.perf_counter()
        if self.silent or now < self.next_update:
            return
        self.next_update = now + INTERVAL
        new = done - self.known
        left = time_left((now - self.began) * (self.designs - done) / new) if new else ""
        failures = f", {failed} failed" if failed else ""
        text = f"sweeping: {done} of {self.designs} designs{failures}{left and ', ' + left}"
        self._write(f"\r{text:<78}")
        self.shown = True

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self.silent = True

    def __enter__(self) -> SweepProgress:
        return self

    def __exit__(self, *reason: object) -> None:
        if self.shown and not self.silent:
            self._write(f"\r{'':<78}\r")
