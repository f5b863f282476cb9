"""The page of data for derivatives along a run: what the functions of differentiation.point.equations store between
calls.

Integers are in plan from count[POINT_PLAN] on, numbers in fwork from count[POINT_WORK] on (`dynamics.layout`); those of
the Jacobians and of the design tangents follow. Matrices are flat, row by row. The k tangents are derivatives by k
design parameters. Each row of them is `width` wide, a multiple of the SIMD lanes (numerics.simd), and filled with
zeros.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.dynamics.layout import POINT_PLAN, POINT_WORK
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import whole_lanes
from linkwork.numerics.views import pack, python_view, viewer

# places in flags: where the integers and numbers of the Jacobians, the design tangents and the reverse sweep begin, counted from this
# layer's own, and where they end
JACOBIANS, DESIGN, REVERSE, END = 0, 2, 4, 6
MIXED = 8  # 1: there are velocity-level rows, which projections of positions leave out
TANGENTS = 9  # design parameters whose tangents are taken along
JACOBIANS_HERE = 10  # 1: Jacobians and tangents belong to y_point, its accelerations and multipliers
LAST = 11  # what was computed last: RATES or PROJECT
FLAGS = 12
RATES, PROJECT = 0, 1
NONE = (np.zeros(0, np.int64), 0)

ITERATIONS = 12
LEAST = 1e-14  # a correction by a projection below this is rounding: its derivative is left out
MAGNIFIED = 2.0**100  # corrections as accelerations: beside them all that does not depend on accelerations is nothing
RATE = 100.0  # of the size of a correction: how fast iterations contract, at worst


class PointWork(NamedTuple):
    """n = n_v, m = n_row, ny = n_q + n_v + n_z."""

    flags: Any  # int (FLAGS)
    # the last evaluation and the last projection
    t_point: Any  # (1)
    y_point: Any  # (ny)
    y_before: Any  # (ny)  the state that was projected
    x_q: Any  # (n)  q = y_before ⊕ x_q,  M(q) x_q = Phi_v(q)' mu_q,  Phi(q) = 0
    mu_q: Any  # (m)
    x_v: Any  # (n)  v = v_before + x_v,  M(q) x_v = Phi_v(q)' mu_v,  Phi_v v = nu
    mu_v: Any  # (m)
    # by jacobians
    E_q: Any  # (n · n)  (M x_q - Phi_v' mu_q)_q
    E_v: Any  # (n · n)  (M x_v - Phi_v' mu_v)_q
    Phiddot_v: Any  # (m · n)
    # linear equations with the saddle-point matrix
    a: Any  # (n)  right sides
    b: Any  # (m)
    x: Any  # (n)  solution
    l: Any  # (m)
    r_v: Any  # (n)  residuals
    r_row: Any  # (m)
    s: Any  # (n)  scratch
    w_t: Any  # (n)
    w_e: Any  # (n)
    a_q: Any  # (n)  cotangents of M x - Phi_v' mu and of the rows in the last `project_adjoint`, with a minus sign
    b_q: Any  # (m)
    a_v: Any  # (n)
    b_v: Any  # (m)
    # k tangents
    y_tangents: Any  # (ny · k)  given
    out_tangents: Any  # ((ny + m) · k)  answered
    d_q: Any  # (n · k)  tangent
    d_v: Any  # (n · k)
    d_x: Any  # (n · k)
    d_b: Any  # (n · k)
    rhs: Any  # (n · k)
    rhs_row: Any  # (m · k)
    l_tangents: Any  # (m · k)
    e_q: Any  # (n · k)  (M x_q - Phi_v' mu_q) by the design
    e_v: Any  # (n · k)
    beta: Any  # (m · k)
    p: Any  # (6 n_body · k)
    g: Any  # (k)
    one: Any  # (3 (n + m))
    # by the reverse sweep
    trial: Any  # (n_numbers)


INTS = frozenset(("flags",))
view_point_work = viewer(PointWork, {}, INTS, 0)
python_point_work = python_view(PointWork, {}, INTS, 0)


def buffers(
    sizes: tuple[int, int, int, int, int, int],
    *,
    mixed: bool,
    tangents: int = 0,
    matrices: bool = True,
    jacobians: tuple[np.ndarray, int] = NONE,
    design: tuple[np.ndarray, int] = NONE,
    reverse: tuple[np.ndarray, int] = NONE,
) -> tuple[np.ndarray, int]:
    """Return the integers and the length of the numbers, for n_q, n_v, n_z, n_row, n_body and n_numbers; arrays that
    are not needed are empty. Without `matrices`, tangents are computed one by one
    (differentiation.point.directions)."""
    nq, n, nz, m, n_body, n_numbers = sizes
    ny, k, square = nq + n + nz, whole_lanes(tangents), n if jacobians[1] and matrices else 0
    counts = {
        "flags": FLAGS, "t_point": 1, "y_point": ny, "y_before": ny, "x_q": n, "mu_q": m, "x_v": n, "mu_v": m,
        "E_q": square * n, "E_v": square * n, "Phiddot_v": m * square, "a": n, "b": m, "x": n, "l": m, "r_v": n, "r_row": m, "s": n,
        "w_t": n, "w_e": n, "a_q": n, "b_q": m, "a_v": n, "b_v": m, "y_tangents": ny * k, "out_tangents": (ny + m) * k, **dict.fromkeys(("d_q", "d_v", "d_x", "d_b", "rhs"), n * k),
        "rhs_row": m * k, "l_tangents": m * k, **dict.fromkeys(("e_q", "e_v"), n * k if matrices else 0), "beta": m * k, "p": 6 * n_body * k, "g": k,
        "one": 3 * (n + m), "trial": n_numbers if reverse[1] else 0,
    }  # fmt: skip
    ints, floats = pack(2 * len(counts), {name: np.zeros(counts[name]) for name in PointWork._fields}, INTS)
    flags = python_point_work(ints, floats).flags
    flags[JACOBIANS : JACOBIANS + 2] = ints.size, floats.size
    for place, (own, size) in ((DESIGN, jacobians), (REVERSE, design), (END, reverse)):
        flags[place : place + 2] = flags[place - 2] + own.size, flags[place - 1] + size
    flags[MIXED] = mixed
    return np.concatenate((ints, jacobians[0], design[0], reverse[0])), int(flags[END + 1])


@inner_kernel
def clear(a):
    for i in range(a.shape[0]):
        a[i] = 0.0


@kernel
def put_columns(sign, a, k, width, out):
    """Set out (rows, width) to sign a (rows, k), and the rest of each row to zero."""
    for r in range(out.shape[0] // width):
        for c in range(k):
            out[r * width + c] = sign * a[r * k + c]
        for c in range(k, width):
            out[r * width + c] = 0.0


@kernel
def largest(x):
    """Return the largest absolute value, or NaN if there is one."""
    best = 0.0
    for i in range(x.shape[0]):
        best = abs(x[i]) if not abs(x[i]) <= best else best
    return best


@inner_kernel
def point_buffers(page):
    """Return the integers and numbers of this layer."""
    i, f = int(page.count[POINT_PLAN]), int(page.count[POINT_WORK])
    return vector(page.plan, i, page.plan.shape[0] - i), vector(page.fwork, f, page.fwork.shape[0] - f)


@inner_kernel
def buffers_at(place, page, flags):
    """Return the integers and numbers of JACOBIANS, DESIGN or REVERSE."""
    i, f = int(page.count[POINT_PLAN]), int(page.count[POINT_WORK])
    return (
        vector(page.plan, i + flags[place], flags[place + 2] - flags[place]),
        vector(page.fwork, f + flags[place + 1], flags[place + 3] - flags[place + 1]),
    )


@inner_kernel
def jacobian_buffers(page, flags):
    """Return the integers and numbers of the Jacobians."""
    return buffers_at(JACOBIANS, page, flags)


@inner_kernel
def design_buffers(page, flags):
    """Return the integers and numbers of the derivatives by design parameters."""
    return buffers_at(DESIGN, page, flags)


@inner_kernel
def reverse_buffers(page, flags):
    """Return the integers and numbers of the reverse sweep."""
    return buffers_at(REVERSE, page, flags)
