"""Every example runs, and says what it should."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.purepython
def test_four_bar_prints_check_and_reactions_that_agree_between_coordinates(capsys):
    reactions, difference = load("01_four_bar").main()
    text = capsys.readouterr().out
    assert difference < 1e-9 * max(abs(reactions["D"].force))
    for joint in "ABCD":
        assert f"\n{joint} " in text or f" {joint} " in text


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
