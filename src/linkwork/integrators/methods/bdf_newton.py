"""Newton's iteration of a BDF step: memory of the method, matrix, and equations in the local parametrization."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from linkwork.dynamics.layout import NEWTON_SLOT, REAL_SLOT
from linkwork.integrators.contract import NOT_CONVERGING, call, inline, noinline
from linkwork.integrators.methods.bdf_coefficients import HIGHEST, leading
from linkwork.integrators.state import (
    NEWTON_FACTORIZATIONS,
    NEWTON_ITERATIONS,
    NEWTON_MATRICES,
    NY,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_NEW,
    view_implicit,
    view_norm,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import evaluate
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
from linkwork.integrators.stepping.step_control import error_norm

PREDICTED, RATES = HIGHEST + 1, HIGHEST + 2  # rows of stages
ITERATIONS = 5
CONVERGED = 0.05  # fraction of the tolerance that the iteration may leave
BACK = 0.4  # fraction of the tolerance: largest last correction by the constraints; the projection removes the rest
TIGHTER = 0.25  # fraction of the tolerance allowed in a step, since errors of many steps add up

HALF_TURN = math.pi / math.sqrt(3.0)

# memory: numbers, then vectors
FACTORED, RATE, WORST, VECTORS = 0, 1, 2, 8
# flags: largest order, steps with the matrix, 1 if the matrix is missing or old, tangent entry of WORST, velocities
LARGEST, AGE, STALE, WORST_ENTRY, VELOCITIES, FLAGS = range(6)


def memory(ny: int, nt: int, rows: int) -> tuple[int, int]:
    """Return the counts of integers and numbers that the method needs."""
    return FLAGS, VECTORS + HIGHEST * 2 + 2 + N_WEIGHTS + (HIGHEST + 1) * ny + ny + 4 * nt + 2 * ny + rows + 3


def configure(flags, memory, settings, nv: int, nz: int, rows: int) -> None:
    """Prepare a run: settings = (largest order,)."""
    flags[LARGEST], flags[STALE], flags[VELOCITIES] = int(settings[0]), 1, nv


class BdfMemory(NamedTuple):
    """Parts of `memory`."""

    numbers: Any  # FACTORED, RATE, WORST
    scratch: Any  # (2 HIGHEST + 2)
    weights: Any  # (N_WEIGHTS) of newton_factor
    phi: Any  # ((HIGHEST + 1) ny) before the step that is tried
    f: Any  # (ny) rates at the iterate
    right: Any  # (nt) of newton_solve
    step: Any  # (nt) of Newton
    residual: Any  # (2 nt) residual and the way back onto the constraints
    across: Any  # (ny) quaternions across those of y_try, see `set_across`
    difference: Any  # (ny) copy of one
    pivots: Any  # (n_rows + 3) reference pivots of the constraint rows before the step


@inline
def view_memory(p):
    memory, ny, nt = view_implicit(p.istate, p.fstate).memory, p.count[NY], view_norm(p.istate, p.fstate).atol.size
    a = VECTORS + 2 * HIGHEST + 2
    b = a + N_WEIGHTS
    c = b + (HIGHEST + 1) * ny
    d = c + ny
    e = d + nt
    g = e + nt
    h = g + 2 * nt
    return BdfMemory(
        memory[:VECTORS],
        memory[VECTORS:a],
        memory[a:b],
        memory[b:c],
        memory[c:d],
        memory[d:e],
        memory[e:g],
        memory[g:h],
        memory[h : h + ny],
        memory[h + ny : h + 2 * ny],
        memory[h + 2 * ny :],
    )


@noinline
def set_across(p):
    """across := y_try with its quaternions turned by half a turn about the axis (1, 1, 1) of their bodies."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    if mem.step.size == p.count[NY]:
        return
    copy(mem.across, vec.y_try, p.count[NY])
    for i in range(mem.step.size):
        mem.step[i] = HALF_TURN
    call(p.retract, p.real[T_NEW], mem.across, mem.step, p.page)


@inline
def full_norm(p, e):
    """Return the norm of the difference e at y_try, including lengths of quaternions; e is overwritten.

    Every second difference of a turning quaternion is parallel to the quaternion itself, where tangent vectors vanish.
    If only tangent vectors counted, first order would seem as good as second order, and no higher one would ever be
    tried. A tangent vector at an orthogonal quaternion shows such differences. `set_across` must be called before.
    """
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    ny, t = p.count[NY], p.real[T_NEW]
    if mem.step.size == ny:
        return error_norm(p, t, vec.y_try, e)
    copy(mem.difference, e, ny)
    size = error_norm(p, t, vec.y_try, e)
    return max(size, error_norm(p, t, mem.across, mem.difference))


