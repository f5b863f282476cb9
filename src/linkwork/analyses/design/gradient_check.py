"""Comparison of gradients with finite differences of the same computed solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.design.case import run, tolerance_of
from linkwork.analyses.design.case_motion import CaseMotion
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.run_sensitivity import run_sensitivity
from linkwork.analyses.design.sensitivity import asked, sensitivity
from linkwork.analyses.design.sensitivity_result import GradientCheck, Sensitivity
from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.expressions.kinks import break_times
from linkwork.model.model import Model
from linkwork.model.plans.design import START

STEP = 2e-3  # of a parameter's size
ZERO = 0.1  # the size of a number that is zero
PLACES = ("at", "at_i", "at_j", "com", "origin", "position")
NOISE = 4e-15  # of an output: its smallest round-off
CLOSE = 1e-6  # of a step: distance at which second differences are round-off
SAMPLED = 2  # parameters at which round-off is measured
ORDERS = (
    (1, 0.75),
    (2, -0.15),
    (3, 1 / 60),
)  # multiples of the step and weights of a central difference of sixth order
COARSE = ((1, 2 / 3), (2, -1 / 12))  # of fourth order, to estimate the error of the other


def check_gradient(
    model: Model,
    case: Case,
    parameters: Iterable[str] | str,
    *,
    method: str = "direct",
    step: float = STEP,
    tolerance: float = 1e-6,
    quiet: bool = False,
) -> GradientCheck:
    """Return a case's gradient beside central finite differences, with the uncertainty of these, and whether they
    agree.

    A simulation is replayed with its accepted steps, so that differences are of the same computed solution; it is run
    again for parameters that move kinks of time, such as where a step begins, or the end, for times of events, for
    kinks of forces that the motion passes, and for maxima that compete. `step` is relative to a parameter's size (a
    zero counts as 0.1, or that part of a small mechanism's length).

    >>> print(lw.check_gradient(model, case, ["K.stiffness", "L1"]))
    """
    chosen = asked(case, parameters, method)
    _require_checkable(case, step, tolerance)
    computed = None
    if case.analysis == "simulate":
        result, computed = run_sensitivity(model, case, chosen, method, quiet)
    else:
        result = sensitivity(model, case, chosen)
    outputs = tuple(result.outputs)
    breaks = [] if computed is None else break_times(computed.begin.running)
    shape = (len(outputs), len(result.parameters))
    differences, uncertainty = np.zeros(shape), np.zeros(shape)
    floors, samples = np.full(len(result.parameters), NOISE), []
    sizes = [
        abs(x) if x and np.isfinite(x) else _zero(model, p)
        for x, p in zip(result.values, result.parameters, strict=True)
    ]
    steps = step * np.array(sizes)
    for k, (path, h) in enumerate(zip(result.parameters, steps.tolist(), strict=True)):
        moving = computed is not None and _moves(_changed(model, case, path, h), computed, breaks)
        answer = _answers(model, case, result, computed, moving)
        sides = {n: (answer(path, n * h), answer(path, -n * h)) for n, _ in ORDERS}
        differences[:, k] = sum(weight * (sides[n][0] - sides[n][1]) for n, weight in ORDERS) / h
        coarse = sum(weight * (sides[n][0] - sides[n][1]) for n, weight in COARSE) / h
        uncertainty[:, k] = np.abs(differences[:, k] - coarse)
        if moving:
            floors[k] = tolerance_of(case)
        elif len(samples) < 2 * SAMPLED:
            samples += [_roughness(answer, path, n * h, sides[1][n < 0]) for n in (1, -1)]
    size = np.array([max(1.0, abs(x)) for x in result.outputs.values()])
    rounding = np.sqrt(np.mean(np.square(samples), 0) / 6.0) if samples else np.zeros(len(outputs))
    uncertainty += np.maximum(np.outer(size, floors), rounding[:, None]) / steps
    gradient = np.array([result.gradient[name] for name in outputs]).reshape(shape)
    notes = tuple(result.remarks())
    return GradientCheck(
        result.method, outputs, result.parameters, gradient, differences, uncertainty, tolerance, notes
    )


def _moves(changed: tuple[Model, Case], computed: CaseMotion, breaks: list[float]) -> bool:
    """Return whether a parameter changes the time of an event, the end, a kink or competing maxima, so that a replay is
    not valid."""
    if computed.follows_events or computed.competing or computed.kinks:
        return True
    begin = CaseStart(*changed)
    return begin.duration != computed.begin.duration or break_times(begin.running) != breaks


def _zero(model: Model, path: str) -> float:
    """Return the size assumed for a number that is zero; for a position, a fraction of the mechanism's length."""
    words = path.split(".")
    return ZERO * (min(1.0, model.length) if len(words) > 1 and words[-2] in PLACES else 1.0)


def _require_checkable(case: Case, step: float, tolerance: float) -> None:
    problems = []
    if not case.outputs:
        problems.append(
            f'case {case.name!r} has no outputs to compare; give it some, as outputs={{"end": "final(A.angle)"}}'
        )
    if not (isinstance(step, Real) and 0.0 < step < 0.3):
        problems.append(f"step is a part of each parameter's size, above 0 and below 0.3, not {step!r}")
    if not (isinstance(tolerance, Real) and 0.0 < tolerance < 1.0):
        problems.append(f"tolerance is a number between 0 and 1, not {tolerance!r}")
    if problems:
        raise QuestionError(problems)


def _roughness(answer: Callable[[str, float], np.ndarray], path: str, change: float, there: np.ndarray) -> np.ndarray:
    """Return second differences of outputs over a distance at which they are only round-off; `there` are the outputs at
    the change itself."""
    return there - 2.0 * answer(path, change * (1.0 + CLOSE)) + answer(path, change * (1.0 + 2.0 * CLOSE))


def _answers(
    model: Model, case: Case, result: Sensitivity, computed: CaseMotion | None, anew: bool
) -> Callable[[str, float], np.ndarray]:
    """Return a function for the outputs with one parameter changed, by a replay of the motion or a new run."""

    def answer(path: str, change: float) -> np.ndarray:
        try:
            changed, its_case = _changed(model, case, path, change)
            if computed is None or (anew and not computed.kinks):
                values = run(changed, its_case, quiet=True).outputs
            else:
                recorded = {
                    "record": computed.record, "decisions": computed.decisions, "tops": computed.tops, "rows": computed.rows,
                }  # fmt: skip
                motion = CaseMotion(CaseStart(changed, its_case), quiet=True, **({} if anew else recorded))
                values = motion.values(motion.replay().primal())[1]
        except (AnalysisError, DescriptionError) as error:
            raise AnalysisError(f"{path} changed by {change:g}: {error}; take a smaller step") from error
        return np.array([values[name] for name in result.outputs])

    return answer


def _changed(model: Model, case: Case, path: str, change: float) -> tuple[Model, Case]:
    """Return the model, or the case's start, with one number changed; whether physical or not."""
    if not path.startswith(START):
        values = np.array(model.numbers.values)
        values[model.numbers.position(path)] += change
        return model.with_values(values), case
    start: dict[str, Any] = dict(case.start)
    name = path.removeprefix(START)
    if name in start:
        start[name] = _shifted(start[name], change)
        return model, case.changed(start=start)
    head, _, last = name.rpartition(".")
    entries = list(start[head])
    entries["xyz".index(last)] = _shifted(entries["xyz".index(last)], change)
    start[head] = tuple(entries)
    return model, case.changed(start=start)


def _shifted(entry: float | str, change: float) -> float | str:
    return f"({entry}) + ({change!r})" if isinstance(entry, str) else entry + change
