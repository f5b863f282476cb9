"""Inverse dynamics: kelly-1987's numbers, efforts in place of drivers, redundancy, messages; energy and momentum."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.kernels.gradients import motion_forces
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import ActuationError, NotDrivenError, TargetError
from linkwork.model.evaluation import Evaluation


def tree_forces(model, state, vdot):
    """M vdot - (Q - h), the generalized forces on the tree for given accelerations."""
    e, tau = Evaluation(model, state), np.zeros(model.nv)
    motion_forces(model.ints, model.floats, e.work, np.array(vdot, float), tau)
    return tau


def arm(**options):
    """The bars of park-2000 4.1 without its loads, a motor in each joint."""
    m = library.double_bar_pendulum()
    m.remove("M")
    m.remove("F")
    m.add(lw.Input("tau1"), lw.JointForce("motor1", "A.angle", force="tau1"))
    m.add(lw.Input("tau2"), lw.JointForce("motor2", "B.angle", force="2*tau2"))
    return lw.compile(m, **options)


def test_generalized_forces_and_mass_matrix_are_kellys():
    model = arm()
    rest = lw.assemble(model, {"A.angle": 0.524, "B.angle": 0.261})
    assert tree_forces(model, rest, [1, 1]) == pytest.approx([137.5775614060818, 67.52585380202726], rel=1e-12)
    M = lw.mass_matrix(model, rest)
    expected = np.array([[97.05170760405453, 40.525853802027264], [40.525853802027264, 27.0]])
    assert pytest.approx(expected, rel=1e-12) == M
    columns = [tree_forces(model, rest, unit) - tree_forces(model, rest, [0, 0]) for unit in np.eye(2)]
    assert pytest.approx(M, rel=1e-12) == np.array(columns).T
    moving = lw.assemble(model, {"A.angle": 0.524, "B.angle": 0.261, "A.angle.rate": 1, "B.angle.rate": 0.5})
    assert tree_forces(model, moving, [0, 0]) == pytest.approx([-4.515819230456789, 3.612655384365431], rel=1e-11)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_an_arm_needs_the_forces_of_its_tree(coordinates):
    motion = {"A.angle": "0.524 + sin(time)", "B.angle": "0.261 + 0.5*time**2"}
    model, tree = arm(coordinates=coordinates), arm()
    t = np.array([0.0, 0.4, 0.9])
    run = lw.inverse_dynamics(model, model.design_state(), t, motion=motion, efforts=["tau1", "tau2"])
    assert run.unique
    for k, time in enumerate(t):
        q, v = [0.524 + np.sin(time), 0.261 + 0.5 * time**2], [np.cos(time), time]
        tau = tree_forces(tree, lw.State(time, q, v), [-np.sin(time), 1.0])
        assert (run["tau1"][k], 2 * run["tau2"][k]) == pytest.approx(tuple(tau), rel=1e-9)
        assert run["motor2.force"][k] == pytest.approx(tau[1], rel=1e-9)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_efforts_in_a_loop_do_what_a_driver_did(coordinates):
    motion, t = "1.104 + 3*time", np.linspace(0, 1, 6)
    by_driver = lw.compile(
        library.planar_four_bar("II").add(lw.Driver("motor", "A.angle", motion=motion)), coordinates=coordinates
    )
    by_effort = lw.compile(
        library.planar_four_bar("II").add(lw.Input("tau"), lw.JointForce("motor", "A.angle", force="tau")),
        coordinates=coordinates,
    )
    a = lw.kinematics(by_driver, by_driver.design_state(), t)
    b = lw.inverse_dynamics(by_effort, by_effort.design_state(), t, motion={"A.angle": motion}, efforts=["tau"])
    assert b["tau"] == pytest.approx(a["motor.force"], rel=1e-9)
    for joint in "ABCD":
        assert b[f"{joint}.force"] == pytest.approx(a[f"{joint}.force"], abs=1e-8)


def test_the_motion_may_be_prescribed_where_no_effort_is():
    """Drive the rocker's angle with a motor on the crank: power is the same either way."""
    m = library.planar_four_bar("II").add(lw.Input("tau"), lw.JointForce("motor", "A.angle", force="tau"))
    model = lw.compile(m)
    t = np.linspace(0, 0.5, 4)
    run = lw.inverse_dynamics(model, model.design_state(), t, motion={"D.angle": "1.0475802421 + time"}, efforts="tau")
    driver = lw.compile(library.planar_four_bar("II").add(lw.Driver("d", "D.angle", motion="1.0475802421 + time")))
    other = lw.kinematics(driver, driver.design_state(), t)
    assert run["tau"] * run["A.angle.rate"] == pytest.approx(other["d.force"] * other["D.angle.rate"], rel=1e-8)


