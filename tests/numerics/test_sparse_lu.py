"""Sparse LU factors: patterns, one and many right sides, transposed, weak pivots."""

import numpy as np
import pytest

from linkwork.numerics import sparse_lu
from linkwork.numerics.block_lu import eliminated

SIZE = 40


def matrix(rows, late=0):
    """Sparse, not symmetric, diagonally dominant but for the `late` last unknowns, whose diagonal is zero."""
    chance = np.random.default_rng(rows)
    pattern = chance.random((rows, rows)) < 0.1
    A = np.where(pattern | pattern.T, chance.normal(size=(rows, rows)), 0.0) + 9.0 * np.eye(rows)
    A[rows - late :, rows - late :] = 0.0
    A[rows - late :, :late] += np.eye(late)
    A[:late, rows - late :] += np.eye(late)
    return A


def factored(A, late=0):
    rows, cols = np.nonzero(A)
    pattern = eliminated(rows, cols, len(A), late, 1)
    at, _ = pattern.addresses(rows, cols)
    LU, weights = np.ones(int(pattern.start[-1])), np.array([1.0, -2.0])
    which = np.concatenate((rows * len(A) + cols,) * 2)
    weight = np.repeat([0, 1], rows.size)
    sparse_lu.assembled(-A.ravel(), which, weight, np.concatenate((at, at)), weights, LU)  # -A + 2 A
    good = sparse_lu.factor(*pattern[2:], 1e-9, LU, np.zeros(len(A)))
    return pattern, LU, good


@pytest.mark.parametrize("late", [0, 6])
@pytest.mark.parametrize("k", [1, 4, 12, 20])
def test_solutions_are_those_of_a_dense_factorization(k, late):
    A = matrix(SIZE, late)
    pattern, LU, good = factored(A, late)
    assert good
    b = np.random.default_rng(k).normal(size=(SIZE, k))
    for solve, B in ((sparse_lu.solve, A), (sparse_lu.solve_transposed, A.T)):
        if k == 1 and solve is sparse_lu.solve_transposed:
            continue
        x = np.empty((SIZE, k))
        x[pattern.place] = b
        solve(*pattern[2:], LU, k, x.ravel())
        np.testing.assert_allclose(x[pattern.place], np.linalg.solve(B, b), rtol=1e-11, atol=1e-12)


def test_a_weak_pivot_is_told():
    A = np.array([[1e-12, 1.0], [1.0, 1.0]])
    assert not factored(A)[2]


def test_products_with_a_sparse_matrix_and_its_transposed():
    A, k = matrix(SIZE), 8
    rows, cols = np.nonzero(A)
    start, values = np.searchsorted(rows, np.arange(SIZE + 1)), A[rows, cols]
    X, out = np.random.default_rng(0).normal(size=(2, SIZE, k))
    expected, back = out - 2.0 * A @ X, out - 2.0 * A.T @ X
    again = out.copy()
    sparse_lu.add_products(start, cols, values, -2.0, k, X.ravel(), out.ravel())
    sparse_lu.add_transposed_products(start, cols, values, -2.0, k, X.ravel(), again.ravel())
    np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(again, back, rtol=1e-12, atol=1e-13)


def test_numbers_beyond_what_is_known_are_found():
    known = np.array([1, 0, 1], np.int8)
    assert not sparse_lu.beyond(np.array([3.0, 0.0, 2.0]), known)
    assert sparse_lu.beyond(np.array([0.0, 1e-300, 0.0]), known)
