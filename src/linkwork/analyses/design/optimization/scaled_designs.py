"""The scaled problem of an optimization method: variables scaled by their bounds, goals by their size at the first
design.

A failed design counts as worse than all before it, with the derivatives and constraints of the last that succeeded.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.analyses.design.optimization.optimum import Trial
from linkwork.analyses.design.optimization.question import DesignQuestion
from linkwork.analyses.design.optimization.trials import Trials

ROUNDING = 1e-12  # of a variable's scale: the distance within which it is at a bound
WORSE = 10.0  # times the range of objectives: the penalty of a failed design


class TimeIsUp(Exception):
    """Raised when the time limit is reached."""


class ScaledDesigns:
    """Functions of scaled variables u, and the designs that a search begins with."""

    def __init__(self, question: DesignQuestion, trials: Trials, until: float):
        self.question, self.trials, self.until = question, trials, until
        variables = question.variables
        self.scale = np.array([v.scale for v in variables])
        self.offset = np.array([v.low if np.isfinite(v.low) else v.value for v in variables])
        self.low, self.high = (np.array([getattr(v, side) for v in variables]) for side in ("low", "high"))
        self.size = np.ones(len(question.goals))
        self.last_good: Trial | None = None

    # where a search begins

    def starts(self, count: int, seed: int) -> Iterator[np.ndarray]:
        yield np.array([v.begin for v in self.question.variables])
        if count > 1:
            from scipy.stats import qmc

            middle = np.array([v.value for v in self.question.variables])
            low = np.where(np.isfinite(self.low), self.low, middle - self.scale)
            high = np.where(np.isfinite(self.high), self.high, middle + self.scale)
            points = qmc.Sobol(len(self.scale), rng=seed).random_base2(max(1, int(np.ceil(np.log2(count)))))
            yield from low + (high - low) * points[: count - 1]

    def begin(self, x: np.ndarray) -> Trial:
        """Begin at the design x, whose goals give the scales unless it failed."""
        self.last_good = None
        trial = self._trial(x, True)
        if not trial.failed:
            self.size = np.array([self._goal_size(k, trial) for k in range(len(self.question.goals))])
        return trial

    def _goal_size(self, k: int, trial: Trial) -> float:
        goal = self.question.goals[k]
        bounds = [abs(b) for b in (goal.low, goal.high) if np.isfinite(b)]
        size = max(*bounds, 1e-3 * abs(trial.values[k])) if bounds else abs(trial.values[k])
        slope = 0.0 if trial.gradients is None else np.abs(trial.gradients[k] * self.scale).max(initial=0.0)
        return size if size > 1e-12 * max(slope, 1e-300) and size > 0 else max(slope, 1.0)

    # scaled variables

    def of(self, x: np.ndarray) -> np.ndarray:
        return (x - self.offset) / self.scale

    def bounds(self) -> Any:
        from scipy.optimize import Bounds

        low, high = self.of(self.low), self.of(self.high)
        return Bounds(low, high, keep_feasible=True)  # type: ignore[arg-type]

    def _trial(self, x: np.ndarray, gradient: bool) -> Trial:
        if time.perf_counter() > self.until:
            raise TimeIsUp
        x = np.where(x < self.low + ROUNDING * self.scale, self.low, x)
        x = np.where(x > self.high - ROUNDING * self.scale, self.high, x)
        trial = self.trials.at(x, gradient or not self.trials.by_differences)
        if not trial.failed:
            self.last_good = trial
        return trial

    def _at(self, u: np.ndarray, gradient: bool = False) -> Trial:
        return self._trial(self.offset + self.scale * u, gradient)

    def objective(self, u: np.ndarray) -> float:
        trial = self._at(u)
        if not trial.failed:
            return trial.objective / self.size[0]
        done = [
            t.objective / self.size[0] for t in self.trials.history if not t.failed and t.start == self.trials.start
        ]
        if not done:  # an earlier start computed the first design
            done = [t.objective / self.size[0] for t in self.trials.history if not t.failed]
        return max(done) + WORSE * max(max(done) - min(done), abs(max(done)), 1.0)

    def _goal_values(self, u: np.ndarray) -> np.ndarray:
        """Return the scaled constraints; a failed design has those of the last that succeeded."""
        trial = self._at(u)
        trial = trial if not trial.failed else self.last_good or trial
        return np.array(trial.values[1:]) / self.size[1:]

    def _gradients(self, u: np.ndarray) -> np.ndarray:
        trial = self._at(u, True)
        if trial.failed or trial.gradients is None:
            good = self.last_good
            trial = self.trials.at(np.array(list(good.parameters.values())), True) if good is not None else trial
        if trial.gradients is None:
            return np.zeros((len(self.size), len(self.scale)))
        return trial.gradients * self.scale / self.size[:, None]

    def objective_gradient(self, u: np.ndarray) -> np.ndarray:
        return self._gradients(u)[0]

    def _constraint_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the indices of equality and inequality constraints: (equal, their values), (places, signs) with bounds
        in the signs' sense."""
        goals = self.question.constraints
        equal = np.array([k for k, goal in enumerate(goals) if goal.low == goal.high], int)
        sides = [(k, 1.0) for k, g in enumerate(goals) if g.low != g.high and np.isfinite(g.low)]
        sides += [(k, -1.0) for k, g in enumerate(goals) if g.low != g.high and np.isfinite(g.high)]
        places, signs = np.array([k for k, _ in sides], int), np.array([s for _, s in sides])
        return equal, np.array([goals[k].low for k in equal]) / self.size[1:][equal], places, signs

    def inequalities(self) -> list[dict[str, Any]]:
        goals = self.question.constraints
        equal, values, places, signs = self._constraint_rows()
        constraints: list[dict[str, Any]] = []
        if equal.size:
            constraints.append({
                "type": "eq", "fun": lambda u: self._goal_values(u)[equal] - values, "jac": lambda u: self._gradients(u)[1:][equal],
            })  # fmt: skip
        if places.size:
            bound = np.array([goals[k].low if s > 0 else goals[k].high for k, s in zip(places, signs, strict=True)])
            bound = bound / self.size[1:][places]
            constraints.append({
                "type": "ineq", "fun": lambda u: signs * (self._goal_values(u)[places] - bound),
                "jac": lambda u: signs[:, None] * self._gradients(u)[1:][places],
            })  # fmt: skip
        return constraints

    def intervals(self) -> list[Any]:
        from scipy.optimize import BFGS, NonlinearConstraint

        goals = self.question.constraints
        if not goals:
            return []
        low, high = (np.array([getattr(goal, side) for goal in goals]) / self.size[1:] for side in ("low", "high"))
        jacobian: Any = lambda u: self._gradients(u)[1:]  # noqa: E731
        return [NonlinearConstraint(self._goal_values, low, high, jac=jacobian, hess=BFGS())]
