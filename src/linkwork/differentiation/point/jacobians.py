"""Jacobians at the point of the last `rates` or `project`, and the derivatives by design parameters.

After a projection there are also E_q = (M x_q - Phi_v' mu_q)_q, its derivatives e_q by the design, E_v and e_v. They
are the Jacobians of F = M vdot - (Q - h) + Phi_v' lam with x and -mu in place of vdot and lam, multiplied by such a
large factor that Q - h is negligible.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import (
    JACOBIANS_HERE,
    LAST,
    LEAST,
    MAGNIFIED,
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
from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.by_design import design_tangents
from linkwork.kernels.derivatives.design_arrays import view_design
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.motion import spatial_accelerations
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.derivatives.rows import rates_by_q, second_rates
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

BESIDE_Q, BESIDE_V, HERE = (
    0,
    1,
    2,
)  # accelerations for which Jacobians are computed: x_q, x_v, and those of the point


@kernel
def second_row_jacobians(ints, floats, work, sints, swork, v, Phiddot_v):
    """Compute Phiddot_q of JacobianWork, and Phiddot_v = -gamma_v."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    spatial_accelerations(m, w, s, v, w.vdot, 1.0, 0.0)
    clear(s.Phiddot_q)
    clear(Phiddot_v)
    second_rates(m, w, s, 1.0, s.Phiddot_q, Phiddot_v)


@kernel
def first_row_jacobians(ints, floats, work, sints, swork):
    """Compute Phidot_q of JacobianWork, after `residual_jacobians`."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    clear(s.Phidot_q)
    rates_by_q(m, w, s, s.Phidot_q)


@kernel
def put_accelerations(which, page):
    """Set vdot and lam for which Jacobians are computed, and return 0 if none are needed."""
    w = view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    x, mu = (p.x_q, p.mu_q) if which == BESIDE_Q else (p.x_v, p.mu_v)
    if which != HERE and not largest(x) > LEAST:
        return 0
    for i in range(x.shape[0]):
        w.vdot[i] = p.a[i] if which == HERE else MAGNIFIED * x[i]
    for r in range(mu.shape[0]):
        w.lam[r] = p.b[r] if which == HERE else -MAGNIFIED * mu[r]
    return 1


@kernel
def store_jacobians(which, page):
    """Store F_q and F_p as E and e, scaled back to the size of x and mu."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    E, e = (p.E_q, p.e_q) if which == BESIDE_Q else (p.E_v, p.e_v)
    F_q = view_jacobians(*jacobian_buffers(page, p.flags)).F_q
    for i in range(E.shape[0]):
        E[i] = F_q[i] / MAGNIFIED
    if p.flags[TANGENTS] > 0:
        F_p = view_design(*design_buffers(page, p.flags)).F_p
        put_columns(1.0 / MAGNIFIED, F_p, p.flags[TANGENTS], p.g.shape[0], e)


@kernel
def point_jacobians(t, page):
    """Compute F_q, F_v, F_z, M, Phi_v, Phiddot_q, Phiddot_v, zdot_q, … and the design derivatives; after a projection
    of rows also E, e and Phidot_q."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    projected = p.flags[LAST] == PROJECT
    if p.flags[JACOBIANS_HERE] == 1 and not projected:
        return
    sints, swork = jacobian_buffers(page, p.flags)
    q, v = vector(p.y_point, 0, m.q_start[-1]), vector(p.y_point, m.q_start[-1], m.v_start[-1])
    if projected:
        accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
        clear(p.E_q)
        clear(p.E_v)
        clear(p.e_q)
        clear(p.e_v)
    copy_into(p.a, w.vdot)
    copy_into(p.b, w.lam)
    for which in range(0 if projected else HERE, HERE + 1):
        if put_accelerations(which, page) == 0:
            continue
        residual_jacobians(page.ints, page.floats, page.work, sints, swork, t, v)
        if p.flags[TANGENTS] > 0:
            dints, dwork = design_buffers(page, p.flags)
            design_tangents(page.ints, page.floats, page.work, sints, swork, dints, dwork, t, q, v)
        if which != HERE:
            store_jacobians(which, page)
    if p.b.shape[0] > 0:
        second_row_jacobians(page.ints, page.floats, page.work, sints, swork, v, p.Phiddot_v)
    if projected:
        first_row_jacobians(page.ints, page.floats, page.work, sints, swork)
    p.flags[JACOBIANS_HERE] = 1


@kernel
def jacobians(t, y, out, page):
    """Compute the Jacobians of the last `rates`, before `tangent` needs them."""
    point_jacobians(t, page)
    return OK
