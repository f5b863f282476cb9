"""The order in which parts were added changes no answer beyond rounding."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.model.state_conversion import translated
from tests.rigs.answers import Answer
from tests.rigs.joint_mechanisms import spatial
from tests.rigs.random_trees import random_tree
from tests.rigs.states import random_state


def reordered(mechanism, order):
    parts = list(mechanism)
    return lw.Mechanism(mechanism.name, gravity=mechanism.gravity, plane=mechanism.plane).add(
        *(parts[k] for k in order)
    )


CASES = {
    "loop": lambda: spatial(np.random.default_rng(11), "cylindrical"),
    "tree": lambda: random_tree(4, 7),
    "four-bar": lambda: lw.library.planar_four_bar("II"),
    "squeezer": lw.library.andrews_squeezer,
}
REFERENCE = {}


def reference(name, coordinates):
    if (name, coordinates) not in REFERENCE:
        mechanism = CASES[name]()
        model = lw.compile(mechanism, coordinates=coordinates)
        state = random_state(model, np.random.default_rng(0), size=0.1)
        REFERENCE[name, coordinates] = mechanism, model, state, Answer(model, state)
    return REFERENCE[name, coordinates]


@settings(max_examples=12)
@given(data=st.data())
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("name", CASES)
def test_the_order_of_parts_changes_nothing(name, coordinates, data):
    mechanism, model, state, answer = reference(name, coordinates)
    order = data.draw(st.permutations(range(len(mechanism))))
    other = lw.compile(reordered(mechanism, order), coordinates=coordinates)
    assert other.bodies == model.bodies
    assert other.structure.topology.cut == model.structure.topology.cut
    result = Answer(other, state)
    assert result.off(answer) < 1e-11


@settings(max_examples=12)
@given(data=st.data())
def test_any_names_of_the_bodies_give_the_same_answer(data):
    """Names decide ties of the spanning tree and the numbering: other names, another tree, the same motion (kelly-1987, 4)."""
    mechanism, model, state, answer = reference("loop", "cartesian")
    names = dict(zip("abcd", data.draw(st.permutations(["p", "q", "r", "s"])), strict=True))
    joints = dict(zip("UXSCD", data.draw(st.permutations(["J1", "J2", "J3", "J4", "J5"])), strict=True))
    words = {**names, **joints}
    other = lw.Mechanism("renamed", gravity=mechanism.gravity)
    for part in mechanism:
        fields = {k: v for k, v in vars(part).items() if k != "name"}
        for key in ("body", "body_i", "body_j"):
            if key in fields:
                fields[key] = names.get(fields[key], fields[key])
        if "target" in fields:
            fields["target"] = _renamed(fields["target"], words)
        if "force" in fields and isinstance(fields["force"], str):
            fields["force"] = fields["force"].replace("X.", words["X"] + ".")
        other.add(type(part)(name=words.get(part.name, part.name), **fields))
    full = lw.compile(other, coordinates="cartesian")
    order = [model.bodies.index(next(a for a, b in names.items() if b == body)) for body in full.bodies]
    q = np.concatenate([state.q[7 * k : 7 * k + 7] for k in order])
    v = np.concatenate([state.v[6 * k : 6 * k + 6] for k in order])
    there = lw.State(state.t, q, v, state.z, state.inactive, full.design_state().turns)
    joint_model = lw.compile(other)
    for place in ((full, there), (joint_model, translated(full, there, joint_model))):
        result = Answer(*place)
        back = [sorted(names.values()).index(names[old]) for old in "abcd"]
        assert np.abs(result.bodies[back] - answer.bodies).max() < 1e-11 * np.abs(answer.bodies).max()


def _renamed(target, words):
    head, *rest = target.split(".")
    return ".".join([words.get(head, head), *rest])
