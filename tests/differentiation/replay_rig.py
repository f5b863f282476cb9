"""Passes over the steps of a run, examined: the same motion, columns equal to differences, cotangents transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.points import Cotangents
from linkwork.differentiation.replay import Replay
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows

COLUMNS = 2


def moved(model, state):
    motion = prepare(model, None, {}, ()).start(state, {})
    leave_out_redundant_rows(motion)
    return motion


def kicked_four_bar():
    """A force that jumps, and an angle of a cut joint that turns."""
    m = lw.library.planar_four_bar(case="II")
    m.add(lw.Table("push", (0, 0.1, 0.10001, 1), (0, 0, 5, 5), kind="linear"))
    return m.add(
        lw.JointForce("kick", "C.angle", force="table(push, time)"), lw.JointSpring("K2", "C.angle", stiffness=3.0)
    )


def examine(model, state, record, final, *, near, transposed, differences):
    """Passes over a record: their motion ends `near` the final state; columns are cotangents `transposed` (relative to their
    largest, or None without an adjoint) and `differences` of end states, of sixth order."""
    frozen = Replay(moved(model, state), record, tangents=COLUMNS, backwards=True)
    points = frozen.primal()
    np.testing.assert_allclose(points.y[-1], np.concatenate((final.q, final.v, final.z)), atol=near)
    assert points.weight.sum() == pytest.approx(final.t - state.t, abs=1e-15)
    (ny, nt, _), n, rng = frozen.layer.sizes, len(points), np.random.default_rng(3)
    cotangents = [
        Cotangents(*(rng.standard_normal((n, width)) for width in (nt, model.nv, model.n_rows)), np.zeros(0)) for _ in range(2)
    ]  # fmt: skip
    S0 = rng.standard_normal((ny, COLUMNS))
    along = frozen.direct(S0, cotangents)
    if transposed is not None:
        against, _ = frozen.adjoint(cotangents)
        np.testing.assert_allclose(against @ S0, along, rtol=1e-9, atol=transposed * np.abs(along).max())

    def end(change):
        motion = moved(model, state)
        motion.y = motion.y + change
        other = Replay(motion, record)
        other.decisions = frozen.decisions
        return other.primal().y[-1]

    h = 1e-4
    for c in range(COLUMNS):
        d = h * S0[:, c]
        expected = (45 * (end(d) - end(-d)) - 9 * (end(2 * d) - end(-2 * d)) + (end(3 * d) - end(-3 * d))) / (60 * h)
        result = frozen.states_S[-1].reshape(ny, COLUMNS)[:, c]
        np.testing.assert_allclose(result, expected, rtol=0, atol=differences * np.abs(expected).max())
