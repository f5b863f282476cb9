"""Rates and projection along columns as in formulations.point_along, one direction after the other and without matrices.

For large models: the cost is linear in the number of bodies, and so is the room. The changes of F, Phi, Phidot, Phiddot and zdot along
a column of the state and its design parameter are those of kernels.design.directions; what corrections by a projection change is
(M x - Phi_v' mu) with x and mu in the place of vdot and lam, magnified as in formulations.point_slopes.
"""

from __future__ import annotations

from linkwork.formulations.point_arrays import (
    ITERATIONS,
    LAST,
    MAGNIFIED,
    MIXED,
    PROJECT,
    RATE,
    SLOPES_HERE,
    clear,
    design_buffers,
    largest,
    point_buffers,
    put_columns,
    slope_buffers,
    view_point_work,
)
from linkwork.formulations.point_slopes import BESIDE_Q, BESIDE_V, HERE, put_accelerations
from linkwork.formulations.recursive import accelerations
from linkwork.formulations.saddle_columns import solve_saddle_columns
from linkwork.formulations.saddle_solve import factor_rows
from linkwork.formulations.status import OK
from linkwork.formulations.tangents import add_rates_along, component_columns, moved_columns, tangent_columns
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.design.arrays import view_design
from linkwork.kernels.design.directions import add_row_products, along_direction, prepare_directions, put_wrenches
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel


@kernel
def prepare(t, ints, floats, work, plan_ints, fwork, control):
    """What all directions share, for the accelerations and multipliers at hand."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    sints, swork = slope_buffers(plan_ints, fwork, control, p.marks)
    dints, dwork = design_buffers(plan_ints, fwork, control, p.marks)
    v = vector(p.y_point, m.q_start[-1], m.v_start[-1])
    prepare_directions(ints, floats, work, sints, swork, dints, dwork, t, v)


@kernel
def slopes(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """`prepare` at the point of the last `rates`, ahead of `along`."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    if p.marks[SLOPES_HERE] == 0:
        prepare(t, ints, floats, work, plan_ints, fwork, control)
        p.marks[SLOPES_HERE] = 1
    return OK


@inner_kernel
def put_column(factor, a, k, c, out):
    """Column c of out (n, k) := factor a."""
    for i in range(a.shape[0]):
        out[i * k + c] = factor * a[i]


@kernel
def load_column(c, level, factor, t, dq, dv, dz, k, zdot, ints, floats, work, plan_ints, fwork, control):
    """Column c of rhs and of the wrenches p: -factor times the change of F; of rhs_row minus that of Phi (level 0), Phidot (1) or
    Phiddot (2); of zdot its own."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    sints, swork = slope_buffers(plan_ints, fwork, control, p.marks)
    dints, dwork = design_buffers(plan_ints, fwork, control, p.marks)
    q, v = vector(p.y_point, 0, m.q_start[-1]), vector(p.y_point, m.q_start[-1], m.v_start[-1])
    along_direction(ints, floats, work, sints, swork, dints, dwork, t, q, v, dq, dv, dz, k, c)
    d = view_design(dints, dwork)
    rows = d.Phiddot_p if level == 2 else (d.Phidot_p if level == 1 else d.Phi_p)
    put_column(-factor, d.F_p, k, c, p.rhs)
    put_wrenches(ints, floats, work, sints, swork, dints, dwork, factor, k, c, p.p)
    put_column(-1.0, rows, k, c, p.rhs_row)
    if zdot.shape[0] > 0:
        put_column(1.0, d.zdot_p, k, c, zdot)


@kernel
def clear_loads(plan_ints, fwork, control):
    """No column loaded: zeros behind the last."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    clear(p.rhs)
    clear(p.rhs_row)
    clear(p.p)


@kernel
def solve_loaded(ints, floats, work, plan_ints, fwork, control, k, dx, dl):
    """dx (n_v, k) and dl (n_row, k) of the saddle-point equations for all columns that are loaded."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    solve_saddle_columns(
        ints, floats, work, plan_ints, fwork, p.rhs, p.rhs_row, k, dx, dl, p.beta, p.p, p.g, p.one
    )  # fmt: skip


@kernel
def rates_along(t, columns, y, out, ints, floats, work, plan_ints, fwork, control):
    """out := changes of [dy/dt, lam]."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows, k = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0], p.g.shape[0]
    ny = nq + n + nz
    dq, dv, dz = vector(y, 0, nq * k), vector(y, nq * k, n * k), vector(y, (nq + n) * k, nz * k)
    out_q, out_z = vector(out, 0, nq * k), vector(out, (nq + n) * k, nz * k)
    q, v = vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    tangent_columns(m, q, dq, k, p.d_q)
    component_columns(m, q, dv, k, out_q)
    add_rates_along(m, v, dq, k, 1.0, out_q)
    clear_loads(plan_ints, fwork, control)
    for c in range(columns):
        load_column(c, 2, 1.0, t, p.d_q, dv, dz, k, out_z, ints, floats, work, plan_ints, fwork, control)
    out_v, out_l = vector(out, nq * k, n * k), vector(out, ny * k, rows * k)
    solve_loaded(ints, floats, work, plan_ints, fwork, control, k, out_v, out_l)


