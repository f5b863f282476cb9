"""`linkwork sweep`: designs of a file or of the command, tables and figures, what is wrong with a question."""

import csv

import numpy as np
import pytest

import linkwork as lw
from tests.cli.shell import answer, run
from tests.io.test_design_sections import TEXT


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "oscillator.yaml"
    path.write_text(TEXT)
    return path


def test_designs_of_the_file_are_swept_and_written(file):
    files = ("--csv", "few.csv", "--nc", "few.nc", "--png", "few.png", "--of", "k", "--of", "b.mass", "--keep", "few")
    code, data = answer("sweep", file, "--designs", "few", "--on", 1, *files)
    assert (code, data["success"], data["designs"], data["paths"]) == (0, True, 6, ["k", "b.mass"])
    expected = [np.sqrt(k / m) / (2 * np.pi) for k in (40, 50, 60) for m in (1, 2)]
    np.testing.assert_allclose(data["outputs"]["tone.f"], expected, rtol=1e-4)  # slightly damped
    assert data["best"] == {"tone.f": {"k": 40.0, "b.mass": 2.0}}
    with open("few.csv", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [float(row["tone.f"]) for row in rows] == data["outputs"]["tone.f"] and len(rows) == 6
    assert lw.Sweep.load("few.nc")["tone.f"].tolist() == data["outputs"]["tone.f"]
    assert file.with_name("few.png").read_bytes()[:4] == b"\x89PNG"
    assert len(list(file.with_name("few").glob("part-*.json"))) >= 1
    assert answer("sweep", file, "--designs", "few", "--on", 1, "--keep", "few")[1]["outputs"] == data["outputs"]


def test_ranges_and_grids_of_the_command_are_swept(file):
    code, data = answer(
        "sweep", file, "--spread", "k=40:60", "-n", 8, "--method", "halton", "--on", 1, "--case", "tone"
    )
    assert code == 0 and data["designs"] == 8 and all(40 < k < 60 for (k,) in data["values"])
    code, data = answer("sweep", file, "--grid", "k=40:60:3", "-p", "b.mass=8", "--on", 1)
    assert code == 0 and data["values"] == [[40], [50], [60]]
    assert data["outputs"]["tone.f"][1] == pytest.approx(2.5 / (2 * np.pi), rel=1e-4)
    result = run("sweep", file, "--designs", "many", "--on", 1)
    assert result.exit_code == 0 and result.stdout.startswith("64 designs of oscillator: k, b.mass\noutput ")


def test_designs_that_fail_give_exit_code_1(file):
    code, data = answer("sweep", file, "--grid", "b.mass=-1:2:2", "--on", 1)
    assert code == 1 and [item["design"] for item in data["failed"]] == [0] and "mass" in data["failed"][0]["reason"]
    assert data["outputs"]["tone.f"][0] is None


@pytest.mark.parametrize(("options", "message"), [
    ((), "choose with --designs: few, many, own"),
    (("--designs", "fev"), "did you mean 'few'?"),
    (("--designs", "few", "--grid", "k=1:2:3"), "--designs and --grid exclude each other"),
    (("--grid", "k=1:2"), "is not FIRST:LAST:COUNT"),
    (("--spread", "k=1"), "a range is LOW:HIGH"),
    (("--spread", "kk=1:2"), "did you mean 'k'?"),
    (("--designs", "few", "--case", "tune"), "did you mean 'tone'?"),
    (("--designs", "few", "--on", "somewhere"), "on: is None (all cores), a number"),
    (("--designs", "few", "--csv", "/dev/null/few.csv"), "cannot be written"),
])  # fmt: skip
def test_a_wrong_question_is_explained(file, options, message):
    result = run("sweep", file, *options)
    assert result.exit_code == 2 and message in result.output and "Traceback" not in result.output
