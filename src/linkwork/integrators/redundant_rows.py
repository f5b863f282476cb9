"""Choose the redundant rows that a run leaves out, and judge the position in which it starts.

Rows that depend on others are left out for the whole run, because a rank decision at a stage that is not quite on the
constraints would lock an over-constrained mechanism; `dynamics.row_exchange` chooses again on the way.
"""

from __future__ import annotations

import numpy as np

from linkwork.dynamics import branch, layout, problem
from linkwork.dynamics.status import NO_BRANCH, OK, UNDETERMINED
from linkwork.integrators.motion import Motion
from linkwork.kernels import arrays as K
from linkwork.kernels.probe import moved
from linkwork.kernels.recursions.elimination import INDEPENDENT
from linkwork.kernels.recursions.loop_arrays import REDUNDANT, USED, python_loop_work, python_plan

ROUNDING = 1e-12  # relative to the largest acceleration: residual of a row at rest, where gamma is zero
OFF_BRANCH = 1e-6  # residual of a row of accelerations on a branch, relative to its terms
POSE_ERROR = 0.1  # singular positions are assembled to 1e-8 of the length: rows are off by that much of all terms
USUAL_PIVOT = 0.3  # size of regular pivots assumed by a run that starts in a singular position
ROUNDED_PIVOT = 1e-8  # what weak pivots leave of a dependent row at most: rounding divided by one of this size
WEAK_PIVOT = 1e-4  # pivots below this part of what they were before elimination carry rounding into later ones
DEPENDENT = 3e-6  # of the largest speed: a row that other rows hold to this speed depends on them
LOCKED = 1e-9  # of the speed before the constraints: what is left where they allow no motion is rounding
BESIDE = 1e-3  # rad, or of the model's length: how far beside the start rows are compared
SEEDS = (7, 8, 9)  # of the velocities for which conditions of accelerations are compared
ATTEMPTS = 8  # choices without weak pivots that are tried


def leave_out_redundant_rows(motion: Motion) -> bool:
    """Leave out rows that depend on others both here and beside this position.

    Return whether the position is singular: more rows depend on others here than beside it. Which rows are dependent
    is a matter of the elimination, and may differ between two regular positions.
    """
    page = motion.page
    if motion.model.n_rows == 0:
        return False
    f = python_loop_work(page.plan, page.fwork)
    dependent = _dependent_rows(motion, motion.y)
    if dependent.any():
        beside = _beside(motion)
        if beside is not None:
            redundant = dependent
            if not _implied(motion, beside, dependent).all():
                redundant = _dependent_rows(motion, beside)
            if dependent.sum() > redundant.sum():
                page.real[layout.LARGEST] = USUAL_PIVOT
                in_both = dependent & redundant
                dependent = in_both if in_both.sum() == redundant.sum() else redundant
    f.drop[:] = np.where(dependent, REDUNDANT, USED)
    if dependent.any() and page.real[layout.LARGEST] == 0.0 and _take_back_rows_of_the_pose(motion):
        page.real[layout.LARGEST] = USUAL_PIVOT
    f.reference[:] = 0.0
    return page.real[layout.LARGEST] > 0.0


def _beside(motion: Motion) -> np.ndarray | None:
    """Return a state near the start on all constraints, None if none is reached.

    The step is tangential: far off the constraints, redundant rows contradict one another.
    """
    page, nq, nv = motion.page, motion.model.nq, motion.model.nv
    y, moved_q = motion.y.copy(), np.zeros(nq)
    y[nq : nq + nv] = _random_tangent(motion)
    if problem.project(motion.t, y, np.zeros_like(y), page) != OK:
        return None
    moved(page.ints, page.floats, motion.y[:nq].copy(), BESIDE * y[nq : nq + nv], moved_q)
    y[:nq], y[nq : nq + nv] = moved_q, motion.y[nq : nq + nv]
    return y if problem.project(motion.t, y, np.zeros_like(y), page) == OK else None


