"""Signals at states: `measure` for one state, `signal_history` for many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import overload

import numpy as np

from linkwork.analyses.position.reactions import JointWrenches
from linkwork.analyses.result import SignalValue
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.dynamics.energy import kinetic, potential
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.names import RuntimeNames
from linkwork.model.expressions.tapes import named_expressions
from linkwork.model.lowering.frames import quaternion
from linkwork.model.lowering.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import SignalOf
from linkwork.model.state import State
from linkwork.numerics.questions import question


@overload
def measure(
    model: Model, state: State, signal: str, /, *, inputs: Mapping[str, float] | None = None
) -> SignalValue: ...
@overload
def measure(
    model: Model, state: State, signal: str, other: str, /, *others: str, inputs: Mapping[str, float] | None = None
) -> tuple[SignalValue, ...]: ...
@overload
def measure(
    model: Model, state: State, *signals: str, inputs: Mapping[str, float] | None = None
) -> SignalValue | tuple[SignalValue, ...]: ...
@question
def measure(
    model: Model, state: State, *signals: str, inputs: Mapping[str, float] | None = None
) -> SignalValue | tuple[SignalValue, ...]:
    """Return the value of a signal at a state, or a tuple of values for several; forces and accelerations by the
    default formulation.

    >>> lw.measure(model, state, "A.angle", "D.force")
    (1.047, array([...]))
    """
    if not signals:
        raise TypeError(f"name at least one signal, for example measure(model, state, {model.signals[-1]!r})")
    readers = [Reader(model, model.signal_table.find(path)) for path in signals]
    sample = Sample(Evaluation(model, state, inputs))
    values = tuple(_plain(reader.read(sample)) for reader in readers)
    return values[0] if len(values) == 1 else values


def signal_history(
    model: Model,
    states: Iterable[State],
    path: str,
    inputs: Mapping[str, float] | None = None,
    *,
    motion: tuple[np.ndarray, np.ndarray] | None = None,
    efforts: Mapping[str, np.ndarray] | None = None,
) -> np.ndarray:
    """Return a signal at all states: (n, …). Accelerations and multipliers, vdot (n, nv) and lam (n, n_rows), are
    solved for unless given.

    `inputs` are constants; `efforts` are inputs with one value per state.
    """
    reader = Reader(model, model.signal_table.find(path))
    sample, rows = None, []
    for k, state in enumerate(states):
        changing = {name: values[k] for name, values in (efforts or {}).items()}
        if sample is None:
            sample = Sample(Evaluation(model, state, {**(inputs or {}), **changing}))
        else:
            sample.move(state, changing)
        if motion is not None:
            sample.given(motion[0][k], motion[1][k])
        rows.append(np.asarray(reader.read(sample)))
    return np.array(rows) if rows else np.zeros((0, *reader.signal.shape))


def read_signal(sample: Sample, path: str) -> SignalValue:
    """Return a signal at one sample."""
    return _plain(Reader(sample.e.model, sample.e.model.signal_table.find(path)).read(sample))


def _plain(value: SignalValue) -> SignalValue:
    return float(value) if np.ndim(value) == 0 else np.asarray(value)


class Sample:
    """One evaluation with its accelerations, solved for when first needed."""

    def __init__(self, evaluation: Evaluation):
        self.e = evaluation
        self._motion: tuple[np.ndarray, np.ndarray] | None = None

    def move(self, state: State, inputs: Mapping[str, float] | None = None) -> None:
        """Evaluate at another state, with other values of the given inputs."""
        for name, value in (inputs or {}).items():
            self.e.w.inputs[self.e.model.lowered.inputs.index(name)] = value
        self.e.update(state)
        self._motion = None

    def given(self, vdot: np.ndarray, lam: np.ndarray) -> None:
        self._motion = (np.asarray(vdot), np.asarray(lam))

    @property
    def motion(self) -> tuple[np.ndarray, np.ndarray]:
        """The accelerations vdot and the multipliers lam."""
        if self._motion is None:
            solution = solve(self.e)
            self._motion = (solution.vdot, solution.lam)
        return self._motion

    def wrenches(self, of: JointWrenches) -> np.ndarray:
        """Return the wrenches of all joints, shape (n_joint, 6)."""
        return of.compute(self.e, *self.motion, of.origins(self.e))

    def totals(self, of: JointWrenches) -> np.ndarray:
        """Return the wrenches of all joints, including the efforts along their coordinates, shape (n_joint, 6)."""
        return of.totals(self.e, self.motion[1], of.origins(self.e), self.wrenches(of))


class Reader:
    """A reader of one signal of a model at many samples."""

    def __init__(self, model: Model, signal: SignalOf):
        self.model, self.signal = model, signal
        self._read = getattr(self, f"_{signal.source}")
        if signal.source == "measures":
            self._probe = Probe(model, signal.measures)
        elif signal.source in ("reaction", "total"):
            self._wrenches = JointWrenches.of(model)
            self._index = self._wrenches.joints.index(signal.name)
        elif signal.source == "driver":
            self._row = row_ranges(model)[signal.name][0]
        elif signal.source == "signal":
            self._prepare_expression()

    def read(self, sample: Sample) -> SignalValue:
        return self._read(sample)

    # sources

    def _time(self, sample: Sample) -> float:
        return sample.e.state.t

    def _violation(self, sample: Sample) -> float:
        return float(np.abs(sample.e.m.row_scale * sample.e.w.Phi).max(initial=0.0))

    def _energy(self, sample: Sample) -> SignalValue:
        kind = self.signal.name
        moving = kinetic(sample.e) if kind != "potential" else 0.0
        return moving + (potential(sample.e) if kind != "kinetic" else 0.0)

    def _measures(self, sample: Sample) -> SignalValue:
        signal, e = self.signal, sample.e
        values = self._probe.read(e)
        if signal.post == "quaternion":
            return quaternion(values[:, 0].reshape(3, 3))
        if signal.order < 2:
            column = values[:, signal.order]
        else:
            column = self._probe.accelerations(e, values, sample.motion[0])
        if signal.post == "own axes":
            local = values[3:, 0].reshape(3, 3).T @ column[:3]
            return local if signal.component is None else local[signal.component]
        return column.reshape(signal.shape) if signal.shape else column[0]

    def _component(self, vector: np.ndarray) -> SignalValue:
        return vector.copy() if self.signal.component is None else vector[self.signal.component]

    def _wrench(self, row: np.ndarray, axes: np.ndarray | None = None) -> SignalValue:
        vector = row[:3] if self.signal.path.split(".")[1].endswith("torque") else row[3:]
        return self._component(vector if axes is None else axes.T @ vector)

    def _effort(self, sample: Sample) -> float:
        return sample.e.w.effort[self.model.lowered.efforts[self.signal.name]]

    def _law(self, sample: Sample) -> SignalValue:
        return self._wrench(sample.e.w.law_wrench[self.model.lowered.laws[self.signal.name]])

    def _applied(self, sample: Sample) -> SignalValue:
        return self._wrench(sample.e.w.applied_wrench[self.model.lowered.applied[self.signal.name]])

    def _reaction(self, sample: Sample) -> SignalValue:
        return self._at_joint(sample, sample.wrenches(self._wrenches))

    def _total(self, sample: Sample) -> SignalValue:
        return self._at_joint(sample, sample.totals(self._wrenches))

    def _at_joint(self, sample: Sample, wrenches: np.ndarray) -> SignalValue:
        post = self.signal.post
        axes = self._wrenches.axes(sample.e)[self._index, "ij".index(post[-1])] if post else None
        return self._wrench(wrenches[self._index], axes)

    def _spring(self, sample: Sample) -> SignalValue:
        """Return a spring's force on body_j: its effort along the line from end to end."""
        w, k = sample.e.w, self.model.lowered.efforts[self.signal.name]
        return self._component(w.effort[k] * w.measure_G[sample.e.m.effort_measure[k], 9:])

    def _driver(self, sample: Sample) -> float:
        return -sample.motion[1][self._row]

    def _input(self, sample: Sample) -> float:
        return sample.e.w.inputs[self.model.lowered.inputs.index(self.signal.name)]

    def _state(self, sample: Sample) -> float:
        return sample.e.w.z[self.model.lowered.states.index(self.signal.path)]

    def _output(self, sample: Sample) -> float:
        return sample.e.w.block_out[self.model.lowered.outputs.index(self.signal.path)]

    # named expressions

    def _prepare_expression(self) -> None:
        """Prepare a signal that uses forces or accelerations and is not on the tape: its names are read one by one."""
        self._instruction = self.model.lowered.signals.get(self.signal.name, -1)
        if self._instruction >= 0:
            return
        runtime = RuntimeNames(Lowering(self.model.structure, self.model.numbers))
        self._constants, self._inner, trees = {}, {}, {}
        pending = [self.signal.name]
        while pending:
            name = pending.pop()
            trees[name] = runtime.field(name, "value")
            for inner in names(trees[name]) - trees.keys() - self._constants.keys() - self._inner.keys():
                constant = self.model.numbers.constant(inner)
                if inner in runtime._literals:
                    constant = self.model.numbers.value(inner)
                if constant is not None:
                    self._constants[inner] = constant
                    continue
                signal = self.model.signal_table.find(inner)
                if signal.source == "signal" and inner not in self.model.lowered.signals:
                    pending.append(inner)
                else:
                    self._inner[inner] = Reader(self.model, signal)
        last = Expr("name", (self.signal.name,))
        self._trees = named_expressions(last, lambda name: ("expr", trees[name]) if name in trees else ("load",))

    def _signal(self, sample: Sample) -> SignalValue:
        if self._instruction >= 0:
            return sample.e.w.tape_value[self._instruction]
        values = dict(self._constants)
        values |= {name: np.asarray(reader.read(sample)).item() for name, reader in self._inner.items()}
        for name, tree in self._trees:
            values[name] = evaluate(tree, values.__getitem__)
        return values[self.signal.name]
