"""`linkwork equilibrium`: equilibria and sweeps from the shell, and cases that settle."""

import numpy as np
import pytest

import linkwork as lw
from tests.cli.shell import FOUR_BAR, answer, run
from tests.cli.truss import TRUSS


@pytest.fixture
def truss(tmp_path):
    path = tmp_path / "truss.yaml"
    path.write_text(TRUSS)
    return path


def test_it_prints_where_it_rests_and_how_it_was_found():
    result = run("equilibrium", FOUR_BAR)
    assert result.exit_code == 0, result.output
    for part in ("stability", "found by", "joint         on body", "\nat A.angle = "):
        assert part in result.output, part


def test_json_has_the_numbers_of_the_library():
    code, data = answer("equilibrium", FOUR_BAR, "--stable")
    model = lw.compile(lw.Mechanism.load(FOUR_BAR))
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    assert code == 0 and data["stability"] == eq.stability and data["method"] == eq.method
    assert data["signals"]["A.angle"] == pytest.approx(eq["A.angle"], abs=1e-12)
    np.testing.assert_allclose(data["stiffness"], eq.stiffness, rtol=1e-9)
    np.testing.assert_allclose(data["reactions"]["D"]["force"], eq["D.force"], rtol=1e-9, atol=1e-9)


def test_an_input_holds_a_pose(truss):
    code, data = answer("equilibrium", truss, "--hold", "apex.position.y=0.25", "--trim", "P")
    rest, length = np.hypot(1, 0.3), np.hypot(1, 0.25)
    assert code == 0 and data["trim"]["P"] == pytest.approx(2000 * (rest - length) * 0.25 / length, rel=1e-10)
    assert data["signals"]["guide.displacement"] == pytest.approx(-0.05, abs=1e-12)


def test_a_sweep_ends_at_its_fold_with_code_one_or_goes_on(truss, tmp_path):
    code, data = answer("equilibrium", truss, "--sweep", "P=0:20:11", "-s", "apex.position.y")
    assert code == 1 and "a fold" in data["message"] and len(data["values"]["P"]) == 5
    figure = tmp_path / "truss.png"
    result = run(
        "equilibrium", truss, "--sweep", "P=0:20:11", "--folds", "jump", "-s", "apex.position.y", "--png", figure
    )
    assert result.exit_code == 0 and figure.stat().st_size > 1000
    assert "jump to position 5" in result.output


def test_the_page_of_the_position_is_written(truss, tmp_path):
    assert run("equilibrium", truss, "--page", tmp_path / "rest.html").exit_code == 0
    assert (tmp_path / "rest.html").stat().st_size > 1e5


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--sweep", "P=0:20"], 2, "NAME=FIRST:LAST:COUNT"),
        (["--sweep", "Q=0:20:3"], 2, "is no input, driver or 'time'"),
        (["--png", "x.png"], 2, "--png draws a sweep"),
        (["--trim", "P"], 2, "under-determined"),
        (["--hold", "apex.angel", "--trim", "P"], 2, "apex.angel"),
        (["--method", "magic"], 2, "method is one of"),
        (["--sweep", "P=0:20:3", "--folds", "over"], 2, "folds is one of"),
        (["-i", "P=1e9", "--method", "newton"], 1, "no equilibrium was found"),
    ],
)
def test_wrong_questions_are_answered(truss, arguments, code, message):
    result = run("equilibrium", truss, *arguments)
    assert result.exit_code == code, result.output
    assert message in result.output and "Traceback" not in result.output


def test_a_case_that_settles_starts_at_rest(truss, tmp_path):
    code, data = answer("run", truss, "--folder", tmp_path, "-s", "guide.displacement", "--no-page")
    assert code == 0
    moved = data["signals"]["guide.displacement"]
    model = lw.compile(lw.Mechanism.load(truss))
    rest = lw.equilibrium(model, lw.assemble(model), inputs={"P": 3.0})["guide.displacement"]
    assert moved["start"] == pytest.approx(rest, abs=1e-12)
    assert moved["max"] <= rest + 1e-9  # the growing load pushes it down from rest
    truss.write_text(TRUSS.replace("settle: true", "settle: maybe"))
    assert "settle: 'maybe' is not true" in run("run", truss).output
