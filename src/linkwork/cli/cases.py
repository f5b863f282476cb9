"""Selection of the case of a mechanism file that a command uses."""

from __future__ import annotations

from linkwork.cli.values import ArgumentError
from linkwork.description.cases import Case
from linkwork.description.errors import did_you_mean
from linkwork.description.mechanism import Mechanism


def chosen_case(mechanism: Mechanism, name: str | None, *, only: bool = False, required: bool = False) -> Case | None:
    """Return the named case; without a name, the file's only case if `only` is set, else None unless one is
    required."""
    cases = mechanism.cases
    if name is None:
        if only and len(cases) == 1:
            return next(iter(cases.values()))
        if required:
            remedy = f"choose one with --case: {', '.join(cases)}" if cases else "the file has no cases"
            raise ArgumentError(f"how long? give --duration in seconds, or a case; {remedy}")
        return None
    if name not in cases:
        raise ArgumentError(f"there is no case {name!r}; {did_you_mean(name, cases, 'the cases are')}")
    return cases[name]
