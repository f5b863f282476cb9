"""Generalized coordinate partitioning (Wehage & Haug 1982; park-2000 Eqs. 11-15).

Complete pivoting splits v = [v_d; v_i] and drops redundant rows; the n + r equations with multipliers (Eq. 15) are
then solved in that order. The projection after each step corrects positions and velocities (Eqs. 12-14) in all
coordinates: moving dependent ones only is a little cheaper and, near singular positions, less accurate
(docs/park-2000.md).
"""

from __future__ import annotations

import sys

from linkwork.description.choices import CoordinatePartitioning
from linkwork.dynamics.formulations.partition import factor_constraints
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.dynamics.formulations.saddle import saddle_sizes, solve_saddle
from linkwork.numerics.jit import kernel

scratch_sizes = saddle_sizes
NO_MASS = 1e-14


@kernel
def accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    """Partition the coordinates, then solve Eq. 15."""
    status = factor_constraints(M, Phi_v, gamma, row_scale, params, scratch, iscratch)
    if status:
        return status
    return solve_saddle(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, NO_MASS)


register(CoordinatePartitioning, Entry(sys.modules[__name__]))
