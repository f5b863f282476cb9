"""Files and Python say the same: file → Python → file is the identity, and all mistakes come at once."""

import json
import math
import os
import stat
import warnings

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork import library
from linkwork.description import parts as p
from linkwork.description.errors import printable
from linkwork.description.geometry import Geometry
from linkwork.description.numbers import Numbers
from linkwork.description.parts.blocks import CodeError
from linkwork.io.files import dumps, from_data, load, loads, save, to_data
from linkwork.io.reading import FileError

FOUR_BAR = """\
linkwork: 1
name: four-bar
plane: xy
parameters: {L1: 2.0, L2: 2.0, theta: 60*deg}
bodies:
  crank:   {mass: 5, inertia: 10, com: [A, B], x: [A, B]}
  coupler: {mass: 7, inertia: 20, com: [B, C], x: [B, C]}
  rocker:  {mass: 9, inertia: 25, com: [D, C], x: [D, C]}
joints:
  A: {type: revolute, body_i: ground, body_j: crank, at: [0, 0, 0], x_i: [1, 0, 0], x_j: [A, B]}
  B: {type: revolute, body_i: crank, body_j: coupler, at: [L1*cos(theta), L1*sin(theta), 0]}
  C: {type: revolute, body_i: coupler, body_j: rocker, at: [L1*cos(theta) + L2, L1*sin(theta), 0]}
  D: {type: revolute, body_i: ground, body_j: rocker, at: [2, 0, 0]}
forces:
  K: {type: joint_spring, target: A.angle, stiffness: 100, rest: 0.524}
  F: {type: applied_force, body: coupler, at: C, force: [80, 70, 0]}
cases:
  free: {duration: 10, outputs: {end: final(A.angle), load: peak(D.force.y)}}
"""


def controller(t, u, x, p, y, xdot):
    y[0] = u[0]


