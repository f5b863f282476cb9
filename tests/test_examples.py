"""Every example runs, and says what it should."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from linkwork.numerics.jit import JIT_DISABLED

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.purepython
def test_four_bar_prints_check_and_reactions_that_agree_between_coordinates(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    reactions, difference, run = load("01_four_bar").main(duration=0.01)
    text = capsys.readouterr().out
    assert difference < 1e-9 * max(abs(reactions["D"].force))
    assert run.success and run.t[-1] == 0.01
    for joint in "ABCD":
        assert f"\n{joint} " in text or f" {joint} " in text
    assert 'no figure: matplotlib is not installed: run pip install "linkwork[plot]"' in text
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(JIT_DISABLED, reason="ten seconds of motion")
def test_four_bar_moves_on_its_branch_and_draws_a_figure(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    _, _, run = load("01_four_bar").main()
    figure = tmp_path / "four_bar.png"
    assert run.success and run.t[-1] == 10.0
    np.testing.assert_allclose(run["crank.angle"], run["rocker.angle"], atol=1e-6)
    assert figure.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert str(figure.resolve()) in capsys.readouterr().out


def test_every_example_has_a_test():
    tested = {"01_four_bar"}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == tested


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_every_example_file_survives_saving_and_loading(path, tmp_path):
    import linkwork as lw

    mechanism = lw.Mechanism.load(path)
    copy = tmp_path / path.name
    mechanism.save(copy)
    assert lw.Mechanism.load(copy) == mechanism
