"""Changes of the design with which an over-constrained mechanism would lose its freedom.

Its redundant rows agree in every position because of its proportions. Other proportions may still assemble, and hold it
still: the motion does not change smoothly then. At the start that shows in the accelerations that the rows prescribe:
combinations of rows that make no force, n'Phi_v = 0, must go on to prescribe nothing, n'(dPhiddot/dp) = 0 along the
change of the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.analyses.design.tangent_solve import LARGEST, space_of
from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.dynamics.formulations.solve import solve
from linkwork.integrators.motion import Motion
from linkwork.kernels.recursions.loop_arrays import REDUNDANT, python_loop_work
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design
from linkwork.model.state import State

AGREE = 1e-6  # largest relative difference of accelerations that redundant rows prescribe
ROUNDING = 1e-12  # of the products of velocities of which such accelerations are sums: what is left where they cancel


def redundant_rows(motion: Motion) -> int:
    """Return the number of rows that are always left out because others prescribe the same."""
    plan, fwork = motion.page.plan, motion.page.fwork
    return int((python_loop_work(plan, fwork).drop == REDUNDANT).sum()) if motion.model.n_rows else 0


def require_mobility(motion: Motion, state: State, inputs: Mapping[str, Any], design: Design, y_p: np.ndarray) -> None:
    """Raise an error if a parameter would remove freedoms at the initial state of a motion, with derivative y_p (nt,
    np)."""
    model, redundant = design.model, redundant_rows(motion)
    if redundant == 0 or model.nv > LARGEST:
        return
    e = Evaluation(model, state, inputs)
    now = solve(e)
    jacobians, rows = design_jacobians(e, now.vdot, now.lam, design), np.flatnonzero(e.w.active.real > 0)
    s, q, v = jacobians.by_state, y_p[: model.nv], y_p[model.nv : 2 * model.nv]
    space = space_of(model, s.Phi_v, rows)
    if space.dependent != redundant:  # a singular position: some rows are dependent only here
        return
    null = space.undetermined()
    terms = np.array([s.Phiddot_q @ q, -s.gamma_v @ v, jacobians.Phiddot_p])[:, rows]
    size = (space.row_scale[:, None] * np.abs(terms)).max(axis=(0, 1))
    size = np.maximum(size, ROUNDING / AGREE * _centripetal(motion, e, q, v))
    apart = np.flatnonzero((np.abs(null.T @ terms.sum(axis=0)) > AGREE * size).any(axis=0))
    if apart.size:
        raise QuestionError([
            f"{design.parameters[int(k)]}: the constraints are redundant and would hold the mechanism still when it changes, so that its "
            "motion has no derivative; free what is constrained twice (see check(model, state)), or change other numbers with it"
            for k in apart
        ])  # fmt: skip


def _centripetal(motion: Motion, e: Evaluation, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return by how much products of two velocities, 1/s², change with every parameter (np); those of bodies that are
    held to one another cancel in the rows."""
    model, unit = motion.model, motion.prepared.unit[: motion.model.nv, None]
    V = np.abs(e.w.V.real)
    speed = max(float(V[:, :3].max()), float(V[:, 3:].max()) / model.length)
    return speed * (speed * (np.abs(q) / unit).max(axis=0, initial=0.0) + (np.abs(v) / unit).max(axis=0, initial=0.0))
