"""Every kind of result: frames, datasets, files, figures and pages agree with the result's own arrays, with units."""

import csv
import functools
import inspect
import re

import numpy as np
import pytest
import xarray as xr
from matplotlib.figure import Figure

import linkwork as lw
from linkwork.analyses import result as results
from linkwork.analyses.motion.inverse_dynamics_result import InverseDynamics
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.position.accelerations_result import Accelerations
from linkwork.analyses.position.reactions_result import Reactions
from linkwork.description.errors import FileError
from linkwork.model.errors import QuestionError

TIMES = np.linspace(0.0, 1.0, 9)
PER = "per unit of the parameter"


@functools.cache
def four_bar(driven=False):
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("crank", mass=2, inertia=0.3, com=(0.25, 0.4, 0)),
        lw.Body("coupler", mass=3, inertia=0.5, com=(1.2, 1.0, 0)),
        lw.Body("rocker", mass=2, inertia=0.4, com=(1.8, 0.6, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("B", "crank", "coupler", at=(0.5, 0.8, 0)),
        lw.Revolute("C", "coupler", "rocker", at=(1.9, 1.2, 0)),
        lw.Revolute("D", "ground", "rocker", at=(1.7, 0, 0)),
        lw.JointSpring("K", "A.angle", stiffness=80, damping=0.7),
        lw.Input("tau"),
        lw.JointForce("motor", "A.angle", force="tau"),
    )
    if driven:
        m.add(lw.Driver("turn", "A.angle", motion="0.1 + 0.5*sin(3*time)"))
    model = lw.compile(m)
    return model, lw.assemble(model)


@functools.cache
def rotor():
    m = lw.Mechanism("rotor").add(
        lw.Body("carrier", mass=1, inertia=(1e-3, 1e-3, 1e-3), com=(0, 0, 0)),
        lw.Body("disc", mass=3, inertia=(0.3, 0.3, 0.5), com=(0, 0, 0)),
        lw.Free("mount", "ground", "carrier", at=(0, 0, 0)),
        lw.Revolute("shaft", "carrier", "disc", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Bushing(
            "B", "ground", "carrier", at=(0, 0, 0), stiffness=(1e4, 1e4, 2e4, 200, 200, 5e2), damping=(0, 0, 0, 3, 3, 0)
        ),
    )
    model = lw.compile(m)
    return model, lw.assemble(model)


FALL = lw.Case("fall", duration=0.5, outputs={"end": "final(A.angle)", "load": "maximum(D.force.y)"})
TONE = lw.Case("tone", analysis="modes", settle=True, outputs={"f": "undamped(0)"})


def trajectory():
    model, state = four_bar()
    return lw.simulate(model, state, 1.0, output=TIMES, inputs={"tau": "sin(7*time)"})


def kinematics():
    return lw.kinematics(*four_bar(driven=True), TIMES)


def inverse():
    return lw.inverse_dynamics(*four_bar(), TIMES, motion={"A.angle": "0.1 + 0.5*sin(3*time)"}, efforts=["tau"])


def equilibrium():
    return lw.equilibrium(*four_bar(), inputs={"tau": 2.0})


def equilibria():
    return lw.equilibria(*four_bar(), {"tau": np.linspace(0, 10, 5)})


def linear():
    model, _ = four_bar()
    rest = lw.equilibrium(*four_bar())
    return lw.linearize(model, rest, inputs=["tau"], outputs=["A.angle", "D.force.y"])


def modes():
    model, state = rotor()
    return lw.linearize(model, state).modes()


def tracks():
    model, state = rotor()

    def at(k):
        return lw.linearize(model.with_parameters({"B.stiffness.0": k}), state)

    return lw.track_modes(at, [9e3, 1e4, 1.1e4], count=3, parameter="B.stiffness.0", unit="N/m")


def campbell():
    return lw.campbell(*rotor(), "shaft.angle", [0, 20, 40], count=4)


def steady():
    return lw.steady_motion(*rotor(), "shaft.angle", 20.0)


def case():
    return lw.run(four_bar()[0], FALL, output=TIMES / 2)


def case_of_modes():
    return lw.run(four_bar()[0], TONE)


def sensitivity():
    return lw.sensitivity(four_bar()[0], FALL, ["K.stiffness", "K.damping"])


def gradient_check():
    return lw.check_gradient(four_bar()[0], TONE, ["K.stiffness", "crank.mass"])


def optimum():
    vary, limit = {"K.stiffness": (20, 400)}, {"tone.f": (None, 3)}
    return lw.optimize(four_bar()[0], TONE, minimize="(tone.f - 1.2)**2", vary=vary, subject_to=limit, quiet=True)


def swept():
    designs = lw.grid({"K.stiffness": [60, 80], "K.damping": [0.5, 0.7, 0.9]})
    return lw.sweep(four_bar()[0], FALL, designs, on=1)


def reactions():
    return lw.reactions(*four_bar(driven=True))


def accelerations():
    return lw.accelerations(*four_bar())


# the arrays that each kind shall have: dimensions, values by the result's public attributes, unit


def of_states(run):
    return {
        "time": (["time"], run.t, "s"),
        "q": (["time", "position"], run.q, "SI"),
        "v": (["time", "velocity"], run.v, "SI"),
    }


def of_kinematics(run):
    more = {"vdot": (["time", "velocity"], run.vdot, "SI"), "lam": (["time", "row"], run.lam, "SI")}
    return of_states(run) | more


def of_inverse(run):
    return of_kinematics(run) | {"effort": (["time", "input"], run.efforts["tau"][:, None], "")}


def of_reactions(result, joints=None):
    one = list(result)
    units = {"force": "N", "torque": "N m", "total_force": "N", "total_torque": "N m", "at": "m", "force_unique": ""}
    arrays = {
        name: (["joint", "axis"], np.array([getattr(r, name) for r in one]), unit) for name, unit in units.items()
    }
    return arrays | {"joint": (["joint"], np.array(result.joints), "")}


def of_driven_reactions(result):
    return of_reactions(result) | {"effort": (["driver"], np.array([result.drivers["turn"]]), "N, N m")}


def of_equilibrium(eq):
    matrix = ["coordinate", "by_coordinate"]
    return of_reactions(eq.reactions) | {
        "q": (["position"], eq.state.q, "SI"), "lam": (["row"], eq.lam, "SI"), "rates": (["direction"], eq.rates, "1/s²"),
        "stiffness": (matrix, eq.stiffness, "SI"), "mass": (matrix, eq.mass, "SI"), "inputs": (["input"], np.array([2.0]), ""),
    }  # fmt: skip


def of_equilibria(path):
    q = np.array([point.state.q for point in path.points])
    return {
        "tau": (["point"], np.linspace(0, 10, 5), ""), "q": (["point", "position"], q, "SI"),
        "stability": (["point"], np.array(path.stability), ""),
        "residual": (["point"], np.array([point.residual for point in path.points]), ""),
    }  # fmt: skip


def of_linear(lin):
    return {
        "A": (["state", "by_state"], lin.A, "SI"), "B": (["state", "input"], lin.B, "SI"), "C": (["output", "by_state"], lin.C, "SI"),
        "D": (["output", "input"], lin.D, "SI"), "mass": (["speed", "by_speed"], lin.mass, "SI"),
        "damping": (["speed", "by_speed"], lin.damping, "SI"), "stiffness": (["speed", "by_coordinate"], lin.stiffness, "SI"),
        "state": (["state"], np.array(lin.states), ""), "eigenvalue": (["pole"], lin.eigenvalues, "1/s"),
    }  # fmt: skip


def of_modes(modes):
    return {
        "frequency": (["mode"], modes.frequencies, "Hz"), "undamped": (["mode"], modes.undamped, "Hz"), "damping": (["mode"], modes.damping, ""),
        "eigenvalue": (["mode"], np.array([mode.eigenvalue for mode in modes]), "1/s"),
        "kind": (["mode"], np.array([mode.kind for mode in modes]), ""),
        "shape": (["mode", "coordinate"], np.array([mode.shape for mode in modes]), "SI"),
        "body_shape": (["mode", "body", "move"], np.array([list(mode.bodies.values()) for mode in modes]), "SI"),
        "kinetic": (["mode", "body"], np.array([[mode.kinetic[name] for name in ("carrier", "disc")] for mode in modes]), ""),
        "elastic": (["mode", "spring"], np.array([[mode.elastic["B"]] for mode in modes]), ""),
    }  # fmt: skip


def of_tracks(tracks):
    dims = [tracks.parameter, "track"]
    return {
        tracks.parameter: ([tracks.parameter], tracks.values, tracks.unit), "frequency": (dims, tracks.frequencies, "Hz"),
        "undamped": (dims, tracks.undamped, "Hz"), "damping": (dims, tracks.damping, ""), "agreement": (dims, tracks.agreement, ""),
    }  # fmt: skip


def of_steady(result):
    return {
        "q": (["time", "position"], result.state.q[None], "SI"),
        "v": (["time", "velocity"], result.state.v[None], "SI"),
    }


def of_case(result):
    names = list(result.case.outputs)
    return {
        "output": (["output"], np.array(names), ""), "value": (["output"], np.array([result[name] for name in names]), ""),
        "expression": (["output"], np.array([result.case.outputs[name] for name in names]), ""),
    }  # fmt: skip


def of_sensitivity(s):
    gradient = np.array([[s[output, parameter] for output in s.outputs] for parameter in s.parameters])
    return {
        "parameter": (["parameter"], np.array(s.parameters), ""), "value": (["parameter"], s.values, ""),
        "gradient": (["parameter", "output"], gradient, ""), "outputs": (["output"], np.array(list(s.outputs.values())), ""),
    }  # fmt: skip


def of_check(check):
    words = ("gradient", "differences", "uncertainty", "agrees")
    return {word: (["output", "parameter"], getattr(check, word), "") for word in words}


def of_optimum(best):
    return {
        "design": (["design"], np.array([t.number for t in best.history]), ""),
        "objective": (["design"], np.array([t.objective for t in best.history]), ""),
        "meets": (["design"], np.array([best.meets(t) for t in best.history]), ""),
        "parameters": (["design", "parameter"], np.array([[t.parameters["K.stiffness"]] for t in best.history]), ""),
        "outputs": (["design", "output"], np.array([[t.outputs["tone.f"]] for t in best.history]), ""),
    }  # fmt: skip


def of_sweep(result):
    arrays = {name: (["design"], result[name], "") for name in ("K.stiffness", "K.damping", "fall.end", "fall.load")}
    return arrays | {"design": (["design"], np.arange(6), ""), "failed": (["design"], np.array([""] * 6), "")}


def of_accelerations(acc):
    return {
        "vdot": (["velocity"], acc.vdot, "SI"),
        "lam": (["row"], acc.lam, "SI"),
        "row": (["row"], np.array(acc.rows), ""),
    }


# how each is made, what it has, the columns of its frame: names, values and units of some

KINDS = {
    "trajectory": (trajectory, of_states, lambda r: {"q0": (r.q[:, 0], "SI"), "v0": (r.v[:, 0], "SI")}),
    "kinematics": (kinematics, of_kinematics, lambda r: {"vdot0": (r.vdot[:, 0], "SI"), "lam2": (r.lam[:, 2], "SI")}),
    "inverse dynamics": (inverse, of_inverse, lambda r: {"effort.tau": (r.efforts["tau"], "")}),
    "equilibrium": (equilibrium, of_equilibrium, lambda r: {"force.y": (np.array([x.force[1] for x in r.reactions]), "N")}),
    "equilibria": (equilibria, of_equilibria, lambda r: {"q0": (r["A.angle"], "SI"), "stability": (np.array(r.stability), "")}),
    "linear model": (linear, of_linear, lambda r: {"A.A.angle.rate": (r.A[:, 1], "SI"), "B.tau": (r.B[:, 0], "SI")}),
    "modes": (modes, of_modes, lambda r: {"frequency": (r.frequencies, "Hz"), "shape.mount x.imag": (None, "SI")}),
    "mode tracks": (tracks, of_tracks, lambda r: {"frequency 1": (r.frequencies[:, 1], "Hz")}),
    "campbell": (campbell, of_tracks, lambda r: {"damping 2": (r.damping[:, 2], "")}),
    "steady motion": (steady, of_steady, lambda r: {"v0": (r.state.v[:1], "SI")}),
    "case": (case, of_case, lambda r: {"value": (np.array([r["end"], r["load"]]), "")}),
    "case of modes": (case_of_modes, of_case, lambda r: {"value": (np.array([r["f"]]), "")}),
    "sensitivity": (sensitivity, of_sensitivity, lambda r: {"gradient.load": (r.gradient["load"], "")}),
    "gradient check": (gradient_check, of_check, lambda r: {"gradient.crank.mass": (r.gradient[:, 1], "")}),
    "optimum": (optimum, of_optimum, lambda r: {"outputs.tone.f": (np.array([t.outputs["tone.f"] for t in r.history]), "")}),
    "sweep": (swept, of_sweep, lambda r: {"K.damping": (r["K.damping"], ""), "fall.load": (r.outputs["fall.load"], "")}),
    "reactions": (reactions, of_driven_reactions, lambda r: {"torque.z": (np.array([x.torque[2] for x in r]), "N m")}),
    "accelerations": (accelerations, of_accelerations, lambda r: {"vdot": (r.vdot, "SI")}),
}  # fmt: skip
NO_FIGURE = {
    "equilibrium": "equilibria", "steady motion": "campbell", "reactions": "run.plot", "accelerations": "run.plot",
    "gradient check": "sensitivity",
}  # fmt: skip
NO_PAGE = {
    "equilibria": "path[k].save_html", "linear model": "lin.modes().save_html", "sweep": "lw.run(sweep.model(k)", "sensitivity": "s.run.save_html",
    "gradient check": "lw.run(model, case).save_html", "reactions": "lw.show(model, state)", "accelerations": "lw.show(model, state)",
}  # fmt: skip
SIGNALS = ("trajectory", "kinematics", "inverse dynamics", "equilibria", "equilibrium", "case")


@functools.cache
def made(kind):
    return KINDS[kind][0]()


every = pytest.mark.parametrize("kind", KINDS)


def same(result, values, what):
    result, values = np.asarray(result), np.asarray(values)
    assert result.shape == values.shape, what
    if values.dtype.kind in "OU":
        assert result.tolist() == values.tolist(), what
    else:
        np.testing.assert_array_equal(result, values, err_msg=what)


def test_every_class_of_results_is_tested_here():
    def leaves(cls):
        below = cls.__subclasses__()
        return (
            {cls, *(x for sub in below for x in leaves(sub))}
            if cls not in BASES
            else {x for sub in below for x in leaves(sub)}
        )

    BASES = (lw.Result, results.SignalResult, results.PositionResult, results.HistoryResult, results.MovingResult)
    known = {type(made(kind)) for kind in KINDS}
    assert leaves(lw.Result) == known
    assert {Kinematics, InverseDynamics, Reactions, Accelerations} < known


@every
def test_datasets_are_the_arrays_with_their_units(kind):
    result = made(kind)
    data = result.to_xarray()
    for name, (dims, values, unit) in KINDS[kind][1](result).items():
        assert list(data[name].dims) == dims, name
        assert data[name].attrs.get("units", "") == unit, name
        same(data[name], values, name)


@every
def test_frames_are_the_arrays_with_their_units(kind):
    result = made(kind)
    frame, arrays = result.to_pandas(), KINDS[kind][1](result)
    assert not frame.columns.duplicated().any()
    for name, (values, unit) in KINDS[kind][2](result).items():
        assert name in frame and frame.attrs["units"].get(name, "") == unit, name
        if values is not None:
            same(frame[name], values, name)
    scalar = {name: x for name, x in arrays.items() if x[0] == [frame.index.name]}
    for name, (_, values, unit) in scalar.items():
        column = frame.index if name == frame.index.name else frame.get(name)
        if column is None:  # complex numbers are in two columns
            same(frame[f"{name}.real"] + 1j * frame[f"{name}.imag"], values, name)
        else:
            same(column, values, name)
        assert frame.attrs["units"].get(name if column is not None else f"{name}.real", "") == unit, name


@every
@pytest.mark.parametrize("ending", [".nc", ".h5", ""])
def test_netcdf_files_hold_the_arrays_with_their_units(kind, ending, tmp_path):
    result, path = made(kind), tmp_path / f"result{ending}"
    result.save(path)
    if kind == "trajectory":  # a run is stored so that it can be loaded; see io/test_runs.py
        again = lw.Trajectory.load(path)
        same(again.q, result.q, "q")
        return
    with xr.open_dataset(path, engine="h5netcdf") as data:
        assert data.attrs["linkwork_result"] == type(result).__name__
        for name, (dims, values, unit) in KINDS[kind][1](result).items():
            parts = {name: values}
            if np.iscomplexobj(values):
                parts = {f"{name}.real": values.real, f"{name}.imag": values.imag}
            for own, part in parts.items():
                assert list(data[own].dims) == dims, own
                assert data[own].attrs.get("units", "") == unit, own
                same(data[own], part, own)


@every
def test_csv_files_hold_the_frame(kind, tmp_path):
    result = made(kind)
    result.save(tmp_path / "result.csv")
    with open(tmp_path / "result.csv", newline="") as file:
        head, *rows = csv.reader(file)
    frame = result.to_pandas()
    assert head == [frame.index.name, *frame.columns]
    columns = dict(zip(head, zip(*rows, strict=True), strict=True))
    for name, values in {frame.index.name: frame.index, **{name: frame[name] for name in frame}}.items():
        if np.asarray(values).dtype.kind in "fi":
            same(np.array(columns[name], float), np.asarray(values, float), name)
        else:
            assert list(columns[name]) == [str(x) for x in values], name


@every
def test_other_endings_are_refused_by_name_and_nothing_is_written(kind, tmp_path):
    with pytest.raises(FileError, match=r"r\.parquet: .* cannot be written as '\.parquet'; endings are \.nc, .*\.csv"):
        made(kind).save(tmp_path / "r.parquet")
    assert not list(tmp_path.iterdir())


@every
def test_figures_are_drawn_and_written_where_they_make_sense(kind, tmp_path):
    import matplotlib.pyplot as plt

    result, path = made(kind), tmp_path / "figure.png"
    signals = ("A.angle",) if kind in ("trajectory", "kinematics", "inverse dynamics", "equilibria", "case") else ()
    if kind in NO_FIGURE:
        with pytest.raises(QuestionError, match=f"has no figure: .*{re.escape(NO_FIGURE[kind])}"):
            result.plot(save=path)
        assert not path.exists()
        return
    figure = result.plot(*signals, save=path)
    assert isinstance(figure, Figure) and path.read_bytes()[:4] == b"\x89PNG"
    assert any(axes.lines or axes.patches for axes in figure.axes)
    own, axes = plt.subplots()
    if kind != "sensitivity":  # it has two outputs, of two units
        assert result.plot(*signals, ax=axes) is own
    plt.close("all")


@every
def test_pages_are_written_where_they_make_sense(kind, tmp_path):
    path = tmp_path / "page.html"
    if kind in NO_PAGE:
        with pytest.raises(QuestionError, match=f"has no page: .*{re.escape(NO_PAGE[kind])}"):
            made(kind).save_html(path)
        assert not path.exists()
        return
    made(kind).save_html(path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert made(kind).show(path=path, open_browser=False).path == path


@every
def test_signals_are_tables_too_or_are_refused(kind):
    result = made(kind)
    if kind in SIGNALS:
        frame, data = result.to_pandas("A.angle", "D.force"), result.to_xarray("A.angle", "D.force")
        values = np.asarray(result["D.force"]).reshape(-1, 3)
        same(frame[["D.force.x", "D.force.y", "D.force.z"]], values, "D.force")
        same(data["D.force"], values, "D.force")
        same(data["A.angle"], np.atleast_1d(result["A.angle"]), "A.angle")
        assert data["D.force"].attrs["units"] == frame.attrs["units"]["D.force.x"] == "N"
        assert frame.attrs["units"]["A.angle"] == "rad"
    elif kind == "sensitivity":
        data, frame = result.to_xarray("A.angle", "D.force"), result.to_pandas("A.angle")
        same(data["A.angle"], result.signal("A.angle"), "A.angle")
        same(data["D.force"].sel(axis="y", parameter="K.damping"), result["D.force.y", "K.damping"], "D.force.y")
        same(frame["A.angle by K.stiffness"], result["A.angle", "K.stiffness"], "A.angle")
        assert data["A.angle"].attrs["units"] == f"rad {PER}" and data["time"].attrs["units"] == "s"
    elif kind == "steady motion":
        same(result.to_pandas("shaft.force")["shaft.force.z"], [result["shaft.force.z"]], "shaft.force.z")
    else:
        with pytest.raises(
            QuestionError, match=r"has no signals, so that 'A\.angle' cannot be chosen; ask without names"
        ):
            result.to_pandas("A.angle")


def test_a_sweep_over_a_driver_has_the_unit_of_what_the_driver_moves():
    path = lw.equilibria(*four_bar(driven=True), {"turn": [0.1, 0.2]})
    data = path.to_xarray("D.force")
    assert data["turn"].attrs["units"] == "rad"
    same(data["turn"], [0.1, 0.2], "turn")


def test_bars_of_a_sensitivity_are_the_changes_by_relative_changes_of_the_parameters():
    s = made("sensitivity")
    panels = s.plot().axes
    assert not panels[0].get_shared_x_axes().joined(*panels)  # a force beside an angle
    for axes, (output, row) in zip(panels, s.gradient.items(), strict=True):
        assert axes.get_title(loc="left") == f"change of {output}"
        np.testing.assert_allclose([bar.get_width() for bar in axes.patches], row * s.values, rtol=1e-14)
    with pytest.raises(QuestionError, match="one axes holds one output, not end, load"):
        s.plot(ax=s.plot().axes[0])


def test_a_result_without_entries_is_saved_too(tmp_path):
    """A driven four-bar has no freedom left, so that it has no modes."""
    nothing = lw.linearize(*four_bar(driven=True)).modes()
    assert len(nothing) == 0 and nothing.to_pandas().empty and nothing.to_xarray()["frequency"].size == 0
    nothing.save(tmp_path / "none.nc")
    nothing.save(tmp_path / "none.csv")
    nothing.plot(save=tmp_path / "none.png")
    assert (tmp_path / "none.csv").read_text().startswith("mode,frequency,undamped,damping")


def test_public_signatures_of_results_name_their_types():
    for kind in KINDS:
        cls = type(made(kind))
        for owner in cls.__mro__[:-1]:
            untyped = [
                name for name, x in vars(owner).get("__annotations__", {}).items() if re.search(r"\bAny\b", str(x))
            ]
            for name, member in vars(owner).items():
                function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(function) and (not name.startswith("_") or name == "__getitem__"):
                    untyped += [name for x in function.__annotations__.values() if re.search(r"\bAny\b", str(x))]
            assert not untyped, (owner.__name__, untyped)
