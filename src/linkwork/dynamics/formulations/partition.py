"""The factorization that the dense formulations share: rank, independent rows, independent coordinates.

Rows are scaled, columns are weighted, and complete pivoting gives (park-2000 Eq. 11, lee-1997 Eq. 6)

    P (Dr Phi_v Dc) Q = [L1; L2] [U R],     [v_d; v_i] = Q' v

Dependent coordinates come first, the redundant rows last. Every formulation uses the same rank.

`params` (float64; a missing or zero entry means the default)
    0  rank tolerance for pivots of rows whose largest entry is 1                       (1e-8)
    1  tolerance of dependent rows of gamma, relative to gamma, Phi_v vdot and params[2] (1e-6)
    2  acceleration, m/s², of the terms that make gamma: they may cancel in it (`size_of_terms`)  (0)

A retained partition has the scaling and the rank of the last call. Where a pivot falls below FRACTION of its row or
column, complete pivoting chooses again up to that rank; nothing else changes, since all coordinates are integrated. If
that rank is not reached, the constraints have lost rank: RANK_DROPPED.

`iscratch` (int64)
    0            rank r
    1            number of dependent rows whose gamma disagrees (0 unless INCONSISTENT)
    2            how often the partition was chosen; 0 before the first call that retains it
    3            option of the formulation, set by the caller: see its module
    4            set by the caller: CHOOSE the partition anew, RETAIN the last one unchecked at a position off the
                 constraints, or RETAIN_CHECKED on them, where a row that no longer depends on others is included
    5 …          row order (m): the first r rows are independent, the others depend on them
    5 + m …      coordinate order (n): r dependent coordinates, then n - r independent ones
    5 + m + n …  flags (m): 1 for a row whose gamma disagrees with the rows it depends on, or that made the rank drop
    beyond       the formulation's own

`scratch` (float64)
    0 …              row factors Dr (m), 0 for a row without entries
    m …              column factors Dc (n)
    m + n …          the factors W (m, n)
    m + n + m n …    L^-1 P Dr gamma (m)
    beyond           null vectors of the rows (m, m), then the formulation's own
"""

from __future__ import annotations

import math

from linkwork.dynamics.status import INCONSISTENT, NOT_FINITE, OK, RANK_DROPPED
from linkwork.numerics.dense_lu import lu_complete, lu_in_order, solve_lower
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

RANK, OFFENDERS, CHOICES, FORM, MODE, ORDERS = range(6)  # places in iscratch
CHOOSE, RETAIN, RETAIN_CHECKED = range(3)  # iscratch[MODE]
PARAMS = 3

RANK_TOLERANCE = 1e-8  # positions are on the constraints to about 1e-10, and elimination adds a digit
GAMMA_TOLERANCE = 1e-6  # of dependent rows; contradictory drivers differ by far more
NO_ROW = 1e-13  # a row this small beside the largest one has no direction
PREFERENCE = 0.1  # power of a row's size that its scaled entries keep: 0.05 is left of a row of the size NO_ROW
FRACTION = 0.1  # a retained pivot this small beside its row or column is chosen anew
LIGHTEST = 1e-3  # weights of columns span 1 : 1e-3, that is mass ratios of 1e6
LARGEST_SHARE = 100.0  # of one row in another that depends on it: the factor by which they may disagree
NO_ACCELERATION = 1e-20  # m/s²: what speeds of rounding give where nothing moves; rows cannot disagree about it


def partition_sizes(n, m):
    """Return (floats, ints) of the shared part of scratch and iscratch; a formulation's own part follows."""
    return m + n + m * n + m + m * m, ORDERS + 2 * m + n


@kernel
def shared_floats(n, m):
    """Return where a formulation's own part of scratch begins."""
    return m + n + m * n + m + m * m


@kernel
def shared_ints(n, m):
    """Return where a formulation's own part of iscratch begins."""
    return ORDERS + 2 * m + n


@kernel
def retention(iscratch):
    """Return how the partition is retained, iscratch[MODE]; CHOOSE while there is none."""
    mode = iscratch[MODE]
    if mode == CHOOSE or iscratch[CHOICES] == 0:
        iscratch[CHOICES] = 0
        return CHOOSE
    return mode


@kernel
def parameter(params, k, default):
    """Return params[k], or the default where it is missing or zero."""
    if k < params.shape[0] and params[k] > 0.0:
        return params[k]
    return default


