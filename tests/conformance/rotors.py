"""A rotor on every joint that has an angle, and the forms of its model."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

INERTIA, PITCH = 0.1, 0.1
FORMS: dict[str, dict[str, Any]] = {"joint": {}, "cartesian": {"coordinates": "cartesian"}, "cut": {"cut": ["J"]}}


def rotor(kind: str, *parts: Any) -> tuple[lw.Mechanism, str]:
    """A rotor on joint J to the ground, and the angle's signal."""
    planar = "plane" in kind and kind != "planar"
    m = lw.Mechanism("rotor", plane="xy" if planar else None)
    inertia: Any = INERTIA if planar else (INERTIA, INERTIA, INERTIA)
    m.add(lw.Body("rotor", mass=1.0, inertia=inertia, com=(0, 0, 0)))
    across = {"axis_i": (0, 0, 1), "axis_j": (1, 0, 0)}
    along = {} if planar else {"axis": (0, 0, 1)}
    joint = {
        "revolute": lambda: lw.Revolute("J", "ground", "rotor", at=(0, 0, 0), **along),
        "cylindrical": lambda: lw.Cylindrical("J", "ground", "rotor", at=(0, 0, 0), **along),
        "screw": lambda: lw.Screw("J", "ground", "rotor", at=(0, 0, 0), pitch=PITCH, **along),
        "universal": lambda: lw.Universal("J", "ground", "rotor", at=(0, 0, 0), **across),
        "planar": lambda: lw.Planar("J", "ground", "rotor", at=(0, 0, 0), **along),
        "in the plane": lambda: lw.Revolute("J", "ground", "rotor", at=(0, 0, 0)),
        "free in the plane": lambda: lw.Free("J", "ground", "rotor", at=(0, 0, 0)),
    }[kind]()
    m.add(joint, *parts)
    return m, "J.angle_i" if kind == "universal" else "J.angle"


def inertia_of(kind: str) -> float:
    """About the axis, with what the advance of a screw adds."""
    return INERTIA + (PITCH / (2 * np.pi)) ** 2 if kind == "screw" else INERTIA
