"""Equilibria with known answers: rows of the validation table."""

from __future__ import annotations

import math
from collections.abc import Iterator

from linkwork import library
from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.statics.equilibria import equilibria
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Input,
    JointForce,
    JointSpring,
    Prismatic,
    Revolute,
    SpringDamper,
)
from linkwork.model.model import Model, compile

Row = tuple[str, str, float, float, float]  # problem, quantity, reference, ours, bound


def rows() -> Iterator[Row]:
    """Yield all rows."""
    yield from hanging_chain()
    yield from snapping_truss()
    yield from buckled_column()
    yield from held_arm()


def hanging_chain() -> Iterator[Row]:
    """Yield rows for 40 links between supports 2.8 m apart; the reference is the least energy in the links' angles."""
    mechanism = library.chain(40).add(Revolute("end", "link40", "ground", at_i="tip", at_j=(2.8, 0, 0)))
    model = compile(mechanism)
    eq = equilibrium(model, assemble(model), stable=True)
    yield "chain of 40 at rest", "pull on a support, N", 9.06744495275, -float(eq["J1.force.x"]), 1e-10
    yield "chain of 40 at rest", "depth of link 20, m", 1.276668061855, -float(eq["link20.position.y"]), 1e-10


def snapping_truss(height: float = 0.3, stiffness: float = 1000.0) -> Iterator[Row]:
    """Yield rows for von Mises' truss: the load at which it snaps through, l³ = l0 b²."""
    rest = math.hypot(1.0, height)
    mechanism = Mechanism("truss", plane="xy").add(
        Input("P"),
        Body("apex", mass=1, inertia=0.01, com=(0, height, 0)),
        Prismatic("guide", "ground", "apex", at=(0, height, 0), axis=(0, 1, 0)),
        AppliedForce("load", "apex", force=(0, "-P", 0)),
    )
    for name, x in (("left", -1), ("right", 1)):
        mechanism.add(
            SpringDamper(name, "ground", "apex", at_i=(x, 0, 0), at_j=(0, height, 0), stiffness=stiffness, rest=rest)
        )
    model = compile(mechanism)
    path = equilibria(model, assemble(model), {"P": [0.0, 20.0]})
    y = math.sqrt(rest ** (2 / 3) - 1.0)
    limit = 2.0 * stiffness * (rest / math.hypot(1.0, y) - 1.0) * y
    yield "von Mises' truss", "load at the fold, N", limit, path.folds[0]["P"], 1e-8


def buckled_column(load: float = 60.0) -> Iterator[Row]:
    """Yield rows for two links of 0.5 m and a spring of 10 N m/rad between them: 4 k a = P L sin(a) beyond 40 N."""
    mechanism = Mechanism("column", plane="xy").add(
        Body("lower", mass=1, inertia=0.01, com=(0, 0.25, 0)),
        Body("upper", mass=1, inertia=0.01, com=(0, 0.75, 0)),
        Body("head", mass=1, inertia=0.01, com=(0, 1, 0)),
        Revolute("foot", "ground", "lower", at=(0, 0, 0)),
        Revolute("middle", "lower", "upper", at=(0, 0.5, 0)),
        Revolute("top", "upper", "head", at=(0, 1, 0)),
        Prismatic("guide", "ground", "head", at=(0, 1, 0), axis=(0, 1, 0)),
        JointSpring("K", "middle.angle", stiffness=10),
        AppliedForce("load", "head", force=(0, -load, 0)),
    )
    model = compile(mechanism)
    eq = equilibrium(model, assemble(model), stable=True)
    yield "buckled column", "angle of a link, rad", 1.4957815682221, abs(float(eq["foot.angle"])), 1e-10


def held_arm() -> Iterator[Row]:
    """Yield rows for two rods of 0.1 m and 0.1 kg, held at 0.6 and -1 rad."""
    mechanism = library.chain(2)
    for k in (1, 2):
        mechanism.add(Input(f"tau{k}"), JointForce(f"motor{k}", f"J{k}.angle", force=f"tau{k}"))
    model: Model = compile(mechanism)
    pose = assemble(model, {"J1.angle": 0.6, "J2.angle": -1.0})
    eq = equilibrium(model, pose, hold=["J1.angle", "J2.angle"], trim=["tau1", "tau2"])
    tip = 0.1 * 9.81 * 0.05 * math.cos(0.4)
    yield (
        "arm held in a pose",
        "torque of the first joint, N m",
        0.1 * 9.81 * 0.15 * math.cos(0.6) + tip,
        float(eq["tau1"]),
        1e-12,
    )
    yield "arm held in a pose", "torque of the second joint, N m", tip, float(eq["tau2"]), 1e-12
