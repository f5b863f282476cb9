"""Generalized-alpha (Chung & Hulbert 1993; on Lie groups with constraints Arnold & Brüls 2007), second order; HHT is a case of it.

    F(q, v, vdot, lam) = 0,   Phi(q) = 0                                            at t_n+1
    (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) vdot_n+1 + alpha_f vdot_n
    q_n+1 = q_n ⊕ (h v_n + h² (1/2 - beta) a_n + h² beta a_n+1),     v_n+1 = v_n + h (1 - gamma) a_n + h gamma a_n+1

Block states z follow the formula of v. After the step q and v are projected, vdot is that of the projected state and a_n+1 follows from
it. Index 2: velocities satisfy their constraints in the step, positions by a further displacement. Newton's unknown is the change
x of a_n+1: q, v, vdot change by beta h² x, gamma h x, (1 - alpha_m)/(1 - alpha_f) x, so that the matrix does not
degenerate for small steps (Bottasso, Bauchau & Cardona 2007). a_n belongs to t_n + (alpha_m - alpha_f) h and is moved when h changes.

The error of a step: q and v against the polynomial of third order through the last three accelerations.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.integrators.contract import DONE, EVALUATION_FAILED, GO_ON, NOT_CONVERGING, call, inner, seldom
from linkwork.integrators.evaluations import land
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
from linkwork.integrators.runge_kutta import aim_fixed, deliver_hermite
from linkwork.integrators.state import (
    AFTER_BREAK,
    AT_BREAK,
    ERROR,
    EVALUATIONS,
    FIXED_STEPS,
    H_OLD,
    H_STEP,
    NEWTON_FACTORIZATIONS,
    NEWTON_ITERATIONS,
    NEWTON_MATRICES,
    NY,
    ORDER,
    PHASE,
    RECORDS,
    REJECTIONS,
    RTOL,
    START,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_FIXED,
    T_NEW,
    H,
    T,
    view_implicit,
    view_scalars,
    view_vectors,
)
from linkwork.integrators.step_control import aim, first_step, grow, refuse, refuse_error
from linkwork.integrators.stepping import accept, begin, cross_break, pause, recall
from linkwork.numerics.jit import kernel

FUNCTIONS = (
    "newton_terms",
    "newton_factor",
    "saddle_solve",
    "retract",
    "stepping_residual",
    "keep_marks",
    "return_marks",
)
ITERATIONS = 12
CONVERGED, CONVERGED_FIXED = 0.01, 1e-4  # of the tolerance: what the iteration may leave
SLOW = 0.25  # a rate of convergence above which the next step has a new matrix
USED_UP = 60  # steps with one matrix
SAME = 1.2  # growth of a step that is not worth new factors
ERROR_ORDER = 3
FIXED_STEP_FAILS = -4  # status of a fixed step for which the iteration does not converge
TIGHTER = 0.2  # of the tolerance: what a step may do wrong, since errors of many steps add up
ROUNDED = 20.0 * 2.0**-52  # relative rounding of Phi
ROUNDING = 1e-10  # steps that differ by less are equal

# memory: numbers, then vectors
ALPHA_M, ALPHA_F, BETA, GAMMA, INDEX, FACTORED, RATE, WORST, VECTORS = range(9)
FIXED, NV, NW, ROWS, AGE, STALE, WORST_ENTRY, MARKS = range(8)  # marks: sizes of v, of [v, z] and of the rows; see bdf


def memory(ny: int, nt: int, rows: int) -> tuple[int, int]:
    """Integers and numbers that the method keeps."""
    return MARKS, VECTORS + 7 + 6 * nt + 2 * rows + (ny + nt + rows + 3) + (1 + 2 * nt + rows) + (nt + rows) + rows + 3


def resisting(marks, memory) -> tuple[int, float]:
    """The tangent entry that the last Newton iteration changed most, and by how many tolerances."""
    return int(marks[WORST_ENTRY]), float(memory[WORST])


def configure(marks, memory, settings, nv: int, nz: int, rows: int) -> None:
    """Before a run: settings = (alpha_m, alpha_f, beta, gamma, index, 1 for a fixed step)."""
    memory[ALPHA_M : INDEX + 1] = settings[: INDEX + 1]
    marks[[FIXED, NV, NW, ROWS, STALE]] = int(settings[INDEX + 1]), nv, nv + nz, rows, 1


def generalized_alpha(rho: float) -> tuple[float, float, float, float]:
    """alpha_m, alpha_f, beta, gamma for a spectral radius of rho at infinite frequency."""
    alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 - alpha_m + alpha_f
    return alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma


def hht(alpha: float) -> tuple[float, float, float, float]:
    """The same for Hilber, Hughes & Taylor's alpha in [-1/3, 0]."""
    return 0.0, -alpha, 0.25 * (1.0 - alpha) ** 2, 0.5 - alpha


