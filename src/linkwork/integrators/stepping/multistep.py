"""The restart that multistep methods share."""

import math

from linkwork.integrators.contract import noinline
from linkwork.integrators.state import (
    FAILURES,
    H_MAX,
    H_OLD,
    NY,
    ORDER,
    ORDER_OLD,
    RAISING,
    SAME_STEPS,
    H,
    T,
    view_vectors,
)
from linkwork.integrators.stepping.step_control import error_norm, next_goal


@noinline
def restart_multistep(p):
    """Begin with order 1 and without a past at (T, y), whose derivative is f; the method sets its own differences.

    The first step is at most h = sqrt(1 / |f|) / 4 with the error norm |f|, and at most the step that is given or that
    was taken before a break.
    """
    vec = view_vectors(p.istate, p.fstate)
    for i in range(p.count[NY]):
        vec.y_try[i] = vec.y[i]
        vec.error[i] = vec.f[i]
    size = error_norm(p, p.real[T], vec.y, vec.error)
    goal, _ = next_goal(p)
    h = min(goal - p.real[T], p.real[H_MAX])
    if p.real[H] > 0.0:  # the step given, or the last one before a break
        h = min(h, p.real[H])
    if 16.0 * size * h * h > 1.0:
        h = 0.25 * math.sqrt(1.0 / size)
    p.real[H] = h
    p.real[H_OLD] = 0.0
    p.count[ORDER] = 1
    p.count[ORDER_OLD] = 0
    p.count[SAME_STEPS] = 0
    p.count[RAISING] = 1
    p.count[FAILURES] = 0
