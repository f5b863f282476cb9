"""Passes over the accepted steps of implicit methods: near the run, columns equal to differences, cotangents transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.errors import QuestionError
from linkwork.analyses.frozen_run import FrozenRun
from linkwork.analyses.motion import leave_out_redundant_rows, prepare
from linkwork.analyses.points import Cotangents

K = 2
FOUR_BAR = lw.library.planar_four_bar


def moved(model, state):
    motion = prepare(model, None, {}, ()).start(state, {})
    leave_out_redundant_rows(motion)
    return motion


def kicked_four_bar():
    """A force that jumps, and an angle of a cut joint that turns."""
    m = FOUR_BAR(case="II")
    m.add(lw.Table("push", (0, 0.1, 0.10001, 1), (0, 0, 5, 5), kind="linear"))
    return m.add(
        lw.JointForce("kick", "C.angle", force="table(push, time)"), lw.JointSpring("K2", "C.angle", stiffness=3.0)
    )


def lagged(t, u, x, p, y, xdot):
    xdot[0] = (u[0] + 2 * u[1] - x[0]) / p[0]
    y[0] = p[1] * x[0]


def lagging_four_bar():
    block = lw.Block(
        "lag", inputs={"a": "A.angle", "b": "D.angle.rate"}, outputs=["y"], states={"x": 0.3}, parameters={"T": 0.2, "gain": 4.0},
        function=lagged,
    )  # fmt: skip
    return FOUR_BAR(case="II").add(block, lw.JointForce("motor", "A.angle", force="lag.y"))


def soft_chain():
    """Free bodies, no rows."""
    return lw.library.bushing_chain(2, stiffness=1e3, damping=1.0, bending=1.0, bending_damping=0.01)


RUNS = {
    "radau 3, quaternions": (lw.library.spatial_four_bar, "cartesian", {"integrator": lw.Radau(3), "rtol": 1e-4}),
    "radau 5, breaks and turns": (kicked_four_bar, "joint", {"integrator": lw.Radau(5)}),
    "radau 5, bushings": (lambda: lw.library.bushing_chain(2), "joint", {"integrator": lw.Radau(5)}),
    "radau 3, redundant rows": (lw.library.planar_four_bar_3d, "joint", {"integrator": lw.Radau(3), "rtol": 1e-4}),
    "radau 3, block states": (lagging_four_bar, "joint", {"integrator": lw.Radau(3), "rtol": 1e-4}),
    "alpha, quaternions": (lw.library.spatial_four_bar, "cartesian", {"integrator": lw.GeneralizedAlpha(step=0.02)}),
    "alpha of index 2": (lagging_four_bar, "joint", {"integrator": lw.GeneralizedAlpha(step=0.02, index=2)}),
    "HHT, breaks and turns": (kicked_four_bar, "joint", {"integrator": lw.HHT(), "rtol": 1e-3}),
    "bdf, quaternions": (lw.library.spatial_four_bar, "cartesian", {"integrator": lw.BDF(), "rtol": 1e-4}),
    "alpha, free bodies": (soft_chain, "joint", {"integrator": lw.GeneralizedAlpha(step=0.02)}),
    "bdf, free bodies": (soft_chain, "joint", {"integrator": lw.BDF(), "rtol": 1e-4}),
    "bdf, block states": (lagging_four_bar, "joint", {"integrator": lw.BDF(), "rtol": 1e-4}),
    "bdf, a skate": (lw.library.chaplygin_sleigh, "joint", {"integrator": lw.BDF(), "rtol": 1e-4}),
    "bdf, breaks and turns": (kicked_four_bar, "joint", {"integrator": lw.BDF(), "rtol": 1e-4}),
}
DURATION = {"radau 5, bushings": 0.02}


@pytest.mark.parametrize("name", RUNS)
def test_columns_are_differences_and_cotangents_their_transpose(name):
    make, coordinates, options = RUNS[name]
    duration, tolerance = DURATION.get(name, 0.2), options.get("rtol", 1e-6)
    model = lw.compile(make(), coordinates=coordinates)
    state = lw.assemble(model)
    run = lw.simulate(model, state, duration, **options)
    rng = np.random.default_rng(3)
    frozen = FrozenRun(moved(model, state), run.record, columns=K, backwards=True)
    points = frozen.primal()
    final = run.final
    np.testing.assert_allclose(points.y[-1], np.concatenate((final.q, final.v, final.z)), atol=tolerance)
    assert points.weight.sum() == pytest.approx(duration, abs=1e-15)
    ny, nt, _ = frozen.layer.sizes
    n = len(points)
    cotangents = [
        Cotangents(*(rng.standard_normal((n, width)) for width in (nt, model.nv, model.n_rows)), np.zeros(0)) for _ in range(2)
    ]  # fmt: skip
    S0 = rng.standard_normal((ny, K))
    along = frozen.direct(S0, cotangents)
    if not isinstance(options["integrator"], lw.BDF):
        against, _ = frozen.adjoint(cotangents)
        np.testing.assert_allclose(against @ S0, along, rtol=1e-9, atol=1e-11 * np.abs(along).max())

    def end(change):
        motion = moved(model, state)
        motion.y = motion.y + change
        other = FrozenRun(motion, run.record)
        other.decisions = frozen.decisions
        return other.primal().y[-1]

    h = 1e-4
    for c in range(K):
        d = h * S0[:, c]
        expected = (45 * (end(d) - end(-d)) - 9 * (end(2 * d) - end(-2 * d)) + (end(3 * d) - end(-3 * d))) / (60 * h)
        found = frozen.states_S[-1].reshape(ny, K)[:, c]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8 * np.abs(expected).max())


def test_bdf_has_no_adjoint_and_says_what_has():
    model = lw.compile(FOUR_BAR(case="II"))
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.05, integrator=lw.BDF())
    frozen = FrozenRun(moved(model, state), run.record, backwards=True)
    n, (_, nt, _) = len(frozen.primal()), frozen.layer.sizes
    none = Cotangents(np.zeros((n, nt)), np.zeros((n, model.nv)), np.zeros((n, model.n_rows)), np.zeros(0))
    with pytest.raises(QuestionError, match=r'bdf have no adjoint: ask with method="direct", or choose lw.Radau'):
        frozen.adjoint([none])
