"""Evaluations on complex numbers: derivatives by a step along the imaginary axis, exact to rounding."""

from __future__ import annotations

import numpy as np

from linkwork.kernels.arrays import python_model, python_work
from linkwork.kernels.dense import jacobian
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.probe import moved

STEP = 1e-30


class ComplexModel:
    """A model lowered in complex128, evaluated at q ⊕ i STEP dq."""

    def __init__(self, model, values=None):
        values = model.numbers.values.astype(complex) if values is None else values
        self.model = model.with_values(values)
        self.work = self.model.workspace()
        self.m, self.w = python_model(self.model.ints, self.model.floats), python_work(self.model.ints, self.work)

    def at(self, t, q, v, dq=None, dv=None):
        """The workspace at a state displaced along the imaginary axis by tangent dq and by dv."""
        model = self.model
        there = q.astype(complex)
        if dq is not None:
            moved(model.ints, model.floats, q.astype(complex), 1j * STEP * dq, there)
        speed = v.astype(complex) if dv is None else v + 1j * STEP * dv
        evaluate(model.ints, model.floats, self.work, t, there, speed)
        return self.w

    def jacobian(self):
        Phi_v = np.zeros((self.model.n_rows, self.model.nv), complex)
        jacobian(self.model.ints, self.model.floats, self.work, Phi_v)
        return Phi_v
