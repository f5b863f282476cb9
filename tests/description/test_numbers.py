"""The numbers are a vector beside the description, and a complex step of one flows through everything."""

import time

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.description import parts as p
from linkwork.description.geometry import Geometry
from linkwork.description.numbers import Numbers, number_paths, number_values


def rig():
    return lw.Mechanism(gravity=(0, "-g", 0)).add(
        lw.Parameter("g", 9.81),
        lw.Parameter("L", "2*g"),
        lw.Parameter("half", "crank.com.z"),
        lw.Parameter("spline", "table(T, 2.5*L/L)"),
        lw.Table("T", x=(0, 1, 2, 3, 4), y=(0, 1, 4, 9, 16)),
        lw.Body("crank", mass=1, inertia=(1, 2, "L/10"), com=("A", "B")),
        lw.Revolute("A", "ground", "crank", at=(0, 0, "2*L"), axis=(0, 0, 1)),
        lw.Revolute("B", "ground", "crank", at="A", axis=(0, 0, 1)),
        lw.SpringDamper("S", "crank", "ground", at_i="A", at_j=(1, 0, 0), force="time", stiffness=3),
        lw.Distance("rod", "crank", "ground", at_i="A", at_j=(1, 0, 0), length=2),
        lw.Input("u", 3),
        lw.Signal("s", "A.angle + L"),
        lw.Block("blk", inputs={"a": 1}, outputs=("y",), states={"z": 0.5}, parameters={"q": 2}, function="m:f"),
    )


def test_paths_and_values_go_together():
    m = rig()
    paths, values = number_paths(m), number_values(m)
    assert len(paths) == len(values) == len(set(paths))
    table = dict(zip(paths, values, strict=True))
    expected = {
        "g": 9.81,
        "gravity.x": 0,
        "crank.mass": 1,
        "crank.inertia.1": 2,
        "A.at.x": 0,
        "B.axis.z": 1,
        "T.y.3": 9,
    }
    expected |= {
        "S.stiffness": 3,
        "S.at_j.x": 1,
        "u.value": 3,
        "blk.states.z": 0.5,
        "blk.parameters.q": 2,
        "blk.inputs.a": 1,
    }
    assert {path: table[path] for path in expected} == expected
    assert not {"L", "A.at.z", "crank.inertia.2", "B.at.x", "gravity.y", "S.force"} & set(paths)


def test_expressions_points_and_tables_are_evaluated():
    n = Numbers(rig())
    assert n.gravity() == [0.0, -9.81, 0.0]
    assert n.scalar("crank", "inertia", 2) == pytest.approx(1.962)
    assert n.scalar("B", "at", 2) == n.value("A.at.z") == n.value("half") == pytest.approx(39.24)
    assert n.scalar("spline", "value") == pytest.approx(6.25, rel=1e-14)
    assert n.vector("crank", "inertia") == pytest.approx([1, 2, 1.962])


def test_constants_of_runtime_expressions_are_told_from_signals():
    n = Numbers(rig())
    assert n.constant("L") == pytest.approx(19.62)
    assert n.constant("S.stiffness") == 3
    assert n.constant("A.at.z") == n.constant("crank.com.z") == pytest.approx(39.24)
    for signal in ("time", "u", "s", "A.angle", "S.force", "A.axis.z", "rod.length", "crank.position.x", "nothing"):
        assert n.constant(signal) is None
    assert n.expr("S", "force").args == ("time",)
    assert n.expr("S", "stiffness") is None


def test_other_values_change_what_depends_on_them():
    n = Numbers(rig()).with_changes({"g": 1.0, "T.y.2": 5.0})
    assert n.value("half") == 4.0
    assert n.gravity()[1] == -1.0
    assert Numbers(rig()).with_values(number_values(rig())).value("L") == pytest.approx(19.62)


def test_wrong_paths_are_all_named_and_an_expression_names_its_parameter():
    n = Numbers(rig())
    with pytest.raises(lw.DescriptionError) as caught:
        n.with_changes({"L": 1, "crank.mas": 2, "crank.inertia.2": 3, "half": 1})
    text = "\n".join(caught.value.problems)
    assert "L: is the expression '2*g'; change g instead" in text
    assert "crank.inertia.2: is the expression 'L/10'; change g instead" in text
    assert "no number 'crank.mas'; did you mean 'crank.mass'" in text
    assert len(caught.value.problems) == 4


