"""Quasi-static sweeps over inputs, drivers and time: followed closely, folds located, jumps and branches as they are."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from linkwork.model.errors import QuestionError
from tests.analyses.statics.resting_mechanisms import (
    arm,
    buckled_angle,
    column,
    four_bar_energy,
    sprung_four_bar,
    truss,
    truss_limit,
    truss_load,
)


def test_a_sweep_over_a_load_follows_the_closed_form():
    model = lw.compile(column())
    loads = np.linspace(41, 90, 15)
    path = lw.equilibria(model, lw.assemble(model, guess={"foot.angle": 0.4}), {"P": loads}, stable=True)
    assert path.success and path.stability == ("stable",) * 15
    np.testing.assert_allclose(abs(path["foot.angle"]), [buckled_angle(P) for P in loads], atol=1e-10)
    np.testing.assert_array_equal(path.values["P"], loads)
    np.testing.assert_allclose(path["P"], loads)
    assert path["guide.force"].shape == (15, 3) and len(path) == 15
    assert path[-1].stability == "stable" and "15 equilibria" in str(path)


def test_a_perfect_column_stays_straight_and_is_called_unstable_from_the_critical_load_on():
    model = lw.compile(column())
    path = lw.equilibria(model, lw.assemble(model), {"P": [20, 30, 39, 41, 50]})
    assert path.stability == ("stable", "stable", "stable", "unstable", "unstable")
    np.testing.assert_allclose(path["foot.angle"], 0, atol=1e-12)


def test_a_sweep_stops_at_a_fold_and_says_where():
    y, limit = truss_limit()
    model = lw.compile(truss())
    loads = np.linspace(0, 1.9 * limit, 20)
    path = lw.equilibria(model, lw.assemble(model), {"P": loads})
    assert not path.success and len(path) == 11
    assert path.folds[0]["P"] == pytest.approx(limit, rel=1e-9)
    assert "the branch ends at P = " in path.message and "guide.displacement gives way" in path.message
    np.testing.assert_allclose(truss_load(path["apex.position.y"]), loads[:11], atol=1e-8)
    assert (path["apex.position.y"] > y).all()


def test_a_sweep_jumps_to_the_other_branch_as_a_loaded_truss_does():
    y, limit = truss_limit()
    model = lw.compile(truss())
    loads = np.linspace(0, 1.9 * limit, 20)
    path = lw.equilibria(model, lw.assemble(model), {"P": loads}, folds="jump")
    assert path.success and path.jumps == (11,)
    np.testing.assert_allclose(truss_load(path["apex.position.y"]), loads, atol=1e-8)
    assert (path["apex.position.y"][path.jumps[0] :] < -0.3).all()
    assert path.stability == ("stable",) * 20


def test_a_branch_is_followed_through_both_folds_of_the_truss():
    y, limit = truss_limit()
    model = lw.compile(truss())
    path = lw.equilibria(model, lw.assemble(model), {"P": np.linspace(-1.5 * limit, 1.5 * limit, 31)}, folds="follow")
    assert path.success
    np.testing.assert_allclose(truss_load(path["apex.position.y"]), path.values["P"], atol=1e-7)
    assert [fold["P"] for fold in path.folds] == pytest.approx([limit, -limit], rel=1e-9)
    assert {"stable", "unstable"} <= set(path.stability) <= {"stable", "unstable", "neutral"}
    heights = path["apex.position.y"]
    for height, verdict in zip(heights, path.stability, strict=True):
        if abs(abs(height) - y) > 1e-3:
            assert verdict == ("unstable" if abs(height) < y else "stable")
    assert path.values["P"][-1] == pytest.approx(1.5 * limit)


def test_a_branch_that_closes_on_itself_is_left():
    m = lw.library.chain(1).add(lw.Input("T"), lw.JointForce("motor", "J1.angle", force="T"))
    model = lw.compile(m)
    limit = 0.1 * 9.81 * 0.05
    path = lw.equilibria(model, lw.assemble(model), {"T": np.linspace(0, 2 * limit, 5)}, folds="follow")
    assert not path.success and "closes on itself" in path.message
    assert [fold["T"] for fold in path.folds] == pytest.approx([limit, -limit], rel=1e-9)
    np.testing.assert_allclose(limit * np.cos(path["J1.angle"]), path.values["T"], atol=1e-9)
    assert np.ptp(path["J1.angle"]) < 2.6 * np.pi  # not round and round


def test_lines_change_from_stable_to_unstable_at_the_fold(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    y, limit = truss_limit()
    model = lw.compile(truss())
    path = lw.equilibria(model, lw.assemble(model), {"P": np.linspace(0, 2 * limit, 12)}, folds="follow")
    solid, dashed = path.plot("apex.position.y").axes[0].get_lines()[:2]
    up, down = (line.get_ydata()[np.isfinite(line.get_ydata())] for line in (solid, dashed))
    assert up[up > 0].min() == pytest.approx(y, abs=1e-4) and up[up < 0].max() == pytest.approx(-y, abs=1e-4)
    assert down.max() == pytest.approx(y, abs=1e-4) and down.min() == pytest.approx(-y, abs=1e-4)
    assert [eq.stability for eq in path[1:3]] == ["stable", "stable"]


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_sweep_over_a_driver_gives_the_torque_that_holds_each_position(coordinates):
    m = sprung_four_bar().add(lw.Driver("motor", "JA.angle", motion="0.2*time"))
    model = lw.compile(m, coordinates=coordinates)
    angles = np.linspace(0, 1.0, 9)
    path = lw.equilibria(model, lw.assemble(model), {"motor": angles})
    np.testing.assert_allclose(path["JA.angle"], angles, atol=1e-12)
    h = 1e-5
    torque = [(four_bar_energy(1 + a + h) - four_bar_energy(1 + a - h)) / (2 * h) for a in angles]
    np.testing.assert_allclose(path["motor.force"], torque, rtol=1e-7)


def test_a_sweep_over_time_moves_the_drivers():
    m = sprung_four_bar().add(lw.Driver("motor", "JA.angle", motion="0.2*time"))
    model = lw.compile(m)
    path = lw.equilibria(model, lw.assemble(model), {"time": [0, 1, 2, 5]})
    np.testing.assert_allclose(path["JA.angle"], [0, 0.2, 0.4, 1.0], atol=1e-12)
    np.testing.assert_array_equal(path.t, [0, 1, 2, 5])
    by_angle = lw.equilibria(model, lw.assemble(model), {"motor": [0, 0.2, 0.4, 1.0]})
    np.testing.assert_allclose(path["motor.force"], by_angle["motor.force"], rtol=1e-11)


def test_holding_torques_over_a_sweep_of_a_load():
    m = arm().add(lw.Input("load"), lw.AppliedForce("weight", "link2", at=(1.3, 0, 0), force=(0, "-load", 0)))
    model = lw.compile(m)
    state = lw.assemble(model, {"j0.angle": 0.4, "j1.angle": -0.7, "j2.angle": 0.9})
    hold, trim = ["j0.angle", "j1.angle", "j2.angle"], ["tau0", "tau1", "tau2"]
    path = lw.equilibria(model, state, {"load": [0, 10, 20]}, hold=hold, trim=trim)
    reach = lw.measure(model, state, "link2.position.x") + 0.2 * np.cos(0.6)
    np.testing.assert_allclose(np.diff(path["tau0"]), 10 * reach, rtol=1e-10)
    np.testing.assert_allclose(path["j1.angle"], -0.7, atol=1e-13)


def test_a_driver_swept_out_of_reach_ends_the_sweep_with_a_sentence():
    m = sprung_four_bar()
    m.remove("K").add(lw.Driver("motor", "JD.angle", motion="0"))
    model = lw.compile(m)
    path = lw.equilibria(model, lw.assemble(model), {"motor": np.linspace(0, 2, 21)})
    assert not path.success and 0 < len(path) < 21
    assert "motor" in path.message


def test_several_inputs_move_together():
    m = lw.Mechanism("point", plane="xy")
    m.add(
        lw.Input("fx"),
        lw.Input("fy"),
        lw.Body("p", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Free("loose", "ground", "p", at=(0, 0, 0)),
    )
    m.add(lw.Bushing("K", "ground", "p", at=(0, 0, 0), stiffness=(100, 200, 0, 0, 0, 10)))
    m.add(lw.AppliedForce("push", "p", force=("fx", "fy", 0)))
    model = lw.compile(m)
    path = lw.equilibria(model, lw.assemble(model), {"fx": [0, 1, 3], "fy": [2, 4, 4]})
    np.testing.assert_allclose(path["p.position"][:, :2], [[0, 0.01], [0.01, 0.02], [0.03, 0.02]], atol=1e-13)


def test_wrong_sweeps_are_answered_with_all_their_problems():
    model = lw.compile(column())
    with pytest.raises(QuestionError) as error:
        lw.equilibria(model, lw.assemble(model), {"Q": [1, 2], "P": [1, np.nan], "time": [1]}, folds="over")
    assert len(error.value.problems) == 4
    with pytest.raises(QuestionError, match="swept and trimmed"):
        lw.equilibria(model, lw.assemble(model), {"P": [1, 2]}, hold=["foot.angle"], trim=["P"])


def test_a_sweep_is_drawn_against_what_was_swept(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    model = lw.compile(truss())
    path = lw.equilibria(model, lw.assemble(model), {"P": np.linspace(0, 8, 5)})
    figure = path.plot("apex.position.y", save=tmp_path / "sweep.png")
    line = figure.axes[0].get_lines()[0]
    np.testing.assert_allclose(line.get_xdata(), np.linspace(0, 8, 5))
    assert (tmp_path / "sweep.png").stat().st_size > 1000
    assert brentq(lambda y: truss_load(y) - 8, 0.2, 0.3) == pytest.approx(line.get_ydata()[-1], abs=1e-11)
