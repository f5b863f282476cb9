"""A Newton layer called as an integrator calls it, and the same matrices by complex steps."""

from __future__ import annotations

import numpy as np

from linkwork.dynamics.layout import N_COUNT, N_REAL, NEWTON_PLAN, NEWTON_SLOT, NEWTON_WORK, Page
from linkwork.dynamics.newton import sparse as newton_sparse
from linkwork.kernels import arrays as K
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.gradients import motion_forces
from linkwork.kernels.probe import moved
from linkwork.kernels.recursions.loop_arrays import python_loop_work, python_plan
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.compliance import compliance

STEP = 1e-30


class Layer:
    """The sparse Newton functions of a model at a state."""

    def __init__(self, model, state, redundant=()):
        plan, size = model.loops
        more, more_size = compliance(model)
        count = np.zeros(N_COUNT, np.int64)
        count[NEWTON_PLAN], count[NEWTON_WORK] = plan.size, size
        self.model = model
        self.page = Page(
            model.ints, model.floats, model.workspace(), np.concatenate((plan, more)), np.zeros(size + more_size), count, np.zeros(N_REAL)
        )  # fmt: skip
        if len(redundant):
            f, order = python_loop_work(*self.page[3:5]), python_plan(*self.page[3:5]).order
            f.drop[:] = np.isin(order, redundant)
        self.t, self.y = state.t, np.concatenate((state.q, state.v, state.z))
        w = K.python_work(model.ints, self.page.work)
        w.active[:] = [row.part not in state.inactive for row in model.lowered.rows]
        assert newton_sparse.newton_terms(self.t, self.y, np.zeros_like(self.y), self.page) == 0

    def factor(self, slot, a, b, c):
        weights = [part for x in (a, b, c) for part in (np.real(x), np.imag(x))]
        self.page.count[NEWTON_SLOT] = slot
        assert newton_sparse.newton_factor(self.t, np.array(weights), np.zeros(1), self.page) == 0

    def _call(self, function, slot, r, size):
        r = np.asarray(r, complex if slot else float)
        out = np.zeros(size, r.dtype)
        self.page.count[NEWTON_SLOT] = slot
        assert function(self.t, r.view(float), out.view(float), self.page) == 0
        return out

    def solve(self, slot, r1, r2, r3):
        n, nz = self.model.nv, self.model.nz
        return np.split(
            self._call(newton_sparse.newton_solve, slot, np.concatenate((r1, r2, r3)), 2 * n + nz), [n, 2 * n]
        )

    def saddle(self, slot, rF, rPhi, rz):
        n, m, nz = self.model.nv, self.model.n_rows, self.model.nz
        return np.split(
            self._call(newton_sparse.saddle_solve, slot, np.concatenate((rF, rPhi, rz)), n + m + nz), [n, n + m]
        )


def relaxed(model, state):
    """Preloads of the model changed so that no spring and no bushing pushes at the state: what is left of F_q and F_v at
    rest and without gravity is material stiffness and damping."""
    law = K.python_model(model.ints, model.floats)
    law.gravity[:] = 0.0
    e = Evaluation(model, state)
    law.effort_law[:, 3] -= e.w.effort
    for k in range(len(law.law_kind)):
        preload = law.law_const[law.law_start[k] + 72 : law.law_start[k] + 78]
        columns = []
        for unit in (*np.eye(6), np.zeros(6)):
            preload[:] = unit
            e.update(state)
            columns.append(e.w.law_wrench[k].copy())
        *columns, pull = columns
        preload[:] = -np.linalg.solve(np.transpose(columns) - pull[:, None], pull)
    e.update(state)
    assert np.abs(e.w.effort).max(initial=0.0) < 1e-6
    assert np.abs(e.w.law_wrench).max(initial=0.0) < 1e-6
    return model


def exact_slopes(model, state):
    """(F_q, F_v, zdot_z) at vdot = 0, lam = 0 by complex steps through the whole evaluation."""
    stepped = model.with_values(model.numbers.values.astype(complex))
    stepped.floats[:] = model.floats
    work = stepped.workspace()
    w = K.python_work(stepped.ints, work)

    def residual(dq, dv, dz):
        q = state.q.astype(complex)
        moved(stepped.ints, stepped.floats, state.q.astype(complex), 1j * STEP * dq, q)
        w.z[:] = state.z + 1j * STEP * dz
        evaluate(stepped.ints, stepped.floats, work, state.t, q, state.v + 1j * STEP * dv)
        tau = np.zeros(model.nv, complex)
        motion_forces(stepped.ints, stepped.floats, work, np.zeros(model.nv, complex), tau)
        return tau.imag / STEP, w.zdot.imag / STEP

    none, still = np.zeros(model.nv), np.zeros(model.nz)
    F_q = np.array([residual(unit, none, still)[0] for unit in np.eye(model.nv)]).T
    F_v = np.array([residual(none, unit, still)[0] for unit in np.eye(model.nv)]).T
    zdot_z = np.array([residual(none, none, unit)[1] for unit in np.eye(model.nz)]).reshape(model.nz, model.nz).T
    return F_q, F_v, zdot_z
