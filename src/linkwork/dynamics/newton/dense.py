"""Newton functions of implicit methods with dense matrices, reduced to the degrees of freedom.

    [a M + b C + c K,  Phi_v',  c F_z;  Phi_v, 0, 0;  -(b zdot_v + c zdot_q), 0, b I - c zdot_z]

With dx = x + R y and Phi_v R = 0 (dynamics.newton.reduced), the matrix that is factored is R'(a M + b C + c K)R,
bordered by the block states. For a linkage of two degrees of freedom it is 2×2, however many bodies there are, real or
complex.
"""

from __future__ import annotations

import numpy as np

from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.layout import EVALUATED, NEWTON_PLAN, NEWTON_SLOT, NEWTON_WORK, REAL_SLOT
from linkwork.dynamics.newton.reduced import N_WEIGHTS, Weights, basis, reduce_terms, view_newton
from linkwork.dynamics.problem import evaluate_y
from linkwork.dynamics.status import NOT_FINITE, OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.graded_solution import add_light_spins
from linkwork.kernels.recursions.loop_arrays import USED, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import dense_bodies
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_lu import lu_factor, lu_solve, solve_lower, solve_transposed, solve_upper
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel

SINGULAR_MATRIX = 20  # status of an iteration matrix without inverse
POWER_ITERATIONS = 8


@kernel
def copy_jacobians(plan, fwork, at, at_work):
    """Copy the Jacobians from their own buffers into NewtonWork."""
    nw = view_newton(plan[at:], fwork[at_work:])
    s = view_jacobians(plan[at + nw.sizes[1] :], fwork[at_work + nw.sizes[2] :])
    copy_into(nw.M, s.M)
    copy_into(nw.C, s.F_v)
    copy_into(nw.K, s.F_q)
    copy_into(nw.Phi_v, s.Phi_v)
    copy_into(nw.F_z, s.F_z)
    copy_into(nw.zdot_q, s.zdot_q)
    copy_into(nw.zdot_v, s.zdot_v)
    copy_into(nw.zdot_z, s.zdot_z)


@kernel
def newton_terms(t, y, out, page):
    """Compute M, C = F_v, K = F_q, Phi_v, F_z and the derivatives of zdot at (t, y), and reduce them."""
    at, at_work = int(page.count[NEWTON_PLAN]), int(page.count[NEWTON_WORK])
    m, w, f = view_model(page.ints, page.floats), view_work(page.ints, page.work), view_loop_work(page.plan, page.fwork)
    nw = view_newton(page.plan[at:], page.fwork[at_work:])
    n, rows, nz = m.v_start[-1], w.Phi.shape[0], w.z.shape[0]
    page.count[EVALUATED] = 0
    evaluate_y(page.ints, page.floats, page.work, t, y)
    if accelerations(page.ints, page.floats, page.work, page.plan, page.fwork) != OK:
        return NOT_FINITE
    sints, swork = page.plan[at + nw.sizes[1] :], page.fwork[at_work + nw.sizes[2] :]
    nq = m.q_start[-1]
    residual_jacobians(page.ints, page.floats, page.work, sints, swork, t, y[nq : nq + n])
    copy_jacobians(page.plan, page.fwork, at, at_work)
    if dense_bodies(f):
        add_light_spins(m.parent, m.v_start, w.S, rows, f.graded, nw.M)
    order = view_plan(page.plan, page.fwork).order
    for c in range(rows):
        r = order[c]
        nw.skipped[r] = 1 if f.drop[c] != USED or w.active[r] == 0.0 else 0
    LU, Phi_v = matrix(nw.LU, 0, rows, n), matrix(nw.Phi_v, 0, rows, n)
    nw.sizes[0] = basis(LU, m.row_scale, Phi_v, nw.skipped, nw.rows, nw.cols, nw.largest, nw.R)
    reduce_terms(page.plan, page.fwork, n, nz, at, at_work)
    total = 0.0
    for k in range(n * n):
        total += abs(nw.R_K_R[k]) + abs(nw.R_C_R[k])
    return OK if total < 1e300 else NOT_FINITE


@inner_kernel
def fill(w, n, nz, weights, out):
    """out := the reduced matrix for the weights a, b, c."""
    d, a, b, c = n - w.sizes[0], weights.a, weights.b, weights.c
    for i in range(d):
        for j in range(d):
            k = i * d + j
            out[i, j] = a * w.R_M_R[k] + b * w.R_C_R[k] + c * w.R_K_R[k]
        for j in range(nz):
            out[i, d + j] = c * w.R_F_z[i * nz + j]
    for i in range(nz):
        for j in range(d):
            out[d + i, j] = -b * w.z_v_R[i * d + j] - c * w.z_q_R[i * d + j]
        for j in range(nz):
            out[d + i, d + j] = -c * w.zdot_z[i * nz + j]
        out[d + i, d + i] += b


