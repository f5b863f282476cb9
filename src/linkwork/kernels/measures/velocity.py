"""Primitives that exist at velocity level only: they have a rate and a second rate but no value. Returns as in position.py."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.position import unit
from linkwork.kernels.vectors import axis, cross, dot, scale, sub, vec


@inner_kernel
def slide(kb, X_I, V_I, A_I, X_J, V_J, A_J):
    """b · (velocity of J's origin seen from I), b an axis of J: a knife edge forbids it."""
    b, w_I = axis(X_J, kb), vec(V_I, 0)
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    seen = sub(ddot, cross(w_I, d))
    seendot = sub(sub(sub(vec(A_J, 3), vec(A_I, 3)), cross(vec(A_I, 0), d)), cross(w_I, ddot))
    bias = dot(b, seendot) + dot(cross(vec(V_J, 0), b), seen)
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, seen), bias, cross(b, d), scale(-1.0, b), none, b


@inner_kernel
def velocity_local(kb, X_I, V_I, A_I, X_J, V_J, A_J):
    """b · (v_J - v_I), b an axis of J."""
    b = axis(X_J, kb)
    ddot = sub(vec(V_J, 3), vec(V_I, 3))
    bias = dot(b, sub(vec(A_J, 3), vec(A_I, 3))) + dot(cross(vec(V_J, 0), b), ddot)
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, ddot), bias, none, scale(-1.0, b), none, b


@inner_kernel
def angular_velocity(k, X_I, V_I, A_I, X_J, V_J, A_J):
    """e_k · (w_J - w_I), a world component."""
    e = unit(k, X_J[0])
    none = scale(0.0 * X_J[0], e)
    return 0.0 * X_J[0], V_J[k] - V_I[k], A_J[k] - A_I[k], scale(-1.0, e), none, e, none


@inner_kernel
def angular_velocity_local(kb, X_I, V_I, A_I, X_J, V_J, A_J):
    """b · (w_J - w_I), b an axis of J."""
    b = axis(X_J, kb)
    w, alpha = sub(vec(V_J, 0), vec(V_I, 0)), sub(vec(A_J, 0), vec(A_I, 0))
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, w), dot(b, alpha) + dot(cross(vec(V_J, 0), b), w), scale(-1.0, b), none, b, none
