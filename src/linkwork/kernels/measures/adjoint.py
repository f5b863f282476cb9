"""Reverse sweep, fourth stage: measures, from cotangents of their values and rates to those of their two frames.

With the gradient g and its derivative H by x9 = (turn of I, turn of J, p_J - p_I), rates g·y, second rates g·ydot + y'Hy, and the
virtual rate g·D9, cotangents (x, x', x'', omega) give

    by x9:  x g + H'(x' y + x'' ydot + omega D9) + x'' (y'Hy)_x,   by y:  x' g + x'' (H + H')y,   by ydot:  x'' g,   by D9:  omega g.
"""

from typing import Any, NamedTuple

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import VELOCITY_ONLY, gradient_change, measure_curvature, transposed_change
from linkwork.kernels.vectors import add, cross, sub, vec


class Pair(NamedTuple):
    """Motion of the two frames of a measure: poses, twists, accelerations."""

    X_I: Any
    X_J: Any
    V_I: Any
    V_J: Any
    A_I: Any
    A_J: Any


class Bars(NamedTuple):
    """Cotangents of one measure."""

    value: Any
    rate: Any
    accel: Any
    omega: Any  # of the virtual rate


class Sums(NamedTuple):
    """What the cotangents of a measure are added to."""

    E_I: Any  # (6)  what multiplies the gradient
    E_J: Any
    on_I: Any  # (24)  by displacement, twist, acceleration, virtual twist of the frame
    on_J: Any


@inner_kernel
def to_frames(on_I, on_J, part, f, turn_I, turn_J, move):
    """Add f times a cotangent by nine coordinates to the two frames, at entries part … part + 5."""
    for i in range(3):
        on_I[part + i] += f * turn_I[i]
        on_I[part + 3 + i] -= f * move[i]
        on_J[part + i] += f * turn_J[i]
        on_J[part + 3 + i] += f * move[i]


@inner_kernel
def frame_gradient(G, half, X_F, X_B):
    """(turn, move) of a measure's gradient by one frame, taken back from the body's origin to the frame's."""
    move = vec(G, half + 3)
    return add(vec(G, half), cross(sub(vec(X_B, 9), vec(X_F, 9)), move)), move


@inner_kernel
def measure_rates(kind, axes, pair, bar, t_I, t_J, n, to):
    """Sweep rate and second rate; what multiplies the gradient is added to E_I and E_J."""
    V_I, V_J, rate, accel = pair.V_I, pair.V_J, bar.rate, bar.accel
    for i in range(6):
        to.E_I[i] += rate * V_I[i] + accel * pair.A_I[i]
        to.E_J[i] += rate * V_J[i] + accel * pair.A_J[i]
    to_frames(to.on_I, to.on_J, 6, rate, t_I, t_J, n)
    if accel == 0.0:
        return
    w_I, w_J, dd = vec(V_I, 0), vec(V_J, 0), sub(vec(V_J, 3), vec(V_I, 3))
    to_frames(to.on_I, to.on_J, 12, accel, t_I, t_J, n)
    by_I, by_J, by_d = measure_curvature(kind, axes, pair.X_I, pair.X_J, V_I, V_J)
    to_frames(to.on_I, to.on_J, 0, accel, by_I, by_J, by_d)
    by_I, by_J, by_d = transposed_change(kind, axes, pair.X_I, pair.X_J, w_I, w_J, dd)
    to_frames(to.on_I, to.on_J, 6, accel, by_I, by_J, by_d)
    by_I, by_J, by_d = gradient_change(kind, axes, pair.X_I, pair.X_J, w_I, w_J, dd)
    to_frames(to.on_I, to.on_J, 6, accel, by_I, by_J, by_d)


@inner_kernel
def measure_to_frames(kind, axes, pair, X_BI, X_BJ, G, bar, to):
    """Sweep one measure. E_I and E_J hold omega D9 (and what else multiplies the gradient) and are overwritten."""
    t_I, _ = frame_gradient(G, 0, pair.X_I, X_BI)
    t_J, n = frame_gradient(G, 6, pair.X_J, X_BJ)
    if bar.rate != 0.0 or bar.accel != 0.0:
        measure_rates(kind, axes, pair, bar, t_I, t_J, n, to)
    if bar.value != 0.0 and (VELOCITY_ONLY & (1 << kind)) == 0:
        to_frames(to.on_I, to.on_J, 0, bar.value, t_I, t_J, n)
    if bar.omega != 0.0:
        to_frames(to.on_I, to.on_J, 18, bar.omega, t_I, t_J, n)
    e_d = sub(vec(to.E_J, 3), vec(to.E_I, 3))
    by_I, by_J, by_d = transposed_change(kind, axes, pair.X_I, pair.X_J, vec(to.E_I, 0), vec(to.E_J, 0), e_d)
    to_frames(to.on_I, to.on_J, 0, 1.0, by_I, by_J, by_d)


@inner_kernel
def reverse_measures(m, w, r, plan):
    """Sweep all measures of the model that have a cotangent."""
    for k in range(m.measure_kind.shape[0]):
        value, rate, accel, omega = r.by_measure[k, 0], r.by_measure[k, 1], r.by_measure[k, 2], -r.along[k]
        if plan.place_v[k] >= 0:
            r.by_q[plan.place_v[k]] += value
            value = 0.0
        if value == 0.0 and rate == 0.0 and accel == 0.0 and omega == 0.0:
            continue
        i, j, E_I, E_J = m.measure_frames[k, 0], m.measure_frames[k, 1], r.pair[0], r.pair[1]
        for c in range(6):
            E_I[c] = omega * r.D_WF[i, c]
            E_J[c] = omega * r.D_WF[j, c] + r.extra[k, c]
        pair = Pair(w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j], r.A_WF[i], r.A_WF[j])
        bar, to = Bars(value, rate, accel, omega), Sums(E_I, E_J, r.on_frame[i], r.on_frame[j])
        X_BI, X_BJ = w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]]
        measure_to_frames(m.measure_kind[k], m.measure_axes[k], pair, X_BI, X_BJ, w.measure_G[k], bar, to)
