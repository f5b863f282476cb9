"""The numbers of efforts: springs, dampers and forces at one coordinate. Generic over float and complex."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.parts import JointForce, JointSpring, SpringDamper
from linkwork.model.lowering.geometry import inner


def effort_law(geometry: Geometry, part: JointForce | JointSpring | SpringDamper) -> list[Any]:
    """Return [stiffness, damping, rest, constant force] (Model.effort_law)."""
    numbers = geometry.numbers
    law: list[Any] = [0.0, 0.0, 0.0, 0.0]
    if not isinstance(part, JointForce):
        law[:2] = (numbers.scalar(part.name, word) for word in ("stiffness", "damping"))
        law[2] = _rest(geometry, part)
    if isinstance(part, SpringDamper) and part.preload is not None:
        law[3] = numbers.scalar(part.name, "preload")
    if not isinstance(part, JointSpring) and not isinstance(part.force, str):
        law[3] = law[3] + numbers.scalar(part.name, "force")
    return law


def _rest(geometry: Geometry, part: JointSpring | SpringDamper) -> Any:
    if isinstance(part, JointSpring) or part.rest is not None:
        return geometry.numbers.scalar(part.name, "rest")
    d = np.array(geometry.point(part.name, "at_j")) - np.array(geometry.point(part.name, "at_i"))
    square = inner(d, d)
    if not square.real > 0:
        raise DescriptionError(f"spring-damper {part.name!r}: its ends coincide; a line needs two different points")
    return np.sqrt(square)
