"""The default right-hand side: the recursive formulation, which follows the motion's own branch through singular
positions.

Where the constraint Jacobian loses rank, a state that lies delta off its branch has accelerations that are wrong by v²
delta / s², where s is the distance to the singular position; on the branch the equations are smooth. The smallest
pivot of the factorization, relative to its own history, measures s without units. Near a singular position (within a
few steps), a stage is moved onto the branch before its accelerations are computed. Still nearer, the accelerations are
interpolated from six points of the branch on both sides of the singular position.
"""

from __future__ import annotations

from linkwork.dynamics.crossings import follow, nearness, note_nearest
from linkwork.dynamics.formulations.recursive import accelerations, accelerations_to
from linkwork.dynamics.layout import (
    ACCEPTED,
    CLOSE_COUNT,
    EVALUATED,
    EXPECTED_ORDER,
    EXPECTED_STEP,
    FACTORIZATIONS,
    LARGEST,
    LAST_PIVOT,
    LENGTH,
    NEAR_COUNT,
    PIVOT,
    RATE,
    SPACING,
    TOLERANCE,
)
from linkwork.dynamics.problem import (
    NEARBY,
    POLISHED,
    evaluate_y,
    include_speeds,
    leave_out_speeds,
    project_y,
    put_rates,
)
from linkwork.dynamics.row_exchange import exchange_rows
from linkwork.dynamics.status import NOT_CONTRACTING, SINGULAR_MASS, UNDETERMINED
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import rare_kernel
from linkwork.kernels.recursions.loop_arrays import view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor
from linkwork.kernels.recursions.saddle_point import CLOSE as SOLVED
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel, never_inline

NEAR = 0.6  # how many tolerance-scaled steps before a singular position stages are evaluated on the branch
CLOSE = 0.004  # part of the largest pivot below which accelerations are interpolated
NODE = 0.012  # where the nearest nodes of that interpolation are put
NODES = 3  # on each side
ROWS = 1e-5  # of the tolerance: residual of the constraints' accelerations that needs no refinement


@kernel(inline="always")
def on_branch(t, y, page):
    """Compute accelerations at the stage moved onto the branch, from the evaluation and factors at y.

    Return -1 if the stage cannot be moved there.
    """
    f = view_loop_work(page.plan, page.fwork)
    copy_into(f.y, y)
    if project_y(page, t, f.y, POLISHED * page.real[LENGTH], True) < 0:
        return -1
    accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
    page.count[FACTORIZATIONS] += 1
    page.count[NEAR_COUNT] += 1
    return 0


@kernel
def node(t, y, tau, page):
    """Compute accelerations on the branch at time tau from the stage; return the pivot there, or -1."""
    m = view_model(page.ints, page.floats)
    f = view_loop_work(page.plan, page.fwork)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(nv):
        f.x_v[k] = tau * y[nq + k]
    copy_into(f.y, y)
    displace(m, y[:nq], f.x_v, f.y[:nq])
    if project_y(page, t + tau, f.y, POLISHED * page.real[LENGTH], False) < 0:
        return -1.0
    accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
    page.count[FACTORIZATIONS] += 1
    return nearness(page)


@kernel(inline="always")
def node_spacing(t, y, wanted, page):
    """Return a time step to both sides of the singular position at which the pivot is about `wanted`, 0 if none
    exists.
    """
    spacing = page.real[SPACING]
    if spacing == 0.0:
        w, speed = view_work(page.ints, page.work), 0.0
        for b in range(w.V.shape[0]):
            for i in range(3):
                speed = max(speed, abs(w.V[b, i]), abs(w.V[b, 3 + i]) / page.real[LENGTH])
        if speed == 0.0:
            return 0.0
        spacing = wanted / speed
    for _ in range(20):
        a = node(t, y, spacing, page)
        b = node(t, y, -spacing, page)
        s = min(a, b)
        if s < 0.0:
            spacing *= 0.3
        elif s > 2.0 * wanted or s < 0.5 * wanted:
            spacing *= min(max(wanted / max(s, 1e-30), 0.1), 20.0)
        else:
            return spacing
    return 0.0


@kernel(inline="always")
def across(t, y, page):
    """Interpolate vdot in a singular position from nodes ±1, ±2, ±3 spacings away: weights 3/4, -3/10, 1/20."""
    w, f = view_work(page.ints, page.work), view_loop_work(page.plan, page.fwork)
    wanted = NODE * page.real[LARGEST]
    spacing = node_spacing(t, y, wanted, page)
    if spacing == 0.0:
        return -1
    f.vdot[:] = 0.0
    weight = -1.0
    for j in range(1, NODES + 1):
        weight *= -(NODES - j + 1.0) / (NODES + j)
        for side in (-1.0, 1.0):
            if node(t, y, side * j * spacing, page) < 0.2 * wanted:
                return -1
            for k in range(f.vdot.shape[0]):
                f.vdot[k] += weight * w.vdot[k]
    page.real[SPACING] = spacing
    page.count[CLOSE_COUNT] += 1
    if w.zdot.shape[0] > 0:
        evaluate_y(page.ints, page.floats, page.work, t, y)
    copy_into(w.vdot, f.vdot)
    return 0


@rare_kernel
def without_speeds(page):
    """Return whether the evaluated position is far from a singular one when rows of speeds are left out.

    Such rows make no branches of positions: the path bends the more sharply, the nearer it comes to where they depend on
    others, and nothing can be interpolated across. The factors and distances are those of all rows afterwards.
    """
    never_inline()
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    if not leave_out_speeds(page):
        return False
    factor(m, w, plan, f)
    s = nearness(page)
    include_speeds(page)
    factor(m, w, plan, f)
    nearness(page)
    page.count[FACTORIZATIONS] += 2
    return s > NEARBY * page.real[LARGEST]


@kernel
def branch_rates(t, y, out, page):
    """Compute ydot by the recursive formulation, on the motion's own branch near singular positions."""
    accepted = page.count[ACCEPTED] == 1
    if not (accepted and page.count[EVALUATED] == 1):
        evaluate_y(page.ints, page.floats, page.work, t, y)
    page.count[EVALUATED] = 0
    near = page.real[LAST_PIVOT] < NEARBY * page.real[LARGEST]
    rows = SOLVED if near else max(SOLVED, ROWS * page.real[TOLERANCE])
    if accelerations_to(page.ints, page.floats, page.work, page.plan, page.fwork, rows) == SINGULAR_MASS:
        return SINGULAR_MASS
    page.count[FACTORIZATIONS] += 1
    w = view_work(page.ints, page.work)
    if w.Phi.shape[0] == 0:
        return put_rates(page.ints, page.floats, page.work, y, out)
    s = nearness(page)
    page.real[PIVOT] = s
    if not accepted:
        note_nearest(t, s, page)
    largest = max(page.real[LARGEST], s)
    if s < CLOSE * largest:
        if not without_speeds(page) and across(t, y, page) < 0:
            return UNDETERMINED
    elif not accepted and s < NEARBY * largest:
        reach = NEAR * page.real[TOLERANCE] ** (-1.0 / page.count[EXPECTED_ORDER]) * page.real[EXPECTED_STEP]
        if s < reach * page.real[RATE] and not without_speeds(page) and on_branch(t, y, page) < 0:
            return NOT_CONTRACTING
    status = put_rates(page.ints, page.floats, page.work, y, out)
    if accepted and status == 0:
        follow(t, y, out, s, page)
        exchange_rows(s, t, y, page)
    return status
