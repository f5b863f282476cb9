"""Named values: parameters, points, tables, frames, signals, inputs."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import ClassVar, Literal

from pydantic import model_validator

from linkwork.description.parts.part import Part, part
from linkwork.description.values import Identifier, MaybeDirection, NumberList, PointLike, Scalar


@part
class Parameter(Part):
    """A number with a name, for use in expressions.

    >>> lw.Parameter("L1", 2.0)
    """

    type: ClassVar[str] = "parameter"
    section: ClassVar[str] = "parameters"

    value: Scalar


@part
class Point(Part):
    """A hardpoint: a place in world axes in the design position.

    >>> lw.Point("P", (0, "L1", 0))
    """

    type: ClassVar[str] = "point"
    section: ClassVar[str] = "points"

    at: PointLike  # m


@part
class Table(Part):
    """y over x for `table(T, x)`: a cubic spline (not-a-knot), constant outside the knots unless `outside` is "extend".

    >>> lw.Table("cam", x=(0, 1, 2), y=(0, 0.01, 0))
    """

    type: ClassVar[str] = "table"
    section: ClassVar[str] = "tables"

    x: NumberList  # strictly increasing
    y: NumberList
    _: KW_ONLY
    kind: Literal["cubic", "linear"] = "cubic"
    outside: Literal["constant", "extend"] = "constant"  # extend: continue with the end slope

    @model_validator(mode="after")
    def _is_a_function(self):
        if len(self.x) != len(self.y):
            raise ValueError(f"x has {len(self.x)} numbers and y has {len(self.y)}; they go in pairs")
        if len(self.x) < 2:
            raise ValueError("needs at least two points")
        for left, right in zip(self.x, self.x[1:], strict=False):
            if not left < right:
                raise ValueError(f"x must increase, but {right:g} follows {left:g}")
        return self


@part
class Frame(Part):
    """A frame fixed to a body; numbers are in the body's own axes from its origin, a name means that hardpoint.

    x and z set the axes (z first, x made perpendicular to it); without them, the body's own.

    >>> lw.Frame("hand", "lower", at="tip")
    """

    type: ClassVar[str] = "frame"
    section: ClassVar[str] = "frames"

    body: Identifier
    at: PointLike = (0.0, 0.0, 0.0)  # m, own axes of the body
    _: KW_ONLY
    x: MaybeDirection = None  # own axes of the body
    z: MaybeDirection = None


@part
class Signal(Part):
    """A named runtime expression.

    >>> lw.Signal("power", "motor.force * A.angle.rate")
    """

    type: ClassVar[str] = "signal"
    section: ClassVar[str] = "signals"
    runtime: ClassVar[frozenset[str]] = frozenset({"value"})

    value: Scalar


@part
class Input(Part):
    """A value given from outside while running (a force, a voltage, a steering angle).

    >>> lw.Input("tau", value=0.0)
    """

    type: ClassVar[str] = "input"
    section: ClassVar[str] = "inputs"

    value: Scalar = 0.0  # unless a run gives another
