"""Paths of equilibria by pseudo-arclength: predictor along the tangent, Newton across it, through folds.

    R(X, p) = 0      [ R_X  R_p ]         [ R ]
                     [ tangent' ] dX  = - [ 0 ]

Load continuation is the path of R(X) - (1 - p) R(guess): at p = 0 additional loads balance the guess; they are removed
until p = 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from linkwork.analyses.statics.balance import Balance, Matrix, Point, Residual, solve
from linkwork.analyses.statics.newton import Search, newton

ON_PATH = 1e-10  # residual of a point of the path
FIRST, LARGEST, SMALLEST = 0.05, 0.3, 1e-5  # of the arc, in rad or L (and in the parameter)
ASTRAY = 0.5  # of the step: a correction larger than this is rejected
STEPS, MANY = 100, 200  # of a load path; a third of them where there are more coordinates than MANY
WORK = 30_000  # iterations times coordinates that a load path of many coordinates may cost
SMALL = 400  # unknowns up to which the first direction is computed by singular values
LOWEST = -20.0  # of the load: a path that gets here does not return


@dataclass(eq=False)
class Tangent:
    """The direction of a path: displacement in x, block states, inputs, parameter."""

    x: np.ndarray
    rest: np.ndarray
    p: float


@dataclass(eq=False)
class Place:
    """A point on a path with its direction."""

    residual: Residual
    matrix: Matrix
    tangent: Tangent


class Path:
    """A path from a point that is on it, towards growing p."""

    def __init__(self, balance: Balance, point: Point, *, largest: float = LARGEST, bend: float = 0.5):
        self.balance, self.largest, self.iterations = balance, largest, 0
        self.most = np.inf  # iterations
        self.bend = bend  # the smallest cosine between directions one step apart
        self.why = ""
        residual = balance.residual(point)
        assert residual is not None
        self.place = self._place(residual, None)

    def _place(self, residual: Residual, before: Tangent | None) -> Place:
        matrix = self.balance.matrix(residual)
        return Place(residual, matrix, self._tangent(residual, matrix, before))

    def _extended(self, residual: Residual, matrix: Matrix, before: Tangent | None) -> np.ndarray:
        """Return [R_X R_p] with the tangent's row below it."""
        n = residual.N.shape[1]
        row = np.zeros(matrix.J.shape[1] + 1)
        if before is None:
            row[-1] = 1.0
        else:
            row[:n], row[n:-1], row[-1] = residual.N.T @ before.x, before.rest, before.p
        return np.vstack((np.column_stack((matrix.J, self.balance.by_parameter(residual))), row))

    def _tangent(self, residual: Residual, matrix: Matrix, before: Tangent | None) -> Tangent:
        B = self._extended(residual, matrix, before)
        if not np.isfinite(B).all():  # e.g. the derivative of sqrt at zero; a path cannot be continued from there
            direction = np.zeros(B.shape[1])
        elif before is None and B.shape[0] <= SMALL:
            direction = self._first_direction(residual, B[:-1])
        else:
            direction = solve(B, np.concatenate((np.zeros(B.shape[0] - 1), [1.0])))
        size = np.linalg.norm(direction)
        direction = direction / size if size > 0 else direction
        n = residual.N.shape[1]
        return Tangent(residual.N @ direction[:n], direction[n:-1], float(direction[-1]))

    def _first_direction(self, residual: Residual, B: np.ndarray) -> np.ndarray:
        """Return the direction in which p grows most; if it cannot grow (no stiffness at the guess), that of the
        forces."""
        _, sizes, Vt = np.linalg.svd(B)
        rank = int((sizes > 1e-12 * max(sizes.max(initial=0.0), 1e-300)).sum())
        Z = Vt[rank:].T
        direction = Z @ Z[-1]
        if np.linalg.norm(direction) < 1e-9 and self.balance.load is not None:
            n, nv = residual.N.shape[1], residual.f.size
            direction = -Z @ (Z[:n].T @ (residual.N.T @ self.balance.load[:nv]))
        return direction

    def steps(self, count: int) -> Iterator[Place]:
        """Yield up to `count` places on the path; `why` gives the reason if it cannot be continued."""
        ds = min(FIRST, 0.3 * self.largest)
        for _ in range(count):
            while True:
                advanced = self._advance(ds)
                if advanced is not None:
                    break
                ds *= 0.4
                if ds < SMALLEST or self.iterations > self.most:
                    self.why = f"the path could not be continued at {self.place.residual.point.p:.3g} of the load"
                    return
            if self.iterations > self.most:
                self.why = f"the load was not reached in {self.iterations} iterations along the path"
                return
            quick, self.place = advanced
            ds = min(self.largest, 1.6 * ds) if quick else ds
            yield self.place
        self.why = f"the load was not reached in {count} steps of the path"

    def turning(self, before: Place, after: Place) -> Place:
        """Return the place between two at which p turns back, by the tangent's sign."""
        gap = np.linalg.norm(
            self.balance.root_weight
            * self.balance.coordinates.difference(after.residual.point.q, before.residual.point.q)
        )
        low, high, best = 0.0, float(np.hypot(gap, after.residual.point.p - before.residual.point.p)), after
        previous, self.place = self.place, before
        f_low, f_high = before.tangent.p, after.tangent.p
        for _ in range(30):
            ds = low + (high - low) * float(np.clip(f_low / (f_low - f_high), 0.1, 0.9))
            advanced = self._advance(ds)
            if advanced is None:
                break
            best = advanced[1]
            if abs(best.tangent.p) < 1e-7 or high - low < 1e-9:
                break
            if best.tangent.p * before.tangent.p > 0:
                low, f_low = ds, best.tangent.p
            else:
                high, f_high = ds, best.tangent.p
        self.place = previous
        return best

    def _advance(self, ds: float) -> tuple[bool, Place] | None:
        """Return whether the correction was quick and the next place at the distance ds, or None."""
        balance, at, t = self.balance, self.place.residual, self.place.tangent
        X = np.concatenate((at.N.T @ t.x, t.rest))
        there = balance.moved(at, ds * X, ds * t.p)
        residual = None if there is None else balance.residual(there)
        if residual is None:
            return None
        first = residual.size
        went, enough = 0.0, max(ON_PATH, balance.rounding(self.place.matrix))
        for k in range(8):
            if residual.worst <= enough:
                place = self._place(residual, t)
                turned = t.x @ place.tangent.x + t.rest @ place.tangent.rest + t.p * place.tangent.p
                return (k <= 3, place) if turned > self.bend else None
            self.iterations += 1
            matrix = balance.matrix(residual)
            B = self._extended(residual, matrix, t)
            step = solve(B, -np.concatenate((residual.R, [0.0])))
            x = balance.steps_of(residual, step[:-1])
            went += float(np.linalg.norm(x)) + abs(step[-1])
            there = balance.moved(residual, step[:-1], step[-1])
            residual = None if there is None or went > ASTRAY * max(ds, 1e-3) else balance.residual(there)
            if residual is None or residual.size > 10.0 * max(first, enough):
                return None
        return None


