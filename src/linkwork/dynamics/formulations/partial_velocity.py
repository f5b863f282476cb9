"""Partial velocities (Park, Yoo & Hwang 2000): n equations for vdot, multipliers afterwards if wanted.

    [B'M; Phi_v] vdot = [B'(Q - h); gamma]   (Eq. 21),   Phi_d' lam = (Q - h - M vdot)_d   (Eq. 24)

With B of Eq. 18 from the LU of the partition. Pass `lam` of length 0 to leave the multipliers out.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import PartialVelocity
from linkwork.dynamics.formulations.partition import factor_constraints
from linkwork.dynamics.formulations.reduction import complete_basis, reduction_sizes, solve_square, unit_basis
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.numerics.jit import kernel

scratch_sizes = reduction_sizes


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Partition the coordinates, then solve Eq. 21."""
    m, n = Phi_v.shape
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch)
    if status:
        return status
    unit_basis(scratch, iscratch, n, m)
    complete_basis(scratch, iscratch, n, m)
    return solve_square(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)


register(PartialVelocity, Entry(sys.modules[__name__]))
