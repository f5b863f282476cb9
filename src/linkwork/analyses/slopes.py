"""Derivatives of the equations of motion at a state: F_q, F_v, F_z, the constraints' rates, and those of block states.

    F(q, v, vdot, lam, z, t) = M vdot - (Q - h) + Phi_v' lam

All `_q` are by the tangent displacement (q ⊕ dq, nv columns).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.kernels import arrays as K
from linkwork.kernels.dense import jacobian
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.probe import moved
from linkwork.kernels.reactions import joint_wrenches
from linkwork.model.blocks import raise_pending
from linkwork.model.evaluation import Evaluation

STEP = 1e-30


@dataclass(frozen=True, eq=False)
class Slopes:
    """Dense derivatives at one state; n_row constraint rows, nz block states."""

    F_q: np.ndarray  # (nv, nv)  of F at constant vdot, lam
    F_v: np.ndarray  # (nv, nv)
    F_z: np.ndarray  # (nv, nz)
    M: np.ndarray  # (nv, nv)  F_vdot
    Phi_v: np.ndarray  # (n_row, nv)  Phi_q of position rows, and F_lam transposed
    Phidot_q: np.ndarray  # (n_row, nv)
    Phiddot_q: np.ndarray  # (n_row, nv)  (Phi_v vdot)_q - gamma_q
    gamma_q: np.ndarray  # (n_row, nv)
    gamma_v: np.ndarray  # (n_row, nv)
    zdot_q: np.ndarray  # (nz, nv)
    zdot_v: np.ndarray  # (nz, nv)
    zdot_z: np.ndarray  # (nz, nz)
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are by central differences


def slopes(e: Evaluation, vdot: np.ndarray, lam: np.ndarray) -> Slopes:
    """Derivatives at an evaluation, for given accelerations and multipliers.

    >>> e = Evaluation(model, state)
    >>> slopes(e, vdot, lam).F_q
    """
    model = e.model
    nv, nz = model.nv, model.nz
    stepped = _Stepped(e, np.asarray(vdot, float), np.asarray(lam, float))
    width = nv + 3 * model.n_rows + nz
    by_q = np.array([stepped(dq=unit) for unit in np.eye(nv)]).reshape(nv, width)
    by_v = np.array([stepped(dv=unit) for unit in np.eye(nv)]).reshape(nv, width)
    by_z = np.array([stepped(dz=unit) for unit in np.eye(nz)]).reshape(nz, width)
    raise_pending()
    n = model.n_rows
    parts = np.cumsum([nv, n, n, n])
    F_q, Phidot_q, gamma_q, accel_q, zdot_q = np.split(by_q.T, parts)
    F_v, _, gamma_v, _, zdot_v = np.split(by_v.T, parts)
    F_z, *_, zdot_z = np.split(by_z.T, parts)
    return Slopes(
        F_q, F_v, F_z, e.M, e.Phi_v, Phidot_q, accel_q - gamma_q, gamma_q, gamma_v, zdot_q, zdot_v, zdot_z
    )  # fmt: skip


class _Stepped:
    """[F, Phidot, gamma, Phi_v vdot, zdot] along the imaginary axis, over the step."""

    def __init__(self, e: Evaluation, vdot: np.ndarray, lam: np.ndarray):
        self.state, self.vdot, self.lam = e.state, vdot.astype(complex), lam.astype(complex)
        if "complex sibling" not in e.model.kept:
            e.model.kept["complex sibling"] = e.model.with_values(e.model.numbers.values.astype(complex))
        self.model = e.model.kept["complex sibling"]
        self.work = self.model.workspace()
        self.w = K.python_work(self.model.ints, self.work)
        for name in ("turns", "active", "inputs"):
            getattr(self.w, name)[:] = getattr(e.w, name)

    def __call__(self, dq=None, dv=None, dz=None) -> np.ndarray:
        model, w, state = self.model, self.w, self.state
        q, v = state.q.astype(complex), state.v.astype(complex)
        w.z[:] = state.z
        if dq is not None:
            moved(model.ints, model.floats, state.q.astype(complex), 1j * STEP * dq, q)
        if dv is not None:
            v += 1j * STEP * dv
        if dz is not None:
            w.z[:] += 1j * STEP * dz
        evaluate(model.ints, model.floats, self.work, state.t, q, v)
        F, Phi_v = np.zeros(model.nv, complex), np.zeros((model.n_rows, model.nv), complex)
        joint_wrenches(
            model.ints, model.floats, self.work, self.vdot, self.lam, 1, np.zeros((w.X_WB.shape[0], 6), complex), F
        )
        jacobian(model.ints, model.floats, self.work, Phi_v)
        return np.concatenate((F, w.Phidot, w.gamma, Phi_v @ self.vdot, w.zdot)).imag / STEP
