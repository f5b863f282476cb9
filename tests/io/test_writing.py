"""Files are written whole or not at all, as what their names say, into regular files only."""

import csv
import json
import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
import warnings

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.writing import write_bytes, write_text
from linkwork.description.errors import FileError

pytest.importorskip("h5netcdf")
posix = pytest.mark.skipif(os.name != "posix", reason="signals, limits and links of POSIX systems")

PENDULUM = """
import linkwork as lw

def pendulum_run(speed=0.0, output=0.1):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("bar", mass=1.0, inertia=0.1, com=(1, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0)))
    model = lw.compile(m)
    state = lw.assemble(model, {"A.angle.rate": speed})
    return lw.simulate(model, state, 1.0, output=output, integrator=lw.RungeKutta4(0.05), quiet=True)
"""
exec(PENDULUM)


@pytest.fixture(scope="module")
def run():
    return pendulum_run()  # noqa: F821


def python(code, *arguments, **options):
    """A process of its own that runs code, kernels as plain Python."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    text = PENDULUM + textwrap.dedent(code)
    command = [sys.executable, "-c", text, *(str(argument) for argument in arguments)]
    return subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def ended(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, (process.returncode, err)
    return out


@posix
def test_a_full_disk_is_an_ordinary_error_and_the_run_stays(tmp_path):
    """Files can grow to 2 kB here: saving raises, the old file and the run are untouched, and saving succeeds later."""
    path = tmp_path / "run.nc"
    code = """
    import os, resource, sys
    path = sys.argv[1]
    run = pendulum_run(output=0.02)
    open(path, "w").write("old")
    for limit in (2048, 0):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        saved = {path: run.save, path + ".yaml": run.model.mechanism().save, path + ".html": run.save_html}
        for name, save in saved.items():
            try:
                save(name)
            except ValueError as error:
                assert "cannot be written: File too large" in str(error), error
            else:
                assert limit and name.endswith("yaml"), name
                os.unlink(name)
    assert os.listdir(os.path.dirname(path)) == ["run.nc"] and open(path).read() == "old"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    run.save(path)
    print(repr(float(run["A.angle"][-1])))
    """
    angle = float(ended(python(code, path)))
    assert lw.Trajectory.load(path)["A.angle"][-1] == pytest.approx(angle, rel=1e-14)


@pytest.mark.parametrize("name", ["x.parquet", "x.mat", "x.txt", "x.xlsx", "x.yaml", "X.PNG", "x.v2"])
def test_a_run_is_not_written_under_the_name_of_another_format(run, name, tmp_path):
    with pytest.raises(FileError, match=rf"{name}: a run cannot be written as '\.\w+'; endings are \.nc, .*\.csv"):
        run.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["run.nc", "run.NC", "run.h5", "run.nc4", "run"])
def test_a_run_comes_back_from_every_name_that_it_is_written_under(run, name, tmp_path):
    run.save(tmp_path / name)
    np.testing.assert_array_equal(lw.Trajectory.load(tmp_path / name).q, run.q)


def test_a_run_saved_as_csv_is_csv(run, tmp_path):
    run.save(tmp_path / "run.csv")
    with open(tmp_path / "run.csv", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["time", "q0", "v0"]
    np.testing.assert_array_equal(np.array(rows, float), np.column_stack((run.t, run.q, run.v)))


def test_mechanisms_pages_and_searches_are_not_written_under_the_name_of_another_format(run, tmp_path):
    with pytest.raises(FileError, match="m.nc: a mechanism cannot be written as '.nc'; endings are .yaml, .yml, .json"):
        run.model.mechanism().save(tmp_path / "m.nc")
    with pytest.raises(FileError, match="p.png: a page cannot be written as '.png'; endings are .html, .htm"):
        run.save_html(tmp_path / "p.png")
    with pytest.raises(FileError, match="s.nc: a search cannot be written as '.nc'; endings are .json"):
        search(file=tmp_path / "s.nc")
    assert not list(tmp_path.iterdir())


@posix
def test_devices_pipes_and_folders_are_refused_and_stay(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.nc")
    (tmp_path / "folder.nc").mkdir()
    (tmp_path / "full.nc").symlink_to("/dev/full")
    for name, kind in (("pipe.nc", "a device or a pipe"), ("folder.nc", "a folder"), ("full.nc", "a device or a pipe")):
        with pytest.raises(FileError, match=f"{name}: cannot be written: it is {kind}, not a regular file"):
            run.save(tmp_path / name)
    with pytest.raises(FileError, match="/dev/null: cannot be written: it is a device"):
        write_text("/dev/null", "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and stat.S_ISFIFO(os.stat(tmp_path / "pipe.nc").st_mode)
    assert sorted(os.listdir(tmp_path)) == ["folder.nc", "full.nc", "pipe.nc"]


@posix
def test_links_are_followed_and_stay_links(run, tmp_path):
    (tmp_path / "there").mkdir()
    real, link, dangling, ring = tmp_path / "there" / "real.nc", tmp_path / "a.nc", tmp_path / "b.nc", tmp_path / "c.nc"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to("there/real.nc")
    dangling.symlink_to("there/new.nc")
    ring.symlink_to("c.nc")
    run.save(link)
    run.save(dangling)
    assert link.is_symlink() and dangling.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
    for path in (real, tmp_path / "there" / "new.nc"):
        assert len(lw.Trajectory.load(path)) == len(run)
    with pytest.raises(FileError, match="c.nc: cannot be written"):
        run.save(ring)
    assert ring.is_symlink()


def test_the_longest_name_that_the_system_takes_is_written(tmp_path):
    name = "x" * 252 + ".nc"
    write_bytes(tmp_path / name, b"123")
    assert (tmp_path / name).read_bytes() == b"123"


def test_an_empty_name_and_one_that_ends_like_a_folder_are_refused(run, tmp_path):
    with pytest.raises(FileError, match=r"an empty name cannot be written: name a file, such as 'run.nc'"):
        run.save("")
    with pytest.raises(FileError, match="names a folder; add the name of a file"):
        run.save(f"{tmp_path}/new/")
    assert list(tmp_path.iterdir()) == []


def test_text_that_is_no_text_is_refused_by_name(tmp_path):
    with pytest.raises(FileError, match=r"x.yaml: '\\ud800' cannot be written as UTF-8"):
        write_text(tmp_path / "x.yaml", "a\ud800")


@posix
def test_read_only_places_are_refused_by_name(tmp_path):
    """As a user without rights: a folder and a file that are read-only, and one of the kernel's folders."""
    code = """
    import os, sys, tempfile
    from linkwork.analyses.writing import write_text
    if os.geteuid() == 0:
        os.setgid(65534); os.setuid(65534)
    os.umask(0o077)
    folder = tempfile.mkdtemp()
    os.mkdir(folder + "/closed")
    open(folder + "/file.yaml", "w").write("old")
    os.chmod(folder + "/file.yaml", 0o444)
    os.chmod(folder + "/closed", 0o555)
    for name in ("closed/x.yaml", "file.yaml", "no/x.yaml", "../../proc/x.yaml"):
        try:
            write_text(f"{folder}/{name}", "new")
        except ValueError as error:
            print(str(error).removeprefix(folder + "/").partition(": cannot be written: ")[2])
    print(open(folder + "/file.yaml").read(), sorted(os.listdir(folder)), os.listdir(folder + "/closed"))
    os.chmod(folder + "/closed", 0o755)
    os.rmdir(folder + "/closed"); os.unlink(folder + "/file.yaml"); os.rmdir(folder)
    """
    lines = ended(python(code)).splitlines()
    assert lines[:3] == ["Permission denied", "the file is read-only", "No such file or directory"]
    assert len(lines) == 5 and lines[4] == "old ['closed', 'file.yaml'] []"


