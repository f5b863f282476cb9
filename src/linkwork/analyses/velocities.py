"""Velocities of an assembly: nearest to v* in the weighted norm, subject to Phi_v v = nu and the targets; a linear problem."""

from __future__ import annotations

import numpy as np

from linkwork.analyses.closure import Lines
from linkwork.analyses.coordinates import Coordinates
from linkwork.analyses.correction import identity, saddle_solver
from linkwork.analyses.errors import AssemblyError
from linkwork.analyses.targets import Asked
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.state import State

REGULARIZATION = 1e-12
AGREES = 1e-9  # relative residual of velocities that fit together


class RowsOfVelocity:
    """All active rows and the velocities asked for, as A x = b in x = W^½ v, dimensionless."""

    def __init__(self, model: Model, e: Evaluation, targets: Asked, guesses: Asked):
        self.model, self.e, self.targets = model, e, targets
        self.coordinates = Coordinates(model)
        a, table = model.lowered.arrays, model.lowered.rows
        self.rows = np.array([r for r, row in enumerate(table) if row.part not in e.state.inactive], np.int64)
        self.probe = Probe(model, [*targets.measures, *guesses.measures])
        self.probe.read(e)
        spans = [np.arange(a["row_start"][r], a["row_start"][r + 1]) for r in self.rows]
        terms = np.concatenate([*spans, np.zeros(0, np.int64)]).astype(np.int64)
        term_row = np.repeat(np.arange(len(self.rows)), [len(span) for span in spans])
        n_closed, n_probe = len(self.rows) + len(targets.measures), len(self.probe.measures)
        bodies = np.vstack((
            a["frame_body"][a["measure_frames"][a["term_measure"][terms]]].reshape(-1, 2),
            self.probe.body[self.probe.frames].reshape(-1, 2),
        ))  # fmt: skip
        out = np.concatenate((term_row, len(self.rows) + np.arange(n_probe))).astype(np.int64)
        lines = Lines(self.coordinates, bodies, out, (len(self.rows) + n_probe, model.nv))
        radians = [table[r].radians for r in self.rows] + [m.measure.radians for m in self.probe.measures]
        self.scale = np.where(np.array(radians, bool), 1.0, 1.0 / model.length)
        G = np.vstack((e.w.measure_G[a["term_measure"][terms]] * a["term_coef"][terms].real[:, None], self.probe._G))
        J = lines.matrix(e, G, self.scale[out])
        values = np.array([*e.w.nu[self.rows], *targets.values, *guesses.values]) * self.scale
        self.A, self.b = J[:n_closed], values[:n_closed]
        self.J, self.wish = J[n_closed:], values[n_closed:]
        self.sparse = lines.sparse

    def nearest(self, v_star: np.ndarray) -> np.ndarray:
        """x of the minimum, refined until the rows hold as rounding allows."""
        w = self.coordinates.root_weight
        n, x = w.size, w * v_star
        H = identity(n, self.sparse) + self.J.T @ self.J
        solve = saddle_solver(H, self.A, REGULARIZATION, self.sparse)
        mu, start = np.zeros(self.b.size), x.copy()
        for _ in range(4):
            gradient = x - start + self.J.T @ (self.J @ x - self.wish) + self.A.T @ mu
            y = solve(-np.concatenate((gradient, self.A @ x - self.b)))
            x, mu = x + y[:n], mu + y[n:]
        return x

    def disagreements(self, x: np.ndarray) -> dict[str, tuple[float, str]]:
        """How far parts and targets are off, the worst first: (amount, unit)."""
        off = np.abs(self.A @ x - self.b)
        found: dict[str, tuple[float, str]] = {}
        for k in np.argsort(-off):
            if off[k] <= AGREES * max(1.0, float(np.abs(self.b).max()), float(np.abs(x).max())):
                break
            n = len(self.rows)
            name = self.model.lowered.rows[self.rows[k]].part if k < n else f"target {self.targets.paths[k - n]}"
            unit = "rad/s" if self.scale[k] == 1.0 and self._radians(k) else "m/s"
            found.setdefault(name, (float(off[k] / self.scale[k]), unit))
        return found

    def _radians(self, k: int) -> bool:
        n = len(self.rows)
        if k < n:
            return self.model.lowered.rows[self.rows[k]].radians
        return self.targets.measures[k - n].measure.radians


def assembled_velocities(model: Model, state: State, targets: Asked, guesses: Asked) -> np.ndarray:
    """v nearest to state.v that satisfies every row, position and velocity level, and every target."""
    e = Evaluation(model, state)
    rows = RowsOfVelocity(model, e, targets, guesses)
    x = rows.nearest(state.v)
    off = rows.disagreements(x)
    if off:
        shown = "; ".join(f"{name!r} is off by {size:.4g} {unit}" for name, (size, unit) in list(off.items())[:4])
        raise AssemblyError(
            f"{model.name or 'the mechanism'}: no velocities fit at t = {state.t:g}: {shown}. These rates contradict each "
            "other: drop a velocity target or change a motion.",
            {name: size for name, (size, _) in off.items()},
        )
    return x / rows.coordinates.root_weight
