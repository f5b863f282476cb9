"""Designs as data beside a mechanism: the numbers of its sweeps, on a grid, spread over ranges, or listed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from linkwork.description.cases import read_mapping
from linkwork.description.errors import did_you_mean
from linkwork.description.parts.part import Reporting, part
from linkwork.description.values import Name, is_bool, path, scalar, scalars

METHODS = ("sobol", "halton", "latin", "random")
MOST = 10**7  # designs
DISTRIBUTIONS = {"uniform": ("low", "high"), "normal": ("mean", "deviation"), "triangular": ("low", "mode", "high")}


def _grid(value: Any) -> dict[str, tuple[float | str, ...]]:
    def read(item: Any) -> tuple[float | str, ...]:
        items = item.tolist() if hasattr(item, "tolist") else item
        if not isinstance(items, (list, tuple)) or not items:
            raise ValueError(f"{item!r:.60} is not a list of values")
        return tuple(scalars(list(items), range(len(items))))

    return read_mapping(value, path, read)


def _spread(value: Any) -> dict[str, dict[str, tuple[float | str, ...]]]:
    return read_mapping(value, path, _distribution)


def _distribution(value: Any) -> dict[str, tuple[float | str, ...]]:
    """Return a distribution from [low, high] or {normal: [mean, deviation]}."""
    given = {"uniform": value} if isinstance(value, (list, tuple)) else value
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ValueError(f"{value!r:.60} is not [low, high] or a distribution such as {{normal: [mean, deviation]}}")
    ((word, items),) = given.items()
    if word not in DISTRIBUTIONS:
        raise ValueError(f"{word!r:.40} is not known; {did_you_mean(str(word), DISTRIBUTIONS, 'distributions are')}")
    names = DISTRIBUTIONS[word]
    if not isinstance(items, (list, tuple)) or len(items) != len(names):
        raise ValueError(f"{word} takes [{', '.join(names)}], not {items!r:.60}")
    return {word: tuple(scalars(list(items), range(len(items))))}


def _table(value: Any) -> tuple[dict[str, float | str], ...]:
    items = value if isinstance(value, (list, tuple)) else [value]
    return tuple(read_mapping(item, path, scalar) for item in items)


def _method(value: Any) -> str:
    if value not in METHODS:
        raise ValueError(f"{value!r:.40} is not known; {did_you_mean(str(value), METHODS, 'methods are')}")
    return value


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(f"{value!r:.40} is not a number of designs, 1 to {MOST:g}")
    return value


def _seed(value: Any) -> int:
    if is_bool(value) or not isinstance(value, int) or not 0 <= value <= 10**9:
        raise ValueError(f"{value!r:.40} is not a whole number from 0")
    return value


def _cases(value: Any) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else list(value or ())
    if not all(isinstance(item, str) for item in items):
        raise ValueError(f"{value!r:.60} is not a list of names of cases")
    return tuple(items)


_SCALAR: dict[str, Any] = {"type": ["number", "string"]}
_LIST: dict[str, Any] = {"type": "array", "items": _SCALAR}
_RANGE: dict[str, Any] = {
    "anyOf": [
        {**_LIST, "minItems": 2, "maxItems": 2},
        *(
            {
                "type": "object",
                "additionalProperties": False,
                "required": [word],
                "properties": {word: {**_LIST, "minItems": len(names), "maxItems": len(names)}},
            }
            for word, names in DISTRIBUTIONS.items()
        ),
    ]
}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "grid": {"type": "object", "additionalProperties": {**_LIST, "minItems": 1}},
    "spread": {"type": "object", "additionalProperties": _RANGE},
    "table": {"type": "array", "items": {"type": "object", "additionalProperties": _SCALAR}},
    "count": {"type": "integer", "minimum": 1, "maximum": MOST},
    "seed": {"type": "integer", "minimum": 0},
    "cases": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
}


@part
class Designs(metaclass=Reporting):
    """The designs of a sweep, stored beside a mechanism: exactly one of `grid`, `spread` and `table`.

    `grid` gives the values of numbers by path, for all combinations; `spread` gives `(low, high)` or a distribution
    {"normal": (mean, deviation)}, {"triangular": (low, mode, high)} for each number, of which `count` designs are drawn
    by `method` (sobol, halton, latin, random) with `seed`; `table` lists designs. Values may be expressions of
    parameters. `cases` names the cases of the mechanism that are run; all of them unless given.

    >>> designs = lw.Designs("tolerances", spread={"L1": {"normal": ("L1", 0.002)}, "K.stiffness": (90, 110)}, count=1024)
    >>> lw.sweep(model, case, designs)
    """

    name: Name
    _: KW_ONLY
    grid: Annotated[Mapping[str, Sequence[float | str]], PlainValidator(_grid), WithJsonSchema(_SCHEMAS["grid"])] = (
        Field(default_factory=dict)
    )
    spread: Annotated[
        Mapping[str, Sequence[float | str] | Mapping[str, Sequence[float | str]]],
        PlainValidator(_spread),
        WithJsonSchema(_SCHEMAS["spread"]),
    ] = Field(default_factory=dict)
    table: Annotated[
        Sequence[Mapping[str, float | str]], PlainValidator(_table), WithJsonSchema(_SCHEMAS["table"])
    ] = ()
    count: Annotated[int, PlainValidator(_count), WithJsonSchema(_SCHEMAS["count"])] = 1024
    method: Annotated[str, PlainValidator(_method), WithJsonSchema({"enum": list(METHODS)})] = "sobol"
    seed: Annotated[int, PlainValidator(_seed), WithJsonSchema(_SCHEMAS["seed"])] = 0
    cases: Annotated[Sequence[str], PlainValidator(_cases), WithJsonSchema(_SCHEMAS["cases"])] = ()

    @model_validator(mode="after")
    def _one_kind(self):
        given = [word for word in ("grid", "spread", "table") if getattr(self, word)]
        if len(given) != 1:
            raise ValueError(f"has {' and '.join(given) or 'none'} of grid, spread and table; give exactly one")
        return self

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the numbers that differ from design to design."""
        return tuple(dict.fromkeys(path for given in (self.grid, self.spread, *self.table) for path in given))


FIELDS = tuple(field.name for field in dataclasses.fields(Designs) if field.name != "name")
