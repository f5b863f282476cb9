"""Symbolic part of the reverse sweep (kernels.derivatives.adjoint): the coordinates that are measures, and the sizes of
its workspace."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwork.kernels.derivatives import adjoint_arrays as R
from linkwork.kernels.derivatives.jacobian_arrays import python_jacobian_plan
from linkwork.model.cache import once_per_structure
from linkwork.model.model import Model
from linkwork.model.packing import placed
from linkwork.model.plans.jacobian_plan import jacobian_sizes
from linkwork.numerics.views import pack


@once_per_structure
def reverse_sizes(model: Model) -> tuple[np.ndarray, int]:
    """Return (rints, size of rwork) for kernels.derivatives.adjoint, cached with the model; rwork starts as zeros.

    >>> rints, size = reverse_sizes(model)
    >>> reverse_sweep(model.ints, model.floats, work, rints, np.zeros(size), t, q, v, gradient)
    """
    sints, size = jacobian_sizes(model)
    return reverse_plan(model.lowered.arrays, python_jacobian_plan(sints, np.zeros(size)).block_complex)


def reverse_plan(arrays: Mapping[str, np.ndarray], block_complex: np.ndarray) -> tuple[np.ndarray, int]:
    """Return (rints, size of rwork) of a model's arrays and the blocks' addresses."""
    plan = {"place_v": _places(arrays), "block_complex": block_complex}
    ints, _ = pack(R.HEADER, plan, R.INTS)
    return ints, placed(ints, 2 * len(R.ReversePlan._fields), R.Reverse._fields, _counts(arrays), R.COLUMNS)


def _places(a: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the entry of v that belongs to each measure's entry of q, or -1; such an entry is never part of a
    quaternion."""
    body = np.searchsorted(a["q_start"], a["measure_q"], side="right") - 1
    return np.where(a["measure_q"] < 0, -1, a["v_start"][body] + a["measure_q"] - a["q_start"][body])


def _counts(a: Mapping[str, np.ndarray]) -> dict[str, int]:
    """Return the rows of every field of Reverse."""
    n_body, n_measure, n_frame, n_op = (a[name].size for name in ("parent", "measure_kind", "frame_body", "tape_op"))
    nv, nz, n, sizes = int(a["v_start"][-1]), a["z0"].size, a["row_value"].size, a["block_sizes"].tolist()
    n_y = sum(y for _, _, _, y in sizes)
    bodies = "carried returned V A delta field D_WB pose twist accel wrench".split()
    return {
        **dict.fromkeys(("residual", "by_q", "by_v", "by_vdot"), nv),
        **dict.fromkeys(("position", "velocity", "acceleration", "by_lam", "cut"), n), "zdot": nz, "by_z": nz,
        **dict.fromkeys(("measure", "by_measure", "along", "extra"), n_measure), "effort": a["effort_measure"].size,
        "law": a["law_kind"].size, "applied": a["applied_frame"].size,
        **dict.fromkeys(("tape", "adjoint", "adjoint_rate", "adjoint_accel"), n_op), "output": n_y, "adjoint_out": n_y,
        "energy": 2, "origin": 3, **dict.fromkeys(bodies, n_body), **dict.fromkeys(("D_WF", "A_WF", "on_frame"), n_frame),
        "pair": 2, "ride": 3, "with_field": 1, "block_mode": len(sizes),
        "block_scratch": max((2 * (u + 2 * x + p + y) for u, x, p, y in sizes), default=0),
        "block_derivatives": max((x + y for _, x, _, y in sizes), default=0),
    }  # fmt: skip
