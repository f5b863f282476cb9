"""Properties of random files, mechanisms, events and inputs; `python -m tests.fuzz` draws more of them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import events, files, inputs, mechanisms

RANDOM = st.randoms(use_true_random=False)  # what is drawn from it shrinks


@settings(max_examples=600)
@given(RANDOM)
def test_a_file_is_a_mechanism_or_an_input_error_fit_to_print(rng):
    files.check(rng, {})


@settings(max_examples=100)
@given(RANDOM)
def test_formulations_coordinates_and_cuts_agree_on_a_mechanism_or_refuse_it(rng):
    mechanisms.check(rng, {})


@pytest.mark.parametrize("seed", [701097, 701202, 701283, 1001197, 1001467])
def test_mechanisms_that_once_stopped_in_one_set_of_coordinates_finish_in_all(seed):
    """After long slides, and at starts with redundant rows; a locked mechanism among them."""
    seen: dict[str, int] = {}
    mechanisms.check(Random(f"mechanisms:{seed}"), seen)
    assert seen["run finished"] >= 2
    assert not any(outcome.startswith("run ended") for outcome in seen)


@pytest.mark.parametrize("seed", [7000316, 8000148, 8000548])
def test_mechanisms_with_redundant_rows_are_accepted_by_every_formulation(seed):
    """Of locked ones, rows of rounding seemed to contradict one another; of the last one, a row that vanishes on the way
    was chosen again and again, though others hold the same freedom.
    """
    seen: dict[str, int] = {}
    mechanisms.check(Random(f"mechanisms:{seed}"), seen)
    assert seen["run of another formulation"] == 1


@settings(max_examples=200)
@given(RANDOM)
def test_events_are_all_found_or_their_span_is_reported(rng):
    events.check(rng, {})


@settings(max_examples=300)
@given(RANDOM)
def test_an_input_acts_as_it_says_or_is_refused(rng):
    inputs.check(rng, {})
