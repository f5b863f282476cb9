"""Buffers for testing one stage of the kernels alone: only the fields a test names are filled."""

import numpy as np

from linkwork.kernels.arrays import COLUMNS, HEADER, INTS, Model, Work, python_model, python_work
from linkwork.numerics.views import pack, shape_of


class Rig:
    """A model and a workspace of a scalar type, from the fields given; all others are empty."""

    def __init__(self, model, work, dtype=np.float64):
        fields = {name: _field(name, model.get(name), dtype) for name in Model._fields}
        self.ints, floats = pack(HEADER, fields, INTS)
        self.floats = floats.astype(dtype)
        at, offsets, parts = 0, [], [np.zeros(0)]
        for name in Work._fields:
            flat = _field(name, work.get(name), dtype).reshape(-1)
            offsets += [at, at + flat.size]
            at += flat.size
            parts.append(flat)
        self.ints[2 * len(Model._fields) : HEADER] = offsets
        self.work = np.concatenate(parts).astype(dtype)
        self.m, self.w = python_model(self.ints, self.floats), python_work(self.ints, self.work)
        self.buffers = (self.ints, self.floats, self.work)


def _field(name, value, dtype):
    kind = np.int64 if name in INTS else dtype
    return np.zeros(shape_of(COLUMNS, name, 0), kind) if value is None else np.asarray(value, kind)


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
