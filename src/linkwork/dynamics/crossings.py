"""Detect where the constraint Jacobian loses rank during a motion: distances to such positions and times of crossing.

The distance of a row is the square root of its pivot relative to the rows of its joint, s >= 0, without units. The
evaluations of a step show how small it became. Where a singular position may have been passed, the motion inside the
step is examined again; a distance that falls to zero and rises again is a crossing.
"""

from __future__ import annotations

import math

from linkwork.dynamics.layout import (
    CROSSED,
    FACTORIZATIONS,
    LARGEST,
    LAST_PIVOT,
    LAST_TIME,
    LENGTH,
    PIVOT_POSITION,
    RANK,
    RATE,
    ROW_RATE,
    STAGE_PIVOT,
    STAGE_POSITION,
    STAGE_TIME,
)
from linkwork.dynamics.problem import evaluate_y, farthest
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import rare_kernel
from linkwork.kernels.recursions.aba import set_unit
from linkwork.kernels.recursions.elimination import INDEPENDENT
from linkwork.kernels.recursions.graded_space import unit_length
from linkwork.kernels.recursions.loop_arrays import USED, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import FAR, factor, factor_tree, set_masses, unit_mass
from linkwork.kernels.rotations import half_product
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel, never_inline

REACH = 0.3  # fraction of a step's change of distance: a nearer row may have passed zero
REACH_OF_ENDS = 0.75  # the same where an end is nearest: half the change, by a rate that may be a step old
PASSED = 0.02  # part of the distance at the ends of a step that may be left where a singular position was passed
FAINT = 0.05  # of the largest distance: below it rows of carried bodies may be judged by unit masses
INSTANT = 1e-4  # the same where its time is located well enough
PROBE = 1e-6  # of a step, for difference quotients


@kernel
def note_nearest(t, s, page):
    """Store the time and distance s of an evaluation if it is the nearest one of the step."""
    if s < page.real[STAGE_PIVOT]:
        page.real[STAGE_PIVOT], page.real[STAGE_TIME], page.count[STAGE_POSITION] = s, t, page.count[PIVOT_POSITION]


@kernel
def nearness(page):
    """Compute the distances of all rows from the current factors; return the smallest, 0 in a singular position.

    A body far away resists all rotation of what carries it, whose rows then have small pivots everywhere. Where that may
    be the cause, they are judged by unit masses, which are smaller far away.
    """
    f, least = view_loop_work(page.plan, page.fwork), distances(page)
    small = least < FAINT * page.real[LARGEST] and f.graded.shape[0] == 0
    if small and farthest(page.ints, page.floats, page.work) > FAR * page.real[LENGTH]:
        return distances_by_units(page)
    return least


@rare_kernel
def distances_by_units(page):
    """Replace the distances of rows by those with unit masses where these are larger; return the smallest.

    That of the only row of its joint is kept, as just its history shows how small it is. The factors are the bodies' own
    again afterwards.
    """
    never_inline()
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    own, reference = f.x_lam, f.beta  # of the last solve, which is over
    copy_into(own, f.nearness)
    copy_into(reference, f.reference)
    f.reference[:] = 0.0
    unit = unit_length(m.parent, m.frame_body, m.X_BF, m.X_PI)
    for b in range(1, m.parent.shape[0]):
        set_unit(unit_mass(w.X_WB[b], unit), unit, f.IA[b])
    factor_tree(m, w, plan, f, unit)
    distances(page)
    copy_into(f.reference, reference)
    set_masses(m, w, f)
    factor_tree(m, w, plan, f, 0.0)
    n, least, where = f.diag.shape[0], 1e300, -1
    for c in range(n):
        first = plan.group[c] == c
        alone = first and (c + 1 == n or plan.group[c + 1] != c)
        f.nearness[c] = own[c] if alone else max(own[c], f.nearness[c])
        if f.nearness[c] < least:
            least, where = f.nearness[c], c
    page.count[FACTORIZATIONS] += 2
    page.count[PIVOT_POSITION] = where
    return least


