"""The recursions: B x and B'G, Newton-Euler, composite and articulated bodies, against each other and against Pinocchio."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.gradients import motion_forces
from linkwork.kernels.joints import CHAINS
from linkwork.kernels.recursions.transformations import force_transformation, velocity_transformation
from linkwork.model.evaluation import Evaluation
from linkwork.numerics.jit import kernel
from tests.rigs.answers import off
from tests.rigs.random_trees import random_tree
from tests.rigs.states import random_state

SEEDS = range(6)


@kernel
def transform(ints, floats, work, x, Y, G, F, out):
    m, w = view_model(ints, floats), view_work(ints, work)
    velocity_transformation(m, w, x, Y)
    force_transformation(m, w, G, F, out)


def tree(seed, **options):
    model = lw.compile(random_tree(seed, **options))
    state = random_state(model, np.random.default_rng(seed), size=1.0)
    return model, state, Evaluation(model, state)


def transformed(e, x, G):
    """B x, B'G and the wrenches carried."""
    model, n = e.model, e.w.X_WB.shape[0]
    Y, F, out = np.zeros((n, 6)), np.zeros((n, 6)), np.zeros(model.nv)
    transform(model.ints, model.floats, e.work, x, Y, G, F, out)
    return Y, out


def newton_euler(e, vdot):
    """M vdot - (Q - h)."""
    tau = np.zeros(e.model.nv)
    motion_forces(e.model.ints, e.model.floats, e.work, vdot, tau)
    return tau


def pinocchio_model(model):
    """The same tree in Pinocchio, joints with several freedoms as chains of simple ones; its joint of every body."""
    import pinocchio as pin

    arrays, peer = model.lowered.arrays, pin.Model()
    peer.gravity.linear = arrays["gravity"].copy()
    chains = {
        "fixed": (), "revolute": (pin.JointModelRZ,), "prismatic": (pin.JointModelPZ,),
        "cylindrical": (pin.JointModelPZ, pin.JointModelRZ), "universal": (pin.JointModelRZ, pin.JointModelRX),
        "spherical": (pin.JointModelSpherical,), "planar": (pin.JointModelPX, pin.JointModelPY, pin.JointModelRZ),
        "free": (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ, pin.JointModelSpherical),
    }  # fmt: skip
    place = {0: (0, pin.SE3.Identity())}  # joint and pose in it of every body's frame
    for b in range(1, arrays["parent"].size):
        joint, X = place[int(arrays["parent"][b])]
        row = arrays["X_PI"][b]
        X = X * pin.SE3(row[:9].reshape(3, 3), row[9:])
        kind = CHAINS[arrays["joint_type"][b]].name
        chain = chains[kind] if kind != "screw" else (lambda b=b: pin.JointModelHZ(arrays["pitch"][b]),)
        for k, make in enumerate(chain):
            joint, X = peer.addJoint(joint, make(), X, f"{b} {k}"), pin.SE3.Identity()
        m, s = arrays["inertia"][b, 0], arrays["inertia"][b, 1:4]
        xx, yy, zz, xy, xz, yz = arrays["inertia"][b, 4:]
        c = s / m
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * ((c @ c) * np.eye(3) - np.outer(c, c))
        peer.appendBodyToJoint(joint, pin.Inertia(m, c, tensor), X)
        place[b] = (joint, X)
    return peer


