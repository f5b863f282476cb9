"""Linear models: closed forms, differences of the reduced equations, and the same answer in every coordinate choice."""

import numpy as np
import pytest
from scipy.linalg import expm

import linkwork as lw
from tests.analyses.linear import linear_blocks
from tests.analyses.linear.linear_models import reduced_by_differences

COORDINATES = ("joint", "cartesian")
G = 9.81


def swinging_four_bar():
    m = lw.library.planar_four_bar(case="II")
    m.gravity = (0, -G, 0)
    m.add(
        lw.Input("tau"),
        lw.JointForce("motor", "D.angle", force="tau"),
        lw.JointSpring("damper", "B.angle", stiffness=3.0, damping=7.0),
    )
    return m


def close(a, b, tolerance):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(1.0, np.abs(b).max(initial=0.0)))


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_moving_damped_loaded_four_bar_is_the_derivative_of_its_reduced_equations(coordinates):
    model = lw.compile(swinging_four_bar(), coordinates=coordinates)
    state = lw.assemble(model, {"A.angle": 0.9, "A.angle.rate": 2.5})
    outputs = ["D.force", "link2.acceleration", "C.angle.rate", "K.force", "energy.total", "link2.position.y"]
    lin = lw.linearize(model, state, states=["A.angle"], inputs=["tau"], outputs=outputs)
    expected = reduced_by_differences(model, state, ["A.angle"], ["A.angle.rate"], ["tau"], outputs)
    for result, reference in zip((lin.A, lin.B, lin.C, lin.D), expected, strict=True):
        close(result, reference, 1e-8)
    close(lin.A[1], -np.hstack((lin.stiffness, lin.damping))[0] / lin.mass[0, 0], 1e-12)
    assert not lin.resting and np.abs(lin.A[1]).min() > 0.3


def matrices(lin):
    return lin.A, lin.B, lin.C, lin.D


def agree(first, second, tolerance=1e-9):
    assert (first.states, first.inputs, first.outputs) == (second.states, second.inputs, second.outputs)
    for a, b in zip(matrices(first), matrices(second), strict=True):
        close(a, b, tolerance)
    for word in ("mass", "damping", "stiffness"):
        close(getattr(first, word), getattr(second, word), tolerance)


