"""Runs as tables and files: what is saved comes back bit for bit, and fits its model or is refused."""

import gc
import hashlib
import os
import sys
from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion.trajectory import Crossing
from linkwork.io import checksum
from linkwork.io.reading import FileError


@pytest.fixture(scope="module")
def model():
    return lw.compile(lw.library.planar_four_bar(case="II"))


@pytest.fixture(scope="module")
def run(model):
    events = [lw.Event("A.angle.rate"), lw.Event("A.angle - 0.8", direction=-1)]
    return lw.simulate(model, lw.assemble(model), 3.0, output=0.01, events=events)


def test_a_saved_run_comes_back_bit_for_bit(run, model, tmp_path):
    run.save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc", model)
    for name in ("t", "q", "v", "z", "turns"):
        np.testing.assert_array_equal(getattr(again, name), getattr(run, name))
    np.testing.assert_array_equal(again.start.q, run.start.q)
    assert (again.stats, again.crossings, again.success) == (run.stats, run.crossings, run.success)
    assert (again.status, again.message) == (run.status, run.message)
    assert len(run.events) >= 2
    assert [(e.time, e.event) for e in again.events] == [(e.time, e.event) for e in run.events]
    np.testing.assert_array_equal(again.events[0].state.q, run.events[0].state.q)
    np.testing.assert_array_equal(again["D.force"], run["D.force"])
    np.testing.assert_array_equal(again.lam, run.lam)
    going_on = [lw.simulate(model, r.final, 1.0).q[-1] for r in (run, again)]
    np.testing.assert_array_equal(*going_on)


def test_crossings_and_a_run_that_was_stopped_are_kept(tmp_path):
    model = lw.compile(lw.library.n_four_bar(1))
    state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    run = lw.simulate(model, state, 1e6, time_limit=0.02)
    run = replace(run, crossings=(Crossing(1.5, ("C1",), 1), Crossing(2.5, ("C1", "C2"), 2)))
    assert not run.success
    run.save(tmp_path / "part.nc")
    again = lw.Trajectory.load(tmp_path / "part.nc", model)
    assert (again.success, again.message, again.crossings) == (run.success, run.message, run.crossings)


def test_the_start_keeps_its_time_and_inactive_joints(model, run, tmp_path):
    start = lw.State(0.5, run.start.q, run.start.v, run.start.z, frozenset({"D"}), run.start.turns)
    replace(run, start=start, events=()).save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc", model)
    assert (again.start.t, again.start.inactive, again.events) == (0.5, frozenset({"D"}), ())


def test_a_model_that_does_not_fit_is_refused_by_what_differs(run, model, tmp_path):
    path = tmp_path / "run.nc"
    run.save(path)
    cartesian = lw.compile(lw.library.planar_four_bar(case="II"), coordinates="cartesian")
    with pytest.raises(ValueError, match='run in joint coordinates; compile the model with coordinates="joint"'):
        lw.Trajectory.load(path, cartesian)
    with pytest.raises(ValueError, match="another mechanism than the model's: body 'link"):
        lw.Trajectory.load(path, lw.compile(lw.library.double_bar_pendulum()))
    name = next(path for path in model.parameters if path.endswith(".mass"))
    other = model.with_parameters({name: model.parameters[name] + 1})
    with pytest.raises(ValueError, match=rf"other parameters: {name} = .* \(the model's is"):
        lw.Trajectory.load(path, other)


def test_what_is_no_run_says_so(model, tmp_path):
    with pytest.raises(ValueError, match="there is no such file"):
        lw.Trajectory.load(tmp_path / "missing.nc", model)
    (tmp_path / "text.nc").write_text("not netCDF")
    with pytest.raises(ValueError, match="is not a run written by save"):
        lw.Trajectory.load(tmp_path / "text.nc", model)
    import xarray as xr

    xr.Dataset({"x": ("t", [1.0])}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    with pytest.raises(ValueError, match="is not a run of format 1"):
        lw.Trajectory.load(tmp_path / "other.nc", model)


def damaged(content, rng):
    """A copy with one to four random bytes changed."""
    changed = bytearray(content)
    for at in rng.choice(len(content), rng.choice([1, 2, 4]), replace=False):
        changed[at] ^= rng.integers(1, 256)
    return bytes(changed)


def test_300_files_with_a_few_changed_bytes_are_refused_before_the_library_opens_them(run, tmp_path, monkeypatch):
    """One in some 300 such files makes HDF5 hang."""
    whole, rng = tmp_path / "whole.nc", np.random.default_rng(14)
    run.save(whole)
    content = whole.read_bytes()

    def opened(*_, **__):
        raise AssertionError("opened")

    monkeypatch.setattr(checksum, "_require_harmless", opened)
    monkeypatch.setattr("xarray.open_dataset", opened)
    for _ in range(300):
        whole.write_bytes(damaged(content, rng))
        with pytest.raises(FileError, match=r"whole.nc: is (damaged: .*checksum|not a run .* no netCDF file)"):
            lw.Trajectory.load(whole)


def without_checksum(path):
    content = path.read_bytes()
    path.write_bytes(content[: -checksum.LENGTH])
    return content


def test_other_programs_read_the_file_and_end_where_the_checksum_begins(run, tmp_path):
    import h5py
    import xarray as xr

    path = tmp_path / "run.nc"
    run.save(path)
    for engine in (None, "h5netcdf"):
        with xr.open_dataset(path, engine=engine) as data:
            np.testing.assert_array_equal(data["q"], run.q)
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["q"], run.q)
    content = without_checksum(path)
    assert int.from_bytes(content[40:48], "little") == len(content) - checksum.LENGTH  # the end in HDF5's first block
    assert content.endswith(hashlib.sha256(content[: -checksum.LENGTH]).hexdigest().encode() + b"\n")


