"""Models with other numbers by recorded arithmetic are those that lowering makes, to the last bit."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.description.tracing import Trace, is_finite, larger
from linkwork.model.lowering import relowering
from linkwork.model.model import Model

MECHANISMS = {
    "four-bar": lambda: lw.library.planar_four_bar(case="II"),
    "spatial four-bar": lw.library.spatial_four_bar,
    "Bricard": lw.library.bricard,
    "Andrews": lw.library.andrews_squeezer,
    "beam": lambda: lw.library.beam(5),
    "bushings": lambda: lw.library.bushing_chain(3),
    "governor": lw.library.flyball_governor,
    "car": lw.library.vehicle_on_posts,
}


def crank(**more) -> lw.Mechanism:
    m = lw.Mechanism("crank", plane="xy", gravity=(0, "-g", 0))
    m.add(lw.Parameter("g", 9.81), lw.Parameter("L", 0.5), lw.Parameter("angle", 0.3))
    m.add(lw.Table("T", (0.0, 1.0, 2.0, 4.0), (0.0, 0.5, 0.2, 1.0)), lw.Point("A", (0, 0, 0)))
    m.add(
        lw.Point("B", ("L*cos(angle)", "L*sin(angle)", 0)), lw.Body("arm", mass="2*L**3", com=("A", "B"), inertia=0.1)
    )
    m.add(lw.Revolute("P", "ground", "arm", at="A"), lw.JointForce("F", "P.angle", force="table(T, time)*exp(-L)"))
    return m.add(*more.values())


def same(a: Model, b: Model) -> None:
    assert np.array_equal(a.ints, b.ints) and np.array_equal(a.floats, b.floats)
    assert np.array_equal(a.lowered.q0, b.lowered.q0)
    assert a.length == b.length and np.array_equal(a.lowered.lengths, b.lowered.lengths)
    assert a.parameters == b.parameters
    for name, array in a.lowered.arrays.items():
        assert np.array_equal(array, b.lowered.arrays[name]) and array.shape == b.lowered.arrays[name].shape


@pytest.mark.parametrize("name", MECHANISMS)
def test_twenty_designs_with_all_masses_and_lengths_changed_are_lowered_to_the_same_bits(name):
    model = lw.compile(MECHANISMS[name]())
    changed = [
        path for path in model.parameters if path.endswith((".mass", ".EA", ".x", ".damping")) or "." not in path
    ]
    rng, recipes = np.random.default_rng(3), 0
    for _ in range(20):
        design = {path: model.parameters[path] * (1 + 1e-3 * rng.standard_normal()) for path in changed}
        try:
            made = model.with_parameters(design)
        except lw.DescriptionError:
            continue  # a chain of random places is not always possible
        recipes += made.ints is model.ints
        same(made, Model(model.structure, model.numbers.with_changes(design)))
    assert recipes >= 10


def test_parameters_tables_powers_and_functions_are_part_of_a_recipe():
    model = lw.compile(crank())
    for k in range(12):
        design = {"L": 0.4 + 0.01 * k, "angle": 0.5 * k, "T.y.1": 0.1 * k, "g": 9.0 + k}
        made = model.with_parameters(design)
        same(made, Model(model.structure, model.numbers.with_changes(design)))
    assert made.ints is model.ints and len(model.recipes.known) == 1


def test_designs_of_a_design_use_the_same_recipe():
    model = lw.compile(crank())
    for k in range(3):
        model = model.with_parameters({"L": 0.5 + 0.1 * k})
    assert model.with_parameters({"L": 2.0}).recipes is model.recipes and len(model.recipes.known) == 1


def test_couplers_without_a_value_are_set_in_the_new_design_position():
    arm = lw.Body("second", mass=1, com=(1, 0, 0), inertia=0.1)
    more = {
        "arm": arm,
        "Q": lw.Revolute("Q", "ground", "second", at=(1, 0, 0)),
        "D": lw.SpringDamper("D", "arm", "second", at_i="B", at_j=(1, 1, 0), stiffness=5),
        "C": lw.Coupler("C", terms={"P.angle": 1.0, "D.length": "L"}),
    }
    model = lw.compile(crank(**more))
    for k in range(4):
        made = model.with_parameters({"L": 0.5 + 0.1 * k})
        same(made, Model(model.structure, model.numbers.with_changes({"L": 0.5 + 0.1 * k})))
    assert made.ints is model.ints


def test_what_is_wrong_with_numbers_is_reported_as_before():
    model = lw.compile(crank())
    for k in range(3):
        model.with_parameters({"L": 0.5 + 0.1 * k})
    assert model.recipes.known
    with pytest.raises(lw.DescriptionError, match="bodies.arm.mass: must not be negative, but is -0.25"):
        model.with_parameters({"L": -0.5})
    with pytest.raises(lw.DescriptionError, match="L: nan is not a finite number"):
        model.with_parameters({"L": np.nan})


def test_where_a_condition_comes_out_otherwise_another_recipe_is_recorded_four_at_most(monkeypatch):
    recorded = []
    monkeypatch.setattr(relowering, "_recorded", lambda *a: recorded.append(a))
    model = lw.compile(crank())
    for k in range(9):
        model.with_parameters({"L": 0.5 + k})
    assert len(recorded) == 4 and not model.recipes.known


def test_a_trace_repeats_what_was_computed_and_notices_conditions():
    trace = Trace([3.0, 4.0])
    x, y = trace.numbers
    z = (x * x + y * y) ** 0.5 - 1.0 / larger(x, y) if x < y else x
    recipe = relowering.Recipe(trace, [z, x, 7.0])
    assert recipe(np.array([3.0, 4.0])).tolist() == [4.75, 3.0, 7.0]
    assert recipe(np.array([6.0, 8.0])).tolist() == [9.875, 6.0, 7.0]
    assert recipe(np.array([8.0, 6.0])) is None
    assert recipe(np.array([1e200, 1e201])) is None  # a result is not finite
    assert is_finite(x) and round(y + 0.25) == 4 and abs(-y) == y and bool(x)
    with pytest.raises(TypeError):
        float(x)
