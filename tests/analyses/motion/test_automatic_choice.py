"""`integrator=None`: explicit steps while they suit, implicit ones where stability would hold them back, and back again."""

import numpy as np
import pytest

import linkwork as lw

T_END = 10.0
SLIDER = 0.619622917061  # m, height of the slider after 10 s (IFToMM A05)


@pytest.fixture(scope="module")
def governor():
    model = lw.compile(lw.library.flyball_governor())
    return model, lw.assemble(model, lw.library.initial_speeds("flyball_governor"))


def oscillator(stiffness, damping="0"):
    """A mass on a spring, whose damper is an expression."""
    m = lw.Mechanism("oscillator").add(
        lw.Body("mass", mass=1.0, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Prismatic("rail", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("spring", "rail.displacement", stiffness=stiffness, damping=0.0, rest=0.0),
        lw.JointForce("damper", "rail.displacement", force=f"-({damping})*rail.displacement.rate"),
    )
    return lw.compile(m)


def names(run):
    return [name for _, name in run.methods]


@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-8])
def test_a_stiff_mechanism_changes_to_implicit_steps_at_once(governor, rtol):
    run = lw.simulate(*governor, T_END, rtol=rtol, output=[T_END])
    assert names(run)[0] in ("dop853", "bogacki-shampine-5") and names(run)[-1] in ("radau-3", "radau-5")
    assert len(run.methods) == 2 and run.methods[1][0] == 0.0  # ten seconds are long for it
    assert f"{names(run)[1]} from t = 0 s" in run.message
    short = lw.simulate(*governor, 0.3, rtol=rtol, output=[0.3])
    assert len(short.methods) == 2 and 0.0 < short.methods[1][0] < 0.1
    assert run["observe0.position.z"][-1] == pytest.approx(SLIDER, abs=30 * rtol)
    explicit = lw.simulate(*governor, 0.5, rtol=rtol, output=[0.5], integrator=lw.DormandPrince())
    assert run.stats.evaluations < 3 * explicit.stats.evaluations  # for twenty times the time


def test_what_is_not_stiff_stays_explicit():
    for mechanism in (lw.library.planar_four_bar(), lw.library.spatial_four_bar(), lw.library.double_bar_pendulum()):
        model = lw.compile(mechanism)
        state = lw.assemble(model, {})
        for rtol in (1e-3, 1e-6, 1e-9):
            run = lw.simulate(model, state, 5.0, rtol=rtol, output=[5.0])
            chosen = lw.simulate(model, state, 5.0, rtol=rtol, output=[5.0], integrator=lw.DormandPrince())
            assert len(run.methods) == 1
            assert np.array_equal(run.q, chosen.q) and np.array_equal(run.v, chosen.v)
            assert run.stats.evaluations <= 1.1 * chosen.stats.evaluations + 20


def test_a_stiff_phase_that_ends_is_left_again():
    model = oscillator(4.0, "1e5*step(time, 2.0, 1.0, 2.1, 0.0)")
    state = lw.assemble(model, {"rail.displacement": 1.0})
    run = lw.simulate(model, state, 20.0, rtol=1e-6, output=[20.0])
    assert names(run)[:3] == ["dop853", "radau-5", "dop853"]
    assert 2.0 < run.methods[2][0] < 8.0
    exact = lw.simulate(model, state, 20.0, rtol=1e-10, output=[20.0], integrator=lw.Radau())
    assert run["rail.displacement"][-1] == pytest.approx(exact["rail.displacement"][-1], abs=2e-5)


def test_a_fast_oscillation_that_must_be_followed_costs_little_more_than_explicit_steps():
    model = oscillator(1e6)
    state = lw.assemble(model, {"rail.displacement": 1e-2})
    run = lw.simulate(model, state, 3.0, rtol=1e-6, output=[3.0])
    explicit = lw.simulate(model, state, 3.0, rtol=1e-6, output=[3.0], integrator=lw.DormandPrince())
    assert run.stats.evaluations < 1.3 * explicit.stats.evaluations
    assert run["rail.displacement"][-1] == pytest.approx(1e-2 * np.cos(1e3 * 3.0), abs=1e-4)


