"""Chains of elementary motions: what follows from them, and which chains are refused."""

import numpy as np
import pytest

from linkwork.kernels.joints import CHAINS, HZ, LEVER, QUATERNION, RX, RZ, TRANSLATION, TX, TY, TZ, Chain, _reversed

# positions, velocities, columns that the parent carries, velocities that are displacements, positions that turn about one axis
EXPECTED = {
    "fixed": (0, 0, 0, (), ()),
    "revolute": (1, 1, 0, (), (0,)),
    "prismatic": (1, 1, 0, (0,), ()),
    "cylindrical": (2, 2, 0, (0,), (1,)),
    "screw": (1, 1, 0, (), (0,)),
    "universal": (2, 2, 1, (), (0, 1)),
    "spherical": (4, 3, 0, (), ()),
    "planar": (3, 3, 2, (0, 1), (2,)),
    "free": (7, 6, 3, (0, 1, 2), ()),
}


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.name)
def test_sizes_and_carriers_follow_from_the_chain(chain):
    turning = tuple(place for place, _, _ in chain.turning)
    assert (chain.nq, chain.nv, chain.riding, chain.lengths, turning) == EXPECTED[chain.name]


def test_a_column_that_turns_with_neither_frame_is_refused():
    for steps in (((RZ, "a"), (RX, "b"), (RZ, "c")), ((RX, "a"), (TY, "y"), (RZ, "b")), ((QUATERNION,), (TZ, "z"))):
        with pytest.raises(ValueError, match="make it of two joints"):
            Chain("wrist", steps)


def test_a_screw_stands_alone():
    with pytest.raises(ValueError, match="HZ must be the only motion"):
        Chain("drill", ((TX, "x"), (HZ, "angle")))


def test_a_pin_in_a_slot_is_read_backward_with_the_same_coordinates():
    chain = _reversed(Chain("slot", ((TX, "x"), (RZ, "angle"))))
    assert chain is not None
    assert chain.steps == ((RZ, "angle"), (TX, "x"))
    assert chain.swings == LEVER
    assert np.array_equal(chain.turn, np.diag([-1.0, 1.0, -1.0]))


def test_a_chain_along_all_axes_must_say_what_it_is_backward():
    with pytest.raises(ValueError, match="say what it is backward"):
        _reversed(Chain("table", ((TX, "x"), (TY, "y"), (RZ, "angle"))))
    with pytest.raises(ValueError, match="say what it is backward"):
        _reversed(Chain("float", ((TRANSLATION, "x", "y", "z"),)))
