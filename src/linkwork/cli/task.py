"""From a mechanism file and the shell's options to a model and the state it starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from linkwork.cli.cases import Case, chosen_case
from linkwork.cli.values import assignments, targets


@dataclass(frozen=True)
class Task:
    """A model at its start."""

    model: Any
    state: Any
    case: Case


def prepare(
    file: Path, *, case: str | None, set_: list[str] | None, parameter: list[str] | None, coordinates: str,
    degrees: bool, allow_code: bool, only_case: bool = False, case_required: bool = False,
    inputs: Mapping[str, Any] | None = None,
) -> Task:  # fmt: skip
    """Loads the file, applies the case and then the options, compiles, assembles, and lets a case settle that asks for it."""
    import linkwork as lw

    changes = assignments(parameter or [])
    mechanism = lw.Mechanism.load(file, allow_code=allow_code)
    chosen = chosen_case(mechanism, case, only=only_case, required=case_required)
    for path, value in {**chosen.set, **changes}.items():
        mechanism.set(path, value)
    model = lw.compile(mechanism, coordinates=coordinates)
    start = {**chosen.start, **targets(set_ or [], model.signal_table, degrees)}
    state = lw.assemble(model, start)
    if chosen.settle:
        state = settled(model, state, {**chosen.inputs, **(inputs or {})})
    return Task(model, state, chosen)


def settled(model: Any, state: Any, inputs: Mapping[str, Any]) -> Any:
    """The position of rest found from a state, under inputs as they are at its time; drivers with their speed."""
    import linkwork as lw
    from linkwork.analyses.reading import Reading
    from linkwork.analyses.rebuilding import state_for

    reading = Reading(model, inputs)
    rest = lw.equilibrium(reading.running, state_for(reading.running, model, state), inputs=reading.constant).state
    return lw.assemble(model, near=state_for(model, reading.running, rest), inputs=reading.constant)


def input_values(task: Task, inputs: Mapping[str, Any]) -> dict[str, float]:
    """Inputs, some of them expressions of time, at the time of the state."""
    from linkwork.analyses.measure import measure
    from linkwork.analyses.reading import Reading
    from linkwork.analyses.rebuilding import state_for

    reading = Reading(task.model, inputs)
    state = state_for(reading.running, task.model, task.state)
    return {name: measure(reading.running, state, name, inputs=reading.constant) for name in inputs}
