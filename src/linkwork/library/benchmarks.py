"""Benchmarks of the multibody community: IFToMM A02-A05 and a chain of rods."""

from __future__ import annotations

import math

from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Box, Frame, JointForce, Parameter, Point, Prismatic, Revolute, SpringDamper


def count(name: str, n: int) -> int:
    """Return n after checking that it is a whole number of copies, at least one."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"{name}: n is a whole number, at least 1, not {n!r}")
    return n


def n_four_bar(n: int = 1) -> Mechanism:
    """Return n loops of n + 1 upright 1 m rods pinned at (i, 0) and n couplers, 1 kg each (IFToMM A02), g along -y.

    rod<i> hangs on A<i>; coupler<i> reaches from B<i-1> on rod<i-1> to C<i> on rod<i>. It starts with the
    rods' ends moving at 1 m/s along +x: `initial_speeds("n_four_bar")`. observe0 is the end of rod0.
    """
    m = Mechanism(f"{count('n_four_bar', n)}-four-bar", gravity=(0, -9.81, 0), plane="xy")
    J = 1 / 12
    for i in range(n + 1):
        m.add(
            Body(f"rod{i}", mass=1, inertia=J, com=(i, 0.5, 0)),
            Revolute(f"A{i}", "ground", f"rod{i}", at=(i, 0, 0)),
        )
    for i in range(1, n + 1):
        m.add(
            Body(f"coupler{i}", mass=1, inertia=J, com=(i - 0.5, 1, 0)),
            Revolute(f"B{i - 1}", f"rod{i - 1}", f"coupler{i}", at=(i - 1, 1, 0)),
            Revolute(f"C{i}", f"coupler{i}", f"rod{i}", at=(i, 1, 0)),
        )
    return m.add(Frame("observe0", "rod0", "B0"))


# the consistent start of the test set, rad
_ANDREWS = {
    "beta": -0.0617138900142764496358948458001,
    "gamma": 0.455279819163070380255912382449,
    "phi": 0.222668390165885884674473185609,
    "delta": 0.487364979543842550225598953530,
    "omega": -0.222668390165885884674473185609,
    "epsilon": 1.23054744454982119249735015568,
}


def andrews_squeezer() -> Mechanism:
    """Return Andrews' squeezing mechanism: seven bodies K1 … K7 in a plane (IFToMM A03; IVP test set), no gravity.

    K1 turns about O, driven by .033 N m, K2 reaches from F to E, K3 is the triangle B-D-E, K5 and K7 turn
    about A and push E through K4 (at G) and K6 (at H); a spring pulls D. Starts at rest.
    observe0 is F, observe1 is D.
    """
    m = Mechanism("Andrews' squeezing mechanism", plane="xy")
    m.add(*(Parameter(name, value) for name, value in _ANDREWS.items()))
    m.add(
        Point("A", (-0.06934, -0.00227, 0)),
        Point("spring_end", (0.014, 0.072, 0)),
        Point("E", ("F.at.x - 0.028*cos(beta)", "F.at.y - 0.028*sin(beta)", 0)),
        Point("D", ("B.at.x + 0.02*cos(gamma) + 0.018*sin(gamma)", "B.at.y + 0.02*sin(gamma) - 0.018*cos(gamma)", 0)),
        Body("K1", mass=0.04325, inertia=2.194e-6, com=("0.00092*cos(beta)", "0.00092*sin(beta)", 0)),
        Body("K2", mass=0.00365, inertia=4.410e-7, com=("F.at.x - 0.0115*cos(beta)", "F.at.y - 0.0115*sin(beta)", 0)),
        Body(
            "K3",
            mass=0.02373,
            inertia=5.255e-6,
            com=(
                "B.at.x + 0.01874*sin(gamma) + 0.01043*cos(gamma)",
                "B.at.y - 0.01874*cos(gamma) + 0.01043*sin(gamma)",
                0,
            ),
        ),
        Body(
            "K4",
            mass=0.00706,
            inertia=5.667e-7,
            com=("G.at.x + 0.00579*sin(phi + delta)", "G.at.y - 0.00579*cos(phi + delta)", 0),
        ),
        Body(
            "K5",
            mass=0.07050,
            inertia=1.169e-5,
            com=(
                "A.at.x + 0.02308*cos(delta) - 0.00916*sin(delta)",
                "A.at.y + 0.02308*sin(delta) + 0.00916*cos(delta)",
                0,
            ),
        ),
        Body(
            "K6",
            mass=0.00706,
            inertia=5.667e-7,
            com=("H.at.x + 0.00579*cos(omega + epsilon)", "H.at.y + 0.00579*sin(omega + epsilon)", 0),
        ),
        Body(
            "K7",
            mass=0.05498,
            inertia=1.912e-5,
            com=(
                "A.at.x + 0.01228*sin(epsilon) - 0.00449*cos(epsilon)",
                "A.at.y - 0.01228*cos(epsilon) - 0.00449*sin(epsilon)",
                0,
            ),
        ),
        Revolute("O", "ground", "K1", at=(0, 0, 0)),
        Revolute("F", "K1", "K2", at=("0.007*cos(beta)", "0.007*sin(beta)", 0)),
        Revolute("B", "ground", "K3", at=(-0.03635, 0.03273, 0)),
        Revolute("A5", "ground", "K5", at="A"),
        Revolute("G", "K5", "K4", at=("A.at.x + 0.04*cos(delta)", "A.at.y + 0.04*sin(delta)", 0)),
        Revolute("A7", "ground", "K7", at="A"),
        Revolute("H", "K7", "K6", at=("A.at.x + 0.04*sin(epsilon)", "A.at.y - 0.04*cos(epsilon)", 0)),
        Revolute("E3", "K2", "K3", at="E"),
        Revolute("E4", "K2", "K4", at="E"),
        Revolute("E6", "K2", "K6", at="E"),
        JointForce("drive", "O.angle", force=0.033),
        SpringDamper("S", "K3", "ground", at_i="D", at_j="spring_end", stiffness=4530, rest=0.07785),
        Frame("observe0", "K1", "F"),
        Frame("observe1", "K3", "D"),
    )
    return m


_BRICARD_POINTS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
_BRICARD_AXES = ((0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


def bricard() -> Mechanism:
    """Return Bricard's mechanism: five 1 m rods (1 kg, .1 m square) and the ground in a ring of six revolutes (IFToMM
    A04).

    rod<i> reaches from joint J<i> to J<i+1>; g along -y, at rest. Only one freedom is left although a count
    of rows gives none. observe0 is J4 on rod3.
    """
    m = Mechanism("Bricard mechanism", gravity=(0, -9.81, 0))
    bodies = ["ground", "rod1", "rod2", "rod3", "rod4", "rod5", "ground"]
    for i in range(1, 6):
        start, end = _BRICARD_POINTS[i - 1], _BRICARD_POINTS[i]
        size = [1.0 if a != b else 0.1 for a, b in zip(start, end, strict=True)]
        middle = [(a + b) / 2 for a, b in zip(start, end, strict=True)]
        m.add(Body(f"rod{i}", mass=1, shapes=[Box(size=size, at=middle)]))
    for i in range(6):
        m.add(Revolute(f"J{i + 1}", bodies[i], bodies[i + 1], at=_BRICARD_POINTS[i], axis=_BRICARD_AXES[i]))
    return m.add(Frame("observe0", "rod3", "J4"))


def flyball_governor() -> Mechanism:
    """Return a stiff flyball governor (IFToMM A05): shaft, slider and two rods with 5 kg balls, held by stiff springs.

    The shaft turns about z on A, the slider slides on S, rod1 and rod2 hinge on H1 and H2, 30° below the
    horizontal; density 3000 kg/m³, g along -z. It starts with the shaft turning at 2 pi rad/s:
    `initial_speeds("flyball_governor")`. observe0 is the slider, observe1 the first ball.
    """
    m = Mechanism("flyball governor", gravity=(0, 0, -9.81))
    m.add(
        Body("shaft", density=3000, shapes=[Box(size=(0.01, 0.01, 1), at=(0, 0, 0.5))]),
        Body("slider", density=3000, shapes=[Box(size=(0.1, 0.1, 0.1), at=(0, 0, 0.5))]),
        Revolute("A", "ground", "shaft", at=(0, 0, 0), axis=(0, 0, 1)),
        Prismatic("S", "shaft", "slider", at=(0, 0, 0.5), axis=(0, 0, 1)),
        Frame("observe0", "slider", "S"),
    )
    rod, ball = 0.3, 5.0
    mass, arm = rod + ball, (rod * 0.5 + ball) / (rod + ball)  # the mass centre's distance from the hinge
    across = rod * (1 + 1e-4) / 12 + rod * ball / mass * 0.25
    for i, side in ((1, 1), (2, -1)):
        x, z = side * math.cos(math.pi / 6), -0.5
        m.add(
            Point(f"ball{i}", (side * 0.05 + x, 0, 1 + z)),
            Point(f"middle{i}", (side * 0.05 + x / 2, 0, 1 + z / 2)),
            Body(
                f"rod{i}",
                mass=mass,
                com=(side * 0.05 + arm * x, 0, 1 + arm * z),
                inertia=(rod * 2e-4 / 12, across, across),
                x=(f"H{i}", f"ball{i}"),
            ),
            Revolute(f"H{i}", "shaft", f"rod{i}", at=(side * 0.05, 0, 1), axis=(0, 1, 0)),
            SpringDamper(
                f"K{i}",
                f"rod{i}",
                "slider",
                at_i=f"middle{i}",
                at_j=(side * 0.05, 0, 0.5),
                stiffness=8e5,
                damping=4e4,
                rest=0.5,
            ),
        )
    return m.add(Frame("observe1", "rod1", "ball1"))


def chain(n: int = 10) -> Mechanism:
    """Return n slender rods of .1 m and .1 kg, hinged in a row along +x from the origin, at rest, g along -y, planar.

    link<i> hangs on J<i>. observe0 is the end of the fifth rod (or of the last), observe1 the tip.
    """
    m = Mechanism(f"chain of {count('chain', n)}", gravity=(0, -9.81, 0), plane="xy")
    length, mass = 0.1, 0.1
    for i in range(1, n + 1):
        m.add(
            Body(f"link{i}", mass=mass, inertia=mass * length**2 / 12, com=(length * (i - 0.5), 0, 0)),
            Revolute(f"J{i}", "ground" if i == 1 else f"link{i - 1}", f"link{i}", at=(length * (i - 1), 0, 0)),
        )
    return m.add(
        Point("end5", (length * min(n, 5), 0, 0)),
        Point("tip", (length * n, 0, 0)),
        Frame("observe0", f"link{min(n, 5)}", "end5"),
        Frame("observe1", f"link{n}", "tip"),
    )
