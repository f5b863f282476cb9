"""Joints that slide far, with either end on the moving body: the way says nothing about rank.

An offset along axes of a frame on the moving body acts there as far away as the joint has slid. Pivots that were compared
without regard to that fell with the square of the way, and runs stopped after a few metres as "at rest in a singular
position", or were taken across a singular position that is none. So do the pivots of other joints of a body on which
another one has slid far, as it has to be turned with it.
"""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.state_conversion import translated
from tests.rigs.answers import FORMULATIONS

GUARDED = [choice for choice in FORMULATIONS if not isinstance(choice, lw.Baumgarte)]  # that follow their branch
SLIDING = {
    "planar": (lw.Planar, (0, 0, 1)), "prismatic": (lw.Prismatic, (1, 0, 0)), "cylindrical": (lw.Cylindrical, (1, 0, 0)),
}  # fmt: skip


def slide(kind, ends, moving=None):
    """A body that slides along x, with a pendulum; joint coordinates and Cartesian ones, at `moving` m/s."""
    cls, axis = SLIDING[kind]
    m = lw.Mechanism("slide", gravity=(0.3, 1, -9.81))
    m.add(
        lw.Body("a", mass=2.0, com=(0.1, 0.05, 0.02), inertia=(0.3, 0.4, 0.5)),
        lw.Body("b", mass=1.0, com=(0.2, 0.1, 0.1), inertia=(0.1, 0.2, 0.15)),
        cls("j", *ends, at=(0, 0, 0), axis=axis),
        lw.Revolute("h", "a", "b", at=(0.3, 0, 0), axis=(0, 1, 0)),
    )
    joint, cartesian = lw.compile(m), lw.compile(m, coordinates="cartesian")
    state = joint.design_state()
    v = np.zeros(joint.nv)
    v[0], v[-1] = (moving if ends[0] == "ground" else -moving), 3.0
    state = lw.State(state.t, state.q, v, state.z, state.inactive, state.turns)
    return (joint, state), (cartesian, translated(joint, state, cartesian))


@pytest.mark.parametrize("ends", [("ground", "a"), ("a", "ground")], ids=["on the ground", "on the body"])
@pytest.mark.parametrize("kind", SLIDING)
@pytest.mark.parametrize("speed", [30.0, 3000.0])
def test_a_joint_slides_far_in_cartesian_coordinates(kind, ends, speed):
    ends_of = []
    for model, state in slide(kind, ends, speed):
        run = lw.simulate(model, state, 2.0, rtol=1e-9, output=[2.0], quiet=True)
        assert run.success, run.message
        assert run.stats.on_branch == run.stats.across == 0  # no singular position is near
        ends_of.append(lw.measure(model, run.final, "b.position"))
    assert abs(ends_of[0][0]) > 1.9 * speed
    assert ends_of[1] == pytest.approx(ends_of[0], abs=1e-8, rel=1e-13)


def test_a_plane_that_is_followed_far_away_costs_no_energy():
    """A spinning pair beside a body on a plane, 30 m away: 2.4 J of 21 kJ were lost within 3 ms, whatever the tolerance."""
    m = lw.Mechanism("far", gravity=(0, 0, 0))
    m.add(
        lw.Body("a", mass=1.4, com=(0, 0, 0), inertia=(0.25, 0.24, 0.21)),
        lw.Body("b", mass=2.2, com=(0.3, 0.1, 0), inertia=(0.25, 0.16, 0.34)),
        lw.Planar("j", "a", "ground", at_i=(0.2, 0.3, 0.1), at_j=(0.2, 0.3, 0.1), axis=(0, 0, 1)),
        lw.Spherical("s", "a", "b", at=(0.2, 0, 0)),
    )
    model = lw.compile(m, coordinates="cartesian")
    start = lw.assemble(
        model, {"a.position": (0, 0, 0), "a.velocity": (60, 0, 0), "a.angular_velocity": (0, 0, 8), "b.angular_velocity": (20, -30, 10)}
    )  # fmt: skip
    run = lw.simulate(model, start, 1.0, rtol=1e-9, output=[1.0], quiet=True)
    before = lw.total_energy(model, start)
    assert run.success and run.message == "reached the end"
    assert run.stats.across == 0
    assert lw.total_energy(model, run.final) == pytest.approx(before, rel=1e-8)


