"""Gradients compared with finite differences of the same computed answer."""

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
NOISE = 4e-15  # of an output: what rounding leaves uncertain in it at least
CLOSE = 1e-6  # of a step: distance of answers whose second difference is rounding
SAMPLED = 2  # parameters at which rounding is looked at
ORDERS = (
    (1, 0.75),
    (2, -0.15),
    (3, 1 / 60),
)  # multiples of the step and weights of a central difference of sixth order
COARSE = ((1, 2 / 3), (2, -1 / 12))  # of fourth order: how certain the other is


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
    """A table of a case's gradient beside central finite differences, with how certain these are, and a verdict.

    A simulation is repeated with its accepted steps frozen, so that differences see the same computed answer; it is run anew for
    parameters that move kinks of time, such as where a step begins, or the end, for times of events, for kinks of forces that the motion passes, and for
    maxima that compete.
    `step` is relative to a parameter's size (a zero counts as 0.1, or that part of a small mechanism's length).

    >>> print(lw.check_gradient(model, case, ["K.stiffness", "L1"]))
    """
    chosen = asked(case, parameters, method)
    _require_checkable(case, step, tolerance)
    computed = None
    if case.analysis == "simulate":
        found, computed = run_sensitivity(model, case, chosen, method, quiet)
    else:
        found = sensitivity(model, case, chosen)
    outputs = tuple(found.outputs)
    breaks = [] if computed is None else break_times(computed.begin.running)
    shape = (len(outputs), len(found.parameters))
    differences, uncertainty = np.zeros(shape), np.zeros(shape)
    floors, samples = np.full(len(found.parameters), NOISE), []
    sizes = [
        abs(x) if x and np.isfinite(x) else _zero(model, p) for x, p in zip(found.values, found.parameters, strict=True)
    ]
    steps = step * np.array(sizes)
    for k, (path, h) in enumerate(zip(found.parameters, steps.tolist(), strict=True)):
        moving = computed is not None and _moves(_changed(model, case, path, h), computed, breaks)
        answer = _answers(model, case, found, computed, moving)
        sides = {n: (answer(path, n * h), answer(path, -n * h)) for n, _ in ORDERS}
        differences[:, k] = sum(weight * (sides[n][0] - sides[n][1]) for n, weight in ORDERS) / h
        coarse = sum(weight * (sides[n][0] - sides[n][1]) for n, weight in COARSE) / h
        uncertainty[:, k] = np.abs(differences[:, k] - coarse)
        if moving:
            floors[k] = tolerance_of(case)
        elif len(samples) < 2 * SAMPLED:
            samples += [_roughness(answer, path, n * h, sides[1][n < 0]) for n in (1, -1)]
    size = np.array([max(1.0, abs(x)) for x in found.outputs.values()])
    rounding = np.sqrt(np.mean(np.square(samples), 0) / 6.0) if samples else np.zeros(len(outputs))
    uncertainty += np.maximum(np.outer(size, floors), rounding[:, None]) / steps
    gradient = np.array([found.gradient[name] for name in outputs]).reshape(shape)
    notes = tuple(found.remarks())
    return GradientCheck(found.method, outputs, found.parameters, gradient, differences, uncertainty, tolerance, notes)


def _moves(changed: tuple[Model, Case], computed: CaseMotion, breaks: list[float]) -> bool:
    """Whether something happens at another time with a change, so that frozen steps cannot follow: an event, the end, a kink, the one or
    the other of maxima that compete."""
    if computed.follows_events or computed.competing or computed.kinks:
        return True
    begin = CaseStart(*changed)
    return begin.duration != computed.begin.duration or break_times(begin.running) != breaks


def _zero(model: Model, path: str) -> float:
    """What counts as the size of a number that is zero: of a place, a part of the mechanism's length."""
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
    """Second differences of outputs over a distance at which nothing but rounding shows; `there` are those at the change itself."""
    return there - 2.0 * answer(path, change * (1.0 + CLOSE)) + answer(path, change * (1.0 + 2.0 * CLOSE))


def _answers(
    model: Model, case: Case, found: Sensitivity, computed: CaseMotion | None, anew: bool
) -> Callable[[str, float], np.ndarray]:
    """Outputs with one parameter changed by some amount, by the steps of the computed motion or run anew."""

    def answer(path: str, change: float) -> np.ndarray:
        try:
            changed, its_case = _changed(model, case, path, change)
            if computed is None or (anew and not computed.kinks):
                values = run(changed, its_case, quiet=True).outputs
            else:
                frozen = {"record": computed.record, "decisions": computed.decisions, "tops": computed.tops}
                motion = CaseMotion(CaseStart(changed, its_case), quiet=True, **({} if anew else frozen))
                values = motion.values(motion.frozen().primal())[1]
        except (AnalysisError, DescriptionError) as error:
            raise AnalysisError(f"{path} changed by {change:g}: {error}; take a smaller step") from error
        return np.array([values[name] for name in found.outputs])

    return answer


def _changed(model: Model, case: Case, path: str, change: float) -> tuple[Model, Case]:
    """The model, or the case's start, with one number changed; physical or not."""
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
