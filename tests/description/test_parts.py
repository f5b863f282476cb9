"""Parts: what they accept, what they refuse, and that the message names the thing, the value and the remedy."""

import dataclasses
import math
import pickle
from typing import ClassVar

import numpy as np
import pytest

import linkwork as lw
from linkwork.description import parts as p
from linkwork.description.choice_names import choice_names
from linkwork.description.choices import Formulation, Integrator
from linkwork.description.parts.blocks import CodeError
from linkwork.description.parts.joints import Joint
from linkwork.description.parts.part import part
from linkwork.description.values import Scalar
from linkwork.io.schema import json_schema

KINDS = [kind for words in p.SECTIONS.values() for kind in words.values()]
JOINTS = [kind for kind in KINDS if issubclass(kind, Joint)]


def controller(t, u, x, p, y, xdot):
    y[0] = u[0]


def message(make):
    with pytest.raises(lw.DescriptionError) as caught:
        make()
    return str(caught.value)


def test_name_and_bodies_are_positional_and_the_rest_is_not():
    joint = lw.Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(0, 0, 1))
    assert (joint.name, joint.body_i, joint.body_j, joint.active) == ("A", "ground", "crank", True)
    assert "positional" in message(lambda: lw.Revolute("A", "ground", "crank", (0, 0, 0)))
    assert lw.Frame("F", "crank", "A").at == "A"
    assert lw.Parameter("L", 2).value == 2.0
    assert lw.Input("u").value == 0.0


