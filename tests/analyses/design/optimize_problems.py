"""Designs with something to gain: a landing without a hard blow, a frequency put in its place, a press that needs little torque."""

import linkwork as lw


def lander(stiffness=3000.0, damping=20.0):
    """A mass that comes down on a leg with 2 m/s."""
    return lw.Mechanism("lander", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("hull", mass=10, inertia=1, com=(0, 0.5, 0)),
        lw.Prismatic("leg", "ground", "hull", at=(0, 0.5, 0), axis=(0, 1, 0)),
        lw.JointSpring("strut", "leg.displacement", stiffness=stiffness, damping=damping),
    )


DOWN = lw.Case(
    "down", start={"leg.displacement.rate": -2.0}, duration=0.5, rtol=1e-8, integrator=lw.DormandPrince(),
    outputs={"blow": "peak(hull.acceleration.y)", "travel": "peak(-leg.displacement)"},
)  # fmt: skip
TURN = lw.Case("turn", analysis="kinematics", duration=0.25, times=81, outputs={"torque": "rms(motor.force)"})


def soft_landing(method="SLSQP"):
    """Spring and damper of the leg: the lowest peak of the acceleration for 0.12 m of travel."""
    return lw.optimize(
        lw.compile(lander()), DOWN, minimize="down.blow", subject_to={"down.travel": (None, 0.12)},
        vary={"strut.stiffness": (100, 20000), "strut.damping": (0, 500)}, method=method,
    )  # fmt: skip


def table():
    """A machine on two springs that stand apart: it bounces and rocks."""
    return lw.Mechanism("table", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Parameter("span", 0.8),
        lw.Body("top", mass=20, inertia=1.5, com=(0, 0.4, 0)),
        lw.Free("F", "ground", "top", at=(0, 0.4, 0)),
        *(
            lw.Bushing(name, "ground", "top", at=(f"{side}span/2", 0.4, 0), stiffness=(4000, 4000, 0, 0, 0, 0), damping=(20, 20, 0, 0, 0, 0))
            for name, side in (("left", "-"), ("right", ""))
        ),
    )  # fmt: skip


def placed_frequency():
    """The span of the springs for which the table rocks at 5 Hz."""
    tones = lw.Case("tones", analysis="modes", settle=True, outputs={"rocking": "undamped(2)"})
    return lw.optimize(
        lw.compile(table()), tones, minimize="(tones.rocking - 5)**2", vary={"span": (0.5, 1.5)}, tolerance=1e-12
    )


def slider_crank():
    """A press: the crank turns evenly, the piston works against a spring, a counterweight sits opposite the pin."""
    return lw.Mechanism("press", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Parameter("rod_length", 0.3),
        lw.Parameter("balance", 0.02),  # m, of the counterweight from the shaft
        lw.Point("Q", (0, "0.1 + rod_length", 0)),
        lw.Body("crank", mass=3, inertia=0.01, com=(0, "-balance", 0)),
        lw.Body("rod", mass=1, inertia="rod_length**2/12", com=("P", "Q")),
        lw.Body("piston", mass=2, inertia=0.01, com="Q"),
        lw.Revolute("O", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("P", "crank", "rod", at=(0, 0.1, 0)),
        lw.Revolute("pin", "rod", "piston", at="Q"),
        lw.Prismatic("S", "ground", "piston", at="Q", axis=(0, 1, 0)),
        lw.JointSpring("store", "S.displacement", stiffness=100, rest=0),
        lw.Driver("motor", "O.angle", motion="8*pi*time"),
    )


def least_torque():
    """Counterweight, rod and spring for the least driving torque over a turn."""
    vary = {"balance": (0, 0.06), "rod_length": (0.2, 0.4), "store.stiffness": (0, 1000)}
    return lw.optimize(lw.compile(slider_crank()), TURN, minimize="turn.torque", vary=vary)
