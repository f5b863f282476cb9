"""From a null-space basis to accelerations: the two reduced forms of the equations of motion.

A basis is stored by rows, Z (n - r, n), in the coordinates of Phi_v: Phi_v Z' = 0. It starts at `shared_floats(n, m)`
in scratch and stays there after the call. A basis kernel only has to fill the independent part of Z in partitioned,
weighted coordinates; `complete_basis` does the rest.
"""

from __future__ import annotations

from linkwork.dynamics.formulations.minimum_norm import multipliers_of_motion
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
from linkwork.numerics.dense_cholesky import cholesky_factor, cholesky_solve
from linkwork.numerics.dense_lu import lu_factor, lu_solve, solve_upper
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

NO_MASS = 1e-13  # a reduced mass this small beside its own row is rounding


def reduction_sizes(n, m):
    """Return (floats, ints): beside the shared part, three matrices (n, n), two vectors (n) and n pivots."""
    floats, ints = partition_sizes(n, m)
    return floats + 3 * n * n + 2 * n, ints + n


@kernel
def reduction_views(scratch, n, m, free):
    """Return views of Z (free, n), Y = Z M (free, n), S (free, free) and two vectors (n)."""
    a = shared_floats(n, m)
    b = a + n * n
    c = b + n * n
    d = c + n * n
    Z = matrix(scratch, a, free, n)
    Y = matrix(scratch, b, free, n)
    S = matrix(scratch, c, free, free)
    return Z, Y, S, vector(scratch, d, n), vector(scratch, d + n, n)


@kernel
def basis_views(scratch, n, m, rank):
    """Return the same memory before Y and S exist: Z (free, n), A (rank, n) or A' (n, rank) or (n, n), V (n, n)."""
    a = shared_floats(n, m)
    b = a + n * n
    c = b + n * n
    return matrix(scratch, a, n - rank, n), vector(scratch, b, n * n), matrix(scratch, c, n, n)


@kernel
def complete_basis(scratch, iscratch, n, m):
    """Z_d = -U^-1 R Z_i (park-2000 Eq. 18), then back to the order and the units of Phi_v."""
    rank = iscratch[RANK]
    _, Dc, W, _ = factor_views(scratch, n, m)
    _, cols, _ = order_views(iscratch, n, m)
    Z, _, _, x, _ = reduction_views(scratch, n, m, n - rank)
    for a in range(n - rank):
        for k in range(rank, n):
            x[k] = Z[a, k]
        for k in range(rank):
            s = 0.0
            for i in range(rank, n):
                s -= W[k, i] * x[i]
            x[k] = s
        solve_upper(W, rank, x)
        for k in range(n):
            Z[a, cols[k]] = Dc[cols[k]] * x[k]


@kernel
def unit_basis(scratch, iscratch, n, m):
    """Z_i = I: the independent velocities themselves are the generalized speeds."""
    rank = iscratch[RANK]
    Z, _, _ = basis_views(scratch, n, m, rank)
    for a in range(n - rank):
        for k in range(rank, n):
            Z[a, k] = 0.0
        Z[a, rank + a] = 1.0


@kernel
def _mass_times_basis(M, Z, Y):
    """Y := Z M, by rows of M, skipping the zeros of Z."""
    n = M.shape[0]
    for a in range(Z.shape[0]):
        for j in range(n):
            Y[a, j] = 0.0
        for k in range(n):
            z = Z[a, k]
            if z != 0.0:
                for j in range(n):
                    Y[a, j] += z * M[k, j]


@kernel
def solve_square(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """[Phi_v; B'M] vdot = [gamma; B'(Q - h)]   (park-2000 Eq. 21, kelly-1987 Eq. 24), B' = Z in scratch.

    The rows of Phi_v are triangular already, [U R]; Gauss elimination goes on through the rows of B'M.
    """
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    free = n - rank
    _, Dc, W, y = factor_views(scratch, n, m)
    _, cols, _ = order_views(iscratch, n, m)
    Z, Y, S, t, x = reduction_views(scratch, n, m, free)
    _mass_times_basis(M, Z, Y)
    for a in range(free):
        rhs = 0.0
        for k in range(n):
            rhs += Z[a, k] * Qh[k]
            t[k] = Y[a, cols[k]] * Dc[cols[k]]
        for k in range(rank):
            f = t[k] * W[k, k]
            if f != 0.0:
                rhs -= f * y[k]
                for j in range(k + 1, n):
                    t[j] -= f * W[k, j]
        size = 0.0
        for j in range(free):
            size = max(size, abs(t[rank + j]))
        inverse = 1.0 / size if size > 0.0 else 1.0
        for j in range(free):
            S[a, j] = t[rank + j] * inverse
        x[rank + a] = rhs * inverse
    pivots = vector(iscratch, shared_ints(n, m), free)
    if lu_factor(S, pivots, NO_MASS):
        return SINGULAR_MASS
    lu_solve(S, pivots, vector(x, rank, free))
    for k in range(rank):
        s = y[k]
        for j in range(rank, n):
            s -= W[k, j] * x[j]
        x[k] = s
    solve_upper(W, rank, x)
    for k in range(n):
        vdot[cols[k]] = Dc[cols[k]] * x[k]
    multipliers_of_motion(M, Qh, vdot, row_scale, lam, scratch, iscratch, t)
    return check_dependent_rows(Phi_v, gamma, row_scale, params, vdot, scratch, iscratch)


@kernel
def solve_projected(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """C'MC u = C'(Q - h - M D), vdot = C u + D   (lee-1997 Eqs. 16-18), C' = Z in scratch.

    D = [+Phi_d^-1 gamma; 0] in the order of the partition (the paper prints a minus).
    """
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    free = n - rank
    _, Dc, W, y = factor_views(scratch, n, m)
    _, cols, _ = order_views(iscratch, n, m)
    Z, Y, S, x, u = reduction_views(scratch, n, m, free)
    for k in range(rank):
        x[k] = y[k]
    solve_upper(W, rank, x)
    for k in range(n):
        vdot[cols[k]] = Dc[cols[k]] * x[k] if k < rank else 0.0
    _mass_times_basis(M, Z, Y)
    for a in range(free):
        s = 0.0
        for k in range(n):
            s += Z[a, k] * Qh[k] - Y[a, k] * vdot[k]
        u[a] = s
        for b in range(a + 1):
            s = 0.0
            for k in range(n):
                s += Y[a, k] * Z[b, k]
            S[a, b] = s
    if cholesky_factor(S, NO_MASS):
        return SINGULAR_MASS
    cholesky_solve(S, u)
    for a in range(free):
        for k in range(n):
            vdot[k] += u[a] * Z[a, k]
    multipliers_of_motion(M, Qh, vdot, row_scale, lam, scratch, iscratch, x)
    return check_dependent_rows(Phi_v, gamma, row_scale, params, vdot, scratch, iscratch)