def test_parts_are_frozen_comparable_and_pickle():
    body = lw.Body("crank", mass=5, inertia=(1, 2, 2), com=("A", "B"), shapes=[lw.Box(size=(1, 1, 1))])
    with pytest.raises(dataclasses.FrozenInstanceError):
        body.mass = 3
    assert pickle.loads(pickle.dumps(body)) == body
    assert body == lw.Body("crank", mass=5.0, inertia=[1, 2, 2], com=["A", "B"], shapes=lw.Box(size=np.ones(3)))
    assert body != dataclasses.replace(body, mass=6)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_every_kind_has_a_word_a_section_and_a_docstring(kind):
    assert kind.type == "".join("_" + c.lower() if c.isupper() else c for c in kind.__name__).lstrip("_")
    assert kind.section in p.SECTIONS
    assert kind.__doc__


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, np.nan, "nan", ".inf", "-inf", "NaN"])
def test_not_a_number_is_refused_everywhere(bad):
    makers = [
        lambda: lw.Parameter("q", bad),
        lambda: lw.Point("P", (0, bad, 0)),
        lambda: lw.Body("b", mass=bad),
        lambda: lw.Body("b", inertia=(1, bad, 1)),
        lambda: lw.Body("b", shapes=[lw.Sphere(radius=bad)]),
        lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, bad)),
        lambda: lw.JointSpring("K", "A.angle", stiffness=bad),
        lambda: lw.Bushing("B", "a", "b", at=(0, 0, 0), stiffness=(1, 1, 1, 1, 1, bad)),
        lambda: lw.AppliedForce("F", "b", force=(0, bad, 0)),
        lambda: lw.Driver("D", "A.angle", motion=bad),
        lambda: lw.Table("T", x=(0, 1), y=(0, bad)),
        lambda: lw.Coupler("C", terms={"A.angle": bad}),
        lambda: lw.Block("B", outputs=("y",), inputs={"u": bad}, function=controller),
        lambda: lw.Input("u", bad),
    ]
    for make in makers:
        assert "not a finite number" in message(make)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lw.Point("P", (1, 2)), ["Point('P')", "at", "3 components, not 2", "[x, y, 0]"]),
        (lambda: lw.Point("P", (1, 2, 3, 4)), ["3 components, not 4"]),
        (lambda: lw.Point("P", 3), ["3 is not a point"]),
        (lambda: lw.Point("P", (1, 2, "sin(")), ["component z", "sin("]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 0)), ["axis", "[0, 0, 0] is zero", "[0, 0, 1]"]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis="z"), ["'z' is not a direction"]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), x_i=("P", "P"), x_j=(1, 0, 0)), ["'P' to itself"]),
        (lambda: lw.Revolute("A", "ground", "ground", at=(0, 0, 0)), ["'ground' to itself"]),
        (lambda: lw.Revolute("A", "ground", "b"), ["revolute joint needs at, or at_i and at_j"]),
        (lambda: lw.Revolute("A", "ground", "b", at_i=(0, 0, 0)), ["at_i needs at_j"]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), at_j=(0, 0, 0)), ["either at or at_i and at_j"]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), x_j=(1, 0, 0)), ["x_j needs x_i"]),
        (lambda: lw.Spherical("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)), ["spherical joint has no axis"]),
        (lambda: lw.Universal("U", "a", "b", at=(0, 0, 0), axis=(0, 0, 1)), ["axis_i and axis_j, not axis"]),
        (lambda: lw.Universal("U", "a", "b", at=(0, 0, 0)), ["needs axis_i and axis_j"]),
        (lambda: lw.Distance("D", "a", "b", at=(0, 0, 0)), ["at_i and at_j, not at"]),
        (lambda: lw.Screw("S", "a", "b", at=(0, 0, 0), axis=(0, 0, 1)), ["pitch", "is missing"]),
        (lambda: lw.Revolute("A", "ground", at=(0, 0, 0)), ["body_j", "is missing"]),
        (lambda: lw.Revolute("A", "ground", "b", att=(0, 0, 0)), ["att", "unknown field", "did you mean 'at'"]),
        (lambda: lw.Body("a b"), ["'a b' is not a name"]),
        (lambda: lw.Body("1a"), ["'1a' is not a name"]),
        (lambda: lw.Body(3), ["3 is not a name"]),
        (lambda: lw.Body("x" * 200), ["200 characters"]),
        (lambda: lw.Body("ground"), ["'ground' is reserved"]),
        (lambda: lw.Parameter("time", 1), ["'time' is reserved"]),
        (lambda: lw.Parameter("pi", 3), ["'pi' is reserved"]),
        (lambda: lw.Body("sin"), ["'sin' is reserved"]),
        (lambda: lw.Body("b", mass=True), ["True is not a number"]),
        (lambda: lw.Body("b", mass=1j), ["1j is not a number"]),
        (lambda: lw.Body("b", mass=10**400), ["not a finite number"]),
        (lambda: lw.Body("b", inertia=(1, 2)), ["one number (planar)", "a list of 2"]),
        (lambda: lw.Body("b", shapes=["box"]), ["shape 0", "not a shape", "box | cylinder"]),
        (lambda: lw.Box(), ["Box", "size", "is missing"]),
        (lambda: lw.Bushing("B", "a", "b", at=(0, 0, 0), stiffness=(1, 2, 3)), ["6 numbers", "not 3"]),
        (lambda: lw.Bushing("B", "a", "b", at=(0, 0, 0), damping=[[1] * 6] * 5), ["not 5"]),
        (lambda: lw.Beam("E", "a", "b", at_i="P", at_j="Q", EA=1, EI=(1, 2, 3)), ["EI", "pair [y, z], not 3"]),
        (lambda: lw.Beam("E", "a", "a", at_i="P", at_j="Q", EA=1, EI=1), ["body 'a' and itself"]),
        (lambda: lw.SpringDamper("S", "a", "b", at_i="P", at_j="Q", rest=1, preload=2), ["rest or preload, not both"]),
        (lambda: lw.SpringDamper("S", "a", "a", at_i="P", at_j="Q"), ["'a' and itself"]),
        (lambda: lw.Table("T", x=(0, 0), y=(0, 1)), ["x must increase"]),
        (lambda: lw.Table("T", x=(0, 1), y=(0,)), ["x has 2 numbers and y has 1"]),
        (lambda: lw.Table("T", x=(0,), y=(0,)), ["at least two"]),
        (lambda: lw.Table("T", x=(0, 1), y=(0, 1), kind="quintic"), ["kind", "cubic"]),
        (lambda: lw.Driver("D", "A angle", motion=1), ["'A angle' is not a signal"]),
        (lambda: lw.Coupler("C", terms={}), ["terms"]),
        (lambda: lw.Coupler("C", terms={"A.angle.rate": 1}), ["couples positions", ".rate"]),
        (lambda: lw.Block("B", function=controller), ["neither outputs nor states"]),
        (lambda: lw.Block("B", outputs=("y",), function="not a path"), ["module:function"]),
        (lambda: lw.Block("B", outputs=("y", "y"), function=controller), ["'y' is given twice"]),
        (lambda: lw.Block("B", outputs=("y",), function=3), ["3 is not a function"]),
        (lambda: lw.Revolute("A", "ground", "b", at=(0, 0, 0), active="maybe"), ["active", "'maybe'"]),
    ],
)  # fmt: skip
def test_bad_input_is_refused_by_name_value_and_remedy(make, words):
    text = message(make)
    for word in words:
        assert word in text


