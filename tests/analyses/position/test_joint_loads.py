"""What one body does to another at a joint: reactions, totals with springs and drivers, in world axes and in those of the frames."""

import numpy as np
import pytest

import linkwork as lw

COORDINATES = ["joint", "cartesian", "cut"]


def compiled(mechanism, kind, joint):
    if kind == "cut":
        return lw.compile(mechanism, cut=[joint])
    return lw.compile(mechanism, coordinates=kind)


def lever(*parts, reverse=False):
    """A bar on a tilted hinge under gravity, whose weight a spring, a motor, a driver or a coupler may hold."""
    bodies = ("bar", "ground") if reverse else ("ground", "bar")
    return lw.Mechanism("lever", gravity=(0, -9.81, 0)).add(
        lw.Body("bar", mass=2, inertia=(0.1, 0.2, 0.3), com=(0.5, 0.2, 0.1)),
        lw.Revolute("A", *bodies, at=(0.1, 0, 0), axis=(0.3, 0, 1)),
        *parts,
    )


def balance(model, state, **inputs):
    """Force and torque about frame J on the bar that its weight and acceleration leave to the hinge, by Newton and Euler."""
    paths = ("bar.acceleration", "bar.angular_acceleration", "bar.angular_velocity", "bar.rotation", "bar.position")
    a, alpha, omega, R, com = lw.measure(model, state, *paths, **inputs)
    force = 2 * (a - np.array([0, -9.81, 0]))
    I = R @ np.diag([0.1, 0.2, 0.3]) @ R.T
    torque = I @ alpha + np.cross(omega, I @ omega) + np.cross(com - np.array([0.1, 0, 0]), force)
    return force, torque


HOLDING = {
    "spring": [lw.JointSpring("h", "A.angle", stiffness=3, damping=0.2, rest=-1)],
    "force": [lw.JointForce("h", "A.angle", force="2 + time")],
    "driver": [lw.Driver("h", "A.angle", motion="0.4 + 1.5*time + 2*time**2")],
    "nothing": [],
}


@pytest.mark.parametrize("kind", COORDINATES[:2])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("holding", list(HOLDING))
def test_the_total_torque_is_what_the_ground_does_to_the_bar(holding, reverse, kind):
    model = compiled(lever(*HOLDING[holding], reverse=reverse), kind, "A")
    sign = -1 if reverse else 1
    state = lw.assemble(model, {} if holding == "driver" else {"A.angle": sign * 0.4, "A.angle.rate": sign * 1.5})
    force, torque = balance(model, state)
    value = lw.measure(model, state, "A.total_force", "A.total_torque", "A.torque", "A.axis")
    np.testing.assert_allclose(sign * value[0], force, atol=1e-10)
    np.testing.assert_allclose(sign * value[1], torque, atol=1e-10)
    assert abs(value[2] @ value[3]) < 1e-10  # the hinge itself turns nothing about its axis
    effort = lw.measure(model, state, "h.force") if holding != "nothing" else 0.0
    assert abs(value[1] @ value[3] - effort) < 1e-10 and (effort == 0 or abs(effort) > 0.5)
    r = lw.reactions(model, state)
    np.testing.assert_allclose(r["A"].total_torque, value[1], atol=1e-12)


