"""The rows that an assembly closes, as a dimensionless system f(q) = 0 with its Jacobian, dense or sparse.

Rows of a model count metres by 1/L and radians by 1; positions likewise, so x = W^½ dq. A row of cosines vanishes also
where its joint is turned over by 180°. Such a row is multiplied by sigma = 2 / (1 + c), with c the product of the axes
that must be +1: sin(theta) becomes 2 tan(theta / 2), which has no root there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analyses.position.targets import Asked
from linkwork.kernels.gradients import gradient_entries
from linkwork.kernels.joints import cosine
from linkwork.kernels.measures.table import MEASURES
from linkwork.model.cache import Slot
from linkwork.model.coordinates import Coordinates
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model, counted_angles
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf
from linkwork.model.state import State

DENSE_UP_TO = 300  # unknowns and rows together; beyond, SciPy's sparse LU
LARGEST_FACTOR = 1e3  # of a row's weight
NEARLY_FLIPPED = 1e-8  # 1 + c below which a pose counts as infinitely far away


class Lines:
    """Gradients of measures as entries of one matrix: line k is added to row `row[k]`, `factor[k]` times."""

    def __init__(self, coordinates: Coordinates, bodies: np.ndarray, row: np.ndarray, shape: tuple[int, int]):
        self.coordinates, self.bodies, self.row, self.shape = coordinates, np.ascontiguousarray(bodies), row, shape
        self.sparse = sum(shape) > DENSE_UP_TO
        self._size = 16 * max(1, len(row))

    def matrix(self, e: Evaluation, G: np.ndarray, factor: np.ndarray) -> Any:
        """Return the matrix in x = W^½ dq: an array, or a sparse matrix where it is large."""
        model = self.coordinates.model
        while True:
            k, column, value = np.empty(self._size, np.int64), np.empty(self._size, np.int64), np.empty(self._size)
            count = gradient_entries(
                model.ints, model.floats, e.work, self.bodies, np.ascontiguousarray(G), k, column, value
            )
            if count <= self._size:
                break
            self._size = count
        k, column = k[:count], column[:count]
        value = value[:count] * factor[k] / self.coordinates.root_weight[column]
        if self.sparse:
            from scipy.sparse import csr_matrix

            return csr_matrix((value, (self.row[k], column)), shape=self.shape)
        flat = np.bincount(self.row[k] * self.shape[1] + column, weights=value, minlength=self.shape[0] * self.shape[1])
        return flat.reshape(self.shape)


def row_factors(A: Any) -> np.ndarray:
    """Return the factors that bring short rows of a dimensionless matrix to length one; long rows stay."""
    squares = A.multiply(A).sum(axis=1) if hasattr(A, "multiply") else (A * A).sum(axis=1)
    return 1.0 / np.clip(np.sqrt(np.asarray(squares, float).reshape(-1)), 1.0 / LARGEST_FACTOR, 1.0)


def row_terms(model: Model, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the terms of the rows, the place of each term's row among them, and the two bodies of each term's
    measure."""
    a = model.lowered.arrays
    first = a["row_start"].tolist()
    spans = [range(first[r], first[r + 1]) for r in rows.tolist()]
    terms = np.array([k for span in spans for k in span], np.int64)
    place = np.repeat(np.arange(len(rows)), [len(span) for span in spans]).astype(np.int64)
    return terms, place, a["frame_body"][a["measure_frames"][a["term_measure"][terms]]].reshape(-1, 2)


LAYOUT: Slot[tuple[Any, ...], Layout] = Slot("rows and measures that an assembly closes", limit=16)


class Layout:
    """The rows of a closure and the measures that it reads, which do not depend on numbers. Lines are in the order terms,
    targets, guesses, upright products."""

    def __init__(
        self,
        model: Model,
        inactive: frozenset[str],
        targets: tuple[MeasureOf, ...],
        guesses: tuple[MeasureOf, ...],
    ):
        keys, table = {number: key for key, number in model.lowered.frames.items()}, model.lowered.rows
        rows = [r for r, row in enumerate(table) if row.level == 0 and row.part not in inactive]
        self.rows = np.array(rows, np.int64)
        self.radians = np.array([table[r].radians for r in rows], bool)
        self.flips = np.array([k for k, r in enumerate(rows) if table[r].upright is not None], np.int64)
        upright = []
        for k in self.flips:
            i, j, axis_i, axis_j = table[rows[k]].upright  # type: ignore[misc]
            upright.append(MeasureOf(cosine(axis_i, axis_j), keys[i], keys[j]))
        self.measures = (*targets, *guesses, *upright)
        n_targets, n_guesses, n_rows = len(targets), len(guesses), len(rows)
        self.terms, self.term_row, self.term_bodies = row_terms(model, self.rows)
        numbers = (self.term_row, n_rows + np.arange(n_targets + n_guesses), self.flips)
        self.out = np.concatenate(numbers).astype(np.int64)
        self.shape = (n_rows + n_targets + n_guesses, model.nv)
        self.n_closed = n_rows + n_targets
        self.split = (n_targets, n_targets + n_guesses)
        self.asked_radians = np.array([m.measure.radians for m in (*targets, *guesses)], bool)

    @classmethod
    def of(cls, model: Model, inactive: frozenset[str], targets: Asked, guesses: Asked) -> Layout:
        key = (inactive, tuple(targets.measures), tuple(guesses.measures))
        return model.shared.get(LAYOUT, key, lambda: cls(model, *key))


