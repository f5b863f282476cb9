"""A model reduced to what some expressions read: the bodies from the ground to their frames, without forces.

An output of one body's motion then costs the kinematics of its ancestors and not an evaluation of the whole model; all
kernels of a model work on a subtree model too. A subtree model maps its numbers, coordinates, measures and forces to those of
the model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from linkwork.kernels import arrays as K
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.blocks import RUN_TAPE
from linkwork.kernels.joints import chain_arrays
from linkwork.model.model import Model
from linkwork.model.packing import packed
from linkwork.model.plans.adjoint_plan import reverse_plan, reverse_sizes
from linkwork.model.plans.jacobian_plan import Closures

ANYWHERE = "tape_const", "table_x", "table_coef", "input0", "gravity"  # numbers of which a subtree model has all


@dataclass(frozen=True)
class Parts:
    """The items requested of a subtree model, by number in the model; and, in a subtree model, all items that it has."""

    instructions: tuple[int, ...] = ()
    measures: tuple[int, ...] = ()
    efforts: tuple[int, ...] = ()
    laws: tuple[int, ...] = ()
    applied: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class SubtreeModel:
    """The buffers of a reduced model and of its reverse sweep, and the places of their entries in the model."""

    ints: np.ndarray
    floats: np.ndarray
    work_size: int
    rints: np.ndarray
    rwork_size: int
    parts: Parts  # in the order of their numbers here
    q: np.ndarray  # (nq) places of coordinates in the model's q
    v: np.ndarray  # (nv) and of velocities in its v
    places: np.ndarray  # places of `floats` in the model's


def subtree_model(model: Model, wanted: Parts) -> SubtreeModel | None:
    """Return the part of a model that some expressions, measures and forces need, or None if they depend on blocks or
    on states.

    >>> small = subtree_model(model, Parts(instructions=(model.lowered.signals["height"],)))
    >>> small.floats, model.floats[small.places]
    """
    a = model.lowered.arrays
    results = [*wanted.instructions, *a["effort_expr"][list(wanted.efforts)].tolist()]
    results += a["applied_expr"][list(wanted.applied)].ravel().tolist()
    closures = Closures(a)
    nodes = sorted(closures.nodes[closures.of([i for i in results if i >= 0])])
    loads = [(a["tape_op"][i], a["tape_args"][a["tape_start"][i]]) for i in nodes if i >= 0]
    if any(i < 0 for i in nodes) or any(op in (ops.OUTPUT, ops.STATE) for op, _ in loads):
        return None
    if np.diff(a["law_z_start"])[list(wanted.laws)].any():
        return None
    read = [int(k) for op, k in loads if op in (ops.MEASURE, ops.RATE)]
    measures = _sorted(read, wanted.measures, a["effort_measure"][list(wanted.efforts)])
    parts = Parts(tuple(nodes), measures, _sorted(wanted.efforts), _sorted(wanted.laws), _sorted(wanted.applied))
    return _cut_out(model, parts)


def _sorted(*some: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({int(k) for group in some for k in group}))


def _cut_out(model: Model, parts: Parts) -> SubtreeModel:
    a = model.lowered.arrays
    measures, efforts, laws, applied = map(list, (parts.measures, parts.efforts, parts.laws, parts.applied))
    axes = a["applied_axes"][applied]
    frames = list(
        _sorted(a["measure_frames"][measures].ravel(), a["law_frames"][laws].ravel(), a["applied_frame"][applied], axes[axes >= 0])
    )  # fmt: skip
    bodies = _with_ancestors(a["parent"], a["frame_body"][frames])
    q, v = (_spans(a[name], bodies) for name in ("q_start", "v_start"))
    body = _numbers(bodies, a["parent"].size)
    frame = _numbers(frames, a["frame_body"].size)
    measure = _numbers(measures, a["measure_kind"].size)
    instruction, coordinate = _numbers(parts.instructions, a["tape_op"].size), _numbers(q, int(a["q_start"][-1]))
    kinds, velocity = a["joint_type"][bodies], _numbers(v, int(a["v_start"][-1]))
    first = a["turn_start"].tolist()
    paths = [i for k in measures for i in range(first[k], first[k + 1])]
    rows: dict[str, list[int]] = {
        **dict.fromkeys(("X_PI", "pitch", "inertia"), bodies), "X_BF": frames, "effort_law": efforts,
        "turn_sign": paths, **dict.fromkeys(("turn_offset", "turn_free"), measures),
        "law_const": _entries(a["law_start"], laws), "applied_const": applied,
    }  # fmt: skip
    spots = {name: _spots(model, name, rows.get(name, [])) for name in K.Model._fields if name not in K.INTS}
    none = np.zeros(0, np.int64)
    arrays = {
        **{name: model.floats[at] for name, at in spots.items()},
        "parent": body[a["parent"][bodies]], **chain_arrays(kinds.tolist()),
        "frame_body": body[a["frame_body"][frames]], "measure_kind": a["measure_kind"][measures],
        "measure_frames": frame[a["measure_frames"][measures]], "measure_axes": a["measure_axes"][measures],
        "measure_q": coordinate[a["measure_q"][measures]],
        "turn_start": np.cumsum([0, *np.diff(a["turn_start"])[measures]]),
        "turn_q": coordinate[a["turn_q"][paths]], "turn_v": velocity[a["turn_v"][paths]],
        **dict.fromkeys(("row_level", "row_motion", "term_measure", "block_u"), none), "row_start": np.zeros(1, np.int64),
        "effort_measure": measure[a["effort_measure"][efforts]], "effort_expr": instruction[a["effort_expr"][efforts]],
        "effort_energy": a["effort_energy"][efforts],
        "law_kind": a["law_kind"][laws], "law_frames": frame[a["law_frames"][laws]],
        "law_start": np.cumsum([0, *np.diff(a["law_start"])[laws]]), "law_z_start": np.zeros(len(laws) + 1, np.int64),
        "law_table_start": np.cumsum([0, *np.diff(a["law_table_start"])[laws]]),
        "law_table": a["law_table"][_entries(a["law_table_start"], laws)],
        "applied_frame": frame[a["applied_frame"][applied]], "applied_axes": frame[axes],
        "applied_expr": instruction[a["applied_expr"][applied]],
        **_tape(a, parts.instructions, instruction, measure), "table_start": a["table_start"],
        "block_address": none.reshape(0, 2), "block_sizes": none.reshape(0, 4), "block_first": none.reshape(0, 4),
    }  # fmt: skip
    ints, floats, work_size = packed(arrays)
    rints, rwork_size = reverse_plan(arrays, none)
    places = np.concatenate([spots[name] for name in K.Model._fields if name in spots])
    return SubtreeModel(ints, floats, work_size, rints, rwork_size, parts, q, v, places)


def _with_ancestors(parent: np.ndarray, wanted: Iterable[int]) -> list[int]:
    bodies = {0}
    for b in map(int, wanted):
        while b not in bodies:
            bodies.add(b)
            b = int(parent[b])
    return sorted(bodies)


def _spans(start: np.ndarray, bodies: list[int]) -> np.ndarray:
    """Return the entries of the bodies' coordinates."""
    return np.concatenate([np.arange(start[b], start[b + 1]) for b in bodies])


