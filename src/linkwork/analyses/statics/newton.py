"""Newton's method with a line search on the equilibrium equations: the equilibrium nearest to the guess, stable or
not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analyses.statics.balance import Balance, Matrix, Point, Residual, solve

BALANCED = 1e-9  # largest residual of an equilibrium, relative to the largest force
SETTLED = 1e-6  # rad or L: the last step of an iteration that has converged
ROUNDING = 1e-15
LONGEST = 1.0  # rad in a step
FARTHEST = 100.0  # L in a step
SHORTEST = 2.0**-12  # of a step
ASTRAY = 0.5  # of the first step: the distance from its end that full steps may lead to
BOLD = 15  # full steps
CRAWL = 2.0**-5  # of a step: four such steps in a row end the search


@dataclass(eq=False)
class Search:
    """The end of a search."""

    method: str
    found: bool
    point: Point
    residual: Residual | None
    matrix: Matrix | None
    iterations: int
    why: str  # the reason for its end, a phrase
    travel: np.ndarray  # (nv) displacement from the first point, in x


def step_length(balance: Balance, x: np.ndarray) -> float:
    """Return the part of a step that turns no coordinate farther than LONGEST."""
    turns = balance.coordinates.turns
    turning, sliding = np.abs(x[turns]).max(initial=0.0), np.abs(x[~turns]).max(initial=0.0)
    return min(1.0, LONGEST / max(turning, 1e-300), FARTHEST / max(sliding, 1e-300))


def newton(balance: Balance, point: Point, *, iterations: int = 60) -> Search:
    """Search with steps that reduce |R|; if that fails, with full steps regardless of |R|."""
    cautious = _cautious(balance, point, iterations)
    if cautious.found or cautious.residual is None:
        return cautious
    return bold(balance, point, cautious.iterations) or cautious


def _cautious(balance: Balance, point: Point, iterations: int) -> Search:
    """Search by Newton's method with a line search until no step improves."""
    residual = balance.residual(point)
    travel = np.zeros(balance.model.nv)
    if residual is None:
        return Search("newton", False, point, None, None, 0, "the forces are not numbers at the guess", travel)
    matrix, last, count, crawling, why = balance.matrix(residual), np.inf, 0, 0, ""
    while count < iterations:
        count += 1
        X = solve(matrix.J, -residual.R)
        x = balance.steps_of(residual, X)
        size = max(np.abs(x).max(initial=0.0), np.abs(X[residual.N.shape[1] :]).max(initial=0.0))
        enough = max(BALANCED, balance.rounding(matrix))
        if residual.worst <= ROUNDING or (residual.worst <= enough and size <= ROUNDING):
            last = size
            break
        length = step_length(balance, x)
        new = _search(balance, residual, X, length)
        if new is None:
            last = min(last, size)
            why = "no step along Newton's direction lessens the forces"
            break
        taken, seen = new
        crawling = crawling + 1 if taken <= CRAWL else 0
        if crawling == 4:
            why = "only very short steps along Newton's direction lessen the forces"
            break
        done = residual.worst <= enough and seen.size > 0.3 * residual.size  # the limit of round-off is reached
        travel = travel + taken * x
        residual, last = seen, taken * size
        matrix = balance.matrix(residual)
        if done:
            break
    else:
        why = f"not converged after {iterations} iterations"
    unsettled = float(np.abs(balance.steps_of(residual, solve(matrix.J, -residual.R))).max(initial=0.0))
    converged = bool(residual.worst <= max(BALANCED, balance.rounding(matrix)) and min(last, unsettled) <= SETTLED)
    return Search(
        "newton", converged, residual.point, residual, matrix, count, "converged" if converged else why, travel
    )


def bold(balance: Balance, point: Point, count: int = 0) -> Search | None:
    """Search with full steps only: when an elastic line bends, each step stretches it and raises the forces, and the
    next step relaxes it.

    The result is accepted if all steps stay near the end of the first, which the Jacobian at the guess predicts.
    """
    residual, travel, first = balance.residual(point), np.zeros(balance.model.nv), None
    assert residual is not None
    matrix = balance.matrix(residual)
    for _ in range(BOLD):
        X = solve(matrix.J, -residual.R)
        x = balance.steps_of(residual, X)
        first = x if first is None else first
        travel, count = travel + x, count + 1
        there = balance.moved(residual, X) if step_length(balance, x) == 1.0 else None
        seen = None if there is None else balance.residual(there)
        if seen is None or np.linalg.norm(travel - first) > ASTRAY * np.linalg.norm(first):
            return None
        residual, matrix = seen, balance.matrix(seen)
        if residual.worst <= max(BALANCED, balance.rounding(matrix)) and np.abs(x).max(initial=0.0) <= SETTLED:
            return Search("newton", True, residual.point, residual, matrix, count, "converged", travel)
    return None


def _search(balance: Balance, residual: Residual, X: np.ndarray, length: float) -> tuple[float, Residual] | None:
    """Return the first of length, length/2, … that reduces the residual."""
    while length >= SHORTEST:
        there = balance.moved(residual, length * X)
        balance.fixed_scale = residual.scale
        seen = None if there is None else balance.residual(there)
        balance.fixed_scale = None
        if seen is not None and seen.size <= (1.0 - 1e-4 * length) * residual.size:
            return length, balance.residual(there)  # type: ignore[return-value, arg-type]
        length *= 0.5
    return None
