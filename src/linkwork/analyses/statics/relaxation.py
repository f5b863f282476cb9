"""Damped relaxation: the mechanism moves to an equilibrium as in a viscous fluid.

    (|H| + mu D) y = -g        D the reduced mass, an implicit step of D ydot = -g over the time 1/mu

|H| is the reduced stiffness with its negative rates (relative to D) made positive: every step reduces the energy, also
near unstable equilibria. mu shortens the steps as long as the work of the forces differs from its prediction, and falls
to zero, where the steps are Newton's. The method leads to stable equilibria only, or diverges.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from linkwork.analyses.statics.balance import Balance, Matrix, Point, Residual, solve
from linkwork.analyses.statics.newton import Search, newton

NEAR = 1e-5  # residual from which Newton is tried
RADIUS = 0.3  # rad or L, of the first step
WIDEST = 0.8  # rad in a step
TURNED = 40.0  # rad: more than six turns count as running away
SLID = 300.0  # L


def relax(balance: Balance, point: Point, *, steps: int = 600) -> Search:
    """Search by relaxation until the forces are nearly balanced, then by Newton's method; stop if a freedom runs
    away."""
    residual = balance.residual(point)
    travel = np.zeros(balance.model.nv)
    if residual is None:
        return Search("relaxation", False, point, None, None, 0, "the forces are not numbers at the guess", travel)
    turns = balance.coordinates.turns
    mu, radius, slide = 1.0, RADIUS, RADIUS
    matrix, tried = balance.matrix(residual), np.inf
    descent = Descent(balance, residual, matrix)
    for k in range(1, steps + 1):
        if residual.worst <= NEAR and residual.worst < 0.1 * tried:
            tried = residual.worst
            end = newton(balance, residual.point, iterations=15)
            if end.found and _stays(balance, end):
                return Search(
                    "relaxation", True, end.point, end.residual, end.matrix, k, "converged", travel + end.travel
                )
        step = descent.short(mu, radius, slide)
        if step is None:
            why = "no step could be taken" if descent.usable else "the stiffness is not finite there"
            return Search("relaxation", False, residual.point, residual, matrix, k, why, travel)
        X, mu = step
        there = balance.moved(residual, X)
        balance.fixed_scale = residual.scale
        seen = None if there is None else balance.residual(there)
        balance.fixed_scale = None
        share = -1.0 if seen is None else _share(descent, seen, X)
        if seen is None or not share > 0.05:
            mu, radius, slide = 4.0 * mu, 0.5 * radius, 0.5 * slide
            if radius < 1e-9:
                return Search(
                    "relaxation", False, residual.point, residual, matrix, k, "the steps became too short", travel
                )
            continue
        x = balance.steps_of(residual, X)
        travel = travel + x
        if share > 0.5:
            mu = max(mu / 5.0, 1e-14)
            radius, slide = min(WIDEST, 2.0 * radius), min(0.3 * SLID, 2.0 * slide)
        residual = balance.residual(seen.point)  # type: ignore[assignment]
        assert residual is not None
        if np.abs(travel[turns]).max(initial=0.0) > TURNED or np.abs(travel[~turns]).max(initial=0.0) > SLID:
            return Search("relaxation", False, residual.point, residual, matrix, k, "runs away", travel)
        matrix = balance.matrix(residual)
        descent = Descent(balance, residual, matrix)
    return Search(
        "relaxation", False, residual.point, residual, matrix, steps, f"not at rest after {steps} steps", travel
    )


def _stays(balance: Balance, end: Search) -> bool:
    """Return whether the last iterations of Newton's method ended nearby."""
    return bool(np.abs(end.travel).max(initial=0.0) < 0.5)


def metric(matrix: Matrix) -> np.ndarray:
    """Return the reduced mass, scaled to 1, with a small mass for freedoms that have none."""
    n = matrix.M.shape[0]
    mean = np.trace(matrix.M) / n if n else 1.0
    if not mean > 0:
        return np.eye(n)
    return matrix.M / mean + 1e-4 * np.eye(n)


