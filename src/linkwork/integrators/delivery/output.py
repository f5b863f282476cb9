"""Outputs of a run after each accepted step: states at chosen times or at every step, and events, in order of time."""

import math

from linkwork.integrators.contract import EVENT_STOP, GO_ON, OUTPUT_FULL, call, inline, noinline
from linkwork.integrators.delivery.event_location import search, tolerance, zero_after
from linkwork.integrators.delivery.interpolation import state_at
from linkwork.integrators.state import (
    AT_TIMES,
    DENSE_READY,
    LOGGED,
    MORE_TIMES,
    N_TURN_COUNTS,
    NY,
    OUTPUT_MODE,
    OUTPUTS,
    PHASE,
    STEP,
    STOPPING,
    T_STOP,
    UNSEARCHED,
    T,
    view_events,
    view_vectors,
)

SAME = 4.0  # factor of the tolerance of zeros: events no farther apart are simultaneous


@inline
def next_event(event_t):
    """Return the earliest event that has not been delivered, -1 if there is none."""
    first, when = -1, math.inf
    for k in range(event_t.size):
        if event_t[k] < when:
            first, when = k, event_t[k]
    return first


@inline
def wants_dense(p, t_out):
    """Return whether an output inside the last step is requested and the interpolant is not ready."""
    if p.count[DENSE_READY] == 1:
        return False
    k = p.count[OUTPUTS]
    inside = p.count[OUTPUT_MODE] == AT_TIMES and k < t_out.size and t_out[k] < p.real[T]
    return inside or p.count[UNSEARCHED] > 0 or next_event(view_events(p.istate, p.fstate).event_t) >= 0


@noinline
def put_state(p, t, y, out):
    """out := y and its turn counts."""
    ny = p.count[NY]
    for i in range(ny):
        out[i] = y[i]
    if p.count[N_TURN_COUNTS] > 0:
        call(p.after_step, t, y, out[ny:], p.page)


@noinline
def deliver_times(p, until, t_out, y_out):
    """Fill y_out at the chosen times up to `until`; OUTPUT_FULL when more times are to come."""
    vec = view_vectors(p.istate, p.fstate)
    k = p.count[OUTPUTS]
    while k < t_out.size and t_out[k] <= until:
        state_at(p, t_out[k], vec.y_dense)
        put_state(p, t_out[k], vec.y_dense, y_out[k])
        k += 1
    p.count[OUTPUTS] = k
    return OUTPUT_FULL if k == t_out.size and p.count[MORE_TIMES] == 1 else GO_ON


@noinline
def log_event(p, k):
    """Put event k with its state into the log; OUTPUT_FULL when the log is full.

    After a terminal event, others at the same instant may follow.
    """
    ev = view_events(p.istate, p.fstate)
    n = p.count[LOGGED]
    if n == ev.log_t.size:
        return OUTPUT_FULL
    vec = view_vectors(p.istate, p.fstate)
    width = p.count[NY] + p.count[N_TURN_COUNTS]
    t = ev.event_t[k]
    state_at(p, t, vec.y_dense)
    put_state(p, t, vec.y_dense, ev.log_y[n * width : (n + 1) * width])
    ev.log_t[n] = t
    ev.log_event[n] = k
    p.count[LOGGED] = n + 1
    ev.event_t[k] = zero_after(p, k, t)
    if ev.terminal[k] == 1 and p.count[STOPPING] == 0:
        p.count[STOPPING] = 1
        p.real[T_STOP] = t
    return GO_ON


@noinline
def deliver_here(p, t_out, y_out):
    """Deliver outputs and events of the last step; return a code if the caller must act, else GO_ON."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    if p.count[UNSEARCHED] > 0:
        search(p)
    while True:
        k = next_event(ev.event_t)
        if p.count[STOPPING] == 1 and (k < 0 or ev.event_t[k] > p.real[T_STOP] + SAME * tolerance(p.real[T_STOP])):
            p.count[STOPPING] = 0
            return EVENT_STOP
        until = p.real[T] if k < 0 else ev.event_t[k]
        if p.count[OUTPUT_MODE] == AT_TIMES:
            code = deliver_times(p, until, t_out, y_out)
            if code != GO_ON:
                return code
        if k < 0:
            break
        code = log_event(p, k)
        if code != GO_ON:
            return code
    if p.count[OUTPUT_MODE] != AT_TIMES:
        n = p.count[OUTPUTS]
        if n == t_out.size:
            return OUTPUT_FULL
        t_out[n] = p.real[T]
        put_state(p, p.real[T], vec.y, y_out[n])
        p.count[OUTPUTS] = n + 1
    p.count[PHASE] = STEP
    return GO_ON
