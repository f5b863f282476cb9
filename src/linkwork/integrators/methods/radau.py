"""Radau IIA with 3 stages (order 5) and with 5 (order 9), for stiff problems, with projection after every step.

Stages solve the problem's own right-hand side (index 1); the end of a step is then moved onto the constraints, so that
the step sizes follow the motion and not the constraints. The error is estimated by the embedded formula of order s,
filtered through (mu I - J)^-1, where mu contains h. Step sizes follow Gustafsson's predictive controller; constants
and policy are those of Hairer & Wanner (1999) unless measurements showed better ones. Dense output is the collocation
polynomial, which also predicts the next step.
"""

import math
import sys
from typing import Any

from linkwork.description.choices import Radau
from linkwork.dynamics.layout import NEWTON_SLOT, REAL_SLOT
from linkwork.integrators.contract import (
    EVALUATION_FAILED,
    GO_ON,
    NOT_CONVERGING,
    RECORD_F_COLUMNS,
    STEP_TOO_SMALL,
    call,
    inline,
    noinline,
)
from linkwork.integrators.delivery.after_step import deliver
from linkwork.integrators.entry import entries
from linkwork.integrators.methods import radau_coefficients as coefficients
from linkwork.integrators.methods.radau_newton import (
    BROKEN,
    CAUTION,
    CONVERGED,
    ERROR_ACCEPTED,
    FACTORS,
    FRESH,
    H_ACCEPTED,
    H_FACTORS,
    H_NEWTON,
    MATRIX,
    MOST_ITERATIONS,
    PREDICTABLE,
    RATE,
    RATE_SUM,
    SHRINK,
    WORST,
    WORST_ENTRY,
    iterate,
    memory,
    new_factors,
    new_matrix,
    places,
    predict,
    put_tangent,
    scaled_square,
    set_scale,
    square_beside,
    stage_count,
)
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    AFTER_BREAK,
    DENSE_READY,
    ERROR,
    H_STEP,
    NY,
    ORDER,
    PHASE,
    RADAU_3,
    RADAU_5,
    RECORDS,
    REJECTIONS,
    START,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    STEPS,
    T_NEW,
    H,
    T,
    view_implicit,
    view_norm,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin, cross_break, recall
from linkwork.integrators.stepping.evaluations import evaluate, land
from linkwork.integrators.stepping.step_control import aim, first_step, refuse
from linkwork.integrators.stepping.stiffness import watch_implicit

FUNCTIONS = ("newton_terms", "newton_factor", "newton_solve", "components", "save_pivots", "restore_pivots")
__all__ = ["FUNCTIONS", "memory", "method_for", "replay", "run"]

LOOSE = 1e-3
NEW_MATRIX = 0.03  # rate of convergence above which the next step gets a new matrix
SLOW = 0.2  # rate that the next step should have with a new matrix; rates grow with the square of the step
FORGIVING = 1.2  # growth of that bound in steps that do not show their rate
SAME_STEP = 1.2  # growth that does not justify new factors
SAFETY, LEAST, MOST = 0.9, 0.125, 8.0  # of the next step


def method_for(rtol: float) -> int:
    """Return the method, of 3 or 5 stages, for a relative tolerance."""
    return RADAU_3 if rtol >= LOOSE else RADAU_5


def order_of(method: int) -> int:
    """Return the order of a method."""
    return 5 if method == RADAU_3 else 9


def configure(flags, memory, settings, nv: int, nz: int, n_rows: int) -> None:
    """Initialize the memory of a method that has not stepped yet."""
    memory[RATE_SUM], memory[H_NEWTON] = 1.0, math.inf


@inline
def filtered_error(p, s, f):
    """Return the norm of (mu I - J)^-1 (f + sum E_i Z_i / h); the vector is left in the place of the update."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny, h = p.count[NY], p.real[H_STEP]
    E = coefficients.E3 if s == 3 else coefficients.E5
    _, _, at_y, at_x, at_copy = places(p, s)
    y, x, beside = imp.memory[at_y:at_x], imp.memory[at_x:at_copy], imp.memory[at_copy:]
    for i in range(ny):
        vec.error[i] = f[i]
    for j in range(s):
        weight, Z = E[j] / h, vec.stages[j * ny :]
        for i in range(ny):
            vec.error[i] += weight * Z[i]
    nt = put_tangent(p, vec.error, x, y, beside, 1, 0)
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    call(p.newton_solve, p.real[T], y, x, p.page)
    total = scaled_square(p, s, x, 1, 0)
    if nt != ny:
        mu = (coefficients.MU3 if s == 3 else coefficients.MU5)[0, 0] / h
        for i in range(ny):
            beside[i] /= mu
        total += square_beside(p, s, beside)
    return math.sqrt(total / max(1, nt))


@noinline
def estimate(p, s):
    """Compute ERROR of the solved step; in first steps and after rejections a large one is filtered once more."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny = p.count[NY]
    nt = view_norm(p.istate, p.fstate).atol.size
    p.real[ERROR] = filtered_error(p, s, vec.f)
    if p.real[ERROR] < 1.0 or not (p.count[STEPS] == 0 or p.count[REJECTIONS] > 0):
        return
    _, _, _, at_x, at_copy = places(p, s)
    x = imp.memory[at_x:at_copy]
    for i in range(nt):
        vec.error[i] = x[i]
    if nt != ny:
        call(p.components, p.real[T], vec.y, vec.error, p.page)
    for i in range(ny):
        vec.y_try[i] = vec.y[i] + vec.error[i]
    if evaluate(p, p.real[T], vec.y_try, vec.scratch) == 0:
        p.real[ERROR] = filtered_error(p, s, vec.scratch)


