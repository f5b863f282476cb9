"""The model of a run: time-dependent inputs and events are signals on its tape.

Forces, accelerations, reactions and energies are known after the accelerations only. An event that uses one reads an
input in its place, a stand-in, which is set during the run (dynamics.signal_sources)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from numbers import Real
from operator import add
from typing import Any, NamedTuple

import numpy as np

from linkwork.description.choices import Event
from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import Expr, Formula, name_node, with_names_replaced
from linkwork.description.parsing import parse
from linkwork.description.parts import Input, Signal, Table
from linkwork.description.parts.part import Part
from linkwork.description.values import is_bool, is_number, plain_inputs, real_array, scalar, shown
from linkwork.model.cache import Slot
from linkwork.model.model import Model
from linkwork.model.signals import SignalOf
from linkwork.model.variants import Rebuilt

EVENT_NAME = "event_{}"
STAND_IN = "event_source_"  # prefix of inputs that replace signals known only after the accelerations


@dataclass(frozen=True, eq=False)
class RunningModel:
    """A model with inputs and events built in, and the signals that its stand-in inputs replace, by input."""

    model: Model
    stand_ins: Mapping[str, SignalOf]


RUNNING: Slot[tuple[Any, ...], RunningModel] = Slot("models with inputs and events built in", limit=4)
BUILT_IN: Slot[tuple[Any, ...], BuiltIn] = Slot("the first such models of a structure", limit=8)


def input_problems(model: Model, inputs: Mapping[str, Any]) -> list[str]:
    """Return the problems of inputs, which are constants, expressions of time, or (times, samples)."""
    problems = []
    for name, value in inputs.items():
        if name not in model.lowered.inputs:
            problems.append(f"there is no input {name!r}; inputs are {model.inputs}")
        elif is_bool(value):
            problems.append(f"input {name!r} is {value!r}, not a number; write 1 or 0")
        elif isinstance(value, Real):
            if not is_number(value):
                problems.append(f"input {name!r} is {value!r:.60}; a constant is finite")
        elif isinstance(value, str):
            try:
                scalar(value)
            except ValueError as error:
                problems += [f"input {name!r}: {problem}" for problem in getattr(error, "problems", [str(error)])]
        else:
            problems += _sample_problems(name, value)
    return problems


def _sample_problems(name: str, value: Any) -> list[str]:
    about = f"input {name!r} is a number, an expression of time, or (times, samples)"
    columns = list(value) if np.iterable(value) else []
    if len(columns) != 2:
        return [f"{about}, not {shown(value)}"]
    times, samples = map(real_array, columns)
    if times is None or samples is None:
        return [f"{about}, not {shown(value)}: some of its times or samples are not finite numbers"]
    if times.ndim != 1 or times.shape != samples.shape or times.size < 2:
        return [f"{about} of one length, at least 2; these have the shapes {times.shape} and {samples.shape}"]
    return [] if (np.diff(times) > 0).all() else [f"{about} at increasing times; these do not increase"]


def moving_key(inputs: Mapping[str, Any]) -> tuple:
    """Return a hashable key of the inputs that are not constants; equal inputs have equal keys."""
    return tuple(
        (name, value if isinstance(value, str) else tuple(np.asarray(column, float).tobytes() for column in value))
        for name, value in inputs.items()
        if not isinstance(value, Real)
    )


def with_inputs(model: Model, inputs: Mapping[str, Any]) -> Model:
    """Return a model in which inputs given as expressions or samples are signals of time."""
    return with_inputs_and_events(model, inputs, ()).model


def with_inputs_and_events(model: Model, inputs: Mapping[str, Any], events: Sequence[Event]) -> RunningModel:
    """Return a model with signals event_0, event_1, … as well; cached with the model."""
    inputs = plain_inputs(inputs)
    problems = input_problems(model, inputs)
    if problems:
        raise DescriptionError(problems)
    moving = {name: value for name, value in inputs.items() if not isinstance(value, Real)}
    if not moving and not events:
        return RunningModel(model, {})
    key = (moving_key(moving), tuple(events))

    def running() -> RunningModel:
        first = model.shared.get(BUILT_IN, key, lambda: _built_in(model, moving, events))
        return RunningModel(first.made.of(model), first.stand_ins)

    return model.cache.get(RUNNING, key, running)


class BuiltIn(NamedTuple):
    """A model with inputs and events built in, and the signals that its stand-in inputs replace."""

    made: Rebuilt
    stand_ins: Mapping[str, SignalOf]


def _built_in(model: Model, moving: Mapping[str, Any], events: Sequence[Event]) -> BuiltIn:
    parts = dict(model.numbers.parts)
    extra: list[Part] = []
    for name, value in moving.items():
        if isinstance(value, str):
            parts[name] = Signal(name, value)
        else:
            times, samples = (np.asarray(column, float) for column in value)
            table = f"{name}_samples"
            extra.append(Table(table, tuple(times.tolist()), tuple(samples.tolist()), kind="linear"))
            parts[name] = Signal(name, Formula(Expr("call", ("table", name_node(table), name_node("time")))))
    stand_ins = StandIns(model)
    extra += [Signal(EVENT_NAME.format(k), value) for k, value in enumerate(stand_ins.events(events))]
    parts |= stand_ins.signals
    return BuiltIn(Rebuilt(model, [*parts.values(), *extra, *stand_ins.extra]), stand_ins.wanted)


class StandIns:
    """A rewriter of expressions that reads signals known only after the accelerations from inputs."""

    def __init__(self, model: Model):
        self.model = model
        self.signals: dict[str, Signal] = {}  # the mechanism's own signals, rewritten
        self.wanted: dict[str, SignalOf] = {}  # the signal that each input replaces
        self.extra: list[Part] = []
        self._inputs: dict[str, Expr] = {}  # by the name of the signal
        self._opened: set[str] = set()  # signals that are or will be rewritten
        self._pending: list[str] = []

    def events(self, events: Sequence[Event]) -> list[str]:
        """Return the rewritten expressions of the events; an error lists all their problems."""
        rewritten, problems = [], []
        for event in events:
            try:
                rewritten.append(self.rewrite(event.when))
            except DescriptionError as error:
                problems += [f"event {event.when!r}: {problem}" for problem in error.problems]
        if problems:
            raise DescriptionError(problems)
        return rewritten

    def rewrite(self, text: str) -> str:
        """Return an expression with stand-ins; signals that it names, and those that they name, are rewritten too."""
        rewritten = self._rewritten(text)
        while self._pending:
            name = self._pending.pop()
            part: Any = self.model.numbers.parts[name]
            self.signals[name] = Signal(name, self._rewritten(part.value))
        return rewritten

    def _rewritten(self, text: str) -> str:
        tree = parse(text)
        replaced = with_names_replaced(tree, self._stand_in)
        return text if replaced is tree else Formula(replaced)

    def _stand_in(self, name: str) -> Expr | None:
        """Return the tree that replaces a name; None if the name stays."""
        if name == "time" or self.model.numbers.constant(name) is not None:
            return None
        signal = self.model.signal_table.find(name)
        if signal.post == "quaternion" or (signal.shape and signal.component is None):
            raise DescriptionError(f"{name!r} is not a number; add a component such as .x")
        if signal.source == "signal":
            if name not in self.model.lowered.signals and name not in self._opened:
                self._opened.add(name)
                self._pending.append(name)
            return None
        if signal.post == "own axes":
            owner, along = name.split(".acceleration.local.")
            return _total(
                name_node(f"{owner}.rotation.{k}{along}") * self._input(f"{owner}.acceleration.{k}") for k in "xyz"
            )
        if signal.post in ("local_i", "local_j"):
            owner, quantity, _, along = name.split(".")
            frame = f"{owner}.frame_{signal.post[-1]}"
            return _total(name_node(f"{frame}.{k}{along}") * self._read(f"{owner}.{quantity}.{k}") for k in "xyz")
        if signal.source == "total":
            return self._total_load(name)
        if signal.source == "spring":
            owner, along = signal.name, name[-1]
            return self._input(f"{owner}.force") * name_node(f"{owner}.span.{along}") / name_node(f"{owner}.length")
        return self._input(name) if signal.level > 1 else None

    def _read(self, name: str) -> Expr:
        """Return the tree that replaces a name, or the name itself."""
        stand_in = self._stand_in(name)
        return name_node(name) if stand_in is None else stand_in

    def _total_load(self, name: str) -> Expr:
        """Return the sum of a joint's reaction and the efforts along its coordinates, each along its axis: forces along
        displacements, torques about angles."""
        owner, quantity, along = name.split(".")
        terms = [self._input(f"{owner}.{quantity.removeprefix('total_')}.{along}")]
        for path, factor, coordinate in self.model.signal_table.acting(owner):
            properties, axes = coordinate.measure.properties, coordinate.measure.axes
            if not (properties.has_turns or properties.along_axis):
                raise DescriptionError(
                    f"{name!r}: {path.partition('.')[0]!r} acts on no coordinate of {owner!r}; "
                    "use it outside of expressions"
                )
            if properties.has_turns == quantity.endswith("torque"):
                axis = (
                    f"frame_j.{along}x"
                    if coordinate.measure.swap
                    else f"frame_i.{along}{'xyz'[axes[0]] if properties.along_axis else 'z'}"
                )
                terms.append(parse(factor) * self._input(path) * name_node(f"{owner}.{axis}"))
        return _total(terms)

    def _input(self, name: str) -> Expr:
        """Return the stand-in of a signal, made on first use."""
        if name not in self._inputs:
            signal = self.model.signal_table.find(name)
            made = f"{STAND_IN}{len(self._inputs)}"
            self._inputs[name], self.wanted[made] = name_node(made), signal
            self.extra.append(Input(made))
            needed = None  # a signal that has the measure or the frames that the source reads
            if signal.source == "measures":
                needed = _rate_of(name)
            elif signal.source == "reaction":
                needed = f"{signal.name}.gap.x"
            if needed:
                self.extra.append(Signal(f"{made}_reads", Formula(name_node(needed))))
        return self._inputs[name]


def _total(terms: Any) -> Expr:
    return reduce(add, terms)


def _rate_of(name: str) -> str:
    """Return the velocity signal of the same measure as an acceleration signal: A.angle.accel,
    crank.angular_acceleration.x."""
    part, *words, last = name.split(".")
    words = [
        word.removesuffix("acceleration") + "velocity" if word.endswith("acceleration") else word for word in words
    ]
    return ".".join([part, *words, "rate" if last == "accel" else last])
