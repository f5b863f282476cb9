"""The partition: recorded, kept for other positions, refused when stale; and the null-space bases."""

from __future__ import annotations

import numpy as np
import pytest
from dense_problems import FORMULATIONS, arrays, random_problem, reference, solve

from linkwork.formulations import baumgarte, coordinate_partitioning, null_space, partial_velocity, status

STAGED = [coordinate_partitioning, partial_velocity, null_space]
BASES = [name for name in FORMULATIONS if name.startswith("null_space")]


def orders(outputs, n, m):
    iscratch = outputs[3]
    return int(iscratch[0]), iscratch[2 : 2 + m], iscratch[2 + m : 2 + m + n]


@pytest.mark.purepython
@pytest.mark.parametrize("module", STAGED)
@pytest.mark.parametrize("copies", [0, 3])
def test_partition_is_kept_at_a_neighbouring_position(module, copies):
    n, m = 9, 6 + copies
    problem = random_problem(1, n, 6, copies)
    inputs, outputs = arrays(module, problem)
    assert module.partition(*inputs, *outputs) == status.OK
    rank, rows, cols = orders(outputs, n, m)
    assert rank == 6
    chosen = rows.copy(), cols.copy()
    rng = np.random.default_rng(2)
    moved = problem.Phi_v @ (np.eye(n) + 0.01 * rng.normal(size=(n, n)))
    problem.Phi_v[:] = moved
    assert module.accelerations_in_partition(*inputs, *outputs) == status.OK
    np.testing.assert_array_equal(rows, chosen[0])
    np.testing.assert_array_equal(cols, chosen[1])
    vdot, lam = reference(problem)
    np.testing.assert_allclose(outputs[0], vdot, rtol=0, atol=1e-10 * np.abs(vdot).max())
    np.testing.assert_allclose(outputs[1], lam, rtol=0, atol=1e-10 * np.abs(lam).max())


@pytest.mark.parametrize("module", STAGED)
def test_a_stale_partition_is_refused(module):
    problem = random_problem(1, 5, 2, copies=1)
    inputs, outputs = arrays(module, problem)
    assert module.partition(*inputs, *outputs) == status.OK
    _, rows, cols = orders(outputs, 5, 3)
    kept = problem.Phi_v.copy()
    problem.Phi_v[:, cols[0]] = 0  # a dependent coordinate the rows no longer reach
    assert module.accelerations_in_partition(*inputs, *outputs) == status.STALE_PARTITION
    problem.Phi_v[:] = kept
    problem.Phi_v[rows[2]] = np.arange(5)  # a redundant row that became independent
    assert module.accelerations_in_partition(*inputs, *outputs) == status.STALE_PARTITION


def test_independent_coordinates_are_the_heavy_ones():
    """A weightless pin joining two bodies: the lighter one depends."""
    M = np.diag([1e-3, 1e3])
    problem = random_problem(0, 2, 1)
    problem.M, problem.Phi_v = M, np.array([[1.0, -1.0]])
    inputs, outputs = arrays(partial_velocity, problem)
    assert partial_velocity.partition(*inputs, *outputs) == status.OK
    assert list(orders(outputs, 2, 1)[2]) == [0, 1]


@pytest.mark.purepython
@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize(("n", "rank", "copies"), [(6, 4, 0), (9, 6, 4), (5, 0, 0), (12, 11, 1)])
def test_basis_spans_the_null_space(name, n, rank, copies):
    """B Z = 0 (kelly-1987 Eq. 10), and Z has n - r independent columns."""
    problem = random_problem(3, n, rank, copies)
    answer = solve(name, problem)
    Z = null_space.basis_of(answer.scratch, answer.iscratch, n, rank + copies)
    assert Z.shape == (n - rank, n)
    assert np.linalg.matrix_rank(Z) == n - rank
    bound = np.abs(problem.Phi_v) @ np.abs(Z.T)
    assert np.all(np.abs(problem.Phi_v @ Z.T) <= 1e-13 * bound + 1e-15)


@pytest.mark.parametrize("name", [b for b in BASES if not b.endswith("lu")])
def test_orthogonal_bases_are_orthonormal_in_weighted_coordinates(name):
    n, m = 9, 6
    answer = solve(name, random_problem(4, n, m))
    Dc = answer.scratch[m : m + n]
    Z = null_space.basis_of(answer.scratch, answer.iscratch, n, m) / Dc
    np.testing.assert_allclose(Z @ Z.T, np.eye(n - m), atol=1e-12)


def test_stabilized_gamma_is_equation_9():
    out = np.zeros(2)
    baumgarte.stabilized_gamma(np.array([1.0, 2.0]), np.array([0.1, 0.0]), np.array([0.2, 0.3]), 10.0, 5.0, out)
    np.testing.assert_allclose(out, [1 - 4 - 2.5, 2 - 6])
