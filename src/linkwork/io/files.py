"""Mechanisms as YAML or JSON files.

The file form has one section per kind of part; see `docs/files.md`. `load` reports all mistakes at once,
each with its path in the file. `save` writes a temporary file beside it and renames that, so that a file is never
partly written. File → Python → file gives the same data; fields at their defaults are not written.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from linkwork.analyses.writing import require_ending, write_text
from linkwork.description.check import static_problems
from linkwork.description.errors import DescriptionError, did_you_mean, few_suggestions, from_validation
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import SECTIONS, Block, Input
from linkwork.description.parts.bodies import Shape
from linkwork.description.parts.part import Part, fields_of
from linkwork.io.cases import case_data, designs_data, is_default, kind_of_data, read_cases, read_designs
from linkwork.io.reading import FileError, parse_json, parse_yaml, plain_scalar, read_text

VERSION = 1
ENDINGS = (".yaml", ".yml", ".json", "")
HEADER = ("linkwork", "name", "plane", "gravity")
# sections whose parts may be written as the bare value of one field
SHORT = {"parameters": "value", "points": "at", "signals": "value", "inputs": "value"}
SYNONYMS = {  # other programs' names for types: suggested in messages, but not accepted
    "hinge": "revolute", "pin": "revolute", "slider": "prismatic", "ball": "spherical", "weld": "fixed", "gear": "coupler",
    "cardan": "universal", "hooke": "universal", "u_joint": "universal",
}  # fmt: skip
_WRITTEN_SHORT = ("parameters", "points")
_adapter = functools.cache(TypeAdapter)


# reading


def load(path: str | PathLike, *, allow_code: bool = False) -> Mechanism:
    """Read a mechanism from a YAML or JSON file (by its ending) without running code.

    Blocks name functions that a model will import and run: they load only with allow_code=True.

    >>> load("four_bar.yaml")  # doctest: +SKIP
    <Mechanism 'four-bar': planar, 3 bodies, 4 joints, 4 other parts>
    """
    text = read_text(path)
    try:
        mechanism = loads(text, as_json=Path(path).suffix.lower() == ".json", allow_code=allow_code)
        mechanism.folder = str(Path(path).resolve().parent)
        return mechanism
    except FileError as error:
        raise FileError(f"{path}: {error}") from None
    except DescriptionError as error:
        raise DescriptionError([f"{path}: {problem}" for problem in error.problems]) from None


def loads(text: str, *, as_json: bool = False, allow_code: bool = False) -> Mechanism:
    """Read a mechanism from text."""
    return from_data(parse_json(text) if as_json else parse_yaml(text), allow_code=allow_code)


def from_data(data: Any, *, allow_code: bool = False) -> Mechanism:
    """Return a mechanism from plain data of the file form, or raise a DescriptionError that lists every mistake."""
    with few_suggestions():
        return _from_data(data, allow_code)


def _from_data(data: Any, allow_code: bool) -> Mechanism:
    if not isinstance(data, Mapping):
        raise DescriptionError(
            f"the file holds {kind_of_data(data)}, not a mapping that starts with 'linkwork: {VERSION}'"
        )
    problems: list[str] = []
    in_cases: list[str] = []
    mechanism = _header(data, problems)
    broken: set[str] = set()
    known = [*HEADER, *SECTIONS, "cases", "designs"]
    for section, content in data.items():
        if section in HEADER:
            continue
        if section == "cases":
            mechanism.cases = read_cases(content, in_cases)
        elif section == "designs":
            mechanism.designs = read_designs(content, in_cases)
        elif section not in SECTIONS:
            problems.append(f"{section}: unknown section; {did_you_mean(str(section), known, 'the sections are')}")
        elif content is not None and not isinstance(content, Mapping):
            problems.append(f"{section}: holds {kind_of_data(content)}, not a mapping of names to {section}")
        else:
            _section(mechanism, section, content or {}, allow_code, problems, broken)
    problems += static_problems(mechanism, ignore=broken)
    from linkwork.model.case_check import mechanism_case_problems, mechanism_design_problems
    from linkwork.model.signal_check import signal_problems  # the signals depend on the joints

    problems += signal_problems(mechanism, ignore=broken)
    if not problems:
        designs = [] if in_cases else mechanism_design_problems(mechanism)  # they name outputs of the cases
        in_cases += [*mechanism_case_problems(mechanism), *designs]
    problems += in_cases
    if problems:
        raise DescriptionError(problems)
    return mechanism


def _header(data: Mapping, problems: list[str]) -> Mechanism:
    version = data.get("linkwork")
    if version != VERSION or isinstance(version, bool):
        given = "is missing" if "linkwork" not in data else f"is {version!r:.40}"
        problems.append(f"linkwork: the format version {given}; write 'linkwork: {VERSION}'")
    mechanism = Mechanism()
    name = data.get("name", "")
    try:
        mechanism.name = name
    except DescriptionError as error:
        problems += [problem.removeprefix("mechanism: ") for problem in error.problems]
    plane = data.get("plane")
    if plane in (None, "xy"):
        mechanism.plane = plane
    else:
        problems.append(f"plane: {plane!r:.40} is not known; write 'xy', or leave it out in space")
    if "gravity" in data:
        try:
            mechanism.gravity = data["gravity"]
        except DescriptionError as error:
            problems += error.problems
    return mechanism


def _section(
    mechanism: Mechanism, section: str, content: Mapping, allow_code: bool, problems: list[str], broken: set[str]
) -> None:
    for name, fields in content.items():
        try:
            part = _part(section, name, fields, allow_code)
            mechanism.add(part)
        except DescriptionError as error:
            broken.add(name)
            problems += [
                problem if problem.startswith(f"{section}.") else f"{section}.{name}: {problem}"
                for problem in error.problems
            ]


def _part(section: str, name: str, fields: Any, allow_code: bool) -> Part:
    """Return one part from its entry {type: …, field: value, …}; a DescriptionError has paths in the file."""
    words = SECTIONS[section]
    if fields is None:
        fields = {}
    if section in SHORT and not isinstance(fields, Mapping):
        fields = {SHORT[section]: fields}
    if not isinstance(fields, Mapping):
        raise DescriptionError(f"{section}.{name}: holds {kind_of_data(fields)}, not a mapping of fields")
    entries = dict(fields)
    if len(words) == 1:
        kind = next(iter(words.values()))
    else:
        word = entries.pop("type", None)
        if not isinstance(word, str) or word not in words:
            given = "is missing" if word is None else f"{word!r:.40} is not known"
            remedy = did_you_mean(str(word or ""), words, "the types are", most=len(words))
            if isinstance(word, str) and SYNONYMS.get(word) in words:
                remedy = f"did you mean {SYNONYMS[word]!r}? the types are {', '.join(sorted(words))}"
            raise DescriptionError(f"{section}.{name}.type: {given}; {remedy}")
        kind = words[word]
    if "name" in entries:
        raise DescriptionError(f"{section}.{name}.name: unknown field; the key {name!r} is the name")
    if kind is Block and not allow_code:
        raise DescriptionError(
            f"{section}.{name}: a block runs the code of {entries.get('function')!r:.80}; "
            "load with allow_code=True (shell: --allow-code) if you trust the file"
        )
    try:
        return _adapter(kind).validate_python({"name": name, **entries})
    except ValidationError as error:
        known = [field for field in fields_of(kind) if field != "name"]
        raise DescriptionError(from_validation(error, (section, name), known)) from None


# writing


def save(mechanism: Mechanism, path: str | PathLike) -> None:
    """Write a mechanism as JSON if the name ends in .json, as YAML if in .yaml, .yml or nothing; completely or not at
    all."""
    ending = require_ending(path, ENDINGS, "a mechanism")
    text = dumps(mechanism, as_json=ending == ".json")
    write_text(path, text)


def dumps(mechanism: Mechanism, *, as_json: bool = False) -> str:
    """Return the text of a mechanism's file."""
    data = to_data(mechanism)
    return _json_text(data) if as_json else _yaml_text(data)


