"""Tangents of rates and projection: exact derivatives of the results that were computed last.

    tangent y: changes of the plain components (ny, k) of the state of the last `rates`, or before the last `project`;
            out := the changes of [dy/dt, lam] (ny + n_row, k), or of the projected state (ny, k)

The changes by the design are included (k design parameters, or none: flags[TANGENTS]). For rates, F = 0 and Phiddot = 0
give

    [M Phi_v'; Phi_v 0] [dvdot; dlam] = -[F_q dq + F_v dv + F_z dz + F_p;  Phiddot_q dq + Phiddot_v dv + Phiddot_p],

which is solved with the factors of the accelerations themselves. For the projection (differentiation.point.project),
with dq = R'dq~ + J dx (R and J belong to the rotation x_q), and E and e as in differentiation.point.jacobians,

    M dx - Phi_v' dmu = -E_q dq - e_q,   Phi_v dq = -Phi_p;         M dx - Phi_v' dmu = -E_v dq - e_v,   Phi_v dv = -Phidot_q dq - Phidot_p.

The unsymmetric part of the first system is as small as x_q, so that it is solved by iteration.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import (
    ITERATIONS,
    LAST,
    MIXED,
    PROJECT,
    TANGENTS,
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
from linkwork.differentiation.point.jacobians import point_jacobians
from linkwork.differentiation.point.saddle_solve import factor_rows
from linkwork.differentiation.point.saddle_tangents import solve_saddle_tangents
from linkwork.dynamics.layout import RATE
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model
from linkwork.kernels.derivatives.design_arrays import view_design
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import LANES, load4, store4


@kernel
def add_product(A, rows, cols, B, k, sign, out):
    """Add sign A B to out (rows, k), for flat matrices A (rows, cols) and B (cols, k), four columns of A at a time;
    zeros are skipped."""
    whole = cols - cols % 4
    for i in range(rows):
        row, at = i * cols, i * k
        for j in range(0, whole, 4):
            a, b, c, d = sign * A[row + j], sign * A[row + j + 1], sign * A[row + j + 2], sign * A[row + j + 3]
            if a == 0.0 and b == 0.0 and c == 0.0 and d == 0.0:
                continue
            x, y, z, w = j * k, (j + 1) * k, (j + 2) * k, (j + 3) * k
            for e in range(0, k, LANES):
                pair, other = a * load4(B, x + e) + b * load4(B, y + e), c * load4(B, z + e) + d * load4(B, w + e)
                store4(out, at + e, load4(out, at + e) + (pair + other))
        for j in range(whole, cols):
            a = sign * A[row + j]
            if a != 0.0:
                for e in range(0, k, LANES):
                    store4(out, at + e, load4(out, at + e) + a * load4(B, j * k + e))


@kernel
def solve_columns(page, k, dx, dl):
    """Solve the saddle-point equations for dx (n_v, k) and dl (n_row, k), given the right sides rhs and rhs_row."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    clear(p.p)
    solve_saddle_tangents(
        page, p.rhs, p.rhs_row, k, dx, dl, p.beta, p.p, p.g, p.one
    )  # fmt: skip


@kernel
def acceleration_loads(dv, dz, k, page):
    """Set rhs and rhs_row to minus the changes of F and Phiddot along d_q, dv, dz and with the design."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    s = view_jacobians(*jacobian_buffers(page, p.flags))
    n, nz, rows = m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    if p.flags[TANGENTS] > 0:
        d = view_design(*design_buffers(page, p.flags))
        put_columns(-1.0, d.F_p, p.flags[TANGENTS], k, p.rhs)
        put_columns(-1.0, d.Phiddot_p, p.flags[TANGENTS], k, p.rhs_row)
    else:
        clear(p.rhs)
        clear(p.rhs_row)
    add_product(s.F_q, n, n, p.d_q, k, -1.0, p.rhs)
    add_product(s.F_v, n, n, dv, k, -1.0, p.rhs)
    add_product(s.F_z, n, nz, dz, k, -1.0, p.rhs)
    add_product(s.Phiddot_q, rows, n, p.d_q, k, -1.0, p.rhs_row)
    add_product(p.Phiddot_v, rows, n, dv, k, -1.0, p.rhs_row)


@kernel
def block_rates_tangent(dv, dz, k, out, page):
    """Compute in out (n_z, k) the changes of the block states' rates."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    s = view_jacobians(*jacobian_buffers(page, p.flags))
    n, nz = m.v_start[-1], m.z0.shape[0]
    clear(out)
    if p.flags[TANGENTS] > 0:
        zdot_p = view_design(*design_buffers(page, p.flags)).zdot_p
        put_columns(1.0, zdot_p, p.flags[TANGENTS], k, out)
    add_product(s.zdot_q, nz, n, p.d_q, k, 1.0, out)
    add_product(s.zdot_v, nz, n, dv, k, 1.0, out)
    add_product(s.zdot_z, nz, nz, dz, k, 1.0, out)