class AlphaProblem(NamedTuple):
    """The arguments of the entry that its parts need."""

    rhs: Any  # addresses, `first_class`
    project: Any
    tangent: Any
    events: Any
    after_step: Any
    newton_terms: Any
    newton_factor: Any
    saddle_solve: Any
    retract: Any
    stepping_residual: Any
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


class AlphaMemory(NamedTuple):
    """Parts of `memory`; w = [v, z], nw = nv + nz."""

    numbers: Any  # ALPHA_M … WORST
    weights: Any  # (7) of newton_factor
    a: Any  # (nw) of the last accepted step
    a_start: Any  # (nw) the same, moved to the step that is tried
    slope: Any  # (nw) rise of wdot over the last step, by time
    wdot: Any  # (nw) at the iterate
    moved: Any  # (nv + nw) from the beginning of the step
    change: Any  # (nv + nw) of one iteration, and the error
    lam: Any  # (rows) at the iterate
    lam_start: Any  # (rows) of the last accepted step
    left: Any  # (ny + nw + rows + 3) argument of stepping_residual
    right: Any  # (1 + nv + rows + nz + nv) its result
    solution: Any  # (nw + rows)
    marks: Any  # (rows + 3) of the mechanics before the step


@inner
def view_memory(p):
    imp = view_implicit(p.istate, p.fstate)
    memory, nv, nw, rows, ny = imp.memory, imp.marks[NV], imp.marks[NW], imp.marks[ROWS], p.count[NY]
    a = VECTORS + 7
    b = a + 4 * nw
    c = b + 2 * (nv + nw)
    d = c + 2 * rows
    e = d + ny + nw + rows + 3
    f = e + 1 + nv + rows + nw
    return AlphaMemory(
        memory[:VECTORS], memory[VECTORS:a], memory[a : a + nw], memory[a + nw : a + 2 * nw], memory[a + 2 * nw : a + 3 * nw],
        memory[a + 3 * nw : b], memory[b : b + nv + nw], memory[b + nv + nw : c], memory[c : c + rows], memory[c + rows : d],
        memory[d:e], memory[e:f], memory[f : f + nw + rows], memory[f + nw + rows :],
    )  # fmt: skip


@seldom
def restart(p):
    """a = wdot; no past."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    nw = mem.a.size
    rates = vec.f[p.count[NY] - nw :]
    for k in range(nw):
        mem.a[k] = rates[k]
        mem.slope[k] = 0.0
    p.real[H_OLD] = 0.0
    view_implicit(p.istate, p.fstate).marks[STALE] = 1


@seldom
def predict(p):
    """Displacement, wdot and lam that the iteration begins with: wdot goes on as over the last step."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    h, nw = p.real[H_STEP], mem.a.size
    nq, nv = p.count[NY] - nw, mem.moved.size - nw
    am, af, beta, gamma = mem.numbers[ALPHA_M], mem.numbers[ALPHA_F], mem.numbers[BETA], mem.numbers[GAMMA]
    ratio = h / p.real[H_OLD] if p.real[H_OLD] > 0.0 else 1.0
    for k in range(nw):
        rate = vec.f[nq + k]
        mem.a_start[k] = rate + ratio * (mem.a[k] - rate)
        mem.wdot[k] = rate + h * mem.slope[k]
        end = ((1.0 - af) * mem.wdot[k] + af * rate - am * mem.a_start[k]) / (1.0 - am)
        mem.moved[nv + k] = h * ((1.0 - gamma) * mem.a_start[k] + gamma * end)
        if k < nv:
            mem.moved[k] = h * vec.y[nq + k] + h * h * ((0.5 - beta) * mem.a_start[k] + beta * end)
    copy(mem.lam, mem.lam_start, mem.lam.size)


