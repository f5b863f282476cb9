"""The design position: the places of points, frames and bodies, and the bodies' mass properties.

Everything is computed from `Numbers`, generic over float and complex: vectors are lists of three numbers.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from linkwork.description import shapes as solids
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.functions import Number
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Body, Box, Capsule, Cylinder, Frame, Joint, Mesh, Point, Sphere
from linkwork.description.shapes import MassProperties, Solid
from linkwork.description.vectors import (
    IDENTITY,
    Matrix,
    Vector,
    add,
    apply,
    axes,
    cross,
    norm,
    rotate_tensor,
    scale,
    subtract,
    unit,
)

LARGEST = 1e100  # of coordinates of places and sizes of shapes, m, and of densities, kg/m³


class Pose(NamedTuple):
    """A frame in the design position: p_WB and R_WB (rows; its columns are the frame's axes)."""

    origin: Vector  # m, world axes
    R: Matrix


GROUND = Pose([0.0, 0.0, 0.0], IDENTITY)


class Geometry:
    """Points, directions, poses and mass properties of a description for one vector of numbers.

    >>> from linkwork.description.mechanism import Mechanism
    >>> m = Mechanism().add(Point("P", (0, 2, 0)), Body("b", mass=1, inertia=(1, 1, 1), com=("P", "Q")), Point("Q", (2, 0, 0)))
    >>> Geometry(Numbers(m)).point("b", "com")
    [1.0, 1.0, 0.0]
    """

    def __init__(self, numbers: Numbers, planar: bool = False):
        self.numbers = numbers
        self.parts = numbers.parts
        self.planar = planar
        self._poses: dict[str, Pose] = {"ground": GROUND}
        self._places: dict[str, Vector] = {}  # of points and joints; chains of midpoints would take 2ⁿ steps without
        self._mass: dict[str, MassProperties] = {}
        self._open: list[str] = []

    # points and directions

    def point(self, part: str, field: str) -> Vector | None:
        """Return the world position of a point field (`at`, `at_i`, `com`, …); None if it is not given."""
        return self._point(getattr(self.parts[part], field), part, field)

    def _point(self, value: Any, part: str, field: str) -> Vector | None:
        if value is None:
            return None
        if isinstance(value, str):
            return self.place(value, f"{part}.{field}")
        if len(value) == 2:
            a, b = (self.place(name, f"{part}.{field}") for name in value)
            return scale(0.5, add(a, b))
        place = self._three(part, field)
        if any(abs(x.real) > LARGEST for x in place):
            farthest = max(abs(x.real) for x in place)
            raise DescriptionError(
                f"{part}.{field}: is at {farthest:g} m; beyond {LARGEST:g} m products of distances and speeds are larger than "
                "the largest number of a computer; give a nearer place"
            )
        return place

    def _three(self, part: str, field: str) -> Vector:
        value, path = self.numbers.value, f"{part}.{field}"
        return [value(path + ".x"), value(path + ".y"), value(path + ".z")]

    def place(self, name: str, asked_by: str = "") -> Vector:
        """Return the world position of a Point, a Frame or a joint by name."""
        where = f"{asked_by}: " if asked_by else ""
        part = self.parts.get(name)
        if isinstance(part, Frame):
            return self.frame(name).origin
        if name in self._places:
            return list(self._places[name])
        if isinstance(part, (Point, Joint)):
            if part.at is None:
                raise DescriptionError(
                    f"{where}joint {name!r} has no single point (it has at_i and at_j); name a Point"
                )
            with self._visiting(f"{name}.at"):
                place = self._point(part.at, name, "at")
            assert place is not None
            self._places[name] = place
            return list(place)
        known = (other.name for other in self.parts.values() if isinstance(other, (Point, Frame, Joint)))
        what = f"{name!r} is a {part.type}, not a point" if part else f"there is no point, frame or joint {name!r}"
        raise DescriptionError(f"{where}{what}; {did_you_mean(name, known, 'the points are')}")

    def direction(self, part: str, field: str) -> Vector | None:
        """Return the direction field (`axis`, `x_i`, …) in world axes, with the length it was given; None if it is not
        given."""
        return self._direction(getattr(self.parts[part], field), part, field)

    def _direction(self, value: Any, part: str, field: str) -> Vector | None:
        if value is None:
            return None
        if len(value) == 2:
            a, b = (self.place(name, f"{part}.{field}") for name in value)
            result = subtract(b, a)
            reason = f"{value[0]!r} and {value[1]!r} are at the same place; name two points that are apart"
        else:
            result = self._three(part, field)
            reason = "it is zero; give it a length, for example [0, 0, 1]"
        if not norm(result).real > 0:
            raise DescriptionError(f"{part}.{field}: this direction has no length: {reason}")
        return result

    def axes(self, part: str, x_field: str = "x", z_field: str = "z") -> Matrix:
        """Return the rotation that an x and/or a z direction of a part set."""
        x, z = self.direction(part, x_field), self.direction(part, z_field)
        if x is None and z is None:
            return IDENTITY
        return self._axes(x, z, f"{part}.{x_field}")

    @staticmethod
    def _axes(x: Vector | None, z: Vector | None, where: str) -> Matrix:
        if x is not None and z is not None and norm(cross(unit(x), unit(z))).real <= 1e-9:
            raise DescriptionError(f"{where}: x and z are parallel; give two directions that are not")
        return axes(x, z)

    # frames and bodies

    def frame(self, name: str) -> Pose:
        """Return the pose of a Frame."""
        if name not in self._poses:
            part: Any = self.parts[name]
            with self._visiting(name):
                B = self.body(part.body)
                origin = self._point(part.at, name, "at")
                assert origin is not None
                if isinstance(part.at, tuple) and len(part.at) == 3:
                    origin = add(B.origin, apply(B.R, origin))  # numbers of a Frame are in the body's own axes
                x, z = (self._own_direction(getattr(part, field), name, field, B) for field in ("x", "z"))
                R = B.R if x is None and z is None else self._frame_axes(x, z, B, name)
            self._poses[name] = Pose(origin, R)
        return self._poses[name]

    def _own_direction(self, value: Any, part: str, field: str, B: Pose) -> Vector | None:
        """Return a Frame's direction in the body's own axes, given as numbers or by two names."""
        direction = self._direction(value, part, field)
        if direction is None or len(value) == 3:
            return direction
        return [sum(B.R[k][i] * direction[k] for k in range(3)) for i in range(3)]

    def _frame_axes(self, x: Vector | None, z: Vector | None, B: Pose, name: str) -> Matrix:
        R = self._axes(x, z, f"{name}.x")
        return [[sum(B.R[i][k] * R[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    def body(self, name: str) -> Pose:
        """Return the pose of a body's own frame: its origin (the mass centre unless given) and its own axes."""
        if name not in self._poses:
            part = self.parts.get(name)
            if not isinstance(part, Body):
                known = chain(["ground"], (other.name for other in self.parts.values() if isinstance(other, Body)))
                raise DescriptionError(f"there is no body {name!r}; {did_you_mean(name, known, 'the bodies are')}")
            with self._visiting(name):
                R = self.axes(name)
                origin = self.point(name, "origin") if part.origin is not None else self.com(name)
            assert origin is not None
            self._poses[name] = Pose(origin, R)
        return self._poses[name]

    def com(self, name: str) -> Vector:
        """Return the mass centre of a body."""
        part: Any = self.parts[name]
        if part.com is not None:
            with self._visiting(f"{name}.com"):
                com = self.point(name, "com")
            assert com is not None
            return com
        return self.mass_properties(name).com

    def mass_properties(self, name: str) -> MassProperties:
        """Return the mass, mass centre and inertia about it in world axes; the shapes give what the body does not
        state."""
        if name not in self._mass:
            self._mass[name] = self._mass_properties(name)
        return self._mass[name]

    def _mass_properties(self, name: str) -> MassProperties:
        part: Any = self.parts[name]
        missing = [field for field in ("mass", "com", "inertia") if getattr(part, field) is None]
        if not missing:
            return MassProperties(self.numbers.value(f"{name}.mass"), self.com(name), self._written_inertia(name))
        solid_at = [index for index, shape in enumerate(part.shapes) if not isinstance(shape, Mesh)]
        if not solid_at:
            raise DescriptionError([f"{name}.{field}: is missing; {_REMEDY[field]}" for field in missing])
        listed = [self._solid(name, index) for index in solid_at]
        for index, solid in zip(solid_at, listed, strict=True):
            if solid.density is None and part.mass is None:
                raise DescriptionError(f"{name}.shapes.{index}: has no density; give density or mass")
        total = solids.combine(listed)
        mass, factor = total.mass, 1.0
        if part.mass is not None:
            mass = self.numbers.value(f"{name}.mass")
            factor = mass / total.mass
        com = total.com if part.com is None else self.com(name)
        if part.inertia is not None:
            return MassProperties(mass, com, self._written_inertia(name))
        return MassProperties(mass, com, [[factor * entry for entry in row] for row in total.inertia])

    def _written_inertia(self, name: str) -> Matrix:
        entries = self.numbers.vector(name, "inertia")
        if len(entries) == 1:
            # planar: only zz is used; a flat body keeps the tensor physical
            J = entries[0]
            return [[J / 2, 0.0, 0.0], [0.0, J / 2, 0.0], [0.0, 0.0, J]]
        xx, yy, zz, xy, xz, yz = entries if len(entries) == 6 else [*entries, 0.0, 0.0, 0.0]
        own = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        part: Any = self.parts[name]
        return own if part.x is None and part.z is None else rotate_tensor(self.axes(name), own)

    def shape_pose(self, name: str, index: int) -> Pose:
        """Return the pose of a shape of a body: its centre (of a mesh, its origin) and its axes."""
        part: Any = self.parts[name]
        shape, field = part.shapes[index], f"shapes.{index}"
        if not isinstance(shape, Mesh):
            solid = self._solid(name, index)
            return Pose(solid.centre, solid.axes)
        x, z = (self._direction(getattr(shape, word), name, f"{field}.{word}") for word in ("x", "z"))
        origin = self._point(shape.at, name, f"{field}.at")
        assert origin is not None
        return Pose(origin, self._axes(x, z, f"{name}.{field}"))

    def _solid(self, name: str, index: int) -> Solid:
        part: Any = self.parts[name]
        shape, field = part.shapes[index], f"shapes.{index}"
        sizes = {word: self._size(name, f"{field}.{word}") for word in ("radius", "length") if hasattr(shape, word)}
        x = z = None
        if isinstance(shape, Box):
            volume, moments = solids.box_moments([self._size(name, f"{field}.size.{axis}") for axis in "xyz"])
            x, z = (self._direction(getattr(shape, word), name, f"{field}.{word}") for word in ("x", "z"))
        elif isinstance(shape, Sphere):
            volume, moments = solids.sphere_moments(sizes["radius"])
        else:
            assert isinstance(shape, (Cylinder, Capsule))
            moment_of = solids.cylinder_moments if isinstance(shape, Cylinder) else solids.capsule_moments
            volume, moments = moment_of(sizes["radius"], sizes["length"])
            z = self._direction(shape.axis, name, f"{field}.axis")
        density = None
        if shape.density is not None:
            density = self._size(name, f"{field}.density")
        elif part.density is not None:
            density = self._size(name, "density")
        centre = self._point(shape.at, name, f"{field}.at")
        assert centre is not None
        return Solid(volume, centre, self._axes(x, z, f"{name}.{field}"), moments, density)

    def _size(self, name: str, field: str) -> Number:
        value = self.numbers.value(f"{name}.{field}")
        if not value.real > 0:
            raise DescriptionError(f"{name}.{field}: must be positive, not {value.real:g}")
        if not 1 / LARGEST <= value.real <= LARGEST:
            raise DescriptionError(
                f"{name}.{field}: {value.real:g} is not between {1 / LARGEST:g} and {LARGEST:g}, beyond which "
                "volumes are no numbers of a computer"
            )
        return value

    def _visiting(self, what: str) -> _Visit:
        return _Visit(self._open, what)


class _Visit:
    """A context that records what is being computed, so that circular references raise an error instead of
    recursing."""

    def __init__(self, open_: list[str], what: str):
        self.open, self.what = open_, what

    def __enter__(self) -> None:
        if self.what in self.open:
            ring = " → ".join([*self.open[self.open.index(self.what) :], self.what])
            raise DescriptionError(f"{self.what}: its place depends on itself: {ring}")
        if len(self.open) >= 150:
            raise DescriptionError(f"{self.what}: more than 150 points refer to one another in a row; give coordinates")
        self.open.append(self.what)

    def __exit__(self, *_: object) -> None:
        self.open.pop()


_REMEDY = {
    "mass": "give mass, or shapes with a density",
    "com": "give com (the mass centre), or shapes",
    "inertia": "give inertia (zeros for a point mass), or shapes",
}
