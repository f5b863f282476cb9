"""Outputs of a case with their gradients with respect to design variables, exact if the analysis supports them, else by
finite differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analyses.design.case import run, tolerance_of
from linkwork.analyses.design.sensitivity import sensitivity
from linkwork.analyses.design.sensitivity_result import Sensitivity
from linkwork.description.cases import Case
from linkwork.integrators.registry import sensitivities_of
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.model import Model
from linkwork.model.plans.design import START

ADJOINT_FROM = 4  # parameters per output from which the adjoint method is cheaper
DIFFERENCE = 1e-5  # of a variable's scale


@dataclass(frozen=True)
class Answer:
    """Outputs by name, their gradients with respect to the variables, and the reason if these are finite
    differences."""

    outputs: dict[str, float]
    gradient: dict[str, np.ndarray]
    by_differences: str = ""


def case_outputs(model: Model, case: Case) -> dict[str, float]:
    """Return the outputs without gradients; a motion that does not reach its end raises an error."""
    result = run(model, case, quiet=True)
    if not result.success:
        raise AnalysisError(f"case {case.name!r} did not reach its end: {result.message}")
    return result.outputs


def case_gradients(
    model: Model, case: Case, parameters: Sequence[str], scales: Sequence[float],
    changed: Callable[[int, float], tuple[Model, Case]],
) -> Answer:  # fmt: skip
    """Return outputs and gradients; `changed(k, h)` is the design with variable k changed by h, for finite
    differences."""
    own = [k for k, path in enumerate(parameters) if not path.startswith(START) or path[len(START) :] in case.start]
    if not own:
        outputs = case_outputs(model, case)
        return Answer(outputs, {name: np.zeros(len(parameters)) for name in outputs})
    try:
        exact = _exact(model, case, [parameters[k] for k in own])
    except QuestionError as error:
        return by_differences(model, case, scales, changed, str(error))
    if not all(np.isfinite(row).all() for row in exact.gradient.values()):
        why = "; ".join(map(str, exact.notes)) or "an exact derivative does not exist"
        return by_differences(model, case, scales, changed, why)
    gradient = {name: np.zeros(len(parameters)) for name in exact.outputs}
    for name, row in exact.gradient.items():
        gradient[name][own] = row
    return Answer(dict(exact.outputs), gradient)


def _exact(model: Model, case: Case, parameters: Sequence[str]) -> Sensitivity:
    method = "adjoint" if goes_backwards(case, len(parameters)) else "direct"
    return sensitivity(model, case, parameters, method=method, quiet=True)


def goes_backwards(case: Case, parameters: int) -> bool:
    """Return whether the adjoint method is cheaper for so many parameters and the integrator supports it."""
    return parameters > ADJOINT_FROM * max(len(case.outputs), 1) and sensitivities_of(case.integrator) != {"direct"}


def by_differences(
    model: Model, case: Case, scales: Sequence[float], changed: Callable[[int, float], tuple[Model, Case]], why: str
) -> Answer:
    """Return the outputs with central differences, one-sided if one side cannot be computed."""
    outputs = case_outputs(model, case)
    gradient = {name: np.zeros(len(scales)) for name in outputs}
    rtol = tolerance_of(case)
    part = rtol**0.4 if case.analysis == "simulate" else DIFFERENCE  # runs of different designs differ by the tolerance
    for k, scale in enumerate(scales):
        h = part * scale
        sides: list[tuple[float, dict[str, float]]] = []
        for step in (h, -h):
            try:
                sides.append((step, case_outputs(*changed(k, step))))
            except (AnalysisError, ArithmeticError):
                continue
        sides = sides if len(sides) == 2 else [*sides, (0.0, outputs)]
        if len(sides) < 2:
            raise AnalysisError(f"case {case.name!r}: neither side of this design could be computed for a difference")
        (ha, a), (hb, b) = sides
        for name in outputs:
            gradient[name][k] = (a[name] - b[name]) / (ha - hb)
    return Answer(outputs, gradient, why)


def required(value: Any, what: str) -> float:
    """Return a finite number, or raise an error that names what is not finite."""
    if not np.isfinite(value):
        raise AnalysisError(f"{what} is {value}")
    return float(value)
