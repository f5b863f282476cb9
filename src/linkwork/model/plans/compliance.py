"""Symbolic analysis for kernels.recursions.compliant: the stiff elements, the terms they contribute to, rows and
fill."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.recursions import compliant as C
from linkwork.model.plans.loops import row_loads, symbolic
from linkwork.numerics.views import pack


def compliance(model: Any) -> tuple[np.ndarray, int]:
    """Return (ints of the sparse Newton layer, size of its workspace)."""
    arrays = model.lowered.arrays
    parts = {part: k for k, part in enumerate(dict.fromkeys(row.part for row in model.lowered.rows))}
    groups = [parts[row.part] for row in model.lowered.rows]
    n_row = len(groups)
    loads = row_loads(arrays, n_row)
    scalars = [*stiff_efforts(arrays), *stiff_applied(arrays)]
    ends = [(i, j, 1) for _, _, i, j in scalars]
    ends += [(*arrays["frame_body"][frames].tolist(), 6) for frames in arrays["law_frames"]]
    bodies, place, body, half, row = [], [], [], [], []
    for number, (i, j, count) in enumerate(ends):
        where, on, side = _place(arrays, i, j)
        for _ in range(count):
            bodies.append((i, j))
            place.append(where)
            body.append(on)
            half.append(side)
            row.append(len(loads) if where == C.AS_ROW else -1)
            if where == C.AS_ROW:
                loads.append([(i, 0, 0, -1), (j, 0, 6, -1)])
                groups.append(len(parts) + number)
    plan, n_k = symbolic(arrays, loads, groups)
    for position, r in enumerate(plan["order"]):
        if r >= n_row:
            plan["load_term"][plan["load_start"][r] : plan["load_start"][r + 1]] = position
    n_z = arrays["z0"].size
    elements = {
        "source": np.array([e[0] for e in scalars], np.int64), "tape_first": np.array([e[1] for e in scalars], np.int64),
        "bodies": np.array(bodies, np.int64), "place": np.array(place, np.int64), "body": np.array(body, np.int64),
        "half": np.array(half, np.int64), "row": np.array(row, np.int64),
        "slots": np.zeros(C.SLOTS, np.int64), "pivots": np.zeros(C.SLOTS * n_z, np.int64),
    }  # fmt: skip
    terms, factors = _sizes(arrays, plan, n_row, n_k, len(scalars), len(place))
    ints, _ = pack(C.HEADER, {**plan, **elements}, C.NEWTON_INTS)
    at = 2 * (len(plan) + len(elements))
    ints[at : at + 2 * len(terms)] = _offsets(terms)
    ints[at + 2 * len(terms) : at + 2 * (len(terms) + len(factors))] = _offsets(factors)
    size, one = sum(terms.values()), sum(factors.values())
    slots = 2 * (len(plan) + list(elements).index("slots"))
    ints[ints[slots] : ints[slots + 1]] = [size, size + one, size + 3 * one]
    return ints, size + 5 * one


Scalar = tuple[int, int, int, int]  # source, first instruction, bodies of I and J


def stiff_efforts(arrays: dict[str, np.ndarray]) -> list[Scalar]:
    """Return the efforts with a stiffness or damping along their own measure."""
    scalars = []
    for e, measure in enumerate(arrays["effort_measure"].tolist()):
        own = [i for i, _, m in _loads_of(arrays, int(arrays["effort_expr"][e])) if m == measure]
        if own or np.any(arrays["effort_law"][e, :2] != 0.0):
            scalars.append((e, min(own, default=-1), *_bodies(arrays, measure)))
    return scalars


def stiff_applied(arrays: dict[str, np.ndarray]) -> list[Scalar]:
    """Return the components of applied forces that depend on the pose or motion of their own body relative to the
    ground."""
    scalars = []
    for a, frame in enumerate(arrays["applied_frame"].tolist()):
        body = int(arrays["frame_body"][frame])
        for c, result in enumerate(arrays["applied_expr"][a].tolist()):
            own = [i for i, _, m in _loads_of(arrays, result) if sorted(_bodies(arrays, m)) == [0, body]]
            if own and body > 0:
                scalars.append((-1 - (6 * a + c), min(own), 0, body))
    return scalars


def forces_are_local(model: Any) -> bool:
    """Return whether no force depends on states or block outputs, or on measures that are not its own."""
    arrays = model.lowered.arrays
    if arrays["law_z_start"][-1] > arrays["law_z_start"][0]:
        return False
    for e, measure in enumerate(arrays["effort_measure"].tolist()):
        if any(m != measure for _, _, m in _loads_of(arrays, int(arrays["effort_expr"][e]))):
            return False
    for a, frame in enumerate(arrays["applied_frame"].tolist()):
        own = [0, int(arrays["frame_body"][frame])]
        loads = [load for result in arrays["applied_expr"][a].tolist() for load in _loads_of(arrays, result)]
        if any(m < 0 or sorted(_bodies(arrays, m)) != own for _, _, m in loads):
            return False
    return True


def _bodies(arrays: dict[str, np.ndarray], measure: int) -> list[int]:
    return arrays["frame_body"][arrays["measure_frames"][measure]].tolist() if measure >= 0 else []


def _loads_of(arrays: dict[str, np.ndarray], result: int) -> list[tuple[int, int, int]]:
    """Return (instruction, operation, measure) for all that an expression reads of the state; the measure is -1 for
    block states and outputs."""
    op, start, args = arrays["tape_op"], arrays["tape_start"], arrays["tape_args"]
    waiting, seen, loads = [result] if result >= 0 else [], {result}, []
    while waiting:
        i = waiting.pop()
        mine = args[start[i] : start[i + 1]].tolist()
        if op[i] <= ops.STATE:
            if op[i] in (ops.MEASURE, ops.RATE):
                loads.append((i, int(op[i]), mine[0]))
            elif op[i] in (ops.OUTPUT, ops.STATE):
                loads.append((i, int(op[i]), -1))
            continue
        for a in mine[1:] if op[i] == ops.TABLE else mine:
            if a not in seen:
                seen.add(a)
                waiting.append(a)
    return loads


def _place(arrays: dict[str, np.ndarray], i: int, j: int) -> tuple[int, int, int]:
    """Return the body or joint that an element between bodies i and j contributes to, and its half of the gradient."""
    parent, v_start = arrays["parent"], arrays["v_start"]
    if i == j:
        return C.NOWHERE, 0, 0
    if i == 0 or j == 0:
        return C.ON_BODY, max(i, j), 6 if i == 0 else 0
    for child, other, side in ((j, i, 6), (i, j, 0)):
        if parent[child] == other:
            freedoms = v_start[child + 1] - v_start[child]
            if freedoms <= 1:
                return (C.ON_JOINT if freedoms else C.NOWHERE), child, side
    return C.AS_ROW, 0, 0


def _sizes(
    arrays: dict[str, np.ndarray], plan: dict[str, np.ndarray], n_row: int, n_k: int, n_scalar: int, n_element: int
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the sizes of Terms and of Factors, in their order."""
    n_body, n_v, n_z, n = arrays["parent"].size, int(arrays["v_start"][-1]), arrays["z0"].size, plan["order"].size
    sizes = {
        "X_WB": 12 * n_body, "S": 6 * n_v, "I_W": 10 * n_body, "measure_G": 12 * arrays["measure_kind"].size, "active": n_row,
        "G": 12 * n_element, "stiffness": n_scalar, "damping": n_scalar,
        **dict.fromkeys(("law_K", "law_C"), 36 * arrays["law_kind"].size), "adjoint": arrays["tape_op"].size,
        "zdot_z": n_z * n_z, "zdot": n_z, "weights": 6 * C.SLOTS, "answer": n_v + n_row + n_z,
        "IA": 21 * n_body, "U": 6 * n_v, "Dinv": n_v, "K": 6 * plan["inc_pos"].size, "k": n_k, "diag": n, "grown": n,
        "A": plan["fill_col"].size, "weak": n, "p": 6 * n_body, "u": n_v, "beta": n, "x_v": n_v, "x_lam": n, "spring": n_v,
        "block": 36, "g": 12, "Y": 6 * n_body, "Ydot": 6 * n_body, "z_lu": n_z * n_z, "z": n_z,
    }  # fmt: skip
    terms, factors = ({name: sizes[name] for name in table._fields} for table in (C.Terms, C.Factors))
    return terms, factors


def _offsets(sizes: dict[str, int]) -> list[int]:
    ends = np.cumsum([0, *sizes.values()])
    return np.column_stack((ends[:-1], ends[1:])).reshape(-1).tolist()