@inner
def arrive(p):
    """y_try := y ⊕ moved."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    copy(vec.y_try, vec.y, p.count[NY])
    call(p.retract, p.real[T_NEW], vec.y_try, mem.moved, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)


@seldom
def renew(p, matrix):
    """The matrix at the predicted state (STEP_MATRIX 1) and its factors (2); a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    marks, h = view_implicit(p.istate, p.fstate).marks, p.real[H_STEP]
    if matrix & 1:
        arrive(p)
        status = call(
            p.newton_terms, p.real[T_NEW], vec.y_try, vec.scratch, p.ints, p.floats, p.work, p.plan, p.fwork, p.control
        )
        p.count[NEWTON_MATRICES] += 1
        if status != 0:
            return status
        marks[AGE], marks[STALE] = 0, 0
        mem.numbers[RATE] = UNKNOWN
    n = mem.numbers
    factor_weights(mem.weights, (1.0 - n[ALPHA_M]) / (1.0 - n[ALPHA_F]), n[GAMMA] * h, n[BETA] * h * h)
    p.count[NEWTON_FACTORIZATIONS] += 1
    n[FACTORED] = h
    return call(
        p.newton_factor, p.real[T_NEW], mem.weights, vec.scratch, p.ints, p.floats, p.work, p.plan, p.fwork, p.control
    )


@inner
def newton_step(p):
    """One iteration: `moved`, wdot and lam changed, `change` is that of `moved`; a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    t, nw, ny, rows = p.real[T_NEW], mem.a.size, p.count[NY], mem.lam.size
    nv = mem.moved.size - nw
    a, b, c = mem.weights[1], mem.weights[3], mem.weights[5]
    arrive(p)
    copy(mem.left, vec.y_try, ny)
    copy(mem.left[ny:], mem.wdot, nv)
    copy(mem.left[ny + nv :], mem.lam, rows)
    copy(mem.left[ny + nv + rows :], mem.wdot[nv:], nw - nv)
    at = ny + nw + rows
    mem.left[at], mem.left[at + 1], mem.left[at + 2] = b, c, mem.numbers[INDEX]
    status = call(p.stepping_residual, t, mem.left, mem.right, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
    p.count[EVALUATIONS] += 1
    if status != 0:
        return status
    mem.right[0] = 0.0
    status = call(p.saddle_solve, t, mem.right, mem.solution, p.ints, p.floats, p.work, p.plan, p.fwork, p.control)
    for k in range(nv):
        x = mem.solution[k]
        mem.change[k], mem.change[nv + k] = c * x + mem.right[1 + nw + rows + k], b * x
        mem.wdot[k] += a * x
    for r in range(rows):
        mem.lam[r] += mem.solution[nv + r]
    for k in range(nv, nw):
        mem.change[nv + k] = c * mem.solution[rows + k]
        mem.wdot[k] += a / b * mem.change[nv + k]
    for k in range(mem.moved.size):
        mem.moved[k] += mem.change[k]
    p.count[NEWTON_ITERATIONS] += 1
    p.count[STEP_ITERATIONS] += 1
    return status


@seldom
def iterate(p, wanted):
    """y_try := the solution at T_NEW: until it has converged, or `wanted` iterations of a replay; a status."""
    mem, marks = view_memory(p), view_implicit(p.istate, p.fstate).marks
    goal = goal_of(p, CONVERGED_FIXED if marks[FIXED] == 1 else CONVERGED)
    if mem.numbers[INDEX] == 3.0:  # rounding of positions, divided by the step; the projection takes it away
        goal = max(goal, ROUNDED / (p.real[RTOL] * p.real[H_STEP]))
    p.count[STEP_ITERATIONS] = 0
    size_old = 0.0
    for k in range(max(wanted, ITERATIONS)):
        status = newton_step(p)
        if status != 0:
            return status
        size = tangent_norm(p, mem.change)
        if wanted > 0:
            if k + 1 == wanted:
                break
            continue
        outcome = converged(mem.numbers, RATE, k, size, size_old, goal, ITERATIONS)
        if outcome < 0 or (outcome == 0 and k + 1 == ITERATIONS):
            return NOT_CONVERGING
        if outcome > 0:
            break
        size_old = size
    arrive(p)
    return 0


@inner
def solve(p):
    """Newton's iteration with the matrix at hand, and if that does not converge with a new one; a status."""
    mem, marks = view_memory(p), view_implicit(p.istate, p.fstate).marks
    matrix = 0
    if marks[STALE] == 1 or marks[AGE] >= USED_UP:
        matrix = 3
    elif abs(mem.numbers[FACTORED] - p.real[H_STEP]) > ROUNDING * p.real[H_STEP]:
        matrix = 2
    status = 0
    while True:
        p.count[STEP_MATRIX] = matrix
        predict(p)
        status = renew(p, matrix) if matrix > 0 else 0
        if status == 0:
            wanted = p.count[STEP_MATRIX] - matrix  # none; not a literal, for which it would be compiled again
            status = iterate(p, wanted)
        if status == 0 or matrix & 1:
            break
        matrix = 3
        return_traces(p, mem.marks)
    if status != 0:
        marks[WORST_ENTRY], mem.numbers[WORST] = worst_entry(p, mem.change)
    p.count[STATUS] = status
    return status


