"""`name=value` arguments of the shell, the one place where degrees are accepted."""

from __future__ import annotations

import math
import re

UNITS = {"deg": math.pi / 180.0, "rad": 1.0, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "rpm": math.pi / 30.0}
_VALUE = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*\*?\s*([a-zA-Z]*)\s*")


class ArgumentError(ValueError):
    """A command-line argument that cannot be read."""


def number(text: str) -> float:
    """A number with an optional unit: `1.2`, `60deg`, `250 mm`, `-3e2`."""
    match = _VALUE.fullmatch(text)
    if match is None:
        raise ArgumentError(f"{text!r} is not a number; write for example 1.2, 60deg or 250mm")
    unit = match[2]
    if unit and unit not in UNITS:
        raise ArgumentError(f"{text!r}: unknown unit {unit!r}; units are {', '.join(UNITS)}")
    value = float(match[1]) * (UNITS[unit] if unit else 1.0)
    if not math.isfinite(value):
        raise ArgumentError(f"{text!r} is too large")
    return value


def assignments(arguments: list[str]) -> dict[str, float]:
    """`["A.angle=60deg"]` as `{"A.angle": 1.047…}`; every argument once."""
    result: dict[str, float] = {}
    for argument in arguments:
        name, equals, text = argument.partition("=")
        name = name.strip()
        if not equals or not name:
            raise ArgumentError(f"{argument!r} is not of the form name=value, e.g. A.angle=60deg")
        if name in result:
            raise ArgumentError(f"{name!r} is given twice")
        result[name] = number(text)
    return result
