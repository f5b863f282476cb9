"""Measures: scalars of two frames with value, rate, second rate at vdot = 0 and gradient. Rows, drivers, efforts and
expressions all read these; a new joint or signal is a choice of measures.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import HAS_TURNS, measure_jet
from linkwork.kernels.vectors import add, cross, put, sub, vec


@inner_kernel
def measure(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J, X_BI, X_BJ, G):
    """Compute one measure; its gradient is moved from the frames' origins to those of their bodies (pose rows X_BI,
    X_BJ)."""
    value, rate, bias, turn_I, move_I, turn_J, move_J = measure_jet(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J)
    put(G, 0, add(turn_I, cross(sub(vec(X_I, 9), vec(X_BI, 9)), move_I)))
    put(G, 3, move_I)
    put(G, 6, add(turn_J, cross(sub(vec(X_J, 9), vec(X_BJ, 9)), move_J)))
    put(G, 9, move_J)
    return value, rate, bias


@inner_kernel
def unwrapped(angle, turns):
    """Return the angle with the whole turns that bring it nearest to `turns`, a number of turns that need not be whole."""
    return angle + 2.0 * np.pi * np.floor(turns - angle.real / (2.0 * np.pi) + 0.5)


@inner_kernel
def path_angle(m, k, q):
    """Return the sum of the coordinates that turn angle k (rad), whole turns included."""
    total = m.turn_offset[k].real
    for i in range(m.turn_start[k], m.turn_start[k + 1]):
        total += m.turn_sign[i].real * q[m.turn_q[i]].real
    return total


@inner_kernel
def other_rate(m, k, v, rate):
    """Return the part of an angle's rate that is not of the coordinates that turn it."""
    rest = rate.real
    for i in range(m.turn_start[k], m.turn_start[k + 1]):
        rest -= m.turn_sign[i].real * v[m.turn_v[i]].real
    return rest


@inner_kernel
def expected_turns(m, w, k, t, q, v, rate):
    """Return the turns of angle k by its coordinates and the integral of the rest of its rate since the turns were
    counted."""
    angle = path_angle(m, k, q)
    if m.turn_free[k].real != 0.0:
        n = m.turn_free.shape[0]
        since = t.real - w.turns[2 * n].real
        if since != 0.0:
            angle += 0.5 * since * (w.turns[n + k].real + other_rate(m, k, v, rate))
    return w.turns[k].real + angle / (2.0 * np.pi)


@inner_kernel
def measures(m, w, t, q, v, beyond):
    """Compute the measures of the model. Angles of tree joints are read from q, others get their whole turns. Those
    whose `turn_free` is `beyond` or more are left out, because nothing in the model reads them."""
    for k in range(m.measure_kind.shape[0]):
        if m.turn_free[k].real >= beyond:
            continue
        i, j = m.measure_frames[k, 0], m.measure_frames[k, 1]
        X_BI, X_BJ = w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]]
        value, rate, bias = measure(
            m.measure_kind[k], m.measure_axes[k], w.X_WF[i], w.V_WF[i], w.A_WF[i], w.X_WF[j], w.V_WF[j], w.A_WF[j],
            X_BI, X_BJ, w.measure_G[k],
        )  # fmt: skip
        if m.measure_q[k] >= 0:
            value = q[m.measure_q[k]]
        elif (HAS_TURNS & (1 << m.measure_kind[k])) != 0:
            value = unwrapped(value, expected_turns(m, w, k, t, q, v, rate))
        w.measure_value[k] = value
        w.measure_rate[k] = rate
        w.measure_bias[k] = bias


@inner_kernel
def turns_of(m, w, k, q):
    """Return the turns of angle k beyond the sum of its coordinates, after `measures`."""
    return (w.measure_value[k].real - path_angle(m, k, q)) / (2.0 * np.pi)


@inner_kernel
def count_turns(m, w, t, q, v, beyond):
    """Count turns from (t, q, v) on, at which the measures have been taken."""
    n = m.turn_free.shape[0]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k].real < beyond:
            w.turns[k] = turns_of(m, w, k, q)
            w.turns[n + k] = other_rate(m, k, v, w.measure_rate[k])
    w.turns[2 * n] = t
