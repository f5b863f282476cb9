"""Tangents of rates and projection as in differentiation.point.tangent, computed one by one and without matrices.

They are for large models: time and memory are linear in the number of bodies. The changes of F, Phi, Phidot, Phiddot
and zdot along a tangent of the state and its design parameter are those of kernels.derivatives.tangent. For a
projection they are those of M x - Phi_v' mu, with x and mu in place of vdot and lam, magnified as in
differentiation.point.jacobians.

One loop repeats all tangents: between two rounds `advance` reads the results of the last one.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import (
    ITERATIONS,
    JACOBIANS_HERE,
    LAST,
    MAGNIFIED,
    MIXED,
    PROJECT,
    clear,
    design_buffers,
    jacobian_buffers,
    largest,
    point_buffers,
    put_columns,
    view_point_work,
)
from linkwork.differentiation.point.components import (
    add_rates_tangent,
    component_tangents,
    moved_tangents,
    vector_tangents,
)
from linkwork.differentiation.point.jacobians import BESIDE_Q, BESIDE_V, HERE, put_accelerations
from linkwork.differentiation.point.saddle_solve import factor_rows
from linkwork.differentiation.point.saddle_tangents import solve_saddle_tangents
from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.layout import RATE
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.design_arrays import view_design
from linkwork.kernels.derivatives.tangent import (
    Direction,
    add_row_products,
    direction_tangent,
    prepare_directions,
    put_wrenches,
)
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

# what columns are taken along: rates; positions, then velocities of a projection; and, without columns, the rates behind it
BEGIN, OF_RATES, OF_POSITIONS, OF_VELOCITIES, BEHIND, DONE = range(6)


@kernel
def jacobians(t, y, out, page):
    """Compute what all directions share at the point of the last `rates`, before `tangent` needs it."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    if p.flags[JACOBIANS_HERE] == 0:
        sints, swork = jacobian_buffers(page, p.flags)
        dints, dwork = design_buffers(page, p.flags)
        v = vector(p.y_point, m.q_start[-1], m.v_start[-1])
        prepare_directions(page.ints, page.floats, page.work, sints, swork, dints, dwork, t, v)
        p.flags[JACOBIANS_HERE] = 1
    return OK


@inner_kernel
def begin(page):
    """Convert the tangents to tangent vectors, set the entries of the results that are known, and return the first
    phase."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, nz, k = m.q_start[-1], m.v_start[-1], m.z0.shape[0], p.g.shape[0]
    projected = p.flags[LAST] == PROJECT
    q, v = vector(p.y_before if projected else p.y_point, 0, nq), vector(p.y_point, nq, n)
    dq, dv = vector(p.y_tangents, 0, nq * k), vector(p.y_tangents, nq * k, n * k)
    out_q = vector(p.out_tangents, 0, nq * k)
    vector_tangents(m, q, dq, k, p.d_q)
    if not projected:
        component_tangents(m, q, dv, k, out_q)
        add_rates_tangent(m, v, dq, k, 1.0, out_q)
        return OF_RATES
    for i in range(nq * k, (nq + n + nz) * k):
        p.out_tangents[i] = p.y_tangents[i]
    moved_tangents(m, p.x_q, p.d_q, k, 0, p.d_b)
    copy_into(p.d_q, p.d_b)
    if p.b.shape[0] == 0:
        return DONE
    accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
    copy_into(p.a, w.vdot)
    copy_into(p.b, w.lam)
    clear(p.d_x)
    return OF_POSITIONS


@inner_kernel
def put_phase(phase, page):
    """Set the accelerations and multipliers of a phase, and the factor by which changes of F are multiplied."""
    w = view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    if phase == OF_RATES:
        return 1.0
    if p.flags[MIXED] == 1 and phase != BEHIND:
        factor_rows(page, phase == OF_POSITIONS)
    which = BESIDE_Q if phase == OF_POSITIONS else (BESIDE_V if phase == OF_VELOCITIES else HERE)
    if put_accelerations(which, page) == 1:
        return 1.0 / MAGNIFIED
    clear(w.vdot)
    clear(w.lam)
    return 0.0


@inner_kernel
def put_column(factor, a, k, c, out):
    """Set column c of out (n, k) to factor a."""
    for i in range(a.shape[0]):
        out[i * k + c] = factor * a[i]


@inner_kernel
def clear_loads(page):
    """Set all loads to zero, including the columns behind the last tangent."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    clear(p.rhs)
    clear(p.rhs_row)
    clear(p.p)


