"""The examples of park-2000 and bae-2003."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Frame,
    JointSpring,
    Parameter,
    Point,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
)


def double_bar_pendulum() -> Mechanism:
    """Return two 2 m bars in a plane without gravity, a torque on the first and a force at the tip (park-2000, 4.1).

    Bodies bar1, bar2; joints A (ground), B; A.angle and bar1.angle are theta1, bar2.angle is theta2.
    Starts at rest at theta = .524, .785. observe0 is the second hinge, observe1 the tip.
    """
    m = Mechanism("double bar pendulum", plane="xy")
    m.add(
        Parameter("L1", 2.0),
        Parameter("L2", 2.0),
        Parameter("theta1", 0.524),
        Parameter("theta2", 0.785),
        Point("tip", ("B.at.x + L2*cos(theta2)", "B.at.y + L2*sin(theta2)", 0)),
        Body("bar1", mass=5, inertia=10, com=("A", "B"), x=("A", "B")),
        Body("bar2", mass=7, inertia=20, com=("B", "tip"), x=("B", "tip")),
        Revolute("A", "ground", "bar1", at=(0, 0, 0), x_i=(1, 0, 0), x_j=("A", "B")),
        Revolute("B", "bar1", "bar2", at=("L1*cos(theta1)", "L1*sin(theta1)", 0), x_i=("A", "B"), x_j=("B", "tip")),
        AppliedForce("M", "bar1", torque=(0, 0, 10)),
        AppliedForce("F", "bar2", at="tip", force=(8, 7, 0)),
        Frame("observe0", "bar1", "B"),
        Frame("observe1", "bar2", "tip"),
    )
    return m


_CASES: dict[str, tuple[float, float | str]] = {"I": (2.0, "60*deg"), "II": (1.9, 1.104)}  # l0, theta1


def planar_four_bar(case: str = "I", force: Sequence[float | str] = (80, 70)) -> Mechanism:
    """Return three 2 m links and the ground in a plane without gravity, a spring at A, a force at C (park-2000, 4.2).

    Links link1 (A to B), link2 (B to C), link3 (D to C); A and D are on the ground, l0 apart. Case I:
    l0 = 2, a rhombus, theta1 = 60°; case II: l0 = 1.9, theta1 = 1.104. A.angle is theta1, zero on +x; K is
    free at .524. The force (80, 70) is as printed; (-80, -70) is the reading that crosses the flat pose.
    observe0 is B, observe1 is C.
    """
    m = Mechanism(f"planar four-bar, case {case}", plane="xy")
    return _four_bar(m, case, force, lambda J: J, {})


def planar_four_bar_3d(case: str = "I", force: Sequence[float | str] = (80, 70)) -> Mechanism:
    """Return the planar four-bar modelled in space with four revolutes about z: three redundant rows, the same
    motion."""
    m = Mechanism(f"planar four-bar in space, case {case}")
    return _four_bar(m, case, force, lambda J: (J / 2, J / 2, J), {"axis": (0, 0, 1)})


def _four_bar(m: Mechanism, case: str, force: Sequence[float | str], inertia, axis: dict) -> Mechanism:
    """Return the four-bar whose C is the intersection of the circles about B (radius L2) and D (radius L3) beyond
    BD."""
    if case not in _CASES:
        raise ValueError(f"planar_four_bar: case is one of {', '.join(_CASES)}, not {case!r}")
    if len(force) not in (2, 3):
        raise ValueError(f"planar_four_bar: force is (x, y), not {force!r}")
    l0, theta = _CASES[case]
    m.add(
        Parameter("L1", 2.0),
        Parameter("L2", 2.0),
        Parameter("L3", 2.0),
        Parameter("l0", l0),
        Parameter("theta1", theta),
        Parameter("BD_x", "l0 - B.at.x"),
        Parameter("BD_y", "-B.at.y"),
        Parameter("BD", "sqrt(BD_x**2 + BD_y**2)"),
        Parameter("along", "(L2**2 - L3**2 + BD**2) / (2*BD)"),
        Parameter("across", "sqrt(L2**2 - along**2)"),
        Body("link1", mass=5, inertia=inertia(10), com=("A", "B"), x=("A", "B")),
        Body("link2", mass=7, inertia=inertia(20), com=("B", "C"), x=("B", "C")),
        Body("link3", mass=9, inertia=inertia(25), com=("D", "C"), x=("D", "C")),
        Revolute("A", "ground", "link1", at=(0, 0, 0), x_i=(1, 0, 0), x_j=("A", "B"), **axis),
        Revolute("B", "link1", "link2", at=("L1*cos(theta1)", "L1*sin(theta1)", 0), **axis),
        Revolute(
            "C",
            "link2",
            "link3",
            at=("B.at.x + (along*BD_x - across*BD_y)/BD", "B.at.y + (along*BD_y + across*BD_x)/BD", 0),
            **axis,
        ),
        Revolute("D", "ground", "link3", at=("l0", 0, 0), x_i=(1, 0, 0), x_j=("D", "C"), **axis),
        JointSpring("K", "A.angle", stiffness=100, rest=0.524),
        AppliedForce("F", "link2", at="C", force=(*force, 0)[:3]),
        Frame("observe0", "link1", "B"),
        Frame("observe1", "link2", "C"),
    )
    return m


def spatial_four_bar() -> Mechanism:
    """Return a four-bar of revolute A, universal B, spherical C and revolute D (park-2000, 4.3): a crank about x drives
    a rocker about y.

    Bodies crank, coupler, rocker. Gravity along -y, a spring (1 N m/rad, free at 0) and a damper
    (5 N m s/rad) at A; starts at rest at A.angle = 0. C.force is the force on the coupler.
    """
    m = Mechanism("spatial four-bar", gravity=(0, -9.81, 0))
    m.add(
        Body("crank", mass=2, com=(0, 0, 0), inertia=(4, 2, 2)),
        Body("coupler", mass=1, com=(6, 0, 2), inertia=(0.01, 12.4, 12.4)),
        Body("rocker", mass=1, com=(12, 0, 1), inertia=(4.54, 4.54, 0.01)),
        Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(1, 0, 0)),
        Universal("B", "crank", "coupler", at=(0, 0, 2), axis_i=(0, 1, 0), axis_j=(0, 0, 1)),
        Spherical("C", "rocker", "coupler", at=(12, 0, 2)),
        Revolute("D", "ground", "rocker", at=(12, 0, 0), axis=(0, 1, 0)),
        JointSpring("K", "A.angle", stiffness=1, damping=5, rest=0),
        Frame("observe0", "crank", "B"),
        Frame("observe1", "coupler", "C"),
    )
    return m


def parallelogram_four_bar() -> Mechanism:
    """Return two upright 0.4 m cranks and a 0.3 m coupler, a relaxed spring at the first crank's tip: 5.04 Hz
    (bae-2003, 6.1).

    Bodies crank1 (A to B), coupler (B to C), crank2 (D to C); spring S. No gravity.
    """
    m = Mechanism("parallelogram four-bar", plane="xy")
    m.add(
        Body("crank1", mass=7.707, inertia=0.16176083, com=("A", "B"), x=("A", "B")),
        Body("coupler", mass=3.946, inertia=0.05300579, com=("B", "C"), x=("B", "C")),
        Body("crank2", mass=7.707, inertia=0.16176083, com=("D", "C"), x=("D", "C")),
        Revolute("A", "ground", "crank1", at=(0, 0, 0)),
        Revolute("B", "crank1", "coupler", at=(0, 0.4, 0)),
        Revolute("C", "coupler", "crank2", at=(0.3, 0.4, 0)),
        Revolute("D", "ground", "crank2", at=(0.3, 0, 0)),
        Point("anchor", (-0.3, 0.36287355689278683, 0)),
        SpringDamper("S", "ground", "crank1", at_i="anchor", at_j="B", stiffness=10000),
        Frame("observe0", "crank1", "B"),
    )
    return m
