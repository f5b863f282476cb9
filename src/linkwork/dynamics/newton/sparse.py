"""Newton functions of implicit methods for large models: tree order, linear in bodies (kernels.recursions.compliant).

    [a M + b C + c K,  Phi_v';  Phi_v, 0],      b I - c zdot_z beside it

K and C contain the material stiffness and damping of springs, force laws between frames and expressions by their own
measures, but no geometric stiffness, no gyroscopic terms, and no F_z, zdot_q or zdot_v. Newton's iteration converges
as fast as with all of them if these elements are the stiff ones. Redundant and inactive rows are left out.
"""

from __future__ import annotations

import numpy as np

from linkwork.dynamics.layout import EVALUATED, NEWTON_PLAN, NEWTON_SLOT, NEWTON_WORK, REAL_SLOT
from linkwork.dynamics.problem import evaluate_y
from linkwork.dynamics.status import NOT_FINITE, OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.expressions.blocks import run_plan
from linkwork.kernels.forces.between_frames import law_state_rates
from linkwork.kernels.forces.stiffness import element_gradients
from linkwork.kernels.recursions.compliant import (
    HEADER,
    element_forces,
    factor_compliant,
    phase,
    view_elements,
    view_factors,
    view_rows,
    view_terms,
)
from linkwork.kernels.recursions.loop_arrays import USED, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import solve_inward, solve_outward
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_lu import lu_factor, lu_solve
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel

SINGULAR_MATRIX = 20  # as in newton.dense
LAST = HEADER - 1  # where the size of Factors is
POWER_ITERATIONS = 8
RELATIVE_STEP = 1e-7  # of differences of zdot


@kernel
def state_jacobian(ints, floats, work, t, zdot, zdot_z):
    """zdot_z (n_z, n_z) := differences of zdot at constant measures; the evaluation is restored afterwards."""
    m, w = view_model(ints, floats), view_work(ints, work)
    nz = w.z.shape[0]
    copy_into(zdot, w.zdot)
    for j in range(nz):
        there = w.z[j]
        w.z[j] = there + RELATIVE_STEP * max(1.0, abs(there))
        step = w.z[j] - there
        run_plan(m, w, t)
        law_state_rates(m, w, t)
        for i in range(nz):
            zdot_z[i, j] = (w.zdot[i] - zdot[i]) / step
        w.z[j] = there
    run_plan(m, w, t)
    law_state_rates(m, w, t)


@kernel
def store_terms(page, elements, numbers, t):
    """Store the terms of the matrix at the evaluated position."""
    m, w, f, order = (
        view_model(page.ints, page.floats),
        view_work(page.ints, page.work),
        view_loop_work(page.plan, page.fwork),
        view_plan(page.plan, page.fwork).order,
    )
    x, k = view_elements(elements, numbers), view_terms(elements, numbers)
    for c in range(order.shape[0]):
        k.active[order[c]] = w.active[order[c]] if f.drop[c] == USED else 0.0
    for b in range(w.X_WB.shape[0]):
        copy_into(k.X_WB[b], w.X_WB[b])
        copy_into(k.I_W[b], w.I_W[b])
    for i in range(w.S.shape[0]):
        copy_into(k.S[i], w.S[i])
    for j in range(w.measure_G.shape[0]):
        copy_into(k.measure_G[j], w.measure_G[j])
    element_gradients(m, w, t, x.source, x.tape_first, k)
    total = 0.0
    for e in range(k.G.shape[0]):
        for i in range(12):
            total += abs(k.G[e, i])
    for e in range(k.stiffness.shape[0]):
        total += k.stiffness[e] + k.damping[e]
    for e in range(k.law_K.shape[0]):
        for i in range(0, 36, 7):
            total += abs(k.law_K[e, i]) + abs(k.law_C[e, i])
    for b in range(w.X_WB.shape[0]):
        total += abs(w.X_WB[b, 0]) + abs(w.X_WB[b, 9])
    return OK if total < 1e300 else NOT_FINITE


@kernel
def newton_terms(t, y, out, page):
    """Evaluate at (t, y) and store bodies, rows and elements for the factorizations that follow."""
    elements, numbers = page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :]
    page.count[EVALUATED] = 0
    evaluate_y(page.ints, page.floats, page.work, t, y)
    k, w = view_terms(elements, numbers), view_work(page.ints, page.work)
    if w.z.shape[0] > 0:
        state_jacobian(page.ints, page.floats, page.work, t, k.zdot, matrix(k.zdot_z, 0, w.z.shape[0], w.z.shape[0]))
    return store_terms(page, elements, numbers, t)


