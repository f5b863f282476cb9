"""Passes over replayed steps of explicit Runge–Kutta methods.

Tangents and cotangents use evaluations of the steps that are made in advance, on another core if there is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.differentiation.passes import Pass
from linkwork.differentiation.steps import explicit_kernels as kernels
from linkwork.integrators.contract import nothing
from linkwork.integrators.functions import first_class
from linkwork.numerics.pipeline import prepared, workspaces

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay

WORKSPACE, MOST_STEPS = 3e5, 32  # numbers, and steps, that a workspace should hold at most; one step in any case
MOST = 1.5e7  # numbers of one step that are stored at most; Jacobians of large models have many


class ExplicitWorkspace:
    """The buffers of several steps in a row, or one buffer for all of them, and the scratch of one thread."""

    def __init__(self, layer: Any, stages: int, steps: int, together: bool):
        ny, _, nk = layer.sizes
        copies = steps * kernels.slots(stages) if together else 1
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
    """A pass over steps of one method; `run` holds the state that one part of a record hands over to the next."""

    direct_alone = True

    def __init__(self, run: Replay, method: int):
        self.run = run
        self.tableau = kernels.TABLEAUS[method]
        self.points_of_a_step = int(np.count_nonzero(self.tableau[1]))
        self.stages = self.tableau[1].size
        page = run.layer.page
        step = kernels.slots(self.stages) * (page.work.size + page.fwork.size)
        self.group = int(max(1, min(MOST_STEPS, WORKSPACE // step)))
        self.together = step <= MOST or run.layer.backwards  # whether evaluations of a whole step are stored
        self.workspaces: list[ExplicitWorkspace] = []
        self.early = (
            self.stages + 1
        ) // 2  # stages whose Jacobians `forwards` computes, so that both threads have as much to do

    def primal(self, first: int, last: int, at: int) -> int:
        """Repeat the steps and return a status; run.y is advanced."""
        run = self.run
        ny, _, nk = run.layer.sizes
        page = run.layer.page
        points = (run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step)
        if run.ends_alone:
            points = tuple(a[:0] for a in points)
        run.states[first] = run.y
        return kernels.forwards(
            self._functions(True, False), page, page.work[None], page.plan[None], page.fwork[None], *self.tableau, run.grid,
            run.breaks, first, last, run.states, run.states[1:], np.zeros((0, ny)), run.turn_counts, 0, run.y,
            np.zeros(ny), np.zeros((0, 0, ny)), np.zeros((self.stages, nk)), at, *points,
        )  # fmt: skip

    def direct(self, first: int, last: int, at: int) -> int:
        """Carry the tangents run.S over the steps and return a status; run.y is advanced."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        functions = (*layer.functions("rates", "project"), run.recall, *layer.functions("tangent"))
        y, rate, dY, dK = (np.zeros(n) for n in (ny, nk, ny * layer.tangents, (self.stages, nk * layer.tangents)))
        run.states[first] = run.y
        for low, high, workspace in self._prepared(self._groups(first, last), run.states[1:], True):
            if workspace.status != 0:
                return workspace.status
            began = time.perf_counter()
            kernels.carry_tangents(
                functions, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, low,
                high, first, last, run.states, workspace.begun, run.turn_counts, workspace.Y, y, rate, run.S, dY, dK, at, run.gy, run.gk, run.gradient,
                run.states_S,
            )  # fmt: skip
            at += (high - low) * self.points_of_a_step
            more = 1 if workspace.seconds < time.perf_counter() - began else -1
            self.early = min(max(self.early + more, 0), self.stages - 1) if self.together else 0
        run.y[:] = run.states[last]
        run.recall_step(last)
        if last == len(run.record):
            self.workspaces.clear()
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        """Carry the cotangents run.W back over the steps and return a status."""
        run, layer = self.run, self.run.layer
        ny, _, nk = layer.sizes
        (adjoint,) = layer.functions("adjoint")
        n_out = run.W.shape[0]
        wY, wk = np.zeros((n_out, self.stages, ny)), np.zeros(nk)
        for low, high, workspace in self._prepared(self._groups(first, last)[::-1], np.zeros((0, ny)), False):
            if workspace.status != 0:
                return workspace.status
            kernels.carry_cotangents(
                adjoint, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, low, high,
                run.W, wY, wk, run.back, at, run.gy, run.gk,
            )  # fmt: skip
            at -= (high - low) * self.points_of_a_step
        if first == 0:
            self.workspaces.clear()
        return 0

    # parts of them

    def _functions(self, notes: bool, with_jacobians: bool) -> tuple[Any, ...]:
        """Return the functions of `forwards`; with `notes`, steps record the turn counts with which later steps begin."""
        run, none = self.run, first_class(nothing)
        (jacobians,) = run.layer.functions("jacobians") if with_jacobians else (none,)
        return (*run.layer.functions("rates", "project"), run.after_step if notes else none, run.recall, jacobians)

    def _groups(self, first: int, last: int) -> list[tuple[int, int]]:
        return [(low, min(low + self.group, last)) for low in range(first, last, self.group)]

    def _prepared(
        self, groups: list[tuple[int, int]], ends: np.ndarray, with_jacobians: bool
    ) -> Iterator[tuple[int, int, ExplicitWorkspace]]:
        """Yield groups of steps in the given order, each with the workspace in which its steps were repeated. If the
        ends of steps are stored in `ends`, a group begins where the group before it ended."""
        run, layer = self.run, self.run.layer
        functions = self._functions(bool(len(ends)), with_jacobians)
        no_points = tuple(a[:0] for a in (run.point_t, run.point_y, run.point_k, run.point_weight, run.point_step))

        def prepare(group: tuple[int, int], workspace: ExplicitWorkspace) -> None:
            began = time.perf_counter()
            workspace.status = kernels.forwards(
                functions, layer.page, workspace.works, workspace.plans, workspace.fworks, *self.tableau, run.grid, run.breaks, *group,
                run.states, ends, workspace.begun, run.turn_counts, self.early, workspace.y, workspace.stage, workspace.Y, workspace.K, 0,
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
