"""What is in a page: the run's numbers, compact and safe to open; what is missing is reported."""

import base64
import dataclasses
import re
import time
import zlib

import numpy as np
import pytest

import linkwork as lw
from linkwork.viewer.histories import read_histories
from linkwork.viewer.motion import still_of
from linkwork.viewer.packing import Arrays
from linkwork.viewer.page import page
from linkwork.viewer.scene import build_scene, up_direction
from tests.viewer.page_contents import contents, signal

SINGLE = np.finfo(np.float32).eps


def test_packed_arrays_are_the_single_precision_numbers_bit_for_bit():
    rng = np.random.default_rng(3)
    values = [rng.normal(size=500), np.array([0.0, -0.0, 1e-45, np.inf, np.nan, -1e38]), np.zeros(1)]
    arrays = Arrays()
    assert [arrays.add(array) for array in values] == [0, 1, 2]
    raw = zlib.decompress(base64.b64decode(arrays.text()))
    offset = 0
    for array in values:
        packed = np.frombuffer(raw, np.uint8, 4 * array.size, offset).reshape(4, array.size)
        bits = np.cumsum(np.ascontiguousarray(packed.T).view("<u4").ravel(), dtype=np.uint32)
        np.testing.assert_array_equal(bits, array.astype("<f4").view("<u4"))
        offset += 4 * array.size


def test_a_page_holds_poses_and_signals_of_the_run(four_bar):
    scene, arrays = contents(page(four_bar, signals=["A.angle", "D.force"]))
    np.testing.assert_array_equal(arrays[scene["poses"]["t"]], four_bar.t.astype(np.float32))
    position = arrays[scene["poses"]["position"]].reshape(3, 3, len(four_bar))
    for name in ["link1", "link2", "link3"]:
        b = next(i for i, body in enumerate(scene["bodies"]) if body["name"] == name) - 1
        np.testing.assert_allclose(position[b].T, four_bar[f"{name}.position"], atol=3e-7)
    for path, values in (("A.angle", four_bar["A.angle"]), ("D.force.x", four_bar["D.force"][:, 0])):
        np.testing.assert_allclose(signal(scene, arrays, path), values, rtol=SINGLE)
    assert scene["chosen"] == [
        "A.angle",
        "D.force.x",
        "D.force.y",
    ]  # the third component of a planar force does not move
    assert scene["left_out"]["count"] == 0
    assert not signal(scene, arrays, "D.torque.z").any()  # a pin bears no torque: rounding is not drawn
    assert {s["path"] for s in scene["signals"]} >= {
        "A.angle.rate",
        "link2.acceleration.y",
        "energy.total",
        "F.force.x",
    }


def test_one_pass_reads_what_the_run_reads(spatial):
    paths = [
        "C.force",
        "A.torque",
        "coupler.acceleration",
        "coupler.quaternion",
        "energy.total",
        "K.force",
        "B.angle_j",
    ]
    result = read_histories(spatial, paths)
    for path in paths:
        values = spatial[path].reshape(len(spatial), -1)
        columns = [column for name, column in result.columns.items() if name == path or name.startswith(f"{path}.")]
        size = np.abs(values).max()
        np.testing.assert_allclose(np.array(columns).T, values, rtol=0, atol=1e-12 * size, err_msg=path)
    b = spatial.model.bodies.index("coupler")
    turn = spatial["coupler.quaternion"]
    np.testing.assert_allclose(np.abs(np.sum(result.quaternion[:, b] * turn, axis=1)), 1.0, atol=1e-14)
    steps = np.diff(result.quaternion, axis=0)
    assert np.abs(steps).max() < 0.2  # no jumps of sign


