"""DOP853 and Bogacki–Shampine 5(4): accuracy, cost, dense output, resuming, breaks, projection, failures, replay."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.integrators import contract, state
from linkwork.integrators.methods import bogacki_shampine_coefficients as bs
from linkwork.integrators.methods import dormand_prince
from linkwork.integrators.state import BOGACKI_SHAMPINE_5, DOP853, EVERY_STEP
from tests.integrators import contract_problems as problems
from tests.integrators.contract_problems import Run, as_scipy

BOTH = pytest.mark.parametrize("method", [DOP853, BOGACKI_SHAMPINE_5])


def test_coefficients_of_bogacki_and_shampine_meet_the_order_conditions():
    b, lower, c = bs.A[7, :8], bs.A[7, :8] + bs.ERROR, bs.C[:8]
    A = bs.A[:8, :8]
    for k in range(1, 6):
        assert b @ c ** (k - 1) == pytest.approx(1 / k, abs=1e-14)
    assert b @ A @ c**3 == pytest.approx(1 / 20, abs=1e-14)
    assert b @ A @ A @ c**2 == pytest.approx(1 / 60, abs=1e-14)
    assert b @ (c * (A @ c**2)) == pytest.approx(1 / 15, abs=1e-14)
    for k in range(1, 5):
        assert lower @ c ** (k - 1) == pytest.approx(1 / k, abs=1e-14)
    assert np.allclose(bs.A.sum(axis=1), bs.C, atol=1e-14)


@BOTH
@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11])
def test_error_follows_the_tolerance(method, rtol):
    run = Run(dormand_prince, problems.oscillator, [1.0, 0.0], 20.0, rtol=rtol, method=method)
    error = abs(run.final - [np.cos(20), -np.sin(20)]).max()
    assert run.code == contract.DONE
    assert error < 20 * rtol


@pytest.mark.parametrize(("method", "order"), [(DOP853, 8), (BOGACKI_SHAMPINE_5, 5)])
def test_convergence_order_with_equal_steps(method, order):
    errors = []
    for n in (20, 40):
        run = Run(
            dormand_prince,
            problems.lotka_volterra,
            [2.0, 1.0],
            2.0,
            rtol=1.0,
            atol=1e3,
            method=method,
            h=2 / n,
            h_max=2 / n,
        )
        assert run.steps == n
        errors.append(run.final)
    exact = Run(dormand_prince, problems.lotka_volterra, [2.0, 1.0], 2.0, rtol=1e-13).final
    rate = np.log2(abs(errors[0] - exact).max() / abs(errors[1] - exact).max())
    assert rate == pytest.approx(order, abs=0.6)


@pytest.mark.parametrize(("method", "order"), [(DOP853, 7), (BOGACKI_SHAMPINE_5, 5)])
def test_order_of_dense_output_is_at_least_that_of_the_method_less_one(method, order):
    errors = []
    for h in (0.2, 0.1):
        times = np.linspace(0.0, h, 12)[1:-1]
        run = Run(
            dormand_prince,
            problems.kepler,
            [1.0, 0.0, 0.0, 1.1],
            h,
            rtol=1.0,
            atol=1e3,
            method=method,
            h=h,
            times=times,
        )
        exact = Run(dormand_prince, problems.kepler, [1.0, 0.0, 0.0, 1.1], h, rtol=1e-13, h_max=h / 20, times=times)
        errors.append(abs(run.y - exact.y).max())
    assert np.log2(errors[0] / errors[1]) > order + 0.3  # local error: one order more


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize(
    ("kernel", "start", "end"),
    [
        (problems.arenstorf, problems.ARENSTORF_START, problems.ARENSTORF_PERIOD),
        (problems.lotka_volterra, (2.0, 1.0), 20.0),
        (problems.kepler, (0.4, 0.0, 0.0, 2.0), 20.0),
    ],
)
def test_needs_no_more_evaluations_than_scipy(kernel, start, end, rtol):
    ours = Run(dormand_prince, kernel, start, end, rtol=rtol)
    theirs = solve_ivp(as_scipy(kernel), (0, end), start, method="DOP853", rtol=rtol, atol=rtol)
    assert ours.evaluations < 1.15 * theirs.nfev


@BOTH
def test_arenstorf_orbit_closes(method):
    run = Run(
        dormand_prince,
        problems.arenstorf,
        problems.ARENSTORF_START,
        problems.ARENSTORF_PERIOD,
        rtol=1e-11,
        method=method,
    )
    assert run.final[:2] == pytest.approx(problems.ARENSTORF_START[:2], abs=1e-5)


@BOTH
def test_interrupted_anywhere_a_run_is_bit_identical(method):
    times = np.linspace(0, 17, 301)
    choices = {"rtol": 1e-5, "method": method, "times": times, "directions": [0], "terminals": [1], "go_on": True}
    start, end = problems.ARENSTORF_START, problems.ARENSTORF_PERIOD
    whole = Run(
        dormand_prince, problems.arenstorf, start, end, events=problems.first_and_second, record=9999, **choices
    )
    parts = Run(
        dormand_prince,
        problems.arenstorf,
        start,
        end,
        events=problems.first_and_second,
        record=3,
        buffer=7,
        budget=20,
        log=1,
        **choices,
    )
    assert parts.calls > 50 > whole.calls
    assert np.array_equal(whole.y, parts.y) and np.array_equal(whole.final, parts.final)
    assert np.array_equal(whole.record[0], parts.record[0]) and np.array_equal(whole.record[1], parts.record[1])
    assert [e[:2] for e in whole.events] == [e[:2] for e in parts.events]


@BOTH
def test_output_does_not_change_the_steps_and_every_step_is_available(method):
    choices = {"rtol": 1e-6, "method": method, "record": 9999}
    steps = Run(dormand_prince, problems.kepler, [0.4, 0, 0, 2.0], 9.0, output=EVERY_STEP, buffer=5, **choices)
    times = Run(dormand_prince, problems.kepler, [0.4, 0, 0, 2.0], 9.0, times=np.linspace(0, 9, 777), **choices)
    assert np.array_equal(steps.t, [0.0, *steps.record[0][:, contract.RECORD_T_NEW]])
    assert np.array_equal(steps.record[0][:, :4], times.record[0][:, :4])
    assert np.array_equal(steps.final, times.final) and np.array_equal(steps.y[-1], steps.final)
    assert np.array_equal(times.y[-1], times.final) and np.array_equal(times.y[0], [0.4, 0, 0, 2.0])
    exact = Run(dormand_prince, problems.kepler, [0.4, 0, 0, 2.0], 9.0, times=times.t, rtol=1e-12)
    assert abs(times.y - exact.y).max() < 5 * abs(steps.final - exact.final).max() + 1e-5


@pytest.mark.purepython
@BOTH
def test_a_jump_at_a_break_costs_nothing(method):
    run = Run(dormand_prince, problems.switched, [0.0, 0.0], 1.0, rtol=1e-9, breaks=[1 / 3], method=method, record=100)
    assert run.final == pytest.approx([2 / 3, np.sin(1.0)], abs=1e-9)
    assert run.rejected == 0
    assert 1 / 3 in run.record[0][:, contract.RECORD_T_NEW]
    blind = Run(dormand_prince, problems.switched, [0.0, 0.0], 1.0, rtol=1e-9, method=method)
    assert blind.rejected > 3 and blind.final == pytest.approx([2 / 3, np.sin(1.0)], abs=1e-6)


@BOTH
def test_projected_states_stay_on_the_circle_at_steps_and_outputs(method):
    choices = {"rtol": 1e-6, "method": method}
    run = Run(
        dormand_prince,
        problems.pendulum,
        [1.0, 0, 0, 0],
        50.0,
        project=problems.onto_circle,
        times=np.linspace(0, 50, 999),
        **choices,
    )
    assert abs(np.hypot(run.y[:, 0], run.y[:, 1]) - 1).max() < 1e-14
    assert abs((run.y[:, :2] * run.y[:, 2:]).sum(axis=1)).max() < 1e-14
    energy = 0.5 * (run.y[:, 2:] ** 2).sum(axis=1) + run.y[:, 1]
    assert abs(energy).max() < 2e-4
    free = Run(dormand_prince, problems.pendulum, [1.0, 0, 0, 0], 50.0, **choices)
    assert run.evaluations - 3 * run.steps < 1.1 * free.evaluations


@BOTH
@pytest.mark.parametrize("silent", [0, 1])
def test_failed_evaluations_reject_until_the_step_is_too_small(method, silent):
    run = Run(dormand_prince, problems.fails_beyond, [0.0], 2.0, floats=[1.0], ints=[silent], method=method, h_min=1e-6)
    assert run.code == (contract.STEP_TOO_SMALL if silent else contract.EVALUATION_FAILED)
    assert 1 - 1e-4 < run.s.real[state.T] <= 1.0
    assert run.s.count[state.STATUS] == (0 if silent else 7)


@pytest.mark.purepython
@BOTH
def test_replay_repeats_the_run_bit_by_bit(method):
    times = np.linspace(0, 3, 50)
    choices = {"rtol": 1e-6, "method": method, "project": problems.onto_circle, "breaks": [0.7, 2.1], "times": times}
    run = Run(dormand_prince, problems.pendulum, [1.0, 0, 0, 0], 3.0, record=999, **choices)
    again = Run(dormand_prince, problems.pendulum, [1.0, 0, 0, 0], 3.0, entry="replay", given=run.record, **choices)
    assert again.code == contract.DONE
    assert np.array_equal(again.y, run.y) and np.array_equal(again.final, run.final)


def test_one_compiled_entry_serves_all_problems():
    Run(dormand_prince, problems.decay, [1.0], 1.0)
    if hasattr(dormand_prince.run, "signatures"):
        Run(dormand_prince, problems.oscillator, [1.0, 0.0], 1.0)
        assert len(dormand_prince.run.signatures) == 1


def test_the_pair_is_chosen_by_tolerance():
    assert dormand_prince.method_for(3e-4) == BOGACKI_SHAMPINE_5
    assert dormand_prince.method_for(2.9e-4) == DOP853
