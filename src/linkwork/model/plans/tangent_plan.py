"""The plans of kernels.derivatives.tangent: one parameter that changes everything, and derivatives without matrices."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy import sparse

from linkwork.kernels.derivatives import design_arrays as D
from linkwork.kernels.derivatives import jacobian_arrays as S
from linkwork.kernels.expressions.block_jacobians import DIFFERENCES
from linkwork.model.cache import once_per_structure
from linkwork.model.model import Model
from linkwork.model.packing import placed
from linkwork.model.plans.design_plan import LISTS, Tables, work_counts
from linkwork.model.plans.jacobian_plan import jacobian_rows, jacobian_sizes
from linkwork.numerics.views import pack

# fields of JacobianWork that hold matrices of pairs of columns, elements and expressions
OF_MATRICES = (
    "K", "C", "loaded", "taken", "K_rel", "C_rel", "W_rel", "anchor", "place", "number", "path", "six", "numbers", "numbers_before",
    "adjoint", "adjoint_out", "left", "value_row", "rate_row", "load_q", "load_v", "F_q", "F_v", "F_z", "M", "Phi_v", "zdot_q", "zdot_v", "zdot_z",
    "Phidot_q", "Phiddot_q", "gamma_q", "gamma_v",
)  # fmt: skip


FEW, MANY = 40, 400  # velocities up to which matrices are always used, and beyond which they need too much memory


def ways(model: Model) -> np.ndarray:
    """Return the number of freedoms from the ground to every body, its own joint's included, shape (n_body)."""
    parent, way = model.lowered.arrays["parent"], np.diff(model.lowered.arrays["v_start"])
    for b in range(1, way.size):
        way[b] += way[parent[b]]
    return way


def takes_directions(model: Model, columns: int) -> bool:
    """Return whether tangents one after another are faster than Jacobians, estimated from the cost of their parts in
    ns."""
    if not FEW < model.nv <= MANY:
        return model.nv > FEW
    a, freedoms, way = model.lowered.arrays, np.diff(model.lowered.arrays["v_start"]), ways(model)
    matrices = 22 * (1 + columns / 40) * int(freedoms @ way) + model.nv * (3 * model.nv + 2 * model.n_rows)
    direction = 60 * way.size + 75 * a["frame_body"].size + 100 * a["measure_kind"].size + 450 * a["law_kind"].size
    return columns * direction < matrices


def whole_plan(model: Model, jacobian: sparse.csc_array) -> tuple[np.ndarray, np.ndarray]:
    """Return (dints, dwork) with the model numbers that each tangent changes; all else is that of one parameter."""
    tables, a = Tables(model), model.lowered.arrays
    start, entries = jacobian.indptr.astype(np.int64), jacobian.indices.astype(np.int64)
    everything = {
        "frame": a["frame_body"].size, "measure": a["measure_kind"].size, "effort": a["effort_measure"].size,
        "law": a["law_kind"].size, "applied": a["applied_frame"].size, "row": a["row_value"].size,
    }  # fmt: skip
    lists = {name: np.arange(everything.get(name, 0)) for name in LISTS}
    bodies = np.arange(1, a["parent"].size)
    lists["node"] = np.array(tables.needed, np.int64)
    plan: dict[str, np.ndarray] = {"number_start": start, "number": entries}
    for name in LISTS:
        plan[f"{name}_start"], plan[name] = np.array([0, lists[name].size]), lists[name]
    inertias = [sorted(tables.owners(entries[i:j]).get("inertia", set()) - {0}) for i, j in pairwise(start)]
    plan["inertia_start"] = np.cumsum(
        [0, 0, *(len(x) for x in inertias)]
    )  # after those of the parameter that changes everything
    plan["inertia"] = np.array([b for x in inertias for b in x], np.int64)
    plan["weight"], plan["moving"], plan["watched"] = np.zeros(1, np.int64), bodies, lists["measure"]
    plan["motions"] = np.array(tables.motions(), np.int64)
    ints, _ = pack(D.HEADER, {name: plan[name] for name in D.DesignPlan._fields}, D.INTS)
    counts = work_counts(model, 1, plan) | {"node_mode": (start.size - 1) * a["block_sizes"].shape[0]}
    dwork = np.zeros(placed(ints, 2 * len(D.DesignPlan._fields), D.DesignWork._fields, counts, D.COLUMNS, even=True))
    D.python_design(ints, dwork).number_value[:] = jacobian.data
    return ints, dwork


@once_per_structure
def tangent_sizes(model: Model) -> tuple[np.ndarray, int]:
    """Return (sints, size of swork) without matrices and without targets of expressions, cached with the model."""
    whole = S.python_jacobian_plan(jacobian_sizes(model)[0], np.zeros(0))
    ints, _ = pack(S.HEADER, {**whole._asdict(), "target": whole.target[:0]}, S.INTS)
    counts = jacobian_rows(model) | dict.fromkeys(OF_MATRICES, 0)
    return ints, placed(ints, 2 * len(S.JacobianPlan._fields), S.JacobianWork._fields, counts, S.COLUMNS)


def by_differences(model: Model, dints: np.ndarray, dwork: np.ndarray) -> set[int]:
    """Return the blocks whose derivatives by their parameters are central differences in a workspace of
    `direction_tangent`."""
    places = np.flatnonzero(
        D.python_design(dints, dwork).node_mode == DIFFERENCES
    )  # block by block for every parameter
    return set((places % max(1, len(model.lowered.arrays["block_sizes"]))).tolist())
