"""Which parts of a description mention which others, in expressions and as what they act on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from linkwork.description.parts.part import Part

PLAIN = frozenset((float, int, bool, type(None)))
WORD = re.compile(r"[A-Za-z_]\w*")


class Mentions:
    """The parts that a part mentions."""

    def __init__(self, parts: Mapping[str, Part]):
        self.parts = parts
        self._direct: dict[str, frozenset[str]] = {}
        self._all: dict[str, frozenset[str]] = {}

    def direct(self, name: str) -> frozenset[str]:
        """Return the parts that a part mentions itself."""
        if name not in self._direct:
            part = self.parts.get(name)
            self._direct[name] = frozenset() if part is None else frozenset(words(part)) & self.parts.keys()
        return self._direct[name]

    def of(self, name: str) -> frozenset[str]:
        """Return a part and all it mentions, directly or through others."""
        if name not in self._all:
            users, open_names = {name}, [name]
            while open_names:
                new = self.direct(open_names.pop()) - users
                open_names += new
                users |= new
            self._all[name] = frozenset(users)
        return self._all[name]


def words(value: object) -> list[str]:
    """Return all words in the texts inside a value."""
    return [word for text in texts(value) for word in WORD.findall(text)]


def texts(value: object) -> list[str]:
    """Return all texts inside a value."""
    if type(value) in PLAIN:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for item in pair for text in texts(item)]
    if isinstance(value, (list, tuple)):
        return [text for item in value if type(item) is not float for text in texts(item)]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for field in fields(value) for text in texts(getattr(value, field.name))]
    return []
