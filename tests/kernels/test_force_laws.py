"""Force laws from random frames: effort times rate is power, momentum is balanced, bushings and beams have an energy."""

import numpy as np
import pytest

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.forces import beam, bushing, forces
from linkwork.kernels.forces.between_frames import law_given
from linkwork.kernels.forces.table import KINDS as NUMBERS
from linkwork.kernels.forces.table import law_wrench
from linkwork.kernels.rotations import inverse_jacobian, relative_quaternion, rotation_vector
from linkwork.numerics.dense_views import ragged
from linkwork.numerics.jit import kernel
from tests.rigs.poses import displaced, pose, random_rotation, skew
from tests.rigs.stage_buffers import Rig

SEEDS = range(4)
REST = 0.7  # m, of beams
BUSHING, BEAM = NUMBERS["bushing"], NUMBERS["beam"]
KINDS = pytest.mark.parametrize("kind", [BUSHING, BEAM], ids=["bushing", "beam"])
bushing_coordinates, beam_coordinates = bushing.coordinates, beam.coordinates


@kernel
def all_forces(ints, floats, work):
    forces(view_model(ints, floats), view_work(ints, work), 0.0)


@kernel
def wrench_of(ints, floats, work, wrench):
    m, w = view_model(ints, floats), view_work(ints, work)
    law_wrench(
        m.law_kind[0],
        ragged(m.law_const, m.law_start, 0),
        law_given(m, w, 0, 0.0),
        w.X_WF[0],
        w.X_WF[1],
        w.V_WF[0],
        w.V_WF[1],
        wrench,
    )


@kernel
def coordinates_of(kind, X_I, X_J, V_I, V_J, out):
    if kind == BEAM:
        x, theta, xdot, thetadot = beam_coordinates(REST, X_I, X_J, V_I, V_J)
    else:
        x, theta, xdot, thetadot = bushing_coordinates(X_I, X_J, V_I, V_J)
    for k in range(3):
        out[0, k] = x[k]
        out[0, 3 + k] = theta[k]
        out[1, k] = xdot[k]
        out[1, 3 + k] = thetadot[k]


@kernel
def log_of_rotation(X_I, X_J, out):
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    for k in range(3):
        out[k] = theta[k]


@kernel
def jacobian_times(theta, a, sign, out):
    b = inverse_jacobian((theta[0], theta[1], theta[2]), (a[0], a[1], a[2]), sign)
    for k in range(3):
        out[k] = b[k]


def random_bodies(rng, n_frame=4):
    """Two moving bodies and the ground, frames on them with their poses and twists."""
    X_WB = np.array([pose(random_rotation(rng), rng.normal(size=3)) for _ in range(3)])
    V = np.vstack((np.zeros(6), rng.normal(size=(2, 6))))
    body = np.array([1, 2, 0, 1])[:n_frame]
    X_WF = np.array([pose(random_rotation(rng), rng.normal(size=3)) for _ in body])
    V_WF = np.array(
        [
            np.concatenate((V[b, :3], V[b, 3:] + np.cross(V[b, :3], X[9:] - X_WB[b, 9:])))
            for b, X in zip(body, X_WF, strict=True)
        ]
    )
    mass, mc = rng.uniform(1, 2, 3), rng.normal(size=(3, 3))
    I_W = np.column_stack((mass, mc, np.zeros((3, 6))))
    model = {"frame_body": body, "gravity": np.zeros(3)}
    work = {"X_WB": X_WB, "V": V, "X_WF": X_WF, "V_WF": V_WF, "I_W": I_W, "wrench": np.full((3, 6), 99.0)}
    return model, work


def total(wrench, X_WB):
    """Sum of all wrenches about the world's origin: torque, force."""
    torque = sum(w[:3] + np.cross(X[9:], w[3:]) for w, X in zip(wrench, X_WB, strict=True))
    return np.concatenate((torque, wrench[:, 3:].sum(axis=0)))


def spring_gradient(work, i, j):
    """Value, rate and gradient of the distance between the origins of two frames."""
    (X_I, X_J), (b_I, b_J) = work["X_WF"][[i, j]], (1, 2)
    d = X_J[9:] - X_I[9:]
    length = np.linalg.norm(d)
    n = d / length
    arm_I, arm_J = X_I[9:] - work["X_WB"][b_I, 9:], X_J[9:] - work["X_WB"][b_J, 9:]
    G = np.concatenate((-np.cross(arm_I, n), -n, np.cross(arm_J, n), n))
    return length, G @ np.concatenate((work["V"][1], work["V"][2])), G


