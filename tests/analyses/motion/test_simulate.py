"""simulate: reference trajectories, constraints kept, every formulation and integrator, events, inputs, failures."""

import dataclasses

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.errors import QuestionError

# observed points at the end, from independent solutions good to 1e-9 or better (THEORY.md's benchmarks)
REFERENCES = {
    "P1": (lambda: lw.library.double_bar_pendulum(), {}, 10.0, 1.0,
           [1.59137237507, 1.21141816227, 0, 3.47467376563, 1.8846015491, 0]),
    "P2": (lambda: lw.library.n_four_bar(1), "n_four_bar", 10.0, 1.0, [0.478385057756, 0.878150178794, 0]),
    "P3": (lambda: lw.library.andrews_squeezer(), {}, 0.05, 0.007,
           [-0.0052085047278, 0.00467669525419, 0, -0.0144417068189, 0.0171086463489, 0]),
}  # fmt: skip


def observed(run, count):
    return np.concatenate([lw.measure(run.model, run.final, f"observe{k}.position") for k in range(count)])


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize(("rtol", "error"), [(1e-6, 5e-4), (1e-8, 2e-6), (1e-10, 5e-8)])
def test_the_default_reaches_the_reference_within_its_tolerance(name, rtol, error):
    make, speeds, duration, scale, reference = REFERENCES[name]
    model = lw.compile(make())
    state = lw.assemble(model, lw.library.initial_speeds(speeds) if speeds else {})
    run = lw.simulate(model, state, duration, rtol=rtol, output=[duration])
    assert run.success and run.status == "done", run.message
    assert np.abs(observed(run, len(reference) // 3) - reference).max() / scale < error
    assert run.stats.violation < 1e-10 * model.length


@pytest.mark.parametrize("loops", [1, 10, 40])
@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10])
def test_n_four_bars_stay_on_their_branch_at_every_tolerance(loops, rtol):
    """All links of a loop stay parallel on the branch; leaving it, the rods cross."""
    model = lw.compile(lw.library.n_four_bar(loops))
    state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    run = lw.simulate(model, state, 10.0, rtol=rtol)
    assert run.success, run.message
    angles = run["A0.angle"] - run[f"A{loops}.angle"]
    np.testing.assert_allclose(np.cos(angles), 1.0, atol=1e-6)
    assert run.stats.on_branch > 0
    assert abs(run["energy.total"][-1] - run["energy.total"][0]) < 1000 * rtol * (loops + 1)  # of 10 J a rod


@pytest.mark.parametrize(
    "formulation",
    [
        lw.Augmented(),
        lw.CoordinatePartitioning(),
        lw.PartialVelocity(),
        lw.NullSpace("qr"),
        lw.KaneMultipliers(),
        lw.Recursive(),
    ],
)
def test_every_formulation_moves_the_four_bar_alike(formulation):
    """park-2000 4.2, case II, reading L at t = 1."""
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(lw.library.planar_four_bar(case="II"), coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-9, formulation=formulation)
        x, y = lw.measure(model, run.final, "link2.position")[:2]
        assert lw.measure(model, run.final, "link1.angle") == pytest.approx(0.550771432172, abs=2e-8)
        assert (x, y) == pytest.approx((2.700668298788, 0.962221535157), abs=2e-8)
        assert run.stats.violation < 1e-10


@pytest.mark.parametrize(
    ("integrator", "error"),
    [
        (lw.DormandPrince(order=5), 1e-6),
        (lw.DormandPrince(order=8), 1e-6),
        (lw.Adams(), 1e-5),
        (lw.RungeKutta4(0.005), 1e-6),
    ],
)
def test_every_integrator_reaches_the_same_place(integrator, error):
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    rtol = None if isinstance(integrator, lw.RungeKutta4) else 1e-8
    run = lw.simulate(model, lw.assemble(model), 10.0, rtol=rtol, integrator=integrator)
    assert lw.measure(model, run.final, "link1.angle") == pytest.approx(0.792179097888, abs=error)


def test_baumgarte_drifts_and_says_by_how_much():
    model = lw.compile(lw.library.planar_four_bar(case="II"), coordinates="cartesian")
    run = lw.simulate(model, lw.assemble(model), 10.0, rtol=1e-6, formulation=lw.Baumgarte(25, 25))
    assert 1e-12 < run.stats.violation < 1e-3
    assert lw.measure(model, run.final, "link1.angle") == pytest.approx(0.792179097888, abs=1e-3)


