"""Elements that only the motion of J relative to I works on, such as laws between two frames; and forces that need no element.

Such an element does not feel both bodies move as one, and its wrenches are equal and opposite. At the common point all follows from
the wrench W on J and from how it changes, seen from J, with displacements and twists of J: K, C. With X d = d x* W

    K_JJ = K,   K_JI = -K,   K_IJ = -(K + X),   K_II = K + X,       C_xy = ± C.

An element on the ground is summed with the tree's composites (kernels.derivatives.elements). Others touch rows and columns on the way from
I to J only, as long as the composites do not carry W: JacobianWork.taken. Where one of the two bodies is on the way of the other, the
element is summed with composites of its own, that end there. A force along a coordinate of a tree joint is one number, and one that
keeps its direction in the world a block of the composites.
"""

from linkwork.kernels.derivatives.motion import meeting
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import FIXED_DIRECTION
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, vec


@inner_kernel
def add_skew6(K, row, a):
    """Add [a] to columns 0 … 2 of rows row … row + 2 of a 6 x 6 matrix."""
    at = 6 * row
    K[at + 1] -= a[2]
    K[at + 2] += a[1]
    K[at + 6] += a[2]
    K[at + 8] -= a[0]
    K[at + 12] -= a[1]
    K[at + 13] += a[0]


@inner_kernel
def is_fixed_force(m, s, k):
    """Return whether the force along measure k is given and keeps its direction in the world."""
    return (FIXED_DIRECTION & (1 << m.measure_kind[k])) != 0 and s.own[k, 1] == 0.0 and s.own[k, 2] == 0.0


@inner_kernel
def add_fixed_force(s, b, rho, force):
    """Add a force on body b at rho that keeps its direction: relative to b it turns back, K = [rho; 1][force]."""
    if b == 0:
        return
    along, K = dot(rho, force), s.K[b]
    s.loaded[b] = max(s.loaded[b], 1)
    for i in range(3):
        for j in range(3):
            K[6 * i + j] -= force[i] * rho[j]
        K[7 * i] += along
    add_skew6(K, 3, scale(-1.0, force))


@inner_kernel
def own_coordinate(m, k):
    """Return the number of the velocity that is the rate of measure k if that is a coordinate of a tree joint, else -1."""
    q = m.measure_q[k]
    if q < 0:
        return -1
    i, j = m.frame_body[m.measure_frames[k, 0]], m.frame_body[m.measure_frames[k, 1]]
    b = i if m.q_start[i] <= q and q < m.q_start[i + 1] else j
    return m.v_start[b] + q - m.q_start[b]


@inner_kernel
def on_coordinate(m, s, k, v):
    """Add the derivatives of the force along measure k, whose rate is the velocity v, and the wrench that the composites
    do not contain."""
    n, f = m.v_start[m.parent.shape[0]], s.own[k, 0]
    s.F_q[n * v + v] -= s.own[k, 1]
    s.F_v[n * v + v] -= s.own[k, 2]
    for half in range(2):
        b = m.frame_body[m.measure_frames[k, half]]
        for i in range(6):
            s.taken[b, i] += f * s.G[k, 6 * half + i]


@inner_kernel
def to_common_point(V, rho, K, C, W):
    """Move W, K and C from frame J, at rho with the twist V, to the common point; K is as seen from the body, which
    carries the twist along."""
    omega, v = vec(V, 0), vec(V, 3)
    for r in range(0, 36, 6):
        c_turn, c_move = vec(C, r), vec(C, r + 3)
        turn = add(vec(K, r), add(cross(omega, c_turn), cross(v, c_move)))
        put(C, r, add(c_turn, cross(rho, c_move)))
        put(K, r, add(turn, cross(rho, vec(K, r + 3))))
    add_skew6(K, 0, vec(W, 0))
    add_skew6(K, 3, vec(W, 3))
    for c in range(6):
        for A in (K, C):
            moment = cross(rho, (A[18 + c], A[24 + c], A[30 + c]))
            A[c] += moment[0]
            A[6 + c] += moment[1]
            A[12 + c] += moment[2]
    accumulate(W, 0, cross(rho, vec(W, 3)))


@inner_kernel
def as_seen_from_I(s):
    """Compute K6 := K + X, as seen from the body that carries I, and W6, the wrench on that body."""
    torque, force = scale(-1.0, vec(s.W6, 0)), scale(-1.0, vec(s.W6, 3))
    add_skew6(s.K6, 0, torque)
    add_skew6(s.K6, 3, force)
    s.K6[4] -= force[2]
    s.K6[5] += force[1]
    s.K6[9] += force[2]
    s.K6[11] -= force[0]
    s.K6[15] -= force[1]
    s.K6[16] += force[0]
    put(s.W6, 0, torque)
    put(s.W6, 3, force)


