"""A mechanism as an integrator sees it: functions of one signature over flat buffers, y = [q, v, z].

    status = f(t, y, out, page)        page: `dynamics.layout`

`project` moves y onto the constraints, mass-orthogonally. `tangent` converts a difference of two y into tangent
coordinates, in which errors are measured. The right-hand sides are in the formulations; dynamics.branch has the
default one.
"""

from __future__ import annotations

from linkwork.dynamics.event_bounds import put_values
from linkwork.dynamics.layout import (
    ACCEPTED,
    DOUBTED_ANGLE,
    DOUBTED_TIME,
    EVALUATED,
    FACTORIZATIONS,
    FIXED_LENGTH,
    FROZEN,
    LARGEST,
    LAST_PIVOT,
    LENGTH,
    LIMIT,
    PIVOT,
    PROJECTIONS,
    UNCERTAIN_ANGLE,
)
from linkwork.dynamics.status import NOT_CONTRACTING, NOT_FINITE, OK, UNCERTAIN_TURNS
from linkwork.kernels.arrays import ALL, view_model, view_work
from linkwork.kernels.evaluate import evaluate, kinematic_stages
from linkwork.kernels.measures import turns_of
from linkwork.kernels.measures.table import VELOCITY_ONLY as VELOCITY_ONLY_MEASURES
from linkwork.kernels.measures.turn_steps import put_next, take_next, uncertain_angle
from linkwork.kernels.recursions.elimination import OMITTED, VANISHED
from linkwork.kernels.recursions.loop_arrays import HIDDEN, USED, VELOCITY_ONLY, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor, solve_factored
from linkwork.kernels.rotations import half_back
from linkwork.kernels.tree import coordinate_rates, displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel

ITERATIONS = 12
ON_CONSTRAINTS = 1e-13  # largest scaled violation that needs no correction, relative to the model's length
POLISHED = 2e-15  # the same near singular positions, where the rest is magnified by 1 / distance³

ROUNDED = 64.0 * 2.0**-52  # of the farthest body's distance: violation that rounding of its position may leave
LOST_ROTATION = (
    0.2  # |p|² - 1 of a quaternion that is no longer a rotation: a step of many turns can pass the error test
)
NEARBY = 0.6  # part of the largest pivot below which positions are polished
POSITIONS, VELOCITIES = 0, 1


@kernel
def evaluate_y(ints, floats, work, t, y):
    """Run all stages of an evaluation at (t, y)."""
    m, w = view_model(ints, floats), view_work(ints, work)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(w.z.shape[0]):
        w.z[k] = y[nq + nv + k]
    evaluate(ints, floats, work, t, y[:nq], y[nq : nq + nv])


@kernel
def put_rates(ints, floats, work, y, out):
    """out = [N(q) v, vdot, zdot]."""
    m, w = view_model(ints, floats), view_work(ints, work)
    nq, nv = m.q_start[-1], m.v_start[-1]
    coordinate_rates(m, y[:nq], y[nq : nq + nv], out[:nq])
    total = 0.0
    for k in range(nv):
        out[nq + k] = w.vdot[k]
        total += abs(w.vdot[k])
    for k in range(w.zdot.shape[0]):
        out[nq + nv + k] = w.zdot[k]
        total += abs(w.zdot[k])
    return OK if total < 1e300 else NOT_FINITE


@kernel
def violation(ints, floats, work, level):
    """Return the largest scaled entry of Phi or of Phidot."""
    m, w = view_model(ints, floats), view_work(ints, work)
    worst = 0.0
    for r in range(w.Phi.shape[0]):
        size = abs(m.row_scale[r] * (w.Phi[r] if level == POSITIONS else w.Phidot[r]))
        worst = size if not size <= worst else worst
    return worst


@kernel
def farthest(ints, floats, work):
    """Return the largest coordinate of the bodies' origins, world axes."""
    w, far = view_work(ints, work), 0.0
    for b in range(1, w.X_WB.shape[0]):
        for i in range(9, 12):
            far = max(far, abs(w.X_WB[b, i]))
    return far


@kernel
def correct(page, y, level, fresh):
    """Add to q (or to v) the least displacement in the mass norm that cancels Phi (or Phidot) to first order.

    With `fresh` the evaluated state is factored first, else the current factors are used. A displacement of positions
    also satisfies the velocity-level rows, Phi_v x = 0.
    """
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    nq = m.q_start[-1]
    if fresh:
        factor(m, w, plan, f)
        page.count[FACTORIZATIONS] += 1
    f.p[:, :] = 0.0
    f.u[:] = 0.0
    for c in range(f.beta.shape[0]):
        r = plan.order[c]
        f.beta[c] = -w.Phidot[r] if level == VELOCITIES else -w.Phi[r]
    solve_factored(m, w, plan, f)
    if level == POSITIONS:
        displace(m, y[:nq], f.x_v, y[:nq])
    else:
        for k in range(f.x_v.shape[0]):
            y[nq + k] += f.x_v[k]