def test_the_chaplygin_sleigh_keeps_its_knife_edge():
    """kelly-1987 item 10: v = 1.7762633254, omega = .0951470482, psi = 3.4317144266 at t = 5, E = 1.58."""
    model = lw.compile(lw.library.chaplygin_sleigh())
    run = lw.simulate(model, lw.assemble(model, lw.library.initial_speeds("chaplygin_sleigh")), 5.0, rtol=1e-10)
    assert lw.measure(model, run.final, "sleigh.angular_velocity.z") == pytest.approx(0.0951470482, abs=1e-8)
    assert run["energy.total"][[0, -1]] == pytest.approx([1.58, 1.58], abs=1e-8)


def test_the_spatial_four_bar_reaches_theory():
    model = lw.compile(lw.library.spatial_four_bar())
    run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-10)
    assert run["A.angle"][-1] == pytest.approx(0.661146991376, abs=1e-8)
    assert run["A.angle.rate"][-1] == pytest.approx(1.072417748537, abs=1e-8)
    np.testing.assert_allclose(run["C.force"][-1], [0.52084426, 5.12654014, -0.34689197], atol=1e-6)


def test_an_event_stops_the_run_where_it_happens():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    run = lw.simulate(model, lw.assemble(model), 10.0, events=lw.Event("A.angle - 0.8", direction=-1, stop=True))
    assert run.status == "event" and run.success
    assert run["A.angle"][-1] == pytest.approx(0.8, abs=1e-10)
    assert "stopped by the event 'A.angle - 0.8'" in run.message


def test_recorded_events_have_their_times_and_states():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    run = lw.simulate(model, lw.assemble(model), 10.0, rtol=1e-9, events=lw.Event("A.angle.rate"))
    assert len(run.events) >= 3
    for event in run.events:
        assert lw.measure(model, event.state, "A.angle.rate") == pytest.approx(0.0, abs=1e-8)


def test_output_at_chosen_times_does_not_change_the_steps():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    free, dense = lw.simulate(model, state, 5.0), lw.simulate(model, state, 5.0, output=0.001)
    assert dense.t.size == 5001 and dense.stats.steps == free.stats.steps
    np.testing.assert_array_equal(dense.q[-1], free.q[-1])
    assert dense.stats.violation < 1e-10


def test_going_on_from_the_final_state_equals_one_run():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    first = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-10)
    second = lw.simulate(model, first.final, 3.0, rtol=1e-10)
    whole = lw.simulate(model, lw.assemble(model), 5.0, rtol=1e-10)
    assert second.t[-1] == 5.0
    np.testing.assert_allclose(second.q[-1], whole.q[-1], atol=1e-8)


def test_inputs_are_constants_expressions_or_samples():
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=2, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Input("torque"), lw.JointForce("motor", "A.angle", force="torque"),
    )  # fmt: skip
    model = lw.compile(m)
    state = lw.assemble(model)
    for given, speed in ((4.0, 4.0), ("2*time", 2.0), (([0.0, 1.0, 2.0], [0.0, 4.0, 4.0]), 3.0)):
        run = lw.simulate(model, state, 2.0, inputs={"torque": given})
        assert run["A.angle.rate"][-1] == pytest.approx(speed, abs=1e-6), given
    with pytest.raises(ValueError, match="there is no input 'force'"):
        lw.simulate(model, state, 1.0, inputs={"force": 1})