@pytest.mark.parametrize("kind", COORDINATES)
def test_totals_of_a_joint_in_a_loop_contain_springs_forces_and_couplers(kind):
    """By Newton and Euler of the slider, on which nothing but the two joints acts."""
    mechanism = lw.Mechanism("slider-crank", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("crank", mass=1, inertia=0.1, com=(0.25, 0.25, 0)),
        lw.Body("rod", mass=1, inertia=0.2, com=(1.0, 0.25, 0)),
        lw.Body("slider", mass=3, inertia=0.3, com=(1.6, 0, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("B", "crank", "rod", at=(0.5, 0.5, 0)),
        lw.Revolute("C", "rod", "slider", at=(1.5, 0, 0)),
        lw.Prismatic("D", "ground", "slider", at=(1.5, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "D.displacement", stiffness=50, damping=2, rest=0.3),
        lw.JointForce("M", "C.angle", force=1.7),
        lw.JointSpring("T", "A.angle", stiffness=5),
    )
    model = compiled(mechanism, kind, "D")
    state = lw.assemble(model, {"A.angle": 0.2, "A.angle.rate": 3.0})
    paths = (
        "C.total_force",
        "D.total_force",
        "C.total_torque",
        "D.total_torque",
        "slider.acceleration",
        "slider.position",
    )
    C, D, tC, tD, a, com = lw.measure(model, state, *paths)
    np.testing.assert_allclose(C + D, 3 * (a + np.array([0, 9.81, 0])), atol=1e-9)
    pin, guide = com - np.array([0.1, 0, 0]), com - np.array([0.1, 0, 0])
    moment = tC + tD + np.cross(pin - com, C) + np.cross(guide - com, D)
    np.testing.assert_allclose(moment, 0, atol=1e-9)  # the slider does not turn
    plain = lw.measure(model, state, "D.force")
    np.testing.assert_allclose(D - plain, [lw.measure(model, state, "K.force"), 0, 0], atol=1e-10)
    assert abs(tC[2] - 1.7) < 1e-10


def test_a_coupler_is_in_the_totals_of_the_joints_it_couples():
    """Two discs geared 1 : 2: each feels the coupler by its factor."""
    mechanism = lw.Mechanism("gears", plane="xy").add(
        lw.Body("a", mass=1, inertia=0.5, com=(0, 0, 0)),
        lw.Body("b", mass=1, inertia=0.2, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Revolute("B", "ground", "b", at=(1, 0, 0)),
        lw.Coupler("G", terms={"A.angle": 1, "B.angle": 2}),
        lw.JointForce("M", "A.angle", force=3.0),
    )
    for kind in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=kind)
        state = lw.assemble(model)
        A, B, a, b, g = lw.measure(
            model, state, "A.total_torque.z", "B.total_torque.z", "A.angle.accel", "B.angle.accel", "G.force"
        )
        assert abs(a + 2 * b) < 1e-12 and abs(a - 3 / (0.5 + 0.2 / 4)) < 1e-10
        assert abs(A - 0.5 * a) < 1e-10 and abs(B - 0.2 * b) < 1e-10 and abs(B - 2 * g) < 1e-10
        case = lw.Case(
            "c", duration=0, outputs={"A": "final(A.total_torque.z)", "B": "final(B.total_torque.local_i.z)"}
        )
        outputs = lw.run(model, case).outputs
        assert abs(outputs["A"] - A) < 1e-10 and abs(outputs["B"] - B) < 1e-10


@pytest.mark.parametrize("kind", COORDINATES[:2])
def test_local_components_are_those_along_the_frames_axes(kind):
    model = compiled(lever(*HOLDING["spring"]), kind, "A")
    state = lw.assemble(model, {"A.angle": 0.7, "A.angle.rate": 1.5})
    axis, world, at_j, at_i = lw.measure(model, state, "A.axis", "A.force", "A.force.local", "A.force.local_i")
    assert abs(at_j[2] - world @ axis) < 1e-12 and abs(at_i[2] - world @ axis) < 1e-12
    turn = np.array([[np.cos(0.7), -np.sin(0.7), 0], [np.sin(0.7), np.cos(0.7), 0], [0, 0, 1]])
    np.testing.assert_allclose(turn @ at_j, at_i, atol=1e-12)
    assert lw.measure(model, state, "A.force.local_j.x") == at_j[0]
    r = lw.reactions(model, state)
    np.testing.assert_allclose(r["A.force.local"], at_j, atol=1e-12)
    assert abs(r["A.total_torque.local.z"] - lw.measure(model, state, "h.force")) < 1e-10
    run = lw.simulate(model, state, 0.1, output=[0.05, 0.1])
    assert run["A.total_torque.local"].shape == (2, 3) and run["A.torque.local_i.y"].shape == (2,)


def test_the_vector_of_a_spring_is_its_force_along_its_line():
    mechanism = lw.Mechanism("hung").add(
        lw.Body("ball", mass=1, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0)),
        lw.Free("F", "ground", "ball", at=(0, 0, 0)),
        lw.SpringDamper("S", "ground", "ball", at_i=(0, 3, 4), at_j=(0, 0, 0), stiffness=10, damping=0.5, rest=4),
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model, {"ball.velocity": (1, 5, 0)})
    force, vector = lw.measure(model, state, "S.force", "S.force_vector")
    assert abs(force - (-10 * (5 - 4) - 0.5 * (-5 * 0.6))) < 1e-12
    np.testing.assert_allclose(vector, force * np.array([0, -0.6, -0.8]), atol=1e-12)
    np.testing.assert_allclose(lw.measure(model, state, "ball.acceleration"), vector, atol=1e-12)


def test_forces_that_have_no_own_axes_say_so():
    model = lw.compile(lever(*HOLDING["spring"]))
    with pytest.raises(lw.DescriptionError, match="only velocities, accelerations and forces and torques of joints"):
        lw.measure(model, lw.assemble(model), "A.gap.local")


@pytest.mark.parametrize("kind", COORDINATES[:2])
def test_linear_outputs_of_totals_local_components_and_vectors_are_their_derivatives(kind):
    parts = [
        *HOLDING["spring"],
        lw.Input("u"),
        lw.JointForce("M", "A.angle", force="u"),
        lw.SpringDamper(
            "S", "ground", "bar", at_i=(0.5, 1.2, 0), at_j=(0.5, 0.2, 0.1), stiffness=30, damping=1, rest=0.7
        ),
    ]
    model = compiled(lever(*parts), kind, "A")
    outputs = ["A.total_torque", "A.force.local", "A.total_force.local_i", "S.force_vector", "A.torque.local.x"]
    at = lw.assemble(model, {"A.angle": 0.4})
    lin = lw.linearize(model, at, states=["A.angle"], inputs=["u"], outputs=outputs, values={"u": 0.5})

    def read(angle, rate, u):
        state = lw.assemble(model, {"A.angle": angle, "A.angle.rate": rate}, near=at)
        return np.concatenate([np.ravel(x) for x in lw.measure(model, state, *outputs, inputs={"u": u})])

    h = 1e-5
    by_angle = (read(0.4 + h, 0, 0.5) - read(0.4 - h, 0, 0.5)) / (2 * h)
    by_rate = (read(0.4, h, 0.5) - read(0.4, -h, 0.5)) / (2 * h)
    by_input = read(0.4, 0, 1.5) - read(0.4, 0, 0.5)
    np.testing.assert_allclose(lin.C, np.array([by_angle, by_rate]).T, atol=1e-6)
    np.testing.assert_allclose(lin.D[:, 0], by_input, atol=1e-9)
    assert np.abs(lin.C).max() > 1


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_outputs_of_totals_local_components_and_vectors_have_derivatives(method):
    spring = lw.SpringDamper(
        "S", "ground", "bar", at_i=(0.5, 1.2, 0), at_j=(0.5, 0.2, 0.1), stiffness=30, damping=1, rest=0.7
    )
    model = lw.compile(lever(*HOLDING["spring"], spring))
    outputs = {"a": "A.total_torque.z", "b": "A.force.local.x", "c": "A.total_force.local_i.y", "d": "S.force_vector.y"}
    case = lw.Case(
        "swing",
        start={"A.angle": 0.4},
        duration=0.1,
        rtol=1e-12,
        outputs={k: f"final({path})" for k, path in outputs.items()},
    )
    parameters = ["h.stiffness", "S.at_i.x", "bar.mass"]
    sensitivity = lw.sensitivity(model, case, parameters, method=method)
    for k, path in enumerate(parameters):
        value = model.numbers.value(path)
        step = 1e-4 * max(1.0, abs(value))
        sides = [lw.run(model.with_parameters({path: value + s * step}), case).outputs for s in (1, -1)]
        for name in outputs:
            expected = (sides[0][name] - sides[1][name]) / (2 * step)
            assert abs(sensitivity.gradient[name][k] - expected) < 1e-5 * max(1.0, abs(expected)), (name, path)
