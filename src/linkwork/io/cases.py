"""Reading and writing of the sections `cases` and `designs` of mechanism files."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from linkwork.description.cases import FIELDS, Case
from linkwork.description.choice_names import name_of
from linkwork.description.choices import Event
from linkwork.description.designs import FIELDS as DESIGN_FIELDS
from linkwork.description.designs import Designs
from linkwork.description.errors import DescriptionError, did_you_mean

Entry = TypeVar("Entry")


def read_cases(content: Any, problems: list[str]) -> dict[str, Case]:
    """Return the cases by name; mistakes are appended to `problems`, each with its path."""
    return _section("cases", content, problems, Case, FIELDS)


def read_designs(content: Any, problems: list[str]) -> dict[str, Designs]:
    """Return the designs of sweeps by name; mistakes are appended to `problems`, each with its path."""
    return _section("designs", content, problems, Designs, DESIGN_FIELDS)


def _section(
    section: str, content: Any, problems: list[str], kind: Callable[..., Entry], known: Sequence[str]
) -> dict[str, Entry]:
    if content is not None and not isinstance(content, Mapping):
        problems.append(f"{section}: holds {kind_of_data(content)}, not a mapping of names to {section}")
        return {}
    problems += [f"{path}: {value} is not a finite number" for path, value in _not_finite(content, section)]
    entries = {}
    for name, fields in (content or {}).items():
        entry, wrong = _parsed(section, name, fields, kind, known)
        problems += wrong
        if entry is not None:
            entries[name] = entry
    return entries


def _parsed(
    section: str, name: str, content: Any, kind: Callable[..., Entry], known: Sequence[str]
) -> tuple[Entry | None, list[str]]:
    """Return an entry as far as it can be read, and its problems."""
    place = f"{section}.{name}"
    if content is not None and not isinstance(content, Mapping):
        return None, [f"{place}: is not a mapping of fields such as {known[0]} and {known[1]}"]
    entry = {word: value for word, value in (content or {}).items() if value is not None}
    problems = [
        f"{place}.{word}: unknown field; {did_you_mean(str(word), known, 'the fields are')}"
        for word in entry
        if word not in known
    ]
    made = None
    try:
        made = kind(name, **{word: value for word, value in entry.items() if word in known})
    except DescriptionError as error:
        heading = f"{kind.__name__}({name!r}): "
        for problem in error.problems:
            rest = problem.removeprefix(heading)
            problems.append(f"{place}.{rest}" if not rest.startswith("name: ") else f"{place}: {rest[6:]}")
    return made, problems


def designs_data(designs: Designs) -> dict[str, Any]:
    """Return the file form of the designs of a sweep; fields at their defaults are left out."""
    data = {
        field.name: getattr(designs, field.name)
        for field in dataclasses.fields(designs)
        if field.name != "name" and not is_default(field, getattr(designs, field.name))
    }
    if "spread" in data:
        data["spread"] = {path: given.get("uniform", given) for path, given in data["spread"].items()}
    return data


def case_data(case: Case) -> dict[str, Any]:
    """Return the file form of a case; fields at their defaults are left out."""
    data: dict[str, Any] = {}
    for field in dataclasses.fields(case):
        value = getattr(case, field.name)
        if field.name == "name" or is_default(field, value):
            continue
        if field.name == "events":
            value = [_choice_data(event) if event != Event(event.when) else event.when for event in value]
        elif field.name == "integrator":
            fields = _choice_data(value)
            value = {"type": name_of(value), **fields} if fields else name_of(value)
        data[field.name] = value
    return data


def _choice_data(choice: Any) -> dict[str, Any]:
    fields = ((field, getattr(choice, field.name)) for field in dataclasses.fields(choice))
    return {field.name: value for field, value in fields if not is_default(field, value)}


def is_default(field: dataclasses.Field, value: Any) -> bool:
    """Return whether a field has its default value and need not be written."""
    default: Any = field.default
    factory: Any = field.default_factory
    if hasattr(default, "default_factory"):  # pydantic's own kind of field
        factory = default.default_factory or dataclasses.MISSING
    if factory is not dataclasses.MISSING:
        return value == factory()
    return default is not dataclasses.MISSING and value == default


def kind_of_data(value: Any) -> str:
    """Return a description of a value's kind for messages."""
    if value is None:
        return "nothing"
    return {dict: "a mapping", list: "a list", str: "text", bool: "true/false"}.get(type(value), "a number")


def _not_finite(value: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, float) and not math.isfinite(value):
        yield path, value
    elif isinstance(value, (Mapping, list)):
        for key, item in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _not_finite(item, f"{path}.{key}")
