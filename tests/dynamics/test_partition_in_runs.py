"""Simulations keep their partition of coordinates, choose it again where it becomes poor, and answer as if they had not."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics import layout, status
from linkwork.dynamics.formulations import dense_rates
from linkwork.integrators.contract import call
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows
from linkwork.numerics.jit import kernel

PARTITIONED = [
    lw.CoordinatePartitioning(), lw.PartialVelocity(), lw.NullSpace("lu"), lw.NullSpace("qr"), lw.KaneMultipliers(),
    lw.KaneMultipliers(eliminate=True),
]  # fmt: skip
ALL = [*PARTITIONED, lw.Augmented(), lw.Baumgarte(50, 50)]


def turning_four_bar() -> lw.Mechanism:
    """A crank-rocker (0.5, 2, 1.5 on a ground of 2 m) whose crank goes round and round."""
    crank, coupler, rocker, ground = 0.5, 2.0, 1.5, 2.0
    a, d = np.zeros(3), np.array([ground, 0.0, 0.0])
    b = crank * np.array([np.cos(1.0), np.sin(1.0), 0.0])
    far = np.linalg.norm(d - b)
    angle = np.arctan2(-b[1], d[0] - b[0]) + np.arccos((coupler**2 + far**2 - rocker**2) / (2 * coupler * far))
    c = b + coupler * np.array([np.cos(angle), np.sin(angle), 0.0])
    mechanism = lw.Mechanism("crank rocker", plane="xy", gravity=(0, 0, 0))
    for name, mass, i, j in (("crank", 4.0, a, b), ("coupler", 2.0, b, c), ("rocker", 3.0, c, d)):
        inertia = mass * np.linalg.norm(j - i) ** 2 / 12
        mechanism.add(lw.Body(name, mass=mass, com=tuple(0.5 * (i + j)), inertia=inertia))
    for name, i, j, at in (
        ("A", "ground", "crank", a), ("B", "crank", "coupler", b), ("C", "coupler", "rocker", c), ("D", "ground", "rocker", d),
    ):  # fmt: skip
        mechanism.add(lw.Revolute(name, i, j, at=tuple(at)))
    return mechanism


@pytest.fixture(scope="module")
def turning():
    model = lw.compile(turning_four_bar(), coordinates="cartesian")
    state = lw.assemble(model, {"A.angle.rate": 12.0})
    return model, state, lw.simulate(model, state, 2.0, rtol=1e-10, formulation=lw.Recursive())


@kernel
def rates_tangent(rhs, t, y, out, page):
    """dy/dt at every row of y, one after the other, as at accepted steps."""
    page.count[layout.ACCEPTED] = 1
    for k in range(t.shape[0]):
        status = call(rhs, t[k], y[k], out[k], page)
        if status != 0:
            return status
    return 0


@pytest.mark.parametrize("formulation", PARTITIONED, ids=str)
def test_a_turning_four_bar_chooses_again_and_moves_as_the_recursive_one(turning, formulation):
    model, state, reference = turning
    assert np.ptp(np.unwrap(reference["A.angle"])) > 6 * np.pi
    run = lw.simulate(model, state, 2.0, rtol=1e-9, formulation=formulation, output=[2.0])
    assert run.success
    for signal in ("A.angle", "A.angle.rate", "D.angle", "D.angle.rate"):
        assert run[signal][-1] == pytest.approx(reference[signal][-1], abs=2e-7), signal


@pytest.mark.parametrize("formulation", PARTITIONED, ids=str)
def test_kept_pivots_give_the_accelerations_of_full_pivoting(turning, formulation):
    """Along the motion with the partition of before, against every position by itself."""
    model, state, reference = turning
    motion = prepare(model, formulation, {}, ()).start(state, {})
    leave_out_redundant_rows(motion)
    y = np.concatenate((reference.q, reference.v), axis=1)
    out = np.zeros_like(y)
    assert rates_tangent(motion.functions[0], reference.t, y, out, motion.page) == 0
    changed, factored = (int(motion.page.count[k]) for k in (layout.REPARTITIONS, layout.FACTORIZATIONS))
    assert 1 <= changed < len(reference.t) / 10
    assert (
        factored == 2 * len(reference.t) + changed + 1
    )  # the formulation's own, and the distance to singular positions
    for k in range(0, len(reference.t), 7):
        there = lw.State(reference.t[k], reference.q[k], reference.v[k], turns=reference.turns[k])
        anew = lw.accelerations(model, there, formulation=formulation).vdot
        np.testing.assert_allclose(out[k, model.nq :], anew, rtol=0, atol=1e-10 * np.abs(anew).max())


@pytest.mark.parametrize("formulation", ALL, ids=str)
def test_a_run_finds_its_events(turning, formulation):
    """Pivots were once written where the events are listed."""
    model, state, _ = turning
    events = [lw.Event("crank.position.y"), lw.Event("time - 1.3"), lw.Event("rocker.position.x - 1.9")]
    results = [
        lw.simulate(model, state, 2.0, rtol=1e-9, formulation=choice, events=events, output=[2.0]).events
        for choice in (lw.Recursive(), formulation)
    ]
    assert len(results[0]) > 8
    times = [[event.time for event in run] for run in results]
    np.testing.assert_allclose(times[1], times[0], rtol=0, atol=1e-6)


@pytest.mark.parametrize("formulation", ALL, ids=str)
@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
def test_redundant_rows_stay_redundant_off_the_constraints(formulation, rtol):
    """The four-bar in space has three rows too many; a stage is off the constraints and must not take them for more."""
    flat = lw.compile(lw.library.planar_four_bar("II"))
    deep = lw.compile(lw.library.planar_four_bar_3d("II"), coordinates="cartesian")
    expected = lw.simulate(flat, lw.assemble(flat), 3.0, rtol=1e-10)["A.angle"][-1]
    run = lw.simulate(deep, lw.assemble(deep), 3.0, rtol=rtol, formulation=formulation)
    assert run.success, run.message
    assert run["A.angle"][-1] == pytest.approx(expected, abs=100 * rtol)


def test_the_row_of_a_singular_position_is_known_whatever_the_equations_answered_there():
    none, count, real = np.zeros(0), np.zeros(layout.N_COUNT, np.int64), np.zeros(layout.N_REAL)
    real[[layout.SMALLEST, layout.USUAL]], count[layout.WEAK_ROW] = (0.001, 0.5), 2
    page = layout.Page(none, none, none, none, none, count, real)
    for answer in (status.OK, status.SINGULAR_MASS, status.NOT_CONTRACTING, status.RANK_DROPPED):
        assert dense_rates.singular_row(answer, page) == 2
    assert dense_rates.singular_row(status.NOT_FINITE, page) is None  # a force that is not a number is reported first
    real[layout.SMALLEST] = 0.4
    assert dense_rates.singular_row(status.OK, page) is None
    assert dense_rates.singular_row(status.SINGULAR_MASS, page) is None


def test_a_run_that_stops_in_a_singular_position_says_so_and_names_the_joint():
    """Through the flat rhombus without a guard; those that get past it say that they may have left the branch."""
    model = lw.compile(lw.library.planar_four_bar("I", force=(80.0, -70.0)), coordinates="cartesian")
    choices = [lw.Baumgarte(alpha, alpha) for alpha in (5, 25, 50)]
    runs = [lw.simulate(model, lw.assemble(model), 10.0, rtol=1e-11, formulation=choice) for choice in choices]
    stopped = [run for run in runs if not run.success]
    assert stopped
    assert all("may lie on another branch" in run.message for run in runs)
    for run in stopped:
        assert "rank dropped" in run.message and "default formulation passes" in run.message
        assert any(f"{joint!r}" in run.message for joint in "ABCD")