@inner_kernel
def take_column(phase, c, factor, page):
    """Set the loads of column c from the changes along it: minus factor times the change of F, as forces along joints
    and wrenches on bodies, and minus the change of the phase's rows. For rates, the change of zdot is a result."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    sints, swork = jacobian_buffers(page, p.flags)
    dints, dwork = design_buffers(page, p.flags)
    d, k = view_design(dints, dwork), p.g.shape[0]
    nz = m.z0.shape[0]
    rows = d.Phiddot_p if phase == OF_RATES else (d.Phi_p if phase == OF_POSITIONS else d.Phidot_p)
    put_column(-factor, d.F_p, k, c, p.rhs)
    put_wrenches(page.ints, page.floats, page.work, sints, swork, dints, dwork, factor, k, c, p.p)
    put_column(-1.0, rows, k, c, p.rhs_row)
    if phase == OF_RATES:
        put_column(1.0, d.zdot_p, k, c, vector(p.out_tangents, (p.y_point.shape[0] - nz) * k, nz * k))
    elif phase == OF_POSITIONS:
        add_row_products(page.ints, page.floats, page.work, p.d_x, k, c, p.rhs_row)


@inner_kernel
def take_positions(page):
    """Compute d_q, the tangent of the projected position, from d_b = R'dq~ and the latest d_x (before it: d_v); return
    whether it has converged."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    change = 0.0
    for i in range(p.d_x.shape[0]):
        change = max(change, abs(p.d_v[i] - p.d_x[i]))
    moved_tangents(m, p.x_q, p.d_x, p.g.shape[0], 1, p.d_q)
    for i in range(p.d_q.shape[0]):
        p.d_q[i] += p.d_b[i]
    return change * min(1.0, RATE * largest(p.x_q)) <= 1e-16 * largest(p.d_q)


@inner_kernel
def advance(phase, count, page):
    """Read the solution of a phase and return the next phase."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, k = m.q_start[-1], m.v_start[-1], p.g.shape[0]
    if phase == OF_POSITIONS:
        settled = take_positions(page)
        return OF_VELOCITIES if settled or count == ITERATIONS else OF_POSITIONS
    if phase == OF_VELOCITIES:
        for i in range(nq * k, (nq + n) * k):
            p.out_tangents[i] += p.y_tangents[i]
        return BEHIND
    return DONE


@kernel
def tangent(t, y, out, page):
    """Compute the changes of [dy/dt, lam], or of the projected state, along the tangents y and with the design."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    sints, swork = jacobian_buffers(page, p.flags)
    dints, dwork = design_buffers(page, p.flags)
    nq, n, nz, rows, width = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0], p.g.shape[0]
    ny, k = nq + n + nz, y.shape[0] // p.y_point.shape[0]
    q, v = vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    put_columns(1.0, y, k, width, p.y_tangents)
    dv, dz = vector(p.y_tangents, nq * width, n * width), vector(p.y_tangents, (nq + n) * width, nz * width)
    out_v, out_l = vector(p.out_tangents, nq * width, n * width), vector(p.out_tangents, ny * width, rows * width)
    phase, before, count, factor = begin(page), BEGIN, 0, 1.0
    while phase != DONE:
        if phase != before:
            factor = put_phase(phase, page)
            if phase != OF_RATES or p.flags[JACOBIANS_HERE] == 0:
                prepare_directions(page.ints, page.floats, page.work, sints, swork, dints, dwork, t, v)
            p.flags[JACOBIANS_HERE] = 1 if phase == OF_RATES or phase == BEHIND else 0
            before = phase
        if phase == BEHIND:
            break
        clear_loads(page)
        for c in range(k):
            direction_tangent(
                page.ints,
                page.floats,
                page.work,
                sints,
                swork,
                dints,
                dwork,
                t,
                q,
                v,
                Direction(p.d_q, dv, dz, width, c),
            )
            take_column(phase, c, factor, page)
        copy_into(p.d_v, p.d_x)
        dx, dl = p.d_x if phase == OF_POSITIONS else out_v, out_l if phase == OF_RATES else p.l_tangents
        solve_saddle_tangents(
            page, p.rhs, p.rhs_row, width, dx, dl, p.beta, p.p, p.g, p.one
        )  # fmt: skip
        count += 1
        phase = advance(phase, count, page)
    if p.flags[LAST] == PROJECT:
        component_tangents(m, q, p.d_q, width, vector(p.out_tangents, 0, nq * width))
    for r in range(out.shape[0] // k):
        for c in range(k):
            out[r * k + c] = p.out_tangents[r * width + c]
    return OK
