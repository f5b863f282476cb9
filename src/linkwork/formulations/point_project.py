"""Projection onto the constraints as passes over the accepted steps take it, and its derivative.

    q = q~ ⊕ x_q,   M(q) x_q = Phi_v(q)' mu_q,   Phi(q) = 0;       v = v~ + x_v,   M(q) x_v = Phi_v(q)' mu_v,   Phi_v v = nu

Metric and gradients are those of the projected position: what its derivative needs is what the first stage of the next step
needs anyway. `project_along` and `project_against` are by the implicit function theorem, for the last `project`. With
dq = R'dq~ + J dx (R, J: rotations turn with x_q), E_q = (M x_q - Phi_v' mu_q)_q and E_v likewise,

    M dx - Phi_v' dmu = -E_q dq - e_q,   Phi_v dq = -Phi_p;         M dx - Phi_v' dmu = -E_v dq - e_v,   Phi_v dv = -Phidot_q dq - Phidot_p.

What is not symmetric in the first is as small as x_q, and is iterated on. E_q and E_v are differences of slopes of
F = M vdot - (Q - h) + Phi_v' lam, which is linear in vdot and lam. Velocity-level rows hold velocities only.
"""

from __future__ import annotations

from linkwork.formulations.point import add_product, add_transposed, clear, slopes_here, slopes_of, solve_columns
from linkwork.formulations.point_arrays import MIXED, SLOPES_HERE, point_buffers, slope_buffers, view_point_work
from linkwork.formulations.problem import LENGTH, POSITIONS, VELOCITIES, evaluate_y, normalize, violation
from linkwork.formulations.recursive import accelerations
from linkwork.formulations.saddle_solve import factor_rows, saddle_residual, solve_saddle
from linkwork.formulations.status import NOT_CONTRACTING, OK
from linkwork.formulations.tangents import (
    component_columns,
    component_cotangent,
    moved_columns,
    moved_cotangent,
    tangent_columns,
    tangent_cotangent,
)
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.slopes.arrays import view_slopes
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

ITERATIONS = 12
CONTRACTED = 1e-9  # of the model's length: a violation that must not remain
LEAST = 1e-14  # a correction below this is rounding: its slopes are left out
TINY = 1e-17  # a correction that need not be made
RATE = 100.0  # of the size of a correction: how fast iterations contract, at worst


@kernel
def largest(x):
    """Largest size; NaN stays."""
    best = 0.0
    for i in range(x.shape[0]):
        best = abs(x[i]) if not abs(x[i]) <= best else best
    return best


@kernel
def correct_positions(t, y, ints, floats, work, plan_ints, fwork, control):
    """Iterate on x_q and mu_q; leaves the stages evaluated at the projected position and factors there."""
    m, w = view_model(ints, floats), view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq = m.q_start[-1]
    clear(p.s)
    first, last = 0.0, 1e300
    for _ in range(ITERATIONS):
        factor_rows(ints, floats, work, plan_ints, fwork, p.marks[MIXED] == 1)
        for r in range(p.l.shape[0]):
            p.l[r], p.b[r] = -p.mu_q[r], -w.Phi[r]
        saddle_residual(ints, floats, work, p.x_q, p.l, p.s, p.b, p.a, p.r_row)
        solve_saddle(ints, floats, work, plan_ints, fwork, p.a, p.b, p.x, p.l, p.r_v, p.r_row)
        now = largest(p.x)
        if not now < last:
            return
        for i in range(p.x.shape[0]):
            p.x_q[i] += p.x[i]
        for r in range(p.l.shape[0]):
            p.mu_q[r] -= p.l[r]
        displace(m, vector(p.y_before, 0, nq), p.x_q, vector(y, 0, nq))
        evaluate_y(ints, floats, work, t, y)
        first = max(first, now)
        if now * min(1.0, RATE * first) < TINY:
            return
        last = 0.5 * now


@kernel
def correct_velocities(t, y, ints, floats, work, plan_ints, fwork, control):
    """Iterate on x_v and mu_v with the factors at hand."""
    m, w = view_model(ints, floats), view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq = m.q_start[-1]
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, False)
    clear(p.s)
    last = 1e300
    for _ in range(ITERATIONS):
        for r in range(p.l.shape[0]):
            p.l[r], p.b[r] = -p.mu_v[r], -w.Phidot[r]
        saddle_residual(ints, floats, work, p.x_v, p.l, p.s, p.b, p.a, p.r_row)
        solve_saddle(ints, floats, work, plan_ints, fwork, p.a, p.b, p.x, p.l, p.r_v, p.r_row)
        now = largest(p.x)
        if not now < last:
            return
        for i in range(p.x.shape[0]):
            p.x_v[i] += p.x[i]
            y[nq + i] += p.x[i]
        for r in range(p.l.shape[0]):
            p.mu_v[r] -= p.l[r]
        evaluate_y(ints, floats, work, t, y)
        if now <= 1e-15 * largest(vector(y, nq, p.x.shape[0])):
            return
        last = 0.5 * now