def test_prescribed_motions_can_be_read_too():
    m = lw.Mechanism("crank", plane="xy")
    m.add(
        lw.Body("crank", mass=1, inertia=0.1, com=(0.5, 0, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Driver("motor", "A.angle", motion="2*time"),
    )
    model = lw.compile(m)
    run = lw.kinematics(model, lw.assemble(model), np.linspace(0, 1, 11))
    assert "<iframe" in run._repr_html_()
    result = read_histories(run, ["motor.force", "crank.position"])
    np.testing.assert_allclose(result.columns["crank.position.x"], 0.5 * np.cos(2 * run.t), atol=1e-12)
    np.testing.assert_allclose(result.columns["motor.force"], run["motor.force"], rtol=1e-12, atol=1e-12)


def test_the_page_of_the_four_bar_is_small(four_bar):
    assert len(page(four_bar).encode()) < 1_000_000


def test_what_is_left_out_is_said(four_bar):
    scene, arrays = contents(page(four_bar, signals=["link2.rotation"], signal_bytes=60_000))
    assert sum("array" in entry for entry in scene["signals"]) == 60_000 // (4 * len(four_bar))
    assert scene["left_out"]["count"] > 50
    assert scene["left_out"]["note"].startswith(f"{scene['left_out']['count']} signals are left out")
    signal(scene, arrays, "link2.rotation.xx")  # what was asked for comes first


def processor_seconds(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def test_poses_of_fifty_bodies_take_less_than_ten_times_the_run():
    """Two or three times, 0.4 s for 3601 times; the run and its poses in turns."""
    model = lw.compile(lw.library.chain(50))
    state = lw.assemble(model)

    def simulate():
        return lw.simulate(model, state, 3.6, output=0.001)

    run = simulate()
    assert read_histories(run, []).position.shape == (3601, 50, 3)
    spent = [[processor_seconds(call) for call in (lambda: read_histories(run, []), simulate)] for _ in range(3)]
    poses, simulation = np.min(spent, axis=0)
    assert poses < 10 * simulation


def test_very_long_runs_are_thinned_and_say_so(four_bar, monkeypatch):
    monkeypatch.setattr("linkwork.viewer.document.POSE_BYTES", 30_000)
    scene, arrays = contents(page(four_bar))
    times = arrays[scene["poses"]["t"]]
    assert times.size == 335 and times[-1] == np.float32(four_bar.t[-1])
    assert ["outputs", "1001, one in 3 drawn"] in scene["run"]["facts"]


def test_names_cannot_become_markup(four_bar):
    m = lw.Mechanism('<img src=x onerror="alert(1)"></script><script>alert(2)</script><!--')
    m.add(lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)), lw.Free("f", "ground", "b"))
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1, output=0.5)
    text = page(run)
    assert "<img" not in text and "alert(2)</script>" not in text
    assert text.count("</script>") == page(four_bar).count("</script>")
    scene, _ = contents(text)
    assert scene["name"] == m.name


def test_a_page_refers_to_nothing_outside(four_bar):
    text = page(four_bar)
    assert not re.search(r'(src|href)\s*=\s*["\']', text)
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_warnings_name_what_is_not_unique_and_where_rank_drops():
    model = lw.compile(lw.library.door())
    run = lw.simulate(model, lw.assemble(model, {"hinge1.angle.rate": 1.0}), 0.5, output=0.05)
    scene, _ = contents(page(run))
    (warning,) = scene["run"]["warnings"]
    assert warning["short"] == "reactions not unique: hinge1, hinge2"
    assert "force z" in warning["text"]


def test_a_run_that_stopped_says_so(four_bar):
    run = dataclasses.replace(four_bar, success=False, message="the time limit of 1 s was reached")
    scene, _ = contents(page(run))
    assert scene["run"]["warnings"][0]["short"] == "did not finish"
    assert scene["run"]["message"] == "The time limit of 1 s was reached."


def test_singular_positions_and_events_are_marked_in_time():
    model = lw.compile(lw.library.n_four_bar(1))
    start = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    run = lw.simulate(model, start, 4, rtol=1e-9, output=0.01, events=lw.Event("A0.angle + 1"))
    assert run.crossings and run.events
    scene, _ = contents(page(run))
    times = sorted([crossing.time for crossing in run.crossings] + [event.time for event in run.events])
    assert [mark["time"] for mark in scene["run"]["marks"]] == times
    assert scene["run"]["warnings"][0]["short"].endswith("passed")
    assert "Rank drops" in scene["run"]["warnings"][0]["text"]