def everything():
    """A mechanism with every kind of part and field."""
    m = lw.Mechanism("all of it: 'quoted', [bracketed] and ünïcode", gravity=(0, "-g", 0.1))
    m.add(
        lw.Parameter("g", 9.81),
        lw.Parameter("tiny", 1e-300),
        lw.Parameter("third", 1 / 3),
        lw.Parameter("on", 1),
        lw.Parameter("negative_zero", -0.0),
        lw.Point("P", (0, 1, "g/10")),
        lw.Point("Q", ("P", "A")),
        lw.Point("y", "P"),
        lw.Table("T", x=(0, 0.5, 1), y=(0, 1e5, -1e-7), kind="linear", outside="extend"),
        lw.Frame("F", "a", "P", x=(1, 0, 0), z=("P", "A")),
        lw.Body(
            "a",
            mass="2*g",
            com=(0, 0, 0),
            inertia=(1, 2, 2, 0.1, 0, 0),
            shapes=[
                lw.Box(size=(1, 2, 3), at="P", x=(1, 1, 0), density=7800),
                lw.Cylinder(radius=0.1, length=1, axis=("P", "A")),
                lw.Sphere(radius=0.1),
                lw.Capsule(radius=0.1, length=1, at=("P", "A")),
            ],
            density=1000,
            origin="P",
            x=(0, 1, 0),
            z=(0, 0, 1),
        ),
        lw.Body("b", mass=1, com=(1, 0, 0), inertia=(0, 1, 1)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1), x_i=(1, 0, 0), x_j=("A", "P"), active=False),
    )
    pair = ("a", "b")
    m.add(
        lw.Prismatic("J1", *pair, at_i="P", at_j="F", axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        lw.Cylindrical("J2", *pair, at="P", axis=(1, 0, 0)),
        lw.Screw("J3", *pair, at="P", axis=(1, 0, 0), pitch="2*mm"),
        lw.Universal("J4", *pair, at="P", axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        lw.Spherical("J5", *pair, at="P"),
        lw.Planar("J6", *pair, at="P", axis=(1, 0, 0)),
        lw.Fixed("J7", *pair),
        lw.Free("J8", *pair),
        lw.AtPoint("J9", *pair, at="P"),
        lw.InLine("J10", *pair, at="P", axis=(1, 0, 0)),
        lw.InPlane("J11", *pair, at="P", axis=(1, 0, 0)),
        lw.ParallelAxes("J12", *pair, axis=(1, 0, 0)),
        lw.Perpendicular("J13", *pair, axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        lw.Distance("J14", *pair, at_i="P", at_j=(3, 0, 0), length=2),
        lw.Coupler("J15", terms={"J1.displacement": 1, "A.angle": "g"}, value=0.5),
        lw.NoSlide("J16", *pair, at="P", axis=(1, 0, 0)),
        lw.JointForce("F1", "A.angle", force="-3*A.angle.rate"),
        lw.JointSpring("F2", "A.angle", stiffness=1e5, rest=1),
        lw.SpringDamper("F3", *pair, at_i="P", at_j=(1, 0, 0), stiffness=1, damping=2, preload=3, force="u"),
        lw.Bushing(
            "F4",
            *pair,
            at="P",
            x=(0, 1, 0),
            stiffness=[[float(i * j) for i in range(6)] for j in range(6)],
            damping=[1] * 6,
        ),
        lw.Beam(
            "F6", *pair, at_i="P", at_j=(3, 0, "2*g"), z=(0, 1, 1), EA=1e6, EI=(30, "g"), GJ=20, GA=4e5, damping=1e-3
        ),
        lw.AppliedForce("F5", "a", at="P", force=(1, "sin(time)", 0), torque=(0, 0, "table(T, time)"), axes="F"),
        lw.Driver("D", "A.angle", motion="2*pi*time", active=False),
        lw.Signal("s", "A.angle*2"),
        lw.Input("u"),
        lw.Input("w", 3),
        lw.Block("B", inputs={"e": "s"}, outputs=("y",), states={"z": 0.5}, parameters={"k": 2}, function=controller),
    )
    m.add(
        lw.Case("free", duration="10*g", start={"A.angle": "2*deg", "b.position": (1, "g", 3)}, set={"b.mass": 3},
             inputs={"w": ((0, 1), (2, 2.5))}, events=[lw.Event("time - 1"), lw.Event("time - 2", 1, True)], settle=True,
             integrator=lw.RungeKutta4(1e-3), rtol=1e-5, outputs={"end": "final(A.angle)"}),
        lw.Case("still", analysis="equilibrium", integrator=None, outputs={"x": "b.position.x"}),
    )  # fmt: skip
    return m


BODY = {"mass": 1, "inertia": [1, 1, 1], "com": [0, 0, 0]}
LINK = {"type": "revolute", "body_i": "ground", "body_j": "a", "at": [0, 0, 0], "axis": [0, 0, 1]}
ALL = [name for name in library.__all__ if name != "initial_speeds"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("as_json", [False, True])
def test_the_library_survives_its_file(name, as_json):
    m = getattr(library, name)()
    text = dumps(m, as_json=as_json)
    assert loads(text, as_json=as_json) == m
    assert dumps(loads(text, as_json=as_json), as_json=as_json) == text


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_every_part_and_field_survives_its_file(tmp_path, ending):
    m = everything()
    path = tmp_path / f"all.{ending}"
    m.save(path)
    again = lw.Mechanism.load(path, allow_code=True)
    assert again == m
    assert list(again.parts) != []
    first = path.read_text()
    again.save(path)
    assert path.read_text() == first
    assert math.copysign(1, again["negative_zero"].value) == -1  # even the sign of zero


def test_a_file_as_people_write_it_is_python_and_the_same_file_again():
    m = loads(FOUR_BAR)
    assert m["crank"] == lw.Body("crank", mass=5, inertia=10, com=("A", "B"), x=("A", "B"))
    assert m["theta"].value == "60*deg"
    assert to_data(m) == yaml.safe_load(FOUR_BAR)
    assert loads(dumps(m)) == m
    assert m.cases["free"].duration == 10 and m.cases["free"].outputs["load"] == "peak(D.force.y)"


def test_other_yaml_readers_read_what_is_written():
    m = everything()
    assert from_data(yaml.safe_load(dumps(m)), allow_code=True) == m
    assert from_data(json.loads(dumps(m, as_json=True)), allow_code=True) == m


def test_numeric_text_and_long_and_short_forms_are_accepted():
    m = loads(
        "linkwork: 1\nparameters: {a: 1e5, b: '2.5', c: {value: 3}}\npoints: {P: [0, 0, 1e-3], Q: {at: P}}\nsignals: {s: a*2}\ninputs: {u: , w: 2, v: {value: 3}}"
    )
    assert [m[name].value for name in "abc"] == [1e5, 2.5, 3.0]
    assert (m["Q"].at, m["s"].value, m["w"].value, m["v"].value) == ("P", "a*2", 2.0, 3.0)


BROKEN = """\
linkwork: 1
plain: xy
gravity: [0, -9.81]
parameters: {L1: .nan, L2: 'sin(', ok: 2}
points: {P: [1, 2]}
bodies:
  crank: {mass: -1, inertia: [1, 1, 5], com: [0, 0, 0]}
  coupler: {mas: 5, inertia: [1, 1, 1], com: [0, 0, 0]}
  rod: 5
joints:
  A: {type: revolut, body_i: ground, body_j: crank}
  B: {type: revolute, body_i: crank, body_j: crnk, at: [0, 0, 0], axis: [0, 0, 0]}
  C: {type: revolute, body_i: ground, body_j: crnk, at: [0, 0, 0], axis: [0, 0, 1]}
  ok: {type: fixed, body_i: ground, body_j: crank}
forces: [1, 2]
"""


def test_all_mistakes_of_a_file_come_at_once_with_their_paths(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN)
    with pytest.raises(lw.DescriptionError) as caught:
        lw.Mechanism.load(path)
    text = str(caught.value)
    for words in (
        "plain: unknown section; did you mean 'plane'?",
        "gravity: a vector has 3 components, not 2",
        "parameters.L1.value: nan is not a finite number",
        "parameters.L2.value: expression 'sin('",
        "points.P.at: a vector has 3 components, not 2",
        "bodies.crank.mass: must not be negative, but is -1",
        "bodies.crank.inertia: not physical",
        "bodies.coupler.mas: unknown field; did you mean 'mass'?",
        "bodies.rod: holds a number, not a mapping of fields",
        "joints.A.type: 'revolut' is not known; did you mean 'revolute'?",
        "joints.B.axis: the direction [0, 0, 0] is zero",
        "joints.C.body_j: body 'crnk' does not exist; did you mean 'crank'?",
        "fixed 'ok': the name is already taken by a parameter",
        "forces: holds a list, not a mapping of names to forces",
    ):
        assert words in text, words
        assert str(path) in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds nothing, not a mapping"),
        ("- a", "holds a list, not a mapping"),
        ("hello", "holds text"),
        ("name: x", "linkwork: the format version is missing; write 'linkwork: 1'"),
        ("linkwork: 2", "format version is 2"),
        ("linkwork: true", "format version is True"),
        ("linkwork: 1\nname: 5", "name: 5 is not text"),
        ("linkwork: 1\nplane: xz", "plane: 'xz' is not known"),
        ("linkwork: 1\nbodies: {a b: {}}", "'a b' is not a name"),
        ("linkwork: 1\nbodies: {ground: {mass: 1}}", "'ground' is reserved"),
        ("linkwork: 1\nbodies: {a: {name: b}}", "unknown field; the key 'a' is the name"),
        ("linkwork: 1\njoints: {A: {body_i: ground}}", "joints.A.type: is missing; the types are"),
        ("linkwork: 1\njoints: {A: {type: [1]}}", "joints.A.type"),
        ("linkwork: 1\nbodies: {a: {mass: true}}", "bodies.a.mass: True is not a number"),
        ("linkwork: 1\nbodies: {a: {mass: .inf}}", "bodies.a.mass: inf is not a finite number"),
        ("linkwork: 1\nbodies: {a: {mass: 1, shapes: [{type: ball}]}}", "bodies.a.shapes: shape 0"),
        (
            "linkwork: 1\nbodies: {a: {mass: 1, shapes: [{type: sphere, radios: 1, radius: 1}]}}",
            "radios: unknown field",
        ),
        (
            "linkwork: 1\njoints: {A: {type: revolute, body_i: no, body_j: b, at: [0, 0, 0]}}",
            "joints.A.body_i: False is not a name",
        ),
        ("linkwork: 1\ncases: {a: {b: [.nan]}}", "cases.a.b.0: nan is not a finite number"),
        ("linkwork: 1\ncases: 3", "cases: holds a number"),
    ],
)
def test_bad_files_say_what_is_wrong(text, words):
    with pytest.raises(lw.DescriptionError) as caught:
        loads(text)
    assert words in str(caught.value)


def test_json_numbers_that_are_none_are_refused():
    with pytest.raises(lw.DescriptionError, match=r"bodies\.a\.mass: nan is not a finite number"):
        loads('{"linkwork": 1, "bodies": {"a": {"mass": NaN}}}', as_json=True)


def test_blocks_load_only_when_code_is_allowed(tmp_path):
    text = "linkwork: 1\nblocks: {b: {outputs: [y], function: 'os:system'}}"
    with pytest.raises(lw.DescriptionError, match=r"blocks\.b: a block runs the code of 'os:system'.*allow_code=True"):
        loads(text)
    assert loads(text, allow_code=True)["b"].function == "os:system"


def test_a_lambda_is_not_saved_and_leaves_the_file_alone(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text("before")
    m = lw.Mechanism().add(lw.Block("b", outputs=("y",), function=lambda *a: None))
    with pytest.raises(CodeError, match="block 'b'"):
        m.save(path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["m.yaml"]


def test_saving_replaces_the_file_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "m.yaml"
    library.door().save(path)
    path.chmod(0o640)
    library.chain(3).save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert lw.Mechanism.load(path) == library.chain(3)
    assert os.listdir(tmp_path) == ["m.yaml"]
    with pytest.raises(FileError, match="cannot be written"):
        library.door().save(tmp_path / "none" / "m.yaml")


FIELDS = [
    "type",
    "name",
    "mass",
    "com",
    "inertia",
    "shapes",
    "at",
    "axis",
    "axis_i",
    "x",
    "z",
    "body_i",
    "body_j",
    "body",
    "value",
]
FIELDS += [
    "target",
    "terms",
    "motion",
    "force",
    "stiffness",
    "inputs",
    "outputs",
    "states",
    "function",
    "y",
    "active",
    "size",
    "axes",
]
WORDS = [
    "revolute",
    "fixed",
    "box",
    "a",
    "b",
    "A",
    "ground",
    "A.angle",
    "2*a",
    "m:f",
    "universal",
    "coupler",
    "bushing",
    "beam",
    "",
    "xy",
]
leaf = st.none() | st.booleans() | st.floats() | st.integers(-3, 3) | st.sampled_from(WORDS)
value = st.recursive(
    leaf,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)
entries = st.dictionaries(
    st.sampled_from(["a", "b", "A", "B", "x y", "sin"]),
    st.dictionaries(st.sampled_from(FIELDS), value) | value,
    max_size=3,
)
SECTION_WORDS = [
    "parameters",
    "points",
    "tables",
    "frames",
    "bodies",
    "joints",
    "forces",
    "drivers",
    "signals",
    "inputs",
    "blocks",
    "cases",
]
files = st.fixed_dictionaries(
    {"linkwork": st.just(1)},
    optional={"plane": value, "gravity": value, "name": value, **dict.fromkeys(SECTION_WORDS, entries | value)},
)


@settings(max_examples=200)
@given(files)
def test_any_data_is_a_mechanism_or_a_description_error(data):
    try:
        m = from_data(data, allow_code=True)
    except lw.DescriptionError:
        return
    assert from_data(to_data(m), allow_code=True) == m


names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in lw.Parameter.__module__
)
scalars = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(["2*pi", "60*deg", "sqrt(2)"])


@settings(max_examples=150)
@given(st.dictionaries(names, scalars, max_size=5), st.text(max_size=20))
def test_any_parameters_and_title_survive(parameters, title):
    if printable(title) != title or "\n" in title:
        with pytest.raises(lw.DescriptionError, match="control characters"):
            lw.Mechanism(title)
        return
    m = lw.Mechanism(title)
    for name, value in parameters.items():
        try:
            m.add(lw.Parameter(name, value))
        except lw.DescriptionError:
            continue  # reserved words
    for as_json in (False, True):
        try:
            text = dumps(m, as_json=as_json)
            text.encode()
        except UnicodeEncodeError:
            continue
        assert loads(text, as_json=as_json) == m


@pytest.mark.parametrize(
    ("word", "here"),
    [("hinge", "revolute"), ("pin", "revolute"), ("slider", "prismatic"), ("ball", "spherical"), ("weld", "fixed"), ("gear", "coupler"),
     ("cardan", "universal"), ("u_joint", "universal")],
)  # fmt: skip
def test_other_names_of_joints_are_suggested_and_not_accepted(word, here):
    with pytest.raises(lw.DescriptionError) as caught:
        loads(f"linkwork: 1\nbodies: {{a: {{mass: 1}}}}\njoints: {{A: {{type: {word}, body_i: ground, body_j: a}}}}")
    message = str(caught.value)
    assert f"{word!r} is not known; did you mean {here!r}? the types are" in message
    assert all(kind in message for kind in p.SECTIONS["joints"])


def test_an_unknown_type_lists_all_types():
    with pytest.raises(lw.DescriptionError) as caught:
        loads("linkwork: 1\njoints: {A: {type: xyzzy}}")
    assert all(kind in str(caught.value) for kind in p.SECTIONS["joints"])


def test_a_name_alone_in_an_expression_is_not_taken_for_a_body():
    text = "linkwork: 1\nbodies: {mas: {mass: 1}}\nparameters: {gain: 2}\nsignals: {s: mass, t: gainn}"
    with pytest.raises(lw.DescriptionError) as caught:
        loads(text)
    assert "nothing is called 'mass'; the names are" in str(caught.value) and "'mas'" not in str(caught.value)
    assert "did you mean 'gain'?" in str(caught.value)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"drivers": {"A": {"target": "A.value", "motion": 1}}}, "its signals are none"),
        ({"drivers": {"A": {"target": "B.value", "motion": 1}, "B": {"target": "A.value", "motion": 1}}}, "signals are none"),
        ({"bodies": {"a": {"mass": 1, "shapes": [{"type": "box", "size": [0.1, 5e-324, 0.1]}]}}}, "not between 1e-100"),
        ({"bodies": {"a": BODY, "b": BODY}, "joints": {"A": LINK, "B": {**LINK, "body_j": "b"}}, "forces": {"E": {
            "type": "beam", "body_i": "a", "body_j": "b", "at_i": [0, 0, 0], "at_j": [1, 0, 0], "length": 1e150, "EA": 1, "EI": 1, "GJ": 1}}},
         "stiffness beyond the largest number"),
    ],
)  # fmt: skip
def test_numbers_and_targets_without_a_meaning_are_mistakes(part, words):
    """They ended in RecursionError, ZeroDivisionError and OverflowError."""
    with pytest.raises(lw.DescriptionError, match=words):
        lw.compile(from_data({"linkwork": 1, **part}))


