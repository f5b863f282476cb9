"""The default right-hand side: recursive, and through singular positions on the motion's own branch.

Where the constraint Jacobian loses rank the equations of a branch off by delta are wrong by v² delta / s², s the distance
to the singular position; on the branch they are smooth. The smallest pivot of the factorization, relative to its own
history, measures s without units. Near (within some steps), a stage is moved onto the branch before its accelerations are
taken; too close, they are interpolated from six points of the branch on both sides, along the motion.
"""

from __future__ import annotations

from linkwork.dynamics.crossings import follow, look, nearness
from linkwork.dynamics.formulations.recursive import accelerations, accelerations_to
from linkwork.dynamics.problem import (
    ACCEPTED,
    CLOSE_COUNT,
    EVALUATED,
    FACTORIZATIONS,
    LARGEST,
    LAST_PIVOT,
    LENGTH,
    NEAR_COUNT,
    NEARBY,
    ORDER,
    PIVOT,
    POLISHED,
    RATE,
    SPACING,
    STEP,
    TOLERANCE,
    evaluate_y,
    project_y,
    put_rates,
)
from linkwork.dynamics.row_exchange import exchange_rows
from linkwork.dynamics.status import NOT_CONTRACTING, SINGULAR_MASS, UNDETERMINED
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.recursions.loops import CLOSE as SOLVED
from linkwork.kernels.recursions.loops import view_loop_work
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel

NEAR = 0.6  # how many tolerance-scaled steps before a singular position stages are evaluated on the branch
CLOSE = 0.004  # part of the largest pivot below which accelerations are interpolated
NODE = 0.012  # where the nearest nodes of that interpolation are put
NODES = 3  # on each side
ROWS = 1e-5  # of the tolerance: residual of the constraints' accelerations that needs no refinement


@kernel(inline="always")
def on_branch(t, y, ints, floats, work, plan_ints, fwork, control):
    """Accelerations at the stage moved onto the branch, from the stages and factors at y; -1 if it does not get there."""
    f = view_loop_work(plan_ints, fwork)
    copy_into(f.y, y)
    if project_y(ints, floats, work, plan_ints, fwork, control, t, f.y, POLISHED * control[LENGTH], True) < 0:
        return -1
    accelerations(ints, floats, work, plan_ints, fwork)
    control[FACTORIZATIONS] += 1
    control[NEAR_COUNT] += 1
    return 0


@kernel
def node(t, y, tau, ints, floats, work, plan_ints, fwork, control):
    """The branch at parameter tau along the motion: accelerations there; returns its pivot, or -1."""
    m = view_model(ints, floats)
    f = view_loop_work(plan_ints, fwork)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(nv):
        f.x_v[k] = tau * y[nq + k]
    copy_into(f.y, y)
    displace(m, y[:nq], f.x_v, f.y[:nq])
    if project_y(ints, floats, work, plan_ints, fwork, control, t + tau, f.y, POLISHED * control[LENGTH], False) < 0:
        return -1.0
    accelerations(ints, floats, work, plan_ints, fwork)
    control[FACTORIZATIONS] += 1
    return nearness(ints, floats, work, plan_ints, fwork, control)


@kernel(inline="always")
def node_spacing(t, y, wanted, ints, floats, work, plan_ints, fwork, control):
    """A time to both sides of the singular position at which the pivot is about `wanted`; 0 if there is none."""
    spacing = control[SPACING]
    if spacing == 0.0:
        w, speed = view_work(ints, work), 0.0
        for b in range(w.V.shape[0]):
            for i in range(3):
                speed = max(speed, abs(w.V[b, i]), abs(w.V[b, 3 + i]) / control[LENGTH])
        if speed == 0.0:
            return 0.0
        spacing = wanted / speed
    for _ in range(20):
        a = node(t, y, spacing, ints, floats, work, plan_ints, fwork, control)
        b = node(t, y, -spacing, ints, floats, work, plan_ints, fwork, control)
        s = min(a, b)
        if s < 0.0:
            spacing *= 0.3
        elif s > 2.0 * wanted or s < 0.5 * wanted:
            spacing *= min(max(wanted / max(s, 1e-30), 0.1), 20.0)
        else:
            return spacing
    return 0.0


@kernel(inline="always")
def across(t, y, ints, floats, work, plan_ints, fwork, control):
    """vdot in a singular position from nodes at ±1, ±2, ±3 spacings along the branch: weights 3/4, -3/10, 1/20."""
    w, f = view_work(ints, work), view_loop_work(plan_ints, fwork)
    wanted = NODE * control[LARGEST]
    spacing = node_spacing(t, y, wanted, ints, floats, work, plan_ints, fwork, control)
    if spacing == 0.0:
        return -1
    f.vdot[:] = 0.0
    weight = -1.0
    for j in range(1, NODES + 1):
        weight *= -(NODES - j + 1.0) / (NODES + j)
        for side in (-1.0, 1.0):
            if node(t, y, side * j * spacing, ints, floats, work, plan_ints, fwork, control) < 0.2 * wanted:
                return -1
            for k in range(f.vdot.shape[0]):
                f.vdot[k] += weight * w.vdot[k]
    control[SPACING] = spacing
    control[CLOSE_COUNT] += 1
    if w.zdot.shape[0] > 0:
        evaluate_y(ints, floats, work, t, y)
    copy_into(w.vdot, f.vdot)
    return 0


@kernel
def branch_rates(t, y, out, ints, floats, work, plan_ints, fwork, control):
    """ydot by the recursive formulation, on the motion's own branch near singular positions."""
    accepted = control[ACCEPTED] == 1.0
    if not (accepted and control[EVALUATED] == 1.0):
        evaluate_y(ints, floats, work, t, y)
    control[EVALUATED] = 0.0
    near = control[LAST_PIVOT] < NEARBY * control[LARGEST]
    rows = SOLVED if near else max(SOLVED, ROWS * control[TOLERANCE])
    if accelerations_to(ints, floats, work, plan_ints, fwork, rows) == SINGULAR_MASS:
        return SINGULAR_MASS
    control[FACTORIZATIONS] += 1
    w = view_work(ints, work)
    if w.Phi.shape[0] == 0:
        return put_rates(ints, floats, work, y, out)
    s = nearness(ints, floats, work, plan_ints, fwork, control)
    control[PIVOT] = s
    if not accepted:
        look(t, s, control)
    largest = max(control[LARGEST], s)
    if s < CLOSE * largest:
        if across(t, y, ints, floats, work, plan_ints, fwork, control) < 0:
            return UNDETERMINED
    elif not accepted and s < NEARBY * largest:
        reach = NEAR * control[TOLERANCE] ** (-1.0 / control[ORDER]) * control[STEP]
        if s < reach * control[RATE] and on_branch(t, y, ints, floats, work, plan_ints, fwork, control) < 0:
            return NOT_CONTRACTING
    status = put_rates(ints, floats, work, y, out)
    if accepted and status == 0:
        follow(t, y, out, s, ints, floats, work, plan_ints, fwork, control)
        exchange_rows(s, t, y, ints, floats, work, plan_ints, fwork, control)
    return status
