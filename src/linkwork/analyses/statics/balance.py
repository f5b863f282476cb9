"""The equilibrium equations as a system R(q, z, u) = 0 on the constraints, with its Jacobian.

    N'(F + Phi_v' lam) = 0,   zdot = 0,   held signals - their values = 0,   F = -(Q - h) at v = 0,   Phi_v N = 0

in x = W^½ dq, dimensionless: metres count 1/L, forces are multiplied by L and divided by the largest force. Rows of
velocity level (NoSlide) restrict displacements and carry forces as all others do. The Jacobian is with respect to
displacements along the constraints: N' F_q N with the multipliers that balance best; every step ends with a correction
back to Phi = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from linkwork.analyses.position.closure import Closure
from linkwork.analyses.position.correction import CLOSED, Correction
from linkwork.analyses.statics.held_signals import HeldSignals
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.kernels.gradients import motion_forces
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State

RANK = 1e-9  # relative singular value below which rows are dependent
SINGULAR = 1e-13  # relative singular value below which a direction is neutral
BY_DIFFERENCES = 1e-5  # step in inputs and in the parameter, relative
ROUNDING = 2.2e-16
MOST_ROUNDING = 1e-3  # of the largest force: beyond this, loads are lost in round-off of the stiffness
QR_FROM = 300  # rows from which a pivoted QR factorization determines the rank


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the search: positions on the constraints, block states, trimmed inputs, and the parameter of a
    path."""

    q: np.ndarray
    turns: np.ndarray
    z: np.ndarray
    u: np.ndarray
    p: float = 1.0


@dataclass(eq=False)
class Residual:
    """The residual at a point."""

    point: Point
    f: np.ndarray  # (nv) unbalanced generalized forces without multipliers, in x, N m
    N: np.ndarray  # (nv, n) displacements along the constraints, orthonormal in x
    lam: np.ndarray  # (n_rows) multipliers that balance best
    scale: float  # N m, the largest force times L
    R: np.ndarray  # (n + nz + n_held) dimensionless
    size: float  # |R|, Euclidean
    worst: float  # largest entry of N N'f over the scale, and of the other equations


