"""A random mechanism around one joint X: ground - U - a - X - b - S - c - C - ground, a branch d on b, and forces.

U universal, S spherical, C cylindrical: the loop leaves a freedom whatever X is. With S cut, X is in the tree; with X cut it is
rows; with U cut the tree passes X from the other side.
"""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.model.state_conversion import translated
from tests.rigs.random_parts import across, body, direction, flat, planar_body, point
from tests.rigs.states import conditioning, random_state

TREE = ("revolute", "prismatic", "cylindrical", "screw", "universal", "spherical", "planar", "fixed", "free")
CONSTRAINTS = ("at_point", "in_line", "in_plane", "parallel_axes", "perpendicular", "distance", "no_slide")
PLANAR_TREE = ("revolute", "prismatic", "cylindrical", "spherical", "fixed", "free", "planar")
PLANAR_CONSTRAINTS = ("at_point", "in_line", "in_plane", "parallel_axes", "perpendicular", "distance", "no_slide")
CLASSES = {kind.type: kind for kind in (
    lw.Revolute, lw.Prismatic, lw.Cylindrical, lw.Screw, lw.Universal, lw.Spherical, lw.Planar, lw.Fixed, lw.Free, lw.AtPoint,
    lw.InLine, lw.InPlane, lw.ParallelAxes, lw.Perpendicular, lw.Distance, lw.NoSlide,
)}  # fmt: skip
COORDINATE = {
    "revolute": "angle", "prismatic": "displacement", "cylindrical": "displacement", "screw": "angle", "universal": "angle_j",
    "planar": "x", "free": "y",
}  # fmt: skip


def joint(rng, kind, i, j, name="X"):
    """A joint of a kind with random frames, which fit together in the design position at coordinates that are not zero."""
    axis, at = direction(rng), np.array(point(rng))
    z = np.array(axis)
    side = np.array(across(rng, axis))
    turned = {"x_i": across(rng, axis), "x_j": across(rng, axis)}
    place = {
        "revolute": {"at": at, "axis": axis, **turned},
        "prismatic": {"at_i": at, "at_j": at + 0.3 * z, "axis": axis},
        "cylindrical": {"at_i": at, "at_j": at - 0.2 * z, "axis": axis, **turned},
        "screw": {"at": at, "axis": axis, "pitch": 0.4},
        "universal": {"at": at, "axis_i": axis, "axis_j": across(rng, axis)},
        "spherical": {"at": at},
        "planar": {"at_i": at, "at_j": at + 0.3 * side, "axis": axis, **turned},
        "fixed": {"at": at},
        "free": {"at_i": at, "at_j": at + point(rng, 0.4), "axis_i": axis, "axis_j": direction(rng)},
        "at_point": {"at": at},
        "in_line": {"at_i": at, "at_j": at + 0.3 * z, "axis": axis},
        "in_plane": {"at_i": at, "at_j": at + 0.3 * side, "axis": axis},
        "parallel_axes": {"axis": axis},
        "perpendicular": {"axis_i": axis, "axis_j": tuple(side)},
        "distance": {"at_i": at, "at_j": at + point(rng) + 1.5 * z},
        "no_slide": {"at_i": at, "at_j": at + point(rng), "axis": axis},
    }[kind]
    return CLASSES[kind](name, i, j, **{k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in place.items()})


def forces(rng, kind):
    parts = [
        lw.AppliedForce("push", "b", at=point(rng), force=point(rng, 20), torque=point(rng, 5), axes="body"),
        lw.SpringDamper(
            "spring", "ground", "a", at_i=point(rng, 3), at_j=point(rng), stiffness=40, damping=3, rest=0.5
        ),
        lw.JointSpring("twist", "U.angle_i", stiffness=7, damping=1, rest=0.3),
        lw.Bushing(
            "rubber", "c", "d", at=point(rng), x=direction(rng), stiffness=(30, 40, 50, 3, 4, 5), damping=(1,) * 6
        ),
        lw.Beam("leaf", "a", "d", at_i=point(rng), at_j=point(rng, 2), EA=60, EI=(4, 9), GJ=3, GA=50, damping=0.1),
    ]
    if kind in COORDINATE:
        parts.append(lw.JointForce("motor", f"X.{COORDINATE[kind]}", force="3 - 2*time + X.%s.rate" % COORDINATE[kind]))
    return parts


