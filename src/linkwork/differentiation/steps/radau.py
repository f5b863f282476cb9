"""Passes over replayed steps of Radau IIA: stages solved to round-off, tangents and adjoints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwork.differentiation.passes import Pass
from linkwork.differentiation.stage_jacobians import add_stage_gradients
from linkwork.differentiation.steps.explicit_kernels import inside
from linkwork.differentiation.steps.radau_linear import across
from linkwork.differentiation.steps.radau_replay import RadauReplay
from linkwork.differentiation.steps.radau_workspace import RadauWorkspace
from linkwork.integrators.state import RADAU_3
from linkwork.model.errors import AnalysisError
from linkwork.numerics import pipeline

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay

MORE = (1, 2, 4, 8, 16, 32)  # iterations more than the run took, tried in turn
WORTH = 6e-4  # seconds that linearizing a step takes at least where other threads help
POLISHED, ROUNDED, ENOUGH = 1e-10, 1e-13, 1e-6  # relative defects of stages: to differentiate, to rounding, at worst


class RadauPass(Pass):
    """A pass over steps with 3 or 5 stages. The points of a step are the state at its beginning and its stages."""

    def __init__(self, run: Replay, method: int):
        self.run, self.s = run, 3 if method == RADAU_3 else 5
        self.points_of_a_step = 1 + self.s
        me = self.mechanics = run.mechanics
        self.replay = RadauReplay(run.motion, run.record, method)
        self.workspace, self.others = RadauWorkspace(me, self.s), []
        self.col = self.workspace.system.col
        self.tried = 0
        self.known_times: dict[int, np.ndarray] = {}

    def times(self, n: int) -> np.ndarray:
        """Return the times at which the beginning and the stages of step n are evaluated."""
        if n not in self.known_times:
            t, t_new, h = self.run.grid[n]
            times = np.array((t, *(t + self.col.C[:-1] * h), t_new))
            first, last = (inside(end, self.run.grid, self.run.breaks, n) for end in (t, t_new))
            self.known_times[n] = np.minimum(np.maximum(times, first), last)
        return self.known_times[n]

    def failure(self, n: int, what: str) -> AnalysisError:
        return AnalysisError(
            f"the step from t = {self.run.grid[n, 0]:g} s {what}; a smaller tolerance takes shorter steps there, and "
            "explicit integrators have no such equations"
        )

    # the steps

    def stages(self, n: int, y: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the states (s, ny) of the stages of step n from y, and their [dy/dt, lam] (s, ny + n_row)."""
        me, h = self.mechanics, self.run.grid[n, 2]
        scale = np.repeat([1.0, h, 1.0], (me.nq, me.nv, me.nz))
        goal = ROUNDED if self.run.to_rounding else POLISHED
        for k in (-1, *range(self.tried, len(MORE))):
            Z = self.recorded_stages(n) if k < 0 else self.replay.step(n, y, MORE[k], self.run.turn_counts[n])
            if Z is None:
                continue
            Y = y + Z
            K = np.array([me.rates(t, state) for t, state in zip(times[1:], Y, strict=True)])
            defect = np.abs((Z - h * self.col.A @ K[:, : me.ny]) * scale).max(initial=0.0)
            defect /= max(np.abs(y * scale).max(initial=0.0), np.abs(Z * scale).max(initial=0.0), 1e-280)
            if defect <= (goal if k + 1 < len(MORE) else ENOUGH):
                if k >= 0:
                    self.tried = max(k - 1, 0) if n % 16 == 0 else min(k, len(MORE) - 2)  # fewer may serve again
                return Y, K
            if k >= 0:
                self.replay.next_step = -1
        raise self.failure(n, "does not converge to rounding")

    def recorded_stages(self, n: int) -> np.ndarray | None:
        """Return Z (s, ny) of step n as the run stored it, which may be accurate enough; None if it did not."""
        stages = self.run.stages
        return None if stages is None else stages[n, : self.s * self.mechanics.ny].reshape(self.s, -1)

    def primal(self, first: int, last: int, at: int) -> int:
        """Repeat the steps and return a status; run.y is advanced."""
        run, me, s = self.run, self.mechanics, self.s
        for n in range(first, last):
            times = self.times(n)
            run.states[n] = run.y
            if run.breaks[n] & 1:
                run.y = me.project(times[0], run.y)
            stages, points = slice(at + 1, at + 1 + s), slice(at, at + 1 + s)
            run.point_t[points], run.point_step[points] = times, n
            run.point_weight[stages] = run.grid[n, 2] * self.col.A[-1]
            run.point_y[at], run.point_k[at] = run.y, me.rates(times[0], run.y)
            run.point_y[stages], run.point_k[stages] = self.stages(n, run.y, times)
            run.y = me.project(times[-1], run.point_y[at + s])
            me.note_turns(times[-1], run.y, run.turn_counts[n + 1])
            at += 1 + s
        return 0

    # derivatives

    def workspaces(self) -> Iterator[RadauWorkspace]:
        """Yield as many workspaces as `pipeline.prepared` keeps busy; only one if a step takes less time than its
        hand-over to another thread."""
        yield self.workspace
        others = pipeline.workspaces() - 1 if self.workspace.seconds > WORTH else 0
        while len(self.others) < others:
            self.others.append(self.workspace.further())
        yield from self.others[:others]

    def linearized(self, steps: range, at: int, with_design: bool) -> Iterator[tuple[int, int, RadauWorkspace]]:
        """Yield steps with the number of their first point and their linearized equations; with `with_design`, also the
        derivatives of these by design parameters. They are prepared in advance on all cores, because only the stages
        are needed."""
        run = self.run
        first = at - self.points_of_a_step * steps[0]

        def linearize(n: int, workspace: RadauWorkspace) -> None:
            at = first + self.points_of_a_step * n
            stages = slice(at + 1, at + 1 + self.s)
            workspace.linearize(
                run.grid[n, 2],
                self.times(n)[1:],
                run.point_y[stages],
                run.point_k[stages],
                run.turn_counts[n],
                with_design,
            )

        for n, workspace in pipeline.prepared(steps, linearize, self.workspaces()):
            if not workspace.system.settle():
                raise self.failure(n, "has singular equations")
            yield n, first + self.points_of_a_step * n, workspace

    def direct(self, first: int, last: int, begin: int) -> int:
        """Carry the tangents run.S over the steps and return a status. This thread uses the layer and the first
        workspace, other threads use other workspaces."""
        run, me, active = self.run, self.mechanics, self.workspace.system.active
        D = run.S.reshape(me.ny, -1)
        read_k = bool(run.gk[:, begin : begin + (last - first) * self.points_of_a_step].any())
        for n, at, workspace in self.linearized(range(first, last), begin, True):
            run.recall_step(n)
            times, stages = self.times(n), slice(at + 1, at + 1 + self.s)
            if run.breaks[n] & 1:
                D = me.project_tangent(times[0], run.states[n], D)
            if run.gy[:, at].any() or run.gk[:, at].any():
                run.gradient += run.gy[:, at] @ D + run.gk[:, at] @ me.rates_tangent(times[0], run.point_y[at], D)
            Z, rows = workspace.system.tangent(D, workspace.P)
            gy, gk = run.gy[:, stages], run.gk[:, stages]
            run.gradient += gy.sum(1) @ D + gy.reshape(len(gy), self.s * me.ny) @ Z.reshape(self.s * me.ny, -1)
            if read_k:
                run.gradient += np.tensordot(gk[:, :, : me.ny], across(self.col.AI / run.grid[n, 2], Z), 2)
                run.gradient += np.tensordot(gk[:, :, me.ny + active], rows, 2)
            D = me.project_tangent(times[-1], run.point_y[at + self.s], D + Z[-1])
            run.states_S[n + 1] = D.ravel()
        run.S, run.y = D.ravel().copy(), run.states[last].copy()
        return 0

    def adjoint(self, first: int, last: int, end: int) -> int:
        """Carry the cotangents run.W back over the steps and return a status."""
        run, me, s, active = self.run, self.mechanics, self.s, self.workspace.system.active
        for n, at, workspace in self.linearized(range(last - 1, first - 1, -1), end - self.points_of_a_step, False):
            run.recall_step(n)
            times, stages = self.times(n), slice(at + 1, at + 1 + s)
            me.project_adjoint(times[-1], run.point_y[at + s], run.W, run.back)
            gy, gk = np.moveaxis(run.gy[:, stages], 0, -1), np.moveaxis(run.gk[:, stages], 0, -1)
            g = gy + across(self.col.AI.T / run.grid[n, 2], gk[:, : me.ny])
            g[-1] += run.W.T
            L, total = workspace.system.adjoint(g, gk[:, me.ny + active])
            self.add_gradients(workspace, times, stages, L)
            run.W += gy.sum(axis=0).T - total.T
            if run.gy[:, at].any() or run.gk[:, at].any():
                run.W += run.gy[:, at] + me.rates_adjoint(times[0], run.point_y[at], run.gk[:, at], run.back)
            if run.breaks[n] & 1:
                me.project_adjoint(times[0], run.states[n], run.W, run.back)
        return 0

    def add_gradients(self, workspace: RadauWorkspace, times: np.ndarray, stages: slice, L: np.ndarray) -> None:
        """Add the design part of a step, -L·E_p, to the gradients."""
        run, me, system = self.run, self.mechanics, workspace.system
        if run.layer.gradient_size:
            back = np.moveaxis(L, -1, 0)
            rows = np.zeros((back.shape[0], self.s, me.m))
            rows[:, :, system.active] = -back[:, :, system.rows]
            a, c = np.ascontiguousarray(-back[:, :, : me.nv]), np.ascontiguousarray(back[:, :, system.z])
            given = times[1:], run.point_y[stages], run.point_k[stages]
            add_stage_gradients(
                *workspace.mechanics.model_buffers, *me.reverse(), *given, a, rows, c, run.back[:, me.ny :]
            )
