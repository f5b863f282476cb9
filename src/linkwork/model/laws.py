"""The numbers of force laws: springs, dampers and forces at one coordinate, bushings and beams. Generic over float and complex."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.beams import beam_stiffness
from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.parts import Beam, Bushing, JointForce, JointSpring, SpringDamper

DIAGONAL = np.arange(6) * 7  # of a matrix of six, row by row


def effort_law(geometry: Geometry, part: JointForce | JointSpring | SpringDamper) -> list[Any]:
    """[stiffness, damping, rest, constant force] (Model.effort_law)."""
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
    if not (d @ d).real > 0:
        raise DescriptionError(f"spring-damper {part.name!r}: its ends coincide; a line needs two different points")
    return np.sqrt(d @ d)


def bushing_law(geometry: Geometry, part: Bushing | Beam) -> list[Any]:
    """Stiffness (36), damping (36) and preload (6) (Model.bushing_law)."""
    numbers = geometry.numbers
    law: list[Any] = [0.0] * 78
    if isinstance(part, Beam):
        damping = numbers.scalar(part.name, "damping")
        for at, k in zip(DIAGONAL, beam_stiffness(geometry, part.name), strict=True):
            law[at], law[36 + at] = k, damping * k
        return law
    for first, word in ((0, "stiffness"), (36, "damping")):
        entries = numbers.vector(part.name, word)
        if len(entries) == 36:
            law[first : first + 36] = entries
        else:
            for at, entry in zip(DIAGONAL, entries, strict=True):
                law[first + at] = entry
    law[72:] = numbers.vector(part.name, "preload")
    return law
