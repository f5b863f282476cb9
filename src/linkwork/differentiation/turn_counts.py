"""Recall of the turns of cut joints' angles, with which repeated steps begin."""

from __future__ import annotations

from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_work
from linkwork.numerics.jit import kernel


@kernel
def recall_turns(t, y, out, page):
    """Restore the turns that `dynamics.problem.update_turns` recorded in y."""
    w = view_work(page.ints, page.work)
    for k in range(min(y.shape[0], w.turns.shape[0])):
        w.turns[k] = y[k]
    return OK
