"""The space of the graded equations (kernels.recursions.graded): where everything stands in one array, and the arrays given to it.

`space` (float64) is laid out by `places`; N = 6 bodies, R = rows of the tree joints and of the model.
"""

from typing import NamedTuple

import numpy as np

from linkwork.kernels.vectors import dot, vec
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

MOST_BODIES = 60  # up to which the equations are dense wherever masses differ much
LARGEST = 200  # bodies above which they never are: they need space that grows with its square
# The first entries of `space`. LENGTH (m, set by the caller) is a float; the others are integers, read by
# space.view(np.int64): the rank, the number of massless coordinates that no row determines, a body of them or 0, and
# whether their spins stay as they are (0 or 1).
RANK, LOOSE, UNDETERMINED, LENGTH, STEADY, HEADER = range(6)


class Tree(NamedTuple):
    """The bodies and their tree joints; fields of kernels.arrays."""

    parent: np.ndarray
    v_start: np.ndarray
    inertia: np.ndarray
    moments: np.ndarray
    X_WB: np.ndarray
    S: np.ndarray


class Rows(NamedTuple):
    """The constraint rows of the model; fields of kernels.arrays, and the row of each position of elimination."""

    order: np.ndarray
    row_start: np.ndarray
    term_measure: np.ndarray
    term_coef: np.ndarray
    active: np.ndarray


class Gradients(NamedTuple):
    """The measures' gradients with the bodies that they act on; fields of kernels.arrays."""

    measure_frames: np.ndarray
    frame_body: np.ndarray
    measure_G: np.ndarray


class Entries(NamedTuple):
    """A matrix, with the largest terms that each entry was computed from: an entry below their round-off is zero."""

    value: np.ndarray
    terms: np.ndarray
    column: np.ndarray  # terms of a vector


def graded_size(n_body, n_v, n_row, dense=True):
    """Return the size of the space; if the equations are not dense it holds the header and the wrenches of tree joints."""
    if not dense:
        return HEADER + 6 * n_body
    N = 6 * (n_body - 1)
    R = N - n_v + n_row
    return HEADER + 54 + 4 * R + 8 * N + 18 * n_body + 12 * n_v + 2 * R * N + n_v * N + n_v * n_v


@kernel
def places(space, n_body, n_v, n_row):
    """Return the arrays in `space`: rows (factor, order, right side or largest entry, position), columns (factor, mass,
    order, unit, x, force, scratch), bodies (axes 9, mass centre 3, wrench 6), columns of tree joints (orthonormal,
    triangle), W and the terms of its entries, Z, S, and three small matrices."""
    N = 6 * (n_body - 1)
    R = N - n_v + n_row
    a = HEADER + 54
    b = a + 4 * R
    c = b + 8 * N
    d = c + 18 * n_body
    e = d + 12 * n_v
    g = e + R * N
    h = g + n_v * N
    i = h + n_v * n_v
    integers = space.view(np.int64)  # orders of rows and columns are integers
    rows = (
        vector(space, a, R), vector(integers, a + R, R), vector(space, a + 2 * R, R), vector(integers, a + 3 * R, R),
    )  # fmt: skip
    columns = (
        vector(space, b, N), vector(space, b + N, N), vector(integers, b + 2 * N, N), vector(space, b + 3 * N, N),
        vector(space, b + 4 * N, N), vector(space, b + 5 * N, N), vector(space, b + 6 * N, N),
    )  # fmt: skip
    tree = (matrix(space, d, n_v, 6), matrix(space, d + 6 * n_v, n_v, 6))
    small = (
        matrix(space, HEADER, 3, 3), matrix(space, HEADER + 9, 3, 3), matrix(space, HEADER + 18, 6, 6),
    )  # fmt: skip
    bodies, Z = matrix(space, c, n_body, 18), matrix(space, g, n_v, N)
    W = Entries(matrix(space, e, R, N), matrix(space, i, R, N), vector(space, b + 7 * N, N))
    return rows, columns, bodies, tree, W, Z, vector(space, h, n_v * n_v), small


@kernel
def unit_length(parent, frame_body, X_BF, X_PI):
    """Return the squared length of the longest arm of a joint or frame on its body, or 1 if there is none."""
    longest = 0.0
    for k in range(X_BF.shape[0]):
        if frame_body[k] > 0:
            longest = max(longest, dot(vec(X_BF[k], 9), vec(X_BF[k], 9)))
    for b in range(1, parent.shape[0]):
        if parent[b] > 0:
            longest = max(longest, dot(vec(X_PI[b], 9), vec(X_PI[b], 9)))
    return longest if longest > 0.0 else 1.0
