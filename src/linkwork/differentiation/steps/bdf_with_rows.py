"""Passes over replayed steps of BDF with constraint rows: primal and direct, many steps at a time.

The formula of the method is written ydot = c_j y + c_0, where c_0 depends on past states (bae-sensitivity, Eqs. 25 and
33). The equations of a step in u = [q, v, z, vdot, lam] are

    U0'(v - c_j q - c_0) = 0,   U0'(vdot - c_j v - c_0) = 0,   zdot - c_j z - c_0 = 0,   F = 0,   Phiddot = 0,   Phi = 0,   Phidot = 0

and tangents follow from H_u u_p = -eta. U0 selects the independent coordinates that the run has chosen. Velocity-level
rows do not constrain positions; instead, Phi_v (v - c_j q - c_0) vanishes in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from linkwork.differentiation.polishing import fresh_pairs
from linkwork.differentiation.step_jacobians import Given
from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.step_pass import StepPass
from linkwork.differentiation.step_systems import StepSystems, StepWorkspace
from linkwork.differentiation.steps.bdf_choice import Choice, choose, layout
from linkwork.differentiation.steps.bdf_formulas import NO_ADJOINT, formulas
from linkwork.differentiation.steps.bdf_kernels import bdf_weights
from linkwork.differentiation.steps.bdf_row_kernels import carry_row_tangents, rows_steps
from linkwork.dynamics.newton.residual import residual, retract
from linkwork.integrators.functions import first_class
from linkwork.integrators.methods.bdf_coefficients import HIGHEST
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.numerics.simd import whole_lanes

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay


class RowsBdfPass(StepPass):
    """A pass over steps of BDF for models with constraint rows."""

    def __init__(self, run: Replay):
        super().__init__(run)
        me, n = self.mechanics, len(run.record)
        self.cj, self.to_c0, self.predicted = formulas(self.h, np.asarray(run.record.order), self.restarts)
        self.Y, self.c0 = np.zeros((n, me.ny)), np.zeros((n, me.ny))
        self.vdot, self.lam = np.zeros((n, me.nv)), np.zeros((n, me.m))
        self.splits = self.restarts | ((np.asarray(run.record.matrix) & 1) > 0)
        self.choices: list[Choice | None] = [None] * n  # of steps
        self.known: dict[tuple[bytes, bytes], StepSystems] = {}
        self.workspaces: list[StepWorkspace] = []  # of all of them
        self.force = 0.0  # a multiplier over c_j²: the mean of M's diagonal
        # of the primal pass
        known = run.stages is not None and run.stages.shape == (n, me.ny)
        self.recorded = (
            run.stages[:-1] if known and run.stages is not None else np.zeros((0, me.ny))
        )  # the last may be shorter
        most = 3 * me.nv + me.nz + me.m  # unknowns
        self.pairs = fresh_pairs(most, me.nv)
        self.scratch, self.zeros = np.zeros(me.ny + 3 * me.nv + 4 * me.m + me.nz), np.zeros(2 * me.nv + me.nz)
        self.blocks = np.zeros((1, self.maps.starts.size, 3, 3))
        self.past, self.newest = np.zeros((HIGHEST + 1, me.ny)), np.zeros(1, np.int64)
        # tangents
        k = whole_lanes(run.layer.tangents)
        shapes = (me.ny, me.nv + me.nz + me.m, me.ny, 2 * me.nv + me.nz, me.nv)
        flat = [np.zeros(rows * k) for rows in shapes]
        self.buffers = tuple(part.reshape(rows, k) for part, rows in zip(flat, shapes, strict=True))
        self.flat = flat[0], flat[2], flat[3], np.zeros(most * k)
        self.past_tangents, self.newest_tangents = np.zeros((HIGHEST + 1, me.ny * k)), np.zeros(1, np.int64)

    # the coordinates

    def chosen(self, n: int) -> Choice:
        """Return the choice of coordinates of step n."""
        choice = self.choices[n]
        assert choice is not None
        return choice

    def systems_of(self, n: int) -> StepSystems:
        choice = self.chosen(n)
        if choice.key not in self.known:
            terms, design = layout(self.mechanics, choice)
            self.known[choice.key] = structure = StepSystems(
                self.mechanics, terms, design, self.describe, self.run.layer.tangents
            )
            structure.choose, structure.shared = self.systems_of, self.workspaces
        return self.known[choice.key]

    def over(self, groups: Iterable[range]) -> Iterator[tuple[range, StepWorkspace | None]]:
        rest = iter(groups)
        for first in rest:
            yield from self.systems_of(first.start).over(chain([first], rest))

    def begin_group(self, steps: range) -> None:
        """Choose the coordinates of a group as the run did: anew where it computed a new matrix."""
        run, me, n = self.run, self.mechanics, steps.start
        last = self.choices[n - 1] if n else None
        choice = last
        if last is None or run.record.matrix[n] & 1:
            if n not in run.decisions:
                past = np.roll(self.past[::-1], int(self.newest[0]) + 1, axis=0)  # the newest first
                guess = self.predicted[n, 0] * run.y + self.predicted[n, 1:] @ past[:HIGHEST]
                if self.restarts[n]:
                    guess = run.y + self.h[n] * self.rates[: me.ny]
                retract(self.ends[n], guess, self.zeros, me.page)
                run.decisions[n] = choose(me, float(self.ends[n]), guess)
            choice = run.decisions[n]
        if choice is not last and self.factored != 0.0:
            self.factored = -1.0
        self.choices[n : steps.stop] = [choice] * len(steps)

    # steps

    def failure(self, n: int) -> AnalysisError:
        return AnalysisError(
            f"the step from t = {self.run.grid[n, 0]:g} s does not converge to rounding; a smaller tolerance takes shorter steps there"
        )

    def describe(self, steps: range, workspace: StepWorkspace) -> Given:
        """Return the states at which the equations of some steps are linearized, and write their weights to the
        workspace."""
        nb, chosen, me = self.maps.starts.size, slice(steps.start, steps.stop), workspace.mechanics
        if workspace.blocks.shape[2] != nb:
            workspace.blocks = np.zeros((2, len(workspace.weights), nb, 3, 3))
        self.put_across(steps.start, me)
        Y, weights = self.Y[chosen], workspace.weights[: len(steps)]
        given = self.force, self.cj[chosen], Y, self.c0[chosen], self.maps.places
        bdf_weights(*given, np.zeros(me.nv), workspace.blocks[0], weights)
        none = np.zeros((0, 0))
        return Given(
            self.ends[chosen], Y, self.vdot[chosen], self.lam[chosen], none, none, self.run.turn_counts[chosen], weights
        )

    def put_across(self, n: int, mechanics: StepMechanics) -> None:
        """Write the matrix `across` of step n's choice to the buffers of the mechanics."""
        across = self.chosen(n).across.ravel()
        mechanics.swork[mechanics.one + 1 :][: across.size] = across

    def linearize(self, n: int) -> None:
        me = self.mechanics
        me.linearize(float(self.ends[n]), self.Y[n], self.vdot[n], self.lam[n])
        if self.force == 0.0:
            self.force = float(np.abs(np.diag(me.jacobians["M"])).mean())

    def factor(self, n: int) -> None:
        me, systems, one = self.mechanics, self.systems_of(n), slice(n, n + 1)
        weights = np.zeros((1, systems.weights))
        self.put_across(n, me)
        given = self.force, self.cj[one], self.Y[one], self.c0[one], self.maps.places
        bdf_weights(*given, np.zeros(me.nv), self.blocks, weights)
        system = systems.factor(weights[0], float(self.ends[n]), self.Y[n], self.vdot[n], self.lam[n])
        if system is None:
            raise self.failure(n)
        self.system, self.factored = system, self.cj[n]
        self.pairs[0][0] = 0

    def take_steps(self, n: int, last: int, resumed: bool, at: int) -> tuple[int, int]:
        run, me, choice = self.run, self.mechanics, self.chosen(n)
        points = run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step
        functions = (
            first_class(residual),
            first_class(retract),
            run.after_step,
            *run.layer.functions("project", "rates"),
        )
        right = np.zeros(3 * me.nv + me.nz + choice.active.size)
        return rows_steps(
            n, last, resumed, self.factored, me.unit, self.force, self.iteration, self.pairs, self.system, choice.arrays, self.ends, self.h, self.cj,
            self.restarts, self.recorded, (self.to_c0, self.predicted), self.past, self.newest, run.y, self.rates, self.Y, self.vdot, self.lam,
            self.c0, self.maps.places, right, self.scratch, self.zeros, self.blocks[0], run.turn_counts, me.w.turns, at, points, run.states, functions,
            me.layer.page, me.page,
        )  # fmt: skip

    def restart(self, n: int) -> None:
        """Do nothing: the prediction after a restart follows the rates."""

    def restart_tangents(self) -> None:
        """Do nothing: past tangents have no weight after a restart."""

    def advance(self, steps: range, at: int, workspace: StepWorkspace) -> int:
        run, structure, count = self.run, workspace.structure, len(steps)
        carry_row_tangents(
            steps.start, whole_lanes(run.layer.tangents), run.layer.tangents, self.cj, self.force, self.chosen(steps.start).active, self.to_c0, self.Y,
            *(part[:count] for part in workspace.ready[:3]), (*structure.pattern, structure.right_start, structure.right_col, structure.row_place, structure.col_place),
            self.maps.places, self.past_tangents, self.newest_tangents, self.buffers, self.flat, run.states_S, self.rates_S,
        )  # fmt: skip
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        raise QuestionError(NO_ADJOINT)
