"""Entries on flat buffers beside `evaluate`: measures asked for from outside the model, tangent displacements, rates."""

from linkwork.kernels.arrays import ANGLE, view_model, view_work
from linkwork.kernels.dense import add_gradient
from linkwork.kernels.frames import frame_motion
from linkwork.kernels.measures import measure, unwrapped
from linkwork.kernels.tree import coordinate_rates, displace
from linkwork.numerics.jit import kernel


@kernel
def probe_frames(ints, floats, work, body, X_BF, X_WF, V_WF, A_WF):
    """Pose, twist and bias acceleration of frames that are not the model's own, after `evaluate`."""
    w = view_work(ints, work)
    for f in range(body.shape[0]):
        b = body[f]
        frame_motion(w.X_WB[b], w.V[b], w.A[b], X_BF[f], X_WF[f], V_WF[f], A_WF[f])


@kernel
def probe_measures(ints, floats, work, body, X_WF, V_WF, A_WF, kind, frames, axes, place, turns, q, values, G):
    """values (k, 3): value, rate, second rate at vdot = 0; G (k, 12) gradients at the bodies' origins."""
    w = view_work(ints, work)
    for k in range(kind.shape[0]):
        i, j = frames[k, 0], frames[k, 1]
        value, rate, bias = measure(
            kind[k],
            axes[k],
            X_WF[i],
            V_WF[i],
            A_WF[i],
            X_WF[j],
            V_WF[j],
            A_WF[j],
            w.X_WB[body[i]],
            w.X_WB[body[j]],
            G[k],
        )
        if place[k] >= 0:
            value = q[place[k]]
        elif kind[k] == ANGLE:
            value = unwrapped(value, turns[k])
        values[k, 0], values[k, 1], values[k, 2] = value, rate, bias


@kernel
def probe_jacobian(ints, floats, work, body, frames, G, out):
    """out (k, n_v): the measures' gradients by tangent displacements."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for k in range(frames.shape[0]):
        for i in range(out.shape[1]):
            out[k, i] = 0.0
        for half in range(2):
            add_gradient(m, w, body[frames[k, half]], 1.0, G[k], 6 * half, out[k])


@kernel
def moved(ints, floats, q, dq, out):
    """out = q ⊕ dq."""
    displace(view_model(ints, floats), q, dq, out)


@kernel
def position_rates(ints, floats, q, v, out):
    """out = N(q) v."""
    coordinate_rates(view_model(ints, floats), q, v, out)
