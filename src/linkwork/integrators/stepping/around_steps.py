"""Functions that every method calls around its steps: begin, pause, accept, record."""

import math

from linkwork.dynamics.layout import PIVOT, RECORDED_COUNTS
from linkwork.integrators.contract import (
    DONE,
    EVALUATION_FAILED,
    EVALUATIONS_USED,
    GO_ON,
    RECORD_BREAKS,
    RECORD_COUNTS,
    RECORD_ERROR,
    RECORD_EXPECTED,
    RECORD_FULL,
    RECORD_H,
    RECORD_ITERATIONS,
    RECORD_MATRIX,
    RECORD_METHOD,
    RECORD_ORDER,
    RECORD_PIVOT,
    RECORD_PROJECTIONS,
    RECORD_REJECTIONS,
    RECORD_T,
    RECORD_T_NEW,
    call,
    inline,
    noinline,
)
from linkwork.integrators.delivery.event_location import watch
from linkwork.integrators.state import (
    AFTER_BREAK,
    AT_BREAK,
    BUDGET,
    DELIVER,
    DENSE_READY,
    ERROR,
    EVALUATIONS,
    H_EXPECTED,
    H_STEP,
    METHOD,
    NEXT_BREAK,
    NY,
    ORDER,
    PHASE,
    RECORDS,
    REJECTIONS,
    START,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    STEP_PROJECTIONS,
    STEPS,
    T_END,
    T_HIGH,
    T_LOW,
    T_NEW,
    T_OLD,
    T,
    view_events,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import event_values, land
from linkwork.integrators.stepping.step_control import announce, sides

EPS = 2.0**-52


@noinline
def begin(p):
    """Project the first state, evaluate it and the events there; outputs at this time are delivered next."""
    vec = view_vectors(p.istate, p.fstate)
    ev = view_events(p.istate, p.fstate)
    p.real[T_LOW], p.real[T_HIGH] = p.real[T], p.real[T]
    p.real[T_OLD] = p.real[T]
    if land(p, p.real[T], vec.y, vec.f) != 0:
        return EVALUATION_FAILED
    event_values(p, p.real[T], vec.y, ev.g)
    p.count[PHASE] = DELIVER
    p.count[DENSE_READY] = 1
    return GO_ON


@noinline
def cross_break(p):
    """Project and evaluate once more, on the far side of a break."""
    vec = view_vectors(p.istate, p.fstate)
    t = p.real[T]
    p.real[T_LOW] = t + 4.0 * EPS * max(abs(t), p.real[H_STEP])
    p.real[T_HIGH] = math.inf
    if land(p, t, vec.y, vec.f) != 0:
        return EVALUATION_FAILED
    return GO_ON


@inline
def begin_or_cross(p):
    """Evaluate at the start, and after a break on its far side; return a code, and whether the method must restart."""
    if p.count[PHASE] == START:
        code = begin(p)
        return code, code == GO_ON
    if p.count[AFTER_BREAK] == 1 and p.count[REJECTIONS] == 0:
        return cross_break(p), True
    return GO_ON, False


@inline
def pause(p, first, record_i):
    """Return a code if the run has to return before its next step, GO_ON otherwise."""
    if p.count[PHASE] != START and p.real[T] >= p.real[T_END]:
        return DONE
    if record_i.shape[0] > 0 and p.count[RECORDS] == record_i.shape[0]:
        return RECORD_FULL
    if p.count[EVALUATIONS] - first >= p.count[BUDGET]:
        return EVALUATIONS_USED
    return GO_ON


@inline
def accept(p, f_new, record_f, record_i):
    """Move to (T_NEW, y_try) with the derivative f_new; record the step and watch the events."""
    vec = view_vectors(p.istate, p.fstate)
    record(p, record_f, record_i)
    p.real[T_OLD] = p.real[T]
    p.real[T] = p.real[T_NEW]
    for i in range(p.count[NY]):
        vec.y_old[i] = vec.y[i]
        vec.f_old[i] = vec.f[i]
        vec.y[i] = vec.y_try[i]
        vec.f[i] = f_new[i]
    p.count[STEPS] += 1
    p.count[REJECTIONS] = 0
    p.count[NEXT_BREAK] += p.count[AT_BREAK]
    p.count[AFTER_BREAK] = p.count[AT_BREAK]
    p.count[DENSE_READY] = 0
    p.count[PHASE] = DELIVER
    status = call(p.after_step, p.real[T], vec.y, vec.scratch, p.page)
    if status != 0:
        p.count[STATUS] = status
        return EVALUATION_FAILED
    watch(p)
    return GO_ON


@noinline
def recall(p, n, record_f, record_i):
    """Set up recorded step n for a replay."""
    p.count[AFTER_BREAK] = record_i[n, RECORD_BREAKS] & 1
    p.count[AT_BREAK] = record_i[n, RECORD_BREAKS] >> 1
    p.count[REJECTIONS] = record_i[n, RECORD_REJECTIONS]
    p.count[ORDER] = record_i[n, RECORD_ORDER]
    p.count[STEP_ITERATIONS] = record_i[n, RECORD_ITERATIONS]
    p.count[STEP_MATRIX] = record_i[n, RECORD_MATRIX]
    p.real[T_NEW] = record_f[n, RECORD_T_NEW]
    p.real[H_STEP] = record_f[n, RECORD_H]
    p.real[H_EXPECTED] = record_f[n, RECORD_EXPECTED]
    sides(p)
    announce(p)


@noinline
def record(p, record_f, record_i):
    """Write one row of the record, which suffices to repeat the step."""
    n = p.count[RECORDS]
    if n >= record_i.shape[0]:
        return
    record_f[n, RECORD_T] = p.real[T]
    record_f[n, RECORD_T_NEW] = p.real[T_NEW]
    record_f[n, RECORD_H] = p.real[H_STEP]
    record_f[n, RECORD_ERROR] = p.real[ERROR]
    record_f[n, RECORD_EXPECTED] = p.real[H_EXPECTED]
    record_f[n, RECORD_PIVOT] = p.page.real[PIVOT]
    for k in range(len(RECORDED_COUNTS)):
        record_i[n, RECORD_COUNTS + k] = p.page.count[RECORDED_COUNTS[k]]
    record_i[n, RECORD_ORDER] = p.count[ORDER]
    record_i[n, RECORD_PROJECTIONS] = p.count[STEP_PROJECTIONS]
    record_i[n, RECORD_REJECTIONS] = p.count[REJECTIONS]
    record_i[n, RECORD_BREAKS] = p.count[AFTER_BREAK] + 2 * p.count[AT_BREAK]
    record_i[n, RECORD_ITERATIONS] = p.count[STEP_ITERATIONS]
    record_i[n, RECORD_MATRIX] = p.count[STEP_MATRIX]
    record_i[n, RECORD_METHOD] = p.count[METHOD]
    p.count[RECORDS] = n + 1
