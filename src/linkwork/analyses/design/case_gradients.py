"""Outputs of a case with their gradients by design variables: exact where the analysis has them, else by differences."""

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

ADJOINT_FROM = 4  # parameters for every output, from which one sweep per output is cheaper
DIFFERENCE = 1e-5  # of a variable's scale


@dataclass(frozen=True)
class Answer:
    """Outputs (by name), their gradients by the variables, and why these are differences, if they are."""

    outputs: dict[str, float]
    gradient: dict[str, np.ndarray]
    by_differences: str = ""


def case_outputs(model: Model, case: Case) -> dict[str, float]:
    """The outputs alone; a motion that does not reach its end is an error."""
    result = run(model, case, quiet=True)
    if not result.success:
        raise AnalysisError(f"case {case.name!r} did not reach its end: {result.message}")
    return result.outputs


def case_gradients(
    model: Model, case: Case, parameters: Sequence[str], scales: Sequence[float],
    changed: Callable[[int, float], tuple[Model, Case]],
) -> Answer:  # fmt: skip
    """Outputs and gradients; `changed(k, h)` is the design with variable k changed by h, for differences."""
    own = [k for k, path in enumerate(parameters) if not path.startswith(START) or path[len(START) :] in case.start]
    if not own:
        outputs = case_outputs(model, case)
        return Answer(outputs, {name: np.zeros(len(parameters)) for name in outputs})
    try:
        found = _exact(model, case, [parameters[k] for k in own])
    except QuestionError as error:
        return by_differences(model, case, scales, changed, str(error))
    if not all(np.isfinite(row).all() for row in found.gradient.values()):
        why = "; ".join(map(str, found.notes)) or "an exact derivative does not exist"
        return by_differences(model, case, scales, changed, why)
    gradient = {name: np.zeros(len(parameters)) for name in found.outputs}
    for name, row in found.gradient.items():
        gradient[name][own] = row
    return Answer(dict(found.outputs), gradient)


def _exact(model: Model, case: Case, parameters: Sequence[str]) -> Sensitivity:
    method = "adjoint" if goes_backwards(case, len(parameters)) else "direct"
    return sensitivity(model, case, parameters, method=method, quiet=True)


def goes_backwards(case: Case, parameters: int) -> bool:
    """Whether one sweep backwards for every output is cheaper for so many parameters, and the integrator can."""
    return parameters > ADJOINT_FROM * max(len(case.outputs), 1) and sensitivities_of(case.integrator) != {"direct"}


def by_differences(
    model: Model, case: Case, scales: Sequence[float], changed: Callable[[int, float], tuple[Model, Case]], why: str
) -> Answer:
    """Central differences, one-sided where a side cannot be computed."""
    outputs = case_outputs(model, case)
    gradient = {name: np.zeros(len(scales)) for name in outputs}
    rtol = tolerance_of(case)
    part = (
        rtol**0.4 if case.analysis == "simulate" else DIFFERENCE
    )  # steps differ from design to design by the tolerance
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
    """A finite number, or an error that says what is not."""
    if not np.isfinite(value):
        raise AnalysisError(f"{what} is {value}")
    return float(value)
