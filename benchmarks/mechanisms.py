"""Trees to measure on: a 7-joint arm and a 30-body tree, with random but physical numbers."""

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
