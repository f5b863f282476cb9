"""Events of a run: any signal, both zeros around a turning point, to max(1e-12, 4 eps |t|)."""

import numpy as np
import pytest

import linkwork as lw

ALL = [lw.DormandPrince(order=8), lw.DormandPrince(order=5), lw.Adams(), lw.RungeKutta4(0.05)]


def oscillator():
    """x = cos(t): a unit mass on a unit spring, released at x = 1."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("mass", mass=1, inertia=1, com=(0, 0, 0)), lw.Prismatic("S", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "S.displacement", stiffness=1.0),
    )  # fmt: skip
    model = lw.compile(m)
    return model, lw.assemble(model, {"S.displacement": 1.0})


@pytest.mark.parametrize("integrator", ALL, ids=lambda i: repr(i))
@pytest.mark.parametrize("depth", [1e-2, 1e-4, 1e-6])
def test_both_zeros_around_a_turning_point(integrator, depth):
    """x falls to -1 at pi: it passes -1 + depth twice within a step, at pi ± acos(1 - depth)."""
    model, state = oscillator()
    rtol = None if isinstance(integrator, lw.RungeKutta4) else 1e-12
    run = lw.simulate(
        model, state, 5.0, rtol=rtol, integrator=integrator, events=lw.Event(f"S.displacement + {1 - depth!r}")
    )
    apart = np.arccos(1 - depth)
    error = 1e-7 if isinstance(integrator, lw.RungeKutta4) else 1e-9
    assert len(run.events) == 2
    for result, t in zip(run.events, (np.pi - apart, np.pi + apart), strict=True):
        assert result.time == pytest.approx(t, abs=10 * error / apart)
        # located on this run's own motion to 1e-12 s: the speed there is about `apart`
        assert abs(lw.measure(model, result.state, "S.displacement") + 1 - depth) <= 2e-12 * apart + 1e-15


@pytest.mark.parametrize("direction", [1, -1])
def test_direction_picks_one_of_the_two(direction):
    model, state = oscillator()
    event = lw.Event("S.displacement + 0.9999", direction=direction)
    run = lw.simulate(model, state, 5.0, rtol=1e-12, events=event)
    apart = np.arccos(0.9999)
    assert [result.time for result in run.events] == pytest.approx([np.pi + direction * apart], abs=1e-8)


def test_a_value_that_turns_before_zero_is_no_event():
    model, state = oscillator()
    assert not lw.simulate(model, state, 20.0, rtol=1e-10, events=lw.Event("S.displacement + 1.000001")).events


def test_many_zeros_of_a_fast_expression():
    """sin(12 x) is zero at x = k pi/12, k = -3 … 3, in each half swing."""
    model, state = oscillator()
    run = lw.simulate(
        model, state, 3.1, rtol=1e-12, integrator=lw.DormandPrince(order=8), events=lw.Event("sin(12*S.displacement)")
    )
    expected = sorted(np.arccos(np.arange(-3, 4) * np.pi / 12))
    assert [event.time for event in run.events] == pytest.approx(expected, abs=1e-9)


SIGNALS = {  # of x = cos t, v = -sin t: what each event finds first
    "K.force + 0.5": np.pi / 3,  # -x
    "S.displacement.accel + 0.5": np.pi / 3,  # -x
    "mass.acceleration.x + 0.5": np.pi / 3,
    "mass.acceleration.local.x + 0.5": np.pi / 3,
    "energy.kinetic - 0.25": np.pi / 4,  # sin² / 2
    "energy.potential - 0.25": np.pi / 4,
    "2*K.force + S.displacement + time": 0.7390851332151607,  # cos t = t
}


@pytest.mark.parametrize("when", SIGNALS)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_forces_accelerations_and_energies_decide_events(when, coordinates):
    model, _ = oscillator()
    model = lw.compile(model.mechanism(), coordinates=coordinates)
    state = lw.assemble(model, {"S.displacement": 1.0})
    run = lw.simulate(model, state, 3.0, rtol=1e-11, events=lw.Event(when, stop=True))
    assert run.status == "event" and run.t[-1] == pytest.approx(SIGNALS[when], abs=1e-8)


@pytest.mark.parametrize("signal", ["A.force.x", "B.force.y", "C.force.x", "D.force.y", "K2.force", "F2.force.y", "link2.angular_acceleration.z"])  # fmt: skip
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_reactions_decide_events(signal, coordinates):
    """The event is where the signal, read from a finely sampled run, passes its mean; and the state there reads that mean."""
    m = lw.library.planar_four_bar(case="II").add(
        lw.JointSpring("K2", "D.angle", stiffness=3.0, damping=0.4),
        lw.AppliedForce("F2", "link2", force=(0, "3*sin(4*time)", 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model)
    fine = lw.simulate(model, state, 1.0, rtol=1e-10, output=0.002)
    values = fine[signal]
    level = float(0.5 * (values.min() + values.max()))
    run = lw.simulate(model, state, 1.0, rtol=1e-10, events=lw.Event(f"{signal} - {level!r}"))
    k = np.flatnonzero(np.diff(np.sign(values - level)) != 0)
    assert len(run.events) == k.size > 0
    for result, j in zip(run.events, k, strict=True):
        assert fine.t[j] - 1e-9 <= result.time <= fine.t[j + 1] + 1e-9
        assert lw.measure(model, result.state, signal) == pytest.approx(level, abs=1e-6 * max(1, np.abs(values).max()))


def test_named_signals_of_forces_decide_events():
    model, _ = oscillator()
    model = lw.compile(model.mechanism().add(lw.Signal("pull", "2*K.force"), lw.Signal("twice", "2*pull")))
    run = lw.simulate(
        model, lw.assemble(model, {"S.displacement": 1.0}), 3.0, rtol=1e-11, events=lw.Event("twice + 2", stop=True)
    )
    assert run.t[-1] == pytest.approx(np.pi / 3, abs=1e-8)


def test_wrong_events_are_named_all_at_once():
    model, state = oscillator()
    with pytest.raises(
        ValueError, match=r"(?s)event 'S.displacment - 1'.*event 'mass.position - 1'.*component"
    ) as caught:
        lw.simulate(model, state, 1.0, events=[lw.Event("S.displacment - 1"), lw.Event("mass.position - 1")])
    assert len(caught.value.problems) == 2


def test_turns_of_cut_joints_are_right_at_sparse_outputs_and_events():
    """A wheel that turns five times between two outputs; its angle is measured by a cut joint."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Revolute("B", "ground", "wheel", at=(0, 0, 0)), lw.JointSpring("K", "B.angle", stiffness=0.0),
    )  # fmt: skip
    model = lw.compile(m, cut=["B"])
    state = lw.assemble(model, {"A.angle.rate": 10.0})
    run = lw.simulate(
        model,
        state,
        10.0,
        output=[0.0, 3.0, 10.0],
        events=lw.Event("B.angle - 40"),
        integrator=lw.RungeKutta4(0.01),
    )
    np.testing.assert_allclose(run["B.angle"], [0.0, 30.0, 100.0], atol=1e-9)
    assert [event.time for event in run.events] == pytest.approx([4.0], abs=1e-11)
    assert lw.measure(model, run.events[0].state, "B.angle") == pytest.approx(40.0, abs=1e-10)


