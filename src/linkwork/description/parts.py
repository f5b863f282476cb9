"""All parts of a description: the one list of them. Classes register themselves (description.part) with their word and section."""

from __future__ import annotations

from linkwork.description.beam import Beam as Beam
from linkwork.description.blocks import Block as Block
from linkwork.description.bodies import Body as Body
from linkwork.description.bodies import Box as Box
from linkwork.description.bodies import Capsule as Capsule
from linkwork.description.bodies import Cylinder as Cylinder
from linkwork.description.bodies import Mesh as Mesh
from linkwork.description.bodies import Shape as Shape
from linkwork.description.bodies import Sphere as Sphere
from linkwork.description.bushing import Bushing as Bushing
from linkwork.description.force_law import ForceLaw as ForceLaw
from linkwork.description.forces import AppliedForce as AppliedForce
from linkwork.description.forces import Driver as Driver
from linkwork.description.forces import JointForce as JointForce
from linkwork.description.forces import JointSpring as JointSpring
from linkwork.description.forces import SpringDamper as SpringDamper
from linkwork.description.joints import AtPoint as AtPoint
from linkwork.description.joints import Coupler as Coupler
from linkwork.description.joints import Cylindrical as Cylindrical
from linkwork.description.joints import Distance as Distance
from linkwork.description.joints import Fixed as Fixed
from linkwork.description.joints import Free as Free
from linkwork.description.joints import InLine as InLine
from linkwork.description.joints import InPlane as InPlane
from linkwork.description.joints import Joint as Joint
from linkwork.description.joints import NoSlide as NoSlide
from linkwork.description.joints import ParallelAxes as ParallelAxes
from linkwork.description.joints import Perpendicular as Perpendicular
from linkwork.description.joints import Planar as Planar
from linkwork.description.joints import Prismatic as Prismatic
from linkwork.description.joints import Revolute as Revolute
from linkwork.description.joints import Screw as Screw
from linkwork.description.joints import Spherical as Spherical
from linkwork.description.joints import Universal as Universal
from linkwork.description.part import SECTIONS as SECTIONS
from linkwork.description.part import Part as Part
from linkwork.description.signals import Frame as Frame
from linkwork.description.signals import Input as Input
from linkwork.description.signals import Parameter as Parameter
from linkwork.description.signals import Point as Point
from linkwork.description.signals import Signal as Signal
from linkwork.description.signals import Table as Table

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
