"""Kane's equations with undetermined multipliers (Kelly & Huston 1987, Eqs. 23-25; their B is Phi_v).

iscratch[FORM] = 0 retains the multipliers: with Eq. 23 solved for vdot, the derivative of Eq. 8 gives lam,

    Phi_v M^-1 Phi_v' lam = Phi_v M^-1 (Q - h) - gamma,   M vdot = Q - h - Phi_v' lam

iscratch[FORM] = 1 eliminates them by an orthogonal complement beta, Phi_v beta = 0:

    [beta' M; Phi_v] vdot = [beta' (Q - h); gamma]   (Eq. 24 with Eq. 8),   lam from Eq. 23
"""

from __future__ import annotations

import sys

from linkwork.description.choices import KaneMultipliers
from linkwork.dynamics.formulations.minimum_norm import spread_multipliers
from linkwork.dynamics.formulations.null_space import qr_basis
from linkwork.dynamics.formulations.partition import (
    FORM,
    RANK,
    check_dependent_rows,
    factor_constraints,
    factor_views,
    order_views,
    partition_sizes,
    shared_floats,
)
from linkwork.dynamics.formulations.reduction import complete_basis, reduction_sizes, solve_square
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.dynamics.formulations.saddle import mass_scale
from linkwork.dynamics.status import SINGULAR_MASS
from linkwork.numerics.dense_cholesky import cholesky_backward, cholesky_factor, cholesky_forward, cholesky_solve
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

RETAINED, ELIMINATED = 0, 1  # iscratch[FORM]
DOUBTFUL = 1e-6  # a pivot this small beside its diagonal costs too many digits
NO_MASS = 1e-14


def scratch_sizes(n, m):
    """Return (floats, ints) that suffice for both options."""
    floats, ints = partition_sizes(n, m)
    retained = floats + n * n + m * n + m * m + n + 2 * m
    return max(retained, reduction_sizes(n, m)[0]), ints + n


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Solve Eq. 23 with its multipliers retained or eliminated, by iscratch[FORM]."""
    m, n = Phi_v.shape
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch)
    if status:
        return status
    if iscratch[FORM] == ELIMINATED:
        qr_basis(scratch, iscratch, n, m)
        complete_basis(scratch, iscratch, n, m)
        return solve_square(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)
    return _with_multipliers(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)


@kernel
def _views(scratch, n, m, rank):
    """Return views of A (n, n), X (r, n), S (r, r), t (n), mu (r), dmu (r)."""
    a = shared_floats(n, m)
    b = a + n * n
    c = b + rank * n
    d = c + rank * rank
    e = d + n
    A, X, S = matrix(scratch, a, n, n), matrix(scratch, b, rank, n), matrix(scratch, c, rank, rank)
    return A, X, S, vector(scratch, d, n), vector(scratch, e, rank), vector(scratch, e + rank, rank)


@kernel
def _load_mass(M, Phi_v, scratch, iscratch, scale, penalty, A):
    """A := s Dc M Dc + penalty W'W (lower triangle), W = Dr Phi_v Dc on the independent rows."""
    m, n = Phi_v.shape
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    for i in range(n):
        for j in range(i + 1):
            A[i, j] = scale * Dc[i] * M[i, j] * Dc[j]
    if penalty == 0.0:
        return
    for a in range(iscratch[RANK]):
        r = rows[a]
        for i in range(n):
            w = penalty * Dr[r] * Phi_v[r, i] * Dc[i]
            if w != 0.0:
                for j in range(i + 1):
                    A[i, j] += w * Dr[r] * Phi_v[r, j] * Dc[j]


@kernel
def _factor(M, Phi_v, scratch, iscratch, scale, penalty, A, X, S):
    """Factor A = L L', X = W L^-T, S = X X' = W A^-1 W'; return 1 if a pivot is too small to trust.

    With a penalty, W'W is added to M and W' gamma to the force: the solution stays the same, A is definite where M is
    on the null space of W, and S is far better conditioned than W M^-1 W' when the masses differ much.
    """
    m, n = Phi_v.shape
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    _load_mass(M, Phi_v, scratch, iscratch, scale, penalty, A)
    if cholesky_factor(A, NO_MASS if penalty > 0.0 else DOUBTFUL):
        return 1
    for a in range(iscratch[RANK]):
        r = rows[a]
        for j in range(n):
            X[a, j] = Dr[r] * Phi_v[r, j] * Dc[j]
        cholesky_forward(A, X[a])
        for b in range(a + 1):
            s = 0.0
            for j in range(n):
                s += X[a, j] * X[b, j]
            S[a, b] = s
    return cholesky_factor(S, NO_MASS if penalty > 0.0 else DOUBTFUL)


@kernel
def _with_multipliers(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Solve, and solve again for the residual: the normal equations S lose digits that the second solution restores."""
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    A, X, S, t, mu, dmu = _views(scratch, n, m, rank)
    scale = mass_scale(M, Dc)
    penalty = 0.0
    if _factor(M, Phi_v, scratch, iscratch, scale, penalty, A, X, S):
        penalty = 1.0
        if _factor(M, Phi_v, scratch, iscratch, scale, penalty, A, X, S):
            return SINGULAR_MASS
    for j in range(n):
        vdot[j] = 0.0
    for a in range(rank):
        mu[a] = 0.0
    for _ in range(2):
        for j in range(n):
            s = Qh[j]
            for i in range(n):
                s -= M[j, i] * vdot[i]
            t[j] = scale * Dc[j] * s
        for a in range(rank):
            r = rows[a]
            s = gamma[r]
            for j in range(n):
                s -= Phi_v[r, j] * vdot[j]
            dmu[a] = -Dr[r] * s
            s = Dr[r] * (penalty * Dr[r] * s - mu[a])
            for j in range(n):
                t[j] += s * Phi_v[r, j] * Dc[j]
        cholesky_forward(A, t)
        for a in range(rank):
            for j in range(n):
                dmu[a] += X[a, j] * t[j]
        cholesky_solve(S, dmu)
        for a in range(rank):
            mu[a] += dmu[a]
            for j in range(n):
                t[j] -= X[a, j] * dmu[a]
        cholesky_backward(A, t)
        for j in range(n):
            vdot[j] += Dc[j] * t[j]
    if lam.shape[0] == m:
        for a in range(rank):
            mu[a] /= scale
        spread_multipliers(mu, row_scale, lam, scratch, iscratch, n)
    return check_dependent_rows(Phi_v, gamma, row_scale, params, vdot, scratch, iscratch)


register(
    KaneMultipliers, Entry(sys.modules[__name__], option=lambda choice: ELIMINATED if choice.eliminate else RETAINED)
)
