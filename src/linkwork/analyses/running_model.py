"""The model as a run sees it: moving inputs and events built in as signals on the tape.

Forces, accelerations, reactions and energies are known after the accelerations only. An event that uses one reads an input in its
place, which formulations.event_sources fills in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.energy import energy_problems
from linkwork.analyses.reactions import row_ranges
from linkwork.analyses.rebuilding import rebuilt
from linkwork.description.choices import Event
from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import names, parse
from linkwork.description.parts import Input, Signal, Table
from linkwork.description.values import plain_inputs, scalar
from linkwork.formulations import event_sources as E
from linkwork.kernels import arrays as K
from linkwork.model.model import Model
from linkwork.model.signals import SignalOf

EVENT_NAME = "event_{}"
STAND_IN = "event_source_"  # begins the names of inputs that stand for what is known after the accelerations
KEPT = 4  # such models kept with a model


def input_problems(model: Model, inputs: Mapping[str, Any]) -> list[str]:
    """What is wrong with inputs that should be constants, expressions of time, or (times, samples)."""
    found = []
    for name, value in inputs.items():
        if name not in model.lowered.inputs:
            found.append(f"there is no input {name!r}; inputs are {model.inputs}")
        elif isinstance(value, Real):
            if not _finite(value):
                found.append(f"input {name!r} is {value!r:.60}; a constant is finite")
        elif isinstance(value, str):
            try:
                scalar(value)
            except ValueError as error:
                found += [f"input {name!r}: {problem}" for problem in getattr(error, "problems", [str(error)])]
        else:
            found += _sample_problems(name, value)
    return found


def _finite(value: Any) -> bool:
    try:
        return bool(np.isfinite(float(value)))
    except OverflowError:  # an integer beyond the largest float
        return False


def _sample_problems(name: str, value: Any) -> list[str]:
    about = f"input {name!r} is a number, an expression of time, or (times, samples)"
    try:
        times, samples = (np.asarray(column, float) for column in value)
    except (TypeError, ValueError, OverflowError):
        return [f"{about}, not {value!r:.60}"]
    if times.ndim != 1 or times.shape != samples.shape or times.size < 2:
        return [f"{about} of one length, at least 2; these have the shapes {times.shape} and {samples.shape}"]
    if not (np.isfinite(times).all() and np.isfinite(samples).all()):
        return [f"{about}; some of its times or samples are not finite"]
    return [] if (np.diff(times) > 0).all() else [f"{about} at increasing times; these do not increase"]


def with_inputs(model: Model, inputs: Mapping[str, Any]) -> Model:
    """A model in which inputs given as expressions or samples are signals of time."""
    return with_inputs_and_events(model, inputs, ())[0]


def with_inputs_and_events(
    model: Model, inputs: Mapping[str, Any], events: Sequence[Event]
) -> tuple[Model, list[list[int]]]:
    """A model with signals event_0, event_1, … as well, and the sources that its stand-in inputs are filled from; kept with the model."""
    inputs = plain_inputs(inputs)
    problems = input_problems(model, inputs)
    if problems:
        raise DescriptionError(problems)
    moving = {name: value for name, value in inputs.items() if not isinstance(value, Real)}
    if not moving and not events:
        return model, []
    key = (with_inputs_and_events, moving_key(moving), tuple(events))
    if key not in model.kept:
        known = [old for old in model.kept if old[0] is with_inputs_and_events]
        for old in known[: max(0, len(known) + 1 - KEPT)]:
            model.kept.pop(old, None)
        model.kept[key] = _built_in(model, moving, events)
    return model.kept[key]


def moving_key(inputs: Mapping[str, Any]) -> tuple:
    """Inputs that are no constants, such that equal ones are equal."""
    return tuple(
        (name, value if isinstance(value, str) else tuple(np.asarray(column, float).tobytes() for column in value))
        for name, value in inputs.items()
        if not isinstance(value, Real)
    )


def _built_in(model: Model, moving: Mapping[str, Any], events: Sequence[Event]) -> tuple[Model, list[list[int]]]:
    parts = dict(model.numbers.parts)
    extra: list[Any] = []
    for name, value in moving.items():
        if isinstance(value, str):
            parts[name] = Signal(name, value)
        else:
            times, samples = (np.asarray(column, float) for column in value)
            extra.append(Table(f"{name}_samples", tuple(times.tolist()), tuple(samples.tolist()), kind="linear"))
            parts[name] = Signal(name, f"table({name}_samples, time)")
    stand_ins = StandIns(model)
    extra += [Signal(EVENT_NAME.format(k), text) for k, text in enumerate(stand_ins.texts(events))]
    parts |= stand_ins.signals
    made = rebuilt(model, [*parts.values(), *extra, *stand_ins.extra])
    return made, [_source(made, name, signal) for name, signal in stand_ins.wanted]


class StandIns:
    """Rewrites expressions so that what is known after the accelerations is read from inputs."""

    def __init__(self, model: Model):
        self.model = model
        self.signals: dict[str, Signal] = {}  # the mechanism's own signals, rewritten
        self.wanted: list[tuple[str, SignalOf]] = []  # input and the signal it stands for
        self.extra: list[Any] = []
        self._names: dict[str, str] = {}
        self._opened: set[str] = set()  # signals that are rewritten, or will be
        self._pending: list[str] = []

    def texts(self, events: Sequence[Event]) -> list[str]:
        """The events' expressions, rewritten; all that is wrong with them at once."""
        found, problems = [], []
        for event in events:
            try:
                found.append(self.rewrite(event.when))
            except DescriptionError as error:
                problems += [f"event {event.when!r}: {problem}" for problem in error.problems]
        if problems:
            raise DescriptionError(problems)
        return found

    def rewrite(self, text: str) -> str:
        """An expression with stand-ins; signals that it names, and those that they name, are rewritten too."""
        found = self._rewritten(text)
        while self._pending:
            name = self._pending.pop()
            part: Any = self.model.numbers.parts[name]
            self.signals[name] = Signal(name, self._rewritten(part.value))
        return found

    def _rewritten(self, text: str) -> str:
        for name in names(parse(text)):
            found = self._stand_in(name)
            if found != name:
                text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", found, text)
        return text

    def _stand_in(self, name: str) -> str:
        if name == "time" or self.model.numbers.constant(name) is not None:
            return name
        signal = self.model.signal_table.find(name)
        if signal.post == "quaternion" or (signal.shape and signal.component is None):
            raise DescriptionError(f"{name!r} is not a number; add a component such as .x")
        if signal.source == "signal":
            if name not in self.model.lowered.signals and name not in self._opened:
                self._opened.add(name)
                self._pending.append(name)
            return name
        if signal.post == "own axes":
            owner, along = name.split(".acceleration.local.")
            terms = (f"{owner}.rotation.{k}{along}*{self._input(f'{owner}.acceleration.{k}')}" for k in "xyz")
            return f"({' + '.join(terms)})"
        if signal.post in ("local_i", "local_j"):
            owner, quantity, _, along = name.split(".")
            terms = (
                f"{owner}.frame_{signal.post[-1]}.{k}{along}*{self._stand_in(f'{owner}.{quantity}.{k}')}" for k in "xyz"
            )
            return f"({' + '.join(terms)})"
        if signal.source == "total":
            return self._total(name, signal)
        if signal.source == "spring":
            owner, along = signal.name, name[-1]
            return f"({self._input(f'{owner}.force')}*{owner}.span.{along}/{owner}.length)"
        return self._input(name) if signal.level > 1 else name

    def _total(self, name: str, signal: SignalOf) -> str:
        """A joint's reaction and what acts along its coordinates, each along its axis: forces along displacements, torques about angles."""
        owner, quantity, along = name.split(".")
        terms = [self._input(f"{owner}.{quantity.removeprefix('total_')}.{along}")]
        for path, factor, coordinate in self.model.signal_table.acting(owner):
            kind, axes = coordinate.measure.kind, coordinate.measure.axes
            if kind not in (K.ANGLE, K.DISPLACEMENT):
                raise DescriptionError(
                    f"{name!r}: {path.partition('.')[0]!r} acts on no coordinate of {owner!r}; use it outside of expressions"
                )
            if (kind == K.ANGLE) == quantity.endswith("torque"):
                axis = (
                    "frame_j.{}x"
                    if coordinate.measure.swap
                    else f"frame_i.{{}}{'xyz'[axes[0]] if kind == K.DISPLACEMENT else 'z'}"
                )
                terms.append(f"({factor})*{self._input(path)}*{owner}.{axis.format(along)}")
        return f"({' + '.join(terms)})"

    def _input(self, name: str) -> str:
        if name not in self._names:
            signal = self.model.signal_table.find(name)
            self._names[name] = made = f"{STAND_IN}{len(self._names)}"
            self.wanted.append((made, signal))
            self.extra.append(Input(made))
            needed = None  # a signal that has the measure or the frames that the source reads
            if signal.source == "measures":
                needed = re.sub(r"\.accel$", ".rate", re.sub(r"acceleration(?=\.)", "velocity", name))
            elif signal.source == "reaction":
                needed = f"{signal.name}.gap.x"
            if needed:
                self.extra.append(Signal(f"{made}_reads", needed))
        return self._names[name]


