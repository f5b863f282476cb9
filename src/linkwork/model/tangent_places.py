"""Components of positions and tangent vectors of a model: which belong to which, and the maps between them in NumPy.

Kernels have the same maps: kernels.rotations for one quaternion, kernels.charts for matrices at one state, and
differentiation.point.components for walks over the bodies.
"""

from __future__ import annotations

import numpy as np

from linkwork.kernels.joints import CHAINS
from linkwork.model.cache import once_per_model
from linkwork.model.model import Model


class TangentPlaces:
    """Components (nq) and tangent vectors (nv) of a model. Plain entries are the same in both; the four components of a
    quaternion have three tangent entries.

    A tangent vector x changes a quaternion p by C x = ½ p (0, x), and a change e of p has the tangent vector
    (4 / |p|²) C' e.
    """

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
        self._turns = [
            (slice(q[0], q[-1] + 1), slice(v[0], v[-1] + 1))
            for q, v in zip(self.turn_q.tolist(), self.turn_v.tolist(), strict=True)
        ]

    @classmethod
    def of(cls, model: Model) -> TangentPlaces:
        """Return the places of a model, cached with it."""
        return _places(model)

    def tangent_matrix(self, q: np.ndarray) -> np.ndarray:
        """Return the matrix (nv, nq) from changes of the components of q to tangent vectors."""
        out = np.zeros((self.nv, self.nq))
        out[self.plain_v, self.plain_q] = 1.0
        for of_q, of_v in self._turns:
            p = q[of_q]
            out[of_v, of_q] = 4.0 * half_products(p).T / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
        return out

    def component_cotangents(self, q: np.ndarray, g: np.ndarray) -> np.ndarray:
        """Return the cotangents (n, nq) of components, given those (n, nv) of tangent vectors at q (n, nq): 4 C g / |p|²."""
        out = np.zeros_like(q)
        out[:, self.plain_q] = g[:, self.plain_v]
        for of_q, of_v in self._turns:
            if g[:, of_v].any():
                p = q[:, of_q]
                share = 4.0 / (p * p).sum(axis=1, keepdims=True)
                out[:, of_q] = share * np.einsum("nij,nj->ni", half_products(p), g[:, of_v])
        return out

    def tangent_cotangents(self, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Return the cotangents (n, nv) of tangent vectors at one q, given those (n, nq) of its components: C' w."""
        out = np.zeros((len(w), self.nv))
        out[:, self.plain_v] = w[:, self.plain_q]
        for of_q, of_v in self._turns:
            out[:, of_v] = w[:, of_q] @ half_products(q[of_q])
        return out

    def component_tangents(self, q: np.ndarray, d: np.ndarray) -> np.ndarray:
        """Return the changes (nq, k) of the components of one q, given tangent vectors (nv, k): C d."""
        out = np.zeros((self.nq, d.shape[1]))
        out[self.plain_q] = d[self.plain_v]
        for of_q, of_v in self._turns:
            out[of_q] = half_products(q[of_q]) @ d[of_v]
        return out


def half_products(p: np.ndarray) -> np.ndarray:
    """Return C (…, 4, 3) of quaternions p (…, 4): C x = ½ p (0, x)."""
    w, x, y, z = np.moveaxis(p, -1, 0)
    rows = [[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]]
    return 0.5 * np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


@once_per_model
def _places(model: Model) -> TangentPlaces:
    return TangentPlaces(model)
