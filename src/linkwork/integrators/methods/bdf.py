"""Backward differentiation with variable step, orders 1 to 5, on the overdetermined equations of motion.

Source: bae-sensitivity, Eqs. 25 to 29. The formula  ydot = ydot_pred + c_j (y - y_pred)  is required to hold in the
directions of the local parametrization only; positions, velocities and accelerations satisfy their constraints
(dynamics.newton.parametrization). Accelerations and multipliers enter linearly, so that the right-hand side gives them
exactly at every iterate and Newton's unknowns are q, v and z. The Newton matrix is the exact one of an earlier step as
long as the iteration converges with it.

Differences phi are those of the components of y. The residual of a quaternion is taken in the tangent space at the
iterate, which has its three coordinates, and its length is one more constraint. phi_j is row j of `stages`; rows 6 and
7 are y_pred and ydot_pred.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import BDF as BDF_CHOICE
from linkwork.integrators.contract import EVALUATION_FAILED, RECORD_F_COLUMNS, STEP_TOO_SMALL, inline, noinline
from linkwork.integrators.delivery.after_step import deliver
from linkwork.integrators.delivery.output import wants_dense
from linkwork.integrators.entry import entries
from linkwork.integrators.methods.bdf_coefficients import HIGHEST, error_constant, nested_rows, step_coefficients
from linkwork.integrators.methods.bdf_newton import (
    AGE,
    LARGEST,
    PREDICTED,
    RATE,
    RATES,
    STALE,
    TIGHTER,
    WORST,
    WORST_ENTRY,
    configure,
    full_norm,
    iterate,
    renew,
    set_across,
    solve,
    view_memory,
)
from linkwork.integrators.methods.bdf_newton import memory as memory
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    BDF,
    DENSE_READY,
    ERROR,
    FAILURES,
    H_OLD,
    H_STEP,
    NY,
    ORDER,
    ORDER_OLD,
    RAISING,
    RECORDS,
    REJECTIONS,
    SAME_STEPS,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_NEW,
    H,
    T,
    view_adams,
    view_implicit,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin_or_cross, recall
from linkwork.integrators.stepping.evaluations import land
from linkwork.integrators.stepping.multistep import restart_multistep
from linkwork.integrators.stepping.newton_iteration import SLOW, UNKNOWN, copy, restore_mechanics, save_mechanics
from linkwork.integrators.stepping.step_control import aim, refuse

FUNCTIONS = (
    "newton_terms",
    "newton_factor",
    "newton_solve",
    "retract",
    "parametrize",
    "save_pivots",
    "restore_pivots",
)


@noinline
def restart(p):
    """Begin again with order 1 from (T, y, f): phi_0 = y, and a new matrix."""
    vec = view_vectors(p.istate, p.fstate)
    copy(vec.stages, vec.y, p.count[NY])
    restart_multistep(p)
    view_implicit(p.istate, p.fstate).flags[STALE] = 1


@noinline
def predict(p):
    """Compute the coefficients of the step, y_pred and ydot_pred; save the differences, in case the step fails."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    ny, k, h = p.count[NY], p.count[ORDER], p.real[H_STEP]
    if p.count[ORDER_OLD] == 0:  # the first step
        ad.psi[0] = h
        for l in range(ny):
            vec.stages[ny + l] = h * vec.f[l]
    copy(view_memory(p).phi, vec.stages, (HIGHEST + 1) * ny)
    copy(ad.psi_old, ad.psi, ad.psi.size)
    step_coefficients(p)
    y_pred, ydot_pred = vec.stages[PREDICTED * ny :], vec.stages[RATES * ny :]
    for l in range(ny):
        y_pred[l], ydot_pred[l] = 0.0, 0.0
    for j in range(k, -1, -1):
        row, gamma = vec.stages[j * ny :], ad.v[j]
        for l in range(ny):
            y_pred[l] += row[l]
            ydot_pred[l] += gamma * row[l]


@inline
def unpredict(p):
    """Restore the differences as they were before a failed step, bit by bit."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    copy(vec.stages, view_memory(p).phi, (HIGHEST + 1) * p.count[NY])
    copy(ad.psi, ad.psi_old, ad.psi.size)
    p.count[SAME_STEPS] = 0


@inline
def difference_norm(p, first):
    """Return |y - y_pred + phi_first + … + phi_k| in the error norm; first > k: without phi."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    y_pred = vec.stages[PREDICTED * ny :]
    for l in range(ny):
        vec.error[l] = vec.y_try[l] - y_pred[l]
    for j in range(first, p.count[ORDER] + 1):
        row = vec.stages[j * ny :]
        for l in range(ny):
            vec.error[l] += row[l]
    return full_norm(p, vec.error) / TIGHTER


