"""Partial velocities (Park, Yoo & Hwang 2000): n equations for vdot, multipliers afterwards if wanted.

    [B'M; Phi_v] vdot = [B'(Q - h); gamma]   (Eq. 21),   Phi_d' lam = (Q - h - M vdot)_d   (Eq. 24)

With B of Eq. 18 from the LU of the partition. Pass `lam` of length 0 to leave the multipliers out.
"""

from __future__ import annotations

from linkwork.formulations.partition import factor_constraints
from linkwork.formulations.reduction import complete_basis, reduction_sizes, solve_square, unit_basis
from linkwork.numerics.jit import kernel

scratch_sizes = reduction_sizes


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Partition, then Eq. 21."""
    m, n = Phi_v.shape
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, False)
    if status:
        return status
    unit_basis(scratch, iscratch, n, m)
    complete_basis(scratch, iscratch, n, m)
    return solve_square(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)


@kernel
def partition(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """First stage alone: choose rank, rows and independent coordinates (into iscratch)."""
    return factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, False)


@kernel
def accelerations_in_partition(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Second stage: Eq. 21 with the partition in iscratch; STALE_PARTITION when it serves no longer."""
    m, n = Phi_v.shape
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch, True)
    if status:
        return status
    unit_basis(scratch, iscratch, n, m)
    complete_basis(scratch, iscratch, n, m)
    return solve_square(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)
