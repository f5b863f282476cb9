"""Calls of the problem's functions, with counters."""

from linkwork.dynamics.layout import ACCEPTED
from linkwork.integrators.contract import call, inline
from linkwork.integrators.state import (
    EVALUATIONS,
    N_EVENTS,
    NY,
    PROJECTIONS,
    STATUS,
    STEP_PROJECTIONS,
    T_HIGH,
    T_LOW,
    UNPROJECTED,
    view_vectors,
)


@inline
def evaluate(p, t, y, out):
    """out := dy/dt; a time at a break is moved to this step's side of it."""
    side = min(max(t, p.real[T_LOW]), p.real[T_HIGH])
    status = call(p.rhs, side, y, out, p.page)
    p.count[EVALUATIONS] += 1
    p.count[STATUS] = status
    return status


@inline
def project(p, t, y):
    """Move y onto the constraints."""
    vec = view_vectors(p.istate, p.fstate)
    side = min(max(t, p.real[T_LOW]), p.real[T_HIGH])
    status = call(p.project, side, y, vec.scratch, p.page)
    p.count[PROJECTIONS] += 1
    p.count[STEP_PROJECTIONS] += 1
    p.count[STATUS] = status
    return status


@inline
def land(p, t, y, out):
    """End a step: move y onto the constraints, ask the problem whether the step may end there, and compute dy/dt."""
    status = project(p, t, y)
    if status == 0:
        p.page.count[ACCEPTED] = 1
        status = call(p.after_step, t, y, out, p.page)
        p.count[STATUS] = status
        if status == 0:
            status = evaluate(p, t, y, out)
        p.page.count[ACCEPTED] = 0
    return status


@inline
def event_values(p, t, y, out):
    """Compute the values of the event functions."""
    if p.count[N_EVENTS] > 0:
        call(p.events, t, y, out, p.page)


@inline
def project_copy(p, t, y, unprojected):
    """Move y onto the constraints for output; if that fails, restore `unprojected` and count the failure."""
    vec = view_vectors(p.istate, p.fstate)
    status = call(p.project, t, y, vec.scratch, p.page)
    p.count[PROJECTIONS] += 1
    if status != 0:
        for i in range(p.count[NY]):
            y[i] = unprojected[i]
        p.count[UNPROJECTED] += 1
