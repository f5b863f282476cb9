"""The equations of motion at one point of a run and their derivative, for passes over the accepted steps.

Functions of the contract's signature (integrators.contract), with ny = n_q + n_v + n_z and k columns, rows of k numbers:

    rates      out := [dy/dt (ny), lam (n_row)] at (t, y), solved to rounding
    along      y: changes of the state's plain components (ny, k);  out := the changes of `rates` (ny + n_row, k)
    against    y: a cotangent of `rates` (ny + n_row);  out := that of the state (ny)

`along` and `against` belong to the last `rates`. From F(q, v, vdot, lam, z) = 0 and Phiddot = Phi_v vdot - gamma = 0,

    [M Phi_v'; Phi_v 0] [dvdot; dlam] = -[F_q dq + F_v dv + F_z dz + F_p;  Phiddot_q dq - gamma_v dv + Phiddot_p],

with the factors of the accelerations themselves: the decisions in them are frozen.
"""

from __future__ import annotations

from linkwork.formulations.point_arrays import (
    SLOPES_HERE,
    point_buffers,
    slope_buffers,
    view_point_work,
)
from linkwork.formulations.problem import evaluate_y, put_rates
from linkwork.formulations.recursive import accelerations
from linkwork.formulations.saddle_solve import solve_saddle
from linkwork.formulations.status import OK
from linkwork.formulations.tangents import (
    add_rates_along,
    component_columns,
    component_cotangent,
    tangent_columns,
    tangent_cotangent,
)
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.slopes.arrays import view_slopes
from linkwork.kernels.slopes.residual import residual_slopes
from linkwork.kernels.slopes.rows import row_slopes
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel


