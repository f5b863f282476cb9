"""What every part shares: a frozen, validated dataclass whose errors name the part."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field, ValidationError
from pydantic.dataclasses import dataclass

from linkwork.description.errors import DescriptionError, from_validation
from linkwork.description.values import Name

_CONFIG = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


T = TypeVar("T", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, Field))
def part(cls: T) -> T:
    """A frozen pydantic dataclass that reports its mistakes as a DescriptionError."""
    return _reporting(dataclass(frozen=True, config=_CONFIG)(cls))


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(dataclasses.field, Field))
def nameless(cls: T) -> T:
    """The same for what has no name of its own: every field by keyword."""
    return _reporting(dataclass(frozen=True, kw_only=True, config=_CONFIG)(cls))


def _reporting(made: Any) -> Any:
    validate = made.__init__

    @functools.wraps(validate)
    def __init__(self, *args, **kwargs):
        try:
            validate(self, *args, **kwargs)
        except ValidationError as error:
            name = kwargs.get("name", args[0] if args else None)
            title = f"{type(self).__name__}({name!r})" if name is not None else type(self).__name__
            raise DescriptionError(
                [f"{title}: {problem}" for problem in _named(from_validation(error, known=fields_of(made)), made)]
            ) from None

    made.__init__ = __init__
    return made


def _named(problems: list[str], cls: type) -> list[str]:
    """Positional arguments, which pydantic counts from 0, by their names."""
    names = [field.name for field in dataclasses.fields(cls) if not field.kw_only]
    result = []
    for problem in problems:
        head, colon, tail = problem.partition(": ")
        if head.isdigit():
            result.append(f"{names[int(head)]}: {tail}" if int(head) < len(names) else tail)
        else:
            result.append(head + colon + tail)
    return result


def fields_of(cls: type) -> list[str]:
    """The names of a part's fields, in order."""
    return [field.name for field in dataclasses.fields(cls)]


@part
class Part:
    """Anything with a name in a mechanism."""

    type: ClassVar[str] = ""  # the word in files
    section: ClassVar[str] = ""  # the section of a file it lives in
    runtime: ClassVar[frozenset[str]] = frozenset()  # fields that may use signals, inputs and time

    name: Name
