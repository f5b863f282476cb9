"""What signals are read from: one evaluation (`Sample`), or many states at once, evaluated by compiled loops (`SampleRows`).

Both have the same members. Those of `SampleRows` have one more axis in front, of the states.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from linkwork.analyses.position.joint_wrenches import JointWrenches
from linkwork.dynamics import signal_rows as R
from linkwork.dynamics.energy import kinetic, potential, require_potential
from linkwork.dynamics.formulations.solve import FormulationError, solve
from linkwork.kernels import arrays as K
from linkwork.kernels.probe import MOTION
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf
from linkwork.model.state import StateSeries
from linkwork.numerics.questions import expect

CHUNK = 32  # states of the first part, after which an interpreted question may be abandoned; later ones are GROWTH times as large
GROWTH = 4

Motion: TypeAlias = tuple[np.ndarray, np.ndarray]  # accelerations and multipliers


class Sample:
    """One evaluation with its accelerations, solved for when first needed."""

    def __init__(self, evaluation: Evaluation):
        self.e, self.model = evaluation, evaluation.model
        self._motion: Motion | None = None
        self._probes: dict[tuple[MeasureOf, ...], Probe] = {}

    def given(self, vdot: np.ndarray, lam: np.ndarray) -> None:
        """Take accelerations and multipliers instead of solving for them."""
        self._motion = (np.asarray(vdot), np.asarray(lam))

    @property
    def motion(self) -> Motion:
        """The accelerations vdot and the multipliers lam."""
        if self._motion is None:
            solution = solve(self.e)
            self._motion = (solution.vdot, solution.lam)
        return self._motion

    @property
    def time(self) -> float:
        return self.e.state.t

    def work(self, name: str) -> np.ndarray:
        """Return an array of the evaluation (kernels.arrays.Work)."""
        return getattr(self.e.w, name)

    def measures(self, wanted: tuple[MeasureOf, ...], order: int) -> np.ndarray:
        """Return the values, rates or second rates of measures, shape (k)."""
        if wanted not in self._probes:
            self._probes[wanted] = Probe.of(self.model, wanted)
        probe = self._probes[wanted]
        values = probe.read(self.e)
        return values[:, order] if order < 2 else probe.accelerations(self.e, values, self.motion[0])

    def gradients(self, measures: Sequence[int]) -> np.ndarray:
        """Return gradients of the model's own measures by displacements of their bodies, shape (k, 12)."""
        return self.e.w.measure_G[list(measures)]

    def wrenches(self) -> np.ndarray:
        """Return the wrenches of all joints, shape (n_joint, 6)."""
        of = JointWrenches.of(self.model)
        return of.compute(self.e, *self.motion, of.origins(self.e.w.X_WB))

    def kinetic(self) -> Any:
        return kinetic(self.e)

    def potential(self) -> Any:
        return potential(self.e)

    def violation(self) -> float:
        return float(np.abs(self.e.m.row_scale * self.e.w.Phi).max(initial=0.0))


