"""Bodies, and the shapes from which a missing mass, mass centre or inertia is computed."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import KW_ONLY
from os import PathLike
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, TypeAdapter, ValidationError, WithJsonSchema, model_validator

from linkwork.description.errors import DescriptionError, from_validation
from linkwork.description.parts.part import Part, Reporting, fields_of, nameless, part
from linkwork.description.values import MaybeDirection, MaybeInertia, MaybePoint, MaybeScalar, PointLike, Scalar, Vec


@nameless
class Shape(metaclass=Reporting):
    """A homogeneous solid, placed in world axes of the design position."""

    at: PointLike = (0.0, 0.0, 0.0)  # m, its centre
    density: MaybeScalar = None  # kg/m³; the body's if not given


@nameless
class Box(Shape):
    """A block of `size` (along its x, y, z), oriented by x and/or z.

    >>> lw.Box(size=(0.4, 0.05, 0.02), density=2700)
    """

    type: Literal["box"] = "box"
    size: Vec  # m
    x: MaybeDirection = None
    z: MaybeDirection = None


@nameless
class Cylinder(Shape):
    """A cylinder about `axis`, `length` long, its centre at `at`.

    >>> lw.Cylinder(radius=0.02, length=0.5, axis=(1, 0, 0), density=7850)
    """

    type: Literal["cylinder"] = "cylinder"
    radius: Scalar  # m
    length: Scalar  # m
    axis: MaybeDirection = None  # z if not given


@nameless
class Sphere(Shape):
    """A ball.

    >>> lw.Sphere(radius=0.05, density=7850)
    """

    type: Literal["sphere"] = "sphere"
    radius: Scalar  # m


@nameless
class Capsule(Shape):
    """A cylinder of `length` with a half ball on each end.

    >>> lw.Capsule(radius=0.02, length=0.5, axis=(1, 0, 0), density=7850)
    """

    type: Literal["capsule"] = "capsule"
    radius: Scalar  # m
    length: Scalar  # m, of the cylinder without its caps
    axis: MaybeDirection = None  # z if not given


def _mesh_file(value: Any) -> str:
    """Return the path of a mesh file, which must stay inside the mechanism's folder."""
    text = str(value).replace("\\", "/") if isinstance(value, (str, PathLike)) else ""
    if not text.lower().endswith((".stl", ".obj")):
        raise ValueError(f"{value!r:.60} is not the name of a mesh; give a file that ends in .stl or .obj")
    if text.startswith("/") or ":" in text or ".." in text.split("/"):
        raise ValueError(
            f"{value!r:.60} leaves the mechanism's folder; put the mesh into it and give the path from there"
        )
    return text


MeshFile = Annotated[
    str, PlainValidator(_mesh_file), WithJsonSchema({"type": "string", "pattern": r"\.([sS][tT][lL]|[oO][bB][jJ])$"})
]


@nameless
class Mesh(Shape):
    """A surface of triangles from a file beside the mechanism's. It is only drawn and has no mass.

    Its coordinates, times `scale`, are taken from `at`, along axes turned by x and/or z.

    >>> lw.Mesh(file="upright.stl", scale=0.001)
    """

    type: Literal["mesh"] = "mesh"
    file: MeshFile  # .stl or .obj, from the folder of the mechanism's file
    scale: Scalar = 1.0  # m per unit of the file
    x: MaybeDirection = None
    z: MaybeDirection = None

    @model_validator(mode="after")
    def _has_no_mass(self):
        if self.density is not None:
            raise ValueError("a mesh is only drawn; give the body its mass, com and inertia instead of a density")
        return self


SHAPES: dict[str, type] = {"box": Box, "cylinder": Cylinder, "sphere": Sphere, "capsule": Capsule, "mesh": Mesh}
_adapter = functools.cache(TypeAdapter)


def shape(value: Any) -> Any:
    """Return a shape given as an object or in its file form {type: box, …}."""
    if type(value) in SHAPES.values():
        return value
    if not isinstance(value, dict) or not isinstance(word := value.get("type"), str) or word not in SHAPES:
        raise ValueError(f"{value!r:.60} is not a shape; write type: {' | '.join(SHAPES)} and its sizes")
    try:
        return _adapter(SHAPES[value["type"]]).validate_python(value)
    except ValidationError as error:
        raise DescriptionError(from_validation(error, known=fields_of(SHAPES[value["type"]]))) from None


def _shapes(value: Any) -> tuple:
    if type(value) in SHAPES.values() or isinstance(value, (dict, str)):
        value = [value]
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{value!r:.60} is not a list of shapes")
    result, problems = [], []
    for index, item in enumerate(value):
        try:
            result.append(shape(item))
        except ValueError as error:
            mistakes = error.problems if isinstance(error, DescriptionError) else [str(error)]
            problems += [f"shape {index}: {mistake}" for mistake in mistakes]
    if problems:
        raise DescriptionError(problems)
    return tuple(result)


_SHAPES_SCHEMA = {
    "type": "array",
    "items": {"type": "object", "properties": {"type": {"enum": list(SHAPES)}}, "required": ["type"]},
}
Shapes = Annotated[Sequence[Shape], PlainValidator(_shapes), WithJsonSchema(_SHAPES_SCHEMA)]


@part
class Body(Part):
    """A rigid body.

    Mass 0 is for a body whose motion its joints fix. `inertia` is about the mass centre in the body's own axes: one
    number in planar mechanisms, else the tensor's (xx, yy, zz) or (xx, yy, zz, xy, xz, yz). What is missing of mass,
    com and inertia comes from the shapes, scaled to `mass` if that is given, else by density. Own axes are the world's
    in the design position unless `x` and/or `z` turn them; the origin is the mass centre unless given.

    >>> Body("crank", mass=5, inertia=10, com=(1, 0, 0)).mass
    5.0
    """

    type: ClassVar[str] = "body"
    section: ClassVar[str] = "bodies"

    _: KW_ONLY
    mass: MaybeScalar = None  # kg
    com: MaybePoint = None  # m, world axes, design position
    inertia: MaybeInertia = None  # kg m², about com, own axes
    shapes: Shapes = ()
    density: MaybeScalar = None  # kg/m³, of the shapes that give none
    origin: MaybePoint = None  # m, world axes; com if not given
    x: MaybeDirection = None
    z: MaybeDirection = None
