"""Safe parsing of YAML or JSON text to plain data, bounded in size and depth, without running code.

These raise an error: tags, keys that are not text, duplicate keys, several documents, more than MAX_BYTES,
MAX_DEPTH or MAX_NODES (aliases counted as often as they are used, so that they cannot multiply).
"""

from __future__ import annotations

import json
import math
import os
import re
from os import PathLike
from pathlib import Path
from typing import Any

import yaml

from linkwork.description.errors import FileError

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 40
MAX_NODES = 8_000_000
MAX_SHOWN = 80

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[+-]?\d{1,300}", re.ASCII)
_FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?", re.ASCII)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # as JSON may write one
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}


def read_text(path: str | PathLike) -> str:
    """Return the text of a file; raise an error beyond MAX_BYTES."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise FileError(f"{os.fspath(path)!r}: cannot be read: {error}; choose another name") from None
    if len(raw) > MAX_BYTES:
        raise FileError(f"{path}: larger than {MAX_BYTES // 2**20} MB; a mechanism file is not that large")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8 text (byte {error.start})") from None


def parse_yaml(text: str) -> Any:
    """Return plain data from YAML text, by the parser's events: no constructors, no tags."""
    _bounded(text)
    try:
        return _Builder().build(yaml.parse(text, Loader=_LOADER))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise FileError(f"{where}not YAML: {getattr(error, 'problem', None) or error}") from None
    except RecursionError:
        raise FileError(f"nested deeper than {MAX_DEPTH} levels") from None


class _Builder:
    """A builder of mappings, lists and scalars from parser events with an explicit stack.

    A loader subclass would take four times the memory and lose lines (docs/decisions/0013).
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.anchors: dict[str, tuple[Any, int]] = {}  # anchor -> (value, nodes in it)
        self.stack: list[tuple[Any, Any, str | None, int]] = []  # container, pending key, anchor, nodes before
        self.result: Any = None
        self.documents = 0

    def build(self, events: Any) -> Any:
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    raise FileError(f"line {line}: a second document; a mechanism file has one")
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event.anchor, line)
            elif isinstance(event, yaml.ScalarEvent):
                self._tagless(event, line)
                self._count(1, line)
                value = plain_scalar(event.value) if event.implicit[0] else event.value
                self._put(value, line)
                if event.anchor:
                    self.anchors[event.anchor] = (value, 1)
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                self._tagless(event, line)
                self._count(1, line)
                if len(self.stack) >= MAX_DEPTH:
                    raise FileError(f"line {line}: nested deeper than {MAX_DEPTH} levels")
                container: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
                self.stack.append((container, _NO_KEY, event.anchor, self.nodes))
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                container, _, anchor, before = self.stack.pop()
                if anchor:
                    self.anchors[anchor] = (container, self.nodes - before + 1)
                self._put(container, line)
        return self.result

    def _tagless(self, event: Any, line: int) -> None:
        explicit = event.tag is not None and not (isinstance(event, yaml.ScalarEvent) and event.tag == "!")
        if explicit:
            raise FileError(
                f"line {line}: the tag {str(event.tag)[:MAX_SHOWN]!r} is not allowed; remove it, mechanism files have no tags"
            )

    def _count(self, nodes: int, line: int) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise FileError(f"line {line}: more than {MAX_NODES} values (aliases count each time they are used)")

    def _alias(self, anchor: str, line: int) -> None:
        if anchor not in self.anchors:
            raise FileError(f"line {line}: the alias *{anchor[:MAX_SHOWN]} names nothing that is complete above it")
        value, nodes = self.anchors[anchor]
        self._count(nodes, line)
        self._put(value, line)

    def _put(self, value: Any, line: int) -> None:
        if not self.stack:
            self.result = value
            return
        container, key, anchor, before = self.stack[-1]
        if isinstance(container, list):
            container.append(value)
        elif key is _NO_KEY:
            if not isinstance(value, str):
                shown = "a list or mapping" if isinstance(value, (dict, list)) else repr(value)
                raise FileError(f"line {line}: the key {shown} is not text; quote it if it is meant as a name")
            if value in container:
                raise FileError(f"line {line}: the key {value[:MAX_SHOWN]!r} is given twice")
            self.stack[-1] = (container, value, anchor, before)
        else:
            container[key] = value
            self.stack[-1] = (container, _NO_KEY, anchor, before)


_NO_KEY = object()


def plain_scalar(text: str) -> Any:
    """Return a plain scalar's value: numbers are decimal (no octal, no base 60), dates stay text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def parse_json(text: str) -> Any:
    """Return plain data from JSON text, with the same bounds."""
    _bounded(text)

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) != len(items):
            seen: set[str] = set()
            twice = next(key for key, _ in items if key in seen or seen.add(key))
            raise FileError(f"the key {twice[:MAX_SHOWN]!r} is given twice")
        return result

    try:
        data = json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise FileError(f"nested deeper than {MAX_DEPTH} levels") from None
    except json.JSONDecodeError as error:
        raise FileError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"not JSON: {error}") from None
    _shallow(data)
    if _SURROGATE.search(text):
        _encodable(json.dumps(data, ensure_ascii=False))
    return data


def _bounded(text: str) -> None:
    if len(text) > MAX_BYTES:
        raise FileError(f"larger than {MAX_BYTES // 2**20} MB; a mechanism file is not that large")
    _encodable(text)


def _encodable(text: str) -> None:
    """Raise an error for lone surrogates, which are not characters and cannot be saved again."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise FileError(f"{text[error.start]!r} is half of a character, not Unicode text") from None


def _shallow(data: Any) -> None:
    level, depth = [data], 0
    while level:
        if depth > MAX_DEPTH:
            raise FileError(f"nested deeper than {MAX_DEPTH} levels")
        containers = [item for item in level if isinstance(item, (dict, list))]
        level = [child for item in containers for child in (item.values() if isinstance(item, dict) else item)]
        level = [child for child in level if isinstance(child, (dict, list))]
        depth += 1
