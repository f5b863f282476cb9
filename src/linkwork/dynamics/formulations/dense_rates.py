"""Right-hand sides by the dense formulations: assemble M, Q - h and Phi_v, then call the formulation's own kernel.

Their scratch follows that of kernels.recursions.loops: fwork = [loops | M, Qh, Phi_v, composite, gamma, params,
scratch], plan = [loops | iscratch | event instructions]; `sizes` returns the lengths. The partition of coordinates is
retained from one evaluation to the next (see partition). Multipliers are not computed, since nothing integrates them;
`solve` computes them where they are read.

Near singular positions these right-hand sides call dynamics.branch: the equations are the same, evaluated on the
motion's own branch. The distance to a singular position is measured at accepted states, by the factors that the
projection has left. States of Baumgarte's method are not on the constraints and hence on no branch: it continues
unchanged, and the time from which the motion may have left its branch is stored.
"""

from __future__ import annotations

from linkwork.dynamics.branch import CLOSE, NEAR, branch_rates
from linkwork.dynamics.crossings import follow, nearness
from linkwork.dynamics.formulations.augmented import accelerations as augmented
from linkwork.dynamics.formulations.partition import (
    CHOICES,
    FORM,
    MODE,
    PARAMS,
    RETAIN,
    RETAIN_CHECKED,
    order_views,
    size_of_terms,
    smallest_pivot,
)
from linkwork.dynamics.formulations.partition import RANK as ROWS_OF_RANK
from linkwork.dynamics.formulations.recursive import verified
from linkwork.dynamics.layout import (
    ACCEPTED,
    ALPHA,
    BETA,
    BRANCH_DOUBT,
    CROSSED,
    DOUBT_TIME,
    EVALUATED,
    EXPECTED_ORDER,
    EXPECTED_STEP,
    FACTORIZATIONS,
    LARGEST,
    LAST_PIVOT,
    LAST_TIME,
    LENGTH,
    OPTION,
    PIVOT,
    PROJECTIONS,
    RANK,
    RATE,
    REPARTITIONS,
    SMALLEST,
    TOLERANCE,
    USUAL,
    WEAK_ROW,
    Page,
)
from linkwork.dynamics.problem import NEARBY, POSITIONS, evaluate_y, put_rates, violation
from linkwork.dynamics.row_exchange import exchange_rows
from linkwork.dynamics.status import MASSES_DIFFER, NOT_FINITE, OK, RANK_DROPPED, SINGULAR_MASS, UNDETERMINED
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import dense_terms
from linkwork.kernels.recursions.loop_arrays import LoopPlan, LoopWork, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

LAST_INT = 2 * len(LoopPlan._fields) - 1  # header places that hold the ends of the loops' buffers
LAST_FLOAT = 2 * (len(LoopPlan._fields) + len(LoopWork._fields)) - 1
SINGULAR = (
    0.05  # part of its largest value below which the smallest pivot shows that a run ended at a singular position
)
UNGUARDED = 0.1  # part of the largest distance below which a run without a guard may leave its branch
HAND_OVER = 5.0 * CLOSE  # part of the largest distance below which the branch is followed however slowly it changes
HAND_OVER_SOON = (
    0.2  # the same where it may change that much within the steps for which stages are moved onto the branch
)
WITHIN_A_STEP = 1.5  # steps within which a distance of any size may vanish
EXACT = 1e-9  # violation, relative to the model's length, up to which a position shows which rows depend on others


def sizes(module, n: int, m: int, n_body: int) -> tuple[int, int]:
    """Return (floats, ints) that are needed behind the buffers of the loops."""
    floats, ints = module.scratch_sizes(n, m)
    return n * n + n + m * n + 10 * n_body + m + PARAMS + floats, ints


@kernel
def scratch_start(plan, n, rows, bodies):
    """Return where gamma and the formulation's scratch begin in fwork."""
    gamma = plan[LAST_FLOAT] + n * n + n + rows * n + 10 * bodies
    return gamma, gamma + rows + PARAMS


