"""More mechanisms: a scissor boom, a door, a sleigh."""

from __future__ import annotations

import math

from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Box, Frame, Free, InLine, JointForce, NoSlide, Point, Revolute
from linkwork.library.benchmarks import count


def scissor_boom(n: int = 10) -> Mechanism:
    """Return a scissor boom of n levels on a free base, in a plane, g along -y: every level closes a loop.

    Level k has bars a<k> (left foot to right head) and b<k> (right foot to left head) of 1 m at ±45°, pinned in
    the middle on M<k>; their feet sit on the heads of the level below on L<k> and R<k>. On the base, L1 is a
    pin and R1 slides. Four freedoms: the base's three and the opening, pushed by `drive` on M1.
    """
    m = Mechanism(f"scissor boom of {count('scissor_boom', n)}", gravity=(0, -9.81, 0), plane="xy")
    side = math.sqrt(0.5)
    m.add(
        Body("base", mass=20, inertia=2, com=(side / 2, 0, 0)),
        Free("free", "ground", "base", at=(side / 2, 0, 0)),
    )
    for k in range(1, n + 1):
        low, left, right = (k - 1) * side, f"b{k - 1}", f"a{k - 1}"
        m.add(
            Body(f"a{k}", mass=1, inertia=1 / 12, com=f"M{k}", x=(1, 1, 0)),
            Body(f"b{k}", mass=1, inertia=1 / 12, com=f"M{k}", x=(-1, 1, 0)),
            Revolute(f"M{k}", f"a{k}", f"b{k}", at=(side / 2, low + side / 2, 0)),
            Revolute(f"L{k}", "base" if k == 1 else left, f"a{k}", at=(0, low, 0)),
        )
        if k == 1:
            m.add(InLine("R1", "base", "b1", at=(side, 0, 0), axis=(1, 0, 0)))
        else:
            m.add(Revolute(f"R{k}", right, f"b{k}", at=(side, low, 0)))
    return m.add(
        JointForce("drive", "M1.angle", force=10),
        Point("head", (0, n * side, 0)),
        Frame("observe0", f"b{n}", "head"),
    )


def door() -> Mechanism:
    """Return a door on two hinges, which hold it twice: five redundant rows, and reactions that are not all unique.

    The leaf (0.9 × 0.04 × 2 m, 20 kg) turns about z on hinge1 (low) and hinge2 (high); g along -z.
    """
    return Mechanism("door", gravity=(0, 0, -9.81)).add(
        Body("leaf", mass=20, shapes=[Box(size=(0.9, 0.04, 2), at=(0.45, 0, 1))]),
        Revolute("hinge1", "ground", "leaf", at=(0, 0, 0.3), axis=(0, 0, 1)),
        Revolute("hinge2", "ground", "leaf", at=(0, 0, 1.7), axis=(0, 0, 1)),
        Frame("observe0", "leaf", (0.45, 0, 0)),
    )


def chaplygin_sleigh() -> Mechanism:
    """Return a sleigh on a knife edge: its point P cannot slide sideways; the mass centre is .2 m ahead of it.

    m = 1, Ic = .5; it starts with v = 1 along the edge and omega = 2: `initial_speeds("chaplygin_sleigh")`.
    """
    return Mechanism("Chaplygin sleigh", plane="xy").add(
        Body("sleigh", mass=1, inertia=0.5, com=(0.2, 0, 0)),
        Free("free", "ground", "sleigh", at=(0, 0, 0)),
        NoSlide("edge", "ground", "sleigh", at=(0, 0, 0), axis=(0, 1, 0)),
        Frame("P", "sleigh", "edge"),
    )
