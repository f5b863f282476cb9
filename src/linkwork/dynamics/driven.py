"""Poses of a driven mechanism, one after the other in one compiled loop."""

from __future__ import annotations

from linkwork.dynamics.formulations.recursive import accelerations, is_plain
from linkwork.dynamics.layout import LENGTH, LIMIT
from linkwork.dynamics.problem import POSITIONS, VELOCITIES, correct, evaluate_y, tangent, violation
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.recursions.loop_arrays import view_loop_work
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel

FAST = 1e3  # rad/s or L/s per unit of the drivers' speed: a dead point may be near


@kernel
def close(page, t, y):
    """Move y onto the rows, with the velocities that they prescribe; return whether the rows close."""
    buffers, limit = (page.ints, page.floats, page.work), page.real[LIMIT]
    evaluate_y(*buffers, t, y)
    now, last = violation(*buffers, POSITIONS), 1e300
    while now > limit and now <= 0.5 * last:
        correct(page, y, POSITIONS, last == 1e300 or now > 1e-3 * last)
        evaluate_y(*buffers, t, y)
        last, now = now, violation(*buffers, POSITIONS)
    slip, last, fresh = violation(*buffers, VELOCITIES), 1e300, True
    while slip > 10.0 * limit and slip <= 1e-4 * last:
        correct(page, y, VELOCITIES, fresh)
        evaluate_y(*buffers, t, y)
        last, slip, fresh = slip, violation(*buffers, VELOCITIES), False
    return now <= 1e3 * limit


@kernel
def follow_drivers(page, times, first, root_weight, astray, y, vdot, lam, out):
    """Rows k >= first of y (n, ny), vdot and lam := the motion at times[k], from row k - 1; return the rows that are known.

    The loop ends before a pose that has to be looked at: corrected by more than `astray`, near a dead point, or with
    rows that depend on others."""
    m, w, f = view_model(page.ints, page.floats), view_work(page.ints, page.work), view_loop_work(page.plan, page.fwork)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(first, times.shape[0]):
        h = times[k] - times[k - 1]
        copy_into(y[k], y[k - 1])
        for i in range(nv):
            out[i] = h * (y[k, nq + i] + 0.5 * h * vdot[k - 1, i])
            y[k, nq + i] += h * vdot[k - 1, i]
        displace(m, y[k - 1, :nq], out[:nv], y[k, :nq])
        guess = out[nv:]
        copy_into(guess, y[k])
        if not close(page, times[k], y[k]):
            return k
        for i in range(nq):
            guess[i] = y[k, i] - guess[i]
        tangent(times[k], y[k], guess, page)
        speed = driven = 0.0
        for i in range(nv):
            if not abs(root_weight[i] * guess[i]) <= astray:
                return k
            speed = max(speed, abs(root_weight[i] * y[k, nq + i]))
        for r in range(w.nu.shape[0]):
            driven = max(driven, abs(m.row_scale[r] * w.nu[r]) / page.real[LENGTH])
        f.reference[:] = 0.0
        status = accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
        plain = is_plain(page.ints, page.floats, page.work, page.plan, page.fwork, page.real[LENGTH])
        if status != OK or not plain or not speed <= FAST * max(driven, 1e-9):
            return k
        copy_into(vdot[k], w.vdot)
        copy_into(lam[k], w.lam)
    return times.shape[0]
