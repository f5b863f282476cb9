"""Other numbers for the same structure: with_parameters is recompiling, and complex numbers give exact derivatives."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.kernels import arrays as K
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import off
from tests.rigs.complex_models import STEP, ComplexModel
from tests.rigs.joint_mechanisms import TREE, planar, spatial

LIBRARY = [name for name in library.__all__ if name != "initial_speeds"]
MECHANISMS = {
    **{name: getattr(library, name) for name in LIBRARY},
    **{f"random {kind}": (lambda kind=kind: spatial(np.random.default_rng(3), kind)) for kind in TREE},
    "random planar": lambda: planar(np.random.default_rng(3), "prismatic"),
}
FLOATS = [name for name in K.Model._fields if name not in K.INTS]


def arrays(model):
    return {name: model.lowered.arrays[name] for name in FLOATS}


def changed(mechanism, seed):
    """A few numbers of the description moved a little; masses, sizes, places and laws alike."""
    rng = np.random.default_rng(seed)
    numbers = {
        p: x for p, x in mechanism.numbers().items() if x != 0 and not any(w in p for w in ("axis", ".x_", "inertia"))
    }
    paths = sorted(numbers)
    return {p: numbers[p] * 1.01 for p in rng.choice(paths, min(5, len(paths)), replace=False)}


@pytest.mark.parametrize("name", MECHANISMS)
def test_with_parameters_equals_compiling_the_changed_description(name):
    mechanism = MECHANISMS[name]()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        changes = changed(mechanism, len(name))
        sibling = model.with_parameters(changes)
        other = MECHANISMS[name]()
        for path, value in changes.items():
            other.set(path, value)
        again = lw.compile(other, coordinates=coordinates)
        assert np.array_equal(sibling.ints, again.ints)
        assert np.array_equal(sibling.ints, model.ints)
        assert np.array_equal(sibling.floats, again.floats)
        assert not np.array_equal(sibling.floats, model.floats)
        assert np.array_equal(sibling.design_state().q, again.design_state().q)


@pytest.mark.parametrize("name", MECHANISMS)
def test_complex_lowering_has_the_same_integers_and_exact_derivatives(name):
    """A complex step of all numbers at once along a random direction, against central differences of the lowered arrays."""
    mechanism = MECHANISMS[name]()
    model = lw.compile(mechanism)
    values = model.numbers.values
    direction = np.random.default_rng(len(name)).normal(size=values.size) * np.maximum(1.0, np.abs(values))
    crosses = [joint.name for joint in mechanism.of(lw.Universal)]
    held = [path.split(".")[0] in crosses and ".axis_" in path for path in model.numbers.paths]
    direction[np.array(held, bool)] = 0.0  # axes of a universal joint stay perpendicular
    stepped = model.with_values(values + 1j * STEP * direction)
    assert np.array_equal(stepped.ints, model.ints)
    assert np.abs(stepped.floats.real - model.floats).max() < 1e-12 * np.abs(model.floats).max()
    h = 1e-6
    up, down = (arrays(model.with_values(values + s * h * direction)) for s in (1, -1))
    for field, array in arrays(stepped).items():
        if field == "row_scale":
            continue  # a weight, not a number of the mechanics: it does not follow the parameters
        difference = (up[field] - down[field]) / (2 * h)
        derivative = np.asarray(array).imag / STEP
        assert off(derivative, difference) < 1e-8, field


@pytest.mark.parametrize("kind", ["revolute", "spherical", "universal", "screw"])
def test_the_terms_of_motion_have_derivatives_by_every_parameter(kind):
    """P (inertia less forces), Phi and gamma by single parameters through lowering and the kernels, against differences."""
    mechanism = spatial(np.random.default_rng(5), kind).add(
        lw.Distance("rod", "ground", "d", at_i=(2, 1, 0), at_j=(0, 1, 1))
    )
    model = lw.compile(mechanism, cut=["S"])
    start = model.design_state()
    rng = np.random.default_rng(1)
    q, v = np.zeros(model.nq), rng.normal(size=model.nv)
    moved(model.ints, model.floats, start.q, 0.2 * rng.normal(size=model.nv), q)
    state = lw.State(0.0, q, v, start.z, start.inactive, start.turns)
    paths = ["b.mass", "b.com.x", "a.inertia.1", "S.at.y", "rod.at_j.z", "spring.stiffness", "twist.rest", "push.force.1",
             "push.at.x", "gravity.z", "C.at_i.x", "a.origin.x"]  # fmt: skip
    known = set(model.numbers.paths)
    for path in paths:
        path = path if path in known else next(p for p in known if p.startswith(path.rsplit(".", 1)[0]))
        k = model.numbers.paths.index(path)
        step = np.zeros(model.numbers.values.size, complex)
        step[k] = 1j * STEP
        w = ComplexModel(model, model.numbers.values + step).at(0.0, q, v)
        h = 1e-6
        ends = [Evaluation(model.with_values(model.numbers.values + s * h * (step.imag > 0)), state).w for s in (1, -1)]
        for field in ("P", "Phi", "gamma", "X_WB", "wrench"):
            difference = (getattr(ends[0], field) - getattr(ends[1], field)) / (2 * h)
            assert off(getattr(w, field).imag / STEP, difference) < 1e-6, (path, field)


def test_numbers_that_no_mechanism_has_are_refused_all_at_once():
    m = lw.Mechanism()
    m.add(
        lw.Parameter("k", 2.0),
        lw.Body("b", mass="k", inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    model = lw.compile(m)
    with pytest.raises(lw.DescriptionError) as error:
        model.with_parameters({"k": -2, "b.inertia.0": 9})
    assert [problem.split(":")[0] for problem in error.value.problems] == ["bodies.b.mass", "bodies.b.inertia"]
    with pytest.raises(lw.DescriptionError, match=r"k: '2' is not a number"):
        model.with_parameters({"k": "2"})
    assert model.with_parameters({"k": np.array(3.0)}).parameters["k"] == 3.0
