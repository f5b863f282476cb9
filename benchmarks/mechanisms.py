"""Mechanisms to measure on: a 7-joint arm and a 30-body tree with random but physical numbers, five-bar loops, beads on a string, a four-bar on
bushings."""

from __future__ import annotations

import numpy as np

import linkwork as lw


def arm(joints: int = 7) -> lw.Mechanism:
    """A serial arm of revolutes with turned axes, hanging in gravity."""
    return _tree([k - 1 for k in range(joints)], seed=1)


def tree(bodies: int = 30) -> lw.Mechanism:
    """A branched tree of revolutes."""
    rng = np.random.default_rng(2)
    return _tree([-1] + [int(rng.integers(max(0, k - 4), k)) for k in range(1, bodies)], seed=3)


def _tree(parents: list[int], seed: int) -> lw.Mechanism:
    rng = np.random.default_rng(seed)
    mechanism = lw.Mechanism("tree", gravity=(0, 0, -9.81))
    ends: list[np.ndarray] = []
    for k, parent in enumerate(parents):
        start = ends[parent] if parent >= 0 else np.zeros(3)
        end = start + rng.uniform(-0.4, 0.4, 3)
        ends.append(end)
        inertia = rng.uniform(0.02, 0.03, 3)
        mechanism.add(
            lw.Body(f"b{k}", mass=rng.uniform(1, 3), com=tuple((start + end) / 2), inertia=tuple(inertia)),
            lw.Revolute(
                f"j{k}",
                f"b{parent}" if parent >= 0 else "ground",
                f"b{k}",
                at=tuple(start),
                axis=tuple(rng.normal(size=3)),
            ),
        )
    return mechanism


def five_bars(
    loops: int = 20, *, stiffness: float = 0.0, damping: float = 0.0, plane: str | None = "xy"
) -> lw.Mechanism:
    """Closed loops of five bars in a row, each on the first bar of the one before: 5 bodies and 3 freedoms a loop.

    With a stiffness there are springs in the hinges and no gravity, and it rests as it is.
    """
    m = lw.Mechanism("five-bars", gravity=(0, 0, 0) if stiffness else (0, -9.81, 0), plane=plane)
    before = "ground"
    for k in range(loops):
        first, last = f"b{k}_0", before
        for j in range(5):
            place, inertia = (k + 0.2 * j + 0.1, 0.3 * (j % 2) + 0.1 * j, 0), 0.1
            m.add(
                lw.Body(f"b{k}_{j}", mass=1 + 0.1 * j, inertia=inertia if plane else (inertia,) * 3, com=place),
                lw.Revolute(
                    f"J{k}_{j}", last, f"b{k}_{j}", at=(k + 0.2 * j, 0.3 * (j % 2) + 0.05 * j * j, 0), axis=(0, 0, 1)
                ),
            )
            if stiffness:
                m.add(lw.JointSpring(f"S{k}_{j}", f"J{k}_{j}.angle", stiffness=stiffness, damping=damping))
            last = f"b{k}_{j}"
        m.add(lw.Revolute(f"C{k}", last, first, at=(k + 0.9, 0.5, 0), axis=(0, 0, 1)))
        before = first
    return m


def beads(n: int = 1000, spacing: float = 0.01, mass: float = 0.1) -> lw.Mechanism:
    """Equal point masses on a hanging string: omega² is g / spacing times the zeros of the Laguerre polynomial L_n."""
    m = lw.Mechanism("beads", gravity=(0, -9.81, 0), plane="xy")
    for k in range(n):
        m.add(
            lw.Body(f"bead{k}", mass=mass, inertia=0, com=(0, -(k + 1) * spacing, 0)),
            lw.Revolute(f"J{k}", f"bead{k - 1}" if k else "ground", f"bead{k}", at=(0, -k * spacing, 0)),
        )
    return m


def four_bar(stiffness: float | None = None, damping: float = 1e3) -> lw.Mechanism:
    """Joints A … D, or bushings of that stiffness in their places; a force at C."""
    m = lw.Mechanism("four-bar", plane="xy")
    places = {"A": (0, 0, 0), "B": (0.6, 1, 0), "C": (2.4, 1.4, 0), "D": (2, 0, 0)}
    m.add(*(lw.Point(f"at{name}", place) for name, place in places.items()))
    for name, i, j, mass in (("crank", "A", "B", 5), ("coupler", "B", "C", 7), ("rocker", "D", "C", 5)):
        m.add(lw.Body(name, mass=mass, inertia=2, com=(f"at{i}", f"at{j}")))
    bodies = {
        "A": ("ground", "crank"),
        "B": ("crank", "coupler"),
        "C": ("coupler", "rocker"),
        "D": ("ground", "rocker"),
    }
    for name, (i, j) in bodies.items():
        if stiffness is None:
            m.add(lw.Revolute(name, i, j, at=f"at{name}"))
        else:
            k, d = (stiffness, stiffness, 0, 0, 0, 0), (damping, damping, 0, 0, 0, 0)
            m.add(lw.Bushing(name, i, j, at=f"at{name}", stiffness=k, damping=d))
    m.add(lw.Frame("knee", "crank", "atB"), lw.Frame("tip", "coupler", "atC"))
    return m.add(lw.AppliedForce("F", "coupler", at="atC", force=(8, 7, 0)))
