"""Sparse factors of block matrices: against dense ones, with constraints, and what is refused."""

import numpy as np
import pytest

from linkwork.numerics import block_lu


def matrix_of(size, late, s, rng):
    """Blocks (size, size, s, s) with a few couplings; the last unknowns have none with each other, nor with themselves."""
    there = rng.random((size, size)) < 0.2
    there |= there.T | np.eye(size, dtype=bool)
    early = size - late
    there[early:, early:] = False
    there[early:, :late] |= np.eye(late, dtype=bool)
    there[:late, early:] |= np.eye(late, dtype=bool)
    A = rng.standard_normal((size, size, s, s)) * there[:, :, None, None]
    A[np.arange(early), np.arange(early)] += 10 * np.eye(s)
    return A, np.nonzero(there)


@pytest.mark.parametrize(("s", "k"), [(3, 1), (5, 4), (3, 8), (5, 6)])
def test_solutions_are_those_of_the_dense_matrix(s, k):
    rng = np.random.default_rng(s)
    size, late = 14, 3
    A, (rows, cols) = matrix_of(size, late, s, rng)
    pattern = block_lu.eliminated(rows, cols, size, late, s)
    assert sorted(pattern.place) == list(range(size))
    numbers = np.zeros(pattern.start[-1])
    for r, c, at, apart in zip(rows, cols, *pattern.addresses(rows, cols), strict=True):
        for i in range(s):
            numbers[at + i * apart : at + i * apart + s] = A[r, c, i]
    order = np.argsort(pattern.place)
    dense = A[order][:, order].swapaxes(1, 2).reshape(size * s, size * s)
    np.testing.assert_array_equal(pattern.dense(numbers), dense)
    assert block_lu.factor(s, *pattern[2:], numbers, np.zeros(s * s * size), np.zeros(2 * s * s))
    right = rng.standard_normal((size * s, k))
    for solve, matrix in ((block_lu.solve, dense), (block_lu.solve_transposed, dense.T)):
        x = right.ravel().copy()
        solve(s, *pattern[2:], numbers, k, x, np.zeros(s * k))
        np.testing.assert_allclose(x.reshape(-1, k), np.linalg.solve(matrix, right), rtol=0, atol=1e-12)


def test_terms_are_added_to_their_blocks():
    s, values = 3, np.arange(6.0).reshape(3, 2) + 1
    weights = np.stack((np.eye(s), np.arange(9.0).reshape(s, s)))
    out = np.zeros(20)
    which, weight, at, apart = (np.array(part) for part in ([1, 0], [0, 1], [0, 2], [3, 6]))
    block_lu.add_terms(values, -1.0, which, weight, at, apart, weights, out)
    expected = np.zeros(20)
    expected[[0, 4, 8]] -= values[:, 1]
    for i in range(s):
        expected[2 + 6 * i : 5 + 6 * i] -= values[i, 0] * weights[1, i]
    np.testing.assert_array_equal(out, expected)


def test_numbers_where_there_were_none_are_seen():
    values, known = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]), np.array([True, False, True])
    assert not block_lu.outside(values, known)
    values[1, 1] = 1e-30
    assert block_lu.outside(values, known)


@pytest.mark.parametrize("pivot", [0.0, 1e-12])
def test_pivots_that_are_too_small_are_refused(pivot):
    s = 3
    rows, cols = np.nonzero(np.ones((2, 2)))
    pattern = block_lu.eliminated(rows, cols, 2, 0, s)
    numbers = np.ones(pattern.start[-1])
    (at,), _ = pattern.addresses(np.array([0]), np.array([0]))
    numbers[at : at + s * s] = pivot * np.eye(s).ravel()
    assert not block_lu.factor(s, *pattern[2:], numbers, np.zeros(s * s * 2), np.zeros(2 * s * s))
