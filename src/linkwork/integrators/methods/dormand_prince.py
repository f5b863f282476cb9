"""Explicit Runge–Kutta pairs with projection: DOP853, and Bogacki–Shampine 5(4) for loose tolerances.

After the error test the candidate is projected and the next step's first stage is evaluated there, so that projection
costs no evaluation and the interpolant ends on the constraints. `method_for(rtol)` chooses 5(4) for rtol >= 3e-4.
"""

import math
import sys

import numpy as np

from linkwork.description.choices import DormandPrince
from linkwork.integrators.contract import EVALUATION_FAILED, GO_ON, STEP_TOO_SMALL, inline, noinline
from linkwork.integrators.delivery.after_step import deliver
from linkwork.integrators.delivery.interpolation import hermite_rows
from linkwork.integrators.delivery.output import wants_dense
from linkwork.integrators.entry import entries
from linkwork.integrators.methods import bogacki_shampine_coefficients as bs
from linkwork.integrators.methods import dormand_prince_coefficients as dp
from linkwork.integrators.methods.explicit import combine, compact, difference, stages
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    AFTER_BREAK,
    BOGACKI_SHAMPINE_5,
    DENSE_READY,
    DOP853,
    ERROR,
    H_STEP,
    METHOD,
    NY,
    ORDER,
    PHASE,
    RECORDS,
    REJECTIONS,
    START,
    STATUS,
    T_NEW,
    T_OLD,
    H,
    T,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin, cross_break, recall
from linkwork.integrators.stepping.evaluations import land
from linkwork.integrators.stepping.step_control import (
    aim,
    error_norm,
    first_step,
    grow,
    refuse,
    refuse_error,
    save_or_restore_mechanics,
)
from linkwork.integrators.stepping.stiffness import watch_explicit

LOOSE = 3e-4

# weights W and columns J of each tableau's entries
(W8, J8), C8 = compact(dp.A), dp.C
(W8_ERROR, J8_ERROR), (W8_DENSE, J8_DENSE) = compact([dp.ERROR_5, dp.ERROR_3]), compact(dp.DENSE)
(W5, J5), C5 = compact(bs.A), bs.C
(W5_ERROR, J5_ERROR), (W5_DENSE, J5_DENSE) = compact([bs.ERROR_EARLY, bs.ERROR]), compact(bs.DENSE)
# first and last stages, 8(5,3): step, interpolant; 5(4): before the early estimate, after it, interpolant.
# From an array, because a kernel is compiled again for every literal argument.
SPANS = np.array([1, 12, 13, 16, 1, 6, 7, 8, 11])


def method_for(rtol: float) -> int:
    """Return the pair for a relative tolerance."""
    return BOGACKI_SHAMPINE_5 if rtol >= LOOSE else DOP853


def order_of(method: int) -> int:
    """Return the order of a pair that its error test uses."""
    return 8 if method == DOP853 else 5


@inline
def try_853(p):
    """Compute the candidate y_try at T_NEW and ERROR = h e5² / sqrt(e5² + 0.01 e3²); return a status."""
    vec = view_vectors(p.istate, p.fstate)
    h, t_new = p.real[H_STEP], p.real[T_NEW]
    status = stages(p, p.real[T], vec.y, h, W8, J8, C8, SPANS[0], SPANS[1])
    if status != 0:
        return status
    combine(vec.stages, vec.y, W8[12], J8[12], h, vec.y_try)
    difference(vec.stages, W8_ERROR[0], J8_ERROR[0], h, vec.error)
    e5 = error_norm(p, t_new, vec.y_try, vec.error)
    difference(vec.stages, W8_ERROR[1], J8_ERROR[1], h, vec.error)
    e3 = error_norm(p, t_new, vec.y_try, vec.error)
    size = math.sqrt(e5 * e5 + 0.01 * e3 * e3)
    p.real[ERROR] = e5 * (e5 / size) if size > 0.0 else size  # NaN stays NaN
    return 0


@inline
def try_54(p):
    """Compute the candidate at T_NEW and ERROR of the early estimate, which rejects before the seventh stage."""
    vec = view_vectors(p.istate, p.fstate)
    h, t = p.real[H_STEP], p.real[T]
    status = stages(p, t, vec.y, h, W5, J5, C5, SPANS[4], SPANS[5])
    if status != 0:
        return status
    difference(vec.stages, W5_ERROR[0], J5_ERROR[0], h, vec.error)
    p.real[ERROR] = error_norm(p, t, vec.y, vec.error)
    if not p.real[ERROR] <= 1.0:
        return 0
    status = stages(p, t, vec.y, h, W5, J5, C5, SPANS[5], SPANS[6])
    combine(vec.stages, vec.y, W5[7], J5[7], h, vec.y_try)
    return status


@inline
def landed_54(p):
    """Compute ERROR with the second estimate, from the derivative at the projected end."""
    vec = view_vectors(p.istate, p.fstate)
    difference(vec.stages, W5_ERROR[1], J5_ERROR[1], p.real[H_STEP], vec.error)
    p.real[ERROR] = max(p.real[ERROR], error_norm(p, p.real[T_NEW], vec.y_try, vec.error))


