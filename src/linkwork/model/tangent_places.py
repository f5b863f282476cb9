"""Which components of positions belong to which of tangent vectors (kernels.charts goes from one to the other)."""

from __future__ import annotations

import numpy as np

from linkwork.kernels.joints import CHAINS
from linkwork.model.model import Model


class TangentPlaces:
    """Components (nq) and tangent vectors (nv) of a model: plain ones are the same in both, a quaternion's four turn by
    three."""

    def __init__(self, model: Model):
        a = model.lowered.arrays
        self.nq, self.nv = model.nq, model.nv
        plain_q, plain_v, turn_q, turn_v = [], [], [], []
        for b in range(1, a["parent"].size):
            chain, j, k = CHAINS[a["joint_type"][b]], int(a["q_start"][b]), int(a["v_start"][b])
            plain = chain.plain
            plain_q += range(j, j + plain)
            plain_v += range(k, k + plain)
            if chain.has_quaternion:
                turn_q.append(range(j + plain, j + plain + 4))
                turn_v.append(range(k + plain, k + plain + 3))
        self.plain_q, self.plain_v = np.array(plain_q, int), np.array(plain_v, int)
        self.turn_q, self.turn_v = np.array(turn_q, int).reshape(-1, 4), np.array(turn_v, int).reshape(-1, 3)
