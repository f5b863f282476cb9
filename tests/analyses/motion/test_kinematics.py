"""Driven mechanisms against closed forms, power balance, both coordinates, redundancy, dead points, messages."""

import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.analyses.motion import kinematics as kinematics_module
from linkwork.model.errors import NotDrivenError
from linkwork.model.evaluation import Evaluation

R, L, SPEED = 0.3, 1.0, 2.0


def slider_crank(*more):
    """A crank of R at the origin, a rod of L, a slider along x; the crank starts along +x."""
    return lw.Mechanism("slider-crank", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("crank", mass=1, inertia=0.1, com=(R / 2, 0, 0)),
        lw.Body("rod", mass=2, inertia=0.2, com=(R + L / 2, 0, 0)),
        lw.Body("slider", mass=3, inertia=0.3, com=(R + L, 0, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("B", "crank", "rod", at=(R, 0, 0)),
        lw.Revolute("C", "rod", "slider", at=(R + L, 0, 0)),
        lw.Prismatic("S", "ground", "slider", at=(R + L, 0, 0), axis=(1, 0, 0)),
        *more,
    )


def driven(motion=f"{SPEED}*time"):
    return slider_crank(lw.Driver("motor", "A.angle", motion=motion))


def started(angle):
    """A state with another crank angle; drivers change neither tree nor coordinates."""
    state = lw.assemble(lw.compile(slider_crank()), {"A.angle": angle})
    return lw.State(state.t, state.q, state.v)


def slider(t):
    """x and its two derivatives for theta = SPEED t + pi/4."""
    theta = SPEED * t + np.pi / 4
    s, c = np.sin(theta), np.cos(theta)
    root = np.sqrt(L**2 - R**2 * s**2)
    x = R * c + root - R - L
    dx = -R * s - R**2 * s * c / root
    ddx = -R * c - (R**2 * (c**2 - s**2) * root + R**4 * s**2 * c**2 / root) / root**2
    return x, SPEED * dx, SPEED**2 * ddx


@pytest.mark.parametrize("options", [{}, {"coordinates": "cartesian"}, {"cut": ["A"]}, {"cut": ["B"]}])
def test_a_slider_crank_moves_as_its_closed_form(options):
    model = lw.compile(driven(f"{SPEED}*time + pi/4"), **options)
    t = np.linspace(0, 5, 41)
    run = lw.kinematics(model, model.design_state(), t)
    assert run.success
    for path, value in zip(("S.displacement", "S.displacement.rate", "S.displacement.accel"), slider(t), strict=True):
        assert run[path] == pytest.approx(value, abs=1e-10)
    assert run["A.angle"] == pytest.approx(SPEED * t + np.pi / 4, abs=1e-11)
    assert np.abs(run["constraint.violation"]).max() < 1e-12


def test_the_driving_force_is_the_power_the_mechanism_takes_up():
    model = lw.compile(driven("3*sin(time)"))
    h = 1e-4
    t = 0.7 + h * np.arange(-2, 3)
    run = lw.kinematics(model, model.design_state(), t)
    E = run["energy.total"]
    power = (E[0] - 8 * E[1] + 8 * E[3] - E[4]) / (12 * h)
    assert run["motor.force"][2] * run["A.angle.rate"][2] == pytest.approx(power, rel=1e-9)


def test_coordinates_agree_in_every_reaction():
    t = np.linspace(0, 2, 9)
    joint, cartesian = (lw.compile(driven(), coordinates=c) for c in ("joint", "cartesian"))
    a, b = (lw.kinematics(m, m.design_state(), t) for m in (joint, cartesian))
    for path in ("A.force", "B.force", "C.force", "S.force", "S.torque", "motor.force", "rod.acceleration"):
        assert a[path] == pytest.approx(b[path], abs=1e-9), path


def test_redundant_rows_need_the_planar_driving_force():
    motion = lw.Driver("motor", "A.angle", motion="1.104 + time + time**2")
    t = np.linspace(0, 1, 5)
    runs = []
    for mechanism in (library.planar_four_bar("II"), library.planar_four_bar_3d("II")):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(
                mechanism.add(motion) if "motor" not in mechanism.parts else mechanism, coordinates=coordinates
            )
            runs.append(lw.kinematics(model, model.design_state(), t))
    for run in runs[1:]:
        assert run["motor.force"] == pytest.approx(runs[0]["motor.force"], rel=1e-9)
        assert run["D.angle"] == pytest.approx(runs[0]["D.angle"], abs=1e-11)


def test_multipliers_that_are_not_unique_are_the_smallest_and_flagged():
    model = lw.compile(library.bricard().add(lw.Driver("motor", "J1.angle", motion="2*time")))
    run = lw.kinematics(model, model.design_state(), [0.0, 0.5])
    assert not run.lam_unique
    e, scale = Evaluation(model, run.final), model.lowered.arrays["row_scale"]
    smallest = scale * (np.linalg.pinv((scale[:, None] * e.Phi_v).T, rcond=1e-9) @ (e.Qh - e.M @ run.vdot[-1]))
    assert run.lam[-1] == pytest.approx(smallest, abs=1e-9)


def test_driven_points_give_the_force_they_need():
    """kelly-1987, item 12: a particle of 2 kg carried along a parabola."""
    m = lw.Mechanism(plane="xy", gravity=(0, -10, 0)).add(
        lw.Body("p", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Free("F", "ground", "p"),
        lw.Driver("x", "p.position.x", motion="3*time"),
        lw.Driver("y", "p.position.y", motion="2*time**2"),
        lw.Driver("turn", "p.angle", motion="0.5*time**3"),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        run = lw.kinematics(model, lw.assemble(model), [0, 0.5, 1.0])
        assert run["x.force"] == pytest.approx(np.zeros(3), abs=1e-11)
        assert run["y.force"] == pytest.approx(np.full(3, 28.0), abs=1e-10)
        assert run["turn.force"] == pytest.approx([0, 1.5, 3.0], abs=1e-10)


def test_a_start_elsewhere_is_assembled_first():
    model = lw.compile(driven())
    run = lw.kinematics(model, started(0.3), [0.25, 0.5])
    assert run["A.angle"] == pytest.approx([0.5, 1.0], abs=1e-12)
    assert run.final.t == 0.5
    assert len(run) == 2
    assert "2 times" in repr(run)


def test_hundreds_of_driven_loops():
    model = lw.compile(library.n_four_bar(150).add(lw.Driver("motor", "A0.angle", motion="0.1*time")))
    run = lw.kinematics(model, model.design_state(), [0.0, 1.0, 2.0])
    assert run.success
    assert run["A150.angle"] == pytest.approx([0, 0.1, 0.2], abs=1e-9)
    # rods and couplers move on circles: the weight's power over the rate, (151/2 + 150) g sin, and m v²/r without power
    assert run["motor.force"] == pytest.approx([9.81 * -225.5 * np.sin(a) for a in (0, 0.1, 0.2)], abs=1e-6)


def test_a_dead_point_ends_the_run_with_what_there_is():
    m = slider_crank(lw.Driver("push", "S.displacement", motion="-0.1 - 0.1*time"))  # the end of the stroke is at -0.6
    model = lw.compile(m)
    run = lw.kinematics(model, started(1.0), np.linspace(0, 10, 41))
    assert not run.success
    assert "'push'" in run.message
    assert "dead point" in run.message
    assert 4.0 < run.t[-1] <= 5.0
    assert len(run["A.angle"]) == run.t.size
    assert np.all(np.diff(run["A.angle"]) > 0)


def test_freedoms_that_are_not_driven_are_named():
    model = lw.compile(library.double_bar_pendulum().add(lw.Driver("motor", "A.angle", motion="time")))
    with pytest.raises(NotDrivenError, match=r"1 freedom is left.*B\.angle.*Driver\(\"motor\", \"B\.angle\"") as caught:
        lw.kinematics(model, model.design_state(), [0, 1])
    assert caught.value.freedoms == ["B.angle"]
    cartesian = lw.compile(library.double_bar_pendulum(), coordinates="cartesian")
    with pytest.raises(NotDrivenError) as caught:
        lw.kinematics(cartesian, cartesian.design_state(), [0, 1])
    assert sorted(caught.value.freedoms) == ["A.angle", "B.angle"]


def test_a_knife_edge_does_not_drive_positions():
    m = library.chaplygin_sleigh().add(
        lw.Driver("x", "sleigh.position.x", motion="time"), lw.Driver("turn", "sleigh.angle", motion="0.1*time")
    )
    model = lw.compile(m)
    with pytest.raises(NotDrivenError, match="left in its positions"):
        lw.kinematics(model, lw.assemble(model), [0, 1])


@pytest.mark.parametrize(
    ("times", "words"), [([], "at least one"), ([0, float("nan")], "finite"), ([0, 1, 1], "increase")]
)
def test_times_that_make_no_sense_are_refused(times, words):
    model = lw.compile(driven())
    with pytest.raises(lw.AnalysisError, match=words):
        lw.kinematics(model, model.design_state(), times)


def test_results_pickle():
    model = lw.compile(driven())
    run = pickle.loads(pickle.dumps(lw.kinematics(model, model.design_state(), [0, 0.1])))
    assert run["A.angle"] == pytest.approx([0, 0.2], abs=1e-12)


MOTIONS = {
    "slider-crank": lambda: (driven(), np.linspace(0, 3, 200)),
    "slider-crank, long steps": lambda: (driven(), np.linspace(0, 3, 9)),
    "engine": lambda: (library.inline_engine(3), np.linspace(0, 0.02, 100)),
    "spatial four-bar": lambda: (
        library.spatial_four_bar().add(lw.Driver("motor", "A.angle", motion="A0 + 0.5*time"), lw.Parameter("A0", 0.0)),
        np.linspace(0, 1, 60),
    ),
    "Andrews, accelerated": lambda: (
        library.andrews_squeezer().add(lw.Driver("motor", "O.angle", motion="50*time**2")), np.linspace(0, 0.05, 80)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MOTIONS)
def test_the_loop_over_poses_and_one_pose_after_the_other_agree_to_1e_9(name, monkeypatch):
    mechanism, times = MOTIONS[name]()
    model = lw.compile(mechanism)
    state = lw.assemble(model)
    in_loop, counted = lw.kinematics(model, state, times), []
    follow = kinematics_module.Follower._follow_drivers
    monkeypatch.setattr(
        kinematics_module.Follower, "_follow_drivers", lambda self, *a: counted.append(follow(self, *a)) or None
    )
    lw.kinematics(model, state, times)
    monkeypatch.setattr(kinematics_module.Follower, "_page", lambda self: None)
    one_by_one = lw.kinematics(model, state, times)
    assert in_loop.success and one_by_one.success
    if name != "slider-crank, long steps":
        assert len(counted) == 1  # no pose had to be looked at
    for word, tolerance in (("q", 1e-12), ("v", 1e-10), ("vdot", 1e-9), ("lam", 1e-9)):
        a, b = getattr(in_loop, word), getattr(one_by_one, word)
        assert np.abs(a - b).max() < tolerance * max(1.0, np.abs(b).max()), word
    assert np.array_equal(in_loop.turns, one_by_one.turns)


def test_a_dead_point_ends_the_loop_at_the_same_time_as_one_pose_after_the_other(monkeypatch):
    model = lw.compile(slider_crank(lw.Driver("push", "S.displacement", motion="-0.1 - 0.1*time")))
    ends = []
    for _ in range(2):
        run = lw.kinematics(model, started(1.0), np.linspace(0, 10, 401))
        ends.append((run.success, run.t.size, run.message[:60]))
        monkeypatch.setattr(kinematics_module.Follower, "_page", lambda self: None)
    assert ends[0] == ends[1] and not ends[0][0] and 160 < ends[0][1] < 202
