"""Numbers taken from values over time, and their derivatives with respect to every value.

With weights w_k of a quadrature (their sum is the duration T) and values g_k:

    integral  Σ w g          mean  Σ w g / T          rms  sqrt(Σ w g² / T)          initial g_0          final g_n
    peak      ∫ g e / ∫ e,  e = exp(beta g),  beta = SHARPNESS / sigma,  sigma the standard deviation of g; by cubics between the points
    maximum   of the parabola through the largest value and its neighbours in time (minimum: of -g), where points are all there is; runs
              have theirs from dense output (maxima)

`peak` is smooth and a little below the maximum (1.2 % of the amplitude of a sine). Of `maximum` the derivative is that
of the values at the parabola's weights, since its place is stationary; where two maxima are equal it differs on each
side, which raises an error."""

from __future__ import annotations

import numpy as np

from linkwork.analyses.design.outputs.refinement import refined
from linkwork.differentiation.points import Points
from linkwork.differentiation.sampling import Samples
from linkwork.model.errors import QuestionError

SHARPNESS = 30.0
EQUAL = 1e-9  # of the range of values: maxima within this distance count as equal


def term_value(kind: str, points: Points | Samples, g: np.ndarray) -> float:
    """Return the number of that kind from values g (n) at points.

    >>> term_value("mean", points, g)
    """
    return _TERMS[kind](points, g)[0]


def term_derivatives(kind: str, points: Points | Samples, g: np.ndarray) -> np.ndarray:
    """Return the derivative of a term with respect to every value, shape (n)."""
    if kind in ("maximum", "minimum"):
        require_one_maximum(kind, points, g)
    return _TERMS[kind](points, g)[1]


def end_derivative(kind: str, points: Points | Samples, g: np.ndarray, rate: float) -> float:
    """Return the derivative of a term with respect to the time of the last point, where g changes by `rate` per
    second."""
    end = float(g[points.last])
    if kind == "final":
        return rate
    if kind == "integral":
        return end
    if kind in ("maximum", "minimum"):
        largest = int(np.argmax(g if kind == "maximum" else -g))
        return rate if points.t[largest] >= points.t.max() - 1e-9 * np.ptp(points.t) else 0.0
    total = float(points.t[points.last] - points.t[points.first])
    if kind in ("initial", "value") or total == 0.0:
        return 0.0
    if kind == "peak":
        return _peak_end(points, g, end) / total
    value = term_value(kind, points, g)
    if kind == "mean":
        return (end - value) / total
    return (end * end - value * value) / (2.0 * value * total) if value > 0.0 else 0.0  # rms


def _peak_end(points: Points | Samples, g: np.ndarray, end: float) -> float:
    """Return the derivative of `peak` with respect to the time of the end, times the duration."""
    fine = refined(points.t, g)
    assert fine is not None
    w, x = fine.shares, fine.matrix @ g
    mean = w @ x
    sigma = np.sqrt(w @ (x - mean) ** 2)
    if sigma <= 1e-13 * np.abs(x).max(initial=0.0):
        return float(end - mean)
    beta = SHARPNESS / sigma
    e = np.exp(beta * (x - x.max()))
    value = (w * e) @ x / (w @ e)
    by_beta = (w * e) @ (x - value) ** 2 / (w @ e)
    beta_end = -SHARPNESS / sigma**2 * ((end - mean) ** 2 - sigma**2) / (2.0 * sigma)
    return float((end - value) * np.exp(beta * (end - x.max())) / (w @ e) + by_beta * beta_end)


def _initial(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    return float(g[points.first]), _unit(g, points.first)


def _final(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    return float(g[points.last]), _unit(g, points.last)


def _unit(g: np.ndarray, k: int) -> np.ndarray:
    derivatives = np.zeros(g.size)
    derivatives[k] = 1.0
    return derivatives


def _integral(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    return float(points.weight @ g), np.array(points.weight)


def _mean(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    total = points.weight.sum()
    if total == 0.0:
        return _initial(points, g)
    return float(points.weight @ g) / total, points.weight / total


def _rms(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    square, derivatives = _mean(points, g * g)
    value = np.sqrt(max(square, 0.0))
    return float(value), derivatives * g / value if value > 0 else np.zeros(g.size)


def _peak(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    fine = refined(points.t, g)
    if fine is None:
        return _initial(points, g)
    w, x = fine.shares, fine.matrix @ g
    mean = w @ x
    sigma = np.sqrt(w @ (x - mean) ** 2)
    if sigma <= 1e-13 * np.abs(x).max(initial=0.0):
        return float(mean), fine.matrix.T @ w
    beta = SHARPNESS / sigma
    p = w * np.exp(beta * (x - x.max()))
    p = p / p.sum()
    value = p @ x
    by_beta = p @ (x - value) ** 2
    by_x = p * (1.0 + beta * (x - value)) - by_beta * SHARPNESS / sigma**2 * (w * (x - mean) / sigma)
    return float(value), fine.matrix.T @ by_x


def _maximum(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    k = int(np.argmax(g))
    derivatives = _unit(g, k)
    around = _neighbours(points.t, k)
    if around is None:
        return float(g[k]), derivatives
    places = np.array([around[0], k, around[1]])
    t, x = points.t[places] - points.t[k], g[places]
    left, right = (x[1] - x[0]) / -t[0], (x[2] - x[1]) / t[2]
    bend = (right - left) / (t[2] - t[0])
    if bend >= 0.0:
        return float(g[k]), derivatives
    top = 0.5 * (t[0] * 1.0 - left / bend)  # the derivative left + bend (2 s - t0) of the parabola is zero there
    if not t[0] < top < t[2]:
        return float(g[k]), derivatives
    basis = np.array([
        top * (top - t[2]) / (t[0] * (t[0] - t[2])),
        (top - t[0]) * (top - t[2]) / (t[0] * t[2]),
        top * (top - t[0]) / (t[2] * (t[2] - t[0])),
    ])  # fmt: skip
    derivatives = np.zeros(g.size)
    derivatives[places] = basis
    return float(basis @ x), derivatives


def _neighbours(t: np.ndarray, k: int) -> tuple[int, int] | None:
    """Return the points just before and after point k in time, or None at an end."""
    apart = 1e-9 * (t.max() - t.min())
    before, after = np.flatnonzero(t < t[k] - apart), np.flatnonzero(t > t[k] + apart)
    if not before.size or not after.size:
        return None
    return int(before[np.argmax(t[before])]), int(after[np.argmin(t[after])])


def _minimum(points: Points | Samples, g: np.ndarray) -> tuple[float, np.ndarray]:
    value, derivatives = _maximum(points, -g)
    return -value, derivatives


def require_one_maximum(kind: str, points: Points | Samples, g: np.ndarray) -> None:
    """Raise an error for two equal maxima at different times, which have different derivatives on each side."""
    x = g if kind == "maximum" else -g
    size = x.max() - x.min()
    high = np.sort(points.t[x >= x.max() - EQUAL * size])
    between = x[(points.t > high[0]) & (points.t < high[-1])]
    if size > 0 and high[-1] > high[0] and between.size and between.min() < x.max() - 1e-3 * size:
        raise QuestionError(
            f"{kind}(…) is reached at t = {high[0]:.6g} s and at t = {high[-1]:.6g} s alike: it has another derivative to each side; "
            "use peak(…), which is smooth"
        )


_TERMS = {
    "initial": _initial, "final": _final, "integral": _integral, "mean": _mean, "rms": _rms, "peak": _peak,
    "maximum": _maximum, "minimum": _minimum, "value": _initial,
}  # fmt: skip