@seldom
def estimate(p):
    """ERROR: q and w, where the step has landed, against the polynomial of wdot at the last three times, integrated."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    h, old, nw = p.real[H_STEP], p.real[H_OLD], mem.a.size
    nq, nv = p.count[NY] - nw, mem.moved.size - nw
    for k in range(nw):
        rate = vec.f[nq + k]
        rise = (vec.stages[nq + k] - rate) / h
        bend = (rise - mem.slope[k]) / (h + old) if old > 0.0 else 0.0
        mem.change[nv + k] = vec.y_try[nq + k] - vec.y[nq + k] - h * (rate + h * (rise / 2.0 - h * bend / 6.0))
        if k < nv:
            mem.change[k] = mem.moved[k] - h * (vec.y[nq + k] + h * (rate / 2.0 + h * (rise / 6.0 - h * bend / 12.0)))
    p.real[ERROR] = tangent_norm(p, mem.change) / TIGHTER


@seldom
def advance(p):
    """a and slope at the end of the step, from the rates in vec.stages there and in vec.f at its beginning."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    nw = mem.a.size
    nq, am, af = p.count[NY] - nw, mem.numbers[ALPHA_M], mem.numbers[ALPHA_F]
    for k in range(nw):
        end, rate = vec.stages[nq + k], vec.f[nq + k]
        mem.a[k] = ((1.0 - af) * end + af * rate - am * mem.a_start[k]) / (1.0 - am)
        mem.slope[k] = (end - rate) / p.real[H_STEP]
    copy(mem.lam_start, mem.lam, mem.lam.size)
    p.real[H_OLD] = p.real[H_STEP]


@seldom
def fail(p, factor):
    """A failed step; the next attempt begins with a new matrix: a replay knows nothing of this one."""
    marks = view_implicit(p.istate, p.fstate).marks
    if marks[FIXED] == 1:
        if p.count[STATUS] == NOT_CONVERGING:
            p.count[STATUS] = FIXED_STEP_FAILS
        return EVALUATION_FAILED
    return_traces(p, view_memory(p).marks)
    marks[STALE] = 1
    return refuse(p, factor) if factor > 0.0 else refuse_error(p, ERROR_ORDER)


@inner
def keep_step(p):
    """A step that would grow a little stays as it is, and so do the factors."""
    if p.real[H_STEP] <= p.real[H] < SAME * p.real[H_STEP]:
        p.real[H] = p.real[H_STEP]


