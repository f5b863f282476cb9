"""How the gradient g = (t_I, t_J, n) of a measure changes, contracted: H'e and H y for H = dg/dx9 of kernels.measures.hessians.

H'e is the gradient of g·e for a fixed e = (e_I, e_J, e_d): an axis a that enters as a·N adds a x N to its frame's turn. H y is the
change of g along a displacement y. Both without the matrix, at a fifth of its cost.
"""

from linkwork.kernels.arrays import ANGLE, ANGULAR_VELOCITY_LOCAL, DISPLACEMENT, DISTANCE, DOT, SLIDE, VELOCITY_LOCAL
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.position import line
from linkwork.kernels.vectors import add, axis, cross, dot, scale, sub, vec


@inner_kernel
def across(d, a):
    """(a - u (u·a)) / |d| with u along d: the change of u along a."""
    length, u = line(d)
    return scale(1.0 / length, sub(a, scale(dot(u, a), u)))


@inner_kernel
def angle_terms(a, b, u, w):
    """c = a·u, s = b·u, their rates c1, s1 for a relative turning w, and 1/(c² + s²)."""
    c, s = dot(a, u), dot(b, u)
    return c, s, dot(w, cross(u, a)), dot(w, cross(u, b)), 1.0 / (c * c + s * s)


@inner_kernel
def angle_transposed(a, b, u, w):
    """(by turn of I, by turn of J) of (c s1 - s c1) / (c² + s²)."""
    c, s, c1, s1, over = angle_terms(a, b, u, w)
    rate = (c * s1 - s * c1) * over
    k_c, k_s = (s1 - 2.0 * c * rate) * over, (-c1 - 2.0 * s * rate) * over
    k_c1, k_s1 = -s * over, c * over
    pa, pb = add(scale(k_c, a), scale(k_s, b)), add(scale(k_c1, a), scale(k_s1, b))
    turned = cross(w, u)
    by_I = add(cross(pa, u), cross(pb, turned))
    return by_I, add(cross(u, pa), cross(u, cross(pb, w)))


@inner_kernel
def angle_change(a, b, u, w_I, w_J):
    """Change of t_J = u x (c b - s a) / (c² + s²) along the turns w_I, w_J."""
    c, s, c1, s1, over = angle_terms(a, b, u, sub(w_J, w_I))
    n = sub(scale(c, b), scale(s, a))
    ndot = add(sub(scale(c1, b), scale(s1, a)), cross(w_I, n))
    change = sub(add(cross(cross(w_J, u), n), cross(u, ndot)), scale(2.0 * (c * c1 + s * s1) * over, cross(u, n)))
    return scale(over, change)


@inner_kernel
def transposed_change(kind, k, X_I, X_J, e_I, e_J, e_d):
    """H'e as (by turn of I, by turn of J, by d)."""
    none = scale(0.0, e_d)
    by_I, by_J, by_d = none, none, none
    if kind == DISPLACEMENT or kind == SLIDE:
        n = axis(X_I, k[0]) if kind == DISPLACEMENT else axis(X_J, k[0])
        turned = cross(n, add(cross(sub(vec(X_J, 9), vec(X_I, 9)), e_I), e_d))
        by_d = cross(e_I, n)
        if kind == DISPLACEMENT:
            by_I = turned
        else:
            by_J = turned
    elif kind == DOT:
        a, b, w = axis(X_I, k[0]), axis(X_J, k[1]), sub(e_J, e_I)
        by_I, by_J = cross(a, cross(w, b)), cross(b, cross(a, w))
    elif kind == DISTANCE:
        by_d = across(sub(vec(X_J, 9), vec(X_I, 9)), e_d)
    elif kind == ANGLE:
        by_I, by_J = angle_transposed(axis(X_I, k[0]), axis(X_I, k[1]), axis(X_J, k[2]), sub(e_J, e_I))
    elif kind == ANGULAR_VELOCITY_LOCAL:
        by_J = cross(axis(X_J, k[0]), sub(e_J, e_I))
    elif kind == VELOCITY_LOCAL:
        by_J = cross(axis(X_J, k[0]), e_d)
    return by_I, by_J, by_d


@inner_kernel
def gradient_change(kind, k, X_I, X_J, w_I, w_J, dd):
    """H y as changes of (t_I, t_J, n)."""
    none = scale(0.0, dd)
    of_I, of_J, of_n = none, none, none
    if kind == DISPLACEMENT or kind == SLIDE:
        n = axis(X_I, k[0]) if kind == DISPLACEMENT else axis(X_J, k[0])
        of_n = cross(w_I if kind == DISPLACEMENT else w_J, n)
        of_I = add(cross(of_n, sub(vec(X_J, 9), vec(X_I, 9))), cross(n, dd))
    elif kind == DOT:
        a, b = axis(X_I, k[0]), axis(X_J, k[1])
        of_J = add(cross(cross(w_J, b), a), cross(b, cross(w_I, a)))
        of_I = scale(-1.0, of_J)
    elif kind == DISTANCE:
        of_n = across(sub(vec(X_J, 9), vec(X_I, 9)), dd)
    elif kind == ANGLE:
        of_J = angle_change(axis(X_I, k[0]), axis(X_I, k[1]), axis(X_J, k[2]), w_I, w_J)
        of_I = scale(-1.0, of_J)
    elif kind == ANGULAR_VELOCITY_LOCAL:
        of_J = cross(w_J, axis(X_J, k[0]))
        of_I = scale(-1.0, of_J)
    elif kind == VELOCITY_LOCAL:
        of_n = cross(w_J, axis(X_J, k[0]))
    return of_I, of_J, of_n
