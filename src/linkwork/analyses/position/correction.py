"""Position correction (lee-1997): the point of f(q) = 0 nearest to q*, by Newton on the conditions of the minimum.

    min ½ |q ⊖ q*|²_W + ½ |guesses' residuals|²   subject to f(q) = 0

    [ H   A' ] [ x   ]     [ W(q ⊖ q*) + A'mu ]
    [ A  -d  ] [ dmu ] = - [ f                ]

`newton` computes the matrix at every step, with H = W (Gauss-Newton) or, where that is slow, the exact Hessian of the
Lagrangian; `frozen` retains the first matrix. A'mu on the right is always current: with a frozen A the minimum is
missed. The small d (of the order of the error squared) makes redundant rows share their multipliers instead of dividing
by zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analyses.position.closure import Closure

CLOSED = 1e-12  # |f| of a closed mechanism, dimensionless
SMALLEST = 1e-13  # regularization of redundant rows
LONGEST_STEP = 0.5  # rad
EXACT_UP_TO = 80  # velocities up to which the exact Hessian is formed by differences


@dataclass
class CorrectionResult:
    """The end of a correction."""

    q: np.ndarray
    turns: np.ndarray
    f: np.ndarray
    mu: np.ndarray
    iterations: int
    error: float  # |f|
    gradient: float  # |gradient of the Lagrangian|
    distance: float  # ½ |q ⊖ q*|²_W + guesses

    @property
    def closed(self) -> bool:
        return self.error <= CLOSED


def diagonal(values: np.ndarray, sparse: bool) -> Any:
    if sparse:
        from scipy.sparse import diags

        return diags(values, format="csr")
    return np.diag(values)


def identity(n: int, sparse: bool) -> Any:
    return diagonal(np.ones(n), sparse) if sparse else np.eye(n)


def saddle_solver(H: Any, A: Any, d: float, sparse: bool) -> Callable[[np.ndarray], np.ndarray]:
    """Return a solver of [H A'; A -d] y = b; a sparse one refines its solution once."""
    m = A.shape[0]
    if sparse:
        from scipy.sparse import bmat
        from scipy.sparse.linalg import splu

        matrix = bmat([[H, A.T], [A, -d * identity(m, sparse)]], format="csc")
        solve = splu(matrix).solve
    else:
        n = H.shape[0]
        matrix = np.zeros((n + m, n + m))
        matrix[:n, :n], matrix[:n, n:], matrix[n:, :n] = H, A.T, A
        matrix[range(n, n + m), range(n, n + m)] = -d

        def solve(b):
            try:
                return np.linalg.solve(matrix, b)
            except np.linalg.LinAlgError:  # an exact Hessian may be singular
                return np.linalg.lstsq(matrix, b, rcond=None)[0]

    def refined(b: np.ndarray) -> np.ndarray:
        y = solve(b)
        return y + solve(b - matrix @ y) if sparse else y

    return refined


class Correction:
    """One run of the iteration on a closure."""

    def __init__(self, closure: Closure, q_star: np.ndarray, *, matrix: str = "newton", weight: float = 1.0):
        self.closure, self.q_star, self.matrix, self.weight = closure, q_star, matrix, weight
        self.coordinates = closure.coordinates
        self.solver: Callable[[np.ndarray], np.ndarray] | None = None

    def _objective(self) -> tuple[np.ndarray, float]:
        """Return W^½ (q ⊖ q*) and the objective, after `evaluate`."""
        d = self.weight * self.coordinates.root_weight * self.coordinates.difference(self.closure.q, self.q_star)
        s = self.closure.guess_residual()
        return d, 0.5 * float(d @ d + s @ s)

    def evaluate(self, q: np.ndarray) -> tuple[np.ndarray, float]:
        f = self.closure.residuals(q)
        self.d, self.objective = self._objective()
        return f, self.objective

    def gradient(self, mu: np.ndarray) -> np.ndarray:
        """Return the gradient of the Lagrangian by x, after `evaluate`."""
        self.A, self.J = self.closure.jacobian()
        return self.weight * self.d + self.J.T @ self.closure.guess_residual() + self.A.T @ mu

    def hessian(self, q: np.ndarray, mu: np.ndarray, exact: bool) -> Any:
        """Return W + J'J in x, or the exact Hessian by central differences of the gradient."""
        n = self.d.size
        if not exact:
            return self.weight**2 * identity(n, self.closure.is_sparse) + self.J.T @ self.J
        H, h = np.zeros((n, n)), 1e-5
        for k in range(n):
            dq = np.zeros(n)
            dq[k] = h / self.coordinates.root_weight[k]
            sides = []
            for sign in (1.0, -1.0):
                self.evaluate(self.coordinates.moved(q, sign * dq))
                sides.append(self.gradient(mu) if np.isfinite(self.closure.f).all() else np.zeros(n))
            H[:, k] = (sides[0] - sides[1]) / (2 * h)
        self.evaluate(q)
        self.gradient(mu)
        return 0.5 * (H + H.T)

    def run(self, q: np.ndarray, *, max_iterations: int = 150, tolerance: float = 1e-11) -> CorrectionResult:
        """Iterate from q until the rows close at the nearest point, or until no step improves."""
        f, objective = self.evaluate(q)
        mu = np.zeros(f.size)
        g = self.gradient(mu)
        damping, exact, quiet, penalty = 0.0, self.matrix == "exact", 0, 0.0
        best = np.inf
        k = 0
        for k in range(max_iterations + 1):
            error, slope = _norm(f), _norm(g)
            if error <= 0.1 * CLOSED and slope <= tolerance:
                break
            if error <= CLOSED:
                quiet = 0 if error + slope < 0.5 * best else quiet + 1
                best = min(best, error + slope)
                if quiet >= 3 and slope < 1e-8:
                    break
            if k == max_iterations:
                break
            x, dmu = self._step(q, mu, g, f, damping, exact)
            penalty = max(penalty, 2.0 * float(np.linalg.norm(mu + dmu)))
            accepted = self._search(q, x, mu, dmu, f, g, objective, penalty)
            if accepted is None:
                damping = max(10.0 * damping, 0.1)
                self.solver, exact = None, False
                self.evaluate(q)
                self.gradient(mu)
                if damping > 1e6:
                    break
                continue
            length, q_new = accepted
            mu = mu + length * dmu
            previous = max(error, slope)
            q, f, objective, g = q_new, self.closure.f, self.objective, self.gradient(mu)
            self.closure.accept()
            damping = 0.1 * damping if damping > 0.1 else 0.0
            slow = max(_norm(f), _norm(g)) > 0.3 * previous
            exact = exact or (slow and k > 5 and previous < 0.3 and self.matrix == "newton" and q.size <= EXACT_UP_TO)
        self.evaluate(q)
        return CorrectionResult(
            q, self.closure.turns.copy(), self.closure.f.copy(), mu, k, _norm(f), _norm(g), objective
        )

    def _step(self, q, mu, g, f, damping, exact) -> tuple[np.ndarray, np.ndarray]:
        """Return (x, dmu). Damping shortens x along and across the constraints, as in the Levenberg-Marquardt
        method."""
        n, error = g.size, _norm(f)
        d = max(min(1e-2 * error**2, 1e-2) * (1.0 + damping), SMALLEST)
        b = -np.concatenate((g, f))
        if self.matrix == "frozen" and self.solver is not None:
            y = self.solver(b)
        else:
            for use_exact in (True, False) if exact else (False,):
                H = self.hessian(q, mu, use_exact)
                if damping:
                    H = H + damping * identity(n, self.closure.is_sparse)
                solver = saddle_solver(H, self.A, d, self.closure.is_sparse)
                y = self._less_turning(solver(b), H, d, b)
                if not use_exact or y[:n] @ g < 1e-3 * (y[:n] @ y[:n]) or _norm(y[:n]) < 1e-3:
                    break
            self.solver = solver
        return y[:n], y[n:]

    def _less_turning(self, y: np.ndarray, H: Any, d: float, b: np.ndarray) -> np.ndarray:
        """Return y, or, if it turns too far where a slider could move instead, the step of the same matrix that turns
        less."""
        turns = self.coordinates.turns
        weight = 1.0
        for _ in range(4):
            excess = _norm(y[: turns.size][turns]) / LONGEST_STEP
            if excess <= 1.0 or turns.all():
                break
            weight *= 10.0 * excess
            heavier = H + diagonal(np.where(turns, weight, 0.0), self.closure.is_sparse)
            y = saddle_solver(heavier, self.A, d, self.closure.is_sparse)(b)
        return y

    def _search(self, q, x, mu, dmu, f, g, objective, penalty) -> tuple[float, np.ndarray] | None:
        """Return a step length that closes the rows or reduces the error: by the merit |f|·penalty + objective, by |f|,
        or by the error at the full step."""
        size, error = float(np.linalg.norm(f)), max(_norm(f), _norm(g))
        merit = objective + penalty * size
        length = min(1.0, LONGEST_STEP / max(_norm(x[self.coordinates.turns]), 1e-300))
        for k in range(14):
            q_new = self.coordinates.moved(q, length * x / self.coordinates.root_weight)
            f_new, objective_new = self.evaluate(q_new)
            new = float(np.linalg.norm(f_new))
            if np.isfinite(new):
                if objective_new + penalty * new <= merit - 1e-4 * length * penalty * size and new <= max(size, 1e-2):
                    return length, q_new
                if new <= (1.0 - 1e-3 * length) * size and size > CLOSED:
                    return length, q_new
                if k == 0 and max(_norm(f_new), _norm(self.gradient(mu + length * dmu))) <= 0.7 * error + 1e-15:
                    return length, q_new
            length *= 0.5
        return None


def _norm(x: np.ndarray) -> float:
    return float(np.abs(x).max()) if x.size else 0.0
