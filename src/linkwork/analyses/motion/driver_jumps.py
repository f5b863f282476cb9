"""Drivers whose prescribed motion jumps: no motion of the mechanism follows them through that instant."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import numpy as np

from linkwork.dynamics import problem
from linkwork.integrators.motion import Motion
from linkwork.kernels import arrays as K
from linkwork.model.expressions.blocks import raise_pending

BESIDE = 1e-10  # of the duration, s: how far before and after a break motions are compared
ROUNDED = 1e-9  # rad or m: change of a motion there that is none


@dataclass(frozen=True)
class DriverJump:
    """The first jump of a driver's motion."""

    before: float  # s, as near to the jump as its instant is known
    sentence: str


def first_jump(motion: Motion, end: float) -> DriverJump | None:
    """Return the first jump of a driver's motion before `end`, None if there is none."""
    arrays = motion.model.lowered.arrays
    driven = np.flatnonzero((arrays["row_motion"] >= 0) & (arrays["row_level"] == 0))
    driven = driven[K.python_work(motion.page.ints, motion.page.work).active[driven] > 0.0]
    if driven.size == 0:
        return None
    page = motion.page.copied()

    def at(t: float) -> tuple[np.ndarray, np.ndarray]:
        problem.evaluate_y(page.ints, page.floats, page.work, t, motion.y)
        with contextlib.suppress(Exception):  # of a block in Python, at a state that the run may not come to
            raise_pending()
        w, places = K.python_work(page.ints, page.work), arrays["row_motion"][driven]
        return w.tape_value[places].copy(), w.tape_rate[places].copy()

    for time in (*motion.breaks(end), end):
        aside = max(BESIDE * (end - motion.t), 64.0 * np.spacing(abs(time)))
        start, behind = max(time - aside, motion.t), min(time + aside, end)
        (before, rate_before), (after, rate_after) = at(start), at(behind)
        smooth = (behind - start) * (np.abs(rate_before) + np.abs(rate_after)) + ROUNDED
        by = after - before
        k = int(np.argmax(np.abs(by) - smooth))
        if abs(by[k]) > smooth[k]:
            part = motion.model.lowered.rows[int(driven[k])].part
            return DriverJump(
                start,
                f"the motion of driver {part!r} jumps by {by[k]:.6g}, which no mechanism follows; let it change over a short "
                "time, for example by step(time, …)",
            )
    return None
