"""Formulations and integrators by their names: `NullSpace` is null-space, in the shell and in the cases of a file."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from linkwork.cli.values import ArgumentError
from linkwork.description.choices import Formulation, Integrator


def names(kind: type) -> dict[str, type]:
    """The choices of a kind by name: those that the package offers."""
    import linkwork

    found: dict[str, type] = {}
    for choice in kind.__subclasses__():
        found |= names(choice) if choice.__subclasses__() else {_kebab(choice.__name__): choice}
    return {name: choice for name, choice in found.items() if choice.__name__ in linkwork.__all__}


def formulation(name: str | None) -> Formulation | None:
    """>>> formulation("partial-velocity")
    PartialVelocity()
    """
    return None if name is None else _choice(Formulation, name, {})


def integrator(chosen: str | Mapping[str, Any] | None, step: float | None = None) -> Integrator | None:
    """From a name, or from a mapping {type: name, …} with its fields.

    >>> integrator("runge-kutta-4", step=1e-3)
    RungeKutta4(step=0.001)
    """
    if chosen is None:
        if step is not None:
            raise ArgumentError("a fixed step belongs to an integrator: add --integrator runge-kutta-4")
        return None
    fields: dict[str, Any] = {} if isinstance(chosen, str) else dict(chosen)
    name = chosen if isinstance(chosen, str) else fields.pop("type", None)
    return _choice(Integrator, name, fields if step is None else {**fields, "step": step})


def _choice(kind: type, name: Any, given: Mapping[str, Any]) -> Any:
    from linkwork.description.errors import did_you_mean

    word, known = kind.__name__.lower(), names(kind)
    if not isinstance(name, str) or name not in known:
        raise ArgumentError(f"{word} {name!r} is not known; {did_you_mean(str(name), known, f'{word}s are')}")
    fields = {field.name: field for field in dataclasses.fields(known[name])}
    for field in given:
        if field not in fields:
            raise ArgumentError(f"{word} {name}: it has no {field!r}; {did_you_mean(field, fields, 'it has')}")
    missing = [f.name for f in fields.values() if f.default is dataclasses.MISSING and f.name not in given]
    if missing:
        raise ArgumentError(f"{word} {name}: give its {', '.join(missing)}, for example --{missing[0]} 0.001")
    try:
        return known[name](**given)
    except (TypeError, ValueError) as error:
        raise ArgumentError(str(error)) from None


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "-", name.replace("SciPy", "Scipy")).lower()
