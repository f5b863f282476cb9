"""`name=value` arguments of the shell, the one place where degrees are accepted."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

UNITS = {"deg": math.pi / 180.0, "rad": 1.0, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "rpm": math.pi / 30.0}
_VALUE = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?:\s*\*?\s*([a-zA-Z]+))?\s*")


class ArgumentError(ValueError):
    """Raised for a command-line argument that cannot be read."""


def number(text: str, plain_unit: float = 1.0) -> float:
    """Return a number with an optional unit: `1.2`, `60deg`, `250 mm`, `-3e2`; `plain_unit` is the unit of one
    without a unit."""
    match = _VALUE.fullmatch(text)
    if match is None:
        raise ArgumentError(f"{text!r} is not a number; write for example 1.2, 60deg or 250mm")
    unit = match[2]
    if unit and unit not in UNITS:
        raise ArgumentError(f"{text!r}: unknown unit {unit!r}; units are {', '.join(UNITS)}")
    value = float(match[1]) * (UNITS[unit] if unit else plain_unit)
    if not math.isfinite(value):
        raise ArgumentError(f"{text!r} is too large")
    return value


def pairs(arguments: Iterable[str]) -> dict[str, str]:
    """Return `["A.angle=60deg"]` as `{"A.angle": "60deg"}`; every name may occur once."""
    result: dict[str, str] = {}
    for argument in arguments:
        name, equals, text = argument.partition("=")
        name = name.strip()
        if not equals or not name:
            raise ArgumentError(f"{argument!r} is not of the form name=value, e.g. A.angle=60deg")
        if name in result:
            raise ArgumentError(f"{name!r} is given twice")
        result[name] = text
    return result


def assignments(arguments: Iterable[str]) -> dict[str, float]:
    """Return `["A.angle=60deg"]` as `{"A.angle": 1.047…}`; every name may occur once."""
    return {name: number(text) for name, text in pairs(arguments).items()}


def targets(arguments: Iterable[str], signal_table: Any, degrees: bool = False) -> dict[str, float | list[float]]:
    """Return the assignments to signals: three numbers between commas for a vector; plain numbers are degrees with
    `degrees`."""
    values_of: dict[str, float | list[float]] = {}
    for name, text in pairs(arguments).items():
        unit = UNITS["deg"] if degrees and signal_table.find(name).unit.startswith("rad") else 1.0
        values = [number(item, unit) for item in text.split(",")]
        values_of[name] = values[0] if len(values) == 1 else values
    return values_of


def span(text: str, otherwise: str) -> Any:
    """Return `0:80:41` as 41 values from 0 to 80, or raise an error with the message `otherwise`."""
    import numpy as np

    words = text.split(":")
    if len(words) != 3 or not words[2].strip().isdigit() or int(words[2]) < 2:
        raise ArgumentError(otherwise)
    return np.linspace(number(words[0]), number(words[1]), int(words[2]))


def workers(text: str | None) -> int | str | None:
    """Return a number of workers, or the address of a scheduler; None for all cores."""
    return int(text) if text is not None and text.isdigit() else text
