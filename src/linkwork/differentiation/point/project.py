"""Projection onto the constraints for passes over the accepted steps.

    q = q~ ⊕ x_q,   M(q) x_q = Phi_v(q)' mu_q,   Phi(q) = 0;       v = v~ + x_v,   M(q) x_v = Phi_v(q)' mu_v,   Phi_v v = nu

Metric and gradients are those of the projected position, so that the derivative of the projection needs the same matrices
as the first stage of the next step. Velocity-level rows constrain velocities only.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import (
    ITERATIONS,
    JACOBIANS_HERE,
    LAST,
    MIXED,
    PROJECT,
    clear,
    largest,
    point_buffers,
    view_point_work,
)
from linkwork.differentiation.point.saddle_solve import factor_rows, saddle_residual, solve_saddle
from linkwork.dynamics.layout import LENGTH, RATE
from linkwork.dynamics.problem import POSITIONS, VELOCITIES, evaluate_y, normalize, violation
from linkwork.dynamics.status import NOT_CONTRACTING, OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

CONTRACTED = 1e-9  # of the model's length: a violation that must not remain
TINY = 1e-15  # a correction that need not be made


@kernel
def correct_positions(t, y, page):
    """Iterate on x_q and mu_q. The stages are then evaluated, and the equations factored, at the projected position."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq = m.q_start[-1]
    clear(p.s)
    first, last = 0.0, 1e300
    for _ in range(ITERATIONS):
        factor_rows(page, p.flags[MIXED] == 1)
        for r in range(p.l.shape[0]):
            p.l[r], p.b[r] = -p.mu_q[r], -w.Phi[r]
        saddle_residual(page.ints, page.floats, page.work, p.x_q, p.l, p.s, p.b, p.a, p.r_row)
        solve_saddle(page, p.a, p.b, p.x, p.l, p.r_v, p.r_row)
        now = largest(p.x)
        if not now < last:
            return
        for i in range(p.x.shape[0]):
            p.x_q[i] += p.x[i]
        for r in range(p.l.shape[0]):
            p.mu_q[r] -= p.l[r]
        displace(m, vector(p.y_before, 0, nq), p.x_q, vector(y, 0, nq))
        evaluate_y(page.ints, page.floats, page.work, t, y)
        first = max(first, now)
        if now * min(1.0, RATE * first) < TINY:
            return
        last = 0.5 * now


@kernel
def correct_velocities(t, y, page):
    """Iterate on x_v and mu_v with the current factors."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    nq = m.q_start[-1]
    if p.flags[MIXED] == 1:
        factor_rows(page, False)
    clear(p.s)
    last = 1e300
    for _ in range(ITERATIONS):
        for r in range(p.l.shape[0]):
            p.l[r], p.b[r] = -p.mu_v[r], -w.Phidot[r]
        saddle_residual(page.ints, page.floats, page.work, p.x_v, p.l, p.s, p.b, p.a, p.r_row)
        solve_saddle(page, p.a, p.b, p.x, p.l, p.r_v, p.r_row)
        now = largest(p.x)
        if not now < last:
            return
        for i in range(p.x.shape[0]):
            p.x_v[i] += p.x[i]
            y[nq + i] += p.x[i]
        for r in range(p.l.shape[0]):
            p.mu_v[r] -= p.l[r]
        evaluate_y(page.ints, page.floats, page.work, t, y)
        if now * min(1.0, RATE * largest(p.x_q)) < TINY:
            return
        last = 0.5 * now


@kernel
def project(t, y, out, page):
    """Project y onto the constraints, in place. The stages are then evaluated there."""
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    copy_into(p.y_before, y)
    clear(p.x_q)
    clear(p.x_v)
    clear(p.mu_q)
    clear(p.mu_v)
    p.flags[JACOBIANS_HERE], p.flags[LAST] = 0, PROJECT
    normalize(page.ints, page.floats, y, p.s)
    evaluate_y(page.ints, page.floats, page.work, t, y)
    status = OK
    if p.l.shape[0] > 0:
        correct_positions(t, y, page)
        correct_velocities(t, y, page)
        off = max(
            violation(page.ints, page.floats, page.work, POSITIONS),
            violation(page.ints, page.floats, page.work, VELOCITIES),
        )
        size = max(1.0, largest(vector(y, 0, y.shape[0])))
        status = OK if off <= CONTRACTED * page.real[LENGTH] * size else NOT_CONTRACTING
    copy_into(p.y_point, y)
    p.t_point[0] = t
    return status
