"""Names of formulations and integrators in the shell and in files: `NullSpace` is called null-space."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from linkwork.description.choices import Integrator
from linkwork.description.errors import DescriptionError, did_you_mean


def choice_names(kind: type) -> dict[str, type]:
    """Return the choices of a kind by name.

    >>> sorted(choice_names(Integrator))[:2]
    ['adams', 'bdf']
    """
    choices: dict[str, type] = {}
    for choice in kind.__subclasses__():
        choices |= choice_names(choice) if choice.__subclasses__() else {_kebab(choice.__name__): choice}
    return choices


def name_of(choice: Any) -> str:
    """Return the name of a choice.

    >>> name_of(BDF())
    'bdf'
    """
    return _kebab(type(choice).__name__)


def named_choice(kind: type, name: Any, given: Mapping[str, Any]) -> Any:
    """Return the choice of that name with its fields; raise a DescriptionError if it does not exist."""
    word, known = kind.__name__.lower(), choice_names(kind)
    if not isinstance(name, str) or name not in known:
        raise DescriptionError(f"{word} {name!r} is not known; {did_you_mean(str(name), known, f'{word}s are')}")
    fields = {field.name: field for field in dataclasses.fields(known[name])}
    for field in given:
        if field not in fields:
            raise DescriptionError(f"{word} {name}: it has no {field!r}; {did_you_mean(str(field), fields, 'it has')}")
    missing = [f.name for f in fields.values() if f.default is dataclasses.MISSING and f.name not in given]
    if missing:
        raise DescriptionError(f"{word} {name}: give its {', '.join(missing)}, for example --{missing[0]} 0.001")
    try:
        return known[name](**given)
    except (TypeError, ValueError) as error:
        raise DescriptionError(str(error)) from None


def integrator_of(value: Any) -> Integrator:
    """Return an integrator given as an object, by its name, or as {type: name, …} with its fields."""
    if isinstance(value, Integrator):
        return value
    if isinstance(value, str):
        return named_choice(Integrator, value, {})
    if isinstance(value, Mapping):
        fields = dict(value)
        return named_choice(Integrator, fields.pop("type", None), fields)
    raise DescriptionError(f"{value!r:.60} is not an integrator; write for example lw.Radau() or, in a file, radau")


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "-", name).lower()
