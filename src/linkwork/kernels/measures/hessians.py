"""Second derivatives of the measures' primitives, one function beside each of kernels.measures.

With x9 = (turn of I, turn of J, d = p_J - p_I), a primitive has the gradient g = (t_I, t_J, n), its rate is g·y with
y = (w_I, w_J, ddot), and H = dg/dx9 by small displacements in world axes. All are in closed form: axes of I and J turn with their
frames, (a x b) x c = b (a·c) - a (b·c).
"""

from linkwork.kernels.arrays import (
    ANGLE,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    DISPLACEMENT,
    DISTANCE,
    DOT,
    POSITION,
    SLIDE,
)
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.position import line, unit
from linkwork.kernels.vectors import axis, cross, dot, put, scale, sub, vec

TURN_I, TURN_J, MOVE = 0, 3, 6


@inner_kernel
def add_outer3(H, row, column, f, a, b):
    """H[row…, column…] += f a b'."""
    for i in range(3):
        for j in range(3):
            H[9 * (row + i) + column + j] += f * a[i] * b[j]


@inner_kernel
def add_identity3(H, row, column, f):
    for i in range(3):
        H[9 * (row + i) + column + i] += f


@inner_kernel
def add_skew3(H, row, column, f, a):
    """H[row…, column…] += f [a], the matrix of a x."""
    H[9 * row + column + 1] -= f * a[2]
    H[9 * row + column + 2] += f * a[1]
    H[9 * (row + 1) + column] += f * a[2]
    H[9 * (row + 1) + column + 2] -= f * a[0]
    H[9 * (row + 2) + column] -= f * a[1]
    H[9 * (row + 2) + column + 1] += f * a[0]


@inner_kernel
def along_axis(n, d, carrier, g, H):
    """n · d with the moment n x d on I; n is an axis of I (displacement) or of J (slide): `carrier`."""
    put(g, TURN_I, cross(n, d))
    put(g, MOVE, n)
    add_outer3(H, TURN_I, carrier, 1.0, n, d)
    add_identity3(H, TURN_I, carrier, -dot(n, d))
    add_skew3(H, TURN_I, MOVE, 1.0, n)
    add_skew3(H, MOVE, carrier, -1.0, n)


@inner_kernel
def axes_dot_slopes(a, b, g, H):
    """a · b of an axis of I and one of J: t_J = b x a = -t_I."""
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
def angle_slopes(a, b, u, g, H):
    """atan2(b · u, a · u): t_J = u x n / (c² + s²) = -t_I, n = c b - s a, and u · n = 0."""
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
def distance_slopes(d, g, H):
    """|d|: n = d / |d|, dn = (1 - n n') dd / |d|."""
    length, n = line(d)
    put(g, MOVE, n)
    add_identity3(H, MOVE, MOVE, 1.0 / length)
    add_outer3(H, MOVE, MOVE, -1.0 / length, n, n)


@inner_kernel
def hessian(kind, k, X_I, X_J, g, H):
    """Gradient g (9) and its derivative H (81) of one measure; k are its axes."""
    for i in range(9):
        g[i] = 0.0
    for i in range(81):
        H[i] = 0.0
    d = sub(vec(X_J, 9), vec(X_I, 9))
    if kind == POSITION:
        put(g, MOVE, unit(k[0], X_I[0]))
    elif kind == DISPLACEMENT or kind == SLIDE:
        own = kind == DISPLACEMENT
        along_axis(axis(X_I, k[0]) if own else axis(X_J, k[0]), d, TURN_I if own else TURN_J, g, H)
    elif kind == DOT:
        axes_dot_slopes(axis(X_I, k[0]), axis(X_J, k[1]), g, H)
    elif kind == DISTANCE:
        distance_slopes(d, g, H)
    elif kind == ANGLE:
        angle_slopes(axis(X_I, k[0]), axis(X_I, k[1]), axis(X_J, k[2]), g, H)
    elif kind == ANGULAR_VELOCITY:
        put(g, TURN_J, unit(k[0], X_I[0]))
        put(g, TURN_I, scale(-1.0, unit(k[0], X_I[0])))
    elif kind == ANGULAR_VELOCITY_LOCAL:
        b = axis(X_J, k[0])
        put(g, TURN_J, b)
        put(g, TURN_I, scale(-1.0, b))
        add_skew3(H, TURN_J, TURN_J, -1.0, b)
        add_skew3(H, TURN_I, TURN_J, 1.0, b)
    else:
        b = axis(X_J, k[0])
        put(g, MOVE, b)
        add_skew3(H, MOVE, TURN_J, -1.0, b)
