"""All parts of a description, and where they live in a file."""

from __future__ import annotations

from linkwork.description.blocks import Block
from linkwork.description.bodies import Body, Box, Capsule, Cylinder, Mesh, Shape, Sphere
from linkwork.description.forces import AppliedForce, Beam, Bushing, Driver, JointForce, JointSpring, SpringDamper
from linkwork.description.joints import (
    AtPoint,
    Coupler,
    Cylindrical,
    Distance,
    Fixed,
    Free,
    InLine,
    InPlane,
    Joint,
    NoSlide,
    ParallelAxes,
    Perpendicular,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)
from linkwork.description.part import Part
from linkwork.description.signals import Frame, Input, Parameter, Point, Signal, Table

KINDS: tuple[type[Part], ...] = (
    Parameter, Point, Table, Frame, Body,
    Revolute, Prismatic, Cylindrical, Screw, Universal, Spherical, Planar, Fixed, Free,
    AtPoint, InLine, InPlane, ParallelAxes, Perpendicular, Distance, Coupler, NoSlide,
    JointForce, JointSpring, SpringDamper, Bushing, Beam, AppliedForce,
    Driver, Signal, Input, Block,
)  # fmt: skip

# section of a file -> word -> class; in this order in a file
SECTIONS: dict[str, dict[str, type[Part]]] = {}
for _kind in KINDS:
    SECTIONS.setdefault(_kind.section, {})[_kind.type] = _kind

__all__ = [
    "KINDS",
    "SECTIONS",
    "AppliedForce",
    "AtPoint",
    "Beam",
    "Block",
    "Body",
    "Box",
    "Bushing",
    "Capsule",
    "Coupler",
    "Cylinder",
    "Cylindrical",
    "Distance",
    "Driver",
    "Fixed",
    "Frame",
    "Free",
    "InLine",
    "InPlane",
    "Input",
    "Joint",
    "JointForce",
    "JointSpring",
    "Mesh",
    "NoSlide",
    "ParallelAxes",
    "Parameter",
    "Part",
    "Perpendicular",
    "Planar",
    "Point",
    "Prismatic",
    "Revolute",
    "Screw",
    "Shape",
    "Signal",
    "Sphere",
    "Spherical",
    "SpringDamper",
    "Table",
    "Universal",
]
