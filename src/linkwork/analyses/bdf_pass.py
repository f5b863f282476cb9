"""The steps of BDF in passes over a frozen run (analyses.bdf_step): primal and direct; past states and their columns go along."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.bdf_step import BdfEquations, BdfStep, Choice
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.integrators.bdf_coefficients import HIGHEST
from linkwork.integrators.explicit_passes import inside

if TYPE_CHECKING:
    from linkwork.analyses.frozen_run import FrozenRun


class BdfPass:
    """The points of a step are its beginning and its end, with the weights of the trapezoidal rule."""

    points_of_a_step = 2

    def __init__(self, run: FrozenRun, method: int):
        self.run, self.mechanics = run, run.mechanics
        self.equations = BdfEquations(self.mechanics)
        self.steps: dict[int, BdfStep] = {}
        self.past: list[np.ndarray] = []  # the last states, the newest first
        self.columns = np.zeros(0), np.zeros(0)  # of vdot and lam at the end of the last step
        self.choice: Choice | None = None
        begins = {first for first, _ in run.record.parts()}
        self.restarts = np.array([n in begins or bool(run.breaks[n] & 1) for n in range(len(run.record))])

    def times(self, n: int) -> tuple[float, float]:
        """Where the beginning and the end of step n are evaluated."""
        grid, breaks = self.run.grid, self.run.breaks
        return inside(grid[n, 0], grid, breaks, n), inside(grid[n, 1], grid, breaks, n)

    def weights(self, n: int) -> tuple[float, np.ndarray, np.ndarray]:
        """c_j, and of the past states, the newest first: weights of c_0 and of the prediction."""
        h, order = self.run.grid[n, 2], int(self.run.record.order[n])
        cj = sum(1.0 / i for i in range(1, order + 1)) / h
        if self.restarts[n]:  # y + h f, which has no part in c_0 = f - (y + h f) / h
            return cj, np.array([-cj]), np.array([1.0])
        nodes = -np.concatenate(([0.0], np.cumsum(self.run.grid[n - order : n, 2][::-1])))
        value, rate = np.zeros(order + 1), np.zeros(order + 1)
        for j, node in enumerate(nodes):
            others = np.delete(nodes, j)
            value[j] = np.prod((h - others) / (node - others))
            rate[j] = sum(np.prod(np.delete(h - others, i)) for i in range(order)) / np.prod(node - others)
        return cj, rate - cj * value, value

    def combined(self, weights: np.ndarray) -> np.ndarray:
        """Of the past states, or of their columns."""
        return sum((f * past for f, past in zip(weights, self.past, strict=False)), 0.0 * self.past[0])

    def remember(self, n: int, value: np.ndarray) -> None:
        """The state, or its columns, at the beginning of step n."""
        self.past = [value] if self.restarts[n] else [value, *self.past[:HIGHEST]]

    def primal(self, first: int, last: int, at: int) -> int:
        """A status; run.y moves along."""
        run, me = self.run, self.mechanics
        for n in range(first, last):
            (begin, end), h = self.times(n), run.grid[n, 2]
            run.states[n] = run.y
            if run.breaks[n] & 1:
                run.y = me.project(begin, run.y)
            rates = me.rates(begin, run.y)
            run.point_y[at], run.point_k[at] = run.y, rates
            self.remember(n, run.y.copy())
            cj, to_c0, predicted = self.weights(n)
            guess = run.y + h * rates[: me.ny] if self.restarts[n] else self.combined(predicted)
            step = self.begin(n, end, cj, guess, self.combined(to_c0))
            if not self.equations.solve(step):
                raise AnalysisError(
                    f"the step from t = {run.grid[n, 0]:g} s does not converge to rounding; a smaller tolerance takes shorter "
                    "steps there"
                )
            self.steps[n] = step
            run.y = me.project(end, step.Y)
            me.note_turns(end, run.y, run.noted[n + 1])
            points = slice(at, at + 2)
            run.point_t[points], run.point_step[points], run.point_weight[points] = (begin, end), n, 0.5 * h
            run.point_y[at + 1], run.point_k[at + 1] = run.y, me.rates(end, run.y)
            at += 2
        return 0

    def begin(self, n: int, t: float, cj: float, guess: np.ndarray, c0: np.ndarray) -> BdfStep:
        """A step to be solved from a guess, with the coordinates of the run's last new matrix."""
        me = self.mechanics
        guess = guess.copy()
        self.equations.normalize(t, guess)
        rates = me.rates(t, guess)
        choice, decisions = self.choice, self.run.decisions
        if choice is None or self.run.record.matrix[n] & 1:
            if n not in decisions:
                decisions[n] = self.equations.choose(t, guess)
            choice = decisions[n]
        self.choice = choice
        return BdfStep(t, cj, choice, guess, rates[me.v].copy(), rates[me.ny :].copy(), c0)

    def direct(self, first: int, last: int, at: int) -> int:
        """A status; run.S moves along."""
        run, me = self.run, self.mechanics
        D, lam = run.S.reshape(me.ny, -1), slice(me.ny, me.ny + me.m)
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
            self.remember(n, D)
            _, to_c0, _ = self.weights(n)
            D, dv, dlam = self.equations.along(self.steps[n], self.combined(to_c0))
            run.gradient += run.gy[:, at + 1] @ D + run.gk[:, at + 1, me.v] @ dv + run.gk[:, at + 1, lam] @ dlam
            run.states_S[n + 1] = D.ravel()
            at += 2
        self.columns = dv, dlam
        run.S, run.y = D.ravel().copy(), run.states[last].copy()
        return 0

    def adjoint(self, first: int, last: int, at: int) -> int:
        raise QuestionError(
            'steps of bdf have no adjoint: ask with method="direct", or choose lw.Radau(), lw.GeneralizedAlpha(), '
            "lw.DormandPrince() or lw.RungeKutta4(step) as integrator"
        )
