"""Steps of a fixed length through kinks, jumps and fast changes: the run says that they pass them, and how far it may be
off."""

import re

import numpy as np
import pytest

import linkwork as lw

REMARK = re.compile(
    r"(\d+) steps? pass(?:es)? a change of the forces that is too abrupt for the length, first at t = ([\d.e+-]+) s, "
    r"with errors of up to ([\d.e+-]+) "
)
SHAKEN = "-10*P.displacement + 4*sin(2*time) - 0.5*{}"
INTEGRATORS = {
    "RungeKutta4": lambda h: lw.RungeKutta4(h),
    "GeneralizedAlpha": lambda h: lw.GeneralizedAlpha(0.8, step=h),
    "HHT": lambda h: lw.HHT(-0.1, step=h),
}


def block(force, speed=1.0):
    m = lw.Mechanism("block").add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointForce("F", "P.displacement", force=force),
    )
    model = lw.compile(m)
    return model, lw.assemble(model, {"P.displacement.rate": speed})


def reference(friction, duration):
    """With events, whose steps end at every zero of the speed."""
    model, state = block(SHAKEN.format(friction))
    return lw.simulate(model, state, duration, rtol=1e-9, output=[duration])


@pytest.mark.parametrize("step", [1e-2, 1e-3])
@pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)
def test_friction_that_turns_within_a_step_is_mentioned_with_a_bound_of_its_error(integrator, step):
    """The speed turns at t = 0.884 s; the force jumps by 1 N there, which tanh(v/1e-9) makes within 1e-9 s."""
    model, state = block(SHAKEN.format("tanh(P.displacement.rate/1e-9)"))
    run = lw.simulate(model, state, 1.7, integrator=integrator(step), output=[1.7])
    match = REMARK.search(run.message)
    assert run.success and match, run.message
    assert 1 <= int(match[1]) <= 4 and float(match[2]) == pytest.approx(0.884, abs=2 * step)
    exact = reference("tanh(P.displacement.rate/1e-5)", 1.7)
    off = np.abs(run.v[-1] - exact.v[-1]).max()
    assert 1e-5 < off < int(match[1]) * float(match[3]) < 100 * off


@pytest.mark.parametrize(
    "force",
    [
        SHAKEN.format("sign(P.displacement.rate)"),
        "if(P.displacement > 0.3, -50, 0)",
        "-2000*max(0, P.displacement - 0.3)",
    ],
    ids=["sign", "if", "contact"],
)
def test_other_kinks_and_jumps_are_mentioned_too(force):
    model, state = block(force)
    run = lw.simulate(model, state, 0.9, integrator=lw.RungeKutta4(0.01), output=[0.9])
    assert run.success and REMARK.search(run.message), run.message


@pytest.mark.parametrize(
    "force",
    [
        SHAKEN.format("tanh(P.displacement.rate/0.1)"),
        "-10*P.displacement + step(time, 0.5, 0, 0.503, 20)",
        "if(time > 0.5, 30, 0) + 5*sign(cos(9*time))",
        "-20*P.displacement**3",
    ],
    ids=["smooth friction", "step", "if of time", "hardening"],
)
@pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)
def test_motions_that_the_steps_resolve_are_not_mentioned(integrator, force):
    """Kinks at given times end steps."""
    model, state = block(force)
    assert lw.simulate(model, state, 3.0, integrator=integrator(0.005), output=[3.0]).message == "reached the end"


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)
def test_mechanisms_that_begin_at_rest_are_not_mentioned(integrator, coordinates):
    model = lw.compile(lw.library.chain(5), coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model), 1.0, integrator=integrator(0.002), output=[1.0])
    assert run.success and "abrupt" not in run.message


@pytest.mark.parametrize(
    "integrator", [*INTEGRATORS.values(), lambda h: lw.GeneralizedAlpha(0.8)], ids=[*INTEGRATORS, "chosen"]
)
def test_a_step_that_ends_at_a_jump_of_time_sees_the_force_before_it(integrator):
    """Generalized-alpha saw the force behind it: the speed was 5e-3 off."""
    model, state = block("5*sign(time - 0.5021)")
    run = lw.simulate(model, state, 1.0, integrator=integrator(0.005), output=[1.0])
    assert run["P.displacement.rate"][-1] == pytest.approx(1 - 5 * 0.5021 + 5 * (1 - 0.5021), abs=1e-9)
    assert run.message == "reached the end" and run.stats.steps < 210


@pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)
@pytest.mark.parametrize("force", ["if(time > 0, 30, 0)", "30*sign(sin(pi*time))"])
def test_the_first_step_sees_the_force_behind_a_jump_at_the_start(integrator, force):
    model, state = block(force)
    run = lw.simulate(model, state, 1.0, integrator=integrator(0.005))
    assert run["P.displacement.rate"][-1] == pytest.approx(31.0, abs=1e-9)
    again = lw.simulate(model, state, 1.0, replay=run.record)
    assert np.array_equal(again.q, run.q)


def test_a_replay_mentions_the_same_steps():
    model, state = block(SHAKEN.format("tanh(P.displacement.rate/1e-9)"))
    run = lw.simulate(model, state, 1.7, integrator=lw.RungeKutta4(0.01))
    assert REMARK.search(run.message)
    assert lw.simulate(model, state, 1.7, replay=run.record).message == run.message
