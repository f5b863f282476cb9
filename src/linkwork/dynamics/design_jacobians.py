"""Derivatives of the equations of motion by design parameters at a state, for Python code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.dynamics.jacobians import Jacobians
from linkwork.kernels.derivatives.by_design import design_tangents
from linkwork.kernels.derivatives.design_arrays import python_design, python_design_plan
from linkwork.kernels.derivatives.jacobian_arrays import python_jacobians
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.derivatives.rows import row_jacobians
from linkwork.kernels.expressions.block_jacobians import DIFFERENCES
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import approximate_blocks, block_modes, jacobian_sizes, matrices, named_blocks
from linkwork.model.state import State


@dataclass(frozen=True, eq=False)
class DesignJacobians:
    """Derivatives by np parameters at constant q, v, vdot, lam and z; `by_state` has those by the state."""

    F_p: np.ndarray  # (nv, np), with an axis in front where there are many states
    Phi_p: np.ndarray  # (n_row, np)
    Phidot_p: np.ndarray  # (n_row, np)
    Phiddot_p: np.ndarray  # (n_row, np)
    zdot_p: np.ndarray  # (nz, np)
    by_state: Jacobians
    approximate: tuple[str, ...] = ()  # blocks whose derivatives by their parameters are central differences


def design_jacobians(e: Evaluation, vdot: np.ndarray, lam: np.ndarray, design: Design) -> DesignJacobians:
    """Return derivatives at an evaluation, for given accelerations and multipliers.

    They are exact except for the blocks named in `approximate`.

    >>> e = Evaluation(model, state)
    >>> design_jacobians(e, vdot, lam, Design(model, ["K.stiffness"])).F_p
    """
    sints, size = jacobian_sizes(e.model)
    swork, dwork = np.zeros(size), design.workspace()
    _fill(e, vdot, lam, design, swork, dwork)
    by_state = Jacobians(**matrices(e.model, swork), approximate=approximate_blocks(e.model, swork))
    return DesignJacobians(
        **design.columns(dwork), by_state=by_state, approximate=approximate_parameters(design, dwork)
    )


def design_jacobians_along(
    e: Evaluation, states: Sequence[State], vdot: np.ndarray, lam: np.ndarray, design: Design
) -> DesignJacobians:
    """Return derivatives at many states, with one more axis in front; `e` is an evaluation of the model, which is moved
    there."""
    model, n = e.model, len(states)
    size, dsize = jacobian_sizes(model)[1], design.plan[1]
    swork, dwork, approximate = (
        np.zeros((n, size)),
        np.tile(design.workspace(), (n, 1)),
        (dict[str, None](), dict[str, None]()),
    )
    for k, state in enumerate(states):
        e.update(state)
        _fill(e, vdot[k], lam[k], design, swork[k], dwork[k])
        if model.lowered.arrays["block_sizes"].size:
            approximate[0].update(dict.fromkeys(approximate_blocks(model, swork[k])))
            approximate[1].update(dict.fromkeys(approximate_parameters(design, dwork[k])))
    of_state = {name: swork[:, at] for name, at in matrices(model, np.arange(size)).items()}
    of_design = {name: dwork[:, at] for name, at in design.columns(np.arange(dsize)).items()}
    by_state = Jacobians(**of_state, approximate=tuple(approximate[0]))
    return DesignJacobians(**of_design, by_state=by_state, approximate=tuple(approximate[1]))


def _fill(
    e: Evaluation, vdot: np.ndarray, lam: np.ndarray, design: Design, swork: np.ndarray, dwork: np.ndarray
) -> None:
    """Compute all derivatives at an evaluation in workspaces that are fresh."""
    model, q, v = e.model, np.array(e.state.q), np.array(e.state.v)
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    sints, dints = jacobian_sizes(model)[0], design.plan[0]
    modes = python_jacobians(sints, swork).block_mode
    modes[:] = block_modes(model)
    residual_jacobians(model.ints, model.floats, e.work, sints, swork, e.state.t, v)
    design_tangents(model.ints, model.floats, e.work, sints, swork, dints, dwork, e.state.t, q, v)
    row_jacobians(model.ints, model.floats, e.work, sints, swork, v)
    raise_pending()
    block_modes(model)[:] = modes


def approximate_parameters(design: Design, dwork: np.ndarray) -> tuple[str, ...]:
    """Return the blocks whose derivatives by parameters are central differences in a workspace of `design_tangents`."""
    plan, d = python_design_plan(design.plan[0], dwork), python_design(design.plan[0], dwork)
    blocks = {-1 - int(node) for node, mode in zip(plan.node, d.node_mode, strict=True) if mode == DIFFERENCES}
    return named_blocks(design.model, blocks)
