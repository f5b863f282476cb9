"""The mechanism: names are unique, paths can be set, numbers listed, and it pickles."""

import copy
import pickle

import pytest

import linkwork as lw


def slider():
    return lw.Mechanism("slider", gravity=(0, "-g", 0), plane="xy").add(
        lw.Parameter("g", 9.81),
        lw.Parameter("k", 50.0),
        lw.Body("block", mass=2, inertia=1, com=(0, 0, 0), shapes=[lw.Box(size=(1, 2, 3))]),
        lw.Prismatic("S", "ground", "block", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "S.displacement", stiffness="2*k", damping=3),
        lw.Bushing("B", "ground", "block", at="S", stiffness=[[1.0] * 6] * 6),
        lw.Coupler("C", terms={"S.displacement": 2}),
    )


def test_a_name_is_taken_once_and_a_failed_add_changes_nothing():
    m = slider()
    before = len(m)
    with pytest.raises(lw.DescriptionError, match="body 'K': the name is already taken by a joint_spring"):
        m.add(lw.Body("new"), lw.Body("K"))
    with pytest.raises(lw.DescriptionError, match="the name is already taken by a point"):
        m.add(lw.Point("P", (0, 0, 0)), lw.Body("P"))
    assert len(m) == before
    with pytest.raises(lw.DescriptionError, match="add takes parts"):
        m.add("crank")


def test_bad_arguments_of_the_mechanism_are_named():
    with pytest.raises(lw.DescriptionError, match="plane is 'xy' or None, not 'xz'"):
        lw.Mechanism(plane="xz")
    with pytest.raises(lw.DescriptionError, match="gravity: a vector has 3 components, not 2"):
        lw.Mechanism(gravity=(0, -9.81))
    with pytest.raises(lw.DescriptionError, match="gravity: component y: nan"):
        lw.Mechanism(gravity=(0, float("nan"), 0))


def test_parts_are_found_by_name_and_missing_ones_suggested():
    m = slider()
    assert m["S"].type == "prismatic"
    assert "S" in m
    with pytest.raises(lw.DescriptionError, match="no part 'blok'; did you mean 'block'"):
        m["blok"]
    m.remove("C", "B")
    assert "C" not in m
    with pytest.raises(lw.DescriptionError):
        m.remove("K", "C")
    assert "K" in m
    with pytest.raises(TypeError):
        m.parts["x"] = 1


def test_paths_are_set_wherever_numbers_are():
    m = slider()
    m.set("k", 70).set("K.damping", 4).set("S.at.x", 0.5).set("gravity.z", 0).set("block.inertia", 3)
    m.set("block.shapes.0.size.y", 7).set("B.stiffness.0.3", 9).set("C.terms.S.displacement", 5).set(
        "K.stiffness", "3*k"
    )
    assert (m["k"].value, m["K"].damping, m["S"].at, m["block"].inertia) == (70, 4, (0.5, 0, 0), 3)
    assert (m["block"].shapes[0].size, m["B"].stiffness[0][3], m["C"].terms) == ((1, 7, 3), 9, {"S.displacement": 5})
    assert m["K"].stiffness == "3*k"
    m.set("S.at", "block")
    assert m["S"].at == "block"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("K.stiffness", 5, ["K.stiffness", "'2*k'", "change k"]),
        ("gravity.y", 1, ["gravity.y", "'-g'", "change g"]),
        ("Q.stiffness", 5, ["no part 'Q'"]),
        ("K.stifness", 5, ["no 'stifness'", "did you mean 'stiffness'"]),
        ("K", 5, ["name the field"]),
        ("S.at.w", 5, ["no component 'w'"]),
        ("B.preload.6", 5, ["no component '6'"]),
        ("K.damping", float("nan"), ["not a finite number"]),
        ("C.terms.X.angle", 1, ["X.angle"]),
    ],
)
def test_a_wrong_path_or_value_is_named(path, value, words):
    m = slider()
    with pytest.raises(lw.DescriptionError) as caught:
        m.set(path, value)
    for word in words:
        assert word in str(caught.value)
    assert m == slider()


def test_numbers_by_pattern():
    m = slider()
    assert m.numbers("*.damping") == {"K.damping": 3.0}
    assert m.numbers("B.damping*") == {f"B.damping.{i}": 0.0 for i in range(6)}
    assert m.numbers("k") == {"k": 50.0}
    assert "K.stiffness" not in m.numbers()
    assert m.numbers("gravity.*") == {"gravity.x": 0.0, "gravity.z": 0.0}


def test_it_pickles_copies_and_compares():
    m = slider()
    assert pickle.loads(pickle.dumps(m)) == m
    other = copy.deepcopy(m)
    assert other == m
    other.set("k", 1)
    assert other != m
    assert m != "slider"


def test_the_order_of_parts_does_not_matter_to_equality():
    m = slider()
    assert lw.Mechanism("slider", gravity=(0, "-g", 0), plane="xy").add(*reversed(list(m))) == m


def test_it_prints_and_shows_as_html():
    m = slider()
    assert repr(m) == "<Mechanism 'slider': planar, 1 bodies, 2 joints, 4 other parts>"
    assert "<td>joint spring</td>" in m._repr_html_()
    assert "&lt;b&gt;" in lw.Mechanism("<b>")._repr_html_()
