"""The oracle of all derivatives, a complex step through the whole evaluation, one column at a time; how far closed forms are from it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from linkwork.dynamics.jacobians import state_jacobians
from linkwork.kernels import arrays as K
from linkwork.kernels.dense import jacobian
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.probe import moved
from linkwork.kernels.reactions import joint_wrenches
from linkwork.model.evaluation import Evaluation
from linkwork.model.variants import complex_variant

STEP = 1e-30
NAMES = (
    "F_q", "F_v", "F_z", "M", "Phi_v", "Phidot_q", "Phiddot_q", "gamma_q", "gamma_v", "zdot_q", "zdot_v", "zdot_z",
)  # fmt: skip


def stepped_slopes(e, vdot, lam):
    """As linkwork.dynamics.jacobians.state_jacobians, by complex steps of q, v and z."""
    model = e.model
    nv, nz, n = model.nv, model.nz, model.n_rows
    stepped = Stepped(e, vdot, lam)
    width = nv + 3 * n + nz
    by_q = np.array([stepped(dq=unit) for unit in np.eye(nv)]).reshape(nv, width)
    by_v = np.array([stepped(dv=unit) for unit in np.eye(nv)]).reshape(nv, width)
    by_z = np.array([stepped(dz=unit) for unit in np.eye(nz)]).reshape(nz, width)
    parts = np.cumsum([nv, n, n, n])
    F_q, Phidot_q, gamma_q, accel_q, zdot_q = np.split(by_q.T, parts)
    F_v, _, gamma_v, _, zdot_v = np.split(by_v.T, parts)
    F_z, *_, zdot_z = np.split(by_z.T, parts)
    return SimpleNamespace(
        F_q=F_q, F_v=F_v, F_z=F_z, M=e.M, Phi_v=e.Phi_v, Phidot_q=Phidot_q, Phiddot_q=accel_q - gamma_q, gamma_q=gamma_q,
        gamma_v=gamma_v, zdot_q=zdot_q, zdot_v=zdot_v, zdot_z=zdot_z,
    )  # fmt: skip


class Stepped:
    """[F, Phidot, gamma, Phi_v vdot, zdot] along the imaginary axis, over the step."""

    def __init__(self, e, vdot, lam):
        self.state, self.vdot, self.lam = e.state, vdot.astype(complex), lam.astype(complex)
        self.model = complex_variant(e.model)
        self.work = self.model.workspace()
        self.w = K.python_work(self.model.ints, self.work)
        for name in ("turns", "active", "inputs"):
            getattr(self.w, name)[:] = getattr(e.w, name)

    def __call__(self, dq=None, dv=None, dz=None):
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


def both(model, state, seed=0, inputs=None):
    """(closed forms, complex step) for random accelerations and multipliers."""
    rng = np.random.default_rng(seed)
    e = Evaluation(model, state, inputs)
    vdot, lam = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    return state_jacobians(e, vdot, lam), stepped_slopes(e, vdot, lam)


def difference(result, exact, names=NAMES):
    """Largest difference of any matrix relative to its largest entry (or one), and the matrix's name."""
    worst = (0.0, "")
    for name in names:
        a, b = getattr(result, name), getattr(exact, name)
        assert a.shape == b.shape
        if a.size:
            assert np.isfinite(a).all(), name
            worst = max(worst, (float(np.abs(a - b).max() / max(np.abs(b).max(), 1.0)), name))
    return worst
