"""Mass, mass centre and inertia of homogeneous solids and of bodies made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from linkwork.description.errors import DescriptionError
from linkwork.description.functions import Number
from linkwork.description.vectors import Matrix, Vector, add, rotate_tensor, scale, subtract


class MassProperties(NamedTuple):
    mass: Number  # kg
    com: Vector  # m, world axes
    inertia: Matrix  # kg m², about com, world axes


class Solid(NamedTuple):
    """The numbers of a shape: volume, centre, axes, and second moments ∫r rr' dV / V about the centre, own axes."""

    volume: Number
    centre: Vector
    axes: Matrix
    moments: Vector  # mean square of x, y, z over the volume, m²
    density: Number | None


def box_moments(size: Sequence[Number]) -> tuple[Number, Vector]:
    """Return the volume abc and mean squares a²/12, b²/12, c²/12."""
    a, b, c = size
    return a * b * c, [a * a / 12, b * b / 12, c * c / 12]


def cylinder_moments(radius: Number, length: Number) -> tuple[Number, Vector]:
    """Return the volume pi r² l and mean squares r²/4, r²/4, l²/12."""
    return math.pi * radius * radius * length, [radius * radius / 4, radius * radius / 4, length * length / 12]


def sphere_moments(radius: Number) -> tuple[Number, Vector]:
    """Return the volume 4/3 pi r³ and mean squares r²/5."""
    square = radius * radius / 5
    return 4 / 3 * math.pi * radius**3, [square, square, square]


def capsule_moments(radius: Number, length: Number) -> tuple[Number, Vector]:
    """Return volume and mean squares of a cylinder with two half balls: <z²> of a half ball at distance l/2 is l²/4 + 3
    l r/8 + r²/5."""
    cylinder, (across, _, along) = cylinder_moments(radius, length)
    ball, (square, _, _) = sphere_moments(radius)
    volume = cylinder + ball
    transverse = (cylinder * across + ball * square) / volume
    axial = (cylinder * along + ball * (length * length / 4 + 3 * length * radius / 8 + square)) / volume
    return volume, [transverse, transverse, axial]


def combine(solids: Sequence[Solid]) -> MassProperties:
    """Return the total mass properties of solids; a solid without density counts with density 1."""
    masses = [solid.volume * (1.0 if solid.density is None else solid.density) for solid in solids]
    mass = sum(masses)
    if not abs(mass) > 0:
        raise DescriptionError("shapes: they have no volume that is more than a rounding of zero; make them larger")
    com: Vector = [0.0, 0.0, 0.0]
    for m, solid in zip(masses, solids, strict=True):
        com = add(com, scale(m / mass, solid.centre))
    second: Matrix = [[0.0] * 3 for _ in range(3)]  # ∫ r r' dm about com
    for m, solid in zip(masses, solids, strict=True):
        xx, yy, zz = solid.moments
        own = rotate_tensor(solid.axes, [[xx, 0.0, 0.0], [0.0, yy, 0.0], [0.0, 0.0, zz]])
        r = subtract(solid.centre, com)
        for i in range(3):
            for j in range(3):
                second[i][j] += m * (own[i][j] + r[i] * r[j])
    trace = second[0][0] + second[1][1] + second[2][2]
    inertia = [[(trace if i == j else 0.0) - second[i][j] for j in range(3)] for i in range(3)]
    return MassProperties(mass, com, inertia)
