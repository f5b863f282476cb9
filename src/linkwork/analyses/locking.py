"""Designs with which an over-constrained mechanism locks: redundant rows that agree where it starts, and contradict each other later."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analyses.design_slopes import design_slopes
from linkwork.analyses.errors import QuestionError
from linkwork.analyses.motion import Motion
from linkwork.analyses.tangent_solve import LARGEST, contradicted, space_of
from linkwork.kernels.recursive.loops import python_loop_work
from linkwork.model.design import Design
from linkwork.model.evaluation import Evaluation
from linkwork.model.state import State


def require_mobile(motion: Motion, start: State, points: Any, design: Design, inputs: dict[str, float]) -> None:
    """Refuses parameters with which the rows left out as redundant disagree half-way and at the end of a motion.

    >>> require_mobile(frozen.motion, begin.running_state, points, design, begin.constant)
    """
    model, (_, _, _, plan, fwork, _) = motion.model, motion.buffers
    if model.nv > LARGEST or model.n_rows == 0 or not python_loop_work(plan, fwork).drop.any():
        return
    order, locked = np.argsort(points.t, kind="stable"), np.ones(len(design), bool)
    for k in (order[order.size // 2], points.last):
        q, v, z = np.split(points.y[k], [model.nq, model.nq + model.nv])
        e = Evaluation(model, State(float(points.t[k]), q, v, z, start.inactive, start.turns), inputs)
        found = design_slopes(e, np.zeros(model.nv), np.zeros(model.n_rows), design)
        rows = np.flatnonzero((e.w.active.real > 0) & (e.m.row_level == 0))
        locked &= contradicted(space_of(model, found.slopes.Phi_v, rows), -found.Phi_p[rows])
    if locked.any():
        raise QuestionError([
            f"{path}: the constraints are redundant and contradict each other along the motion when it changes, so that the mechanism "
            "locks; free what is constrained twice (see check(model, state)), or change other numbers with it"
            for path, does in zip(design.parameters, locked, strict=True)
            if does
        ])  # fmt: skip
