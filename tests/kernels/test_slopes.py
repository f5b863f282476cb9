"""Derivatives of the equations of motion against central differences of the evaluation itself."""

import numpy as np
import pytest
from joint_mechanisms import draw, spatial

import linkwork as lw
from linkwork.analyses.slopes import slopes
from linkwork.kernels.probe import moved
from linkwork.kernels.slopes.residual import residual_slopes
from linkwork.model.evaluation import Evaluation
from linkwork.model.slopes import matrices, slope_sizes
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


def kernel_slopes(model, state, vdot, lam):
    """F_q, F_v, F_z, M, Phi_v, zdot_q, zdot_v, zdot_z by the closed-form kernels."""
    e = Evaluation(model, state)
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    sints, size = slope_sizes(model)
    swork = np.zeros(size)
    residual_slopes(model.ints, model.floats, e.work, sints, swork, state.t, np.array(state.v))
    return matrices(model, swork)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("kind", ["universal", "no_slide"])
def test_closed_forms_are_the_complex_step(kind, coordinates):
    rng = np.random.default_rng(7)
    model = lw.compile(spatial(rng, kind), coordinates=coordinates)
    start = model.design_state()
    state = State(0.3, start.q, rng.normal(size=model.nv), start.z, start.inactive, start.turns)
    vdot, lam = rng.normal(size=model.nv), rng.normal(size=model.n_rows)
    exact = slopes(Evaluation(model, state), vdot, lam)
    for name, found in kernel_slopes(model, state, vdot, lam).items():
        expected = getattr(exact, name)
        assert np.abs(found - expected).max(initial=0) < 1e-13 * np.abs(expected).max(initial=0) or not expected.size
