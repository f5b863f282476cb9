"""The small dense factorizations against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics import dense_cholesky, dense_eigen, dense_lu, dense_qr
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

SIZES = [(1, 1), (4, 4), (3, 7), (7, 3), (17, 18)]
pytestmark = pytest.mark.purepython


def random_matrix(m, n, rank=None, seed=0):
    rng = np.random.default_rng(seed)
    if rank is None:
        return rng.normal(size=(m, n))
    return rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))


@pytest.mark.parametrize(("m", "n"), SIZES)
@pytest.mark.parametrize("drop", [0, 1])
def test_lu_complete_reproduces_the_matrix_and_its_rank(m, n, drop):
    rank = max(min(m, n) - drop, 0)
    A = random_matrix(m, n, rank)
    W, rows, cols = A.copy(), np.arange(m), np.arange(n)
    assert dense_lu.lu_complete(W, 1e-10, m, rows, cols, np.zeros(m)) == rank
    L = np.tril(W[:, :rank], -1) + np.eye(m, rank)
    U = np.triu(W[:rank], 1)
    U[np.diag_indices(rank)] = 1 / np.diag(W)[:rank]
    np.testing.assert_allclose(L @ U, A[np.ix_(rows, cols)], atol=1e-13)
    assert np.all(np.abs(L) <= 1)
    again = np.ascontiguousarray(A[np.ix_(rows, cols)])
    assert dense_lu.lu_in_order(again, rank, 1e-10, 0.99) == 0
    np.testing.assert_allclose(again[:rank], W[:rank], atol=1e-11)


def test_lu_complete_stops_at_the_rank_asked_for():
    W, rows, cols = random_matrix(5, 6), np.arange(5), np.arange(6)
    assert dense_lu.lu_complete(W, 1e-10, 3, rows, cols, np.zeros(5)) == 3


@pytest.mark.parametrize(("entry", "refused"), [((0, 2), 1), ((1, 0), 1), ((1, 2), 1), ((2, 2), 0)])
def test_lu_in_order_refuses_a_pivot_that_is_small_beside_its_row_or_column(entry, refused):
    """Pivots 1 and 1; an entry of 11 in a pivot's row or column is more than ten times as large, elsewhere it does not matter."""
    W = np.zeros((3, 3))
    W[0, 0] = W[1, 1] = 1.0
    W[entry] = 11.0
    assert dense_lu.lu_in_order(W.copy(), 2, 1e-10, 0.1) == refused
    W[entry] = 9.0
    assert dense_lu.lu_in_order(W.copy(), 2, 1e-10, 0.1) == 0
    W[1, 1] = 1e-11
    assert dense_lu.lu_in_order(W, 2, 1e-10, 0.1) == 1


def test_lu_triangular_solves():
    A = random_matrix(5, 5)
    W, rows, cols = A.copy(), np.arange(5), np.arange(5)
    dense_lu.lu_complete(W, 0.0, 5, rows, cols, np.zeros(5))
    permuted = A[np.ix_(rows, cols)]
    b = np.arange(1.0, 6)
    x = b.copy()
    dense_lu.solve_lower(W, 5, x)
    dense_lu.solve_upper(W, 5, x)
    np.testing.assert_allclose(permuted @ x, b)
    x = b.copy()
    dense_lu.solve_transposed(W, 5, x)
    np.testing.assert_allclose(permuted.T @ x, b)


@pytest.mark.parametrize("n", [1, 2, 6, 35])
def test_lu_factor_solves(n):
    A = random_matrix(n, n)
    b = np.arange(1.0, n + 1)
    W, x, pivots = A.copy(), b.copy(), np.zeros(n, np.int64)
    assert dense_lu.lu_factor(W, pivots, 0.0) == 0
    dense_lu.lu_solve(W, pivots, x)
    np.testing.assert_allclose(x, np.linalg.solve(A, b), rtol=1e-9)


def test_lu_factor_reports_a_singular_matrix():
    assert dense_lu.lu_factor(random_matrix(5, 5, rank=4), np.zeros(5, np.int64), 1e-13) == 1


def test_cholesky_solves_and_refuses_indefinite():
    A = random_matrix(6, 6)
    A = A @ A.T
    L, x = A.copy(), np.arange(6.0)
    assert dense_cholesky.cholesky_factor(L, 1e-13) == 0
    dense_cholesky.cholesky_solve(L, x)
    np.testing.assert_allclose(A @ x, np.arange(6.0), atol=1e-10)
    assert dense_cholesky.cholesky_factor(A - 2 * np.eye(6) * np.linalg.eigvalsh(A)[0], 1e-13) == 1
    units = 10.0 ** np.arange(-9, 9, 3)  # the test of a pivot does not depend on units
    assert dense_cholesky.cholesky_factor(A * units * units[:, None], 1e-13) == 0


@pytest.mark.parametrize(("m", "n", "rank"), [(3, 7, 3), (4, 6, 2), (5, 5, 5), (1, 2, 1)])
def test_qr_gives_rank_and_complement(m, n, rank):
    A = random_matrix(m, n, rank)
    F, tau, order = A.copy(), np.zeros(m), np.zeros(m, np.int64)
    assert dense_qr.qr_factor(F, tau, order, 1e-10) == rank
    assert abs(abs(F[0, 0]) - np.linalg.norm(A, axis=1).max()) < 1e-12
    Z = np.zeros((n - rank, n))
    dense_qr.qr_complement(F, tau, rank, Z)
    np.testing.assert_allclose(A @ Z.T, 0, atol=1e-13)
    np.testing.assert_allclose(Z @ Z.T, np.eye(n - rank), atol=1e-14)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_symmetric_eigenvalues_and_vectors(n):
    A = random_matrix(n, n)
    A = A + A.T
    D, V = A.copy(), np.zeros((n, n))
    assert dense_eigen.eigen_symmetric(D, V) == 0
    np.testing.assert_allclose(np.sort(np.diag(D)), np.linalg.eigvalsh(A), atol=1e-12)
    np.testing.assert_allclose(V.T @ np.diag(np.diag(D)) @ V, A, atol=1e-12)
    np.testing.assert_allclose(V @ V.T, np.eye(n), atol=1e-13)


@pytest.mark.parametrize(("m", "n", "rank"), [(3, 7, 3), (7, 3, 3), (5, 6, 2), (1, 1, 1)])
def test_singular_values_and_right_vectors(m, n, rank):
    A = random_matrix(m, n, rank)
    V, sigma = np.zeros((n, n)), np.zeros(n)
    assert dense_eigen.svd_right(np.ascontiguousarray(A.T), V, sigma) == 0
    expected = np.zeros(n)
    expected[: min(m, n)] = np.linalg.svd(A, compute_uv=False)
    np.testing.assert_allclose(np.sort(sigma)[::-1], expected, atol=1e-13)
    np.testing.assert_allclose(np.linalg.norm(A @ V.T, axis=0), sigma, atol=1e-13)
    np.testing.assert_allclose(V @ V.T, np.eye(n), atol=1e-13)


@kernel
def _fill(buffer, rows, cols):
    A, x = matrix(buffer, 1, rows, cols), vector(buffer, 1 + rows * cols, 2)
    for i in range(rows):
        for j in range(cols):
            A[i, j] = 10 * i + j
    x[1] = -1.0


def test_views_share_the_buffer():
    buffer = np.full(10, 7.0)
    _fill(buffer, 2, 3)
    np.testing.assert_array_equal(buffer, [7, 0, 1, 2, 10, 11, 12, 7, -1, 7])
