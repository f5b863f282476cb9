"""Chains that are stiff: rods joined by bushings, and hinged rods with springs in their hinges."""

from __future__ import annotations

from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Bushing, Frame, JointSpring, Point
from linkwork.library.benchmarks import chain, count

LENGTH, MASS = 0.1, 0.1  # m, kg: the rods of `chain`


def bushing_chain(
    n: int = 10, stiffness: float = 1e6, damping: float = 100.0, bending: float = 100.0, bending_damping: float = 0.1
) -> Mechanism:
    """Return n rods of .1 m, .01 m thick and .1 kg in a row along +x from the origin, at rest, g along -y.

    Bushing B<i> at the root of link<i> holds it to the rod before, or to the ground: `stiffness` (N/m) and `damping` (N
    s/m) along all three axes, `bending` (N m/rad) and `bending_damping` (N m s/rad) about them. There are no joints: 6n
    freedoms. observe0 is the tip.

    >>> lw.compile(bushing_chain(100)).nv
    600
    """
    m = Mechanism(f"bushing chain of {count('bushing_chain', n)}", gravity=(0, -9.81, 0))
    thin, long = MASS * 0.01**2 / 6, MASS * (LENGTH**2 + 0.01**2) / 12
    for i in range(1, n + 1):
        m.add(
            Body(f"link{i}", mass=MASS, inertia=(thin, long, long), com=(LENGTH * (i - 0.5), 0, 0)),
            Bushing(
                f"B{i}", "ground" if i == 1 else f"link{i - 1}", f"link{i}", at=(LENGTH * (i - 1), 0, 0),
                stiffness=(stiffness,) * 3 + (bending,) * 3, damping=(damping,) * 3 + (bending_damping,) * 3,
            ),
        )  # fmt: skip
    return m.add(Point("tip", (LENGTH * n, 0, 0)), Frame("observe0", f"link{n}", "tip"))


def sprung_chain(n: int = 10, stiffness: float = 1e4, damping: float = 1.0) -> Mechanism:
    """Return `chain(n)` with a spring of `stiffness` (N m/rad) and `damping` (N m s/rad) S<i> in every hinge J<i>: a
    stiff rod.

    >>> lw.compile(sprung_chain(100)).nv
    100
    """
    m = chain(n)
    m.name = f"sprung chain of {n}"
    return m.add(*(JointSpring(f"S{i}", f"J{i}.angle", stiffness=stiffness, damping=damping) for i in range(1, n + 1)))
