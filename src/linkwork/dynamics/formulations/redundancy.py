"""Dependent constraint rows: their rank, the multipliers they leave undetermined, and the smallest multipliers.

Rows are scaled (Model.row_scale), so that a multiplier in N m counts as the force it makes on the model's length.
Small models use a singular value decomposition. Large ones use the factorization of kernels.recursions.loops, whose
vanished pivots are the dependent rows and whose factors give their null vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.kernels.recursions.elimination import INDEPENDENT
from linkwork.kernels.recursions.loop_arrays import python_loop_work, python_plan, view_loop_work, view_plan
from linkwork.model.evaluation import Evaluation
from linkwork.numerics.jit import kernel

DENSE_ROWS = 700  # beyond this many rows the factorization is used
RANK_TOLERANCE = 1e-9  # singular values below this part of the largest
ROUNDED = 1e-12  # scaled rows below this are rounding of the position, also where all rows have vanished


@dataclass(frozen=True)
class Redundancy:
    """Rank of the constraint Jacobian and an orthonormal basis of what it leaves undetermined."""

    rank: int
    null: Any  # (n_rows, n_dependent) of scaled multipliers: Phi_v' S N = 0; dense, or scipy.sparse for large models

    @property
    def dependent(self) -> int:
        """The number of dependent rows."""
        return self.null.shape[1]


def column_scale(e: Evaluation) -> np.ndarray:
    """Return scales of velocities: those in rad/s count with the model's length, those in m/s as they are."""
    turning = (e.w.S[:, :3] ** 2).sum(axis=1).real > 0
    return np.where(turning, 1.0 / e.model.length, 1.0)


def row_sizes(Phi: np.ndarray) -> np.ndarray:
    """Return lengths of scaled rows beyond 1, so that large factors of couplers or screws do not make other rows look
    small.
    """
    return np.maximum(1.0, np.sqrt((Phi * Phi).sum(axis=1)))


def rank_of(sizes: np.ndarray) -> int:
    """Return the rank of a matrix of scaled rows with these singular values, in descending order."""
    return int((sizes > max(RANK_TOLERANCE * sizes[0], ROUNDED)).sum())


def redundancy(e: Evaluation) -> Redundancy:
    """Return rank and undetermined multipliers at an evaluation; inactive rows count as undetermined but carry no
    load.
    """
    on = e.w.active.real > 0
    if e.model.n_rows <= DENSE_ROWS:
        Phi = (e.m.row_scale[:, None] * e.jacobian() * column_scale(e)).real[on]
        if Phi.size == 0:  # nothing can move: every active row is undetermined
            return Redundancy(0, np.eye(e.model.n_rows)[:, on])
        large = row_sizes(Phi)[:, None]
        U, sizes, _ = np.linalg.svd(Phi / large)
        rank = rank_of(sizes)
        null = np.zeros((e.model.n_rows, U.shape[1] - rank))
        null[on] = U[:, rank:] if (large == 1.0).all() else np.linalg.qr(U[:, rank:] / large)[0]
        return Redundancy(rank, null)
    return _sparse_redundancy(e, on)


@kernel
def null_vector(plan_ints, loop_work, c, x):
    """Return x = L^-T e_c in the order of elimination: the null vector that belongs to the vanished pivot c."""
    plan, f = view_plan(plan_ints, loop_work), view_loop_work(plan_ints, loop_work)
    for p in range(x.shape[0]):
        x[p] = 0.0
    x[c] = 1.0
    for p in range(c - 1, -1, -1):
        if f.weak[p] != INDEPENDENT:
            continue
        total = 0.0
        for s in range(plan.fill_start[p], plan.fill_start[p + 1]):
            total += f.A[s] * x[plan.fill_col[s]]
        x[p] = -total / f.diag[p]


def _sparse_redundancy(e: Evaluation, on: np.ndarray) -> Redundancy:
    from scipy import sparse

    model = e.model
    plan, size = model.loops
    factors = np.zeros(size)
    before = e.w.vdot.copy(), e.w.lam.copy()
    accelerations(model.ints, model.floats, e.work, plan, factors)
    e.w.vdot[:], e.w.lam[:] = before
    f = python_loop_work(plan, factors)
    order = plan_order(plan)
    columns = []
    x = np.zeros(model.n_rows)
    for c in np.flatnonzero(f.weak):
        row = order[c]
        if not on[row]:
            continue
        null_vector(plan, factors, c, x)
        vector = np.zeros(model.n_rows)
        vector[order] = x
        vector /= e.m.row_scale
        vector[np.abs(vector) < 1e-13 * np.abs(vector).max()] = 0.0
        columns.append(sparse.csc_array((vector / np.linalg.norm(vector))[:, None]))
    null = sparse.hstack(columns, format="csc") if columns else sparse.csc_array((model.n_rows, 0))
    return Redundancy(int(on.sum()) - len(columns), null)


def plan_order(plan_ints: np.ndarray) -> np.ndarray:
    """Return the row of each position of elimination."""
    return python_plan(plan_ints, np.zeros(0)).order


def plan_positions(plan_ints: np.ndarray) -> np.ndarray:
    """Return the position of each row in the order of elimination."""
    order = plan_order(plan_ints)
    positions = np.empty_like(order)
    positions[order] = np.arange(order.size)
    return positions


def minimum_norm(e: Evaluation, lam: np.ndarray, known: Redundancy | None = None) -> np.ndarray:
    """Return lam with the least |lam / s| that gives the same forces, by removing its undetermined part."""
    known = redundancy(e) if known is None else known
    scaled, N = lam / e.m.row_scale, known.null
    if N.shape[1] == 0:
        return lam
    if isinstance(N, np.ndarray):
        return e.m.row_scale * (scaled - N @ (N.T @ scaled))
    from scipy.sparse.linalg import splu

    gram = (N.T @ N).tocsc()
    return e.m.row_scale * (scaled - N @ splu(gram).solve(N.T @ scaled))
