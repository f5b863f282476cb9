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

    def by_components(self, q: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Matrices (…, rows, nv) by tangent vectors, seen by components, (…, rows, nq), at q (…, nq)."""
        return np.swapaxes(self.components_against(q, np.swapaxes(A, -1, -2)), -1, -2)

    def at(self, q: np.ndarray) -> MapsAt:
        """The maps at one position, for many calls."""
        return MapsAt(self, q)

    def rates_at(self, q: np.ndarray, v: np.ndarray) -> RatesAt:
        """Derivatives of qdot = N(q) v at some states."""
        return RatesAt(self, q, v)


class MapsAt:
    """`TangentMaps` at one position q of unit quaternions; arrays (rows, k)."""

    def __init__(self, maps: TangentMaps, q: np.ndarray):
        self.maps, self.B = maps, maps.B(q)
        self.transposed = np.swapaxes(self.B, -1, -2)

    def _to_v(self, E: np.ndarray, factor: float) -> np.ndarray:
        maps, X = self.maps, np.empty((self.maps.nv, E.shape[1]), E.dtype)
        X[maps.plain_v] = E[maps.plain_q]
        X[maps.turn_v] = factor * (self.transposed @ E[maps.turn_q])
        return X

    def _to_q(self, X: np.ndarray, factor: float) -> np.ndarray:
        maps, E = self.maps, np.empty((self.maps.nq, X.shape[1]), X.dtype)
        E[maps.plain_q] = X[maps.plain_v]
        E[maps.turn_q] = factor * (self.B @ X[maps.turn_v])
        return E

    def tangents(self, E: np.ndarray) -> np.ndarray:
        return self._to_v(E, 2.0)

    def components(self, X: np.ndarray) -> np.ndarray:
        return self._to_q(X, 0.5)

    def tangents_against(self, X: np.ndarray) -> np.ndarray:
        return self._to_q(X, 2.0)

    def components_against(self, E: np.ndarray) -> np.ndarray:
        return self._to_v(E, 0.5)


class RatesAt:
    """How qdot = N(q) v changes with components of q and with v, at states (s, …); arrays (s, rows, k)."""

    def __init__(self, maps: TangentMaps, q: np.ndarray, v: np.ndarray):
        self.maps, self.half = maps, 0.5 * maps.B(q)
        x, y, z = 0.5 * np.moveaxis(v[..., maps.turn_v], -1, 0)
        zero = np.zeros_like(x)
        rows = ((zero, -x, -y, -z), (x, zero, z, -y), (y, -z, zero, x), (z, y, -x, zero))
        self.turning = np.stack([np.stack(row, -1) for row in rows], -2)  # e -> e (0, omega) / 2

    def along(self, dq: np.ndarray, dv: np.ndarray) -> np.ndarray:
        maps, out = self.maps, np.empty_like(dq)
        out[:, maps.plain_q] = dv[:, maps.plain_v]
        out[:, maps.turn_q] = self.half @ dv[:, maps.turn_v] + self.turning @ dq[:, maps.turn_q]
        return out

    def against(self, L: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        maps = self.maps
        by_q, by_v = np.zeros_like(L), np.empty((L.shape[0], maps.nv, L.shape[2]))
        turned = L[:, maps.turn_q]
        by_q[:, maps.turn_q] = np.swapaxes(self.turning, -1, -2) @ turned
        by_v[:, maps.plain_v] = L[:, maps.plain_q]
        by_v[:, maps.turn_v] = np.swapaxes(self.half, -1, -2) @ turned
        return by_q, by_v
