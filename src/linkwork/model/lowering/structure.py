"""The structure of a model: a snapshot of the description with its joint kinds and topology, which do not depend on
numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Joint
from linkwork.description.values import is_choice, name_list, shown
from linkwork.kernels.joints import JointKind, joint_kind
from linkwork.model.lowering.geometry import axis_is_normal
from linkwork.model.lowering.groups import groups_of
from linkwork.model.lowering.topology import Topology, build_topology
from linkwork.model.signals import MeasureOf


@dataclass(frozen=True)
class Structure:
    """The part of a compiled model that all its variants with other numbers share."""

    name: str
    plane: str | None
    coordinates: str
    cut: tuple[str, ...] | None  # as the user gave it
    kinds: dict[str, JointKind]
    topology: Topology
    groups: dict[str, str]  # of bodies and of what connects them, by one of their bodies
    folder: str | None = None  # of the mesh files
    measured: tuple[MeasureOf, ...] = ()  # measures of the additional rows "measured 0", …, for derivatives


def build_structure(
    mechanism: Mechanism, numbers: Numbers, coordinates: str, cut: Iterable[str] | str | None
) -> Structure:
    if not is_choice(coordinates, ("joint", "cartesian")):
        raise DescriptionError(f"coordinates are 'joint' or 'cartesian', not {shown(coordinates)}")
    names = name_list(cut)
    if names is None:
        raise DescriptionError(f"cut is a list of names of joints, not {shown(cut)}")
    geometry = Geometry(numbers, planar=mechanism.plane is not None)
    kinds = {joint.name: kind_of(joint, mechanism.plane, geometry) for joint in mechanism.of(Joint)}
    given = None if cut is None else tuple(names)
    topology = build_topology(mechanism, kinds, coordinates, given)
    return Structure(
        mechanism.name, mechanism.plane, coordinates, given, kinds, topology, groups_of(numbers.parts), mechanism.folder
    )


def kind_of(joint: Joint, plane: str | None, geometry: Geometry) -> JointKind:
    """What a joint is here; in a plane some are what their axis makes of them."""
    return joint_kind(joint.type, plane is not None, plane is not None and axis_is_normal(geometry, joint))