def test_a_spring_on_a_cut_joint_counts_whole_turns():
    """A crank driven round several times; the spring on the cut joint's angle must not jump at half a turn."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("crank", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("B", "ground", "crank", at=(0, 0, 0)), lw.JointSpring("K", "B.angle", stiffness=0.01),
    )  # fmt: skip
    model = lw.compile(m, cut=["B"])
    run = lw.simulate(model, lw.assemble(model, {"A.angle.rate": 3.0}), 10.0, rtol=1e-9)
    t = run.t
    np.testing.assert_allclose(run["A.angle"], 30 * np.sin(0.1 * t), atol=1e-5)
    np.testing.assert_allclose(run["B.angle"], run["A.angle"], atol=1e-9)
    np.testing.assert_allclose(run["K.force"], -0.01 * run["A.angle"], atol=1e-9)
    again = lw.simulate(model, run.final, 5.0, rtol=1e-9)
    np.testing.assert_allclose(again["B.angle"], again["A.angle"], atol=1e-9)


def test_an_unassembled_start_is_refused_by_name():
    model = lw.compile(lw.library.planar_four_bar())
    state = model.design_state()
    with pytest.raises(ValueError, match=r"violates the constraints: .C. .*, by .* m; run lw.assemble"):
        lw.simulate(model, lw.State(0.0, state.q + 0.1 * np.arange(3), state.v), 1.0)


def test_a_singular_start_with_a_velocity_goes_on_and_at_rest_is_undetermined():
    model = lw.compile(lw.library.planar_four_bar(case="I", force=(0, 0)))
    moving = lw.assemble(model, {"A.angle": 0.0, "link2.angle": 0.0, "link1.angle.rate": 1.0, "link3.angle.rate": 1.0})
    run = lw.simulate(model, moving, 0.5, rtol=1e-8)
    assert run.success, run.message
    np.testing.assert_allclose(run["link1.angle"], run["link3.angle"], atol=1e-6)
    rest = lw.assemble(model, {"A.angle": 0.0, "link2.angle": 0.0})
    stopped = lw.simulate(model, rest, 0.5)
    assert not stopped.success and "nothing decides how the motion goes on" in stopped.message


def test_a_time_limit_returns_what_there_is():
    model = lw.compile(lw.library.chain(100))
    run = lw.simulate(model, lw.assemble(model), 1000.0, rtol=1e-8, time_limit=0.2)
    assert run.status == "time limit" and not run.success and 0 < run.t[-1] < 1000
    assert "go on from .final" in run.message


def test_the_same_run_twice_is_bit_identical():
    model = lw.compile(lw.library.n_four_bar(3))
    state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    a, b = (lw.simulate(model, state, 5.0) for _ in range(2))
    np.testing.assert_array_equal(a.q, b.q)


def test_a_mechanism_with_a_signal_of_forces_moves_and_has_it():
    mechanism = lw.library.planar_four_bar().add(
        lw.JointSpring("T", "A.angle", stiffness=10, damping=2, rest=0.3), lw.Signal("power", "T.force*A.angle.rate")
    )
    model = lw.compile(mechanism)
    run = lw.simulate(model, lw.assemble(model), 0.1)
    assert np.abs(run["power"]).max() > 1e-3
    assert np.allclose(run["power"], run["T.force"] * run["A.angle.rate"], rtol=1e-13, atol=0)


@pytest.mark.parametrize("integrator", [lw.DormandPrince(), lw.Adams()])
def test_a_wild_attempt_that_is_rejected_leaves_no_trace(integrator):
    """First attempts at the governor's steps in Cartesian coordinates leave its quaternions far from unit length."""
    ends = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(lw.library.flyball_governor(), coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model), 0.2, rtol=1e-8, integrator=integrator, output=[0.2])
        assert run.success, run.message
        ends.append(np.array([lw.measure(model, run.final, f"{body}.position") for body in sorted(model.bodies)]))
    assert np.abs(ends[0] - ends[1]).max() < 1e-6


@pytest.mark.parametrize("name", ["rtol", "atol"])
def test_a_tolerance_beside_fixed_steps_is_refused(name):
    model = lw.compile(lw.library.planar_four_bar())
    with pytest.raises(
        QuestionError, match=f"{name} is 1e-05, but RungeKutta4 takes steps of 0.01 s.*leave out {name}"
    ):
        lw.simulate(model, lw.assemble(model), 0.1, integrator=lw.RungeKutta4(0.01), **{name: 1e-5})


@pytest.mark.parametrize("huge", [10**400, -(10**400), 10**5000], ids=["1e400", "-1e400", "1e5000"])
@pytest.mark.parametrize(
    "name", ["duration", "output", "output times", "time_limit", "rtol", "atol", "position_tolerance"]
)
def test_numbers_too_large_for_a_float_are_refused_by_name(name, huge):
    model = lw.compile(lw.library.planar_four_bar())
    given = {"duration": 0.1, name: huge}
    if name == "output times":
        given = {"duration": 0.1, "output": [0.05, huge]}
    with pytest.raises(QuestionError, match=name.split()[0]):
        lw.simulate(model, lw.assemble(model), **given)


def test_choices_states_and_targets_refuse_such_numbers_too():
    huge = 10**400
    model = lw.compile(lw.library.planar_four_bar())
    start = lw.assemble(model)
    for make in (lw.RungeKutta4, lambda h: lw.GeneralizedAlpha(step=h), lambda h: lw.HHT(step=h)):
        with pytest.raises(ValueError, match="step is a positive time in seconds"):
            make(huge)
    with pytest.raises(ValueError, match="Baumgarte: alpha is a finite number"):
        lw.Baumgarte(alpha=huge)
    with pytest.raises(ValueError, match="State: t is a time"):
        dataclasses.replace(start, t=huge)
    with pytest.raises(ValueError, match="State: v has a number that is too large"):
        dataclasses.replace(start, v=[huge] * model.nv)
    with pytest.raises(lw.AnalysisError, match=r"A\.angle.*is not a number"):
        lw.assemble(model, {"A.angle": huge})
    with pytest.raises(lw.AnalysisError, match="times are a list of finite numbers"):
        lw.kinematics(model, start, [0, huge])
