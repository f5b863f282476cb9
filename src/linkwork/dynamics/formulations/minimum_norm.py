"""Multipliers from the current factors; for redundant rows, the solution with the least |lam / row_scale|."""

from __future__ import annotations

import math

from linkwork.dynamics.formulations.partition import RANK, factor_views, order_views
from linkwork.numerics.dense_lu import solve_transposed
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel


@kernel
def multipliers_of_motion(M, Qh, vdot, row_scale, lam, scratch, iscratch, mu):
    """Solve Phi_d' lam = b_d, b = Q - h - M vdot (park-2000 Eqs. 22-24) by the LU of Phi_d; mu is (n) scratch."""
    n, m = M.shape[0], row_scale.shape[0]
    if lam.shape[0] < m:  # not requested
        return
    _, Dc, W, _ = factor_views(scratch, n, m)
    _, cols, _ = order_views(iscratch, n, m)
    rank = iscratch[RANK]
    for k in range(rank):
        j = cols[k]
        b = Qh[j]
        for i in range(n):
            b -= M[j, i] * vdot[i]
        mu[k] = Dc[j] * b
    solve_transposed(W, rank, mu)
    spread_multipliers(mu, row_scale, lam, scratch, iscratch, n)


@kernel
def spread_multipliers(mu, row_scale, lam, scratch, iscratch, n):
    """lam := Dr mu on independent rows and 0 on the others, then reduced to the least |lam / row_scale|."""
    m = row_scale.shape[0]
    Dr, _, _, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    rank = iscratch[RANK]
    for i in range(m):
        r = rows[i]
        lam[r] = Dr[r] * mu[i] if i < rank else 0.0
    if rank < m:
        _project_off_null_vectors(row_scale, lam, scratch, iscratch, n)


@kernel
def _project_off_null_vectors(row_scale, lam, scratch, iscratch, n):
    """lam/s -= N (N'N)^-1 N' lam/s,  N = (Dr/s) P' [-(L2 L1^-1)'; I], since N' (Phi_v scaled) = 0.

    N is made orthonormal by Gram-Schmidt, applied twice, and stored by rows. The cost is O(m (m - r)^2).
    """
    m = row_scale.shape[0]
    Dr, _, W, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    rank = iscratch[RANK]
    N = matrix(scratch, m + n + m * n + m, m, m)
    for d in range(m - rank):
        x = N[d]
        row = rank + d
        for k in range(m):
            x[k] = 0.0
        for k in range(rank - 1, -1, -1):
            s = W[row, k]
            for i in range(k + 1, rank):
                s += x[i] * W[i, k]
            x[k] = -s
        x[row] = 1.0
        for k in range(m):
            x[k] *= Dr[rows[k]] / row_scale[rows[k]]
        for _ in range(2):
            for e in range(d):
                _remove(N[e], x)
        length = math.sqrt(_dot(x, x))
        inverse = 1.0 / length if length > 0.0 else 0.0
        for k in range(m):
            x[k] *= inverse
    for d in range(m - rank):
        s = 0.0
        for k in range(m):
            s += N[d, k] * lam[rows[k]] / row_scale[rows[k]]
        for k in range(m):
            lam[rows[k]] -= s * N[d, k] * row_scale[rows[k]]


@kernel
def _dot(x, y):
    s = 0.0
    for k in range(x.shape[0]):
        s += x[k] * y[k]
    return s


@kernel
def _remove(unit, x):
    s = _dot(unit, x)
    for k in range(x.shape[0]):
        x[k] -= s * unit[k]
