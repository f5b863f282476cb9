"""Reading files is safe: bounded, without tags, and the same for YAML and JSON."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.io import reading
from linkwork.io.reading import FileError, parse_json, parse_yaml, read_text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: !!python/object/apply:os.system ['true']", ["line 1", "tag", "not allowed"]),
        ("a: !!str 5", ["tag", "not allowed"]),
        ("a: !custom {b: 1}", ["tag '!custom'"]),
        ("- !!python/name:os.system", ["tag"]),
        ("%TAG ! tag:x,2000:\n---\na: !b 1", ["tag"]),
        ("1: a", ["line 1", "key 1 is not text", "quote it"]),
        ("a:\n  on: 1", ["line 2", "key True is not text"]),
        ("no: 1", ["key False is not text"]),
        ("~: 1", ["key None is not text"]),
        ("1.5: 1", ["key 1.5"]),
        ("? [a, b]\n: 1", ["a list or mapping"]),
        ("? {a: b}\n: 1", ["a list or mapping"]),
        ("a: 1\nb: 2\na: 3", ["line 3", "key 'a' is given twice"]),
        ("x: {a: 1, a: 2}", ["'a' is given twice"]),
        ("a: 1\n---\nb: 2", ["second document"]),
        ("a: [1, 2", ["not YAML"]),
        ("a: b: c", ["not YAML", "line 1"]),
        ("a: *b", ["alias *b names nothing"]),
        ("a: &b [*b]", ["alias *b"]),
        ("a: \x00", ["not YAML"]),
    ],
)  # fmt: skip
def test_what_yaml_files_may_not_hold(text, words):
    with pytest.raises(FileError) as caught:
        parse_yaml(text)
    for word in words:
        assert word in str(caught.value)


def test_deep_files_are_refused():
    for text in ("[" * 100_000, "{a: " * 1000 + "1" + "}" * 1000, "\n".join(" " * i + "a:" for i in range(500))):
        with pytest.raises(FileError):
            parse_yaml(text)
    for text in ("[" * 100_000, "[" * 500 + "]" * 500, '{"a":' * 100 + "1" + "}" * 100):
        with pytest.raises(FileError):
            parse_json(text)
    assert parse_yaml("[" * 30 + "]" * 30) == parse_json("[" * 30 + "]" * 30)


def test_huge_files_are_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(reading.MAX_BYTES + 1)
    with pytest.raises(FileError, match=r"huge\.yaml: larger than 64 MB"):
        read_text(path)
    monkeypatch.setattr(reading, "MAX_NODES", 1000)
    with pytest.raises(FileError, match="more than 1000 values"):
        parse_yaml("[" + "1, " * 2000 + "]")


def test_alias_bombs_are_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    with pytest.raises(FileError, match="aliases count each time"):
        parse_yaml("\n".join(lines))


def test_plain_aliases_work():
    assert parse_yaml("a: &p [1, 2]\nb: *p\nc: &q k\nd: *q") == {"a": [1, 2], "b": [1, 2], "c": "k", "d": "k"}


@pytest.mark.parametrize(
    ("parse", "text"), [(parse_yaml, "a: \ud800"), (parse_json, '{"a": "\ud800"}'), (parse_json, '{"a": "\\ud800"}')]
)
def test_half_a_character_is_refused(parse, text):
    """It could not be written again."""
    with pytest.raises(FileError, match=r"half of a character"):
        parse(text)
    assert parse_json('{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5), ("-5", -5), ("5.", 5.0), ("1e5", 1e5), ("1.5e-3", 0.0015), (".5", 0.5), ("010", 10), ("'5'", "5"),
        ('"on"', "on"), ("60*deg", "60*deg"), ("1:30", "1:30"), ("0x1F", "0x1F"), ("2001-01-01", "2001-01-01"),
        ("true", True), ("no", False), ("~", None), ("", None), ("m:f", "m:f"), (".inf", math.inf),
    ],
)  # fmt: skip
def test_plain_scalars(text, value):
    result = parse_yaml(f"a: {text}")["a"]
    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "a": 2}', "key 'a' is given twice"),
        ("{'a': 1}", "not JSON"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON"),
        ("", "not JSON"),
    ],
)
def test_what_json_files_may_not_hold(text, words):
    with pytest.raises(FileError, match=words):
        parse_json(text)


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(FileError, match=r"none\.yaml: cannot be read: No such file"):
        read_text(tmp_path / "none.yaml")
    with pytest.raises(FileError, match="cannot be read"):
        read_text(tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"name: \xe9")
    with pytest.raises(FileError, match="not UTF-8 text"):
        read_text(tmp_path / "latin.yaml")


@settings(max_examples=300)
@given(st.text(alphabet=st.sampled_from("ab:-[]{},&*!|>'\"#%@\n 1.?~"), max_size=60))
def test_any_text_is_data_or_a_file_error(text):
    for read in (parse_yaml, parse_json):
        try:
            read(text)
        except FileError:
            continue
