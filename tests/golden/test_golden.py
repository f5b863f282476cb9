"""Numbers and messages stay what they are: a committed part of `python -m tests.golden`."""

from tests.golden.failures import failures
from tests.golden.ledger import Ledger, differences, read
from tests.golden.numbers import SECTIONS
from tests.golden.reduced import FILE, portable, reduced, tolerance


def test_numbers_and_messages_are_those_that_were_committed():
    ledger = Ledger(reduced)
    for section in (*SECTIONS, failures):
        section(ledger)
    lines = differences(portable(ledger.entries), read(FILE), tolerance)
    assert not lines, "\n".join(
        [f"{len(lines)} entries differ; python -m tests.golden write --reduced FILE", *lines[:20]]
    )