def pinocchio_q(model, q):
    """Quaternions as x y z w."""
    out, arrays = q.copy(), model.lowered.arrays
    for b in range(1, arrays["parent"].size):
        chain = CHAINS[arrays["joint_type"][b]]
        if chain.has_quaternion:
            j = arrays["q_start"][b] + chain.plain
            out[j : j + 4] = np.roll(q[j : j + 4], -1)
    return out


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
def test_trees_agree_with_pinocchio(seed):
    pin = pytest.importorskip("pinocchio")
    model, state, e = tree(seed, n=12)
    peer = pinocchio_model(model)
    assert (peer.nq, peer.nv) == (model.nq, model.nv)
    data, q, v = peer.createData(), pinocchio_q(model, state.q), state.v
    vdot = np.random.default_rng(seed).normal(size=model.nv)
    assert off(newton_euler(e, vdot), pin.rnea(peer, data, q, v, vdot)) < 1e-11
    M = np.array(pin.crba(peer, data, q))
    M = np.triu(M) + np.triu(M, 1).T
    assert off(e.M, M) < 1e-11
    free = np.array(pin.aba(peer, data, q, v, np.zeros(model.nv)))
    assert off(lw.accelerations(model, state, formulation=lw.Recursive()).vdot, free) < 1e-11
    assert lw.measure(model, state, "energy.kinetic") == pytest.approx(
        pin.computeKineticEnergy(peer, data, q, v), rel=1e-12
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_composite_bodies_give_the_columns_of_newton_euler(seed):
    model, _, e = tree(seed)
    bias = newton_euler(e, np.zeros(model.nv))
    columns = np.array([newton_euler(e, unit) - bias for unit in np.eye(model.nv)]).T
    assert off(e.M, columns) < 1e-13
    assert off(-e.Qh, bias) < 1e-13
    assert np.array_equal(e.M, e.M.T)


@pytest.mark.parametrize("seed", SEEDS)
def test_articulated_bodies_invert_the_mass_matrix(seed):
    model, state, e = tree(seed)
    assert off(lw.accelerations(model, state).vdot, np.linalg.solve(e.M, e.Qh)) < 1e-11


@pytest.mark.purepython
@pytest.mark.parametrize("seed", [0, 1])
def test_the_velocity_and_force_transformations_are_transposes(seed):
    model, state, e = tree(seed)
    rng = np.random.default_rng(seed)
    x, G = rng.normal(size=model.nv), rng.normal(size=(e.w.X_WB.shape[0], 6))
    Y, out = transformed(e, x, G)
    assert x @ out == pytest.approx(np.sum(Y[1:] * G[1:]), rel=1e-13)
    Y, _ = transformed(e, state.v, G)
    assert off(Y, e.w.V) < 1e-14


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bias_is_the_rate_of_the_velocity_transformation(seed):
    """Bdot v by central differences of B(q) v along the motion, v held."""
    model, state, e = tree(seed)
    from linkwork.kernels.probe import moved

    h, V = 1e-6, []
    for s in (h, -h):
        q = np.zeros(model.nq)
        moved(model.ints, model.floats, state.q, s * state.v, q)
        V.append(Evaluation(model, lw.State(0.0, q, state.v)).w.V)
    assert off((V[0] - V[1]) / (2 * h), e.w.A) < 1e-8


@pytest.mark.parametrize("seed", SEEDS)
def test_kinetic_energy_is_half_v_m_v_and_grows_by_the_power_of_the_forces(seed):
    model, state, e = tree(seed)
    kinetic = lw.measure(model, state, "energy.kinetic")
    assert kinetic == pytest.approx(0.5 * state.v @ e.M @ state.v, rel=1e-13)
    vdot = lw.accelerations(model, state).vdot
    assert energy_rate(model, state, vdot) == pytest.approx(np.sum(e.w.V * e.w.wrench), rel=1e-6, abs=1e-5)


def energy_rate(model, state, vdot, h=1e-5):
    """d/dt of the kinetic energy along the motion with accelerations vdot, by central differences."""
    from linkwork.kernels.probe import moved

    T = []
    for s in (h, -h):
        q = np.zeros(model.nq)
        moved(model.ints, model.floats, state.q, s * state.v + 0.5 * s * s * vdot, q)
        T.append(lw.measure(model, lw.State(state.t, q, state.v + s * vdot), "energy.kinetic"))
    return (T[0] - T[1]) / (2 * h)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_floating_tree_moves_by_the_outer_forces_alone(seed):
    """Total force = rate of momentum, total torque about the origin = rate of angular momentum."""
    rng = np.random.default_rng(seed)
    m = random_tree(seed, n=6)
    m.remove("j0")
    m.add(lw.Free("j0", "ground", "b0", at=(0.1, 0.2, 0.3)))
    m.add(lw.AppliedForce("push", "b4", force=(3, -4, 5), torque=(1, 2, 3), axes="body"))
    m.add(lw.SpringDamper("inner", "b1", "b5", at_i=(1, 0, 0), at_j=(0, 2, 0), stiffness=30, damping=2, rest=0.3))
    model = lw.compile(m)
    state = random_state(model, rng, size=0.8)
    e = Evaluation(model, state)
    vdot = lw.accelerations(model, state).vdot
    A = transformed(e, vdot, np.zeros_like(e.w.V))[0] + e.w.A
    force, torque = np.zeros(3), np.zeros(3)
    rate, spin = np.zeros(3), np.zeros(3)
    for b in range(1, len(model.bodies) + 1):
        p, J = e.w.X_WB[b, 9:], e.w.I_W[b]
        omega, alpha = e.w.V[b, :3], A[b, :3]
        s, I = J[1:4], np.array([[J[4], J[7], J[8]], [J[7], J[5], J[9]], [J[8], J[9], J[6]]])
        F = J[0] * A[b, 3:] + np.cross(alpha, s) + np.cross(omega, np.cross(omega, s))
        N = I @ alpha + np.cross(omega, I @ omega) + np.cross(s, A[b, 3:])
        rate, spin = rate + F, spin + N + np.cross(p, F)
        force = force + e.w.wrench[b, 3:]
        torque = torque + e.w.wrench[b, :3] + np.cross(p, e.w.wrench[b, 3:])
    assert rate == pytest.approx(force, rel=1e-11, abs=1e-10)
    assert spin == pytest.approx(torque, rel=1e-11, abs=1e-10)
