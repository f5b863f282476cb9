"""The numbered examples: the first in detail; all run, and say their numbers, where the gallery is made (test_documentation)."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.jit import JIT_DISABLED

EXAMPLES = Path(__file__).parent.parent / "examples"
compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="seconds of motion")


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# a number that each prints, and that would change if it were wrong
SAYS = {
    "01_pendulum": r"period at 120°: 2\.24870492\d s, exactly 2\.248704929 s",
    "03_slider_crank": r"stroke 0\.1000 m, largest torque 21\.85 N m",
    "04_reactions": r"hinge2 +leaf +-63\.0643 ",
    "05_spatial_four_bar": r"the damper took 8\.689\d J",
    "06_formulations": r"largest difference .*: \d\.\de-1[0-6]\n",
    "07_events_and_inputs": r"passes zero at 3\.141593, 6\.283185, 9\.424778 s",
    "08_singular_position": r"reached the end: .* 10 passes through flat",
    "09_controller": r"at the end 1\.000100 m",
    "10_bricard": r"between y = -1\.732051 and -1\.000000 m",
    "11_parameters": r"10000 N/m  5\.0400 Hz",
    "12_results": r"read back bit for bit",
    "13_equilibrium": r"snaps at P = 9\.94991696 N, by formula 9\.94991696 N",
    "14_modes": r"slowest decay is -0\.750340 1/s",
    "15_beam": r"lag 0\.6278\d Hz, flap 1\.7110\d Hz",
    "16_sensitivity": r"d theta1 / dC after 1 s: 0\.001898682\d",
    "17_optimize": r"off the path: \d\.\de-0[67] m; hardpoints within \de-0[345] m",
    "20_tolerances": r"deviation of y: 0\.46\d mm from 512 designs, 0\.46140 mm to first order",
    "18_campbell": r"flap and lag cross at 18\.19017\d rad/s, by formula 18\.190172",
    "19_engine_balance": r"counterweight 0\.7(6000\d|59999) kg, by the rule 0\.760000 kg",
}


def test_every_script_is_numbered_tested_and_short():
    scripts = sorted(EXAMPLES.glob("*.py"))
    assert {path.stem for path in scripts} == {*SAYS, "02_four_bar"}
    assert [path.stem[:2] for path in scripts] == [f"{k + 1:02}" for k in range(len(scripts))]
    for path in scripts:
        text = path.read_text()
        assert len(text.splitlines()) < 60, path.name
        assert f"python examples/{path.name}" in text


@pytest.mark.purepython
def test_four_bar_prints_check_and_reactions_that_agree_between_coordinates(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    reactions, difference, run = load("02_four_bar").main(duration=0.01)
    text = capsys.readouterr().out
    assert difference < 1e-9 * max(abs(reactions["D"].force))
    assert run.success and run.t[-1] == 0.01
    for joint in "ABCD":
        assert f"\n{joint} " in text or f" {joint} " in text
    assert 'no figure: matplotlib is not installed: run pip install "linkwork[plot]"' in text
    assert not list(tmp_path.glob("*.png"))


@compiled_only
def test_four_bar_moves_on_its_branch_and_draws_a_figure(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    _, _, run = load("02_four_bar").main()
    figure = tmp_path / "four_bar.png"
    assert run.success and run.t[-1] == 10.0
    np.testing.assert_allclose(run["crank.angle"], run["rocker.angle"], atol=1e-6)
    assert figure.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    text = capsys.readouterr().out
    assert str(figure.resolve()) in text
    page = tmp_path / "four_bar.html"
    assert text.rstrip().endswith(str(page.resolve()))
    assert page.stat().st_size < 1_000_000
    assert page.read_text("utf-8").lstrip().lower().startswith("<!doctype html>")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_every_example_file_survives_saving_and_loading(path, tmp_path):
    mechanism = lw.Mechanism.load(path)
    copy = tmp_path / path.name
    mechanism.save(copy)
    assert lw.Mechanism.load(copy) == mechanism
