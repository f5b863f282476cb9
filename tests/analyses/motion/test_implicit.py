"""Runs of stiff mechanisms under Radau: bushings, stiff springs and controllers, quaternions, events, failures."""

import numpy as np
import pytest

import linkwork as lw
from benchmarks.mechanisms import four_bar
from tests.rigs.singular_mechanisms import n_four_bar, rhombus, spatial_parallelogram, two_loops


def test_bushings_move_as_the_joints_whose_places_they_take():
    """1e7 N/m and 1e3 N s/m: within 1e-4, in less than five times the evaluations of the joints (benchmarks.bench_stiff_chains: of their time)."""
    ideal, soft = lw.compile(four_bar()), lw.compile(four_bar(1e7))
    starts = lw.assemble(ideal), lw.assemble(soft)

    def run(model, start, rtol=1e-4):
        return lw.simulate(model, start, 2.0, rtol=rtol, output=0.1, integrator=lw.Radau())

    exact, result = run(ideal, starts[0], 1e-9), run(soft, starts[1])
    assert exact.success and result.success
    for frame in ("knee", "tip"):
        assert np.abs(result[f"{frame}.position"] - exact[f"{frame}.position"]).max() < 1e-4
    assert result.stats.evaluations < 5 * run(ideal, starts[0]).stats.evaluations


@pytest.mark.parametrize("rtol", [1e-4, 1e-7])
def test_a_stiff_spring_pendulum_costs_what_its_swing_costs(rtol):
    """Damped radial oscillations of 5,000 rad/s die out; the swing takes a second."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81, 0))
    m.add(lw.Body("bob", mass=1, inertia=0.01, com=(1, 0, 0)), lw.Planar("free", "ground", "bob", at=(1, 0, 0)))
    m.add(lw.SpringDamper("K", "ground", "bob", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=2.5e7, damping=5e3, rest=1))
    model = lw.compile(m)
    state = lw.assemble(model)
    exact = lw.simulate(model, state, 1.0, rtol=1e-9, output=[1.0], integrator=lw.Radau(stages=5))
    explicit = lw.simulate(model, state, 1.0, rtol=rtol, output=[1.0], integrator=lw.DormandPrince())
    run = lw.simulate(model, state, 1.0, rtol=rtol, output=[1.0], integrator=lw.Radau())
    assert np.abs(run.q[-1] - exact.q[-1]).max() < 20 * rtol
    assert np.abs(explicit.q[-1] - exact.q[-1]).max() < 20 * rtol
    assert run.stats.evaluations < 0.2 * explicit.stats.evaluations


@pytest.mark.parametrize(("stages", "rtol", "error"), [(3, 1e-7, 2e-5), (5, 1e-10, 2e-10)])
def test_a_spinning_top_turns_as_under_an_explicit_method(stages, rtol, error):
    m = lw.Mechanism("top", gravity=(0, 0, -9.81))
    m.add(lw.Body("top", mass=1, inertia=(0.02, 0.03, 0.01), com=(0, 0, 0.1)))
    model = lw.compile(m.add(lw.Spherical("S", "ground", "top", at=(0, 0, 0))))
    state = lw.assemble(model)
    state = lw.State(0.0, state.q, np.array([0.3, -0.2, 30.0]), state.z)
    exact = lw.simulate(model, state, 2.0, rtol=1e-12, output=0.5, integrator=lw.DormandPrince())
    run = lw.simulate(model, state, 2.0, rtol=rtol, output=0.5, integrator=lw.Radau(stages=stages))
    assert np.abs(run.q - exact.q).max() < error
    np.testing.assert_allclose(np.linalg.norm(run.q, axis=1), 1.0, atol=1e-14)
    assert run.stats.newton_iterations < 3.5 * run.stats.steps


def fast_lag(t, u, x, p, y, xdot):
    """x' = (u - x)/p, y = x."""
    xdot[0] = (u[0] - x[0]) / p[0]
    y[0] = x[0]


