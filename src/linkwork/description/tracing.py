"""Numbers that record what is computed from them, so that the same computation can be repeated for other numbers.

    trace = Trace([2.0, 3.0])
    x, y = trace.numbers
    z = x * y + 1.0            # records ("mul", 0, 1) and ("add", 2, 3), with 1.0 as a further constant
    if z > 5.0: ...            # records that 5.0 is less than z

Operations are recorded by name. A comparison is a condition: where it comes out otherwise, the computation takes another
way and has to be made anew. What cannot be recorded, such as the conversion to a float, raises a TypeError.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

CONDITIONS = ("less", "at most", "equal")


class Trace:
    """The operations recorded so far: (name, first, second) for each; a condition also has its outcome."""

    def __init__(self, values: Sequence[float]):
        self.constants: list[float] = list(values)
        self.operations: list[tuple[str, Any, Any]] = []  # of Traced or float
        self.outcomes: list[bool] = []  # of conditions; True for other operations
        self._known: dict[tuple, Traced] = {}
        self.numbers = [Traced(self, value, -1 - k) for k, value in enumerate(values)]

    def record(self, name: str, value: float, x: Any, y: Any = 0.0) -> Traced:
        """Return the result of an operation on numbers, recorded once."""
        key = (name, _key(x), _key(y))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Traced(self, value, len(self.operations))
            self.operations.append((name, x, y))
            self.outcomes.append(bool(value) if name in CONDITIONS else True)
        return known


class Traced:
    """A number that records what is computed from it. `place` is that of its operation, or -1 - k for the given
    number k."""

    __slots__ = ("place", "trace", "value")

    def __init__(self, trace: Trace, value: float, place: int):
        self.trace, self.value, self.place = trace, value, place

    @property
    def real(self) -> Traced:
        return self

    @property
    def imag(self) -> float:
        return 0.0

    def function(self, name: str, value: float) -> Any:
        """Return the function of that name, with its value here."""
        return self.trace.record(name, value, self)

    def _two(self, name: str, other: Any, value: Any, swapped: bool = False) -> Any:
        if not isinstance(other, (Traced, float, int, np.floating, np.integer)):
            return NotImplemented
        x, y = (other, self) if swapped else (self, other)
        return self.trace.record(name, value(_value(x), _value(y)), x, y)

    def __add__(self, other: Any) -> Any:
        return self._two("add", other, lambda x, y: x + y)

    def __radd__(self, other: Any) -> Any:
        return self._two("add", other, lambda x, y: x + y, True)

    def __sub__(self, other: Any) -> Any:
        return self._two("sub", other, lambda x, y: x - y)

    def __rsub__(self, other: Any) -> Any:
        return self._two("sub", other, lambda x, y: x - y, True)

    def __mul__(self, other: Any) -> Any:
        return self._two("mul", other, lambda x, y: x * y)

    def __rmul__(self, other: Any) -> Any:
        return self._two("mul", other, lambda x, y: x * y, True)

    def __truediv__(self, other: Any) -> Any:
        return self._two("div", other, lambda x, y: x / y)

    def __rtruediv__(self, other: Any) -> Any:
        return self._two("div", other, lambda x, y: x / y, True)

    def __pow__(self, other: Any) -> Any:
        return self._two("pow", other, lambda x, y: x**y)

    def __neg__(self) -> Traced:
        return self.function("neg", -self.value)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self.function("abs", abs(self.value))

    def sqrt(self) -> Traced:  # NumPy calls these methods of the entries of arrays of objects
        return self.function("sqrt", math.sqrt(self.value))

    def conjugate(self) -> Traced:
        return self

    def _holds(self, name: str, x: Any, y: Any, value: bool) -> bool:
        self.trace.record(name, value, x, y)
        return value

    def __lt__(self, other: Any) -> bool:
        return self._holds("less", self, other, self.value < _value(other))

    def __gt__(self, other: Any) -> bool:
        return self._holds("less", other, self, _value(other) < self.value)

    def __le__(self, other: Any) -> bool:
        return self._holds("at most", self, other, self.value <= _value(other))

    def __ge__(self, other: Any) -> bool:
        return self._holds("at most", other, self, _value(other) <= self.value)

    def __eq__(self, other: object) -> bool:
        return self._holds("equal", self, other, self.value == _value(other))

    def __ne__(self, other: object) -> bool:
        return not self._holds("equal", self, other, self.value == _value(other))

    def __bool__(self) -> bool:
        return self != 0.0

    def __round__(self, digits: int | None = None) -> int:
        whole = round(self.value)
        if not abs(self - whole) < 0.5:
            raise TypeError(f"{self.value} lies between two whole numbers")
        return whole

    def __float__(self) -> float:
        raise TypeError("a traced number has no value of its own")

    __hash__ = None  # type: ignore[assignment]


def _value(x: Any) -> float:
    return x.value if isinstance(x, Traced) else x


def _key(x: Any) -> tuple:
    """Return what tells an operand from others, zeros of both signs included."""
    return (x.place,) if isinstance(x, Traced) else (float(x), math.copysign(1.0, x))


def is_finite(x: Any) -> bool:
    """Return whether a number, float, complex or traced, is finite."""
    if isinstance(x, Traced):
        return abs(x) <= sys.float_info.max
    return math.isfinite(x.real) and math.isfinite(x.imag)


def are_finite(array: Any) -> bool:
    """Return whether all entries of an array are finite."""
    array = np.asarray(array)
    return all(map(is_finite, array.ravel())) if array.dtype == object else bool(np.isfinite(array).all())


def two(name: str, function: Callable[[float, float], float], x: Any, y: Any) -> Any:
    """Return a function of two numbers, at least one of which is traced."""
    trace = x.trace if isinstance(x, Traced) else y.trace
    return trace.record(name, function(_value(x), _value(y)), x, y)


def larger(x: Any, y: Any) -> Any:
    """Return the number with the larger real part, the first of equals."""
    if isinstance(x, Traced) or isinstance(y, Traced):
        return two("max", max, x, y)
    return y if y.real > x.real else x


def largest(column: np.ndarray) -> Any:
    """Return the entry with the largest real part."""
    return reduce(larger, column) if column.dtype == object else column[column.real.argmax()]
