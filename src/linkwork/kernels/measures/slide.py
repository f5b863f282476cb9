"""b · (velocity of J's origin seen from I), b an axis of J: a knife edge forbids it."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.displacement import (
    along_axis,
    along_axis_change,
    along_axis_curvature,
    along_axis_transposed,
)
from linkwork.kernels.measures.hessian_blocks import TURN_J
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import axis, cross, dot, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    b, w_I = axis(X_J, axes[0]), vec(V_I, 0)
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    seen = sub(ddot, cross(w_I, d))
    seendot = sub(sub(sub(vec(A_J, 3), vec(A_I, 3)), cross(vec(A_I, 0), d)), cross(w_I, ddot))
    bias = dot(b, seendot) + dot(cross(vec(V_J, 0), b), seen)
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, seen), bias, cross(b, d), scale(-1.0, b), none, b


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    along_axis(axis(X_J, axes[0]), sub(vec(X_J, 9), vec(X_I, 9)), TURN_J, g, H)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    by_J, by_d = along_axis_curvature(axis(X_J, axes[0]), d, vec(V_J, 0), vec(V_I, 0), ddot)
    return scale(0.0, d), by_J, by_d


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    of_I, of_n = along_axis_change(axis(X_J, axes[0]), w_J, sub(vec(X_J, 9), vec(X_I, 9)), ddot)
    return of_I, scale(0.0, ddot), of_n


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    by_J, by_d = along_axis_transposed(axis(X_J, axes[0]), sub(vec(X_J, 9), vec(X_I, 9)), e_I, e_d)
    return scale(0.0, e_d), by_J, by_d


MEASURE = MeasureKind(
    "slide", jet, hessian, curvature, gradient_change, transposed_change, velocity_only=True, long_arm=True
)
