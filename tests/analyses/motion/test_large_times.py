"""Starts long after t = 0, where neighbouring times lie far apart: the length of a step is the difference of its two times."""

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.errors import QuestionError

CHOICES = {
    "chosen": None,
    "order 5": lw.DormandPrince(order=5),
    "order 8": lw.DormandPrince(order=8),
    "adams": lw.Adams(),
    "runge-kutta": lw.RungeKutta4(1 / 64),
    "radau": lw.Radau(),
    "radau, 3 stages": lw.Radau(stages=3),
    "bdf": lw.BDF(),
    "generalized-alpha": lw.GeneralizedAlpha(),
    "fixed generalized-alpha": lw.GeneralizedAlpha(step=1 / 64),
    "hht": lw.HHT(),
}


def pendulum(gravity):
    m = lw.Mechanism("pendulum", gravity=(0.0, -gravity, 0.0), plane="xy")
    m.add(lw.Body("bob", mass=1.0, com=(0.0, -1.0, 0.0), inertia=0.1), lw.Revolute("A", "ground", "bob", at=(0, 0, 0)))
    model = lw.compile(m)
    return model, lw.assemble(model, {"A.angle": 1.0})


def angles(model, state, duration, t, **choices):
    run = lw.simulate(model, replace(state, t=t), duration, output=[t + duration], **choices)
    assert run.success, run.message
    return run, run["A.angle"][-1]


@pytest.mark.parametrize("name", CHOICES)
def test_a_start_at_1e9_s_gives_the_motion_of_a_start_at_0(name):
    """Neighbouring times are 1.2e-7 s apart: steps of the wished length were off by that, angles by 7e-7."""
    model, state = pendulum(9.81)
    rtol = 1e-6 if "alpha" in name or name in ("hht", "bdf") else 1e-8
    fixed = isinstance(CHOICES[name], lw.RungeKutta4)
    choices = {"integrator": CHOICES[name]} | ({} if fixed else {"rtol": rtol})
    run, early = angles(model, state, 4.0, 0.0, **choices)
    late_run, late = angles(model, state, 4.0, 1e9, **choices)
    assert abs(late - early) < 0.1 * rtol
    assert abs(late_run.stats.evaluations - run.stats.evaluations) < 0.05 * run.stats.evaluations


@pytest.mark.parametrize("name", [name for name, choice in CHOICES.items() if getattr(choice, "step", None) is None])
def test_a_start_at_1e15_s_gives_the_motion_of_a_start_at_0(name):
    """Neighbouring times are 0.125 s apart; a pendulum with a period of eleven minutes."""
    model, state = pendulum(1e-4)
    rtol = 1e-4 if name in ("generalized-alpha", "hht", "bdf") else 1e-6
    _, exact = angles(model, state, 1000.0, 0.0, rtol=1e-12)
    run, late = angles(model, state, 1000.0, 1e15, rtol=rtol, integrator=CHOICES[name])
    assert abs(late - exact) < 50 * rtol
    assert run.t[-1] == 1e15 + 1000.0


@pytest.mark.parametrize("integrator", [lw.RungeKutta4(0.5), lw.GeneralizedAlpha(step=0.5)])
def test_fixed_steps_at_1e15_s_are_those_at_0(integrator):
    model, state = pendulum(1e-4)
    _, early = angles(model, state, 100.0, 0.0, integrator=integrator)
    _, late = angles(model, state, 100.0, 1e15, integrator=integrator)
    assert abs(late - early) < 1e-12


@pytest.mark.parametrize("integrator", [None, lw.Adams(), lw.BDF(), lw.Radau()])
def test_the_length_of_every_step_is_the_difference_of_its_times(integrator):
    model, state = pendulum(9.81)
    for t in (0.0, 0.1, 1e9):
        record = lw.simulate(model, replace(state, t=t), 2.0, integrator=integrator).record
        assert record is not None and np.array_equal(record.h, record.t_new - record.t)
        assert np.array_equal(record.t[1:], record.t_new[:-1]) and record.t_new[-1] == t + 2.0


def test_equal_steps_of_adams_stay_equal():
    """A step that differs from the last one by a rounding would keep the order from rising."""
    model, state = pendulum(9.81)
    for t in (0.0, 1e9):
        record = lw.simulate(model, replace(state, t=t), 10.0, rtol=1e-10, integrator=lw.Adams()).record
        same = record.h[1:] == record.h[:-1]
        near = abs(record.h[1:] / record.h[:-1] - 1) < 1e-3
        assert near.sum() > 50 and (near & ~same).sum() <= 2 and record.order.max() >= 10


def test_a_motion_too_fast_for_the_times_at_hand_stops_and_says_so():
    model, state = pendulum(9.81)
    run = lw.simulate(model, replace(state, t=1e16), 100.0, rtol=1e-8)
    assert not run.success and run.status == "step too small"
    assert "neighbouring times are 2 s apart there, too far for this motion; start at an earlier time" in run.message


def test_a_duration_below_the_resolution_of_time_is_refused():
    model, state = pendulum(9.81)
    with pytest.raises(
        QuestionError, match="duration 1e-09 s is below the resolution of time at t = 1e.09 s.*1.2e-07 s apart"
    ):
        lw.simulate(model, replace(state, t=1e9), 1e-9)
    with pytest.raises(QuestionError, match="duration 0.19 s is below the resolution of time at t = 1e.15 s"):
        lw.simulate(model, replace(state, t=1e15), 0.19)
    assert lw.simulate(model, replace(state, t=1e9), 0.0).success
    assert lw.simulate(model, replace(state, t=1e9), 1e-5).t[-1] == 1e9 + 1e-5


def test_output_intervals_and_fixed_steps_below_the_resolution_are_refused_together():
    model, state = pendulum(9.81)
    with pytest.raises(QuestionError) as refused:
        lw.simulate(model, replace(state, t=1e15), 10.0, output=0.01, integrator=lw.RungeKutta4(0.05))
    assert "output interval 0.01 s" in str(refused.value) and "step of the integrator 0.05 s" in str(refused.value)


def test_the_output_at_the_end_is_not_lost_to_rounding():
    """0.3 + 3·0.2 is a rounding later than 0.3 + 0.6."""
    model, state = pendulum(9.81)
    for t, duration, interval in ((0.3, 0.6, 0.2), (0.1, 0.7, 0.1), (0.7, 0.6, 0.1)):
        run = lw.simulate(model, replace(state, t=t), duration, output=interval)
        assert len(run) == round(duration / interval) + 1 and run.t[-1] == t + duration
    given = lw.simulate(model, replace(state, t=0.3), 0.6, output=[0.5, 0.3 + 3 * 0.2])
    assert given.t == pytest.approx([0.5, 0.9], abs=1e-15)
