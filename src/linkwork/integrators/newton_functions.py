"""The Newton layer of a model: functions and buffers of implicit integrators, made when one of them is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.dynamics.newton import dense as newton_dense
from linkwork.dynamics.newton import layer as newton_layer
from linkwork.dynamics.newton import parametrization, residual
from linkwork.dynamics.newton import reduced as newton_reduced
from linkwork.dynamics.newton import sparse as newton_sparse
from linkwork.integrators.contract import NEWTON_FUNCTIONS
from linkwork.integrators.functions import first_class
from linkwork.model.model import Model
from linkwork.model.plans.compliance import compliance, forces_are_local
from linkwork.model.plans.jacobian_plan import jacobian_sizes

SPARSE_FROM = 110  # velocities plus degrees of freedom above which the sparse matrices are faster
SPARSE_WORK = 7.0  # in evaluations: the same recursion, once in real and twice in complex numbers
DENSE_UP_TO = 400  # the same where forces have derivatives that the sparse matrices leave out


@dataclass
class Newton:
    """Kernels by the names that integrators list in FUNCTIONS, and the buffers that they need behind the others."""

    kernels: dict[str, Any]
    ints: np.ndarray  # in plan
    size: int  # of fwork
    factor_work: float  # cost of a factorization for all slots, in evaluations
    exact: bool = True  # whether it contains the derivatives of all forces

    def functions(self, names: tuple[str, ...]) -> tuple:
        """Return all functions of the contract for compiled callers, 0 for those not named; each is compiled on
        demand.
        """
        return tuple(first_class(self.kernels[name]) if name in names else 0 for name in NEWTON_FUNCTIONS)


def newton_layer_of(model: Model) -> Newton:
    """Return dense matrices reduced to the degrees of freedom, or, for large models, sparse ones in tree order."""
    unknowns = model.nv + max(model.nv - model.n_rows, 0)
    sparse = unknowns > SPARSE_FROM and (unknowns > DENSE_UP_TO or forces_are_local(model))
    module = newton_sparse if sparse else newton_dense
    if sparse:
        ints, size = compliance(model)
    else:
        ints, size = newton_reduced.buffers(model.nv, model.n_rows, model.nz, *jacobian_sizes(model))
    names = ("newton_terms", "newton_factor", "newton_solve", "saddle_solve", "newton_stiffness")
    kernels = {name: getattr(module, name) for name in names} | {
        "components": newton_layer.components,
        "save_pivots": newton_layer.save_pivots,
        "restore_pivots": newton_layer.restore_pivots,
        "retract": residual.retract,
        "stepping_residual": residual.stepping_residual,
        "parametrize": parametrization.parametrize_by_mass if sparse else parametrization.parametrize_by_coordinates,
    }
    factor_work = SPARSE_WORK if sparse else 2.0 + (model.nv / 12.0) ** 2
    return Newton(kernels, ints, size, factor_work, not sparse)