class SampleRows:
    """Many states of a model, and constant inputs or ones that are given for each state.

    With `gaps` accelerations are NaN where the forces do not determine them; otherwise that is an error.
    """

    def __init__(
        self,
        model: Model,
        series: StateSeries,
        inputs: Mapping[str, float] | None = None,
        *,
        efforts: Mapping[str, np.ndarray] | None = None,
        motion: Motion | None = None,
        gaps: bool = False,
    ):
        self.model, self.given_inputs, self.efforts, self.gaps = model, inputs, dict(efforts or {}), gaps
        self.series = series
        self._given = motion
        self._buffer = model.workspace(inputs)
        self._w = K.python_work(model.ints, self._buffer)
        self._measured: dict[tuple[MeasureOf, bool], np.ndarray] = {}
        self._gradients: dict[int, np.ndarray] = {}
        self._wrenches: np.ndarray | None = None
        self._motion: Motion | None = None
        self._undetermined: FormulationError | None = None
        self._stored_rows: R.WorkRows | None = None

    def __len__(self) -> int:
        return len(self.series)

    @cached_property
    def states(self) -> R.States:
        """The states as rows of arrays."""
        model, n, series = self.model, len(self), self.series
        y = np.hstack((series.q, series.v, series.z))
        if y.shape[1] != model.nq + model.nv + model.nz:
            raise ValueError("the states are those of another model")
        turns = series.turns if series.turns.shape[1] else np.zeros((n, self._w.turns.size // 5))
        active = np.array([float(row.part not in series.inactive) for row in model.lowered.rows])
        places = np.array([model.lowered.inputs.index(name) for name in self.efforts], np.int64)
        columns = [np.asarray(values, float) for values in self.efforts.values()]
        given = np.stack(columns, axis=1) if columns else np.zeros((n, 0))
        return R.States(self.time, y, np.ascontiguousarray(turns), active, places, np.ascontiguousarray(given))

    @cached_property
    def time(self) -> np.ndarray:
        return np.ascontiguousarray(self.series.t, float)

    @property
    def motion(self) -> Motion:
        """The accelerations vdot (n, nv) and the multipliers lam (n, n_rows)."""
        if self._motion is None:
            self._motion = self._solved()
        if self._undetermined is not None and not self.gaps:
            raise self._undetermined
        return self._motion

    def with_gaps(self) -> SampleRows:
        """Return the same rows, where undetermined accelerations are NaN."""
        rows = copy.copy(self)
        rows.gaps = True
        return rows

    def _solved(self) -> Motion:
        model, n = self.model, len(self)
        if self._given is not None:
            return np.ascontiguousarray(self._given[0], float), np.ascontiguousarray(self._given[1], float)
        vdot, lam, plain = np.zeros((n, model.nv)), np.zeros((n, model.n_rows)), np.zeros(n, bool)
        plan, size = model.loops
        factors, stored = np.zeros(size), self._empty()

        def solve_part(rows: slice) -> None:
            R.solve_rows(
                model.ints, model.floats, self._buffer, plan, factors, self._part(rows), model.length, vdot[rows],
                lam[rows], plain[rows], R.WorkRows(*(array[rows] for array in stored)),
            )  # fmt: skip

        self._pass(solve_part)
        self._stored_rows = stored
        evaluation: Evaluation | None = None
        for k in np.flatnonzero(~plain):
            evaluation = self._evaluation(int(k), evaluation)
            try:
                solution = solve(evaluation)
                vdot[k], lam[k] = solution.vdot, solution.lam
            except FormulationError as error:
                self._undetermined = self._undetermined or error
                vdot[k], lam[k] = np.nan, np.nan
        return vdot, lam

    def work(self, name: str) -> np.ndarray:
        """Return an array of the evaluations (kernels.arrays.Work)."""
        if name == "z":
            return self.states.y[:, self.model.nq + self.model.nv :]
        if name == "active":
            return self.states.active
        if name == "inputs":
            values = np.tile(self._w.inputs, (len(self), 1))
            values[:, self.states.places] = self.states.inputs
            return values
        return getattr(self._stored, name)

    @property
    def _stored(self) -> R.WorkRows:
        if self._stored_rows is None:
            model, out = self.model, self._empty()
            self._pass(
                lambda rows: R.store_work(
                    model.ints,
                    model.floats,
                    self._buffer,
                    self._part(rows),
                    R.WorkRows(*(array[rows] for array in out)),
                )
            )
            self._stored_rows = out
        return self._stored_rows

    def _empty(self) -> R.WorkRows:
        n, w = len(self), self._w
        shapes = {name: getattr(w, name).shape for name in R.WorkRows._fields if hasattr(w, name)}
        return R.WorkRows(**{name: np.zeros((n, *shapes.get(name, (2,)))) for name in R.WorkRows._fields})

    def prepare(self, wanted: Iterable[tuple[tuple[MeasureOf, ...], int]]) -> None:
        """Read the measures of many signals, each with its order, in one pass."""
        groups: dict[bool, dict[MeasureOf, None]] = {False: {}, True: {}}
        for measures, order in wanted:
            for measure in measures:
                if (measure, order == 2) not in self._measured:
                    groups[order == 2][measure] = None
        for second, measures in groups.items():
            if measures:
                self._read(tuple(measures), second)

    def _read(self, measures: tuple[MeasureOf, ...], second: bool) -> None:
        model, n, probe = self.model, len(self), Probe(self.model, measures)
        buffers = (
            probe.body,
            probe.X_BF,
            np.zeros((len(probe.body), MOTION)),
            probe.plan,
            np.zeros((len(measures), 12)),
        )
        turns = probe.turns(self.states.y[:, : model.nq], self.states.turns)
        values, none = np.zeros((n, len(measures), 3)), np.zeros((0, model.nv))
        vdot = self.motion[0] if second else none
        self._pass(
            lambda rows: R.store_measures(
                model.ints, model.floats, self._buffer, self._part(rows), buffers, turns[rows],
                vdot[rows] if second else none, values[rows],
            )
        )  # fmt: skip
        for k, measure in enumerate(measures):
            self._measured[measure, second] = values[:, k]

    def measures(self, wanted: tuple[MeasureOf, ...], order: int) -> np.ndarray:
        """Return the values, rates or second rates of measures, shape (n, k)."""
        self.prepare([(wanted, order)])
        return np.stack([self._measured[measure, order == 2][:, order] for measure in wanted], axis=1)

    def gradients(self, measures: Sequence[int]) -> np.ndarray:
        """Return gradients of the model's own measures by displacements of their bodies, shape (n, k, 12)."""
        model, missing = self.model, np.array([k for k in measures if k not in self._gradients], np.int64)
        if missing.size:
            out = np.zeros((len(self), missing.size, 12))
            self._pass(
                lambda rows: R.store_gradients(
                    model.ints, model.floats, self._buffer, self._part(rows), missing, out[rows]
                )
            )
            self._gradients.update({int(k): out[:, i] for i, k in enumerate(missing)})
        columns = [self._gradients[k] for k in measures]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self), 0, 12))

    def wrenches(self) -> np.ndarray:
        """Return the wrenches of all joints, shape (n, n_joint, 6)."""
        if self._wrenches is None:
            model, n, of = self.model, len(self), JointWrenches.of(self.model)
            (vdot, lam), cuts = self.motion, of.cut_rows
            tree, cut, scratch = (
                np.zeros((n, len(model.bodies) + 1, 6)),
                np.zeros((n, len(cuts), 6)),
                np.zeros(model.nv),
            )
            self._pass(
                lambda rows: R.store_wrenches(
                    model.ints, model.floats, self._buffer, self._part(rows), vdot[rows], lam[rows], cuts, scratch,
                    tree[rows], cut[rows],
                )
            )  # fmt: skip
            self._wrenches = of.joined(tree, cut, of.origins(self.work("X_WB")))
        return self._wrenches

    def kinetic(self) -> np.ndarray:
        return self._stored.energy[:, 0]

    def potential(self) -> np.ndarray:
        require_potential(self.model)
        return self._stored.energy[:, 1]

    def violation(self) -> np.ndarray:
        return self._stored.violation[:, 0]

    def _part(self, rows: slice) -> R.States:
        s = self.states
        return R.States(s.t[rows], s.y[rows], s.turns[rows], s.active, s.places, s.inputs[rows])

    def _pass(self, run: Any) -> None:
        """Run a kernel over all states, in parts between which an interpreted question may be abandoned."""
        first, size = 0, CHUNK
        while first < len(self):
            run(slice(first, first + size))
            first, size = first + size, GROWTH * size
            expect(first / len(self))
        raise_pending()

    def _evaluation(self, k: int, before: Evaluation | None) -> Evaluation:
        changing = {name: float(values[k]) for name, values in self.efforts.items()}
        if before is None:
            return Evaluation(self.model, self.series.state(k), {**(self.given_inputs or {}), **changing})
        for name, value in changing.items():
            before.w.inputs[self.model.lowered.inputs.index(name)] = value
        before.update(self.series.state(k))
        return before
