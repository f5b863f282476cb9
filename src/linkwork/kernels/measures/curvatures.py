"""Third derivatives of the measures' primitives: how y'H y, the second rate at rest of all accelerations, changes with x9.

With y = (w_I, w_J, ddot) held, the derivative is (N_I, N_J, N_d): an axis a that turns with its frame and enters y'H y linearly as
a·N contributes a x N to its frame's turn.
"""

from linkwork.kernels.arrays import ANGLE, ANGULAR_VELOCITY_LOCAL, DISPLACEMENT, DISTANCE, DOT, SLIDE, VELOCITY_LOCAL
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.position import line
from linkwork.kernels.vectors import add, axis, cross, dot, scale, sub, vec


@inner_kernel
def along_axis_curvature(n, d, w_n, w_I, ddot):
    """n · d with n carried by the angular velocity w_n: ((w_n·d) (w_I·n) - (n·d)(w_I·w_n) + n·(ddot x (w_I + w_n)), by n and d."""
    by_n = add(sub(scale(dot(w_n, d), w_I), scale(dot(w_I, w_n), d)), cross(ddot, add(w_I, w_n)))
    by_d = sub(scale(dot(w_I, n), w_n), scale(dot(w_I, w_n), n))
    return cross(n, by_n), by_d


@inner_kernel
def dot_jet(a, b, w_I, w_J):
    """c = a · b of an axis of I and one of J: c, cdot, cddot at rest of accelerations, and the derivatives of each by the turns
    of I and J."""
    w, g = sub(w_J, w_I), cross(b, a)
    gdot = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
    rate_I, rate_J = cross(a, cross(w, b)), cross(b, cross(a, w))
    N_a = add(cross(w, cross(w_J, b)), cross(cross(w, b), w_I))
    N_b = add(cross(cross(a, w), w_J), cross(cross(w_I, a), w))
    return dot(a, b), dot(w, g), dot(w, gdot), scale(-1.0, g), g, rate_I, rate_J, cross(a, N_a), cross(b, N_b)


@inner_kernel
def angle_curvature(a, b, u, w_I, w_J):
    """atan2(s, c), c = a · u, s = b · u: theta'' = (c s'' - s c'')/r² - 2 (c c' + s s')(c s' - s c')/r⁴, by the product rule."""
    c, c1, c2, c_I, c_J, c1_I, c1_J, c2_I, c2_J = dot_jet(a, u, w_I, w_J)
    s, s1, s2, s_I, s_J, s1_I, s1_J, s2_I, s2_J = dot_jet(b, u, w_I, w_J)
    over = 1.0 / (c * c + s * s)
    P, Q = c * c1 + s * s1, c * s1 - s * c1
    spread = (2.0 * over * over) * ((c * s2 - s * c2) - 4.0 * P * Q * over)
    k_c = s2 * over - spread * c - 2.0 * (c1 * Q + P * s1) * over * over
    k_s = -c2 * over - spread * s - 2.0 * (s1 * Q - P * c1) * over * over
    k_c1, k_s1 = -2.0 * (c * Q - s * P) * over * over, -2.0 * (s * Q + c * P) * over * over
    k_c2, k_s2 = -s * over, c * over
    by_I = add(add(scale(k_c, c_I), scale(k_s, s_I)), add(scale(k_c1, c1_I), scale(k_s1, s1_I)))
    by_J = add(add(scale(k_c, c_J), scale(k_s, s_J)), add(scale(k_c1, c1_J), scale(k_s1, s1_J)))
    return add(by_I, add(scale(k_c2, c2_I), scale(k_s2, s2_I))), add(by_J, add(scale(k_c2, c2_J), scale(k_s2, s2_J)))


@inner_kernel
def distance_curvature(d, ddot):
    """(|ddot|² - (u·ddot)²) / L by d."""
    length, u = line(d)
    along = dot(u, ddot)
    second = (dot(ddot, ddot) - along * along) / length
    across = sub(ddot, scale(along, u))
    return scale(-1.0 / length, add(scale(2.0 * along / length, across), scale(second, u)))


@inner_kernel
def curvature(kind, k, X_I, X_J, V_I, V_J):
    """(N_I, N_J, N_d) of one measure; k are its axes."""
    w_I, w_J = vec(V_I, 0), vec(V_J, 0)
    d, ddot = sub(vec(X_J, 9), vec(X_I, 9)), sub(vec(V_J, 3), vec(V_I, 3))
    by_I, by_J, by_d = scale(0.0, d), scale(0.0, d), scale(0.0, d)
    if kind == DISPLACEMENT:
        by_I, by_d = along_axis_curvature(axis(X_I, k[0]), d, w_I, w_I, ddot)
    elif kind == SLIDE:
        by_J, by_d = along_axis_curvature(axis(X_J, k[0]), d, w_J, w_I, ddot)
    elif kind == DOT:
        _, _, _, _, _, _, _, by_I, by_J = dot_jet(axis(X_I, k[0]), axis(X_J, k[1]), w_I, w_J)
    elif kind == DISTANCE:
        by_d = distance_curvature(d, ddot)
    elif kind == ANGLE:
        by_I, by_J = angle_curvature(axis(X_I, k[0]), axis(X_I, k[1]), axis(X_J, k[2]), w_I, w_J)
    elif kind == ANGULAR_VELOCITY_LOCAL:
        by_J = cross(axis(X_J, k[0]), cross(w_J, w_I))
    elif kind == VELOCITY_LOCAL:
        by_J = cross(axis(X_J, k[0]), cross(ddot, w_J))
    return by_I, by_J, by_d
