"""Errors in what the user wrote: all of them at once, each naming the thing, the value and the remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from pydantic import ValidationError


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
        if len(self.problems) == 1:
            return self.problems[0]
        lines = "\n".join(f"  - {problem}" for problem in self.problems)
        return f"{len(self.problems)} problems in the description:\n{lines}"


class FileError(DescriptionError):
    """A file that cannot be read at all: not there, too large, too deep, not YAML, …"""


def did_you_mean(word: str, known: Iterable[str], what: str = "known names are") -> str:
    """A remedy for an unknown name: the nearest known one, or the list of them all."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    if not names:
        return f"{what} none"
    shown = ", ".join(names[:12]) + (f", … ({len(names)} in all)" if len(names) > 12 else "")
    return f"{what} {shown}"


def from_validation(error: ValidationError, path: Sequence[str] = (), known: Iterable[str] = ()) -> list[str]:
    """Pydantic's errors as sentences "path: message", in the words of this package."""
    problems = []
    for item in error.errors(include_url=False):
        where = ".".join([*path, *(str(word) for word in item["loc"])])
        problems.append(f"{where}: {_message(item, known)}" if where else _message(item, known))
    return problems


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
