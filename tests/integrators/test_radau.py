"""Coefficients of Radau IIA, its order with a fixed step, and runs that stop and go on."""

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion import compiled_run
from linkwork.integrators.methods import radau_coefficients as radau
from linkwork.integrators.methods.radau import method_for
from linkwork.integrators.state import RADAU_3, RADAU_5


def coefficients(s):
    return (getattr(radau, f"{name}{s}") for name in ("C", "MU", "T", "TI", "E", "ROWS"))


def collocation_matrix(C):
    """A with sum_j a_ij c_j^(k-1) = c_i^k / k."""
    k = np.arange(1, C.size + 1)
    return np.linalg.solve(np.vander(C, increasing=True).T, (C[:, None] ** k / k).T).T


@pytest.mark.parametrize("s", [3, 5])
def test_the_transformation_makes_the_inverse_of_A_diagonal(s):
    C, MU, T, TI, _, _ = coefficients(s)
    A = collocation_matrix(C)
    blocks = np.zeros((s, s))
    blocks[0, 0] = MU[0, 0]
    for k, (alpha, beta) in enumerate(MU[1:], start=1):
        blocks[2 * k - 1 : 2 * k + 1, 2 * k - 1 : 2 * k + 1] = [[alpha, beta], [-beta, alpha]]
    np.testing.assert_allclose(T @ TI, np.eye(s), atol=1e-14)
    np.testing.assert_allclose(A @ T @ blocks, T, atol=1e-14)
    assert C[-1] == 1.0 and (T[-1] == [1, *([1, 0] * (s // 2))]).all()


@pytest.mark.parametrize("s", [3, 5])
def test_the_weights_integrate_polynomials_of_degree_2s_minus_2(s):
    C = next(coefficients(s))
    b = collocation_matrix(C)[-1]
    for k in range(1, 2 * s):
        assert b @ C ** (k - 1) == pytest.approx(1 / k, abs=1e-14)


@pytest.mark.parametrize("s", [3, 5])
def test_the_error_estimate_vanishes_for_polynomials_of_degree_s(s):
    """For y = t^k: h f(0) + sum E_i Z_i = 0, k = 1 … s, and not for k = s + 1."""
    C, _, _, _, E, _ = coefficients(s)
    for k in range(1, s + 2):
        value = (1.0 if k == 1 else 0.0) + E @ C**k
        assert (abs(value) < 1e-13) == (k <= s)


@pytest.mark.parametrize("s", [3, 5])
def test_the_interpolant_passes_through_the_stages(s):
    C, _, _, _, _, ROWS = coefficients(s)
    for theta, unit in zip(C, np.eye(s), strict=True):
        weights = np.cumprod([theta if k % 2 == 0 else 1 - theta for k in range(s)])
        np.testing.assert_allclose(weights @ ROWS, unit, atol=1e-13)


def test_five_stages_for_tight_tolerances():
    assert method_for(1e-3) == RADAU_3 and method_for(9e-4) == RADAU_5


def fixed_steps(model, state, duration, steps, stages):
    """The end of a run of equal steps, each iterated to rounding."""
    record = lw.simulate(model, state, duration, rtol=1e-10, integrator=lw.Radau(stages=stages)).record
    assert record is not None
    t = np.linspace(0.0, duration, steps + 1)
    one = np.ones(steps, int)
    frozen = replace(
        record, t=t[:-1], t_new=t[1:], h=np.diff(t), order=(2 * stages - 1) * one, error=0.5 * one, projections=one,
        rejections=0 * one, breaks=0 * one, expected=np.diff(t), iterations=20 * one, matrix=3 * one, kind=record.kind[0] * one,
        pivot=np.zeros(steps), counts=np.zeros((steps, record.counts.shape[1]), int),
    )  # fmt: skip
    run = lw.simulate(model, state, duration, replay=frozen, output=[duration])
    assert run.success and run.stats.steps == steps and run.stats.newton_iterations == 20 * steps
    return np.concatenate((run.q[-1], run.v[-1]))


@pytest.mark.parametrize(("stages", "steps"), [(3, (6, 12, 24)), (5, (2, 3, 6))])
def test_the_order_on_a_loop_with_quaternions_is_2s_minus_1(stages, steps):
    model = lw.compile(lw.library.spatial_four_bar())
    state = lw.assemble(model)
    end = lw.simulate(model, state, 1.0, rtol=1e-13, output=[1.0])
    exact = np.concatenate((end.q[-1], end.v[-1]))
    errors = [np.abs(fixed_steps(model, state, 1.0, n, stages) - exact).max() for n in steps]
    order = np.log(errors[0] / errors[-1]) / np.log(steps[-1] / steps[0])
    assert errors[-1] < 1e-8 and 2 * stages - 1.3 < order < 2 * stages + 0.5, (errors, order)


def whole_and_in_pieces(monkeypatch, pieces, **choices):
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    whole = lw.simulate(model, state, 3.0, integrator=lw.Radau(), **choices)
    monkeypatch.setattr(compiled_run, "FIRST_CHUNK", pieces)
    monkeypatch.setattr(compiled_run, "SECONDS", 0.0)
    monkeypatch.setattr(compiled_run, "BUFFER", 3)
    return whole, lw.simulate(model, state, 3.0, integrator=lw.Radau(), **choices)


@pytest.mark.parametrize("rtol", [1e-4, 1e-8])
def test_a_run_in_pieces_is_bit_identical(monkeypatch, rtol):
    events = (lw.Event("A.angle.rate"),)
    whole, pieces = whole_and_in_pieces(monkeypatch, 1, rtol=rtol, output=0.05, events=events)
    np.testing.assert_array_equal(pieces.q, whole.q)
    np.testing.assert_array_equal(pieces.v, whole.v)
    assert [event.time for event in pieces.events] == [event.time for event in whole.events] != []
    assert pieces.stats.evaluations == whole.stats.evaluations
    assert pieces.stats.newton_matrices == whole.stats.newton_matrices
