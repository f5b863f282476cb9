"""Replacement of one value of a mechanism by its path: `K.stiffness`, `A.at.x`, `gravity.y`,
`gear.terms.A.angle`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from numbers import Real
from typing import Any

from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.fields import XYZ
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Input, Parameter, Signal
from linkwork.description.values import FieldValue, plain_inputs


def replace_value(mechanism: Mechanism, path: str, value: FieldValue) -> None:
    """Replace the value at a path of a mechanism; see `Mechanism.set`."""
    head, *rest = path.split(".")
    if head == "gravity":
        gravity: Any = _replace(list(mechanism.gravity), rest, value, path, mechanism) if rest else value
        mechanism.gravity = gravity
        return
    if head not in mechanism:
        raise DescriptionError(
            f"{path}: there is no part {head!r}; {did_you_mean(head, mechanism.parts, 'the parts are')}"
        )
    part = mechanism[head]
    if not rest:
        if not isinstance(part, (Parameter, Input, Signal)):
            known = [field.name for field in dataclasses.fields(part) if field.name != "name"]
            raise DescriptionError(f"{path}: name the field of the {part.type} too, for example {path}.{known[0]}")
        rest = ["value"]
    field = rest[0]
    known = [item.name for item in dataclasses.fields(part) if item.name != "name"]
    if field not in known:
        raise DescriptionError(
            f"{path}: a {part.type} has no {field!r}; {did_you_mean(field, known, 'its fields are')}"
        )
    new = _replace(getattr(part, field), rest[1:], value, path, mechanism)
    mechanism._parts[head] = dataclasses.replace(part, **{field: new})


def _replace(old: Any, rest: list[str], value: Any, path: str, mechanism: Mechanism) -> Any:
    """Return `old` with the component `rest` replaced, rebuilding nested tuples, mappings and shapes."""
    if not rest:
        if isinstance(old, str) and isinstance(plain_inputs({path: value})[path], Real):
            numbers = Numbers(mechanism)
            if path in numbers.expressions:
                raise DescriptionError(f"{path}: {numbers.is_expression(path)}")
        return value
    word = rest[0]
    if isinstance(old, Mapping):
        key = ".".join(rest)  # a coupler's terms have dotted keys
        if key not in old:
            raise DescriptionError(f"{path}: there is no {key!r}; {did_you_mean(key, old, 'there are')}")
        return {**old, key: _replace(old[key], [], value, path, mechanism)}
    if dataclasses.is_dataclass(old) and not isinstance(old, type):
        return dataclasses.replace(old, **{word: _replace(getattr(old, word, None), rest[1:], value, path, mechanism)})
    if not isinstance(old, (tuple, list)) or (len(old) == 2 and isinstance(old[0], str)):
        raise DescriptionError(f"{path}: {old!r:.60} has no component {word!r}; set it as a whole")
    index = XYZ.index(word) if word in XYZ and len(old) == 3 else int(word) if word.isdigit() else -1
    if not 0 <= index < len(old):
        raise DescriptionError(f"{path}: there is no component {word!r} among {len(old)}")
    items = list(old)
    items[index] = _replace(items[index], rest[1:], value, path, mechanism)
    return items