@kernel
def slot_factors(ints, floats, elements, numbers, buffer, pivots, a, b, c):
    """Factor the matrix in one slot's buffer, real or complex, divided by the phase of b so that its real part is
    positive.
    """
    m, plan, x, k = (
        view_model(ints, floats),
        view_rows(elements, numbers),
        view_elements(elements, numbers),
        view_terms(elements, numbers),
    )
    f = view_factors(elements, buffer)
    unit = phase(b)
    factor_compliant(m, k, plan, x, f, a / unit, b / unit, c / unit)
    nz = f.z.shape[0]
    if nz == 0:
        return OK
    A = matrix(f.z_lu, 0, nz, nz)
    for i in range(nz):
        for j in range(nz):
            A[i, j] = -c * k.zdot_z[nz * i + j]
        A[i, i] += b
    return OK if lu_factor(A, pivots, 0.0) == 0 else SINGULAR_MATRIX


@kernel
def newton_factor(t, y, out, page):
    """Factor the matrix of the weights y = [a, b, c], real and imaginary parts, in count[NEWTON_SLOT]."""
    elements, numbers, slot = (
        page.plan[int(page.count[NEWTON_PLAN]) :],
        page.fwork[int(page.count[NEWTON_WORK]) :],
        page.count[NEWTON_SLOT],
    )
    x, k = view_elements(elements, numbers), view_terms(elements, numbers)
    for i in range(6):
        k.weights[slot, i] = y[i]
    nz = k.zdot.shape[0]
    buffer, pivots = numbers[x.slots[slot] :], x.pivots[nz * slot : nz * slot + nz]
    if slot == REAL_SLOT:
        return slot_factors(page.ints, page.floats, elements, numbers, buffer, pivots, y[0], y[2], y[4])
    a, b, c = complex(y[0], y[1]), complex(y[2], y[3]), complex(y[4], y[5])
    return slot_factors(
        page.ints, page.floats, elements, numbers, buffer[: 2 * elements[LAST]].view(np.complex128), pivots, a, b, c
    )


@kernel
def solve_slot(ints, floats, elements, numbers, buffer):
    """Compute x_v and x_lam with the slot's matrix for p, u, beta."""
    m, plan, k, f = (
        view_model(ints, floats),
        view_rows(elements, numbers),
        view_terms(elements, numbers),
        view_factors(elements, buffer),
    )
    solve_inward(m, k, plan, f)
    solve_outward(m, k, plan, f)


@kernel
def advance(ints, floats, elements, numbers, buffer, pivots, mu, r, out):
    """Compute `newton_solve` for one scalar type.

    With dq = q0 + x, q0 = (r1 + r2/mu)/mu, the mass matrix vanishes from the right-hand side (Phi_v x = 0): (mu² M +
    mu C + K) x + Phi_v' dl = -(C r2/mu + K q0).
    """
    m, x, k, f = (
        view_model(ints, floats),
        view_elements(elements, numbers),
        view_terms(elements, numbers),
        view_factors(elements, buffer),
    )
    n, nz, inverse, unit = f.x_v.shape[0], f.z.shape[0], 1.0 / mu, phase(mu)
    for i in range(n):
        out[n + i] = r[n + i] * inverse
        out[i] = (r[i] + out[n + i]) * inverse
    f.p[:, :] = 0.0
    f.u[:] = 0.0
    f.beta[:] = 0.0
    f.Y[0, :] = 0.0
    f.Ydot[0, :] = 0.0
    velocity_transformation(m, k, out[:n], f.Y)
    velocity_transformation(m, k, out[n : 2 * n], f.Ydot)
    element_forces(m, k, x, f)
    for b in range(f.p.shape[0]):
        for i in range(6):
            f.p[b, i] /= unit
    solve_slot(ints, floats, elements, numbers, buffer)
    for i in range(n):
        out[i] += f.x_v[i]
        out[n + i] += mu * f.x_v[i]
    if nz > 0:
        copy_into(f.z, r[2 * n :])
        lu_solve(matrix(f.z_lu, 0, nz, nz), pivots, f.z)
        copy_into(out[2 * n :], f.z)
    return OK


@kernel
def newton_solve(t, y, out, page):
    """Solve for a Newton step with the factors in count[NEWTON_SLOT], whose weights were a = mu², b = mu, c = 1:

    mu dq - dv = r1,   M (mu dv - r2) + C dv + K dq + Phi_v' dl = 0,   Phi_v (mu dv - r2) = 0,   mu dz - zdot_z dz = r3

    with y = [r1 (nv), r2 (nv), r3 (nz)] and out = [dq, dv, dz]; real and imaginary parts alternate in complex slots.
    """
    elements, numbers, slot = (
        page.plan[int(page.count[NEWTON_PLAN]) :],
        page.fwork[int(page.count[NEWTON_WORK]) :],
        page.count[NEWTON_SLOT],
    )
    x, k = view_elements(elements, numbers), view_terms(elements, numbers)
    n, nz = k.S.shape[0], k.zdot.shape[0]
    size, buffer, pivots = 2 * n + nz, numbers[x.slots[slot] :], x.pivots[nz * slot : nz * slot + nz]
    if slot == REAL_SLOT:
        return advance(page.ints, page.floats, elements, numbers, buffer, pivots, k.weights[0, 2], y[:size], out[:size])
    mu = complex(k.weights[slot, 2], k.weights[slot, 3])
    r, into = y[: 2 * size].view(np.complex128), out[: 2 * size].view(np.complex128)
    return advance(
        page.ints, page.floats, elements, numbers, buffer[: 2 * elements[LAST]].view(np.complex128), pivots, mu, r, into
    )


