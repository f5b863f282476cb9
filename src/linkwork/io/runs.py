"""Runs as netCDF files.

A file holds states, not signals, and the mechanism: it reads any signal later. Numbers are stored unchanged (float64,
compressed without loss), so that a loaded run equals the saved one bit for bit. Loading reads arrays and text only, and
raises an error if the given model has another mechanism or other parameters."""

from __future__ import annotations

import json
import os
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.motion.trajectory import Crossing, RunEvent, Statistics, Trajectory
from linkwork.description.choices import Event
from linkwork.description.errors import DescriptionError, printable
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts.blocks import CodeError
from linkwork.dynamics.layout import RECORDED_COUNTS
from linkwork.dynamics.time_events import EventDoubt
from linkwork.integrators.record import Record
from linkwork.io.checksum import require_readable
from linkwork.io.files import dumps, loads
from linkwork.io.netcdf import netcdf, netcdf_image
from linkwork.io.reading import FileError
from linkwork.model.model import Model
from linkwork.model.model import compile as compile_model
from linkwork.model.state import State

VERSION = 1
_STEP_INTEGERS = ("order", "projections", "rejections", "breaks", "iterations", "matrix", "kind")
_STEP_ARRAYS = ("t", "t_new", "h", "error", "expected", *_STEP_INTEGERS)
_NOTED = (7, 3, 4, 5, 6)  # columns of step_control, in older files, that are the counts of a record


def run_image(run: Trajectory) -> bytes:
    """Return the netCDF file of a run."""
    data = netcdf().Dataset(attrs=_attributes(run))
    for name, (dims, values) in _variables(run).items():
        if np.size(values):  # netCDF has no empty dimensions
            data[name] = (dims, values)
    return netcdf_image(data)


def load(path: str | PathLike, model: Model | None = None, *, allow_code: bool = False) -> Trajectory:
    """Read a run from a file written by `save`, for this model or the mechanism in the file, without running code of
    the file."""
    xr = netcdf()
    try:
        require_readable(path)
        with xr.open_dataset(
            path, engine="h5netcdf", decode_times=False, mask_and_scale=False, phony_dims="sort"
        ) as data:
            if data.attrs.get("linkwork_run") != VERSION:
                raise FileError(f"is not a run of format {VERSION}; Trajectory.save writes one")
            return _trajectory(data, stored_model(data, allow_code) if model is None else model)
    except (FileError, DescriptionError) as error:
        raise FileError(f"{os.fspath(path) or repr(path)}: {error}") from None
    except (OSError, KeyError, TypeError, ValueError, RuntimeError) as error:  # h5py has all of these for damaged files
        raise FileError(f"{path}: is not a run written by save: {error}") from None


def _attributes(run: Trajectory) -> dict[str, Any]:
    return {
        "linkwork_run": VERSION, "mechanism": run.model.name, "model_coordinates": run.model.coordinates, "status": run.status,
        "success": int(run.success), "message": run.message, "stats": json.dumps(run.stats.numbers()),
        "steps_method": run.record.method if run.record is not None else "",
        "steps_rtol": run.record.rtol if run.record is not None else 0.0,
        "steps_settings": json.dumps(run.record.settings if run.record is not None else ()),
        "methods": json.dumps(run.methods), "doubts": json.dumps([_plain_doubt(doubt) for doubt in run.doubts]),
        "start_time": run.start.t, "inactive": json.dumps(sorted(run.start.inactive)),
    }  # fmt: skip


