"""LU factorizations of small dense matrices, in place.

Two kinds: of a rectangular matrix with complete pivoting (rank-revealing; the partition of coordinates),
and of a square one with partial pivoting (linear equations). Matrices are C-contiguous float64.
The diagonal of a factored matrix holds the *reciprocals* of the pivots: divisions are what small solves cost.
"""

from __future__ import annotations

from linkwork.numerics.jit import kernel


@kernel
def lu_complete(W, tolerance, most, rows, cols, largest):  # W in place; rows, cols permuted along; scratch (m)
    """P W Q = [L1; L2] [U R] with complete pivoting, at most `most` steps; returns the rank.

    Rows and columns of W (m, n) are moved in memory and `rows`, `cols` record it, so W[k, k] is the k-th
    reciprocal pivot; L (unit diagonal) sits below it. Stops at the first pivot not above `tolerance`.
    Each row remembers the size of its largest entry: only rows that change are searched again.
    """
    m, n = W.shape
    most = min(m, n, most)
    for i in range(m):
        largest[i] = _largest(W, i, 0)
    for k in range(most):
        best, p = tolerance, -1
        for i in range(k, m):
            if largest[i] > best:
                best, p = largest[i], i
        if p < 0:
            return k
        q = k
        while q < n - 1 and abs(W[p, q]) != best:
            q += 1
        if p != k:
            rows[k], rows[p] = rows[p], rows[k]
            largest[p] = largest[k]
            for j in range(n):
                W[k, j], W[p, j] = W[p, j], W[k, j]
        if q != k:
            cols[k], cols[q] = cols[q], cols[k]
            for i in range(m):
                W[i, k], W[i, q] = W[i, q], W[i, k]
        inverse = 1.0 / W[k, k]
        W[k, k] = inverse
        for i in range(k + 1, m):
            f = W[i, k] * inverse
            if f != 0.0:  # constraint Jacobians are mostly zeros
                W[i, k] = f
                for j in range(k + 1, n):
                    W[i, j] -= f * W[k, j]
                largest[i] = _largest(W, i, k + 1)
    return most


@kernel(fastmath={"contract", "nnan", "nsz"})  # lets the compiler take the maximum of several at once
def _largest(W, i, first):
    best = 0.0
    for j in range(first, W.shape[1]):
        size = abs(W[i, j])
        best = size if size > best else best
    return best


@kernel
def lu_in_order(W, rank, tolerance, fraction):
    """The same factors in the order given, `rank` steps; returns 1 if complete pivoting should choose again.

    The order serves while every pivot is above `tolerance` and above `fraction` of the other entries of its row and column.
    """
    m = W.shape[0]
    for k in range(rank):
        size = abs(W[k, k])
        bound = size / fraction
        if not size > tolerance or _largest(W, k, k + 1) > bound:
            return 1
        for i in range(k + 1, m):
            if abs(W[i, k]) > bound:
                return 1
        _eliminate(W, k)
    return 0


@kernel
def _eliminate(W, k):
    m, n = W.shape
    inverse = 1.0 / W[k, k]
    W[k, k] = inverse
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
        x[k] = s * W[k, k]


@kernel
def solve_transposed(W, rank, x):
    """x[:rank] := (L1 U)^-T x[:rank], by rows of W."""
    for k in range(rank):
        x[k] *= W[k, k]
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
    solve_lower(A, n, b)
    solve_upper(A, n, b)
