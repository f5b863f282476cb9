"""Derivatives of the equations of motion against central differences of the evaluation itself."""

import numpy as np
import pytest
from joint_mechanisms import draw, spatial

import linkwork as lw
from linkwork.analyses.slopes import slopes
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.state import State


@pytest.mark.parametrize("kind", ["universal", "spherical"])
def test_slopes_are_the_differences_of_the_residual(kind):
    _, model, state = draw(lambda rng: spatial(rng, kind), 2000)
    acc = lw.accelerations(model, state)
    s = slopes(Evaluation(model, state), acc.vdot, acc.lam)
    e = Evaluation(model, state)

    def terms(q, v):
        e.update(State(state.t, q, v, state.z, state.inactive, state.turns))
        F = e.M @ acc.vdot - e.Qh + e.Phi_v.T @ acc.lam
        return np.concatenate((F, e.w.Phidot, e.w.gamma, e.Phi_v @ acc.vdot))

    h, columns_q, columns_v = 1e-6, [], []
    for unit in np.eye(model.nv):
        ends = []
        for sign in (h, -h):
            q = np.zeros(model.nq)
            moved(model.ints, model.floats, np.array(state.q), sign * unit, q)
            ends.append(terms(q, state.v))
        columns_q.append((ends[0] - ends[1]) / (2 * h))
        columns_v.append((terms(state.q, state.v + h * unit) - terms(state.q, state.v - h * unit)) / (2 * h))
    by_q = np.vstack((s.F_q, s.Phidot_q, s.gamma_q, s.Phiddot_q + s.gamma_q))
    by_v = np.vstack((s.F_v, s.Phi_v, s.gamma_v, 0 * s.Phi_v))
    assert np.abs(np.array(columns_q).T - by_q).max() < 1e-7 * np.abs(by_q).max()
    assert np.abs(np.array(columns_v).T - by_v).max() < 1e-7 * np.abs(by_v).max()