@noinline
def solve_step(p, s):
    """Solve for Z of the step to T_NEW, with new matrices if necessary; return CONVERGED, or how it failed."""
    imp = view_implicit(p.istate, p.fstate)
    imp.memory[SHRINK] = 0.5
    while True:
        if imp.flags[MATRIX] == 0 and new_matrix(p, s) != 0:
            return BROKEN
        if (imp.flags[FACTORS] == 0 or imp.memory[H_FACTORS] != p.real[H_STEP]) and new_factors(p, s) != 0:
            return BROKEN
        predict(p, s)
        outcome = iterate(p, s, 0)
        if outcome == CONVERGED or imp.flags[FRESH] == 1:
            return outcome
        imp.flags[MATRIX] = 0


@inline
def store_polynomial(p, s):
    """Compute rows of the interpolant from the stages, ending at the projected y_try."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    ROWS = coefficients.ROWS3 if s == 3 else coefficients.ROWS5
    for i in range(ny):
        vec.dense[i] = vec.y_try[i] - vec.y[i]
    for k in range(1, s):
        row = vec.dense[k * ny :]
        for i in range(ny):
            row[i] = 0.0
        for j in range(s):
            weight, Z = ROWS[k, j], vec.stages[j * ny :]
            for i in range(ny):
                row[i] += weight * Z[i]


@noinline
def choose_step(p, s):
    """Choose H of the next step, and whether the current matrix and factors suffice for it."""
    imp = view_implicit(p.istate, p.fstate)
    h, error, k = p.real[H_STEP], max(p.real[ERROR], 1e-10), s + 1.0
    most = MOST_ITERATIONS[0] if s == 3 else MOST_ITERATIONS[1]
    safety = SAFETY * (2 * most + 1.0) / (2 * most + p.count[STEP_ITERATIONS])
    factor = safety * error ** (-1.0 / k)
    if imp.memory[H_ACCEPTED] > 0.0:
        predicted = SAFETY * (h / imp.memory[H_ACCEPTED]) * (imp.memory[ERROR_ACCEPTED] / (error * error)) ** (1.0 / k)
        factor = min(factor, predicted)
    factor = max(LEAST, min(MOST, factor))
    if imp.flags[FRESH] == 1 and p.count[STEP_ITERATIONS] > 1:
        imp.memory[H_NEWTON] = h * math.sqrt(SLOW / max(imp.memory[RATE], 1e-6))
    else:
        imp.memory[H_NEWTON] *= FORGIVING
    factor = min(factor, imp.memory[H_NEWTON] / h)
    if imp.flags[CAUTION] > 0:
        factor = min(factor, 1.0 if imp.flags[CAUTION] == 2 else 2.0)
        imp.flags[CAUTION] -= 1
    imp.memory[H_ACCEPTED] = h
    imp.memory[ERROR_ACCEPTED] = max(1e-2, error)
    proposed = h * factor
    if imp.memory[RATE] > NEW_MATRIX:
        imp.flags[MATRIX] = 0
    elif 1.0 <= factor < SAME_STEP:
        proposed = h
    # a step shortened by a break or the end does not limit the next one
    if h < p.real[H] and p.count[REJECTIONS] == 0:
        proposed = max(proposed, p.real[H])
    p.real[H] = proposed


@inline
def reject_error(p, s):
    """Reject the step and shorten it by the error, which may be NaN."""
    error, factor = p.real[ERROR], 0.125
    if error < 1e300:
        factor = max(0.125, min(0.9, SAFETY * error ** (-1.0 / (s + 1.0))))
    if p.count[STEPS] == 0:
        factor = min(factor, 0.1)
    p.count[STATUS] = 0
    return refuse(p, factor)


@inline
def record_stages(p, s, record_f, record_i):
    """Store Z behind the step's row of the record, if the record has columns for it."""
    vec = view_vectors(p.istate, p.fstate)
    n, size = p.count[RECORDS], s * p.count[NY]
    if n < record_i.shape[0] and record_f.shape[1] >= RECORD_F_COLUMNS + size:
        row = record_f[n, RECORD_F_COLUMNS:]
        for i in range(size):
            row[i] = vec.stages[i]


@inline
def finish(p, s, f_new, record_f, record_i):
    """Accept the projected y_try as the state."""
    imp = view_implicit(p.istate, p.fstate)
    store_polynomial(p, s)
    record_stages(p, s, record_f, record_i)
    code = accept(p, f_new, record_f, record_i)
    p.count[DENSE_READY] = 1
    imp.flags[PREDICTABLE] = 1
    return code


