"""Backward differentiation, variable step, orders 1 to 5, on the overdetermined equations of motion (bae-sensitivity, Eqs. 25 to 29).

Of the formula  ydot = ydot_pred + c_j (y - y_pred)  only the part along the local parametrization is asked for; positions,
velocities and accelerations satisfy their constraints (formulations.parametrization). Accelerations and multipliers enter
linearly, so that the right-hand side gives them exactly at every iterate and Newton's unknowns are q, v and z. Its matrix is the exact
one of an earlier step as long as it converges.

Differences phi are those of the components of y; a quaternion's residual is taken in the tangent space at the iterate, where its
three coordinates are, and its length is one more constraint. phi_j is row j of `stages`; rows 6 and 7 are y_pred and ydot_pred.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from linkwork.integrators.bdf_coefficients import HIGHEST, error_constant, leading, nested_rows, step_coefficients
from linkwork.integrators.contract import DONE, EVALUATION_FAILED, GO_ON, NOT_CONVERGING, call, inner, seldom
from linkwork.integrators.evaluations import evaluate, land
from linkwork.integrators.newton_iteration import (
    UNKNOWN,
    converged,
    copy,
    factor_weights,
    goal_of,
    keep_traces,
    return_traces,
    tangent_norm,
    worst_entry,
)
from linkwork.integrators.output import deliver, wants_dense
from linkwork.integrators.state import (
    AFTER_BREAK,
    DELIVER,
    DENSE_READY,
    ERROR,
    EVALUATIONS,
    FAILURES,
    H_MAX,
    H_OLD,
    H_STEP,
    NEWTON_FACTORIZATIONS,
    NEWTON_ITERATIONS,
    NEWTON_MATRICES,
    NY,
    ORDER,
    ORDER_OLD,
    PHASE,
    RAISING,
    RECORDS,
    REJECTIONS,
    SAME_STEPS,
    START,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_NEW,
    H,
    T,
    view_adams,
    view_implicit,
    view_norm,
    view_scalars,
    view_vectors,
)
from linkwork.integrators.step_control import aim, error_norm, next_goal, refuse
from linkwork.integrators.stepping import accept, begin, cross_break, pause, recall
from linkwork.numerics.jit import kernel

FUNCTIONS = (
    "newton_terms",
    "newton_factor",
    "newton_solve",
    "retract",
    "along_parameters",
    "keep_marks",
    "return_marks",
)
PREDICTED, RATES = HIGHEST + 1, HIGHEST + 2  # rows of stages
ITERATIONS = 5
CONVERGED = 0.05  # of the tolerance: what the iteration may leave
BACK = 0.4  # of the tolerance: the last way back onto the constraints, of which the projection takes away what is left
SLOW = 0.25  # a rate of convergence above which the next step has a new matrix
USED_UP = 60  # steps with one matrix
TIGHTER = 0.25  # of the tolerance: what a step may do wrong, since errors of many steps add up

# memory: numbers, then vectors
FACTORED, RATE, WORST, VECTORS = 0, 1, 2, 8
# marks: the largest order, steps with the matrix, 1 for no matrix or an old one, tangent entry where an iteration resisted
LARGEST, AGE, STALE, WORST_ENTRY, MARKS = range(5)


def memory(ny: int, nt: int, rows: int) -> tuple[int, int]:
    """Integers and numbers that the method keeps."""
    return MARKS, VECTORS + HIGHEST * 2 + 2 + 7 + (HIGHEST + 1) * ny + ny + 4 * nt + 1 + rows + 3


def resisting(marks, memory) -> tuple[int, float]:
    """The tangent entry that the last Newton iteration changed most, and by how many tolerances."""
    return int(marks[WORST_ENTRY]), float(memory[WORST])


def configure(marks, memory, settings, nv: int, nz: int, rows: int) -> None:
    """Before a run: settings = (largest order,)."""
    marks[LARGEST], marks[STALE] = int(settings[0]), 1


class BdfProblem(NamedTuple):
    """The arguments of the entry that its parts need."""

    rhs: Any  # addresses, `first_class`
    project: Any
    tangent: Any
    events: Any
    after_step: Any
    newton_terms: Any
    newton_factor: Any
    newton_solve: Any
    retract: Any
    along_parameters: Any
    keep_marks: Any
    return_marks: Any
    ints: Any
    floats: Any
    work: Any
    plan: Any
    fwork: Any
    control: Any
    istate: Any
    fstate: Any
    count: Any
    real: Any


class BdfMemory(NamedTuple):
    """Parts of `memory`."""

    numbers: Any  # FACTORED, RATE, WORST
    scratch: Any  # (2 HIGHEST + 2)
    weights: Any  # (7) of newton_factor
    phi: Any  # ((HIGHEST + 1) ny) before the step that is tried
    f: Any  # (ny) rates at the iterate
    right: Any  # (1 + nt) of newton_solve
    step: Any  # (nt) of Newton
    residual: Any  # (2 nt) residual and the way back onto the constraints
    marks: Any  # (n_rows + 3) of the mechanics before the step


@inner
def view_memory(p):
    memory, ny, nt = view_implicit(p.istate, p.fstate).memory, p.count[NY], view_norm(p.istate, p.fstate).atol.size
    a = VECTORS + 2 * HIGHEST + 2
    b = a + 7
    c = b + (HIGHEST + 1) * ny
    d = c + ny
    e = d + 1 + nt
    g = e + nt
    h = g + 2 * nt
    return BdfMemory(
        memory[:VECTORS], memory[VECTORS:a], memory[a:b], memory[b:c], memory[c:d], memory[d:e], memory[e:g], memory[g:h],
        memory[h:],
    )  # fmt: skip


@seldom
def restart(p):
    """Order 1 from (T, y, f), with a first step from the size of f: h = sqrt(1 / |f|) / 4 in the error norm."""
    vec = view_vectors(p.istate, p.fstate)
    marks = view_implicit(p.istate, p.fstate).marks
    for i in range(p.count[NY]):
        vec.stages[i] = vec.y[i]
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
    marks[STALE] = 1


@seldom
def predict(p):
    """Coefficients of the step, y_pred and ydot_pred; the differences are put aside, should it fail."""
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


@inner
def unpredict(p):
    """Differences as they were before a failed step, to the last bit."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    copy(vec.stages, view_memory(p).phi, (HIGHEST + 1) * p.count[NY])
    copy(ad.psi, ad.psi_old, ad.psi.size)
    p.count[SAME_STEPS] = 0


