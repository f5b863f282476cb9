"""The steps of explicit Runge–Kutta methods in passes over a replay.

Columns and cotangents follow evaluations of the steps that are made ahead, on another core if there is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.differentiation.passes import Pass
from linkwork.differentiation.steps import explicit_kernels as explicit_passes
from linkwork.integrators.contract import nothing
from linkwork.integrators.functions import first_class
from linkwork.numerics.pipeline import prepared, workspaces

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay

WORKSPACE, MOST_STEPS = 3e5, 32  # numbers, and steps, that a workspace should hold at most; one step in any case
MOST = 1.5e7  # numbers of one step that are kept: slopes of large models have many


class ExplicitWorkspace:
    """Buffers for some steps in a row, or one for all of them, and what one of the threads needs beside."""

    def __init__(self, layer: Any, stages: int, steps: int, together: bool):
        ny, _, nk = layer.sizes
        copies = steps * explicit_passes.slots(stages) if together else 1
        self.works, self.plans, self.fworks = (np.tile(a, (copies, 1)) for a in layer.page[2:5])
        self.y, self.stage, self.K, self.begun = (
            np.zeros(ny),
            np.zeros(ny),
            np.zeros((stages, nk)),
            np.zeros((steps, ny)),
        )
        self.Y = np.zeros((0 if together else steps, stages + 1, ny))
        self.status, self.seconds = 0, 0.0


class ExplicitPass(Pass):
    """Steps of one method; `run` holds the state that the parts of a record hand over to each other."""

    direct_alone = True

    def __init__(self, run: Replay, method: int):
        self.run = run
        self.tableau = explicit_passes.TABLEAUS[method]
        self.points_of_a_step = int(np.count_nonzero(self.tableau[1]))
        self.stages = self.tableau[1].size
        page = run.layer.page
        step = explicit_passes.slots(self.stages) * (page.work.size + page.fwork.size)
        self.group = int(max(1, min(MOST_STEPS, WORKSPACE // step)))
        self.together = step <= MOST or run.layer.backwards  # whether evaluations of a whole step are kept
        self.workspaces: list[ExplicitWorkspace] = []
        self.ahead = (
            self.stages + 1
        ) // 2  # stages whose slopes are taken ahead of columns: so many that both threads are as busy

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
        run = self.run
        ny, _, nk = run.layer.sizes
        page = run.layer.page
        points = (run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step)
        if run.ends_alone:
            points = tuple(a[:0] for a in points)
        run.states[first] = run.y
        return explicit_passes.forwards(
            self._functions(True, False), page, page.work[None], page.plan[None], page.fwork[None], *self.tableau, run.grid,
            run.breaks, first, last, run.states, run.states[1:], np.zeros((0, ny)), run.turn_counts, 0, run.y,
            np.zeros(ny), np.zeros((0, 0, ny)), np.zeros((self.stages, nk)), at, *points,
        )  # fmt: skip

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.y and run.S move along."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        functions = (*layer.functions("rates", "project"), run.recall, *layer.functions("tangent"))
        y, rate, dY, dK = (np.zeros(n) for n in (ny, nk, ny * layer.tangents, (self.stages, nk * layer.tangents)))
        run.states[first] = run.y
        for low, high, workspace in self._ahead(self._groups(first, last), run.states[1:], True):
            if workspace.status != 0:
                return workspace.status
            began = time.perf_counter()
            explicit_passes.columns(
                functions, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, low,
                high, first, last, run.states, workspace.begun, run.turn_counts, workspace.Y, y, rate, run.S, dY, dK, at, run.gy, run.gk, run.gradient,
                run.states_S,
            )  # fmt: skip
            at += (high - low) * self.points_of_a_step
            more = 1 if workspace.seconds < time.perf_counter() - began else -1
            self.ahead = min(max(self.ahead + more, 0), self.stages - 1) if self.together else 0
        run.y[:] = run.states[last]
        run.recall_step(last)
        if last == len(run.record):
            self.workspaces.clear()
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        """A status; run.W moves back."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        (against,) = layer.functions("adjoint")
        n_out = run.W.shape[0]
        wY, wk = np.zeros((n_out, self.stages, ny)), np.zeros(nk)
        for low, high, workspace in self._ahead(self._groups(first, last)[::-1], np.zeros((0, ny)), False):
            if workspace.status != 0:
                return workspace.status
            explicit_passes.cotangents(
                against, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, low, high,
                run.W, wY, wk, run.back, at, run.gy, run.gk,
            )  # fmt: skip
            at -= (high - low) * self.points_of_a_step
        if first == 0:
            self.workspaces.clear()
        return 0

    # parts of them

    def _functions(self, notes: bool, slopes: bool) -> tuple[Any, ...]:
        """For `forwards`; whether steps note what later ones begin with."""
        run, none = self.run, first_class(nothing)
        (ahead,) = run.layer.functions("jacobians") if slopes else (none,)
        return (*run.layer.functions("rates", "project"), run.after_step if notes else none, run.recall, ahead)

    def _groups(self, first: int, last: int) -> list[tuple[int, int]]:
        return [(low, min(low + self.group, last)) for low in range(first, last, self.group)]

    def _ahead(
        self, groups: list[tuple[int, int]], ends: np.ndarray, slopes: bool
    ) -> Iterator[tuple[int, int, ExplicitWorkspace]]:
        """Steps of all groups, taken in their order; those whose ends are kept begin where the group before has ended."""
        run, layer = self.run, self.run.layer
        functions = self._functions(bool(len(ends)), slopes)
        no_points = tuple(a[:0] for a in (run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step))

        def prepare(group: tuple[int, int], workspace: ExplicitWorkspace) -> None:
            began = time.perf_counter()
            workspace.status = explicit_passes.forwards(
                functions, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, *group,
                run.states, ends, workspace.begun, run.turn_counts, self.ahead, workspace.y, workspace.stage, workspace.Y, workspace.K, 0,
                *no_points,
            )  # fmt: skip
            workspace.seconds = time.perf_counter() - began

        if not self.workspaces:  # two, so that one thread at a time takes steps
            count = min(2, workspaces()) if self.together else 1
            self.workspaces = [
                ExplicitWorkspace(run.layer, self.stages, self.group, self.together) for _ in range(count)
            ]
        for (low, high), workspace in prepared(groups, prepare, self.workspaces):
            yield low, high, workspace
