"""BDF on the overdetermined equations: accuracy, constraints, reuse of the matrix, stiffness, quaternions, outputs, replay."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion import compiled_run

GRAVITY = (0, -9.81, 0)


def started(mechanism, targets=None, coordinates="joint"):
    model = lw.compile(mechanism, coordinates=coordinates)
    return model, lw.assemble(model, targets or {})


def four_bar(coordinates="joint"):
    return started(lw.library.planar_four_bar(case="II"), coordinates=coordinates)


def stiff_governor():
    return lw.library.flyball_governor(), lw.library.initial_speeds("flyball_governor")


def governor():
    return started(*stiff_governor())


def top(coordinates):
    body = lw.Body("b", mass=1.0, inertia=(0.2, 0.3, 0.25), com=(0, 0.3, 0.5))
    mechanism = lw.Mechanism("top").add(body, lw.Spherical("S", "ground", "b", at=(0, 0, 0)))
    return started(mechanism, {"b.angular_velocity.local": (2.0, 1.0, 3.0)}, coordinates)


def largest_difference(run, other):
    return max(np.abs(run.q[-1] - other.q[-1]).max(), np.abs(run.v[-1] - other.v[-1]).max())


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-9])
def test_error_follows_the_tolerance(rtol, coordinates):
    model, state = four_bar(coordinates)
    exact = lw.simulate(model, state, 2.0, rtol=1e-12, output=[2.0])
    run = lw.simulate(model, state, 2.0, rtol=rtol, integrator=lw.BDF(), output=[2.0])
    assert largest_difference(run, exact) < 10 * rtol


@pytest.mark.purepython
def test_a_short_run_ends_where_the_explicit_one_ends():
    model, state = four_bar()
    exact = lw.simulate(model, state, 0.1, rtol=1e-10, output=[0.1], integrator=lw.DormandPrince())
    run = lw.simulate(model, state, 0.1, rtol=1e-5, output=[0.05, 0.1], integrator=lw.BDF())
    assert largest_difference(run, exact) < 1e-5


def test_the_four_bar_of_park_2000_is_where_it_should_be():
    model, state = four_bar()
    run = lw.simulate(model, state, 10.0, rtol=1e-9, integrator=lw.BDF(), output=[1.0, 10.0])
    assert run["A.angle"] == pytest.approx([0.550771432172, 0.792179097888], abs=2e-7)


def test_multipliers_are_those_of_an_exact_run():
    model, state = started(lw.library.spatial_four_bar())
    run = lw.simulate(model, state, 1.0, rtol=1e-8, integrator=lw.BDF(), output=[0.5, 1.0])
    exact = lw.simulate(model, state, 1.0, rtol=1e-12, output=[0.5, 1.0])
    joint = next(name for name in model.joints if f"{name}.force" in model.signals)
    assert np.abs(run[f"{joint}.force"] - exact[f"{joint}.force"]).max() < 1e-6
    assert run.final.v == pytest.approx(exact.final.v, abs=1e-7)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_positions_and_velocities_are_on_the_constraints_at_every_step_and_output(coordinates):
    model, state = four_bar(coordinates)
    steps = lw.simulate(model, state, 3.0, rtol=1e-4, integrator=lw.BDF())
    between = lw.simulate(model, state, 3.0, rtol=1e-4, integrator=lw.BDF(), output=0.01)
    assert steps.t.size > 20
    for run in (steps, between):
        assert run.stats.violation < 1e-12 and run.stats.velocity_violation < 1e-11


def test_the_matrix_is_kept_while_it_converges():
    model, state = governor()
    run = lw.simulate(model, state, 1.0, rtol=1e-6, integrator=lw.BDF(), output=[1.0])
    assert run.stats.newton_matrices < run.stats.steps / 6
    assert run.stats.newton_factorizations < run.stats.steps / 2
    assert run.stats.newton_iterations < 2 * run.stats.steps


def test_the_stiff_governor_takes_a_fraction_of_explicit_steps():
    model, state = governor()
    exact = lw.simulate(model, state, 1.0, integrator=lw.Radau(5, rtol=1e-12), output=[1.0])
    run = lw.simulate(model, state, 1.0, rtol=1e-6, integrator=lw.BDF(), output=[1.0])
    explicit = lw.simulate(model, state, 1.0, rtol=1e-6, integrator=lw.DormandPrince(order=5), output=[1.0])
    assert largest_difference(run, exact) < 1e-5
    assert run.stats.evaluations < explicit.stats.evaluations / 10


@pytest.mark.parametrize("stiffness", [1e5, 1e7, 1e9])
def test_steps_do_not_depend_on_stiffness(stiffness):
    mechanism = lw.Mechanism("slider", plane="xy", gravity=GRAVITY).add(
        lw.Body("a", mass=1, inertia=0.1, com=(1, 0, 0)), lw.Body("b", mass=1, inertia=0.1, com=(2, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)), lw.Prismatic("P", "a", "b", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=stiffness, damping=stiffness / 1e4),
    )  # fmt: skip
    model, state = started(mechanism)
    run = lw.simulate(model, state, 1.0, rtol=1e-5, integrator=lw.BDF(), output=[1.0])
    assert run.success and run.stats.steps < 80


def test_an_over_constrained_mechanism_moves():
    model, state = started(lw.library.bricard())
    exact = lw.simulate(model, state, 2.0, rtol=1e-11, output=[2.0])
    run = lw.simulate(model, state, 2.0, rtol=1e-7, integrator=lw.BDF(), output=[2.0])
    assert largest_difference(run, exact) < 1e-6 and run.stats.violation < 1e-12


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_driven_arm_follows_its_driver(coordinates):
    mechanism = lw.Mechanism("arm", plane="xy", gravity=GRAVITY).add(
        lw.Body("a", mass=1, inertia=0.1, com=(0.5, 0, 0)), lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Body("b", mass=2, inertia=0.2, com=(1.5, 0, 0)), lw.Revolute("B", "a", "b", at=(1, 0, 0)),
        lw.Driver("D", "A.angle", motion="0.5*sin(3*time) + 0.2*time**2"),
    )  # fmt: skip
    model, state = started(mechanism, coordinates=coordinates)
    run = lw.simulate(model, state, 2.0, rtol=1e-7, integrator=lw.BDF(), output=0.1)
    exact = lw.simulate(model, state, 2.0, rtol=1e-11, output=0.1)
    assert run["A.angle"] == pytest.approx(0.5 * np.sin(3 * run.t) + 0.2 * run.t**2, abs=1e-12)
    assert np.abs(run["B.angle"] - exact["B.angle"]).max() < 1e-6
    assert np.abs(run["D.force"] - exact["D.force"]).max() < 1e-5 * np.abs(exact["D.force"]).max()


def test_rows_of_velocities_leave_positions_alone():
    model, state = started(lw.library.chaplygin_sleigh(), lw.library.initial_speeds("chaplygin_sleigh"))
    run = lw.simulate(model, state, 5.0, rtol=1e-9, integrator=lw.BDF(), output=[5.0])
    assert run["sleigh.angle"][-1] % (2 * np.pi) == pytest.approx(3.4317144266, abs=1e-7)
    assert run["sleigh.angle.rate"][-1] == pytest.approx(0.0951470482, abs=1e-7)
    exact = lw.simulate(model, state, 5.0, rtol=1e-12, output=[5.0])
    assert largest_difference(run, exact) < 1e-7


def falling_edge():
    """A plate that falls on a knife edge in its plane, which holds it away from its mass centre."""
    mechanism = lw.Mechanism("falling edge", plane="xy", gravity=GRAVITY).add(
        lw.Body("a", mass=2.6, inertia=0.81, com=(-0.59, 0.12, 0)),
        lw.Free("F", "ground", "a", at_i=(-0.38, 0.25, 0), at_j=(-0.25, -0.12, 0)),
        lw.NoSlide("edge", "a", "ground", at_i=(-0.48, -0.06, 0), at_j=(-0.66, 0.3, 0), axis=(0.74, -0.67, 0)),
    )
    return mechanism, {"a.angular_velocity.z": -2.0}


def turning_edges():
    """A pendulum of three freedoms with two knife edges, one of them between its bodies."""
    mechanism = lw.Mechanism("turning edges", plane="xy", gravity=GRAVITY).add(
        lw.Body("a", mass=1.5, inertia=0.3, com=(0.5, 0.2, 0)), lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Body("b", mass=1.0, inertia=0.2, com=(1.2, -0.3, 0)), lw.Free("B", "a", "b", at=(1, 0, 0)),
        lw.NoSlide("edge", "ground", "b", at=(1.5, 0.4, 0), axis=(0.4, 0.9, 0)),
        lw.NoSlide("cut", "a", "b", at=(0.8, 0.5, 0), axis=(0.9, -0.3, 0)),
    )  # fmt: skip
    return mechanism, {"A.angle.rate": 2.0, "b.angular_velocity.z": 3.0}


@pytest.mark.parametrize(
    ("start", "coordinates"),
    [(falling_edge, "joint"), (falling_edge, "cartesian"), (turning_edges, "joint"), (turning_edges, "cartesian"), (stiff_governor, "cartesian")],
)  # fmt: skip
def test_rows_that_turn_do_not_hold_the_order_down(start, coordinates):
    """It stayed at order 1 where a step left the constraints of velocities and the projection moved it back."""
    model, state = started(*start(), coordinates)
    run = lw.simulate(model, state, 1.0, rtol=1e-7, integrator=lw.BDF(), record=True)
    exact = lw.simulate(model, state, 1.0, rtol=1e-11, output=[1.0])
    assert run.success, run.message
    assert (run.record.order > 2).mean() > 0.8
    assert run.stats.steps < 600
    assert largest_difference(run, exact) < 1e-5


@pytest.mark.parametrize("rtol", [1e-4, 1e-7])
def test_stiff_steps_converge_in_cartesian_coordinates_too(rtol):
    """The second iteration, larger than the first, was taken for divergence: 17,000 steps and 34,000 matrices."""
    model, state = started(*stiff_governor(), "cartesian")
    run = lw.simulate(model, state, 2.0, rtol=rtol, integrator=lw.BDF(), output=[2.0])
    exact = lw.simulate(model, state, 2.0, rtol=1e-11, output=[2.0])
    assert run.stats.steps < 600
    assert run.stats.newton_matrices < run.stats.steps  # 0.4 to 0.6 of them: the choice of steps follows rounding
    assert largest_difference(run, exact) < 100 * rtol


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_quaternions_are_as_accurate_as_angles(coordinates):
    model, state = top(coordinates)
    exact = lw.simulate(model, state, 1.0, rtol=1e-12, output=[1.0])
    for rtol in (1e-4, 1e-6, 1e-8):
        run = lw.simulate(model, state, 1.0, rtol=rtol, integrator=lw.BDF(), output=[1.0])
        assert largest_difference(run, exact) < 20 * rtol
        assert np.linalg.norm(run.q[-1][-4:]) == pytest.approx(1.0, abs=1e-15)


def test_outputs_between_steps_are_as_accurate_as_the_steps():
    model, state = governor()
    times = np.linspace(0, 1, 401)
    exact = lw.simulate(model, state, 1.0, integrator=lw.Radau(5, rtol=1e-12), output=times)
    run = lw.simulate(model, state, 1.0, rtol=1e-6, integrator=lw.BDF(), output=times)
    assert np.abs(run.q - exact.q).max() < 1e-5 and np.abs(run.v - exact.v).max() < 1e-4


def test_events_are_located_on_the_interpolant():
    model, state = four_bar()
    event = lw.Event("A.angle - 0.8", direction=-1, stop=True)
    run = lw.simulate(model, state, 5.0, rtol=1e-8, integrator=lw.BDF(), events=event)
    exact = lw.simulate(model, state, 5.0, rtol=1e-12, events=event)
    assert run.status == "event" and run.t[-1] == pytest.approx(exact.t[-1], abs=1e-7)


@pytest.mark.parametrize("mechanism", ["planar_four_bar", "spatial_four_bar", "flyball_governor"])
def test_a_replay_is_bit_identical(mechanism):
    model, state = started(
        getattr(lw.library, mechanism)(**({"case": "II"} if mechanism == "planar_four_bar" else {})),
        lw.library.initial_speeds(mechanism),
    )
    run = lw.simulate(model, state, 1.0, rtol=1e-5, integrator=lw.BDF(4))
    again = lw.simulate(model, state, 1.0, replay=run.record)
    assert run.record.method == "bdf" and run.record.settings == (4.0,) and run.record.order.max() == 4
    np.testing.assert_array_equal(again.t, run.t)
    np.testing.assert_array_equal(again.q, run.q)
    np.testing.assert_array_equal(again.v, run.v)


def test_interrupted_anywhere_a_run_is_bit_identical(monkeypatch):
    model, state = governor()
    whole = lw.simulate(model, state, 1.0, rtol=1e-5, integrator=lw.BDF(), record=True)
    monkeypatch.setattr(compiled_run, "BUFFER", 3)
    monkeypatch.setattr(compiled_run, "FIRST_CHUNK", 7)
    parts = lw.simulate(model, state, 1.0, rtol=1e-5, integrator=lw.BDF(), record=True)
    np.testing.assert_array_equal(parts.t, whole.t)
    np.testing.assert_array_equal(parts.q, whole.q)
    np.testing.assert_array_equal(parts.record.h, whole.record.h)


def test_order_rises_one_by_one_and_falls_to_one_at_a_break():
    mechanism = lw.library.planar_four_bar(case="II").add(
        lw.JointForce("push", "A.angle", force="step(time, 1, 0, 1.5, 5)")
    )
    model, state = started(mechanism)
    run = lw.simulate(model, state, 2.0, rtol=1e-7, integrator=lw.BDF(), record=True)
    record = run.record
    assert record.order[0] == 1 and record.order.max() == 5 and np.diff(record.order).max() == 1
    assert [record.order[record.t == t].tolist() for t in (1.0, 1.5)] == [[1], [1]]


@pytest.mark.parametrize("choice", [lw.BDF(), lw.GeneralizedAlpha(), lw.HHT(index=2)], ids=repr)
def test_a_newton_iteration_that_fails_names_what_resists(choice):
    """Dry friction of 1e9 N without a smooth sign: no step above rounding is short enough for it."""
    mechanism = lw.Mechanism("brake", plane="xy", gravity=(0, 0, 0)).add(
        lw.Body("sledge", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("rail", "ground", "sledge", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointForce("friction", "rail.displacement", force="3e8 - 1e9*sign(rail.displacement.rate)"),
    )
    model, start = started(mechanism)
    run = lw.simulate(model, lw.State(1000.0, start.q, start.v, start.z), 1.0, integrator=choice)
    assert not run.success and run.final.t < 1000.1
    for words in ("t = 1000", "Newton's iteration does not converge", "'sledge' on joint 'rail' resists", "'friction'"):
        assert words in run.message


def test_choices_are_checked():
    with pytest.raises(ValueError, match="order is the largest order, 1 to 5, not 6"):
        lw.BDF(6)
