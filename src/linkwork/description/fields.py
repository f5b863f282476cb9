"""Which fields of a part hold numbers, and how their components are named.

A *leaf* is one Scalar of a description: a number or an expression. Its path is
`<part>.<field>[.<component>]`: x, y, z in vectors, points and directions, an index elsewhere.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from linkwork.description import values
from linkwork.description.parts import bodies, joints
from linkwork.description.parts.blocks import state_values
from linkwork.description.parts.part import Part

XYZ = ("x", "y", "z")
_KINDS: dict[Any, str] = {
    values.scalar: "scalar",
    values.vec: "vec",
    values.point: "point",
    values.direction: "direction",
    values.inertia: "list",
    values.pair: "list",
    values.six: "list",
    values.six_by_six: "matrix",
    values.number_list: "list",
    values.named_scalars: "mapping",
    joints._terms: "mapping",
    state_values: "mapping",
    bodies._shapes: "shapes",
}


@functools.cache
def field_kinds(cls: type) -> dict[str, str]:
    """Return the kind of each field that holds numbers: scalar, vec, point, direction, list, matrix, mapping or
    shapes."""
    hints = typing.get_type_hints(cls, include_extras=True)
    kinds = {}
    for field in dataclasses.fields(cls):
        for marker in getattr(hints[field.name], "__metadata__", ()):
            function = getattr(marker, "func", None)
            kind = _KINDS.get(getattr(function, "__wrapped__", function))
            if kind:
                kinds[field.name] = kind
    return kinds


def leaves(kind: str, value: Any) -> Iterator[tuple[str, float | str]]:
    """Yield (".component", number or expression) for a field's value; nothing for None and points given by name."""
    if value is None:
        return
    if kind == "scalar" or (kind == "list" and not isinstance(value, tuple)):
        yield "", value
    elif kind in ("vec", "point", "direction"):
        if len(value) == 3 and not isinstance(value, str):
            yield from ((f".{axis}", item) for axis, item in zip(XYZ, value, strict=True))
    elif kind == "mapping":
        assert isinstance(value, Mapping)
        yield from ((f".{key}", item) for key, item in value.items())
    elif kind == "shapes":
        for index, shape in enumerate(value):
            for field, shape_kind in field_kinds(type(shape)).items():
                for suffix, item in leaves(shape_kind, getattr(shape, field)):
                    yield f".{index}.{field}{suffix}", item
    else:
        for index, item in enumerate(value):
            if isinstance(item, tuple):
                yield from ((f".{index}.{column}", entry) for column, entry in enumerate(item))
            else:
                yield f".{index}", item


def part_leaves(part: Part) -> Iterator[tuple[str, str, float | str]]:
    """Yield (field, ".component", number or expression) for every leaf of a part."""
    for field, kind in field_kinds(type(part)).items():
        value = getattr(part, field)
        if value is None:
            continue
        if type(value) is float:
            yield field, "", value
        else:
            for suffix, item in leaves(kind, value):
                yield field, suffix, item
