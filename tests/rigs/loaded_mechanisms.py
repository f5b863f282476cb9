"""A closed chain in space with every kind of force on it, and expressions of its signals."""

import numpy as np

import linkwork as lw
from tests.rigs.joint_mechanisms import spatial
from tests.rigs.random_parts import direction, point

FULL = np.random.default_rng(1).normal(size=(6, 6)) * 20 + 60 * np.eye(6)  # neither diagonal nor symmetric
READ = "b.velocity.local.x + d.angular_velocity.y + c.angular_velocity.local.z * b.position.x"


def bare(seed, *parts):
    """ground - U - a - X - b - S - c - C - ground and d on b, without the usual forces."""
    rng = np.random.default_rng(seed)
    m = spatial(rng, "universal")
    for name in ("push", "spring", "twist", "rubber", "leaf", "motor"):
        m.remove(name)
    return m.add(*parts)


def forces_on(rng):
    """Every kind of force, between bodies near and far in the tree and to the ground."""
    turned = {"x": direction(rng), "z": direction(rng)}
    frame = lw.Frame("tilted", "a", at=point(rng), x=direction(rng), z=direction(rng))
    applied = {"at": point(rng), "force": point(rng, 20), "torque": point(rng, 5)}
    bushing = {
        "at": point(rng),
        **turned,
        "stiffness": FULL.tolist(),
        "damping": (FULL / 9).tolist(),
        "preload": (1,) * 6,
    }
    beam = {"at_i": point(rng), "at_j": point(rng, 3), "z": direction(rng), "EA": 60, "EI": (20, 30), "GJ": 15}
    beam |= {"GA": (70, 40), "length": 1.7, "damping": 0.2}
    spring = {"at_i": point(rng), "at_j": point(rng, 3), "stiffness": 40, "damping": 3, "rest": 0.4}
    return {
        "applied in world axes": [lw.AppliedForce("f", "d", **applied)],
        "applied in body axes": [lw.AppliedForce("f", "d", **applied, axes="body")],
        "applied in another body's axes": [frame, lw.AppliedForce("f", "d", **applied, axes="tilted")],
        "applied on the other body's axes from below": [
            lw.Frame("beyond", "d", at=point(rng), x=direction(rng), z=direction(rng)),
            lw.AppliedForce("f", "a", **applied, axes="beyond"),
        ],
        "bushing of neighbours": [lw.Bushing("f", "b", "d", **bushing)],
        "bushing across branches": [lw.Bushing("f", "c", "d", **bushing)],
        "bushing along the tree": [lw.Bushing("f", "a", "d", **bushing)],
        "bushings of one way to the root": [
            lw.Bushing("f", "a", "d", **bushing),
            lw.Bushing("g", "b", "a", **bushing),
            lw.Bushing("h", "d", "b", **bushing),
            lw.SpringDamper("s", "d", "a", **spring),
            lw.AppliedForce(
                "p", "d", at=point(rng), force=("d.position.y*a.velocity.x", "3*d.velocity.x", "d.position.z")
            ),
        ],
        "bushing to the ground": [lw.Bushing("f", "d", "ground", **bushing)],
        "beam of neighbours": [lw.Beam("f", "b", "d", **beam)],
        "beam across branches": [lw.Beam("f", "c", "d", **beam)],
        "beam to the ground": [lw.Beam("f", "d", "ground", **beam)],
        "spring across branches": [lw.SpringDamper("f", "c", "d", **spring)],
        "spring to the ground": [lw.SpringDamper("f", "ground", "d", **spring)],
        "joint spring in the tree": [lw.JointSpring("f", "D.angle", stiffness=9, damping=2, rest=0.3)],
        "joint spring on a cut joint": [lw.JointSpring("f", "C.displacement", stiffness=9, damping=2, rest=0.3)],
        "joint spring of a universal": [lw.JointSpring("f", "U.angle_j", stiffness=9, damping=2, rest=0.3)],
    }


KINDS = list(forces_on(np.random.default_rng(0)))
EXPRESSIONS = [
    "D.angle**2 * C.displacement - 3*D.angle.rate*U.angle_i",
    "sin(D.angle)*cos(U.angle_i) + tan(U.angle_j/3) + atan2(D.angle, 2 + U.angle_i**2) + exp(-D.angle**2)",
    "sqrt(4 + D.angle)*log(9 + U.angle_j) + abs(U.angle_i - 5)*sign(U.angle_j - 7) + asin(D.angle/9) + acos(U.angle_i/9) + atan(D.angle)",
    "tanh(3*D.angle)*cosh(U.angle_i) + sinh(U.angle_j/2) + mod(D.angle, 0.7)*floor(3.3*U.angle_j)",
    "if(D.angle > 99, sqrt(D.angle + 99), D.angle**2*U.angle_i) + if(U.angle_j < 99, exp(U.angle_i), log(U.angle_j + 99))",
    "min(D.angle, 8, U.angle_i)*max(U.angle_j, -9) + step(D.angle, -9, 1, 9, 2) + step5(U.angle_i, -9, -1, 9, 2)",
    "table(T, D.angle.rate) * table(T, U.angle_i)",
    "D.angle / (3 + U.angle_j**2) - time*D.angle.rate + pull*U.angle_i + half",
    READ,
]  # fmt: skip