@kernel
def saddle(ints, floats, elements, numbers, buffer, pivots, b, r, out):
    """Compute `saddle_solve` for one scalar type; multipliers are those of the matrix divided by the phase of b."""
    plan, k, f = view_rows(elements, numbers), view_terms(elements, numbers), view_factors(elements, buffer)
    n, rows, nz, unit = f.x_v.shape[0], k.active.shape[0], f.z.shape[0], phase(b)
    f.p[:, :] = 0.0
    for i in range(n):
        f.u[i] = r[i] / unit
    for c in range(f.beta.shape[0]):
        row = plan.order[c]
        f.beta[c] = r[n + row] * k.active[row] if row < rows else 0.0 * unit
    solve_slot(ints, floats, elements, numbers, buffer)
    for i in range(n):
        out[i] = f.x_v[i]
    for row in range(rows):
        out[n + row] = f.x_lam[row] * unit
    if nz > 0:
        copy_into(f.z, r[n + rows :])
        lu_solve(matrix(f.z_lu, 0, nz, nz), pivots, f.z)
        copy_into(out[n + rows :], f.z)
    return OK


@kernel
def saddle_solve(t, y, out, page):
    """Solve with the whole matrix in count[NEWTON_SLOT]: y = [rF (nv), rPhi (n_row), rz (nz)], out = [dx, dlam, dz].

    Real and imaginary parts alternate in complex slots. Rows that are left out are ignored; their multipliers are zero.
    """
    elements, numbers, slot = (
        page.plan[int(page.count[NEWTON_PLAN]) :],
        page.fwork[int(page.count[NEWTON_WORK]) :],
        page.count[NEWTON_SLOT],
    )
    x, k = view_elements(elements, numbers), view_terms(elements, numbers)
    nz = k.zdot.shape[0]
    size, buffer, pivots = k.answer.shape[0], numbers[x.slots[slot] :], x.pivots[nz * slot : nz * slot + nz]
    if slot == REAL_SLOT:
        return saddle(page.ints, page.floats, elements, numbers, buffer, pivots, k.weights[0, 2], y[:size], out[:size])
    b = complex(k.weights[slot, 2], k.weights[slot, 3])
    r, into = y[: 2 * size].view(np.complex128), out[: 2 * size].view(np.complex128)
    return saddle(
        page.ints, page.floats, elements, numbers, buffer[: 2 * elements[LAST]].view(np.complex128), pivots, b, r, into
    )


@kernel
def largest_rate(ints, floats, elements, numbers, buffer, damped):
    """Estimate the largest eigenvalue of M^-1 K (or M^-1 C) on the constraints by a few power iterations."""
    m, x, k, f = (
        view_model(ints, floats),
        view_elements(elements, numbers),
        view_terms(elements, numbers),
        view_factors(elements, buffer),
    )
    n, size = f.x_v.shape[0], 0.0
    for i in range(n):
        f.x_v[i] = 1.0 + 0.37 * ((7 * i) % 5)
    for _ in range(POWER_ITERATIONS):
        before = 0.0
        for i in range(n):
            before += f.x_v[i] * f.x_v[i]
        f.p[:, :] = 0.0
        f.u[:] = 0.0
        f.beta[:] = 0.0
        f.Y[:, :] = 0.0
        f.Ydot[:, :] = 0.0
        velocity_transformation(m, k, f.x_v, f.Ydot if damped else f.Y)
        element_forces(m, k, x, f)
        solve_slot(ints, floats, elements, numbers, buffer)
        after = 0.0
        for i in range(n):
            after += f.x_v[i] * f.x_v[i]
        if not 0.0 < after < 1e300:
            return 0.0
        size = (after / before) ** 0.5
        for i in range(n):
            f.x_v[i] /= after**0.5
    return size


@kernel
def newton_stiffness(t, y, out, page):
    """out := [sqrt(rho(M^-1 K)), rho(M^-1 C)], 1/s, on the constraints, from the stored terms.

    The buffer of slot 2 is overwritten.
    """
    elements, numbers = page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :]
    x, nz = view_elements(elements, numbers), view_terms(elements, numbers).zdot.shape[0]
    buffer, pivots = numbers[x.slots[2] :], x.pivots[2 * nz : 3 * nz]
    slot_factors(page.ints, page.floats, elements, numbers, buffer, pivots, 1.0, 0.0, 0.0)
    out[0] = largest_rate(page.ints, page.floats, elements, numbers, buffer, False) ** 0.5
    out[1] = largest_rate(page.ints, page.floats, elements, numbers, buffer, True)
    return OK