def _variables(run: Trajectory) -> dict[str, tuple[tuple[str, ...], Any]]:
    model, start, events, crossings = run.model, run.start, run.events, run.crossings
    sizes = {"q": "position", "v": "velocity", "z": "block_state", "turns": "measure"}
    variables: dict[str, tuple[tuple[str, ...], Any]] = {"time": (("time",), run.t)}
    for name, dim in sizes.items():
        variables[name] = (("time", dim), getattr(run, name))
        variables[f"start_{name}"] = ((dim,), getattr(start, name))
        variables[f"event_{name}"] = (
            ("event", dim),
            np.array([getattr(variables.state, name) for variables in events]),
        )
    for name, values in _identity(model).items():
        variables[name] = ((name,), np.array(values, object))
    variables["description"] = ((), description(model))
    variables["inputs"] = ((), json.dumps({name: _plain_input(value) for name, value in run.inputs.items()}))
    variables["parameter_value"] = (("parameter",), model.numbers.values)
    variables["event_time"] = (("event",), np.array([variables.time for variables in events]))
    variables["event_when"] = (("event",), np.array([variables.event.when for variables in events], object))
    variables["event_direction"] = (("event",), np.array([variables.event.direction for variables in events], np.int64))
    variables["event_stop"] = (("event",), np.array([variables.event.stop for variables in events], np.int64))
    variables["crossing_time"] = (("crossing",), np.array([crossing.time for crossing in crossings]))
    variables["crossing_parts"] = (
        ("crossing",),
        np.array([" ".join(crossing.parts) for crossing in crossings], object),
    )
    variables["crossing_rank_lost"] = (("crossing",), np.array([crossing.rank_lost for crossing in crossings], float))
    if run.record is not None:
        variables |= {f"step_{name}": (("step",), getattr(run.record, name)) for name in _STEP_ARRAYS}
        variables["step_pivot"] = (("step",), run.record.pivot)
        variables["step_counts"] = (("step", "counted"), run.record.counts)
    return variables


def _record(data: Any) -> Record | None:
    """Return the accepted steps, if the run recorded them."""
    method = str(data.attrs.get("steps_method", ""))
    if not method:
        return None
    count = data.sizes.get("step", 0)
    arrays = {name: np.zeros(count) for name in _STEP_ARRAYS[-3:]}  # files of versions without implicit methods
    arrays |= {
        name: _numbers(data, f"step_{name}", (count,))
        for name in _STEP_ARRAYS
        if name not in arrays or f"step_{name}" in data
    }
    arrays |= {name: arrays[name].astype(np.int64) for name in _STEP_INTEGERS}
    if "step_control" in data:
        control = _numbers(data, "step_control", (count, data.sizes.get("noted", 0)))
        pivot, counts = control[:, 0], control[:, _NOTED]
    else:
        pivot = _numbers(data, "step_pivot", (count,))
        counts = _numbers(data, "step_counts", (count, len(RECORDED_COUNTS)))
    settings = tuple(json.loads(data.attrs.get("steps_settings", "[]")))
    return Record(
        method,
        float(data.attrs["steps_rtol"]),
        **arrays,
        pivot=pivot,
        counts=counts.astype(np.int64),
        settings=settings,
    )


def _plain_doubt(doubt: EventDoubt) -> list[Any]:
    event = doubt.event
    return [[event.when, event.direction, event.stop], doubt.start, doubt.end, doubt.why]


def _plain_input(value: Any) -> Any:
    return value if isinstance(value, str) else np.asarray(value, float).tolist()


def description(model: Model) -> str:
    """Return the mechanism, its coordinates and cuts as JSON text; empty for one whose blocks cannot be stored."""
    mechanism = model.mechanism()
    try:
        text = dumps(mechanism, as_json=True)
    except CodeError:
        return ""
    order = list(mechanism.parts)  # a file has one section per kind; states and parameters follow the parts' own order
    return json.dumps({"coordinates": model.coordinates, "cut": model.structure.cut, "order": order, "mechanism": text})


def stored_model(data: Any, allow_code: bool) -> Model:
    """Return the model whose `description` and `parameter_value` a dataset holds."""
    text = str(data["description"].values) if "description" in data else ""
    if not text:
        raise FileError(
            "does not hold its mechanism (its blocks could not be stored); give the model: load(path, model)"
        )
    stored = json.loads(text)
    read = loads(str(stored["mechanism"]), as_json=True, allow_code=allow_code)
    mechanism = Mechanism(read.name, plane=read.plane, gravity=read.gravity).add(
        *(read[name] for name in stored["order"])
    )
    model = compile_model(mechanism, coordinates=stored["coordinates"], cut=stored["cut"])
    return model.with_values(_numbers(data, "parameter_value", (len(model.parameters),)))