@inline
def attempt(p, record_f, record_i):
    """Attempt the next step; return GO_ON whether it is accepted or rejected, or a code."""
    vec = view_vectors(p.istate, p.fstate)
    aim(p)
    if p.real[T_NEW] <= p.real[T]:  # accepted steps may shrink below the last digit of time, too
        p.count[STATUS] = 0
        return STEP_TOO_SMALL
    save_or_restore_mechanics(p)
    first_stage(p)
    k = p.count[ORDER]
    ny = p.count[NY]
    last = 12 if p.count[METHOD] == DOP853 else 7
    f_new = vec.stages[last * ny : (last + 1) * ny]
    status = try_853(p) if p.count[METHOD] == DOP853 else try_54(p)
    if status != 0:
        return refuse(p, 0.5)
    if not p.real[ERROR] <= 1.0:
        return refuse_error(p, k)
    if land(p, p.real[T_NEW], vec.y_try, f_new) != 0:
        return refuse(p, 0.5)
    if p.count[METHOD] != DOP853:
        landed_54(p)
        if not p.real[ERROR] <= 1.0:
            return refuse_error(p, k)
    grow(p, k)
    return accept(p, f_new, record_f, record_i)


@inline
def first_stage(p):
    vec = view_vectors(p.istate, p.fstate)
    for i in range(p.count[NY]):
        vec.stages[i] = vec.f[i]


@noinline
def dense(p):
    """Compute rows of the interpolant of the last step by three more evaluations; if one fails, use Hermite's cubic."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    h = p.real[H_STEP]
    hermite_rows(p)
    for i in range(3 * ny, vec.dense.size):
        vec.dense[i] = 0.0
    p.count[DENSE_READY] = 1
    if p.count[METHOD] == DOP853:
        if stages(p, p.real[T_OLD], vec.y_old, h, W8, J8, C8, SPANS[2], SPANS[3]) == 0:
            for k in range(4):
                difference(vec.stages, W8_DENSE[k], J8_DENSE[k], h, vec.dense[(3 + k) * ny : (4 + k) * ny])
    elif stages(p, p.real[T_OLD], vec.y_old, h, W5, J5, C5, SPANS[7], SPANS[8]) == 0:
        for k in range(3):
            difference(vec.stages, W5_DENSE[k], J5_DENSE[k], h, vec.dense[(3 + k) * ny : (4 + k) * ny])
    p.count[STATUS] = 0


@noinline
def prepare(p):
    """Prepare a step: at the start evaluate and choose H; after a break evaluate on its far side."""
    if p.count[PHASE] == START:
        p.count[ORDER] = 8 if p.count[METHOD] == DOP853 else 5
        code = begin(p)
        if code == GO_ON and p.real[H] <= 0.0:
            first_step(p, p.count[ORDER])
        return code
    if p.count[AFTER_BREAK] == 1 and p.count[REJECTIONS] == 0:
        return cross_break(p)
    return GO_ON


@inline
def repeat(p, record_f, record_i):
    """Replay the next recorded step with its length; return GO_ON or EVALUATION_FAILED."""
    vec = view_vectors(p.istate, p.fstate)
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    first_stage(p)
    ny = p.count[NY]
    last = 12 if p.count[METHOD] == DOP853 else 7
    f_new = vec.stages[last * ny : (last + 1) * ny]
    status = try_853(p) if p.count[METHOD] == DOP853 else try_54(p)
    if status != 0 or land(p, p.real[T_NEW], vec.y_try, f_new) != 0:
        return EVALUATION_FAILED
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = accept(p, f_new, record_f, record_i)
    p.count[RECORDS] = n + 1
    return code


@inline
def deliver_dense(p, t_out, y_out):
    """Deliver outputs and events of the last step, from the interpolant if they lie inside it."""
    if wants_dense(p, t_out):
        dense(p)
    return deliver(p, t_out, y_out)


@inline
def watched_attempt(p, record_f, record_i):
    """Attempt a step, unless implicit steps would suit better."""
    code = watch_explicit(p)
    return attempt(p, record_f, record_i) if code == GO_ON else code


@noinline
def rewind(p):
    """Prepare a step that is replayed."""
    if p.count[PHASE] == START:
        return begin(p)
    return cross_break(p) if p.count[AFTER_BREAK] == 1 else GO_ON


run, replay = entries(__file__, deliver_dense, prepare, watched_attempt, rewind, repeat)

# `share`: errors of steps add up, and motions magnify them. Chosen so that the errors of the benchmark problems stay below some
# 50 tolerances (`python -m benchmarks tolerance`): at loose tolerances the estimate of the 5(4) pair is several times too small.
_MODULE = sys.modules[__name__]
register(Method(DOP853, "dop853", _MODULE, stage_rows=16, dense_rows=7, share=0.2, one_step=True))
register(
    Method(BOGACKI_SHAMPINE_5, "bogacki-shampine-5", _MODULE, stage_rows=11, dense_rows=6, share=0.05, one_step=True)
)
register_choice(
    DormandPrince,
    Meaning(lambda choice, rtol: {5: BOGACKI_SHAMPINE_5, 8: DOP853, None: method_for(rtol)}[choice.order]),
)
