"""Primitives of two frames' axes; returns as in position.py. w = w_J - w_I."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, axis, cross, dot, scale, sub, vec
from linkwork.numerics.complex_safe import atan2_


@inner_kernel
def axes_dot(ka, kb, X_I, V_I, A_I, X_J, V_J, A_J):
    """a · b with a an axis of I and b an axis of J;  rate = w · (b x a)."""
    a, b = axis(X_I, ka), axis(X_J, kb)
    w_I, w_J = vec(V_I, 0), vec(V_J, 0)
    w, alpha = sub(w_J, w_I), sub(vec(A_J, 0), vec(A_I, 0))
    g = cross(b, a)
    gdot = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
    none = scale(0.0 * X_I[0], g)
    return dot(a, b), dot(w, g), dot(alpha, g) + dot(w, gdot), scale(-1.0, g), none, g, none


@inner_kernel
def angle(ka, kb, ku, X_I, V_I, A_I, X_J, V_J, A_J):
    """atan2(b · u, a · u): where the axis u of J points in the plane of the axes a, b of I.

    With c = a · u, s = b · u, n = c b - s a:  gradient g = u x n / (c² + s²).
    """
    a, b, u = axis(X_I, ka), axis(X_I, kb), axis(X_J, ku)
    w_I, w_J = vec(V_I, 0), vec(V_J, 0)
    w, alpha = sub(w_J, w_I), sub(vec(A_J, 0), vec(A_I, 0))
    c, s = dot(a, u), dot(b, u)
    size = c * c + s * s
    n = sub(scale(c, b), scale(s, a))
    g = scale(1.0 / size, cross(u, n))
    cdot, sdot = dot(w, cross(u, a)), dot(w, cross(u, b))
    ndot = add(sub(scale(cdot, b), scale(sdot, a)), cross(w_I, n))
    sizedot = 2.0 * (c * cdot + s * sdot)
    gdot = scale(1.0 / size, sub(add(cross(cross(w_J, u), n), cross(u, ndot)), scale(sizedot, g)))
    none = scale(0.0 * X_I[0], g)
    return atan2_(s, c), dot(w, g), dot(alpha, g) + dot(w, gdot), scale(-1.0, g), none, g, none
