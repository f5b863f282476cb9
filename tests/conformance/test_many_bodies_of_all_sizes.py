"""A hundred bodies and more whose masses differ by 24 decades: exact accelerations, or a refusal that names bodies."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.state_conversion import translated
from tests.rigs.answers import body_accelerations
from tests.rigs.exact_chains import body_velocities, exact_accelerations, four_bars, spatial_tree
from tests.rigs.states import settled

RIGHT = 1e-8
SMALLEST, LARGEST = 2.0**-40, 2.0**40


def alternating(k, _):
    return LARGEST if k % 2 else SMALLEST


def drawn(_, rng):
    return float(2.0 ** rng.integers(-40, 41))


def graded(k, _):
    return float(2.0 ** (8 * (7 * k % 11 - 5)))


def one(*_):
    return 1.0


def moving(linkage, seed=0):
    """The model in joint coordinates and a state of random speeds."""
    model = lw.compile(linkage.mechanism())
    start = model.design_state()
    v = np.random.default_rng(seed).normal(size=model.nv)
    state = lw.State(start.t, start.q, v, start.z, start.inactive, start.turns)
    return model, settled(model, state) if model.n_rows else state


def off(linkage, model, state, formulation, exact):
    """The largest error of a body's acceleration beside its size."""
    vdot = lw.accelerations(model, state, formulation=formulation).vdot
    found = np.empty_like(exact)
    found[[int(name[1:]) - 1 for name in sorted(model.bodies)]] = body_accelerations(model, state, vdot)
    return float((np.abs(found - exact).max(axis=1) / np.maximum(1.0, np.abs(exact).max(axis=1))).max())


MANY = {
    "chain of alternating masses": lambda: spatial_tree(100, alternating, 0),
    "chain of random masses": lambda: spatial_tree(100, drawn, 1),
    "tree of random masses": lambda: spatial_tree(100, drawn, 2, branches=6),
    "alternating masses in 45 four-bars": lambda: four_bars(45, alternating),
    "graded masses in 45 four-bars": lambda: four_bars(45, graded),
}


@pytest.mark.parametrize("make", MANY)
def test_many_bodies_of_24_decades_are_exact(make):
    linkage = MANY[make]()
    first, state = moving(linkage)
    exact = exact_accelerations(linkage, *body_velocities(linkage, first, state))
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(linkage.mechanism(), coordinates=coordinates)
        there = state if coordinates == "joint" else translated(first, state, model)
        for formulation in (lw.Recursive(), lw.Augmented()):
            assert off(linkage, model, there, formulation, exact) < RIGHT, (coordinates, formulation)


def test_masses_that_too_many_bodies_cannot_tell_apart_are_named():
    linkage = spatial_tree(250, alternating, 0)
    model, state = moving(linkage)
    for formulation in (lw.Recursive(), lw.Augmented()):
        with pytest.raises(lw.FormulationError, match=r"a mechanism of 250 bodies \(.*'b\d+' beside .*'b\d+'.*: give"):
            lw.accelerations(model, state, formulation=formulation)
