"""Checks of the names that a case uses, for a mechanism or a model: all mistakes at once, each with its field."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.expressions import evaluate, names
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parsing import parse
from linkwork.description.parts import Input, Signal
from linkwork.model.expressions.dependence import dependences
from linkwork.model.plans.design import START
from linkwork.model.signal_check import usable_signals
from linkwork.model.signals import Signals


def mechanism_case_problems(mechanism: Mechanism) -> list[str]:
    """Return the problems of the cases of a mechanism, as "cases.name.field: …"."""
    numbers = Numbers(mechanism)
    signals, _ = usable_signals(mechanism, numbers)
    return [
        f"cases.{case.name}.{problem}"
        for case in mechanism.cases.values()
        for problem in case_problems(case, signals, numbers)
    ]


def mechanism_design_problems(mechanism: Mechanism) -> list[str]:
    """Return the problems of the designs of a mechanism's sweeps, as "designs.name.field: …"."""
    numbers = Numbers(mechanism)
    problems = []
    for designs in mechanism.designs.values():
        place = f"designs.{designs.name}"
        for name in designs.cases:
            if name not in mechanism.cases:
                problems.append(
                    f"{place}.cases: there is no case {name!r}; {did_you_mean(name, mechanism.cases, 'cases are')}"
                )
        for path in designs.paths:
            if not path.startswith(START):
                problems += [f"{place}: {problem}" for problem in _plain(lambda path=path: numbers.position(path))]
    return problems


def case_problems(case: Case, signals: Signals, numbers: Numbers, only: Collection[str] | None = None) -> list[str]:
    """Return the problems of the names of a case, as "field: …"."""
    checks = {
        "start": _start,
        "duration": _duration,
        "set": _set,
        "inputs": _inputs,
        "events": _events,
        "outputs": _outputs,
    }
    problems = []
    for field, check in checks.items():
        if only is None or field in only:
            problems += [f"{field}: {problem}" for problem in check(case, signals, numbers)]
    return list(dict.fromkeys(problems))  # fmt: skip


def _start(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    for path, value in case.start.items():
        yield from _prefixed(path, lambda path=path: _require_place(path, signals))
        for item in value if isinstance(value, tuple) else (value,):
            yield from _prefixed(path, lambda item=item: number_of(item, numbers))


def _require_place(path: str, signals: Signals) -> None:
    signal = signals.find(path)
    if signal.source != "measures" or signal.order > 1:
        raise DescriptionError("is not a position or a speed; a case starts at positions and speeds")


def _duration(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    if case.duration is not None:
        try:
            value = number_of(case.duration, numbers)
            if not value.real >= 0:
                yield f"{case.duration!r} is {value:g} s, below zero"
        except DescriptionError as error:
            yield from error.problems


def _set(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    for path, value in case.set.items():
        if isinstance(value, str) and names(parse(value)):
            if path not in numbers.expressions:
                yield from _plain(lambda path=path: numbers.position(path))
            yield from _prefixed(path, lambda value=value: number_of(value, numbers))
        else:
            yield from _plain(lambda path=path: numbers.position(path))


def _inputs(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    known = [name for name, part in numbers.parts.items() if isinstance(part, Input)]
    for name, value in case.inputs.items():
        if name not in known:
            yield f"there is no input {name!r}; {did_you_mean(name, known, 'inputs are')}"
        if isinstance(value, str):
            yield from _prefixed(name, lambda value=value: _require_signals(value, signals, numbers))
    moving = {name: value for name, value in case.inputs.items() if isinstance(value, str)}
    if any(names(parse(value)) for value in moving.values()):  # an input may be given by signals that read it
        parts = {**numbers.parts, **{name: Signal(name, value) for name, value in moving.items()}}
        yield from (problem.partition(": ")[2] for problem in dependences(parts)[1])


def _events(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    for event in case.events:
        yield from _prefixed(event.when, lambda event=event: _require_signals(event.when, signals, numbers))


def _outputs(case: Case, signals: Signals, numbers: Numbers) -> Iterator[str]:
    for name in case.outputs:
        output = case.output(name)
        for path in sorted(names(output.outer)):
            if not path.startswith("@"):
                yield from _prefixed(name, lambda path=path: _require_number(path, signals, numbers))
        for term in output.terms:
            if term.kind == "event_time" and not 0 <= term.inner.args[0] < len(case.events):
                yield f"{name}: the case has {len(case.events)} events; event_time takes their number, from 0"
            for path in sorted(names(term.inner)):
                yield from _prefixed(name, lambda path=path: _require_signal(path, signals, numbers))


def _require_signals(text: str, signals: Signals, numbers: Numbers) -> None:
    for path in sorted(names(parse(text))):
        _require_signal(path, signals, numbers)


def _require_signal(path: str, signals: Signals, numbers: Numbers) -> None:
    """Require that a path is a number of the description or a scalar signal."""
    if path == "time" or numbers.constant(path) is not None:
        return
    signal = signals.find(path)
    if signal.post == "quaternion" or (signal.shape and signal.component is None):
        raise DescriptionError(f"{path!r} is not a number; add a component such as .x")


def _require_number(path: str, signals: Signals, numbers: Numbers) -> None:
    if path != "time" and numbers.constant(path) is not None:
        return
    _require_signal(path, signals, numbers)
    raise DescriptionError(
        f"{path!r} changes over time; take a number from it, such as final({path}), mean({path}) or peak({path})"
    )


def number_of(value: Any, numbers: Numbers) -> Any:
    """Return a number of a case, plain or an expression of parameters; it is complex if they are."""
    return evaluate(parse(value), numbers.value) if isinstance(value, str) else value


def _plain(check: Any) -> Iterator[str]:
    try:
        check()
    except DescriptionError as error:
        yield from error.problems


def _prefixed(name: str, check: Any) -> Iterator[str]:
    try:
        check()
    except DescriptionError as error:
        for problem in error.problems:
            yield f"{name}: {problem.removeprefix(f'signal {name!r}: ')}"
