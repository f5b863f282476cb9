"""Designs found by optimization: a path traced by a four-bar, a landing without a hard blow, a frequency put in its place, a light-footed motor.

python examples/17_optimize.py
"""

from math import pi

import numpy as np

import linkwork as lw

WANTED = {"A": (0.0, 0.0), "B": (0.3, 0.4), "C": (1.3, 1.1), "D": (1.6, -0.1), "tip": (0.9, 1.4)}
POOR = {"A": (0.15, -0.2), "B": (0.35, 0.3), "C": (1.5, 0.8), "D": (1.3, -0.3), "tip": (0.6, 1.1)}


def tracer(points, path=None):
    """A four-bar by its hardpoints; its crank turns once a second and its coupler carries the tip P, which should follow a path."""
    at = {name: (*xy, 0) for name, xy in points.items()}
    m = lw.Mechanism("tracer", plane="xy").add(
        lw.Point("tip", at["tip"]),
        lw.Body("crank", mass=1, inertia=0.1, com=("A", "B")),
        lw.Body("coupler", mass=1, inertia=0.1, com=("B", "C")),
        lw.Body("rocker", mass=1, inertia=0.1, com=("D", "C")),
        lw.Revolute("A", "ground", "crank", at=at["A"]),
        lw.Revolute("B", "crank", "coupler", at=at["B"]),
        lw.Revolute("C", "coupler", "rocker", at=at["C"]),
        lw.Revolute("D", "ground", "rocker", at=at["D"]),
        lw.Frame("P", "coupler", "tip"),
        lw.Driver("motor", "A.angle", motion="2*pi*time"),
    )
    if path is not None:
        t, xy = path
        m.add(lw.Table("path_x", t, xy[:, 0]), lw.Table("path_y", t, xy[:, 1]))
    return m


def path_synthesis(starts=1, file=None):
    """Hardpoints of a four-bar whose tip follows a given path, in time with its crank; from a poor guess."""
    model = lw.compile(tracer(WANTED))
    t = np.linspace(0, 1, 61)
    path = lw.kinematics(model, lw.assemble(model), t)["P.position"]
    model = lw.compile(tracer(POOR, (t, path)))
    cycle = lw.Case(
        "cycle", analysis="kinematics", duration=1, times=61,
        outputs={"off": "mean((P.position.x - table(path_x, time))**2 + (P.position.y - table(path_y, time))**2)"},
    )  # fmt: skip
    places = [f"{name}.at.{axis}" for name in POOR for axis in "xy"]
    vary = {place: (model.parameters[place] - 0.5, model.parameters[place] + 0.5) for place in places}
    return lw.optimize(
        model, cycle, minimize="cycle.off", vary=vary, starts=starts, file=file, tolerance=1e-12, iterations=300
    )


def lander(stiffness=3000.0, damping=20.0):
    """A mass that comes down on a leg with 2 m/s."""
    return lw.Mechanism("lander", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("hull", mass=10, inertia=1, com=(0, 0.5, 0)),
        lw.Prismatic("leg", "ground", "hull", at=(0, 0.5, 0), axis=(0, 1, 0)),
        lw.JointSpring("strut", "leg.displacement", stiffness=stiffness, damping=damping),
    )


def soft_landing(method="SLSQP"):
    """Spring and damper of the leg: the lowest peak of the acceleration for 0.12 m of travel."""
    down = lw.Case(
        "down", start={"leg.displacement.rate": -2.0}, duration=0.5, rtol=1e-8, integrator=lw.DormandPrince(),
        outputs={"blow": "peak(hull.acceleration.y)", "travel": "peak(-leg.displacement)"},
    )  # fmt: skip
    return lw.optimize(
        lw.compile(lander()), down, minimize="down.blow", subject_to={"down.travel": (None, 0.12)},
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
    turn = lw.Case("turn", analysis="kinematics", duration=0.25, times=81, outputs={"torque": "rms(motor.force)"})
    vary = {"balance": (0, 0.06), "rod_length": (0.2, 0.4), "store.stiffness": (0, 1000)}
    return lw.optimize(lw.compile(slider_crank()), turn, minimize="turn.torque", vary=vary)


def main():
    best = path_synthesis()
    print(best, "\n")
    assert best.success and best.objective < 1e-8 < best.initial.objective

    best = soft_landing()
    print(best, "\n")
    assert best.success and best.constraints[0].active == "upper"

    best = placed_frequency()
    print(best, "\n")
    span = 2 * pi * 5 * 2 * (1.5 / (2 * 4000)) ** 0.5  # 2 k (span/2)² = (2 pi 5)² inertia
    assert abs(best.parameters["span"] - span) < 1e-5

    best = least_torque()
    print(best)
    assert best.success and best.objective < 0.7 * best.initial.objective
    return best


if __name__ == "__main__":
    main()