def spatial(rng, kind, swapped=False):
    i, j = ("b", "a") if swapped else ("a", "b")
    m = lw.Mechanism(kind, gravity=point(rng, 10))
    m.add(*(body(rng, name) for name in "abcd"))
    axis = direction(rng)
    m.add(
        lw.Universal("U", "ground", "a", at=point(rng), axis_i=axis, axis_j=across(rng, axis)),
        joint(rng, kind, i, j),
        lw.Spherical("S", "b", "c", at=point(rng, 2)),
        joint(rng, "cylindrical", "ground", "c", "C"),
        joint(rng, "revolute", "b", "d", "D"),
        *forces(rng, kind),
    )
    return m


def planar_joint(rng, kind, i, j, name="X"):
    at = np.array((*point(rng)[:2], 0.0))
    along = np.array(flat(rng))
    side = np.array((-along[1], along[0], 0.0))
    place = {
        "revolute": {"at": at, "x_i": flat(rng), "x_j": flat(rng)},
        "spherical": {"at": at},
        "prismatic": {"at_i": at, "at_j": at + 0.3 * along, "axis": along},
        "cylindrical": {"at_i": at, "at_j": at - 0.2 * along, "axis": along},
        "fixed": {"at": at},
        "free": {"at_i": at, "at_j": at + 0.4 * along},
        "planar": {"at_i": at, "at_j": at + 0.4 * along},
        "at_point": {"at": at},
        "in_line": {"at_i": at, "at_j": at + 0.3 * along, "axis": along},
        "in_plane": {"at_i": at, "at_j": at + 0.3 * side, "axis": along},
        "parallel_axes": {"axis": along},
        "perpendicular": {"axis_i": along, "axis_j": side},
        "distance": {"at_i": at, "at_j": at + 1.5 * along},
        "no_slide": {"at_i": at, "at_j": at + 0.4 * np.array(flat(rng)), "axis": along},
    }[kind]
    return CLASSES[kind](name, i, j, **{k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in place.items()})


def planar(rng, kind, swapped=False):
    """ground - U - a - X - b - S - c - T - d - C - ground in the plane: revolutes, and C slides."""
    i, j = ("b", "a") if swapped else ("a", "b")
    m = lw.Mechanism(kind, gravity=(*point(rng, 10)[:2], 0), plane="xy")
    m.add(*(planar_body(rng, name) for name in "abcd"))
    m.add(
        planar_joint(rng, "revolute", "ground", "a", "U"),
        planar_joint(rng, kind, i, j),
        planar_joint(rng, "revolute", "b", "c", "S"),
        planar_joint(rng, "revolute", "c", "d", "T"),
        planar_joint(rng, "prismatic", "d", "ground", "C"),
        lw.AppliedForce("push", "b", at=(*point(rng)[:2], 0), force=(5, -8, 0), torque=(0, 0, 4), axes="body"),
        lw.SpringDamper(
            "spring", "ground", "a", at_i=(3, 1, 0), at_j=(*point(rng)[:2], 0), stiffness=40, damping=3, rest=0.5
        ),
        lw.JointSpring("twist", "U.angle", stiffness=7, damping=1, rest=0.3),
    )
    return m


def draw(make, seed, cut="S", t=0.0, well=2e-2):
    """(mechanism, model with `cut` cut, consistent state): the first well-conditioned one of a sequence of random draws."""
    for attempt in range(60):
        rng = np.random.default_rng((seed, attempt))
        mechanism = make(rng)
        model = lw.compile(mechanism, cut=[cut])
        try:
            state = random_state(model, rng, t=t)
        except (ArithmeticError, np.linalg.LinAlgError):
            continue
        everything = lw.compile(mechanism, coordinates="cartesian")
        if conditioning(everything, translated(model, state, everything)) > well:
            return mechanism, model, state
    raise AssertionError("no well-conditioned random mechanism was found")
