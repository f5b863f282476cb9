"""Joints, which connect frame I on body_i with frame J on body_j.

Frame I has its origin at `at_i`, its z along `axis_i`, its x along `x_i`; frame J likewise. `at` and
`axis` give both sides at once, in world axes of the design position. A coordinate is J relative to
I, right-handed about the axis; it is zero in the design position, or where `x_j` lies on `x_i`
(angles) and `at_j` on `at_i` (displacements) if those are given.

`needs` and `allows` say which placements a joint has; an axis may be left out in planar mechanisms. What a joint is to the mechanics
is its row in kernels.joints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import PlainValidator, WithJsonSchema, model_validator

from linkwork.description.parts.part import Part, part
from linkwork.description.values import Identifier, MaybeDirection, MaybePoint, MaybeScalar, Scalar, path, scalar
from linkwork.description.vectors import dot, norm, subtract, unit

if TYPE_CHECKING:
    from linkwork.description.check import _Problems
    from linkwork.description.geometry import Geometry

RIGHT_ANGLE = 1e-8  # cosine between axes that count as perpendicular
PLACEMENTS = {"at": ("at", "at_i", "at_j"), "axis": ("axis", "axis_i", "axis_j"), "x": ("x_i", "x_j")}


@part
class Joint(Part):
    """Any joint between two bodies; use one of its kinds."""

    section: ClassVar[str] = "joints"
    needs: ClassVar[frozenset[str]] = frozenset({"at"})  # "axis" may be left out in planar mechanisms
    allows: ClassVar[frozenset[str]] = frozenset()
    one_sided: ClassVar[frozenset[str]] = frozenset()  # placements given for each side apart, never for both at once
    planar_axis: ClassVar[str] = (
        ""  # where its axis points in planar mechanisms: "normal", "in plane", "either"; "": it has none
    )
    not_planar: ClassVar[str] = ""  # why it does not fit planar mechanisms
    x_in_plane: ClassVar[bool] = True  # x_i and x_j lie in the plane of planar mechanisms
    crossed: ClassVar[bool] = False  # z of I is axis_i and x of J is axis_j, at right angles
    has_length: ClassVar[bool] = False  # holds its points at the distance `length`, or that of the design position
    is_point: ClassVar[bool] = True  # is drawn at a point that links run to

    body_i: Identifier
    body_j: Identifier
    _: KW_ONLY
    at: MaybePoint = None  # m
    at_i: MaybePoint = None
    at_j: MaybePoint = None
    axis: MaybeDirection = None
    axis_i: MaybeDirection = None
    axis_j: MaybeDirection = None
    x_i: MaybeDirection = None
    x_j: MaybeDirection = None
    active: bool = True

    @model_validator(mode="after")
    def _placement_is_complete(self):
        kind = self.type.replace("_", " ")
        if self.body_i == self.body_j:
            raise ValueError(f"joins body {self.body_i!r} to itself; body_i and body_j must differ")
        for what, fields in PLACEMENTS.items():
            given = [field for field in fields if getattr(self, field) is not None]
            if given and what not in self.needs | self.allows:
                raise ValueError(f"a {kind} joint has no {what}; remove {given[0]}")
            if what in given and what in self.one_sided:
                raise ValueError(f"a {kind} joint needs {what}_i and {what}_j, not {what}")
            if what in given and len(given) > 1:
                raise ValueError(f"give either {what} or {what}_i and {what}_j, not {' and '.join(given)}")
            if len(given) == 1 and what not in given:
                other = f"{what}_j" if given[0].endswith("_i") else f"{what}_i"
                raise ValueError(f"{given[0]} needs {other} beside it")
            if not given and what in self.needs and (what != "axis" or what in self.one_sided):
                short = "" if what in self.one_sided else f"{what}, or "
                raise ValueError(f"a {kind} joint needs {short}{what}_i and {what}_j")
        return self

    def check(self, problems: _Problems, geometry: Geometry) -> None:
        """Add what is wrong with the numbers of the joint."""
        if not geometry.planar and "axis" in self.needs and self.axis is None and self.axis_i is None:
            kind = self.type.replace("_", " ")
            remedy = "give axis, or axis_i and axis_j (only planar mechanisms may leave it out)"
            problems.add(self, "axis", f"a {kind} joint needs an axis; {remedy}")


_AXIAL = frozenset({"at", "axis"})
_X = frozenset({"x"})


@part
class Revolute(Joint):
    """A hinge: J turns about the axis. Signal: `angle`.

    >>> lw.Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(0, 0, 1))
    """

    type: ClassVar[str] = "revolute"
    planar_axis: ClassVar[str] = "normal"
    needs: ClassVar[frozenset[str]] = _AXIAL
    allows: ClassVar[frozenset[str]] = _X


@part
class Prismatic(Joint):
    """A slider: J slides along the axis without turning. Signal: `displacement`.

    >>> lw.Prismatic("S", "ground", "piston", at=(0.3, 0, 0), axis=(1, 0, 0))
    """

    type: ClassVar[str] = "prismatic"
    planar_axis: ClassVar[str] = "in plane"
    x_in_plane: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = _AXIAL
    allows: ClassVar[frozenset[str]] = _X


@part
class Cylindrical(Joint):
    """J slides along the axis and turns about it. Signals: `angle`, `displacement`.

    >>> lw.Cylindrical("P", "crank", "rod", at=(0, 0, "r"), axis=(0, 1, 0))
    """

    type: ClassVar[str] = "cylindrical"
    planar_axis: ClassVar[str] = "either"
    needs: ClassVar[frozenset[str]] = _AXIAL
    allows: ClassVar[frozenset[str]] = _X


@part
class Screw(Joint):
    """J turns about the axis and advances by `pitch` along it per full turn, right-handed. Signals: `angle`,
    `displacement`.

    >>> lw.Screw("spindle", "frame", "nut", at=(0, 0, 0), axis=(0, 0, 1), pitch=0.005)
    """

    type: ClassVar[str] = "screw"
    not_planar: ClassVar[str] = "it would leave the plane; use a revolute or a prismatic joint"
    needs: ClassVar[frozenset[str]] = _AXIAL
    allows: ClassVar[frozenset[str]] = _X

    _: KW_ONLY
    pitch: Scalar  # m per turn


@part
class Universal(Joint):
    """A cross: J turns about axis_i on body_i and axis_j on body_j, which stay perpendicular. Signals: `angle_i`,
    `angle_j`.

    >>> lw.Universal("U", "shaft", "wheel", at=(0, 0, 0), axis_i=(1, 0, 0), axis_j=(0, 1, 0))
    """

    type: ClassVar[str] = "universal"
    needs: ClassVar[frozenset[str]] = _AXIAL
    one_sided: ClassVar[frozenset[str]] = frozenset({"axis"})
    not_planar: ClassVar[str] = "its axes cannot both lie in the plane; use a revolute"
    crossed: ClassVar[bool] = True

    def check(self, problems: _Problems, geometry: Geometry) -> None:
        a, b = (problems.attempt(geometry.direction, self.name, field) for field in ("axis_i", "axis_j"))
        if a and b:
            cosine = dot(unit(a), unit(b)).real
            if abs(cosine) > RIGHT_ANGLE:
                problems.add(
                    self,
                    "axis_j",
                    f"must be perpendicular to axis_i in the design position; their cosine is {cosine:.3g}",
                )


@part
class Spherical(Joint):
    """A ball joint. Signal: `rotation`.

    >>> lw.Spherical("Q", "rod", "piston", at=(0.3, 0, 0))
    """

    type: ClassVar[str] = "spherical"


@part
class Planar(Joint):
    """J slides in the plane normal to the axis and turns about the axis. Signals: `x`, `y`, `angle`.

    >>> lw.Planar("board", "ground", "puck", at=(0, 0, 0), axis=(0, 0, 1))
    """

    type: ClassVar[str] = "planar"
    planar_axis: ClassVar[str] = "normal"
    needs: ClassVar[frozenset[str]] = _AXIAL
    allows: ClassVar[frozenset[str]] = _X


@part
class Fixed(Joint):
    """A weld: J does not move in I. Without `at`, it is at the origin of body_j.

    >>> lw.Fixed("weld", "crank", "counterweight")
    """

    type: ClassVar[str] = "fixed"
    x_in_plane: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset()
    allows: ClassVar[frozenset[str]] = frozenset({"at", "axis", "x"})


@part
class Free(Joint):
    """J has six freedoms in I (three in planar mechanisms). Without `at`, it is at the origin of body_j. Signals: `x`,
    `y`, `z`, `rotation`.

    >>> lw.Free("flight", "ground", "plate")
    """

    type: ClassVar[str] = "free"
    is_point: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset()
    allows: ClassVar[frozenset[str]] = frozenset({"at", "axis", "x"})


@part
class AtPoint(Joint):
    """Constraint only: the points coincide (three rows).

    >>> lw.AtPoint("tie", "coupler", "rocker", at=(2, 1, 0))
    """

    type: ClassVar[str] = "at_point"


@part
class InLine(Joint):
    """Constraint only: J's point stays on the line through I's along the axis, fixed in I (two rows).

    >>> lw.InLine("guide", "rail", "pin", at=(0, 0, 0), axis=(1, 0, 0))
    """

    type: ClassVar[str] = "in_line"
    planar_axis: ClassVar[str] = "in plane"
    needs: ClassVar[frozenset[str]] = _AXIAL


@part
class InPlane(Joint):
    """Constraint only: J's point stays in the plane through I's normal to the axis, fixed in I (one row).

    >>> lw.InPlane("floor", "ground", "foot", at=(0, 0, 0), axis=(0, 0, 1))
    """

    type: ClassVar[str] = "in_plane"
    planar_axis: ClassVar[str] = "in plane"
    needs: ClassVar[frozenset[str]] = _AXIAL


@part
class ParallelAxes(Joint):
    """Constraint only: the axes stay parallel (two rows).

    >>> lw.ParallelAxes("upright", "ground", "mast", axis=(0, 0, 1))
    """

    type: ClassVar[str] = "parallel_axes"
    planar_axis: ClassVar[str] = "in plane"
    needs: ClassVar[frozenset[str]] = frozenset({"axis"})
    allows: ClassVar[frozenset[str]] = frozenset({"at"})


@part
class Perpendicular(Joint):
    """Constraint only: axis_i and axis_j stay perpendicular (one row).

    >>> lw.Perpendicular("square", "arm", "tool", axis_i=(1, 0, 0), axis_j=(0, 1, 0))
    """

    type: ClassVar[str] = "perpendicular"
    planar_axis: ClassVar[str] = "in plane"
    needs: ClassVar[frozenset[str]] = frozenset({"axis"})
    allows: ClassVar[frozenset[str]] = frozenset({"at"})
    one_sided: ClassVar[frozenset[str]] = frozenset({"axis"})


@part
class Distance(Joint):
    """Constraint only: a massless rod between the points (one row); its length is the design distance unless given.

    >>> lw.Distance("rod", "crank", "rocker", at_i=(1, 0, 0), at_j=(2, 1, 0), length=1.5)
    """

    type: ClassVar[str] = "distance"
    one_sided: ClassVar[frozenset[str]] = frozenset({"at"})
    has_length: ClassVar[bool] = True

    _: KW_ONLY
    length: MaybeScalar = None  # m

    def check(self, problems: _Problems, geometry: Geometry) -> None:
        if self.length is not None:
            length = problems.attempt(geometry.numbers.value, f"{self.name}.length")
            if length is not None and not length.real > 0:
                problems.add(
                    self, "length", f"must be positive, not {length.real:g}; use AtPoint to make points coincide"
                )
            return
        a, b = (problems.attempt(geometry.point, self.name, field) for field in ("at_i", "at_j"))
        if a and b and not norm(subtract(b, a)).real > 0:
            problems.add(
                self, "at_j", "is at the same place as at_i, so the rod has no length; use AtPoint, or give length"
            )


def _terms(value: Any) -> dict[str, float | str]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError("terms map joint coordinates to factors, for example {'A.angle': 1, 'B.angle': 2}")
    result = {}
    for key, item in value.items():
        try:
            result[path(key)] = scalar(item)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if re.search(r"\.(rate|accel)$", key):
            raise ValueError(f"{key}: a coupler couples positions; drop {key[key.rindex('.') :]!r}")
    return result


_TERMS_SCHEMA = {"type": "object", "additionalProperties": {"type": ["number", "string"]}, "minProperties": 1}


@part
class Coupler(Part):
    """Constraint only: the sum of factor × coordinate equals `value`, the design value unless given (one row).

    >>> lw.Coupler("gear", terms={"A.angle": 1, "B.angle": 2})  # turns B by half of A the other way
    """

    type: ClassVar[str] = "coupler"
    section: ClassVar[str] = "joints"

    _: KW_ONLY
    terms: Annotated[Mapping[str, float | str], PlainValidator(_terms), WithJsonSchema(_TERMS_SCHEMA)]
    value: MaybeScalar = None
    active: bool = True


@part
class NoSlide(Joint):
    """Velocity constraint: J's point has no velocity relative to I along the axis, fixed in J (a knife edge; one row).

    >>> lw.NoSlide("blade", "ground", "sleigh", at=(0, 0, 0), axis=(0, 1, 0))
    """

    type: ClassVar[str] = "no_slide"
    planar_axis: ClassVar[str] = "in plane"
    needs: ClassVar[frozenset[str]] = _AXIAL
