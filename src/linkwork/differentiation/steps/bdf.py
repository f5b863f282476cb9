"""Passes over replayed steps of BDF without constraint rows: primal and direct, many steps at a time.

The formula of the method is written ydot = c_j y + c_0, where c_0 depends on past states (bae-sensitivity, Eqs. 25 and
33). For a quaternion p it gives omega = 2 vec(p* c_0). With v and vdot from the formula, F = 0 and zdot = c_j z + c_0
are equations in q and z.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.differentiation.polishing import RATE, fresh_pairs
from linkwork.differentiation.step_jacobians import Given
from linkwork.differentiation.step_pass import StepPass
from linkwork.differentiation.step_systems import DesignRow, StepSystems, StepWorkspace
from linkwork.differentiation.step_terms import Layout, Term
from linkwork.differentiation.steps.bdf_formulas import NO_ADJOINT, formulas
from linkwork.differentiation.steps.bdf_kernels import bdf_steps, bdf_weights, carry_bdf_tangents
from linkwork.dynamics.newton.residual import residual, retract
from linkwork.integrators.functions import first_class
from linkwork.integrators.methods.bdf_coefficients import HIGHEST
from linkwork.model.errors import AnalysisError, QuestionError

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay


def layout(nv: int, nz: int) -> Layout:
    """Return the terms of the equations: H = F_q - E S for positions, where E = F_v + c_j M and S is the derivative of
    the formula (-c_j where positions are no quaternions), and the equations of block states."""
    return Layout(
        ("bdf",), nv + nz, 0, {"F": 0, "q": 0, "z": nv, "r_q": 0, "r_v": nv, "r_z": 2 * nv},
        (
            Term("F_q", "F", "q", "one"), Term("E", "F", "q", "cj", "-S"), Term("F_z", "F", "z", "one"),
            Term("zdot_q", "z", "q", "one"), Term("zdot_v", "z", "q", "cj", "-S"), Term("zdot_z", "z", "z", "one"), Term("unit_z", "z", "z", "-cj"),
        ),
        (
            Term("E", "F", "r_q", "-one"), Term("M", "F", "r_v", "-one"), Term("zdot_v", "z", "r_q", "-one"), Term("unit_z", "z", "r_z", "one"),
        ),
        ("F_v", "M"), {"one": 0, "cj": 1, "S": 2},
    )  # fmt: skip


class BdfPass(StepPass):
    """A pass over steps of BDF for models without constraint rows."""

    def __init__(self, run: Replay):
        super().__init__(run)
        me, n = self.mechanics, len(run.record)
        self.cj, self.to_c0, self.predicted = formulas(self.h, np.asarray(run.record.order), self.restarts)
        self.Y, self.c0, self.vdot = np.zeros((n, me.ny)), np.zeros((n, me.ny)), np.zeros((n, me.nv))
        nb, width = self.maps.starts.size, me.nv + me.nz
        design = DesignRow("F_p", "F", "one"), DesignRow("zdot_p", "z", "one")
        self.systems = StepSystems(me, layout(me.nv, me.nz), design, self.describe, run.layer.tangents)
        # of the primal pass
        known = run.stages is not None and run.stages.shape == (n, me.ny)
        self.recorded = (
            np.zeros((0, me.ny)) if not known or run.stages is None else run.stages[:-1]
        )  # the last may be shorter
        self.pairs = fresh_pairs(width, me.nv)
        self.right, self.scratch, self.zeros = (
            np.zeros(size) for size in (width, me.ny + width + me.nv, width + me.nv)
        )
        self.blocks, self.weights = np.zeros((nb, 3, 3)), np.zeros((1, self.systems.weights))
        self.past, self.newest = np.zeros((HIGHEST + 1, me.ny)), np.zeros(1, np.int64)
        # tangents
        k = self.systems.width
        shapes = (me.ny, me.nv, me.ny, 2 * me.nv + me.nz, me.nv, me.nv)
        flat = [np.zeros(rows * k) for rows in shapes]
        self.buffers = tuple(part.reshape(rows, k) for part, rows in zip(flat, shapes, strict=True))
        self.flat = flat[0], flat[2], flat[3], np.zeros(width * k)
        self.past_tangents, self.newest_tangents = np.zeros((HIGHEST + 1, me.ny * k)), np.zeros(1, np.int64)

    def describe(self, steps: range, workspace: StepWorkspace) -> Given:
        """Return the states at which the equations of some steps are linearized, and write their weights to the
        workspace."""
        nb, chosen = self.maps.starts.size, slice(steps.start, steps.stop)
        if workspace.blocks.shape[2] != nb:
            workspace.blocks = np.zeros((2, len(workspace.weights), nb, 3, 3))
        Y, blocks, weights = self.Y[chosen], workspace.blocks[0, : len(steps)], workspace.weights[: len(steps)]
        bdf_weights(
            0.0, self.cj[chosen], Y, self.c0[chosen], self.maps.places, np.zeros(self.mechanics.nv), blocks, weights
        )
        none = np.zeros((0, 0))
        return Given(
            self.ends[chosen],
            Y,
            self.vdot[chosen],
            np.zeros((len(steps), 0)),
            none,
            none,
            self.run.turn_counts[chosen],
            weights,
        )

    def factor(self, n: int) -> None:
        """Factor the system of step n from the current Jacobians."""
        one = slice(n, n + 1)
        given = 0.0, self.cj[one], self.Y[one], self.c0[one], self.maps.places
        bdf_weights(*given, np.zeros(self.mechanics.nv), self.blocks[None], self.weights)
        system = self.systems.factor(self.weights[0], self.ends[n], self.Y[n], self.vdot[n], np.zeros(0))
        if system is None:
            raise self.failure(n)
        self.system = system
        self.factored = self.cj[n]
        self.iteration[RATE] = 1.0
        self.pairs[0][0] = 0

    def failure(self, n: int) -> AnalysisError:
        return AnalysisError(
            f"the step from t = {self.run.grid[n, 0]:g} s does not converge to rounding; a smaller tolerance takes shorter steps there"
        )

    def linearize(self, n: int) -> None:
        self.mechanics.linearize(float(self.ends[n]), self.Y[n], self.vdot[n], np.zeros(0))

    def take_steps(self, n: int, last: int, resumed: bool, at: int) -> tuple[int, int]:
        run, me = self.run, self.mechanics
        points = run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step
        functions = first_class(residual), first_class(retract), run.after_step
        return bdf_steps(
            n, last, resumed, self.factored, me.unit, self.iteration, self.pairs, self.system, self.ends, self.h, self.cj, self.restarts,
            self.recorded, (self.to_c0, self.predicted), self.past, self.newest, run.y, self.rates, self.Y, self.vdot, self.c0, self.maps.places, self.right,
            self.scratch, self.zeros, self.blocks, run.turn_counts, me.w.turns, at, points, run.states, *functions, me.layer.page, me.page,
        )  # fmt: skip

    def restart(self, n: int) -> None:
        """Do nothing: the prediction after a restart follows the rates."""

    def restart_tangents(self) -> None:
        """Do nothing: past tangents have no weight after a restart."""

    def advance(self, steps: range, at: int, workspace: StepWorkspace) -> int:
        run, structure, count = self.run, workspace.structure, len(steps)
        carry_bdf_tangents(
            steps.start, self.systems.width, run.layer.tangents, self.cj, self.to_c0, self.Y, workspace.blocks[0],
            *(part[:count] for part in workspace.ready[:3]), (*structure.pattern, structure.right_start, structure.right_col, structure.row_place, structure.col_place),
            self.maps.places, self.past_tangents, self.newest_tangents, self.buffers, self.flat, run.states_S, self.rates_S,
        )  # fmt: skip
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        raise QuestionError(NO_ADJOINT)
