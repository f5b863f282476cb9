"""The oracle of the reverse sweep: a complex step of the same scalar by every number it may depend on."""

from __future__ import annotations

import numpy as np

from linkwork.description.parts import Joint
from linkwork.kernels import arrays as K
from linkwork.kernels.dense import jacobian
from linkwork.kernels.derivatives.adjoint import reverse_sweep
from linkwork.kernels.derivatives.adjoint_arrays import python_reverse
from linkwork.kernels.energy import kinetic, potential
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.probe import moved
from linkwork.kernels.reactions import cut_wrenches, joint_wrenches
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.adjoint_plan import reverse_sizes
from tests.rigs.states import anywhere

STEP = 1e-30
EQUATIONS = ("residual", "position", "velocity", "acceleration", "zdot")
OUTPUTS = ("measure", "effort", "law", "applied", "tape", "output", "carried", "returned", "cut")
EACH, DIRECTIONS = 40, 8
UNTOUCHED = frozenset({"z0", "input0", "row_scale"})  # no design parameter changes them in the sweep


def reverse_work(model):
    """Fresh rints and rwork, and the arrays of rwork by name."""
    rints, size = reverse_sizes(model)
    rwork = np.zeros(size)
    return rints, rwork, python_reverse(rints, rwork)


def swept_and_stepped(model, seed=0, given=EQUATIONS, size=0.3, state=None, untouched=UNTOUCHED):
    """{name: (by the sweep, by complex steps)} at a random state, for random cotangents of what is named in `given`."""
    rng = np.random.default_rng(seed)
    state = anywhere(model, seed, size) if state is None else state
    e = Evaluation(model, state)
    e.w.vdot[:], e.w.lam[:] = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    rints, rwork, r = reverse_work(model)
    for name in given:
        getattr(r, name)[:] = rng.normal(size=getattr(r, name).shape)
    r.measure[K.python_model(model.ints, model.floats).turn_free[: r.measure.shape[0]] >= K.READ] = 0.0  # not evaluated
    saved = r.cut.copy()
    r.cut[:] = 0.0
    for first, last in cut_joints(model):
        r.cut[first:last] = saved[first]
    gradient = np.zeros(model.floats.size)
    reverse_sweep(
        model.ints, model.floats, e.work, rints, rwork, state.t, np.array(state.q), np.array(state.v), gradient
    )
    scalar = Scalar(e, r)
    pairs = {
        "q": (r.by_q, [scalar(dq=unit) for unit in np.eye(model.nv)]),
        "v": (r.by_v, [scalar(dv=unit) for unit in np.eye(model.nv)]),
        "vdot": (r.by_vdot, [scalar(dvdot=unit) for unit in np.eye(model.nv)]),
        "lam": (r.by_lam, [scalar(dlam=unit) for unit in np.eye(model.n_rows)]),
        "z": (r.by_z, [scalar(dz=unit) for unit in np.eye(model.nz)]),
        "input0": (K.python_model(model.ints, gradient).input0, [scalar(du=u) for u in np.eye(len(model.inputs))]),
    }
    return pairs | lowered_pairs(scalar, gradient, untouched)


def worst(pairs):
    """Largest difference relative to the largest entry (or one) of its kind, and its name."""
    results = (0.0, "")
    for name, (a, b) in pairs.items():
        a, b = np.asarray(a), np.asarray(b)
        if a.size:
            assert np.isfinite(a).all(), name
            results = max(results, (float(np.abs(a - b).max() / max(np.abs(b).max(), 1.0)), name))
    return results


def gradient_difference(model, seed=0, given=EQUATIONS, **more):
    """As worst, of the sweep and the complex steps."""
    return worst(swept_and_stepped(model, seed, given, **more))


def lowered_pairs(scalar, gradient, untouched):
    """Every lowered number, of long fields all at once along random directions; poses along their six displacements."""
    model, pairs = scalar.model, {}
    floats = model.floats.copy()
    for name in K.Model._fields:
        field = getattr(K.python_model(model.ints, floats), name)
        if name in K.INTS or name in untouched or field.size == 0:
            continue
        results, exact, by = [], [], getattr(K.python_model(model.ints, gradient), name)
        if name in ("X_PI", "X_BF"):
            rows = range(1 if name == "X_PI" else 0, field.shape[0])
            changes = [(field[n], by[n], change) for n in rows for change in pose_changes(field[n].real)]
        else:
            directions = np.eye(field.size) if field.size <= EACH else scalar.rng.normal(size=(DIRECTIONS, field.size))
            changes = [(field.reshape(-1), by.reshape(-1), direction) for direction in directions]
        for place, by_place, change in changes:
            saved = place.copy()
            place += 1j * STEP * change
            exact.append(scalar(floats))
            results.append(by_place @ change)
            place[:] = saved
        pairs[name] = (results, exact)
    return pairs