@pytest.mark.purepython
@pytest.mark.parametrize("seed", SEEDS)
def test_the_effort_of_a_spring_damper_times_its_rate_is_its_power(seed):
    rng = np.random.default_rng(seed)
    model, work = random_bodies(rng)
    value, rate, G = spring_gradient(work, 0, 1)
    k, c, rest, preload, extra = rng.uniform(1, 3, 5)
    model |= {
        "measure_frames": [[0, 1]],
        "effort_measure": [0],
        "effort_law": [[k, c, rest, preload]],
        "effort_expr": [0],
    }
    work |= {"measure_value": [value], "measure_rate": [rate], "measure_G": [G], "effort": [0.0], "tape_value": [extra]}
    rig = Rig(model, work)
    all_forces(*rig.buffers)
    assert rig.w.effort[0] == pytest.approx(-k * (value - rest) - c * rate + preload + extra)
    assert np.sum(rig.w.wrench * rig.w.V) == pytest.approx(rig.w.effort[0] * rate)
    assert total(rig.w.wrench, rig.w.X_WB) == pytest.approx(np.zeros(6), abs=1e-13)


def random_law(rng, damping=True):
    K, C = rng.normal(size=(2, 6, 6))
    return np.concatenate(((K @ K.T).ravel(), (C @ C.T).ravel() * damping, rng.normal(size=6) * damping, [REST]))


def one_law(kind, law):
    """Arrays of a model with one law between frames 0 and 1; a bushing does not use the undeformed length."""
    return {
        "law_kind": [kind], "law_frames": [[0, 1]], "law_start": [0, len(law)], "law_const": law,
        "law_z_start": [0, 0], "law_table_start": [0, 0],
    }  # fmt: skip


@pytest.mark.purepython
@pytest.mark.parametrize("seed", SEEDS)
@KINDS
def test_the_wrench_of_a_bushing_or_beam_is_conjugate_to_its_coordinates(kind, seed):
    rng = np.random.default_rng(seed)
    model, work = random_bodies(rng)
    law = random_law(rng)
    rig = Rig(model | one_law(kind, law), work | {"law_wrench": np.zeros((1, 6))})
    all_forces(*rig.buffers)
    out = np.zeros((2, 6))
    coordinates_of(kind, *rig.w.X_WF[:2], *rig.w.V_WF[:2], out)
    x, xdot = out
    K, C = law[:36].reshape(6, 6), law[36:72].reshape(6, 6)
    effort = -K @ x - C @ xdot + law[72:78]
    assert np.sum(rig.w.wrench * rig.w.V) == pytest.approx(effort @ xdot)
    assert total(rig.w.wrench, rig.w.X_WB) == pytest.approx(np.zeros(6), abs=1e-12)
    at_J = rig.w.law_wrench[0]
    arm = rig.w.X_WF[1, 9:] - rig.w.X_WB[2, 9:]
    assert rig.w.wrench[2] == pytest.approx(np.concatenate((at_J[:3] + np.cross(arm, at_J[3:]), at_J[3:])))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("angle", [0.0, 1e-7, 1e-3, 0.02, 0.099, 0.101, 1.0, 2.5, 3.1, np.pi - 1e-9])
@KINDS
def test_rates_of_the_six_coordinates_are_their_derivatives(kind, seed, angle):
    rng = np.random.default_rng(seed)
    X_I, X_J = frames_at_angle(rng, angle)
    V_I, V_J = rng.normal(size=(2, 6)).astype(complex)
    h = 1e-30
    out, moved = np.zeros((2, 2, 6), complex)
    coordinates_of(kind, X_I + 0j, X_J + 0j, V_I, V_J, out)
    along = [displaced(X, 1j * h * V[:3], 1j * h * V[3:]) for X, V in ((X_I, V_I), (X_J, V_J))]
    coordinates_of(kind, *along, V_I, V_J, moved)
    assert moved[0].imag / h == pytest.approx(out[1].real, rel=1e-9, abs=1e-11)


def frames_at_angle(rng, angle):
    n = rng.normal(size=3)
    S = skew(n / np.linalg.norm(n))
    R = random_rotation(rng)
    turned = R @ (np.eye(3) + np.sin(angle) * S + (1 - np.cos(angle)) * S @ S)
    return pose(R, rng.normal(size=3)), pose(turned, rng.normal(size=3))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("angle", [0.0, 1e-4, 0.5, 3.0])
