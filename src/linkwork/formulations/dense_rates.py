"""Right-hand sides by the dense formulations: M, Q - h, Phi_v assembled, then the formulation's own kernel.

Their scratch lies behind that of kernels.recursive.loops: fwork = [loops | M, Qh, Phi_v, composite, gamma, params, scratch],
plan = [loops | iscratch | event instructions]. `sizes` says how much. The partition of coordinates is kept from evaluation to
evaluation (see partition); multipliers are left out: nothing integrates them, `solve` finds them where they are read.
"""

from __future__ import annotations

import numpy as np

from linkwork.formulations.augmented import accelerations as augmented
from linkwork.formulations.partition import CHOICES, KEEP, KEEP_CHECKED, order_views, smallest_pivot
from linkwork.formulations.partition import RANK as ROWS_OF_RANK
from linkwork.formulations.problem import (
    ACCEPTED,
    EVALUATED,
    FACTORIZATIONS,
    LENGTH,
    POSITIONS,
    RANK,
    REPARTITIONS,
    evaluate_y,
    put_rates,
    violation,
)
from linkwork.formulations.recursive import verified
from linkwork.formulations.status import MASSES_DIFFER, NOT_FINITE, OK, RANK_DROPPED
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import dense_terms
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.loops import LoopPlan, LoopWork, view_loop_work
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

LAST_INT = 2 * len(LoopPlan._fields) - 1  # header places that hold the ends of the loops' buffers
LAST_FLOAT = 2 * (len(LoopPlan._fields) + len(LoopWork._fields)) - 1
ALPHA, BETA, ELIMINATE = 30, 31, 29  # places in control: Baumgarte's constants, KaneMultipliers' option
SMALLEST, WEAK_ROW, USUAL = (
    32,
    33,
    34,
)  # smallest pivot at the last accepted step, its row, the largest such pivot so far
SINGULAR = 0.05  # part of its largest value below which the smallest pivot says a run ended at a singular position
PARAMS = 5
EXACT = 1e-9  # violation, relative to the model's length, up to which a position says which rows depend on others


def sizes(module, n: int, m: int, n_body: int) -> tuple[int, int]:
    """(floats, ints) behind the loops' buffers."""
    floats, ints = module.scratch_sizes(n, m)
    return n * n + n + m * n + 10 * n_body + m + PARAMS + floats, ints


@kernel
def scratch_start(plan, n, rows, bodies):
    """Where gamma and where the formulation's scratch begin in fwork."""
    gamma = plan[LAST_FLOAT] + n * n + n + rows * n + 10 * bodies
    return gamma, gamma + rows + PARAMS


@inner_kernel
def speed_acceleration(w, length):
    """The size of the terms, quadratic in velocities, that make gamma; they may cancel in it, their rounding does not."""
    size = 0.0
    for b in range(1, w.V.shape[0]):
        V, A = w.V[b], w.A[b]
        turn, move = abs(V[0]) + abs(V[1]) + abs(V[2]), abs(V[3]) + abs(V[4]) + abs(V[5])
        bias = abs(A[3]) + abs(A[4]) + abs(A[5]) + length * (abs(A[0]) + abs(A[1]) + abs(A[2]))
        size = max(size, bias + turn * (move + length * turn))
    return size


