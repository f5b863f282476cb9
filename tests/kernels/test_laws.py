"""Functions of force laws that are written by hand are those that their values give by complex step."""

import numpy as np
import pytest

from linkwork.kernels.dispatch import folded
from linkwork.kernels.forces.generic import Cotangents, Given, Gradient
from linkwork.kernels.forces.law import Law, completed
from linkwork.kernels.forces.table import LAWS, law_reverse, law_rows, law_stiffness, law_tangent
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel
from tests.rigs.poses import pose, random_rotation

BY_VALUE = [completed(Law(law.name, law.constants, law.wrench, law.energy)) for law in LAWS]
KINDS = pytest.mark.parametrize("kind", range(len(LAWS)), ids=[law.name for law in LAWS])
SEEDS = pytest.mark.parametrize("seed", range(3))


def entry(stiffness, tangent, reverse, rows):
    """All four functions of one law at numbers that lie one after the other; out holds their results."""

    @kernel
    def run(kind, given, none, count, energy, out):
        c, X_I, X_J = vector(given, 0, count), vector(given, count, 12), vector(given, count + 12, 12)
        V_I, V_J = vector(given, count + 24, 6), vector(given, count + 30, 6)
        D_I, D_J = vector(given, count + 36, 6), vector(given, count + 42, 6)
        shift_I, shift_J, dc = (
            vector(given, count + 48, 18),
            vector(given, count + 66, 18),
            vector(given, count + 84, count),
        )
        empty = vector(given, 0, 0)
        g = Given(0.3, empty, none, none, empty, matrix(given, 0, 0, 4))
        stiffness(kind, c, g, X_I, X_J, V_I, V_J, empty, vector(out, 0, 36), vector(out, 36, 36))
        tangent(kind, c, g, X_I, X_J, V_I, V_J, dc, empty, shift_I, shift_J, vector(out, 72, 6), empty)
        bar, by = Cotangents(energy, empty), Gradient(vector(out, 126, count), empty)
        reverse(kind, c, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, vector(out, 78, 24), vector(out, 102, 24))

    @kernel
    def elements(kind, given, none, count, E, K, C):
        c, X_I, X_J = vector(given, 0, count), vector(given, count, 12), vector(given, count + 12, 12)
        V_I, V_J, empty = vector(given, count + 24, 6), vector(given, count + 30, 6), vector(given, 0, 0)
        g = Given(0.3, empty, none, none, empty, matrix(given, 0, 0, 4))
        rows(kind, c, g, X_I, X_J, V_I, V_J, E, K, C)

    return run, elements


HAND = entry(law_stiffness, law_tangent, law_reverse, law_rows)
STEPPED = entry(
    *(folded([getattr(law, name) for law in BY_VALUE]) for name in ("stiffness", "tangent", "reverse", "rows"))
)
NONE = np.zeros(0, np.int64)


def numbers(rng, kind, angle=0.7, damping=1.0):
    """A random law between random frames with random twists, virtual twists, shifts and changes of constants."""
    count, L = LAWS[kind].constants, rng.normal(size=(2, 6, 6))
    c = np.concatenate(((L[0] @ L[0].T).ravel(), damping * (L[1] @ L[1].T).ravel(), rng.normal(size=count - 72)))
    n = rng.normal(size=3)
    n /= np.linalg.norm(n)
    S = np.cross(np.eye(3), n).T
    R = random_rotation(rng)
    turned = R @ (np.eye(3) + np.sin(angle) * S + (1 - np.cos(angle)) * S @ S)
    X = [pose(R, rng.normal(size=3)), pose(turned, rng.normal(size=3))]
    return np.concatenate((c, *X, rng.normal(size=24 + 36 + count))), count


@SEEDS
@KINDS
@pytest.mark.parametrize("energy", [0.0, 1.3])
def test_derivatives_by_hand_are_those_by_complex_step_of_the_value(kind, seed, energy):
    given, count = numbers(np.random.default_rng(seed), kind)
    by_hand, stepped = np.zeros((2, 126 + count))
    HAND[0](kind, given, NONE, count, energy, by_hand)
    STEPPED[0](kind, given, NONE, count, energy, stepped)
    for first, last in ((0, 36), (36, 72), (72, 78), (78, 126), (126, 126 + count)):
        np.testing.assert_allclose(
            by_hand[first:last], stepped[first:last], rtol=0, atol=3e-13 * np.abs(stepped[first:last]).max()
        )


@SEEDS
@KINDS
def test_rows_of_an_unloaded_law_are_its_stiffness_and_damping_in_other_coordinates(kind, seed):
    """E'K E by hand and by K6: the two differ by the turning of the wrench, which is zero without load."""
    given, count = numbers(np.random.default_rng(seed), kind, angle=0.0)
    place = slice(count, count + 12)
    given[count + 12 : count + 24] = given[place]
    given[count + 24 : count + 36] = 0.0
    given[72:count] = 0.0
    if count > 78:  # the frames are apart by the undeformed length along x
        given[78] = 0.8
        given[count + 21 : count + 24] += 0.8 * given[count : count + 9].reshape(3, 3)[:, 0]
    results = []
    for _, elements in (HAND, STEPPED):
        E, K, C = np.zeros((6, 6)), np.zeros(36), np.zeros(36)
        elements(kind, given, NONE, count, E, K, C)
        results.append([E.T @ (A.reshape(6, 6) + A.reshape(6, 6).T) @ E for A in (K, C)])
    for by_hand, stepped in zip(*results, strict=True):
        np.testing.assert_allclose(by_hand, stepped, rtol=0, atol=1e-12 * np.abs(stepped).max())


def test_a_law_with_states_needs_their_rates():
    @inner_kernel
    def nothing(c, g, X_I, X_J, V_I, V_J, out):
        return None

    with pytest.raises(ValueError, match="law 'lag': it has 1 states"):
        completed(Law("lag", 1, nothing, states=1))
