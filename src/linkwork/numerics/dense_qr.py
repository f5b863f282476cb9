"""Householder QR of a matrix given by its transpose: columns are rows in memory, hence contiguous."""

from __future__ import annotations

import math

from linkwork.numerics.jit import kernel


@kernel
def qr_factor(A, tau, order, tolerance):  # A (m, n) in place, tau (m), order (m)
    """A' Pi = Q R with column pivoting; returns the rank.

    Row k of A keeps R's column k before the diagonal and the Householder vector v_k = (1, A[k, k+1:])
    behind it, H_k = I - tau_k v_k v_k'. Stops when no remaining column is longer than `tolerance`.
    """
    m, n = A.shape
    for i in range(m):
        order[i] = i
    most = min(m, n)
    for k in range(most):
        best, p = tolerance * tolerance, -1
        for i in range(k, m):
            s = 0.0
            for j in range(k, n):
                s += A[i, j] * A[i, j]
            if s > best:
                best, p = s, i
        if p < 0:
            return k
        if p != k:
            order[k], order[p] = order[p], order[k]
            for j in range(n):
                A[k, j], A[p, j] = A[p, j], A[k, j]
        length = math.copysign(math.sqrt(best), A[k, k])
        tau[k] = (A[k, k] + length) / length
        for j in range(k + 1, n):
            A[k, j] /= A[k, k] + length
        A[k, k] = -length
        for i in range(k + 1, m):
            _reflect(A, k, tau[k], A[i])
    return most


@kernel
def _reflect(A, k, tau_k, x):
    """x := H_k x."""
    n = A.shape[1]
    s = x[k]
    for j in range(k + 1, n):
        s += A[k, j] * x[j]
    s *= tau_k
    x[k] -= s
    for j in range(k + 1, n):
        x[j] -= s * A[k, j]


@kernel
def qr_complement(A, tau, rank, Z):  # Z (n - rank, n) out
    """Rows of Z := the last n - rank columns of Q: orthonormal, and A Z' = 0."""
    n = A.shape[1]
    for a in range(n - rank):
        for j in range(n):
            Z[a, j] = 0.0
        Z[a, rank + a] = 1.0
        for k in range(rank - 1, -1, -1):
            _reflect(A, k, tau[k], Z[a])