@kernel
def distances(page):
    """Compute the distances of all rows from the current factors alone; return the smallest."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    least, where, rank = 1e300, -1, 0
    for c in range(f.diag.shape[0]):
        r = plan.order[c]
        f.nearness[c] = 1e300
        if f.drop[c] == USED and w.active[r] > 0.0:
            rank += 1 if f.weak[c] == INDEPENDENT else 0
            scale = m.row_scale[r]
            ratio = 0.0 if f.weak[c] != INDEPENDENT else f.diag[c] * f.far[c] * scale * scale / f.reference[c]
            f.nearness[c] = math.sqrt(min(max(ratio, 0.0), 1.0))
            if f.nearness[c] < least:
                least, where = f.nearness[c], c
    page.count[PIVOT_POSITION], page.count[RANK] = where, rank
    return least


@kernel
def nearness_at(t, y, page):
    """Evaluate and factor at another state, and compute the distances there as `nearness` does."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    evaluate_y(page.ints, page.floats, page.work, t, y)
    factor(m, w, plan, f)
    page.count[FACTORIZATIONS] += 1
    return nearness(page)


@kernel
def quintic(x, h, q0, v0, a0, q1, v1, a1):
    """Evaluate the Hermite polynomial of values, rates and accelerations at both ends, at fraction x of a step h."""
    v, a = h * v0, h * h * a0
    d, e, g = q1 - q0 - v - 0.5 * a, h * v1 - v - a, h * h * (a1 - a0)
    c3, c4, c5 = 10.0 * d - 4.0 * e + 0.5 * g, -15.0 * d + 7.0 * e - g, 6.0 * d - 3.0 * e + 0.5 * g
    return q0 + x * (v + x * (0.5 * a + x * (c3 + x * (c4 + x * c5))))


@kernel
def coordinate_acceleration(i, j, k, quaternion, nq, y, f):
    """Return the second derivative of coordinate j + i of a joint whose velocities begin at k.

    For quaternions it is d/dt of N(p) omega.
    """
    if not quaternion:
        return f[nq + k + i]
    by_p = half_product(f[j], f[j + 1], f[j + 2], f[j + 3], y[nq + k], y[nq + k + 1], y[nq + k + 2])
    by_omega = half_product(y[j], y[j + 1], y[j + 2], y[j + 3], f[nq + k], f[nq + k + 1], f[nq + k + 2])
    return by_p[i] + by_omega[i]


@kernel
def between(x, t, y, f_now, page):
    """f.y := the motion at fraction x of the step since the last accepted state: quintics for positions, cubics for
    velocities.
    """
    m, f = view_model(page.ints, page.floats), view_loop_work(page.plan, page.fwork)
    h, rest, nq = t - page.real[LAST_TIME], 1.0 - x, m.q_start[-1]
    for i in range(nq, y.shape[0]):
        bend = (rest - x) * (y[i] - f.y_last[i]) - rest * h * f.f_last[i] + x * h * f_now[i]
        f.y[i] = rest * f.y_last[i] + x * y[i] - x * rest * bend
    for b in range(1, m.parent.shape[0]):
        turned = m.q_start[b + 1] - m.q_start[b] != m.v_start[b + 1] - m.v_start[b]
        first = m.q_start[b + 1] - 4 if turned else m.q_start[b + 1]
        for j in range(m.q_start[b], m.q_start[b + 1]):
            turning = j >= first
            start = first if turning else m.q_start[b]
            k = m.v_start[b] + (first - m.q_start[b] if turning else 0)
            a0 = coordinate_acceleration(j - start, start, k, turning, nq, f.y_last, f.f_last)
            a1 = coordinate_acceleration(j - start, start, k, turning, nq, y, f_now)
            f.y[j] = quintic(x, h, f.y_last[j], f.f_last[j], a0, y[j], f_now[j], a1)


@kernel
def nearness_between(x, t, y, f_now, page):
    """Compute the distances of all rows at fraction x of the step."""
    start = page.real[LAST_TIME]
    between(x, t, y, f_now, page)
    y_there = view_loop_work(page.plan, page.fwork).y
    nearness_at(start + x * (t - start), y_there, page)


@kernel
def locate(c, guess, t, y, f_now, page):
    """Return the fraction of the step, near `guess`, at which the distance of row c vanishes; -1 if it does not.

    Newton's iteration: the distance is linear on each side, and its difference quotient shows on which side the guess
    lies.
    """
    f = view_loop_work(page.plan, page.fwork)
    ends = max(f.nearness_last[c], f.now[c])
    x, best, least = guess, guess, 1e300
    for _ in range(8):
        nearness_between(x, t, y, f_now, page)
        s = f.nearness[c]
        if s < least:
            best, least = x, s
            if s < INSTANT * ends:
                break
            nearness_between(x + PROBE, t, y, f_now, page)
            derivative = (f.nearness[c] - s) / PROBE
            x = x - s / derivative if abs(derivative) > s else -1.0
            if not -0.5 < x < 1.5:
                return -1.0
            x = min(max(x, 0.0), 1.0)
        else:
            x = 0.5 * (x + best)
    return best if 0.0 < best < 1.0 and least < PASSED * ends else -1.0


