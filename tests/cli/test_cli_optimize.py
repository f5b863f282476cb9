"""`linkwork optimize`: a design found from the shell, written as a file, and what is wrong with a question."""

import numpy as np
import pytest

import linkwork as lw
from tests.cli.shell import answer, run

OSCILLATOR = """
linkwork: 1
name: oscillator
plane: xy
bodies:
  b: {mass: 2, inertia: 1, com: [1, 0, 0]}
joints:
  P: {type: prismatic, body_i: ground, body_j: b, at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  K: {type: joint_spring, target: P.displacement, stiffness: 50, damping: 0.5}
cases:
  tone: {analysis: modes, outputs: {f: undamped(0)}}
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "oscillator.yaml"
    path.write_text(OSCILLATOR)
    return path


def test_a_design_is_found_and_written(file):
    options = (
        "--minimize",
        "K.stiffness",
        "--subject-to",
        "tone.f=2:",
        "--vary",
        "K.stiffness=10:1000",
        "--save",
        "best.yaml",
        "--page",
        "best.html",
    )
    code, data = answer("optimize", file, *options)
    assert (code, data["success"]) == (0, True)
    assert data["parameters"]["K.stiffness"] == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-5)
    assert data["constraints"][0]["active"] == "lower"
    assert (data["remarks"], data["by_differences"]) == ([], {})
    best = lw.Mechanism.load("best.yaml")
    assert best["K"].stiffness == data["parameters"]["K.stiffness"] and best.cases == lw.Mechanism.load(file).cases
    assert "Convergence" in file.with_name("best.html").read_text()


@pytest.mark.parametrize(("options", "message"), [
    (("--minimize", "tone.f", "--vary", "K.stiffness=1:2:3"), "bounds are LOW:HIGH"),
    (("--minimize", "tone.f", "--vary", "K.stiffness=1..2"), "bounds are LOW:HIGH"),
    (("--minimize", "f", "--vary", "K.stiffness=1:2"), "the expressions name no case of the file"),
    (("--minimize", "tune.f", "--vary", "K.stiffness=1:2"), "did you mean 'tone'?"),
    (("--minimize", "tone.f", "--vary", "K.stiffness=1:2", "--save", "/dev/null/best.yaml"), "cannot be written"),
    (("--minimize", "tone.g", "--vary", "K.stiffness=1:2"), "'tone.g' is no output"),
    (("--minimize", "tone.f", "--vary", "K.stiffness=1:2", "--on", "there"), "on: is None (all cores)"),
])  # fmt: skip
def test_a_wrong_question_is_explained(file, options, message):
    result = run("optimize", file, *options)
    assert result.exit_code == 2 and message in result.output and "Traceback" not in result.output


def test_what_was_found_before_ctrl_c_is_written(file, monkeypatch):
    from linkwork.analyses.design.optimization import trials

    gradients, calls = trials.case_gradients, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return gradients(*given)

    monkeypatch.setattr(trials, "case_gradients", interrupted)
    options = (
        "--minimize",
        "(tone.f - 2)**2",
        "--vary",
        "K.stiffness=10:1000",
        "--save",
        "best.yaml",
        "--keep",
        "s.json",
    )
    code, data = answer("optimize", file, *options)
    assert (code, data["message"], data["designs"]) == (130, "interrupted", 2)
    assert lw.Mechanism.load("best.yaml")["K"].stiffness == data["parameters"]["K.stiffness"]
