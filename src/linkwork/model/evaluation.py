"""One evaluation of a model at a state, for Python code: it runs the stages, gives their arrays by name and dense
matrices on demand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from linkwork.description.values import InputValue
from linkwork.kernels import arrays as K
from linkwork.kernels.dense import dense_terms, jacobian
from linkwork.kernels.evaluate import evaluate
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.model import Model
from linkwork.model.state import State, put_turns


class Evaluation:
    """Kinematics, forces and constraints of a model at a state; `w` holds every array of kernels.arrays.Work.

    >>> e = Evaluation(model, state)
    >>> e.w.Phi, e.Phi_v, e.M, e.Qh
    """

    def __init__(self, model: Model, state: State, inputs: Mapping[str, InputValue] | None = None):
        self.model, self.state = model, state
        self.work = model.workspace(inputs)
        self.m, self.w = K.python_model(model.ints, model.floats), K.python_work(model.ints, self.work)
        self.update(state)

    def update(self, state: State) -> None:
        """Evaluate again at another state of the same model."""
        model, w = self.model, self.w
        if not isinstance(state, State):
            raise TypeError(f"expected a State from assemble() or model.design_state(), got {state!r:.60}")
        for name, size in (("q", model.nq), ("v", model.nv), ("z", model.nz)):
            if getattr(state, name).shape != (size,):
                raise ValueError(
                    f"the state's {name} has shape {getattr(state, name).shape}, the model needs ({size},)"
                )
        self.state = state
        w.z[:] = state.z
        put_turns(w.turns, state)
        w.active[:] = [row.part not in state.inactive for row in model.lowered.rows] if state.inactive else 1.0
        evaluate(model.ints, model.floats, self.work, state.t, state.q.astype(model.dtype), state.v.astype(model.dtype))
        self.__dict__.pop("_dense", None)
        raise_pending()

    @cached_property
    def _dense(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n, m, dtype = self.model.nv, self.model.n_rows, self.model.dtype
        M, Qh, Phi_v = np.zeros((n, n), dtype), np.zeros(n, dtype), np.zeros((m, n), dtype)
        dense_terms(
            self.model.ints, self.model.floats, self.work, np.zeros((self.w.X_WB.shape[0], 10), dtype), M, Qh, Phi_v
        )
        return M, Qh, Phi_v

    @property
    def M(self) -> np.ndarray:
        """Mass matrix (nv, nv)."""
        return self._dense[0]

    @property
    def Qh(self) -> np.ndarray:
        """Q - h (nv): generalized applied forces less the velocity terms."""
        return self._dense[1]

    @property
    def Phi_v(self) -> np.ndarray:
        """Constraint Jacobian (n_rows, nv)."""
        return self._dense[2]

    def jacobian(self) -> np.ndarray:
        """Return Phi_v without computing the mass matrix."""
        Phi_v = np.zeros((self.model.n_rows, self.model.nv), self.model.dtype)
        jacobian(self.model.ints, self.model.floats, self.work, Phi_v)
        return Phi_v
