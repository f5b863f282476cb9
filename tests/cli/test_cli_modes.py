"""`linkwork modes`: the table and its numbers from the shell."""

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from tests.cli.shell import FOUR_BAR, answer, run
from tests.cli.truss import TRUSS

PARALLELOGRAM = Path(__file__).parents[2] / "examples" / "parallelogram_four_bar.yaml"


def test_the_parallelogram_of_bae_2003_swings_at_5_04_hertz():
    result = run("modes", PARALLELOGRAM)
    assert result.exit_code == 0, result.output
    assert "5.04" in result.output and "A.angle +1, B.angle -1, D.angle +1" in result.output
    assert "--rest" not in result.output
    code, data = answer("modes", PARALLELOGRAM, "--coordinates", "cartesian")
    assert code == 0 and data["resting"] and data["coordinates"] == ["A.angle"]
    assert data["modes"][0]["frequency"] == pytest.approx(5.04, abs=1e-9)
    np.testing.assert_allclose(data["stiffness"], [[1575.865225]], rtol=1e-9)


def test_it_looks_for_rest_when_asked():
    assert "the start is not an equilibrium" in run("modes", FOUR_BAR).output
    code, data = answer("modes", FOUR_BAR, "--rest", "--state", "D.angle")
    model = lw.compile(lw.Mechanism.load(FOUR_BAR))
    lin = lw.linearize(model, lw.equilibrium(model, lw.assemble(model)), states=["D.angle"])
    assert code == 0 and data["resting"] and data["states"] == ["D.angle", "D.angle.rate"]
    assert data["modes"][0]["undamped"] == pytest.approx(lin.modes()[0].undamped, rel=1e-9)


def test_a_wrong_state_is_answered_with_the_remedy():
    result = run("modes", FOUR_BAR, "--state", "A.angle", "--state", "B.angle")
    assert result.exit_code == 2 and "1 independent positions" in result.output


@pytest.mark.parametrize(("arguments", "load"), [([], 3.0), (["-i", "P=4"], 4.0), (["-i", "P=4", "--rest"], 4.0)])
def test_inputs_of_a_case_are_those_of_its_time(arguments, load, tmp_path):
    path = tmp_path / "truss.yaml"
    path.write_text(TRUSS)
    code, data = answer("modes", path, "--case", "resting", *arguments)
    model = lw.compile(lw.Mechanism.load(path))
    lin = lw.linearize(model, lw.equilibrium(model, lw.assemble(model), inputs={"P": load}))
    assert code == 0 and data["resting"]
    assert data["modes"][0]["frequency"] == pytest.approx(lin.modes()[0].frequency, rel=1e-9)


def test_a_page_of_a_mode_is_written(tmp_path):
    page = tmp_path / "mode.html"
    code, data = answer("modes", PARALLELOGRAM, "--page", page)
    assert code == 0 and data["page"] == str(page)
    assert "mode 0 · 5.04 Hz" in page.read_text()
    result = run("modes", PARALLELOGRAM, "--show", "4", "--page", page)
    assert result.exit_code == 2 and "no such mode; they are 0 to 0" in result.output


BLADE = """
linkwork: 1
name: blade
bodies:
  hub: {mass: 5, inertia: [1, 1, 2], com: [0, 0, 0]}
  blade: {mass: 2, inertia: [0, 0, 0], com: [1.4, 0, 0]}
joints:
  spin: {type: revolute, body_i: ground, body_j: hub, at: [0, 0, 0], axis: [0, 0, 1]}
  hinge: {type: universal, body_i: hub, body_j: blade, at: [0.3, 0, 0], axis_i: [0, 1, 0], axis_j: [0, 0, 1]}
drivers:
  motor: {target: spin.angle, motion: 50*time**2}
"""


def test_modes_against_the_speed_of_a_driver(tmp_path):
    file = tmp_path / "blade.yaml"
    file.write_text(BLADE)
    wanted = [
        "campbell",
        file,
        "--driver",
        "motor",
        "--speeds",
        "0:300rpm:4",
        "--csv",
        tmp_path / "c.csv",
        "--png",
        tmp_path / "c.png",
    ]
    code, data = answer(*wanted)
    assert code == 0
    np.testing.assert_allclose(data["speeds"], np.linspace(0, 10 * np.pi, 4))
    np.testing.assert_allclose(
        [row[1] for row in data["frequencies"]], np.linspace(0, 5, 4) * np.sqrt(1 + 0.3 / 1.1), rtol=1e-9
    )
    assert (tmp_path / "c.csv").read_text().startswith("motor,frequency 0,frequency 1")
    assert (tmp_path / "c.png").exists()
    assert "motor rad/s" in run("campbell", file, "--driver", "motor", "--speeds", "1:2:2").output
    result = run("campbell", file, "--driver", "motor", "--speeds", "1:2")
    assert result.exit_code == 2 and "FIRST:LAST:COUNT" in result.output
    result = run("campbell", file, "--driver", "engine", "--speeds", "1:2:2")
    assert result.exit_code == 2 and "no driver 'engine'" in result.output


KINK = """
linkwork: 1
name: kink
plane: xy
bodies: {bar: {mass: 1, inertia: 1, com: [1, 0, 0]}}
joints: {A: {type: revolute, body_i: ground, body_j: bar, at: [0, 0, 0]}}
forces: {F: {type: joint_force, target: A.angle, force: -sqrt(A.angle)}}
"""
FALLS = """
linkwork: 1
name: falls
plane: xy
gravity: [0, -9.81, 0]
bodies: {stone: {mass: 1, inertia: 1, com: [0, 0, 0]}}
joints: {free: {type: free, body_i: ground, body_j: stone, at: [0, 0, 0]}}
"""


@pytest.mark.parametrize(("text", "arguments", "code", "words"), [
    (KINK, [], 1, "no finite derivative by A.angle"),
    (FALLS, ["--rest"], 1, "free.y (-9.81 N) runs away"),
    (FALLS, [], 0, "3 rigid; not at rest"),
    (FALLS, ["--state", "free.z"], 2, "state 'free.z': a free has no 'z'"),
    ("linkwork: 1\nname: empty\n", [], 0, "none, as nothing can move"),
])  # fmt: skip
def test_what_has_no_modes_says_why(text, arguments, code, words, tmp_path):
    path = tmp_path / "mechanism.yaml"
    path.write_text(text)
    result = run("modes", path, *arguments)
    assert result.exit_code == code and words in result.output.replace("\n", " "), result.output


def test_the_lowest_modes_alone():
    code, data = answer("modes", PARALLELOGRAM.with_name("bushing_chain.yaml"), "--rest", "--count", "3")
    assert code == 0 and len(data["modes"]) == 3 and "mass" not in data
    frequencies = [mode["undamped"] for mode in data["modes"]]
    whole = answer("modes", PARALLELOGRAM.with_name("bushing_chain.yaml"), "--rest")[1]["modes"]
    assert frequencies == pytest.approx([mode["undamped"] for mode in whole[:3]], rel=1e-9)
