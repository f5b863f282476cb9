"""Plain components of positions and tangent vectors, for arrays of states and directions at once.

A quaternion p moves along a tangent vector x by p (0, x) / 2; its B(p) are the columns of p (0, x), orthogonal and as long as p.
"""

from __future__ import annotations

import numpy as np

from linkwork.kernels import arrays as K
from linkwork.model.model import Model


class TangentMaps:
    """Between components (nq) and tangent vectors (nv) of a model; other coordinates are the same in both."""

    def __init__(self, model: Model):
        a = model.lowered.arrays
        self.nq, self.nv = model.nq, model.nv
        plain_q, plain_v, turn_q, turn_v = [], [], [], []
        for b in range(1, a["parent"].size):
            kind, j, k = int(a["joint_type"][b]), int(a["q_start"][b]), int(a["v_start"][b])
            turns = kind in (K.FREE, K.SPHERICAL)
            plain = K.JOINT_NV[kind] - 3 if turns else K.JOINT_NV[kind]
            plain_q += range(j, j + plain)
            plain_v += range(k, k + plain)
            if turns:
                turn_q.append(range(j + plain, j + plain + 4))
                turn_v.append(range(k + plain, k + plain + 3))
        self.plain_q, self.plain_v = np.array(plain_q, int), np.array(plain_v, int)
        self.turn_q, self.turn_v = np.array(turn_q, int).reshape(-1, 4), np.array(turn_v, int).reshape(-1, 3)

    def B(self, q: np.ndarray) -> np.ndarray:
        """(…, quaternions, 4, 3)."""
        w, x, y, z = np.moveaxis(q[..., self.turn_q], -1, 0)
        rows = ((-x, -y, -z), (w, -z, y), (z, w, -x), (-y, x, w))
        return np.stack([np.stack(row, -1) for row in rows], -2)

    def components(self, q: np.ndarray, X: np.ndarray) -> np.ndarray:
        """(…, nq, k) changes of components along tangent vectors X (…, nv, k) at q (…, nq)."""
        E = np.zeros((*X.shape[:-2], self.nq, X.shape[-1]))
        E[..., self.plain_q, :] = X[..., self.plain_v, :]
        if self.turn_q.size:
            E[..., self.turn_q, :] = 0.5 * self.B(q) @ X[..., self.turn_v, :]
        return E

    def tangents(self, q: np.ndarray, E: np.ndarray) -> np.ndarray:
        """(…, nv, k) tangent vectors of changes E (…, nq, k) of components; along them quaternions keep their lengths."""
        X = np.zeros((*E.shape[:-2], self.nv, E.shape[-1]))
        X[..., self.plain_v, :] = E[..., self.plain_q, :]
        if self.turn_q.size:
            B = self.B(q)
            square = (q[..., self.turn_q] ** 2).sum(-1)[..., None, None]
            X[..., self.turn_v, :] = 2.0 / square * (np.swapaxes(B, -1, -2) @ E[..., self.turn_q, :])
        return X

    def components_against(self, q: np.ndarray, X: np.ndarray) -> np.ndarray:
        """The transposed of `tangents`: cotangents of components from those of tangent vectors."""
        E = np.zeros((*X.shape[:-2], self.nq, X.shape[-1]))
        E[..., self.plain_q, :] = X[..., self.plain_v, :]
        if self.turn_q.size:
            square = (q[..., self.turn_q] ** 2).sum(-1)[..., None, None]
            E[..., self.turn_q, :] = 2.0 / square * (self.B(q) @ X[..., self.turn_v, :])
        return E

    def tangents_against(self, q: np.ndarray, E: np.ndarray) -> np.ndarray:
        """The transposed of `components`: cotangents of tangent vectors from those of components."""
        X = np.zeros((*E.shape[:-2], self.nv, E.shape[-1]))
        X[..., self.plain_v, :] = E[..., self.plain_q, :]
        if self.turn_q.size:
            X[..., self.turn_v, :] = 0.5 * np.swapaxes(self.B(q), -1, -2) @ E[..., self.turn_q, :]
        return X

    def component_matrix(self, q: np.ndarray) -> np.ndarray:
        """`components` as matrices (…, nq, nv); N(q) of qdot = N(q) v."""
        return self.components(q, np.broadcast_to(np.eye(self.nv), (*q.shape[:-1], self.nv, self.nv)))

    def tangent_matrix(self, q: np.ndarray) -> np.ndarray:
        """`tangents` as matrices (…, nv, nq)."""
        return self.tangents(q, np.broadcast_to(np.eye(self.nq), (*q.shape[:-1], self.nq, self.nq)))

    def turning_matrix(self, v: np.ndarray) -> np.ndarray:
        """(…, nq, nq) how N(q) v changes with q at constant v (…, nv): e -> e (0, omega) / 2 for quaternions."""
        x, y, z = 0.5 * np.moveaxis(v[..., self.turn_v], -1, 0)
        zero = np.zeros_like(x)
        rows = ((zero, -x, -y, -z), (x, zero, z, -y), (y, -z, zero, x), (z, y, -x, zero))
        out = np.zeros((*v.shape[:-1], self.nq, self.nq))
        out[..., self.turn_q[:, :, None], self.turn_q[:, None, :]] = np.stack([np.stack(row, -1) for row in rows], -2)
        return out

    def turned(self, x: np.ndarray) -> np.ndarray:
        """(nv, nv) R': what a tangent vector at q is at q ⊕ x."""
        return self._blocks(x, lambda r: _rotation(-r))

    def gained(self, x: np.ndarray) -> np.ndarray:
        """(nv, nv) J: what a change of x is at q ⊕ x."""
        return self._blocks(x, _gain)

    def _blocks(self, x: np.ndarray, block) -> np.ndarray:
        out = np.eye(self.nv)
        for v in self.turn_v:
            out[np.ix_(v, v)] = block(x[v])
        return out


def _cross(x: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])


def _rotation(x: np.ndarray) -> np.ndarray:
    """exp [x]."""
    s = np.sqrt(x @ x)
    c, half = _cross(x), np.sinc(s / (2 * np.pi))
    return np.eye(3) + np.sinc(s / np.pi) * c + 0.5 * half * half * c @ c


def _gain(x: np.ndarray) -> np.ndarray:
    """1 - (1 - cos s)/s² [x] + (s - sin s)/s³ [x]², s = |x|."""
    square = x @ x
    s, c, half = np.sqrt(square), _cross(x), np.sinc(np.sqrt(square) / (2 * np.pi))
    cubic = (1.0 - square / 20.0 * (1.0 - square / 42.0)) / 6.0 if s < 1e-2 else (s - np.sin(s)) / (square * s)
    return np.eye(3) - 0.5 * half * half * c + cubic * c @ c
