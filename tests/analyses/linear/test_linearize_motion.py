"""Linear models about motions: a model that changes along its motion is reported, one that stays the same is not."""

import warnings

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.linear.steadiness import UnsteadyWarning

OWN = ["F.x", "F.y", "F.angle", "b.velocity.local.x", "F.angle.rate"]


def knife_edge(coordinates="joint"):
    mechanism = lw.Mechanism("knife edge", plane="xy").add(
        lw.Body("b", mass=2, inertia=0.3, com=(0, 0, 0)),
        lw.Free("F", "ground", "b", at=(0, 0, 0)),
        lw.NoSlide("K", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0)),
    )
    return lw.compile(mechanism, coordinates=coordinates)


def going(model, heading, speed, turn):
    return lw.assemble(model, {"F.angle": heading, "F.angle.rate": turn, "b.velocity.local.x": speed})


def quietly(model, state, **choices):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return lw.linearize(model, state, **choices)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize(("heading", "speed"), [(0.5, 2.0), (0.0, 2.0), (0.5, 0.0), (0.0, 0.0)])
def test_a_knife_edge_going_in_a_circle_or_turning_on_the_spot_warns(heading, speed, coordinates):
    model = knife_edge(coordinates)
    with pytest.warns(UnsteadyWarning, match=r"changes along the motion.*velocity\.local\.x"):
        lin = lw.linearize(model, going(model, heading, speed, 0.7))
    wrong = lin.eigenvalues[np.argmax(np.abs(lin.eigenvalues))]
    assert abs(wrong - -0.7 * np.tan(heading)) < 1e-9  # all are zero
    assert "unsteady" in str(lin) and "eigenvalues are not those of the motion" in lin.unsteady


@pytest.mark.parametrize(
    ("heading", "speed", "turn"), [(0.5, 2.0, 0.7), (0.0, 2.0, 0.7), (0.5, 0.0, 0.7), (0.5, 2.0, 0.0)]
)
def test_speeds_in_its_own_axes_give_the_knife_edge_its_eigenvalues_without_a_warning(heading, speed, turn):
    model = knife_edge()
    lin = quietly(model, going(model, heading, speed, turn), states=OWN)
    assert lin.unsteady == "" and np.abs(lin.eigenvalues).max() < 1e-5  # a double zero is off by the root of rounding


def test_a_knife_edge_going_straight_does_not_warn():
    model = knife_edge()
    assert np.abs(quietly(model, going(model, 0.5, 2.0, 0.0)).eigenvalues).max() < 1e-6


def test_states_of_rest_and_released_states_do_not_warn():
    pendulum = lw.Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("bar", mass=1, inertia=0.1, com=(0.5, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0))
    )
    model = lw.compile(pendulum)
    quietly(model, lw.assemble(model, {"A.angle": -np.pi / 2}))
    quietly(model, lw.assemble(model, {"A.angle": 0.3}))
    quietly(model, lw.equilibrium(model, lw.assemble(model, {"A.angle": -1.5})))


def test_a_pendulum_in_full_swing_warns():
    """A = [0 1; -a cos(angle) 0] changes with the angle."""
    pendulum = lw.Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("bar", mass=1, inertia=0.1, com=(0.5, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0))
    )
    model = lw.compile(pendulum)
    with pytest.warns(UnsteadyWarning, match=r"rates of A\.angle\.rate"):
        lw.linearize(model, lw.assemble(model, {"A.angle": -1.0, "A.angle.rate": 2.0}))


def rotor(*more):
    """A disc on a shaft that turns, its hub held by springs across: gyroscopic, and the same at every angle."""
    return lw.Mechanism("rotor").add(
        lw.Body("frame", mass=1, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0)),
        lw.Body("disc", mass=2, inertia=(0.3, 0.3, 0.5), com=(0, 0, 0.2)),
        lw.Universal("tilt", "ground", "frame", at=(0, 0, 0), axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        lw.Revolute("spin", "frame", "disc", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.JointSpring("kx", "tilt.angle_i", stiffness=40),
        lw.JointSpring("ky", "tilt.angle_j", stiffness=40),
        *more,
    )


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_spinning_rotor_is_steady_and_does_not_warn(coordinates):
    model = lw.compile(rotor(), coordinates=coordinates)
    lin = quietly(model, lw.assemble(model, {"spin.angle.rate": 30.0}))
    whirl = np.sort(np.abs(lin.eigenvalues.imag))
    # I (d²/dt²) ± i Ω J (d/dt) + k = 0 with I = 0.4 + 2·0.2², J = 0.5: whirl = (±ΩJ + sqrt(Ω²J² + 4 k I)) / 2I
    I, J, k, speed = 0.4 + 2 * 0.04, 0.5, 40.0, 30.0
    root = np.sqrt((speed * J) ** 2 + 4 * k * I)
    expected = np.array([root - speed * J, root + speed * J]) / (2 * I)
    np.testing.assert_allclose(whirl[-4:], np.repeat(expected, 2), rtol=1e-9)


def test_a_rotor_that_is_not_round_warns_in_world_fixed_states_and_not_in_its_own():
    disc = lw.Body("disc", mass=2, inertia=(0.2, 0.4, 0.5), com=(0, 0, 0.2))
    mechanism = rotor()
    mechanism.remove("disc")
    model = lw.compile(mechanism.add(disc))
    with pytest.warns(UnsteadyWarning, match="tilt.angle"):
        lw.linearize(model, lw.assemble(model, {"spin.angle.rate": 30.0}))


def test_the_steady_motion_of_a_driver_does_not_warn():
    model = lw.compile(rotor(lw.Driver("motor", "spin.angle", motion="5*time")))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        steady = lw.steady_motion(model, lw.assemble(model), "motor", 20.0)
    assert steady.linear.unsteady == ""