@kernel(inline="always")
def record_crossings(t, y, f_now, page):
    """Store the rows that passed a singular position inside an accepted step, located from the nearest evaluation.

    The evaluation and the factors are at another state afterwards.
    """
    f, start = view_loop_work(page.plan, page.fwork), page.real[LAST_TIME]
    copy_into(f.now, f.nearness)  # while other states are evaluated
    row, guess = int(page.count[STAGE_POSITION]), (page.real[STAGE_TIME] - start) / (t - start)
    guess = min(max(guess, 0.0), 1.0)
    crossing = locate(row, guess, t, y, f_now, page)
    here = crossing if crossing > 0.0 else guess
    nearness_between(here, t, y, f_now, page)
    copy_into(f.there, f.nearness)
    nearness_between(here + PROBE, t, y, f_now, page)
    for c in range(f.diag.shape[0]):
        f.nearness[c] = (f.nearness[c] - f.there[c]) / PROBE
    for c in range(f.diag.shape[0]):
        s, derivative, ends = f.there[c], f.nearness[c], max(f.nearness_last[c], f.now[c])
        when = crossing
        if c != row:
            x = here - s / derivative if s < 0.5 * ends < 1e299 and abs(derivative) > s else -1.0
            together = crossing > 0.0 and (s < INSTANT * ends or abs(x - crossing) < INSTANT)
            if not together and 0.0 < x < 1.0:  # loops that become singular one after the other
                copy_into(f.nearness_rate, f.nearness)
                when = locate(c, x, t, y, f_now, page)
                copy_into(f.nearness, f.nearness_rate)
            elif not together:
                when = -1.0
        k = int(page.count[CROSSED])
        if when > 0.0 and k < f.crossed.shape[0]:
            f.crossed[k, 0], f.crossed[k, 1] = start + when * (t - start), c
            page.count[CROSSED] += 1
    copy_into(f.nearness, f.now)


@kernel
def may_have_passed(s, t, f, page):
    """Return whether a stage came nearer than both ends of the step, or nearer than the fastest row moves in a step."""
    rate, h = 0.8 * page.real[ROW_RATE], t - page.real[LAST_TIME]
    for c in range(f.diag.shape[0]):
        if max(f.nearness[c], f.nearness_last[c]) < 1e299:
            rate = max(rate, abs(f.nearness[c] - f.nearness_last[c]) / h)
    page.real[ROW_RATE] = rate
    reach = REACH if page.real[LAST_TIME] < page.real[STAGE_TIME] < t else REACH_OF_ENDS
    return page.real[STAGE_PIVOT] < max(0.7 * min(s, page.real[LAST_PIVOT]), reach * h * rate)


@kernel(inline="always")
def follow(t, y, f_now, s, page):
    """At an accepted state of smallest distance s, store the crossings since the last state and the rates for the next
    step.
    """
    f, h = view_loop_work(page.plan, page.fwork), t - page.real[LAST_TIME]
    where, rank = page.count[PIVOT_POSITION], page.count[RANK]
    page.real[LARGEST] = max(page.real[LARGEST], s)
    if 0.0 < h < 1e300:
        # a pivot that fell and rose again between two steps hides its rate: the larger of recent ones is retained
        page.real[RATE] = max(abs(s - page.real[LAST_PIVOT]) / h, 0.8 * page.real[RATE])
        note_nearest(t, s, page)
        if may_have_passed(s, t, f, page):
            record_crossings(t, y, f_now, page)
    page.real[LAST_PIVOT], page.real[LAST_TIME], page.count[PIVOT_POSITION], page.count[RANK] = s, t, where, rank
    page.real[STAGE_PIVOT], page.real[STAGE_TIME], page.count[STAGE_POSITION] = s, t, where
    copy_into(f.y_last, y)
    copy_into(f.f_last, f_now)
    copy_into(f.nearness_last, f.nearness)