@seldom
def renew(p, matrix):
    """The matrix at the predicted state, with its parametrization (STEP_MATRIX 1), and its factors (2); a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    marks = view_implicit(p.istate, p.fstate).marks
    cj = leading(p)
    if matrix & 1:
        copy(vec.y_try, vec.stages[PREDICTED * p.count[NY] :], p.count[NY])
        for k in range(mem.step.size):
            mem.step[k] = 0.0
        call(p.retract, p.real[T_NEW], vec.y_try, mem.step, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
        status = call(
            p.newton_terms, p.real[T_NEW], vec.y_try, mem.f, p.ints, p.floats, p.work, p.plan, p.fwork, p.control
        )
        p.count[NEWTON_MATRICES] += 1
        if status != 0:
            return status
        marks[AGE], marks[STALE] = 0, 0
        mem.numbers[RATE] = UNKNOWN
    factor_weights(mem.weights, cj * cj, cj, 1.0)
    p.count[NEWTON_FACTORIZATIONS] += 1
    mem.numbers[FACTORED] = cj
    return call(
        p.newton_factor, p.real[T_NEW], mem.weights, mem.f, p.ints, p.floats, p.work, p.plan, p.fwork, p.control
    )


@inner
def newton_step(p, cj):
    """One iteration at y_try: step := what Newton adds, residual[nt:] := what the constraints ask for; a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    ny, t = p.count[NY], p.real[T_NEW]
    nt = mem.step.size
    status = evaluate(p, t, vec.y_try, mem.f)
    if status != 0:
        return status
    y_pred, ydot_pred = vec.stages[PREDICTED * ny :], vec.stages[RATES * ny :]
    for l in range(ny):
        vec.error[l] = mem.f[l] - ydot_pred[l] - cj * (vec.y_try[l] - y_pred[l])
    call(p.tangent, t, vec.y_try, vec.error, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
    copy(mem.residual, vec.error, nt)
    call(p.along_parameters, t, vec.y_try, mem.residual, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
    mem.right[0] = 0.0
    for k in range(nt):
        mem.right[1 + k] = mem.residual[k]
    status = call(p.newton_solve, t, mem.right, mem.step, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
    p.count[NEWTON_ITERATIONS] += 1
    p.count[STEP_ITERATIONS] += 1
    return status


@seldom
def iterate(p, wanted):
    """y_try := the solution at T_NEW: until it has converged, or `wanted` iterations of a replay; a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    cj = leading(p)
    copy(vec.y_try, vec.stages[PREDICTED * p.count[NY] :], p.count[NY])
    p.count[STEP_ITERATIONS] = 0
    nt, size_old, back_old = mem.step.size, 0.0, 0.0
    goal, near = goal_of(p, CONVERGED * TIGHTER), goal_of(p, BACK * TIGHTER)
    for k in range(max(wanted, ITERATIONS)):
        status = newton_step(p, cj)
        if status != 0:
            return status
        size, back = tangent_norm(p, mem.step), tangent_norm(p, mem.residual[nt:])
        for i in range(nt):
            mem.step[i] += mem.residual[nt + i]
        call(p.retract, p.real[T_NEW], vec.y_try, mem.step, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
        if wanted > 0:
            if k + 1 == wanted:
                return 0
            continue
        outcome = converged(mem.numbers, RATE, k, size, size_old, goal, ITERATIONS)
        if outcome > 0 and back <= near:
            return 0
        if outcome < 0 or (k > 1 and not back <= max(0.5 * back_old, near)):
            return NOT_CONVERGING
        size_old, back_old = size + back, back
    return NOT_CONVERGING


@inner
def solve(p):
    """Newton's iteration with the matrix at hand, and if that does not converge with a new one; a status."""
    mem, marks = view_memory(p), view_implicit(p.istate, p.fstate).marks
    matrix = 0
    if marks[STALE] == 1 or marks[AGE] >= USED_UP:
        matrix = 3
    elif mem.numbers[FACTORED] != leading(p):
        matrix = 2
    status = 0
    while True:
        p.count[STEP_MATRIX] = matrix
        status = renew(p, matrix) if matrix > 0 else 0
        if status == 0:
            wanted = p.count[STEP_MATRIX] - matrix  # none; not a literal, for which it would be compiled again
            status = iterate(p, wanted)
        if status == 0 or matrix & 1:
            break
        matrix = 3
        return_traces(p, mem.marks)
    if status != 0:
        marks[WORST_ENTRY], mem.numbers[WORST] = worst_entry(p, mem.step)
    p.count[STATUS] = status
    return status


@inner
def difference_norm(p, first):
    """|y - y_pred + phi_first + … + phi_k| in the error norm; first > k: without."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    y_pred = vec.stages[PREDICTED * ny :]
    for l in range(ny):
        vec.error[l] = vec.y_try[l] - y_pred[l]
    for j in range(first, p.count[ORDER] + 1):
        row = vec.stages[j * ny :]
        for l in range(ny):
            vec.error[l] += row[l]
    return error_norm(p, p.real[T_NEW], vec.y_try, vec.error) / TIGHTER


@seldom
def lower_errors(p):
    """Errors that orders k and k - 1 would have made: (e_k, e_k-1, order to go on with); ERROR of this step."""
    ad = view_adams(p.istate, p.fstate)
    k = p.count[ORDER]
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


@inner
def higher_error(p):
    """The error that order k + 1 would have made; needs equal steps."""
    vec = view_vectors(p.istate, p.fstate)
    ny, k = p.count[NY], p.count[ORDER]
    y_pred, above = vec.stages[PREDICTED * ny :], vec.stages[(k + 1) * ny :]
    for l in range(ny):
        vec.error[l] = vec.y_try[l] - y_pred[l] - above[l]
    return error_norm(p, p.real[T_NEW], vec.y_try, vec.error) / TIGHTER / (k + 2)


@seldom
def choose(p, error_k, error_1, lower):
    """Order and step of the next step, before the differences are updated."""
    k, largest = p.count[ORDER], view_implicit(p.istate, p.fstate).marks[LARGEST]
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


@seldom
def update_differences(p, next_order):
    """phi with the state y_try at the end of the step; the order and step used are remembered."""
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


@seldom
def fail(p, factor, order):
    """A failed step: back to the differences before it. The next attempt begins with a new matrix: a replay knows nothing of this."""
    unpredict(p)
    return_traces(p, view_memory(p).marks)
    p.count[RAISING] = 0
    p.count[FAILURES] += 1
    p.count[ORDER] = order if p.count[FAILURES] < 3 else 1
    view_implicit(p.istate, p.fstate).marks[STALE] = 1
    return refuse(p, factor)


@seldom
def fail_error(p, error_k, error_1, lower):
    """The error is too large, or not a number."""
    factor = 0.25
    error = error_k if lower == p.count[ORDER] else error_1
    if p.count[FAILURES] == 0 and error < 1e300:
        factor = max(0.25, min(0.9, 0.9 * (2.0 * error + 1e-4) ** (-1.0 / (lower + 1))))
    return fail(p, factor, lower)


@inner
def attempt(p, record_f, record_i):
    """One attempt at the next step: GO_ON whether accepted or rejected, or a code."""
    vec = view_vectors(p.istate, p.fstate)
    marks, mem = view_implicit(p.istate, p.fstate).marks, view_memory(p)
    aim(p)
    if p.count[REJECTIONS] == 0:
        keep_traces(p, mem.marks)
    k = p.count[ORDER]
    predict(p)
    if solve(p) != 0:
        return fail(p, 0.25, k)
    error_k, error_1, lower = lower_errors(p)
    if not p.real[ERROR] <= 1.0:
        return fail_error(p, error_k, error_1, lower)
    next_order = choose(p, error_k, error_1, lower)
    proposed = p.real[H]
    if land(p, p.real[T_NEW], vec.y_try, mem.f) != 0:
        return fail(p, 0.5, k)
    p.real[H] = proposed
    p.count[FAILURES] = 0
    marks[AGE] += 1
    if SLOW < mem.numbers[RATE] < UNKNOWN:
        marks[STALE] = 1
    code = accept(p, mem.f, record_f, record_i)
    update_differences(p, next_order)
    return code


@seldom
def prepare(p):
    """Before a step: at the start evaluate; after a break evaluate on its far side and begin again with order 1."""
    if p.count[PHASE] == START:
        code = begin(p)
        if code == GO_ON:
            restart(p)
        return code
    if p.count[AFTER_BREAK] == 1 and p.count[REJECTIONS] == 0:
        code = cross_break(p)
        restart(p)
        return code
    return GO_ON


@inner
def deliver_last(p, t_out, y_out):
    """Outputs and events of the last step."""
    if p.count[PHASE] != DELIVER:
        return GO_ON
    if wants_dense(p, t_out):
        nested_rows(p, view_memory(p).scratch)
        p.count[DENSE_READY] = 1
    return deliver(p, t_out, y_out)


@kernel
def run(
    rhs, project, tangent, events, after_step, newton_terms, newton_factor, newton_solve, retract, along_parameters, keep_marks, return_marks,
    ints, floats, work, plan, fwork, control, istate, fstate, t_out, y_out, record_f, record_i,
):  # fmt: skip
    """Integrate to real[T_END] or until a code; see `contract.py`."""
    s = view_scalars(istate, fstate)
    p = BdfProblem(
        rhs, project, tangent, events, after_step, newton_terms, newton_factor, newton_solve, retract, along_parameters, keep_marks, return_marks,
        ints, floats, work, plan, fwork, control, istate, fstate, s.count, s.real,
    )  # fmt: skip
    first = p.count[EVALUATIONS]
    while True:
        code = deliver_last(p, t_out, y_out)
        if code == GO_ON:
            code = pause(p, first, record_i)
        if code == GO_ON:
            starting = p.count[PHASE] == START
            code = prepare(p)
            if code == GO_ON and not starting:
                code = attempt(p, record_f, record_i)
        if code != GO_ON:
            return code


@inner
def repeat(p, record_f, record_i):
    """The next recorded step, taken again with its length, order, matrix and iterations: GO_ON or EVALUATION_FAILED."""
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


@kernel
def replay(
    rhs, project, tangent, events, after_step, newton_terms, newton_factor, newton_solve, retract, along_parameters, keep_marks, return_marks,
    ints, floats, work, plan, fwork, control, istate, fstate, t_out, y_out, record_f, record_i,
):  # fmt: skip
    """Repeat the steps of the record, frozen, from a fresh state; DONE after its last row, otherwise as `run`."""
    s = view_scalars(istate, fstate)
    p = BdfProblem(
        rhs, project, tangent, events, after_step, newton_terms, newton_factor, newton_solve, retract, along_parameters, keep_marks, return_marks,
        ints, floats, work, plan, fwork, control, istate, fstate, s.count, s.real,
    )  # fmt: skip
    while True:
        code = deliver_last(p, t_out, y_out)
        if code == GO_ON and p.count[RECORDS] >= record_i.shape[0]:
            return DONE
        if code == GO_ON:
            starting = p.count[PHASE] == START
            code = prepare(p)
            if code == GO_ON and not starting:
                code = repeat(p, record_f, record_i)
        if code != GO_ON:
            return code
