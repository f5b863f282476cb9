"""Models and mechanisms pickle, and a description gives the same answers from Python and from its file."""

import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from tests.rigs.answers import Answer

LIBRARY = [name for name in library.__all__ if name != "initial_speeds"]


def drag(t, u, x, p, y, xdot):
    y[0] = -p[0] * u[0] + x[0]
    xdot[0] = u[0] - x[0]


def with_block():
    m = library.planar_four_bar("II")
    return m.add(
        lw.Block("drag", inputs={"rate": "A.angle.rate"}, outputs=("torque",), states={"lag": 0.2}, parameters={"c": 3.0}, function=drag),
        lw.JointForce("brake", "D.angle", force="drag.torque"),
    )  # fmt: skip


def same(a, b):
    assert np.array_equal(a.ints[: a.ints.size], b.ints) or _addresses_only(a, b)
    assert np.array_equal(a.floats, b.floats)
    first, second = Answer(a, a.design_state()), Answer(b, b.design_state())
    assert np.array_equal(first.vdot, second.vdot)
    assert np.array_equal(first.wrenches, second.wrenches)


def _addresses_only(a, b):
    """Addresses of compiled blocks may differ between two models, nothing else."""
    off = np.flatnonzero(a.ints != b.ints)
    return off.size <= 2 * len(a._block_codes)


@pytest.mark.parametrize("name", LIBRARY)
def test_models_of_the_library_pickle(name):
    mechanism = getattr(library, name)()
    assert pickle.loads(pickle.dumps(mechanism)) == mechanism
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        same(model, pickle.loads(pickle.dumps(model)))


def test_a_model_with_a_block_and_changed_numbers_pickles():
    model = lw.compile(with_block()).with_parameters({"drag.parameters.c": 5.0})
    again = pickle.loads(pickle.dumps(model))
    assert again.parameters == model.parameters
    same(model, again)


def test_a_lambda_does_not_pickle_and_the_error_names_the_block():
    m = library.planar_four_bar("II").add(
        lw.Block("bad", inputs={"u": "A.angle"}, outputs=("y",), function=lambda t, u, x, p, y, xdot: None)
    )
    with pytest.raises(Exception, match="bad"):
        pickle.dumps(m)


@pytest.mark.parametrize("ending", ["yaml", "json"])
@pytest.mark.parametrize("name", LIBRARY)
def test_a_mechanism_from_its_file_answers_as_the_one_in_python(name, ending, tmp_path):
    mechanism = getattr(library, name)()
    mechanism.save(tmp_path / f"m.{ending}")
    loaded = lw.Mechanism.load(tmp_path / f"m.{ending}")
    assert loaded == mechanism
    same(lw.compile(mechanism), lw.compile(loaded))
