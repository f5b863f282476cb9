"""Every dense formulation gives the same vdot and lam as an extended-precision reference."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.dynamics import status
from tests.dynamics.dense_problems import FORMULATIONS, random_problem, reference, solve

SIZES = [(1, 0), (1, 1), (4, 0), (5, 2), (6, 4), (6, 6), (9, 8), (18, 17), (24, 7)]
every_formulation = pytest.mark.parametrize("name", FORMULATIONS)


def assert_close(actual, expected, tolerance=1e-10):
    size = np.abs(expected).max(initial=0.0)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * max(size, 1e-300))


def assert_solves(name, problem, tolerance=1e-10):
    answer = solve(name, problem)
    assert answer.status == status.OK
    assert answer.rank == len(problem.independent)
    vdot, lam = reference(problem)
    assert_close(answer.vdot, vdot, tolerance)
    assert_close(answer.lam, lam, tolerance)
    return answer


@pytest.mark.purepython
@every_formulation
@pytest.mark.parametrize(("n", "m"), SIZES)
def test_full_rank(name, n, m):
    for seed in range(3):
        assert_solves(name, random_problem(seed, n, m), 1e-9 if n > 20 else 1e-10)


@pytest.mark.purepython
@every_formulation
@pytest.mark.parametrize(("n", "rank", "copies"), [(3, 1, 1), (6, 4, 2), (9, 6, 9), (6, 6, 3), (18, 12, 5)])
def test_redundant_rows_give_minimum_norm(name, n, rank, copies):
    for seed in range(3):
        assert_solves(name, random_problem(seed, n, rank, copies))


@every_formulation
def test_zero_rows_carry_no_multiplier(name):
    problem = random_problem(1, 6, 3, copies=1, zero_rows=3)
    answer = assert_solves(name, problem)
    assert np.all(answer.lam[np.all(problem.Phi_v == 0, axis=1)] == 0)


@every_formulation
def test_only_zero_rows_leave_the_motion_free(name):
    problem = random_problem(2, 4, 0, zero_rows=3)
    assert_solves(name, problem)


@every_formulation
@pytest.mark.parametrize("copies", [0, 2])
def test_singular_mass_with_definite_reduced_mass(name, copies):
    for seed in range(3):
        problem = random_problem(seed, 8, 5, copies)
        A = np.random.default_rng(seed).normal(size=(8, 4))
        problem.M = A @ A.T
        problem.M[7] = problem.M[:, 7] = 0  # a coordinate without any mass
        assert_solves(name, problem)


@every_formulation
@pytest.mark.parametrize("copies", [0, 3])
@pytest.mark.parametrize("scaled_rows", [False, True])
def test_badly_scaled_units(name, copies, scaled_rows):
    """Rows up to 1e6 times others, masses from 1e-6 to 1e6."""
    for seed in range(5):
        rng = np.random.default_rng(100 + seed)
        problem = random_problem(seed, 9, 6, copies)
        units = 10.0 ** rng.integers(-3, 4, size=6 + copies)
        problem.Phi_v *= units[:, None]
        problem.gamma *= units
        if scaled_rows:
            problem.row_scale /= units
        masses = 10.0 ** rng.integers(-6, 7, size=9)
        problem.M *= np.sqrt(masses[:, None] * masses)
        problem.Qh *= masses
        assert_solves(name, problem)


@every_formulation
def test_units_of_coordinates_do_not_matter(name):
    """Millimetres for some coordinates: vdot scales back to the same motion."""
    problem = random_problem(5, 9, 6, copies=2)
    before = solve(name, problem)
    unit = np.where(np.arange(9) % 2, 1e3, 1.0)  # new coordinate = unit * old
    problem.M /= unit[:, None] * unit
    problem.Qh /= unit
    problem.Phi_v /= unit
    after = solve(name, problem)
    assert_close(after.vdot / unit, before.vdot)
    assert_close(after.lam, before.lam)


@every_formulation
def test_positions_slightly_off_the_constraints_stay_redundant(name):
    """Rows dependent to 1e-10 only, as a converged assembly leaves them."""
    for seed in range(10):
        rng = np.random.default_rng(200 + seed)
        problem = random_problem(seed, 12, 8, copies=4)
        exact = solve(name, problem)
        problem.Phi_v += 1e-10 * rng.normal(size=problem.Phi_v.shape)
        problem.gamma += 1e-10 * rng.normal(size=12)
        answer = solve(name, problem)
        assert answer.status == status.OK
        assert answer.rank == 8
        assert_close(answer.vdot, exact.vdot, 1e-7)
        assert_close(answer.lam, exact.lam, 1e-7)
