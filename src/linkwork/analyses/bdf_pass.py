"""The steps of BDF in passes over a frozen run (analyses.bdf_step): primal and direct; past states and their columns go along."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.bdf_formulas import formulas, no_adjoint
from linkwork.analyses.bdf_reduction import Choice
from linkwork.analyses.bdf_step import BdfEquations, BdfStep
from linkwork.analyses.errors import AnalysisError
from linkwork.analyses.free_bdf_pass import FreeBdfPass
from linkwork.analyses.step_pass import note_point
from linkwork.integrators.bdf_coefficients import HIGHEST
from linkwork.integrators.explicit_passes import inside

if TYPE_CHECKING:
    from linkwork.analyses.frozen_run import FrozenRun


def reads(run: FrozenRun, first: int, last: int) -> dict[int, bool]:
    """Which of some points have a part in the outputs."""
    points = slice(first, last)
    used = np.asarray(run.gy[:, points].any((0, 2)) | run.gk[:, points].any((0, 2)))
    return dict(enumerate(used.tolist(), first))


def bdf_pass(run: FrozenRun, method: int) -> BdfPass | FreeBdfPass:
    return BdfPass(run, method) if run.mechanics.m else FreeBdfPass(run)


class BdfPass:
    """The point of a step is its end; its beginning is one too where the step before does not end there. Weights are those of the
    trapezoidal rule."""

    points_of_a_step = 1

    def __init__(self, run: FrozenRun, method: int):
        self.run, self.mechanics = run, run.mechanics
        self.equations = BdfEquations(self.mechanics)
        self.steps: dict[int, BdfStep] = {}
        self.past, self.newest = (
            np.zeros((0, 0)),
            0,
        )  # the last states or their columns in turn, and which is the newest
        self.columns = np.zeros(0), np.zeros(0)  # of vdot and lam at the end of the last step
        self.choice: Choice | None = None
        self.rates = np.zeros(0)  # where the next step begins
        begins = {first for first, _ in run.record.parts()}
        self.restarts = np.array([n in begins or bool(run.breaks[n] & 1) for n in range(len(run.record))])
        self.cj, self.to_c0, self.predicted = formulas(run.grid[:, 2], np.asarray(run.record.order), self.restarts)
        self.free = self.mechanics.m == 0  # then a step's end is on the constraints

    def times(self, n: int) -> tuple[float, float]:
        """Where the beginning and the end of step n are evaluated."""
        grid, breaks = self.run.grid, self.run.breaks
        return inside(grid[n, 0], grid, breaks, n), inside(grid[n, 1], grid, breaks, n)

    def combined(self, weights: np.ndarray) -> np.ndarray:
        """Of the past states, or of their columns."""
        return weights[(self.newest - np.arange(HIGHEST + 1)) % (HIGHEST + 1)] @ self.past

    def remember(self, n: int, value: np.ndarray) -> None:
        """The state, or its columns, at the beginning of step n."""
        if self.restarts[n]:
            self.past = np.zeros((HIGHEST + 1, value.size))
        self.newest = (self.newest + 1) % (HIGHEST + 1)
        self.past[self.newest] = value

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
        run, me = self.run, self.mechanics
        for n in range(first, last):
            (begin, end), h = self.times(n), run.grid[n, 2]
            run.states[n] = run.y
            if run.breaks[n] & 1:
                run.y = me.project(begin, run.y)
            if self.restarts[n]:
                self.rates = me.rates(begin, run.y)
                note_point(run, at, n, begin, self.rates)
                at += 1
            self.remember(n, run.y)
            guess = run.y + h * self.rates[: me.ny] if self.restarts[n] else self.combined(self.predicted[n])
            step = self.begin(n, end, float(self.cj[n]), guess, self.combined(self.to_c0[n]))
            if not self.equations.solve(step):
                raise AnalysisError(
                    f"the step from t = {run.grid[n, 0]:g} s does not converge to rounding; a smaller tolerance takes shorter "
                    "steps there"
                )
            self.steps[n] = step
            run.y = step.Y if self.free else me.project(end, step.Y)
            me.note_turns(end, run.y, run.noted[n + 1])
            self.rates = self.ends_with(step) if self.free else me.rates(end, run.y)
            note_point(run, at, n, end, self.rates)
            run.point_weight[at - 1 : at + 1] += 0.5 * h
            at += 1
        return 0

    def begin(self, n: int, t: float, cj: float, guess: np.ndarray, c0: np.ndarray) -> BdfStep:
        """A step to be solved from a guess, with the coordinates of the run's last new matrix."""
        me = self.mechanics
        self.equations.normalize(t, guess)
        vdot, lam = cj * guess[me.v] + c0[me.v], np.zeros(0)
        if not self.free:
            rates = me.rates(t, guess)
            vdot, lam = rates[me.v].copy(), rates[me.ny :].copy()
        choice, decisions = self.choice, self.run.decisions
        if choice is None or (self.run.record.matrix[n] & 1 and not self.free):
            if n not in decisions:
                decisions[n] = self.equations.choose(t, guess)
            choice = decisions[n]
        self.choice = choice
        return BdfStep(t, cj, choice, guess, vdot, lam, c0)

    def ends_with(self, step: BdfStep) -> np.ndarray:
        """[dy/dt] at the end of a step without rows."""
        me = self.mechanics
        qdot = self.equations.maps.components(step.Y[: me.nq], step.Y[me.v, None])[:, 0]
        z = slice(me.nq + me.nv, me.ny)
        return np.concatenate((qdot, step.vdot, step.cj * step.Y[z] + step.c0[z]))

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.S moves along."""
        run, me = self.run, self.mechanics
        D, lam = run.S.reshape(me.ny, -1), slice(me.ny, me.ny + me.m)
        used = reads(run, at, at + last - first + int(np.count_nonzero(self.restarts[first:last])))
        dv, dlam = self.columns
        for n in range(first, last):
            me.recall_turns(run.noted[n])
            begin, end = self.times(n)
            if run.breaks[n] & 1:
                D = me.project_along(begin, run.states[n], D)
            if self.restarts[n]:
                rates = me.rates_along(begin, run.point_y[at], D)
                dv, dlam = rates[me.v], rates[lam]
                run.gradient += run.gy[:, at] @ D + run.gk[:, at, me.v] @ dv + run.gk[:, at, lam] @ dlam
                at += 1
            self.remember(n, D.ravel())
            D, dv, dlam = self.equations.along(self.steps[n], self.combined(self.to_c0[n]).reshape(me.ny, -1))
            if used[at]:
                run.gradient += run.gy[:, at] @ D + run.gk[:, at, me.v] @ dv + run.gk[:, at, lam] @ dlam
            run.states_S[n + 1] = D.ravel()
            at += 1
        self.columns = dv, dlam
        run.S, run.y = D.ravel().copy(), run.states[last].copy()
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        raise no_adjoint()
