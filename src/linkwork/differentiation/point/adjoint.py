"""Adjoints of rates and of projected states: cotangents of the state and gradients by model numbers, from the reverse
sweep.

    adjoint   y: a cotangent of the last `rates` (ny + n_row), or of the last `project`ed state (ny);
              out[:ny] := the cotangent of the state (before the projection),  out[ny:] += the gradient by the model numbers

This is the transpose of differentiation.point.tangent. For a cotangent w of [vdot; lam],

    [M Phi_v'; Phi_v 0] [a; b] = w,     and the scalar to be swept is   -a·F - b·Phiddot + w_z·zdot.

For velocities after a projection,  [M Phi_v'; Phi_v 0] [a; b] = [w_v; 0]  and the scalar is  -a·(M x_v - Phi_v' mu_v) -
b·Phidot. For positions,  M a = J'w_e,  Phi_v a = 0  with  w_e = w - (M x_q - Phi_v' mu_q)_q' a - Phi_v' b,  which is
solved by iteration, and the scalar is  -a·(M x_q - Phi_v' mu_q) - b·Phi.  M x - Phi_v' mu is F with x and -mu in place
of vdot and lam, multiplied by such a large factor that Q - h is negligible. No array is larger than the model.

One loop repeats the sweep: between two sweeps `advance` reads the results of the last one and sets the cotangents of
the next.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import (
    ITERATIONS,
    JACOBIANS_HERE,
    LAST,
    LEAST,
    MAGNIFIED,
    MIXED,
    PROJECT,
    clear,
    largest,
    point_buffers,
    reverse_buffers,
    view_point_work,
)
from linkwork.differentiation.point.components import (
    add_rates_tangent,
    component_cotangent,
    moved_cotangent,
    tangent_cotangent,
)
from linkwork.differentiation.point.saddle_solve import factor_rows, saddle_residual, solve_saddle
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.adjoint import reverse_sweep
from linkwork.kernels.derivatives.adjoint_arrays import view_reverse
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

CONVERGED = 1e-15  # relative change of second order that ends the iteration
# what has been swept: rates; velocities; positions, on trial and for good
BEGIN, SWEPT_RATES, SWEPT_VELOCITIES, SWEPT_TRIAL, SWEPT_POSITIONS, DONE = range(6)


@inner_kernel
def clear_given(r):
    clear(r.residual)
    clear(r.position)
    clear(r.velocity)
    clear(r.acceleration)
    clear(r.zdot)


@kernel
def put_rates_cotangents(y, page):
    """Solve for a and b, and set them as cotangents of the sweep."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    solve_saddle(
        page, vector(y, nq, n), vector(y, nq + n + nz, rows), p.x, p.l, p.r_v, p.r_row
    )  # fmt: skip
    r = view_reverse(*reverse_buffers(page, p.flags))
    for i in range(n):
        r.residual[i] = -p.x[i]
    for i in range(rows):
        r.acceleration[i] = -p.l[i]
    copy_into(r.zdot, vector(y, nq + n, nz))


