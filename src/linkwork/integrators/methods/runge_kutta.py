"""The classical fourth-order Runge–Kutta method with a fixed step and projection; cubic Hermite output.

Steps end at t0 + k h, at breaks (from where they are counted anew) and at the end. A failed evaluation or a state that
is not finite ends the run. No error control changes a step; `estimate` finds those that pass a kink or a jump.
"""

import sys

import numpy as np

from linkwork.description.choices import RungeKutta4
from linkwork.integrators.contract import EVALUATION_FAILED, GO_ON, inline, noinline
from linkwork.integrators.delivery.after_step import deliver
from linkwork.integrators.delivery.interpolation import hermite_rows
from linkwork.integrators.delivery.output import wants_dense
from linkwork.integrators.entry import entries
from linkwork.integrators.methods.explicit import combine, compact, difference, stages
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    AFTER_BREAK,
    AT_BREAK,
    DENSE_READY,
    ERROR,
    FIXED_STEPS,
    H_STEP,
    NY,
    ORDER,
    PHASE,
    RECORDS,
    RUNGE_KUTTA_4,
    START,
    STATUS,
    T_FIXED,
    T_NEW,
    T,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin, cross_break, recall
from linkwork.integrators.stepping.evaluations import land
from linkwork.integrators.stepping.fixed_steps import aim_fixed, note_abrupt_change
from linkwork.integrators.stepping.step_control import error_norm

NOT_FINITE = -1  # status of a state that is not finite

W4, J4 = compact([[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0], [1 / 6, 1 / 3, 1 / 3, 1 / 6]])
C4 = np.array([0, 0.5, 0.5, 1, 1])
# zero for rates that are linear in time; where they jump by J within the step, h J/3 or more, which is the largest error
WE, JE = compact([[1 / 3, -1, 1 / 3, 1 / 3]])
SPAN = np.array([1, 4])  # from an array: literal arguments would compile `stages` again


@noinline
def estimate(p):
    """Compute ERROR: of a step within which the rates jump, a bound of its error; of others, of higher order in h."""
    vec = view_vectors(p.istate, p.fstate)
    difference(vec.stages, WE[0], JE[0], p.real[H_STEP], vec.error)
    p.real[ERROR] = error_norm(p, p.real[T_NEW], vec.y_try, vec.error)


@inline
def take_step(p, record_f, record_i):
    """y_try = y + h (K1 + 2 K2 + 2 K3 + K4)/6, projected, and accepted."""
    vec = view_vectors(p.istate, p.fstate)
    ny, h = p.count[NY], p.real[H_STEP]
    for i in range(ny):
        vec.stages[i] = vec.f[i]
    if stages(p, p.real[T], vec.y, h, W4, J4, C4, SPAN[0], SPAN[1]) != 0:
        return EVALUATION_FAILED
    combine(vec.stages, vec.y, W4[4], J4[4], h, vec.y_try)
    total = 0.0
    for i in range(ny):
        total += 0.0 * vec.y_try[i]
    if total != 0.0:  # NaN
        p.count[STATUS] = NOT_FINITE
        return EVALUATION_FAILED
    f_new = vec.stages[4 * ny : 5 * ny]
    if land(p, p.real[T_NEW], vec.y_try, f_new) != 0:
        return EVALUATION_FAILED
    estimate(p)
    note_abrupt_change(p)
    p.count[FIXED_STEPS] += 1
    if p.count[AT_BREAK] == 1:
        p.count[FIXED_STEPS] = 0
        p.real[T_FIXED] = p.real[T_NEW]
    return accept(p, f_new, record_f, record_i)


@noinline
def prepare_fixed(p):
    """Prepare a step: evaluate once more at the start and after a break."""
    if p.count[PHASE] == START:
        p.count[ORDER] = 4
        p.real[T_FIXED] = p.real[T]
        return begin(p)
    if p.count[AFTER_BREAK] == 1:
        return cross_break(p)
    return GO_ON


@inline
def deliver_hermite(p, t_out, y_out):
    """Deliver outputs and events of the last step."""
    if wants_dense(p, t_out):
        hermite_rows(p)
        p.count[DENSE_READY] = 1
    return deliver(p, t_out, y_out)


@inline
def attempt(p, record_f, record_i):
    """Take the next step of the fixed length."""
    aim_fixed(p)
    return take_step(p, record_f, record_i)


@inline
def repeat(p, record_f, record_i):
    """Replay the next recorded step."""
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = take_step(p, record_f, record_i)
    p.count[RECORDS] = n + 1
    return code


run, replay = entries(__file__, deliver_hermite, prepare_fixed, attempt, prepare_fixed, repeat)

register(Method(RUNGE_KUTTA_4, "runge-kutta-4", sys.modules[__name__], stage_rows=5, dense_rows=3, one_step=True))
register_choice(RungeKutta4, Meaning(lambda choice, rtol: RUNGE_KUTTA_4))