def test_saving_writes_one_file_and_names_what_it_cannot_write(four_bar, tmp_path):
    four_bar.save_html(tmp_path / "run.html")
    assert [path.name for path in tmp_path.iterdir()] == ["run.html"]
    assert (tmp_path / "run.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(lw.DescriptionError, match="cannot be written"):
        four_bar.save_html(tmp_path / "missing" / "run.html")
    with pytest.raises(lw.DescriptionError, match="there is no part 'Z'"):
        four_bar.save_html(tmp_path / "other.html", signals=["Z.angle"])
    with pytest.raises(ValueError, match="traces: there is no frame, joint or body 'tip'; there are observe0"):
        four_bar.save_html(tmp_path / "other.html", traces=["tip"])
    assert not (tmp_path / "other.html").exists()


def test_show_opens_a_file(four_bar, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    shown = four_bar.show()
    assert opened == [shown.path.as_uri()] and shown.path.name == "planar-four-bar-case-ii.html"
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    shown = lw.show(four_bar.model, four_bar.start)
    assert f"open {shown.path}" in capsys.readouterr().err


def test_a_notebook_shows_the_page_in_a_frame(four_bar):
    frame = four_bar._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in frame
    assert frame.count("<") == 2  # the page is escaped


def test_a_still_lists_the_coordinates(spatial, tmp_path):
    lw.show(spatial.model, spatial.start, path=tmp_path / "still.html", open_browser=False)
    scene, _ = contents((tmp_path / "still.html").read_text(encoding="utf-8"))
    assert scene["chosen"][:3] == ["A.angle", "B.angle_i", "B.angle_j"]
    assert all("constant" in entry for entry in scene["signals"])


def test_up_is_against_gravity():
    assert up_direction([0, -9.81, 0], False) == [0, 1, 0]
    assert up_direction([0, 0, -9.81], False) == [0, 0, 1]
    assert up_direction([0, 0, 0], False) == [0, 0, 1]
    assert up_direction([0, 0, 0], True) == [0, 1, 0]


def test_links_go_through_joints_or_reach_past_the_mass_centre():
    scene = build_scene(lw.compile(lw.library.chain(2)))
    bodies = {body["name"]: body["points"] for body in scene["bodies"]}
    np.testing.assert_allclose(np.sort(np.array(bodies["link1"])[:, 0]), [-0.05, 0.05], atol=1e-12)
    m = lw.Mechanism("rod", plane="xy")
    m.add(
        lw.Body("rod", mass=3, inertia=1, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "rod", at=(0, 0, 0)),
    )
    (points,) = (body["points"] for body in build_scene(lw.compile(m))["bodies"] if body["name"] == "rod")
    np.testing.assert_allclose(points, [[-1, 0, 0], [1, 0, 0]], atol=1e-12)  # m L²/12 = 1: a rod of 2 m


def test_shapes_are_placed_in_their_bodies():
    m = lw.Mechanism("shapes")
    shapes = [
        lw.Box(size=(1, 2, 3), at=(1, 0, 0)),
        lw.Cylinder(radius=0.1, length=2, at=(0, 0, 1), axis=(1, 0, 0)),
        lw.Sphere(radius=0.5),
        lw.Capsule(radius=0.1, length=1),
    ]
    m.add(lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 1, 1), shapes=shapes), lw.Free("f", "ground", "b"))
    (body,) = (body for body in build_scene(lw.compile(m))["bodies"] if body["name"] == "b")
    assert [shape["type"] for shape in body["shapes"]] == ["box", "cylinder", "sphere", "capsule"]
    assert body["shapes"][0]["p"] == [0, -1, -1] and body["shapes"][0]["size"] == [1, 2, 3]
    w, x, y, z = body["shapes"][1]["q"]
    along = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]  # where z goes
    np.testing.assert_allclose(along, [1, 0, 0], atol=1e-12)


def test_undetermined_forces_are_a_gap_in_the_plot():
    m = lw.Mechanism("swing", gravity=(0, -9.81, 0), plane="xy")
    m.add(
        lw.Body("bar", mass=1, inertia=0.1, com=(0.5, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.AppliedForce("wind", "bar", force=("1 + 0*log(abs(time - 0.5))", 0, 0)),  # no number at t = 0.5 alone
    )
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1, output=[0, 0.25, 0.5, 0.75, 1])
    with pytest.raises(lw.FormulationError, match="wind"):
        run["A.force"]
    scene, arrays = contents(page(run))
    for path in ("A.force.x", "A.force.y", "bar.acceleration.x", "wind.force.x"):
        values = signal(scene, arrays, path)
        np.testing.assert_array_equal(np.isfinite(values), [True, True, False, True, True], err_msg=path)
    assert np.isfinite(signal(scene, arrays, "A.angle")).all()
    still = contents(page(still_of(model, run.state(2))))
    assert np.isnan(signal(*still, "A.force.y")).all()  # no number, not zero


def test_the_page_of_a_mechanism_without_a_potential_energy_says_why():
    run = unsymmetric_run()
    scene, arrays = contents(page(run))
    assert np.isnan(signal(scene, arrays, "energy.total")).all()
    assert np.isfinite(signal(scene, arrays, "energy.kinetic")).all()
    (warning,) = (w["text"] for w in scene["run"]["warnings"] if w["short"] == "no potential energy")
    assert "bushing 'mount'" in warning and "not symmetric" in warning


def unsymmetric_run():
    m = lw.Mechanism("mounted", gravity=(0, 0, -9.81))
    stiffness = np.diag([900.0, 900, 900, 40, 40, 40])
    stiffness[0, 1] = 100.0
    m.add(
        lw.Body("block", mass=1, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0)),
        lw.Bushing("mount", "ground", "block", at=(0, 0, 0), stiffness=stiffness.tolist()),
    )
    model = lw.compile(m)
    return lw.simulate(model, lw.assemble(model), 0.2, output=0.05)
