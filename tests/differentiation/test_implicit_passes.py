"""Passes over the accepted steps of implicit methods: near the run, columns equal to differences, cotangents transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.points import Cotangents
from linkwork.differentiation.replay import Replay
from linkwork.model.errors import QuestionError
from tests.differentiation.replay_rig import examine, kicked_four_bar, moved

FOUR_BAR = lw.library.planar_four_bar


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
    # accelerations within a step are differences of states over it: rounding is divided by its length, 1e-5 s at a kick
    rounding = np.finfo(float).eps / run.record.h.min()
    transposed = None if isinstance(options["integrator"], lw.BDF) else max(1e-11, 10 * rounding)
    examine(model, state, run.record, run.final, near=tolerance, transposed=transposed, differences=1e-8)


def test_bdf_has_no_adjoint_and_says_what_has():
    model = lw.compile(FOUR_BAR(case="II"))
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.05, integrator=lw.BDF())
    frozen = Replay(moved(model, state), run.record, backwards=True)
    n, (_, nt, _) = len(frozen.primal()), frozen.layer.sizes
    none = Cotangents(np.zeros((n, nt)), np.zeros((n, model.nv)), np.zeros((n, model.n_rows)), np.zeros(0))
    with pytest.raises(QuestionError, match=r'bdf have no adjoint: ask with method="direct", or choose lw.Radau'):
        frozen.adjoint([none])
