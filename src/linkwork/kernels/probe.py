"""Entries on flat buffers beside `evaluate`: measures asked for from outside the model, tangent displacements, rates."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import add_gradient
from linkwork.kernels.frames import frame_motion
from linkwork.kernels.measures import measure, unwrapped
from linkwork.kernels.measures.table import HAS_TURNS
from linkwork.kernels.tree import coordinate_rates, displace
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel

# Columns of a probe's plan, and of a frame's motion.
KIND, FRAME_I, FRAME_J, AXES, PLACE, COLUMNS = 0, 1, 2, 3, 6, 7
POSE, TWIST, BIAS, MOTION = 0, 12, 18, 24


@kernel
def probe_frames(ints, floats, work, body, X_BF, motion):
    """motion (f, 24): pose, twist and bias acceleration of frames that are not the model's own, after `evaluate`."""
    w = view_work(ints, work)
    for f in range(body.shape[0]):
        b, row = body[f], motion[f]
        frame_motion(
            w.X_WB[b], w.V[b], w.A[b], X_BF[f], vector(row, POSE, 12), vector(row, TWIST, 6), vector(row, BIAS, 6)
        )


@kernel
def probe_measures(ints, floats, work, body, motion, plan, turns, q, values, G):
    """values (k, 3): value, rate, second rate at vdot = 0; G (k, 12) gradients at the bodies' origins.

    plan (k, 7): kind, frames I and J, three axes, and the entry of q that is the value, or -1.
    """
    w = view_work(ints, work)
    for k in range(plan.shape[0]):
        row, kind, place = plan[k], plan[k, KIND], plan[k, PLACE]
        I, J = motion[row[FRAME_I]], motion[row[FRAME_J]]
        value, rate, bias = measure(
            kind,
            vector(row, AXES, 3),
            vector(I, POSE, 12),
            vector(I, TWIST, 6),
            vector(I, BIAS, 6),
            vector(J, POSE, 12),
            vector(J, TWIST, 6),
            vector(J, BIAS, 6),
            w.X_WB[body[row[FRAME_I]]],
            w.X_WB[body[row[FRAME_J]]],
            G[k],
        )
        if place >= 0:
            value = q[place]
        elif (HAS_TURNS & (1 << kind)) != 0:
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
