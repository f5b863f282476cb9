"""`linkwork check`: what it prints, and how it fails."""

import re

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.app import app
from tests.cli.shell import FOUR_BAR, answer, process, run


def test_check_prints_freedoms_and_reactions():
    result = run("check", FOUR_BAR)
    assert result.exit_code == 0, result.output
    assert re.search(r"freedom", result.output)
    for joint in "ABCD":
        assert re.search(rf"^\s*{joint}\b", result.output, re.MULTILINE)


def test_the_verdict_is_the_last_line_and_coloured_in_a_terminal():
    assert run("check", FOUR_BAR).output.splitlines()[-1] == "sound"
    coloured = CliRunner().invoke(app, ["check", str(FOUR_BAR)], color=True)
    assert coloured.output.splitlines()[-1] == "\x1b[32msound\x1b[0m"


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
        ([FOUR_BAR, "--set", "A.angle=nan"], 2, "'nan' is not a number"),
        ([FOUR_BAR, "--set", "A.angle=1,2"], 2, "give one number in rad"),
        ([FOUR_BAR, "--case", "nope"], 2, "there is no case 'nope'; the cases are free"),
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
    assert "..." not in run("--help").output.split("Commands:")[1]
    for command in ("new", "check", "run", "view", "reproduce", "schema", "doctor"):
        text = run(command, "--help").output
        assert f"linkwork {command}" in text and "Examples:" in text


def test_json_has_the_report_the_pose_and_the_reactions():
    code, data = answer("check", FOUR_BAR, "--set", "A.angle=60", "--degrees")
    model = lw.compile(lw.Mechanism.load(FOUR_BAR))
    expected = lw.reactions(model, lw.assemble(model, {"A.angle": np.pi / 3}))
    assert (code, data["sound"], data["reasons"], data["exit_code"]) == (0, True, [], 0)
    assert (data["report"]["dof"], data["report"]["redundant_rows"], data["report"]["cut"]) == (1, 0, ["C"])
    assert data["pose"]["A.angle"] == pytest.approx(np.pi / 3, rel=1e-12)
    assert data["reactions"]["D"]["force"] == pytest.approx(expected["D"].force, rel=1e-12)


def test_degrees_are_for_plain_angles_and_what_is_printed():
    assert "A.angle = 60 deg" in run("check", FOUR_BAR, "--set", "A.angle=60", "-d").output
    assert "A.angle = 60 deg" in run("check", FOUR_BAR, "--set", "A.angle=1.0471975511966rad", "-d").output
    assert "A.angle = 1.0472 rad" in run("check", FOUR_BAR, "--set", "A.angle=60deg").output


def test_the_exit_code_says_whether_it_is_sound(tmp_path):
    lw.library.door().save(tmp_path / "door.yaml")
    result = run("check", tmp_path / "door.yaml")
    assert result.exit_code == 1
    assert "not sound: 5 redundant rows (accept with --allow-redundant)" in result.output
    assert run("check", tmp_path / "door.yaml", "--allow-redundant").exit_code == 0
    flat = run("check", FOUR_BAR, "--set", "A.angle=0")
    assert flat.exit_code == 1 and "singular pose" in flat.output


def test_quiet_prints_nothing_and_answers_by_its_code():
    result = run("check", FOUR_BAR, "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_errors_are_json_too():
    code, data = answer("check", "no_such_file.yaml")
    assert code == data["exit_code"] == 2
    assert data["error"]["message"] == "no_such_file.yaml: cannot be read: No such file or directory"
    code, data = answer("check", FOUR_BAR, "--set", "Z.angle=1", "--set", "Y.angle=1")
    assert code == 2 and len(data["error"]["problems"]) == 2


@pytest.mark.parametrize(("arguments", "word"), [
    (["run", FOUR_BAR, "-t", "long"], "--duration"),
    (["check", FOUR_BAR, "--bogus"], "--bogus"),
    (["check"], "FILE"),
    (["simulate", FOUR_BAR], "simulate"),
    (["reproduce", "park-1999"], "park-2000"),
])  # fmt: skip
def test_mistakes_in_the_command_line_are_json_too(arguments, word):
    code, data = answer(*arguments)
    assert (code, data["exit_code"]) == (2, 2)
    assert word in data["error"]["message"]


def test_as_a_process_errors_are_on_stderr_and_debug_shows_where():
    good, bad = process("check", FOUR_BAR), process("check", "missing.yaml")
    assert (good.returncode, good.stderr) == (0, "") and "sound" in good.stdout
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "error: missing.yaml: cannot be read: No such file or directory\n"
    shown = process("check", "missing.yaml", "--debug")
    assert shown.returncode == 2 and "Traceback" in shown.stderr and "io/reading.py" in shown.stderr
    assert process("chekc").returncode == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("linkwork: 1\nbodies: {a: {mass: 1", "broken.yaml: line 3, column 1: not YAML"),
        ("linkwork: 1\nbodies: [1, 2]", "bodies: holds a list"),
        ("linkwork: 1\njoints: {A: {type: hinge, body_i: ground, body_j: b}}", "joints.A.type: 'hinge' is not known"),
        ("linkwork: 1\nbodies: {b: {mass: .nan}}", "bodies.b.mass"),
        ("linkwork: 2", "format version is 2"),
        ("just words", "not a mapping"),
        ("", "not a mapping"),
    ],
)
def test_broken_files_say_what_is_wrong(tmp_path, text, message):
    file = tmp_path / "broken.yaml"
    file.write_text(text)
    result = run("check", file)
    assert result.exit_code == 2
    assert message in result.output and "Traceback" not in result.output


def test_code_runs_only_where_it_is_allowed(tmp_path, monkeypatch):
    (tmp_path / "my_blocks.py").write_text("def drag(t, u, x, p, y, xdot):\n    y[0] = -2.0 * u[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    text = FOUR_BAR.read_text().replace(
        "cases:", "  B_: {type: joint_force, target: A.angle, force: brake.torque}\ncases:"
    )
    block = "blocks:\n  brake: {inputs: {w: A.angle.rate}, outputs: [torque], function: 'my_blocks:drag'}\n"
    file = tmp_path / "braked.yaml"
    file.write_text(text + block)
    result = run("check", file)
    assert result.exit_code == 2 and "--allow-code" in result.output
    arguments = ("check", file, "--set", "A.angle=60deg", "--set", "A.angle.rate=1", "--allow-code")
    assert run(*arguments).exit_code == 0
    assert run(*arguments).output != run("check", FOUR_BAR, *arguments[2:]).output
