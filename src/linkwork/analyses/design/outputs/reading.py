"""Values and derivatives of output expressions at many points, on a subtree model of the model, so that the cost depends on
what is read.

Positions, velocities, accelerations and single forces need the bodies that they are of. Reactions, energies,
multipliers and blocks depend on everything, and are read from the whole model."""

from __future__ import annotations

from copy import copy

import numpy as np

from linkwork.differentiation.output_gradients import output_gradients
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.sampling import Samples
from linkwork.dynamics import signal_sources as E
from linkwork.dynamics.output_values import output_values
from linkwork.kernels import arrays as K
from linkwork.kernels.expressions import functions as ops
from linkwork.model.model import Model
from linkwork.model.plans.jacobian_plan import Closures
from linkwork.model.state import turn_places
from linkwork.model.subtree_model import Parts, SubtreeModel, subtree_model, whole

LOCAL = {E.SECOND_RATE: "measures", E.EFFORT: "efforts", E.LAW: "laws", E.APPLIED: "applied"}


class Reading:
    """Some of a model's instructions and the sources of the stand-in inputs that they read.

    >>> reading = Reading(model, sources, instructions)
    >>> g, turns = reading.values(model_work, t, y, vdot, lam)
    """

    def __init__(self, model: Model, sources: np.ndarray, instructions: np.ndarray):
        self.model = model
        read = _inputs_read(model, instructions)
        sources = sources[[row[E.INPUT] in read for row in sources.tolist()]]
        self.part, self.all = _part_of(model, sources, instructions)
        self.floats = self.part.floats
        self.sources, number = (
            sources.copy(),
            {name: _numbers(numbers) for name, numbers in vars(self.part.parts).items()},
        )
        self.instructions = np.array([number["instructions"][i] for i in instructions.tolist()], np.int64)
        for row in self.sources:
            if row[E.KIND] in LOCAL:
                row[E.INDEX] = number[LOCAL[row[E.KIND]]][row[E.INDEX]]
        nq, nv, q, v = model.nq, model.nv, self.part.q, self.part.v
        z = np.arange(model.nz if self.all else 0)
        self._state, self._tangent = np.concatenate((q, nq + v, nq + nv + z)), np.concatenate((v, nv + v, 2 * nv + z))
        self._rows = np.arange(model.n_rows if self.all else 0)
        measures, n = np.array(self.part.parts.measures, np.int64), len(model.lowered.measures)
        counted = np.arange(n) if self.all else measures
        self._turns = turn_places(counted, n)  # in those of the model

    def of(self, model: Model) -> Reading:
        """Return the same of another model of this structure."""
        other = copy(self)
        other.model, other.floats = model, model.floats if self.all else model.floats[self.part.places]
        return other

    def _workspace(self, given: np.ndarray) -> np.ndarray:
        """Return a workspace of the subtree model with the values of a workspace of the model."""
        if self.all:
            return given
        work, of = np.zeros(self.part.work_size), K.python_work(self.model.ints, given)
        w = K.python_work(self.part.ints, work)
        w.X_WB[0], w.inputs[:], w.turns[:] = of.X_WB[0], of.inputs, of.turns[self._turns]
        return work

    def _points(self, t: np.ndarray, y: np.ndarray, vdot: np.ndarray, lam: np.ndarray) -> list[np.ndarray]:
        picked = (t, y[:, self._state], vdot[:, self.part.v], lam[:, self._rows])
        return [np.ascontiguousarray(x, float) for x in picked]

    def values(self, work: np.ndarray, points: Points | Samples) -> tuple[np.ndarray, np.ndarray]:
        """Return values (n, n_g) and turns of angles (n, as in Work of the model), for points in any order."""
        part, n = self.part, points.t.size
        order = np.argsort(points.t, kind="stable")
        rows = [x[order] for x in self._points(points.t, points.y, points.vdot, points.lam)]
        g, turns = np.zeros((n, self.instructions.size)), np.zeros((n, self._turns.size))
        output_values(
            part.ints, self.floats, self._workspace(work), self.sources, self.instructions, *rows, np.zeros(part.v.size), turns, g
        )  # fmt: skip
        all_turns, back = np.tile(K.python_work(self.model.ints, work).turns, (n, 1)), np.argsort(order)
        all_turns[:, self._turns] = turns[back]
        return g[back], all_turns

    def cotangents(
        self, work: np.ndarray, points: Points | Samples, turns: np.ndarray, seeds: np.ndarray
    ) -> Cotangents:
        """Return the derivatives of the sum of seeds (n, n_g) times values."""
        part, model, n = self.part, self.model, points.t.size
        rows = self._points(points.t, points.y, points.vdot, points.lam)
        gy, gvdot, glam = (np.zeros((n, x.size)) for x in (self._tangent, part.v, self._rows))
        gnumbers = np.zeros(self.floats.size)
        output_gradients(
            part.ints, self.floats, self._workspace(work), part.rints, np.zeros(part.rwork_size), self.sources, self.instructions,
            *rows, np.ascontiguousarray(turns[:, self._turns]), np.ascontiguousarray(seeds), np.zeros(part.v.size),
            np.zeros(self.floats.size), gy, gvdot, glam, gnumbers,
        )  # fmt: skip
        if self.all:
            return Cotangents(gy, gvdot, glam, gnumbers)
        nv, nt = model.nv, 2 * model.nv + model.nz
        cotangents = Cotangents(
            np.zeros((n, nt)), np.zeros((n, nv)), np.zeros((n, model.n_rows)), np.zeros(model.floats.size)
        )
        cotangents.gy[:, self._tangent], cotangents.gvdot[:, part.v], cotangents.gnumbers[part.places] = (
            gy,
            gvdot,
            gnumbers,
        )
        return cotangents


def _inputs_read(model: Model, instructions: np.ndarray) -> set[int]:
    """Return the inputs that the instructions depend on."""
    a, closures = model.lowered.arrays, Closures(model.lowered.arrays)
    nodes = closures.nodes[closures.of(instructions.tolist())]
    return {int(a["tape_args"][a["tape_start"][i]]) for i in nodes if i >= 0 and a["tape_op"][i] == ops.INPUT}


def _part_of(model: Model, sources: np.ndarray, instructions: np.ndarray) -> tuple[SubtreeModel, bool]:
    """Return the part of the model that instructions and sources need, and whether this is the whole model."""
    wanted: dict[str, set[int]] = {name: set() for name in LOCAL.values()}
    part = None
    if all(row[E.KIND] in LOCAL for row in sources):
        for row in sources.tolist():
            wanted[LOCAL[row[E.KIND]]].add(row[E.INDEX])
        part = subtree_model(
            model, Parts(tuple(instructions.tolist()), **{name: tuple(x) for name, x in wanted.items()})
        )
    return (whole(model), True) if part is None else (part, False)


def _numbers(retained: tuple[int, ...]) -> dict[int, int]:
    return {k: number for number, k in enumerate(retained)}
