"""Newton's iteration of a generalized-alpha step: memory of the method, prediction, matrix and equations."""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.dynamics.layout import CONSTRAINT_INDEX, NEWTON_SLOT, REAL_SLOT
from linkwork.integrators.contract import NOT_CONVERGING, call, inline, noinline
from linkwork.integrators.state import (
    EVALUATIONS,
    H_OLD,
    H_STEP,
    NEWTON_FACTORIZATIONS,
    NEWTON_ITERATIONS,
    NEWTON_MATRICES,
    NY,
    RTOL,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_HIGH,
    T_NEW,
    view_implicit,
    view_vectors,
)
from linkwork.integrators.stepping.newton_iteration import (
    N_WEIGHTS,
    UNKNOWN,
    USED_UP,
    converged,
    copy,
    factor_weights,
    goal_of,
    restore_mechanics,
)
from linkwork.integrators.stepping.norms import tangent_norm, worst_entry

ITERATIONS = 12
CONVERGED, CONVERGED_FIXED = 0.01, 1e-4  # fraction of the tolerance that the iteration may leave
ROUNDED = 20.0 * 2.0**-52  # relative rounding of Phi
ROUNDING = 1e-10  # relative difference below which steps count as equal

# memory: numbers, then vectors
ALPHA_M, ALPHA_F, BETA, GAMMA, FACTORED, RATE, WORST, VECTORS = range(8)
# flags: 1 for a fixed step, CONSTRAINT_INDEX of the page, sizes of v, [v, z] and the rows; the others as in bdf_newton
FIXED, INDEX, NV, NW, ROWS, AGE, STALE, WORST_ENTRY, FLAGS = range(9)


def memory(ny: int, nt: int, rows: int) -> tuple[int, int]:
    """Return the counts of integers and numbers that the method needs."""
    return FLAGS, VECTORS + N_WEIGHTS + 6 * nt + 2 * rows + (ny + nt + rows + 2) + (2 * nt + rows) + (
        nt + rows
    ) + rows + 3


def configure(flags, memory, settings, nv: int, nz: int, rows: int) -> None:
    """Prepare a run: settings = (alpha_m, alpha_f, beta, gamma, index, 1 for a fixed step)."""
    *memory[ALPHA_M : GAMMA + 1], index, fixed = settings
    flags[[FIXED, INDEX, NV, NW, ROWS, STALE]] = int(fixed), int(index), nv, nv + nz, rows, 1


class AlphaMemory(NamedTuple):
    """Parts of `memory`; w = [v, z], nw = nv + nz."""

    numbers: Any  # ALPHA_M … WORST
    weights: Any  # (N_WEIGHTS) of newton_factor
    a: Any  # (nw) of the last accepted step
    a_start: Any  # (nw) the same, moved to the step that is tried
    wddot: Any  # (nw) mean derivative of wdot over the last step
    wdot: Any  # (nw) at the iterate
    moved: Any  # (nv + nw) from the beginning of the step
    change: Any  # (nv + nw) of one iteration, and the error
    lam: Any  # (rows) at the iterate
    lam_start: Any  # (rows) of the last accepted step
    left: Any  # (ny + nw + rows + 2) argument of stepping_residual
    right: Any  # (nv + rows + nz + nv) its result
    solution: Any  # (nw + rows)
    pivots: Any  # (rows + 3) reference pivots of the constraint rows before the step


@inline
def view_memory(p):
    imp = view_implicit(p.istate, p.fstate)
    memory, nv, nw, rows, ny = imp.memory, imp.flags[NV], imp.flags[NW], imp.flags[ROWS], p.count[NY]
    a = VECTORS + N_WEIGHTS
    b = a + 4 * nw
    c = b + 2 * (nv + nw)
    d = c + 2 * rows
    e = d + ny + nw + rows + 2
    f = e + nv + rows + nw
    return AlphaMemory(
        memory[:VECTORS],
        memory[VECTORS:a],
        memory[a : a + nw],
        memory[a + nw : a + 2 * nw],
        memory[a + 2 * nw : a + 3 * nw],
        memory[a + 3 * nw : b],
        memory[b : b + nv + nw],
        memory[b + nv + nw : c],
        memory[c : c + rows],
        memory[c + rows : d],
        memory[d:e],
        memory[e:f],
        memory[f : f + nw + rows],
        memory[f + nw + rows :],
    )


