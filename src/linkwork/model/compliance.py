"""Symbolic analysis for kernels.recursive.compliant: which efforts are stiff, what each element adds to, rows and fill."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.kernels import tape_functions as ops
from linkwork.kernels.recursive import compliant as C
from linkwork.model.loops import row_loads, symbolic
from linkwork.numerics.views import pack


def compliance(model: Any) -> tuple[np.ndarray, int]:
    """(ints of the sparse Newton layer, size of its workspace)."""
    arrays = model.lowered.arrays
    parts = {part: k for k, part in enumerate(dict.fromkeys(row.part for row in model.lowered.rows))}
    groups = [parts[row.part] for row in model.lowered.rows]
    n_row = len(groups)
    loads = row_loads(arrays, n_row)
    efforts, firsts = stiff_efforts(arrays)
    place, body, half, row = [], [], [], []
    for number, (i, j, count) in enumerate(_elements(arrays, efforts)):
        where, on, side = _place(arrays, i, j)
        for _ in range(count):
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
        "effort": np.array(efforts, np.int64), "tape_first": np.array(firsts, np.int64), "place": np.array(place, np.int64),
        "body": np.array(body, np.int64), "half": np.array(half, np.int64), "row": np.array(row, np.int64),
        "slots": np.zeros(C.SLOTS, np.int64), "pivots": np.zeros(C.SLOTS * n_z, np.int64),
    }  # fmt: skip
    terms, factors = _sizes(arrays, plan, n_row, n_k, len(efforts), len(place))
    ints, _ = pack(C.HEADER, {**plan, **elements}, C.NEWTON_INTS)
    at = 2 * (len(plan) + len(elements))
    ints[at : at + 2 * len(terms)] = _offsets(terms)
    ints[at + 2 * len(terms) : at + 2 * (len(terms) + len(factors))] = _offsets(factors)
    size, one = sum(terms.values()), sum(factors.values())
    slots = 2 * (len(plan) + list(elements).index("slots"))
    ints[ints[slots] : ints[slots + 1]] = [size, size + one, size + 3 * one]
    return ints, size + 5 * one


def stiff_efforts(arrays: dict[str, np.ndarray]) -> tuple[list[int], list[int]]:
    """Efforts with a stiffness or damping along their own measure, and the first instruction of the expression of each that
    depends on it (-1: none)."""
    efforts, firsts = [], []
    for e, measure in enumerate(arrays["effort_measure"].tolist()):
        result = int(arrays["effort_expr"][e])
        first = _first_own(arrays, result, measure) if result >= 0 else -1
        if first >= 0 or np.any(arrays["effort_law"][e, :2] != 0.0):
            efforts.append(e)
            firsts.append(first)
    return efforts, firsts


def _first_own(arrays: dict[str, np.ndarray], result: int, measure: int) -> int:
    """The first instruction under `result` that loads the measure or its rate, or -1."""
    op, start, args = arrays["tape_op"], arrays["tape_start"], arrays["tape_args"]
    waiting, seen, first = [result], {result}, -1
    while waiting:
        i = waiting.pop()
        mine = args[start[i] : start[i + 1]].tolist()
        if op[i] <= ops.STATE:
            if op[i] in (ops.MEASURE, ops.RATE) and mine[0] == measure:
                first = i if first < 0 else min(first, i)
            continue
        for a in mine[1:] if op[i] == ops.TABLE else mine:
            if a not in seen:
                seen.add(a)
                waiting.append(a)
    return first


def _elements(arrays: dict[str, np.ndarray], efforts: list[int]) -> list[tuple[int, int, int]]:
    """(body of I, body of J, coordinates) of every element."""
    body, frames = arrays["frame_body"], arrays["measure_frames"]
    pairs = [(*frames[arrays["effort_measure"][e]], 1) for e in efforts]
    pairs += [(*frames_of, 6) for frames_of in arrays["bushing_frames"]]
    return [(int(body[i]), int(body[j]), count) for i, j, count in pairs]


def _place(arrays: dict[str, np.ndarray], i: int, j: int) -> tuple[int, int, int]:
    """What an element between bodies i and j adds to, the body or joint, and its half of the gradient."""
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
    arrays: dict[str, np.ndarray], plan: dict[str, np.ndarray], n_row: int, n_k: int, n_effort: int, n_element: int
) -> tuple[dict[str, int], dict[str, int]]:
    """Sizes of Terms and of Factors, in their order."""
    n_body, n_v, n_z, n = arrays["parent"].size, int(arrays["v_start"][-1]), arrays["z0"].size, plan["order"].size
    sizes = {
        "X_WB": 12 * n_body, "S": 6 * n_v, "I_W": 10 * n_body, "measure_G": 12 * arrays["measure_kind"].size, "active": n_row,
        "G": 12 * n_element, "stiffness": n_effort, "damping": n_effort, "adjoint": arrays["tape_op"].size,
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
