"""Every mechanism of the library in both coordinates under every formulation, at its initial speeds."""

import pytest

import linkwork as lw
from linkwork import library
from tests.rigs.answers import FORMULATIONS, Answer
from tests.rigs.states import same_place

LIBRARY = [name for name in library.__all__ if name != "initial_speeds"]


@pytest.mark.parametrize("name", LIBRARY)
def test_library_mechanisms_answer_alike(name):
    mechanism = getattr(library, name)()
    model, full = lw.compile(mechanism), lw.compile(mechanism, coordinates="cartesian")
    state = lw.assemble(model, library.initial_speeds(name))
    reference = Answer(model, state, lw.Augmented())
    for place in ((model, state), (full, same_place(model, state, full))):
        for formulation in FORMULATIONS:
            assert Answer(*place, formulation).off(reference) < 1e-9, formulation