@kernel
def normalize(ints, floats, y, zero):
    """Scale the quaternions of y to length one."""
    m = view_model(ints, floats)
    nq = m.q_start[-1]
    zero[:] = 0.0
    displace(m, y[:nq], zero, y[:nq])


@kernel
def lost_rotation(ints, floats, y):
    """Return whether a quaternion of y is so long or short that its step cannot have followed the rotation."""
    m = view_model(ints, floats)
    for b in range(1, m.parent.shape[0]):
        if m.q_start[b + 1] - m.q_start[b] != m.v_start[b + 1] - m.v_start[b]:
            j = m.q_start[b + 1] - 4
            square = y[j] * y[j] + y[j + 1] * y[j + 1] + y[j + 2] * y[j + 2] + y[j + 3] * y[j + 3]
            if not abs(square - 1.0) <= LOST_ROTATION:
                return True
    return False


@kernel
def project_y(page, t, y, goal, at_hand):
    """Move y onto Phi = 0 and Phi_v v = nu, to the nearest state in the mass norm; the evaluation is there afterwards.

    Corrections continue while the violation exceeds `goal` and halves; the remainder must be near LIMIT, or rounding of
    positions far away. `at_hand` means that y has been evaluated and factored. Return the number of corrections of
    positions, or -1 if they do not contract.
    """
    if not at_hand:
        normalize(page.ints, page.floats, y, view_loop_work(page.plan, page.fwork).x_v)
        evaluate_y(page.ints, page.floats, page.work, t, y)
    limit = page.real[LIMIT]
    now, last, count, fresh = violation(page.ints, page.floats, page.work, POSITIONS), 1e300, 0, not at_hand
    while now > goal and count < ITERATIONS and now <= 0.5 * last:
        correct(page, y, POSITIONS, fresh)
        evaluate_y(page.ints, page.floats, page.work, t, y)
        last, now = now, violation(page.ints, page.floats, page.work, POSITIONS)
        fresh = page.count[FROZEN] == 0 or now > 0.05 * last
        count += 1
    if not now <= max(1e3 * limit, ROUNDED * farthest(page.ints, page.floats, page.work)):
        return -1
    slip, last, fresh = violation(page.ints, page.floats, page.work, VELOCITIES), 1e300, not at_hand and count == 0
    while slip > 10.0 * goal and slip <= 0.5 * last:
        correct(page, y, VELOCITIES, fresh)
        evaluate_y(page.ints, page.floats, page.work, t, y)
        last, slip, fresh = slip, violation(page.ints, page.floats, page.work, VELOCITIES), False
    return count


@kernel
def hide_small_pivots(page, limit, hide):
    """Leave rows with small pivots out of the next factorizations, or include them again."""
    m, plan, f = (
        view_model(page.ints, page.floats),
        view_plan(page.plan, page.fwork),
        view_loop_work(page.plan, page.fwork),
    )
    for c in range(f.diag.shape[0]):
        scale = m.row_scale[plan.order[c]]
        small = f.weak[c] == VANISHED or f.diag[c] * f.far[c] * scale * scale < limit * limit * f.reference[c]
        if hide and f.drop[c] == USED and f.weak[c] != OMITTED and small:
            f.drop[c] = HIDDEN
        elif not hide and f.drop[c] == HIDDEN:
            f.drop[c] = USED


@kernel
def leave_out_speeds(page):
    """Leave rows of speeds, such as those of knife edges, out of the next factorizations; return whether there are any."""
    m, f = view_model(page.ints, page.floats), view_loop_work(page.plan, page.fwork)
    order, some = view_plan(page.plan, page.fwork).order, False
    for c in range(f.drop.shape[0]):
        r, speeds = order[c], f.drop[c] == USED
        for k in range(m.row_start[r], m.row_start[r + 1]):
            speeds = speeds and (VELOCITY_ONLY_MEASURES & (1 << m.measure_kind[m.term_measure[k]])) != 0
        if speeds:
            f.drop[c], some = VELOCITY_ONLY, True
    return some


@kernel
def include_speeds(page):
    """Take the rows of speeds into the next factorizations again."""
    f = view_loop_work(page.plan, page.fwork)
    for c in range(f.drop.shape[0]):
        if f.drop[c] == VELOCITY_ONLY:
            f.drop[c] = USED