def pose_changes(X):
    """Six rows that leave a pose row a pose."""
    for k in range(6):
        change = np.zeros(12)
        if k < 3:
            turning = np.cross(np.eye(3)[k], np.eye(3)).T
            change[:9] = (X[:9].reshape(3, 3) @ turning).ravel()
        else:
            change[6 + k] = 1.0
        yield change


def cut_joints(model):
    """Rows of every cut joint."""
    return [rows for name, rows in row_ranges(model).items() if isinstance(model.numbers.parts[name], Joint)]


class Scalar:
    """The swept scalar along the imaginary axis, over the step."""

    def __init__(self, e, r):
        self.e, self.r, self.rng = e, r, np.random.default_rng(1)
        self.model = e.model.with_values(e.model.numbers.values.astype(complex))
        self.work = self.model.workspace()
        self.w = K.python_work(self.model.ints, self.work)
        for name in ("turns", "active"):
            getattr(self.w, name)[:] = getattr(e.w, name)

    def __call__(self, floats=None, dq=None, dv=None, dvdot=None, dlam=None, dz=None, du=None):
        model, w, state = self.model, self.w, self.e.state
        floats = model.floats if floats is None else floats
        q = state.q.astype(complex)
        if dq is not None:
            moved(model.ints, floats, state.q.astype(complex), 1j * STEP * dq, q)
        v, vdot, lam = (self._moved(x, dx) for x, dx in ((state.v, dv), (self.e.w.vdot, dvdot), (self.e.w.lam, dlam)))
        w.z[:], w.inputs[:] = self._moved(state.z, dz), self._moved(self.e.w.inputs, du)
        evaluate(model.ints, floats, self.work, state.t, q, v)
        return (self._equations(floats, vdot, lam) + self._outputs(floats, lam)).imag / STEP

    def _moved(self, x, dx):
        return x.astype(complex) if dx is None else x + 1j * STEP * dx

    def _equations(self, floats, vdot, lam):
        model, w, r = self.model, self.w, self.r
        F, Phi_v = np.zeros(model.nv, complex), np.zeros((model.n_rows, model.nv), complex)
        self.carried = np.zeros((w.X_WB.shape[0], 6), complex)
        joint_wrenches(model.ints, floats, self.work, vdot, lam, 1, self.carried, F)
        jacobian(model.ints, floats, self.work, Phi_v)
        total = r.residual @ F + r.position @ w.Phi + r.velocity @ w.Phidot + r.zdot @ w.zdot
        return total + r.acceleration @ (Phi_v @ vdot - w.gamma)

    def _outputs(self, floats, lam):
        model, w, r = self.model, self.w, self.r
        m = K.python_model(model.ints, floats)
        bodies = m.frame_body[m.measure_frames]
        accel = w.measure_bias + (w.measure_G.reshape(-1, 2, 6) * w.dA[bodies]).sum(axis=(1, 2))
        total = (r.measure * np.stack((w.measure_value, w.measure_rate, accel), axis=1)).sum()
        total += r.effort @ w.effort + r.tape @ w.tape_value + r.output @ w.block_out
        total += (r.law * w.law_wrench).sum() + (r.applied * w.applied_wrench).sum()
        total += (r.carried[1:] * self.carried[1:]).sum()
        for b in range(1, m.parent.size):
            X = w.X_WB[m.parent[b]]
            arm = w.X_WB[b, 9:] - X[9:] - X[:9].reshape(3, 3) @ m.X_PI[b, 9:]
            torque = self.carried[b, :3] + np.cross(arm, self.carried[b, 3:])
            total -= r.returned[b, :3] @ torque + r.returned[b, 3:] @ self.carried[b, 3:]
        for first, last in cut_joints(self.e.model):
            wrench = np.zeros(6, complex)
            cut_wrenches(model.ints, floats, self.work, lam, first, last, wrench)
            total += r.cut[first] @ wrench
        if r.energy.any():
            total += r.energy[0] * kinetic(model.ints, self.work)
            total += r.energy[1] * potential(model.ints, floats, self.work, self.e.state.t)
        return total
