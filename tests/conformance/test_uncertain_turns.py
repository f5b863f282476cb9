"""Whole turns over steps within which the rate of an angle bends: they are counted rightly, or the run says that they are not.

A motor with the torque A sin(w t) turns a rotor: its angle is a0 w r0 t + a0 (w t - sin w t) with the amplitude a0 = A / (I w²).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion.failures import doubted_turns
from linkwork.dynamics import problem
from linkwork.integrators.motion import prepare
from linkwork.kernels.measures.turn_steps import SAFE
from tests.conformance.rotors import FORMS, inertia_of, rotor

W = 10.0  # rad/s
KINDS = ("revolute", "cylindrical", "screw", "universal", "planar")
FREE = ("cartesian", "cut")
TURN = 2 * np.pi


def driven(kind: str, form: str) -> tuple[lw.Model, str]:
    m, angle = rotor(kind, lw.Input("A", value=0.0))
    m.add(lw.JointForce("motor", angle, force=f"A*sin({W}*time)"))
    return lw.compile(m, **FORMS[form]), angle


def start(kind: str, angle: str, rate: float) -> dict[str, float]:
    more = {"J.angle_j": 0.0, "J.angle_j.rate": 0.0} if kind == "universal" else {}
    return {angle: 0.0, f"{angle}.rate": rate} | more


def spun(
    model: lw.Model, kind: str, angle: str, amplitude: float, r0: float, end: float, **choices: Any
) -> lw.Trajectory:
    """The run from the rate r0 times its amplitude."""
    state = lw.assemble(model, start(kind, angle, r0 * amplitude * W))
    return lw.simulate(model, state, end, inputs={"A": amplitude * inertia_of(kind) * W * W}, **choices)


def lost(run: lw.Trajectory, right: np.ndarray, angle: str) -> bool:
    """Whether the angle leaves the right one by more than half a turn from one time to the next."""
    return bool(np.abs(np.diff(run[angle] - right)).max() > np.pi)


def exact(amplitude: float, r0: float, t: np.ndarray) -> np.ndarray:
    return amplitude * (r0 * W * t + W * t - np.sin(W * t))


def off_the_rule(run: lw.Trajectory, angle: str) -> np.ndarray:
    """By how many turns every step differs from the trapezoidal rule."""
    rate = run[f"{angle}.rate"]
    return (np.diff(run[angle]) - np.diff(run.t) * (rate[1:] + rate[:-1]) / 2) / TURN


@pytest.mark.parametrize("form", FREE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_fixed_step_too_long_to_count_turns_is_named(kind, form):
    model, angle = driven(kind, form)
    method = lw.GeneralizedAlpha(0.0, step=0.25)
    run = spun(model, kind, angle, 4.0, 0.0, 3.0, integrator=method)
    assert not run.success
    assert f"the rate of {angle} changes so much within the step that its whole turns cannot be counted" in run.message
    assert "take a smaller step" in run.message and "with a step of 0.25 s" in run.message
    short = spun(model, kind, angle, 4.0, 0.0, 3.0, integrator=lw.GeneralizedAlpha(0.0, step=0.01))
    assert short.success and short.message == "reached the end"
    same = spun(driven(kind, "joint")[0], kind, angle, 4.0, 0.0, 3.0, integrator=lw.GeneralizedAlpha(0.0, step=0.01))
    np.testing.assert_allclose(short[angle], same[angle], atol=1e-5)


@pytest.mark.parametrize("method", ["alpha", "undamped alpha", "runge-kutta"])
def test_no_fixed_step_loses_turns_in_silence(method):
    """Steps of a twelfth of the motor's period to half of it; joint coordinates hold the angle, turns included."""
    counts = {"right": 0, "named": 0, "others": 0}
    (model, angle), (joint, _) = driven("revolute", "cartesian"), driven("revolute", "joint")
    for amplitude in (1.0, 4.0, 20.0, 100.0):
        for r0 in (0.0, -1.0, 1.0):
            for step in (0.05, 0.1, 0.1571, 0.2, 0.25, 0.3):
                choice: Any = {
                    "alpha": lw.GeneralizedAlpha(0.0, step=step),
                    "undamped alpha": lw.GeneralizedAlpha(1.0, step=step),
                    "runge-kutta": lw.RungeKutta4(step=step),
                }[method]
                run = spun(model, "revolute", angle, amplitude, r0, 2.0, integrator=choice)
                right = spun(joint, "revolute", angle, amplitude, r0, 2.0, integrator=choice)
                if run.success:
                    assert not lost(run, right[angle], angle), (amplitude, r0, step)
                    counts["right"] += 1
                else:
                    counts["named" if f"the rate of {angle}" in run.message else "others"] += 1
    assert counts["right"] >= 5
    assert counts["named"] >= 20 or method != "alpha"