def ball_chain():
    """Two spatial links on ball joints, one bushing, a universal joint at the end."""
    return lw.Mechanism("ball chain", gravity=(0, 0, -G)).add(
        lw.Body("upper", mass=2, com=(0.2, 0.1, -0.4), inertia=(0.2, 0.15, 0.05)),
        lw.Body("lower", mass=1, com=(0.5, 0.2, -0.9), inertia=(0.1, 0.12, 0.03)),
        lw.Body("end", mass=0.5, com=(0.6, 0.2, -1.3), inertia=(0.05, 0.04, 0.02)),
        lw.Spherical("S", "ground", "upper", at=(0, 0, 0)),
        lw.Spherical("T", "upper", "lower", at=(0.4, 0.2, -0.8)),
        lw.Universal("U", "lower", "end", at=(0.6, 0.2, -1.1), axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        lw.Bushing("pad", "ground", "lower", at=(0.5, 0, -1), stiffness=(50, 60, 70, 2, 3, 4), damping=(1, 2, 3, 0.1, 0.2, 0.3)),
    )  # fmt: skip


SPATIAL = {
    "spatial four-bar": (lw.library.spatial_four_bar, {"A.angle": 0.4, "A.angle.rate": 0.7}, ["C.force", "coupler.acceleration"]),
    "four-bar in space": (
        lambda: lw.library.planar_four_bar_3d(case="II"), {"A.angle": 1.3, "A.angle.rate": 1.1}, ["link2.acceleration"],
    ),
    "balls": (
        ball_chain,
        {"upper.angular_velocity": (0.5, -0.8, 0.3), "T.rotation.zy.rate": 0.4, "U.angle_i.rate": 0.9},
        ["T.force", "end.acceleration", "energy.total", "upper.quaternion", "pad.torque", "end.velocity.local"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPATIAL)
def test_every_coordinate_choice_and_basis_gives_the_same_linear_model_of_the_same_states(name):
    build, start, outputs = SPATIAL[name]
    joint, cartesian = (lw.compile(build(), coordinates=word) for word in COORDINATES)
    states = [lw.assemble(model, start) for model in (joint, cartesian)]
    first = lw.linearize(joint, states[0], outputs=outputs)
    assert not first.resting
    agree(first, lw.linearize(cartesian, states[1], outputs=outputs))
    agree(first, lw.linearize(joint, states[0], outputs=outputs, basis="svd"))
    agree(first, lw.linearize(cartesian, states[1], outputs=outputs, basis="svd"))


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_ball_joints_are_the_derivative_of_their_reduced_equations(coordinates):
    build, start, outputs = SPATIAL["balls"]
    model = lw.compile(build(), coordinates=coordinates)
    state = lw.assemble(model, start)
    lin = lw.linearize(model, state, outputs=outputs)
    n = len(lin.coordinates)
    assert n == len(lin.speeds) == 8
    expected = reduced_by_differences(model, state, lin.coordinates, lin.speeds, (), outputs, h=3e-4)
    close(lin.A, expected[0], 1e-8)
    close(lin.C, expected[2], 1e-8)


def test_planar_and_spatial_models_of_one_four_bar_are_the_same():
    planar, spatial = lw.library.planar_four_bar(case="II"), lw.library.planar_four_bar_3d(case="II")
    results = []
    for mechanism in (planar, spatial):
        model = lw.compile(mechanism)
        state = lw.assemble(model, {"A.angle": 0.8, "A.angle.rate": -1.7})
        results.append(
            lw.linearize(model, state, states=["D.angle"], outputs=["C.angle", "link3.velocity.x", "C.force.x"])
        )
    agree(*results)


def test_at_rest_every_choice_of_states_has_the_same_eigenvalues():
    mechanism = swinging_four_bar()
    eigenvalues = []
    for coordinates in COORDINATES:
        model = lw.compile(mechanism, coordinates=coordinates)
        eq = lw.equilibrium(model, lw.assemble(model), stable=True)
        for path in (None, "A.angle", "B.angle", "D.angle", "link2.position.x", "link3.angle"):
            lin = lw.linearize(model, eq, states=path and [path])
            assert lin.resting
            eigenvalues.append(lin.eigenvalues)
    for values in eigenvalues:
        np.testing.assert_allclose(values, eigenvalues[0], rtol=1e-9)
    assert eigenvalues[0][0].real < 0 < abs(eigenvalues[0][0].imag)


def test_a_state_that_moves_has_eigenvalues_of_its_states():
    model = lw.compile(swinging_four_bar())
    state = lw.assemble(model, {"A.angle": 0.9, "A.angle.rate": 2.5})
    first, second = (lw.linearize(model, state, states=[path]).eigenvalues for path in ("A.angle", "D.angle"))
    assert np.abs(first - second).max() > 1e-3
    assert "not at rest" in str(lw.linearize(model, state))


# closed forms


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_the_parallelogram_has_the_numbers_of_bae_2003(coordinates):
    model = lw.compile(lw.library.parallelogram_four_bar(), coordinates=coordinates)
    lin = lw.linearize(model, lw.assemble(model), outputs=["A.angle", "B.angle", "D.angle"])
    assert lin.coordinates == ("A.angle",)
    np.testing.assert_allclose([lin.mass[0, 0], lin.stiffness[0, 0]], [1.57144166, 1575.865225], rtol=3e-10)
    assert abs(lin.damping[0, 0]) < 1e-12
    mode = lin.modes()[0]
    assert mode.frequency == pytest.approx(5.04, abs=1e-9)
    assert mode.damping == pytest.approx(0, abs=1e-12)
    shape = lin.C @ list(mode.states.values())
    np.testing.assert_allclose(
        shape / np.linalg.norm(shape) * np.sign(shape[0]), np.array([1, -1, 1]) / np.sqrt(3), atol=1e-12
    )
    np.testing.assert_allclose(mode.bodies["coupler"] / shape[0], [-0.4, 0, 0, 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(mode.bodies["crank2"] / shape[0], [-0.2, 0, 0, 0, 0, 1], atol=1e-12)


def double_pendulum():
    """Two uniform 1 m rods, 2 and 3 kg."""
    return lw.Mechanism("double pendulum", gravity=(0, -G, 0), plane="xy").add(
        lw.Body("rod1", mass=2, inertia=2 / 12, com=(0, -0.5, 0)),
        lw.Body("rod2", mass=3, inertia=3 / 12, com=(0, -1.5, 0)),
        lw.Revolute("A", "ground", "rod1", at=(0, 0, 0)),
        lw.Revolute("B", "rod1", "rod2", at=(0, -1, 0)),
    )


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_double_pendulum_has_its_mass_and_stiffness(coordinates):
    model = lw.compile(double_pendulum(), coordinates=coordinates)
    lin = lw.linearize(model, lw.assemble(model), states=["rod1.angle", "rod2.angle"])
    mass = np.array([[2 / 3 + 3, 1.5], [1.5, 1.0]])
    stiffness = np.diag([2 * G / 2 + 3 * G, 3 * G / 2])
    close(lin.mass, mass, 1e-13)
    close(lin.stiffness, stiffness, 1e-13)
    close(lin.damping, np.zeros((2, 2)), 1e-13)
    expected = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(mass, stiffness)))) / (2 * np.pi)
    np.testing.assert_allclose(lin.modes().frequencies, expected, rtol=1e-12)


def cart(driven=False):
    """A 2 kg cart on a rail and a 1 kg rod upright on it (1 m, uniform)."""
    m = lw.Mechanism("cart", gravity=(0, -G, 0), plane="xy").add(
        lw.Body("cart", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Body("rod", mass=1, inertia=1 / 12, com=(0, 0.5, 0)),
        lw.Prismatic("rail", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("hinge", "cart", "rod", at=(0, 0, 0)),
    )
    push = (
        lw.Driver("push", "rail.displacement", motion="0*time")
        if driven
        else lw.AppliedForce("push", "cart", force=("u", 0, 0))
    )
    return m.add(push) if driven else m.add(lw.Input("u"), push)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_an_inverted_pendulum_on_a_cart_has_its_input(coordinates):
    model = lw.compile(cart(), coordinates=coordinates)
    lin = lw.linearize(model, lw.assemble(model), states=["rail.displacement", "hinge.angle"], inputs=["u"],
                       outputs=["hinge.angle", "rod.acceleration.x"])  # fmt: skip
    M = np.array([[3, -0.5], [-0.5, 1 / 3]])
    lower = np.linalg.solve(M, [[0, 0], [0, G / 2]])
    push = np.linalg.solve(M, [1, 0])
    close(lin.A, np.block([[np.zeros((2, 2)), np.eye(2)], [lower, np.zeros((2, 2))]]), 1e-12)
    close(lin.B[:, 0], [0, 0, *push], 1e-12)
    close(lin.C, [[0, 1, 0, 0], [*([1, -0.5] @ lower), 0, 0]], 1e-12)
    close(lin.D, [[0], [push[0] - push[1] / 2]], 1e-12)
    modes = lin.modes()
    assert len(modes.rigid) == 1 and modes.zeros == 2
    assert sorted(mode.kind for mode in modes) == ["decaying", "growing", "rigid"]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_driver_enters_by_its_acceleration(coordinates):
    model = lw.compile(cart(driven=True), coordinates=coordinates)
    lin = lw.linearize(
        model, lw.assemble(model), inputs=["push"], outputs=["push.force", "rail.displacement", "cart.velocity.x"]
    )
    assert lin.states == ("hinge.angle", "push.value", "hinge.angle.rate", "push.value.rate")
    fall, drag = 3 * G / 2, 3 / 2  # thetadd = fall theta + drag u
    close(lin.A, [[0, 0, 1, 0], [0, 0, 0, 1], [fall, 0, 0, 0], [0, 0, 0, 0]], 1e-12)
    close(lin.B[:, 0], [0, 0, drag, 1], 1e-12)
    close(lin.C, [[-fall / 2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]], 1e-12)
    close(lin.D[:, 0], [3 - drag / 2, 0, 0], 1e-12)
    assert len(lin.modes()) == 2 and lin.modes().zeros == 0
    held = lw.linearize(model, lw.assemble(model))
    close(held.A, [[0, 1], [fall, 0]], 1e-12)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_pendulum_on_a_spinning_arm_feels_the_speed_of_its_driver(coordinates):
    R, l, m, J, W, a = 0.7, 0.3, 2.0, 0.05 + 2.0 * 0.09, 4.0, 0.4
    mechanism = lw.Mechanism("spinning", plane="xy").add(
        lw.Body("arm", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Body("bob", mass=m, inertia=0.05, com=(R + l, 0, 0)),
        lw.Revolute("hub", "ground", "arm", at=(0, 0, 0)),
        lw.Revolute("pin", "arm", "bob", at=(R, 0, 0)),
        lw.Driver("spin", "hub.angle", motion="4*time"),
    )
    model = lw.compile(mechanism, coordinates=coordinates)
    state = lw.assemble(model, {"pin.angle": a, "pin.angle.rate": 0.0})
    lin = lw.linearize(model, state, states=["pin.angle"], inputs=["spin"])
    c = m * l * R / J
    close(lin.A[2], [-c * W**2 * np.cos(a), 0, 0, -2 * c * W * np.sin(a)], 1e-12)
    close(lin.B[:, 0], [0, 0, -1 - c * np.cos(a), 1], 1e-12)
    straight = lw.linearize(model, lw.assemble(model, {"pin.angle": 0, "pin.angle.rate": 0}), states=["pin.angle"])
    assert straight.modes()[0].frequency == pytest.approx(W * np.sqrt(c) / (2 * np.pi), rel=1e-12)


# rows of velocity level


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_chaplygin_sleigh_in_straight_motion_has_fewer_speeds_than_positions(coordinates):
    model = lw.compile(lw.library.chaplygin_sleigh(), coordinates=coordinates)
    U, a, m, J = 1.5, 0.2, 1.0, 0.5 + 0.04
    state = lw.assemble(model, {"free.x": 0, "free.y": 0, "free.angle": 0, "free.x.rate": U, "free.angle.rate": 0})
    places = ["free.x", "free.y", "free.angle"]
    lin = lw.linearize(model, state, states=places, outputs=["edge.force.y"])
    assert lin.states == (*places, "free.x.rate", "free.angle.rate")
    expected = np.zeros((5, 5))
    expected[0, 3] = expected[2, 4] = 1
    expected[1, 2] = U
    expected[4, 4] = -m * a * U / J
    close(lin.A, expected, 1e-12)
    close(lin.mass, np.diag([m, J]), 1e-12)
    close(lin.damping, [[0, 0], [0, m * a * U]], 1e-12)
    close(lin.stiffness, np.zeros((2, 3)), 1e-12)
    # its edge carries m (U w + a wd), on the body
    close(lin.C, [[0, 0, 0, 0, m * (U + a * expected[4, 4])]], 1e-12)
    local = lw.linearize(model, state, states=[*places, "sleigh.velocity.local.x", "free.angle.rate"])
    close(local.A, expected, 1e-12)
    agree(lin, lw.linearize(model, state, states=places, outputs=["edge.force.y"], basis="svd"))
    modes = lin.modes()
    assert modes.elastic[0].eigenvalue == pytest.approx(expected[4, 4], rel=1e-12)
    assert modes.zeros == 4


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_skate_on_a_slope_has_its_closed_form(coordinates):
    slope, angle, U = 2.0, 0.3, 1.7
    mechanism = lw.Mechanism("skate", gravity=(slope, 0, 0), plane="xy").add(
        lw.Body("skate", mass=3, inertia=0.4, com=(0, 0, 0)),
        lw.Free("free", "ground", "skate", at=(0, 0, 0)),
        lw.NoSlide("edge", "ground", "skate", at=(0, 0, 0), axis=(0, 1, 0)),
    )
    model = lw.compile(mechanism, coordinates=coordinates)
    c, s = np.cos(angle), np.sin(angle)
    state = lw.assemble(
        model, {"free.x": 0, "free.y": 0, "free.angle": angle, "free.x.rate": U * c, "free.angle.rate": 0}
    )
    states = ["free.x", "free.y", "free.angle", "free.x.rate", "free.angle.rate"]
    lin = lw.linearize(model, state, states=states)
    expected = np.zeros((5, 5))
    expected[0, 3] = expected[2, 4] = 1
    expected[1] = [0, 0, U / c, s / c, 0]  # yd = xd tan(angle)
    expected[3] = [0, 0, -slope * np.sin(2 * angle), 0, -U * s]  # xdd = slope cos² - u sin(angle) w
    close(lin.A, expected, 1e-12)


# blocks


@pytest.mark.parametrize(("function", "exact"), [("lagged", True), ("lagged_without_complex_form", False)])
def test_states_of_blocks_are_states(function, exact):
    mechanism = double_pendulum().add(
        lw.Input("wish"),
        lw.Block("lag", inputs={"angle": "A.angle", "wish": "wish"}, outputs=["torque"], states=["felt"],
                 parameters={"T": 0.2, "gain": -40}, function=getattr(linear_blocks, function)),
        lw.JointForce("motor", "A.angle", force="lag.torque"),
    )  # fmt: skip
    model = lw.compile(mechanism)
    lin = lw.linearize(
        model, lw.assemble(model), states=["A.angle", "B.angle"], inputs=["wish"], outputs=["lag.torque", "motor.force"]
    )
    tolerance = 1e-12 if exact else 1e-9
    assert lin.states[-1] == "lag.state.felt"
    assert lin.approximate == (() if exact else ("lag",))
    close(lin.A[4], [5, 0, 0, 0, -5], tolerance)
    close(lin.B[:, 0], [0, 0, 0, 0, 10], tolerance)
    M = np.array([[2 / 3 + 3 + 3 + 1, 2.5], [2.5, 1]])
    close(lin.A[2:4, 4], np.linalg.solve(M, [-40, 0]), tolerance)
    close(lin.C, [[0, 0, 0, 0, -40]] * 2, tolerance)


# what it is good for


def test_small_motions_differ_from_the_linear_ones_by_the_square_of_the_amplitude():
    model = lw.compile(swinging_four_bar())
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    lin = lw.linearize(model, eq, states=["A.angle"])
    rest, off = eq["A.angle"], []
    times = np.linspace(0, 2, 21)
    for amplitude in (1e-3, 2e-3):
        start = lw.assemble(model, {"A.angle": rest + amplitude, "A.angle.rate": 0.0}, near=eq.state)
        run = lw.simulate(model, start, 2.0, rtol=1e-11, atol=1e-13, output=times)
        linear = [rest + (expm(lin.A * t) @ [amplitude, 0])[0] for t in times]
        off.append(np.abs(run["A.angle"] - linear).max())
    assert 1e-9 < off[0] < 1e-5
    assert off[1] / off[0] == pytest.approx(4, rel=0.02)


def test_the_frequency_response_is_that_of_the_equations():
    model = lw.compile(swinging_four_bar())
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    lin = lw.linearize(model, eq, states=["D.angle"], inputs=["tau"], outputs=["D.angle"])
    omega = np.array([0.0, 0.5, 2.0, 9.0])
    m, c, k = lin.mass[0, 0], lin.damping[0, 0], lin.stiffness[0, 0]
    np.testing.assert_allclose(
        lin.frequency_response(omega)[:, 0, 0], 1 / (k + 1j * c * omega - m * omega**2), rtol=1e-12
    )
    held = lw.equilibrium(model, eq.state, inputs={"tau": 1e-5}, stable=True)
    assert (held["D.angle"] - eq["D.angle"]) / 1e-5 == pytest.approx(
        lin.frequency_response(0.0)[0, 0, 0].real, rel=1e-4
    )


def test_an_equilibrium_brings_its_trimmed_inputs():
    model = lw.compile(swinging_four_bar())
    pose = lw.assemble(model, {"A.angle": 1.4})
    eq = lw.equilibrium(model, pose, hold=["A.angle"], trim=["tau"])
    by_hand = lw.linearize(model, eq.state, values={"tau": eq.trim["tau"]})
    agree(lw.linearize(model, eq), by_hand)
    assert by_hand.resting and not lw.linearize(model, eq.state).resting


def test_outputs_that_redundant_rows_leave_open_are_named():
    model = lw.compile(lw.library.door().add(lw.Input("u"), lw.AppliedForce("push", "leaf", force=(0, "u", "u"))))
    lin = lw.linearize(
        model, lw.assemble(model), inputs=["u"], outputs=["hinge1.force", "hinge1.torque.z", "leaf.acceleration.y"]
    )
    assert lin.not_unique == ("hinge1.force.x", "hinge1.force.y", "hinge1.force.z")
    assert "not unique" in str(lin)


# mistakes


@pytest.mark.parametrize(("question", "words"), [
    ({"states": ["A.angle", "B.angle"]}, "1 independent positions, but 2 are given"),
    ({"states": []}, "1 independent positions, but 0 are given"),
    ({"states": ["A.force"]}, "it is no position or speed"),
    ({"states": ["link1.position"]}, "several components"),
    ({"states": ["A.angle.accel"]}, "it is an acceleration"),
    ({"states": "A.angle"}, "a list of names"),
    ({"states": ["A.gap.x"]}, "do not determine the positions"),
    ({"inputs": ["force"]}, "inputs and drivers are tau"),
    ({"outputs": ["constraint.violation"]}, "no linear part"),
    ({"basis": "lu"}, "one of qr, svd"),
])  # fmt: skip
def test_a_wrong_question_is_answered_with_the_remedy(question, words):
    model = lw.compile(swinging_four_bar())
    with pytest.raises(lw.AnalysisError, match=words):
        lw.linearize(model, lw.assemble(model), **question)


def test_all_mistakes_are_told_at_once():
    model = lw.compile(swinging_four_bar())
    state = lw.assemble(model)
    broken = lw.State(np.nan, state.q, state.v)
    with pytest.raises(lw.AnalysisError) as raised:
        lw.linearize(
            model, broken, states=["A.angel", "Z.angle"], inputs=["tua", "tau", "tau"], outputs=["D.forc", "time"], basis="lu",
            values={"x": 1.0, "tau": np.nan},
        )  # fmt: skip
    words = [
        "the state's time",
        "no input 'x'",
        "'tau' is a finite",
        "basis",
        "A.angel",
        "Z.angle",
        "mean 'tau'",
        "tau is named twice",
        "D.forc",
        "time",
    ]
    assert len(raised.value.problems) == len(words)
    for problem, word in zip(raised.value.problems, words, strict=True):
        assert word in problem
    with pytest.raises(lw.AnalysisError) as raised:
        lw.modes(model, broken, 0, values={"x": 1.0})
    assert len(raised.value.problems) == 3
    with pytest.raises(TypeError, match=r"expected a Model from lw\.compile\(mechanism\), got <Mechanism"):
        lw.linearize(swinging_four_bar(), state)  # type: ignore[arg-type]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_state_that_stands_still_is_refused(coordinates):
    """In Cartesian coordinates its gradient is rounding, not zero."""
    model = lw.compile(lw.library.planar_four_bar_3d(), coordinates=coordinates)
    with pytest.raises(lw.AnalysisError, match=r"link1\.position\.z do not determine the positions"):
        lw.linearize(model, lw.assemble(model), states=["link1.position.z"])


@pytest.mark.parametrize(
    ("dq", "dv", "words"), [(0.1, 0.0, "the state is not on"), (0.0, 1.0, "speeds of the state are not on")]
)
def test_a_state_off_the_constraints_is_refused(dq, dv, words):
    model = lw.compile(swinging_four_bar())
    state = lw.assemble(model)
    with pytest.raises(lw.AnalysisError, match=words):
        lw.linearize(model, lw.State(0.0, state.q + dq, state.v + dv))


@pytest.mark.parametrize("motion", ["10*time", "10*time**2"])
def test_drivers_are_held_where_nothing_moves(motion):
    """At rest a driver stands still although its motion goes on."""
    m = swinging_four_bar().add(lw.Driver("held", "A.angle", motion=motion))
    m.add(lw.Body("bob", mass=1, inertia=0.1, com=(3, -0.5, 0)), lw.Revolute("hang", "link2", "bob", at=(3, 0.5, 0)))
    model = lw.compile(m)
    lin = lw.linearize(model, lw.equilibrium(model, lw.assemble(model)))
    assert lin.resting and lin.coordinates == ("hang.angle",)
    assert lin.modes()[0].eigenvalue == pytest.approx(1j * np.sqrt(G / 1.1), rel=1e-9)


def test_an_input_that_moves_a_driver_is_refused_by_name():
    mechanism = cart().add(lw.Input("x0"), lw.Driver("drive", "rail.displacement", motion="x0 + 0*time"))
    model = lw.compile(mechanism)
    with pytest.raises(lw.AnalysisError, match=r"give the driver as input: inputs=\['drive'\]"):
        lw.linearize(model, lw.assemble(model), inputs=["x0"])


def test_drivers_that_are_held_by_others_are_no_inputs():
    mechanism = cart(driven=True).add(lw.Driver("other", "cart.position.x", motion="0*time"))
    model = lw.compile(mechanism)
    with pytest.raises(lw.AnalysisError, match="hold drivers push too"):
        lw.linearize(model, lw.assemble(model), inputs=["push"])


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_driver_that_is_no_input_moves_on_as_it_does(coordinates):
    mechanism = swinging_four_bar().add(
        lw.Body("bob", mass=2, inertia=0.3, com=("C.at.x", "C.at.y - 0.7", 0)),
        lw.Revolute("E", "link2", "bob", at="C"),
        lw.Driver("crank", "A.angle", motion="1.104 + 1.3*time + 2*time**2"),
    )
    model = lw.compile(mechanism, coordinates=coordinates)
    state = lw.assemble(model, {"E.angle": 0.4, "E.angle.rate": -0.6})
    outputs = ["crank.force", "D.force.x", "bob.acceleration"]
    lin = lw.linearize(model, state, inputs=["tau"], outputs=outputs)
    assert lin.coordinates == ("E.angle",)
    expected = reduced_by_differences(model, state, lin.coordinates, lin.speeds, ["tau"], outputs)
    for result, reference in zip(matrices(lin), expected, strict=True):
        close(result, reference, 1e-8)


def test_inputs_keep_their_order_and_inactive_drivers_do_nothing():
    mechanism = cart().add(lw.Driver("drive", "hinge.angle", motion="0*time"))
    model = lw.compile(mechanism)
    state = lw.assemble(model)
    both = lw.linearize(model, state, inputs=["drive", "u"])
    assert both.inputs == ("drive", "u") and both.states[1] == "drive.value"
    close(both.B, [[0, 0], [0, 0], [0.5 / 3, 1 / 3], [1, 0]], 1e-12)
    free = lw.compile(cart())
    loose = lw.State(0.0, state.q, state.v, state.z, frozenset({"drive"}), state.turns)
    agree(lw.linearize(model, loose, inputs=["u"]), lw.linearize(free, lw.assemble(free), inputs=["u"]))
    with pytest.raises(lw.AnalysisError, match="inactive"):
        lw.linearize(model, loose, inputs=["drive"])


def test_a_freedom_without_mass_is_named():
    mechanism = double_pendulum().add(
        lw.Body("ring", mass=1, inertia=0, com=(0, -2, 0)), lw.Revolute("C", "rod2", "ring", at=(0, -2, 0))
    )
    model = lw.compile(mechanism)
    with pytest.raises(lw.AnalysisError, match=r"C\.angle\.rate has no mass"):
        lw.linearize(model, lw.assemble(model))


def test_a_force_without_a_derivative_is_named():
    mechanism = cart().add(lw.JointForce("stiction", "hinge.angle", force="-sqrt(hinge.angle)"))
    model = lw.compile(mechanism)
    with pytest.raises(
        lw.AnalysisError, match=r"no finite derivative by .*hinge\.angle at t = 0: .* in stiction, push"
    ):
        lw.linearize(model, lw.assemble(model))


@pytest.mark.parametrize(("angle", "message"), [(80, ""), (89, ""), (90, "nearly singular"), (-90, "nearly singular")])
def test_a_pose_where_the_mechanism_branches_is_reported(angle, message):
    model = lw.compile(lw.library.parallelogram_four_bar())
    lin = lw.linearize(model, lw.assemble(model, {"A.angle": np.radians(angle)}))
    assert lin.singular.split(":")[0] == message
    assert ("the pose is nearly singular" in str(lin.modes())) == ("pose  " in str(lin)) == bool(message)


@pytest.mark.parametrize("build", [lw.library.planar_four_bar_3d, lw.library.bricard, lw.library.door])
def test_redundant_rows_alone_are_no_singular_pose(build):
    model = lw.compile(build())
    assert lw.linearize(model, lw.assemble(model)).singular == ""


def test_rows_that_lie_in_one_line_are_a_singular_pose():
    m = lw.Mechanism("flat", plane="xy").add(
        *(lw.Body(name, mass=1, inertia=1, com=(x, 0, 0)) for name, x in (("a", 0.5), ("b", 2), ("c", 2.5))),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Revolute("B", "a", "b", at=(1, 0, 0)),
        lw.Revolute("C", "b", "c", at=(3, 0, 0)),
        lw.Revolute("D", "ground", "c", at=(2, 0, 0)),
    )
    model = lw.compile(m)
    assert lw.linearize(model, model.design_state()).singular.startswith("singular: ")
