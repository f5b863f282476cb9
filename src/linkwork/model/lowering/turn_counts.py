"""The coordinates that turn a measured angle, by which its whole turns are counted.

An angle between two frames is known from their poses up to whole turns. On the way through the tree from one frame to
the other it changes by the angles of the joints whose axes are parallel to its own. Where all joints that turn are such
joints, as in every planar mechanism, their sum is the angle, whole turns included. Elsewhere (quaternions, axes that
cross) the rest is the integral of its rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.description.functions import atan2
from linkwork.kernels.joints import CHAINS
from linkwork.model.lowering.frames import Placement
from linkwork.model.lowering.geometry import inner
from linkwork.model.signals import MeasureOf

PARALLEL = 1e-9  # 1 - |cosine| of axes that count as parallel
STEPS = 16  # of a turn to which the constant part of an angle is known: whole turns need no more, and design changes leave it


@dataclass(frozen=True)
class TurningPath:
    """The coordinates whose sum, with signs, follows an angle, and whether its rate has another part."""

    q: list[int]
    v: list[int]
    sign: list[float]  # 1, -1, or 0 where the axes are not parallel in the design position
    offset: float  # rad, the constant part, rounded to a sixteenth of a turn
    free: float  # 0: the sum is the angle; 1: the rest of its rate is integrated


def turning_path(
    placement: Placement, arrays: dict[str, np.ndarray], q0: np.ndarray, measure: MeasureOf
) -> TurningPath:
    """Return the path of an angle, whose value in the design position q0 is its principal value."""
    (b, first), (c, second) = (placement.pose(key) for key in measure.frames())
    R_I, R_J = np.real(first[0]), np.real(second[0])
    x, y, pointer = R_I[:, measure.measure.axes[0]], R_I[:, measure.measure.axes[1]], R_J[:, measure.measure.axes[2]]
    axis, free = np.cross(x, y), 0.0
    path = TurningPath([], [], [], 0.0, 0.0)
    total = 0.0
    while b != c:
        along = -1.0 if b > c else 1.0
        body = max(b, c)
        chain = CHAINS[arrays["joint_type"][body]]
        for place, frame, column in chain.turning:
            pose = (placement.parent_frames, placement.body_frames)[frame][body]
            cosine = inner(axis, np.real(pose[0])[:, column])
            parallel = abs(cosine) > 1.0 - PARALLEL
            path.q.append(int(arrays["q_start"][body]) + place)
            path.v.append(int(arrays["v_start"][body]) + place)
            path.sign.append((along if cosine > 0.0 else -along) if parallel else 0.0)
            total += path.sign[-1] * np.real(q0[path.q[-1]])
            free = free if parallel else 1.0
        if chain.has_quaternion:
            free = 1.0
        b, c = (int(arrays["parent"][b]), c) if b > c else (b, int(arrays["parent"][c]))
    unit = 2.0 * np.pi / STEPS
    angle: Any = atan2(inner(y, pointer), inner(x, pointer))
    offset = unit * round((angle - total) / unit)
    return TurningPath(path.q, path.v, path.sign, offset, free)
