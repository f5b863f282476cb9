"""a · (d x b), a an axis of I and b an axis of J: the jet alone."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import add, axis, cross, dot, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    a, b, w_I, w_J = axis(X_I, axes[0]), axis(X_J, axes[1]), vec(V_I, 0), vec(V_J, 0)
    d, d1, d2 = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3)), sub(vec(A_J, 3), vec(A_I, 3))
    a1, b1 = cross(w_I, a), cross(w_J, b)
    a2, b2 = add(cross(vec(A_I, 0), a), cross(w_I, a1)), add(cross(vec(A_J, 0), b), cross(w_J, b1))
    rate = dot(a1, cross(d, b)) + dot(a, cross(d1, b)) + dot(a, cross(d, b1))
    second = dot(a2, cross(d, b)) + dot(a, cross(d2, b)) + dot(a, cross(d, b2))
    mixed = dot(a1, cross(d1, b)) + dot(a1, cross(d, b1)) + dot(a, cross(d1, b1))
    n = cross(b, a)
    value = dot(a, cross(d, b))
    return value, rate, second + 2.0 * mixed, cross(a, cross(d, b)), scale(-1.0, n), cross(b, cross(a, d)), n


MEASURE = MeasureKind("triple", jet, relative=True)
