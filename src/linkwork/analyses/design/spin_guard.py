"""Derivatives of motions in which a body spins about an axis without a moment of inertia, as a thin rod does on a ball
joint.

No torque acts about such an axis, and the spin stays as it is. A change of the design that makes a torque there, such
as a mass centre beside the axis, gives a motion that does not tend to this one: there is no derivative. Explicit steps
have the others; the equations of implicit steps are singular to first order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from linkwork.analyses.design.tangent_solve import LARGEST, space_of
from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.dynamics.formulations.solve import free_spins, named_without_inertia, solve
from linkwork.integrators.record import Record
from linkwork.integrators.registry import method_numbered
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design
from linkwork.model.state import State

TORQUE = 1e-9  # of what the parameter changes: a smaller torque about the axis is rounding
APART = 1e-3  # of the next moment of inertia: the largest of an axis that has none


def require_steady_spins(states: Iterable[State], inputs: Mapping[str, Any], design: Design, record: Record) -> None:
    """Raise an error for steps, and for parameters, of which such motions have no derivatives; looked at in the given
    states."""
    model = design.model
    for state in states:
        e = Evaluation(model, state, inputs)
        count = free_spins(e) if model.nv <= LARGEST else 0
        if count == 0:
            continue
        names = named_without_inertia(model)
        implicit = [method_numbered(kind).name for kind in np.unique(record.kind) if method_numbered(kind).implicit]
        if implicit:
            raise QuestionError(
                f"the spin of {names} about an axis without a moment of inertia has no derivatives along steps of "
                f"{' and '.join(implicit)}; choose lw.DormandPrince() or lw.RungeKutta4(step), or give a moment of inertia"
            )
        torque = _torques(e, count, design)
        if torque.any():
            raise QuestionError([
                f"{design.parameters[int(k)]}: changed, it makes a torque about an axis of {names} that has no moment of inertia, so "
                "that the motion has no derivative; give a moment of inertia"
                for k in np.flatnonzero(torque)
            ])  # fmt: skip


def _torques(e: Evaluation, count: int, design: Design) -> np.ndarray:
    """Return whether each parameter makes a torque about one of the spins, shape (np)."""
    now = solve(e)
    jacobians, rows = design_jacobians(e, now.vdot, now.lam, design), np.flatnonzero(e.w.active.real > 0)
    M, N = jacobians.by_state.M, space_of(design.model, jacobians.by_state.Phi_v, rows).N
    moments, modes = np.linalg.eigh(N.T @ M @ N)
    if count < moments.size and moments[count - 1] > APART * moments[count]:
        return np.zeros(len(design), bool)  # masses differ too much to tell these axes by numbers
    changes = N.T @ jacobians.F_p
    size = np.abs(changes).max(axis=0, initial=0.0)
    return np.abs(modes[:, :count].T @ changes).max(axis=0) > TORQUE * size
