"""How steps are brought back onto the constraints."""

import numpy as np
import pytest

import linkwork as lw


@pytest.mark.parametrize("correction", ["newton", "frozen"])
def test_corrections_reach_the_same_motion_and_stay_on_the_constraints(correction):
    model = lw.compile(lw.library.planar_four_bar(), coordinates="cartesian")
    run = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-8, correction=correction)
    exact = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-11)
    assert np.abs(run.q[-1] - exact.q[-1]).max() < 1e-6
    assert np.abs(run["constraint.violation"]).max() < 1e-12


def test_a_loose_position_tolerance_leaves_as_much():
    model = lw.compile(lw.library.planar_four_bar(), coordinates="cartesian")
    tight = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-6)
    loose = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-6, position_tolerance=1e-5)
    assert 1e-11 < np.abs(loose["constraint.violation"]).max() < 1e-4
    assert np.abs(tight["constraint.violation"]).max() < 1e-12


@pytest.mark.parametrize(
    "wrong", [{"correction": "gauss"}, {"position_tolerance": 0.0}, {"position_tolerance": np.nan}]
)
def test_wrong_corrections_are_named(wrong):
    model = lw.compile(lw.library.planar_four_bar())
    with pytest.raises(lw.AnalysisError, match=next(iter(wrong))):
        lw.simulate(model, lw.assemble(model), 1.0, **wrong)
