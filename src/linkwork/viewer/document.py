"""The contents of a page: the scene of a model, its motion, signals, and remarks about the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.position.check import check
from linkwork.analyses.result import Result
from linkwork.dynamics.energy import energy_problems
from linkwork.model.model import Model
from linkwork.viewer.histories import Histories, read_histories
from linkwork.viewer.motion import Motion, motion_of
from linkwork.viewer.packing import Arrays
from linkwork.viewer.scene import build_scene
from linkwork.viewer.selection import ordered_signals, plotted_at_first

SIGNAL_BYTES = 5_000_000  # before compression
POSE_BYTES = 24_000_000
CHECKED_ROWS = 600  # constraint rows up to which redundancy is examined for a page


def build_document(
    result: Result | Motion,
    signals: Sequence[str],
    traces: Sequence[str] | None,
    play: bool,
    signal_bytes: int = SIGNAL_BYTES,
) -> tuple[dict[str, Any], str]:
    """Return the scene, signals and remarks as plain data, and the arrays as text."""
    run = motion_of(result)
    model = run.model
    if len(run) == 0:
        raise ValueError(f"the run of {model.name!r} has no outputs, so there is nothing to show")
    for path in signals:
        model.signal_table.find(path)
    scene = build_scene(model)
    arrays = Arrays()
    every = max(1, -(-len(run) * len(model.bodies) * 28 // POSE_BYTES))
    paths = [path for path in ordered_signals(model, signals) if _is_meaningful(run, path)]
    outputs = -(-len(run) // every)
    capacity = signal_bytes // (4 * outputs)
    read = _within(model, paths, 2 * capacity + 60)
    histories = read_histories(run, read, every)
    listed = _pack_signals(histories, arrays, capacity, model.length)
    for shape in (shape for body in scene["bodies"] for shape in body["shapes"] if shape["type"] == "mesh"):
        shape |= {key: arrays.add(shape[key]) for key in ("corners", "triangles")}
    scene["poses"] = {
        "t": arrays.add(histories.t),
        "position": arrays.add(histories.position.transpose(1, 2, 0)),
        "quaternion": arrays.add(histories.quaternion.transpose(1, 2, 0)),
    }
    scene["signals"] = listed
    scene["left_out"] = _left_out(paths, read, histories, listed)
    scene["chosen"] = _chosen(signals, listed) or plotted_at_first(model, listed)
    scene["traces"] = _traces(scene, traces)
    scene["run"] = _about(run, every)
    for problem in scene.pop("problems"):
        scene["run"]["warnings"].append({"short": "a mesh is missing", "text": f"A mesh is not drawn: {problem}."})
    scene["play"] = play
    scene["sizes"] = arrays.sizes
    return scene, arrays.text()


# signals


def _is_meaningful(run: Motion, path: str) -> bool:
    """Return whether a page of positions only, such as a mode's shape, shows a signal: forces, speeds and energies
    would depend on its arbitrary amplitude."""
    if not run.positions_only:
        return True
    signal = run.model.signal_table.find(path)
    return signal.source == "measures" and signal.order == 0


def _within(model: Model, paths: Sequence[str], columns: int) -> list[str]:
    """Return the first paths whose total number of components is at most `columns`."""
    fitting, used = [], 0
    for path in paths:
        used += max(1, int(np.prod(model.signal_table.find(path).shape)))
        if used > columns and fitting:
            break
        fitting.append(path)
    return fitting


def _pack_signals(histories: Histories, arrays: Arrays, capacity: int, length: float) -> list[dict[str, Any]]:
    """Return entries of as many signals as fit; a constant signal takes a number, any other an array."""
    listed, used = [], 0
    rounding = _rounding(histories, length)
    for path, values in histories.columns.items():
        entry: dict[str, Any] = {"path": path, "unit": histories.units[path]}
        single = values.astype(np.float32)
        size = float(np.nanmax(np.abs(single), initial=0.0))
        finite = np.isfinite(single).all()  # a gap is drawn where a value is not finite
        if finite and size <= rounding.get(path.rpartition(".")[0], 0.0):
            listed.append(entry | {"constant": 0.0})
        elif finite and np.ptp(single) <= 2e-7 * size:
            listed.append(entry | {"constant": float(single[0])})
        elif used < capacity:
            listed.append(entry | {"array": arrays.add(single)})
            used += 1
    return listed


def _rounding(histories: Histories, length: float) -> dict[str, float]:
    """Return the round-off level of each component of a vector, relative to its other components and, for a torque, to
    the forces' arms."""
    largest: dict[str, float] = {}
    for path, values in histories.columns.items():
        if path[-2:] in (".x", ".y", ".z"):
            vector = path[:-2]
            largest[vector] = max(largest.get(vector, 0.0), float(np.nanmax(np.abs(values), initial=0.0)))
    force = max((size for vector, size in largest.items() if vector.endswith("force")), default=0.0)
    return {
        vector: 1e-13 * max(size, force * length if vector.endswith("torque") else 0.0)
        for vector, size in largest.items()
    }


