"""Passes over the accepted steps of explicit methods: the same motion, columns equal to differences, cotangents transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.replay import Replay
from linkwork.differentiation.steps import explicit as explicit_pass
from linkwork.model.errors import QuestionError
from tests.differentiation.replay_rig import examine, kicked_four_bar, moved


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
    examine(model, state, run.record, again.final, near=1e-12, transposed=1e-12, differences=2e-9)


def test_methods_without_a_pass_are_refused_by_name():
    model = lw.compile(lw.library.planar_four_bar())
    state = lw.assemble(model)
    run = lw.simulate(model, state, 0.1, integrator=lw.Adams())
    with pytest.raises(QuestionError, match="adams have no sensitivities; methods that do are dop853"):
        Replay(moved(model, state), run.record)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_who_takes_steps_ahead_and_into_which_buffers_changes_no_number(method, monkeypatch):
    model = lw.compile(kicked_four_bar())
    outputs = {"end": "final(A.angle)", "load": "rms(D.force.x)"}
    case = lw.Case("kick", duration=0.3, integrator=lw.DormandPrince(), outputs=outputs)
    results = []
    for threads, most in (("2", explicit_pass.MOST), ("1", explicit_pass.MOST), ("2", 0)):
        monkeypatch.setenv("LINKWORK_THREADS", threads)
        monkeypatch.setattr(explicit_pass, "MOST", most)
        results.append(lw.sensitivity(model, case, ["L1", "K2.stiffness"], method=method).gradient)
    for name in outputs:
        np.testing.assert_array_equal(results[1][name], results[0][name])
        np.testing.assert_allclose(results[2][name], results[0][name], rtol=1e-12)


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
