"""Residuals of the equations of motion, retraction and the local parametrization, as contract functions."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics import problem
from linkwork.dynamics.newton import dense as newton_dense
from linkwork.dynamics.newton import parametrization, residual
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows
from linkwork.kernels import arrays as K
from linkwork.model.evaluation import Evaluation


def spinning():
    body = lw.Body("b", mass=1.0, inertia=(0.2, 0.3, 0.25), com=(0, 0.3, 0.5))
    return lw.Mechanism("top").add(body, lw.Spherical("S", "ground", "b", at=(0, 0, 0)))


def driven():
    return lw.library.planar_four_bar(case="II").add(lw.Driver("D1", "A.angle", motion="1.1 + 0.3*time**2"))


CASES = {
    "four-bar": (lambda: lw.library.planar_four_bar(case="II"), "joint"), "cartesian": (lambda: lw.library.planar_four_bar(case="II"), "cartesian"),
    "spatial": (lw.library.spatial_four_bar, "cartesian"), "bricard": (lw.library.bricard, "joint"), "top": (spinning, "cartesian"),
    "driven": (driven, "joint"), "sleigh": (lw.library.chaplygin_sleigh, "joint"),
}  # fmt: skip


def moving(name, rng=None):
    """A motion that has its Newton matrices, at a moving state."""
    rng = rng or np.random.default_rng(5)
    mechanism, coordinates = CASES[name]
    model = lw.compile(mechanism(), coordinates=coordinates)
    state = lw.assemble(model)
    _, _, vt = np.linalg.svd(Evaluation(model, state).Phi_v, full_matrices=True)
    rank = np.linalg.matrix_rank(Evaluation(model, state).Phi_v, tol=1e-9)
    v = state.v + (vt[rank:].T @ rng.normal(size=model.nv - rank) if model.nv > rank else 0.0)
    motion = prepare(model, None, {}, ()).start(lw.State(state.t, state.q, v, state.z), {})
    motion.newton_functions(("newton_terms",))
    leave_out_redundant_rows(motion)
    return model, motion


def matrices(model, motion):
    """Newton's matrices at the state; the evaluation is left there."""
    status = newton_dense.newton_terms(motion.t, motion.y, np.zeros(motion.y.size), motion.page)
    assert status == 0
    problem.evaluate_y(*motion.page[:3], motion.t, motion.y)


@pytest.mark.parametrize("name", CASES)
def test_accelerations_and_multipliers_leave_no_residual(name):
    model, motion = moving(name)
    nv, rows = model.nv, model.n_rows
    answer = lw.accelerations(
        model, lw.State(motion.t, motion.y[: model.nq], motion.y[model.nq : model.nq + nv], np.zeros(model.nz))
    )
    out = np.zeros(nv + 3 * rows + model.nz)
    y = np.concatenate((motion.y, answer.vdot, answer.lam))
    assert residual.residual(motion.t, y, out, motion.page) == 0
    forces = max(1.0, np.abs(answer.lam).max(initial=0.0))
    assert np.abs(out[:nv]).max() < 1e-10 * forces
    assert np.abs(out[nv:]).max(initial=0.0) < 1e-9  # Phi, Phidot, Phiddot


@pytest.mark.parametrize("name", CASES)
def test_the_residual_is_linear_in_accelerations_and_multipliers(name):
    rng = np.random.default_rng(6)
    model, motion = moving(name, rng)
    nv, rows = model.nv, model.n_rows
    problem.evaluate_y(*motion.page[:3], motion.t, motion.y)
    e = Evaluation(
        model, lw.State(motion.t, motion.y[: model.nq], motion.y[model.nq : model.nq + nv], np.zeros(model.nz))
    )
    vdot, lam = rng.normal(size=nv), rng.normal(size=rows)
    out = np.zeros(nv + 3 * rows + model.nz)
    residual.residual(motion.t, np.concatenate((motion.y, vdot, lam)), out, motion.page)
    np.testing.assert_allclose(out[:nv], e.M @ vdot - e.Qh + e.Phi_v.T @ lam, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(out[nv + 2 * rows : nv + 3 * rows], e.Phi_v @ vdot - e.w.gamma, rtol=1e-10, atol=1e-10)


def test_retract_moves_along_a_tangent_vector():
    model, motion = moving("top")
    y, tangent = motion.y.copy(), np.zeros(2 * model.nv)
    tangent[3:6] = 0.1, -0.2, 0.3
    residual.retract(0.0, y, tangent, motion.page)
    back = y - motion.y
    nt = problem.tangent(0.0, motion.y, back, motion.page)
    angle = np.linalg.norm(tangent[3:6])
    assert nt == 2 * model.nv and np.linalg.norm(y[3:7]) == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(back[3:6], tangent[3:6] * np.sin(angle / 2) / (angle / 2), rtol=1e-13)


@pytest.mark.parametrize("along", [parametrization.parametrize_by_coordinates, parametrization.parametrize_by_mass])
@pytest.mark.parametrize("name", CASES)
def test_the_parametrization_sees_tangents_only_and_leads_back(name, along):
    """r becomes tangential and stays what it is the second time; the way back takes Phi and Phidot away to first order."""
    rng = np.random.default_rng(7)
    model, motion = moving(name, rng)
    nv, nt = model.nv, 2 * model.nv + model.nz
    matrices(model, motion)
    e = Evaluation(
        model, lw.State(motion.t, motion.y[: model.nq], motion.y[model.nq : model.nq + nv], np.zeros(model.nz))
    )
    level = e.m.row_level
    out = np.zeros(2 * nt)
    out[:nt] = rng.normal(size=nt)
    w = K.python_work(motion.page.ints, motion.page.work)
    Phi, Phidot = e.Phi_v @ rng.normal(size=nv) * (level == 0), e.Phi_v @ rng.normal(size=nv)
    w.Phi[:], w.Phidot[:] = 1e-3 * Phi, 1e-3 * Phidot
    assert along(motion.t, motion.y, out, motion.page) == 0
    r, back = out[:nt].copy(), out[nt:].copy()
    np.testing.assert_allclose(e.Phi_v[level == 0] @ r[:nv], 0, atol=1e-10)
    np.testing.assert_allclose(e.Phi_v @ r[nv : 2 * nv], 0, atol=1e-10)
    np.testing.assert_allclose(e.Phi_v[level == 0] @ back[:nv], -1e-3 * Phi[level == 0], atol=1e-11)
    np.testing.assert_allclose(e.Phi_v @ back[nv : 2 * nv], -1e-3 * Phidot, atol=1e-11)
    w.Phi[:], w.Phidot[:] = 0.0, 0.0
    along(motion.t, motion.y, out, motion.page)
    np.testing.assert_allclose(out[:nt], r, atol=1e-10)
    np.testing.assert_allclose(out[nt:], 0, atol=1e-12)


@pytest.mark.parametrize("name", ["four-bar", "cartesian", "spatial"])
def test_u0_keeps_independent_coordinates_and_moves_dependent_ones(name):
    rng = np.random.default_rng(8)
    model, motion = moving(name, rng)
    nv, nt = model.nv, 2 * model.nv
    matrices(model, motion)
    given = rng.normal(size=nt)
    out = np.concatenate((given, np.zeros(nt)))
    parametrization.parametrize_by_coordinates(motion.t, motion.y, out, motion.page)
    rank = np.linalg.matrix_rank(Evaluation(model, lw.assemble(model)).Phi_v)
    same = np.isclose(out[:nv], given[:nv], rtol=0, atol=0)
    assert same.sum() == nv - rank