def _left_out(
    paths: Sequence[str], read: Sequence[str], histories: Histories, listed: list[dict[str, Any]]
) -> dict[str, Any]:
    held = {signal["path"] for signal in listed}
    missing = [path for path in histories.columns if path not in held]
    missing += paths[len(read) :]
    note = f"{len(missing)} signals are left out to keep the page small; name them in signals=[…]" if missing else ""
    return {"count": len(missing), "examples": missing[:40], "note": note}


def _chosen(signals: Sequence[str], listed: list[dict[str, Any]]) -> list[str]:
    """Return the scalars of the given signals; of vectors the components that change."""
    chosen = []
    for path in signals:
        parts = [entry for entry in listed if entry["path"] == path or entry["path"].startswith(f"{path}.")]
        parts = [entry for entry in parts if entry["path"].count(".") <= path.count(".") + 1]
        whole = [entry for entry in parts if entry["path"] == path]
        moving = [entry for entry in parts if "array" in entry]
        chosen += [entry["path"] for entry in (whole or moving or parts)]
    return list(dict.fromkeys(chosen))


def _traces(scene: dict[str, Any], traces: Sequence[str] | None) -> list[str]:
    names = [part["name"] for part in (*scene["frames"], *scene["joints"], *scene["bodies"][1:])]
    if traces is None:
        return [frame["name"] for frame in scene["frames"]][:4]
    unknown = [name for name in traces if name not in names]
    if unknown:
        raise ValueError(f"traces: there is no frame, joint or body {unknown[0]!r}; there are {', '.join(names)}")
    return list(traces)


# remarks about the run


def _about(run: Motion, every: int) -> dict[str, Any]:
    model = run.model
    bodies, joints = len(model.bodies), len(model.joints)
    kind = "planar" if model.structure.plane else "spatial"
    what = f"{kind} · {_count(bodies, 'body', 'bodies')} · {_count(joints, 'joint')}"
    happened = [(c.time, f"singular position, {', '.join(c.parts)}", "crossing") for c in run.crossings]
    happened += [(e.time, f"event {e.event.when}", "event") for e in run.events]
    happened.sort(key=lambda item: item[0])
    moving = len(run) > 1
    at = f"{run.t[-1] - run.t[0]:g} s" if moving else f"at {run.t[0]:g} s"
    return {
        "summary": run.summary or f"{what} · {at}",
        "chapters": list(run.chapters),
        "message": _message(run),
        "warnings": _warnings(run),
        "happened": [{"time": time, "title": title} for time, title, _ in happened],
        "marks": [{"time": time, "title": title, "kind": mark} for time, title, mark in happened[:400]],
        "facts": _facts(run, every),
    }


def _message(run: Motion) -> str:
    text = run.message
    return text[:1].upper() + text[1:] + "." if text else ""


def _warnings(run: Motion) -> list[dict[str, str]]:
    warnings = []
    if not run.success:
        warnings.append({"short": "did not finish", "text": f"The run did not finish: {run.message}."})
    if run.crossings:
        parts = ", ".join(dict.fromkeys(part for crossing in run.crossings for part in crossing.parts))
        number = _count(len(run.crossings), "singular position")
        warnings.append(
            {
                "short": f"{number} passed",
                "text": f"Rank drops: {number} passed on the motion's own branch ({parts}); reactions grow near them.",
            }
        )
    without = [] if run.positions_only else energy_problems(run.model)
    if without:
        warnings.append({"short": "no potential energy", "text": f"Energies are missing: {'; '.join(without)}."})
    loose = _not_unique(run)
    if loose:
        joints = ", ".join(list(loose)[:6]) + (" …" if len(loose) > 6 else "")
        listed = "; ".join(f"{joint}: {', '.join(names)}" for joint, names in list(loose.items())[:12])
        warnings.append(
            {
                "short": f"reactions not unique: {joints}",
                "text": "The constraints are redundant, so that some reactions are not unique; "
                f"the smallest that balance are shown. {listed}",
            }
        )
    return warnings


def _not_unique(run: Motion) -> dict[str, tuple[str, ...]]:
    if run.model.n_rows > CHECKED_ROWS or run.positions_only:
        return {}
    return check(run.model, run.start).nonunique


def _facts(run: Motion, every: int) -> list[list[str]]:
    model = run.model
    facts = [["coordinates", f"{model.coordinates}, {model.nv} velocities"], ["constraint rows", str(model.n_rows)]]
    gravity = np.real(model.lowered.arrays["gravity"])
    facts.append(["gravity", f"({', '.join(f'{g:g}' for g in gravity)}) m/s²" if gravity.any() else "none"])
    facts += [list(fact) for fact in run.facts]
    if len(run) > 1:
        drawn = "" if every == 1 else f", one in {every} drawn"
        facts.append(["outputs", f"{len(run)}{drawn}"])
    stats = run.stats
    if stats is not None:
        facts += [
            ["steps", f"{stats.steps}, {stats.rejected} rejected"],
            ["evaluations", str(stats.evaluations)],
            ["projections", str(stats.projections)],
            ["largest violation", f"{stats.violation:.1e} m"],
            ["computed in", f"{stats.wall_time:.3g} s"],
        ]
    return facts


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
