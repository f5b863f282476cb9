"""Primitives of two frames' origins. Each returns value, rate, second rate at vdot = 0, and the gradient by the
displacements of frame I (rotation, translation) and frame J, in world axes at the frames' origins. d = p_J - p_I.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, axis, cross, dot, scale, sub, vec


@inner_kernel
def unit(k, one):
    """World axis k, in the scalar type of `one`."""
    zero = 0.0 * one
    if k == 0:
        return (zero + 1.0, zero, zero)
    if k == 1:
        return (zero, zero + 1.0, zero)
    return (zero, zero, zero + 1.0)


@inner_kernel
def position(k, X_I, V_I, A_I, X_J, V_J, A_J):
    """e_k · d, a world component."""
    e = unit(k, X_J[0])
    none = scale(0.0, e)
    value, rate, bias = X_J[9 + k] - X_I[9 + k], V_J[3 + k] - V_I[3 + k], A_J[3 + k] - A_I[3 + k]
    return value, rate, bias, none, scale(-1.0, e), none, e


@inner_kernel
def displacement(k, X_I, V_I, A_I, X_J, V_J, A_J):
    """n · d with n the axis k of frame I; ndot = w_I x n."""
    n, w, none = axis(X_I, k), vec(V_I, 0), scale(0.0 * X_I[0], axis(X_I, k))
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    ndot = cross(w, n)
    nddot = add(cross(vec(A_I, 0), n), cross(w, ndot))
    rate = dot(n, ddot) + dot(ndot, d)
    bias = dot(n, sub(vec(A_J, 3), vec(A_I, 3))) + 2.0 * dot(ndot, ddot) + dot(nddot, d)
    return dot(n, d), rate, bias, cross(n, d), scale(-1.0, n), none, n


TINY = 1e-150  # m: stands for a length of zero where one divides by it


@inner_kernel
def line(d):
    """L = |d| and u = d / L. Where d = 0 they are TINY and zero: L u = d holds, and L times the derivative of u is the identity."""
    length = np.sqrt(dot(d, d))
    if length == 0.0:
        length = length + TINY
    return length, scale(1.0 / length, d)


@inner_kernel
def distance(X_I, V_I, A_I, X_J, V_J, A_J):
    """L = |d|;  Ldot = u · ddot,  Lddot = u · dddot + (|ddot|² - Ldot²) / L. Where d = 0, u is along ddot: the length begins to grow."""
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    length, u = line(d)
    rate, second = dot(u, ddot), dot(ddot, ddot)
    if length == TINY:
        length = length - TINY
        speed, u = line(ddot)
        rate = dot(u, ddot)
        bias = dot(u, sub(vec(A_J, 3), vec(A_I, 3)))
    else:
        bias = dot(u, sub(vec(A_J, 3), vec(A_I, 3))) + (second - rate * rate) / length
    none = scale(0.0, u)
    return length, rate, bias, none, scale(-1.0, u), none, u
