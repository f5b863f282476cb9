"""The rules of planar mechanisms: everything lies in the plane z = 0 and turns about z."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.description.fields import field_kinds
from linkwork.description.geometry import Geometry
from linkwork.description.parts import AppliedForce, Body, Coupler, ForceLaw, Frame, Joint
from linkwork.description.parts.part import Part
from linkwork.description.vectors import norm

if TYPE_CHECKING:
    from linkwork.description.check import _Problems

TOLERANCE = 1e-9  # of a direction's length; of a metre for points


def planar_problems(problems: _Problems, geometry: Geometry) -> None:
    """Report joints, points, directions, forces and gravity that do not fit the plane."""
    gravity = problems.attempt(geometry.numbers.gravity)
    if gravity is not None and abs(gravity[2]) > 0:
        problems.append(
            f"gravity: points out of the plane of this planar mechanism (z = {gravity[2]:g}); its z must be 0"
        )
    for part in problems.mechanism:
        if isinstance(part, Joint):
            if part.not_planar:
                kind = part.type.replace("_", " ")
                problems.add(
                    part,
                    "type",
                    f"a {kind} joint does not fit a planar mechanism: {part.not_planar}, or leave out plane",
                )
                continue
            _axes_fit(problems, part, geometry)
        if not isinstance(part, Coupler):
            _points_lie(problems, part, geometry)
        if isinstance(part, AppliedForce):
            _force_lies(problems, part)


def _axes_fit(problems: _Problems, joint: Joint, geometry: Geometry) -> None:
    kind = joint.type.replace("_", " ")
    for field in ("axis", "axis_i", "axis_j"):
        if getattr(joint, field) is None:
            continue
        direction = problems.attempt(geometry.direction, joint.name, field)
        if direction is None:
            continue
        normal, in_plane = _is_normal(direction), _lies_in_plane(direction)
        if joint.planar_axis == "normal" and not normal:
            problems.add(
                joint,
                field,
                f"a {kind} joint of a planar mechanism turns about z; write [0, 0, 1] or leave the axis out",
            )
        elif joint.planar_axis == "in plane" and not in_plane:
            problems.add(
                joint,
                field,
                f"the axis of a {kind} joint must lie in the plane of this planar mechanism; its z must be 0",
            )
        elif not normal and not in_plane:
            problems.add(
                joint,
                field,
                "is oblique to the plane of this planar mechanism; its direction must lie in it or be normal to it",
            )
    if joint.planar_axis == "in plane" and joint.axis is None and joint.axis_i is None:
        problems.add(joint, "axis", f"a {kind} joint needs an axis in the plane, or axis_i and axis_j")
    for field in ("x_i", "x_j"):
        direction = problems.attempt(geometry.direction, joint.name, field)
        if direction is not None and not _lies_in_plane(direction) and joint.x_in_plane:
            problems.add(joint, field, "must lie in the plane of this planar mechanism; its z must be 0")


def _points_lie(problems: _Problems, part: Part, geometry: Geometry) -> None:
    kinds = field_kinds(type(part))
    for field, kind in kinds.items():
        if kind != "point" or getattr(part, field) is None:
            continue
        if isinstance(part, Frame):
            pose = problems.attempt(geometry.frame, part.name)
            place = pose.origin if pose else None
        else:
            place = problems.attempt(geometry.point, part.name, field)
        if place is not None and abs(place[2]) > TOLERANCE:
            problems.add(
                part, field, f"lies out of the plane of this planar mechanism (z = {place[2].real:g}); its z must be 0"
            )
    if isinstance(part, Body) and part.com is None:
        properties = problems.attempt(geometry.mass_properties, part.name)
        if properties is not None and abs(properties.com[2]) > TOLERANCE:
            problems.add(
                part,
                "shapes",
                f"their mass centre lies out of the plane (z = {properties.com[2].real:g}); its z must be 0",
            )
    if isinstance(part, (Body, Frame, ForceLaw)):
        _turns_in_plane(problems, part, geometry)


def _turns_in_plane(problems: _Problems, part: Any, geometry: Geometry) -> None:
    """Report own axes of bodies, frames and force laws that are not turned about z only."""
    x, z = (getattr(part, field, None) for field in "xz")
    if x is None and z is None:
        return
    if isinstance(part, Frame):
        pose = problems.attempt(geometry.frame, part.name)
        R = pose.R if pose else None
    elif isinstance(part, ForceLaw):
        R = problems.attempt(part.axes, geometry)
    else:
        R = problems.attempt(geometry.axes, part.name)
    if R is not None and abs(R[2][2] - 1) > TOLERANCE:
        field = "z" if z is not None else "x"
        problems.add(
            part, field, "turns the axes out of the plane of this planar mechanism; x must lie in it and z be [0, 0, 1]"
        )


def _force_lies(problems: _Problems, force: AppliedForce) -> None:
    if force.force[2] != 0:
        problems.add(
            force, "force.z", f"a force out of the plane of this planar mechanism ({force.force[2]}); it must be 0"
        )
    for axis, value in zip("xy", force.torque[:2], strict=True):
        if value != 0:
            problems.add(
                force, f"torque.{axis}", f"a torque out of the plane of this planar mechanism ({value}); only z may act"
            )


def _is_normal(direction: Any) -> bool:
    return abs(abs(direction[2]) - norm(direction)) <= TOLERANCE * abs(norm(direction))


def _lies_in_plane(direction: Any) -> bool:
    return abs(direction[2]) <= TOLERANCE * abs(norm(direction))
