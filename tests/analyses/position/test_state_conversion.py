"""Positions and velocities carried from joint to Cartesian coordinates and back."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.model.coordinates import Coordinates
from linkwork.model.state_conversion import translated

AXIAL = {"at": (0.3, 0.1, 0.2), "axis": (0.2, 0.3, 1.0)}
KINDS = {
    "revolute": lambda i, j: lw.Revolute("T", i, j, **AXIAL),
    "prismatic": lambda i, j: lw.Prismatic("T", i, j, **AXIAL),
    "cylindrical": lambda i, j: lw.Cylindrical("T", i, j, **AXIAL),
    "screw": lambda i, j: lw.Screw("T", i, j, **AXIAL, pitch=0.3),
    "universal": lambda i, j: lw.Universal("T", i, j, at=(0.3, 0.1, 0.2), axis_i=(0, 1, 0), axis_j=(0, 0, 1)),
    "spherical": lambda i, j: lw.Spherical("T", i, j, at=(0.3, 0.1, 0.2)),
    "planar": lambda i, j: lw.Planar("T", i, j, **AXIAL),
    "fixed": lambda i, j: lw.Fixed("T", i, j, **AXIAL),
    "free": lambda i, j: lw.Free("T", i, j),
}


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back_is_the_identity(kind, reverse):
    names = ("b", "a") if reverse else ("a", "b")
    m = lw.Mechanism().add(
        lw.Body("a", mass=1, com=(0.5, 0.2, 0.1), inertia=(1, 1.5, 2), x=(1, 1, 0)),
        lw.Body("b", mass=1, com=(0.1, 0.7, 0.3), inertia=(1, 1.5, 2), z=(0, 1, 1)),
        lw.Revolute("R", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0)),
        KINDS[kind](*names),
    )
    joint, cartesian = lw.compile(m), lw.compile(m, coordinates="cartesian")
    rng = np.random.default_rng(5)
    q = Coordinates(joint).moved(joint.design_state().q, rng.uniform(-1, 1, joint.nv))
    state = lw.State(0, q, rng.standard_normal(joint.nv))
    there = translated(joint, state, cartesian)
    back = translated(cartesian, there, joint)
    assert back.q == pytest.approx(state.q, abs=1e-12) or back.q == pytest.approx(_turned(state.q, back.q), abs=1e-12)
    assert back.v == pytest.approx(state.v, abs=1e-12)
    for path in ("b.position", "b.rotation", "b.velocity", "b.angular_velocity"):
        assert lw.measure(joint, state, path) == pytest.approx(lw.measure(cartesian, there, path), abs=1e-12)


def _turned(q, like):
    """A quaternion and its negative are one rotation."""
    q = q.copy()
    if q.size >= 5:
        q[-4:] *= np.sign(q[-4:] @ like[-4:])
    return q


def test_whole_turns_survive_in_planar_mechanisms():
    joint = lw.compile(library.chain(3))
    cartesian = lw.compile(library.chain(3), coordinates="cartesian")
    state = lw.State(0, np.array([7.0, -15.0, 4.0]), np.array([1.0, 2.0, 3.0]))
    there = translated(joint, state, cartesian)
    assert there.q[2::3] == pytest.approx([7.0, -8.0, -4.0], abs=1e-12)
    back = translated(cartesian, there, joint)
    assert back.q == pytest.approx(state.q, abs=1e-12)
    assert back.v == pytest.approx(state.v, abs=1e-12)


def test_names_of_coordinates_are_signals_where_there_is_one():
    assert Coordinates(lw.compile(library.planar_four_bar())).names() == ["A.angle", "B.angle", "D.angle"]
    names = Coordinates(lw.compile(library.double_bar_pendulum(), coordinates="cartesian")).names()
    assert names[:3] == ["bar1.position.x", "bar1.position.y", "bar1.angle"]
    assert "S.displacement" in Coordinates(lw.compile(library.flyball_governor())).names()
