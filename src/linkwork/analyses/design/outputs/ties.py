"""Competing maxima: of two that are nearly equal, each gives the derivative of `maximum` on one side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.terms import require_one_maximum
from linkwork.description.expressions import written
from linkwork.differentiation.points import Points
from linkwork.differentiation.sampling import Samples

NEAR = 1e-3  # of the range of values: maxima nearer than this compete
ROUNDING = 1e-12  # of the values: a smaller range is round-off


def near_ties(whole: OutputSet, points: Points | Samples, g: np.ndarray) -> tuple[str, ...]:
    """Return a sentence for each `maximum` or `minimum` that another one comes near, with both times.

    >>> near_ties(outputs, points, outputs.values(points))
    ('maximum(A.angle): 1 at t = 0 s and 0.99998 at t = 1.25 s are nearly equal; …',)
    """
    ties = []
    for term in whole.terms:
        if term.kind in ("maximum", "minimum"):
            sign = 1.0 if term.kind == "maximum" else -1.0
            tops = rivals(points.t, sign * g[:, whole.integrands.index(term.inner)])
            if len(tops) > 1:
                places = " and ".join(f"{sign * height:.6g} at t = {time:.6g} s" for time, height in tops)
                ties.append(
                    f"{term.kind}({written(term.inner)}): {places} are nearly equal; where they are, it has another derivative "
                    "to each side: use peak(…), which is smooth"
                )
    return tuple(ties)


def require_single_maxima(whole: OutputSet, points: Points | Samples, g: np.ndarray) -> None:
    """Raise an error for maxima that are reached twice."""
    for term in whole.terms:
        if term.kind in ("maximum", "minimum"):
            require_one_maximum(term.kind, points, g[:, whole.integrands.index(term.inner)])


def rivals(t: np.ndarray, x: np.ndarray) -> list[tuple[float, float]]:
    """Return (time, height) of the highest maximum, and of the next one if it is nearly equal, by parabolas through
    three points."""
    times, first = np.unique(t, return_index=True)
    values = x[first]
    size = float(np.ptp(values)) if values.size else 0.0
    if size <= ROUNDING * np.abs(values).max(initial=0.0):
        return []
    tops = sorted(_tops(times, values), key=lambda top: -top[1])
    for other in tops[1:]:
        if tops[0][1] - other[1] > NEAR * size:
            break
        early, late = sorted((tops[0][0], other[0]))
        between = values[(times > early) & (times < late)]
        if between.size and other[1] - between.min() > NEAR * size:
            return sorted((tops[0], other))
    return tops[:1]


def _tops(t: np.ndarray, x: np.ndarray) -> Iterator[tuple[float, float]]:
    """Yield the local maxima, including those at the ends."""
    around = np.concatenate(([-np.inf], x, [-np.inf]))
    for k in np.flatnonzero((around[1:-1] >= around[:-2]) & (around[1:-1] >= around[2:])):
        yield _vertex(t[k - 1 : k + 2], x[k - 1 : k + 2]) if 0 < k < t.size - 1 else (float(t[k]), float(x[k]))


def _vertex(t: np.ndarray, x: np.ndarray) -> tuple[float, float]:
    (before, after), (left, right) = np.diff(t), np.diff(x) / np.diff(t)
    bend = (right - left) / (before + after)
    if bend >= 0.0:
        return float(t[1]), float(x[1])
    slope = left + bend * before  # at the middle point
    return float(t[1] - slope / (2.0 * bend)), float(x[1] - slope * slope / (4.0 * bend))
