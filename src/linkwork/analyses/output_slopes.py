"""Derivatives of a case's outputs at single positions (rest, driven motions, modes): signals along the tangents of their points.

The integrands are read on models whose numbers are stepped along one parameter at a time, at points that move with it: a complex
step, or five-point differences where a block has no complex form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.analyses.directional import DIFFERENCE, STEP, WEIGHTS, Directional, Place, PlacedEvaluation
from linkwork.analyses.measure import Reader, Sample
from linkwork.analyses.point_tangents import PointTangent
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.kernels import arrays as K
from linkwork.model.design import START
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State


class Integrands:
    """Expressions of signals, read at samples of one model."""

    def __init__(self, model: Model, expressions: Sequence[Expr]):
        self.expressions = expressions
        self.constants: dict[str, Any] = {}
        self.readers: dict[str, Reader] = {}
        for name in sorted({name for expr in expressions for name in names(expr)}):
            constant = model.numbers.constant(name)
            if constant is None:
                self.readers[name] = Reader(model, model.signal_table.find(name))
            else:
                self.constants[name] = constant

    def __call__(self, sample: Sample) -> np.ndarray:
        values = self.constants | {n: np.asarray(r.read(sample)).item() for n, r in self.readers.items()}
        return np.array([evaluate(expr, values.__getitem__) for expr in self.expressions])


class SignalSlopes:
    """dg/dp (n, n_g, np) of expressions at n states with their accelerations, multipliers and tangents."""

    def __init__(
        self, model: Model, states: Sequence[State], motions: Sequence[tuple[np.ndarray, np.ndarray]],
        tangents: Sequence[PointTangent], parameters: Sequence[str], inputs: Mapping[str, Any],
    ):  # fmt: skip
        self.model, self.states, self.motions, self.tangents = model, states, motions, tangents
        self.parameters, self.inputs = parameters, inputs
        self.e = Evaluation(model, states[0], inputs)
        self.there = Directional(self.e, *motions[0])
        self.exact = self.there.exact

    def along(self, read: Callable[[Model], Callable[[Sample], np.ndarray]]) -> np.ndarray:
        """What `read(model)` reads at samples, by all parameters: (n, size, np)."""
        columns = [self._column(read, k) for k in range(len(self.parameters))]
        return np.stack(columns, axis=-1) if columns else np.zeros((len(self.states), 0, 0))

    def _column(self, read: Callable[[Model], Callable[[Sample], np.ndarray]], k: int) -> np.ndarray:
        if self.exact:
            return self._values(read, k, 1j * STEP).imag / STEP
        size = max([1.0, *(float(np.abs(t.y[:, k]).max(initial=0.0)) for t in self.tangents)])
        h = DIFFERENCE / size * max(1.0, abs(self._value(k)))
        return sum(weight / h * self._values(read, k, j * h) for j, weight in WEIGHTS)  # type: ignore[return-value]

    def _value(self, k: int) -> float:
        path = self.parameters[k]
        return 0.0 if path.startswith(START) else float(self.model.numbers.value(path).real)

    def _values(
        self, read: Callable[[Model], Callable[[Sample], np.ndarray]], k: int, h: complex | float
    ) -> np.ndarray:
        """(n, size) at a step h along parameter k."""
        values = self.model.numbers.values.astype(complex if isinstance(h, complex) else float)
        if not self.parameters[k].startswith(START):
            values[self.model.numbers.position(self.parameters[k])] += h
        model = self.model.with_values(values)
        e = PlacedEvaluation(model, self.e)
        sample, reader = Sample(e), read(model)
        u = K.python_work(model.ints, model.workspace(self.inputs)).inputs
        found = []
        for state, motion, tangent in zip(self.states, self.motions, self.tangents, strict=True):
            e.w.turns[:] = state.turns if state.turns.size else 0.0
            place = self._moved(state, motion, tangent, k, h, u)
            e.put(place)
            sample.given(place.vdot, place.lam)
            found.append(reader(sample))
        return np.array(found)

    def _moved(self, state, motion, tangent: PointTangent, k: int, h: complex | float, u: np.ndarray) -> Place:
        q, coordinates = np.array(state.q), self.there.coordinates
        dq, (vdot, lam) = tangent.q[:, k], motion
        moved = q + h * coordinates.rates(q, dq) if isinstance(h, complex) else coordinates.moved(q, h * dq)
        return Place(
            state.t, moved, state.v + h * tangent.v[:, k], state.z + h * tangent.z[:, k], u,
            vdot + h * tangent.vdot[:, k], lam + h * tangent.lam[:, k],
        )  # fmt: skip
