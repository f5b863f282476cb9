"""Reverse sweep, fourth stage: measures, from cotangents of their values and rates to those of their two frames.

With the gradient g and its derivative H by x9 = (turn of I, turn of J, p_J - p_I), rates g·y, second rates g·ydot + y'Hy, and the
virtual rate g·D9, cotangents (x, x', x'', omega) give

    by x9:  x g + H'(x' y + x'' ydot + omega D9) + x'' (y'Hy)_x,   by y:  x' g + x'' (H + H')y,   by ydot:  x'' g,   by D9:  omega g.
"""

from linkwork.kernels.arrays import SLIDE
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.changes import gradient_change, transposed_change
from linkwork.kernels.measures.curvatures import curvature
from linkwork.kernels.vectors import add, cross, sub, vec


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
def measure_rates(kind, axes, X_I, X_J, V_I, V_J, A_I, A_J, rate, accel, t_I, t_J, n, E_I, E_J, on_I, on_J):
    """Cotangents of rate and second rate; what multiplies the gradient is added to E_I, E_J."""
    for i in range(6):
        E_I[i] += rate * V_I[i] + accel * A_I[i]
        E_J[i] += rate * V_J[i] + accel * A_J[i]
    to_frames(on_I, on_J, 6, rate, t_I, t_J, n)
    if accel == 0.0:
        return
    w_I, w_J, dd = vec(V_I, 0), vec(V_J, 0), sub(vec(V_J, 3), vec(V_I, 3))
    to_frames(on_I, on_J, 12, accel, t_I, t_J, n)
    by_I, by_J, by_d = curvature(kind, axes, X_I, X_J, V_I, V_J)
    to_frames(on_I, on_J, 0, accel, by_I, by_J, by_d)
    by_I, by_J, by_d = transposed_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    to_frames(on_I, on_J, 6, accel, by_I, by_J, by_d)
    by_I, by_J, by_d = gradient_change(kind, axes, X_I, X_J, w_I, w_J, dd)
    to_frames(on_I, on_J, 6, accel, by_I, by_J, by_d)


@inner_kernel
def measure_to_frames(
    kind, axes, X_I, X_J, V_I, V_J, A_I, A_J, X_BI, X_BJ, G, value, rate, accel, omega, E_I, E_J, on_I, on_J
):
    """One measure. E_I, E_J hold omega D9 (and what else multiplies the gradient) and are overwritten."""
    t_I, _ = frame_gradient(G, 0, X_I, X_BI)
    t_J, n = frame_gradient(G, 6, X_J, X_BJ)
    if rate != 0.0 or accel != 0.0:
        measure_rates(kind, axes, X_I, X_J, V_I, V_J, A_I, A_J, rate, accel, t_I, t_J, n, E_I, E_J, on_I, on_J)
    if kind < SLIDE and value != 0.0:  # the others have rates only
        to_frames(on_I, on_J, 0, value, t_I, t_J, n)
    if omega != 0.0:
        to_frames(on_I, on_J, 18, omega, t_I, t_J, n)
    by_I, by_J, by_d = transposed_change(kind, axes, X_I, X_J, vec(E_I, 0), vec(E_J, 0), sub(vec(E_J, 3), vec(E_I, 3)))
    to_frames(on_I, on_J, 0, 1.0, by_I, by_J, by_d)


@inner_kernel
def reverse_measures(m, w, r, plan):
    """All measures of the model with a cotangent."""
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
        measure_to_frames(
            m.measure_kind[k], m.measure_axes[k], w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j], r.A_WF[i], r.A_WF[j],
            w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]], w.measure_G[k], value, rate, accel, omega, E_I, E_J,
            r.on_frame[i], r.on_frame[j],
        )  # fmt: skip
