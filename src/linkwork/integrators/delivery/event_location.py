"""Zeros of event functions inside the last step.

The step is sampled in a few nodes, on the interpolant without projection. Between two nodes, the signals that an
event's expression reads are approximated by cubics whose errors are estimated from other nodes; bounds of the
expression and of its derivative over the interval show whether it may have a zero there (Moore 1966; Park & Barton
1996). If it may, the search is repeated on the projected interpolant, and intervals are halved until each has no zero,
or one zero of a monotonic function. Zeros are then located by the Illinois method. Intervals that are undecided when
no nodes are left are stored as doubts; zeros closer together than NARROW of a step are not separated. A change of sign
towards which the value grows from both sides is a pole, not a zero. Zeros of functions of time alone are given
(model.expressions.time_zeros) and not searched. Without bounds of expressions, the values of the events themselves are
the signals.
"""

import math

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.delivery.event_curves import bound, curves_between, first_nodes, insert, note
from linkwork.integrators.delivery.interpolation import state_at
from linkwork.integrators.state import (
    FAST_EVERY,
    FAST_FROM,
    FAST_TO,
    N_EVENTS,
    N_NODES,
    NAN_FROM,
    NAN_TO,
    T_OLD,
    UNSEARCHED,
    WIDTH,
    T,
    view_events,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import event_values

EPS = 2.0**-52
NARROW = 2.0**-26  # fraction of a step below which intervals are not halved
FINEST = 2.0**-4  # fraction of an interval: smallest pieces in which the cubics are bounded
TOUCHES = 1e-3  # of the largest value in the step: a value that stays below it where an interval is narrow touches zero
SMALLER = 0.5  # fraction of the values around a change of sign: a function that stays above it jumps or has a pole
POLE = 100.0  # times the tolerance of a zero: where the sides of a pole are evaluated
BEFORE, CROSSING, AFTER = range(3)


@noinline
def given_zero(p, k, t):
    """Return the first given time of event k in the last step after t; infinity if there is none."""
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


@inline
def watch(p):
    """Compute event values at the accepted state, and set the step to be searched."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    p.count[UNSEARCHED] = 0
    for k in range(p.count[WIDTH]):
        ev.g_old[k] = ev.g[k]
    for k in range(p.count[N_EVENTS]):
        ev.event_t[k] = math.inf
        if ev.timed[2 * k] < 0:
            p.count[UNSEARCHED] = 1
        else:
            ev.event_t[k] = given_zero(p, k, p.real[T_OLD])
    if p.count[UNSEARCHED] == 1:
        event_values(p, p.real[T], vec.y, ev.g)


@inline
def tolerance(t):
    """Return the accuracy with which a zero is located."""
    return max(1e-12, 4.0 * EPS * abs(t))


@inline
def same_sign(a, b):
    """Return whether no zero lies between two values; NaN counts as no zero."""
    return not (a <= 0.0 <= b or b <= 0.0 <= a)


@inline
def wanted(before, direction):
    """Return whether a zero counts that is reached from the value `before`."""
    return (before < 0.0 and direction >= 0) or (before > 0.0 and direction <= 0)


# nodes


@noinline
def note_unresolved(p, k, i):
    """Store that event k could not be resolved between node i and the next one."""
    ev = view_events(p.istate, p.fstate)
    ne, a, b = p.count[N_EVENTS], ev.node_t[i], ev.node_t[ev.follow[i]]
    note(ev.doubts, FAST_FROM * ne + k, FAST_TO * ne + k, a, b)
    ev.doubts[FAST_EVERY * ne + k] = max(ev.doubts[FAST_EVERY * ne + k], b - a)


@inline
def decided(bounds, k, sign):
    """Return what the bounds prove for event k times a sign.

    1 positive, -1 negative, 2 rising, -2 falling, 0 none of these, 3 zero throughout.
    """
    low, high, least, most = bounds[4 * k], bounds[4 * k + 1], bounds[4 * k + 2], bounds[4 * k + 3]
    if low > 0.0 or high < 0.0:
        return 1 if (low > 0.0) == (sign > 0.0) else -1
    if low == 0.0 and high == 0.0:
        return 3
    if (least > 0.0 or most < 0.0) and -math.inf < low and high < math.inf:  # no pole
        return 2 if (least > 0.0) == (sign > 0.0) else -2
    return 0


@inline
def least_between(ga, gb, w, least, most):
    """Return a lower bound of a function over an interval of width w.

    Its values at the ends are ga and gb, and its rates are between least and most.
    """
    if least >= 0.0 or most <= 0.0:
        return min(ga, gb)
    if not (least > -math.inf and most < math.inf):
        return -math.inf
    part = min(max((gb - ga - most * w) / (least - most), 0.0), w)
    return ga + least * part


@noinline
def piece(p, k, a, b, low, high, sign):
    """Return `decided` in a part of the interval from node a to b, using bounds about its middle too."""
    ev = view_events(p.istate, p.fstate)
    middle = 0.5 * (low + high)
    bound(p, a, b, middle, middle)
    bottom, top = ev.event_bounds[4 * k], ev.event_bounds[4 * k + 1]
    bound(p, a, b, low, high)
    verdict = decided(ev.event_bounds, k, sign)
    if verdict == 0:
        reach = max(-ev.event_bounds[4 * k + 2], ev.event_bounds[4 * k + 3])
        reach *= 0.5 * (high - low) * (ev.node_t[b] - ev.node_t[a])
        if bottom - reach > 0.0 or top + reach < 0.0:
            verdict = 1 if (bottom > 0.0) == (sign > 0.0) else -1
    return verdict


@noinline
def in_pieces(p, k, a, b, sign, passes):
    """Return whether event k, of the given sign at node a, retains it up to b, or changes it once if it passes zero."""
    low, width, phase = 0.0, 0.5, BEFORE
    while low < 1.0:
        verdict = piece(p, k, a, b, low, low + width, sign)
        fits = (
            (verdict == 1 and phase == BEFORE)
            or (passes and verdict == -2 and phase < AFTER)
            or (passes and verdict == -1 and phase > BEFORE)
        )
        if not fits:
            width *= 0.5
            if width < FINEST:
                return False
            continue
        if verdict == -2:
            phase = CROSSING
        elif verdict == -1:
            phase = AFTER
        low += width
        while width < 0.5 and low % (2.0 * width) == 0.0:
            width *= 2.0
    return True


@noinline
def resolved(p, k, a, b):
    """Return whether the values at neighbouring nodes a and b show all zeros of event k; bounds must be computed."""
    ev = view_events(p.istate, p.fstate)
    width = p.count[WIDTH]
    ga, gb = ev.samples[a * width + k], ev.samples[b * width + k]
    if ga != ga or gb != gb:
        return True  # stored as a doubt
    sign = 1.0 if ga > 0.0 or (ga == 0.0 and gb > 0.0) else -1.0
    verdict = decided(ev.event_bounds, k, sign)
    if verdict != 0:
        return True
    if ga * gb > 0.0:
        least, most = ev.event_bounds[4 * k + 2], ev.event_bounds[4 * k + 3]
        if sign < 0.0:
            least, most = -most, -least
        if least_between(abs(ga), abs(gb), ev.node_t[b] - ev.node_t[a], least, most) > 0.0:
            return True
    return in_pieces(p, k, a, b, sign, ga * gb <= 0.0)


@noinline
def promising(p):
    """Return whether some event changes its sign, or may do so, in the last step."""
    ev = view_events(p.istate, p.fstate)
    width, a = p.count[WIDTH], 0
    while ev.follow[a] >= 0:
        b = ev.follow[a]
        for k in range(p.count[N_EVENTS]):
            ga, gb = ev.samples[a * width + k], ev.samples[b * width + k]
            if ev.timed[2 * k] < 0 and ga != 0.0 and not same_sign(ga, gb):
                return True
        a = b
    a = 0
    while ev.follow[a] >= 0:
        b = ev.follow[a]
        curves_between(p, a, b)
        for k in range(p.count[N_EVENTS]):
            if ev.timed[2 * k] < 0:
                bound(p, a, b, 0.0, 1.0)
                if not resolved(p, k, a, b):
                    return True
        a = b
    return False


@noinline
def refine(p):
    """Halve intervals of the last step until the values at nodes show all zeros between them."""
    ev = view_events(p.istate, p.fstate)
    narrow = max(NARROW * (p.real[T] - p.real[T_OLD]), 2.0 * tolerance(p.real[T]))
    a = 0
    while ev.follow[a] >= 0:
        b = ev.follow[a]
        w = ev.node_t[b] - ev.node_t[a]
        open_ = False
        curves_between(p, a, b)
        for k in range(p.count[N_EVENTS]):
            if ev.timed[2 * k] < 0:
                bound(p, a, b, 0.0, 1.0)
                if not resolved(p, k, a, b):
                    if p.count[N_NODES] < ev.node_t.size and w > narrow:
                        open_ = True
                        break
                    if w > narrow or not touches(p, k, a, b):
                        note_unresolved(p, k, a)
        if open_:
            insert(p, a, ev.node_t[a] + 0.5 * w)
        else:
            a = b


@noinline
def touches(p, k, a, b):
    """Return whether event k is so small at nodes a or b, or changes its sign, that a narrow interval hides no other
    zero.
    """
    ev = view_events(p.istate, p.fstate)
    width, largest = p.count[WIDTH], 0.0
    for n in range(p.count[N_NODES]):
        size = abs(ev.samples[n * width + k])
        if size < math.inf:
            largest = max(largest, size)
    ga, gb = ev.samples[a * width + k], ev.samples[b * width + k]
    return ga * gb <= 0.0 or min(abs(ga), abs(gb)) <= TOUCHES * largest


# zeros


@noinline
def value_at(p, k, t):
    """Return the value of event k on the projected interpolant."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    state_at(p, t, vec.y_dense)
    event_values(p, t, vec.y_dense, ev.g_try)
    return ev.g_try[k]


@noinline
def zero_between(p, k, a, ga, b, gb):
    """Return the zero of event k between a and b, whose values differ in sign, on the side after the change of sign.

    The result is infinite if the sign changes at a pole, or where the function is NaN.
    """
    before, least, reached, left = ga, SMALLER * max(abs(ga), abs(gb)), gb, ga
    limit = tolerance(b)
    retained = 0  # the end that the last iteration retained: its value is halved when it is retained again
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
            if retained == 1:
                gb *= 0.5
            retained = 1
        else:
            b, gb, reached = t, gt, gt
            if retained == -1:
                ga *= 0.5
            retained = -1
    if left != left:
        ne, ev = p.count[N_EVENTS], view_events(p.istate, p.fstate)
        note(ev.doubts, NAN_FROM * ne + k, NAN_TO * ne + k, a, a)
        return math.inf
    if abs(reached) > least and is_pole(p, k, a, abs(left), b, abs(reached)):
        return math.inf
    return b


@noinline
def is_pole(p, k, a, left, b, right):
    """Return whether the size of event k grows towards a, where its value is left, and b, where it is right."""
    w = POLE * tolerance(b)
    before, after = max(a - w, p.real[T_OLD]), min(b + w, p.real[T])
    if before < a and not left > 2.0 * abs(value_at(p, k, before)):
        return False
    return after == b or right > 2.0 * abs(value_at(p, k, after))


@noinline
def next_zero(p, k, a, ga):
    """Return the first wanted zero of event k in the last step after time a, where its value is ga, or infinity."""
    ev = view_events(p.istate, p.fstate)
    width, direction, n = p.count[WIDTH], ev.direction[k], 0
    while ev.follow[n] >= 0:
        n = ev.follow[n]
        b, gb = ev.node_t[n], ev.samples[n * width + k]
        if b <= a:
            continue
        if not same_sign(ga, gb) and wanted(ga, direction):
            zero = zero_between(p, k, a, ga, b, gb)
            if zero < math.inf:
                return zero
        a, ga = b, gb  # a function that leaves zero makes no event
    return math.inf


@noinline
def zero_after(p, k, t):
    """Return the next zero of event k in the last step after its zero at t."""
    ev = view_events(p.istate, p.fstate)
    if ev.timed[2 * k] >= 0:
        return given_zero(p, k, t)
    t += tolerance(t)
    return next_zero(p, k, t, value_at(p, k, t)) if t < p.real[T] else math.inf


@noinline
def search(p):
    """Set event_t to the first zero in the last step of every searched event; the interpolant must be ready."""
    ev = view_events(p.istate, p.fstate)
    first_nodes(p)
    if promising(p):
        p.count[UNSEARCHED] = 2
        first_nodes(p)
        refine(p)
        for k in range(p.count[N_EVENTS]):
            if ev.timed[2 * k] < 0:
                ev.event_t[k] = next_zero(p, k, p.real[T_OLD], ev.g_old[k])
    p.count[UNSEARCHED] = 0
