"""`linkwork run`: the files it writes, cases and options, and how it fails."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.jit import JIT_DISABLED
from tests.cli.shell import FOUR_BAR, answer, run

pytest.importorskip("xarray")
ARM = """
linkwork: 1
name: arm
plane: xy
gravity: [0, -9.81, 0]
parameters: {l: 0.5, fall_time: 2.0}
bodies: {bar: {mass: 2, inertia: l**2/6, com: [l/2, 0, 0]}}
joints: {A: {type: revolute, body_i: ground, body_j: bar, at: [0, 0, 0]}}
inputs: {torque: 0}
forces:
  motor: {type: joint_force, target: A.angle, force: torque}
  friction: {type: joint_spring, target: A.angle, damping: 0.1}
cases:
  fall: {start: {A.angle: 30*deg, A.angle.rate: 1}, duration: fall_time/2, set: {friction.damping: 0}}
  driven:
    start: {A.angle: -90*deg}
    duration: 2
    inputs: {torque: 3 + time}
    events: [A.angle.rate, {when: A.angle + 1, direction: 1, stop: true}]
    integrator: {type: adams, rtol: 1.0e-8}
    outputs: {end: final(A.angle)}
"""


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.yaml").write_text(ARM)
    return tmp_path / "arm.yaml"


def test_a_run_is_the_one_of_simulate_and_is_written(tmp_path):
    result = run(
        "run",
        FOUR_BAR,
        "-t",
        1,
        "--set",
        "A.angle=60deg",
        "--output",
        0.1,
        "-f",
        tmp_path / "new" / "folder",
        "--no-page",
    )
    assert result.exit_code == 0, result.output
    assert "reached the end at t = 1 s" in result.output
    model = lw.compile(lw.Mechanism.load(FOUR_BAR))
    expected = lw.simulate(model, lw.assemble(model, {"A.angle": np.pi / 3, "A.angle.rate": 1}), 1.0, output=0.1)
    outcome = lw.Trajectory.load(tmp_path / "new" / "folder" / "four_bar-free.nc")
    np.testing.assert_allclose(outcome.q, expected.q, rtol=1e-12, atol=1e-12)


def test_a_case_gives_start_duration_and_changed_numbers(arm):
    code, data = answer("run", arm, "--case", "fall", "--no-page")
    assert (code, data["case"], data["status"]) == (0, "fall", "done")
    assert data["files"] == {"run": "arm-fall.nc"}
    result = lw.Trajectory.load("arm-fall.nc")
    assert result.t[-1] == 1.0 and len(result) == 1001
    assert result.model.parameters["friction.damping"] == 0
    np.testing.assert_allclose([result["A.angle"][0], result["A.angle.rate"][0]], [np.pi / 6, 1.0], rtol=1e-12)
    energy = result["energy.total"]
    np.testing.assert_allclose(energy, energy[0], rtol=1e-4)  # no damping in this case


def test_the_only_case_of_a_file_is_taken_with_a_duration_too(arm):
    arm.write_text(ARM.split("  driven:")[0])
    code, data = answer("run", arm, "-t", 0.25, "--no-page")
    assert (code, data["case"], data["duration"]) == (0, "fall", 0.25)
    assert data["signals"]["A.angle"]["start"] == pytest.approx(np.pi / 6, rel=1e-12)
    arm.write_text(ARM)
    code, data = answer("run", arm, "-t", 0.25, "--no-page")  # two cases: none is taken
    assert (code, data["case"], data["signals"]["A.angle"]["start"]) == (0, None, 0.0)


def test_a_case_gives_inputs_events_and_integrator_and_options_come_before_it(arm):
    code, data = answer("run", arm, "-c", "driven", "--no-page")
    assert (code, data["status"]) == (0, "event")
    assert data["events"][-1]["when"] == "A.angle + 1"
    assert data["signals"]["A.angle"]["end"] == pytest.approx(-1.0, abs=1e-9)
    assert data["outputs"] == {"end": pytest.approx(-1.0, abs=1e-8)}
    result = lw.Trajectory.load("arm-driven.nc")
    np.testing.assert_allclose(result["torque"], 3 + result.t, rtol=1e-12)
    code, data = answer(
        "run", arm, "-c", "driven", "--no-page", "-i", "torque=0", "-t", "0.5", "--set", "A.angle=-90", "-d"
    )
    assert (data["status"], data["duration"]) == ("done", 0.5)
    assert data["signals"]["A.angle"]["unit"] == "deg"
    assert data["signals"]["A.angle"]["end"] == pytest.approx(-90.0, abs=1e-6)  # hangs at rest


def test_singular_positions_that_were_passed_are_told(tmp_path):
    result = run("run", FOUR_BAR, "--no-page", "-f", tmp_path)
    assert result.output.count("passed a singular position at t = ") == 5
    assert "(C)" in result.output and "e-17" not in result.output


def test_inputs_are_numbers_expressions_or_samples(arm, tmp_path):
    (tmp_path / "samples.csv").write_text("# time, torque\n0, 0\n1, 2\n")
    ends = {}
    for text in ("2*time", "@samples.csv", "1"):
        code, data = answer("run", arm, "-t", 1, "-n", "x", "--no-page", "-i", f"torque={text}", "-s", "torque")
        assert code == 0
        ends[text] = data["signals"]["torque"]["end"]
    assert ends == {"2*time": pytest.approx(2), "@samples.csv": pytest.approx(2), "1": 1}


def test_signals_are_tabled_written_and_drawn(arm, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    result = run(
        "run", arm, "-t", 0.1, "--no-page", "-n", "named", "-s", "A.angle", "-s", "bar.position", "--csv", "--png", "-d"
    )
    assert result.exit_code == 0, result.output
    for ending in ("nc", "csv", "png"):
        assert f"wrote named.{ending}" in result.output and os.path.getsize(f"named.{ending}")
    with open("named.csv") as file:
        assert file.readline() == "time (s),A.angle (deg),bar.position.x (m),bar.position.y (m),bar.position.z (m)\n"
        table = np.loadtxt(file, delimiter=",")
    outcome = lw.Trajectory.load("named.nc")
    np.testing.assert_array_equal(table[:, 0], outcome.t)
    np.testing.assert_allclose(table[:, 1], np.degrees(outcome["A.angle"]), rtol=1e-15)


@pytest.mark.parametrize("options", [
    ["--integrator", "adams"], ["--integrator", "runge-kutta-4", "--step", "0.001"], ["--rtol", "1e-9"],
    ["--formulation", "partial-velocity"], ["--coordinates", "cartesian"],
])  # fmt: skip
def test_methods_agree(arm, options):
    _, expected = answer("run", arm, "-c", "fall", "--no-page", "--rtol", "1e-10")
    code, data = answer("run", arm, "-c", "fall", "--no-page", *options)
    assert code == 0
    assert data["signals"]["A.angle"]["end"] == pytest.approx(expected["signals"]["A.angle"]["end"], abs=2e-5)


@pytest.mark.parametrize(("arguments", "message"), [
    (["missing.yaml", "-t", 1], "missing.yaml: cannot be read"),
    (["arm.yaml"], "how long? give --duration in seconds, or a case; choose one with --case: fall, driven"),
    (["arm.yaml", "--case", "fal"], "there is no case 'fal'; did you mean 'fall'?"),
    (["arm.yaml", "-t", "nan"], "--duration: nan is not a time"),
    (["arm.yaml", "-t", "-1"], "--duration: -1 is not a time"),
    (["arm.yaml", "-t", 1, "--output", 0], "--output: 0 is not a time"),
    (["arm.yaml", "-t", 1, "--rtol", 7], "--rtol: 7 is not between"),
    (["arm.yaml", "-t", 1, "--integrator", "euler"], "integrators are adams, bdf, dormand-prince, generalized-alpha, hht, radau, runge-kutta-4"),
    (["arm.yaml", "-t", 1, "--integrator", "runge-kutta-4"], "give its step"),
    (["arm.yaml", "-t", 1, "--step", "0.1"], "--integrator runge-kutta-4"),
    (["arm.yaml", "-t", 1, "--formulation", "nullspace"], "did you mean 'null-space'?"),
    (["arm.yaml", "-t", 1, "-i", "tork=1"], "there is no input 'tork'"),
    (["arm.yaml", "-t", 1, "-i", "torque=2*"], "'2*'"),
    (["arm.yaml", "-t", 1, "-i", "torque=@nothing.csv"], "nothing.csv"),
    (["arm.yaml", "-t", 1, "-s", "A.anlge"], "its signals are A.angle"),
    (["arm.yaml", "-t", 1, "-f", "arm.yaml/out"], "arm.yaml/out: cannot be written: Not a directory"),
    (["arm.yaml", "-t", "soon"], "'--duration'"),
])  # fmt: skip
def test_wrong_input_is_explained_with_code_two_and_nothing_is_written(arm, arguments, message):
    result = run("run", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.output and "Traceback" not in result.output
    assert [path.name for path in arm.parent.iterdir()] == ["arm.yaml"]


@pytest.mark.parametrize(("case", "messages"), [
    ("{durations: 1, start: {A.angle: [x]}}", ["cases.fall.durations: unknown field; did you mean 'duration'?", "cases.fall.start: A.angle"]),
    ("{duration: 1, settle: maybe}", ["cases.fall.settle"]),
    ("{duration: 1, analysis: mode}", ["cases.fall.analysis: 'mode' is not known; did you mean 'modes'?"]),
    ("{duration: 1, outputs: {a: final(A.angel), b: A.angle}}", ["cases.fall.outputs: a: signal 'A.angel'", "final(A.angle)"]),
    ("{duration: 1, events: {direction: 1}}", ["cases.fall.events", "is not an event"]),
    ("{duration: long}", ["cases.fall.duration", "long"]),
    ("{duration: 1, inputs: {torque: [1, 2]}}", ["cases.fall.inputs: torque: [1, 2] is not [times, samples]"]),
    ("{duration: 1, integrator: euler}", ["cases.fall.integrator: integrator 'euler' is not known"]),
    ("{start: {A.angle: 1}}", ["case 'fall' has no duration"]),
    ("{duration: 1, start: {A.angel: 1}}", ["A.angel"]),
    ("{duration: 1, set: {l.mass: 1}}", ["l.mass"]),
    ("5", ["cases.fall: is not a mapping"]),
])  # fmt: skip
def test_mistakes_in_a_case_are_named(arm, case, messages):
    arm.write_text(ARM.split("cases:")[0] + f"cases: {{fall: {case}}}\n")
    result = run("run", arm)
    assert result.exit_code == 2, result.output
    for message in messages:
        assert message in result.output


def test_a_run_that_cannot_finish_is_written_and_answers_one(arm):
    arm.write_text(ARM.replace("force: torque", "force: sqrt(0.3 - time)"))
    code, data = answer("run", arm, "-c", "fall", "--no-page")
    assert (code, data["success"], data["status"]) == (1, False, "step too small") or data["status"] == "failed"
    result = lw.Trajectory.load("arm-fall.nc")
    assert 0.29 < result.t[-1] <= 0.3
    assert not result.success


def test_a_time_limit_answers_one_with_what_there_is(arm):
    code, data = answer(
        "run", arm, "-t", 1e7, "--output", 1000, "--time-limit", 0.05, "--no-page", "--integrator", "dormand-prince"
    )
    assert (code, data["status"]) == (1, "time limit")
    assert lw.Trajectory.load("arm.nc").t[-1] > 0


@pytest.mark.skipif(JIT_DISABLED or os.name == "nt", reason="sends a signal while the compiled loop runs")
def test_interrupting_writes_what_was_computed_and_answers_130(arm):
    command = [sys.executable, "-c", "import os, signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell ignores it for what runs in the background
        "from linkwork.numerics.progress import Progress\n"
        "def started(self, t):\n"  # once the loop has run
        "    Progress.update = lambda self, t: None\n"
        "    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "Progress.update = started\n"
        "from linkwork.cli import main\n"
        "main()", "run", "arm.yaml", "-t", "1e7", "--output", "1000", "--no-page", "--integrator", "dormand-prince"]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 130, result.stderr
    assert "interrupted at t = " in result.stdout and "wrote arm.nc" in result.stdout
    outcome = lw.Trajectory.load("arm.nc")
    assert outcome.status == "interrupted" and outcome.t[-1] > 0


def test_without_the_io_extra_the_other_files_are_written_and_the_missing_one_is_an_error(arm, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5netcdf", None)
    result = run("run", arm, "-c", "fall", "--no-page", "--csv")
    assert result.exit_code == 1
    missing = 'arm-fall.nc is not written: h5netcdf is not installed: run pip install "linkwork[io]"'
    assert f"error: {missing}" in result.stderr
    assert sorted(path.name for path in arm.parent.iterdir()) == ["arm-fall.csv", "arm.yaml"]
    code, data = answer("run", arm, "-c", "fall", "--no-page")
    assert (code, data["exit_code"], data["error"]["problems"]) == (1, 1, [missing])


def test_a_full_disk_costs_the_files_and_not_the_answer(arm):
    """Files larger than 2 kB cannot be written here: the small ones are, and the run's numbers are printed."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)); import linkwork.cli as c; c.main()"
    )
    command = [sys.executable, "-c", code, "run", str(arm), "-c", "fall", "--no-page", "--csv", "--json"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "LINKWORK_CACHE_DIR": str(arm.parent / "none")}
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
    data = json.loads(result.stdout)
    assert result.returncode == data["exit_code"] == 1 and data["success"] is True
    assert [problem.split(":")[0] for problem in data["error"]["problems"]] == ["arm-fall.nc", "arm-fall.csv"]
    assert all("cannot be written: File too large" in problem for problem in data["error"]["problems"])
    assert not list(arm.parent.glob("arm-fall*")) and not list(arm.parent.glob(".*.part"))


