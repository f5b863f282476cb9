"""Every joint as a tree joint from either side and as a cut joint, in both coordinates, under every formulation: one answer."""

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.answers import FORMULATIONS, Answer
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, draw, planar, spatial
from tests.rigs.states import same_place

AGREE = 1e-9
CASES = [(spatial, kind) for kind in TREE + CONSTRAINTS] + [(planar, kind) for kind in PLANAR_TREE + PLANAR_CONSTRAINTS]


def models(mechanism, kind):
    """The mechanism with X in the tree from one side and the other, with X cut, and in Cartesian coordinates."""
    yield "S cut", lw.compile(mechanism, cut=["S"])
    yield "U cut", lw.compile(mechanism, cut=["U"])
    yield "X cut", lw.compile(mechanism, cut=["X"])
    yield "chosen", lw.compile(mechanism)
    yield "cartesian", lw.compile(mechanism, coordinates="cartesian")


@pytest.mark.parametrize("swapped", [False, True], ids=["a-b", "b-a"])
@pytest.mark.parametrize(("make", "kind"), CASES, ids=[f"{make.__name__}-{kind}" for make, kind in CASES])
def test_a_joint_answers_alike_in_all_coordinates_and_formulations(make, kind, swapped):
    seed = 100 * CASES.index((make, kind)) + swapped
    mechanism, first, state = draw(lambda rng: make(rng, kind, swapped), seed)
    reference = Answer(first, state, lw.Augmented())
    assert np.isfinite(reference.bodies).all()
    results = {}
    for label, model in models(mechanism, kind):
        there = same_place(first, state, model)
        for formulation in FORMULATIONS:
            results[label, formulation] = Answer(model, there, formulation).off(reference)
    worst = max(results, key=results.__getitem__)
    assert results[worst] < AGREE, (worst, results[worst])


@pytest.mark.parametrize("kind", TREE)
def test_a_tree_joint_is_in_the_tree_from_both_sides(kind):
    mechanism = spatial(np.random.default_rng(1), kind)
    sides = set()
    for swapped in (False, True):
        mechanism = spatial(np.random.default_rng(1), kind, swapped)
        for label, model in models(mechanism, kind):
            if label in ("S cut", "U cut"):
                sides |= {t.reverse for t in model.structure.topology.tree if t.joint == "X"}
    assert sides == {False, True}