@kernel
def terms(t, y, ints, floats, work, plan, fwork, control):
    """M, Qh, Phi_v, gamma (with Baumgarte's terms) and params into fwork."""
    if control[ACCEPTED] == 0.0 or control[EVALUATED] == 0.0:  # else the projection has just evaluated here
        evaluate_y(ints, floats, work, t, y)
    control[EVALUATED] = 0.0
    m, w = view_model(ints, floats), view_work(ints, work)
    n, rows, bodies, at = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0], plan[LAST_FLOAT]
    M, Qh = matrix(fwork, at, n, n), vector(fwork, at + n * n, n)
    Phi_v = matrix(fwork, at + n * n + n, rows, n)
    composite = matrix(fwork, at + n * n + n + rows * n, bodies, 10)
    dense_terms(ints, floats, work, composite, M, Qh, Phi_v)
    at, _ = scratch_start(plan, n, rows, bodies)
    for r in range(rows):
        fwork[at + r] = w.gamma[r] - 2.0 * control[ALPHA] * w.Phidot[r] - control[BETA] * control[BETA] * w.Phi[r]
    for k in range(PARAMS):
        fwork[at + rows + k] = 0.0
    on = control[ACCEPTED] == 1.0 and violation(ints, floats, work, POSITIONS) <= EXACT * control[LENGTH]
    fwork[at + rows] = control[ELIMINATE]
    fwork[at + rows + 3] = speed_acceleration(w, control[LENGTH])
    fwork[at + rows + 4] = KEEP_CHECKED if on else KEEP


@kernel
def take_note(status, factored, n, rows, scratch, iscratch, chosen, control):
    """Count what was done; remember the smallest pivot of accepted steps, and the row that lost rank."""
    control[FACTORIZATIONS] += 1 + iscratch[CHOICES] - chosen
    control[RANK] = iscratch[ROWS_OF_RANK]
    if chosen > 0:
        control[REPARTITIONS] += iscratch[CHOICES] - chosen
    if status == RANK_DROPPED:
        _, _, marks = order_views(iscratch, n, rows)
        for r in range(rows):
            if marks[r] == 1:
                control[WEAK_ROW] = r
        control[SMALLEST] = 0.0
    elif status == OK and factored and control[ACCEPTED] == 1.0:
        control[SMALLEST], control[WEAK_ROW] = smallest_pivot(scratch, iscratch, n, rows)
        control[USUAL] = max(control[USUAL], control[SMALLEST])


def _rates(accelerations):
    """The contract function of a dense formulation."""
    multipliers = accelerations is augmented  # as for Baumgarte
    factored = not multipliers  # whether the partition's LU is at hand afterwards

    def rates(t, y, out, ints, floats, work, plan, fwork, control):
        terms(t, y, ints, floats, work, plan, fwork, control)
        m, w = view_model(ints, floats), view_work(ints, work)
        n, rows, bodies = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0]
        start = plan[LAST_FLOAT]
        gamma, at = scratch_start(plan, n, rows, bodies)
        scratch, iscratch = fwork[at:], plan[plan[LAST_INT] :]
        chosen = iscratch[CHOICES]
        status = accelerations(
            matrix(fwork, start, n, n), vector(fwork, start + n * n, n), matrix(fwork, start + n * n + n, rows, n),
            vector(fwork, gamma, rows), m.row_scale, vector(fwork, gamma + rows, PARAMS), w.vdot, vector(fwork, 0, 0),
            scratch, iscratch,
        )  # fmt: skip
        take_note(status, factored, n, rows, scratch, iscratch, chosen, control)
        f = view_loop_work(plan, fwork)
        if f.graded.shape[0] > 0 and (status == OK or multipliers):
            copy_into(w.gamma, vector(fwork, gamma, rows))
            copy_into(f.vdot, w.vdot)
            status = verified(ints, floats, work, plan, fwork, f.vdot, control[LENGTH])
            if multipliers and status == MASSES_DIFFER:
                status = OK  # with the accelerations of `verified`
            elif status == OK:
                copy_into(w.vdot, f.vdot)
        if status != 0:
            return status
        return put_rates(ints, floats, work, y, out)

    return rates


def rates_of(accelerations):
    """Compiled when first asked for; kept for the process."""
    if accelerations not in _made:
        _made[accelerations] = kernel(_rates(accelerations))
    return _made[accelerations]


_made: dict = {}


def singular_row(status: int, control: np.ndarray) -> int | None:
    """The row that lost rank where a run ended early with this status; None if it was not for that."""
    near = control[SMALLEST] < SINGULAR * control[USUAL] and status != NOT_FINITE
    return int(control[WEAK_ROW]) if status == RANK_DROPPED or near else None