def test_a_file_of_an_earlier_version_has_no_checksum_and_loads(run, tmp_path):
    path = tmp_path / "old.nc"
    run.save(path)
    content = without_checksum(path)
    np.testing.assert_array_equal(lw.Trajectory.load(path).q, run.q)
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(FileError, match=r"old.nc: is not a run written by save: .*truncated"):
        lw.Trajectory.load(path)


def test_a_file_without_checksum_on_which_reading_does_not_end_is_refused_after_a_limit(run, tmp_path, monkeypatch):
    path = tmp_path / "old.nc"
    run.save(path)
    without_checksum(path)
    monkeypatch.setattr(checksum, "SECONDS", 0.2)
    monkeypatch.setattr(checksum, "_TRIAL", "while True: pass")
    with pytest.raises(FileError, match="old.nc: is damaged: reading it did not end within"):
        lw.Trajectory.load(path)
    monkeypatch.setattr(checksum, "SECONDS", 60.0)
    monkeypatch.setattr(checksum, "_TRIAL", "import os; os.abort()")
    with pytest.raises(FileError, match="HDF5 library crashes on it"):
        lw.Trajectory.load(path)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_files_that_are_no_runs_are_refused_and_print_nothing(tmp_path, capfd):
    wrong = {"empty.nc": b"", "text.nc": b"not netCDF", "begin.nc": checksum.HDF5 + bytes(100)}
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FileError, match=f"{name}: is not a run written by save"):
            lw.Trajectory.load(tmp_path / name)
    for path, words in ((tmp_path, "is a folder"), ("", "'': there is no such file"), ("a\0b", "choose another name")):
        with pytest.raises(FileError, match=words):
            lw.Trajectory.load(path)
    if os.name == "posix":
        with pytest.raises(FileError, match="is a device or a pipe, not a file"):
            lw.Trajectory.load("/dev/zero")
    gc.collect()
    assert capfd.readouterr() == ("", "")


def test_a_save_that_fails_leaves_the_old_file_and_nothing_beside_it(run, model, tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    run.save(path)
    before = path.read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ValueError, match="cannot be written: No space left"):
        run.save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["run.nc"]


def test_a_dataset_has_units_and_axes(run):
    data = run.to_xarray("A.angle", "A.angle.rate", "D.force", "link1.rotation", "link1.quaternion")
    assert data["A.angle.rate"].attrs["units"] == "rad/s"
    assert data["D.force"].dims == ("time", "axis") and data["D.force"].attrs["units"] == "N"
    np.testing.assert_array_equal(data["D.force"].sel(axis="y"), run["D.force.y"])
    np.testing.assert_array_equal(data["link1.rotation"].sel(row="x", column="y"), run["link1.rotation.xy"])
    np.testing.assert_array_equal(data["time"], run.t)
    bare = run.to_xarray()
    np.testing.assert_array_equal(bare["q"], run.q)
    assert bare.attrs["status"] == "done"


def test_a_frame_has_a_column_for_every_component(run):
    frame = run.to_pandas("A.angle", "D.force")
    assert list(frame.columns) == ["A.angle", "D.force.x", "D.force.y", "D.force.z"]
    assert frame.index.name == "time"
    np.testing.assert_array_equal(frame["D.force.y"], run["D.force.y"])
    assert list(run.to_pandas().columns[:2]) == ["q0", "q1"]


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("xarray", lambda run: run.to_xarray("A.angle")),
        ("pandas", lambda run: run.to_pandas("A.angle")),
        ("h5netcdf", lambda run: run.save("never.nc")),
    ],
)
def test_a_missing_library_is_named_with_its_extra(run, monkeypatch, module, call):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf'{module} is not installed: run pip install "linkwork\[io\]"'):
        call(run)


