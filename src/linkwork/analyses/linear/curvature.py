"""Derivatives of the rates of measures with respect to positions and speeds, which a linear model about a motion needs
for states that are not coordinates.

In Cartesian coordinates a measure depends on two bodies, so that bodies without a common measure share one complex
step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from linkwork.analyses.linear.directional import Directional
from linkwork.analyses.linear.sparse_jacobians import independent_groups
from linkwork.analyses.position.measure import Sample
from linkwork.model.cache import Slot
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf

Read = Callable[[Sample], np.ndarray]
Groups = list[tuple[np.ndarray, np.ndarray, np.ndarray]]
PROBE: Slot[tuple[MeasureOf, ...], Probe] = Slot("what reads the measures with curvature asked for last", limit=1)
GROUPS: Slot[tuple[MeasureOf, ...], Groups] = Slot("bodies without a common measure, of those measures", limit=1)


class Curvature:
    """Derivatives of the rates of measures, and of their second rates at constant vdot, along tangents."""

    def __init__(self, there: Directional, measures: Sequence[MeasureOf]):
        own = there.base.model.lowered.coordinates
        self.there, self.count = there, len(measures)
        self.curved = [k for k, measure in enumerate(measures) if measure not in own]  # entries of v have no curvature
        self.moving = bool(there.place.v.any())
        if self.curved:
            model, curved = there.model, tuple(measures[k] for k in self.curved)
            self.probe = model.cache.get(PROBE, curved, lambda: Probe(model, curved))
            self.shared = there.base.model.coordinates == "cartesian"
            self.groups = self._groups() if self.shared else []

    def of_rates(self, dq: np.ndarray) -> np.ndarray:
        """Return the derivatives of rates with respect to positions, shape (k, n); zero if nothing moves."""
        out = np.zeros((self.count, dq.shape[1]))
        if self.curved and self.moving:
            out[self.curved] = self._tangents(lambda sample: self.probe.read(sample.e)[:, 1], q=dq)
        return out

    def of_second_rates(self, dq: np.ndarray, dv: np.ndarray) -> np.ndarray:
        """Return the derivatives of second rates with respect to positions and speeds, shape (k, n)."""
        out = np.zeros((self.count, dq.shape[1]))
        if self.curved:
            parts = {"q": dq, "v": dv} if self.moving else {"q": dq}
            out[self.curved] = self._tangents(self._second, **parts)
        return out

    def _second(self, sample: Sample) -> np.ndarray:
        return self.probe.accelerations(sample.e, self.probe.read(sample.e), sample.motion[0])

    def _tangents(self, read: Read, **parts: np.ndarray) -> np.ndarray:
        if self.shared:
            total: np.ndarray = sum(self._matrix(read, word) @ part for word, part in parts.items())  # type: ignore[assignment]
            return total
        there, n = self.there, parts["q"].shape[1]
        columns = [
            there.tangent(read, there.change(**{word: part[:, k] for word, part in parts.items()})) for k in range(n)
        ]
        return np.array(columns).reshape(n, -1).T

    # few complex steps for all tangents

    def _groups(self) -> Groups:
        """Return the bodies in groups without a common measure: (bodies, measures that depend on one of them, that
        body)."""
        model = self.there.base.model
        return model.cache.get(GROUPS, self.probe.measures, lambda: self._new_groups(model))

    def _new_groups(self, model: Model) -> Groups:
        ends = self.probe.body[self.probe.frames]
        row, half = np.nonzero(ends)
        at = (row, ends[row, half] - 1)
        pattern = sparse.csr_array((np.ones(row.size), at), shape=(len(ends), len(model.bodies)))
        by_body, groups = pattern.tocsc(), []
        for group in independent_groups(pattern):
            on = [by_body.indices[by_body.indptr[b] : by_body.indptr[b + 1]] for b in group]
            groups.append((group, np.concatenate(on), np.repeat(group, [len(x) for x in on])))
        return groups

    def _matrix(self, read: Read, word: str) -> np.ndarray:
        """Return the derivatives with respect to all positions or all velocities, shape (k, nv)."""
        there = self.there
        nv, bodies = there.base.model.nv, len(there.base.model.bodies)
        width = nv // bodies
        out = np.zeros((len(self.curved), nv))
        for group, on, by in self.groups:
            for k in range(width):
                x = np.zeros(nv)
                x[group * width + k] = 1.0
                out[on, by * width + k] = there.tangent(read, there.change(**{word: x}))[on]
        return out
