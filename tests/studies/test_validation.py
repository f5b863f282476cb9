"""The validation table holds its bounds, and covers what it says it covers."""

import pytest

from linkwork.numerics.jit import JIT_DISABLED
from linkwork.studies import validation

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="seconds of motion")


@pytest.mark.parametrize("title", validation.GROUPS)
def test_every_number_is_within_its_bound_of_the_reference(title):
    comparisons = list(validation.GROUPS[title]())
    assert comparisons
    off = [c.cells() for c in comparisons if not c.difference <= c.bound]
    assert not off


def test_bounds_are_small_beside_the_references():
    """A bound that a wrong answer could meet claims nothing."""
    for comparisons in validation.validate().values():
        for c in comparisons:
            assert c.bound <= 1e-4 * abs(c.reference), c.cells()


def test_a_row_shows_ours_to_the_digits_of_the_reference():
    row = validation.Comparison("pendulum", "period, s", 2.25, 2.2498, 1e-3)
    assert row.cells() == ("pendulum", "period, s", "2.25", "2.25", "2.0e-04", "1e-03")
    assert row.difference == pytest.approx(2e-4)


def test_the_text_has_a_table_for_every_group():
    text = validation.text()
    for title in validation.GROUPS:
        assert title in text
    assert text.count("reference") == len(validation.GROUPS)