ADAPTIVE: dict[str, Any] = {
    "dop853": lw.DormandPrince(), "adams": lw.Adams(), "radau": lw.Radau(), "bdf": lw.BDF(), "alpha": lw.GeneralizedAlpha(),
}  # fmt: skip


@pytest.mark.parametrize("rtol", [1e-1, 1e-3])
@pytest.mark.parametrize("method", ADAPTIVE)
def test_accepted_steps_agree_with_their_rates(method, rtol):
    """At rtol 1e-3 a step of Adams with the amplitude 8 was off by 0.36 turns."""
    model, angle = driven("revolute", "cartesian")
    for amplitude in (0.5, 2.0, 8.0, 40.0):
        for r0 in (0.0, -0.5, -1.0):
            run = spun(model, "revolute", angle, amplitude, r0, 5.0, rtol=rtol, integrator=ADAPTIVE[method])
            assert run.success and "turns" not in run.message
            assert np.abs(off_the_rule(run, angle)).max() <= SAFE * (1 + 1e-9)
            assert not lost(run, exact(amplitude, r0, run.t), angle)


@pytest.mark.parametrize("form", FREE)
@pytest.mark.parametrize("kind", KINDS)
def test_the_loosest_tolerances_lose_no_turns(kind, form):
    model, angle = driven(kind, form)
    for amplitude in (2.0, 3.0, 4.0):
        for r0 in (-0.25, -0.5, -0.75, -1.0):
            for output in (None, 0.01):
                run = spun(model, kind, angle, amplitude, r0, 5.0, rtol=0.1, atol=10.0, output=output)
                assert run.success and not lost(run, exact(amplitude, r0, run.t), angle), (amplitude, r0, output)


def test_outputs_of_cases_count_as_the_run_does():
    model, angle = driven("revolute", "cartesian")
    for integrator in (lw.DormandPrince(rtol=0.1, atol=0.99), lw.Radau(rtol=0.1), lw.GeneralizedAlpha(0.0, step=0.05)):
        for amplitude, r0 in ((2.0, -0.5), (3.0, -1.0), (6.0, 0.0)):
            inputs = {"A": amplitude * inertia_of("revolute") * W * W}
            begin, outputs = start("revolute", angle, r0 * amplitude * W), {"end": f"final({angle})"}
            case = lw.Case("c", start=begin, duration=3.0, inputs=inputs, outputs=outputs, integrator=integrator)
            run = lw.simulate(model, lw.assemble(model, begin), 3.0, inputs=inputs, integrator=integrator)
            assert lw.run(model, case)["end"] == pytest.approx(run[angle][-1], abs=1e-3)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["revolute", "screw"])
def test_kinematics_counts_over_intervals_of_any_length(kind, form):
    """Taylor's series over an interval is off by many turns; another rotor follows by a gear."""
    m, angle = rotor(kind, lw.Body("other", mass=1.0, inertia=(0.1, 0.1, 0.1), com=(1, 0, 0)))
    m.add(
        lw.Revolute("B", "ground", "other", at=(1, 0, 0), axis=(0, 0, 1)),
        lw.Coupler("gear", terms={angle: 1, "B.angle": 2}),
    )
    m.add(lw.Driver("motor", angle, motion="40*sin(3*time)"))
    model = lw.compile(m, **FORMS[form])
    for interval in (0.03, 0.17, 0.31, 0.8):
        run = lw.kinematics(model, lw.assemble(model, {angle: 0.0}), np.arange(0.0, 3.0, interval))
        assert run.success
        np.testing.assert_allclose(run[angle], 40 * np.sin(3 * run.t), atol=1e-7)
        np.testing.assert_allclose(run["B.angle"], -20 * np.sin(3 * run.t), atol=1e-7)


def test_a_delivered_state_that_is_off_its_rates_is_reported():
    """Between the ends of a step nothing can be shortened any more."""
    model, angle = driven("revolute", "cartesian")
    first, later = (lw.assemble(model, {angle: value, f"{angle}.rate": 1.0}) for value in (0.0, 0.6 * np.pi))
    for state, doubted in ((first, False), (later, True)):
        motion = prepare(model, None, {}, []).start(first, {})
        y = np.concatenate((state.q, state.v))
        problem.update_turns(-0.01, y, np.zeros(motion.prepared.own_turns.size), motion.page)
        assert bool(doubted_turns(motion)) == doubted
        if doubted:
            assert f"the whole turns of {angle} may be wrong from t = -0.01 s on" in doubted_turns(motion)