@pytest.mark.parametrize("when", ["sqrt(1 - time) - 0.5", "log(1 - time)"])
def test_an_event_that_stops_being_a_number_does_not_happen_there(when):
    model = lw.compile(lw.library.planar_four_bar())
    run = lw.simulate(model, lw.assemble(model), 2.0, events=lw.Event(when, stop=True))
    expected = [0.75] if "sqrt" in when else []
    assert [event.time for event in run.events] == pytest.approx(expected, abs=1e-12)


# events of time alone, poles, gaps, what is not resolved


def test_a_fast_function_of_time_has_all_its_zeros():
    model, state = oscillator()
    run = lw.simulate(model, state, 10.0, output=5.0, events=lw.Event("sin(1000*time)"))
    assert len(run.events) == 3183 and run.doubts == ()
    assert [result.time for result in run.events] == pytest.approx(np.pi * np.arange(1, 3184) / 1000, abs=2e-12)
    result = run.events[1000]
    assert lw.measure(model, result.state, "S.displacement") == pytest.approx(np.cos(result.time), abs=1e-5)


@pytest.mark.parametrize("integrator", [None, lw.Adams(), lw.Radau()], ids=lambda i: repr(i))
def test_events_of_time_do_not_depend_on_the_steps(integrator):
    """Inputs, signals and tables of time included; rising zeros alone where that is asked for."""
    m = oscillator()[0].mechanism().add(lw.Input("level"), lw.Input("wave"), lw.Signal("beat", "cos(50*time)*wave"))
    model = lw.compile(m)
    state = lw.assemble(model, {"S.displacement": 1.0})
    events = [lw.Event("beat - level"), lw.Event("sin(40*time)", direction=1)]
    run = lw.simulate(
        model, state, 2.0, integrator=integrator, events=events, inputs={"level": 0.5, "wave": ([0.0, 2.0], [1.0, 1.0])}
    )
    beats = [event.time for event in run.events if event.event == events[0]]
    rising = [event.time for event in run.events if event.event == events[1]]
    angles = np.sort(np.concatenate((np.arange(20) * 2 * np.pi + np.pi / 3, np.arange(1, 20) * 2 * np.pi - np.pi / 3)))
    assert beats == pytest.approx([t for t in angles / 50 if t <= 2.0], abs=1e-10)
    assert rising == pytest.approx(np.pi * np.arange(2, 26, 2) / 40, abs=1e-10)


