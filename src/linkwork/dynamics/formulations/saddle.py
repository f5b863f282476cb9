"""The n + r equations with multipliers, scaled so that masses and constraints weigh alike.

    s Dc M Dc (vdot / Dc) + Dc Phi_v' Dr (s lam / Dr) = s Dc (Q - h)
    Dr Phi_v Dc (vdot / Dc)                           = Dr gamma,      s max(Dc M Dc) = 1

Dr and Dc are those of the partition; the unknowns are in the order of iscratch.
"""

from __future__ import annotations

from linkwork.dynamics.formulations.minimum_norm import spread_multipliers
from linkwork.dynamics.formulations.partition import (
    RANK,
    check_dependent_rows,
    factor_views,
    order_views,
    partition_sizes,
    shared_floats,
    shared_ints,
)
from linkwork.dynamics.status import SINGULAR_MASS
from linkwork.numerics.dense_lu import lu_factor, lu_solve
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

# reciprocal of a pivot so small, or ratio of row forces so large, that digits are lost; solving for the residual restores
# them
REFINE = 1e3


def saddle_sizes(n, m):
    """Return (floats, ints): beside the shared part, a matrix (n + m, n + m), two vectors and pivots (n + m)."""
    floats, ints = partition_sizes(n, m)
    return floats + (n + m) * (n + m) + 2 * (n + m), ints + n + m


@kernel
def mass_scale(M, Dc):
    """Return s with s max(Dc M Dc) = 1; the largest entry of a positive semidefinite matrix is on its diagonal."""
    largest = 0.0
    for j in range(M.shape[0]):
        largest = max(largest, Dc[j] * Dc[j] * M[j, j])
    return 1.0 / largest if largest > 0.0 else 1.0


@kernel
def _refine(M, Qh, Phi_v, gamma, s, A, b, residual, pivots, scratch, iscratch):
    """b += A^-1 (right side - A b), from M and Phi_v since A holds its factors."""
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, cols, _ = order_views(iscratch, n, m)
    for k in range(n):
        j = cols[k]
        e = Qh[j]
        for i in range(n):
            e -= M[j, cols[i]] * (Dc[cols[i]] * b[i])
        residual[k] = s * Dc[j] * e
    for i in range(rank):
        r = rows[i]
        e = gamma[r]
        for k in range(n):
            w = Phi_v[r, cols[k]] * Dc[cols[k]]
            e -= w * b[k]
            residual[k] -= w * Dr[r] * b[n + i]
        residual[n + i] = Dr[r] * e
    lu_solve(A, pivots, residual)
    for k in range(n + rank):
        b[k] += residual[k]


@kernel
def solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, tolerance):
    """Solve the n + r equations by LU in the order of iscratch; SINGULAR_MASS at a pivot not above `tolerance`."""
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    size = n + rank
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, cols, _ = order_views(iscratch, n, m)
    at = shared_floats(n, m)
    A = matrix(scratch, at, size, size)
    b = vector(scratch, at + size * size, size)
    s = mass_scale(M, Dc)
    for k in range(n):
        j = cols[k]
        f = s * Dc[j]
        b[k] = f * Qh[j]
        for i in range(n):
            A[k, i] = f * M[j, cols[i]] * Dc[cols[i]]
    for i in range(rank):
        r = rows[i]
        b[n + i] = Dr[r] * gamma[r]
        for k in range(n):
            w = Dr[r] * Phi_v[r, cols[k]] * Dc[cols[k]]
            A[n + i, k] = w
            A[k, n + i] = w
        for k in range(rank):
            A[n + i, n + k] = 0.0
    pivots = vector(iscratch, shared_ints(n, m), size)
    if lu_factor(A, pivots, tolerance):
        return SINGULAR_MASS
    lu_solve(A, pivots, b)
    smallest, moving, held = 0.0, 0.0, 0.0
    for k in range(size):
        smallest = max(smallest, abs(A[k, k]))  # reciprocals
        if k < n:
            moving = max(moving, abs(b[k]))
        else:
            held = max(held, abs(b[k]))
    if smallest > REFINE or held > REFINE * moving:
        _refine(M, Qh, Phi_v, gamma, s, A, b, vector(scratch, at + size * size + size, size), pivots, scratch, iscratch)
    for k in range(n):
        vdot[cols[k]] = Dc[cols[k]] * b[k]
    if lam.shape[0] == m:
        for i in range(rank):
            b[n + i] /= s
        spread_multipliers(vector(b, n, rank), row_scale, lam, scratch, iscratch, n)
    return check_dependent_rows(Phi_v, gamma, row_scale, params, vdot, scratch, iscratch)
