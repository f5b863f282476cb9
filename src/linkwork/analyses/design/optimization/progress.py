"""A line on stderr during a long optimization: starts, designs, the best so far; silent under the same conditions as
numerics.progress."""

from __future__ import annotations

import os
import sys
import time

from linkwork.analyses.design.optimization.optimum import Trial
from linkwork.numerics.progress import INTERVAL, QUIET_SECONDS


class SearchProgress:
    """>>> with SearchProgress(4) as progress:
    ...     progress.update(trial)
    """

    def __init__(self, starts: int, quiet: bool = False):
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self.silent = quiet or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0") or not terminal
        self.starts, self.best, self.failed, self.shown = starts, float("nan"), 0, False
        self.next_update = time.perf_counter() + QUIET_SECONDS

    def update(self, trial: Trial) -> None:
        """Update the line after a design was computed."""
        self.failed += bool(trial.failed)
        if not trial.failed and not trial.objective >= self.best:
            self.best = trial.objective
        now = time.perf_counter()
        if self.silent or now < self.next_update:
            return
        self.next_update = now + INTERVAL
        failed = f", {self.failed} failed" if self.failed else ""
        text = f"optimizing: start {trial.start + 1} of {self.starts}, {trial.number + 1} designs{failed}, lowest {self.best:.6g}"
        self._write(f"\r{text:<78}")
        self.shown = True

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self.silent = True

    def __enter__(self) -> SearchProgress:
        return self

    def __exit__(self, *reason: object) -> None:
        if self.shown and not self.silent:
            self._write(f"\r{'':<78}\r")