@pytest.mark.parametrize("torque", [4.0, "4 + 0*time", ([0.0, 3.0], [4.0, 4.0])])
def test_a_run_reads_its_signals_with_its_inputs_and_keeps_them_in_its_file(torque, tmp_path):
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=2, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Input("torque"), lw.JointForce("motor", "A.angle", force="torque"),
    )  # fmt: skip
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 2.0, inputs={"torque": torque}, output=0.5)
    run.save(tmp_path / "run.nc")
    for r in (run, lw.Trajectory.load(tmp_path / "run.nc", model)):
        np.testing.assert_allclose(r["torque"], 4.0)
        np.testing.assert_allclose(r["motor.force"], 4.0)
        np.testing.assert_allclose(r["A.angle.accel"], 2.0)
        np.testing.assert_allclose(r.vdot[:, 0], 2.0)


def test_a_file_holds_its_mechanism_and_is_read_without_a_model(run, tmp_path):
    run.save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc")
    assert again.model.name == run.model.name and again.model.parameters == run.model.parameters
    np.testing.assert_array_equal(again.q, run.q)
    np.testing.assert_array_equal(again["D.force"], run["D.force"])


def test_coordinates_cuts_and_changed_parameters_come_back_with_the_file(tmp_path):
    model = lw.compile(lw.library.planar_four_bar(case="II"), cut="B").with_parameters({"K.stiffness": 55.0})
    lw.simulate(model, lw.assemble(model), 0.1, output=0.05).save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc").model
    assert again.structure.cut == ("B",) and again.parameters["K.stiffness"] == 55.0
    cartesian = lw.compile(lw.library.planar_four_bar(case="II"), coordinates="cartesian")
    lw.simulate(cartesian, lw.assemble(cartesian), 0.1, output=0.05).save(tmp_path / "run.nc")
    assert lw.Trajectory.load(tmp_path / "run.nc").model.coordinates == "cartesian"


def test_parts_of_any_order_come_back_in_it(tmp_path):
    model = lw.compile(
        lw.Mechanism("mixed", plane="xy").add(
            lw.JointSpring("K", "A.angle", stiffness=3), lw.Revolute("B", "a", "b", at=(1, 0, 0)), lw.Parameter("m", 2),
            lw.Body("b", mass="m", inertia=1, com=(2, 0, 0)), lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
            lw.Input("u", 1), lw.Body("a", mass=1, inertia=1, com=(1, 0, 0)),
        )
    )  # fmt: skip
    run = lw.simulate(model, lw.assemble(model, {"A.angle": 0.5}), 0.5, output=0.1)
    run.save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc")
    assert list(again.model.parameters) == list(model.parameters) and again.model.bodies == model.bodies
    np.testing.assert_array_equal(again["B.force"], run["B.force"])


def drag(t, u, x, p, y, xdot):
    y[0] = -u[0]


def wheel_with(function):
    return lw.compile(
        lw.Mechanism(plane="xy").add(
            lw.Body("wheel", mass=1, inertia=2, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
            lw.Block("brake", inputs={"w": "A.angle.rate"}, outputs=["torque"], function=function),
            lw.JointForce("motor", "A.angle", force="brake.torque"),
        )
    )  # fmt: skip


def test_a_run_with_blocks_is_read_with_allow_code_or_with_its_model(tmp_path):
    model = wheel_with(drag)
    run = lw.simulate(model, lw.assemble(model, {"A.angle.rate": 1.0}), 0.2, output=0.1)
    run.save(tmp_path / "run.nc")
    with pytest.raises(ValueError, match=f"brake: a block runs the code of '{__name__}:drag'"):
        lw.Trajectory.load(tmp_path / "run.nc")
    for again in (
        lw.Trajectory.load(tmp_path / "run.nc", allow_code=True),
        lw.Trajectory.load(tmp_path / "run.nc", model),
    ):
        np.testing.assert_array_equal(again["brake.torque"], run["brake.torque"])


def test_a_run_whose_blocks_cannot_be_stored_needs_its_model(tmp_path):
    def local(t, u, x, p, y, xdot):
        y[0] = -u[0]

    model = wheel_with(local)
    run = lw.simulate(model, lw.assemble(model, {"A.angle.rate": 1.0}), 0.2, output=0.1)
    run.save(tmp_path / "run.nc")
    with pytest.raises(ValueError, match=r"does not hold its mechanism .* give the model"):
        lw.Trajectory.load(tmp_path / "run.nc")
    np.testing.assert_array_equal(lw.Trajectory.load(tmp_path / "run.nc", model).q, run.q)
