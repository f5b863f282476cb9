"""The tree's part of F_q, F_v and M: composites of all that lies beyond a joint, then one dot product per related pair.

With f_i = I_i A_i + V_i x* I_i V_i and B_i x = V_i x* I_i x - I_i (V_i x x) + x x* I_i V_i, which for a rigid body is

    B_i x = [B11 x_w; -2 l x x_w],   B11 = -2 [w](tr(I)/2 - I) + 2 ((v·s) 1 - v s'),   l = m v + w x s,

and sums F, I, B, K, C over all bodies at or beyond a joint (K, C: minus the stiffness and damping of elements there), the rows k
of body a and the columns j of body c on the way to the root have

    a at or beyond c:   F_q = J_k·(B_a Jd_j + I_a e_j + K_a J_j + C_a Jd_j),   F_v = J_k·(B_a J_j + I_a Jv_j + C_a J_j)
    a before c:         the same with the sums of c, and J_k·(J_j x* F_c) in F_q

and J_k·(J_j x* F_a) where a = c and J_k is carried by the parent. In the terms of bae-sensitivity's Table A: J_j x* F is
(B'G)_q in set III, Jd and e are (Bx)_q and (Bdot x)_q in sets I and II.
"""

from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.crba import add_moved_inertia
from linkwork.kernels.recursive.rnea import times_tensor
from linkwork.kernels.slopes.motion import arm, riding_columns
from linkwork.kernels.vectors import add, cross, dot, put, scale, sub, vec


@inner_kernel
def velocity_terms(J, omega, v, momentum, out):
    """B11 (9) and the linear momentum (3) of one body."""
    s = vec(J, 1)
    half, vs = 0.5 * (J[4] + J[5] + J[6]), 2.0 * dot(v, s)
    rows = ((half - J[4], -J[7], -J[8]), (-J[7], half - J[5], -J[9]), (-J[8], -J[9], half - J[6]))
    for c in range(3):
        turned = cross(omega, rows[c])
        for r in range(3):
            out[3 * r + c] = -2.0 * (turned[r] + v[r] * s[c])
        out[4 * c] += vs
    put(out, 9, momentum)


@inner_kernel
def rigid_bodies(m, w, s):
    """Start the composites with each body's own inertia, velocity terms and wrench (inertia less applied forces)."""
    g = vec(m.gravity, 0)
    for i in range(6):
        s.F[0, i] = 0.0
    for b in range(1, m.parent.shape[0]):
        J, rho, V, A = s.inertia[b], arm(w, s, b), s.V[b], s.A[b]
        for i in range(10):
            J[i] = 0.0
        add_moved_inertia(w.I_W[b], rho, J)
        first, omega, v = vec(J, 1), vec(V, 0), vec(V, 3)
        spin = add(times_tensor(J, omega), cross(first, v))
        momentum = add(scale(J[0], v), cross(omega, first))
        velocity_terms(J, omega, v, momentum, s.gyro[b])
        alpha, a = vec(A, 0), add(vec(A, 3), g)
        given = vec(w.wrench[b], 3)
        applied = add(vec(w.wrench[b], 0), cross(rho, given))
        torque = add(add(times_tensor(J, alpha), cross(first, a)), add(cross(omega, spin), cross(v, momentum)))
        force = add(add(scale(J[0], a), cross(alpha, first)), cross(omega, momentum))
        put(s.F[b], 0, sub(torque, applied))
        put(s.F[b], 3, sub(force, given))


@inner_kernel
def clear_elements(s):
    """No element has been added to the composites yet."""
    for b in range(s.loaded.shape[0]):
        for i in range(6):
            s.taken[b, i] = 0.0
        if s.loaded[b] != 0.0:
            s.loaded[b] = 0.0
            for i in range(36):
                s.K[b, i] = 0.0
                s.C[b, i] = 0.0


@inner_kernel
def times6(A, x, k, out, at):
    """out[at : at + 6] += A x[k : k + 6] for a flat 6 x 6 matrix."""
    for i in range(6):
        for j in range(6):
            out[at + i] += A[6 * i + j] * x[k + j]


@inner_kernel
def transposed_times6(A, x, out, at):
    """out[at : at + 6] += A' x[:6]."""
    for i in range(6):
        for j in range(6):
            out[at + j] += A[6 * i + j] * x[i]


@inner_kernel
def inertia_times(J, turn, move):
    """Inertia row times a motion vector: (torque, force)."""
    first = vec(J, 1)
    return add(times_tensor(J, turn), cross(first, move)), add(scale(J[0], move), cross(turn, first))


@inner_kernel
def times_block(B, a):
    """The 3 x 3 block of velocity terms times a."""
    return (
        B[0] * a[0] + B[1] * a[1] + B[2] * a[2],
        B[3] * a[0] + B[4] * a[1] + B[5] * a[2],
        B[6] * a[0] + B[7] * a[1] + B[8] * a[2],
    )


