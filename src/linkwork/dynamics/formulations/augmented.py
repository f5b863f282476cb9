"""Lagrange multipliers: all n + m equations are solved at once, dense (park-2000 Eq. 10 without stabilization).

    [M  Phi_v'; Phi_v  0] [vdot; lam] = [Q - h; gamma]

One LU factorization with all rows is tried first. A small pivot means redundant rows or little mass somewhere; the
partition then decides which, and the independent rows are solved. If the partition is retained (iscratch[MODE], see
partition), its scaling and rank are those of the last call.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import Augmented
from linkwork.dynamics.formulations.partition import (
    CHOICES,
    CHOOSE,
    OFFENDERS,
    RANK,
    factor_constraints,
    order_views,
    retention,
    scale,
)
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.dynamics.formulations.saddle import saddle_sizes, solve_saddle
from linkwork.dynamics.status import NOT_FINITE, OK, SINGULAR_MASS
from linkwork.numerics.jit import kernel

scratch_sizes = saddle_sizes
DOUBTFUL = 1e-6  # rows dependent to 1e-10 leave pivots whose product is near 1e-20
NO_MASS = 1e-14


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Solve with all rows if they are clearly independent, else with the independent ones."""
    m, n = Phi_v.shape
    status = SINGULAR_MASS
    first = retention(iscratch) == CHOOSE
    if first:
        if scale(M, Phi_v, row_scale, scratch, iscratch) != OK:
            return NOT_FINITE
        iscratch[RANK] = m
    if m <= n and iscratch[RANK] == m:
        _, _, flags = order_views(iscratch, n, m)
        flags[:] = 0
        iscratch[OFFENDERS] = 0
        status = solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, DOUBTFUL)
        if first and status != SINGULAR_MASS:
            iscratch[CHOICES] = 1
    if status != SINGULAR_MASS:
        return status
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch)
    if status:
        return status
    return solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, NO_MASS)


register(Augmented, Entry(sys.modules[__name__], has_sparse_form=True))