def test_more_efforts_than_freedoms_give_the_smallest_and_say_so():
    m = library.planar_four_bar("II").add(
        lw.Input("a"),
        lw.Input("d"),
        lw.JointForce("m1", "A.angle", force="a"),
        lw.JointForce("m2", "D.angle", force="d"),
    )
    both = lw.compile(m)
    run, alone = (
        lw.inverse_dynamics(both, both.design_state(), [0.0, 0.1], motion={"A.angle": "1.104 + 3*time"}, efforts=names)
        for names in (["a", "d"], ["a"])
    )
    assert not run.unique
    assert alone.unique
    ratio = run["D.angle.rate"] / run["A.angle.rate"]  # a + d ratio is fixed; the smallest pair is along (1, ratio)
    assert run["a"] + run["d"] * ratio == pytest.approx(alone["a"], rel=1e-9)
    assert run["d"] == pytest.approx(run["a"] * ratio, rel=1e-9)


def test_changed_parameters_are_kept():
    model = arm().with_parameters({"bar2.mass": 14.0})
    motion = {"A.angle": "0.524 + time**2", "B.angle": "0.261"}
    run = lw.inverse_dynamics(model, model.design_state(), [0.0], motion=motion, efforts=["tau1", "tau2"])
    assert run["tau1"][0] == pytest.approx(tree_forces(model, model.design_state(), [2.0, 0.0])[0], rel=1e-10)


def test_too_few_wrong_or_nonlinear_efforts_are_refused():
    model = arm()
    motion = {"A.angle": "0.524 + sin(time)", "B.angle": "0.261 + time**2"}
    with pytest.raises(ActuationError, match=r"'tau1' cannot produce the motion.*along B\.angle"):
        lw.inverse_dynamics(model, model.design_state(), [0.1], motion=motion, efforts=["tau1"])
    with pytest.raises(TargetError, match="no input 'tau3'; inputs are tau1, tau2"):
        lw.inverse_dynamics(model, model.design_state(), [0.1], motion=motion, efforts=["tau3"])
    with pytest.raises(NotDrivenError, match=r"B\.angle"):
        lw.inverse_dynamics(model, model.design_state(), [0.1], motion={"A.angle": "time"}, efforts=["tau1"])
    with pytest.raises(TargetError, match="empty"):
        lw.inverse_dynamics(model, model.design_state(), [0.1], motion={}, efforts=["tau1"])
    motion = {"A.angle.rate": "time", "bar1.position": "1", "C.angle": 2}
    with pytest.raises(TargetError, match="position-level scalar") as caught:
        lw.inverse_dynamics(model, model.design_state(), [0.1], motion=motion, efforts=["tau1"])
    assert len(caught.value.problems) == 3
    m = library.planar_four_bar().add(lw.Input("u"), lw.JointForce("motor", "A.angle", force="u**2"))
    square = lw.compile(m)
    with pytest.raises(ActuationError, match="linearly"):
        lw.inverse_dynamics(square, square.design_state(), [0.0], motion={"A.angle": "60*deg"}, efforts=["u"])