@kernel
def size_of_terms(V, A, row_scale, gamma, stabilized, length):
    """Return the size of the terms, quadratic in velocities, that make gamma; their rounding does not cancel.

    Baumgarte's terms in `stabilized` are rounding, or drift, of positions and speeds, about which dependent rows may
    disagree altogether.
    """
    size = NO_ACCELERATION
    for b in range(1, V.shape[0]):
        turn = abs(V[b, 0]) + abs(V[b, 1]) + abs(V[b, 2])
        move = abs(V[b, 3]) + abs(V[b, 4]) + abs(V[b, 5])
        bias = abs(A[b, 3]) + abs(A[b, 4]) + abs(A[b, 5]) + length * (abs(A[b, 0]) + abs(A[b, 1]) + abs(A[b, 2]))
        size = max(size, bias + turn * (move + length * turn))
    added = 0.0
    for r in range(gamma.shape[0]):
        added += row_scale[r] * abs(stabilized[r] - gamma[r])
    return size + LARGEST_SHARE * added / GAMMA_TOLERANCE


@kernel
def factor_views(scratch, n, m):
    """Return views of Dr (m), Dc (n), W (m, n) and the reduced gamma (m)."""
    a = m + n
    b = a + m * n
    return vector(scratch, 0, m), vector(scratch, m, n), matrix(scratch, a, m, n), vector(scratch, b, m)


@kernel
def order_views(iscratch, n, m):
    """Return views of the row order (m), the coordinate order (n) and the flags (m)."""
    a = ORDERS + m
    return vector(iscratch, ORDERS, m), vector(iscratch, a, n), vector(iscratch, a + n, m)


@kernel
def column_factors(M, Phi_v, row_scale, Dc):
    """Compute weights Dc that make light coordinates dependent, whatever their units; return the largest scaled entry.

    w_j = max_r |s_r Phi_rj| / sqrt(M_jj) has the units of the row alone. Light coordinates as dependent ones keep B'MB
    accurate; the span of weights is bounded so that the rank depends on the geometry only.
    """
    m, n = Phi_v.shape
    for j in range(n):
        Dc[j] = 0.0
    total = 0.0
    for r in range(m):
        s = row_scale[r]
        for j in range(n):
            size = abs(s * Phi_v[r, j])
            total += size
            if size > Dc[j]:
                Dc[j] = size
    largest, w2_max = 0.0, 0.0
    for j in range(n):
        largest = max(largest, Dc[j])
        if M[j, j] > 0.0:
            w2_max = max(w2_max, Dc[j] * Dc[j] / M[j, j])
    if not total < math.inf:
        return total
    if w2_max == 0.0:
        w2_max = 1.0
    for j in range(n):
        ideal = 1.0 / math.sqrt(w2_max * M[j, j]) if M[j, j] > 0.0 else 0.0
        if Dc[j] > 0.0:
            size = max(Dc[j], LIGHTEST * largest)
            Dc[j] = max(min(ideal, 1.0 / size), LIGHTEST / size) if ideal > 0.0 else 1.0 / size
        else:
            Dc[j] = ideal if ideal > 0.0 else 1.0
    return largest


@kernel
def row_factors(Phi_v, row_scale, Dc, Dr):
    """Compute Dr that makes every row's largest entry in Dr Phi_v Dc about 1; 0 for rows without direction.

    The entries of small rows stay a little smaller, so that of rows that depend on one another the largest is chosen:
    the smallest may be about to vanish.
    """
    m, n = Phi_v.shape
    largest = 0.0
    for r in range(m):
        size = 0.0
        for j in range(n):
            w = abs(row_scale[r] * Phi_v[r, j] * Dc[j])
            size = w if w > size else size
        Dr[r] = size
        largest = max(largest, size)
    for r in range(m):
        size = Dr[r]
        Dr[r] = row_scale[r] / size * (size / largest) ** PREFERENCE if size > NO_ROW * largest else 0.0


@kernel
def load_rows(Phi_v, rows, cols, Dr, Dc, W):
    """W := P (Dr Phi_v Dc) Q."""
    m, n = Phi_v.shape
    for i in range(m):
        r = rows[i]
        for k in range(n):
            W[i, k] = Dr[r] * Phi_v[r, cols[k]] * Dc[cols[k]]


@kernel
def scale(M, Phi_v, row_scale, scratch, iscratch):
    """Compute Dr and Dc at this position, with rows and coordinates in their natural order; NOT_FINITE if an entry is
    NaN.
    """
    m, n = Phi_v.shape
    Dr, Dc, _, _ = factor_views(scratch, n, m)
    rows, cols, _ = order_views(iscratch, n, m)
    if not column_factors(M, Phi_v, row_scale, Dc) < math.inf:
        return NOT_FINITE
    row_factors(Phi_v, row_scale, Dc, Dr)
    for i in range(m):
        rows[i] = i
    for j in range(n):
        cols[j] = j
    return OK