def test_an_oscillation_of_the_size_of_the_tolerance_does_not_keep_steps_short():
    """A stiff spring without damping, set swinging by the weight: implicit steps damp it, after some that do not pay yet."""
    m = lw.library.chain(1).add(lw.JointSpring("spring", "J1.angle", stiffness=1e6))
    model = lw.compile(m)
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.5, rtol=3e-4, output=[0.5])
    implicit = lw.simulate(model, state, 0.5, rtol=3e-4, output=[0.5], integrator=lw.Radau())
    assert names(run) == ["bogacki-shampine-5", "radau-5"]
    assert run.stats.evaluations < 1.1 * implicit.stats.evaluations


def test_short_steps_of_forced_stiff_motion_are_left_in_long_runs():
    """A driven arm with a stiff, damped hinge: stability would bear far longer steps than explicit accuracy does at 1e-9."""
    m = lw.Mechanism("arm", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("arm", mass=1, inertia=0.1, com=(0.5, 0, 0)),
        lw.Body("hand", mass=1, inertia=0.1, com=(1.5, 0, 0)),
        lw.Revolute("A", "ground", "arm", at=(0, 0, 0)),
        lw.Revolute("B", "arm", "hand", at=(1, 0, 0)),
        lw.Driver("motor", "A.angle", motion="sin(3*time)"),
        lw.JointSpring("hinge", "B.angle", stiffness=1e4, damping=100),
    )
    model = lw.compile(m)
    state = lw.assemble(model)
    run = lw.simulate(model, state, 10.0, rtol=1e-9, output=[10.0])
    explicit = lw.simulate(model, state, 10.0, rtol=1e-9, output=[10.0], integrator=lw.DormandPrince())
    assert names(run) == ["dop853", "radau-5"]
    assert run.stats.evaluations < 0.4 * explicit.stats.evaluations
    assert np.abs(run.q - explicit.q).max() < 1e-9


def test_a_changed_run_is_replayed_bit_for_bit_and_stored(governor, tmp_path):
    run = lw.simulate(*governor, 2.0, rtol=1e-6)
    assert len(run.record.parts()) == 2
    again = lw.simulate(*governor, 2.0, rtol=1e-6, replay=run.record)
    assert np.array_equal(run.t, again.t) and np.array_equal(run.q, again.q) and np.array_equal(run.v, again.v)
    run.save(tmp_path / "run.nc")
    loaded = lw.Trajectory.load(tmp_path / "run.nc")
    assert loaded.methods == run.methods and np.array_equal(loaded.record.kind, run.record.kind)


def test_a_run_that_is_implicit_from_its_start_is_replayed_bit_for_bit(governor):
    run = lw.simulate(*governor, 10.0, rtol=1e-6)
    assert run.methods[1][0] == 0.0 and run.record.method == "radau-5" and len(run.record.parts()) == 1
    again = lw.simulate(*governor, 10.0, rtol=1e-6, replay=run.record)
    assert np.array_equal(run.t, again.t) and np.array_equal(run.q, again.q) and np.array_equal(run.v, again.v)


def test_a_run_that_ends_early_says_what_was_chosen(governor):
    stopped = lw.simulate(*governor, 1.0, events=[lw.Event("time - 0.5", stop=True)])
    assert "stopped by the event" in stopped.message and "stiff: radau-5 from t = " in stopped.message


def test_outputs_and_events_go_on_across_a_change(governor):
    model, state = governor
    times = np.linspace(0.0, 1.0, 101)
    run = lw.simulate(
        model, state, 1.0, rtol=1e-8, output=times, events=[lw.Event("time - 0.02"), lw.Event("time - 0.9")]
    )
    assert np.array_equal(run.t, times)
    assert [event.time for event in run.events] == pytest.approx([0.02, 0.9], abs=1e-12)
    exact = lw.simulate(model, state, 1.0, rtol=1e-11, output=times, integrator=lw.Radau())
    assert np.abs(run.q - exact.q).max() < 1e-6
    every = lw.simulate(model, state, 1.0, rtol=1e-8)
    assert (np.diff(every.t) > 0).all()  # no time twice where the method changed