def _entries(start: np.ndarray, rows: list[int]) -> list[int]:
    """Return the entries of some rows of a ragged array."""
    return [i for k in rows for i in range(int(start[k]), int(start[k + 1]))]


def _numbers(chosen: Iterable[int] | np.ndarray, size: int) -> np.ndarray:
    """Return the new number of each old one; -1 for those left out, and for -1."""
    places = np.array(chosen, np.int64)
    numbers = np.full(size + 1, -1)
    numbers[places] = np.arange(places.size)
    return numbers


def _spots(model: Model, name: str, rows: list[int]) -> np.ndarray:
    """Return the places of rows of a field in the model's floats."""
    k = K.Model._fields.index(name)
    first, last = model.ints[2 * k : 2 * k + 2].tolist()
    if name in ANYWHERE:
        return np.arange(first, last)
    wide = K.COLUMNS.get(name, 0) or 1
    return (first + wide * np.array(rows, np.int64)[:, None] + np.arange(wide)).ravel()


def _tape(
    a: dict[str, np.ndarray], chosen: tuple[int, ...], instruction: np.ndarray, measure: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the instructions in their order, one range of the plan."""
    args: list[list[int]] = []
    for i in chosen:
        op, given = int(a["tape_op"][i]), a["tape_args"][a["tape_start"][i] : a["tape_start"][i + 1]]
        if op in (ops.MEASURE, ops.RATE):
            given = measure[given]
        elif op == ops.TABLE:
            given = [given[0], *instruction[given[1:]]]
        elif op > ops.STATE:
            given = instruction[given]
        args.append([int(x) for x in given])
    return {
        "tape_op": a["tape_op"][list(chosen)], "tape_start": np.cumsum([0, *map(len, args)]),
        "tape_args": np.array([x for some in args for x in some], np.int64),
        "plan": np.array([[RUN_TAPE, 0, len(chosen)]] if chosen else [], np.int64).reshape(-1, 3),
    }  # fmt: skip


def whole(model: Model) -> SubtreeModel:
    """Return all of a model as a subtree model of itself."""
    a, (rints, rwork_size) = model.lowered.arrays, reverse_sizes(model)
    names = "tape_op", "measure_kind", "effort_measure", "law_kind", "applied_frame"
    parts = Parts(*(tuple(range(a[name].size)) for name in names))
    every = (np.arange(n) for n in (model.nq, model.nv, model.floats.size))
    return SubtreeModel(model.ints, model.floats, model.work_size, rints, rwork_size, parts, *every)
