"""Numbers and assignments of the command line."""

from math import pi

import pytest

from linkwork.cli.values import ArgumentError, assignments, number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.2", 1.2),
        ("60deg", pi / 3),
        ("60*deg", pi / 3),
        ("250 mm", 0.25),
        ("-3e-2", -0.03),
        ("60rpm", 2 * pi),
        (".5m", 0.5),
    ],
)
def test_numbers_with_units(text, value):
    assert number(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc", "not a number"),
        ("", "not a number"),
        ("2*", "not a number"),
        ("3 feet", "unknown unit 'feet'"),
        ("1e999", "too large"),
    ],
)
def test_numbers_that_cannot_be_read_say_why(text, message):
    with pytest.raises(ArgumentError, match=message):
        number(text)


def test_assignments_split_at_the_first_equals_sign():
    assert assignments(["A.angle=60deg", "L1 = 2"]) == {"A.angle": pytest.approx(pi / 3), "L1": 2.0}


@pytest.mark.parametrize(
    ("arguments", "message"), [(["A.angle"], "name=value"), (["=1"], "name=value"), (["a=1", "a=2"], "given twice")]
)
def test_malformed_assignments_say_why(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        assignments(arguments)
