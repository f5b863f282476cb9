"""Step sizes: the error norm, the PI controller, ends of steps at breaks, the first step.

The length of a step is the difference of the floating-point times at its ends: at t = 1e9 s neighbouring times lie
1.2e-7 s apart, and an integration over the proposed length would end at another time than the recorded one.

Norm: root mean square of e_i / (atol_i + rtol min(cap_i, max(|y0|, |y1|))), where e is a tangent vector. Controller
(Gustafsson 1991): h := h · 0.9 err^(-0.7/k) err_old^(0.4/k), between 0.2 and 6, without growth after a rejection.
"""

import math

import numpy as np

from linkwork.dynamics.layout import EXPECTED_ORDER, EXPECTED_STEP, REJECTED_ATTEMPTS, TOLERANCE
from linkwork.integrators.contract import EVALUATION_FAILED, GO_ON, STEP_TOO_SMALL, call, inline, noinline
from linkwork.integrators.state import (
    AFTER_BREAK,
    AT_BREAK,
    ERROR,
    ERROR_OLD,
    H_EXPECTED,
    H_MAX,
    H_MIN,
    H_STEP,
    NEXT_BREAK,
    NY,
    ORDER,
    REJECTED,
    REJECTIONS,
    RTOL,
    STATUS,
    STEP_PROJECTIONS,
    STEPS,
    T_END,
    T_HIGH,
    T_LOW,
    T_NEW,
    H,
    T,
    view_implicit,
    view_norm,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import evaluate
from linkwork.integrators.stepping.norms import tangent_norm

EPS = 2.0**-52
SPLIT = 2.0**27 + 1.0  # times a number, minus the difference from it: its first 26 bits (Dekker 1971)


@inline
def error_norm(p, t, y, e):
    """Return the norm of the difference e at y; e is overwritten by its tangent vector."""
    nt = call(p.tangent, t, y, e, p.page)
    return tangent_norm(p, e[:nt])


@inline
def state_norm(p):
    """Return the norm of y itself, for the first step."""
    norm = view_norm(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    total = 0.0
    for i in range(norm.atol.size):
        j = norm.size_of[i]
        size = 1.0 if j < 0 else abs(vec.y[j])
        ratio = size / (norm.atol[i] + p.real[RTOL] * min(norm.cap[i], size))
        total += ratio * ratio
    return math.sqrt(total / max(1, norm.atol.size))


@inline
def grow(p, k):
    """Propose the next step after an accepted one of order k - 1 in its error estimate."""
    error = max(p.real[ERROR], 1e-10)
    factor = 0.9 * error ** (-0.7 / k) * p.real[ERROR_OLD] ** (0.4 / k)
    factor = min(6.0, max(0.2, factor))
    if p.count[REJECTIONS] > 0:
        factor = min(1.0, factor)
    proposed = p.real[H_STEP] * factor
    # a step shortened by a break or the end does not limit the next one
    if p.real[H_STEP] < p.real[H] and p.count[REJECTIONS] == 0:
        proposed = max(proposed, p.real[H])
    p.real[H] = proposed
    p.real[ERROR_OLD] = max(p.real[ERROR], 1e-4)


@noinline
def refuse(p, factor):
    """Count a rejected step and shorten the next attempt; return a code if the step gets too small."""
    p.count[REJECTED] += 1
    p.count[REJECTIONS] += 1
    p.real[H] = p.real[H_STEP] * factor
    t = p.real[T]
    # sixteen roundings of time; one where so many would be a noticeable part of the way that is left
    least = max(min(16.0 * EPS * abs(t), 1e-6 * (p.real[T_END] - t)), np.nextafter(t, math.inf) - t)
    if p.real[H] < max(p.real[H_MIN], least) or p.real[H] < 1e-300:
        return EVALUATION_FAILED if p.count[STATUS] != 0 else STEP_TOO_SMALL
    return GO_ON


@noinline
def refuse_error(p, k):
    """Reject because of the error, which may be NaN."""
    error = p.real[ERROR]
    factor = 0.2
    if error < 1e300:  # neither NaN nor infinite
        factor = max(0.2, 0.9 * error ** (-1.0 / k))
    return refuse(p, factor)


@inline
def next_goal(p):
    """Return the next break or the end, whichever is first, and 1 if it is a break."""
    vec = view_vectors(p.istate, p.fstate)
    k = p.count[NEXT_BREAK]
    if k < vec.breaks.size and vec.breaks[k] <= p.real[T_END]:
        return vec.breaks[k], 1
    return p.real[T_END], 0


@inline
def leading_bits(h):
    """Return h cut to 26 bits.

    Sums of such steps are exact, so that equal steps stay equal to the last bit; the orders of multistep methods and
    the factors of implicit ones depend on that.
    """
    part = SPLIT * h
    return part - (part - h)


@inline
def time_after(t, h):
    """Return the last time that is not later than h after t."""
    part = leading_bits(h)
    if part > h:
        part = leading_bits(h * (1.0 - 2.0**-25))
    t_new = t + part
    return np.nextafter(t_new, -math.inf) if t_new - t > part else t_new


@inline
def aim(p):
    """Set T_NEW and H_STEP from the proposed H: a step ends exactly at a break or at the end, never just before.

    T_NEW is T where H is less than half the distance of neighbouring times: no step can be so short.
    """
    t = p.real[T]
    h = min(p.real[H], p.real[H_MAX])
    goal, at_break = next_goal(p)
    t_new = goal
    if t + 1.01 * h < goal:
        t_new = time_after(t, h)
        next_time = np.nextafter(t, math.inf)
        if t_new <= t and (2.0 * h >= next_time - t or p.count[STEPS] == 0):
            t_new = next_time
        if t_new < goal:
            at_break = 0
            if h == p.real[H]:  # not shortened, see `grow`
                p.real[H] = t_new - t
    p.real[T_NEW] = t_new
    p.real[H_STEP] = t_new - t
    p.count[AT_BREAK] = at_break
    ready(p)


@inline
def ready(p):
    """Set the sides of breaks and the expected step, after T_NEW, H_STEP and AT_BREAK."""
    sides(p)
    if p.count[REJECTIONS] == 0:
        p.real[H_EXPECTED] = p.real[H_STEP]
        p.count[STEP_PROJECTIONS] = 0
    announce(p)


@noinline
def save_or_restore_mechanics(p):
    """Save the values that evaluations change in the mechanism before a step of an explicit method.

    After a rejected attempt they are restored instead.
    """
    pivots = view_implicit(p.istate, p.fstate).memory
    if pivots.shape[0] > 0:
        chosen = p.save_pivots if p.count[REJECTIONS] == 0 else p.restore_pivots
        call(chosen, p.real[T], pivots, pivots, p.page)


@inline
def announce(p):
    """Write order and length of the attempted step to the page; the expected step does not change with rejections."""
    p.page.real[TOLERANCE] = p.real[RTOL]
    p.page.count[EXPECTED_ORDER] = p.count[ORDER]
    p.page.count[REJECTED_ATTEMPTS] = p.count[REJECTIONS]
    p.page.real[EXPECTED_STEP] = p.real[H_EXPECTED]


@inline
def sides(p):
    """Keep evaluation times of a step that begins or ends at a break inside it, by a few roundings: functions jump
    there.
    """
    t, t_new = p.real[T], p.real[T_NEW]
    margin = 4.0 * EPS * max(abs(t_new), t_new - t)
    p.real[T_LOW] = t + margin if p.count[AFTER_BREAK] == 1 else t
    p.real[T_HIGH] = t_new - margin if p.count[AT_BREAK] == 1 else t_new


@noinline
def first_step(p, k):
    """Choose H by Hairer, Nørsett & Wanner I (1993), II.4, where an Euler step shows the second derivative.

    f must hold dy/dt at y.
    """
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    for i in range(ny):
        vec.y_try[i] = vec.y[i]
        vec.error[i] = vec.f[i]
    d0 = state_norm(p)
    d1 = error_norm(p, p.real[T], vec.y, vec.error)
    h0 = 1e-6
    if d0 >= 1e-5 and d1 >= 1e-5:
        h0 = 0.01 * d0 / d1
    limit = min(p.real[T_END] - p.real[T], p.real[H_MAX])
    h0 = min(h0, limit)
    h0 = max(time_after(p.real[T], h0), np.nextafter(p.real[T], math.inf)) - p.real[T]
    for i in range(ny):
        vec.y_try[i] = vec.y[i] + h0 * vec.f[i]
    p.real[T_HIGH] = p.real[T] + h0
    status = evaluate(p, p.real[T] + h0, vec.y_try, vec.f_old)
    if status != 0 or not h0 > 0.0:
        p.real[H] = h0
        return
    for i in range(ny):
        vec.error[i] = (vec.f_old[i] - vec.f[i]) / h0
    d2 = error_norm(p, p.real[T], vec.y, vec.error)
    largest = max(d1, d2)
    h1 = max(1e-6, h0 * 1e-3)
    if largest > 1e-15:
        h1 = (0.01 / largest) ** (1.0 / k)
    p.real[H] = min(min(100.0 * h0, h1), limit)
    if not p.real[H] > 0.0:  # NaN in the trial evaluation
        p.real[H] = h0
