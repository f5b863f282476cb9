"""What is asked of a linear model: names of states, inputs and outputs that exist, and a state on the constraints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.description.parts import Driver
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.results.columns import SUFFIXES

ASSEMBLED = 1e-6  # largest violation of the constraints, in the mechanism's length


def names(what: str, given: Sequence[str] | None) -> list[str] | None:
    if isinstance(given, str):
        raise QuestionError(f"linearize: {what} is a list of names, for example {what}=[{given!r}]")
    return None if given is None else list(given)


def require_assembled(e: Evaluation) -> None:
    off = np.abs(e.m.row_scale * e.w.Phi * e.w.active)
    worst = int(np.argmax(off)) if off.size else 0
    if off.size and off[worst] > ASSEMBLED * e.model.length:
        raise AnalysisError(
            f"linearize: the state is not on the constraints: {e.model.row_names[worst]} is off by {abs(e.w.Phi[worst]):.3g}; "
            "take a state of assemble, equilibrium or a run"
        )


def split_inputs(model: Model, state: State, inputs: Any) -> tuple[list[str], list[str]]:
    """Inputs of the mechanism, and drivers."""
    parts = model.numbers.parts
    drivers = [name for name, part in parts.items() if isinstance(part, Driver)]
    problems = []
    for name in inputs:
        if name not in model.inputs and name not in drivers:
            known = ", ".join([*model.inputs, *drivers]) or "none"
            problems.append(f"input {name!r}: there is no such input or driver; inputs and drivers are {known}")
        elif name in state.inactive:
            problems.append(f"input {name!r}: the driver is inactive at this state")
    if len(set(inputs)) < len(inputs):
        problems.append("inputs: one is named twice")
    if problems:
        raise QuestionError(problems)
    return [name for name in inputs if name in model.inputs], [name for name in inputs if name in drivers]


def components(model: Model, outputs: Any) -> dict[str, list[str]]:
    """Every output with the names of its components."""
    found = {}
    for path in outputs:
        signal = model.signal_table.find(path)
        if signal.source in ("violation", "time"):
            raise QuestionError(f"output {path!r}: it has no linear part; leave it out")
        found[path] = [path + suffix for suffix in SUFFIXES[() if signal.component is not None else signal.shape]]
    return found