def to_data(mechanism: Mechanism) -> dict[str, Any]:
    """Return the file form as plain data; a block whose function has no importable name raises a CodeError."""
    data: dict[str, Any] = {"linkwork": VERSION}
    if mechanism.name:
        data["name"] = mechanism.name
    if mechanism.plane:
        data["plane"] = mechanism.plane
    if any(item != 0 for item in mechanism.gravity):
        data["gravity"] = plain(mechanism.gravity)
    for section in SECTIONS:
        entries = {part.name: _entry(section, part) for part in mechanism if part.section == section}
        if entries:
            data[section] = entries
    if mechanism.cases:
        data["cases"] = {name: plain(case_data(case)) for name, case in mechanism.cases.items()}
    if mechanism.designs:
        data["designs"] = {name: plain(designs_data(designs)) for name, designs in mechanism.designs.items()}
    return data


def _entry(section: str, part: Part) -> Any:
    if section in _WRITTEN_SHORT:
        return plain(getattr(part, SHORT[section]))
    entry: dict[str, Any] = {"type": part.type} if len(SECTIONS[section]) > 1 else {}
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if field.name == "name" or (is_default(field, value) and not isinstance(part, Input)):
            continue
        if isinstance(part, Block) and field.name == "function":
            value = part.stored_function()
        entry[field.name] = plain(value)
    return entry


def plain(value: Any) -> Any:
    """Return plain data: tuples become lists, whole floats integers, shapes mappings."""
    if (
        isinstance(value, float)
        and value.is_integer()
        and abs(value) < 2**53
        and not (value == 0 and str(value)[0] == "-")
    ):
        return int(value)
    if isinstance(value, Shape):
        entry = {"type": value.type}  # type: ignore[attr-defined]
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if field.name != "type" and not is_default(field, item):
                entry[field.name] = plain(item)
        return entry
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


def _json_text(data: Any) -> str:
    """Return JSON with one part per line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            parts = ",\n".join(
                f"    {json.dumps(name)}: {json.dumps(item, ensure_ascii=False)}" for name, item in value.items()
            )
            lines.append(f"  {json.dumps(key)}: {{\n{parts}\n  }}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


_BASE: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_BASE):
    """A YAML dumper with flow style inside parts and without aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_float(dumper: Any, value: float) -> Any:
    """Return the shortest text that reads back equal, with a point, which YAML 1.1 requires of floats."""
    text = repr(value)
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text)


def _represent_text(dumper: Any, value: str) -> Any:
    """Return a text node, quoted if the text would otherwise read back as another type."""
    style = None if plain_scalar(value) == value else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(float, _represent_float)
_Dumper.add_representer(str, _represent_text)


def _yaml_text(data: Any) -> str:
    """Return YAML with one part per line."""
    lines = []
    for key, value in data.items():
        if key in ("cases", "designs"):
            lines.append(yaml.dump({key: value}, Dumper=_Dumper, sort_keys=False, allow_unicode=True).rstrip("\n"))
        elif isinstance(value, Mapping):
            lines.append(f"{key}:")
            lines += [f"  {_flow({name: item})[1:-1]}" for name, item in value.items()]
        else:
            lines.append(_flow({key: value})[1:-1])
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    text = yaml.dump(value, Dumper=_Dumper, default_flow_style=True, sort_keys=False, width=10**9, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")