@inline
def put_candidate(p, s):
    """y_try := y + Z_s."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    Z = vec.stages[(s - 1) * ny :]
    for i in range(ny):
        vec.y_try[i] = vec.y[i] + Z[i]


@inline
def pivots_place(p, s):
    """Return where `memory` holds the saved pivots of the mechanism during a step."""
    _, _, _, _, at_copy = places(p, s)
    return at_copy + 2 * p.count[NY]


@inline
def forget(p, s):
    """After a rejection, discard a matrix made for the attempted step, and let the next steps grow with caution."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    saved = imp.memory[pivots_place(p, s) :]
    call(p.restore_pivots, p.real[T], saved, vec.scratch, p.page)
    imp.flags[CAUTION] = 2
    if imp.flags[FRESH] == 1:
        imp.flags[MATRIX] = 0


@inline
def attempt(p, record_f, record_i):
    """Attempt the next step; return GO_ON whether it is accepted or rejected, or a code."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    s, ny = stage_count(p), p.count[NY]
    f_new = vec.stages[(2 * s - 1) * ny : 2 * s * ny]
    aim(p)
    if p.real[T_NEW] <= p.real[T]:  # accepted steps may shrink below the last digit of time, too
        p.count[STATUS] = 0
        return STEP_TOO_SMALL
    set_scale(p, s)
    p.count[STEP_MATRIX] = 0
    imp.flags[FRESH] = 0
    if p.count[REJECTIONS] == 0:
        saved = imp.memory[pivots_place(p, s) :]
        call(p.save_pivots, p.real[T], vec.y, saved, p.page)
    outcome = solve_step(p, s)
    if outcome != CONVERGED:
        forget(p, s)
        imp.memory[H_NEWTON] = p.real[H_STEP] * imp.memory[SHRINK]
        if outcome != BROKEN:
            p.count[STATUS] = NOT_CONVERGING
        return refuse(p, imp.memory[SHRINK])
    estimate(p, s)
    if not p.real[ERROR] < 1.0:
        forget(p, s)
        return reject_error(p, s)
    put_candidate(p, s)
    if land(p, p.real[T_NEW], vec.y_try, f_new) != 0:
        forget(p, s)
        return refuse(p, 0.5)
    choose_step(p, s)
    return finish(p, s, f_new, record_f, record_i)


@noinline
def prepare(p):
    """Prepare a step: at the start evaluate and choose H; after a break evaluate on its far side and restart."""
    imp = view_implicit(p.istate, p.fstate)
    s = stage_count(p)
    if p.count[PHASE] == START:
        p.count[ORDER] = 2 * s - 1
        code = begin(p)
        if code == GO_ON and p.real[H] <= 0.0:
            first_step(p, s + 1)
        return code
    if p.count[AFTER_BREAK] == 1 and p.count[REJECTIONS] == 0:
        imp.flags[MATRIX], imp.flags[PREDICTABLE], imp.memory[H_ACCEPTED], imp.memory[RATE_SUM] = 0, 0, 0.0, 1.0
        return cross_break(p)
    return GO_ON


@noinline
def repeat(p, record_f, record_i):
    """Replay the next recorded step with its length, matrices and iterations; return GO_ON or EVALUATION_FAILED."""
    vec = view_vectors(p.istate, p.fstate)
    s, ny, n = stage_count(p), p.count[NY], p.count[RECORDS]
    f_new = vec.stages[(2 * s - 1) * ny : 2 * s * ny]
    recall(p, n, record_f, record_i)
    matrix, iterations = p.count[STEP_MATRIX], p.count[STEP_ITERATIONS]
    set_scale(p, s)
    if matrix & 1 and new_matrix(p, s) != 0:
        return EVALUATION_FAILED
    if matrix & 2 and new_factors(p, s) != 0:
        return EVALUATION_FAILED
    predict(p, s)
    if iterate(p, s, iterations) != CONVERGED:
        return EVALUATION_FAILED
    put_candidate(p, s)
    if land(p, p.real[T_NEW], vec.y_try, f_new) != 0:
        return EVALUATION_FAILED
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = finish(p, s, f_new, record_f, record_i)
    p.count[RECORDS] = n + 1
    return code


@inline
def watched_attempt(p, record_f, record_i):
    """Attempt a step, unless explicit steps would suit better."""
    code = watch_implicit(p)
    return attempt(p, record_f, record_i) if code == GO_ON else code


run, replay = entries(__file__, deliver, prepare, watched_attempt, prepare, repeat)

NEWTON: dict[str, Any] = {"functions": FUNCTIONS, "configure": configure, "worst": (WORST_ENTRY, WORST)}
register(Method(RADAU_3, "radau-3", sys.modules[__name__], stage_rows=6, dense_rows=3, one_step=True, **NEWTON))
register(Method(RADAU_5, "radau-5", sys.modules[__name__], stage_rows=10, dense_rows=5, one_step=True, **NEWTON))
register_choice(Radau, Meaning(lambda choice, rtol: {3: RADAU_3, 5: RADAU_5, None: method_for(rtol)}[choice.stages]))