@pytest.mark.parametrize("when", ["1/(time - 0.5)", "1/(S.displacement - 0.5)", "tan(2*S.displacement)"])
def test_a_pole_is_no_zero(when):
    """x = cos t passes 0.5 at pi/3 and pi/4 (where tan 2x has a pole) before 1; tan 2x has no zero before pi/2."""
    model, state = oscillator()
    assert lw.simulate(model, state, 1.5, events=lw.Event(when)).events == ()


def test_times_at_which_a_force_passes_time_end_no_steps():
    """max(time, K.force) has a kink where the force decides: it is no function of time."""
    model, state = oscillator()
    run = lw.simulate(model, state, 2.0, rtol=1e-10, events=lw.Event("max(0.2*time, K.force) - 0.3"))
    assert [event.time for event in run.events] == pytest.approx([1.5], abs=1e-8)  # K.force = -cos t comes later


@pytest.mark.parametrize("integrator", [None, lw.RungeKutta4(0.5)], ids=lambda i: repr(i))
def test_a_zero_that_a_pole_hides_is_found(integrator):
    """tan(20 x), x = cos t, rises all the way between two poles: ends of one sign may have both between them."""
    model, state = oscillator()
    rtol = None if integrator else 1e-9
    run = lw.simulate(model, state, 3.0, rtol=rtol, integrator=integrator, events=lw.Event("tan(20*S.displacement)"))
    expected = np.arccos(np.arange(6, -7, -1) * np.pi / 20)
    assert [event.time for event in run.events] == pytest.approx(expected, abs=2e-2 if integrator else 1e-8)


def test_zeros_beside_a_pole_are_found():
    model, state = oscillator()
    run = lw.simulate(model, state, 2.0, rtol=1e-10, events=lw.Event("tan(2*S.displacement)"))
    assert [event.time for event in run.events] == pytest.approx([np.pi / 2], abs=1e-8)


