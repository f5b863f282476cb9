"""One row and column of F_q, F_v and M, one entry at a time: for bodies beyond which there are few forces.

The formulas are those of kernels.derivatives.pairs. Without damping and without elements that end on the path to the
root there are few products, and the path is often short.
"""

from linkwork.kernels.derivatives.tree import dot6, inertia_times, times_block
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, dot, put, scale, sub, vec


@inner_kernel
def carried_wrench(s, b):
    """Return F of body b without the elements that are treated elsewhere."""
    F, taken = s.F[b], s.taken[b]
    return add(vec(F, 0), vec(taken, 0)), add(vec(F, 3), vec(taken, 3))


@inner_kernel
def riding_rows(m, s, b):
    """Add J_k·(J_j x* F) for rows k carried by the parent and all columns j of the same joint."""
    n, first = m.v_start[m.parent.shape[0]], m.v_start[b]
    last = first + m.riding[b]
    if last == first:
        return
    F_w, F_v = carried_wrench(s, b)
    if s.anchor[b] != 0:
        F_w, F_v = sub(F_w, vec(s.W_rel[b], 0)), sub(F_v, vec(s.W_rel[b], 3))
    for k in range(first, last):
        K_w, K_v = vec(s.column[k], 0), vec(s.column[k], 3)
        for j in range(first, m.v_start[b + 1]):
            J_w, J_v = vec(s.column[j], 0), vec(s.column[j], 3)
            s.F_q[n * k + j] += dot(K_w, add(cross(J_w, F_w), cross(J_v, F_v))) + dot(K_v, cross(J_w, F_v))


@inner_kernel
def turned_block_times(B, a):
    """Return the transpose of the 3 x 3 block of velocity terms times a."""
    return (
        B[0] * a[0] + B[3] * a[1] + B[6] * a[2],
        B[1] * a[0] + B[4] * a[1] + B[7] * a[2],
        B[2] * a[0] + B[5] * a[1] + B[8] * a[2],
    )


@inner_kernel
def times6(A, x, out, at):
    """Add A x[:6] to out[at : at + 6], for a flat 6 x 6 matrix."""
    for i in range(6):
        for j in range(6):
            out[at + i] += A[6 * i + j] * x[j]


@inner_kernel
def turned_times6(A, x, out, at):
    """Compute out[at : at + 6] = A' x[:6]."""
    for i in range(6):
        out[at + i] = 0.0
    for i in range(6):
        for j in range(6):
            out[at + j] += A[6 * i + j] * x[i]


@inner_kernel
def column_wrenches(m, s, b, k, out):
    """out (30): what row and column k need of body b's composites.

    0: F_q of the rows before b, 6: F_v of them, 12: I J, 18: B'J (3), 24: K'J.
    """
    J, I, B = s.column[k], s.inertia[b], s.gyro[b]
    J_w, J_v, d_w, l = vec(J, 0), vec(J, 3), vec(J, 6), vec(B, 9)
    F_w, F_v = carried_wrench(s, b)
    torque, force = inertia_times(I, vec(J, 12), vec(J, 15))
    put(out, 0, add(add(torque, times_block(B, d_w)), add(cross(J_w, F_w), cross(J_v, F_v))))
    put(out, 3, add(sub(force, scale(2.0, cross(l, d_w))), cross(J_w, F_v)))
    torque, force = inertia_times(I, vec(J, 18), vec(J, 21))
    put(out, 6, add(torque, times_block(B, J_w)))
    put(out, 9, sub(force, scale(2.0, cross(l, J_w))))
    torque, force = inertia_times(I, J_w, J_v)
    put(out, 12, torque)
    put(out, 15, force)
    put(out, 18, add(turned_block_times(B, J_w), scale(2.0, cross(l, J_v))))
    if s.loaded[b] != 0:
        times6(s.K[b], J, out, 0)
        turned_times6(s.K[b], J, out, 24)


@inner_kernel
def pairs_of(m, s, b, k, wrench):
    """Add all entries of row and column k of body b with the bodies from b to the root."""
    n, loaded, c = m.v_start[m.parent.shape[0]], s.loaded[b] != 0, b
    F_q, F_v, M = s.F_q, s.F_v, s.M
    while c > 0:
        for j in range(m.v_start[c], m.v_start[c + 1]):
            J, row, column = s.column[j], n * k + j, n * j + k
            by_q = dot(vec(wrench, 18), vec(J, 6)) + dot6(wrench, 12, J, 12)
            if loaded:
                by_q += dot6(wrench, 24, J, 0)
            F_q[row] += by_q
            F_v[row] += dot(vec(wrench, 18), vec(J, 0)) + dot6(wrench, 12, J, 18)
            M[row] = dot6(wrench, 12, J, 0)
            if c != b:
                F_q[column] += dot6(wrench, 0, J, 0)
                F_v[column] += dot6(wrench, 6, J, 0)
                M[column] = M[row]
        c = m.parent[c]


@inner_kernel
def light_pairs(m, s, b):
    """Add all pairs of the columns of body b with those on its path to the root."""
    for k in range(m.v_start[b], m.v_start[b + 1]):
        column_wrenches(m, s, b, k, s.wrench)
        pairs_of(m, s, b, k, s.wrench)
    riding_rows(m, s, b)