def _take_back_rows_of_the_pose(motion: Motion) -> bool:
    """Use those rows again that depend on others in this position alone, and return whether there are any.

    A redundant row gives no condition for accelerations, whatever the velocity. A row that has vanished where nothing
    can move, such as that of a link at its dead point which holds it there, gives one to second order.
    """
    f, (nq, nv) = python_loop_work(motion.page.plan, motion.page.fwork), (motion.model.nq, motion.model.nv)
    residuals, y = [], motion.y.copy()
    for seed in SEEDS:
        y[nq : nq + nv] = _random_tangent(motion, seed)
        problem.evaluate_y(*motion.page[:3], motion.t, y)
        before = _speed(motion)
        if problem.project(motion.t, y, np.zeros_like(y), motion.page) != OK:
            return False
        residual, allowed = _row_residuals(motion, y)
        if _speed(motion) <= LOCKED * before:  # nothing can move
            return False
        residuals.append(residual / allowed)
    left = np.where(f.drop == REDUNDANT, np.array(residuals), 0.0).T
    used_again = False
    while (np.abs(left) > 1.0).any():
        row = int(np.argmax(np.abs(left).max(axis=1)))
        f.drop[row], used_again = USED, True
        direction = left[row] / np.linalg.norm(left[row])
        left = left - np.outer(left @ direction, direction)
        left[row] = 0.0
    return used_again


def _dependent_rows(motion: Motion, y: np.ndarray) -> np.ndarray:
    """Return a choice of rows that depend on the others in the positions of `y`.

    The elimination takes rows in a fixed order. A row with a small part of its own magnifies the rounding of the rows
    after it, which then seem to be independent: such rows are left out instead where the others still imply them. Of
    choices that imply all rows the one is taken that leaves out most.
    """
    dependent, pivots = _eliminated(motion, y, np.zeros(motion.model.n_rows, bool))
    if not dependent.any() and pivots.min() > ROUNDED_PIVOT:
        return dependent
    best, most, needed = dependent, 0, np.zeros_like(dependent)
    weak, chosen = ~dependent & (pivots < WEAK_PIVOT), dependent
    for attempt in range(ATTEMPTS):
        if attempt:
            chosen, pivots = _eliminated(motion, y, weak)
        implied = _implied(motion, y, chosen)
        if implied.all() and (chosen.sum(), attempt) > (most, 0):
            best, most = chosen, int(chosen.sum())
        missing = weak & ~implied if attempt else np.zeros_like(weak)
        more = ~chosen & ~needed & (pivots < WEAK_PIVOT)
        if missing.any():
            row = int(np.argmax(np.where(missing, pivots, -1.0)))
            weak[row], needed[row] = False, True
        elif (attempt and not more.any()) or not (weak | more).any():
            break
        else:
            weak |= more
    return best


