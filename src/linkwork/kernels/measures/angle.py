"""atan2(b · u, a · u): where the axis u of J points in the plane of the axes a, b of I.

With c = a · u, s = b · u, n = c b - s a:  gradient t_J = u x n / (c² + s²) = -t_I, and u · n = 0.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.dot import second_jet
from linkwork.kernels.measures.hessian_blocks import TURN_I, TURN_J, add_outer3
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import add, axis, cross, dot, put, scale, sub, vec
from linkwork.numerics.complex_safe import atan2_


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    a, b, u = axis(X_I, axes[0]), axis(X_I, axes[1]), axis(X_J, axes[2])
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


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    a, b, u = axis(X_I, axes[0]), axis(X_I, axes[1]), axis(X_J, axes[2])
    c, s = dot(a, u), dot(b, u)
    over = 1.0 / (c * c + s * s)
    n = sub(scale(c, b), scale(s, a))
    moment, p, r = scale(over, cross(u, n)), cross(u, a), cross(u, b)
    spread = (2.0 * (c * p[0] + s * r[0]), 2.0 * (c * p[1] + s * r[1]), 2.0 * (c * p[2] + s * r[2]))
    put(g, TURN_J, moment)
    put(g, TURN_I, scale(-1.0, moment))
    for side in range(4):
        row, sign = (TURN_J, over) if side < 2 else (TURN_I, -over)
        column, turn = (TURN_J, 1.0) if side % 2 else (TURN_I, -1.0)
        f = sign * turn
        add_outer3(H, row, column, f, r, p)
        add_outer3(H, row, column, -f, p, r)
        add_outer3(H, row, column, -f, moment, spread)
        if column == TURN_J:
            add_outer3(H, row, column, sign, u, n)
        else:
            add_outer3(H, row, column, -sign, n, u)


@inner_kernel
def curvature(axes, X_I, X_J, V_I, V_J):
    """theta'' = (c s'' - s c'')/r² - 2 (c c' + s s')(c s' - s c')/r⁴, by the product rule."""
    u, w_I, w_J = axis(X_J, axes[2]), vec(V_I, 0), vec(V_J, 0)
    c, c1, c2, c_I, c_J, c1_I, c1_J, c2_I, c2_J = second_jet(axis(X_I, axes[0]), u, w_I, w_J)
    s, s1, s2, s_I, s_J, s1_I, s1_J, s2_I, s2_J = second_jet(axis(X_I, axes[1]), u, w_I, w_J)
    over = 1.0 / (c * c + s * s)
    P, Q = c * c1 + s * s1, c * s1 - s * c1
    spread = (2.0 * over * over) * ((c * s2 - s * c2) - 4.0 * P * Q * over)
    k_c = s2 * over - spread * c - 2.0 * (c1 * Q + P * s1) * over * over
    k_s = -c2 * over - spread * s - 2.0 * (s1 * Q - P * c1) * over * over
    k_c1, k_s1 = -2.0 * (c * Q - s * P) * over * over, -2.0 * (s * Q + c * P) * over * over
    k_c2, k_s2 = -s * over, c * over
    by_I = add(add(scale(k_c, c_I), scale(k_s, s_I)), add(scale(k_c1, c1_I), scale(k_s1, s1_I)))
    by_J = add(add(scale(k_c, c_J), scale(k_s, s_J)), add(scale(k_c1, c1_J), scale(k_s1, s1_J)))
    by_I = add(by_I, add(scale(k_c2, c2_I), scale(k_s2, s2_I)))
    by_J = add(by_J, add(scale(k_c2, c2_J), scale(k_s2, s2_J)))
    return by_I, by_J, scale(0.0, vec(X_J, 9))


@inner_kernel
def terms(a, b, u, w):
    """c, s, their rates c1, s1 for a relative turning w, and 1/(c² + s²)."""
    c, s = dot(a, u), dot(b, u)
    return c, s, dot(w, cross(u, a)), dot(w, cross(u, b)), 1.0 / (c * c + s * s)


@inner_kernel
def gradient_change(axes, X_I, X_J, w_I, w_J, ddot):
    """Return the change of t_J = u x (c b - s a) / (c² + s²)."""
    a, b, u = axis(X_I, axes[0]), axis(X_I, axes[1]), axis(X_J, axes[2])
    c, s, c1, s1, over = terms(a, b, u, sub(w_J, w_I))
    n = sub(scale(c, b), scale(s, a))
    ndot = add(sub(scale(c1, b), scale(s1, a)), cross(w_I, n))
    change = sub(add(cross(cross(w_J, u), n), cross(u, ndot)), scale(2.0 * (c * c1 + s * s1) * over, cross(u, n)))
    of_J = scale(over, change)
    return scale(-1.0, of_J), of_J, scale(0.0, ddot)


@inner_kernel
def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
    """Return the gradient of (c s1 - s c1) / (c² + s²)."""
    a, b, u, w = axis(X_I, axes[0]), axis(X_I, axes[1]), axis(X_J, axes[2]), sub(e_J, e_I)
    c, s, c1, s1, over = terms(a, b, u, w)
    rate = (c * s1 - s * c1) * over
    k_c, k_s = (s1 - 2.0 * c * rate) * over, (-c1 - 2.0 * s * rate) * over
    k_c1, k_s1 = -s * over, c * over
    pa, pb = add(scale(k_c, a), scale(k_s, b)), add(scale(k_c1, a), scale(k_s1, b))
    by_I = add(cross(pa, u), cross(pb, cross(w, u)))
    return by_I, add(cross(u, pa), cross(u, cross(pb, w))), scale(0.0, e_d)


MEASURE = MeasureKind(
    "angle", jet, hessian, curvature, gradient_change, transposed_change, radians=True, relative=True, has_turns=True
)
