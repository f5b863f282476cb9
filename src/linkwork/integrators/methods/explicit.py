"""Parts of explicit Runge–Kutta steps for any tableau."""

import numpy as np

from linkwork.integrators.contract import inline
from linkwork.integrators.state import NY, view_vectors
from linkwork.integrators.stepping.evaluations import evaluate


def compact(table):
    """Return weights and columns of the nonzero entries, row by row, padded with zeros to a multiple of four.

    The padding points to a column in use: a stage that was not evaluated in this step never enters, not even times
    zero.
    """
    table = np.atleast_2d(table)
    width = 4 * -(-max(np.count_nonzero(row) for row in table) // 4)
    weights, columns = np.zeros((len(table), width)), np.zeros((len(table), width), np.int64)
    for k, row in enumerate(table):
        used = np.flatnonzero(row)
        weights[k, : used.size] = row[used]
        columns[k, : used.size] = used
    return weights, columns


@inline
def weighted_sum(rows, weights, columns, out):
    """out := sum_k weights_k K_column(k), K_j in rows[j ny : (j + 1) ny]; four at a time, to load and store less."""
    ny = out.size
    for i in range(ny):
        out[i] = 0.0
    for k in range(0, weights.size, 4):
        w0, w1, w2, w3 = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        if w0 == 0.0:
            break
        a, b = rows[columns[k] * ny :], rows[columns[k + 1] * ny :]
        c, d = rows[columns[k + 2] * ny :], rows[columns[k + 3] * ny :]
        for i in range(ny):  # a plain index into each row: sums of indices would not be vectorized
            out[i] += w0 * a[i] + w1 * b[i] + w2 * c[i] + w3 * d[i]


@inline
def combine(rows, base, weights, columns, h, out):
    """out := base + h sum_k weights_k K_column(k)."""
    weighted_sum(rows, weights, columns, out)
    for i in range(out.size):
        out[i] = base[i] + h * out[i]


@inline
def difference(rows, weights, columns, h, out):
    """out := h sum_k weights_k K_column(k)."""
    weighted_sum(rows, weights, columns, out)
    for i in range(out.size):
        out[i] *= h


@inline
def stages(p, t, base, h, weights, columns, C, first, last):
    """K_j = f(t + c_j h, base + h sum_l a_jl K_l), j = first … last - 1; a status."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    for j in range(first, last):
        combine(vec.stages, base, weights[j], columns[j], h, vec.y_try)
        status = evaluate(p, t + C[j] * h, vec.y_try, vec.stages[j * ny : (j + 1) * ny])
        if status != 0:
            return status
    return 0