@KINDS
def test_without_damping_the_wrench_derives_from_the_energy_half_x_K_x(kind, seed, angle):
    rng = np.random.default_rng(seed)
    X_I, X_J = frames_at_angle(rng, angle)
    law = random_law(rng, damping=False)
    K = law[:36].reshape(6, 6)
    rest, wrench, out, h = np.zeros(6, complex), np.zeros(6), np.zeros((2, 6), complex), 1e-30

    def energy(X):
        coordinates_of(kind, X_I + 0j, X, rest, rest, out)
        return 0.5 * out[0] @ K @ out[0]

    rig = Rig(one_law(kind, law), {"X_WF": [X_I, X_J], "V_WF": np.zeros((2, 6))})
    wrench_of(*rig.buffers, wrench)
    steps = np.eye(6) * 1j * h
    gradient = [energy(displaced(X_J, step[:3], step[3:])).imag / h for step in steps]
    assert wrench == pytest.approx(-np.array(gradient), rel=1e-9, abs=1e-11)


@pytest.mark.purepython
@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-2, 0.0200001, 1.5, 3.0, np.pi - 1e-12, np.pi])
def test_the_rotation_vector_is_right_up_to_a_half_turn(angle):
    n = np.array([2.0, -1.0, 2.0]) / 3
    S = skew(n)
    R = np.eye(3) + np.sin(angle) * S + (1 - np.cos(angle)) * S @ S
    out = np.zeros(3)
    log_of_rotation(pose(np.eye(3), np.zeros(3)), pose(R, np.zeros(3)), out)
    if angle > 3.14159:  # the sign of a half turn is free
        out *= np.sign(out @ n)
    assert out == pytest.approx(angle * n, abs=1e-14 + 3e-16 * angle)


@pytest.mark.purepython
def test_the_inverse_jacobian_and_its_transpose_belong_together():
    rng = np.random.default_rng(1)
    for size in (0.0, 0.05, 0.0999, 0.1001, 1.0, 3.0):
        theta = rng.normal(size=3)
        theta *= size / np.linalg.norm(theta)
        a, b, one, two = rng.normal(size=(4, 3))
        jacobian_times(theta, a, -1.0, one)
        jacobian_times(theta, b, 1.0, two)
        assert one @ b == pytest.approx(a @ two, rel=1e-13)


@pytest.mark.purepython
@pytest.mark.parametrize("axes", [-1, 3])
def test_an_applied_wrench_acts_at_its_frame_in_the_axes_asked_for(axes):
    rng = np.random.default_rng(5)
    model, work = random_bodies(rng)
    const, torque, force = rng.normal(size=6), 2.0, -3.0
    model |= {
        "applied_frame": [1], "applied_axes": [axes], "applied_const": [const], "applied_expr": [[0, -1, -1, -1, -1, 1]]
    }  # fmt: skip
    work |= {"applied_wrench": np.zeros((1, 6)), "tape_value": [torque, force]}
    rig = Rig(model, work)
    all_forces(*rig.buffers)
    R = np.eye(3) if axes < 0 else rig.w.X_WF[axes, :9].reshape(3, 3)
    T, F = R @ (const[:3] + [torque, 0, 0]), R @ (const[3:] + [0, 0, force])
    assert rig.w.applied_wrench[0] == pytest.approx(np.concatenate((T, F)))
    power = T @ rig.w.V_WF[1, :3] + F @ rig.w.V_WF[1, 3:]
    assert np.sum(rig.w.wrench * rig.w.V) == pytest.approx(power)
    assert not rig.w.wrench[:2].any()


@pytest.mark.purepython
def test_gravity_acts_at_the_mass_centre_and_not_on_the_ground():
    rng = np.random.default_rng(6)
    model, work = random_bodies(rng)
    g = np.array([1.0, -2.0, 9.0])
    rig = Rig(model | {"gravity": g}, work)
    all_forces(*rig.buffers)
    assert not rig.w.wrench[0].any()
    for b in (1, 2):
        mass, mc = rig.w.I_W[b, 0], rig.w.I_W[b, 1:4]
        assert rig.w.wrench[b] == pytest.approx(np.concatenate((np.cross(mc, g), mass * g)))


def test_forces_run_in_complex128():
    rng = np.random.default_rng(7)
    model, work = random_bodies(rng)
    law = random_law(rng)
    model |= one_law(BUSHING, law) | {"gravity": [0, 0, -9.81]}
    work |= {"law_wrench": np.zeros((1, 6))}
    real, step = Rig(model, work), Rig(model, work, np.complex128)
    step.m.law_const[0] += 1e-30j
    all_forces(*real.buffers)
    all_forces(*step.buffers)
    assert step.w.wrench.real == pytest.approx(real.w.wrench, rel=1e-14)
    R = real.w.X_WF[0, :9].reshape(3, 3)
    x = R.T @ (real.w.X_WF[1, 9:] - real.w.X_WF[0, 9:])
    assert step.w.wrench[2, 3:].imag / 1e-30 == pytest.approx(-x[0] * R[:, 0])
