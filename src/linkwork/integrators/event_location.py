"""Zeros of event functions inside the last step.

The step is looked through at the ends of PARTS equal parts, on the interpolant as it is. Where a value changes its sign, or
turns near zero so that it may touch it, the same is done on the projected interpolant: zeros are located by the Illinois
method; a turning point is searched, and if the sign has changed there, it has a zero on either side. A change of sign at which the
value grows without bounds is a pole, no zero. Zeros of functions of time alone are given (model.time_zeros) and not searched.
"""

import math

from linkwork.integrators.contract import inner, seldom
from linkwork.integrators.evaluations import event_values
from linkwork.integrators.interpolation import interpolate, state_at
from linkwork.integrators.state import (
    FAST_EVERY,
    FAST_FROM,
    FAST_TO,
    N_EVENTS,
    NAN_FROM,
    NAN_TO,
    PARTS,
    T_OLD,
    UNSEARCHED,
    T,
    view_events,
    view_vectors,
)

EPS = 2.0**-52
GOLDEN = 0.3819660112501051
NARROW = 1e-8  # of a step: a turning point is not searched more closely
POLE = 100.0  # times the values around a change of sign: what becomes larger has a pole there
FREQUENT = 3  # changes of sign in a step after which it is looked at twice as often, to see whether there are more
TOUCHES = 0.3  # of the variation over two parts: a turning point that lies higher is not looked at


@seldom
def given_zero(p, k, t):
    """The first given time of event k in the last step after t; infinite if there is none."""
    ev = view_events(p.istate, p.fstate)
    low, high = ev.timed[2 * k], ev.timed[2 * k + 1]
    while low < high:
        middle = (low + high) // 2
        if ev.timed_t[middle] <= t:
            low = middle + 1
        else:
            high = middle
    if low == ev.timed[2 * k + 1] or ev.timed_t[low] > p.real[T]:
        return math.inf
    return ev.timed_t[low]


@inner
def watch(p):
    """Event values at the accepted state; the step is still to be searched."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    p.count[UNSEARCHED] = 0
    for k in range(p.count[N_EVENTS]):
        ev.g_old[k] = ev.g[k]
        ev.event_t[k] = math.inf
        if ev.timed[2 * k] < 0:
            p.count[UNSEARCHED] = 1
        else:
            ev.event_t[k] = given_zero(p, k, p.real[T_OLD])
    if p.count[UNSEARCHED] == 1:
        event_values(p, p.real[T], vec.y, ev.g)


@inner
def node(p, j):
    """Where part j of the last step begins."""
    if j == PARTS:
        return p.real[T]
    return p.real[T_OLD] + (p.real[T] - p.real[T_OLD]) * j / PARTS


@inner
def tolerance(t):
    """How exactly a zero is located."""
    return max(1e-12, 4.0 * EPS * abs(t))


@inner
def same_sign(a, b):
    """False where a zero lies between; what is not a number is no zero."""
    return not (a <= 0.0 <= b or b <= 0.0 <= a)


@inner
def wanted(before, direction):
    """Whether a zero counts that is reached from the value `before`."""
    return (before < 0.0 and direction >= 0) or (before > 0.0 and direction <= 0)


@inner
def may_touch(a, b, c):
    """Whether three equidistant values of one sign turn around so near to zero that it may be touched in between."""
    if not (same_sign(a, b) and same_sign(b, c)):
        return False
    a, b, c = abs(a), abs(b), abs(c)
    bend, slope = 0.5 * (a + c) - b, 0.5 * (c - a)
    if not bend > 0.0 or abs(slope) > 2.0 * bend:
        return False
    return b - slope * slope / (4.0 * bend) < TOUCHES * (max(a, c) - min(a, b, c))


@seldom
def sample(p):
    """Values of all events at the nodes of the last step, projected in the second search."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    ne = p.count[N_EVENTS]
    for k in range(ne):
        ev.samples[k], ev.samples[PARTS * ne + k] = ev.g_old[k], ev.g[k]
    for j in range(1, PARTS):
        t = node(p, j)
        if p.count[UNSEARCHED] == 2:
            state_at(p, t, vec.y_dense)
        else:
            interpolate(p, t, vec.y_dense)
        event_values(p, t, vec.y_dense, ev.samples[j * ne : (j + 1) * ne])


