"""Measuring: the best of several repeats, slopes in log-log, rows of the table."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Row:
    """One line of the table; `target` says what the value must satisfy, None is for information."""

    name: str
    value: float
    unit: str = ""
    target: str | None = None  # ">= 2", "<= 1.1"

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        sign, bound = self.target.split()
        return bool(self.value >= float(bound) if sign == ">=" else self.value <= float(bound))


def best(call: Callable[[], object], *, repeats: int = 7, at_least: float = 0.0) -> float:
    """Seconds of the fastest call; repeats until at least `at_least` seconds have been measured."""
    call()
    times: list[float] = []
    while len(times) < repeats or sum(times) < at_least:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def interleaved(calls: dict[Any, Callable[[], object]], *, rounds: int = 150) -> dict[Any, float]:
    """Best seconds of several calls, taken in turns so that a busy machine disturbs all alike."""
    result = dict.fromkeys(calls, math.inf)
    for call in calls.values():
        call()
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            result[name] = min(result[name], time.perf_counter() - start)
    return result


def slope(sizes: list[int], seconds: list[float]) -> float:
    """Exponent p of seconds ~ size**p by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def table(title: str, rows: list[Row]) -> str:
    """The rows as aligned text."""
    width = max(len(row.name) for row in rows)
    lines = [title, "-" * len(title)]
    for row in rows:
        verdict = {None: "", True: "ok", False: "MISSED"}[row.met]
        target = f"[{row.target}]" if row.target else ""
        lines.append(f"{row.name:<{width}}  {row.value:>10.4g} {row.unit:<6} {target:<10} {verdict}".rstrip())
    return "\n".join(lines)
