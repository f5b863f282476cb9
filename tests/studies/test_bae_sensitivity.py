"""bae-sensitivity again: damping sensitivities over time against tight finite differences, the vehicle, the command."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.app import app
from linkwork.studies import bae_sensitivity as paper
from linkwork.studies import figures


def test_sensitivities_are_tight_finite_differences_over_time():
    bounds = {"Radau": 5e-6, "BDF": 1e-4, "generalized-alpha": 1e-4}
    for name in ("four-bar", "governor"):
        results = {curve.method: curve.error for curve in paper.curves(name)}
        assert set(results) == set(bounds)
        assert all(results[method] < bound for method, bound in bounds.items()), results
    end = paper.curves("four-bar")[0].derivative[-1]
    assert end == pytest.approx(0.0018986827, abs=1e-10)


def test_the_roll_acceleration_of_the_vehicle_changes_with_its_dampers_as_the_difference_says():
    (curve,) = paper.curves("vehicle")
    assert curve.error < 2e-5
    assert np.abs(curve.derivative).max() == pytest.approx(5.07e-5, rel=0.01)


def test_the_vehicle_has_thirty_bushings_and_comes_to_rest():
    m = lw.library.vehicle_on_posts()
    model = lw.compile(m)
    assert (len(model.bodies), model.nv, model.n_rows) == (31, 98, 0)
    assert sum(part.type == "bushing" for part in m) == 30
    rest = lw.equilibrium(model, lw.assemble(model))
    weight = 9.81 * sum(part.mass for part in m.of(lw.Body))
    lift = sum(-rest[f"axle_{corner}.force"][2] for corner in ("FL", "FR", "RL", "RR"))
    assert lift + 4 * 18 * 9.81 == pytest.approx(weight, rel=1e-6)


def test_the_command_prints_the_table_and_writes_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(paper, "EXAMPLES", paper.EXAMPLES[:1])
    monkeypatch.setattr("linkwork.studies.bae_sensitivity_figures.EXAMPLES", paper.EXAMPLES)
    result = CliRunner().invoke(app, ["reproduce", "bae-sensitivity", "--output", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.stdout)["curves"]["four-bar"]) == 3
    assert "generalized-alpha" in (tmp_path / "bae-sensitivity.txt").read_text()
    if figures.available():
        assert [path.name for path in tmp_path.glob("*.png")] == ["bae-sensitivity-four-bar.png"]