@kernel
def rates(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out := [dy/dt, lam]; what is known of this state already is not computed again."""
    w = view_work(ints, work)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    ny = y.shape[0]
    same = p.marks[SLOPES_HERE] == 1 and p.t_point[0] == t
    for i in range(ny):
        same = same and p.y_point[i] == y[i]
        p.y_point[i] = y[i]
    p.t_point[0] = t
    status = OK
    if not same:
        p.marks[SLOPES_HERE] = 0
        evaluate_y(ints, floats, work, t, y)
        status = accelerations(ints, floats, work, plan_ints, fwork)
    if status == OK:
        status = put_rates(ints, floats, work, y, vector(out, 0, ny))
    for r in range(w.lam.shape[0]):
        out[ny + r] = w.lam[r]
    return status


@kernel
def slopes_of(t, ints, floats, work, plan_ints, fwork, control):
    """Slopes of the residual at the point of the last evaluation, for the accelerations and multipliers in the workspace."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    sints, swork = slope_buffers(plan_ints, fwork, control, p.marks)
    nq, nv = m.q_start[-1], m.v_start[-1]
    residual_slopes(ints, floats, work, sints, swork, t, vector(p.y_point, nq, nv))


@kernel
def slopes_here(t, ints, floats, work, plan_ints, fwork, control):
    """Slopes of the residual and of the rows at the point of the last `rates`, unless they are known."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    if p.marks[SLOPES_HERE] == 1:
        return
    slopes_of(t, ints, floats, work, plan_ints, fwork, control)
    sints, swork = slope_buffers(plan_ints, fwork, control, p.marks)
    row_slopes(ints, floats, work, sints, swork, vector(p.y_point, m.q_start[-1], m.v_start[-1]))
    p.marks[SLOPES_HERE] = 1


@kernel
def add_product(A, rows, cols, B, k, sign, out):
    """out (rows, k) += sign A B for flat matrices A (rows, cols), B (cols, k)."""
    for i in range(rows):
        for j in range(cols):
            a = sign * A[i * cols + j]
            if a != 0.0:
                for c in range(k):
                    out[i * k + c] += a * B[j * k + c]


@kernel
def add_transposed(A, rows, cols, w, sign, out):
    """out (cols) += sign A'w for a flat matrix A (rows, cols)."""
    for i in range(rows):
        a = sign * w[i]
        if a != 0.0:
            for j in range(cols):
                out[j] += a * A[i * cols + j]


@kernel
def solve_columns(ints, floats, work, plan_ints, fwork, control, rhs, rhs_row, k, dx, dl):
    """dx (n_v, k) and dl (n_row, k) of the saddle-point equations for k right sides."""
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    for c in range(k):
        for i in range(p.a.shape[0]):
            p.a[i] = rhs[i * k + c]
        for r in range(p.b.shape[0]):
            p.b[r] = rhs_row[r * k + c]
        solve_saddle(ints, floats, work, plan_ints, fwork, p.a, p.b, p.x, p.l, p.r_v, p.r_row)
        for i in range(p.a.shape[0]):
            dx[i * k + c] = p.x[i]
        for r in range(p.b.shape[0]):
            dl[r * k + c] = p.l[r]


@inner_kernel
def clear(a):
    for i in range(a.shape[0]):
        a[i] = 0.0


@kernel
def acceleration_loads(t, dv, dz, k, ints, floats, work, plan_ints, fwork, control):
    """rhs, rhs_row := minus the changes of F and Phiddot along d_q, dv, dz."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    n, nz, rows = m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    clear(p.rhs)
    clear(p.rhs_row)
    add_product(s.F_q, n, n, p.d_q, k, -1.0, p.rhs)
    add_product(s.F_v, n, n, dv, k, -1.0, p.rhs)
    add_product(s.F_z, n, nz, dz, k, -1.0, p.rhs)
    add_product(s.Phiddot_q, rows, n, p.d_q, k, -1.0, p.rhs_row)
    add_product(s.gamma_v, rows, n, dv, k, 1.0, p.rhs_row)


@kernel
def along(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out := changes of [dy/dt, lam] along the columns y."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    ny = nq + n + nz
    k = y.shape[0] // ny
    slopes_here(t, ints, floats, work, plan_ints, fwork, control)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    dq, dv, dz = vector(y, 0, nq * k), vector(y, nq * k, n * k), vector(y, (nq + n) * k, nz * k)
    out_q, out_v = vector(out, 0, nq * k), vector(out, nq * k, n * k)
    out_z, out_lam = vector(out, (nq + n) * k, nz * k), vector(out, ny * k, rows * k)
    q, v = vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    tangent_columns(m, q, dq, k, p.d_q)
    component_columns(m, q, dv, k, out_q)
    add_rates_along(m, v, dq, k, 1.0, out_q)
    acceleration_loads(t, dv, dz, k, ints, floats, work, plan_ints, fwork, control)
    solve_columns(ints, floats, work, plan_ints, fwork, control, p.rhs, p.rhs_row, k, out_v, out_lam)
    clear(out_z)
    add_product(s.zdot_q, nz, n, p.d_q, k, 1.0, out_z)
    add_product(s.zdot_v, nz, n, dv, k, 1.0, out_z)
    add_product(s.zdot_z, nz, nz, dz, k, 1.0, out_z)
    return OK


@kernel
def against(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """out (ny) := the cotangent of the state that the cotangent y of [dy/dt, lam] is. Leaves in x, l what multiplies
    -F and -Phiddot: the change of y·[dy/dt, lam] with the design is y_z·zdot_p - x·F_p - l·Phiddot_p."""
    m = view_model(ints, floats)
    pints, pwork = point_buffers(plan_ints, fwork, control)
    p = view_point_work(pints, pwork)
    nq, n, nz, rows = m.q_start[-1], m.v_start[-1], m.z0.shape[0], m.row_value.shape[0]
    slopes_here(t, ints, floats, work, plan_ints, fwork, control)
    s = view_slopes(*slope_buffers(plan_ints, fwork, control, p.marks))
    w_q, w_v, w_z = vector(y, 0, nq), vector(y, nq, n), vector(y, nq + n, nz)
    out_q, out_v, out_z = vector(out, 0, nq), vector(out, nq, n), vector(out, nq + n, nz)
    q, v = vector(p.y_point, 0, nq), vector(p.y_point, nq, n)
    solve_saddle(
        ints, floats, work, plan_ints, fwork, w_v, vector(y, nq + n + nz, rows), p.x, p.l, p.r_v, p.r_row
    )  # fmt: skip
    clear(out)
    clear(p.s)
    add_transposed(s.F_q, n, n, p.x, -1.0, p.s)
    add_transposed(s.Phiddot_q, rows, n, p.l, -1.0, p.s)
    add_transposed(s.zdot_q, nz, n, w_z, 1.0, p.s)
    component_cotangent(m, q, p.s, out_q)
    add_rates_along(m, v, w_q, 1, -1.0, out_q)
    tangent_cotangent(m, q, w_q, out_v)
    add_transposed(s.F_v, n, n, p.x, -1.0, out_v)
    add_transposed(s.gamma_v, rows, n, p.l, 1.0, out_v)
    add_transposed(s.zdot_v, nz, n, w_z, 1.0, out_v)
    add_transposed(s.F_z, n, nz, p.x, -1.0, out_z)
    add_transposed(s.zdot_z, nz, nz, w_z, 1.0, out_z)
    return OK
