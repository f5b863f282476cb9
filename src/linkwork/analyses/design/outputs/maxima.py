"""Maxima and minima of outputs along a run, between its points, by polynomials through dense output around the largest
value.

At the top the rate is zero, so that its value changes with the design as that of the signal at this fixed time does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev

from linkwork.analyses.design.outputs import OutputSet
from linkwork.differentiation.sampling import Samples, samples_of

KINDS = ("maximum", "minimum")
DEGREE = 8  # of the polynomials
NODES = 0.5 * (1.0 - np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE))  # parts of the time around the largest value
INTERPOLATION = np.linalg.inv(chebyshev.chebvander(2.0 * NODES - 1.0, DEGREE))  # coefficients by values at the nodes
OVERSHOOT = 0.05  # of the range of values at the nodes: polynomials that rise higher cross a jump
ROUNDING = 1e-12  # of values, or of their range: differences below are round-off


@dataclass(frozen=True, eq=False)
class Top:
    """The largest value of a signal (of its negative for a minimum), and when."""

    time: float  # s
    value: float
    place: int = 0  # -1: at the start, 1: at the end, 0: between
    decisions: dict[int, Any] = field(
        default_factory=dict, repr=False
    )  # of the steps up to it, fixed like those of the run


def tops_of_run(whole: OutputSet, samples: Samples, again: Callable[[np.ndarray], Any]) -> dict[int, Top]:
    """Return the maxima by the indices of the terms `maximum` and `minimum` in whole.terms; `again(times)` repeats the
    run with those output times.

    >>> tops_of_run(outputs, samples, again)[0].time
    """
    places = [place for place, term in enumerate(whole.terms) if term.kind in KINDS]
    if not places or samples.t.size < 2:
        return {place: _still(whole, samples, place) for place in places}
    g = whole.values(samples)
    nodes = {place: _around(samples.t, _raised(whole, place, g)) for place in places}
    times = np.unique(np.concatenate((samples.t, *nodes.values())))
    dense = samples_of(again(times), np.zeros(times.size), whole.needs_accelerations)
    g = whole.values(dense)
    tops = {}
    for place, at in nodes.items():
        time, value = _highest(at, _raised(whole, place, g)[np.searchsorted(dense.t, at)])
        sign = _sign(whole, place)
        tops[place] = Top(time, sign * value, int(time == samples.t[-1]) - int(time == samples.t[0]))
    return tops


def _sign(whole: OutputSet, place: int) -> float:
    return 1.0 if whole.terms[place].kind == "maximum" else -1.0


def _raised(whole: OutputSet, place: int, g: np.ndarray) -> np.ndarray:
    """Return the values to be maximized: those of `maximum`, the negative ones of `minimum`."""
    return _sign(whole, place) * g[:, whole.integrands.index(whole.terms[place].inner)]


def _still(whole: OutputSet, samples: Samples, place: int) -> Top:
    value = whole.values(samples)[samples.first, whole.integrands.index(whole.terms[place].inner)]
    return Top(float(samples.t[samples.first]), float(value), -1)


def _around(t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the times of the nodes: between the points before and after the one with the largest value."""
    k = int(np.argmax(x))
    low, high = t[max(k - 1, 0)], t[min(k + 1, t.size - 1)]
    nodes = low + (high - low) * NODES
    nodes[-1] = high
    return nodes


def _highest(t: np.ndarray, x: np.ndarray) -> tuple[float, float]:
    """Return (time, value) of the maximum of the polynomial through the nodes, or of the largest node."""
    k = int(np.argmax(x))
    size = float(np.ptp(x))
    best = float(t[k]), float(x[k])
    if size <= ROUNDING * float(np.abs(x).max()):
        return best
    through, half = INTERPOLATION @ x, 0.5 * (t[-1] - t[0])  # in Chebyshev polynomials from -1 to 1
    for root in chebyshev.chebroots(chebyshev.chebder(through)):
        time = float(t[0] + half * (1.0 + root.real))
        if abs(root.imag) <= 2e-9 and t[0] < time < t[-1]:
            value = float(chebyshev.chebval(root.real, through))
            if best[1] + ROUNDING * size < value <= float(x[k]) + OVERSHOOT * size:
                best = time, value
    return best
