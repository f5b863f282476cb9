"""What every part shares: a frozen, validated dataclass whose errors name the part."""

from __future__ import annotations

import dataclasses
import inspect
from typing import TYPE_CHECKING, ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field, ValidationError
from pydantic.dataclasses import dataclass

from linkwork.description.errors import DescriptionError, from_validation
from linkwork.description.values import Name

# validators are built when a kind is first used: a program uses few of them
_CONFIG = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)


T = TypeVar("T", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, Field))
def part(cls: T) -> T:
    """Return the class as a frozen pydantic dataclass: name and bodies are positional, all other fields by keyword."""
    return dataclass(frozen=True, config=_CONFIG)(cls)  # type: ignore[return-value]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(dataclasses.field, Field))
def nameless(cls: T) -> T:
    """Return the class as a frozen pydantic dataclass without a name: every field is given by keyword."""
    return dataclass(frozen=True, kw_only=True, config=_CONFIG)(cls)  # type: ignore[return-value]


class Reporting(type):
    """A metaclass whose classes report mistakes as a DescriptionError that names the part."""

    @property
    def __signature__(cls) -> inspect.Signature:
        """The signature for help and completion: positional fields first, then those by keyword."""
        kinds = {True: inspect.Parameter.KEYWORD_ONLY, False: inspect.Parameter.POSITIONAL_OR_KEYWORD}
        parameters = []
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            factory = field.default_factory
            default = field.default if factory is dataclasses.MISSING else factory()
            empty = inspect.Parameter.empty if default is dataclasses.MISSING else default
            parameters.append(inspect.Parameter(field.name, kinds[bool(field.kw_only)], default=empty))
        return inspect.Signature(sorted(parameters, key=lambda parameter: parameter.kind))

    @__signature__.setter
    def __signature__(cls, value: object) -> None:
        """The signature of the class; pydantic's own does not account for this metaclass."""

    if not TYPE_CHECKING:  # the signature is the class's own

        def __call__(cls, *args, **kwargs):
            try:
                return super().__call__(*args, **kwargs)
            except ValidationError as error:
                name = kwargs.get("name", args[0] if args else None)
                title = f"{cls.__name__}({name!r})" if name is not None else cls.__name__
                problems = _named(from_validation(error, known=fields_of(cls)), cls)
                raise DescriptionError([f"{title}: {problem}" for problem in problems]) from None


def _named(problems: list[str], cls: type) -> list[str]:
    """Return the positional arguments, which pydantic counts from 0, by their names."""
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
    """Return the names of a part's fields, in order."""
    return [field.name for field in dataclasses.fields(cls)]


# sections of a file, in its order, with their words and classes; parts register themselves here when they are defined
_ORDER = "parameters points tables frames bodies joints forces drivers signals inputs blocks"
SECTIONS: dict[str, dict[str, type[Part]]] = {section: {} for section in _ORDER.split()}


@part
class Part(metaclass=Reporting):
    """Anything with a name in a mechanism; a subclass with a word of its own (`type`) is known to files, schemas and
    checks."""

    type: ClassVar[str] = ""  # the word in files
    section: ClassVar[str] = ""  # the section of a file that lists it
    runtime: ClassVar[frozenset[str]] = frozenset()  # fields that may use signals, inputs and time

    name: Name

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        word = cls.__dict__.get("type", "")
        if word:
            _register(cls, word)


def _register(cls: type[Part], word: str) -> None:
    if cls.section not in SECTIONS:
        raise TypeError(f"{cls.__name__}: there is no section {cls.section!r}; sections are {', '.join(SECTIONS)}")
    known = SECTIONS[cls.section].get(word)
    if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
        raise TypeError(
            f"{cls.__name__}: the type {word!r} in {cls.section} is that of {known.__name__}; choose another word"
        )
    SECTIONS[cls.section][word] = cls