def test_a_lag_of_a_microsecond_does_not_shorten_steps():
    """A motor whose torque follows its command with a lag of 1e-6 s moves as one without the lag."""
    m = lw.Mechanism("motor", gravity=(0, 0, 0))
    m.add(
        lw.Body("wheel", mass=1, inertia=(0.1, 0.1, 0.2), com=(0, 0, 0)),
        lw.Revolute("A", "ground", "wheel", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    command = "2*sin(3*time) - 0.5*A.angle"
    direct = lw.compile(lw.Mechanism("direct").add(*m.parts.values(), lw.JointForce("M", "A.angle", force=command)))
    m.add(
        lw.Block(
            "lag", inputs={"u": command}, outputs=["y"], states={"x": 0}, parameters={"T": 1e-6}, function=fast_lag
        )
    )
    lagging = lw.compile(m.add(lw.JointForce("M", "A.angle", force="lag.y")))
    exact = lw.simulate(direct, lw.assemble(direct), 2.0, rtol=1e-10, output=0.1)
    run = lw.simulate(lagging, lw.assemble(lagging), 2.0, rtol=1e-7, output=0.1, integrator=lw.Radau())
    assert run.success and run.stats.evaluations < 300
    assert np.abs(run.q - exact.q).max() < 2e-5  # of the lag itself: 1e-6 s of a motion of 10 rad/s²
    tight = lw.simulate(lagging, lw.assemble(lagging), 2.0, rtol=1e-11, output=0.1, integrator=lw.Radau())
    assert np.abs(run.q - tight.q).max() < 1e-6


def test_events_and_kinks_are_met():
    """A weight on a stiff spring, released by a step of the force at t = 0.5: kinks end steps, events are located."""
    m = lw.Mechanism("drop", plane="xy", gravity=(0, 0, 0))
    m.add(
        lw.Body("bob", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "bob", at=(0, 0, 0), axis=(1, 0, 0)),
    )
    m.add(lw.JointForce("push", "P.displacement", force="4 + 4*sign(time - 0.5)"))
    model = lw.compile(m)
    run = lw.simulate(
        model, lw.assemble(model), 2.0, rtol=1e-6, integrator=lw.Radau(), events=lw.Event("P.displacement - 2")
    )
    (event,) = run.events
    assert event.time == pytest.approx(0.5 + 1.0, abs=1e-9)
    assert run["P.displacement"][-1] == pytest.approx(4 / 2 * 1.5**2, abs=1e-9)
    assert 0.5 in run.t


def test_dense_output_is_as_good_as_the_steps():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    times = np.linspace(0.0, 3.0, 101)
    exact = lw.simulate(model, state, 3.0, rtol=1e-12, output=times)
    for stages, rtol in ((3, 1e-6), (5, 1e-9)):
        run = lw.simulate(model, state, 3.0, rtol=rtol, output=times, integrator=lw.Radau(stages=stages))
        assert np.abs(run.q - exact.q).max() < 20 * rtol
        assert run.stats.violation < 1e-12


def test_overconstrained_mechanisms_run():
    model = lw.compile(lw.library.bricard())
    state = lw.assemble(model)
    exact = lw.simulate(model, state, 2.0, rtol=1e-10, output=0.5)
    run = lw.simulate(model, state, 2.0, rtol=1e-8, output=0.5, integrator=lw.Radau())
    assert run.success and np.abs(run.q - exact.q).max() < 1e-6


def test_a_newton_iteration_that_fails_names_what_resists():
    """Dry friction of 1e9 N without a smooth sign: no step above rounding is short enough for it."""
    m = lw.Mechanism("brake", plane="xy", gravity=(0, 0, 0))
    m.add(lw.Body("sledge", mass=1, inertia=1, com=(0, 0, 0)))
    m.add(lw.Prismatic("rail", "ground", "sledge", at=(0, 0, 0), axis=(1, 0, 0)))
    m.add(lw.JointForce("friction", "rail.displacement", force="3e8 - 1e9*sign(rail.displacement.rate)"))
    model = lw.compile(m)
    start = lw.assemble(model)
    run = lw.simulate(model, lw.State(1000.0, start.q, start.v, start.z), 1.0, integrator=lw.Radau())
    assert not run.success and run.final.t < 1000.1
    for words in ("t = 1000", "Newton's iteration does not converge", "'sledge' on joint 'rail' resists", "'friction'"):
        assert words in run.message, run.message


def test_a_replay_near_a_singular_position_repeats_to_the_bit():
    """Rejected attempts leave no trace in the mechanics' own memory."""
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    for rtol in (1e-4, 1e-6, 1e-9):
        run = lw.simulate(model, state, 10.0, rtol=rtol, integrator=lw.Radau(stages=5))
        again = lw.simulate(model, state, 10.0, rtol=rtol, replay=run.record)
        assert run.record is not None and run.record.rejections.sum() > 0
        np.testing.assert_array_equal(again.q, run.q)


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize(
    "make", [lambda: n_four_bar(1), lambda: n_four_bar(10), two_loops, spatial_parallelogram, lambda: rhombus((80.0, -70.0), 1.0)],
    ids=["four-bar", "ten four-bars", "two loops", "spatial", "rhombus"],
)  # fmt: skip
def test_singular_positions_are_passed_on_the_branch(make, rtol):
    loop = make()
    model, state = loop.start()
    run = lw.simulate(model, state, 4.0, rtol=rtol, integrator=lw.Radau(), output=0.01)
    assert run.success, run.message
    assert loop.off_branch(run) < 1e-9 and run.crossings


def hardening(t, u, x, p, y, xdot):
    """A spring that grows with the square of its deflection; abs keeps a complex step from passing."""
    y[0] = -p[0] * u[0] * abs(u[0])


def test_a_block_whose_derivatives_are_differences_is_named():
    m = lw.Mechanism("hardening", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("bar", mass=2, inertia=0.2, com=(0.5, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.Block("spring", inputs={"a": "A.angle"}, outputs=["torque"], parameters={"k": 40.0}, function=hardening),
        lw.JointForce("motor", "A.angle", force="spring.torque"),
    )
    model = lw.compile(m)
    state = lw.assemble(model)
    run = lw.simulate(model, state, 1.0, rtol=1e-8, output=[1.0], integrator=lw.Radau())
    assert run.message == "reached the end; derivatives by differences: spring"
    explicit = lw.simulate(model, state, 1.0, rtol=1e-8, output=[1.0], integrator=lw.DormandPrince())
    assert explicit.message == "reached the end"
    assert run["A.angle"][-1] == pytest.approx(explicit["A.angle"][-1], abs=1e-7)
