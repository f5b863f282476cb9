"""The search of an optimization: from every start by SciPy's methods, and the result."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.design.case import run
from linkwork.analyses.design.case_start import duration_of
from linkwork.analyses.design.optimization.optimality import limits
from linkwork.analyses.design.optimization.optimum import Optimum, StartResult, Trial
from linkwork.analyses.design.optimization.question import DesignQuestion
from linkwork.analyses.design.optimization.remarks import search_remarks
from linkwork.analyses.design.optimization.scaled_designs import ScaledDesigns, TimeIsUp
from linkwork.analyses.design.optimization.trials import Trials
from linkwork.description.cases import Case
from linkwork.model.errors import AnalysisError
from linkwork.model.model import Model

NEVER = 0.0  # gradient at which trust-constr would stop without checking complementarity
FEASIBLE = 1e-6  # of a constraint's scale
INTERRUPTED = "interrupted"
ENDED = ("the time limit was reached", INTERRUPTED)
PICTURES = 300  # frames of the motions before and after


class Search:
    """A search by the method from every start."""

    def __init__(
        self, question: DesignQuestion, trials: Trials, method: str, iterations: int, tolerance: float, until: float
    ):
        self.question, self.trials, self.method = question, trials, method
        self.iterations, self.tolerance = iterations, tolerance
        self.scaled = ScaledDesigns(question, trials, until)

    # starts

    def all(self, starts: int, seed: int) -> list[StartResult]:
        results: list[StartResult] = []
        for number, x in enumerate(self.scaled.starts(starts, seed)):
            results.append(self.one(number, x))
            if results[-1].message in ENDED:
                break
        return results

    def one(self, number: int, x: np.ndarray) -> StartResult:
        """Return the end of the search from one start; an interruption is one too."""
        try:
            begun = self.begin(number, x)
            return begun if isinstance(begun, StartResult) else self._follow(number, begun)
        except (KeyboardInterrupt, TimeIsUp) as reason:
            return self.ended(number, x, False, ENDED[0] if isinstance(reason, TimeIsUp) else ENDED[1])

    def begin(self, number: int, x: np.ndarray) -> np.ndarray | StartResult:
        """Return the first design of a start, or the failed start if it cannot be computed."""
        self.trials.start = number
        trial = self.scaled.begin(x)
        return self.ended(number, x, False, f"its first design failed: {trial.failed}") if trial.failed else x

    def _follow(self, number: int, x: np.ndarray) -> StartResult:
        from scipy.optimize import minimize

        goals = self.scaled
        options: dict[str, Any] = {"maxiter": self.iterations}
        if self.method == "SLSQP":
            options["ftol"] = self.tolerance
            constraints: Any = goals.inequalities()
        else:
            options |= {"xtol": self.tolerance, "barrier_tol": self.tolerance, "gtol": NEVER}
            constraints = goals.intervals()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "delta_grad == 0.0", UserWarning)  # of goals that are linear
            result = minimize(
                goals.objective, goals.of(x), jac=goals.objective_gradient, method=self.method, bounds=goals.bounds(), constraints=constraints,
                options=options,
            )  # fmt: skip
        message = str(result.message).strip().rstrip(".").lower()
        # a search that ends at a stationary design has converged, whatever its line search reports
        return self.ended(number, x, bool(result.success), message)

    def ended(self, number: int, x: np.ndarray, success: bool, message: str) -> StartResult:
        """Return the end of a start with the best of its designs."""
        begin = dict(zip(self.question.paths, np.asarray(x, float).tolist(), strict=True))
        mine = [trial for trial in self.trials.history if trial.start == number]
        best = self._best(mine)
        if best is None:
            return StartResult(number, begin, begin, np.nan, np.inf, len(mine), False, message)
        success = success and best.violation <= self._allowed(best)
        return StartResult(number, begin, best.parameters, best.objective, best.violation, len(mine), success, message)

    def _best(self, trials: Sequence[Trial]) -> Trial | None:
        """Return the best design that meets the constraints, else the one nearest to them."""
        done = [trial for trial in trials if not trial.failed]
        feasible = [trial for trial in done if trial.violation <= self._allowed(trial)]
        if feasible:
            return min(feasible, key=lambda trial: trial.objective)
        return min(done, key=lambda trial: self._excess(trial), default=None)

    def _allowed(self, trial: Trial) -> float:
        """Return the violation of the worst constraint that is within its tolerance."""
        worst = 0.0
        for goal, value in zip(self.question.constraints, trial.values[1:], strict=True):
            off = goal.violation(value)
            bounds = [abs(b) for b in (goal.low, goal.high) if np.isfinite(b)]
            if off > FEASIBLE * max(*bounds, 1e-9 if max(bounds) else 1.0):
                return -1.0
            worst = max(worst, off)
        return worst

    def _excess(self, trial: Trial) -> float:
        goals = zip(self.question.constraints, trial.values[1:], self.scaled.size[1:], strict=True)
        return sum(goal.violation(value) / size for goal, value, size in goals)

    # the result

    def answer(self, starts: Sequence[StartResult]) -> Optimum:
        q, trials = self.question, self.trials
        best = self._best(trials.history)
        if best is None:
            if starts[-1].message == INTERRUPTED:
                raise KeyboardInterrupt
            reasons = "\n".join(f"  - start {s.number}: {s.message}" for s in starts)
            raise AnalysisError(f"no design could be computed:\n{reasons}")
        parameters = best.parameters
        won = min(
            (s for s in starts if np.isfinite(s.objective)), key=lambda s: (s.parameters != parameters, not s.success, s.objective)
        )  # fmt: skip
        design = np.array(list(parameters.values()))
        best = trials.at(design, True)
        variables, constraints, left, optimality = limits(q, best, trials.history[0], self.scaled.scale)
        first = trials.history[0]
        feasible = self._allowed(best) >= 0.0
        message = won.message if feasible else f"no design meets all constraints; {won.message}"
        if starts[-1].message in ENDED and starts[-1] is not won:
            message += f"; {starts[-1].message} in start {starts[-1].number}"
        model, _ = q.designed(design)
        return Optimum(
            q.model.name, q.objective.text, self.method, best.parameters, best.objective, best.outputs,
            None if first.failed else first, variables, constraints, optimality, won.success and feasible, message, model,
            tuple(trials.history), tuple(starts), dict(trials.by_differences), self._ask,
            search_remarks(q, trials.history, best, left),
        )  # fmt: skip

    def _ask(self, parameters: dict[str, float]) -> dict[str, Any]:
        """Return the results of all cases for a design of the search, with the outputs computed by the search."""
        design = np.array([parameters[path] for path in self.question.paths])
        known = self.trials.at(design, False).outputs
        model, cases = self.trials.designed(design)
        results = {}
        for name, case in cases.items():
            result = run(model, case, output=_interval(model, case), quiet=True)
            outputs = {output: known.get(f"{name}.{output}", value) for output, value in result.outputs.items()}
            results[name] = dataclasses.replace(result, outputs=outputs)
        return results


def _interval(model: Model, case: Case) -> float | None:
    """Return the output interval that gives about PICTURES frames."""
    return duration_of(case, model.numbers) / PICTURES or None if case.analysis == "simulate" else None