@pytest.mark.parametrize(
    ("parameters", "path", "words"),
    [
        ({"a": "b", "b": "a"}, "a", ["depends on itself", "a → b → a"]),
        ({"a": "a + 1"}, "a", ["depends on itself"]),
        ({"a": "b", "b": "c", "c": "b"}, "a", ["depends on itself"]),
        ({"a": "1/b", "b": 0}, "a", ["'1/b'", "inf"]),
        ({"a": "sqrt(b)", "b": -1}, "a", ["'sqrt(b)'", "nan"]),
        ({"a": "speling", "spelling": 1}, "a", ["a: in 'speling'", "did you mean 'spelling'"]),
        ({"a": "time"}, "a", ["changes while running"]),
        ({"a": "table(T, 1)"}, "a", ["no table 'T'"]),
    ],
)
def test_expressions_that_have_no_value_say_why(parameters, path, words):
    m = lw.Mechanism().add(*(lw.Parameter(name, value) for name, value in parameters.items()))
    with pytest.raises(lw.DescriptionError) as caught:
        Numbers(m).value(path)
    for word in words:
        assert word in str(caught.value)


def test_diamonds_and_long_chains_of_parameters_are_no_cycles():
    m = lw.Mechanism().add(
        lw.Parameter("p0", 1), *(lw.Parameter(f"p{i}", f"p{i - 1} + p{max(i - 2, 0)}/1e9") for i in range(1, 3000))
    )
    assert Numbers(m).value("p2999") > 1


def test_a_vector_of_the_wrong_length_or_with_nan_is_refused():
    n = Numbers(rig())
    with pytest.raises(ValueError, match="numbers, not"):
        n.with_values(np.zeros(3))
    bad = n.values.copy()
    bad[n.position("crank.mass")] = np.nan
    with pytest.raises(lw.DescriptionError, match=r"crank\.mass: nan"):
        n.with_values(bad)


MECHANISMS = ["planar_four_bar", "andrews_squeezer", "bricard", "flyball_governor", "spatial_four_bar"]


def lowered(m, numbers):
    """Everything computed from the numbers, as one vector."""
    g = Geometry(numbers, planar=m.plane is not None)
    out = []
    for part in m:
        if isinstance(part, lw.Body):
            mass, com, inertia = g.mass_properties(part.name)
            pose = g.body(part.name)
            out += [mass, *com, *np.ravel(inertia), *pose.origin, *np.ravel(pose.R)]
        elif isinstance(part, lw.Frame):
            out += [*g.frame(part.name).origin, *np.ravel(g.frame(part.name).R)]
        elif isinstance(part, p.Joint) and part.at is not None:
            out += g.point(part.name, "at")
    return np.array(out)


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_complex_step_through_the_whole_design_is_its_derivative(name):
    m = getattr(library, name)()
    n = Numbers(m)
    base = lowered(m, n)
    assert base.dtype == np.float64
    rng = np.random.default_rng(0)
    direction = rng.normal(size=n.values.size) * np.maximum(np.abs(n.values), 1e-3)
    exact = lowered(m, n.with_values(n.values + 1e-30j * direction))
    assert np.allclose(exact.real, base, rtol=1e-14, atol=1e-16)
    h = 1e-6
    difference = (
        lowered(m, n.with_values(n.values + h * direction)) - lowered(m, n.with_values(n.values - h * direction))
    ) / (2 * h)
    assert np.allclose(exact.imag / 1e-30, difference, rtol=1e-5, atol=1e-5 * np.abs(difference).max())


def seconds_to_read(bodies):
    """Processor seconds for the mass centre, mass and inertia of every body of a chain."""
    m = library.chain(bodies)
    start = time.process_time()
    n = Numbers(m)
    for i in range(1, bodies + 1):
        n.vector(f"link{i}", "com"), n.scalar(f"link{i}", "mass"), n.scalar(f"link{i}", "inertia")
    return time.process_time() - start


def test_ten_times_the_bodies_take_about_ten_times_the_time():
    """Half a second for ten thousand on an idle core; a hundred times if it grew with the square."""
    assert min(seconds_to_read(10_000) for _ in range(2)) < 35 * min(seconds_to_read(1000) for _ in range(3))