@kernel
def newton_factor(t, y, out, page):
    """Factor the reduced matrix of the weights y = [a, b, c], real and imaginary parts, in count[NEWTON_SLOT]."""
    nw = view_newton(page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :])
    w = view_work(page.ints, page.work)
    n, nz, slot = nw.cols.shape[0], w.z.shape[0], page.count[NEWTON_SLOT]
    most = n + nz
    k = most - nw.sizes[0]
    for i in range(N_WEIGHTS):
        nw.weights[N_WEIGHTS * slot + i] = y[i]
    pivots = nw.pivots[most * slot : most * slot + k]
    if slot == REAL_SLOT:
        A = matrix(nw.real, 0, k, k)
        fill(nw, n, nz, Weights(y[0], y[2], y[4]), A)
        return OK if lu_factor(A, pivots, 0.0) == 0 else SINGULAR_MATRIX
    B = matrix(nw.imaginary.view(np.complex128), most * most * (slot - 1), k, k)
    fill(nw, n, nz, Weights(complex(y[0], y[1]), complex(y[2], y[3]), complex(y[4], y[5])), B)
    return OK if lu_factor(B, pivots, 0.0) == 0 else SINGULAR_MATRIX


@inner_kernel
def spread(w, n, nz, mu, r, A, pivots, b, out):
    """Compute `newton_solve` for one scalar type: out = [dq, dv, dz] for residuals r = [r1, r2, r3].

    With dq = r1/mu + r2/mu² + w, dv = r2/mu + mu w and Phi_v w = 0 the mass matrix vanishes from the right-hand side:
    (mu² M + mu C + K) w + Phi_v' dl + F_z dz = -(C r2/mu + K (r1/mu + r2/mu²)).
    """
    d = n - w.sizes[0]
    inverse = 1.0 / mu
    for i in range(n):
        out[n + i] = r[n + i] * inverse
        out[i] = (r[i] + out[n + i]) * inverse
    for i in range(d):
        s = 0.0 * inverse
        for j in range(n):
            s -= w.R_C[i * n + j] * out[n + j] + w.R_K[i * n + j] * out[j]
        b[i] = s
    for i in range(nz):
        s = r[2 * n + i]
        for j in range(n):
            s += w.zdot_q[i * n + j] * out[j] + w.zdot_v[i * n + j] * out[n + j]
        b[d + i] = s
    lu_solve(A, pivots, b)
    for i in range(n):
        s = 0.0 * inverse
        for j in range(d):
            s += w.R[i * d + j] * b[j]
        out[i] += s
        out[n + i] += mu * s
    for i in range(nz):
        out[2 * n + i] = b[d + i]


@kernel
def newton_solve(t, y, out, page):
    """Solve for a Newton step with the factors in count[NEWTON_SLOT], whose weights were a = mu², b = mu, c = 1:

    mu dq - dv = r1,   M (mu dv - r2) + C dv + K dq + Phi_v' dl + F_z dz = 0,   Phi_v (mu dv - r2) = 0,
    mu dz - zdot_q dq - zdot_v dv - zdot_z dz = r3

    with y = [r1 (nv), r2 (nv), r3 (nz)] and out = [dq, dv, dz]; real and imaginary parts alternate in complex slots.
    """
    nw = view_newton(page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :])
    w = view_work(page.ints, page.work)
    n, nz, slot = nw.cols.shape[0], w.z.shape[0], page.count[NEWTON_SLOT]
    most = n + nz
    k, size = most - nw.sizes[0], 2 * n + nz
    pivots, at = nw.pivots[most * slot : most * slot + k], N_WEIGHTS * slot
    if slot == REAL_SLOT:
        A = matrix(nw.real, 0, k, k)
        spread(nw, n, nz, nw.weights[at + 2], y[:size], A, pivots, nw.scratch[:k], out[:size])
        return OK
    B = matrix(nw.imaginary.view(np.complex128), most * most * (slot - 1), k, k)
    mu = complex(nw.weights[at + 2], nw.weights[at + 3])
    r, x = y[: 2 * size].view(np.complex128), out[: 2 * size].view(np.complex128)
    spread(nw, n, nz, mu, r, B, pivots, nw.scratch[: 2 * k].view(np.complex128), x)
    return OK


@inner_kernel
def apply_weighted(w, n, weights, x, sign, out):
    """out += sign (a M + b C + c K) x."""
    a, b, c = weights.a, weights.b, weights.c
    for i in range(n):
        s = 0.0 * a
        for j in range(n):
            e = i * n + j
            s += (a * w.M[e] + b * w.C[e] + c * w.K[e]) * x[j]
        out[i] += sign * s