def _identity(model: Model) -> dict[str, list[str]]:
    """Return what two models must have in common for the states of one to be states of the other."""
    return {"body": model.bodies, "row": model.row_names, "parameter": list(model.parameters)}


def _trajectory(data: Any, model: Model) -> Trajectory:
    about = data.attrs
    _require_fit(data, model)
    sizes = {"q": model.nq, "v": model.nv, "z": model.nz, "turns": len(model.lowered.measures)}
    t = _numbers(data, "time", (data.sizes["time"],))
    histories = [_numbers(data, name, (t.size, size)) for name, size in sizes.items()]
    start = {name: _numbers(data, f"start_{name}", (size,)) for name, size in sizes.items()}
    inactive = frozenset(str(name) for name in json.loads(about["inactive"]))
    n_event, n_crossing = data.sizes.get("event", 0), data.sizes.get("crossing", 0)
    times = _numbers(data, "event_time", (n_event,))
    places = {name: _numbers(data, f"event_{name}", (n_event, size)) for name, size in sizes.items()}
    events = tuple(
        RunEvent(
            float(times[k]),
            Event(str(data["event_when"].values[k]), int(data["event_direction"][k]), bool(data["event_stop"][k])),
            State(times[k], inactive=inactive, **{name: values[k] for name, values in places.items()}),
        )
        for k in range(n_event)
    )
    when, lost = _numbers(data, "crossing_time", (n_crossing,)), _numbers(data, "crossing_rank_lost", (n_crossing,))
    crossings = tuple(
        Crossing(float(when[k]), tuple(str(data["crossing_parts"].values[k]).split()), int(lost[k]))
        for k in range(n_crossing)
    )
    q, v, z, turns = histories
    reading = Reading(model, json.loads(str(data["inputs"].values)))
    return Trajectory(
        model, t, q, v, z, turns, State(float(about["start_time"]), inactive=inactive, **start), reading.rows,
        reading.nearness, Statistics.of(json.loads(about["stats"])), bool(about["success"]), str(about["status"]),
        printable(str(about["message"])), events, crossings, _record(data), reading.inputs,
        tuple((float(t), str(name)) for t, name in json.loads(about.get("methods", "[]"))),
        tuple(EventDoubt(Event(*event), *about) for event, *about in json.loads(about.get("doubts", "[]"))),
    )  # fmt: skip


def _numbers(data: Any, name: str, shape: tuple[int, ...]) -> np.ndarray:
    if 0 in shape:
        return np.zeros(shape)
    values = np.asarray(data[name].values, np.float64)
    if values.shape != shape:
        raise FileError(f"{name} has the shape {values.shape}, the model needs {shape}")
    return values


def _require_fit(data: Any, model: Model) -> None:
    name, coordinates = data.attrs.get("mechanism"), data.attrs.get("model_coordinates")
    if coordinates != model.coordinates:
        raise FileError(f'is a run in {coordinates} coordinates; compile the model with coordinates="{coordinates}"')
    for kind, mine in _identity(model).items():
        theirs = [str(word) for word in data[kind].values] if kind in data else []
        if theirs != mine:
            other = next(
                (f"{a or 'nothing'!r} instead of {b or 'nothing'!r}" for a, b in _pairs(theirs, mine) if a != b), ""
            )
            raise FileError(f"is a run of {name!r}, which is another mechanism than the model's: {kind} {other}")
    values = _numbers(data, "parameter_value", (len(model.parameters),))
    differ = [
        f"{path} = {theirs:g} (the model's is {mine:g})"
        for (path, mine), theirs in zip(model.parameters.items(), values, strict=True)
        if theirs != mine
    ]
    if differ:
        more = f" and {len(differ) - 4} more" if len(differ) > 4 else ""
        raise FileError(
            f"is a run with other parameters: {', '.join(differ[:4])}{more}; load it with model.with_parameters({{…}})"
        )


def _pairs(a: list[str], b: list[str]) -> list[tuple[str, str]]:
    size = max(len(a), len(b))
    return list(zip(a + [""] * (size - len(a)), b + [""] * (size - len(b)), strict=True))