class Balance:
    """The equilibrium equations of one model (in joint coordinates) at one time; `trim` names inputs to solve for."""

    def __init__(
        self, model: Model, start: State, inputs: Mapping[str, float], held: HeldSignals, trim: Sequence[str] = (),
        steer: Callable[[float], tuple[float, Mapping[str, float]]] | None = None,
    ):  # fmt: skip
        self.model, self.start, self.held = model, replace(start, v=np.zeros(model.nv)), held
        self.inputs = dict(inputs)
        self.steer = steer  # parameter -> time and inputs
        self.e = Evaluation(model, self.start, self.inputs)
        self.closure = Closure(model, self.start, inputs=self.inputs)
        self.coordinates = self.closure.coordinates
        self.root_weight = self.coordinates.root_weight
        self.place = [model.inputs.index(name) for name in trim]
        self.rows = np.flatnonzero(self.e.w.active.real > 0)
        table = model.lowered.rows
        self.row_scale = np.array([1.0 if table[r].radians else 1.0 / model.length for r in self.rows])
        self.load: np.ndarray | None = None  # forces in x and other residuals that a path removes
        self.fixed_scale: float | None = None
        self.z_scale = np.ones(model.nz)  # scale of the rates of block states

    # points

    def first(self, p: float = 1.0) -> Point:
        """Return the start without correcting it."""
        s = self.start
        turns = s.turns if s.turns.size else np.zeros(len(self.model.lowered.measures))
        return Point(s.q.copy(), turns.copy(), s.z.copy(), self.e.w.inputs[self.place].real.copy(), p)

    def state(self, point: Point) -> State:
        t = self.start.t if self.steer is None else self.steer(point.p)[0]
        return State(t, point.q, np.zeros(self.model.nv), point.z, self.start.inactive, point.turns)

    def _set_inputs(self, e: Evaluation, point: Point) -> None:
        if self.steer is not None:
            for name, value in self.steer(point.p)[1].items():
                e.w.inputs[self.model.inputs.index(name)] = value
        e.w.inputs[self.place] = point.u

    def evaluate(self, point: Point) -> Evaluation:
        self._set_inputs(self.e, point)
        self.e.update(self.state(point))
        return self.e

    def corrected(self, point: Point, origin: Point) -> Point | None:
        """Return the point corrected back to the constraints, None if it does not close; whole turns are counted from
        `origin`."""
        closure = self.closure
        self._set_inputs(closure.e, point)
        closure.start = self.state(point)
        closure.turns[:] = origin.turns
        closure.accept_at(origin.q)
        if not closure.rows.size:
            closure.residuals(point.q)
            return replace(point, turns=closure.turns.copy())
        solution = Correction(closure, point.q).run(point.q, max_iterations=25, tolerance=1e-3)
        reach = (
            np.abs(closure.e.w.X_WB[:, 9:]).max() / self.model.length
        )  # round-off grows with the distance from the origin
        if not solution.error <= CLOSED * (1.0 + reach) or closure.flipped():
            return None
        return replace(point, q=solution.q, turns=solution.turns)

    def moved(self, residual: Residual, X: np.ndarray, dp: float = 0.0) -> Point | None:
        """Return the point displaced by X = (y, dz, du) and corrected, None if it does not close."""
        point, n, nz = residual.point, residual.N.shape[1], self.model.nz
        x = residual.N @ X[:n]
        q = self.coordinates.moved(point.q, x / self.root_weight)
        u = point.u + X[n + nz :]
        return self.corrected(Point(q, point.turns, point.z + X[n : n + nz], u, point.p + dp), point)

    # residual

    def residual(self, point: Point) -> Residual | None:
        """Return the forces, multipliers and residual at a point; None if a value is not a number."""
        e = self.evaluate(point)
        force = np.zeros(self.model.nv)
        motion_forces(self.model.ints, self.model.floats, e.work, np.zeros(self.model.nv), force)
        f = force / self.root_weight
        zdot = e.w.zdot.copy()
        if not (np.isfinite(f).all() and np.isfinite(zdot).all()):
            return None
        scale = max(force_scale(e), float(np.abs(f).max(initial=0.0)))
        if self.load is not None:
            f = f - (1.0 - point.p) * self.load[: f.size]
        A = self.row_scale[:, None] * e.jacobian()[self.rows] / self.root_weight
        N, mu = split(A, f)
        lam = np.zeros(self.model.n_rows)
        lam[self.rows] = self.row_scale * mu
        off = self.held.residual(e, lam)
        if not np.isfinite(off).all():
            return None
        other = np.concatenate((zdot / self.z_scale, off))
        if self.load is not None:
            other = other - (1.0 - point.p) * self.load[f.size :]
        used = self.fixed_scale or scale or 1.0
        g = N.T @ f / used
        R = np.concatenate((g, other))
        worst = max(float(np.abs(N @ g).max(initial=0.0)), float(np.abs(other).max(initial=0.0)))
        return Residual(point, f, N, lam, used, R, float(np.linalg.norm(R)), worst)

    def set_scales(self, point: Point) -> None:
        """Set the scale of the rates of block states from their sizes and Jacobian at a point."""
        if self.model.nz:
            e = self.evaluate(point)
            jacobians = state_jacobians(e, np.zeros(self.model.nv), np.zeros(self.model.n_rows))
            own = np.abs(jacobians.zdot_z).max(axis=1) * np.maximum(np.abs(point.z), 1.0)
            self.z_scale = np.maximum(np.maximum(own, np.abs(e.w.zdot.real)), 1e-300)
            self.z_scale[self.z_scale < 1e-200] = 1.0

    # matrix

    def matrix(self, residual: Residual) -> Matrix:
        """Return J = dR/dX at a residual, with the stiffness F_q in x."""
        n, nz, point = residual.N.shape[1], self.model.nz, residual.point
        e = self.evaluate(point)
        jacobians = state_jacobians(e, np.zeros(self.model.nv), residual.lam)
        K = jacobians.F_q / self.root_weight[:, None] / self.root_weight
        N = residual.N
        plain = N.shape[0] == n and not self.rows.size
        reduced = K if plain else N.T @ K @ N
        J = np.zeros((residual.R.size, n + nz + point.u.size))
        J[:n, :n] = reduced / residual.scale
        if nz:
            J[:n, n : n + nz] = N.T @ (jacobians.F_z / self.root_weight[:, None]) / residual.scale
            J[n : n + nz, :n] = (jacobians.zdot_q / self.root_weight) @ N / self.z_scale[:, None]
            J[n : n + nz, n : n + nz] = jacobians.zdot_z / self.z_scale[:, None]
        for k in range(point.u.size):
            step = BY_DIFFERENCES * max(1.0, abs(point.u[k]))
            J[:, n + nz + k] = self._by_difference(residual, n + nz + k, step)
        for k, gradient in self.held.gradients(self, residual).items():
            J[n + nz + k] = gradient
        M = jacobians.M / self.root_weight[:, None] / self.root_weight
        return Matrix(
            J, K, M, None if plain else N, jacobians.F_z, jacobians.zdot_q, jacobians.zdot_z, jacobians.approximate
        )

    def _by_difference(self, residual: Residual, k: int, step: float) -> np.ndarray:
        """Return the derivative of R with respect to an input (with k = -1, the parameter) on the constraints."""
        sides = []
        for sign in (1.0, -1.0):
            X = np.zeros(residual.N.shape[1] + self.model.nz + residual.point.u.size)
            if k >= 0:
                X[k] = sign * step
            there = self.moved(residual, X, 0.0 if k >= 0 else sign * step)
            seen = None if there is None else self.residual(there)
            if seen is None:
                return np.zeros(residual.R.size)
            n = residual.N.shape[1]
            g = residual.N.T @ (seen.N @ (seen.N.T @ seen.f)) / residual.scale
            sides.append(np.concatenate((g, seen.R[seen.N.shape[1] :])) if n else seen.R)
        return (sides[0] - sides[1]) / (2.0 * step)

    def by_parameter(self, residual: Residual) -> np.ndarray:
        """Return dR/dp: exact for a load path, by differences for a sweep."""
        if self.load is not None:
            nv = residual.f.size
            return np.concatenate((residual.N.T @ self.load[:nv] / residual.scale, self.load[nv:]))
        return self._by_difference(residual, -1, BY_DIFFERENCES)

    def rounding(self, matrix: Matrix) -> float:
        """Return the value of `worst` due to round-off of positions alone: stiff elements under light loads never
        balance to the last digit."""
        n = matrix.K.shape[0] if matrix.N is None else matrix.N.shape[1]
        reach = 1.0 + np.abs(self.e.w.X_WB[:, 9:].real).max() / self.model.length
        stiffest = float(np.abs(matrix.J[:n, :n]).sum(axis=1).max(initial=0.0))
        return min(ROUNDING * reach * stiffest, MOST_ROUNDING)

    def steps_of(self, residual: Residual, X: np.ndarray) -> np.ndarray:
        """Return dq in x of a step X."""
        return residual.N @ X[: residual.N.shape[1]]