@kernel
def beside(which, t, ints, floats, work, plan_ints, fwork, control):
    """`prepare` for a correction in the place of the accelerations, or for these; what a change of F is to be multiplied with."""
    if put_accelerations(which, ints, work, plan_ints, fwork, control) == 0:
        w = view_work(ints, work)
        clear(w.vdot)
        clear(w.lam)
        prepare(t, ints, floats, work, plan_ints, fwork, control)
        return 0.0
    prepare(t, ints, floats, work, plan_ints, fwork, control)
    return 1.0 / MAGNIFIED


@kernel
def positions_along(t, columns, dv, dz, ints, floats, work, plan_ints, fwork, control):
    """d_q := tangent of the projected position, from d_b = R'dq~; by iteration."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    k = p.g.shape[0]
    copy_into(p.d_q, p.d_b)
    clear(p.d_x)
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, True)
    factor = beside(BESIDE_Q, t, ints, floats, work, plan_ints, fwork, control)
    rate = min(1.0, RATE * largest(p.x_q))
    for _ in range(ITERATIONS):
        clear_loads(plan_ints, fwork, control)
        for c in range(columns):
            load_column(
                c, 0, factor, t, p.d_q, dv, dz, k, vector(dz, 0, 0), ints, floats, work, plan_ints, fwork, control
            )  # fmt: skip
            add_row_products(ints, floats, work, p.d_x, k, c, p.rhs_row)
        copy_into(p.d_v, p.d_x)
        solve_loaded(ints, floats, work, plan_ints, fwork, control, k, p.d_x, p.l_columns)
        change = 0.0
        for i in range(p.d_x.shape[0]):
            change = max(change, abs(p.d_v[i] - p.d_x[i]))
        moved_columns(m, p.x_q, p.d_x, k, 1, p.d_q)
        for i in range(p.d_q.shape[0]):
            p.d_q[i] += p.d_b[i]
        if change * rate <= 1e-16 * largest(p.d_q):
            return


@kernel
def velocities_along(t, columns, dv, dz, out, ints, floats, work, plan_ints, fwork, control):
    """out (n_v, k) := changes of the projected velocities, from those before and d_q."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    k = p.g.shape[0]
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, False)
    factor = beside(BESIDE_V, t, ints, floats, work, plan_ints, fwork, control)
    clear_loads(plan_ints, fwork, control)
    for c in range(columns):
        load_column(
            c, 1, factor, t, p.d_q, dv, dz, k, vector(dz, 0, 0), ints, floats, work, plan_ints, fwork, control
        )  # fmt: skip
    solve_loaded(ints, floats, work, plan_ints, fwork, control, k, out, p.l_columns)
    for i in range(dv.shape[0]):
        out[i] += dv[i]


@kernel
def project_along(t, columns, y, out, ints, floats, work, plan_ints, fwork, control):
    """out (ny, k) := changes of the projected state."""
    m, w = view_model(ints, floats), view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows, k = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0], p.g.shape[0]
    dv, dz, out_v = vector(y, nq * k, n * k), vector(y, (nq + n) * k, nz * k), vector(out, nq * k, n * k)
    tangent_columns(m, vector(p.y_before, 0, nq), vector(y, 0, nq * k), k, p.d_v)
    moved_columns(m, p.x_q, p.d_v, k, 0, p.d_b)
    for i in range((nq + n) * k, y.shape[0]):
        out[i] = y[i]
    copy_into(p.d_q, p.d_b)
    copy_into(out_v, dv)
    if rows > 0:
        accelerations(ints, floats, work, plan_ints, fwork)
        copy_into(p.a, w.vdot)
        copy_into(p.b, w.lam)
        positions_along(t, columns, dv, dz, ints, floats, work, plan_ints, fwork, control)
        velocities_along(t, columns, dv, dz, out_v, ints, floats, work, plan_ints, fwork, control)
        beside(HERE, t, ints, floats, work, plan_ints, fwork, control)
        p.marks[SLOPES_HERE] = 1
    component_columns(m, vector(p.y_point, 0, nq), p.d_q, k, vector(out, 0, nq * k))


@kernel
def along(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out := changes of [dy/dt, lam], or of the projected state, along the columns y and with the design."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    width, k = p.g.shape[0], y.shape[0] // p.y_point.shape[0]
    put_columns(1.0, y, k, width, p.y_columns)
    if p.marks[LAST] == PROJECT:
        project_along(t, k, p.y_columns, p.out_columns, ints, floats, work, plan_ints, fwork, control)
    else:
        slopes(t, y, out, ints, floats, work, plan_ints, fwork, control)
        rates_along(t, k, p.y_columns, p.out_columns, ints, floats, work, plan_ints, fwork, control)
    for r in range(out.shape[0] // k):
        for c in range(k):
            out[r * k + c] = p.out_columns[r * width + c]
    return OK