@seldom
def changes_of_sign(p, k):
    """How often the sampled values of event k change their sign."""
    ev = view_events(p.istate, p.fstate)
    ne, count, last = p.count[N_EVENTS], 0, 0.0
    for j in range(PARTS + 1):
        g = ev.samples[j * ne + k]
        if g != 0.0 and g == g:
            count += 1 if last * g < 0.0 else 0
            last = 1.0 if g > 0.0 else -1.0
    return count


@seldom
def changes_between(p, k):
    """The same with values half-way between the samples."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    ne, count, last = p.count[N_EVENTS], 0, 0.0
    for j in range(2 * PARTS + 1):
        g = ev.samples[(j // 2) * ne + k]
        if j % 2 == 1:
            t = 0.5 * (node(p, j // 2) + node(p, j // 2 + 1))
            interpolate(p, t, vec.y_dense)
            event_values(p, t, vec.y_dense, ev.g_try)
            g = ev.g_try[k]
        if g != 0.0 and g == g:
            count += 1 if last * g < 0.0 else 0
            last = 1.0 if g > 0.0 else -1.0
    return count


@seldom
def note_doubts(p):
    """Remember where event functions are not numbers, or change their sign more often than they are looked at."""
    ev = view_events(p.istate, p.fstate)
    ne = p.count[N_EVENTS]
    for k in range(ne):
        if ev.timed[2 * k] >= 0:
            continue
        for j in range(PARTS + 1):
            if ev.samples[j * ne + k] != ev.samples[j * ne + k]:
                note(ev.doubts, NAN_FROM * ne + k, NAN_TO * ne + k, node(p, j), node(p, j))
        changes = changes_of_sign(p, k)
        if changes >= FREQUENT and changes_between(p, k) > changes:
            note(ev.doubts, FAST_FROM * ne + k, FAST_TO * ne + k, p.real[T_OLD], p.real[T])
            every = (p.real[T] - p.real[T_OLD]) / PARTS
            ev.doubts[FAST_EVERY * ne + k] = max(ev.doubts[FAST_EVERY * ne + k], every)


@inner
def note(doubts, low, high, a, b):
    """Widen an interval of time so that it holds a … b."""
    doubts[low] = min(doubts[low], a)
    doubts[high] = max(doubts[high], b)


@seldom
def promising(p):
    """Whether some sampled value changes its sign or may touch zero."""
    ev = view_events(p.istate, p.fstate)
    ne = p.count[N_EVENTS]
    for k in range(ne):
        if ev.timed[2 * k] >= 0:
            continue
        for j in range(PARTS):
            a, b = ev.samples[j * ne + k], ev.samples[(j + 1) * ne + k]
            if a != 0.0 and not same_sign(a, b):
                return True
            if j > 0 and may_touch(ev.samples[(j - 1) * ne + k], a, b):
                return True
    return False


@seldom
def value_at(p, k, t):
    """Event k on the projected interpolant."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    state_at(p, t, vec.y_dense)
    event_values(p, t, vec.y_dense, ev.g_try)
    return ev.g_try[k]