@pytest.mark.parametrize("when", ["sqrt(S.displacement - 0.5)", "log(S.displacement - 0.5)", "sqrt(cos(time) - 0.5)"])
def test_an_event_function_that_is_not_a_number_is_reported(when):
    """x = cos t falls below 0.5 at pi/3."""
    model, state = oscillator()
    run = lw.simulate(model, state, 2.0, events=lw.Event(when))
    assert len(run.doubts) == 1 and "not a number" in run.message and when in run.message
    assert np.pi / 3 - 1e-3 < run.doubts[0].start < np.pi / 3 + 0.3 and run.doubts[0].end == pytest.approx(2.0)


def test_all_events_of_a_stopping_instant_are_delivered():
    """Three functions with one zero, the second of which stops the run; a fourth that comes later does not."""
    model, state = oscillator()
    events = [
        lw.Event("S.displacement - 0.8"), lw.Event("2*S.displacement - 1.6", stop=True), lw.Event("S.displacement**3 - 0.512"),
        lw.Event("time - 0.7"),
    ]  # fmt: skip
    for integrator in (None, lw.Adams()):
        run = lw.simulate(model, state, 2.0, rtol=1e-10, events=events, integrator=integrator)
        assert run.status == "event" and {event.event for event in run.events} == set(events[:3])
        assert [event.time for event in run.events] == pytest.approx([np.arccos(0.8)] * 3, abs=1e-8)
        assert run.t[-1] == pytest.approx(np.arccos(0.8), abs=1e-8)


def test_all_stopping_events_of_an_instant_are_named():
    model, state = oscillator()
    events = [lw.Event("time - 0.5", stop=True), lw.Event("2*time - 1", stop=True), lw.Event("time - 0.5", direction=1)]
    run = lw.simulate(model, state, 2.0, events=events)
    assert len(run.events) == 3 and run.t[-1] == 0.5
    assert run.message == "stopped by the events 'time - 0.5' and '2*time - 1' at t = 0.5 s"


def test_a_function_that_changes_sign_faster_than_it_is_looked_at_is_reported():
    """sin(1e6 x) has 633,000 zeros while x = cos t falls from 1 to -0.99."""
    model, state = oscillator()
    run = lw.simulate(model, state, 3.0, events=lw.Event("sin(1000000*S.displacement)"))
    assert len(run.events) < 20_000 and len(run.doubts) == 1
    assert run.doubts[0].start < 0.1 and run.doubts[0].end == 3.0
    assert "faster than it is looked at" in run.doubts[0].why and "faster than it is looked at" in run.message
    slow = lw.simulate(model, state, 3.0, rtol=1e-12, events=lw.Event("sin(12*S.displacement)"))
    assert slow.doubts == ()


def test_hundreds_of_zeros_in_a_step_are_all_found():
    """sin(3000 x) is zero at x = k pi/3000, while x = cos t falls from 1 to cos 3."""
    model, state = oscillator()
    run = lw.simulate(model, state, 3.0, rtol=1e-9, events=lw.Event("sin(3000*S.displacement)"))
    expected = np.arccos(np.arange(954, -946, -1) * np.pi / 3000)
    assert [event.time for event in run.events] == pytest.approx(expected, abs=1e-7) and run.doubts == ()


BUMPS = {  # what is above zero only shortly: half-width of x = cos t at its turning points, and around places
    "max(-1, 100*(-S.displacement - 0.9999))": [np.pi - np.arccos(0.9999), np.pi + np.arccos(0.9999)],
    "if(S.displacement < -0.99999, 1, -1)": [np.pi - np.arccos(0.99999), np.pi + np.arccos(0.99999)],
    "0.001 - abs(S.displacement - 0.3)": [np.arccos(0.301), np.arccos(0.299), 2 * np.pi - np.arccos(0.299), 2 * np.pi - np.arccos(0.301)],
    "exp(-1e8*S.displacement**2) - 0.5": [np.pi / 2 - np.sqrt(np.log(2) * 1e-8), np.pi / 2 + np.sqrt(np.log(2) * 1e-8),
        1.5 * np.pi - np.sqrt(np.log(2) * 1e-8), 1.5 * np.pi + np.sqrt(np.log(2) * 1e-8)],
    "step(S.displacement.rate, 0.9999, -1, 1, 1)": [1.5 * np.pi - np.arccos(0.99995), 1.5 * np.pi + np.arccos(0.99995)],
}  # fmt: skip