class Closure:
    """Position-level rows and targets of a model at one time; `residuals(q)` evaluates them, `jacobian()` follows it."""

    def __init__(
        self, model: Model, start: State, targets: Asked | None = None, guesses: Asked | None = None,
        inputs: Mapping[str, float] | None = None,
    ):  # fmt: skip
        self.model, self.start, self.inputs = model, start, inputs
        self.targets, self.guesses = targets or Asked(), guesses or Asked()
        self.coordinates = Coordinates.of(model)
        self.target_values = np.array(self.targets.values)
        self._lay_out()
        self._seen: tuple[Any, ...] | None = None  # time, positions, turns and inputs of the last evaluation
        self._asked: tuple[Any, ...] | None = None  # these of the last residuals, with their scale and targets
        self.e = Evaluation(model, replace(start, v=np.zeros(model.nv)), inputs)
        self.turns = start.turns.copy() if start.turns.size else np.zeros(len(model.lowered.measures))
        self._settle_turns()
        self._equilibrate()

    # layout

    def _lay_out(self) -> None:
        model = self.model
        of = Layout.of(model, self.start.inactive, self.targets, self.guesses)
        self.rows, self.flips, self.terms, self.term_row = of.rows, of.flips, of.terms, of.term_row
        self.radians, self.n_closed, self.split = of.radians, of.n_closed, of.split
        self.probe = Probe.of(model, of.measures)
        bodies = np.concatenate((of.term_bodies, self.probe.body[self.probe.frames].reshape(-1, 2)))
        self.lines = Lines(self.coordinates, bodies, of.out, of.shape)
        self.scale = np.where(of.radians, 1.0, 1.0 / model.length)
        unit = np.where(of.asked_radians, 1.0, 1.0 / model.length)
        self.target_scale, self.guess_scale = unit[: of.split[0]], unit[of.split[0] :]
        self._wrapped = self.probe.has_turns & (self.probe.place < 0) & (self.probe._own < 0)
        self.angles = np.flatnonzero(counted_angles(model))  # whose turns q does not say
        measures = list(model.lowered.measures)
        self.angle_probe = Probe.of(model, tuple(measures[k] for k in self.angles))
        self.is_sparse = self.lines.sparse

    def _settle_turns(self) -> None:
        """Set the whole turns of angles that are not in q, nearest to the driver or target that prescribes them."""
        self._angles = None
        self._evaluate(self.start.q)
        a, w = self.model.lowered.arrays, self.e.w
        for r in self.rows[a["row_motion"][self.rows] >= 0]:
            measure = a["term_measure"][a["row_start"][r]]
            if MEASURES[a["measure_kind"][measure]].has_turns and a["measure_q"][measure] < 0:
                self.turns[measure] -= round(float(w.Phi[r]) / (2 * np.pi))
        for k, own in enumerate(self.probe._own[: self.split[0]]):
            if own >= 0 and MEASURES[self.probe.kind[k]].has_turns and self.probe.place[k] < 0:
                off = float(self.values[k, 0]) - self.target_values[k]
                self.turns[own] -= round(off / (2 * np.pi))
        self._evaluate(self.start.q)
        self.accept()

    def _equilibrate(self) -> None:
        """Scale rows of small loops in a large mechanism by their own length, like the coordinates they depend on."""
        if np.isfinite(self.residuals(self.start.q)).all():
            n, radians = len(self.rows), np.concatenate((self.radians, self.targets.radians()))
            factor = np.where(radians, 1.0, row_factors(self.jacobian()[0]))
            self.scale, self.target_scale = self.scale * factor[:n], self.target_scale * factor[n:]

    def at(self, start: State) -> Closure:
        """Return a closure of the same rows from another start."""
        return Closure(self.model, start, self.targets, self.guesses, self.inputs)

    # evaluation

    def _evaluate(self, q: np.ndarray) -> None:
        self._at(q)
        if self.angles.size and self._angles is not None:
            jump = np.round((self._angles - self.angle_probe.read(self.e)[:, 0]) / (2 * np.pi))
            if jump.any():
                self.turns[self.angles] += jump
                self._at(q)

    def _at(self, q: np.ndarray) -> None:
        """Evaluate the model at rest in these positions with the present turns, unless it has just been."""
        here = self.start.t, q.tobytes(), self.turns.tobytes(), self.e.w.inputs.tobytes()
        if here != self._seen:
            s = self.start
            self.e.update(State(s.t, q, np.zeros(self.model.nv), s.z, s.inactive, self.turns))
            self.values, self._seen = self.probe.read(self.e), here

    def accept(self) -> None:
        """Count the turns of angles that q does not determine from their present values: they stay within half a
        turn."""
        self._angles = self.angle_probe.read(self.e)[:, 0]

    def expect(self, change: np.ndarray) -> None:
        """Expect these angles to change by a given amount."""
        self._angles = None if self._angles is None else self._angles + change

    def accept_at(self, q: np.ndarray) -> None:
        """Count turns as `accept` does, from another position with the turns set."""
        self._angles = None
        if self.angles.size:
            self._evaluate(q)
            self.accept()

    def residuals(self, q: np.ndarray) -> np.ndarray:
        """Return f(q), dimensionless: rows, then targets."""
        self.q = q
        self._evaluate(q)
        asked = self._seen, id(self.scale), id(self.target_values)
        if asked == self._asked:
            return self.f
        self._asked = asked
        n, g = self.split
        Phi = self.e.w.Phi[self.rows] * self.scale
        cosines = self.values[g:, 0]
        self.sigma = 2.0 / np.maximum(1.0 + cosines, NEARLY_FLIPPED)
        if self.flips.size:
            Phi[self.flips] *= np.where(1.0 + cosines > NEARLY_FLIPPED, self.sigma, np.inf)
        off = self.values[:n, 0] - self.target_values
        if n and (wrapped := self._wrapped[:n]).any():
            off[wrapped] -= 2 * np.pi * np.round(off[wrapped] / (2 * np.pi))
        self.f = np.concatenate((Phi, off * self.target_scale))
        return self.f

    def guess_residual(self) -> np.ndarray:
        n, g = self.split
        if n == g:
            return np.zeros(0)
        off = self.values[n:g, 0] - np.array(self.guesses.values)
        turning = self.probe.has_turns[n:g] & (self.probe.place[n:g] < 0)
        off[turning] -= 2 * np.pi * np.round(off[turning] / (2 * np.pi))
        return off * self.guess_scale

    def jacobian(self) -> tuple[Any, Any]:
        """Return (A, J), the gradients of f and of the guesses' residuals with respect to x, after `residuals`."""
        row_factor = self.scale.copy()
        row_factor[self.flips] *= self.sigma
        a = self.model.lowered.arrays
        flipping = -0.5 * self.sigma * self.f[self.flips]
        factor = np.concatenate((row_factor[self.term_row], self.target_scale, self.guess_scale, flipping))
        term_G = self.e.w.measure_G[a["term_measure"][self.terms]] * np.real(a["term_coef"][self.terms])[:, None]
        J = self.lines.matrix(self.e, np.vstack((term_G, self.probe._G)), factor)
        return J[: self.n_closed], J[self.n_closed :]

    def flipped(self) -> list[str]:
        """Return the joints whose axes point the wrong way."""
        cosines = self.values[self.split[1] :, 0]
        return sorted({self.model.lowered.rows[self.rows[k]].part for k, c in zip(self.flips, cosines) if c < 0})

    # names

    def violations(self) -> dict[str, tuple[float, str]]:
        """Return the error of every part and target, (amount, "m" or "rad"), the worst first."""
        model, sizes = self.model, {}
        names = [(row.part, row.radians) for row in (model.lowered.rows[r] for r in self.rows)]
        names += [(f"target {path}", m.measure.radians) for path, m in zip(self.targets.paths, self.targets.measures)]
        off = self.f / np.concatenate((self.scale, self.target_scale))
        for (name, radians), amount in zip(names, off, strict=True):
            key = (name, "rad" if radians else "m")
            sizes[key] = np.hypot(sizes.get(key, 0.0), amount)
        order = sorted(sizes, key=lambda key: -sizes[key] * (model.length if key[1] == "rad" else 1.0))
        return {f"{part}|{unit}": (float(sizes[part, unit]), unit) for part, unit in order}
