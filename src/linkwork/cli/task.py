"""Preparation of the model and the case of a command, from a mechanism file and the shell's options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from functools import cached_property
from typing import Any

from linkwork.cli.cases import chosen_case
from linkwork.cli.options import Coordinates, Question, Start
from linkwork.cli.values import assignments, targets
from linkwork.description.cases import Case


@dataclass(frozen=True)
class Task:
    """A model, and a case with the shell's options in it; `name` is that of the file's case, if one was taken."""

    given: Any  # without the case's changes
    case: Case
    name: str | None

    @cached_property
    def begin(self) -> Any:
        from linkwork.analyses.design.case_start import CaseStart

        return CaseStart(self.given, self.case)

    @property
    def model(self) -> Any:
        return self.begin.model

    @property
    def state(self) -> Any:
        return self.begin.state

    def at_rest(self) -> dict[str, float]:
        """Return the values of the inputs at the time of the start."""
        return self.begin.input_values


def prepare(
    asked: Start,
    *,
    only_case: bool = False,
    case_required: bool = False,
    inputs: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Task:
    """Load the file and compile it; options (including `fields` of the case) override the case's own values."""
    import linkwork as lw

    coordinates = asked.coordinates if isinstance(asked, Question) else Coordinates.joint
    changes = assignments(asked.parameter or [])
    mechanism = lw.Mechanism.load(asked.file, allow_code=asked.allow_code)
    chosen = chosen_case(mechanism, asked.case, only=only_case, required=case_required)
    taken = chosen or Case("options")
    for path, value in changes.items():
        mechanism.set(path, value)
    model = lw.compile(mechanism, coordinates=coordinates.value)
    given = {field: value for field, value in fields.items() if value is not None}
    own = {"integrator": _without(taken.integrator, given)} if taken.integrator is not None else {}
    taken = taken.changed(
        set={path: value for path, value in taken.set.items() if path not in changes},
        start={**taken.start, **targets(asked.set_ or [], model.signal_table, asked.degrees)},
        inputs={**taken.inputs, **(inputs or {})},
        **(own | given),
    )
    return Task(model, taken, None if chosen is None else chosen.name)


def _without(integrator: Any, given: Mapping[str, Any]) -> Any:
    """Return the case's integrator without those of its tolerances that the shell gives."""
    own = {field.name for field in fields_of(integrator)}
    return replace(integrator, **{name: None for name in ("rtol", "atol") if name in given and name in own})
