"""Derivatives of modes with respect to the design: eigenvalues by left and right eigenvectors, with the derivative of
the linear model.

lambda_p = w' A_p r / w' r,   A_p a five-point difference of exact linear models at states that move with the design.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from scipy import linalg

from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.linear.directional import WEIGHTS
from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.linearize import linear_model
from linkwork.analyses.linear.modes_result import unit_of
from linkwork.analyses.position.assembly import assemble
from linkwork.model.coordinates import Coordinates
from linkwork.model.plans.design import of_start
from linkwork.model.state import State

STEP = 1e-3  # relative; the fourth power of it is the error
TRIAL = 1e-6  # first step of a number that is zero
CHANGE = 1e-2  # of the largest entry of A, by which its step is then chosen
DIFFERENCED = "modes: the linear model is differentiated by five-point differences of exact ones, to about nine digits"
REPEATED = 1e-6  # relative difference of eigenvalues that count as equal


class ModeDerivatives:
    """Derivatives of numbers of modes of a case's linear model.

    >>> ModeDerivatives(linear, begin, y_p, parameters).number("frequency", 0)
    """

    def __init__(self, linear: LinearSystem, begin: CaseStart, y_p: np.ndarray, parameters: Sequence[str]):
        self.linear, self.begin, self.y_p, self.parameters = linear, begin, y_p, parameters
        self.modes = linear.modes()
        self.flagged: list[str] = []

    @cached_property
    def _differences(self) -> list[tuple[np.ndarray, np.ndarray]]:
        return [self._difference(k) for k in range(len(self.parameters))]

    @property
    def differenced(self) -> tuple[str, ...]:
        """A sentence about the differences, if the linear model has been differentiated."""
        return (DIFFERENCED,) if "_differences" in self.__dict__ else ()

    @property
    def matrices(self) -> list[np.ndarray]:
        """The derivatives of A between the free states, one matrix per parameter."""
        return [A_p for A_p, _ in self._differences]

    @cached_property
    def _vectors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        values, left, right = linalg.eig(_free(self.linear), left=True)  # type: ignore[misc]
        return values, left, right

    def _difference(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of A and of the map from states to coordinates."""
        h = self._step(k)
        steps = [(weight / h, self._linear(k, j * h)) for j, weight in WEIGHTS]
        A_p, map_p = np.zeros_like(_free(self.linear)), np.zeros_like(self.linear.position_map)
        for factor, there in steps:
            A_p += factor * _free(there)
            map_p += factor * there.position_map
        return A_p, map_p

    def _step(self, k: int) -> float:
        """Return a step that is small relative to the parameter; if that is zero, one that changes A by a small
        fraction."""
        model, path = self.begin.model, self.parameters[k]
        longest = 1.0 / max(float(np.abs(self.y_p[:, k]).max(initial=0.0)), 1e-300)
        value = 1.0 if of_start(model, path) else abs(float(np.real(model.numbers.value(path))))
        if value > 0.0:
            return STEP * min(value, longest)
        trial, A = TRIAL * min(1.0, longest), _free(self.linear)
        change = np.abs(_free(self._linear(k, trial)) - A).max(initial=0.0) / max(np.abs(A).max(initial=0.0), 1e-300)
        return float(np.clip(CHANGE * trial / max(change, 1e-300), trial, STEP * min(1.0, longest)))

    def _linear(self, k: int, h: float) -> LinearSystem:
        """Return the linear model at a step along a parameter, about the displaced and corrected state."""
        begin, state = self.begin, self.begin.state
        model, path, values = begin.model, self.parameters[k], begin.model.numbers.values.copy()
        if not of_start(model, path):
            values[model.numbers.position(path)] += h
            model = model.with_values(values)
        q_p, v_p, z_p = np.split(self.y_p[:, k], [model.nv, 2 * model.nv])
        q = Coordinates(model).moved(np.array(state.q), h * q_p)
        near = State(state.t, q, state.v + h * v_p, state.z + h * z_p, state.inactive, state.turns)
        there = assemble(model, near=near, inputs=begin.input_values)
        named = [*self.linear.coordinates, *self.linear.speeds]
        return linear_model(model, there, states=named, values=begin.input_values, examined=False)

    def eigenvalue(self, k: int) -> np.ndarray:
        """Return the complex derivative of the eigenvalue of mode k, NaN if it does not exist, shape (np)."""
        mode, n = self.modes[k], len(self.parameters)
        values, left, right = self._vectors
        place = int(np.argmin(np.abs(values - mode.eigenvalue)))
        others = np.abs(np.delete(values, place) - mode.eigenvalue)
        if mode.rigid:
            return self._none(k, n, "is rigid: its eigenvalue is zero twice")
        if others.min(initial=np.inf) <= REPEATED * abs(mode.eigenvalue):
            return self._none(
                k, n, "has the eigenvalue of another: they part in two directions when the design changes"
            )
        w, r = left[:, place].conj(), right[:, place]
        return np.array([w @ (A_p @ r) for A_p in self.matrices]) / (w @ r)

    def shape(self, k: int) -> np.ndarray:
        """Return the complex derivative of mode k's shape on all coordinates, the largest of which stays one, shape
        (nv, np)."""
        mode, eigenvalue_p = self.modes[k], self.eigenvalue(k)
        if not np.isfinite(eigenvalue_p).all():
            return np.full((mode.shape.size, len(self.parameters)), complex(np.nan, np.nan))
        A, T = _free(self.linear), self.linear.position_map[:, self.linear.free]
        values, _, right = self._vectors
        r = right[:, int(np.argmin(np.abs(values - mode.eigenvalue)))]
        r = r / unit_of(T @ r, self.linear.scale, r)
        sizes = self.linear.scale * np.abs(T @ r)
        largest = int(np.flatnonzero(sizes >= 0.999 * sizes.max())[0])
        bordered = np.block([[A - mode.eigenvalue * np.eye(r.size), r[:, None]], [T[largest][None], np.zeros((1, 1))]])
        derivatives = []
        for x_p, (A_p, map_p) in zip(eigenvalue_p, self._differences, strict=True):
            moved = map_p[:, self.linear.free] @ r
            right_side = np.concatenate((x_p * r - A_p @ r, [-moved[largest]]))
            derivatives.append(moved + T @ np.linalg.solve(bordered, right_side)[:-1])
        return np.array(derivatives).reshape(len(self.parameters), -1).T

    def _none(self, k: int, n: int, why: str) -> np.ndarray:
        sentence = f"mode {k} ({self.modes[k].undamped:.6g} Hz) {why}"
        if sentence not in self.flagged:
            self.flagged.append(sentence)
        return np.full(n, complex(np.nan, np.nan))

    def number(self, kind: str, k: int) -> np.ndarray:
        """Return the derivative (np) of frequency, undamped, damping_ratio, real or imag of mode k."""
        x, x_p = self.modes[k].eigenvalue, self.eigenvalue(k)
        size = abs(x)
        size_p = (x.real * x_p.real + x.imag * x_p.imag) / size if size else x_p.real
        sign = 1.0 if x.imag >= 0 else -1.0
        return {
            "frequency": sign * x_p.imag / (2 * np.pi), "undamped": size_p / (2 * np.pi), "real": x_p.real,
            "imag": sign * x_p.imag, "damping_ratio": (x.real * size_p / size - x_p.real) / size if size else x_p.real,
        }[kind]  # fmt: skip


def _free(linear: LinearSystem) -> np.ndarray:
    """Return A between the states that are not drivers'."""
    return linear.A[np.ix_(linear.free, linear.free)]
