"""`linkwork sensitivity`: derivatives from the shell, compared with differences, and what is wrong with a question."""

import numpy as np
import pytest

from tests.cli.shell import answer, run

OSCILLATOR = """
linkwork: 1
name: oscillator
plane: xy
parameters: {k: 50}
bodies:
  b: {mass: 2, inertia: 1, com: [1, 0, 0]}
joints:
  P: {type: prismatic, body_i: ground, body_j: b, at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  K: {type: joint_spring, target: P.displacement, stiffness: k, damping: 0.5}
cases:
  tone: {analysis: modes, outputs: {f: undamped(0)}}
  swing: {duration: 0.5, start: {P.displacement: 1}, rtol: 1.0e-10, outputs: {end: final(P.displacement)}}
  still: {duration: 0.5}
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "oscillator.yaml"
    path.write_text(OSCILLATOR)
    return path


def test_a_frequency_by_its_numbers(file):
    code, data = answer("sensitivity", file, "--case", "tone", "--by", "k", "--by", "*.mass")
    assert (code, data["parameters"], data["method"]) == (0, ["k", "b.mass"], "exact")
    f = np.sqrt(50 / 2) / (2 * np.pi)
    assert data["gradient"]["f"] == pytest.approx([f / 100, -f / 4], rel=1e-8)


def test_derivatives_are_compared_with_differences(file):
    words = ("sensitivity", file, "--case", "swing", "--by", "k", "--by", "start.P.displacement")
    code, data = answer(*words, "--check")
    assert (code, data["success"]) == (0, True)
    assert data["gradient"][0] == pytest.approx(data["differences"][0], rel=1e-7)
    against = answer(*words, "--method", "adjoint")[1]
    assert against["method"] == "adjoint"
    assert against["gradient"]["end"] == pytest.approx(data["gradient"][0], rel=1e-9)


def test_what_is_wrong_is_said(file):
    for words, message in (
        (("--by", "k"), "choose a case that has some with --case: tone, swing"),
        (("--case", "still", "--by", "k"), "choose a case that has some with --case: tone, swing"),
        (
            ("--case", "swing", "--by", "q*", "--by", "zz?"),
            "--by q*, zz?: no number of the file has such a path; a path is",
        ),
        (("--case", "swing", "--by", "K.stiffness"), "K.stiffness: is the expression 'k'; change k instead"),
        (("--case", "swing", "--by", "k", "--method", "backwards"), 'method is "direct" or "adjoint"'),
    ):
        result = run("sensitivity", file, *words)
        assert result.exit_code == 2 and message in result.stderr, (words, result.stderr)
