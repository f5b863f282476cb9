"""The steps of generalized-alpha and HHT in passes over a frozen run (analyses.alpha_step); a_n is handed from step to step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.alpha_step import AlphaEquations, AlphaStep, Constants
from linkwork.analyses.errors import AnalysisError
from linkwork.integrators.explicit_passes import inside

if TYPE_CHECKING:
    from linkwork.analyses.frozen_run import FrozenRun


def note_point(run: FrozenRun, at: int, n: int, t: float, rates: np.ndarray) -> None:
    """A point of step n at time t, where run.y is, without weight yet."""
    run.point_t[at], run.point_step[at], run.point_weight[at] = t, n, 0.0
    run.point_y[at], run.point_k[at] = run.y, rates


def reads(run: FrozenRun, first: int, last: int) -> dict[int, bool]:
    """Which of some points have a part in the outputs."""
    points = slice(first, last)
    used = np.asarray(run.gy[:, points].any((0, 2)) | run.gk[:, points].any((0, 2)))
    return dict(enumerate(used.tolist(), first))


class AlphaPass:
    """The point of a step is its end; its beginning is one too where the step before does not end there. Weights are those of the
    trapezoidal rule."""

    points_of_a_step = 1

    def __init__(self, run: FrozenRun, method: int):
        self.run, self.mechanics = run, run.mechanics
        alpha_m, alpha_f, beta, gamma, index, _ = run.record.settings
        self.constants = Constants(alpha_m, alpha_f, beta, gamma, int(index))
        self.equations = AlphaEquations(self.mechanics, self.constants)
        self.maps = self.equations.maps
        self.steps: dict[int, AlphaStep] = {}
        nw = self.mechanics.nv + self.mechanics.nz
        self.a, self.rates = np.zeros(nw), np.zeros(0)
        self.slope, self.bend, self.last_h = (
            np.zeros(nw),
            np.zeros(nw),
            0.0,
        )  # of wdot over the last steps, which it goes on with
        self.da = self.drates = self.dlam = self.wa = self.wk = np.zeros((0, 0))
        self.free = self.mechanics.m == 0  # then a step's end is on the constraints, and wdot is the rate there
        begins = {first for first, _ in run.record.parts()}
        self.restarts = np.array([n in begins or bool(run.breaks[n] & 1) for n in range(len(run.record))])

    def count(self, first: int, last: int) -> int:
        """How many points some steps have."""
        return last - first + int(np.count_nonzero(self.restarts[first:last]))

    def times(self, n: int) -> tuple[float, float]:
        """Where the beginning and the end of step n are evaluated."""
        grid, breaks = self.run.grid, self.run.breaks
        return inside(grid[n, 0], grid, breaks, n), inside(grid[n, 1], grid, breaks, n)

    def ratio(self, n: int) -> float:
        """Of the step to the one before: a_n is moved along with it."""
        return 1.0 if self.restarts[n] else float(self.run.grid[n, 2] / self.run.grid[n - 1, 2])

    def past(self, n: int, v: np.ndarray, rate: np.ndarray, a: np.ndarray) -> np.ndarray:
        """(nv + nv + nz, …) displacement of q, v, z over step n without what wdot adds; linear in v, rate, a (moved)."""
        c, h, nv = self.constants, self.run.grid[n, 2], self.mechanics.nv
        end = c.end(np.zeros_like(rate), rate, a)
        moved = h * v + h * h * ((0.5 - c.beta) * a[:nv] + c.beta * end[:nv])
        return np.concatenate((moved, h * ((1.0 - c.gamma) * a + c.gamma * end)))

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
        run, me, c = self.run, self.mechanics, self.constants
        w = slice(me.nq, me.ny)
        for n in range(first, last):
            (begin, end), h = self.times(n), float(run.grid[n, 2])
            run.states[n] = run.y
            if run.breaks[n] & 1:
                run.y = me.project(begin, run.y)
            if self.restarts[n]:
                self.rates = me.rates(begin, run.y)
                note_point(run, at, n, begin, self.rates)
                at += 1
                self.a, self.slope = self.rates[w].copy(), np.zeros(me.nv + me.nz)
                self.bend = self.slope
            rates, rate = self.rates, self.rates[w]
            a = rate + self.ratio(n) * (self.a - rate)
            step = AlphaStep(
                end,
                h,
                run.y.copy(),
                np.zeros(me.nv),
                rate + h * (self.slope + (h + self.last_h) * self.bend),
                rates[me.ny :].copy(),
                np.zeros(me.nv),
                np.zeros(me.m),
            )
            if not self.equations.solve(step, run.y, self.past(n, run.y[me.v], rate, a)):
                raise AnalysisError(
                    f"the step from t = {run.grid[n, 0]:g} s does not converge to rounding; shorter steps do, and so does Radau"
                )
            self.steps[n] = step
            if self.free:
                qdot = self.maps.components(step.Y[: me.nq], step.Y[me.v, None])[:, 0]
                run.y, self.rates = step.Y, np.concatenate((qdot, step.wdot))
            else:
                run.y = me.project(end, step.Y)
            me.note_turns(end, run.y, run.noted[n + 1])
            if not self.free:
                self.rates = me.rates(end, run.y)
            slope = (self.rates[w] - rate) / h
            if not self.restarts[n]:
                self.bend = (slope - self.slope) / (h + self.last_h)
            self.a, self.slope, self.last_h = c.end(self.rates[w], rate, a), slope, h
            note_point(run, at, n, end, self.rates)
            run.point_weight[at - 1 : at + 1] += 0.5 * h
            at += 1
        return 0

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.S and the columns of a move along."""
        run, me, q, w = (
            self.run,
            self.mechanics,
            slice(0, self.mechanics.nq),
            slice(self.mechanics.nq, self.mechanics.ny),
        )
        D = run.S.reshape(me.ny, -1)
        self.used = reads(run, at, at + self.count(first, last))
        for n in range(first, last):
            me.recall_turns(run.noted[n])
            begin, end = self.times(n)
            if run.breaks[n] & 1:
                D = me.project_along(begin, run.states[n], D)
            if self.restarts[n]:
                rates = me.rates_along(begin, run.point_y[at], D)
                self.drates, self.dlam = rates[w], rates[me.ny :]
                self.da = self.drates
                self.add_outputs(at, D)
                at += 1
            y, step = run.point_y[at - 1], self.steps[n]
            rate, f = self.drates, self.equations.weights(run.grid[n, 2], self.ratio(n))
            D, wdot = self.equations.along(step, f, y[q], D, rate, self.da)
            if self.free:
                self.drates = wdot
            else:
                D = me.project_along(end, step.Y, D)
                rates = me.rates_along(end, run.point_y[at], D)
                self.drates, self.dlam = rates[w], rates[me.ny :]
            self.add_outputs(at, D)
            self.da = f[7] * self.drates + f[8] * rate + f[9] * self.da
            run.states_S[n + 1] = D.ravel()
            at += 1
        run.S, run.y = D.ravel().copy(), run.states[last].copy()
        return 0

    def add_outputs(self, at: int, D: np.ndarray) -> None:
        """What columns of the state, of wdot and of lam at a point are to the outputs."""
        run, me = self.run, self.mechanics
        if self.used[at]:
            run.gradient += run.gy[:, at] @ D + run.gk[:, at, me.nq : me.ny] @ self.drates
            run.gradient += run.gk[:, at, me.ny :] @ self.dlam if me.m else 0.0

    def adjoint(self, first: int, last: int, at: int) -> int:
        """A status; run.W and the cotangents of a, and of the rates where steps meet, move back."""
        run, me, c, q = self.run, self.mechanics, self.constants, slice(0, self.mechanics.nq)
        w, nv, e = slice(me.nq, me.ny), me.nv, self.equations
        if last == len(run.record) or self.restarts[last]:
            self.wa = np.zeros((run.W.shape[0], me.nv + me.nz))
            self.wk = np.zeros((run.W.shape[0], me.ny + me.m))
        kept, lost = c.alpha_f / (1.0 - c.alpha_m), c.alpha_m / (1.0 - c.alpha_m)
        for n in range(last - 1, first - 1, -1):
            me.recall_turns(run.noted[n])
            at -= 1
            (begin, end), h, step, ratio = self.times(n), run.grid[n, 2], self.steps[n], self.ratio(n)
            wk = run.gk[:, at] + self.wk
            wk[:, w] += c.kappa * self.wa
            w_rate, w_a = kept * self.wa, -lost * self.wa
            run.W += run.gy[:, at]
            if not self.free:
                run.W += me.rates_against(end, run.point_y[at], wk, run.back)
                me.project_against(end, step.Y, run.W, run.back)
                wk[:] = 0.0
            e.linearize(step)
            cotangent = np.concatenate((self.maps.tangents(step.Y[q], run.W[:, q].T, against=True), run.W[:, w].T))
            r, L = e.against(step, cotangent, wk[:, w].T)
            if run.layer.gradient_size:
                e.add_gradients(step, L, run.back[:, me.ny :])
            moved, r_w = e.J.against(r[:nv]).T, r[nv:].T
            run.W[:, q] = self.maps.components(run.point_y[at - 1][q], e.R.against(r[:nv]), against=True).T
            run.W[:, w] = r_w
            run.W[:, me.v] += h * moved
            w_end = h * c.gamma * r_w
            w_end[:, :nv] += h * h * c.beta * moved
            w_a += h * (1.0 - c.gamma) * r_w - lost * w_end
            w_a[:, :nv] += h * h * (0.5 - c.beta) * moved
            w_rate += kept * w_end + (1.0 - ratio) * w_a
            self.wa = ratio * w_a
            if self.restarts[n]:
                w_rate, self.wa = w_rate + self.wa, np.zeros_like(self.wa)
            self.wk = np.zeros_like(wk)
            self.wk[:, w] = w_rate
            if self.restarts[n]:
                at -= 1
                run.W += run.gy[:, at] + me.rates_against(begin, run.point_y[at], run.gk[:, at] + self.wk, run.back)
                self.wk[:] = 0.0
            if run.breaks[n] & 1:
                me.project_against(begin, run.states[n], run.W, run.back)
        return 0
