"""|d|, the distance of the origins."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.hessian_blocks import MOVE, add_identity3, add_outer3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import TINY, add, dot, line, put, scale, sub, vec


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
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


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    """n = d / |d|, dn = (1 - n n') dd / |d|."""
    length, n = line(sub(vec(X_J, 9), vec(X_I, 9)))
    put(g, MOVE, n)
    add_identity3(H, MOVE, MOVE, 1.0 / length)
    add_outer3(H, MOVE, MOVE, -1.0 / length, n, n)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    """(|ddot|² - (u·ddot)²) / L by d."""
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    length, u = line(d)
    along = dot(u, ddot)
    second = (dot(ddot, ddot) - along * along) / length
    across = sub(ddot, scale(along, u))
    none = scale(0.0, d)
    return none, none, scale(-1.0 / length, add(scale(2.0 * along / length, across), scale(second, u)))


@inner_kernel
def change(axes, X_I, X_J, of_I, of_J, of_d):
    """H y and H'y, H being symmetric: (y_d - u (u·y_d)) / |d| with u along d."""
    length, u = line(sub(vec(X_J, 9), vec(X_I, 9)))
    none = scale(0.0, of_d)
    return none, none, scale(1.0 / length, sub(of_d, scale(dot(u, of_d), u)))


MEASURE = MeasureKind(
    "distance", jet, hessian, curvature, gradient_change=change, transposed_change=change, relative=True, is_length=True
)
