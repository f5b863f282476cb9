"""Optimization of designs: objectives and constraints are expressions of outputs of cases, gradients come with them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from numbers import Integral
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.design.optimization.optimum import Optimum
from linkwork.analyses.design.optimization.progress import SearchProgress
from linkwork.analyses.design.optimization.question import Bounds, read_question
from linkwork.analyses.design.optimization.search import Search
from linkwork.analyses.design.optimization.starts import search_at_once
from linkwork.analyses.design.optimization.trials import Trials
from linkwork.analyses.design.sweeps.pools import on_problem
from linkwork.description.cases import Case
from linkwork.description.values import is_bool, is_choice, is_number, shown
from linkwork.model.model import Model

if TYPE_CHECKING:
    from distributed import Client

METHODS = ("SLSQP", "trust-constr")
MOST = 10**9  # of starts and iterations, and the largest seed


def optimize(
    model: Model,
    cases: Case | Sequence[Case],
    *,
    minimize: str,
    subject_to: Mapping[str, Bounds] | None = None,
    vary: Mapping[str, tuple[float | None, float | None]],
    starts: int = 1,
    on: int | str | Executor | Client | None = 1,
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
    it. `tolerance` is the relative accuracy of the objective. `on` says who searches from the starts, as for `sweep`: this
    process one after the other (1), or a number of workers, all cores (None), a dask scheduler or Client, an executor.

    >>> best = lw.optimize(model, [case], minimize="cycle.err", vary={"L1": (1, 3)})
    >>> best.parameters, best.objective, best.model
    """
    problems = _choice_problems(method, starts, iterations, tolerance, time_limit, seed, file)
    problems += [problem] if (problem := on_problem(on)) else []
    question = read_question(model, cases, minimize, subject_to, vary, problems)
    trials = Trials(question, file)
    until = np.inf if time_limit is None else time.perf_counter() + time_limit
    search = Search(question, trials, method, iterations, tolerance, until)
    try:
        with SearchProgress(starts, quiet) as progress:
            trials.seen = progress.update
            results = search.all(starts, seed) if on == 1 or starts == 1 else search_at_once(search, starts, seed, on)
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