def test_all_mistakes_of_a_part_come_at_once():
    with pytest.raises(lw.DescriptionError) as caught:
        lw.Body("b", mass="sin(", com=(1, 2), inertia=(1, 2), densiti=3)
    assert len(caught.value.problems) == 4
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


def test_numeric_text_is_a_number_and_other_text_is_kept_as_written():
    assert lw.Parameter("q", " 1e5 ").value == 1e5
    assert lw.Parameter("q", "2*k").value == "2*k"
    assert lw.Parameter("q", np.float32(0.5)).value == 0.5
    assert lw.Point("P", np.array([1, 2, 3])).at == (1.0, 2.0, 3.0)
    assert lw.Point("P", ["A", "B"]).at == ("A", "B")
    assert lw.Point("P", ["A", "B", 0]).at == ("A", "B", 0.0)


@pytest.mark.parametrize("kind", JOINTS, ids=lambda kind: kind.type)
def test_every_joint_can_be_made_from_what_it_needs(kind):
    fields = {}
    for what, value in {"at": (0, 0, 0), "axis": (0, 0, 1)}.items():
        if what in kind.needs:
            other = (1, 0, 0)
            fields |= {f"{what}_i": value, f"{what}_j": other} if what in kind.one_sided else {what: value}
    if kind is lw.Screw:
        fields["pitch"] = 0.01
    joint = kind("J", "ground", "b", **fields)
    assert pickle.loads(pickle.dumps(joint)) == joint


def test_a_block_keeps_an_importable_function_by_name():
    block = lw.Block("B", inputs={"u": "A.angle"}, outputs=("y",), states=("z",), function=controller)
    assert block.function == f"{__name__}:controller"
    assert block.states == {"z": 0.0}
    assert block.resolve() is controller
    assert pickle.loads(pickle.dumps(block)) == block
    assert block == lw.Block(
        "B", inputs={"u": "A.angle"}, outputs=("y",), states={"z": 0}, function=f"{__name__}:controller"
    )


def test_a_lambda_works_but_cannot_be_stored():
    block = lw.Block("B", outputs=("y",), function=lambda t, u, x, p, y, xdot: None)
    assert callable(block.resolve())
    with pytest.raises(CodeError, match=r"block 'B'.*lambda.*top level of an importable module"):
        pickle.dumps(block)


def test_a_function_that_is_not_there_is_named():
    with pytest.raises(CodeError, match=r"block 'B'.*'no_such_module:f' cannot be imported"):
        lw.Block("B", outputs=("y",), function="no_such_module:f").resolve()
    with pytest.raises(CodeError, match="'math:pi' is not a function"):
        lw.Block("B", outputs=("y",), function="math:pi").resolve()


def test_help_and_completion_see_the_fields():
    import inspect

    names = list(inspect.signature(lw.Revolute).parameters)
    assert names[:3] == ["name", "body_i", "body_j"] and {"at", "axis", "x_i", "active"} <= set(names)
    assert inspect.signature(lw.SpringDamper).parameters["stiffness"].default == 0.0


def test_a_part_is_known_to_files_once_it_is_defined():
    words = p.SECTIONS["forces"]
    try:

        @part
        class Rope(p.Part):
            """Pulls."""

            type: ClassVar[str] = "rope"
            section: ClassVar[str] = "forces"

            stiffness: Scalar = 1.0

        assert words["rope"] is Rope
        assert "rope" in json_schema()["$defs"]
        assert lw.Mechanism().add(Rope("R", stiffness=2.0))["R"].stiffness == 2.0

        class Thicker(Rope):  # without a word of its own it is no part of files
            pass

        assert words["rope"] is Rope
        with pytest.raises(TypeError, match="the type 'bushing' in forces is that of Bushing"):

            class Other(p.Part):
                type: ClassVar[str] = "bushing"
                section: ClassVar[str] = "forces"

        with pytest.raises(TypeError, match="there is no section 'ropes'"):

            class Nowhere(p.Part):
                type: ClassVar[str] = "rope"
                section: ClassVar[str] = "ropes"

    finally:
        words.pop("rope", None)


def test_every_part_and_choice_is_public():
    assert {kind.__name__ for kind in KINDS} <= set(lw.__all__)
    assert {kind.__name__ for base in (Formulation, Integrator) for kind in choice_names(base).values()} <= set(
        lw.__all__
    )
