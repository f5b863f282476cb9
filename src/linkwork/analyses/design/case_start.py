"""The start of a case: the model with its changes, and the initial state."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.position.measure import measure
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import names
from linkwork.description.numbers import Numbers
from linkwork.description.parsing import parse
from linkwork.description.values import constant_inputs
from linkwork.model.cache import Slot
from linkwork.model.case_check import case_problems, number_of
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.running_variant import with_inputs
from linkwork.model.state import State
from linkwork.model.state_conversion import state_for
from linkwork.model.variants import with_expressions


def require_sound(model: Model, case: Case, only: Collection[str] | None = None) -> None:
    """Raise an error that lists all mistakes in the names of a case."""
    if not isinstance(case, Case):
        raise QuestionError(f"a case is a lw.Case or one of mechanism.cases, not {case!r:.60}")
    if only is None and not _uses_numbers(case):  # then all models of a structure agree on it
        problems = model.shared.get(
            CHECKED, id(case), lambda: (case, case_problems(case, model.signal_table, model.numbers))
        )[1]
    else:
        problems = case_problems(case, model.signal_table, model.numbers, only)
    if problems:
        raise DescriptionError([f"case {case.name!r}: {problem}" for problem in problems])


STARTS: Slot[tuple[Any, ...], State] = Slot("assembled starts of cases", limit=4)
CHECKED: Slot[int, tuple[Case, list[str]]] = Slot("problems of cases, by their identity", limit=16)


def _uses_numbers(case: Case) -> bool:
    """Return whether the start, the duration or the changes of a case are computed from numbers of the description."""
    starts = [item for value in case.start.values() for item in (value if isinstance(value, tuple) else (value,))]
    return any(isinstance(value, str) for value in (*starts, case.duration, *case.set.values()))


def case_model(model: Model, case: Case) -> Model:
    """Return the model with the numbers that the case sets; expressions of parameters are retained."""
    if not case.set:
        return model
    texts = {path: text for path, text in case.set.items() if isinstance(text, str) and names(parse(text))}
    if texts:
        model = with_expressions(model, texts)
    plain = {path: number_of(value, model.numbers) for path, value in case.set.items() if path not in texts}
    return model.with_parameters(plain) if plain else model


def start_values(case: Case, numbers: Numbers) -> dict[str, Any]:
    """Return the start as numbers, complex if those of the description are."""
    return {
        path: [number_of(item, numbers) for item in value] if isinstance(value, tuple) else number_of(value, numbers)
        for path, value in case.start.items()
    }


def duration_of(case: Case, numbers: Numbers) -> float:
    """Return the duration of a case in seconds."""
    if case.duration is None:
        raise QuestionError(f"case {case.name!r} has no duration; give it in seconds")
    return float(number_of(case.duration, numbers).real)


class CaseStart:
    """A case ready to run: `model` with its changes, `running` with time-dependent inputs built in, and the start."""

    def __init__(self, model: Model, case: Case):
        require_sound(model, case)
        self.given, self.case = model, case
        self.model = case_model(model, case)
        self.constant = constant_inputs(case.inputs)

    @cached_property
    def running(self) -> Model:
        return with_inputs(self.model, self.case.inputs)

    @cached_property
    def assembled(self) -> State:
        """A state of the running model that meets the start; cases with the same start share it."""
        start, constant = start_values(self.case, self.model.numbers), self.constant
        key = (tuple((path, tuple(np.ravel(value).tolist())) for path, value in start.items()), tuple(constant.items()))
        return self.running.cache.get(STARTS, key, lambda: assemble(self.running, start, inputs=constant))

    @cached_property
    def running_state(self) -> State:
        """The start as a state of the running model: assembled, and at equilibrium with `settle`."""
        if not self.case.settle:
            return self.assembled
        rest = equilibrium(self.running, self.assembled, inputs=self.constant).state
        return assemble(self.running, near=rest, inputs=self.constant)  # drivers with their speed

    @cached_property
    def state(self) -> State:
        """The start as a state of the model."""
        return state_for(self.model, self.running, self.running_state)

    @cached_property
    def input_values(self) -> dict[str, float]:
        """All inputs of the case at the time of its start."""
        start = self.running_state
        return {name: float(measure(self.running, start, name, inputs=self.constant)) for name in self.case.inputs}

    def asking(self, **fields: object) -> CaseStart:
        """Return this start with other outputs, events or integrator."""
        other = copy(self)
        other.case = self.case.changed(**fields)
        return other

    @property
    def duration(self) -> float:
        return duration_of(self.case, self.model.numbers)
