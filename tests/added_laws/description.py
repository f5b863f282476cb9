"""Description classes of the added laws."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import ClassVar

from linkwork.description.parts.force_law import ForceLaw
from linkwork.description.parts.part import part
from linkwork.description.values import Identifier, PointLike, Scalar


@part
class Hardening(ForceLaw):
    """A hardening spring."""

    type: ClassVar[str] = "hardening"
    law: ClassVar[str] = "hardening"

    _: KW_ONLY
    at_i: PointLike
    at_j: PointLike
    curve: Identifier
    cubic: Scalar = 0.0
    damping: Scalar = 0.0
    rest: Scalar = 0.0
    turning: Scalar = 0.0
    factor: Scalar = 1.0
    amplitude: Scalar = 0.0
    frequency: Scalar = 0.0

    def numbers(self, geometry):
        words = ("cubic", "damping", "rest", "turning", "factor", "amplitude", "frequency")
        return [geometry.numbers.scalar(self.name, word) for word in words]

    def tables(self):
        return (self.curve,)


@part
class Relaxing(ForceLaw):
    """A spring beside a Maxwell element."""

    type: ClassVar[str] = "relaxing"
    law: ClassVar[str] = "relaxing"
    drawing: ClassVar[str] = "spring"
    state_names: ClassVar[tuple[str, ...]] = ("elongation",)

    _: KW_ONLY
    at_i: PointLike
    at_j: PointLike
    beside: Scalar
    series: Scalar
    damping: Scalar
    rest: Scalar
    elongation: Scalar = 0.0

    def numbers(self, geometry):
        return [geometry.numbers.scalar(self.name, word) for word in ("beside", "series", "damping", "rest")]

    def states(self, geometry):
        return [geometry.numbers.scalar(self.name, "elongation")]

    def signals(self):
        return ("length", "force", "torque")
