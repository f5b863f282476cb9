"""The JSON Schema of mechanism files, for editors and other programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from linkwork.description.cases import FIELDS, Case
from linkwork.description.designs import FIELDS as DESIGN_FIELDS
from linkwork.description.designs import Designs
from linkwork.description.parts import SECTIONS
from linkwork.description.parts.bodies import SHAPES
from linkwork.description.parts.joints import PLACEMENTS, Joint
from linkwork.io.files import SHORT, VERSION

_NAME = "^[A-Za-z_][A-Za-z0-9_]*$"


def json_schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12) of the file form.

    >>> json_schema()["properties"]["plane"]["enum"]
    ['xy']
    """
    definitions: dict[str, Any] = {}
    sections: dict[str, Any] = {}
    for section, words in SECTIONS.items():
        references = []
        for word, kind in words.items():
            definitions[word] = _part_schema(kind, word if len(words) > 1 else None)
            references.append({"$ref": f"#/$defs/{word}"})
        if section in SHORT:
            references.append(definitions[next(iter(words))]["properties"][SHORT[section]])
        entry = references[0] if len(references) == 1 else {"anyOf": references}
        sections[section] = {
            "type": "object",
            "additionalProperties": False,
            "patternProperties": {_NAME: entry},
        }
    vector = {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 3, "maxItems": 3}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "linkwork mechanism",
        "type": "object",
        "additionalProperties": False,
        "required": ["linkwork"],
        "properties": {
            "linkwork": {"const": VERSION},
            "name": {"type": "string"},
            "plane": {"enum": ["xy"]},
            "gravity": vector,
            **sections,
            "cases": {
                "type": "object",
                "additionalProperties": False,
                "patternProperties": {_NAME: _entry_schema(Case, FIELDS)},
            },
            "designs": {
                "type": "object",
                "additionalProperties": False,
                "patternProperties": {_NAME: _entry_schema(Designs, DESIGN_FIELDS)},
            },
        },
        "$defs": definitions,
    }


def _entry_schema(kind: type, fields: Sequence[str]) -> dict[str, Any]:
    """Return the schema of a case or of the designs of a sweep; see docs/cases.md and docs/sweeps.md."""
    schema = _part_schema(kind, None)
    properties = {field: schema["properties"][field] for field in fields}
    return {**schema, "type": ["object", "null"], "properties": properties}


def _part_schema(kind: type, word: str | None) -> dict[str, Any]:
    """Return the schema of one part; fields that a joint does not have are left out."""
    generated = TypeAdapter(kind).json_schema()
    properties, required = dict(generated["properties"]), [*generated.get("required", [])]
    properties.pop("name")
    required.remove("name")
    if issubclass(kind, Joint):
        for what, fields in PLACEMENTS.items():
            if what not in kind.needs | kind.allows:
                for field in fields:
                    properties.pop(field, None)
            elif what in kind.one_sided:
                properties.pop(what, None)
    if "shapes" in properties:
        properties["shapes"] = {"type": "array", "items": {"anyOf": [_shape_schema(shape) for shape in SHAPES]}}
    if word is not None:
        properties = {"type": {"const": word}, **properties}
        required.insert(0, "type")
    schema: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
    if kind.__doc__:
        schema["description"] = kind.__doc__.strip().splitlines()[0]
    if required:
        schema["required"] = required
    return schema


def _shape_schema(word: str) -> dict[str, Any]:
    schema = TypeAdapter(SHAPES[word]).json_schema()
    properties = {field.name: schema["properties"][field.name] for field in dataclasses.fields(SHAPES[word])}
    properties["type"] = {"const": word}
    required = ["type", *(field for field in schema.get("required", []) if field != "type")]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}
