"""Optimization of designs: objectives and constraints are expressions of outputs of cases, gradients come with them."""

from __future__ import annotations

import dataclasses
import time
import warnings
from collections.abc import Mapping, Sequence
from numbers import Integral
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.design.case import run
from linkwork.analyses.design.case_start import duration_of
from linkwork.analyses.design.optimization.optimality import limits
from linkwork.analyses.design.optimization.optimum import Optimum, StartResult, Trial
from linkwork.analyses.design.optimization.progress import SearchProgress
from linkwork.analyses.design.optimization.question import Bounds, DesignQuestion, read_question
from linkwork.analyses.design.optimization.remarks import search_remarks
from linkwork.analyses.design.optimization.scaled_designs import ScaledDesigns, TimeIsUp
from linkwork.analyses.design.optimization.trials import Trials
from linkwork.description.cases import Case
from linkwork.description.values import is_bool, is_choice, is_number, shown
from linkwork.model.errors import AnalysisError
from linkwork.model.model import Model

METHODS = ("SLSQP", "trust-constr")
MOST = 10**9  # of starts and iterations, and the largest seed
NEVER = 0.0  # gradient at which trust-constr would stop without checking complementarity
FEASIBLE = 1e-6  # of a constraint's scale
INTERRUPTED = "interrupted"
ENDED = ("the time limit was reached", INTERRUPTED)
PICTURES = 300  # frames of the motions before and after


def optimize(
    model: Model,
    cases: Case | Sequence[Case],
    *,
    minimize: str,
    subject_to: Mapping[str, Bounds] | None = None,
    vary: Mapping[str, tuple[float | None, float | None]],
    starts: int = 1,
    file: str | PathLike | None = None,
    method: str = "SLSQP",
    iterations: int = 100,
    tolerance: float = 1e-7,
    seed: int = 1,
    time_limit: float | None = None,
    quiet: bool = False,
) -> Optimum:
    """Return the design within the bounds of `vary` that minimizes an expression of outputs, subject to bounds on other
    expressions.

    Names in expressions are outputs `case.output`, variables, and numbers of the description; a variable is the path of
    a number, a parameter's name, or `start.<signal>`. The first of the `starts` is the present design, the others are
    spread quasi-randomly within the bounds. Designs that cannot be computed (that do not assemble, are singular, whose
    run fails) count as failed trials. `file` (JSON) stores every design, and an interrupted search resumes from
    it. `tolerance` is the relative accuracy of the objective.

    >>> best = lw.optimize(model, [case], minimize="cycle.err", vary={"L1": (1, 3)})
    >>> best.parameters, best.objective, best.model
    """
    problems = _choice_problems(method, starts, iterations, tolerance, time_limit, seed, file)
    question = read_question(model, cases, minimize, subject_to, vary, problems)
    trials = Trials(question, file)
    until = np.inf if time_limit is None else time.perf_counter() + time_limit
    search = _Search(question, trials, method, iterations, tolerance, until)
    try:
        with SearchProgress(starts, quiet) as progress:
            trials.seen = progress.update
            results = search.all(starts, seed)
        best = search.answer(results)
    finally:
        trials.finish()
    return dataclasses.replace(best, unsaved=trials.unsaved) if trials.unsaved else best


def _choice_problems(
    method: Any, starts: Any, iterations: Any, tolerance: Any, time_limit: Any, seed: Any, file: Any
) -> list[str]:
    problems = []
    if not is_choice(method, METHODS):
        problems.append(f"method is one of {', '.join(METHODS)}, not {shown(method)}")
    for name, value, least in (("starts", starts, 1), ("iterations", iterations, 1), ("seed", seed, 0)):
        if is_bool(value) or not isinstance(value, Integral) or not least <= int(value) <= MOST:
            problems.append(f"{name} is a whole number, {least} to {MOST:g}, not {shown(value)}")
    if not isinstance(tolerance, float) or not 0 < tolerance < 1:
        problems.append(f"tolerance is a number between 0 and 1, not {tolerance!r}")
    sound = is_number(time_limit) or (isinstance(time_limit, float) and time_limit == np.inf)
    if time_limit is not None and not (sound and time_limit > 0):
        problems.append(f"time_limit is a positive time in seconds, or None, not {shown(time_limit)}")
    if file is not None and not isinstance(file, (str, PathLike)):
        problems.append(f"file is the name of a file, or None, not {shown(file)}")
    return problems


class _Search:
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
            try:
                begun = self._begin(number, x)
                results.append(begun if isinstance(begun, StartResult) else self._follow(number, begun))
            except (KeyboardInterrupt, TimeIsUp) as reason:
                word = ENDED[0] if isinstance(reason, TimeIsUp) else ENDED[1]
                results.append(self._ended(number, x, False, word))
                break
        return results

    def _begin(self, number: int, x: np.ndarray) -> np.ndarray | StartResult:
        """Return the first design of a start, or the failed start if it cannot be computed."""
        self.trials.start = number
        trial = self.scaled.begin(x)
        return self._ended(number, x, False, f"its first design failed: {trial.failed}") if trial.failed else x

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
        return self._ended(number, x, bool(result.success), message)

    def _ended(self, number: int, x: np.ndarray, success: bool, message: str) -> StartResult:
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
