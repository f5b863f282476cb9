"""Passes over the accepted steps of explicit methods: the same motion, columns equal to differences, cotangents transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses import explicit_pass
from linkwork.analyses.errors import QuestionError
from linkwork.analyses.frozen_run import FrozenRun
from linkwork.analyses.motion import leave_out_redundant_rows, prepare
from linkwork.analyses.points import Cotangents

K = 2


def moved(model, state, inputs=None):
    motion = prepare(model, None, inputs or {}, ()).start(state, inputs or {})
    leave_out_redundant_rows(motion)
    return motion


def kicked_four_bar():
    """A driver whose speed jumps, a force that does, and an angle of a cut joint that turns."""
    m = lw.library.planar_four_bar(case="II")
    m.add(lw.Table("push", (0, 0.1, 0.10001, 1), (0, 0, 5, 5), kind="linear"))
    return m.add(
        lw.JointForce("kick", "C.angle", force="table(push, time)"), lw.JointSpring("K2", "C.angle", stiffness=3.0)
    )


def driven():
    m = lw.library.double_bar_pendulum()
    m.add(lw.Table("way", (0, 0.1, 0.3), (0, 0.02, 0.2), kind="linear"))
    return m.add(lw.Driver("motor", "A.angle", motion="0.524 + table(way, time)"))


RUNS = {
    "8th order, quaternions": (lw.library.spatial_four_bar, "cartesian", {}),
    "5th order, loose": (lw.library.spatial_four_bar, "joint", {"rtol": 1e-3}),
    "fixed step": (lw.library.planar_four_bar, "cartesian", {"integrator": lw.RungeKutta4(0.01)}),
    "breaks and turns": (kicked_four_bar, "joint", {}),
    "redundant rows": (lw.library.planar_four_bar_3d, "joint", {}),
    "velocity-level row": (lw.library.chaplygin_sleigh, "joint", {}),
    "driven over a kink": (driven, "cartesian", {}),
}


@pytest.mark.parametrize("name", RUNS)
def test_columns_are_differences_and_cotangents_their_transpose(name):
    make, coordinates, options = RUNS[name]
    model = lw.compile(make(), coordinates=coordinates)
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.3, **options)
    again = lw.simulate(model, state, 0.3, replay=run.record)
    rng = np.random.default_rng(3)
    frozen = FrozenRun(moved(model, state), run.record, columns=K, backwards=True)
    points = frozen.primal()
    final = again.final
    np.testing.assert_allclose(points.y[-1], np.concatenate((final.q, final.v, final.z)), atol=1e-12)
    assert points.weight.sum() == pytest.approx(0.3, abs=1e-15)
    ny, nt, _ = frozen.layer.sizes
    n = len(points)
    cotangents = [
        Cotangents(*(rng.standard_normal((n, width)) for width in (nt, model.nv, model.n_rows)), np.zeros(0)) for _ in range(2)
    ]  # fmt: skip
    S0 = rng.standard_normal((ny, K))
    along = frozen.direct(S0, cotangents)
    against, _ = frozen.adjoint(cotangents)
    np.testing.assert_allclose(against @ S0, along, rtol=1e-9, atol=1e-12 * np.abs(along).max())

    def end(change):
        motion = moved(model, state)
        motion.y = motion.y + change
        return FrozenRun(motion, run.record).primal().y[-1]

    h = 1e-4
    for c in range(K):
        d = h * S0[:, c]
        expected = (45 * (end(d) - end(-d)) - 9 * (end(2 * d) - end(-2 * d)) + (end(3 * d) - end(-3 * d))) / (60 * h)
        found = frozen.states_S[-1].reshape(ny, K)[:, c]
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-9 * np.abs(expected).max())


def test_methods_without_a_pass_are_refused_by_name():
    model = lw.compile(lw.library.planar_four_bar())
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.1, integrator=lw.Adams())
    with pytest.raises(QuestionError, match="adams have no sensitivities; methods that do are dop853"):
        FrozenRun(moved(model, state), run.record)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_who_takes_steps_ahead_and_into_which_buffers_changes_no_number(method, monkeypatch):
    model = lw.compile(kicked_four_bar())
    outputs = {"end": "final(A.angle)", "load": "rms(D.force.x)"}
    case = lw.Case("kick", duration=0.3, integrator=lw.DormandPrince(), outputs=outputs)
    found = []
    for threads, room in (("2", explicit_pass.MOST), ("1", explicit_pass.MOST), ("2", 0)):
        monkeypatch.setenv("LINKWORK_THREADS", threads)
        monkeypatch.setattr(explicit_pass, "MOST", room)
        found.append(lw.sensitivity(model, case, ["L1", "K2.stiffness"], method=method).gradient)
    for name in outputs:
        np.testing.assert_array_equal(found[1][name], found[0][name])
        np.testing.assert_allclose(found[2][name], found[0][name], rtol=1e-12)


@pytest.mark.parametrize("duration", [0.0, 0.3])
def test_outputs_of_the_ends_alone_need_no_points_between(duration):
    model, names = lw.compile(lw.library.planar_four_bar(case="II")), ["L1", "K.stiffness"]
    outputs = {"both": "final(A.angle.rate)*initial(A.angle.accel) + 2*initial(A.angle)", "first": "initial(D.force.x)"}
    case = lw.Case("ends", duration=duration, start={"A.angle": 1.1}, integrator=lw.DormandPrince(), outputs=outputs)
    along, against = (lw.sensitivity(model, case, names, method=method).gradient for method in ("direct", "adjoint"))
    through = case.changed(outputs={**outputs, "more": "integral(A.angle)"})  # all points
    points = lw.sensitivity(model, through, names, method="adjoint").gradient
    for name in outputs:
        np.testing.assert_allclose(against[name], along[name], rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(points[name], along[name], rtol=1e-10, atol=1e-12)
    assert lw.check_gradient(model, case, names).success
