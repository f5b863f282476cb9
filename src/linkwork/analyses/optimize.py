"""Optimization of designs: objectives and constraints are expressions of outputs of cases, gradients come with them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.case import run
from linkwork.analyses.case_start import duration_of
from linkwork.analyses.design_question import DesignQuestion, read_question
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.optimality import limits
from linkwork.analyses.search_progress import SearchProgress
from linkwork.analyses.trials import Trials
from linkwork.description.cases import Case
from linkwork.model.model import Model
from linkwork.results.optimum import Optimum, StartFound, Trial

METHODS = ("SLSQP", "trust-constr")
FEASIBLE = 1e-6  # of a constraint's scale
ROUNDING = 1e-12  # of a variable's scale: as near as this to a bound is at it
ENDED = ("the time limit was reached", "interrupted")
PICTURES = 300  # of the motions before and after
WORSE = 10.0  # times the range of objectives: what a design that failed counts


def optimize(
    model: Model,
    cases: Case | Sequence[Case],
    *,
    minimize: str,
    subject_to: Mapping[str, Any] | None = None,
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
    """The design within the bounds of `vary` that minimizes an expression of outputs, subject to bounds on other expressions.

    Names in expressions are outputs `case.output`, variables, and numbers of the description; a variable is the path of a number, a
    parameter's name, or `start.<signal>`. The first of the `starts` is the design as it is, the others are spread quasi-randomly within
    the bounds. Designs that cannot be computed (that do not assemble, are singular, whose run fails) count as failed trials. `file` (JSON)
    keeps every design, and a search that was interrupted goes on from it. `tolerance` is the relative accuracy of the objective.

    >>> best = lw.optimize(model, [case], minimize="cycle.err", subject_to={"cycle.load": (None, 900)}, vary={"L1": (1, 3)})
    >>> best.parameters, best.objective, best.model
    """
    problems = _choice_problems(method, starts, iterations, tolerance, time_limit)
    if problems:
        raise QuestionError(problems, "problems with the question")
    question = read_question(model, cases, minimize, subject_to, vary)
    trials = Trials(question, file)
    search = _Search(question, trials, method, iterations, tolerance, time_limit)
    with SearchProgress(starts, quiet) as progress:
        trials.seen = progress.update
        found = search.all(starts, seed)
    trials.finish()
    return search.answer(found)


def _choice_problems(method: Any, starts: Any, iterations: Any, tolerance: Any, time_limit: Any) -> list[str]:
    found = []
    if method not in METHODS:
        found.append(f"method is one of {', '.join(METHODS)}, not {method!r}")
    for name, value in (("starts", starts), ("iterations", iterations)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            found.append(f"{name} is a whole number, at least 1, not {value!r}")
    if not isinstance(tolerance, float) or not 0 < tolerance < 1:
        found.append(f"tolerance is a number between 0 and 1, not {tolerance!r}")
    if time_limit is not None and not (isinstance(time_limit, (int, float)) and time_limit > 0):
        found.append(f"time_limit is a positive time in seconds, or None, not {time_limit!r}")
    return found


class _Stopped(Exception):
    """The time limit was reached."""


class _Search:
    """Runs the method from every start; variables are scaled by their bounds, goals by their size at the first design."""

    def __init__(
        self, question: DesignQuestion, trials: Trials, method: str, iterations: int, tolerance: float, time_limit: float | None
    ):  # fmt: skip
        self.question, self.trials, self.method = question, trials, method
        self.iterations, self.tolerance = iterations, tolerance
        self.until = np.inf if time_limit is None else time.perf_counter() + time_limit
        variables = question.variables
        self.scale = np.array([v.scale for v in variables])
        self.offset = np.array([v.low if np.isfinite(v.low) else v.value for v in variables])
        self.low, self.high = (np.array([getattr(v, side) for v in variables]) for side in ("low", "high"))
        self.size = np.ones(len(question.goals))
        self.last_good: Trial | None = None

    # starts

    def all(self, starts: int, seed: int) -> list[StartFound]:
        found: list[StartFound] = []
        for number, x in enumerate(self._designs(starts, seed)):
            try:
                begun = self._begin(number, x)
                found.append(begun if isinstance(begun, StartFound) else self._follow(number, begun))
            except (KeyboardInterrupt, _Stopped) as reason:
                word = ENDED[0] if isinstance(reason, _Stopped) else ENDED[1]
                found.append(self._ended(number, x, False, word))
                break
        return found

    def _designs(self, starts: int, seed: int) -> Iterator[np.ndarray]:
        yield np.clip([v.value for v in self.question.variables], self.low, self.high)
        if starts > 1:
            from scipy.stats import qmc

            middle = np.array([v.value for v in self.question.variables])
            low = np.where(np.isfinite(self.low), self.low, middle - self.scale)
            high = np.where(np.isfinite(self.high), self.high, middle + self.scale)
            points = qmc.Sobol(len(self.scale), rng=seed).random_base2(max(1, int(np.ceil(np.log2(starts)))))
            yield from low + (high - low) * points[: starts - 1]

    def _begin(self, number: int, x: np.ndarray) -> np.ndarray | StartFound:
        """The start itself must be computable."""
        self.trials.start = number
        self.last_good = None
        trial = self._trial(x, True)
        if trial.failed:
            return self._ended(number, x, False, f"its first design failed: {trial.failed}")
        self.size = np.array([self._goal_size(k, trial) for k in range(len(self.question.goals))])
        return x

    def _goal_size(self, k: int, trial: Trial) -> float:
        goal = self.question.goals[k]
        bounds = [abs(b) for b in (goal.low, goal.high) if np.isfinite(b)]
        size = max(*bounds, 1e-3 * abs(trial.values[k])) if bounds else abs(trial.values[k])
        slope = 0.0 if trial.gradients is None else np.abs(trial.gradients[k] * self.scale).max(initial=0.0)
        return size if size > 1e-12 * max(slope, 1e-300) and size > 0 else max(slope, 1.0)

    def _follow(self, number: int, x: np.ndarray) -> StartFound:
        from scipy.optimize import minimize

        u = (x - self.offset) / self.scale
        bounds = np.column_stack(((self.low - self.offset) / self.scale, (self.high - self.offset) / self.scale))
        options: dict[str, Any] = {"maxiter": self.iterations}
        if self.method == "SLSQP":
            options["ftol"] = self.tolerance
            constraints: Any = self._inequalities()
        else:
            options |= {"xtol": self.tolerance, "gtol": self.tolerance}
            constraints = self._intervals()
        result = minimize(
            self._objective, u, jac=self._slope, method=self.method, bounds=_bounds(bounds), constraints=constraints, options=options
        )  # fmt: skip
        message = str(result.message).strip().rstrip(".").lower()
        # a search that stands at a stationary design has answered, however its line search ended
        return self._ended(number, x, bool(result.success), message)

    def _ended(self, number: int, x: np.ndarray, success: bool, message: str) -> StartFound:
        begin = dict(zip(self.question.paths, np.asarray(x, float).tolist(), strict=True))
        mine = [trial for trial in self.trials.history if trial.start == number]
        best = self._best(mine)
        if best is None:
            return StartFound(number, begin, begin, np.nan, np.inf, len(mine), False, message)
        success = success and best.violation <= self._allowed(best)
        return StartFound(number, begin, best.parameters, best.objective, best.violation, len(mine), success, message)

    def _best(self, trials: Sequence[Trial]) -> Trial | None:
        """The lowest of those that meet the constraints, else the nearest to them."""
        done = [trial for trial in trials if not trial.failed]
        feasible = [trial for trial in done if trial.violation <= self._allowed(trial)]
        if feasible:
            return min(feasible, key=lambda trial: trial.objective)
        return min(done, key=lambda trial: self._excess(trial), default=None)

    def _allowed(self, trial: Trial) -> float:
        """The violation of the worst constraint that is within its tolerance."""
        worst = 0.0
        for goal, value in zip(self.question.constraints, trial.values[1:], strict=True):
            off = goal.violation(value)
            bounds = [abs(b) for b in (goal.low, goal.high) if np.isfinite(b)]
            if off > FEASIBLE * max(*bounds, 1e-9 if max(bounds) else 1.0):
                return -1.0
            worst = max(worst, off)
        return worst

    def _excess(self, trial: Trial) -> float:
        goals = zip(self.question.constraints, trial.values[1:], self.size[1:], strict=True)
        return sum(goal.violation(value) / size for goal, value, size in goals)

    # functions of scaled variables

    def _trial(self, x: np.ndarray, gradient: bool) -> Trial:
        if time.perf_counter() > self.until:
            raise _Stopped
        x = np.where(x < self.low + ROUNDING * self.scale, self.low, x)
        x = np.where(x > self.high - ROUNDING * self.scale, self.high, x)
        trial = self.trials.at(x, gradient or not self.trials.by_differences)
        if not trial.failed:
            self.last_good = trial
        return trial

    def _at(self, u: np.ndarray, gradient: bool = False) -> Trial:
        return self._trial(self.offset + self.scale * u, gradient)

    def _objective(self, u: np.ndarray) -> float:
        trial = self._at(u)
        if not trial.failed:
            return trial.objective / self.size[0]
        done = [
            t.objective / self.size[0] for t in self.trials.history if not t.failed and t.start == self.trials.start
        ]
        if not done:  # the design it began with was computed by an earlier start
            done = [t.objective / self.size[0] for t in self.trials.history if not t.failed]
        return max(done) + WORSE * max(max(done) - min(done), abs(max(done)), 1.0)

    def _goal_values(self, u: np.ndarray) -> np.ndarray:
        """Constraints over their sizes; a design that failed has those of the last that did not."""
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

    def _slope(self, u: np.ndarray) -> np.ndarray:
        return self._gradients(u)[0]

    def _constraint_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Places of equal and one-sided constraints: (equal, their values), (places, signs) with bounds in the signs' sense."""
        goals = self.question.constraints
        equal = np.array([k for k, goal in enumerate(goals) if goal.low == goal.high], int)
        sides = [(k, 1.0) for k, g in enumerate(goals) if g.low != g.high and np.isfinite(g.low)]
        sides += [(k, -1.0) for k, g in enumerate(goals) if g.low != g.high and np.isfinite(g.high)]
        places, signs = np.array([k for k, _ in sides], int), np.array([s for _, s in sides])
        return equal, np.array([goals[k].low for k in equal]) / self.size[1:][equal], places, signs

    def _inequalities(self) -> list[dict[str, Any]]:
        goals = self.question.constraints
        equal, values, places, signs = self._constraint_rows()
        found: list[dict[str, Any]] = []
        if equal.size:
            found.append({
                "type": "eq", "fun": lambda u: self._goal_values(u)[equal] - values, "jac": lambda u: self._gradients(u)[1:][equal],
            })  # fmt: skip
        if places.size:
            bound = np.array([goals[k].low if s > 0 else goals[k].high for k, s in zip(places, signs, strict=True)])
            bound = bound / self.size[1:][places]
            found.append({
                "type": "ineq", "fun": lambda u: signs * (self._goal_values(u)[places] - bound),
                "jac": lambda u: signs[:, None] * self._gradients(u)[1:][places],
            })  # fmt: skip
        return found

    def _intervals(self) -> list[Any]:
        from scipy.optimize import BFGS, NonlinearConstraint

        goals = self.question.constraints
        if not goals:
            return []
        low, high = (np.array([getattr(goal, side) for goal in goals]) / self.size[1:] for side in ("low", "high"))
        slopes: Any = lambda u: self._gradients(u)[1:]  # noqa: E731
        return [NonlinearConstraint(self._goal_values, low, high, jac=slopes, hess=BFGS())]

    # the answer

    def answer(self, starts: Sequence[StartFound]) -> Optimum:
        q, trials = self.question, self.trials
        best = self._best(trials.history)
        if best is None:
            reasons = "\n".join(f"  - start {s.number}: {s.message}" for s in starts)
            raise AnalysisError(f"no design could be computed:\n{reasons}")
        found = best.parameters
        won = min(
            (s for s in starts if np.isfinite(s.objective)), key=lambda s: (s.parameters != found, not s.success, s.objective)
        )  # fmt: skip
        design = np.array(list(found.values()))
        best = trials.at(design, True)
        variables, constraints, optimality = limits(q, best, trials.history[0], self.scale)
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
        )  # fmt: skip

    def _ask(self, parameters: dict[str, float]) -> dict[str, Any]:
        model, cases = self.trials.designed(np.array([parameters[path] for path in self.question.paths]))
        return {name: run(model, case, output=_interval(model, case), quiet=True) for name, case in cases.items()}


def _interval(model: Model, case: Case) -> float | None:
    """Of the output of motions, so that pages of them are smooth."""
    return duration_of(case, model.numbers) / PICTURES or None if case.analysis == "simulate" else None


def _bounds(pairs: np.ndarray) -> Any:
    from scipy.optimize import Bounds

    return Bounds(pairs[:, 0], pairs[:, 1], keep_feasible=True)  # type: ignore[arg-type]
