"""Runs as tables and files: what is saved comes back bit for bit, and fits its model or is refused."""

import os
import sys
from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion.trajectory import Crossing
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


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # h5netcdf closes what it could not open
def test_a_damaged_file_is_refused_or_gives_the_run_itself(run, model, tmp_path):
    whole = tmp_path / "whole.nc"
    run.save(whole)
    content, refused = whole.read_bytes(), 0
    for first in np.linspace(0, len(content) - 64, 40).astype(int):
        damaged = tmp_path / "damaged.nc"
        damaged.write_bytes(
            content[:first] + bytes(255 - byte for byte in content[first : first + 64]) + content[first + 64 :]
        )
        try:
            np.testing.assert_array_equal(lw.Trajectory.load(damaged, model).q, run.q)
        except FileError:
            refused += 1
    assert refused > 5
    whole.write_bytes(content[: len(content) // 2])
    with pytest.raises(FileError, match="whole.nc: is not a run written by save: .*truncated"):
        lw.Trajectory.load(whole)


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
