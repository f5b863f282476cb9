"""The kinds of joints: motion as a tree joint, rows as a cut joint, coordinates as signals.

A row or coordinate is a measure on the joint's frames I and J: (kind, axes). Frames have z along the axis
(model.lowering.geometry)."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwork.description.parts import Joint
from linkwork.kernels import arrays as K
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.measures.table import KINDS, MEASURES


@dataclass(frozen=True)
class Measure:
    """A measure on a pair of frames; `swap` reads J as the first frame."""

    kind: int  # place in kernels.measures.table.MEASURES
    axes: tuple[int, int, int] = (0, 0, 0)
    swap: bool = False

    @property
    def properties(self) -> MeasureKind:
        """The row of its kind in the table of measures."""
        return MEASURES[self.kind]

    @property
    def radians(self) -> bool:
        """Whether it is an angle or cosine rather than a length."""
        return self.properties.radians


@dataclass(frozen=True)
class Row:
    """A constraint row of a joint. `upright` are axes whose product is +1 when a row of cosines is not flipped by
    180°."""

    measure: Measure
    label: str
    upright: tuple[int, int] | None = None
    velocity: bool = False


@dataclass(frozen=True)
class JointKind:
    """The mechanics of a kind of joint."""

    word: str
    motion: int | None  # as a tree joint; None: constraint only
    rows: tuple[Row, ...]
    coordinates: dict[str, Measure] = field(default_factory=dict)  # by signal name, in the order of q where 1:1
    freedoms: int = 0  # as a tree joint, in its space
    space: int = 6  # 6, or 3 in planar mechanisms

    @property
    def tree_rows(self) -> int:
        """The number of constraint rows that disappear when the joint is in the tree."""
        return self.space - self.freedoms


def named(name: str, *axes: int, swap: bool = False) -> Measure:
    """Return a measure by its name in the table; axes that it does not read are 0."""
    a, b, c = (*axes, 0, 0, 0)[:3]
    return Measure(KINDS[name], (a, b, c), swap)


def position(k: int) -> Measure:
    return named("position", k)


def displacement(k: int) -> Measure:
    return named("displacement", k)


def cosine(a: int, b: int) -> Measure:
    return named("dot", a, b)


ANGLE = named("angle", 0, 1, 0)  # x of J in the x-y plane of I
ANGLE_J = named("angle", 2, 1, 2, swap=True)  # universal: z of I in the z-y plane of J
POINT = tuple(Row(position(k), f"point {'xyz'[k]}") for k in range(3))
ALIGNED = (Row(cosine(0, 2), "tilt about y", (2, 2)), Row(cosine(1, 2), "tilt about x", (2, 2)))
TWIST = (Row(cosine(0, 1), "twist about z", (0, 0)),)
ON_LINE = (Row(displacement(0), "offset along x"), Row(displacement(1), "offset along y"))
ON_PLANE = (Row(displacement(2), "offset along z"),)
SLIDE_Z = (Row(named("slide", 2), "slide along z", velocity=True),)
_XYZ = {"x": displacement(0), "y": displacement(1), "z": displacement(2)}

SPATIAL: dict[str, JointKind] = {
    kind.word: kind
    for kind in (
        JointKind("revolute", K.REVOLUTE, POINT + ALIGNED, {"angle": ANGLE}, 1),
        JointKind("prismatic", K.PRISMATIC, ON_LINE + ALIGNED + TWIST, {"displacement": displacement(2)}, 1),
        JointKind("cylindrical", K.CYLINDRICAL, ON_LINE + ALIGNED, {"displacement": displacement(2), "angle": ANGLE}, 2),
        JointKind("screw", K.SCREW, ON_LINE + ALIGNED, {"angle": ANGLE, "displacement": displacement(2)}, 1),
        JointKind("universal", K.UNIVERSAL, (*POINT, Row(cosine(2, 0), "right angle of the cross")),
                  {"angle_i": ANGLE, "angle_j": ANGLE_J}, 2),
        JointKind("spherical", K.SPHERICAL, POINT, {}, 3),
        JointKind("planar", K.PLANAR, ON_PLANE + ALIGNED, {"x": displacement(0), "y": displacement(1), "angle": ANGLE}, 3),
        JointKind("fixed", K.FIXED, POINT + ALIGNED + TWIST, {}, 0),
        JointKind("free", K.FREE, (), dict(_XYZ), 6),
        JointKind("at_point", None, POINT),
        JointKind("in_line", None, ON_LINE),
        JointKind("in_plane", None, ON_PLANE),
        JointKind("parallel_axes", None, ALIGNED),
        JointKind("perpendicular", None, (Row(cosine(2, 2), "right angle"),)),
        JointKind("distance", None, (Row(named("distance"), "length"),), {"length": named("distance")}),
        JointKind("no_slide", None, SLIDE_Z),
    )
}  # fmt: skip

_POINT_2D = POINT[:2]
_ACROSS = (Row(displacement(1), "offset across"),)  # x is the normal, y lies in the plane
_SQUARE = (Row(cosine(2, 1), "turn", (2, 2)),)
_PRISMATIC_2D = JointKind("prismatic", K.PRISMATIC, _ACROSS + _SQUARE, {"displacement": displacement(2)}, 1, 3)
_REVOLUTE_2D = JointKind("revolute", K.REVOLUTE, _POINT_2D, {"angle": ANGLE}, 1, 3)

PLANAR: dict[str, JointKind] = {
    "revolute": _REVOLUTE_2D,
    "spherical": _REVOLUTE_2D,
    "prismatic": _PRISMATIC_2D,
    "cylindrical": _PRISMATIC_2D,
    "fixed": JointKind("fixed", K.FIXED, (*_POINT_2D, *TWIST), {}, 0, 3),
    "free": JointKind("free", K.PLANAR, (), {"x": displacement(0), "y": displacement(1), "angle": ANGLE}, 3, 3),
    "planar": JointKind("free", K.PLANAR, (), {"x": displacement(0), "y": displacement(1), "angle": ANGLE}, 3, 3),
    "at_point": JointKind("at_point", None, _POINT_2D, space=3),
    "in_line": JointKind("in_line", None, _ACROSS, space=3),
    "in_plane": JointKind("in_plane", None, ON_PLANE, space=3),
    "parallel_axes": JointKind("parallel_axes", None, _SQUARE, space=3),
    "perpendicular": JointKind("perpendicular", None, (Row(cosine(2, 2), "right angle"),), space=3),
    "distance": JointKind("distance", None, SPATIAL["distance"].rows, SPATIAL["distance"].coordinates, space=3),
    "no_slide": JointKind("no_slide", None, SLIDE_Z, space=3),
}


def joint_kind(joint: Joint, plane: str | None, axis_is_normal: bool) -> JointKind:
    """Return the kind of a joint; in a planar mechanism a cylindrical joint along the normal turns, any other
    slides."""
    if plane is None:
        return SPATIAL[joint.type]
    if joint.type == "cylindrical" and axis_is_normal:
        return _REVOLUTE_2D
    return PLANAR[joint.type]
