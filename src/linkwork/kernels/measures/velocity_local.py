"""b · (v_J - v_I), b an axis of J: a velocity in the axes of J."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.hessian_blocks import MOVE, TURN_J, add_skew3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import axis, cross, dot, put, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    b = axis(X_J, axes[0])
    ddot = sub(vec(V_J, 3), vec(V_I, 3))
    bias = dot(b, sub(vec(A_J, 3), vec(A_I, 3))) + dot(cross(vec(V_J, 0), b), ddot)
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, ddot), bias, none, scale(-1.0, b), none, b


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    b = axis(X_J, axes[0])
    put(g, MOVE, b)
    add_skew3(H, MOVE, TURN_J, -1.0, b)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    none = scale(0.0, vec(X_J, 9))
    ddot = sub(vec(V_J, 3), vec(V_I, 3))
    return none, cross(axis(X_J, axes[0]), cross(ddot, vec(V_J, 0))), none


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    none = scale(0.0, ddot)
    return none, none, cross(w_J, axis(X_J, axes[0]))


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    none = scale(0.0, e_d)
    return none, cross(axis(X_J, axes[0]), e_d), none


MEASURE = MeasureKind("velocity_local", jet, hessian, curvature, gradient_change, transposed_change, velocity_only=True)
