"""Checks of the parameters of a sensitivity, before anything is computed: all problems are reported at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from linkwork.analyses.design.case_start import CaseStart
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.model.case_check import number_of
from linkwork.model.errors import QuestionError
from linkwork.model.plans.design import START, of_start
from linkwork.model.plans.design_jacobian import STEP


def require_parameters(begin: CaseStart, parameters: Sequence[str]) -> None:
    """Raise an error for numbers that do not exist, that a case sets itself, or that are named twice.

    >>> require_parameters(CaseStart(model, case), ["K.stifness", "start.A.angel"])  # one error that names both
    """
    case, unknown = begin.case, [f"{path}: named twice" for path, n in Counter(parameters).items() if n > 1]
    refused = []
    for path in dict.fromkeys(parameters):
        if path in case.set:
            refused.append(
                f"{path}: case {case.name!r} sets it itself; take it out of the case's set, or vary what it is set to"
            )
        elif path.removesuffix(".value") in case.inputs:
            refused.append(f"{path}: case {case.name!r} gives this input itself; take it out of the case's inputs")
        elif of_start(begin.model, path):
            refused += _start_problems(begin, path)
        else:
            try:
                begin.model.numbers.position(path)
            except DescriptionError as error:
                unknown += error.problems
    if unknown:
        raise DescriptionError([*unknown, *refused])
    if refused:
        raise QuestionError(refused, "problems with the parameters")


def start_entries(begin: CaseStart) -> dict[str, float]:
    """Return start.<signal>[.x] of all numbers that a case starts at, expressions of parameters too."""
    entries = {}
    for path, value in begin.case.start.items():
        items = value if isinstance(value, tuple) else (value,)
        words = [f".{axis}" for axis in "xyz"] if len(items) == 3 else [""] if len(items) == 1 else []
        for word, item in zip(words, items, strict=False):
            entries[f"{START}{path}{word}"] = float(np.real(number_of(item, begin.model.numbers)))
    return entries


def _start_problems(begin: CaseStart, path: str) -> list[str]:
    known = start_entries(begin)
    if path in known:
        return []
    if path.removeprefix(START) in begin.case.start:
        return [f"{path}: is a vector; name a component such as {path}.x"]
    remedy = did_you_mean(path, known, "its entries are")
    return [f"{path}: no such entry in the start of case {begin.case.name!r}; {remedy}"]


def duration_derivatives(begin: CaseStart, parameters: Sequence[str]) -> np.ndarray:
    """Return the derivatives of a case's duration, zero unless it is an expression of parameters, shape (np)."""
    case, numbers, derivatives = begin.case, begin.model.numbers, np.zeros(len(parameters))
    if isinstance(case.duration, str):
        for k, path in enumerate(parameters):
            if not of_start(begin.model, path):
                values = numbers.values.astype(complex)
                values[numbers.position(path)] += 1j * STEP
                derivatives[k] = np.imag(number_of(case.duration, numbers.with_values(values))) / STEP
    return derivatives