@inner_kernel
def add_on_ground(s, b):
    """Add an element between body b and the ground."""
    s.loaded[b] = 2
    for i in range(36):
        s.K[b, i] -= s.K6[i]
        s.C[b, i] -= s.C6[i]


@inner_kernel
def takes_anchor(m, s, b, anchor):
    """Return whether elements between body b and one on its path to the root may be summed with the composites: no body
    between them has another anchor. If so, they get this anchor."""
    c = b
    while c != anchor:
        if s.anchor[c] != 0 and s.anchor[c] != anchor:
            return False
        c = m.parent[c]
    while b != anchor:
        s.anchor[b] = anchor
        b = m.parent[b]
    return True


@inner_kernel
def add_on_way(s, b):
    """Add an element between body b and its anchor."""
    for i in range(36):
        s.K_rel[b, i] -= s.K6[i]
        s.C_rel[b, i] -= s.C6[i]
    for i in range(6):
        s.W_rel[b, i] += s.W6[i]


@inner_kernel
def put_product(A, x, k, out, at):
    """Compute out[at : at + 6] = A x[k : k + 6] for a flat 6 x 6 matrix."""
    a, b = vec(x, k), vec(x, k + 3)
    for r in range(6):
        out[at + r] = dot(vec(A, 6 * r), a) + dot(vec(A, 6 * r + 3), b)


@inner_kernel
def column_changes(s, J, out):
    """Compute, in out from 0 on K J + C Jd, from 6 on the same + J x* W, from 12 on C J."""
    put_product(s.K6, J, 0, out, 0)
    put_product(s.C6, J, 6, out, 6)
    put_product(s.C6, J, 0, out, 12)
    for i in range(6):
        out[i] += out[6 + i]
    turn, move, torque, force = vec(J, 0), vec(J, 3), vec(s.W6, 0), vec(s.W6, 3)
    put(out, 6, add(vec(out, 0), add(cross(turn, torque), cross(move, force))))
    put(out, 9, add(vec(out, 3), cross(turn, force)))


@inner_kernel
def subtract_rows(s, n, first, last, col, by_q, by_q_v, by_v, by_v_v):
    """Subtract J_k·by_q from F_q and J_k·by_v from F_v in rows first … last - 1 of column col; both are given as torque
    and force."""
    for k in range(first, last):
        turn, move = vec(s.column[k], 0), vec(s.column[k], 3)
        s.F_q[n * k + col] -= dot(turn, by_q) + dot(move, by_q_v)
        s.F_v[n * k + col] -= dot(turn, by_v) + dot(move, by_v_v)


@inner_kernel
def rows_between(m, s, on_J, same, a, meet, c, col, out):
    """Subtract column col of body c in the rows of one side: F_q -= ± J_k·(K J + C Jd [+ J x* W]),  F_v -= ± J_k·C J. A
    row that moves with the column is as seen from its body, others are not; W on I is -W."""
    n, sign = m.v_start[m.parent.shape[0]], (1.0 if same else -1.0)
    stays, leaves = (6, 0) if on_J else (0, 6)
    v_w, v_v = scale(sign, vec(out, 12)), scale(sign, vec(out, 15))
    while a != meet:
        first, last = m.v_start[a], m.v_start[a + 1]
        middle = first
        if same and a < c:
            middle = last
        elif same and a == c:
            middle = first + m.riding[a]
        subtract_rows(
            s, n, first, middle, col, scale(sign, vec(out, stays)), scale(sign, vec(out, stays + 3)), v_w, v_v
        )
        subtract_rows(
            s, n, middle, last, col, scale(sign, vec(out, leaves)), scale(sign, vec(out, leaves + 3)), v_w, v_v
        )
        a = m.parent[a]


@inner_kernel
def add_between(m, s, i, j):
    """Add K6, C6 and W6 at the common point, of an element on bodies i and j, to F_q and F_v or to the composites."""
    if i == 0 or j == 0:
        if j == 0:
            as_seen_from_I(s)
        if i != j:
            add_on_ground(s, max(i, j))
        return
    for e in range(6):
        s.taken[j, e] += s.W6[e]
        s.taken[i, e] -= s.W6[e]
    meet = meeting(m, i, j)
    if (i == meet or j == meet) and takes_anchor(m, s, max(i, j), meet):
        if j == meet:
            as_seen_from_I(s)
        add_on_way(s, max(i, j))
        return
    for side in range(2):
        c = j if side else i
        while c != meet:
            for col in range(m.v_start[c], m.v_start[c + 1]):
                column_changes(s, s.column[col], s.wrench)
                for other in range(2):
                    rows_between(m, s, other == 1, other == side, j if other else i, meet, c, col, s.wrench)
            c = m.parent[c]