@kernel
def project(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """y onto the constraints in place; leaves the stages evaluated there."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    copy_into(p.y_before, y)
    clear(p.x_q)
    clear(p.x_v)
    clear(p.mu_q)
    clear(p.mu_v)
    p.marks[SLOPES_HERE] = 0
    normalize(ints, floats, y, p.s)
    evaluate_y(ints, floats, work, t, y)
    status = OK
    if p.l.shape[0] > 0:
        correct_positions(t, y, ints, floats, work, plan_ints, fwork, control)
        correct_velocities(t, y, ints, floats, work, plan_ints, fwork, control)
        off = max(violation(ints, floats, work, POSITIONS), violation(ints, floats, work, VELOCITIES))
        size = max(1.0, largest(vector(y, 0, y.shape[0])))
        status = OK if off <= CONTRACTED * control[LENGTH] * size else NOT_CONTRACTING
    copy_into(p.y_point, y)
    p.t_point[0] = t
    return status


@kernel
def slopes_beside(t, x, mu, E, ints, floats, work, plan_ints, fwork, control):
    """E := F_q for the accelerations and multipliers of the point (kept in a, b) and x, -mu on top."""
    w = view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    clear(E)
    if not largest(x) > LEAST:
        return
    for i in range(x.shape[0]):
        w.vdot[i] = p.a[i] + x[i]
    for r in range(mu.shape[0]):
        w.lam[r] = p.b[r] - mu[r]
    slopes_of(t, ints, floats, work, plan_ints, fwork, control)
    copy_into(E, view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks)).F_q)


@kernel
def project_slopes(t, ints, floats, work, plan_ints, fwork, control):
    """Accelerations, slopes and rows' slopes at the projected state, and E_q, E_v, unless they are known."""
    w = view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    if p.marks[SLOPES_HERE] == 1:
        return
    accelerations(ints, floats, work, plan_ints, fwork)
    copy_into(p.a, w.vdot)
    copy_into(p.b, w.lam)
    slopes_beside(t, p.x_q, p.mu_q, p.E_q, ints, floats, work, plan_ints, fwork, control)
    slopes_beside(t, p.x_v, p.mu_v, p.E_v, ints, floats, work, plan_ints, fwork, control)
    copy_into(w.vdot, p.a)
    copy_into(w.lam, p.b)
    slopes_here(t, ints, floats, work, plan_ints, fwork, control)
    F_q = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks)).F_q
    move_q, move_v = largest(p.x_q) > LEAST, largest(p.x_v) > LEAST
    for i in range(F_q.shape[0]):
        if move_q:
            p.E_q[i] -= F_q[i]
        if move_v:
            p.E_v[i] -= F_q[i]


