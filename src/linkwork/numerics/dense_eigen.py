"""Jacobi rotations: eigenvectors of a symmetric matrix, singular values and right singular vectors."""

from __future__ import annotations

import math

from linkwork.numerics.jit import kernel

SWEEPS = 40  # quadratic convergence needs under ten; the bound only ends a loop over NaN


@kernel
def _rotation(difference, twice_product):
    """(cos, sin) that makes a pair orthogonal: tan of the smaller angle with cot(2 angle) = difference / twice_product."""
    zeta = difference / twice_product
    t = math.copysign(1.0, zeta) / (abs(zeta) + math.hypot(1.0, zeta))
    c = 1.0 / math.sqrt(1.0 + t * t)
    return c, c * t


@kernel
def _rotate(X, p, q, c, s):
    for k in range(X.shape[1]):
        a, b = X[p, k], X[q, k]
        X[p, k] = c * a - s * b
        X[q, k] = s * a + c * b


@kernel
def _identity(V):
    for i in range(V.shape[0]):
        for j in range(V.shape[1]):
            V[i, j] = 0.0
        V[i, i] = 1.0


@kernel
def eigen_symmetric(A, V):  # A (n, n) in place; V (n, n) out
    """V A V' = diagonal by cyclic Jacobi: eigenvalues on A's diagonal, eigenvectors in the rows of V.

    Returns 1 if the sweeps did not converge.
    """
    n = A.shape[0]
    _identity(V)
    for _ in range(SWEEPS):
        off, total = 0.0, 0.0
        for i in range(n):
            total += A[i, i] * A[i, i]
            for j in range(i):
                off += A[i, j] * A[i, j]
        if off <= 1e-30 * total:
            return 0
        for p in range(n - 1):
            for q in range(p + 1, n):
                if A[p, q] != 0.0:
                    c, s = _rotation(A[q, q] - A[p, p], 2.0 * A[p, q])
                    _rotate(A, p, q, c, s)
                    for k in range(n):
                        a, b = A[k, p], A[k, q]
                        A[k, p] = c * a - s * b
                        A[k, q] = s * a + c * b
                    _rotate(V, p, q, c, s)
    return 1


@kernel
def svd_right(At, V, sigma):  # At (n, m) in place; V (n, n), sigma (n) out
    """One-sided Jacobi of A (m, n) given by its transpose: rows of V are right singular vectors of length sigma.

    A V' = U diag(sigma); the columns of A rotate, A' A is never formed. Unordered. Returns 1 if it did not converge.
    """
    n, m = At.shape
    _identity(V)
    largest = 0.0
    for i in range(n):
        for k in range(m):
            largest = max(largest, abs(At[i, k]))
    nothing = (1e-15 * largest) ** 2 * m
    turned = True
    for _ in range(SWEEPS):
        if not turned:
            break
        turned = False
        for p in range(n - 1):
            for q in range(p + 1, n):
                pp, qq, pq = 0.0, 0.0, 0.0
                for k in range(m):
                    pp += At[p, k] * At[p, k]
                    qq += At[q, k] * At[q, k]
                    pq += At[p, k] * At[q, k]
                if pp > nothing and qq > nothing and abs(pq) > 1e-14 * math.sqrt(pp * qq):
                    turned = True
                    c, s = _rotation(qq - pp, 2.0 * pq)
                    _rotate(At, p, q, c, s)
                    _rotate(V, p, q, c, s)
    for i in range(n):
        s = 0.0
        for k in range(m):
            s += At[i, k] * At[i, k]
        sigma[i] = math.sqrt(s)
    return 1 if turned else 0