@kernel
def terms(t, y, page):
    """Compute M, Qh, Phi_v, gamma (with Baumgarte's terms) and params in fwork."""
    if page.count[ACCEPTED] == 0 or page.count[EVALUATED] == 0:  # else the projection has just evaluated here
        evaluate_y(page.ints, page.floats, page.work, t, y)
    page.count[EVALUATED] = 0
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    n, rows, bodies, at = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0], page.plan[LAST_FLOAT]
    M, Qh = matrix(page.fwork, at, n, n), vector(page.fwork, at + n * n, n)
    Phi_v = matrix(page.fwork, at + n * n + n, rows, n)
    composite = matrix(page.fwork, at + n * n + n + rows * n, bodies, 10)
    dense_terms(page.ints, page.floats, page.work, composite, M, Qh, Phi_v)
    at, _ = scratch_start(page.plan, n, rows, bodies)
    for r in range(rows):
        page.fwork[at + r] = (
            w.gamma[r] - 2.0 * page.real[ALPHA] * w.Phidot[r] - page.real[BETA] * page.real[BETA] * w.Phi[r]
        )
    for k in range(PARAMS):
        page.fwork[at + rows + k] = 0.0
    on = (
        page.count[ACCEPTED] == 1
        and violation(page.ints, page.floats, page.work, POSITIONS) <= EXACT * page.real[LENGTH]
    )
    stabilized = vector(page.fwork, at, rows)
    page.fwork[at + rows + 2] = size_of_terms(w.V, w.A, m.row_scale, w.gamma, stabilized, page.real[LENGTH])
    iscratch = page.plan[page.plan[LAST_INT] :]
    iscratch[FORM] = page.count[OPTION]
    iscratch[MODE] = RETAIN_CHECKED if on else RETAIN


@kernel
def take_note(status, factored, n, rows, scratch, iscratch, chosen, page):
    """Update the counters, the smallest pivot of accepted steps, and the row that lost rank."""
    page.count[FACTORIZATIONS] += 1 + iscratch[CHOICES] - chosen
    page.count[RANK] = iscratch[ROWS_OF_RANK]
    if chosen > 0:
        page.count[REPARTITIONS] += iscratch[CHOICES] - chosen
    if status == RANK_DROPPED:
        _, _, flags = order_views(iscratch, n, rows)
        for r in range(rows):
            if flags[r] == 1:
                page.count[WEAK_ROW] = r
        page.real[SMALLEST] = 0.0
    elif status == OK and factored and page.count[ACCEPTED] == 1:
        page.real[SMALLEST], page.count[WEAK_ROW] = smallest_pivot(scratch, iscratch, n, rows)
        page.real[USUAL] = max(page.real[USUAL], page.real[SMALLEST])


@kernel
def near_singular(page):
    """Return whether the next step may come so near to a singular position that its stages belong on the branch."""
    last, largest, step = page.real[LAST_PIVOT], page.real[LARGEST], page.real[RATE] * page.real[EXPECTED_STEP]
    reach = (1.0 + NEAR * max(page.real[TOLERANCE], 1e-15) ** (-1.0 / max(page.count[EXPECTED_ORDER], 1.0))) * step
    return (
        last < HAND_OVER * largest
        or last < min(HAND_OVER_SOON * largest, reach)
        or last < min(NEARBY * largest, WITHIN_A_STEP * step)
    )


@kernel
def doubt(t, page):
    """Store the time from which the motion may have left its branch."""
    if page.count[BRANCH_DOUBT] == 0:
        page.count[BRANCH_DOUBT], page.real[DOUBT_TIME] = 1, t


@kernel
def measure_distance(page):
    """Return the distance to a singular position; far from one, by the factors of the last projection."""
    if page.count[PROJECTIONS] > 0:
        s = nearness(page)
        if s > NEARBY * page.real[LARGEST] > 0.0:
            return s
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    factor(m, w, view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork))
    page.count[FACTORIZATIONS] += 1
    return nearness(page)