@inner_kernel
def block_times(B, a):
    """Its transpose times a."""
    return (
        B[0] * a[0] + B[3] * a[1] + B[6] * a[2],
        B[1] * a[0] + B[4] * a[1] + B[7] * a[2],
        B[2] * a[0] + B[5] * a[1] + B[8] * a[2],
    )


@inner_kernel
def dot6(x, i, y, j):
    return (
        x[i] * y[j] + x[i + 1] * y[j + 1] + x[i + 2] * y[j + 2]
        + x[i + 3] * y[j + 3] + x[i + 4] * y[j + 4] + x[i + 5] * y[j + 5]
    )  # fmt: skip


@inner_kernel
def carried_wrench(s, b):
    """F of body b without what is taken care of elsewhere."""
    F, taken = s.F[b], s.taken[b]
    return add(vec(F, 0), vec(taken, 0)), add(vec(F, 3), vec(taken, 3))


@inner_kernel
def column_wrenches(m, s, b, k, out):
    """out (36): what row and column k need of body b's composites.

    0: F_q of the rows before b, 6: F_v of them, 12: I J, 18: B'J (3), 24: K'J, 30: C'J.
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
    put(out, 18, add(block_times(B, J_w), scale(2.0, cross(l, J_v))))
    if s.loaded[b] != 0.0:
        for i in range(24, 36):
            out[i] = 0.0
        times6(s.K[b], J, 0, out, 0)
        transposed_times6(s.K[b], J, out, 24)
    if s.loaded[b] == 2.0:
        times6(s.C[b], J, 6, out, 0)
        times6(s.C[b], J, 0, out, 6)
        transposed_times6(s.C[b], J, out, 30)


@inner_kernel
def riding_rows(m, s, b, n, F_q):
    """J_k·(J_j x* F) for rows k carried by the parent and all columns j of the same joint."""
    first = m.v_start[b]
    for k in range(first, first + riding_columns(m.joint_type[b])):
        K_w, K_v = vec(s.column[k], 0), vec(s.column[k], 3)
        F_w, F_v = carried_wrench(s, b)
        for j in range(first, m.v_start[b + 1]):
            J_w, J_v = vec(s.column[j], 0), vec(s.column[j], 3)
            F_q[n * k + j] += dot(K_w, add(cross(J_w, F_w), cross(J_v, F_v))) + dot(K_v, cross(J_w, F_v))


@inner_kernel
def pairs_of(m, s, b, k, wrench, F_q, F_v, M):
    """All entries of row and column k of body b with the bodies from b to the root."""
    n = m.v_start[m.parent.shape[0]]
    loaded, damped = s.loaded[b] != 0.0, s.loaded[b] == 2.0
    c = b
    while c > 0:
        for j in range(m.v_start[c], m.v_start[c + 1]):
            J, row, column = s.column[j], n * k + j, n * j + k
            by_q = dot(vec(wrench, 18), vec(J, 6)) + dot6(wrench, 12, J, 12)
            by_v = dot(vec(wrench, 18), vec(J, 0)) + dot6(wrench, 12, J, 18)
            if damped:
                by_q += dot6(wrench, 24, J, 0) + dot6(wrench, 30, J, 6)
                by_v += dot6(wrench, 30, J, 0)
            elif loaded:
                by_q += dot6(wrench, 24, J, 0)
            F_q[row] += by_q
            F_v[row] += by_v
            M[row] = dot6(wrench, 12, J, 0)
            if c != b:
                F_q[column] += dot6(wrench, 0, J, 0)
                F_v[column] += dot6(wrench, 6, J, 0)
                M[column] = M[row]
        c = m.parent[c]


@inner_kernel
def tree_slopes(m, s):
    """Add the tree's part to F_q and F_v, and write M; the composites are summed on the way."""
    for b in range(m.parent.shape[0] - 1, 0, -1):
        for k in range(m.v_start[b], m.v_start[b + 1]):
            column_wrenches(m, s, b, k, s.wrench)
            pairs_of(m, s, b, k, s.wrench, s.F_q, s.F_v, s.M)
        riding_rows(m, s, b, m.v_start[m.parent.shape[0]], s.F_q)
        p = m.parent[b]
        if p == 0:
            continue
        for i in range(10):
            s.inertia[p, i] += s.inertia[b, i]
        for i in range(12):
            s.gyro[p, i] += s.gyro[b, i]
        for i in range(6):
            s.F[p, i] += s.F[b, i]
            s.taken[p, i] += s.taken[b, i]
        if s.loaded[b] != 0.0:
            s.loaded[p] = max(s.loaded[p], s.loaded[b])
            for i in range(36):
                s.K[p, i] += s.K[b, i]
        if s.loaded[b] == 2.0:
            for i in range(36):
                s.C[p, i] += s.C[b, i]