@posix
def test_a_process_killed_while_saving_leaves_a_whole_file(tmp_path):
    path = tmp_path / "run.nc"
    code = """
    import itertools, sys
    runs = [pendulum_run(1.0, 0.01), pendulum_run(2.0, 0.005)]
    runs[0].save(sys.argv[1])
    print("ready", flush=True)
    for k in itertools.count():
        runs[k % 2].save(sys.argv[1])
    """
    seen = set()
    rng = np.random.default_rng(3)
    for _ in range(2):
        process = python(code, path)
        assert process.stdout.readline() == "ready\n"
        for _ in range(3):  # a reader beside the writer sees whole files too
            time.sleep(0.05 * rng.random())
            seen.add(len(lw.Trajectory.load(path)))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        result = lw.Trajectory.load(path)
        seen.add(len(result))
        assert result.v[0, 0] == {101: 1.0, 201: 2.0}[len(result)]
    assert seen <= {101, 201}


@posix
def test_two_writers_at_once_leave_one_of_their_files(tmp_path):
    path = tmp_path / "data.bin"
    code = """
    import sys
    from linkwork.analyses.writing import write_bytes
    for k in range(40):
        write_bytes(sys.argv[1], sys.argv[2].encode() * 1_000_000)
    """
    writers = [python(code, path, word) for word in "ab"]
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            data = path.read_bytes()
            assert len(data) == 1_000_000 and len(set(data)) == 1
        time.sleep(0.01)
    for writer in writers:
        ended(writer)
    assert os.listdir(tmp_path) == ["data.bin"] and len(set(path.read_bytes())) == 1


# searches and their files

TONE = lw.Case("tone", analysis="modes", outputs={"f": "undamped(0)"})


def oscillator():
    return lw.Mechanism("oscillator", plane="xy").add(
        lw.Body("b", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=50, damping=0.5),
    )


def search(**options):
    options = {"minimize": "(tone.f - 2)**2", "vary": {"K.stiffness": (10, 1000)}, "tolerance": 1e-11, **options}
    return lw.optimize(lw.compile(oscillator()), TONE, quiet=True, **options)


@pytest.fixture
def at_once(monkeypatch):
    """Designs are written as soon as they are computed."""
    from linkwork.analyses.design.optimization import trials

    monkeypatch.setattr(trials, "SAVED_EVERY", 0.0)


