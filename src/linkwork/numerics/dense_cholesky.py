"""Cholesky factorization of small symmetric positive definite matrices, in place.

The diagonal of the factor holds reciprocals: divisions are what small solves cost.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import kernel


@kernel
def cholesky_factor(A, tolerance):
    """A = L L' in the lower triangle; returns 1 if a pivot is not above `tolerance` times its diagonal entry.

    The test is relative to each diagonal entry by itself, so the units of the unknowns do not matter.
    """
    n = A.shape[0]
    for i in range(n):
        diagonal = A[i, i]
        for j in range(i):
            s = A[i, j]
            for k in range(j):
                s -= A[i, k] * A[j, k]
            A[i, j] = s * A[j, j]
        s = diagonal
        for k in range(i):
            s -= A[i, k] * A[i, k]
        if not s > tolerance * diagonal:
            return 1
        A[i, i] = 1.0 / math.sqrt(s)
    return 0


@kernel
def cholesky_forward(L, x):
    """x := L^-1 x."""
    for i in range(L.shape[0]):
        s = x[i]
        for k in range(i):
            s -= L[i, k] * x[k]
        x[i] = s * L[i, i]


@kernel
def cholesky_backward(L, x):
    """x := L^-T x."""
    for i in range(L.shape[0] - 1, -1, -1):
        x[i] *= L[i, i]
        for k in range(i):
            x[k] -= L[i, k] * x[i]


@kernel
def cholesky_solve(L, x):
    """x := (L L')^-1 x."""
    cholesky_forward(L, x)
    cholesky_backward(L, x)
