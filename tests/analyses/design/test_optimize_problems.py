"""Three designs with something to gain, against closed forms, a grid of designs, and moved bounds."""

from math import pi

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.design import optimize_problems as problems


def test_the_span_that_places_a_frequency_is_that_of_the_formula():
    best = problems.placed_frequency()
    assert best.success and not best.by_differences
    span = 2 * (2 * pi * 5) * (1.5 / (2 * 4000)) ** 0.5  # 2 k (span/2)² = (2 pi 5)² inertia
    assert best.parameters["span"] == pytest.approx(span, abs=1e-7)


def test_a_landing_takes_all_the_travel_it_may_and_no_design_beats_it():
    best = problems.soft_landing()
    (travel,) = best.constraints
    assert best.success and travel.active == "upper" and travel.value <= 0.12 * (1 + 1e-6)
    assert best.objective < 0.6 * best.initial.objective
    assert best.objective == pytest.approx(17.5921, abs=5e-4)
    case = problems.DOWN
    for stiffness in best.parameters["strut.stiffness"] * np.array([0.8, 0.9, 1.0, 1.1, 1.25]):
        for damping in best.parameters["strut.damping"] * np.array([0.8, 0.9, 1.0, 1.1, 1.25]):
            result = lw.run(lw.compile(problems.lander(stiffness, damping)), case).outputs
            assert result["travel"] > 0.12 * (1 - 2e-5) or result["blow"] > best.objective * (1 - 2e-5)


def test_the_least_torque_is_at_two_bounds_whose_multipliers_are_what_they_cost():
    best = problems.least_torque()
    balance, rod, spring = best.variables
    assert best.success and (balance.active, rod.active, spring.active) == ("lower", "upper", "")
    assert best.objective == pytest.approx(4.80737, abs=1e-4) and best.objective < 0.8 * best.initial.objective
    assert best.optimality < 1e-5
    model, h = best.model, 1e-4

    def torque(**changes):
        return lw.run(model.with_parameters(changes), problems.TURN).outputs["torque"]

    slope = (torque(rod_length=0.4 + h) - torque(rod_length=0.4 - h)) / (2 * h)
    assert rod.multiplier == pytest.approx(-slope, rel=1e-5)
    slope = (4 * torque(balance=h) - torque(balance=2 * h) - 3 * torque(balance=0.0)) / (2 * h)
    assert balance.multiplier == pytest.approx(slope, rel=1e-4)
