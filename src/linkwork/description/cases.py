"""Cases: a question with its start, duration, inputs and outputs, as data beside a mechanism."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY
from numbers import Real
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from linkwork.description.choice_names import integrator_of
from linkwork.description.choices import Event, Integrator
from linkwork.description.errors import did_you_mean
from linkwork.description.expressions import Formula
from linkwork.description.outputs import ANALYSES, Output, read_output
from linkwork.description.parts.part import Reporting, part
from linkwork.description.values import (
    InputValue,
    MaybeScalar,
    Name,
    StartValue,
    identifier,
    number_list,
    path,
    scalar,
    scalars,
)

TIMES = 101  # of kinematics, unless given


def read_mapping(value: Any, read_key: Callable[[Any], str], read: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the entries of a mapping, or raise a ValueError that lists all mistakes."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(f"{value!r:.60} is not a mapping of names to values")
    entries, problems = {}, []
    for key, item in value.items():
        try:
            entries[read_key(key)] = read(item)
        except ValueError as error:
            problems.append(f"{key}: {error}")
    if problems:
        raise ValueError("; ".join(problems))
    return entries


def _start(value: Any) -> dict[str, Any]:
    def read(item: Any) -> Any:
        if hasattr(item, "tolist"):
            item = item.tolist()
        return tuple(scalars(list(item), range(len(item)))) if isinstance(item, (list, tuple)) else scalar(item)

    return read_mapping(value, path, read)


def _set(value: Any) -> dict[str, Any]:
    return read_mapping(value, path, scalar)


def _inputs(value: Any) -> dict[str, Any]:
    return read_mapping(value, identifier, _input)


def _input(value: Any) -> Any:
    """Return an input as a number, an expression of time, or (times, samples)."""
    if isinstance(value, (str, Real)) and not isinstance(value, bool):
        return scalar(value)
    rows = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(rows, (list, tuple)) or len(rows) != 2:
        raise ValueError(f"{value!r:.60} is not [times, samples], a number or an expression of time")
    try:
        times, samples = (number_list(row) for row in rows)
    except ValueError:
        raise ValueError(f"{value!r:.60} is not [times, samples]") from None
    if len(times) != len(samples) or len(times) < 2:
        raise ValueError(f"has {len(times)} times and {len(samples)} samples; they go in pairs, at least two")
    return times, samples


def _events(value: Any) -> tuple[Event, ...]:
    if value is None:
        return ()
    items = value if isinstance(value, (list, tuple)) else [value]
    return tuple(_event(item) for item in items)


def _event(value: Any) -> Event:
    """Return an Event from itself, from `A.angle - 1`, or from {when: A.angle - 1, direction: 1, stop: true}."""
    if isinstance(value, Event):
        return value
    if isinstance(value, str):
        return Event(value)
    known = [item.name for item in dataclasses.fields(Event)]
    if not isinstance(value, Mapping) or "when" not in value or not set(value) <= set(known):
        raise ValueError(
            f"{value!r:.60} is not an event; write an expression, or {{when: …, direction: 1, stop: true}}"
        )
    return Event(**value)


def _outputs(value: Any) -> dict[str, str]:
    def read(text: Any) -> str:
        if isinstance(text, str) and text.strip():
            return text if isinstance(text, Formula) else text.strip()
        raise ValueError(f"{text!r:.60} is not an expression such as 'final(A.angle)'")

    return read_mapping(value, identifier, read)


def _analysis(value: Any) -> str:
    if value not in ANALYSES:
        raise ValueError(f"{value!r:.40} is not known; {did_you_mean(str(value), ANALYSES, 'analyses are')}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r:.60} is not true (start from rest near the start) or false")
    return value


def _tolerance(value: Any) -> float | None:
    if value is None:
        return None
    tolerance = scalar(value)
    if isinstance(tolerance, str) or not 0 < tolerance < 1:
        raise ValueError(f"{value!r:.40} is not a number between 0 and 1")
    return tolerance


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 2:
        raise ValueError(f"{value!r:.40} is not a number of times, at least 2")
    return value


def _kind(validator: Callable, schema: dict[str, Any]) -> tuple[Any, Any]:
    return PlainValidator(validator), WithJsonSchema(schema)


_SCALAR: dict[str, Any] = {"type": ["number", "string"]}
_LIST: dict[str, Any] = {"type": "array", "items": _SCALAR}
_EVENT: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["when"],
    "properties": {"when": {"type": "string"}, "direction": {"enum": [-1, 0, 1]}, "stop": {"type": "boolean"}},
}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "start": {"type": "object", "additionalProperties": {"anyOf": [_SCALAR, _LIST]}},
    "set": {"type": "object", "additionalProperties": _SCALAR},
    "inputs": {"type": "object", "additionalProperties": {"anyOf": [_SCALAR, {"type": "array"}]}},
    "events": {"anyOf": [{"type": "string"}, _EVENT, {"type": "array", "items": {"anyOf": [{"type": "string"}, _EVENT]}}]},
    "integrator": {
        "anyOf": [{"type": "string"}, {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}}]
    },
    "outputs": {"type": "object", "additionalProperties": {"type": "string"}},
    "tolerance": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
}  # fmt: skip
_TOLERANCE = _kind(_tolerance, _SCHEMAS["tolerance"])


@part
class Case(metaclass=Reporting):
    """An analysis of a mechanism that can be repeated for other designs: its start, its duration and its outputs.

    `analysis` is simulate, kinematics, equilibrium or modes. `start` gives the positions and speeds to assemble at, as
    numbers or expressions of parameters; with `settle` the motion starts from the equilibrium near there. `set` changes
    numbers of the mechanism. `outputs` are expressions of signals inside `final initial mean rms integral peak` (a
    smooth maximum) and their like.

    >>> case = lw.Case("cycle", start={"A.angle": 1.0}, duration=5, outputs={"load": "peak(D.force.y)"})
    >>> lw.run(model, case).outputs
    """

    name: Name
    _: KW_ONLY
    analysis: Annotated[str, *_kind(_analysis, {"enum": list(ANALYSES)})] = "simulate"
    start: Annotated[Mapping[str, StartValue], *_kind(_start, _SCHEMAS["start"])] = Field(default_factory=dict)
    settle: Annotated[bool, *_kind(_flag, {"type": "boolean"})] = False
    duration: MaybeScalar = None  # s
    times: Annotated[int, *_kind(_count, {"type": "integer", "minimum": 2})] = TIMES  # of kinematics, evenly spaced
    set: Annotated[Mapping[str, float | str], *_kind(_set, _SCHEMAS["set"])] = Field(default_factory=dict)
    inputs: Annotated[Mapping[str, InputValue], *_kind(_inputs, _SCHEMAS["inputs"])] = Field(default_factory=dict)
    events: Annotated[Sequence[Event], *_kind(_events, _SCHEMAS["events"])] = ()
    integrator: Annotated[
        Integrator | None, *_kind(lambda x: None if x is None else integrator_of(x), _SCHEMAS["integrator"])
    ] = None
    rtol: Annotated[float | None, *_TOLERANCE] = None  # 1e-6 unless given
    atol: Annotated[float | None, *_TOLERANCE] = None  # of 1 rad and the model's length; rtol unless given
    outputs: Annotated[dict[str, str], *_kind(_outputs, _SCHEMAS["outputs"])] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fields_agree(self):
        problems = []
        for name, text in self.outputs.items():
            try:
                read_output(text, self.analysis)
            except ValueError as error:
                problems.append(f"outputs.{name}: {error}")
        if self.analysis in ("equilibrium", "modes"):
            problems += [
                f"{word}: is for motions, and {self.analysis} has none; remove it"
                for word in ("duration", "events", "integrator")
                if getattr(self, word) not in (None, ())
            ]
        if self.analysis == "kinematics" and (self.events or self.integrator is not None or self.settle):
            problems.append("events, integrator and settle are for simulate; kinematics follows its drivers")
        both = (None, None) if self.integrator is None else self.integrator.tolerances
        for word, given, own in zip(("rtol", "atol"), (self.rtol, self.atol), both, strict=True):
            if given is not None and own is not None and given != own:
                kind = type(self.integrator).__name__
                problems.append(
                    f"{word}: is {given!r} here and {own!r} in {kind}; give it once, or the same value twice"
                )
        if isinstance(self.duration, float) and self.duration < 0:
            problems.append(f"duration: {self.duration:g} s is below zero")
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def output(self, name: str) -> Output:
        """Return the parsed output of this name."""
        return read_output(self.outputs[name], self.analysis)

    def changed(self, **fields: object) -> Case:
        """Return the same case with some fields changed."""
        return dataclasses.replace(self, **fields)


FIELDS = tuple(field.name for field in dataclasses.fields(Case) if field.name != "name")
