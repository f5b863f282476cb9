"""The workspace in which a Radau step is linearized and factored; several steps can be prepared side by side."""

from __future__ import annotations

import time

import numpy as np

from linkwork.differentiation.stage_jacobians import linearize_stages, linearize_stages_and_design, stage_jacobians_of
from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.steps.radau_linear import StageSystem


class RadauWorkspace:
    """The workspace of steps with s stages; P (s, size, k) are the derivatives of their equations by design parameters."""

    seconds = np.inf  # of the quickest step so far

    def __init__(self, mechanics: StepMechanics, s: int):
        me = self.mechanics = mechanics
        self.s, self.system = s, StageSystem(me, s)
        self.flat, self.S = stage_jacobians_of(s, me.nv, me.m, me.nz)
        k = me.layer.tangents
        self.P = np.zeros((s, self.system.terms.size, k))
        self.by_design = tuple(np.zeros((s, size, k)) for size in (me.nv, me.m, me.nz))

    def further(self) -> RadauWorkspace:
        """Return another workspace; it is made after a first step, so that it takes the same derivatives of blocks."""
        return RadauWorkspace(self.mechanics.further(), self.s)

    def linearize(
        self, h: float, times: np.ndarray, Y: np.ndarray, K: np.ndarray, turns: np.ndarray, with_design: bool
    ) -> None:
        """Linearize the equations of stages Y (s, ny) at their times, with K (s, ny + n_row), their [dy/dt, lam]; with
        `with_design` also compute P."""
        me, system, given, began = self.mechanics, self.system, (times, Y, K), time.perf_counter()
        me.w.turns[: turns.size] = turns
        if with_design and me.design is not None:
            F_p, rows, zdot_p = self.by_design
            flat = (part.reshape(self.s, -1) for part in self.by_design)
            linearize_stages_and_design(
                *me.model_buffers, me.sints, me.swork, me.dints, me.dwork, self.flat, *given, *flat
            )
            self.P[:, : me.nv], self.P[:, system.z], self.P[:, system.rows] = F_p, -zdot_p, rows[:, system.active]
        else:
            linearize_stages(*me.model_buffers, me.sints, me.swork, self.flat, *given)
        system.set(h, Y, self.flat, self.S)
        self.seconds = min(self.seconds, time.perf_counter() - began)
