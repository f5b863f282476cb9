"""Adams PECE of Shampine and Gordon: accuracy, order, cost, dense output, resuming, restarts, projection, failures."""

import numpy as np
import pytest
from scipy.integrate import ode

from linkwork.integrators import contract, state
from linkwork.integrators.methods import adams, dormand_prince
from linkwork.integrators.state import ADAMS, EVERY_STEP
from tests.integrators import contract_problems as problems
from tests.integrators.contract_problems import Run, as_scipy


def run_adams(*arguments, **choices):
    return Run(adams, *arguments, method=ADAMS, **choices)


@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11])
def test_error_follows_the_tolerance(rtol):
    run = run_adams(problems.oscillator, [1.0, 0.0], 20.0, rtol=rtol)
    assert run.code == contract.DONE
    assert abs(run.final - [np.cos(20), -np.sin(20)]).max() < 50 * rtol


def test_order_rises_to_twelve_and_the_first_step_is_of_order_one():
    run = run_adams(problems.arenstorf, problems.ARENSTORF_START, problems.ARENSTORF_PERIOD, rtol=1e-10, record=9999)
    orders = run.record[1][:, contract.RECORD_ORDER]
    assert orders[0] == 1 and orders.max() == 12
    assert abs(np.diff(orders)).max() == 1
    assert run.final[:2] == pytest.approx(problems.ARENSTORF_START[:2], abs=1e-4)


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize(
    ("kernel", "start", "end"),
    [
        (problems.arenstorf, problems.ARENSTORF_START, problems.ARENSTORF_PERIOD),
        (problems.lotka_volterra, (2.0, 1.0), 20.0),
        (problems.kepler, (0.4, 0.0, 0.0, 2.0), 20.0),
    ],
)
def test_evaluations_are_near_those_of_vode_and_below_those_of_dop853(kernel, start, end, rtol):
    ours = run_adams(kernel, start, end, rtol=rtol)
    rhs, calls = as_scipy(kernel), []
    vode = ode(lambda t, y: (calls.append(t), rhs(t, y))[1])
    vode.set_integrator("vode", method="adams", rtol=rtol, atol=rtol, nsteps=10**5).set_initial_value(start)
    vode.integrate(end)
    assert ours.evaluations < 1.3 * len(calls)
    assert ours.evaluations < Run(dormand_prince, kernel, start, end, rtol=rtol, method=state.DOP853).evaluations
    assert ours.evaluations == 1 + 2 * ours.steps + ours.rejected  # PECE: two for a step, one for a failed one


def test_dense_output_is_as_accurate_as_the_steps():
    times = np.linspace(0, 20, 1001)
    steps = run_adams(problems.lotka_volterra, [2.0, 1.0], 20.0, rtol=1e-8, output=EVERY_STEP, buffer=50)
    dense = run_adams(problems.lotka_volterra, [2.0, 1.0], 20.0, rtol=1e-8, times=times)
    exact = Run(dormand_prince, problems.lotka_volterra, [2.0, 1.0], 20.0, rtol=1e-13, times=times)
    at_steps = Run(dormand_prince, problems.lotka_volterra, [2.0, 1.0], 20.0, rtol=1e-13, times=steps.t)
    assert abs(dense.y - exact.y).max() < 2 * abs(steps.y - at_steps.y).max()
    assert dense.evaluations == steps.evaluations


def test_interrupted_anywhere_a_run_is_bit_identical():
    times = np.linspace(0, 17, 301)
    choices = {"rtol": 1e-5, "times": times, "directions": [0], "terminals": [1], "go_on": True, "breaks": [3.0, 9.0]}
    problem = (problems.arenstorf, problems.ARENSTORF_START, problems.ARENSTORF_PERIOD)
    choices["events"] = problems.first_and_second
    whole = run_adams(*problem, record=9999, **choices)
    parts = run_adams(*problem, record=3, buffer=7, budget=5, log=1, **choices)
    assert parts.calls > 50 > whole.calls
    assert np.array_equal(whole.y, parts.y) and np.array_equal(whole.final, parts.final)
    assert np.array_equal(whole.record[0], parts.record[0]) and np.array_equal(whole.record[1], parts.record[1])
    assert [e[:2] for e in whole.events] == [e[:2] for e in parts.events]


@pytest.mark.purepython
def test_a_break_restarts_with_order_one():
    run = run_adams(problems.switched, [0.0, 0.0], 1.0, rtol=1e-9, breaks=[1 / 3], record=999)
    after = run.record[0][:, contract.RECORD_T] == 1 / 3
    assert after.sum() == 1 and run.record[1][after, contract.RECORD_ORDER] == 1
    assert run.final == pytest.approx([2 / 3, np.sin(1.0)], abs=1e-8)


def test_projection_keeps_the_circle_and_the_cost():
    start, times = [1.0, 0, 0, 0], np.linspace(0, 50, 999)
    run = run_adams(problems.pendulum, start, 50.0, rtol=1e-6, project=problems.onto_circle, times=times)
    assert abs(np.hypot(run.y[:, 0], run.y[:, 1]) - 1).max() < 1e-14
    assert abs(0.5 * (run.y[:, 2:] ** 2).sum(axis=1) + run.y[:, 1]).max() < 5e-4
    free = run_adams(problems.pendulum, start, 50.0, rtol=1e-6)
    assert run.evaluations < 1.15 * free.evaluations


@pytest.mark.parametrize("silent", [0, 1])
def test_failed_evaluations_reject_until_the_step_is_too_small(silent):
    run = run_adams(problems.fails_beyond, [0.0], 2.0, floats=[1.0], ints=[silent], h_min=1e-6)
    assert run.code == (contract.STEP_TOO_SMALL if silent else contract.EVALUATION_FAILED)
    assert 1 - 1e-4 < run.s.real[state.T] <= 1.0