def root_of(D: np.ndarray) -> np.ndarray:
    """Return the lower L with L L' = D; the unit matrix if round-off makes D indefinite: any positive D gives
    descent."""
    try:
        return np.linalg.cholesky(D)
    except np.linalg.LinAlgError:
        return np.eye(D.shape[0])


class Descent:
    """The possible steps at a point, by their damping."""

    def __init__(self, balance: Balance, residual: Residual, matrix: Matrix):
        self.balance, self.residual, self.matrix = balance, residual, matrix
        self.n, self.nz = residual.N.shape[1], balance.model.nz
        H = matrix.J[: self.n, : self.n]
        symmetric = 0.5 * (H + H.T)
        self.usable = bool(
            np.isfinite(matrix.J).all() and np.isfinite(matrix.M).all()
        )  # e.g. the derivative of sqrt at zero
        if not self.usable:
            return
        self.L = root_of(metric(matrix))
        half = linalg.solve_triangular(self.L, symmetric, lower=True, check_finite=False) if self.n else symmetric
        C = linalg.solve_triangular(self.L, half.T, lower=True, check_finite=False) if self.n else symmetric
        C = 0.5 * (C + C.T)
        self.usable = bool(np.isfinite(C).all())
        if not self.usable:
            return
        self.rates, self.V = np.linalg.eigh(C)
        self.skew = H - symmetric
        self.alone = matrix.J.shape[0] == self.n and not np.abs(self.skew).max(initial=0.0) > 1e-9 * np.abs(H).max(
            initial=0.0
        )

    def step(self, mu: float) -> np.ndarray:
        """Return X for a damping."""
        if self.alone:
            g = self.V.T @ linalg.solve_triangular(self.L, self.residual.R, lower=True) if self.n else self.residual.R
            return -linalg.solve_triangular(self.L.T, self.V @ (g / (np.abs(self.rates) + mu))) if self.n else -g
        J, n, nz, LV = self.matrix.J.copy(), self.n, self.nz, self.L @ self.V
        J[:n, :n] = (LV * (np.abs(self.rates) + mu)) @ LV.T + self.skew
        J[n : n + nz, n : n + nz] -= mu * np.eye(nz)
        R = self.residual.R.copy()
        R[n + nz :] /= 1.0 + mu  # held signals are approached as slowly as the other unknowns
        return solve(J, -R)

    def short(self, mu: float, radius: float, slide: float) -> tuple[np.ndarray, float] | None:
        """Return (X, mu): the step of the smallest damping, at least mu, that is short enough."""
        if not self.usable:
            return None
        turns = self.balance.coordinates.turns
        for _ in range(100):
            X = self.step(mu)
            if not np.isfinite(X).all():
                return None
            x = self.balance.steps_of(self.residual, X)
            turning, sliding = np.abs(x[turns]).max(initial=0.0), np.abs(x[~turns]).max(initial=0.0)
            if turning <= radius and sliding <= slide:
                return X, mu
            if not np.isfinite(turning + sliding):
                return None
            mu *= 2.0
        return None


def _share(descent: Descent, seen: Residual, X: np.ndarray) -> float:
    """Return the ratio of the forces' work along the step to the predicted work; with trimmed inputs, the reduction of
    the residual."""
    balance, residual, n = descent.balance, descent.residual, descent.n
    if residual.point.u.size or residual.point.z.size:
        return 1.0 if seen.size < 2.0 * residual.size else 0.0
    promised = residual.R[:n] @ X[:n] + 0.5 * X[:n] @ descent.matrix.J[:n, :n] @ X[:n]
    d = balance.root_weight * balance.coordinates.difference(seen.point.q, residual.point.q)
    done = 0.5 * float((residual.f + seen.f) @ d) / residual.scale
    return float(done / promised) if promised < 0 else (1.0 if done <= 1e-15 else 0.0)