@seldom
def zero_between(p, k, a, ga, b, gb):
    """The zero of event k between a and b, whose values differ in sign, on the side where the sign has changed; infinite if the
    sign changes at a pole, or where the function is not a number."""
    before, largest, reached, left = ga, POLE * max(abs(ga), abs(gb)), gb, ga
    limit = tolerance(b)
    kept = 0  # the end that the last iteration kept: its value is halved when it is kept again
    for n in range(200):
        if b - a <= limit or gb == 0.0:
            break
        t = b - gb * (b - a) / (gb - ga)
        if n % 3 == 2 or not (a < t < b):  # never slower than bisection in every third iteration
            t = a + 0.5 * (b - a)
        # close to an end step over it a little, so that the bracket shrinks from both sides
        t = min(max(t, a + 0.4 * limit), b - 0.4 * limit)
        gt = value_at(p, k, t)
        if same_sign(before, gt):
            a, ga, left = t, gt, gt
            if kept == 1:
                gb *= 0.5
            kept = 1
        else:
            b, gb, reached = t, gt, gt
            if kept == -1:
                ga *= 0.5
            kept = -1
    if left != left:
        ne, ev = p.count[N_EVENTS], view_events(p.istate, p.fstate)
        note(ev.doubts, NAN_FROM * ne + k, NAN_TO * ne + k, a, a)
        return math.inf
    return b if abs(reached) <= largest else math.inf


@seldom
def turning_point(p, k, a, ga, b, gb):
    """A time between a and b, both of one sign, at which event k has the other sign; infinite if its value turns before."""
    sign = 1.0 if ga > 0.0 else -1.0
    low, high = sign * ga, sign * gb
    t = a + GOLDEN * (b - a)
    best = sign * value_at(p, k, t)
    for _ in range(60):
        if best < 0.0:
            return t
        if b - a < NARROW * (p.real[T] - p.real[T_OLD]) or best > 2.0 * (max(low, high) - best):
            return math.inf  # found, or so far from zero that a parabola would not reach it
        right = b - t > t - a
        s = t + GOLDEN * (b - t) if right else t - GOLDEN * (t - a)
        value = sign * value_at(p, k, s)
        if value < best:
            if right:
                a, low = t, best
            else:
                b, high = t, best
            t, best = s, value
        elif right:
            b, high = s, value
        else:
            a, low = s, value
    return math.inf


@seldom
def next_zero(p, k, a, ga):
    """The first wanted zero of event k in the last step after time a, where its value is ga; infinite if there is none."""
    ev = view_events(p.istate, p.fstate)
    ne, direction = p.count[N_EVENTS], ev.direction[k]
    for j in range(1, PARTS + 1):
        b, gb = node(p, j), ev.samples[j * ne + k]
        if b <= a:
            continue
        if same_sign(ga, gb):
            c = node(p, j + 1) if j < PARTS else b
            gc = ev.samples[(j + 1) * ne + k] if j < PARTS else 0.0
            if a == node(p, j - 1) and j < PARTS and may_touch(ga, gb, gc):
                m = turning_point(p, k, a, ga, c, gc)
                if m < math.inf:
                    gm = value_at(p, k, m)
                    if wanted(ga, direction):
                        return zero_between(p, k, a, ga, m, gm)
                    return zero_between(p, k, m, gm, c, gc)
        elif wanted(ga, direction):
            zero = zero_between(p, k, a, ga, b, gb)
            if zero < math.inf:
                return zero
        a, ga = b, gb  # leaving zero is no event
    return math.inf


@seldom
def zero_after(p, k, t):
    """The next zero of event k in the last step after its zero at t."""
    ev = view_events(p.istate, p.fstate)
    if ev.timed[2 * k] >= 0:
        return given_zero(p, k, t)
    t += tolerance(t)
    return next_zero(p, k, t, value_at(p, k, t)) if t < p.real[T] else math.inf


@seldom
def search(p):
    """event_t of every event that is not of time alone: its first zero in the last step; the interpolant must be ready."""
    ev = view_events(p.istate, p.fstate)
    sample(p)
    note_doubts(p)
    if promising(p):
        p.count[UNSEARCHED] = 2
        sample(p)
        for k in range(p.count[N_EVENTS]):
            if ev.timed[2 * k] < 0:
                ev.event_t[k] = next_zero(p, k, p.real[T_OLD], ev.g_old[k])
    p.count[UNSEARCHED] = 0