def test_cases_that_are_no_simulations_are_answered(arm):
    cases = (
        "cases:\n  rest: {analysis: equilibrium, start: {A.angle: -80*deg}, outputs: {angle: A.angle, load: A.force.y}}\n"
        "  tone: {analysis: modes, settle: true, start: {A.angle: -80*deg}, outputs: {f: undamped(0)}}\n"
        "  turn: {analysis: kinematics, duration: 1, times: 21, outputs: {top: maximum(A.angle.rate), mean: mean(A.angle)}}\n"
    )
    text = ARM.split("cases:")[0]
    arm.write_text(text + cases)
    code, data = answer("run", arm, "-c", "rest")
    assert (code, data["case"], data["files"]["page"]) == (0, "rest", "arm-rest.html")
    assert data["outputs"]["angle"] == pytest.approx(-np.pi / 2, abs=1e-9)
    result = run("run", arm, "-c", "tone", "--no-page")
    assert result.exit_code == 0 and "undamped(0)" in result.output and "modes of" in result.output
    result = run("run", arm, "-c", "turn", "--no-page")
    assert result.exit_code != 0 and "is not fully driven" in result.output
    arm.write_text(text + "drivers:\n  spin: {target: A.angle, motion: 2*time}\n" + cases)
    code, data = answer("run", arm, "-c", "turn", "--no-page")
    assert (code, data["outputs"]) == (0, {"top": pytest.approx(2), "mean": pytest.approx(1)})