def _eliminated(motion: Motion, y: np.ndarray, left_out: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows are left out or depend on earlier ones in the positions of `y`, and all pivots.

    A pivot is a part of what the row was before the elimination.
    """
    page = motion.page
    f = python_loop_work(page.plan, page.fwork)
    f.drop[:] = np.where(left_out, REDUNDANT, USED)
    problem.evaluate_y(*page[:3], motion.t, y)
    branch.accelerations(*page[:5])
    f.drop[:] = USED
    return f.weak != INDEPENDENT, f.diag / np.maximum(f.grown, np.finfo(float).tiny)


def _implied(motion: Motion, y: np.ndarray, left_out: np.ndarray) -> np.ndarray:
    """Return which rows hold for a random velocity that satisfies all rows but those left out."""
    page, (nq, nv) = motion.page, (motion.model.nq, motion.model.nv)
    f, order = python_loop_work(page.plan, page.fwork), python_plan(page.plan, page.fwork).order
    moving = y.copy()
    moving[nq : nq + nv] = _random_tangent(motion)
    problem.evaluate_y(*page[:3], motion.t, moving)
    before = _speed(motion)
    f.drop[:] = np.where(left_out, REDUNDANT, USED)
    status = problem.project(motion.t, moving, np.zeros_like(moving), page)
    f.drop[:] = USED
    if status != OK:
        return np.zeros_like(left_out)
    problem.evaluate_y(*page[:3], motion.t, moving)
    violation = np.abs(K.python_work(page.ints, page.work).Phidot[order])
    allowed = max(DEPENDENT * _speed(motion), LOCKED * before)
    return violation * motion.model.lowered.arrays["row_scale"].real[order] < allowed


def _speed(motion: Motion) -> float:
    """Return the largest speed of a body in the evaluated state, m/s."""
    V = K.python_work(motion.page.ints, motion.page.work).V
    return max(motion.model.length * float(np.abs(V[:, :3]).max()), float(np.abs(V[:, 3:]).max()))


def _random_tangent(motion: Motion, seed: int = 7) -> np.ndarray:
    """Return random rates: angles of about 1 rad, lengths of about the model's length."""
    nv = motion.model.nv
    units = np.where(motion.prepared.cap[:nv] == 1.0, 1.0, motion.model.length)
    return np.random.default_rng(seed).standard_normal(nv) * units


def singular_start_status(motion: Motion) -> int:
    """Return whether the velocity in a singular position determines a branch of the motion.

    The status is OK, NO_BRANCH, or UNDETERMINED where the velocity does not leave the singular position. A branch q(t)
    has Phi_v vdot = gamma(v), to second order in time. Where rows depend on others this is a condition for v.
    """
    page = motion.page
    used = python_loop_work(page.plan, page.fwork).drop == USED
    residual, allowed = _row_residuals(motion, motion.y)
    if (np.abs(residual) > allowed)[used].any():
        return NO_BRANCH if _speed(motion) > 0.0 else UNDETERMINED
    apart = page._replace(fwork=page.fwork.copy(), count=page.count.copy(), real=page.real.copy())
    apart.count[layout.ACCEPTED] = 1
    status = branch.branch_rates(motion.t, motion.y, np.zeros_like(motion.y), apart)
    interpolated = apart.count[layout.CLOSE_COUNT] > page.count[layout.CLOSE_COUNT]
    if status == UNDETERMINED or (interpolated and not _leaves_singular_position(motion, used)):
        return UNDETERMINED
    return OK


def _row_residuals(motion: Motion, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return Phi_v vdot - gamma of all rows at `y`, m/s², and how large it may be where `y` is on a branch."""
    page, length = motion.page, motion.model.length
    problem.evaluate_y(*page[:3], motion.t, y)
    branch.accelerations(*page[:5])
    f, order = python_loop_work(page.plan, page.fwork), python_plan(page.plan, page.fwork).order
    residual = f.r_row[order] * motion.model.lowered.arrays["row_scale"].real[order]
    # gamma is a sum of terms of this size, m/s², which cancel on a branch; in f.beta are those of each row
    centripetal = _speed(motion) ** 2 / length
    largest = max(length * np.abs(f.p[:, :3]).max(), np.abs(f.p[:, 3:]).max())
    return residual, OFF_BRANCH * np.maximum(f.beta, POSE_ERROR * centripetal) + ROUNDING * largest


def _leaves_singular_position(motion: Motion, used: np.ndarray) -> bool:
    """Return whether a row that depends on others becomes independent along the velocity of the start.

    Conditions of branches are quadratic in v. Their derivative by v is zero where a loop is at rest in its singular
    position, though other parts of the mechanism move: then every velocity nearby is on no branch, or on one as well.
    """
    nq, nv = motion.model.nq, motion.model.nv
    problem.evaluate_y(*motion.page[:3], motion.t, motion.y)
    speed = _speed(motion)
    change, y = _random_tangent(motion), motion.y.copy()
    y[nq : nq + nv] = change
    if speed == 0.0 or problem.project(motion.t, y, np.zeros_like(y), motion.page) != OK:
        return False
    problem.evaluate_y(*motion.page[:3], motion.t, y)
    change = y[nq : nq + nv] * (speed / _speed(motion))
    before, after = motion.y.copy(), motion.y.copy()
    before[nq : nq + nv] -= change
    after[nq : nq + nv] += change
    first, last = _row_residuals(motion, before), _row_residuals(motion, after)
    return bool((np.abs(last[0] - first[0]) > first[1] + last[1])[used].any())
