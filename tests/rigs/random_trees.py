"""Random trees of joints, described part by part."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from tests.rigs.joint_mechanisms import TREE, joint
from tests.rigs.random_parts import body, point


def random_tree(seed, n=9, kinds=TREE, gravity=True):
    """n bodies, each hung on an earlier one or the ground by a random joint, either way round."""
    rng = np.random.default_rng(seed)
    m = lw.Mechanism(f"tree {seed}", gravity=point(rng, 10) if gravity else (0, 0, 0))
    for k in range(n):
        parent = "ground" if k == 0 else f"b{rng.integers(max(0, k - 3), k)}"
        ends = (parent, f"b{k}") if rng.random() < 0.5 else (f"b{k}", parent)
        m.add(body(rng, f"b{k}"), joint(rng, kinds[int(rng.integers(len(kinds)))], *ends, f"j{k}"))
    return m
