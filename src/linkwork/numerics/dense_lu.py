"""LU factorizations of small dense matrices, in place.

Two kinds: of a rectangular matrix with complete pivoting (rank-revealing; the partition of coordinates),
and of a square one with partial pivoting (linear equations). Matrices are C-contiguous float64.
"""

from __future__ import annotations

from linkwork.numerics.jit import kernel


@kernel
def lu_complete(W, tolerance, rows, cols):  # W in place; rows, cols permuted along
    """P W Q = [L1; L2] [U R] with complete pivoting; returns the rank.

    Rows and columns of W (m, n) are moved in memory and `rows`, `cols` record it, so W[k, k] is the k-th
    pivot; L (unit diagonal) sits below it. Stops at the first pivot not above `tolerance`.
    """
    m, n = W.shape
    most = min(m, n)
    for k in range(most):
        best, p, q = tolerance, -1, -1
        for i in range(k, m):
            for j in range(k, n):
                size = abs(W[i, j])
                if size > best:
                    best, p, q = size, i, j
        if p < 0:
            return k
        if p != k:
            rows[k], rows[p] = rows[p], rows[k]
            for j in range(n):
                W[k, j], W[p, j] = W[p, j], W[k, j]
        if q != k:
            cols[k], cols[q] = cols[q], cols[k]
            for i in range(m):
                W[i, k], W[i, q] = W[i, q], W[i, k]
        _eliminate(W, k)
    return most


@kernel
def lu_without_pivoting(W, rank, tolerance):
    """The same factors in the order given, `rank` steps; returns 1 if the order serves no longer.

    It serves while every pivot is above `tolerance` and every entry left after `rank` steps is not.
    """
    m, n = W.shape
    for k in range(rank):
        if not abs(W[k, k]) > tolerance:
            return 1
        _eliminate(W, k)
    for i in range(rank, m):
        for j in range(rank, n):
            if abs(W[i, j]) > tolerance:
                return 1
    return 0


@kernel
def _eliminate(W, k):
    m, n = W.shape
    inverse = 1.0 / W[k, k]
    for i in range(k + 1, m):
        f = W[i, k] * inverse
        W[i, k] = f
        if f != 0.0:  # constraint Jacobians are mostly zeros
            for j in range(k + 1, n):
                W[i, j] -= f * W[k, j]


@kernel
def solve_lower(W, rank, y):
    """y := L^-1 y for all m rows; entries from `rank` on become y2 - L2 L1^-1 y1, zero if consistent."""
    for i in range(1, y.shape[0]):
        s = y[i]
        for k in range(min(i, rank)):
            s -= W[i, k] * y[k]
        y[i] = s


@kernel
def solve_upper(W, rank, x):
    """x[:rank] := U^-1 x[:rank]."""
    for k in range(rank - 1, -1, -1):
        s = x[k]
        for j in range(k + 1, rank):
            s -= W[k, j] * x[j]
        x[k] = s / W[k, k]


@kernel
def solve_transposed(W, rank, x):
    """x[:rank] := (L1 U)^-T x[:rank], by rows of W."""
    for k in range(rank):
        x[k] /= W[k, k]
        for j in range(k + 1, rank):
            x[j] -= W[k, j] * x[k]
    for k in range(rank - 1, 0, -1):
        for i in range(k):
            x[i] -= W[k, i] * x[k]


@kernel
def lu_factor(A, pivots, tolerance):
    """P A = L U with partial pivoting in place; returns 1 at a pivot not above `tolerance`, else 0."""
    n = A.shape[0]
    for k in range(n):
        best, p = tolerance, -1
        for i in range(k, n):
            size = abs(A[i, k])
            if size > best:
                best, p = size, i
        if p < 0:
            return 1
        pivots[k] = p
        if p != k:
            for j in range(n):
                A[k, j], A[p, j] = A[p, j], A[k, j]
        _eliminate(A, k)
    return 0


@kernel
def lu_solve(A, pivots, b):
    """b := A^-1 b by the factors of `lu_factor`."""
    n = A.shape[0]
    for k in range(n):
        p = pivots[k]
        b[k], b[p] = b[p], b[k]
    solve_lower(A, n, b[:n])
    solve_upper(A, n, b)
