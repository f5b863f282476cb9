"""Design parameters: paths, and the sparse Jacobian of model numbers against differences of lowering."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.kernels import arrays as K
from linkwork.kernels.probe import moved
from linkwork.model.plans import design_jacobian
from linkwork.model.plans.design import Design

FOUR_BAR = library.planar_four_bar(case="II")
ROUNDING = 1e-14  # of the largest entry: the same derivatives by steps along different directions


def differenced(model, path):
    """(floats, q0) by central differences."""
    h = 1e-6 * max(1, abs(model.parameters[path]))
    unit = np.arange(len(model.parameters)) == model.numbers.position(path)
    low, high = (model.with_values(model.numbers.values + sign * h * unit) for sign in (-1, 1))
    return (high.floats - low.floats) / (2 * h), (high.lowered.q0 - low.lowered.q0) / (2 * h)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("make", [library.planar_four_bar, library.spatial_four_bar, library.andrews_squeezer])
def test_the_jacobian_is_that_of_lowering(make, coordinates):
    model = lw.compile(make(), coordinates=coordinates)
    design = Design(model, list(model.parameters)[3:])
    J = design.jacobian.toarray()
    scales = K.python_model(model.ints, np.arange(model.floats.size)).row_scale  # the model's size: a constant
    for k, path in list(enumerate(design.parameters))[::3]:
        floats, q0 = differenced(model, path)
        floats[scales] = 0
        assert J[:, k] == pytest.approx(floats, rel=1e-7, abs=1e-7 * max(1, np.abs(floats).max())), path
        plain = np.zeros(model.nq)
        moved(model.ints, model.floats, np.array(model.lowered.q0), 1e-7 * design.q0[:, k], plain)
        assert (plain - model.lowered.q0) / 1e-7 == pytest.approx(q0, abs=1e-5), path


def test_numbers_stepped_together_give_what_each_gives_alone():
    model = lw.compile(library.bushing_chain(4))
    places = range(len(model.parameters))
    together = design_jacobian.numbers_jacobian(model, places).floats
    alone = np.array([design_jacobian._step(model, [k], np.ones(1)) for k in places]).T[: model.floats.size]
    assert together.toarray() == pytest.approx(alone, abs=ROUNDING * abs(alone).max())


def test_numbers_that_are_entries_themselves_take_one_lowering(monkeypatch):
    model = lw.compile(library.vehicle_on_posts())
    places = [model.numbers.position(path) for path in model.parameters if path.endswith("stiffness.0")]
    right = np.array([design_jacobian._step(model, [k], np.ones(1)) for k in places[:3]]).T[: model.floats.size]
    steps = []
    step = design_jacobian._step
    monkeypatch.setattr(design_jacobian, "_step", lambda *given: steps.append(1) or step(*given))
    result = design_jacobian.numbers_jacobian(model, places).floats
    assert len(steps) == 1
    assert result[:, [0, 1, 2]].toarray() == pytest.approx(right, abs=ROUNDING * abs(right).max())


@pytest.mark.parametrize("make", [library.planar_four_bar, library.spatial_four_bar, library.vehicle_on_posts])
def test_what_two_models_of_a_mechanism_share_is_taken_over(make):
    first = lw.compile(make())
    other = lw.compile(make().add(lw.Signal("extra", f"2*{first.bodies[-1]}.position.x")))
    paths = list(first.parameters)[3::7]
    design = Design(other, paths, like=Design(first, paths))
    other.cache.clear()
    alone = Design(other, paths)
    assert abs(design.jacobian - alone.jacobian).max() <= ROUNDING * abs(alone.jacobian).max()
    assert design.q0 == pytest.approx(alone.q0, abs=ROUNDING)


def counted_steps(monkeypatch, change=lambda step: step):
    """The list that grows by one with every lowering of a whole model; `change` is applied to its result."""
    steps, step = [], design_jacobian._step
    monkeypatch.setattr(design_jacobian, "_step", lambda *given: steps.append(1) or change(step(*given)))
    return steps


def test_a_pattern_that_is_wrong_is_found_out_and_not_used(monkeypatch):
    model = lw.compile(FOUR_BAR)
    places = [model.numbers.position(path) for path in ("L1", "L2", "link1.mass")]
    right = design_jacobian.numbers_jacobian(model, places).floats.toarray()
    steps = counted_steps(monkeypatch)
    monkeypatch.setattr(design_jacobian, "_groups", lambda masks: [[0, 1, 2]])
    again = design_jacobian.numbers_jacobian(model, places).floats.toarray()
    assert len(steps) == 1 + len(places)
    assert again == pytest.approx(right, abs=ROUNDING * abs(right).max())


@pytest.mark.parametrize("make", [library.planar_four_bar, library.vehicle_on_posts])
def test_rows_are_recognized_where_the_bits_of_two_computations_differ(make, monkeypatch):
    first = lw.compile(make())
    other = lw.compile(make().add(lw.Signal("extra", f"2*{first.bodies[-1]}.position.x")))
    places = [first.numbers.position(path) for path in list(first.parameters)[3::7]]
    like = design_jacobian.numbers_jacobian(first, places)
    stepped, left = design_jacobian._stepped, []
    monkeypatch.setattr(
        design_jacobian, "_stepped", lambda model, places, rows: left.append(rows) or stepped(model, places, rows)
    )
    right = design_jacobian.numbers_jacobian(other, places, like=like).floats.toarray()
    rng, eps = np.random.default_rng(3), np.finfo(float).eps

    def rounded(step):
        noise = eps * abs(step).max() * rng.uniform(-1, 1, step.size) * (rng.random(step.size) < 0.1)
        return np.where(step == 0, noise, step * (1 + 4 * eps * rng.uniform(-1, 1, step.size)))

    steps = counted_steps(monkeypatch, rounded)
    result = design_jacobian.numbers_jacobian(other, places, like=like).floats.toarray()
    assert result == pytest.approx(right, abs=ROUNDING * abs(right).max())
    assert len(steps) == 1
    changing = np.flatnonzero(abs(right).max(axis=1) > ROUNDING * abs(right).max())
    before = left[0] if len(left) == 2 else []
    assert set(changing) & set(left[-1]) <= set(before)


def test_one_parameter_moves_all_that_is_tied_to_it():
    design = Design(lw.compile(FOUR_BAR), ["L1", "gravity.y", "start.A.angle"])
    counts = np.diff(design.jacobian.indptr)
    assert counts[0] > 5
    assert counts[1] == 1
    assert counts[2] == 0
    assert design.gradient(np.ones(design.jacobian.shape[0])).shape == (3,)
    assert np.isnan(design.values[2])


def test_wrong_paths_are_all_named_at_once():
    model = lw.compile(FOUR_BAR)
    with pytest.raises(lw.DescriptionError) as error:
        Design(model, ["B.at.x", "link1.mas", "nothing.mass", "L1", "L1"])
    text = str(error.value)
    assert "B.at.x: is the expression" in text
    assert "L1" in text.split("B.at.x")[1]
    assert "link1.mas" in text
    assert "link1.mass" in text
    assert "nothing.mass" in text
    assert "L1: named twice" in text


def test_given_inputs_are_not_the_descriptions():
    m = lw.Mechanism("one").add(
        lw.Body("b", mass=1, com=(1, 0, 0), inertia=(1, 1, 1)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Input("tau", value=2.0),
        lw.JointForce("motor", "A.angle", force="tau"),
    )
    model = lw.compile(m)
    path = "tau.value" if "tau.value" in model.parameters else "tau"
    assert Design(model, [path]).jacobian.nnz == 1
    assert Design(model, [path], given=["tau"]).jacobian.nnz == 0


def test_a_part_named_start_has_numbers_of_its_own():
    m = lw.Mechanism("one").add(
        lw.Body("start", mass=1, com=(1, 0, 0), inertia=(1, 1, 1)),
        lw.Revolute("A", "ground", "start", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    assert Design(lw.compile(m), ["start.mass"]).jacobian.nnz > 0