@kernel
def take_rates(y, out, page):
    """Compute the state's cotangent from the results of the sweep for rates and from the rates of quaternions."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    r = view_reverse(*reverse_buffers(page, p.flags))
    nq, n, nz = m.q_start[-1], m.v_start[-1], m.z0.shape[0]
    w_q, q, v = vector(y, 0, nq), vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    out_q, out_v = vector(out, 0, nq), vector(out, nq, n)
    clear(out_q)
    component_cotangent(m, q, r.by_q, out_q)
    add_rates_tangent(m, v, w_q, 1, -1.0, out_q)
    copy_into(out_v, r.by_v)
    tangent_cotangent(m, q, w_q, out_v)
    copy_into(vector(out, nq + n, nz), r.by_z)


@kernel
def put_corrections(a, x, mu, page):
    """Set the cotangents of the scalar -a·(M x - Phi_v' mu), unless x is round-off."""
    w = view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    r = view_reverse(*reverse_buffers(page, p.flags))
    p.flags[JACOBIANS_HERE] = 0  # whose accelerations these are no more
    clear(w.vdot)
    clear(w.lam)
    if not largest(x) > LEAST:
        return
    for i in range(a.shape[0]):
        r.residual[i] = -a[i] / MAGNIFIED
        w.vdot[i] = MAGNIFIED * x[i]
    for i in range(mu.shape[0]):
        w.lam[i] = -MAGNIFIED * mu[i]


@kernel
def put_velocities(y, out, page):
    """Set w_t, the cotangent of the projected position, and a_v and b_v for the sweep. Without rows nothing has to be
    swept."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, ny = m.q_start[-1], m.v_start[-1], y.shape[0]
    for i in range(nq, ny):
        out[i] = y[i]
    clear(p.w_t)
    tangent_cotangent(m, vector(p.y_point, 0, nq), vector(y, 0, nq), p.w_t)
    copy_into(p.w_e, p.w_t)
    if p.b.shape[0] == 0:
        return DONE
    factor_rows(page, False)
    clear(p.b)
    solve_saddle(page, vector(y, nq, n), p.b, p.a_v, p.b_v, p.r_v, p.r_row)
    put_corrections(p.a_v, p.x_v, p.mu_v, page)
    r = view_reverse(*reverse_buffers(page, p.flags))
    for i in range(p.b_v.shape[0]):
        r.velocity[i] = -p.b_v[i]
    return SWEPT_VELOCITIES


@inner_kernel
def add_to(a, out):
    for i in range(out.shape[0]):
        out[i] += a[i]


@kernel
def solve_positions(page):
    """Solve  M a_q + Phi_v'b_q = J'w_e + (1 - J')Phi_v'b_q,  Phi_v a_q = 0  with  w_e = w_t - (…)'a_q  for a_q and b_q,
    and return the change of a_q."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    clear(p.x)
    clear(p.s)
    clear(p.b)
    saddle_residual(page.ints, page.floats, page.work, p.x, p.b_q, p.s, p.b, p.r_v, p.r_row)  # -Phi_v'b_q
    for i in range(p.s.shape[0]):
        p.s[i] = p.w_e[i] + p.r_v[i]
    moved_cotangent(m, p.x_q, p.s, 1, p.a)
    for i in range(p.s.shape[0]):
        p.a[i] -= p.r_v[i]
        p.s[i] = p.a_q[i]
    clear(p.b)
    solve_saddle(page, p.a, p.b, p.a_q, p.b_q, p.r_v, p.r_row)
    change = 0.0
    for i in range(p.s.shape[0]):
        change = max(change, abs(p.s[i] - p.a_q[i]))
    return change


@kernel
def take_velocities(out, page):
    """Add the contributions of velocities to w_t and to the cotangent of the velocities before the projection."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    r = view_reverse(*reverse_buffers(page, p.flags))
    add_to(r.by_q, p.w_t)
    add_to(r.by_v, vector(out, m.q_start[-1], m.v_start[-1]))


@kernel
def put_positions(phase, count, page):
    """Set a_q and b_q for the sweep; only a_q while its changes still matter. A sweep for an a_q that still changes by
    delta has an error of |x_q| delta only."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    r = view_reverse(*reverse_buffers(page, p.flags))
    moved = largest(p.x_q)
    copy_into(p.w_e, p.w_t)
    if phase == SWEPT_VELOCITIES:
        clear(p.a_q)
        clear(p.b_q)
        if p.flags[MIXED] == 1:
            factor_rows(page, True)
    else:
        add_to(r.by_q, p.w_e)
    change = solve_positions(page)
    clear_given(r)
    put_corrections(p.a_q, p.x_q, p.mu_q, page)
    if moved > LEAST and change * moved > CONVERGED * largest(p.a_q) and count < ITERATIONS:
        return SWEPT_TRIAL
    copy_into(p.w_e, p.w_t)
    for i in range(p.b_q.shape[0]):
        r.position[i] = -p.b_q[i]
    return SWEPT_POSITIONS


@kernel
def take_positions(out, page):
    """Compute the cotangent of the position before the projection, in plain components."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    out_q = vector(out, 0, m.q_start[-1])
    moved_cotangent(m, p.x_q, p.w_e, 0, p.s)
    clear(out_q)
    component_cotangent(m, vector(p.y_before, 0, m.q_start[-1]), p.s, out_q)


@kernel
def advance(phase, count, y, out, page):
    """Read the results of a phase, set the cotangents of the next, and return the next phase or DONE."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    r = view_reverse(*reverse_buffers(page, p.flags))
    if phase == BEGIN and p.flags[LAST] != PROJECT:
        put_rates_cotangents(y, page)
        return SWEPT_RATES
    if phase == BEGIN:
        phase = put_velocities(y, out, page)
    elif phase == SWEPT_RATES:
        take_rates(y, out, page)
        clear_given(r)
        return DONE
    elif phase == SWEPT_POSITIONS:
        add_to(r.by_q, p.w_e)
        clear_given(r)
        phase = DONE
    else:
        if phase == SWEPT_VELOCITIES:
            take_velocities(out, page)
        phase = put_positions(phase, count, page)
    if phase == DONE:
        take_positions(out, page)
    return phase


@kernel
def adjoint(t, y, out, page):
    """Compute the cotangent of the state in out[:ny], and add the gradient by the model numbers to out[ny:]."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    rints, rwork = reverse_buffers(page, p.flags)
    q, v = vector(p.y_point, 0, m.q_start[-1]), vector(p.y_point, m.q_start[-1], m.v_start[-1])
    gradient = vector(out, p.y_point.shape[0], out.shape[0] - p.y_point.shape[0])
    phase, count = BEGIN, 0
    while True:
        phase = advance(phase, count, y, out, page)
        if phase == DONE:
            return OK
        if phase == SWEPT_TRIAL:
            clear(p.trial)
            count += 1
        reverse_sweep(
            page.ints, page.floats, page.work, rints, rwork, t, q, v, p.trial if phase == SWEPT_TRIAL else gradient
        )
