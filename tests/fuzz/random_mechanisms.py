"""Random small mechanisms: every joint, loops, masses over 24 decades and zeros, conservative forces."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import linkwork as lw
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, joint, planar_joint
from tests.rigs.random_parts import direction, inertia, planar_body, point

ANGLES = {"revolute": "angle", "cylindrical": "angle", "screw": "angle", "planar": "angle", "universal": "angle_i"}
SMALL = 1e-12  # of a body's moments of inertia: what some bodies have instead


def mechanism(rng: Random) -> tuple[lw.Mechanism, dict[str, Any]]:
    """A mechanism and what was drawn: kinds, masses, cut."""
    numbers = np.random.default_rng(rng.getrandbits(32))
    plane = rng.random() < 0.3
    n = rng.randint(1, 4)
    kinds = PLANAR_TREE if plane else TREE
    closing = (*kinds[:-2], *(PLANAR_CONSTRAINTS if plane else CONSTRAINTS))
    make = planar_joint if plane else joint
    gravity = (*point(numbers, 10)[:2], 0.0) if plane else point(numbers, 10)
    m = lw.Mechanism("random", gravity=gravity if rng.random() < 0.8 else (0, 0, 0), plane="xy" if plane else None)
    decades = rng.choice([0, 0, 3, 12])
    for k in range(n):
        scale = 10.0 ** rng.uniform(-decades, decades)
        massless = decades > 0 and rng.random() < 0.1
        parent = "ground" if k == 0 else f"b{rng.randint(max(0, k - 2), k - 1)}"
        ends = (parent, f"b{k}") if rng.random() < 0.5 else (f"b{k}", parent)
        m.add(
            body(rng, numbers, f"b{k}", plane, scale, massless, decades > 0),
            make(numbers, rng.choice(kinds), *ends, f"j{k}"),
        )
    names = ["ground", *(f"b{k}" for k in range(n))]
    loops = rng.choice([0, 1, 1, 2]) if n > 1 else rng.choice([0, 0, 1])
    for k in range(loops):
        i, j = rng.sample(names, 2)
        m.add(make(numbers, rng.choice(closing), i, j, f"c{k}"))
    add_forces(rng, numbers, m, plane)
    return m, {"decades": decades, "loops": loops}


def body(rng: Random, numbers: Any, name: str, plane: bool, scale: float, massless: bool, light: bool) -> lw.Body:
    """A body whose mass and inertia are scaled together; some have no inertia about some axes, a few no mass."""
    if plane:
        made = planar_body(numbers, name)
        point_mass = light and rng.random() < 0.15
        mass, size = (0.0 if massless else scale), (0.0 if massless or point_mass else scale)
        return lw.Body(name, mass=mass * made.mass, com=made.com, inertia=size * made.inertia, x=made.x)
    J = [scale * x for x in inertia(numbers)]
    if massless:
        J = [0.0] * 3
    elif light and rng.random() < 0.2:
        J = rng.choice([[0.0] * 3, [0.0, J[1], J[1]], [SMALL * x for x in J]])
    mass = 0.0 if massless else float(numbers.uniform(1, 3)) * scale
    return lw.Body(
        name,
        mass=mass,
        com=point(numbers),
        inertia=J,
        x=direction(numbers),
        z=direction(numbers),
        origin=point(numbers),
    )


def add_forces(rng: Random, numbers: Any, m: lw.Mechanism, plane: bool) -> None:
    """Conservative ones only: energy is checked."""

    def place() -> tuple[float, ...]:
        return (*point(numbers)[:2], 0.0) if plane else point(numbers)

    if rng.random() < 0.4:
        m.add(
            lw.SpringDamper(
                "spring", "ground", "b0", at_i=place(), at_j=place(), stiffness=rng.uniform(1, 50), rest=0.5
            )
        )
    angles = angles_of(m)
    if angles and rng.random() < 0.4:
        m.add(lw.JointSpring("twist", rng.choice(angles), stiffness=rng.uniform(0.1, 20), rest=0.3))


def angles_of(m: lw.Mechanism) -> list[str]:
    """Signals of joints that turn about an axis; in the plane only a revolute joint is sure to."""
    if m.plane:
        return [f"{p.name}.angle" for p in m if p.type == "revolute"]
    return [f"{p.name}.{ANGLES[p.type]}" for p in m if p.type in ANGLES]
