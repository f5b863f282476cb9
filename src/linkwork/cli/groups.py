"""Groups of options: a command takes one object per group, and the shell has one option per field."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the fields of its dataclasses as parameters, as the shell calls it.

    >>> @grouped
    ... def check(asked: Question, how: Answering) -> None: ...
    """
    groups = {name: kind for name, kind in get_type_hints(command).items() if name != "return"}
    parameters = [_parameter(field, hint) for kind in groups.values() for field, hint in _hinted(kind)]

    @functools.wraps(command)
    def flat(**given: Any) -> None:
        taken = {name: {field.name: given[field.name] for field in fields(kind)} for name, kind in groups.items()}
        command(**{name: kind(**taken[name]) for name, kind in groups.items()})

    flat.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    flat.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return flat


def _hinted(kind: Any) -> list[tuple[Field[Any], Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return [(field, hints[field.name]) for field in fields(kind)]


def _parameter(field: Field[Any], hint: Any) -> inspect.Parameter:
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
