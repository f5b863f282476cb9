"""b · (w_J - w_I), b an axis of J: an angular velocity in the axes of J."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.hessian_blocks import TURN_I, TURN_J, add_skew3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import axis, cross, dot, put, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    b = axis(X_J, axes[0])
    w, alpha = sub(vec(V_J, 0), vec(V_I, 0)), sub(vec(A_J, 0), vec(A_I, 0))
    none = scale(0.0 * X_J[0], b)
    return 0.0 * X_J[0], dot(b, w), dot(b, alpha) + dot(cross(vec(V_J, 0), b), w), scale(-1.0, b), none, b, none


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    b = axis(X_J, axes[0])
    put(g, TURN_J, b)
    put(g, TURN_I, scale(-1.0, b))
    add_skew3(H, TURN_J, TURN_J, -1.0, b)
    add_skew3(H, TURN_I, TURN_J, 1.0, b)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    none = scale(0.0, vec(X_J, 9))
    return none, cross(axis(X_J, axes[0]), cross(vec(V_J, 0), vec(V_I, 0))), none


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    of_J = cross(w_J, axis(X_J, axes[0]))
    return scale(-1.0, of_J), of_J, scale(0.0, ddot)


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    none = scale(0.0, e_d)
    return none, cross(axis(X_J, axes[0]), sub(e_J, e_I)), none


MEASURE = MeasureKind(
    "angular_velocity_local",
    jet,
    hessian,
    curvature,
    gradient_change,
    transposed_change,
    radians=True,
    velocity_only=True,
)