@kernel
def positions_along(k, ints, floats, work, plan_ints, fwork, control):
    """d_q := tangent of the projected position, from d_b = R'dq~; by iteration."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    n, rows = m.v_start[-1], m.row_value.shape[0]
    copy_into(p.d_q, p.d_b)
    clear(p.d_x)
    if rows == 0:
        return
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, True)
    rate = min(1.0, RATE * largest(p.x_q))
    for _ in range(ITERATIONS):
        clear(p.rhs)
        clear(p.rhs_row)
        add_product(p.E_q, n, n, p.d_q, k, -1.0, p.rhs)
        for i in range(p.d_q.shape[0]):
            p.d_q[i] -= p.d_x[i]
        add_product(s.Phi_v, rows, n, p.d_q, k, -1.0, p.rhs_row)
        copy_into(p.d_q, p.d_x)
        solve_columns(ints, floats, work, plan_ints, fwork, control, p.rhs, p.rhs_row, k, p.d_x, p.l_columns)
        change = 0.0
        for i in range(p.d_q.shape[0]):
            change = max(change, abs(p.d_q[i] - p.d_x[i]))
        moved_columns(m, p.x_q, p.d_x, k, 1, p.d_q)
        for i in range(p.d_q.shape[0]):
            p.d_q[i] += p.d_b[i]
        if change * rate <= 1e-16 * largest(p.d_q):
            return


@kernel
def project_along(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out (ny, k) := changes of the projected state along the columns y of changes of the state before."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    k = y.shape[0] // (nq + n + nz)
    if rows > 0:
        project_slopes(t, ints, floats, work, plan_ints, fwork, control)
    dv, out_v = vector(y, nq * k, n * k), vector(out, nq * k, n * k)
    tangent_columns(m, vector(p.y_before, 0, nq), vector(y, 0, nq * k), k, p.d_v)
    moved_columns(m, p.x_q, p.d_v, k, 0, p.d_b)
    positions_along(k, ints, floats, work, plan_ints, fwork, control)
    component_columns(m, vector(p.y_point, 0, nq), p.d_q, k, vector(out, 0, nq * k))
    for i in range((nq + n) * k, y.shape[0]):
        out[i] = y[i]
    copy_into(out_v, dv)
    if rows == 0:
        return OK
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, False)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    clear(p.rhs)
    clear(p.rhs_row)
    add_product(p.E_v, n, n, p.d_q, k, -1.0, p.rhs)
    add_product(s.Phi_v, rows, n, dv, k, -1.0, p.rhs_row)
    add_product(s.Phidot_q, rows, n, p.d_q, k, -1.0, p.rhs_row)
    solve_columns(ints, floats, work, plan_ints, fwork, control, p.rhs, p.rhs_row, k, p.d_x, p.l_columns)
    for i in range(n * k):
        out_v[i] += p.d_x[i]
    return OK


@kernel
def velocities_against(w_v, out_v, ints, floats, work, plan_ints, fwork, control):
    """The velocity's part: out_v := its cotangent before; w_t -= E_v'a_v + Phidot_q'b_v."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    n, rows = m.v_start[-1], m.row_value.shape[0]
    clear(p.r_row)
    clear(p.b)
    solve_saddle(ints, floats, work, plan_ints, fwork, w_v, p.b, p.a_v, p.b_v, p.r_v, p.r_row)
    copy_into(out_v, w_v)
    add_transposed(s.Phi_v, rows, n, p.b_v, -1.0, out_v)
    add_transposed(p.E_v, n, n, p.a_v, -1.0, p.w_t)
    add_transposed(s.Phidot_q, rows, n, p.b_v, -1.0, p.w_t)


@kernel
def positions_against(ints, floats, work, plan_ints, fwork, control):
    """w_e := w_t - E_q'a_q - Phi_v'b_q with  M a_q = J'w_e,  Phi_v a_q = 0, by iteration."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    n, rows = m.v_start[-1], m.row_value.shape[0]
    clear(p.a_q)
    clear(p.b_q)
    clear(p.b)
    copy_into(p.w_e, p.w_t)
    if p.marks[MIXED] == 1:
        factor_rows(ints, floats, work, plan_ints, fwork, True)
    rate = min(1.0, RATE * largest(p.x_q))
    for _ in range(ITERATIONS):
        moved_cotangent(m, p.x_q, p.w_e, 1, p.a)
        add_transposed(s.Phi_v, rows, n, p.b_q, 1.0, p.a)
        copy_into(p.s, p.a_q)
        solve_saddle(ints, floats, work, plan_ints, fwork, p.a, p.b, p.a_q, p.b_q, p.r_v, p.r_row)
        change = 0.0
        for i in range(n):
            change = max(change, abs(p.s[i] - p.a_q[i]))
        copy_into(p.w_e, p.w_t)
        add_transposed(p.E_q, n, n, p.a_q, -1.0, p.w_e)
        add_transposed(s.Phi_v, rows, n, p.b_q, -1.0, p.w_e)
        if change * rate <= 1e-16 * largest(p.a_q):
            return


@kernel
def project_against(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out (ny) := the cotangent before the projection that the cotangent y after it is. The change with the design is
    -a_q·e_q - b_q·Phi_p - a_v·e_v - b_v·Phidot_p."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, rows = m.q_start[-1], m.v_start[-1], m.row_value.shape[0]
    clear(p.w_t)
    for i in range(nq + n, y.shape[0]):
        out[i] = y[i]
    tangent_cotangent(m, vector(p.y_point, 0, nq), vector(y, 0, nq), p.w_t)
    w_v, out_v = vector(y, nq, n), vector(out, nq, n)
    if rows > 0:
        project_slopes(t, ints, floats, work, plan_ints, fwork, control)
        if p.marks[MIXED] == 1:
            factor_rows(ints, floats, work, plan_ints, fwork, False)
        velocities_against(w_v, out_v, ints, floats, work, plan_ints, fwork, control)
        positions_against(ints, floats, work, plan_ints, fwork, control)
    else:
        copy_into(out_v, w_v)
        copy_into(p.w_e, p.w_t)
    moved_cotangent(m, p.x_q, p.w_e, 0, p.s)
    out_q = vector(out, 0, nq)
    clear(out_q)
    component_cotangent(m, vector(p.y_before, 0, nq), p.s, out_q)
    return OK
