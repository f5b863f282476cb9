"""Packing of the arrays of kernels.arrays into flat buffers, and the layout of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from linkwork.kernels import arrays as K
from linkwork.numerics.views import pack


def packed(arrays: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, int]:
    """Return (ints, floats, size of a workspace) of a model's arrays."""
    ints, floats = pack(K.HEADER, {name: arrays[name] for name in K.Model._fields}, K.INTS)
    return ints, floats, placed(ints, 2 * len(K.Model._fields), K.Work._fields, _work_counts(arrays), K.COLUMNS)


def placed(
    ints: np.ndarray, first: int, fields: Iterable[str], counts: Mapping[str, int], columns: Mapping[str, int], even: bool = False
) -> int:  # fmt: skip
    """Write the offsets of fields with `counts` rows, one after the other, to ints[first:]; return their total size.
    With `even`, all begin at even places, as complex numbers require."""
    offset = 0
    for k, name in enumerate(fields):
        size = counts[name] * (columns.get(name, 0) or 1)
        ints[first + 2 * k], ints[first + 2 * k + 1] = offset, offset + size
        offset += size + (size % 2 if even else 0)
    return offset


def _work_counts(a: Mapping[str, np.ndarray]) -> dict[str, int]:
    """Return the rows of every field of Work."""
    n_body, n_v, n_z, n_row, n_op = (
        a["parent"].size,
        int(a["v_start"][-1]),
        a["z0"].size,
        a["row_value"].size,
        a["tape_op"].size,
    )
    n_frame, n_measure = a["frame_body"].size, a["measure_kind"].size
    n_u, n_y = a["block_u"].size, int(a["block_sizes"][:, 3].sum())
    return {
        **dict.fromkeys(("X_WB", "V", "A", "I_W", "wrench", "P", "dA", "F"), n_body), "S": n_v, "vdot": n_v,
        **dict.fromkeys(("X_WF", "V_WF", "A_WF"), n_frame),
        **dict.fromkeys(("measure_value", "measure_rate", "measure_bias", "measure_G"), n_measure),
        "turns": 5 * a["turn_start"].size - 2,
        "inputs": a["input0"].size, "z": n_z, "zdot": n_z,
        **dict.fromkeys(("tape_value", "tape_rate", "tape_accel"), n_op), "block_in": n_u, "block_out": n_y,
        "effort": a["effort_measure"].size, "law_wrench": a["law_kind"].size,
        "applied_wrench": a["applied_frame"].size,
        **dict.fromkeys(("active", "Phi", "Phidot", "nu", "gamma", "lam"), n_row),
    }  # fmt: skip
