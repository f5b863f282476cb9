"""Derivatives of the equations of motion at a state: F_q, F_v, F_z, and those of constraint rates and block states.

    F(q, v, vdot, lam, z, t) = M vdot - (Q - h) + Phi_v' lam

All `_q` are derivatives by the tangent displacement (q ⊕ dq, nv columns).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.kernels.derivatives.jacobian_arrays import python_jacobians
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.derivatives.rows import row_jacobians
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.plans.jacobian_plan import approximate_blocks, block_modes, jacobian_sizes, matrices


@dataclass(frozen=True, eq=False)
class Jacobians:
    """Dense derivatives at one state; n_row constraint rows, nz block states."""

    F_q: np.ndarray  # (nv, nv)  of F at constant vdot, lam
    F_v: np.ndarray  # (nv, nv)
    F_z: np.ndarray  # (nv, nz)
    M: np.ndarray  # (nv, nv)  F_vdot
    Phi_v: np.ndarray  # (n_row, nv)  Phi_q of position rows, and F_lam transposed
    zdot_q: np.ndarray  # (nz, nv)
    zdot_v: np.ndarray  # (nz, nv)
    zdot_z: np.ndarray  # (nz, nz)
    Phidot_q: np.ndarray  # (n_row, nv)
    Phiddot_q: np.ndarray  # (n_row, nv)  (Phi_v vdot)_q - gamma_q
    gamma_q: np.ndarray  # (n_row, nv)
    gamma_v: np.ndarray  # (n_row, nv)
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are by central differences


def state_jacobians(e: Evaluation, vdot: np.ndarray, lam: np.ndarray) -> Jacobians:
    """Return derivatives at an evaluation, for given accelerations and multipliers.

    They are exact except for the blocks named in `approximate`.

    >>> e = Evaluation(model, state)
    >>> state_jacobians(e, vdot, lam).F_q
    """
    model, v = e.model, np.array(e.state.v)
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    sints, size = jacobian_sizes(model)
    swork = np.zeros(size)
    modes = python_jacobians(sints, swork).block_mode
    modes[:] = block_modes(model)
    residual_jacobians(model.ints, model.floats, e.work, sints, swork, e.state.t, v)
    row_jacobians(model.ints, model.floats, e.work, sints, swork, v)
    raise_pending()
    block_modes(model)[:] = modes
    return Jacobians(**matrices(model, swork), approximate=approximate_blocks(model, swork))
