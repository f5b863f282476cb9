"""Generalized coordinate partitioning (Wehage & Haug 1982; park-2000 Eqs. 11-15).

Complete pivoting splits v = [v_d; v_i] and drops redundant rows; the n + r equations with multipliers
(Eq. 15) are then solved in that order. An integrator keeps the partition for its position and
velocity analysis (Eqs. 12-14), hence the two stages.
"""

from __future__ import annotations

from linkwork.formulations.partition import factor_constraints
from linkwork.formulations.saddle import saddle_sizes, solve_saddle
from linkwork.numerics.jit import kernel

scratch_sizes = saddle_sizes
NO_MASS = 1e-14


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Partition, then Eq. 15."""
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, False)
    if status:
        return status
    return solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, NO_MASS)


@kernel
def partition(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """First stage alone: choose rank, rows and independent coordinates (into iscratch)."""
    return factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, False)


@kernel
def accelerations_in_partition(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Second stage: Eq. 15 with the partition in iscratch; STALE_PARTITION when it serves no longer."""
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, True)
    if status:
        return status
    return solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, NO_MASS)