@pytest.mark.parametrize("when", BUMPS)
@pytest.mark.parametrize("rtol", [1e-6, 1e-11])
def test_a_zero_between_two_looks_is_found(when, rtol):
    """Values at the nodes of a step say nothing of these; bounds of the expressions do."""
    model, state = oscillator()
    run = lw.simulate(model, state, 6.0, rtol=rtol, events=lw.Event(when))
    off = 0.02 if rtol == 1e-6 else 1e-5
    assert [event.time for event in run.events] == pytest.approx(BUMPS[when], abs=off)
    assert run.doubts == ()


@pytest.mark.parametrize(
    "integrator", [None, lw.Adams(), lw.Radau(), lw.BDF(), lw.RungeKutta4(0.25)], ids=lambda i: repr(i)
)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_zeros_of_a_wheel_that_turns_several_times_in_a_step(integrator, coordinates):
    """A point on the rim of a wheel at 40 rad/s: y = sin(40 t), no forces, so that steps may be long."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Frame("rim", "wheel", at=(1, 0, 0)),
    )  # fmt: skip
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model, {"A.angle.rate": 40.0})
    run = lw.simulate(
        model,
        state,
        2.0,
        integrator=integrator,
        events=[lw.Event("rim.position.y - 0.5"), lw.Event("rim.position.x - 0.9")],
    )
    k = np.arange(13)
    high = np.sort(np.concatenate((2 * np.pi * k + np.pi / 6, 2 * np.pi * k + 5 * np.pi / 6))) / 40
    right = np.sort(np.concatenate((2 * np.pi * k + np.arccos(0.9), 2 * np.pi * (k + 1) - np.arccos(0.9)))) / 40
    for event, expected in zip(
        (lw.Event("rim.position.y - 0.5"), lw.Event("rim.position.x - 0.9")), (high, right), strict=True
    ):
        times = [result.time for result in run.events if result.event == event]
        assert times == pytest.approx([t for t in expected if t <= 2.0], abs=1e-3)
    assert run.doubts == ()


def test_what_the_search_in_time_cannot_resolve_is_reported():
    model, state = oscillator()
    run = lw.simulate(model, state, 1.0, events=lw.Event("sin(10000000*time)"))
    assert (run.doubts[0].start, run.doubts[0].end) == (0.0, 1.0) and "too many" in run.message


def test_doubts_are_saved_with_the_run(tmp_path):
    pytest.importorskip("h5netcdf")
    model, state = oscillator()
    run = lw.simulate(model, state, 2.0, events=lw.Event("sqrt(cos(time) - 0.5)", direction=1))
    run.save(tmp_path / "run.nc")
    assert lw.Trajectory.load(tmp_path / "run.nc").doubts == run.doubts


def test_periodic_kinks_of_time_end_steps():
    """A square wave of period 0.2 on a free mass: speed and place after five periods are exact."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("mass", mass=1, inertia=1, com=(0, 0, 0)), lw.Prismatic("S", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointForce("F", "S.displacement", force="if(mod(time, 0.2) < 0.05, 8, 0)"),
    )  # fmt: skip
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1.0, integrator=lw.DormandPrince(order=8))
    assert run["S.displacement.rate"][-1] == pytest.approx(2.0, abs=1e-11)
    assert run["S.displacement"][-1] == pytest.approx(sum(0.4 * (1 - 0.2 * k) - 0.01 for k in range(5)), abs=1e-11)
    assert run.stats.evaluations < 1500
