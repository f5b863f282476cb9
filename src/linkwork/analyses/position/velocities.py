"""Velocities and accelerations under constraints: the solutions of Phi_v v = nu, Phi_v vdot = gamma nearest to given
values.

    min ½ |x - x*|² + ½ |J x - wish|²   subject to A x = b,     x = W^½ v, rows dimensionless

One factorization of [H A'; A -d] gives velocities, accelerations and the free motions.
"""

from __future__ import annotations

import numpy as np

from linkwork.analyses.position.closure import Lines, row_factors, row_terms
from linkwork.analyses.position.correction import diagonal, identity, saddle_solver
from linkwork.analyses.position.targets import Asked
from linkwork.model.cache import Slot
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AssemblyError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe

REGULARIZATION = 1e-13
REFINEMENTS = 40  # at most; each removes the error of the regularization in the stiffest loops
ROUNDING = 1e-15
AGREES = 1e-9  # relative residual of consistent velocities


class VelocityRows:
    """All active rows of a model and the target velocities; `at(e)` builds and factors the matrix at an evaluation."""

    def __init__(
        self,
        model: Model,
        inactive: frozenset[str] = frozenset(),
        targets: Asked | None = None,
        guesses: Asked | None = None,
    ):
        self.model, self.targets, self.guesses = model, targets or Asked(), guesses or Asked()
        self.coordinates = Coordinates.of(model)
        self.rows, self.terms, term_row, term_bodies, radians = _rows(model, inactive)
        self.probe = Probe.of(model, (*self.targets.measures, *self.guesses.measures))
        asked = len(self.probe.measures)
        self.n_closed = len(self.rows) + len(self.targets.measures)
        bodies = np.concatenate((term_bodies, self.probe.body[self.probe.frames].reshape(-1, 2)))
        self.line_row = np.concatenate((term_row, len(self.rows) + np.arange(asked)))
        self.lines = Lines(self.coordinates, bodies, self.line_row, (len(self.rows) + asked, model.nv))
        self.radians = np.concatenate((radians, self.targets.radians(), self.guesses.radians()))
        self.scale = np.where(self.radians, 1.0, 1.0 / model.length)
        self.root_weight = self.coordinates.root_weight

    def at(self, e: Evaluation) -> None:
        """Build and factor the matrix, and set the right sides, at an evaluation."""
        a = self.model.lowered.arrays
        self.e = e
        self.probe.read(e)
        term_G = e.w.measure_G[a["term_measure"][self.terms]] * np.real(a["term_coef"][self.terms])[:, None]
        J = self.lines.matrix(e, np.vstack((term_G, self.probe._G)), self.scale[self.line_row])
        A, self.J = J[: self.n_closed], J[self.n_closed :]
        self.factor = row_factors(A)
        self.A = diagonal(self.factor, self.lines.sparse) @ A
        H = identity(self.model.nv, self.lines.sparse) + self.J.T @ self.J
        self.solve = saddle_solver(H, self.A, REGULARIZATION, self.lines.sparse)

    def nearest(self, wished: np.ndarray, b: np.ndarray, wish: np.ndarray) -> np.ndarray:
        """Return x with A x = b nearest to `wished` and with J x near `wish`."""
        n, x, mu = wished.size, wished.copy(), np.zeros(b.size)
        last = np.inf
        for _ in range(REFINEMENTS):
            gradient = x - wished + self.J.T @ (self.J @ x - wish) + self.A.T @ mu
            y = self.solve(-np.concatenate((gradient, self.A @ x - b)))
            x, mu = x + y[:n], mu + y[n:]
            change = float(np.abs(y[:n]).max(initial=0.0))
            if change <= ROUNDING * max(1.0, float(np.abs(x).max(initial=0.0))) or change > 0.7 * last:
                break
            last = change
        return x

    def velocities(self, v_star: np.ndarray) -> np.ndarray:
        """Return the v nearest to v* that satisfies the rows and targets."""
        values = np.array([*self.e.w.nu[self.rows], *self.targets.values, *self.guesses.values]) * self.scale
        self.b = self.factor * values[: self.n_closed]
        self.x = self.nearest(self.root_weight * v_star, self.b, values[self.n_closed :])
        return self.x / self.root_weight

    def accelerations(self) -> np.ndarray:
        """Return the smallest vdot with Phi_v vdot = gamma; after the evaluation has its velocities. Targets are
        ignored."""
        self.b = self.factor * self.e.w.gamma[self.rows] * self.scale
        self.x = self.nearest(np.zeros(self.model.nv), self.b, np.zeros(0))
        return self.x / self.root_weight

    def free_motion(self, direction: np.ndarray) -> np.ndarray:
        """Return the part of a direction x that no row opposes."""
        x = direction
        for _ in range(REFINEMENTS):
            size = np.linalg.norm(x)
            x = self.solve(np.concatenate((x, np.zeros(self.n_closed))))[: x.size]
            if not ROUNDING < np.linalg.norm(x) < 0.9 * size:
                break
        return x

    def disagreements(self) -> dict[str, tuple[float, str]]:
        """Return the parts and targets whose rows the last solution misses, the worst first: (amount, unit of the
        velocity)."""
        off = np.abs(self.A @ self.x - self.b)
        limit = AGREES * max(1.0, float(np.abs(self.b).max(initial=0.0)), float(np.abs(self.x).max(initial=0.0)))
        by_name: dict[str, tuple[float, str]] = {}
        for k in np.argsort(-off):
            if off[k] <= limit:
                break
            n = len(self.rows)
            name = self.model.lowered.rows[self.rows[k]].part if k < n else f"target {self.targets.paths[k - n]}"
            by_name.setdefault(
                name, (float(off[k] / (self.scale[k] * self.factor[k])), "rad/s" if self.radians[k] else "m/s")
            )
        return by_name


ACTIVE: Slot[frozenset[str], tuple[np.ndarray, ...]] = Slot("active rows and their terms", limit=16)


def _rows(model: Model, inactive: frozenset[str]) -> tuple[np.ndarray, ...]:
    """Return the active rows, their terms, the place of each term's row among them, the two bodies of its measure, and
    which rows are in radians."""

    def rows() -> tuple[np.ndarray, ...]:
        table = model.lowered.rows
        active = np.array([r for r, row in enumerate(table) if row.part not in inactive], np.int64)
        return active, *row_terms(model, active), np.array([table[r].radians for r in active], bool)

    return model.shared.get(ACTIVE, inactive, rows)


def assembled_velocities(e: Evaluation, targets: Asked, guesses: Asked) -> np.ndarray:
    """Return v nearest to that of an evaluated state that satisfies every row, position and velocity level, and every
    target."""
    model, state = e.model, e.state
    rows = VelocityRows(model, state.inactive, targets, guesses)
    infinite = [model.lowered.rows[r].part for r in rows.rows if not np.isfinite(e.w.nu[r])]
    if infinite:
        raise AssemblyError(
            f"{model.name or 'the mechanism'}: no velocities fit at t = {state.t:g}: the rate that {infinite[0]!r} prescribes is "
            "inf or nan there; change its motion, or start at another time.",
            dict.fromkeys(infinite, np.inf),
        )
    rows.at(e)
    v = rows.velocities(state.v)
    off = rows.disagreements()
    if off:
        shown = "; ".join(f"{name!r} is off by {size:.4g} {unit}" for name, (size, unit) in list(off.items())[:4])
        raise AssemblyError(
            f"{model.name or 'the mechanism'}: no velocities fit at t = {state.t:g}: {shown}. These rates contradict each "
            "other: drop a velocity target or change a motion.",
            {name: size for name, (size, _) in off.items()},
        )
    return v