@noinline
def renew(p, matrix):
    """Compute the matrix at the predicted state with its parametrization (STEP_MATRIX 1), and its factors (2); return
    a status.
    """
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    flags = view_implicit(p.istate, p.fstate).flags
    cj = leading(p)
    if matrix & 1:
        copy(vec.y_try, vec.stages[PREDICTED * p.count[NY] :], p.count[NY])
        for k in range(mem.step.size):
            mem.step[k] = 0.0
        call(p.retract, p.real[T_NEW], vec.y_try, mem.step, p.page)
        status = call(p.newton_terms, p.real[T_NEW], vec.y_try, mem.f, p.page)
        p.count[NEWTON_MATRICES] += 1
        if status != 0:
            return status
        flags[AGE], flags[STALE] = 0, 0
        mem.numbers[RATE] = UNKNOWN
    factor_weights(mem.weights, cj * cj, cj, 1.0)
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    p.count[NEWTON_FACTORIZATIONS] += 1
    mem.numbers[FACTORED] = cj
    return call(p.newton_factor, p.real[T_NEW], mem.weights, mem.f, p.page)


@inline
def newton_step(p, cj):
    """Compute one iteration at y_try: step := Newton's update, residual[nt:] := the correction by the constraints."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    ny, t = p.count[NY], p.real[T_NEW]
    nt = mem.step.size
    status = evaluate(p, t, vec.y_try, mem.f)
    if status != 0:
        return status
    y_pred, ydot_pred = vec.stages[PREDICTED * ny :], vec.stages[RATES * ny :]
    for l in range(ny):
        vec.error[l] = mem.f[l] - ydot_pred[l] - cj * (vec.y_try[l] - y_pred[l])
    call(p.tangent, t, vec.y_try, vec.error, p.page)
    copy(mem.residual, vec.error, nt)
    call(p.parametrize, t, vec.y_try, mem.residual, p.page)
    copy(mem.right, mem.residual, nt)
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    status = call(p.newton_solve, t, mem.right, mem.step, p.page)
    p.count[NEWTON_ITERATIONS] += 1
    p.count[STEP_ITERATIONS] += 1
    return status


@noinline
def begin(p, cj):
    """y_try := the predicted state, with the positions that the formula gives for the predicted velocities.

    Positions that a first iteration had to move so far would violate the constraints of velocities in turn. Quaternions
    get length one: predicted ones are longer, and the first iteration would go twice too far.
    """
    vec, mem, ny = view_vectors(p.istate, p.fstate), view_memory(p), p.count[NY]
    nv, nt = view_implicit(p.istate, p.fstate).flags[VELOCITIES], mem.step.size
    copy(vec.y_try, vec.stages[PREDICTED * ny :], ny)
    copy(vec.error, vec.stages[RATES * ny :], ny)
    call(p.tangent, p.real[T_NEW], vec.y_try, vec.error, p.page)
    for i in range(nt):
        mem.step[i] = (vec.y_try[ny - nt + nv + i] - vec.error[i]) / cj if i < nv else 0.0
    call(p.retract, p.real[T_NEW], vec.y_try, mem.step, p.page)


@noinline
def iterate(p, wanted):
    """y_try := the solution at T_NEW, iterated until it converges, or `wanted` times in a replay; return a status."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    cj = leading(p)
    p.count[STEP_ITERATIONS] = 0
    nt, size_old, back_old = mem.step.size, 0.0, 0.0
    begin(p, cj)
    goal, near = goal_of(p, CONVERGED * TIGHTER), goal_of(p, BACK * TIGHTER)
    for k in range(max(wanted, ITERATIONS)):
        status = newton_step(p, cj)
        if status != 0:
            return status
        back = tangent_norm(p, mem.residual[nt:])
        for i in range(nt):
            mem.step[i] += mem.residual[nt + i]
        size = tangent_norm(p, mem.step)
        call(p.retract, p.real[T_NEW], vec.y_try, mem.step, p.page)
        if wanted > 0:
            if k + 1 == wanted:
                return 0
            continue
        outcome = converged(mem.numbers, RATE, k, size, size_old, goal, ITERATIONS)
        if outcome > 0 and back <= near:
            return 0
        # the second iteration removes what the first one has added to the violation, and does not show how both converge
        if (outcome < 0 and (k != 1 or not size < 1e300)) or (k > 1 and not back <= max(0.5 * back_old, near)):
            return NOT_CONVERGING
        size_old, back_old = size, back
    return NOT_CONVERGING


@inline
def solve(p):
    """Iterate with the current matrix, and if that does not converge with a new one; return a status."""
    mem, flags = view_memory(p), view_implicit(p.istate, p.fstate).flags
    matrix = 0
    if flags[STALE] == 1 or flags[AGE] >= USED_UP:
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
        restore_mechanics(p, mem.pivots)
    if status != 0:
        flags[WORST_ENTRY], mem.numbers[WORST] = worst_entry(p, mem.step)
    p.count[STATUS] = status
    return status
