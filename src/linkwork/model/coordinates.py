"""Arithmetic with positions: weights, q ⊕ dq, q ⊖ q*, the names of coordinates."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from linkwork.kernels.joints import CHAINS
from linkwork.kernels.probe import moved, position_rates
from linkwork.model.cache import once_per_model, once_per_structure
from linkwork.model.model import Model


class Coordinates:
    """The positions of one model as a space with a metric: weight 1 for radians, 1/L² for metres."""

    def __init__(self, model: Model):
        self.model = model
        self.turns, self._plain, self._turning = _places(model)
        self.root_weight = np.where(self.turns, 1.0, 1.0 / model.length)  # W^½

    @classmethod
    def of(cls, model: Model) -> Coordinates:
        """Return the coordinates of a model, cached with it."""
        return _coordinates(model)

    def moved(self, q: np.ndarray, dq: np.ndarray) -> np.ndarray:
        """Return q ⊕ dq."""
        out = np.empty_like(q)
        moved(self.model.ints, self.model.floats, q, dq, out)
        return out

    def rates(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return N(q) v."""
        out = np.empty_like(q)
        position_rates(self.model.ints, self.model.floats, q, v, out)
        return out

    def difference(self, q: np.ndarray, origin: np.ndarray) -> np.ndarray:
        """Return d with q = origin ⊕ d; for rotations the vector in body axes, the short way round."""
        d = np.zeros(self.model.nv)
        at_q, at_v = self._plain
        d[at_v] = q[at_q] - origin[at_q]
        first_q, first_v = self._turning
        if first_q.size:
            span = first_q[:, None] + np.arange(4)
            d[first_v[:, None] + np.arange(3)] = _rotation_vectors(origin[span], q[span])
        return d

    @cached_property
    def _names(self) -> tuple[str, ...]:
        names: list[str] = []
        for tree in self.model.structure.topology.tree:
            chain = CHAINS[tree.motion]
            words = chain.coordinate_words(tree.reverse)
            if tree.joint is not None and len(words) == chain.nv and None not in words:
                names += [f"{tree.joint}.{word}" for word in words]
            else:
                names += [
                    _body_name(tree.body, word) if tree.joint is None else f"{tree.joint} {word}"
                    for word in chain.velocity_words
                ]
        return tuple(names)

    def names(self) -> list[str]:
        """Return a name for every velocity: `A.angle`, `B rotation x`, `crank.position.x`; a name with a blank is not
        a signal."""
        return list(self._names)


def _body_name(body: str, word: str) -> str:
    if word in ("x", "y", "z"):
        return f"{body}.position.{word}"
    return f"{body}.{word}" if word == "angle" else f"{body} {word}"


def _rotation_vectors(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the rotation vectors of a⁻¹ b for quaternions (k, 4)."""
    a, b = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (a, b))
    w = np.sum(a * b, axis=1)
    u = a[:, :1] * b[:, 1:] - b[:, :1] * a[:, 1:] - np.cross(a[:, 1:], b[:, 1:])
    u, w = np.where(w[:, None] < 0, -u, u), np.abs(w)
    s = np.linalg.norm(u, axis=1)
    angle = 2.0 * np.arctan2(s, w)
    factor = np.where(s > 1e-12, angle / np.where(s > 1e-12, s, 1.0), 2.0)
    return u * factor[:, None]


@once_per_model
def _coordinates(model: Model) -> Coordinates:
    return Coordinates(model)


Places = tuple[np.ndarray, np.ndarray]  # in q and in v


@once_per_structure
def _places(model: Model) -> tuple[np.ndarray, Places, Places]:
    """Return which velocities are rotations, whose long steps along the tangent leave the true path; the places of
    coordinates that move along straight lines; and those at which quaternions begin."""
    a, turns = model.lowered.arrays, np.ones(model.nv, bool)
    plain_q, plain_v, turning_q, turning_v = [], [], [], []
    for kind, j, k in zip(a["joint_type"].tolist(), a["q_start"].tolist(), a["v_start"].tolist()):
        chain = CHAINS[kind]
        turns[[k + i for i in chain.lengths]] = False
        n = chain.plain
        plain_q += range(j, j + n)
        plain_v += range(k, k + n)
        if chain.has_quaternion:
            turning_q.append(j + n)
            turning_v.append(k + n)
    plain = np.array(plain_q, np.int64), np.array(plain_v, np.int64)
    return turns, plain, (np.array(turning_q, np.int64), np.array(turning_v, np.int64))