@kernel
def _choose(M, Phi_v, row_scale, params, scratch, iscratch, most):
    """Choose rank, row order and coordinate order by complete pivoting; the rank is at most `most`."""
    m, n = Phi_v.shape
    if scale(M, Phi_v, row_scale, scratch, iscratch) != OK:
        return NOT_FINITE
    Dr, Dc, W, y = factor_views(scratch, n, m)
    rows, cols, _ = order_views(iscratch, n, m)
    load_rows(Phi_v, rows, cols, Dr, Dc, W)
    iscratch[RANK] = lu_complete(W, parameter(params, 0, RANK_TOLERANCE), most, rows, cols, y)
    iscratch[CHOICES] += 1
    return OK


@kernel
def _serves(Phi_v, params, mode, scratch, iscratch):
    """Factor in the retained order, and return whether its pivots are large enough.

    With RETAIN_CHECKED the other rows must also still depend on the first ones.
    """
    m, n = Phi_v.shape
    rank, tolerance = iscratch[RANK], parameter(params, 0, RANK_TOLERANCE)
    Dr, Dc, W, _ = factor_views(scratch, n, m)
    rows, cols, _ = order_views(iscratch, n, m)
    load_rows(Phi_v, rows, cols, Dr, Dc, W)
    if lu_in_order(W, rank, tolerance, FRACTION):
        return False
    if mode == RETAIN_CHECKED:
        for i in range(rank, m):
            for j in range(rank, n):
                if abs(W[i, j]) > 100.0 * tolerance:
                    return False
            if Dr[rows[i]] == 0.0:
                for j in range(n):
                    if Phi_v[rows[i], j] != 0.0:
                        return False
    return True


@kernel
def _dropped(n, m, retained, iscratch):
    """Flag the rows that have become dependent here; the rank stays the one that a run expects beyond this position."""
    rows, _, flags = order_views(iscratch, n, m)
    for i in range(m):
        flags[rows[i]] = 1 if iscratch[RANK] <= i < retained else 0
    iscratch[RANK] = retained
    return RANK_DROPPED


@kernel
def factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch):
    """Fill the shared part of scratch and iscratch, retaining the partition as iscratch[MODE] requires."""
    m, n = Phi_v.shape
    mode, retained = retention(iscratch), iscratch[RANK]
    if mode == CHOOSE or not _serves(Phi_v, params, mode, scratch, iscratch):
        most = retained if mode == RETAIN else min(m, n)
        if _choose(M, Phi_v, row_scale, params, scratch, iscratch, most) != OK:
            return NOT_FINITE
        if mode != CHOOSE and iscratch[RANK] < retained:
            return _dropped(n, m, retained, iscratch)
    Dr, _, W, y = factor_views(scratch, n, m)
    rows, _, flags = order_views(iscratch, n, m)
    for i in range(m):
        y[i] = Dr[rows[i]] * gamma[rows[i]]
        flags[i] = 0
    solve_lower(W, iscratch[RANK], y)
    iscratch[OFFENDERS] = 0
    return OK


@kernel
def smallest_pivot(scratch, iscratch, n, m):
    """Return the smallest pivot of rows whose largest entry was 1, and its row; it is zero in a singular position."""
    _, _, W, _ = factor_views(scratch, n, m)
    rows, _, _ = order_views(iscratch, n, m)
    inverse, row = 0.0, -1
    for k in range(iscratch[RANK]):
        if abs(W[k, k]) > inverse:
            inverse, row = abs(W[k, k]), rows[k]
    return (1.0 / inverse if inverse > 0.0 else 1.0), row


@kernel
def check_dependent_rows(Phi_v, gamma, row_scale, params, vdot, scratch, iscratch):
    """Return INCONSISTENT and set flags if a dependent row of gamma disagrees with the rows it depends on.

    The disagreement is relative to gamma, the terms that make it, and Phi_v vdot. Off the constraints (RETAIN)
    dependent rows need not agree.
    """
    m, n = Phi_v.shape
    rank = iscratch[RANK]
    total = 0.0
    for j in range(n):
        total += abs(vdot[j])
    if not total < math.inf:
        return NOT_FINITE
    if rank == m or iscratch[MODE] == RETAIN:
        return OK
    Dr, _, _, y = factor_views(scratch, n, m)
    rows, _, flags = order_views(iscratch, n, m)
    size, made_of = 0.0, parameter(params, 2, 0.0)
    for r in range(m):
        terms = abs(gamma[r]) + made_of / row_scale[r]
        for j in range(n):
            terms += abs(Phi_v[r, j] * vdot[j])
        size = max(size, (Dr[r] if Dr[r] > 0.0 else row_scale[r]) * terms)
    limit = parameter(params, 1, GAMMA_TOLERANCE) * size
    count = 0
    for i in range(rank, m):
        r = rows[i]
        left = y[i] if Dr[r] > 0.0 else row_scale[r] * gamma[r]
        if not abs(left) <= limit:
            flags[r] = 1
            count += 1
    iscratch[OFFENDERS] = count
    return INCONSISTENT if count else OK
