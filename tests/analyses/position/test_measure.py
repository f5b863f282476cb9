"""measure: every signal of the grammar, in both coordinate choices, and the messages for what is not a signal."""

import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.position.measure import signal_history
from linkwork.model.state import StateSeries
from tests.analyses.position.blocks_for_measure import controller


def everything():
    """A mechanism with at least one of every part that has signals."""
    return lw.library.planar_four_bar().add(
        lw.Frame("tip", "link1", at=(1, 0, 0)),
        lw.Input("tau", 2.0),
        lw.Parameter("gain", 3.0),
        lw.JointForce("motor", "D.angle", force="tau*gain"),
        lw.SpringDamper("strut", "ground", "link2", at_i=(0, -1, 0), at_j="C", stiffness=10, damping=1),
        lw.Bushing("mount", "link1", "link3", at=(0, 1, 0), stiffness=[5] * 6, damping=[1] * 6),
        lw.Block(
            "ctl",
            inputs={"e": "A.angle - 1"},
            outputs=["y"],
            states={"s": 0.25},
            parameters={"k": "gain"},
            function=controller,
        ),
        lw.JointForce("control", "A.angle", force="ctl.y"),
        lw.Signal("power", "A.angle.rate*ctl.y"),
        lw.Signal("load", "2*D.force.x + gain"),
        lw.Driver("drive", "A.angle", motion="pi/3 + time"),
    )


@pytest.fixture(scope="module", params=["joint", "cartesian"])
def case(request):
    model = lw.compile(everything(), coordinates=request.param)
    return model, lw.assemble(model)


@pytest.fixture(scope="module")
def other():
    model = lw.compile(everything())
    return model, lw.assemble(model)


def test_every_signal_is_finite_and_the_same_in_both_coordinates(case, other):
    for path in case[0].signals:
        here, there = lw.measure(*case, path), lw.measure(*other, path)
        assert np.isfinite(here).all(), path
        if path not in ("constraint.violation",):
            np.testing.assert_allclose(here, there, rtol=1e-9, atol=1e-8, err_msg=path)


def test_values_that_can_be_said_in_advance(case):
    angle, rate, accel, y, s, power, tau = lw.measure(
        *case, "A.angle", "A.angle.rate", "A.angle.accel", "ctl.y", "ctl.state.s", "power", "tau"
    )
    assert angle == pytest.approx(np.pi / 3, abs=1e-12)
    assert (rate, accel) == pytest.approx((1.0, 0.0), abs=1e-9)
    assert (s, tau) == (0.25, 2.0)
    assert y == pytest.approx(-3 * (np.pi / 3 - 1) - 0.25, abs=1e-12)
    assert power == pytest.approx(y, abs=1e-10)
    assert lw.measure(*case, "motor.force", inputs={"tau": 5}) == 15
    assert lw.measure(*case, "load") == pytest.approx(2 * lw.measure(*case, "D.force.x") + 3, rel=1e-10)
    assert lw.measure(*case, "link1.angle") == pytest.approx(np.pi / 3, abs=1e-12)
    assert lw.measure(*case, "drive.value") == pytest.approx(np.pi / 3, abs=1e-12)


def test_components_own_axes_and_rates(case):
    R = lw.measure(*case, "link2.rotation")
    for quantity in ("velocity", "acceleration", "angular_velocity", "angular_acceleration"):
        world, own = lw.measure(*case, f"link2.{quantity}", f"link2.{quantity}.local")
        np.testing.assert_allclose(own, R.T @ world, atol=1e-9)
        assert lw.measure(*case, f"link2.{quantity}.local.y") == pytest.approx(own[1], abs=1e-12)
    velocity = lw.measure(*case, "link2.velocity.x")
    assert lw.measure(*case, "link2.position.x.rate") == pytest.approx(velocity, rel=1e-14, abs=1e-14)
    assert lw.measure(*case, "link2.velocity.x.rate") == pytest.approx(lw.measure(*case, "link2.acceleration.x"))
    np.testing.assert_allclose(lw.measure(*case, "link2.x_axis"), R[:, 0], atol=1e-15)
    length, rate, force = lw.measure(*case, "strut.length", "strut.length.rate", "strut.force")
    assert force == pytest.approx(-10 * (length - np.hypot(3, np.sqrt(3) + 1)) - rate, abs=1e-9)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("crank.position", r"there is no part 'crank'"),
        ("A.displacement", r"a revolute has no 'displacement'; its signals are A.angle"),
        ("A.angle.x", r"'x' does not apply to 'A.angle', a scalar"),
        ("link1.velocity.rate.rate", r"does not apply|no derivative"),
        ("energy.heat", r"energies are energy.kinetic"),
        ("ctl.z", r"its signals are ctl.y, ctl.state.s"),
        ("link1.position.local", r"only velocities, accelerations and forces and torques of joints have a .local form"),
    ],
)
def test_what_is_not_a_signal_is_explained(case, path, message):
    with pytest.raises(lw.DescriptionError, match=message):
        lw.measure(*case, path)


def test_forces_may_not_feed_back_on_the_motion():
    m = lw.library.planar_four_bar().add(lw.JointForce("loop", "A.angle", force="D.force.x"))
    with pytest.raises(lw.DescriptionError, match="known only after the accelerations"):
        lw.compile(m)


def test_an_unknown_input_is_named(case):
    with pytest.raises(KeyError, match=r"there is no input 'torque'; inputs are \['tau'\]"):
        lw.measure(*case, "A.angle", inputs={"torque": 1})


def test_history_of_a_signal(case):
    model, state = case
    t = np.array([0.0, 0.5])
    states = [lw.assemble(model, t=time) for time in t]
    angle = signal_history(model, StateSeries.of(states), "A.angle")
    np.testing.assert_allclose(angle, np.pi / 3 + t, atol=1e-9)
    assert signal_history(model, StateSeries.of(states), "D.force").shape == (2, 3)


def test_models_pickle_with_blocks_by_name(case):
    model, state = case
    again, there = pickle.loads(pickle.dumps((model, state)))
    np.testing.assert_array_equal(lw.accelerations(again, there).vdot, lw.accelerations(model, state).vdot)


def test_a_constant_force_on_a_joint_has_no_energy_in_measurements_and_outputs_alike():
    mechanism = lw.Mechanism("pushed", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("b", mass=2.0, inertia=0.1, com=(0.3, 0, 0)),
        lw.Revolute("R", "ground", "b", at=(0, 0, 0)),
        lw.JointForce("push", "R.angle", force=4.0),
        lw.JointSpring("K", "R.angle", stiffness=5.0, rest=0.2),
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model, {"R.angle": 0.7})
    exact = 2.0 * 9.81 * 0.3 * np.sin(0.7) + 0.5 * 5.0 * 0.5**2
    assert lw.potential_energy(model, state) == pytest.approx(exact, rel=1e-14)
    case = lw.Case("swing", start={"R.angle": 0.7}, duration=1e-3, outputs={"stored": "initial(energy.potential)"})
    assert lw.sensitivity(model, case, "K.stiffness", quiet=True).outputs["stored"] == pytest.approx(exact, rel=1e-12)