def reactions_read(model: Model, sources: Sequence[Sequence[int]]) -> list[tuple[str, int]]:
    """(joint, component of its wrench), and (driver or coupler, -1), that events of a running model read."""
    found = []
    for source in sources:
        if source[E.KIND] == E.DRIVER:
            found.append((model.lowered.rows[source[E.INDEX]].part, -1))
        elif source[E.KIND] in (E.TREE_JOINT, E.TURNED_JOINT, E.CUT_JOINT):
            reads: Any = model.numbers.parts[f"{model.lowered.inputs[source[E.INPUT]]}_reads"]
            found.append((reads.value.partition(".")[0], source[E.COMPONENT]))
    return found


def _source(model: Model, name: str, signal: SignalOf) -> list[int]:
    """The row of formulations.event_sources for an input of the running model."""
    lowered, component = model.lowered, signal.component or 0
    if signal.source in ("bushing", "applied", "reaction") and signal.path.split(".")[1] == "force":
        component += 3
    row = [0] * E.COLUMNS
    row[E.COMPONENT], row[E.INPUT] = component, lowered.inputs.index(name)
    if signal.source == "measures":
        row[E.KIND], row[E.INDEX] = E.SECOND_RATE, lowered.measures[signal.measures[0]]
    elif signal.source == "reaction":
        topology = model.structure.topology
        if signal.name in topology.tree_of:
            b = topology.tree_of[signal.name]
            row[E.KIND], row[E.INDEX] = E.TURNED_JOINT if topology.tree[b - 1].reverse else E.TREE_JOINT, b
            row[E.FIRST], row[E.LAST] = (lowered.frames["joint", signal.name, side] for side in "ij")
        else:
            row[E.KIND] = E.CUT_JOINT
            row[E.FIRST], row[E.LAST] = row_ranges(model).get(signal.name, (0, 0))
    elif signal.source == "driver":
        row[E.KIND], row[E.INDEX] = E.DRIVER, row_ranges(model)[signal.name][0]
    elif signal.source == "energy":
        problems = energy_problems(model) if signal.name != "kinetic" else []
        if problems:
            raise DescriptionError([f"{signal.path!r}: {problem}" for problem in problems])
        row[E.KIND] = {"kinetic": E.KINETIC, "potential": E.POTENTIAL, "total": E.TOTAL}[signal.name]
    elif signal.source == "violation":
        row[E.KIND] = E.VIOLATION
    else:
        kind, table = {
            "effort": (E.EFFORT, lowered.efforts), "bushing": (E.BUSHING, lowered.bushings), "applied": (E.APPLIED, lowered.applied),
        }[signal.source]  # fmt: skip
        row[E.KIND], row[E.INDEX] = kind, table[signal.name]
    return row
