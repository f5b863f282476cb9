"""a · b, the cosine of an axis of I and an axis of J."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.hessian_blocks import TURN_I, TURN_J, add_identity3, add_outer3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import add, axis, cross, dot, put, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    """rate = w · (b x a) with w = w_J - w_I."""
    a, b = axis(X_I, axes[0]), axis(X_J, axes[1])
    w_I, w_J = vec(V_I, 0), vec(V_J, 0)
    w, alpha = sub(w_J, w_I), sub(vec(A_J, 0), vec(A_I, 0))
    g = cross(b, a)
    gdot = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
    none = scale(0.0 * X_I[0], g)
    return dot(a, b), dot(w, g), dot(alpha, g) + dot(w, gdot), scale(-1.0, g), none, g, none


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    """t_J = b x a = -t_I."""
    a, b = axis(X_I, axes[0]), axis(X_J, axes[1])
    moment, ab = cross(b, a), dot(a, b)
    put(g, TURN_J, moment)
    put(g, TURN_I, scale(-1.0, moment))
    for side in range(2):
        row, sign = (TURN_J, 1.0) if side else (TURN_I, -1.0)
        add_outer3(H, row, TURN_J, sign, b, a)
        add_identity3(H, row, TURN_J, -sign * ab)
        add_identity3(H, row, TURN_I, sign * ab)
        add_outer3(H, row, TURN_I, -sign, a, b)


@inner_kernel
def second_jet(a, b, w_I, w_J):
    """c = a · b of an axis of I and one of J: c, cdot, cddot at rest of accelerations, and the derivatives of each by the turns
    of I and J."""
    w, g = sub(w_J, w_I), cross(b, a)
    gdot = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
    rate_I, rate_J = cross(a, cross(w, b)), cross(b, cross(a, w))
    N_a = add(cross(w, cross(w_J, b)), cross(cross(w, b), w_I))
    N_b = add(cross(cross(a, w), w_J), cross(cross(w_I, a), w))
    return dot(a, b), dot(w, g), dot(w, gdot), scale(-1.0, g), g, rate_I, rate_J, cross(a, N_a), cross(b, N_b)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    _, _, _, _, _, _, _, by_I, by_J = second_jet(axis(X_I, axes[0]), axis(X_J, axes[1]), vec(V_I, 0), vec(V_J, 0))
    return by_I, by_J, scale(0.0, vec(X_J, 9))


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    a, b = axis(X_I, axes[0]), axis(X_J, axes[1])
    of_J = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
    return scale(-1.0, of_J), of_J, scale(0.0, ddot)


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    a, b, w = axis(X_I, axes[0]), axis(X_J, axes[1]), sub(e_J, e_I)
    return cross(a, cross(w, b)), cross(b, cross(a, w)), scale(0.0, e_d)


MEASURE = MeasureKind(
    "dot", jet, hessian, curvature, gradient_change, transposed_change, radians=True, relative=True, is_cosine=True
)
