"""Measures: scalars of two frames with value, rate, second rate at vdot = 0 and gradient. Rows, drivers, efforts and
expressions all read these; a new joint or signal is a choice of measures.
"""

import numpy as np

from linkwork.kernels.arrays import (
    ANGLE,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    DISPLACEMENT,
    DISTANCE,
    DOT,
    POSITION,
    SLIDE,
)
from linkwork.kernels.constraints.orientation import angle, axes_dot
from linkwork.kernels.constraints.position import displacement, distance, position
from linkwork.kernels.constraints.velocity import angular_velocity, angular_velocity_local, slide, velocity_local
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.vectors import add, cross, put, sub, vec


@inner_kernel
def primitive(kind, a, X_I, V_I, A_I, X_J, V_J, A_J):
    if kind == POSITION:
        return position(a[0], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == DISPLACEMENT:
        return displacement(a[0], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == DOT:
        return axes_dot(a[0], a[1], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == DISTANCE:
        return distance(X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == ANGLE:
        return angle(a[0], a[1], a[2], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == SLIDE:
        return slide(a[0], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == ANGULAR_VELOCITY:
        return angular_velocity(a[0], X_I, V_I, A_I, X_J, V_J, A_J)
    if kind == ANGULAR_VELOCITY_LOCAL:
        return angular_velocity_local(a[0], X_I, V_I, A_I, X_J, V_J, A_J)
    return velocity_local(a[0], X_I, V_I, A_I, X_J, V_J, A_J)


@inner_kernel
def measure(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J, X_BI, X_BJ, G):
    """One measure; its gradient is moved from the frames' origins to those of their bodies (pose rows X_BI, X_BJ)."""
    value, rate, bias, turn_I, move_I, turn_J, move_J = primitive(kind, axes, X_I, V_I, A_I, X_J, V_J, A_J)
    put(G, 0, add(turn_I, cross(sub(vec(X_I, 9), vec(X_BI, 9)), move_I)))
    put(G, 3, move_I)
    put(G, 6, add(turn_J, cross(sub(vec(X_J, 9), vec(X_BJ, 9)), move_J)))
    put(G, 9, move_J)
    return value, rate, bias


@inner_kernel
def unwrapped(angle, turns):
    """The angle with the whole turns that bring it nearest to `turns`, a number of turns that need not be whole."""
    return angle + 2.0 * np.pi * np.floor(turns.real - angle.real / (2.0 * np.pi) + 0.5)


@inner_kernel
def measures(m, q, w):
    """All measures of the model. Angles of tree joints are read from q, those of cut joints get their whole turns."""
    for k in range(m.measure_kind.shape[0]):
        i, j = m.measure_frames[k, 0], m.measure_frames[k, 1]
        X_BI, X_BJ = w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]]
        value, rate, bias = measure(
            m.measure_kind[k], m.measure_axes[k], w.X_WF[i], w.V_WF[i], w.A_WF[i], w.X_WF[j], w.V_WF[j], w.A_WF[j],
            X_BI, X_BJ, w.measure_G[k],
        )  # fmt: skip
        if m.measure_q[k] >= 0:
            value = q[m.measure_q[k]]
        elif m.measure_kind[k] == ANGLE:
            value = unwrapped(value, w.turns[k])
        w.measure_value[k] = value
        w.measure_rate[k] = rate
        w.measure_bias[k] = bias
