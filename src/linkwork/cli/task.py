"""From a mechanism file and the shell's options to a model and the state it starts from."""

from __future__ import annotations

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
) -> Task:  # fmt: skip
    """Loads the file, applies the case and then the options, compiles and assembles."""
    import linkwork as lw

    changes = assignments(parameter or [])
    mechanism = lw.Mechanism.load(file, allow_code=allow_code)
    chosen = chosen_case(mechanism, case, only=only_case, required=case_required)
    for path, value in {**chosen.set, **changes}.items():
        mechanism.set(path, value)
    model = lw.compile(mechanism, coordinates=coordinates)
    start = {**chosen.start, **targets(set_ or [], model.signal_table, degrees)}
    return Task(model, lw.assemble(model, start), chosen)
