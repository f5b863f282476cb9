"""The equations of motion as residuals, for integrators that iterate on accelerations and multipliers themselves.

    F = M vdot - (Q - h) + Phi_v' lam,    Phi,    Phidot,    Phiddot = Phi_v vdot - gamma

`retract` applies a tangent vector to a state. All functions have the contract's signature and are linear in the number
of bodies.
"""

from __future__ import annotations

from linkwork.dynamics.layout import CONSTRAINT_INDEX
from linkwork.dynamics.newton.parametrization import least_displacement
from linkwork.dynamics.problem import evaluate_y
from linkwork.dynamics.status import NOT_FINITE, OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.recursions.loop_arrays import view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor
from linkwork.kernels.recursions.saddle_point import motion_residuals, row_residuals
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel

VELOCITY_LEVEL = 1  # row_level


@kernel
def retract(t, y, out, page):
    """y := y ⊕ out for a tangent vector out = [dq (nv), dv (nv), dz (nz)]."""
    m = view_model(page.ints, page.floats)
    nq, nv = m.q_start[-1], m.v_start[-1]
    displace(m, y[:nq], out[:nv], y[:nq])
    for k in range(y.shape[0] - nq):
        y[nq + k] += out[nv + k]
    return OK


@kernel
def residual(t, y, out, page):
    """Compute residuals: y = [q, v, z, vdot, lam]; out := [F (nv), Phi, Phidot, Phiddot (n_row each), zdot (nz)]."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    nq, nv, nz, rows = m.q_start[-1], m.v_start[-1], w.z.shape[0], w.lam.shape[0]
    ny = nq + nv + nz
    evaluate_y(page.ints, page.floats, page.work, t, y)
    copy_into(w.vdot, y[ny : ny + nv])
    copy_into(w.lam, y[ny + nv : ny + nv + rows])
    motion_residuals(m, w, f)
    total = 0.0
    for k in range(nv):
        out[k] = -f.r_v[k]
        total += abs(out[k])
    row_residuals(m, w, plan, f, w.dA)  # B vdot is left there by motion_residuals
    for r in range(rows):
        out[nv + r], out[nv + rows + r], out[nv + 2 * rows + r] = w.Phi[r], w.Phidot[r], -f.r_row[r]
        total += abs(w.Phi[r]) + abs(w.Phidot[r])
    for k in range(nz):
        out[nv + 3 * rows + k] = w.zdot[k]
    return OK if total < 1e300 else NOT_FINITE


@kernel
def stepping_residual(t, y, out, page):
    """Compute right-hand sides of `saddle_solve` for a method that moves q, v, vdot, z by c x, b x, a x and c x_z.

    y = [q, v, z, vdot, lam, zdot of the method (nz), b, c]; out := [-F, rows, zdot - that of the method, displacement
    (nv)]. A row is the equation Phi_v c x = -Phi if count[CONSTRAINT_INDEX] is 3, and Phi_v b x = -Phidot if it is 2
    or if the row constrains velocities. With index 2 a further displacement, the least in the mass norm, moves the
    positions onto their constraints (Gear, Gupta & Leimkuhler 1985).
    """
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    nq, nv, nz, rows = m.q_start[-1], m.v_start[-1], w.z.shape[0], w.lam.shape[0]
    at = nq + nv + nz + nv + rows
    b, c, index = y[at + nz], y[at + nz + 1], page.count[CONSTRAINT_INDEX]
    evaluate_y(page.ints, page.floats, page.work, t, y)
    copy_into(w.vdot, y[nq + nv + nz : at - rows])
    copy_into(w.lam, y[at - rows : at])
    motion_residuals(m, w, f)
    total = 0.0
    for k in range(nv):
        out[k] = f.r_v[k]
        total += abs(f.r_v[k])
    for r in range(rows):
        on_velocities = index == 2 or m.row_level[r] == VELOCITY_LEVEL
        out[nv + r] = -w.Phidot[r] / b if on_velocities else -w.Phi[r] / c
        total += abs(out[nv + r])
    for k in range(nz):
        out[nv + rows + k] = w.zdot[k] - y[at + k]
        total += abs(w.zdot[k])
    further = out[nv + rows + nz :]
    for k in range(nv):
        further[k] = 0.0
    if index == 2 and rows > 0:
        factor(m, w, plan, f)
        for r in range(rows):
            f.r_row[r] = c / b * w.Phidot[r] - w.Phi[r] if m.row_level[r] != VELOCITY_LEVEL else 0.0
        least_displacement(m, w, plan, f)
        copy_into(further, f.x_v)
    return OK if total < 1e300 else NOT_FINITE