def load_continuation(balance: Balance, start: Point) -> Search:
    """Search by continuation from the guess under additional loads that balance it to the actual loads."""
    steps = STEPS if balance.model.nv <= MANY else STEPS // 3
    point = replace(start, p=0.0)
    residual = balance.residual(start)
    travel = np.zeros(balance.model.nv)
    if residual is None:
        return Search("continuation", False, start, None, None, 0, "the forces are not numbers at the guess", travel)
    held = balance.steer
    balance.load = np.concatenate((residual.f, residual.R[residual.N.shape[1] :]))
    balance.fixed_scale, balance.steer = residual.scale, None
    try:
        path = Path(balance, point, largest=LARGEST * max(1.0, 0.5 * np.sqrt(residual.N.shape[1])))
        path.most = np.inf if balance.model.nv <= MANY else WORK // balance.model.nv
        before = path.place
        count = 0
        for place in path.steps(steps):
            count += 1
            p = place.residual.point.p
            if p >= 1.0:
                balance.load, balance.fixed_scale = None, None
                end = arrive(balance, before, place, 1.0)
                why = end.why if end.found else f"reached the load, but there {end.why}"
                way = balance.root_weight * balance.coordinates.difference(end.point.q, start.q)
                return Search("continuation", end.found, end.point, end.residual, end.matrix, count, why, way)
            if p < LOWEST:
                path.why = "the path turned back below the unloaded guess"
                break
            before = place
        last = path.place.residual
        way = balance.root_weight * balance.coordinates.difference(last.point.q, start.q)
        return Search("continuation", False, last.point, last, path.place.matrix, count, path.why, way)
    finally:
        balance.load, balance.fixed_scale, balance.steer = None, None, held


def arrive(balance: Balance, before: Place, after: Place, p: float) -> Search:
    """Search by Newton's method at p from a point between two places of a path, or from the nearer of them."""
    a, b = before.residual.point, after.residual.point
    share = (p - a.p) / (b.p - a.p)
    q = balance.coordinates.moved(a.q, share * balance.coordinates.difference(b.q, a.q))
    between = Point(q, a.turns, a.z + share * (b.z - a.z), a.u + share * (b.u - a.u), p)
    there = balance.corrected(between, a)
    search = newton(balance, there if there is not None else replace(b, p=p), iterations=30)
    return search if search.found else newton(balance, replace(b if share > 0.5 else a, p=p), iterations=30)