@noinline
def predict(p):
    """Predict the displacement, wdot and lam that the iteration begins with: wdot changes as over the last step."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    h, nw = p.real[H_STEP], mem.a.size
    nq, nv = p.count[NY] - nw, mem.moved.size - nw
    am, af, beta, gamma = mem.numbers[ALPHA_M], mem.numbers[ALPHA_F], mem.numbers[BETA], mem.numbers[GAMMA]
    ratio = h / p.real[H_OLD] if p.real[H_OLD] > 0.0 else 1.0
    for k in range(nw):
        rate = vec.f[nq + k]
        mem.a_start[k] = rate + ratio * (mem.a[k] - rate)
        mem.wdot[k] = rate + h * mem.wddot[k]
        end = ((1.0 - af) * mem.wdot[k] + af * rate - am * mem.a_start[k]) / (1.0 - am)
        mem.moved[nv + k] = h * ((1.0 - gamma) * mem.a_start[k] + gamma * end)
        if k < nv:
            mem.moved[k] = h * vec.y[nq + k] + h * h * ((0.5 - beta) * mem.a_start[k] + beta * end)
    copy(mem.lam, mem.lam_start, mem.lam.size)


@inline
def arrive(p):
    """y_try := y ⊕ moved."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    copy(vec.y_try, vec.y, p.count[NY])
    call(p.retract, p.real[T_NEW], vec.y_try, mem.moved, p.page)


@noinline
def renew(p, matrix):
    """Compute the matrix at the predicted state (STEP_MATRIX 1) and its factors (2); return a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    flags, h = view_implicit(p.istate, p.fstate).flags, p.real[H_STEP]
    if matrix & 1:
        arrive(p)
        status = call(p.newton_terms, p.real[T_HIGH], vec.y_try, vec.scratch, p.page)
        p.count[NEWTON_MATRICES] += 1
        if status != 0:
            return status
        flags[AGE], flags[STALE] = 0, 0
        mem.numbers[RATE] = UNKNOWN
    n = mem.numbers
    factor_weights(mem.weights, (1.0 - n[ALPHA_M]) / (1.0 - n[ALPHA_F]), n[GAMMA] * h, n[BETA] * h * h)
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    p.count[NEWTON_FACTORIZATIONS] += 1
    n[FACTORED] = h
    return call(p.newton_factor, p.real[T_NEW], mem.weights, vec.scratch, p.page)


@inline
def newton_step(p):
    """Compute one iteration at the end of the step, on its side of a break: update `moved`, wdot and lam; `change` is the change of `moved`; return a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    t, nw, ny, rows = p.real[T_HIGH], mem.a.size, p.count[NY], mem.lam.size
    nv = mem.moved.size - nw
    a, b, c = mem.weights[0], mem.weights[2], mem.weights[4]
    arrive(p)
    copy(mem.left, vec.y_try, ny)
    copy(mem.left[ny:], mem.wdot, nv)
    copy(mem.left[ny + nv :], mem.lam, rows)
    copy(mem.left[ny + nv + rows :], mem.wdot[nv:], nw - nv)
    at = ny + nw + rows
    mem.left[at], mem.left[at + 1] = b, c
    p.page.count[CONSTRAINT_INDEX] = view_implicit(p.istate, p.fstate).flags[INDEX]
    status = call(p.stepping_residual, t, mem.left, mem.right, p.page)
    p.count[EVALUATIONS] += 1
    if status != 0:
        return status
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    status = call(p.saddle_solve, t, mem.right, mem.solution, p.page)
    for k in range(nv):
        x = mem.solution[k]
        mem.change[k], mem.change[nv + k] = c * x + mem.right[nw + rows + k], b * x
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


@noinline
def iterate(p, wanted):
    """y_try := the solution at T_NEW, iterated until it converges, or `wanted` times in a replay; return a status."""
    mem, flags = view_memory(p), view_implicit(p.istate, p.fstate).flags
    goal = goal_of(p, CONVERGED_FIXED if flags[FIXED] == 1 else CONVERGED)
    if flags[INDEX] == 3:  # rounding of positions, divided by the step; the projection removes it
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


@inline
def solve(p):
    """Iterate with the current matrix, and if that does not converge with a new one; return a status."""
    mem, flags = view_memory(p), view_implicit(p.istate, p.fstate).flags
    matrix = 0
    if flags[STALE] == 1 or flags[AGE] >= USED_UP:
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
        restore_mechanics(p, mem.pivots)
    if status != 0:
        flags[WORST_ENTRY], mem.numbers[WORST] = worst_entry(p, mem.change)
    p.count[STATUS] = status
    return status
