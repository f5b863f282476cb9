"""Buffers for testing one stage of the kernels alone: only the fields a test names are filled."""

import numpy as np

from linkwork.kernels.arrays import COLUMNS, HEADER, INTS, Model, Work, python_model, python_work
from linkwork.numerics.views import pack


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
    return np.zeros((0, COLUMNS[name]) if name in COLUMNS else 0, kind) if value is None else np.asarray(value, kind)