@dataclass(frozen=True, eq=False)
class Matrix:
    """The derivatives at a point."""

    J: np.ndarray  # of R with respect to (y, dz, du)
    K: np.ndarray  # (nv, nv) F_q in x
    M_x: np.ndarray  # (nv, nv) mass in x
    N: np.ndarray | None  # None: every displacement is free
    F_z: np.ndarray
    zdot_q: np.ndarray
    zdot_z: np.ndarray
    approximate: tuple[str, ...]  # blocks whose derivatives are by differences

    @cached_property
    def M(self) -> np.ndarray:
        """The reduced mass N' M N in x, shape (n, n)."""
        return self.M_x if self.N is None else self.N.T @ self.M_x @ self.N


def split(A: np.ndarray, f: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (N, mu): a basis of A x = 0, and the mu that minimizes f + A'mu (the smallest such for few rows)."""
    m, n = A.shape
    if m == 0 or n == 0:
        return np.eye(n), np.zeros(m)
    if m <= QR_FROM:
        U, sizes, Vt = np.linalg.svd(A)
        rank = int((sizes > RANK * max(sizes[0], 1e-300)).sum()) if sizes[0] > 0 else 0
        mu = -U[:, :rank] @ ((Vt[:rank] @ f) / sizes[:rank])
        return Vt[rank:].T, mu
    factors: Any = linalg.qr(A.T, pivoting=True)
    Q, T, order = factors
    sizes = np.abs(np.diag(T))
    rank = int((sizes > RANK * max(sizes[0], 1e-300)).sum())
    mu = np.zeros(m)
    mu[order[:rank]] = -linalg.solve_triangular(T[:rank, :rank], Q[:, :rank].T @ f)
    return Q[:, rank:], mu


def solve(J: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return x with J x = b; if J is singular, the smallest least-squares solution without neutral directions.

    J is in units of the largest force, so that values much smaller than one are round-off too.
    """
    size = float(np.abs(J).sum(axis=0).max(initial=0.0))
    if size <= SINGULAR:
        return np.zeros(J.shape[1])
    least = SINGULAR * max(1.0, 1.0 / size)
    if J.shape[0] == J.shape[1]:
        lapack: Any = linalg.lapack
        lu, pivots, info = lapack.dgetrf(J)
        if info == 0:
            rcond, _ = lapack.dgecon(lu, size)
            if rcond > least:
                return lapack.dgetrs(lu, pivots, b)[0]
    solution: Any = linalg.lstsq(J, b, cond=least, lapack_driver="gelsy", check_finite=False)
    return solution[0]


def force_scale(e: Evaluation) -> float:
    """Return the largest force (times the model's length) or torque of gravity, springs, force laws and applied forces,
    N m."""
    w, m, L = e.w, e.m, e.model.length
    scales = [L * float(np.linalg.norm(m.gravity.real)) * float(w.I_W[:, 0].real.max(initial=0.0))]
    if w.effort.size:
        G = w.measure_G[m.effort_measure].real
        arm = L * np.abs(G[:, [3, 4, 5, 9, 10, 11]]).max(axis=1) + np.abs(G[:, [0, 1, 2, 6, 7, 8]]).max(axis=1)
        scales.append(float((np.abs(w.effort.real) * arm).max()))
    for wrench in (w.law_wrench.real, w.applied_wrench.real):
        scales.append(
            float((np.abs(wrench[:, :3]).max(axis=1) + L * np.abs(wrench[:, 3:]).max(axis=1)).max(initial=0.0))
        )
    return max(value for value in scales if np.isfinite(value)) if np.isfinite(scales).any() else 0.0


def inputs_of(e: Evaluation) -> dict[str, float]:
    """Return the value of every input at an evaluation."""
    return dict(zip(e.model.inputs, e.w.inputs.real.tolist(), strict=True))
