"""Linear models of every mechanism of the library and of random loops, moving: the same in all coordinates and bases."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from tests.rigs.random_closures import moving_design, random_closures
from tests.rigs.states import same_place

LIBRARY = [name for name in library.__all__ if name != "initial_speeds"]


def off(a, b):
    """The largest difference, relative to the largest number."""
    assert a.shape == b.shape
    return np.abs(a - b).max(initial=0.0) / max(1.0, np.abs(b).max(initial=0.0))


def answer_alike(mechanism, model, state, tolerance):
    """A, C, mass, damping and stiffness by states that are chosen alike."""
    full = lw.compile(mechanism, coordinates="cartesian")
    outputs = [f"{joint}.{word}" for joint in sorted(model.joints)[:2] for word in ("force", "torque")]
    outputs += [f"{sorted(model.bodies)[-1]}.acceleration", "energy.kinetic"]
    first = lw.linearize(model, state, outputs=outputs)
    chosen = [*first.coordinates, *first.speeds] if first.speeds else None
    for other, place in ((model, state), (full, same_place(model, state, full))):
        for basis in ("qr", "svd"):
            lin = lw.linearize(other, place, states=chosen, outputs=outputs, basis=basis)
            open_ones = {*first.not_unique, *lin.not_unique}
            unique = [k for k, name in enumerate(first.outputs) if name not in open_ones]
            assert lin.states == first.states
            for word in ("A", "mass", "damping", "stiffness"):
                assert off(getattr(lin, word), getattr(first, word)) < tolerance, (word, other.coordinates, basis)
            assert off(lin.C[unique], first.C[unique]) < tolerance, (other.coordinates, basis)
    return first


@pytest.mark.parametrize("name", LIBRARY)
def test_library_mechanisms_have_the_same_linear_model(name):
    mechanism = getattr(library, name)()
    model = lw.compile(mechanism)
    answer_alike(mechanism, model, lw.assemble(model, library.initial_speeds(name)), 1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_random_loops_have_the_same_linear_model(seed):
    mechanism = random_closures(seed)
    model = lw.compile(mechanism)
    answer_alike(mechanism, model, moving_design(model, seed), 1e-9)