@kernel
def rates_tangent(y, out, page):
    """Compute the changes of [dy/dt, lam]."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    ny = nq + n + nz
    k = y.shape[0] // ny
    dq, dv, dz = vector(y, 0, nq * k), vector(y, nq * k, n * k), vector(y, (nq + n) * k, nz * k)
    out_q, out_v = vector(out, 0, nq * k), vector(out, nq * k, n * k)
    q, v = vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    vector_tangents(m, q, dq, k, p.d_q)
    component_tangents(m, q, dv, k, out_q)
    add_rates_tangent(m, v, dq, k, 1.0, out_q)
    acceleration_loads(dv, dz, k, page)
    solve_columns(page, k, out_v, vector(out, ny * k, rows * k))
    block_rates_tangent(dv, dz, k, vector(out, (nq + n) * k, nz * k), page)


@kernel
def positions_tangent(k, page):
    """Compute d_q, the tangent of the projected position, from d_b = R'dq~, by iteration."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    s = view_jacobians(*jacobian_buffers(page, p.flags))
    n, rows = m.v_start[-1], m.row_value.shape[0]
    copy_into(p.d_q, p.d_b)
    clear(p.d_x)
    if p.flags[MIXED] == 1:
        factor_rows(page, True)
    rate = min(1.0, RATE * largest(p.x_q))
    for _ in range(ITERATIONS):
        for i in range(n * k):
            p.rhs[i] = -p.e_q[i]
        clear(p.rhs_row)
        if p.flags[TANGENTS] > 0:
            Phi_p = view_design(*design_buffers(page, p.flags)).Phi_p
            put_columns(-1.0, Phi_p, p.flags[TANGENTS], k, p.rhs_row)
        add_product(p.E_q, n, n, p.d_q, k, -1.0, p.rhs)
        for i in range(p.d_q.shape[0]):
            p.d_q[i] -= p.d_x[i]
        add_product(s.Phi_v, rows, n, p.d_q, k, -1.0, p.rhs_row)
        copy_into(p.d_q, p.d_x)
        solve_columns(page, k, p.d_x, p.l_tangents)
        change = 0.0
        for i in range(p.d_q.shape[0]):
            change = max(change, abs(p.d_q[i] - p.d_x[i]))
        moved_tangents(m, p.x_q, p.d_x, k, 1, p.d_q)
        for i in range(p.d_q.shape[0]):
            p.d_q[i] += p.d_b[i]
        if change * rate <= 1e-16 * largest(p.d_q):
            return


@kernel
def velocities_tangent(dv, k, out, page):
    """Compute in out (n_v, k) the changes of the projected velocities, from those before the projection and d_q."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    s = view_jacobians(*jacobian_buffers(page, p.flags))
    n, rows = m.v_start[-1], m.row_value.shape[0]
    if p.flags[MIXED] == 1:
        factor_rows(page, False)
    for i in range(n * k):
        p.rhs[i] = -p.e_v[i]
    clear(p.rhs_row)
    if p.flags[TANGENTS] > 0:
        Phidot_p = view_design(*design_buffers(page, p.flags)).Phidot_p
        put_columns(-1.0, Phidot_p, p.flags[TANGENTS], k, p.rhs_row)
    add_product(p.E_v, n, n, p.d_q, k, -1.0, p.rhs)
    add_product(s.Phi_v, rows, n, dv, k, -1.0, p.rhs_row)
    add_product(s.Phidot_q, rows, n, p.d_q, k, -1.0, p.rhs_row)
    solve_columns(page, k, out, p.l_tangents)
    for i in range(n * k):
        out[i] += dv[i]


@kernel
def project_tangent(y, out, page):
    """Compute in out (ny, k) the changes of the projected state."""
    m = view_model(page.ints, page.floats)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    k = y.shape[0] // (nq + n + nz)
    dv, out_v = vector(y, nq * k, n * k), vector(out, nq * k, n * k)
    vector_tangents(m, vector(p.y_before, 0, nq), vector(y, 0, nq * k), k, p.d_v)
    moved_tangents(m, p.x_q, p.d_v, k, 0, p.d_b)
    for i in range((nq + n) * k, y.shape[0]):
        out[i] = y[i]
    copy_into(p.d_q, p.d_b)
    if rows > 0:
        positions_tangent(k, page)
        velocities_tangent(dv, k, out_v, page)
    else:
        copy_into(out_v, dv)
    component_tangents(m, vector(p.y_point, 0, nq), p.d_q, k, vector(out, 0, nq * k))


@kernel
def tangent(t, y, out, page):
    """Compute the changes of [dy/dt, lam], or of the projected state, along the tangents y and with the design."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    projected, width = p.flags[LAST] == PROJECT, p.g.shape[0]
    k = y.shape[0] // p.y_point.shape[0]
    put_columns(1.0, y, k, width, p.y_tangents)
    if p.b.shape[0] > 0 or not projected:
        point_jacobians(t, page)
    if projected:
        project_tangent(p.y_tangents, p.out_tangents, page)
    else:
        rates_tangent(p.y_tangents, p.out_tangents, page)
    for r in range(out.shape[0] // k):
        for c in range(k):
            out[r * k + c] = p.out_tangents[r * width + c]
    return OK
