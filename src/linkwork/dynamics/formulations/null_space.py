"""Projection on the null space of Phi_v (Lee, Lee & Han 1997; Kelly & Huston 1987): n - r equations.

    C'MC u = C'(Q - h - M D),  vdot = C u + D   (lee-1997 Eq. 18)

iscratch[FORM] chooses the basis C. All bases span the same space, so they give the same vdot: lu (partial LU of
lee-1997, C = [I; -U^-1 R]), qr (Householder, the last columns of Q in Phi_v' = Q R), svd (one-sided Jacobi), zero
eigenvalue (eigenvectors of Phi_v' Phi_v with eigenvalue zero). The last three are orthonormal in weighted coordinates.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import NullSpace
from linkwork.dynamics.formulations.partition import (
    FORM,
    RANK,
    factor_constraints,
    factor_views,
    shared_ints,
)
from linkwork.dynamics.formulations.reduction import (
    basis_views,
    complete_basis,
    reduction_sizes,
    reduction_views,
    solve_projected,
    unit_basis,
)
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.numerics.dense_eigen import eigen_symmetric, svd_right
from linkwork.numerics.dense_qr import qr_complement, qr_factor
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

scratch_sizes = reduction_sizes
BASES = ("lu", "qr", "svd", "zero-eigenvalue")
LU, QR, SVD, ZERO_EIGENVALUE = range(len(BASES))  # iscratch[FORM]


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Partition, compute a basis of the null space by iscratch[FORM], then solve Eq. 18."""
    m, n = Phi_v.shape
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch)
    if status:
        return status
    form = iscratch[FORM]
    if form == LU:
        unit_basis(scratch, iscratch, n, m)
    elif form == QR:
        qr_basis(scratch, iscratch, n, m)
    elif form == SVD:
        _svd_basis(scratch, iscratch, n, m)
    else:
        _zero_eigenvalue_basis(scratch, iscratch, n, m)
    complete_basis(scratch, iscratch, n, m)
    return solve_projected(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)


@kernel
def qr_basis(scratch, iscratch, n, m):
    """Z := the orthogonal complement of the rows [U R]; also used by KaneMultipliers."""
    rank = iscratch[RANK]
    _, _, W, _ = factor_views(scratch, n, m)
    Z, space, V = basis_views(scratch, n, m, rank)
    A = matrix(space, 0, rank, n)
    for i in range(rank):
        for j in range(n):
            A[i, j] = W[i, j] if j > i else 0.0
        A[i, i] = 1.0 / W[i, i]
    pivots = vector(iscratch, shared_ints(n, m), n)
    qr_factor(A, V[0], pivots, 0.0)
    qr_complement(A, V[0], rank, Z)


@kernel
def _svd_basis(scratch, iscratch, n, m):
    rank = iscratch[RANK]
    _, _, W, _ = factor_views(scratch, n, m)
    Z, space, V = basis_views(scratch, n, m, rank)
    _, _, _, sigma, _ = reduction_views(scratch, n, m, n - rank)
    At = matrix(space, 0, n, rank)
    for i in range(rank):
        for j in range(n):
            At[j, i] = W[i, j] if j > i else 0.0
        At[i, i] = 1.0 / W[i, i]
    svd_right(At, V, sigma)
    _take_smallest(V, sigma, Z)


@kernel
def _zero_eigenvalue_basis(scratch, iscratch, n, m):
    rank = iscratch[RANK]
    _, _, W, _ = factor_views(scratch, n, m)
    Z, space, V = basis_views(scratch, n, m, rank)
    _, _, _, size, _ = reduction_views(scratch, n, m, n - rank)
    A = matrix(space, 0, n, n)
    for i in range(n):
        for j in range(n):
            A[i, j] = 0.0
    for k in range(rank):
        for i in range(k, n):
            u = W[k, i] if i > k else 1.0 / W[k, k]
            A[i, k] += u / W[k, k]
            for j in range(k + 1, n):
                A[i, j] += u * W[k, j]
    eigen_symmetric(A, V)
    for i in range(n):
        size[i] = abs(A[i, i])
    _take_smallest(V, size, Z)


@kernel
def _take_smallest(V, size, Z):
    """Rows of Z := the rows of V with the smallest sizes."""
    n = V.shape[0]
    for a in range(Z.shape[0]):
        p = 0
        for i in range(1, n):
            if size[i] < size[p]:
                p = i
        size[p] = 1e300
        for j in range(n):
            Z[a, j] = V[p, j]


register(NullSpace, Entry(sys.modules[__name__], option=lambda choice: BASES.index(choice.basis)))
