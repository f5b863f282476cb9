"""Steps of a fixed length: where they end, and those that pass an abrupt change of the rates.

No error control shortens a fixed step. The error that a method estimates for such a step rises and falls smoothly as
long as the step resolves the motion; at a kink, a jump or a fast change within one step it rises at once.
"""

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.state import (
    ABRUPT_ERROR,
    ABRUPT_STEPS,
    ABRUPT_T,
    AT_BREAK,
    ERROR,
    FIXED_STEPS,
    H_STEP,
    T_FIXED,
    T_NEW,
    USUAL_ERROR,
    H,
    T,
)
from linkwork.integrators.stepping.step_control import next_goal, ready

ABRUPT = 30.0  # times the usual error: a step with more passes an abrupt change
SMOOTH = 1.5  # factor by which the usual error may change from step to step
SETTLING = 10  # steps after the start and after breaks in which it may change by any factor: motions begin at rest
LEAST = 0.1  # of the tolerance: smaller errors count as so large


@inline
def aim_fixed(p):
    """Set the next T_NEW: on the grid, or the goal if that comes first or within a thousandth of a step."""
    goal, at_break = next_goal(p)
    t_new = p.real[T_FIXED] + (p.count[FIXED_STEPS] + 1) * p.real[H]
    if t_new + 1e-3 * p.real[H] >= goal:
        t_new = goal
    else:
        at_break = 0
    p.real[T_NEW] = t_new
    p.real[H_STEP] = t_new - p.real[T]
    p.count[AT_BREAK] = at_break
    ready(p)


@noinline
def note_abrupt_change(p):
    """Count the step whose error has been estimated if it passes an abrupt change, and follow the usual error."""
    error, usual = max(p.real[ERROR], LEAST), p.real[USUAL_ERROR]
    if p.count[FIXED_STEPS] < SETTLING:
        usual = error
    if error > ABRUPT * usual:
        if p.count[ABRUPT_STEPS] == 0:
            p.real[ABRUPT_T] = p.real[T]
        p.count[ABRUPT_STEPS] += 1
        p.real[ABRUPT_ERROR] = max(p.real[ABRUPT_ERROR], error)
    p.real[USUAL_ERROR] = min(max(error, usual / SMOOTH), usual * SMOOTH)
