"""Directional derivatives of any signal at a state along a change of positions, velocities, states and inputs.

A complex step through the evaluation is exact to round-off. Central differences are used only if a block has no complex
form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.analyses.position.measure import Sample
from linkwork.kernels import arrays as K
from linkwork.kernels.evaluate import evaluate
from linkwork.model.coordinates import Coordinates
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.model import Model
from linkwork.model.variants import complex_variant

STEP = 1e-30  # of the complex step
DIFFERENCE = 1e-3  # of the largest change, for five points
WEIGHTS = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))  # their places and weights
SAME = 1e-9  # relative difference of a block's complex result from its real one that counts as round-off


@dataclass(frozen=True, eq=False)
class Place:
    """The numbers of a state and its inputs."""

    t: float
    q: np.ndarray
    v: np.ndarray
    z: np.ndarray
    u: np.ndarray  # inputs
    vdot: np.ndarray
    lam: np.ndarray


@dataclass(frozen=True, eq=False)
class Change:
    """A small change of a place; parts that are not given do not change."""

    q: np.ndarray  # (nv) tangent
    v: np.ndarray
    z: np.ndarray
    u: np.ndarray
    vdot: np.ndarray
    lam: np.ndarray

    def size(self) -> float:
        """Return the largest of its numbers, except multipliers and accelerations, in which results are linear."""
        return max(float(np.abs(x).max(initial=0.0)) for x in (self.q, self.v, self.z, self.u))


class PlacedEvaluation(Evaluation):
    """An evaluation at a place instead of a state: real or complex."""

    def __init__(self, model: Model, like: Evaluation):
        self.model, self.state = model, like.state
        self.work = model.workspace()
        w = K.python_work(model.ints, self.work)
        w.active[:], w.turns[:] = like.w.active, like.w.turns
        self.m, self.w = K.python_model(model.ints, model.floats), w._replace(turns=w.turns.real)

    def put(self, place: Place) -> None:
        self.state: Any = place
        self.w.z[:], self.w.inputs[:] = place.z, place.u
        evaluate(self.model.ints, self.model.floats, self.work, place.t, place.q, place.v)
        self.__dict__.pop("_dense", None)
        raise_pending()


class Directional:
    """Derivatives along changes from one evaluation with its accelerations and multipliers.

    >>> there = Directional(e, vdot, lam)
    >>> there.tangent(lambda sample: reader.read(sample), there.change(q=dq))
    """

    def __init__(self, e: Evaluation, vdot: np.ndarray, lam: np.ndarray, *, exact: bool = True):
        self.base, self._try = e, exact
        self.coordinates = Coordinates.of(e.model)
        state = e.state
        self.place = Place(state.t, state.q, state.v, state.z, np.array(e.w.inputs), np.array(vdot), np.array(lam))

    @cached_property
    def _medium(self) -> tuple[bool, PlacedEvaluation, Sample]:
        """Whether complex numbers are used, the evaluation and its sample; computed on first use."""
        if self._try:
            e = PlacedEvaluation(complex_variant(self.base.model), self.base)
            if self._answers_alike(e):
                return True, e, Sample(e)
        e = PlacedEvaluation(self.base.model, self.base)
        return False, e, Sample(e)

    @property
    def exact(self) -> bool:
        return self._medium[0]

    @property
    def e(self) -> PlacedEvaluation:
        return self._medium[1]

    @property
    def sample(self) -> Sample:
        return self._medium[2]

    @property
    def model(self) -> Model:
        return self.e.model

    def _answers_alike(self, e: PlacedEvaluation) -> bool:
        """Return whether every block gives the same result in complex numbers as in real ones."""
        e.put(self._moved(self._nothing(), 0j))
        mine, real = ((w.block_out, w.zdot, w.effort) for w in (e.w, self.base.w))
        return all(
            np.allclose(a.real, b, rtol=SAME, atol=SAME * np.abs(b).max(initial=0.0))
            for a, b in zip(mine, real, strict=True)
        )

    def _nothing(self) -> Change:
        nv = self.place.v.size
        sizes = (nv, nv, self.place.z.size, self.place.u.size, nv, self.place.lam.size)
        return Change(*(np.zeros(size) for size in sizes))

    def change(self, **parts: np.ndarray) -> Change:
        """Return a change with the given parts among q, v, z, u, vdot, lam."""
        return replace(self._nothing(), **parts)

    def _moved(self, d: Change, h: complex | float) -> Place:
        p = self.place
        if isinstance(h, complex):
            q = p.q + h * self.coordinates.rates(p.q, d.q)
        else:
            q = self.coordinates.moved(p.q, h * d.q)
        return Place(p.t, q, p.v + h * d.v, p.z + h * d.z, p.u + h * d.u, p.vdot + h * d.vdot, p.lam + h * d.lam)

    def _read(self, read: Callable[[Sample], Any], place: Place) -> np.ndarray:
        self.e.put(place)
        self.sample.given(place.vdot, place.lam)
        return np.array(read(self.sample))

    def tangent(self, read: Callable[[Sample], Any], d: Change) -> np.ndarray:
        """Return the derivative of `read` along a change."""
        if self.exact:
            return self._read(read, self._moved(d, 1j * STEP)).imag / STEP
        size = d.size()
        h = DIFFERENCE / size if size > 0 else 1.0
        return sum(weight * self._read(read, self._moved(d, k * h)) for k, weight in WEIGHTS) / h  # type: ignore[return-value]
