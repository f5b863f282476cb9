"""One page of data for derivatives along a run: what the functions of formulations.point keep between calls.

Their integers lie in plan from control[POINT_PLAN] on, their numbers in fwork from control[POINT_WORK] on; those of the slopes
and of the design columns follow. Matrices are flat, row by row; k columns are derivatives by k design parameters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.kernels.inner import inner_kernel
from linkwork.numerics.dense_views import vector
from linkwork.numerics.views import pack, python_view, viewer

POINT_PLAN, POINT_WORK = 38, 39  # places in control
# places in marks: where the integers and numbers of the slopes and of the design begin, counted from this layer's own
SLOPE_INTS, SLOPE_NUMBERS, DESIGN_INTS, DESIGN_NUMBERS, ENDS_INTS, ENDS_NUMBERS = range(6)
COLUMNS = 6  # design parameters whose columns are taken along; 0: none
MIXED = 7  # 1: there are velocity-level rows, which projections of positions leave out
SLOPES_HERE = 8  # 1: the slopes belong to y_point, its accelerations and multipliers
MARKS = 9


class PointWork(NamedTuple):
    """n = n_v, m = n_row, ny = n_q + n_v + n_z."""

    marks: Any  # int (MARKS)
    # the last evaluation and the last projection
    t_point: Any  # (1)
    y_point: Any  # (ny)
    y_before: Any  # (ny)  the state that was projected
    x_q: Any  # (n)  q = y_before ⊕ x_q,  M(q) x_q = Phi_v(q)' mu_q,  Phi(q) = 0
    mu_q: Any  # (m)
    x_v: Any  # (n)  v = v_before + x_v,  M(q) x_v = Phi_v(q)' mu_v,  Phi_v v = nu
    mu_v: Any  # (m)
    E_q: Any  # (n · n)  (M x_q - Phi_v' mu_q)_q
    E_v: Any  # (n · n)  (M x_v - Phi_v' mu_v)_q
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
    a_q: Any  # (n)  cotangents of M x - Phi_v' mu and of the rows in the last `project_against`, with a minus sign
    b_q: Any  # (m)
    a_v: Any  # (n)
    b_v: Any  # (m)
    # k columns
    d_q: Any  # (n · k)  tangent
    d_v: Any  # (n · k)
    d_x: Any  # (n · k)
    d_b: Any  # (n · k)
    rhs: Any  # (n · k)
    rhs_row: Any  # (m · k)
    l_columns: Any  # (m · k)
    e_q: Any  # (n · k)  (M x_q - Phi_v' mu_q) by the design
    e_v: Any  # (n · k)


INTS = frozenset(("marks",))
view_point_work = viewer(PointWork, {}, INTS, 0)
python_point_work = python_view(PointWork, {}, INTS, 0)


def buffers(
    sizes: tuple[int, int, int, int],
    slopes: tuple[np.ndarray, int],
    mixed: bool,
    columns: int = 0,
    design: tuple[np.ndarray, int] = (np.zeros(0, np.int64), 0),
) -> tuple[np.ndarray, int]:
    """The integers and how many numbers, for sizes n_q, n_v, n_z, n_row; `columns` as many as will be asked for at once."""
    nq, n, nz, m = sizes
    ny, k = nq + n + nz, columns
    counts = {
        "marks": MARKS, "t_point": 1, "y_point": ny, "y_before": ny, "x_q": n, "mu_q": m, "x_v": n, "mu_v": m, "E_q": n * n,
        "E_v": n * n, "a": n, "b": m, "x": n, "l": m, "r_v": n, "r_row": m, "s": n, "w_t": n, "w_e": n, "a_q": n,
        "b_q": m, "a_v": n, "b_v": m, "d_q": n * k, "d_v": n * k, "d_x": n * k,
        "d_b": n * k, "rhs": n * k, "rhs_row": m * k, "l_columns": m * k, "e_q": n * k, "e_v": n * k,
    }  # fmt: skip
    ints, floats = pack(2 * len(counts), {name: np.zeros(size) for name, size in counts.items()}, INTS)
    marks = python_point_work(ints, floats).marks
    marks[SLOPE_INTS], marks[SLOPE_NUMBERS] = ints.size, floats.size
    marks[DESIGN_INTS], marks[DESIGN_NUMBERS] = ints.size + slopes[0].size, floats.size + slopes[1]
    marks[ENDS_INTS], marks[ENDS_NUMBERS] = marks[DESIGN_INTS] + design[0].size, marks[DESIGN_NUMBERS] + design[1]
    marks[MIXED] = mixed
    return np.concatenate((ints, slopes[0], design[0])), int(marks[ENDS_NUMBERS])


@inner_kernel
def point_buffers(plan_ints, fwork, control):
    """This layer's integers and numbers."""
    i, f = int(control[POINT_PLAN]), int(control[POINT_WORK])
    return vector(plan_ints, i, plan_ints.shape[0] - i), vector(fwork, f, fwork.shape[0] - f)


@inner_kernel
def slope_buffers(plan_ints, fwork, control, marks):
    """Those of the slopes."""
    i, f = int(control[POINT_PLAN]), int(control[POINT_WORK])
    return (
        vector(plan_ints, i + marks[SLOPE_INTS], marks[DESIGN_INTS] - marks[SLOPE_INTS]),
        vector(fwork, f + marks[SLOPE_NUMBERS], marks[DESIGN_NUMBERS] - marks[SLOPE_NUMBERS]),
    )


@inner_kernel
def design_buffers(plan_ints, fwork, control, marks):
    """Those of the design columns."""
    i, f = int(control[POINT_PLAN]), int(control[POINT_WORK])
    return (
        vector(plan_ints, i + marks[DESIGN_INTS], marks[ENDS_INTS] - marks[DESIGN_INTS]),
        vector(fwork, f + marks[DESIGN_NUMBERS], marks[ENDS_NUMBERS] - marks[DESIGN_NUMBERS]),
    )
