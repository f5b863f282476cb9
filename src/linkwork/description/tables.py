"""Splines through tables: cubic with not-a-knot ends, or linear; generic over float and complex."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

Number = float | complex
NOT_FINITE = "its spline has coefficients beyond the largest number; give it nearer values, or knots further apart"


def slopes(x: Sequence[Number], y: Sequence[Number], kind: str = "cubic") -> list[Number]:
    """Return the derivative at every knot of the not-a-knot cubic spline (a line through 2 points, a parabola through
    3).

    Interior rows: h_i s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_{i-1} s_{i+1} = 3 (h_i d_{i-1} + h_{i-1} d_i),
    with the ends' third derivatives continuous across their first interior knot. For a linear table,
    these are the derivatives of the segments, the last one repeated.
    """
    n = len(x)
    h = [x[i + 1] - x[i] for i in range(n - 1)]
    d = [(y[i + 1] - y[i]) / h[i] for i in range(n - 1)]
    if kind == "linear" or n == 2:
        return [*d, d[-1]]
    if n == 3:
        curvature = (d[1] - d[0]) / (h[0] + h[1])
        return [d[0] - curvature * h[0], d[0] + curvature * h[0], d[1] + curvature * h[1]]
    lower: list[Number] = [0.0] * n
    middle: list[Number] = [0.0] * n
    upper: list[Number] = [0.0] * n
    right: list[Number] = [0.0] * n
    for i in range(1, n - 1):
        lower[i], middle[i], upper[i] = h[i], 2 * (h[i - 1] + h[i]), h[i - 1]
        right[i] = 3 * (h[i] * d[i - 1] + h[i - 1] * d[i])
    span = h[0] + h[1]
    middle[0], upper[0] = h[1], span
    right[0] = ((h[0] + 2 * span) * h[1] * d[0] + h[0] ** 2 * d[1]) / span
    span = h[-1] + h[-2]
    lower[-1], middle[-1] = span, h[-2]
    right[-1] = (h[-1] ** 2 * d[-2] + (2 * span + h[-1]) * h[-2] * d[-1]) / span
    for i in range(1, n):
        factor = lower[i] / middle[i - 1]
        middle[i] -= factor * upper[i - 1]
        right[i] -= factor * right[i - 1]
    result: list[Number] = [0.0] * n
    result[-1] = right[-1] / middle[-1]
    for i in range(n - 2, -1, -1):
        result[i] = (right[i] - upper[i] * result[i + 1]) / middle[i]
    return result


def interpolate(
    x: Sequence[Number], y: Sequence[Number], s: Sequence[Number], at: Number, kind: str, outside: str
) -> Number:
    """Return the table's value at x; outside the knots, the end's value, or its tangent if `outside` is "extend"."""
    if at.real < x[0].real or at.real > x[-1].real:
        end = 0 if at.real < x[0].real else -1
        return y[end] + (s[end] * (at - x[end]) if outside == "extend" else 0.0)
    i = min(max(bisect_right(x, at.real, key=lambda knot: knot.real) - 1, 0), len(x) - 2)
    if kind == "linear":
        return y[i] + s[i] * (at - x[i])
    h = x[i + 1] - x[i]
    u = (at - x[i]) / h
    d = (y[i + 1] - y[i]) / h
    c = 3 * d - 2 * s[i] - s[i + 1]
    e = s[i] + s[i + 1] - 2 * d
    return y[i] + h * u * (s[i] + u * (c + u * e))
