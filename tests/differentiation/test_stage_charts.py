"""Changes of quaternions at the stages of a Radau step: against the same equations in plain numbers."""

import numpy as np
import pytest

from linkwork.differentiation.stage_charts import stage_turns
from linkwork.differentiation.steps.radau_linear import collocation


def product(a, b):
    w, v = a[0] * b[0] - a[1:] @ b[1:], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.concatenate(([w], v))


def matrix(function, size):
    return np.array([function(unit) for unit in np.eye(size)]).T


@pytest.mark.parametrize(("s", "h"), [(3, 0.01), (5, 2.0)])
def test_changes_solve_the_equations_of_the_stages(s, h):
    rng = np.random.default_rng(s)
    nq, Y = (
        6,
        rng.standard_normal((s, 6 + 5)),
    )  # a position, a quaternion, another position; velocities, three of them angular
    turn_q, turn_v = np.array([[1, 2, 3, 4]]), np.array([[1, 2, 3]])
    AI = collocation(s).AI / h
    H, HN, T, by_start, seen, weights = (
        np.zeros(shape) for shape in ((1, 4 * s, 4 * s), (1, 4 * s, 3 * s), (1, s, 3, 4), (1, 4 * s, 7), (1, 3 * s, 7), (9, s, s))
    )  # fmt: skip
    scratch = np.zeros((s, 2 * s, 4)), np.zeros((s, 4, 7)), np.zeros((2, 4))
    stage_turns(Y, nq, turn_q, turn_v, AI, H, HN, T, by_start, seen, weights, *scratch)
    E, Q, N, tangents = np.kron(AI, np.eye(4)), np.zeros((4 * s, 4)), np.zeros((4 * s, 3)), np.zeros((3 * s, 4 * s))
    for i in range(s):
        p, w, rows = Y[i, 1:5], Y[i, nq + 1 : nq + 4], slice(4 * i, 4 * i + 4)
        Q[rows] = matrix(lambda e, w=w: 0.5 * product(e, np.concatenate(([0.0], w))), 4)
        N[rows] = matrix(lambda d, p=p: 0.5 * product(p, np.concatenate(([0.0], d))), 3)
        E[rows, rows] -= Q[rows]
        back = p * (1, -1, -1, -1) / (p @ p)
        tangents[3 * i : 3 * i + 3, rows] = matrix(lambda e, back=back: 2 * product(back, e)[1:], 4)
    inverse = np.linalg.inv(E)
    expected = inverse @ np.hstack((Q, N))
    by_w = np.zeros((4 * s, 3 * s))
    for j in range(s):
        by_w[:, 3 * j : 3 * j + 3] = inverse[:, 4 * j : 4 * j + 4] @ N[4 * j : 4 * j + 4]
    start = np.tile(np.eye(4, 7), (s, 1))
    size = np.abs(inverse).max()
    for result, wanted in (
        (H[0], inverse), (HN[0], by_w), (by_start[0], expected), (seen[0], tangents @ (start + expected)),
        (weights.reshape(3, 3, s, s).transpose(2, 0, 3, 1).reshape(3 * s, 3 * s), tangents @ by_w),
    ):  # fmt: skip
        np.testing.assert_allclose(result, wanted, rtol=0, atol=1e-13 * max(1.0, size) * max(1.0, np.abs(wanted).max()))
