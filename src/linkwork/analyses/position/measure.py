"""Signals at states: `measure` for one state, `signal_history` and `read_rows` for many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, overload

import numpy as np

from linkwork.analyses.position.joint_wrenches import JointWrenches
from linkwork.analyses.position.samples import Motion, Sample, SampleRows
from linkwork.analyses.result import SignalValue
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.names import RuntimeNames
from linkwork.model.expressions.tapes import named_expressions
from linkwork.model.lowering.frames import quaternion
from linkwork.model.lowering.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.signals import MeasureOf, SignalOf
from linkwork.model.state import State, StateSeries
from linkwork.model.state_check import require_state
from linkwork.numerics.questions import question

AnySample: TypeAlias = Sample | SampleRows


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
    require_state(model, state)
    sample = Sample(Evaluation(model, state, inputs))
    values = tuple(_plain(reader.read(sample)) for reader in readers)
    return values[0] if len(values) == 1 else values


def signal_history(
    model: Model,
    states: StateSeries,
    path: str,
    inputs: Mapping[str, float] | None = None,
    *,
    motion: Motion | None = None,
    efforts: Mapping[str, np.ndarray] | None = None,
) -> np.ndarray:
    """Return a signal at all states: (n, …). Accelerations and multipliers, vdot (n, nv) and lam (n, n_rows), are
    solved for unless given.

    `inputs` are constants; `efforts` are inputs with one value per state.
    """
    return read_rows(SampleRows(model, states, inputs, efforts=efforts, motion=motion), [path])[path]


@question
def read_rows(rows: SampleRows, paths: Iterable[str]) -> dict[str, np.ndarray]:
    """Return signals by path, each (n, …); a signal that does not exist raises an error."""
    readers = {path: Reader(rows.model, rows.model.signal_table.find(path)) for path in paths}
    if len(rows) == 0:
        return {path: np.zeros((0, *reader.signal.shape)) for path, reader in readers.items()}
    rows.prepare(one for reader in readers.values() for one in reader.wanted)
    return {path: np.asarray(reader.read(rows)) for path, reader in readers.items()}


def read_signal(sample: Sample, path: str) -> SignalValue:
    """Return a signal at one sample."""
    return _plain(Reader(sample.e.model, sample.e.model.signal_table.find(path)).read(sample))


def _plain(value: SignalValue) -> SignalValue:
    return float(value) if np.ndim(value) == 0 else np.asarray(value)


class Reader:
    """A reader of one signal of a model at a sample, or at the rows of many states (`SampleRows`)."""

    def __init__(self, model: Model, signal: SignalOf):
        self.model, self.signal = model, signal
        self._read = getattr(self, f"_{signal.source}")
        if signal.source in ("reaction", "total"):
            self._wrenches = JointWrenches.of(model)
            self._index = self._wrenches.joints.index(signal.name)
        elif signal.source == "driver":
            self._row = row_ranges(model)[signal.name][0]
        elif signal.source == "signal":
            self._prepare_expression()

    def read(self, sample: AnySample) -> SignalValue:
        """Return the value, with one more axis in front for many states."""
        return self._read(sample)

    @property
    def wanted(self) -> list[tuple[tuple[MeasureOf, ...], int]]:
        """The measures that are read, and their order."""
        if self.signal.source == "signal" and self._instruction < 0:
            return [one for reader in self._inner.values() for one in reader.wanted]
        signal = self.signal
        if signal.source != "measures":
            return []
        values = [(signal.measures, 0)] if signal.post == "own axes" and signal.order else []
        return [*values, (signal.measures, signal.order)]

    # sources

    def _time(self, sample: AnySample) -> SignalValue:
        return sample.time

    def _violation(self, sample: AnySample) -> SignalValue:
        return sample.violation()

    def _energy(self, sample: AnySample) -> SignalValue:
        kind = self.signal.name
        moving = sample.kinetic() if kind != "potential" else 0.0
        return moving + (sample.potential() if kind != "kinetic" else 0.0)

    def _measures(self, sample: AnySample) -> SignalValue:
        signal, measures = self.signal, self.signal.measures
        column = sample.measures(measures, signal.order)
        if signal.post == "quaternion":
            R = column.reshape(-1, 3, 3)
            return np.array([quaternion(each) for each in R]).reshape(*column.shape[:-1], 4)
        if signal.post == "own axes":
            axes = sample.measures(measures, 0)[..., 3:].reshape(*column.shape[:-1], 3, 3)
            return self._component(_turned(axes, column[..., :3]))
        return column.reshape(*column.shape[:-1], *signal.shape) if signal.shape else column[..., 0]

    def _component(self, vector: np.ndarray) -> SignalValue:
        return vector.copy() if self.signal.component is None else vector[..., self.signal.component]

    def _wrench(self, row: np.ndarray, axes: np.ndarray | None = None) -> SignalValue:
        vector = row[..., :3] if self.signal.path.split(".")[1].endswith("torque") else row[..., 3:]
        return self._component(vector if axes is None else _turned(axes, vector))

    def _effort(self, sample: AnySample) -> SignalValue:
        return sample.work("effort")[..., self.model.lowered.efforts[self.signal.name]]

    def _law(self, sample: AnySample) -> SignalValue:
        return self._wrench(sample.work("law_wrench")[..., self.model.lowered.laws[self.signal.name], :])

    def _applied(self, sample: AnySample) -> SignalValue:
        return self._wrench(sample.work("applied_wrench")[..., self.model.lowered.applied[self.signal.name], :])

    def _reaction(self, sample: AnySample) -> SignalValue:
        return self._at_joint(sample, sample.wrenches())

    def _total(self, sample: AnySample) -> SignalValue:
        of, lam = self._wrenches, sample.motion[1] * sample.work("active")
        gradients, X_WB = sample.gradients(of.acting.measures), sample.work("X_WB")
        totals = of.totals(sample.wrenches(), X_WB, of.origins(X_WB), gradients, sample.work("effort"), lam)
        return self._at_joint(sample, totals)

    def _at_joint(self, sample: AnySample, wrenches: np.ndarray) -> SignalValue:
        post = self.signal.post
        axes = None
        if post:
            axes = self._wrenches.axes(sample.work("X_WB"))[..., self._index, "ij".index(post[-1]), :, :]
        return self._wrench(wrenches[..., self._index, :], axes)

    def _spring(self, sample: AnySample) -> SignalValue:
        """Return a spring's force on body_j: its effort along the line from end to end."""
        k = self.model.lowered.efforts[self.signal.name]
        along = sample.gradients([int(self.model.lowered.arrays["effort_measure"][k])])[..., 0, 9:]
        return self._component(sample.work("effort")[..., k, None] * along)

    def _driver(self, sample: AnySample) -> SignalValue:
        return -sample.motion[1][..., self._row]

    def _input(self, sample: AnySample) -> SignalValue:
        return sample.work("inputs")[..., self.model.lowered.inputs.index(self.signal.name)]

    def _state(self, sample: AnySample) -> SignalValue:
        return sample.work("z")[..., self.model.lowered.states.index(self.signal.path)]

    def _output(self, sample: AnySample) -> SignalValue:
        return sample.work("block_out")[..., self.model.lowered.outputs.index(self.signal.path)]

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

    def _signal(self, sample: AnySample) -> SignalValue:
        if self._instruction >= 0:
            return sample.work("tape_value")[..., self._instruction]
        read = {name: np.asarray(reader.read(sample)) for name, reader in self._inner.items()}
        if isinstance(sample, SampleRows):
            return np.array([self._computed({name: x[k] for name, x in read.items()}) for k in range(len(sample))])
        return self._computed(read)

    def _computed(self, read: Mapping[str, np.ndarray]) -> SignalValue:
        """Return the expression's value for those of the signals that it names."""
        values = self._constants | {name: value.item() for name, value in read.items()}
        for name, tree in self._trees:
            values[name] = evaluate(tree, values.__getitem__)
        return values[self.signal.name]


def _turned(axes: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return the components of vectors (…, 3) along axes, the columns of (…, 3, 3)."""
    return np.einsum("...ij,...i->...j", axes, vector)
