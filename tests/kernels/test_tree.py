"""Positions, motion subspaces, tangent displacements and coordinate rates of every tree joint."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.kernels.probe import moved, position_rates
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import off
from tests.rigs.complex_models import STEP, ComplexModel
from tests.rigs.joint_mechanisms import TREE, joint
from tests.rigs.random_parts import body, point
from tests.rigs.random_trees import random_tree


def one_joint(kind, swapped=False):
    """A body on a moving body on the ground, by the joint and a free joint."""
    rng = np.random.default_rng(TREE.index(kind))
    m = lw.Mechanism(kind)
    m.add(body(rng, "a"), body(rng, "b"), lw.Free("F", "ground", "a", at=point(rng)))
    return lw.compile(m.add(joint(rng, kind, *("ba" if swapped else "ab"))))


def displaced(model, q, dq):
    out = np.zeros(model.nq)
    moved(model.ints, model.floats, q, dq, out)
    return out


def any_state(model, seed=0):
    rng = np.random.default_rng(seed)
    q = displaced(model, model.design_state().q, rng.normal(size=model.nv))
    return q, rng.normal(size=model.nv)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("kind", TREE)
def test_the_motion_subspace_is_the_derivative_of_the_pose(kind, swapped):
    """dR R' = [S angular] and dp = S linear of every freedom, for the body and all it carries."""
    model = one_joint(kind, swapped)
    q, v = any_state(model)
    stepped = ComplexModel(model)
    X = Evaluation(model, lw.State(0, q, v)).w.X_WB
    for k, unit in enumerate(np.eye(model.nv)):
        V = Evaluation(model, lw.State(0, q, unit)).w.V
        dX = stepped.at(0.0, q, v, unit).X_WB.imag / STEP
        for b in (1, 2):
            spin = dX[b, :9].reshape(3, 3) @ X[b, :9].reshape(3, 3).T
            turn = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
            assert off(spin, -spin.T) < 1e-14, k
            assert off(turn, V[b, :3]) < 1e-14, k
            assert off(dX[b, 9:], V[b, 3:]) < 1e-14, k


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("kind", TREE)
def test_the_bias_is_the_rate_of_the_twist_at_constant_v(kind, swapped):
    model = one_joint(kind, swapped)
    q, v = any_state(model, 1)
    bias = Evaluation(model, lw.State(0, q, v)).w.A
    assert off(ComplexModel(model).at(0.0, q, v, v).V.imag / STEP, bias) < 1e-13


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_tree_moves_as_its_twists_say(seed):
    model = lw.compile(random_tree(seed, n=10))
    q, v = any_state(model, seed)
    w = ComplexModel(model).at(0.0, q, v, v)
    e = Evaluation(model, lw.State(0, q, v))
    assert off(w.X_WB[:, 9:].imag / STEP, e.w.V[:, 3:]) < 1e-13
    assert off(w.V.imag / STEP, e.w.A) < 1e-13


numbers = st.floats(-3, 3, allow_nan=False)
vectors = st.lists(numbers, min_size=9, max_size=9).map(np.array)
quaternions = st.lists(st.floats(-1, 1), min_size=4, max_size=4).map(np.array).filter(lambda x: np.linalg.norm(x) > 0.1)


@pytest.fixture(scope="module")
def ball():
    """A spherical joint on a free body: nq = 11, nv = 9."""
    m = lw.Mechanism("ball").add(
        lw.Body("a", mass=1, com=(0, 0, 0), inertia=(1, 1, 1)), lw.Body("b", mass=1, com=(1, 0, 0), inertia=(1, 1, 1)),
        lw.Free("F", "ground", "a"), lw.Spherical("S", "a", "b", at=(0.5, 0, 0)),
    )  # fmt: skip
    return lw.compile(m)


def at(ball, Q, R):
    q = np.array([0.1, -0.2, 0.3, *(Q / np.linalg.norm(Q)), *(R / np.linalg.norm(R))])
    assert q.size == ball.nq
    return q


@pytest.mark.purepython
@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, d=vectors)
def test_displacements_keep_the_norm_of_quaternions(ball, Q, R, d):
    q = displaced(ball, at(ball, Q, R), d)
    assert np.linalg.norm(q[3:7]) == pytest.approx(1, abs=1e-15)
    assert np.linalg.norm(q[7:]) == pytest.approx(1, abs=1e-15)


@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, d=vectors, s=st.floats(-1, 1))
def test_displacements_along_one_direction_add_up(ball, Q, R, d, s):
    q = at(ball, Q, R)
    twice = displaced(ball, displaced(ball, q, d), s * d)
    assert twice == pytest.approx(displaced(ball, q, (1 + s) * d), abs=1e-13)


@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, d=vectors)
def test_a_displacement_is_undone_by_its_opposite(ball, Q, R, d):
    q = at(ball, Q, R)
    assert displaced(ball, displaced(ball, q, d), -d) == pytest.approx(q, abs=1e-14)


@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, v=vectors)
def test_small_displacements_are_the_coordinate_rates(ball, Q, R, v):
    """d/ds (q ⊕ s v) = N(q) v."""
    q = at(ball, Q, R)
    stepped = ComplexModel(ball).model
    out, rates = np.zeros(ball.nq, complex), np.zeros(ball.nq)
    moved(stepped.ints, stepped.floats, q.astype(complex), 1j * STEP * v, out)
    position_rates(ball.ints, ball.floats, q, v, rates)
    assert out.imag / STEP == pytest.approx(rates, abs=1e-14)


@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, d=vectors)
def test_a_displacement_turns_by_its_rotation_vector(ball, Q, R, d):
    """The rotation of J' after q ⊕ d is R exp([d]), omega being in J'."""
    q = at(ball, Q, R)
    before, after = (
        Evaluation(ball, lw.State(0, x, np.zeros(9))).w.X_WB[1, :9].reshape(3, 3) for x in (q, displaced(ball, q, d))
    )
    a = d[3:6]
    S = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    phi = np.linalg.norm(a)
    exp = np.eye(3) + np.sinc(phi / np.pi) * S + 0.5 * np.sinc(phi / 2 / np.pi) ** 2 * S @ S
    assert before.T @ after == pytest.approx(exp, abs=1e-14)


@settings(max_examples=60)
@given(Q=quaternions, R=quaternions, size=st.floats(0.5, 2))
def test_poses_are_rotations_whatever_the_quaternions_norm(ball, Q, R, size):
    q = at(ball, Q, R)
    q[3:7] *= size
    for row in Evaluation(ball, lw.State(0, q, np.zeros(9))).w.X_WB[1:]:
        X = row[:9].reshape(3, 3)
        assert X @ X.T == pytest.approx(np.eye(3), abs=1e-14)
        assert np.linalg.det(X) == pytest.approx(1, abs=1e-14)
