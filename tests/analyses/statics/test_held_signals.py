"""Equilibria that are held by inputs, or by more than springs: hold and trim, drivers, blocks, knife edges, follower loads."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from tests.analyses.statics.resting_blocks import lagged_torque, progressive
from tests.analyses.statics.resting_mechanisms import (
    G,
    arm,
    column,
    pendulum,
)

COORDINATES = ("joint", "cartesian")


# hold and trim


def test_the_torques_that_hold_an_arm_are_those_of_inverse_dynamics():
    model = lw.compile(arm())
    pose = {"j0.angle": 0.4, "j1.angle": -0.7, "j2.angle": 0.9}
    state = lw.assemble(model, pose)
    trim = ["tau0", "tau1", "tau2"]
    eq = lw.equilibrium(model, state, hold=list(pose), trim=trim)
    run = lw.inverse_dynamics(model, state, [0.0], motion=pose, efforts=trim)
    for name in trim:
        assert eq[name] == eq.trim[name] == pytest.approx(run.efforts[name][0], rel=1e-12)
    np.testing.assert_allclose([eq[path] for path in pose], list(pose.values()), atol=1e-14)
    still = lw.accelerations(model, eq.state, inputs=eq.inputs)
    assert np.abs(still.vdot).max() < 1e-10


def test_a_pose_may_be_held_in_part_while_the_rest_hangs():
    model = lw.compile(arm())
    eq = lw.equilibrium(
        model, lw.assemble(model, {"j0.angle": 0.4, "j1.angle": -1.0}), hold={"j0.angle": 0.5}, trim=["tau0"]
    )
    assert eq["j0.angle"] == pytest.approx(0.5, abs=1e-14)
    assert eq["link1.angle"] == pytest.approx(-np.pi / 2, abs=1e-12)
    assert eq["link2.angle"] == pytest.approx(-np.pi / 2, abs=1e-12)
    assert eq["tau0"] == pytest.approx(G * np.cos(0.5) * (5 * 0.2 + 4 * 0.5), rel=1e-12)


@pytest.mark.parametrize("start", [0.6, 1.0])
@pytest.mark.parametrize("elbow", [-1.0, 1.5, 2.0])
def test_what_is_not_held_hangs_down_though_a_constant_torque_would_not_hold_the_rest(start, elbow):
    model = lw.compile(arm().remove("motor2").remove("j2").add(lw.Fixed("j2", "link1", "link2", at=(0.9, 0, 0))))
    state = lw.assemble(model, {"j0.angle": start, "j1.angle": elbow})
    eq = lw.equilibrium(model, state, hold={"j0.angle": 1.0}, trim=["tau0"])
    assert eq.stability == "unstable"  # under a constant torque
    assert eq["j0.angle"] == pytest.approx(1.0, abs=1e-12)
    assert np.sin(eq["link1.angle"]) == pytest.approx(-1.0, abs=1e-12)
    assert eq.account[-1].note == "found an equilibrium that is stable while it is held"
    assert eq.iterations < 100


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_point_is_held_by_as_many_inputs_as_it_has_components(coordinates):
    m = arm().remove("motor2").remove("j2")
    m.add(lw.Fixed("j2", "link1", "link2", at=(0.9, 0, 0)), lw.Frame("hand", "link2", at=(0.2, 0, 0)))
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model, {"j0.angle": 0.4, "j1.angle": -1.0})
    eq = lw.equilibrium(model, state, hold=["hand.position"], trim=["tau0", "tau1"])
    np.testing.assert_allclose(eq["hand.position"], lw.measure(model, state, "hand.position"), atol=1e-13)
    run = lw.inverse_dynamics(model, state, [0.0], motion={"j0.angle": 0.4, "j1.angle": -1.0}, efforts=["tau0", "tau1"])
    assert eq["tau1"] == pytest.approx(run.efforts["tau1"][0], rel=1e-10)


def test_a_force_may_be_held_at_a_value():
    model = lw.compile(column())
    eq = lw.equilibrium(
        model,
        lw.assemble(model, guess={"foot.angle": 0.4}),
        hold={"K.force": -10.0 * 1.2},
        trim=["P"],
        inputs={"P": 45.0},
    )
    assert abs(eq["middle.angle"]) == pytest.approx(1.2, abs=1e-12)
    assert eq["P"] == pytest.approx(4 * 10 * 0.6 / np.sin(0.6), rel=1e-11)


@pytest.mark.parametrize(
    ("held", "value", "position"),
    [("K.force", 20.0, 0.8), ("follow.displacement", 0.3, 1.1), ("motor.force", 7.0, 0.41)],
)
def test_a_driver_is_trimmed_until_a_force_or_a_follower_is_where_it_should_be(held, value, position):
    m = lw.Mechanism("pusher", plane="xy")
    m.add(
        lw.Input("x0"), lw.Body("cart", mass=1, inertia=1, com=(0, 0, 0)), lw.Body("bob", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("drive", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Prismatic("follow", "ground", "bob", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("K", "cart", "bob", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=50, rest=0.8),
        lw.JointSpring("G", "follow.displacement", stiffness=100),
        lw.Driver("motor", "drive.displacement", motion="x0"),
    )  # fmt: skip
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model), hold={held: value}, trim=["x0"])
    assert eq[held] == pytest.approx(value, rel=1e-12)
    assert eq["x0"] == eq["drive.displacement"] == pytest.approx(position, rel=1e-12)


# drivers, blocks, knife edges, follower loads


def test_drivers_hold_their_position_and_their_speed_is_left_out():
    m = pendulum().add(lw.Driver("motor", "A.angle", motion="0.2 + 3*time + 7*time**2"))
    model = lw.compile(m)
    state = lw.assemble(model, t=0.1)
    eq = lw.equilibrium(model, state)
    angle = 0.2 + 0.3 + 0.07
    assert eq["A.angle"] == pytest.approx(angle, abs=1e-14) and eq.state.t == 0.1 and not eq.state.v.any()
    assert eq["motor.force"] == pytest.approx(2 * G * 0.5 * np.cos(angle), rel=1e-12)
    assert eq.reactions.drivers["motor"] == pytest.approx(2 * G * 0.5 * np.cos(angle), rel=1e-12)
    assert eq.independent == () and eq.stability == "stable"


def test_states_of_blocks_come_to_rest_with_the_mechanism():
    m = pendulum().add(
        lw.Block("servo", inputs={"angle": "A.angle"}, outputs=["torque"], states={"x": 0.3}, parameters={"k": 40.0, "T": 0.2}, function=lagged_torque),
        lw.JointForce("motor", "A.angle", force="servo.torque"),
    )  # fmt: skip
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model))
    angle = brentq(lambda a: -40 * a - 2 * G * 0.5 * np.cos(a), -1, 0, xtol=1e-15)
    assert eq["A.angle"] == pytest.approx(angle, abs=1e-13)
    assert eq["servo.state.x"] == pytest.approx(angle, abs=1e-13)
    assert eq.stiffness[0, 0] == pytest.approx(40 - 2 * G * 0.5 * np.sin(angle), rel=1e-12)


def test_a_block_that_no_complex_step_passes_is_named_and_answered_all_the_same():
    m = pendulum().add(
        lw.Block("spring", inputs={"a": "A.angle"}, outputs=["torque"], parameters={"k": 40.0}, function=progressive),
        lw.JointForce("motor", "A.angle", force="spring.torque"),
    )
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model))
    angle = brentq(lambda a: 40 * a * a - 2 * G * 0.5 * np.cos(a), -1.5, 0, xtol=1e-15)
    assert eq["A.angle"] == pytest.approx(angle, abs=1e-13)
    assert eq.approximate == ("spring",) and "derivatives by differences: spring" in str(eq)
    assert eq.stiffness[0, 0] == pytest.approx(-80 * angle - 2 * G * 0.5 * np.sin(angle), rel=1e-7)


def test_a_knife_edge_carries_what_acts_across_it_and_lets_the_rest_move():
    m = lw.Mechanism("skate", plane="xy")
    m.add(
        lw.Body("skate", mass=1, inertia=0.1, com=(0, 0, 0)),
        lw.Free("loose", "ground", "skate", at=(0, 0, 0)),
        lw.NoSlide("edge", "ground", "skate", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.AppliedForce("push", "skate", at=(0, 0, 0), force=("5 - 100*skate.position.x", 3, 0)),
        lw.AppliedForce("straighten", "skate", torque=(0, 0, "-2*skate.angle")),
    )
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model))
    np.testing.assert_allclose(eq["skate.position"], [0.05, 0, 0], atol=1e-13)
    np.testing.assert_allclose(eq["edge.force"], [0, -3, 0], atol=1e-12)
    assert eq.stability == "stable" and len(eq.independent) == 2


def test_a_follower_load_beyond_flutter_is_called_unstable():
    """Ziegler's column of two links: statically balanced at every load, flutter beyond a closed-form load."""
    k, a = 1.0, 1.0
    m = lw.Mechanism("ziegler", plane="xy")
    m.add(
        lw.Input("P"),
        lw.Body("one", mass=2, inertia=0, com=(a, 0, 0)),
        lw.Body("two", mass=1, inertia=0, com=(2 * a, 0, 0)),
    )
    m.add(
        lw.Revolute("A", "ground", "one", at=(0, 0, 0)), lw.Revolute("B", "one", "two", at=(a, 0, 0)),
        lw.JointSpring("KA", "A.angle", stiffness=k), lw.JointSpring("KB", "B.angle", stiffness=k),
        lw.Frame("tip", "two", at=(0, 0, 0)),
        lw.AppliedForce("follow", "two", at=(2 * a, 0, 0), force=("-P", 0, 0), axes="tip"),
    )  # fmt: skip
    model = lw.compile(m)
    flutter = (7 / 2 - np.sqrt(2)) * k / a
    for load, verdict in ((0.999 * flutter, "stable"), (1.001 * flutter, "unstable")):
        assert lw.equilibrium(model, lw.assemble(model), inputs={"P": load}).stability == verdict
