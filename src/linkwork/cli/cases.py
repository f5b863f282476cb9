"""The cases of a mechanism file: what a simulation starts from, how long it lasts, what it changes.

    cases:
      fall: {start: {A.angle: 60*deg}, duration: 10, set: {K.stiffness: 90}, inputs: {torque: 5*sin(time)}}

Read here for `linkwork run`, `check` and `equilibrium`; outputs of a case are kept in the file and not evaluated.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from linkwork.cli.choices import integrator
from linkwork.cli.values import ArgumentError
from linkwork.description.choices import Event, Integrator
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.expressions import evaluate, parse
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers

FIELDS = ("analysis", "start", "settle", "duration", "set", "inputs", "events", "integrator", "outputs")


@dataclass
class Case:
    """What was read of a case."""

    name: str = ""
    start: dict[str, Any] = field(default_factory=dict)
    duration: float | None = None  # s
    set: dict[str, Any] = field(default_factory=dict)  # numbers of the mechanism by path
    inputs: dict[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    integrator: Integrator | None = None
    outputs: tuple[str, ...] = ()  # names
    settle: bool = False  # whether it starts from the position of rest that is found from its start


def chosen_case(mechanism: Mechanism, name: str | None, *, only: bool = False, required: bool = False) -> Case:
    """The named case; without a name, the `only` one of the file if that is wanted, else none unless one is required."""
    cases = mechanism.cases
    if name is None:
        if only and len(cases) == 1:
            name = next(iter(cases))
        elif required:
            remedy = f"choose one with --case: {', '.join(cases)}" if cases else "the file has no cases"
            raise ArgumentError(f"how long? give --duration in seconds, or a case; {remedy}")
        else:
            return Case()
    if name not in cases:
        raise ArgumentError(f"there is no case {name!r}; {did_you_mean(name, cases, 'the cases are')}")
    return _read(mechanism, name, cases[name])


def _read(mechanism: Mechanism, name: str, content: Any) -> Case:
    """A case, or a DescriptionError with every mistake in it."""
    if content is not None and not isinstance(content, Mapping):
        raise DescriptionError(f"cases.{name}: is not a mapping of fields such as duration and start")
    entry = {word: value for word, value in (content or {}).items() if value is not None}
    problems = [
        f"{word}: unknown field; {did_you_mean(str(word), FIELDS, 'the fields are')}"
        for word in entry
        if word not in FIELDS
    ]
    if entry.get("analysis", "simulate") != "simulate":
        problems.append(f"analysis: {entry['analysis']!r} is not known here; this command runs 'simulate'")
    if not isinstance(entry.get("settle", False), bool):
        problems.append(f"settle: {entry['settle']!r:.60} is not true (start from rest near the start) or false")
    scalar = _Scalars(mechanism)
    readers: dict[str, Callable[[Any], Any]] = {
        "set": lambda value: _mapping(value, lambda item: item if isinstance(item, str) else scalar(item)),
        "start": lambda value: _mapping(value, scalar.or_list),
        "duration": scalar,
        "inputs": lambda value: _mapping(value, _input),
        "events": lambda value: tuple(_event(item) for item in (value if isinstance(value, list) else [value])),
        "integrator": integrator,
        "outputs": lambda value: tuple(_mapping(value, str)),
        "settle": lambda value: value,
    }
    found: dict[str, Any] = {}
    for word, read in readers.items():
        if word in entry:
            try:
                found[word] = read(entry[word])
            except (DescriptionError, ArgumentError) as error:
                problems += [f"{word}: {problem}" for problem in getattr(error, "problems", [str(error)])]
    if problems:
        raise DescriptionError([f"cases.{name}.{problem}" for problem in problems])
    return Case(name, **found)


class _Scalars:
    """Numbers of a case: plain, or expressions of the mechanism's parameters such as 60*deg."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism

    @cached_property
    def numbers(self) -> Numbers:
        return Numbers(self.mechanism)

    def __call__(self, value: Any) -> float:
        if isinstance(value, str):
            value = float(evaluate(parse(value), self.numbers.value).real)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise DescriptionError(f"{value!r:.60} is not a finite number")
        return float(value)

    def or_list(self, value: Any) -> Any:
        return [self(item) for item in value] if isinstance(value, list) else self(value)


def _mapping(value: Any, read: Callable[[Any], Any]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise DescriptionError(f"{value!r:.60} is not a mapping of names to values")
    found, problems = {}, []
    for key, item in value.items():
        try:
            found[str(key)] = read(item)
        except DescriptionError as error:
            problems += [f"{key}: {problem}" for problem in error.problems]
    if problems:
        raise DescriptionError(problems)
    return found


def _input(value: Any) -> Any:
    """A number, an expression of time, or [times, samples]."""
    if isinstance(value, list):
        if len(value) != 2 or not all(isinstance(row, list) for row in value):
            raise DescriptionError(f"{value!r:.60} is not [times, samples]")
        return tuple(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise DescriptionError(f"{value!r:.60} is not a number, an expression of time, or [times, samples]")
    return value


def _event(value: Any) -> Event:
    """`A.angle - 1`, or {when: A.angle - 1, direction: 1, stop: true}."""
    if isinstance(value, str):
        return Event(value)
    known = [item.name for item in dataclasses.fields(Event)]
    if not isinstance(value, Mapping) or "when" not in value or not set(value) <= set(known):
        raise DescriptionError(
            f"{value!r:.60} is not an event; write an expression, or {{when: …, direction: 1, stop: true}}"
        )
    try:
        return Event(**value)
    except ValueError as error:
        raise DescriptionError(str(error)) from None
