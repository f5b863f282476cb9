"""The steps of Radau IIA in passes over a frozen run: stages to rounding, derivatives along, cotangents against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.errors import AnalysisError
from linkwork.analyses.radau_linear import StageSystem, across
from linkwork.analyses.radau_replay import RadauReplay
from linkwork.formulations.stage_slopes import (
    add_stage_gradients,
    linearize_stages,
    linearize_stages_and_design,
    stage_slopes_of,
)
from linkwork.integrators.explicit_passes import inside
from linkwork.integrators.state import RADAU_3

if TYPE_CHECKING:
    from linkwork.analyses.frozen_run import FrozenRun

MORE = (1, 2, 4, 8, 16, 32)  # iterations more than the run took, tried in turn
POLISHED, ROUNDED, ENOUGH = 1e-10, 1e-13, 1e-6  # relative defects of stages: to differentiate, to subtract, at worst


class RadauPass:
    """Steps of the method with 3 or with 5 stages. The points of a step are the state at its beginning and its stages."""

    def __init__(self, run: FrozenRun, method: int):
        self.run, self.s = run, 3 if method == RADAU_3 else 5
        self.points_of_a_step = 1 + self.s
        me = self.mechanics = run.mechanics
        self.replay = RadauReplay(run.motion, run.record, method)
        self.system = StageSystem(me, self.s)
        self.col = self.system.col
        self.flat, self.S = stage_slopes_of(self.s, me.nv, me.m, me.nz)
        self.tried = 0
        self.known_times: dict[int, np.ndarray] = {}
        k = run.layer.columns
        self.P = np.zeros((self.s, self.system.terms.size, k))
        self.by_design = tuple(np.zeros((self.s, size, k)) for size in (me.nv, me.m, me.nz))

    def times(self, n: int) -> np.ndarray:
        """Where the beginning and the stages of step n are evaluated."""
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
        """States (s, ny) and their [dy/dt, lam] (s, ny + n_row) of the stages of step n from y."""
        me, h, layer = self.mechanics, self.run.grid[n, 2], self.run.layer
        scale = np.repeat([1.0, h, 1.0], (me.nq, me.nv, me.nz))
        goal = POLISHED if layer.columns or layer.backwards else ROUNDED
        for k in (-1, *range(self.tried, len(MORE))):
            Z = self.kept(n) if k < 0 else self.replay.step(n, y, MORE[k], self.run.noted[n])
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

    def kept(self, n: int) -> np.ndarray | None:
        """Z (s, ny) of step n as the run left it, which may already do; None if it was not kept."""
        stages = self.run.stages
        return None if stages is None else stages[n, : self.s * self.mechanics.ny].reshape(self.s, -1)

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
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
            me.note_turns(times[-1], run.y, run.noted[n + 1])
            at += 1 + s
        return 0

    # derivatives

    def linearize(self, n: int, at: int, times: np.ndarray, columns: bool) -> None:
        """The equations of the stages of step n; with columns also P (s, size, k), how they change with a design's parameters."""
        me, run, system, stages = self.mechanics, self.run, self.system, slice(at + 1, at + 1 + self.s)
        given = times[1:], run.point_y[stages], run.point_k[stages]
        if columns and me.design is not None:
            F_p, rows, zdot_p = self.by_design
            flat = (part.reshape(self.s, -1) for part in self.by_design)
            linearize_stages_and_design(
                *me.model_buffers, me.sints, me.swork, me.dints, me.dwork, self.flat, *given, *flat
            )
            self.P[:, : me.nv], self.P[:, system.z], self.P[:, system.rows] = F_p, -zdot_p, rows[:, system.kept]
        else:
            linearize_stages(*me.model_buffers, me.sints, me.swork, self.flat, *given)
        if not system.set(run.grid[n, 2], run.point_y[stages], self.flat, self.S):
            raise self.failure(n, "has singular equations")

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.S moves along."""
        run, me, system = self.run, self.mechanics, self.system
        D = run.S.reshape(me.ny, -1)
        read_k = bool(run.gk[:, at : at + (last - first) * self.points_of_a_step].any())
        for n in range(first, last):
            me.recall_turns(run.noted[n])
            times, stages = self.times(n), slice(at + 1, at + 1 + self.s)
            if run.breaks[n] & 1:
                D = me.project_along(times[0], run.states[n], D)
            if run.gy[:, at].any() or run.gk[:, at].any():
                run.gradient += run.gy[:, at] @ D + run.gk[:, at] @ me.rates_along(times[0], run.point_y[at], D)
            self.linearize(n, at, times, True)
            Z, rows = system.along(D, self.P)
            gy, gk = run.gy[:, stages], run.gk[:, stages]
            run.gradient += gy.sum(1) @ D + gy.reshape(len(gy), self.s * me.ny) @ Z.reshape(self.s * me.ny, -1)
            if read_k:
                run.gradient += np.tensordot(gk[:, :, : me.ny], across(self.col.AI / run.grid[n, 2], Z), 2)
                run.gradient += np.tensordot(gk[:, :, me.ny + system.kept], rows, 2)
            D = me.project_along(times[-1], run.point_y[at + self.s], D + Z[-1])
            run.states_S[n + 1] = D.ravel()
            at += 1 + self.s
        run.S, run.y = D.ravel().copy(), run.states[last].copy()
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        """A status; run.W moves back."""
        run, me, s, system = self.run, self.mechanics, self.s, self.system
        for n in range(last - 1, first - 1, -1):
            me.recall_turns(run.noted[n])
            at -= 1 + s
            times, stages = self.times(n), slice(at + 1, at + 1 + s)
            me.project_against(times[-1], run.point_y[at + s], run.W, run.back)
            self.linearize(n, at, times, False)
            gy, gk = np.moveaxis(run.gy[:, stages], 0, -1), np.moveaxis(run.gk[:, stages], 0, -1)
            g = gy + across(self.col.AI.T / run.grid[n, 2], gk[:, : me.ny])
            g[-1] += run.W.T
            L, total = system.against(g, gk[:, me.ny + system.kept])
            self.add_gradients(times, stages, L)
            run.W += gy.sum(axis=0).T - total.T
            if run.gy[:, at].any() or run.gk[:, at].any():
                run.W += run.gy[:, at] + me.rates_against(times[0], run.point_y[at], run.gk[:, at], run.back)
            if run.breaks[n] & 1:
                me.project_against(times[0], run.states[n], run.W, run.back)
        return 0

    def add_gradients(self, times: np.ndarray, stages: slice, L: np.ndarray) -> None:
        """The design's part of a step: -L·E_p."""
        run, me, system = self.run, self.mechanics, self.system
        if run.layer.gradient_size:
            back = np.moveaxis(L, -1, 0)
            rows = np.zeros((back.shape[0], self.s, me.m))
            rows[:, :, system.kept] = -back[:, :, system.rows]
            a, c = np.ascontiguousarray(-back[:, :, : me.nv]), np.ascontiguousarray(back[:, :, system.z])
            given = times[1:], run.point_y[stages], run.point_k[stages]
            add_stage_gradients(*me.model_buffers, *me.reverse(), *given, a, rows, c, run.back[:, me.ny :])
