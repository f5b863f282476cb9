"""Random trees with random joints across their branches, some of them there twice: regular, redundant and zero rows."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from tests.rigs.joint_mechanisms import CONSTRAINTS, TREE, joint
from tests.rigs.random_trees import random_tree
from tests.rigs.states import settled

CLOSING = (*TREE[:-2], *CONSTRAINTS)


def random_closures(seed):
    """2 to 8 bodies and 1 to 3 closing joints; in four of ten mechanisms a joint of the tree is doubled."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    m = random_tree(seed, n)
    names = ["ground", *(f"b{i}" for i in range(n))]
    for k in range(int(rng.integers(1, 4))):
        i, j = rng.choice(len(names), 2, replace=False)
        m.add(joint(rng, CLOSING[int(rng.integers(len(CLOSING)))], names[i], names[j], f"close{k}"))
    if rng.random() < 0.4:
        double(m, f"j{int(rng.integers(n))}")
    return m


def double(m, name):
    """Adds a copy of a joint, `twice`."""
    fields = {key: value for key, value in vars(m[name]).items() if key not in ("name", "body_i", "body_j")}
    return m.add(type(m[name])("twice", m[name].body_i, m[name].body_j, **fields))


def moving_design(model, seed):
    """The design position with consistent random speeds."""
    start = model.design_state()
    v = np.random.default_rng(seed).normal(size=model.nv)
    return settled(model, lw.State(start.t, start.q, v, start.z, start.inactive, start.turns))


def doubled_tree(seed, kind):
    """A tree with one of its joints there twice and nothing else closed: all rows are zero."""
    m = random_tree(seed, 4, (kind,))
    return double(m, "j2") if kind != "free" else m
