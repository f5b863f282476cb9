"""Functions that the dense and the sparse Newton functions of implicit methods share.

Their integers are in plan from count[NEWTON_PLAN] on, their numbers in fwork from count[NEWTON_WORK] on
(`dynamics.layout`). Letters: residual F = M vdot - (Q - h) + Phi_v' lam; K = F_q, C = F_v, F_z by block states,
zdot_q, zdot_v, zdot_z.
"""

from __future__ import annotations

from linkwork.dynamics.layout import (
    SAVED_PIVOT,
    SAVED_POSITION,
    SAVED_TIME,
    STAGE_PIVOT,
    STAGE_POSITION,
    STAGE_TIME,
)
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model
from linkwork.kernels.recursions.loop_arrays import view_loop_work
from linkwork.kernels.rotations import half_product
from linkwork.numerics.jit import kernel


@kernel
def components(t, y, out, page):
    """Convert a tangent vector (nv, nv, nz) in out into the difference of two nearby y: the inverse of `tangent`.

    For a quaternion p the tangent vector x in J' moves it by p (0, x) / 2.
    """
    m = view_model(page.ints, page.floats)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(y.shape[0] - nq - 1, -1, -1):
        out[nq + k] = out[nv + k]
    for b in range(m.parent.shape[0] - 1, 0, -1):
        j, k = m.q_start[b], m.v_start[b]
        plain = m.q_start[b + 1] - j
        if plain != m.v_start[b + 1] - k:
            plain -= 4
            a, i = j + plain, k + plain
            e = half_product(y[a], y[a + 1], y[a + 2], y[a + 3], out[i], out[i + 1], out[i + 2])
            out[a], out[a + 1], out[a + 2], out[a + 3] = e
        for i in range(plain - 1, -1, -1):
            out[j + i] = out[k + i]
    return OK


@kernel
def save_pivots(t, y, out, page):
    """out := reference pivots of the rows; the stage nearest to a singular position is saved on the page."""
    f = view_loop_work(page.plan, page.fwork)
    rows = f.reference.shape[0]
    for c in range(rows):
        out[c] = f.reference[c]
    page.real[SAVED_PIVOT], page.real[SAVED_TIME] = page.real[STAGE_PIVOT], page.real[STAGE_TIME]
    page.count[SAVED_POSITION] = page.count[STAGE_POSITION]
    return OK


@kernel
def restore_pivots(t, y, out, page):
    """Restore what `save_pivots` has saved, y := its out: a rejected attempt must not change a replay's bits."""
    f = view_loop_work(page.plan, page.fwork)
    rows = f.reference.shape[0]
    for c in range(rows):
        f.reference[c] = y[c]
    page.real[STAGE_PIVOT], page.real[STAGE_TIME] = page.real[SAVED_PIVOT], page.real[SAVED_TIME]
    page.count[STAGE_POSITION] = page.count[SAVED_POSITION]
    return OK
