"""A driver whose motion jumps ends a run there: it was projected to the other side, and the run reached the end."""

import numpy as np
import pytest

import linkwork as lw


def pendulum(motion):
    """A double pendulum whose first joint is driven."""
    return lw.Mechanism("driven", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Input("u", value=0.5),
        lw.Table("ramp", x=[0, 0.3, 0.6, 1.0], y=[0, 1, 0, 1]),
        lw.Body("a", mass=1, inertia=0.1, com=(0.5, 0, 0)),
        lw.Body("b", mass=1, inertia=0.1, com=(1.5, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Revolute("B", "a", "b", at=(1, 0, 0)),
        lw.Driver("motor", "A.angle", motion=motion),
    )


def driven(motion, **choices):
    """Its model and start; at t = 0.5 s some of the motions jump."""
    model = lw.compile(pendulum(motion), **choices)
    return model, lw.assemble(model)


JUMPS = {
    "if(time > 0.5, 1, 0)": 1,
    "floor(2*time)": 1,
    "sign(time - 0.5)": 2,
    "mod(time, 0.5)": -0.5,
    "if(time > u, 1e-3, 0)": 1e-3,
}


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("integrator", [None, lw.BDF(), lw.GeneralizedAlpha(step=0.01), lw.RungeKutta4(0.01)], ids=repr)
@pytest.mark.parametrize("motion", JUMPS)
def test_a_run_ends_at_the_jump_and_names_the_driver(motion, integrator, coordinates):
    model, state = driven(motion, coordinates=coordinates)
    run = lw.simulate(model, state, 1.0, integrator=integrator, output=0.1)
    assert run.status == "failed" and not run.success
    assert run.final.t == pytest.approx(0.5, abs=1e-8)
    assert f"driver 'motor' jumps by {JUMPS[motion]:g}" in run.message
    assert run.stats.violation < 1e-9
    assert lw.simulate(model, state, 0.49, integrator=integrator).success
    behind = not motion.startswith("if")  # what the motion is at the jump
    assert lw.simulate(model, state, 0.5, integrator=integrator).success != behind


def test_an_event_may_end_the_run_before():
    model, state = driven("floor(2*time)")
    run = lw.simulate(model, state, 1.0, events=[lw.Event("time - 0.4", stop=True)])
    assert run.success and run.status == "event" and run.final.t == pytest.approx(0.4, abs=1e-9)


@pytest.mark.parametrize(
    "motion",
    [
        "abs(time - 0.5)",
        "max(0, time - 0.5)",
        "table(ramp, time)",
        "abs(sin(20*time))",
        "0.3*time",
        "step(time, 0.2, 0, 0.6, 1)",
    ],
)
def test_motions_with_corners_go_on(motion):
    model, state = driven(motion)
    run = lw.simulate(model, state, 1.0)
    assert run.success and np.isfinite(run["A.angle"]).all() and run.stats.violation < 1e-9


def test_an_input_that_jumps_jumps_with_its_driver():
    model, state = driven("u")
    run = lw.simulate(model, lw.assemble(model, inputs={"u": 0.0}), 1.0, inputs={"u": "if(time < 0.7, 0, 1)"})
    assert not run.success and run.final.t == pytest.approx(0.7, abs=1e-8) and "jumps by 1" in run.message


def late(t, u, x, p, y, xdot):
    if t > 0.45:
        raise ValueError("too late")
    y[0] = 0.0


def test_looking_for_jumps_blames_no_block_for_times_that_the_run_does_not_come_to():
    m = pendulum("if(time > 0.5, 1, 0)").add(
        lw.Block("late", outputs=["y"], function=late), lw.JointForce("push", "B.angle", force="late.y")
    )
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1.0, events=[lw.Event("time - 0.3", stop=True)])
    assert run.success and run.status == "event"
