"""The Newton layer of a model: functions and buffers of implicit integrators, made when one of them is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.dynamics.newton import dense as newton_dense
from linkwork.dynamics.newton import layer as newton_layer
from linkwork.dynamics.newton import parametrization, residual
from linkwork.dynamics.newton import reduced as newton_reduced
from linkwork.dynamics.newton import sparse as newton_sparse
from linkwork.integrators.contract import NEWTON_FUNCTIONS, first_class
from linkwork.model.model import Model
from linkwork.model.plans.compliance import compliance, forces_are_local
from linkwork.model.plans.jacobian_plan import jacobian_sizes

SPARSE_FROM = 110  # velocities and freedoms together, above which the sparse matrices are faster
SPARSE_WORK = 7.0  # evaluations: the same recursion, once in real and twice in complex numbers
DENSE_UP_TO = 400  # the same where forces have slopes that the sparse matrices do not see


@dataclass
class Newton:
    """Kernels by the names that integrators ask for in FUNCTIONS, and what they need behind the other buffers."""

    kernels: dict[str, Any]
    ints: np.ndarray  # in plan
    size: int  # of fwork
    factor_work: float  # evaluations that a factorization for all slots is worth
    exact: bool = True  # whether the slopes of all forces are in it, behind its own numbers
    _addresses: dict[str, Any] = field(default_factory=dict)

    def functions(self, names: tuple[str, ...]) -> tuple:
        """All of the contract's for compiled callers, 0 for those not named; each is compiled when first asked for."""
        for name in names:
            if name not in self._addresses:
                self._addresses[name] = first_class(self.kernels[name])
        return tuple(self._addresses[name] if name in names else 0 for name in NEWTON_FUNCTIONS)


def newton_layer_of(model: Model) -> Newton:
    """Dense matrices, reduced to the freedoms that the constraints leave; from some size on sparse ones in tree order."""
    unknowns = model.nv + max(model.nv - model.n_rows, 0)
    sparse = unknowns > SPARSE_FROM and (unknowns > DENSE_UP_TO or forces_are_local(model))
    module = newton_sparse if sparse else newton_dense
    if sparse:
        ints, size = compliance(model)
    else:
        ints, size = newton_reduced.buffers(model.nv, model.n_rows, model.nz, *jacobian_sizes(model))
    names = ("newton_terms", "newton_factor", "newton_solve", "saddle_solve", "newton_stiffness")
    kernels = {name: getattr(module, name) for name in names} | {
        "components": newton_layer.components, "keep_marks": newton_layer.keep_marks,
        "return_marks": newton_layer.return_marks, "retract": residual.retract, "stepping_residual": residual.stepping_residual,
        "along_parameters": parametrization.along_mass if sparse else parametrization.along_independent,
    }  # fmt: skip
    factor_work = SPARSE_WORK if sparse else 2.0 + (model.nv / 12.0) ** 2
    return Newton(kernels, ints, size, factor_work, not sparse)
