"""Zeros of event functions: a sign change over a step, then the Illinois method on the projected interpolant."""

import math

from linkwork.integrators.contract import inner, seldom
from linkwork.integrators.evaluations import event_values
from linkwork.integrators.interpolation import state_at
from linkwork.integrators.state import CROSSINGS, N_EVENTS, T_OLD, T, view_events, view_vectors

EPS = 2.0**-52


@inner
def crosses(before, after, direction):
    """A zero counts when the sign changes or the new value is zero; leaving zero does not."""
    rises = before < 0.0 and after >= 0.0
    falls = before > 0.0 and after <= 0.0
    return (rises and direction >= 0) or (falls and direction <= 0)


@inner
def watch(p):
    """Event values at the accepted state; CROSSINGS := how many event functions crossed zero in the step."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    for k in range(p.count[N_EVENTS]):
        ev.g_old[k] = ev.g[k]
    event_values(p, p.real[T], vec.y, ev.g)
    found = 0
    for k in range(p.count[N_EVENTS]):
        ev.event_t[k] = math.inf
        if crosses(ev.g_old[k], ev.g[k], ev.direction[k]):
            found += 1
    p.count[CROSSINGS] = found


@seldom
def zero_of(p, k):
    """Time of event k in the last step, to max(1e-12, 4 eps |t|), on the side where the sign has changed."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    a, b = p.real[T_OLD], p.real[T]
    ga, gb = ev.g_old[k], ev.g[k]
    tolerance = max(1e-12, 4.0 * EPS * abs(b))
    kept = 0  # the end that the last iteration kept: its value is halved when it is kept again
    for n in range(200):
        if b - a <= tolerance or gb == 0.0:
            break
        t = b - gb * (b - a) / (gb - ga)
        if n % 3 == 2 or not (a < t < b):  # never slower than bisection in every third iteration
            t = a + 0.5 * (b - a)
        # close to an end step over it a little, so that the bracket shrinks from both sides
        t = min(max(t, a + 0.4 * tolerance), b - 0.4 * tolerance)
        state_at(p, t, vec.y_dense)
        event_values(p, t, vec.y_dense, ev.g_try)
        gt = ev.g_try[k]
        if (gt > 0.0) == (ev.g_old[k] > 0.0) and gt != 0.0:
            a, ga = t, gt
            if kept == 1:
                gb *= 0.5
            kept = 1
        else:
            b, gb = t, gt
            if kept == -1:
                ga *= 0.5
            kept = -1
    return b


@seldom
def locate(p):
    """event_t of every event function that crossed zero in the last step; the interpolant must be ready."""
    ev = view_events(p.istate, p.fstate)
    for k in range(p.count[N_EVENTS]):
        if crosses(ev.g_old[k], ev.g[k], ev.direction[k]):
            ev.event_t[k] = zero_of(p, k)
    p.count[CROSSINGS] = 0