@kernel
def project(t, y, out, page):
    """Move y onto the constraints in place; close to a singular position, rows with small pivots are not corrected, nor
    positions along rows of speeds.
    """
    f = view_loop_work(page.plan, page.fwork)
    if lost_rotation(page.ints, page.floats, y):
        return NOT_CONTRACTING
    if f.diag.shape[0] == 0:
        normalize(page.ints, page.floats, y, f.x_v)
        return OK
    near = min(page.real[PIVOT], page.real[LAST_PIVOT]) < NEARBY * page.real[LARGEST]
    goal = min(POLISHED * page.real[LENGTH], page.real[LIMIT]) if near else page.real[LIMIT]
    copy_into(out, y)
    count = project_y(page, t, y, goal, False)
    if count < 0 and leave_out_speeds(page):
        copy_into(y, out)
        count = project_y(page, t, y, page.real[LIMIT], False)
        include_speeds(page)
    if count < 0:
        copy_into(y, out)
        hide_small_pivots(page, 0.05 * page.real[LARGEST], True)
        count = project_y(page, t, y, page.real[LIMIT], False)
        hide_small_pivots(page, 0.0, False)
    page.count[PROJECTIONS] = count
    page.count[EVALUATED] = 1
    return OK if count >= 0 else NOT_CONTRACTING


@kernel
def tangent(t, y, out, page):
    """out := the tangent coordinates (nv, nv, nz) of the difference of nearby y in out; return their number.

    For a quaternion p with difference e the tangent vector in J' is the vector part of 2 p* e.
    """
    m = view_model(page.ints, page.floats)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for b in range(1, m.parent.shape[0]):
        j, k = m.q_start[b], m.v_start[b]
        plain = m.q_start[b + 1] - j
        turned = plain != m.v_start[b + 1] - k
        if turned:
            plain -= 4
        for i in range(plain):
            out[k + i] = out[j + i]
        if turned:
            j, k = j + plain, k + plain
            x = half_back(y[j], y[j + 1], y[j + 2], y[j + 3], out[j], out[j + 1], out[j + 2], out[j + 3])
            out[k], out[k + 1], out[k + 2] = 4.0 * x[0], 4.0 * x[1], 4.0 * x[2]
    for k in range(y.shape[0] - nq):
        out[nv + k] = out[nq + k]
    return nv + y.shape[0] - nq


@kernel
def update_turns(t, y, out, page):
    """Count whole turns of angles from an accepted state on, and write turn counts of delivered states to out.

    out gets one number for each angle, or all of `turns` if it has as many numbers. While count[ACCEPTED] is 1, before
    a step is accepted, the function returns UNCERTAIN_TURNS if the rates leave a doubt about the turns at the end of
    the step.
    """
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    nq, nv, n = m.q_start[-1], m.v_start[-1], m.turn_free.shape[0]
    q, v = y[:nq], y[nq : nq + nv]
    since, prepared = w.turns[2 * n], w.turns[4 * n + 1]
    if page.count[ACCEPTED] == 1 and t == since:  # a run begins, or continues after a break, where rates may bend
        w.turns[5 * n + 2] = since
        return OK
    if page.count[ACCEPTED] == 1 or t != prepared or prepared <= since:
        kinematic_stages(m, w, t, q, v)
        angle = uncertain_angle(m, w, t, q, v, page.count[FIXED_LENGTH] == 1)
        if angle >= 0 and page.count[ACCEPTED] == 1:
            page.count[UNCERTAIN_ANGLE] = angle
            return UNCERTAIN_TURNS
        if angle >= 0 and page.count[DOUBTED_ANGLE] == 0:
            page.count[DOUBTED_ANGLE], page.real[DOUBTED_TIME] = angle + 1, t
        if t >= since:
            put_next(m, w, t, q, v)
    if page.count[ACCEPTED] == 1:
        return OK
    if t >= since:
        take_next(m, w)
    size = out.shape[0]
    for k in range(min(size, n)):
        out[k] = w.turns[k]
    if size == w.turns.shape[0]:
        copy_into(out, w.turns)
    elif t < since:
        for k in range(min(size, m.measure_kind.shape[0])):
            if 0.0 < m.turn_free[k] < ALL:
                out[k] = turns_of(m, w, k, q)
    return OK


@kernel
def event_values(t, y, out, page):
    """Compute the values of the events and of the signals that they read (dynamics.event_bounds)."""
    evaluate_y(page.ints, page.floats, page.work, t, y)
    put_values(view_work(page.ints, page.work), page.plan, out)
    return OK
