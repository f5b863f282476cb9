"""Lagrange multipliers: the n + m equations at once, dense (park-2000 Eq. 10 without stabilization).

    [M  Phi_v'; Phi_v  0] [vdot; lam] = [Q - h; gamma]

All rows are tried first: one LU. A small pivot means redundant rows or little mass somewhere; the partition
then decides which, and the independent rows are solved.
"""

from __future__ import annotations

import math

from linkwork.formulations.partition import (
    OFFENDERS,
    RANK,
    column_factors,
    factor_constraints,
    factor_views,
    load_scaled_rows,
    order_views,
)
from linkwork.formulations.saddle import saddle_sizes, solve_saddle
from linkwork.formulations.status import NOT_FINITE, SINGULAR_MASS
from linkwork.numerics.jit import kernel

scratch_sizes = saddle_sizes
DOUBTFUL = 1e-6  # rows dependent to 1e-10 leave pivots whose product is near 1e-20
NO_MASS = 1e-14


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """All rows if they are clearly independent, else the independent ones."""
    m, n = Phi_v.shape
    status = SINGULAR_MASS
    if m <= n:
        Dr, Dc, W, _ = factor_views(scratch, n, m)
        rows, cols, marks = order_views(iscratch, n, m)
        if not column_factors(M, Phi_v, row_scale, Dc) < math.inf:
            return NOT_FINITE
        for i in range(m):
            rows[i] = i
            marks[i] = 0
        for j in range(n):
            cols[j] = j
        iscratch[RANK] = m
        iscratch[OFFENDERS] = 0
        load_scaled_rows(Phi_v, row_scale, rows, cols, Dr, Dc, W)
        status = solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, DOUBTFUL)
    if status != SINGULAR_MASS:
        return status
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, False)
    if status:
        return status
    return solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, NO_MASS)
