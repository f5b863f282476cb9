"""n · d with n an axis of frame I: an offset in the axes of I. The derivatives serve an axis n of either frame."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.hessian_blocks import MOVE, TURN_I, add_identity3, add_outer3, add_skew3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import add, axis, cross, dot, put, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    """ndot = w_I x n."""
    n, w, none = axis(X_I, axes[0]), vec(V_I, 0), scale(0.0 * X_I[0], axis(X_I, axes[0]))
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    ndot = cross(w, n)
    nddot = add(cross(vec(A_I, 0), n), cross(w, ndot))
    rate = dot(n, ddot) + dot(ndot, d)
    bias = dot(n, sub(vec(A_J, 3), vec(A_I, 3))) + 2.0 * dot(ndot, ddot) + dot(nddot, d)
    return dot(n, d), rate, bias, cross(n, d), scale(-1.0, n), none, n


@inner_kernel
def along_axis(n, d, carrier, g, H):
    """n · d with the moment n x d on I; `carrier` is the turn of the frame that n is an axis of."""
    put(g, TURN_I, cross(n, d))
    put(g, MOVE, n)
    add_outer3(H, TURN_I, carrier, 1.0, n, d)
    add_identity3(H, TURN_I, carrier, -dot(n, d))
    add_skew3(H, TURN_I, MOVE, 1.0, n)
    add_skew3(H, MOVE, carrier, -1.0, n)


@inner_kernel
def along_axis_curvature(n, d, w_n, w_I, ddot):
    """n · d with n carried by the angular velocity w_n: ((w_n·d) (w_I·n) - (n·d)(w_I·w_n) + n·(ddot x (w_I + w_n)), by n and d."""
    by_n = add(sub(scale(dot(w_n, d), w_I), scale(dot(w_I, w_n), d)), cross(ddot, add(w_I, w_n)))
    by_d = sub(scale(dot(w_I, n), w_n), scale(dot(w_I, w_n), n))
    return cross(n, by_n), by_d


@inner_kernel
def along_axis_change(n, w_n, d, ddot):
    """(of t_I, of n) with n carried by the angular velocity w_n."""
    of_n = cross(w_n, n)
    return add(cross(of_n, d), cross(n, ddot)), of_n


@inner_kernel
def along_axis_transposed(n, d, e_I, e_d):
    """(by the turn of the frame that n is an axis of, by d)."""
    return cross(n, add(cross(d, e_I), e_d)), cross(e_I, n)


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    along_axis(axis(X_I, axes[0]), sub(vec(X_J, 9), vec(X_I, 9)), TURN_I, g, H)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    by_I, by_d = along_axis_curvature(axis(X_I, axes[0]), d, vec(V_I, 0), vec(V_I, 0), ddot)
    return by_I, scale(0.0, d), by_d


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    of_I, of_n = along_axis_change(axis(X_I, axes[0]), w_I, sub(vec(X_J, 9), vec(X_I, 9)), ddot)
    return of_I, scale(0.0, ddot), of_n


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    by_I, by_d = along_axis_transposed(axis(X_I, axes[0]), sub(vec(X_J, 9), vec(X_I, 9)), e_I, e_d)
    return by_I, scale(0.0, e_d), by_d


MEASURE = MeasureKind(
    "displacement",
    jet,
    hessian,
    curvature,
    gradient_change,
    transposed_change,
    relative=True,
    along_axis=True,
    long_arm=True,
)
