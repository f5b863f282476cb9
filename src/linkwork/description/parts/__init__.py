"""All parts of a description. This is their only list; classes register themselves (description.part) with their word
and section."""

from __future__ import annotations

from linkwork.description.parts.beam import Beam as Beam
from linkwork.description.parts.blocks import Block as Block
from linkwork.description.parts.bodies import Body as Body
from linkwork.description.parts.bodies import Box as Box
from linkwork.description.parts.bodies import Capsule as Capsule
from linkwork.description.parts.bodies import Cylinder as Cylinder
from linkwork.description.parts.bodies import Mesh as Mesh
from linkwork.description.parts.bodies import Shape as Shape
from linkwork.description.parts.bodies import Sphere as Sphere
from linkwork.description.parts.bushing import Bushing as Bushing
from linkwork.description.parts.force_law import ForceLaw as ForceLaw
from linkwork.description.parts.forces import AppliedForce as AppliedForce
from linkwork.description.parts.forces import Driver as Driver
from linkwork.description.parts.forces import JointForce as JointForce
from linkwork.description.parts.forces import JointSpring as JointSpring
from linkwork.description.parts.forces import SpringDamper as SpringDamper
from linkwork.description.parts.joints import AtPoint as AtPoint
from linkwork.description.parts.joints import Coupler as Coupler
from linkwork.description.parts.joints import Cylindrical as Cylindrical
from linkwork.description.parts.joints import Distance as Distance
from linkwork.description.parts.joints import Fixed as Fixed
from linkwork.description.parts.joints import Free as Free
from linkwork.description.parts.joints import InLine as InLine
from linkwork.description.parts.joints import InPlane as InPlane
from linkwork.description.parts.joints import Joint as Joint
from linkwork.description.parts.joints import NoSlide as NoSlide
from linkwork.description.parts.joints import ParallelAxes as ParallelAxes
from linkwork.description.parts.joints import Perpendicular as Perpendicular
from linkwork.description.parts.joints import Planar as Planar
from linkwork.description.parts.joints import Prismatic as Prismatic
from linkwork.description.parts.joints import Revolute as Revolute
from linkwork.description.parts.joints import Screw as Screw
from linkwork.description.parts.joints import Spherical as Spherical
from linkwork.description.parts.joints import Universal as Universal
from linkwork.description.parts.part import SECTIONS as SECTIONS
from linkwork.description.parts.part import Part as Part
from linkwork.description.parts.signals import Frame as Frame
from linkwork.description.parts.signals import Input as Input
from linkwork.description.parts.signals import Parameter as Parameter
from linkwork.description.parts.signals import Point as Point
from linkwork.description.parts.signals import Signal as Signal
from linkwork.description.parts.signals import Table as Table

# names that users write as lw.…: parts with a word in files, and shapes
PUBLIC: dict[str, type] = {
    name: value
    for name, value in list(globals().items())
    if isinstance(value, type)
    and ((issubclass(value, Part) and value.type) or (issubclass(value, Shape) and value is not Shape))
}


def acting_at_zero_length() -> str:
    """Return the kinds of force laws that act where their frames coincide, for remedies in messages."""
    kinds = SECTIONS["forces"].values()
    return " or ".join(sorted(kind.__name__ for kind in kinds if issubclass(kind, ForceLaw) and kind.at_zero_length))
