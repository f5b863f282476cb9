"""The size of a mechanism, and of what each of its bodies is connected with."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.state_conversion import translated


def beside(away, *more):
    """A four-bar, and bodies so far away; joint angles and lengths of the four-bar are about 1."""
    alone = lw.library.n_four_bar(1)
    return lw.Mechanism("beside", gravity=alone.gravity, plane=alone.plane).add(
        *alone,
        lw.Body("other", mass=1, com=(away, 0, 0), inertia=0.1),
        lw.Revolute("hinge", "ground", "other", at=(away, 0.5, 0)),
        *more,
    )


SPRING = lw.SpringDamper("spring", "coupler1", "other", at_i=(1, 1, 0), at_j=(1e6, 0, 0), stiffness=1e-9)
READ = lw.Signal("read", "other.angle + A0.angle")
PUSHED = lw.JointForce("push", "hinge.angle", force="read")


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize(
    ("more", "connected"), [((), False), ((SPRING,), True), ((READ,), False), ((READ, PUSHED), True)],
    ids=["nothing", "spring", "a signal that nothing acts on", "a force that reads both"],
)  # fmt: skip
def test_the_size_is_that_of_what_is_connected(coordinates, more, connected):
    alone = lw.compile(lw.library.n_four_bar(1), coordinates=coordinates)
    model = lw.compile(beside(1e6, *more), coordinates=coordinates)
    sizes = dict(zip(model.bodies, model.lowered.lengths, strict=True))
    if connected:
        assert model.length > 4e5
        assert set(sizes.values()) == {model.length}
    else:
        assert model.length == alone.length
        assert sizes["coupler1"] == alone.length
        assert sizes["other"] == 0.25


def test_the_size_of_bodies_that_are_points_is_that_of_the_mechanism():
    m = lw.library.n_four_bar(1).add(lw.Body("point", mass=1, com=(9, 9, 0), inertia=1))
    model = lw.compile(m.add(lw.Revolute("pin", "ground", "point", at=(9, 9, 0))))
    assert dict(zip(model.bodies, model.lowered.lengths, strict=True))["point"] == model.length


@pytest.mark.parametrize(("apart", "size"), [(0.0, 1.0), (2e-6, 1e-6), (2e6, 1.0)])
def test_points_alone_have_the_size_of_the_space_between_them_but_at_most_one_metre(apart, size):
    m = lw.Mechanism("points")
    for name, x in (("a", 0.0), ("b", apart)):
        m.add(
            lw.Body(name, mass=1, com=(x, 0, 0), inertia=(1, 1, 1)),
            lw.Spherical(f"{name}s", "ground", name, at=(x, 0, 0)),
        )
    assert lw.compile(m).length == pytest.approx(size)


@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_events_and_singular_positions_are_found_beside_a_body_far_away(coordinates, rtol):
    """It made tolerances of lengths a million times as large: a four-bar found 12 of 10 events, or was off by 1e-4 s."""
    times = []
    for m in (lw.library.n_four_bar(1), beside(1e6)):
        joint, model = lw.compile(m), lw.compile(m, coordinates=coordinates)
        start = translated(joint, lw.assemble(joint, {"A0.angle.rate": -1.0}), model)
        events = [lw.Event("coupler1.position.x - 1.1")]
        run = lw.simulate(model, start, 10.0, rtol=rtol, events=events, output=[10.0], quiet=True)
        assert run.success, run.message
        assert len(run.crossings) == 10
        times.append([event.time for event in run.events])
    assert len(times[0]) == len(times[1]) == 10
    assert np.array(times[1]) == pytest.approx(np.array(times[0]), abs=300 * rtol)
