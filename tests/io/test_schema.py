"""The schema knows every section, type and field, and refuses what loading refuses."""

import json

import pytest

from linkwork import library
from linkwork.description.parts import SECTIONS
from linkwork.io.files import to_data
from linkwork.io.schema import json_schema


def test_every_section_and_type_is_in_the_schema():
    schema = json_schema()
    assert json.loads(json.dumps(schema)) == schema
    for section, words in SECTIONS.items():
        assert section in schema["properties"]
        for word in words:
            assert schema["$defs"][word]["additionalProperties"] is False
    assert "axis" not in schema["$defs"]["spherical"]["properties"]
    assert "axis" not in schema["$defs"]["universal"]["properties"]
    assert "pitch" in schema["$defs"]["screw"]["required"]
    assert schema["$defs"]["revolute"]["required"] == ["type", "body_i", "body_j"]


def test_files_of_the_library_satisfy_the_schema():
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json_schema())
    for name in library.__all__:
        if name != "initial_speeds":
            validator.validate(to_data(getattr(library, name)()))
    broken = to_data(library.door())
    broken["bodies"]["leaf"]["mas"] = 3
    assert not validator.is_valid(broken)