def test_a_dependent_row_of_a_long_slide_stays_dependent():
    """Two planes that are one: rows that depend on others must not live on rounding, however far the body is."""
    m = lw.Mechanism("twice", gravity=(0, 0, -9.81))
    m.add(
        lw.Body("a", mass=2.0, com=(0.1, 0.05, 0.02), inertia=(0.3, 0.4, 0.5)),
        lw.Planar("j", "a", "ground", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Planar("k", "a", "ground", at=(0.5, 0.2, 0), axis=(0, 0, 1)),
    )
    model = lw.compile(m, coordinates="cartesian")
    start = lw.assemble(model, {"a.velocity": (1e4, 2e3, 0), "a.angular_velocity": (0, 0, 0.3)})
    run = lw.simulate(model, start, 1.0, rtol=1e-9, output=[1.0], quiet=True)
    assert run.success, run.message
    assert lw.total_energy(model, run.final) == pytest.approx(lw.total_energy(model, start), rel=1e-9)
    assert run.stats.violation < 1e-8


def bead(hub, speed):
    """A bead that slides along an arm fixed to a hub, 2 `hub` kg, which turns at 3 rad/s."""
    m = lw.Mechanism("bead on an arm", gravity=(0, 0, 0))
    m.add(
        lw.Body("hub", mass=2 * hub, com=(0, 0, 0), inertia=(0.4 * hub, 0.3 * hub, 0.5 * hub)),
        lw.Body("arm", mass=1, com=(0.2, 0.1, 0), inertia=(0.1, 0.2, 0.25)),
        lw.Body("bead", mass=1, com=(0.1, 0, 0.05), inertia=(0.1, 0.2, 0.15)),
        lw.Revolute("h", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Fixed("f", "arm", "hub", at=(0.1, 0.2, 0)),
        lw.Cylindrical("c", "bead", "arm", at=(0.5, 0, 0), axis=(1, 0.3, 0.2)),
    )
    joint, cartesian = lw.compile(m), lw.compile(m, coordinates="cartesian")
    state = lw.assemble(joint, {"c.displacement.rate": speed, "h.angle.rate": 3.0})
    return (joint, state), (cartesian, translated(joint, state, cartesian))


@pytest.mark.parametrize(
    ("hub", "speed"), [(1.0, 30.0), (1.0, 1e3), (1.0, 1e5), (1e7, 30.0), (1e7, 1e3), (1e9, 1e3), (1e7, 1e5)]
)
def test_a_joint_beside_a_long_slide_is_not_taken_for_singular(hub, speed):
    """With masses that differ much; 2e5 m away rounding violates the constraints by more than corrections can mend."""
    ends, ways = [], []
    for model, state in bead(hub, speed):
        run = lw.simulate(model, state, 2.0, rtol=1e-10, output=[2.0], quiet=True)
        assert run.success, run.message
        assert run.stats.across == 0
        assert lw.total_energy(model, run.final) == pytest.approx(lw.total_energy(model, state), rel=1e-9)
        ends.append(lw.measure(model, run.final, "bead.position"))
        ways.append(np.abs(ends[-1]).max())
    assert ways[0] > 50.0
    assert ends[1] == pytest.approx(ends[0], abs=1e-8 * ways[0])


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_run_that_ends_far_away_says_so(coordinates):
    """Two rods hold a bar that carries a bead: 390 m away it said that the mechanism was at rest in a singular position."""
    m = lw.Mechanism("bead on a hung bar", gravity=(0, 0, 0), plane="xy").add(
        lw.Body("bar", mass=1, com=(0, 0, 0), inertia=0.3),
        lw.Body("bead", mass=1, com=(0, 0.2, 0), inertia=0.1),
        lw.Distance("left", "ground", "bar", at_i=(-1, 2, 0), at_j=(-1, 0, 0)),
        lw.Distance("right", "ground", "bar", at_i=(1, 2, 0), at_j=(1, 0, 0)),
        lw.Prismatic("along", "bar", "bead", at=(0, 0.2, 0), axis=(1, 0, 0)),
    )
    joint, model = lw.compile(m), lw.compile(m, coordinates=coordinates)
    start = lw.assemble(joint, {"bar.velocity": (1, 0, 0), "along.displacement.rate": 1e5})
    run = lw.simulate(model, translated(joint, start, model), 1.0, rtol=1e-8, output=[1.0], quiet=True)
    assert not run.success
    assert run.final.t > 1e-3
    assert "body 'bead' is" in run.message and "end the run before" in run.message


@pytest.mark.parametrize("away", [1e8, 1e10])
def test_a_run_that_ends_by_rounding_far_away_says_so(away):
    """Rounding of the arm's rotation moves the bead by more than joints may be off."""
    (joint, _), (cartesian, _) = bead(1.0, 30.0)
    state = lw.assemble(joint, {"c.displacement": away, "c.displacement.rate": 30.0, "h.angle.rate": 3.0})
    run = lw.simulate(cartesian, translated(joint, state, cartesian), 1.0, rtol=1e-10, output=[1.0], quiet=True)
    assert not run.success
    assert "could not be moved" in run.message and "body 'bead' is" in run.message
    assert "use joint coordinates" in run.message


@pytest.mark.parametrize("formulation", GUARDED, ids=repr)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_loop_that_carries_a_long_slide_is_not_taken_for_singular(coordinates, formulation):
    """The far body resisted all rotation of the coupler, so that the row that it holds seemed to be singular 120 m away.

    The four-bar passes two singular positions, and the body is 1.5 km away in the end.
    """
    loop = lw.library.n_four_bar(1)
    m = lw.Mechanism("carried", gravity=loop.gravity, plane=loop.plane).add(
        *loop,
        lw.Body("bead", mass=1, com=(0.5, 1, 0), inertia=0.1),
        lw.Prismatic("along", "coupler1", "bead", at=(0.5, 1, 0), axis=(0.6, 0.8, 0)),
    )
    joint, model = lw.compile(m), lw.compile(m, coordinates=coordinates)
    start = lw.assemble(joint, {"A0.angle.rate": 1.0, "along.displacement.rate": 1e3})
    state = translated(joint, start, model)
    run = lw.simulate(model, state, 1.5, rtol=1e-9, formulation=formulation, output=[1.5], quiet=True)
    assert run.success, run.message
    assert len(run.crossings) == 2
    # the coupler of a parallelogram does not turn, and carries the bead along
    away = lw.measure(model, run.final, "bead.position") - lw.measure(model, run.final, "coupler1.position")
    assert away[1] == pytest.approx(4 / 3 * away[0], abs=1e-6)
    assert away[0] == pytest.approx(894.189, abs=1e-3)
    assert lw.total_energy(model, run.final) == pytest.approx(lw.total_energy(model, state), rel=1e-9)


@pytest.mark.parametrize("mass", [1.0, 1e9])
@pytest.mark.parametrize("speed", [1e3, 1e4])
def test_singular_positions_are_passed_beside_a_long_slide(speed, mass):
    """Four-bars pass singular positions where they did without the body that slides away from them."""
    alone = lw.library.n_four_bar(1)
    beside = lw.Mechanism("beside", gravity=alone.gravity, plane=alone.plane).add(
        *alone,
        lw.Body("bead", mass=mass, com=(0.1, 0, 0), inertia=0.1 * mass),
        lw.Prismatic("P", "bead", "ground", at=(0, 0, 0), axis=(1, 0, 0)),
    )
    ends = []
    for m in (alone, beside):
        model = lw.compile(m, coordinates="cartesian")
        start = lw.assemble(model, {"A0.angle.rate": -1.0} | ({"P.displacement.rate": speed} if m is beside else {}))
        run = lw.simulate(model, start, 10.0, rtol=1e-11, output=[10.0], quiet=True)
        assert run.success, run.message
        assert len(run.crossings) > 1
        ends.append((run, lw.measure(model, run.final, "coupler1.position")))
    assert len(ends[0][0].crossings) == len(ends[1][0].crossings)
    assert ends[1][1] == pytest.approx(ends[0][1], abs=1e-6)


@pytest.mark.parametrize("speed", [30.0, 1e3])
def test_an_edge_far_from_its_body_is_not_taken_for_singular(speed):
    """An edge on a rotor, along which a body flies away: the arm passes through zero where the edge points at the body."""
    m = lw.Mechanism("edge", gravity=(0, 0, 0))
    m.add(
        lw.Body("a", mass=2.0, com=(0.1, 0.05, 0.02), inertia=(0.3, 0.4, 0.5)),
        lw.Body("rotor", mass=2.0, com=(0, 0, 0), inertia=(30, 40, 50)),
        lw.Revolute("hub", "ground", "rotor", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.NoSlide("edge", "a", "rotor", at=(0, 0, 0), axis=(0, 1, 0)),
    )
    joint, cartesian = lw.compile(m), lw.compile(m, coordinates="cartesian")
    start = lw.assemble(joint, {"hub.angle.rate": 3.0, "a.velocity.x": speed, "a.velocity.z": 0.1 * speed})
    ends = []
    for model, state in ((joint, start), (cartesian, translated(joint, start, cartesian))):
        run = lw.simulate(model, state, 2.0, rtol=1e-9, output=[2.0], quiet=True)
        assert run.success, run.message
        assert run.stats.on_branch == run.stats.across == 0
        assert lw.total_energy(model, run.final) == pytest.approx(lw.total_energy(model, state), rel=1e-9)
        ends.append(lw.measure(model, run.final, "a.position"))
    assert np.abs(ends[0]).max() > 1.7 * speed
    assert ends[1] == pytest.approx(ends[0], abs=1e-8 * speed)
