"""Work against precision: the time in which an engine reaches an error, interpolated along its knob."""

from __future__ import annotations

import math
from collections.abc import Sequence


def envelope(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """(seconds, error) of settings from coarse to fine, as what can be relied on: from a setting on, the worst error of it and
    all finer ones, and the least time among them.

    A setting that is right by chance while finer ones are wrong does not count; one that is slower than a finer one does not either.
    """
    result: list[tuple[float, float]] = []
    time, worst = math.inf, 0.0
    for seconds, error in reversed(points):
        time, worst = min(time, seconds), max(worst, error)
        result.append((time, worst))
    return result[::-1]


def time_to_error(points: Sequence[tuple[float, float]], error: float) -> float | None:
    """Seconds to reach an error, log-log between the settings around it; None if it is not reached.

    >>> time_to_error([(1.0, 1e-2), (4.0, 1e-4)], 1e-3)
    2.0
    """
    coarser: tuple[float, float] | None = None
    for seconds, reached in envelope(points):
        if reached <= error:
            if coarser is None or not math.isfinite(coarser[1]) or reached <= 0 or coarser[1] <= reached:
                return seconds
            share = math.log(error / coarser[1]) / math.log(reached / coarser[1])
            return coarser[0] * (seconds / coarser[0]) ** share
        coarser = (seconds, reached)
    return None


def around(points: Sequence[tuple[float, float]], errors: Sequence[float]) -> set[int]:
    """Indices of the settings that decide the times to the errors: worth measuring again."""
    result: set[int] = set()
    reached = [worst for _, worst in envelope(points)]
    for error in errors:
        index = next((k for k, worst in enumerate(reached) if worst <= error), None)
        if index is not None:
            result |= {max(index - 1, 0), index, min(index + 1, len(points) - 1)}
    return result
