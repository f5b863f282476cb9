"""The steps of explicit Runge–Kutta methods in passes over a frozen run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.integrators import explicit_passes

if TYPE_CHECKING:
    from linkwork.analyses.frozen_run import FrozenRun

MOST_KEPT = 3e7  # numbers of stages that are kept for the way back; of longer runs they are computed again


class ExplicitPass:
    """Steps of one method; `run` holds the state that the parts of a record hand over to each other."""

    direct_alone = True  # `direct` needs nothing that `primal` leaves

    def __init__(self, run: FrozenRun, method: int):
        self.run = run
        self.tableau = explicit_passes.TABLEAUS[method]
        self.points_of_a_step = int(np.count_nonzero(self.tableau[1]))
        self.stages = self.tableau[1].size
        ny, _, nk = run.layer.sizes
        self.stage, self.K = np.zeros(ny), np.zeros((self.stages, nk))
        steps = len(run.record)
        keep = run.layer.backwards and steps * self.stages * (ny + nk) <= MOST_KEPT
        self.kept = tuple(np.zeros((steps if keep else 0, self.stages, size)) for size in (ny, nk))

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
        run, layer = self.run, self.run.layer
        functions = (*layer.functions("rates", "project"), run.after_step)
        return explicit_passes.primal(
            functions, *layer.buffers, *self.tableau, run.grid, run.breaks, first, last, run.y, self.stage, self.K, run.states,
            run.noted, at, run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step, *self.kept,
        )  # fmt: skip

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.y and run.S move along."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        dY, dK = np.zeros(ny * layer.columns), np.zeros((self.stages, nk * layer.columns))
        functions = (*layer.functions("rates", "project"), run.after_step, *layer.functions("along"))
        return explicit_passes.direct(
            functions, *layer.buffers, *self.tableau, run.grid, run.breaks, first, last, run.y, self.stage, self.K, run.S, dY, dK,
            run.noted, at, run.gy, run.gk, run.gradient, run.states, run.states_S,
        )  # fmt: skip

    def adjoint(self, first: int, last: int, at: int) -> int:
        """A status; run.W moves back."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        n_out = run.W.shape[0]
        Y, wY, wk = np.zeros((self.stages, ny)), np.zeros((n_out, self.stages, ny)), np.zeros(nk)
        functions = (*layer.functions("rates", "project"), run.recall, *layer.functions("against"))
        return explicit_passes.adjoint(
            functions, *layer.buffers, *self.tableau, run.grid, run.breaks, first, last, run.states, run.noted, np.zeros(ny),
            self.stage, Y, self.K, run.W, wY, wk, run.back, at, run.gy, run.gk, *self.kept,
        )  # fmt: skip