@noinline
def lower_errors(p):
    """Set ERROR of this step; return the errors of orders k and k - 1, and the order to continue with."""
    ad = view_adams(p.istate, p.fstate)
    k = p.count[ORDER]
    set_across(p)
    size = difference_norm(p, k + 1)
    p.real[ERROR] = error_constant(p) * size
    error_k = ad.sigma[k] * size
    error_1, order = 0.0, k
    if k > 1:
        error_1 = ad.sigma[k - 1] * difference_norm(p, k)
        term, term_1 = (k + 1) * error_k, k * error_1
        if k > 2:
            term_2 = (k - 1) * ad.sigma[k - 2] * difference_norm(p, k - 1)
            if max(term_1, term_2) <= term:
                order = k - 1
        elif term_1 <= 0.5 * term:
            order = k - 1
    return error_k, error_1, order


@inline
def higher_error(p):
    """Return the error that order k + 1 would have made; equal steps are required."""
    vec = view_vectors(p.istate, p.fstate)
    ny, k = p.count[NY], p.count[ORDER]
    y_pred, above = vec.stages[PREDICTED * ny :], vec.stages[(k + 1) * ny :]
    for l in range(ny):
        vec.error[l] = vec.y_try[l] - y_pred[l] - above[l]
    return full_norm(p, vec.error) / TIGHTER / (k + 2)


@noinline
def choose(p, error_k, error_1, lower):
    """Choose order and length of the next step, before the differences are updated."""
    k, largest = p.count[ORDER], view_implicit(p.istate, p.fstate).flags[LARGEST]
    rose = k - p.count[ORDER_OLD] == 1
    h = p.real[H_STEP]
    if lower == k - 1 or k == largest:
        p.count[RAISING] = 0
    if p.count[RAISING] == 1:
        p.real[H] = 2.0 * h
        return k + 1 if p.count[ORDER_OLD] > 0 else k
    order, error = k, error_k
    if lower == k - 1:
        order, error = k - 1, error_1
    elif k < largest and k + 1 < p.count[SAME_STEPS] and not rose:
        above = higher_error(p)
        term, term_above = (k + 1) * error_k, (k + 2) * above
        if k == 1:
            if term_above < 0.5 * term:
                order, error = 2, above
        elif k * error_1 <= min(term, term_above):
            order, error = k - 1, error_1
        elif term_above < term:
            order, error = k + 1, above
    ratio = (2.0 * error + 1e-4) ** (-1.0 / (order + 1))
    proposed = h
    if ratio >= 2.0:
        proposed = 2.0 * h
    elif ratio <= 1.0:
        proposed = h * max(0.5, min(0.9, ratio))
    elif h < p.real[H] and p.count[REJECTIONS] == 0:
        proposed = p.real[H]  # cut short by a break or the end
    p.real[H] = proposed
    return order


@noinline
def update_differences(p, next_order):
    """Update phi with the state y_try at the end of the step, and store the order and step used."""
    vec = view_vectors(p.istate, p.fstate)
    ny, k = p.count[NY], p.count[ORDER]
    y_pred, last = vec.stages[PREDICTED * ny :], vec.stages[k * ny :]
    if k < HIGHEST:
        above = vec.stages[(k + 1) * ny :]
        for l in range(ny):
            above[l] = vec.y_try[l] - y_pred[l]
    for l in range(ny):
        last[l] += vec.y_try[l] - y_pred[l]
    for j in range(k - 1, -1, -1):
        row, next_row = vec.stages[j * ny :], vec.stages[(j + 1) * ny :]
        for l in range(ny):
            row[l] += next_row[l]
    p.count[ORDER_OLD] = k
    p.real[H_OLD] = p.real[H_STEP]
    p.count[ORDER] = next_order


@noinline
def fail(p, factor, order):
    """Reject a failed step and restore the differences before it.

    The next attempt begins with a new matrix, since a replay does not contain failed steps.
    """
    unpredict(p)
    restore_mechanics(p, view_memory(p).pivots)
    p.count[RAISING] = 0
    p.count[FAILURES] += 1
    p.count[ORDER] = order if p.count[FAILURES] < 3 else 1
    view_implicit(p.istate, p.fstate).flags[STALE] = 1
    return refuse(p, factor)