# energy and momentum


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_kinetic_energy_is_the_quadratic_form_of_the_mass_matrix(coordinates):
    model = lw.compile(library.spatial_four_bar(), coordinates=coordinates)
    state = lw.assemble(model, {"A.angle": 0.5, "A.angle.rate": 2.0})
    T = lw.kinetic_energy(model, state)
    assert pytest.approx(0.5 * state.v @ lw.mass_matrix(model, state) @ state.v, rel=1e-12) == T
    assert lw.total_energy(model, state) == pytest.approx(lw.measure(model, state, "energy.total"), rel=1e-14)


def springs():
    """A floating body on a bushing, a spring-damper with preload and a weight."""
    K = np.diag([100.0, 200, 300, 10, 20, 30]) + 5.0
    return lw.Mechanism(gravity=(0, 0, -9.81)).add(
        lw.Body("b", mass=2, com=(0.1, 0.2, 0.3), inertia=(1, 2, 2.5)),
        lw.Free("F", "ground", "b"),
        lw.Bushing("B", "ground", "b", at=(0, 0.1, 0), stiffness=K.tolist(), preload=(1, 2, 3, 4, 5, 6)),
        lw.SpringDamper("S", "ground", "b", at_i=(1, 0, 0), at_j=(0.2, 0, 0.3), stiffness=50, preload=7),
    )


def test_forces_are_minus_the_gradient_of_the_potential():
    model = lw.compile(springs())
    coordinates, start = Coordinates(model), model.design_state()
    q = coordinates.moved(start.q, 0.4 * np.random.default_rng(3).standard_normal(6))
    Q = Evaluation(model, lw.State(0, q, np.zeros(6))).Qh
    h = 1e-5
    for k, unit in enumerate(np.eye(6)):
        low, high = (
            lw.potential_energy(model, lw.State(0, coordinates.moved(q, s * h * unit), np.zeros(6))) for s in (-1, 1)
        )
        assert -(high - low) / (2 * h) == pytest.approx(Q[k], rel=1e-7, abs=1e-6)


def test_an_unsymmetric_bushing_has_no_energy():
    K = np.diag([1.0] * 6)
    K[0, 1] = 0.5
    m = springs()
    m.remove("B")
    model = lw.compile(m.add(lw.Bushing("B", "ground", "b", at=(0, 0, 0), stiffness=K.tolist())))
    with pytest.raises(lw.AnalysisError, match="'B'.*symmetric"):
        lw.potential_energy(model, model.design_state())


def test_momentum_is_that_of_the_mass_centres():
    model = lw.compile(library.scissor_boom(2))
    state = lw.assemble(model, {"base.velocity": (1, 2, 0), "base.angle.rate": 0.5, "M1.angle.rate": 1.0})
    com = {name: lw.measure(model, state, f"{name}.position", f"{name}.velocity") for name in model.bodies}
    spin = {name: lw.measure(model, state, f"{name}.angular_velocity") for name in model.bodies}
    mass = {name: 20 if name == "base" else 1 for name in model.bodies}
    inertia = {name: 2 if name == "base" else 1 / 12 for name in model.bodies}
    p = sum(mass[b] * com[b][1] for b in model.bodies)
    about = np.array([0.3, -0.2, 0.0])
    H = sum(np.cross(com[b][0] - about, mass[b] * com[b][1]) + inertia[b] * spin[b] for b in model.bodies)
    assert lw.momentum(model, state) == pytest.approx(p, abs=1e-12)
    assert lw.angular_momentum(model, state, about=about) == pytest.approx(H, abs=1e-11)
    assert lw.mass_centre(model, state) == pytest.approx(sum(mass[b] * com[b][0] for b in mass) / 24, abs=1e-12)


def test_a_run_prints_in_one_line():
    m = lw.Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Input("tau"),
        lw.JointForce("motor", "A.angle", force="tau"),
    )
    model = lw.compile(m)
    run = lw.inverse_dynamics(model, lw.assemble(model), [0, 1], motion={"A.angle": "time"}, efforts=["tau"])
    assert repr(run).startswith("<InverseDynamics of 'pendulum': 2 times") and "\n" not in repr(run)
