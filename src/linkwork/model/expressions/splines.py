"""Tables as rows of cubics, generic over float and complex numbers (x and y may carry a complex step)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class TableValues(NamedTuple):
    """The numbers of a Table: y over x, `kind` cubic (not-a-knot) or linear, `outside` constant or extend (end
    slope)."""

    x: Any
    y: Any
    kind: str = "cubic"
    outside: str = "constant"


def table_rows(table: TableValues) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, coef): row k is y = c0 + c1 d + c2 d² + c3 d³ with d = x - x_k.

    Row 0 holds below the first knot, the last row beyond the last knot, the others from their knot to the next.
    """
    x, y = np.asarray(table.x), np.asarray(table.y)
    dtype = np.result_type(x.dtype, y.dtype, np.float64)
    x, y = x.astype(dtype), y.astype(dtype)
    h = np.diff(x)
    chord = np.diff(y) / h
    M = not_a_knot(h, chord) if table.kind == "cubic" else np.zeros(x.size, dtype)
    coef = np.zeros((x.size + 1, 4), dtype)
    coef[1:, 0] = y
    coef[1:-1, 1] = chord - h * (2 * M[:-1] + M[1:]) / 6
    coef[1:-1, 2] = M[:-1] / 2
    coef[1:-1, 3] = (M[1:] - M[:-1]) / (6 * h)
    coef[0, 0] = y[0]
    if table.outside == "extend":
        coef[0, 1] = coef[1, 1]
        coef[-1, 1] = chord[-1] + h[-1] * (M[-2] + 2 * M[-1]) / 6
    return np.concatenate((x[:1], x)), coef


def not_a_knot(h: np.ndarray, chord: np.ndarray) -> np.ndarray:
    """Return the second derivatives M at the knots of the cubic spline whose third derivative is continuous at the
    second and last but one.

    h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (chord_i - chord_{i-1}); the end conditions remove M_0 and
    M_n."""
    n = h.size  # intervals
    if n == 1:
        return np.zeros(2, h.dtype)
    if n == 2:  # a single parabola
        return np.full(3, 2 * (chord[1] - chord[0]) / (h[0] + h[1]))
    below, above = h[:-1].copy(), h[1:].copy()
    diagonal, right = 2 * (below + above), 6 * (chord[1:] - chord[:-1])
    diagonal[0] += h[0] * (1 + h[0] / h[1])
    above[0] -= h[0] * h[0] / h[1]
    diagonal[-1] += h[-1] * (1 + h[-1] / h[-2])
    below[-1] -= h[-1] * h[-1] / h[-2]
    for i in range(1, n - 1):  # diagonally dominant: no pivoting
        factor = below[i] / diagonal[i - 1]
        diagonal[i] -= factor * above[i - 1]
        right[i] -= factor * right[i - 1]
    M = np.zeros(n + 1, h.dtype)
    M[n - 1] = right[-1] / diagonal[-1]
    for i in range(n - 3, -1, -1):
        M[i + 1] = (right[i] - above[i] * M[i + 2]) / diagonal[i]
    M[0] = M[1] - (h[0] / h[1]) * (M[2] - M[1])
    M[n] = M[n - 1] + (h[-1] / h[-2]) * (M[n - 1] - M[n - 2])
    return M