@noinline
def fail_error(p, error_k, error_1, lower):
    """Reject a step whose error is too large, or not a number."""
    factor = 0.25
    error = error_k if lower == p.count[ORDER] else error_1
    if p.count[FAILURES] == 0 and error < 1e300:
        factor = max(0.25, min(0.9, 0.9 * (2.0 * error + 1e-4) ** (-1.0 / (lower + 1))))
    return fail(p, factor, lower)


@inline
def attempt(p, record_f, record_i):
    """Attempt the next step; return GO_ON whether it is accepted or rejected, or a code."""
    vec = view_vectors(p.istate, p.fstate)
    flags, mem = view_implicit(p.istate, p.fstate).flags, view_memory(p)
    aim(p)
    if p.real[T_NEW] <= p.real[T]:  # accepted steps may shrink below the last digit of time, too
        p.count[STATUS] = 0
        return STEP_TOO_SMALL
    if p.count[REJECTIONS] == 0:
        save_mechanics(p, mem.pivots)
    k = p.count[ORDER]
    predict(p)
    if solve(p) != 0:
        return fail(p, 0.25, k)
    error_k, error_1, lower = lower_errors(p)
    if not p.real[ERROR] <= 1.0:
        return fail_error(p, error_k, error_1, lower)
    if land(p, p.real[T_NEW], vec.y_try, mem.f) != 0:
        return fail(p, 0.5, k)
    # as the past states are on the constraints, differences of one that is not would hide those of higher orders
    error_k, error_1, lower = lower_errors(p)
    next_order = choose(p, error_k, error_1, lower)
    p.count[FAILURES] = 0
    flags[AGE] += 1
    if SLOW < mem.numbers[RATE] < UNKNOWN:
        flags[STALE] = 1
    record_state(p, record_f, record_i)
    code = accept(p, mem.f, record_f, record_i)
    update_differences(p, next_order)
    return code


@inline
def record_state(p, record_f, record_i):
    """Store y_try behind the step's row of the record, if the record has columns for it."""
    vec, n, ny = view_vectors(p.istate, p.fstate), p.count[RECORDS], p.count[NY]
    if n < record_i.shape[0] and record_f.shape[1] >= RECORD_F_COLUMNS + ny:
        row = record_f[n, RECORD_F_COLUMNS:]
        for i in range(ny):
            row[i] = vec.y_try[i]


@noinline
def prepare(p):
    """Prepare a step: evaluate at the start; after a break evaluate on its far side and restart with order 1."""
    code, afresh = begin_or_cross(p)
    if afresh:
        restart(p)
    return code


@inline
def deliver_last(p, t_out, y_out):
    """Deliver outputs and events of the last step."""
    if wants_dense(p, t_out):
        nested_rows(p, view_memory(p).scratch)
        p.count[DENSE_READY] = 1
    return deliver(p, t_out, y_out)


@inline
def repeat(p, record_f, record_i):
    """Replay the next recorded step with its length, order, matrix and iterations: GO_ON or EVALUATION_FAILED."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    if p.count[REJECTIONS] > 0:
        p.count[SAME_STEPS] = 0  # as after a failed attempt
    predict(p)
    if p.count[STEP_MATRIX] > 0 and renew(p, p.count[STEP_MATRIX]) != 0:
        return EVALUATION_FAILED
    if iterate(p, p.count[STEP_ITERATIONS]) != 0 or land(p, p.real[T_NEW], vec.y_try, mem.f) != 0:
        return EVALUATION_FAILED
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = accept(p, mem.f, record_f, record_i)
    p.count[RECORDS] = n + 1
    update_differences(p, p.count[ORDER])
    return code


run, replay = entries(__file__, deliver_last, prepare, attempt, prepare, repeat)

register(
    Method(
        BDF,
        "bdf",
        sys.modules[__name__],
        stage_rows=8,
        dense_rows=7,
        recorded_states=1,
        cubic_between_ends=True,
        functions=FUNCTIONS,
        configure=configure,
        worst=(WORST_ENTRY, WORST),
    )
)
register_choice(
    BDF_CHOICE,
    Meaning(
        lambda choice, rtol: BDF, settings=lambda choice: (float(choice.order),), solves_constraints=True,
        sensitivities=frozenset({"direct"}),
    ),
)  # fmt: skip
