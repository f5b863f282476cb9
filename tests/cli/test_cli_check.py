"""`linkwork check`: what it prints, and how it fails."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from linkwork.cli.app import app

FOUR_BAR = Path(__file__).parents[2] / "examples" / "four_bar.yaml"


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_check_prints_freedoms_and_reactions():
    result = run("check", FOUR_BAR)
    assert result.exit_code == 0, result.output
    assert re.search(r"freedom", result.output)
    for joint in "ABCD":
        assert re.search(rf"^\s*{joint}\b", result.output, re.MULTILINE)


def test_both_coordinates_print_the_same_reactions():
    tables = [
        re.findall(r"-?\d+\.\d+", run("check", FOUR_BAR, "--coordinates", c).output.split("reactions")[-1])
        for c in ("joint", "cartesian")
    ]
    first, second = ([float(number) for number in numbers] for numbers in tables)
    assert first == pytest.approx(second, rel=1e-3, abs=1e-6)
    assert len(first) > 4


def test_a_pose_given_in_degrees_is_assembled():
    warm, far = run("check", FOUR_BAR, "--set", "A.angle=60deg"), run("check", FOUR_BAR, "--set", "A.angle=80deg")
    assert warm.exit_code == far.exit_code == 0
    assert warm.output != far.output


def test_a_parameter_can_be_changed():
    assert run("check", FOUR_BAR, "-p", "K.stiffness=200").output != run("check", FOUR_BAR).output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no_such_file.yaml"], 2, "no_such_file.yaml"),
        ([FOUR_BAR, "--set", "A.angle"], 2, "name=value"),
        ([FOUR_BAR, "--set", "A.angle=60feet"], 2, "unknown unit"),
        ([FOUR_BAR, "--set", "Z.angle=1"], 2, "Z"),
        ([FOUR_BAR, "-p", "K.stifness=1"], 2, "stiffness"),
    ],
)
def test_wrong_input_is_explained_without_a_traceback(arguments, code, message):
    result = run("check", *arguments)
    assert result.exit_code == code
    assert message in result.output
    assert "Traceback" not in result.output


def test_an_unreachable_pose_fails_with_code_one_and_names_what_is_off():
    result = run("check", FOUR_BAR, "--set", "A.angle=60deg", "--set", "B.angle=30deg")
    assert result.exit_code == 1
    assert re.search(r"joint '[A-D]'", result.output)
    assert "A.angle" in result.output


def test_all_mistakes_of_a_file_are_printed_at_once(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(FOUR_BAR.read_text().replace("mass: 5", "mas: 5").replace("stiffness: 100", "stiffness: [1]"))
    result = run("check", file)
    assert result.exit_code == 2
    assert "mas" in result.output
    assert "stiffness" in result.output


def test_version_and_help():
    assert re.fullmatch(r"linkwork \d+\.\d+\.\d+\s*", run("--version").output)
    assert "linkwork check four_bar.yaml" in run("--help").output
    assert "--set" in run("check", "--help").output
