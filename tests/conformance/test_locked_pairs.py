"""Two bodies that redundant joints lock to one another move as one body, however they turn: no row fades into a singular position."""

import numpy as np
import pytest

import linkwork as lw

LOCKS = {
    "two revolutes": (
        lw.Revolute("R", "a", "b", at=(0.3, 0, 0), axis=(1, 2, 3)),
        lw.Revolute("S", "a", "b", at=(-0.2, 0.4, 0.1), axis=(2, -1, 1)),
    ),
    "a revolute and a point": (
        lw.Revolute("R", "a", "b", at=(0.3, 0, 0), axis=(1, 2, 3)),
        lw.AtPoint("S", "a", "b", at=(-0.2, 0.4, 0.1)),
    ),
    "a screw and a point": (
        lw.Screw("R", "a", "b", at=(0.3, 0, 0), axis=(1, 2, 3), pitch=0.4),
        lw.AtPoint("S", "a", "b", at=(-0.2, 0.4, 0.1)),
    ),
}
WHOLE = (lw.Fixed("R", "a", "b", at=(0.3, 0, 0)),)


def turning(joints, cut=None, coordinates="joint"):
    m = lw.Mechanism("locked pair").add(
        lw.Body("a", mass=2, inertia=(0.3, 0.4, 0.6), com=(0, 0, 0)),
        lw.Body("b", mass=1, inertia=(0.2, 0.3, 0.25), com=(0.6, 0.2, 0.1)),
        lw.Free("F", "ground", "a", at=(0, 0, 0)),
        *joints,
    )
    model = lw.compile(m, cut=cut, coordinates=coordinates)
    return model, lw.assemble(
        model, {"a.angular_velocity.x": 9.0, "a.angular_velocity.y": 7.0, "a.angular_velocity.z": -8.0}
    )


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("formulation", [None, lw.Augmented(), lw.NullSpace("qr")], ids=str)
def test_a_locked_pair_turns_as_one_body(lock, coordinates, formulation):
    whole, start = turning(WHOLE)
    expected = lw.simulate(whole, start, 3.0, rtol=1e-11, output=[3.0], quiet=True)
    model, state = turning(LOCKS[lock], coordinates=coordinates)
    run = lw.simulate(model, state, 3.0, rtol=1e-9, output=[3.0], formulation=formulation, quiet=True)
    assert run.success and run.message == "reached the end"
    assert not run.crossings
    for signal in ("a.position", "b.position", "b.angular_velocity"):
        assert run[signal][-1] == pytest.approx(expected[signal][-1], abs=2e-6)
    assert lw.total_energy(model, run.final) == pytest.approx(lw.total_energy(model, state), rel=1e-7)


@pytest.mark.parametrize("integrator", [lw.Adams(), lw.Radau(), lw.BDF()], ids=str)
def test_other_integrators_change_the_row_that_holds_it(integrator):
    whole, start = turning(WHOLE)
    expected = lw.simulate(whole, start, 1.0, rtol=1e-10, output=[1.0], quiet=True)
    model, state = turning(LOCKS["a screw and a point"])
    run = lw.simulate(model, state, 1.0, rtol=1e-7, output=[1.0], integrator=integrator, quiet=True)
    assert run.success and not run.crossings
    assert np.abs(run["b.position"][-1] - expected["b.position"][-1]).max() < 1e-4