def test_mistakes_in_shapes_stand_in_one_list_with_all_others():
    text = "linkwork: 1\nbodies: {a: {shapes: [{type: sphere, radios: 1}, 3], x: 5}}"
    with pytest.raises(lw.DescriptionError) as caught:
        loads(text)
    assert caught.value.problems[:3] == [
        "bodies.a.shapes: shape 0: radius: is missing; it has no default",
        "bodies.a.shapes: shape 0: radios: unknown field; did you mean 'radius'?",
        "bodies.a.shapes: shape 1: 3 is not a shape; write type: box | cylinder | sphere | capsule | mesh and its sizes",
    ]
    assert caught.value.problems[3].startswith("bodies.a.x: ")


def test_a_name_that_no_file_can_have_is_refused(tmp_path):
    path = f"{tmp_path}/a\0b.yaml"
    with pytest.raises(FileError, match=r"a\\x00b.yaml': cannot be read: .*; choose another name"):
        load(path)
    with pytest.raises(FileError, match=r"a\\x00b.yaml': cannot be written: .*; choose another name"):
        save(lw.Mechanism("four-bar"), path)


def test_a_hundred_midpoints_of_midpoints_take_a_step_each():
    """Each point named its predecessor twice: twenty of them took a minute, with each one more twice as long."""
    points = "".join(f"  P{k}: [P{k - 1}, P{k - 1}]\n" for k in range(1, 101))
    mechanism = loads(f"linkwork: 1\npoints:\n  P0: [3, 2, 1]\n{points}")
    assert Geometry(Numbers(mechanism)).place("P100") == [3.0, 2.0, 1.0]


def test_places_whose_squares_are_no_floats_are_mistakes():
    """The overflow was printed as a warning of NumPy."""
    parts = [
        lw.Body("a", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.AtPoint("far", "ground", "a", at=(1e200, 0, 0)),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(lw.DescriptionError, match=r"joints\.far\.at: is at 1e\+200 m"):
            lw.compile(lw.Mechanism().add(*parts))