@kernel
def watch(t, y, out, guarded, page):
    """At an accepted state, measure its distance to singular positions and store the crossings since the last one.

    Return whether it is too close for accelerations that are not computed on the branch.
    """
    rank, crossed, since = page.count[RANK], page.count[CROSSED], page.real[LAST_TIME]
    s = measure_distance(page)
    page.real[PIVOT] = s
    if guarded and s < CLOSE * max(page.real[LARGEST], s):
        return True
    follow(t, y, out, s, page)
    exchange_rows(s, t, y, page)
    page.count[RANK] = rank
    if not guarded and (s < UNGUARDED * page.real[LARGEST] or page.count[CROSSED] > crossed):
        doubt(since if since > -1e300 else t, page)
    return False


def _rates(accelerations, guarded):
    """Return the contract function of a dense formulation; a `guarded` one follows the branch through singular
    positions.
    """
    multipliers = accelerations is augmented  # as for Baumgarte
    factored = not multipliers  # whether the partition's LU is at hand afterwards

    def rates(t, y, out, page):
        undetermined = False
        if guarded and near_singular(page):
            status = branch_rates(t, y, out, page)
            # in a position that is regular for the formulation itself the run continues, but not from the start
            undetermined = status == UNDETERMINED and page.real[LAST_TIME] > -1e300
            if not undetermined:
                return status
        terms(t, y, page)
        m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
        n, rows, bodies = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0]
        start = page.plan[LAST_FLOAT]
        gamma, at = scratch_start(page.plan, n, rows, bodies)
        scratch, iscratch = page.fwork[at:], page.plan[page.plan[LAST_INT] :]
        chosen = iscratch[CHOICES]
        status = accelerations(
            matrix(page.fwork, start, n, n),
            vector(page.fwork, start + n * n, n),
            matrix(page.fwork, start + n * n + n, rows, n),
            vector(page.fwork, gamma, rows),
            m.row_scale,
            vector(page.fwork, gamma + rows, PARAMS),
            w.vdot,
            vector(page.fwork, 0, 0),
            scratch,
            iscratch,
        )
        take_note(status, factored, n, rows, scratch, iscratch, chosen, page)
        f = view_loop_work(page.plan, page.fwork)
        if (status == SINGULAR_MASS and multipliers) or (f.graded.shape[0] > 0 and (status == OK or multipliers)):
            copy_into(w.gamma, vector(page.fwork, gamma, rows))
            copy_into(f.vdot, w.vdot)
            status = verified(page.ints, page.floats, page.work, page.plan, page.fwork, f.vdot, page.real[LENGTH])
            if multipliers and status == MASSES_DIFFER:
                status = OK  # with the accelerations of `verified`
            elif status == OK:
                copy_into(w.vdot, f.vdot)
        if status == OK:
            status = put_rates(page.ints, page.floats, page.work, y, out)
        if undetermined:
            regular = factored and smallest_pivot(scratch, iscratch, n, rows)[0] > SINGULAR * page.real[USUAL]
            if not regular:
                doubt(t, page)
            return status
        close = status == RANK_DROPPED
        if status == OK and rows > 0 and page.count[ACCEPTED] == 1:
            close = watch(t, y, out, guarded, page)
        if guarded and close:
            return branch_rates(t, y, out, page)
        return status

    return rates


def rates_of(accelerations, guarded=True):
    """Return compiled rates; they are compiled at the first request and cached for the process."""
    if (accelerations, guarded) not in _made:
        _made[accelerations, guarded] = kernel(_rates(accelerations, guarded))
    return _made[accelerations, guarded]


_made: dict = {}


def singular_row(status: int, page: Page) -> int | None:
    """Return the row that lost rank if a run ended early with this status because of it, else None."""
    near = page.real[SMALLEST] < SINGULAR * page.real[USUAL] and status != NOT_FINITE
    return int(page.count[WEAK_ROW]) if status == RANK_DROPPED or near else None
