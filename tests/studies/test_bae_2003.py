"""bae-2003: the four-bar's frequency, mode and spectrum; the rotating cantilever beside independent and exact frequencies."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from linkwork.cli.app import app
from linkwork.studies import bae_2003 as paper
from linkwork.studies import figures


def test_the_four_bar_has_the_paper_s_frequency_mode_and_spectrum():
    result = paper.measure_four_bar()
    assert result.frequency == pytest.approx(5.04, abs=1e-9)
    assert result.mass == pytest.approx(1.57144166, rel=1e-9)
    assert result.stiffness == pytest.approx(1575.865225, rel=1e-9)
    np.testing.assert_allclose(result.mode, np.array([1, -1, 1]) / np.sqrt(3), atol=1e-12)
    assert result.spectrum == pytest.approx(result.frequency, rel=3e-5)


def test_the_spectrum_nears_the_linear_frequency_with_the_square_of_the_swing():
    model = paper.four_bar_model()
    off = [paper.peak(*paper.spectrum(paper.response(model, swing))) - 5.04 for swing in (0.04, 0.02)]
    assert off[0] / off[1] == pytest.approx(4, rel=0.05)


def test_twenty_elements_have_the_frequencies_of_the_independent_model():
    """Flap and lag in the rotating frame at rest and at 10 rad/s; asked for is 0.1 %."""
    diagram = paper.cantilever(20, [0.0, paper.FASTEST])
    np.testing.assert_allclose(paper.bending_of(diagram, 1), paper.MULTIBODY[7e10, paper.FASTEST], rtol=2e-4)
    (soft,) = paper.measure_cantilever(20, [0.0], E=7e8)
    np.testing.assert_allclose((soft.flap, soft.lag), paper.MULTIBODY[7e8, 0.0], rtol=2e-4)
    stretch = diagram.linear[1].state.q - diagram.linear[0].state.q
    assert stretch.max() == pytest.approx(29.41176 * 100 * 6.8**3 / 3 / 1.4e8, rel=2e-3)  # mu w² L³ / 3 EA at the tip


def test_frequencies_converge_to_the_exact_ones_in_the_square_of_the_length():
    result = tuple(b for n in (5, 10) for b in paper.measure_cantilever(n))
    for speed, (flap, lag) in paper.EXACT.items():
        for word, exact in (("flap", flap), ("lag", lag)):
            for k, value in enumerate(exact):
                (_, _, coarse), (_, _, fine) = paper.errors(result, speed, word, k, value)
                assert abs(fine) < 0.042
                assert 1.6 < np.log2(coarse / fine) < 2.1
    assert paper.unstretched(5)[0] == pytest.approx(
        result[0].flap[0], rel=1e-3
    )  # nothing pulls: no stiffer than at rest


def test_the_command_prints_the_tables_and_writes_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(paper, "ELEMENTS", (3, 4))
    result = CliRunner().invoke(app, ["reproduce", "bae-2003", "--output", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["four_bar"]["frequency"] == pytest.approx(5.04)
    assert len(data["bending"]) == 9
    text = (tmp_path / "bae-2003.txt").read_text()
    assert "mode, theta 2                       -0.5773503   -0.5773503" in text and "13.170150" in text
    if figures.available():
        assert sorted(path.name for path in tmp_path.glob("*.png")) == [f"bae-2003-figure-{k}.png" for k in (4, 5, 7)]
