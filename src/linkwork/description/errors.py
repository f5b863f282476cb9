"""Errors in what the user wrote: all of them at once, each naming the thing, the value and the remedy."""

from __future__ import annotations

import difflib
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from pydantic import ValidationError

SHOWN = 20  # mistakes that are printed
SUGGESTED = 60  # most suggestions computed in one check; some of them belong to mistakes that follow from others
LONGEST = 1000  # characters of a mistake that are printed
NEARBY = 500  # names before and after a word in the alphabet that it is compared with
# control and bidirectional characters, except line ends and tabs, and lone surrogates
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_suggestions: ContextVar[list[int] | None] = ContextVar("suggestions", default=None)


def printable(text: str, shown: Callable[[int], str] | None = None) -> str:
    """Return text with escaped control characters, so that a terminal does not execute them.

    >>> printable("a\\x1b[2J")
    'a\\\\x1b[2J'
    """
    show = shown or (lambda code: chr(code).encode("unicode_escape").decode())
    return _UNPRINTABLE.sub(lambda match: show(ord(match[0])), text)


def as_list(problems: Sequence[str], title: str) -> str:
    """Return one problem as it is; several as a list of the first ones and the number of the others."""
    lines = [printable(item if len(item) <= LONGEST else item[:LONGEST] + "…") for item in problems[:SHOWN]]
    if len(problems) == 1:
        return lines[0]
    more = [f"  … and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
    return "\n".join([f"{len(problems)} {title}:", *(f"  - {line}" for line in lines), *more])


@contextmanager
def few_suggestions() -> Iterator[None]:
    """Limit the suggestions computed within this context: comparing thousands of mistakes with all names takes
    minutes."""
    if _suggestions.get() is not None:
        yield
        return
    token = _suggestions.set([SUGGESTED])
    try:
        yield
    finally:
        _suggestions.reset(token)


class DescriptionError(ValueError):
    """One or more mistakes in a description.

    `problems` lists them, each as "path: message".

    >>> str(DescriptionError("joint 'A': body 'crnk' does not exist"))
    "joint 'A': body 'crnk' does not exist"
    """

    def __init__(self, problems: str | Iterable[str]):
        self.problems: list[str] = [problems] if isinstance(problems, str) else list(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return as_list(self.problems, "problems in the description")


class FileError(DescriptionError):
    """Raised for a file that cannot be read at all: it is missing, too large, too deep, not YAML, …"""


def did_you_mean(word: str, known: Iterable[str], what: str = "known names are", most: int = 12) -> str:
    """Return a remedy for an unknown name: the nearest known name, or a list of at most `most` known names."""
    left = _suggestions.get()
    if left is not None:
        left[0] -= 1
        if left[0] < 0:
            return "check its spelling"
    names = sorted(known)
    at = bisect(names, word)
    near = difflib.get_close_matches(word[:LONGEST], names[max(0, at - NEARBY) : at + NEARBY], n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    if not names:
        return f"{what} none"
    shown = ", ".join(names[:most]) + (f", … ({len(names)} in all)" if len(names) > most else "")
    return f"{what} {shown}"


def from_validation(error: ValidationError, path: Sequence[str] = (), known: Iterable[str] = ()) -> list[str]:
    """Return Pydantic's errors as sentences "path: message", in the words of this package."""
    problems = []
    for item in error.errors(include_url=False):
        where = ".".join([*path, *(str(word) for word in item["loc"])])
        problems += [f"{where}: {message}" if where else message for message in _messages(item, known)]
    return problems


def _messages(item, known: Iterable[str]) -> list[str]:
    """Return the mistakes of one field: several where the field holds a description of its own, such as a shape."""
    cause = item.get("ctx", {}).get("error")
    return cause.problems if isinstance(cause, DescriptionError) else [_message(item, known)]


def _message(item, known: Iterable[str]) -> str:
    kind = item["type"]
    if kind == "value_error":
        return str(item["ctx"]["error"])
    if kind in ("missing", "missing_argument", "missing_keyword_only_argument", "missing_positional_only_argument"):
        return "is missing; it has no default"
    if kind in ("unexpected_keyword_argument", "extra_forbidden"):
        remedy = did_you_mean(str(item["loc"][-1]), known, "the fields are") if known else "remove it"
        return f"unknown field; {remedy}"
    if kind == "unexpected_positional_argument":
        return "one positional argument too many: only the name and the bodies are positional, the rest by keyword"
    if kind == "multiple_argument_values":
        return "given twice"
    return f"{item['msg'][:1].lower()}{item['msg'][1:]}, got {item['input']!r:.80}"
