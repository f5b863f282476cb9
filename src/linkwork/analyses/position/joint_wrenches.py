"""The wrenches of all joints from what the bodies and the rows carry, at one state or at many."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from linkwork.kernels.reactions import cut_wrenches, joint_wrenches
from linkwork.model.cache import once_per_model
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model


class Acting(NamedTuple):
    """All springs, forces, drivers and couplers that act along joint coordinates."""

    joints: list[int]
    measures: list[int]  # the coordinate, one of the model's measures
    halves: list[int]  # of its gradient: that on body_j
    sources: list[int]  # effort, or -1 - row
    factors: list[float]


class JointWrenches:
    """A map from vdot and lam to every joint's wrench on its body_j at its frame J, world axes [torque; force].

    Arrays may have further axes in front, of states.
    """

    def __init__(self, model: Model):
        self.model = model
        topology, parts = model.structure.topology, model.numbers.parts
        self.joints = model.joints
        self.rows = row_ranges(model)
        self.bodies = [parts[name].body_j for name in self.joints]  # type: ignore[attr-defined]
        tree = {name: (b, topology.tree[b - 1].reverse) for name, b in topology.tree_of.items()}
        self.tree = [(k, *tree[name]) for k, name in enumerate(self.joints) if name in tree]
        self.cut = [k for k, name in enumerate(self.joints) if name not in tree and name in self.rows]
        self.cut_rows = np.array([self.rows[self.joints[k]] for k in self.cut], np.int64).reshape(-1, 2)
        placed = [model.placement.row(("joint", name, side)) for name in self.joints for side in "ij"]
        self.body_of = np.array([body for body, _ in placed], np.int64).reshape(-1, 2)  # (n_joint, 2) bodies of I and J
        self.place = np.array([row[9:].real for _, row in placed]).reshape(-1, 2, 3)  # in their bodies' frames
        self.turn = np.array([row[:9].real for _, row in placed]).reshape(-1, 2, 3, 3)  # their axes as columns

    @classmethod
    def of(cls, model: Model) -> JointWrenches:
        """Return the joint wrenches of a model, cached with it."""
        return _joint_wrenches(model)

    def origins(self, X_WB: np.ndarray) -> np.ndarray:
        """Return the origins of frames I and J, shape (…, n_joint, 2, 3), for poses of the bodies (…, n_body, 12)."""
        X = X_WB[..., self.body_of, :]
        return X[..., 9:] + np.einsum("...ksij,ksj->...ksi", X[..., :9].reshape(*X.shape[:-1], 3, 3), self.place)

    def axes(self, X_WB: np.ndarray) -> np.ndarray:
        """Return the axes of frames I and J as columns in world axes, shape (…, n_joint, 2, 3, 3)."""
        X = X_WB[..., self.body_of, :]
        return X[..., :9].reshape(*X.shape[:-1], 3, 3) @ self.turn

    @cached_property
    def acting(self) -> Acting:
        """All that acts along joint coordinates."""
        model, entries = self.model, []
        lowered, ranges = model.lowered, self.rows
        for k, name in enumerate(self.joints):
            for path, _, measure in model.signal_table.acting(name):
                part, j = path.partition(".")[0], lowered.measures[measure]
                half = 0 if measure.measure.swap else 1
                if part in lowered.efforts:
                    source, factor = lowered.efforts[part], 1.0
                else:
                    a, r = lowered.arrays, ranges[part][0]
                    terms = range(int(a["row_start"][r]), int(a["row_start"][r + 1]))
                    source = -1 - r
                    factor = float(sum(np.real(a["term_coef"][t]) for t in terms if a["term_measure"][t] == j))
                entries.append((k, j, half, source, factor))
        return (
            Acting(*(list(column) for column in zip(*entries, strict=True))) if entries else Acting([], [], [], [], [])
        )

    def totals(
        self,
        wrenches: np.ndarray,
        X_WB: np.ndarray,
        origins: np.ndarray,
        gradients: np.ndarray,
        effort: np.ndarray,
        lam: np.ndarray,
    ) -> np.ndarray:
        """Return the joints' wrenches including the efforts of springs, forces, drivers and couplers along their
        coordinates, shape (…, n_joint, 6).

        `gradients` (…, n_acting, 12) are those of `acting.measures`; lam is zero in rows that are switched off.
        """
        out = wrenches.copy()
        for i, (k, _, half, source, factor) in enumerate(zip(*self.acting, strict=True)):
            along = effort[..., source] if source >= 0 else -factor * lam[..., -1 - source]
            G = gradients[..., i, 6 * half : 6 * half + 6]
            arm = X_WB[..., self.body_of[k, 1], 9:] - origins[..., k, 1, :]
            out[..., k, :3] += along[..., None] * (G[..., :3] + _cross(arm, G[..., 3:]))
            out[..., k, 3:] += along[..., None] * G[..., 3:]
        return out

    def compute(
        self, e: Evaluation, vdot: np.ndarray, lam: np.ndarray, origins: np.ndarray, motion: int = 1
    ) -> np.ndarray:
        """Return the joints' wrenches, shape (n_joint, 6), complex for a complex model; with motion = 0, those of the
        multipliers alone."""
        model, dtype = self.model, e.model.dtype
        F, tau = np.zeros((len(model.bodies) + 1, 6), dtype), np.zeros(model.nv, dtype)
        joint_wrenches(model.ints, model.floats, e.work, vdot, lam, motion, F, tau)
        cut = np.zeros((len(self.cut), 6), dtype)
        for c, (first, last) in enumerate(self.cut_rows):
            cut_wrenches(model.ints, model.floats, e.work, lam, first, last, cut[c])
        return self.joined(F, cut, origins)

    def joined(self, tree: np.ndarray, cut: np.ndarray, origins: np.ndarray) -> np.ndarray:
        """Return the wrenches of all joints from those on bodies by tree joints (…, n_body, 6), at the bodies' origins, and
        those of cut joints."""
        out = np.zeros((*tree.shape[:-2], len(self.joints), 6), tree.dtype)
        for k, b, reverse in self.tree:
            F = tree[..., b, :]
            out[..., k, :] = -F if reverse else F
            if reverse:
                out[..., k, :3] -= _cross(origins[..., k, 0, :] - origins[..., k, 1, :], F[..., 3:])
        if self.cut:
            out[..., self.cut, :] = cut
        return out


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return cross products along the last axis."""
    ahead, behind = [1, 2, 0], [2, 0, 1]
    return a[..., ahead] * b[..., behind] - a[..., behind] * b[..., ahead]


@once_per_model
def _joint_wrenches(model: Model) -> JointWrenches:
    return JointWrenches(model)
