"""The constraint rows with which the steps of a run are taken again.

Of redundant rows some are left out (integrators.motion). A run exchanges them where an active row becomes weak
(dynamics.row_exchange), and passes over its steps must do the same: a row that was chosen at the start may constrain
nothing later on. Every choice gives the same motion, therefore it suffices to choose at the accepted states.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from linkwork.dynamics.crossings import nearness_at
from linkwork.dynamics.layout import LARGEST, Page
from linkwork.dynamics.row_exchange import exchange_rows
from linkwork.integrators.motion import Motion
from linkwork.kernels.recursions.loop_arrays import REDUNDANT, python_loop_work

STRONG = 0.1  # smallest distance of a choice that serves a whole run


class RowChoice(NamedTuple):
    """The rows from a time on: LoopWork.drop."""

    time: float
    drop: np.ndarray


def rows_along(motion: Motion, states: Iterable[tuple[float, np.ndarray]], *, lasting: bool) -> tuple[RowChoice, ...]:
    """Return the choices of rows along accepted states (t, y), or the first alone if no rows are redundant.

    With `lasting`, a single choice is preferred if it is far enough from a singular position in all states.
    """
    page, states = motion.page, list(states)
    if motion.model.n_rows == 0:
        return ()
    f = python_loop_work(page.plan, page.fwork)
    choices = [RowChoice(-np.inf, f.drop.copy())]
    if not (f.drop == REDUNDANT).any():
        return tuple(choices)
    for t, y in states:
        s = nearness_at(t, y, page)
        page.real[LARGEST] = max(page.real[LARGEST], s)
        exchange_rows(s, t, y, page)
        if not np.array_equal(f.drop, choices[-1].drop):
            choices.append(RowChoice(t, f.drop.copy()))
    if lasting and len(choices) > 1:
        least = [_least(motion, choice, states) for choice in choices]
        if max(least) > STRONG:
            return (RowChoice(-np.inf, choices[int(np.argmax(least))].drop),)
    return tuple(choices)


def _least(motion: Motion, choice: RowChoice, states: list[tuple[float, np.ndarray]]) -> float:
    """Return the smallest distance that a choice has in all states."""
    python_loop_work(motion.page.plan, motion.page.fwork).drop[:] = choice.drop
    return min(nearness_at(t, y, motion.page) for t, y in states)


def leave_out(motion: Motion, page: Page, choice: RowChoice) -> bool:
    """Leave out the rows of a choice in a motion and in a page that was made from its own; return whether they change."""
    loops = [python_loop_work(each.plan, each.fwork) for each in (page, motion.page)]
    if np.array_equal(loops[0].drop, choice.drop):
        return False
    for f in loops:
        f.drop[:] = choice.drop
    return True
