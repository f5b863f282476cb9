"""The parent's side: an engine's process, asked for one setting at a time."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


@dataclass
class Point:
    """What one setting gave: the best time so far, and the error (infinite if the solve failed)."""

    variant: str
    knob: float
    seconds: float = float("inf")
    error: float = float("inf")
    facts: dict[str, Any] = field(default_factory=dict)


class Engine:
    """One engine on one problem, in its own process; `reason` says why it has no points."""

    def __init__(self, name: str, problem: str, patience: float = 240.0):
        self.name, self.reason, self.patience = name, "", patience
        self.points: dict[int, Point] = {}
        self.folder = tempfile.TemporaryDirectory(prefix="linkwork-bench-")
        path = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"benchmarks.engines.{name}_engine", problem],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.folder.name,  # engines write files where they run
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.settings: list[tuple[str, float]] = []
        threading.Thread(target=self._read, daemon=True).start()

    def ready(self) -> None:
        """Wait until the engine has built the problem."""
        answer = self._answer()
        self.settings = [tuple(pair) for pair in answer.get("settings", [])]
        self.reason = answer.get("unsuitable", "") or answer.get("failed", "")

    def _read(self) -> None:
        for line in self.process.stdout or ():
            if line.startswith("{"):  # engines may greet on import
                self.lines.put(line)
        self.lines.put("")

    def _answer(self) -> dict[str, Any]:
        try:
            line = self.lines.get(timeout=self.patience)
        except queue.Empty:
            self.close()
            return {"failed": f"no answer within {self.patience:g} s"}
        return (
            json.loads(line)
            if line.strip()
            else {"failed": "the process ended without an answer (not installed, or out of memory)"}
        )

    def solve(self, index: int) -> float:
        """Solve with a setting, keep the best time; seconds of this solve."""
        point = self.points.setdefault(index, Point(*self.settings[index]))
        if self.process.stdin is None or self.process.poll() is not None:
            return float("inf")
        try:
            self.process.stdin.write(f"{index}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return float("inf")
        answer = self._answer()
        if "failed" in answer:
            point.facts = answer
            return 0.0
        seconds, point.error = answer.pop("seconds"), answer.pop("error")
        point.seconds, point.facts = min(point.seconds, seconds), answer
        return seconds

    def variants(self) -> dict[str, list[Point]]:
        """The points of every method, coarse first."""
        result: dict[str, list[Point]] = {}
        for index in sorted(self.points):
            result.setdefault(self.points[index].variant, []).append(self.points[index])
        return result

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()