def test_a_search_whose_file_cannot_be_written_begins_not_at_all(tmp_path):
    with pytest.raises(FileError, match="s.json: cannot be written: No such file"):
        search(file=tmp_path / "no" / "s.json")
    (tmp_path / "s.json").mkdir()
    with pytest.raises(ValueError, match="s.json"):
        search(file=tmp_path / "s.json")


def test_a_disk_that_becomes_full_does_not_end_a_search(tmp_path, monkeypatch, at_once):
    from linkwork.analyses import writing

    file, whole, calls = tmp_path / "s.json", search(), []
    replace = writing._replace

    def full(target, data):
        calls.append(target)
        if len(calls) > 4:
            raise OSError(28, "No space left on device")
        replace(target, data)

    monkeypatch.setattr(writing, "_replace", full)
    with pytest.warns(RuntimeWarning, match="the search continues without its file: .*No space left") as caught:
        best = search(file=file)
    assert len(caught) == 1 and best.success and best.parameters == whole.parameters
    assert "not in their file" in best.unsaved and "No space left on device" in best.unsaved
    assert 0 < len(json.loads(file.read_text())["trials"]) < len(best.history)
    monkeypatch.undo()
    again = search(file=file)  # goes on from what could be written
    assert again.unsaved == "" and len(json.loads(file.read_text())["trials"]) == len(again.history)


def test_two_searches_on_one_file_keep_the_designs_of_both(tmp_path, at_once):
    from linkwork.analyses.design.optimization.question import read_question
    from linkwork.analyses.design.optimization.trials import Trials

    model, vary = lw.compile(oscillator()), {"K.stiffness": (10, 1000)}
    file = tmp_path / "s.json"
    one, two = (Trials(read_question(model, TONE, "tone.f", None, vary, []), file) for _ in range(2))
    for k in range(4):
        one.at(np.array([100.0 + k]), k == 0)
        two.at(np.array([200.0 + k]), False)
    two.at(np.array([100.0]), False)  # known with its gradient, which stays
    one.finish()
    two.finish()
    stored = {trial["x"][0]: trial for trial in json.loads(file.read_text())["trials"]}
    assert sorted(stored) == [100.0, 101.0, 102.0, 103.0, 200.0, 201.0, 202.0, 203.0]
    assert stored[100.0]["gradients"] is not None


def test_a_search_does_not_write_over_the_file_of_another_question(tmp_path, at_once):
    from linkwork.analyses.design.optimization.question import read_question
    from linkwork.analyses.design.optimization.trials import Trials

    model, file = lw.compile(oscillator()), tmp_path / "s.json"
    one = Trials(read_question(model, TONE, "tone.f", None, {"K.stiffness": (10, 1000)}, []), file)
    one.at(np.array([100.0]), False)
    file.unlink()
    other = Trials(read_question(model, TONE, "tone.f", None, {"K.stiffness": (10, 500)}, []), file)
    other.at(np.array([300.0]), False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        one.at(np.array([101.0]), False)
    assert "belongs to another question" in one.unsaved
    assert [trial["x"] for trial in json.loads(file.read_text())["trials"]] == [[300.0]]


@posix
def test_a_search_killed_at_any_time_goes_on_from_its_file(tmp_path):
    """Every design that was in the file is taken from it: the killed searches and the last one compute each design once."""
    file, log = tmp_path / "s.json", tmp_path / "log"
    code = """
    import os, signal, sys, time
    import linkwork as lw
    from linkwork.analyses.design.optimization import trials
    trials.SAVED_EVERY = 0.0
    count, file, log = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    model = lw.compile(lw.Mechanism("oscillator", plane="xy").add(
        lw.Body("b", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=50, damping=0.5)))
    compute = trials.Trials._outputs
    def counted(self, x, gradient):
        with open(log, "a") as lines:
            lines.write(f"{x[0]!r} {gradient}\\n")
        return compute(self, x, gradient)
    trials.Trials._outputs = counted
    written = []
    write = trials.write_text
    def killed(path, text):
        written.append(path)
        if len(written) == count:  # in the midst of writing
            os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
        write(path, text)
    trials.write_text = killed
    tone = lw.Case("tone", analysis="modes", outputs={"f": "undamped(0)"})
    best = lw.optimize(model, tone, minimize="(tone.f - 2)**2", vary={"K.stiffness": (10, 1000)}, file=file, tolerance=1e-11, quiet=True)
    print(repr(best.parameters["K.stiffness"]))
    """
    result = None
    for count in (3, 4, 1000):
        process = python(code, count, file, log)
        out, err = process.communicate(timeout=300)
        assert process.returncode == (0 if count == 1000 else -signal.SIGKILL), err
        json.loads(file.read_text())
        result = out
    assert float(result) == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-4)
    assert len(list(tmp_path.glob(".*.part"))) == 2  # what the killed ones left, beside the file
    computed = log.read_text().splitlines()
    assert len(computed) - len(set(computed)) == 2  # only the design that was being written is computed again