@inner
def attempt(p, record_f, record_i):
    """One attempt at the next step: GO_ON whether accepted or rejected, or a code."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    marks = view_implicit(p.istate, p.fstate).marks
    if marks[FIXED] == 1:
        aim_fixed(p)
    else:
        aim(p)
    if p.count[REJECTIONS] == 0:
        keep_traces(p, mem.marks)
    if solve(p) != 0:
        return fail(p, 0.25)
    if land(p, p.real[T_NEW], vec.y_try, vec.stages[: p.count[NY]]) != 0:
        return fail(p, 0.5)
    estimate(p)
    if marks[FIXED] == 0 and not p.real[ERROR] <= 1.0:
        return fail(p, 0.0)
    if marks[FIXED] == 0:
        grow(p, ERROR_ORDER)
        keep_step(p)
    marks[AGE] += 1
    if SLOW < mem.numbers[RATE] < UNKNOWN:
        marks[STALE] = 1
    return finish(p, record_f, record_i)


@inner
def finish(p, record_f, record_i):
    """The step is accepted."""
    vec = view_vectors(p.istate, p.fstate)
    advance(p)
    p.real[FIXED_STEPS] += 1.0
    if p.count[AT_BREAK] == 1:
        p.real[FIXED_STEPS] = 0.0
        p.real[T_FIXED] = p.real[T_NEW]
    return accept(p, vec.stages[: p.count[NY]], record_f, record_i)


@seldom
def prepare(p):
    """Before a step: at the start evaluate and choose H; after a break evaluate on its far side and forget the past."""
    if p.count[PHASE] == START:
        p.count[ORDER] = 2
        p.real[T_FIXED] = p.real[T]
        code = begin(p)
        if code == GO_ON:
            restart(p)
            if p.real[H] <= 0.0:
                first_step(p, ERROR_ORDER)
        return code
    if p.count[AFTER_BREAK] == 1 and p.count[REJECTIONS] == 0:
        code = cross_break(p)
        restart(p)
        return code
    return GO_ON


@kernel
def run(
    rhs, project, tangent, events, after_step, newton_terms, newton_factor, saddle_solve, retract, stepping_residual, keep_marks, return_marks, ints,
    floats, work, plan, fwork, control, istate, fstate, t_out, y_out, record_f, record_i,
):  # fmt: skip
    """Integrate to real[T_END] or until a code; see `contract.py`."""
    s = view_scalars(istate, fstate)
    p = AlphaProblem(
        rhs, project, tangent, events, after_step, newton_terms, newton_factor, saddle_solve, retract, stepping_residual, keep_marks, return_marks, ints,
        floats, work, plan, fwork, control, istate, fstate, s.count, s.real,
    )  # fmt: skip
    first = p.count[EVALUATIONS]
    while True:
        code = deliver_hermite(p, t_out, y_out)
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
    """The next recorded step, taken again with its length, matrix and iterations: GO_ON or EVALUATION_FAILED."""
    vec = view_vectors(p.istate, p.fstate)
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    predict(p)
    if p.count[STEP_MATRIX] > 0 and renew(p, p.count[STEP_MATRIX]) != 0:
        return EVALUATION_FAILED
    if iterate(p, p.count[STEP_ITERATIONS]) != 0 or land(p, p.real[T_NEW], vec.y_try, vec.stages[: p.count[NY]]) != 0:
        return EVALUATION_FAILED
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = finish(p, record_f, record_i)
    p.count[RECORDS] = n + 1
    return code


@kernel
def replay(
    rhs, project, tangent, events, after_step, newton_terms, newton_factor, saddle_solve, retract, stepping_residual, keep_marks, return_marks, ints,
    floats, work, plan, fwork, control, istate, fstate, t_out, y_out, record_f, record_i,
):  # fmt: skip
    """Repeat the steps of the record from a fresh state; DONE after its last row, otherwise as `run`."""
    s = view_scalars(istate, fstate)
    p = AlphaProblem(
        rhs, project, tangent, events, after_step, newton_terms, newton_factor, saddle_solve, retract, stepping_residual, keep_marks, return_marks, ints,
        floats, work, plan, fwork, control, istate, fstate, s.count, s.real,
    )  # fmt: skip
    while True:
        code = deliver_hermite(p, t_out, y_out)
        if code == GO_ON and p.count[RECORDS] >= record_i.shape[0]:
            return DONE
        if code == GO_ON:
            starting = p.count[PHASE] == START
            code = prepare(p)
            if code == GO_ON and not starting:
                code = repeat(p, record_f, record_i)
        if code != GO_ON:
            return code
