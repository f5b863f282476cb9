"""Detection of singular poses, in which the constraint Jacobian has less rank than beside them."""

from __future__ import annotations

import numpy as np

from linkwork.dynamics.formulations.redundancy import (
    DENSE_ROWS,
    Redundancy,
    column_scale,
    rank_of,
    redundancy,
    row_sizes,
)
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State

STEP = 1e-3  # of the model's length, or radians
DIRECTIONS = 3


SECOND_ORDER = 1e-6  # of speed² / length: what rounding and the assembled position leave of a condition that is none
NEAR = 1e-2  # an independent row that is this much smaller here than beside the pose nearly depends on the others


def lost_rank(model: Model, state: State, here: Redundancy) -> tuple[int | None, bool]:
    """Return the increase of the rank beside the pose along its apparent freedoms; 0 for a regular pose, None if the
    model is too large.

    The second value is whether the pose is within round-off of a singular one: there the constraints are satisfied,
    while their Jacobian is not yet rank-deficient."""
    if model.n_rows > DENSE_ROWS:
        return None, False
    e = Evaluation(model, State(state.t, state.q, np.zeros(model.nv), state.z, state.inactive, state.turns))
    scale = column_scale(e)
    Phi = _position_rows(e, scale)
    if Phi.size == 0:
        return 0, False
    U, sizes, Vt = np.linalg.svd(Phi)
    rank = rank_of(sizes)
    free = Vt[rank:]
    if free.shape[0] == 0:
        return 0, False
    rng = np.random.default_rng(12345)
    best, smallest = here.rank, 0.0
    for _ in range(DIRECTIONS):
        direction = rng.standard_normal(free.shape[0]) @ free
        direction *= scale / np.abs(direction).max()
        for sign in (1.0, -1.0):
            beside = _settle(e, state, sign * STEP * model.length * direction, scale)
            if beside is not None:
                best = max(best, redundancy(beside).rank)
                if rank:
                    smallest = max(smallest, np.linalg.svd(_position_rows(beside, scale), compute_uv=False)[rank - 1])
    near = best == here.rank and rank > 0 and bool(sizes[rank - 1] < NEAR * smallest)
    if best > here.rank or rank == Phi.shape[0]:
        return best - here.rank, near
    return _held_to_second_order(e, state, U[:, rank:], free * scale), near


def _held_to_second_order(e: Evaluation, state: State, dependent: np.ndarray, free: np.ndarray) -> int:
    """Return the number of conditions that dependent rows give for apparent freedoms to second order.

    A redundant row gives none, mu' gamma(v) = 0. Where a row has vanished and nothing can move, as with a link at its
    dead point that holds it there, no pose beside this one is on the constraints, and its rank cannot be compared.
    """
    on = (e.m.row_level == 0) & (e.w.active > 0)
    rng = np.random.default_rng(12345)

    def gamma(v: np.ndarray) -> np.ndarray:
        e.update(State(state.t, state.q, v, state.z, state.inactive, state.turns))
        return (e.m.row_scale * e.w.gamma)[on]

    e.update(State(state.t, state.q, np.zeros(e.model.nv), state.z, state.inactive, state.turns))
    large = row_sizes((e.m.row_scale[:, None] * e.jacobian() * column_scale(e))[on])
    rest = gamma(np.zeros(e.model.nv))
    speeds = rng.standard_normal((DIRECTIONS, len(free)))  # m/s
    terms = np.stack([(gamma(x @ free) - rest) / large for x in speeds])
    allowed = SECOND_ORDER * (speeds * speeds).sum(axis=1).max() / e.model.length
    return int((np.linalg.svd(terms @ dependent, compute_uv=False) > allowed).sum())


def _position_rows(e: Evaluation, scale: np.ndarray) -> np.ndarray:
    keep = (e.m.row_level == 0) & (e.w.active > 0)
    Phi = (e.m.row_scale[:, None] * e.jacobian() * scale)[keep]
    return Phi / row_sizes(Phi)[:, None]


def _settle(e: Evaluation, state: State, dq: np.ndarray, scale: np.ndarray) -> Evaluation | None:
    """Return the pose displaced by dq and pulled back onto the constraints by least-squares steps; None if that does
    not converge."""
    model = e.model
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, state.q, dq, q)
    keep = e.m.row_level == 0
    for _ in range(25):
        e.update(State(state.t, q, np.zeros(model.nv), state.z, state.inactive, state.turns))
        on = keep & (e.w.active > 0)
        Phi = (e.m.row_scale * e.w.Phi)[on]
        large = row_sizes((e.m.row_scale[:, None] * e.jacobian() * scale)[on])
        if np.abs(Phi / large).max(initial=0.0) < 1e-12 * model.length:
            return e
        step, *_ = np.linalg.lstsq(_position_rows(e, scale), -Phi / large, rcond=1e-6)
        target = np.zeros(model.nq)
        moved(model.ints, model.floats, q, scale * step, target)
        q = target
    return None


def branch_velocities(model: Model, state: State) -> list[np.ndarray]:
    """Return the velocities of two branches that meet in a singular pose, each the nearest to the state's in the mass
    norm.

    v = N a, where mu' gamma(N a) = 0 for every mu with mu' Phi_v = 0. Two freedoms and one such condition give two
    branches; the list is empty in all other cases."""
    if model.n_rows > DENSE_ROWS:
        return []
    e = Evaluation(model, state)
    scale, on, M = column_scale(e), e.w.active > 0, e.M.copy()
    Phi = (e.m.row_scale[:, None] * e.jacobian() * scale)[on]
    U, sizes, Vt = np.linalg.svd(Phi)
    rank = rank_of(sizes)
    free, left = Vt[rank:] * scale, U[:, rank:]
    if free.shape[0] != 2 or left.shape[1] == 0:
        return []

    def conditions(v: np.ndarray) -> np.ndarray:
        e.update(State(state.t, state.q, v, state.z, state.inactive, state.turns))
        return left.T @ (e.m.row_scale * e.w.gamma)[on]

    rest, first, second, both = (conditions(v) for v in (0.0 * free[0], free[0], free[1], free[0] + free[1]))
    _, forms, weights = np.linalg.svd(np.stack((first, both - first - second, second), axis=1))
    a, b, c = weights[0]
    if np.abs(rest).max() > 1e-9 * forms[0] or (forms[1:] > 1e-6 * forms[0]).any() or b * b <= 4.0 * a * c:
        return []
    velocities = []
    for root in (np.sqrt(b * b - 4.0 * a * c), -np.sqrt(b * b - 4.0 * a * c)):
        x, y = (root - b, 2.0 * a) if abs(a) > abs(c) else (2.0 * c, root - b)
        direction = x * free[0] + y * free[1]
        velocities.append(direction * (direction @ M @ state.v) / (direction @ M @ direction))
    return velocities
