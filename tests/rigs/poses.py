"""Poses of frames as the kernels keep them, twelve numbers: the rotation row by row, then the origin."""

import numpy as np


def random_rotation(rng):
    """Uniform over rotations, by a random quaternion."""
    q = rng.normal(size=4)
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def pose(R, p):
    return np.concatenate((np.asarray(R).reshape(-1), np.asarray(p)))


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def displaced(X, turn, move):
    """A pose after a small displacement in world axes: R exp([turn]) to second order, p + move."""
    R = X[:9].reshape(3, 3)
    S = skew(turn)
    return pose((np.eye(3) + S + S @ S / 2) @ R, X[9:] + move)