@inner_kernel
def saddle(w, n, m, nz, row_scale, weights, r, A, pivots, s, out):
    """Compute `saddle_solve` for one scalar type.

    s (3 n + m + 2 k) is scratch: right-hand side, particular solution, rows, degrees of freedom.
    """
    rank, b, c = w.sizes[0], weights.b, weights.c
    d, LU = n - rank, matrix(w.LU, 0, m, n)
    rest, x, rows, y = s[:n], s[n : 2 * n], s[2 * n : 2 * n + m], s[2 * n + m : 2 * n + m + d + nz]
    for k in range(m):
        rows[k] = row_scale[w.rows[k]] * r[n + w.rows[k]]
    solve_lower(LU, rank, rows)
    solve_upper(LU, rank, rows)
    for k in range(n):
        x[w.cols[k]] = rows[k] if k < rank else 0.0
        rest[k] = r[k]
    apply_weighted(w, n, weights, x, -1.0, rest)
    for i in range(d):
        y[i] = 0.0
        for k in range(n):
            y[i] += w.R[k * d + i] * rest[k]
    for i in range(nz):
        y[d + i] = r[n + m + i]
        for k in range(n):
            y[d + i] += (b * w.zdot_v[i * n + k] + c * w.zdot_q[i * n + k]) * x[k]
    lu_solve(A, pivots, y)
    for k in range(n):
        out[k] = x[k]
        for i in range(d):
            out[k] += w.R[k * d + i] * y[i]
        rest[k] = r[k]
        for i in range(nz):
            rest[k] -= c * w.F_z[k * nz + i] * y[d + i]
    apply_weighted(w, n, weights, out, -1.0, rest)
    for k in range(rank):
        rows[k] = rest[w.cols[k]]
    solve_transposed(LU, rank, rows)
    for k in range(m):
        out[n + w.rows[k]] = row_scale[w.rows[k]] * rows[k] if k < rank else 0.0
    for i in range(nz):
        out[n + m + i] = y[d + i]


@kernel
def saddle_solve(t, y, out, page):
    """Solve with the whole matrix in count[NEWTON_SLOT]: y = [rF (nv), rPhi (n_row), rz (nz)], out = [dx, dlam, dz].

    Real and imaginary parts alternate in complex slots. Rows that are left out are ignored; their multipliers are zero.
    """
    nw = view_newton(page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :])
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    n, rows, nz, slot = nw.cols.shape[0], w.Phi.shape[0], w.z.shape[0], page.count[NEWTON_SLOT]
    most = n + nz
    k, size, many = most - nw.sizes[0], n + rows + nz, 3 * n + rows + 2 * most
    pivots, at = nw.pivots[most * slot : most * slot + k], N_WEIGHTS * slot
    a, b, c = nw.weights[at : at + 2], nw.weights[at + 2 : at + 4], nw.weights[at + 4 : at + 6]
    if slot == REAL_SLOT:
        A, s = matrix(nw.real, 0, k, k), nw.scratch[:many]
        saddle(nw, n, rows, nz, m.row_scale, Weights(a[0], b[0], c[0]), y[:size], A, pivots, s, out[:size])
        return OK
    B, z = matrix(nw.imaginary.view(np.complex128), most * most * (slot - 1), k, k), nw.scratch.view(np.complex128)
    r, x = y[: 2 * size].view(np.complex128), out[: 2 * size].view(np.complex128)
    weights = Weights(complex(a[0], a[1]), complex(b[0], b[1]), complex(c[0], c[1]))
    saddle(nw, n, rows, nz, m.row_scale, weights, r, B, pivots, z, x)
    return OK


@kernel
def largest_eigenvalue(mass, pivots, A, x, b):
    """Estimate the largest absolute eigenvalue of mass^-1 A by a few power iterations; x and b are scratch."""
    d, size = A.shape[0], 0.0
    for i in range(d):
        x[i] = 1.0 + 0.37 * ((7 * i) % 5)
    for _ in range(POWER_ITERATIONS):
        for i in range(d):
            b[i] = 0.0
            for j in range(d):
                b[i] += A[i, j] * x[j]
        lu_solve(mass, pivots, b)
        before, after = 0.0, 0.0
        for i in range(d):
            before += x[i] * x[i]
            after += b[i] * b[i]
        if not 0.0 < after < 1e300:
            return 0.0
        size = (after / before) ** 0.5
        for i in range(d):
            x[i] = b[i] / after**0.5
    return size


@kernel
def newton_stiffness(t, y, out, page):
    """out := [sqrt(rho(M^-1 K)), rho(M^-1 C)], 1/s, on the constraints, from the stored terms.

    These are the rates that an explicit method must resolve.
    """
    nw = view_newton(page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :])
    n = nw.cols.shape[0]
    d = n - nw.sizes[0]
    mass, pivots, x, b = matrix(nw.mass, 0, d, d), nw.mass_pivots[:d], nw.scratch[:d], nw.scratch[n : n + d]
    copy_into(nw.mass, nw.R_M_R)
    if lu_factor(mass, pivots, 0.0) != 0:
        return SINGULAR_MATRIX
    out[0] = largest_eigenvalue(mass, pivots, matrix(nw.R_K_R, 0, d, d), x, b) ** 0.5
    out[1] = largest_eigenvalue(mass, pivots, matrix(nw.R_C_R, 0, d, d), x, b)
    return OK
