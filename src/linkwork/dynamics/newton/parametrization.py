"""Local parametrization of the constraints for multistep methods (bae-sensitivity, Eqs. 25 to 29).

An integration formula for q and v is required to hold for the independent coordinates U0 only; the constraints
determine the others:

    U0' r = 0,    Phi = 0,    Phidot = 0

U0 selects the independent columns in the LU factorization of Phi_v with complete pivoting. The Newton matrix is
reduced with the same factorization, and both are renewed together. With N the null space of Phi_v for which U0' N = 1,
the residual r is replaced by N U0' r, and Phi is removed by dependent coordinates alone, so that the Newton matrix is
exact for motions that satisfy the constraints.

Large models use the mass metric instead: the part of r that a displacement M^-1 Phi_v' x can produce is removed, by
the sparse factorization of kernels.recursions.loops at the iterate. Rows that constrain velocities do not change
positions.
"""

from __future__ import annotations

from linkwork.dynamics.layout import NEWTON_PLAN, NEWTON_WORK
from linkwork.dynamics.newton.reduced import view_newton
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.loop_arrays import view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor, solve_factored
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.numerics.dense_lu import solve_lower, solve_upper
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

POSITIONS = 0


@inner_kernel
def least_displacement(m, w, plan, f):
    """f.x_v := the least displacement in the mass norm with Phi_v x = f.r_row, by the current factors."""
    for b in range(f.p.shape[0]):
        for i in range(6):
            f.p[b, i] = 0.0
    for k in range(f.u.shape[0]):
        f.u[k] = 0.0
    for c in range(f.beta.shape[0]):
        f.beta[c] = f.r_row[plan.order[c]]
    solve_factored(m, w, plan, f)


@inner_kernel
def row_products(m, w, f, x):
    """f.r_row := Phi_v x."""
    velocity_transformation(m, w, x, w.dA)
    for r in range(f.r_row.shape[0]):
        total = 0.0
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c, G = m.term_coef[t] * w.active[r], w.measure_G[j]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    total += c * G[6 * half + i] * w.dA[b, i]
        f.r_row[r] = total


@inner_kernel
def dense_products(nw, n, x, out):
    """out := Phi_v x with the Phi_v of the Newton matrix."""
    for r in range(out.shape[0]):
        total = 0.0
        for k in range(n):
            total += nw.Phi_v[r * n + k] * x[k]
        out[r] = total


@inner_kernel
def dependent_displacement(nw, n, row_scale, beta, x):
    """x := a displacement of dependent coordinates with Phi_v x = beta."""
    rows, rank = beta.shape[0], nw.sizes[0]
    LU, s = matrix(nw.LU, 0, rows, n), nw.scratch[:rows]
    for i in range(rows):
        s[i] = row_scale[nw.rows[i]] * beta[nw.rows[i]]
    solve_lower(LU, rank, s)
    solve_upper(LU, rank, s)
    for k in range(n):
        x[nw.cols[k]] = s[k] if k < rank else 0.0


@inner_kernel
def without_velocity_rows(m, level, values):
    """Set the values of velocity-level rows to zero at the level of positions, which they do not constrain."""
    for r in range(values.shape[0]):
        if level == POSITIONS and m.row_level[r] != 0:
            values[r] = 0.0


@inner_kernel
def violations(w, level, out):
    """out := the right-hand side that removes the violation, -Phi or -Phidot."""
    for r in range(out.shape[0]):
        out[r] = -w.Phi[r] if level == POSITIONS else -w.Phidot[r]


@kernel
def parametrize_by_coordinates(t, y, out, page):
    """Replace the residual r in out by N U0' r, and append the correction that returns to the constraints.

    out = [r, correction], two tangent vectors. The state must have been evaluated: the correction moves dependent
    coordinates and removes Phi and Phidot to first order.
    """
    m, w, f = view_model(page.ints, page.floats), view_work(page.ints, page.work), view_loop_work(page.plan, page.fwork)
    nw = view_newton(page.plan[int(page.count[NEWTON_PLAN]) :], page.fwork[int(page.count[NEWTON_WORK]) :])
    nv, nt = m.v_start[-1], 2 * m.v_start[-1] + w.z.shape[0]
    for k in range(nt):
        out[nt + k] = 0.0
    if f.r_row.shape[0] == 0:
        return OK
    for level in range(2):
        r, back = vector(out, level * nv, nv), vector(out, nt + level * nv, nv)
        dense_products(nw, nv, r, f.r_row)
        without_velocity_rows(m, level, f.r_row)
        dependent_displacement(nw, nv, m.row_scale, f.r_row, back)
        for k in range(nv):
            r[k] -= back[k]
        violations(w, level, f.r_row)
        dependent_displacement(nw, nv, m.row_scale, f.r_row, back)
    return OK


@kernel
def parametrize_by_mass(t, y, out, page):
    """Do as `parametrize_by_coordinates` in the mass metric, at a cost linear in the number of bodies."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    nv, nt = m.v_start[-1], 2 * m.v_start[-1] + w.z.shape[0]
    for k in range(nt):
        out[nt + k] = 0.0
    if f.r_row.shape[0] == 0:
        return OK
    factor(m, w, plan, f)
    for level in range(2):
        r, back = vector(out, level * nv, nv), vector(out, nt + level * nv, nv)
        row_products(m, w, f, r)
        without_velocity_rows(m, level, f.r_row)
        least_displacement(m, w, plan, f)
        for k in range(nv):
            r[k] -= f.x_v[k]
        violations(w, level, f.r_row)
        least_displacement(m, w, plan, f)
        for k in range(nv):
            back[k] = f.x_v[k]
    return OK
