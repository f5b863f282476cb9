"""kelly-1987: what its survey asks of a complete program, item by item (THEORY.md)."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.gradients import motion_forces
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, Answer, off, wrenches
from tests.rigs.joint_mechanisms import draw, spatial
from tests.rigs.random_trees import random_tree
from tests.rigs.states import random_state, same_place

Q = (0.524, 0.261)
M = [[97.0517076, 40.5258538], [40.5258538, 27]]


@pytest.fixture(scope="module")
def arm():
    """The bars of park-2000 4.1 without their loads, in relative angles."""
    m = lw.library.double_bar_pendulum()
    return lw.compile(m.remove("M", "F"))


def needed(model, q, v, vdot):
    """Newton-Euler: the joint torques of a motion."""
    e = Evaluation(model, lw.State(0, np.array(q), np.array(v)))
    tau = np.zeros(model.nv)
    motion_forces(model.ints, model.floats, e.work, np.array(vdot, float), tau)
    return tau


@pytest.mark.purepython
def test_item_1_inverse_dynamics(arm):
    assert needed(arm, Q, (0, 0), (1, 1)) == pytest.approx([137.5775614, 67.5258538], abs=1e-7)
    assert needed(arm, Q, (1, 0.5), (0, 0)) == pytest.approx([-4.5158192, 3.6126554], abs=1e-7)


def test_item_1_by_the_analysis(arm):
    state = lw.State(0, np.array(Q), np.zeros(2))
    motion = {"A.angle": f"{Q[0]} + time**2/2", "B.angle": f"{Q[1]} + time**2/2"}
    m = lw.library.double_bar_pendulum().remove("M", "F")
    m.add(
        lw.Input("tA"),
        lw.Input("tB"),
        lw.JointForce("mA", "A.angle", force="tA"),
        lw.JointForce("mB", "B.angle", force="tB"),
    )
    model = lw.compile(m)
    result = lw.inverse_dynamics(model, state, [0.0], motion=motion, efforts=["tA", "tB"])
    assert np.ravel([result["tA"], result["tB"]]) == pytest.approx([137.5775614, 67.5258538], abs=1e-6)


@pytest.mark.purepython
def test_item_2_composite_rigid_bodies(arm):
    e = Evaluation(arm, lw.State(0, np.array(Q), np.array([1.0, 0.5])))
    assert e.M == pytest.approx(np.array(M), abs=1e-7)
    bias = needed(arm, Q, (1, 0.5), (0, 0))
    columns = np.array([needed(arm, Q, (1, 0.5), unit) - bias for unit in np.eye(2)]).T
    assert e.M == pytest.approx(columns, rel=1e-13)


def test_item_3_articulated_bodies(arm):
    state = lw.State(0, np.array(Q), np.array([1.0, 0.5]))
    e = Evaluation(arm, state)
    acc = lw.accelerations(arm, state, formulation=lw.Recursive())
    assert acc.vdot == pytest.approx(np.linalg.solve(e.M, e.Qh), rel=1e-13)
    assert needed(arm, Q, (1, 0.5), acc.vdot) == pytest.approx([0, 0], abs=1e-12)


def test_item_4_any_numbering_of_the_bodies():
    m = lw.library.double_bar_pendulum()
    model = lw.compile(m)
    swapped = lw.Mechanism("renumbered", plane="xy")
    words = {"bar1": "z_first", "bar2": "a_second"}
    for part in reversed(list(m)):
        fields = {
            k: words.get(v, v) if isinstance(v, str) and k.startswith("body") else v
            for k, v in vars(part).items()
            if k != "name"
        }
        swapped.add(type(part)(name=words.get(part.name, part.name), **fields))
    other = lw.compile(swapped)
    assert lw.accelerations(other, other.design_state()).vdot == pytest.approx(
        lw.accelerations(model, model.design_state()).vdot, rel=1e-13
    )


@pytest.mark.parametrize("seed", range(3))
def test_item_5_every_joints_reaction_equals_the_multipliers(seed):
    """Recursive reactions of a tree against the multipliers of the same tree in Cartesian coordinates."""
    mechanism = random_tree(seed, 7)
    model, full = lw.compile(mechanism), lw.compile(mechanism, coordinates="cartesian")
    state = random_state(model, np.random.default_rng(seed), size=0.7)
    tree = wrenches(lw.reactions(model, state, formulation=lw.Recursive()))[0]
    rows = wrenches(lw.reactions(full, same_place(model, state, full), formulation=lw.Augmented()))[0]
    assert off(tree, rows) < 1e-10


def test_item_6_kane_with_multipliers_kept_or_eliminated():
    _, model, state = draw(lambda rng: spatial(rng, "revolute"), 6)
    retained = lw.accelerations(model, state, formulation=lw.KaneMultipliers(eliminate=False))
    eliminated = lw.accelerations(model, state, formulation=lw.KaneMultipliers(eliminate=True))
    assert off(eliminated.vdot, retained.vdot) < 1e-12
    assert off(eliminated.lam, retained.lam) < 1e-12


def test_item_7_all_bases_give_the_same_acceleration():
    _, model, state = draw(lambda rng: spatial(rng, "spherical"), 7)
    results = [
        lw.accelerations(model, state, formulation=lw.NullSpace(b)).vdot for b in ("lu", "qr", "svd", "zero-eigenvalue")
    ]
    for vdot in results[1:]:
        assert off(vdot, results[0]) < 1e-12
    e = Evaluation(model, state)
    for vdot in results:  # each basis Z has Phi_v Z = 0: the constraints hold whatever the reduced solution is
        assert off(e.Phi_v @ vdot, e.w.gamma) < 1e-12


def test_item_8_rank_deficient_constraints_move_like_the_planar_mechanism():
    flat, deep = (lw.compile(make("II")) for make in (lw.library.planar_four_bar, lw.library.planar_four_bar_3d))
    assert lw.check(deep, deep.design_state()).redundant_rows == 3
    expected = Answer(flat, flat.design_state()).bodies
    for formulation in FORMULATIONS:
        assert off(Answer(deep, deep.design_state(), formulation).bodies, expected) < 1e-10


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
def test_item_9_inconsistent_constraints_are_a_clear_error(formulation, coordinates):
    m = lw.library.planar_four_bar("II")
    m.add(
        lw.Driver("crank", "A.angle", motion="1.104 + time**2"),
        lw.Driver("rocker", "link3.position.x", motion="2 + time**2"),
    )
    model = lw.compile(m, coordinates=coordinates)
    with pytest.raises(lw.InconsistentError, match=r"the constraints of .*(crank|rocker).* contradict the others"):
        lw.accelerations(model, model.design_state(), formulation=formulation)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_item_10_the_chaplygin_sleigh_at_its_start(coordinates):
    """vdot = a omega², omegadot = -m a v omega / (Ic + m a²), with v along the edge at P."""
    model = lw.compile(lw.library.chaplygin_sleigh(), coordinates=coordinates)
    state = lw.assemble(model, lw.library.initial_speeds("chaplygin_sleigh"))
    a, v, omega = 0.2, 1.0, 2.0
    spin = -a * v * omega / (0.5 + a * a)
    for formulation in FORMULATIONS:
        acc = lw.accelerations(model, state, formulation=formulation)
        bodies = Answer(model, state, formulation).bodies[0]
        assert bodies[5] == pytest.approx(spin, rel=1e-12)
        # the mass centre: edge acceleration plus a (omegadot across, -omega² along); the edge pushes across only
        assert bodies[0] == pytest.approx(0.0, abs=1e-12)
        edge = bodies[1]  # force / mass
        assert edge == pytest.approx(v * omega + a * spin, rel=1e-12)
        assert lw.reactions(model, state, formulation=formulation)["edge"].force[1] == pytest.approx(edge, rel=1e-12)
        assert acc.lam == pytest.approx([-edge], rel=1e-12)
    accel = lw.measure(model, state, "P.acceleration")
    assert accel[0] == pytest.approx(a * omega**2, rel=1e-12)


def test_item_10_the_edge_does_no_work():
    model = lw.compile(lw.library.chaplygin_sleigh())
    state = lw.assemble(model, lw.library.initial_speeds("chaplygin_sleigh"))
    assert lw.measure(model, state, "energy.total") == pytest.approx(1.58, rel=1e-12)
    e = Evaluation(model, state)
    assert state.v @ e.M @ lw.accelerations(model, state).vdot - state.v @ e.Qh == pytest.approx(0, abs=1e-13)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_item_12_a_driven_crank_and_the_torque_it_needs(coordinates):
    """A pendulum driven at constant speed needs m g l cos(theta); accelerated, J alpha more."""
    m = lw.Mechanism("crank", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("bar", mass=3, inertia=0.4, com=(0.7, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.Driver("motor", "A.angle", motion="0.3 + 2*time + 0.5*1.5*time**2"),
    )
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model)
    torque = 3 * 9.81 * 0.7 * np.cos(0.3) + (0.4 + 3 * 0.49) * 1.5
    for formulation in FORMULATIONS:
        r = lw.reactions(model, state, formulation=formulation)
        assert r.drivers["motor"] == pytest.approx(torque, rel=1e-12)
    assert lw.measure(model, state, "motor.force") == pytest.approx(torque, rel=1e-12)


def test_item_12_a_driven_point_and_the_force_it_needs():
    """A body lifted by a driver at its own point carries its weight and m a."""
    m = lw.Mechanism("lift", gravity=(0, 0, -9.81)).add(
        lw.Body("load", mass=4, inertia=(1, 2, 3), com=(0, 0, 0)),
        lw.Free("free", "ground", "load"),
        lw.Driver("hoist", "load.position.z", motion="1.2*time**2"),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        assert lw.reactions(model, model.design_state()).drivers["hoist"] == pytest.approx(4 * (9.81 + 2.4), rel=1e-13)


def test_item_12_a_four_bar_driven_at_its_crank():
    """The motor's power is what the spring stores, the force does and the links gain."""
    m = lw.library.planar_four_bar("II").add(lw.Driver("motor", "A.angle", motion="1.104 + 2*time"))
    model = lw.compile(m)
    state = lw.assemble(model)
    e, acc = Evaluation(model, state), lw.accelerations(model, state)
    power = state.v @ (e.M @ acc.vdot - e.Qh)
    assert lw.measure(model, state, "motor.force") * 2.0 == pytest.approx(power, rel=1e-11)
