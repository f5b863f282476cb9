"""The tree's part of F_q, F_v and M: composites of all that lies beyond a joint; kernels.derivatives.pairs has the pairs of columns.

With f_i = I_i A_i + V_i x* I_i V_i and B_i x = V_i x* I_i x - I_i (V_i x x) + x x* I_i V_i, which for a rigid body is

    B_i x = [B11 x_w; -2 l x x_w],   B11 = -2 [w](tr(I)/2 - I) + 2 ((v·s) 1 - v s'),   l = m v + w x s,

and sums F, I, B, K, C over all bodies at or beyond a joint (K, C: minus the stiffness and damping of elements there), the rows k
of body a and the columns j of body c on the way to the root have

    a at or beyond c:   F_q = J_k·(B_a Jd_j + I_a e_j + K_a J_j + C_a Jd_j),   F_v = J_k·(B_a J_j + I_a Jv_j + C_a J_j)
    a before c:         the same with the sums of c, and J_k·(J_j x* F_c) in F_q

and J_k·(J_j x* F_a) where a = c and J_k is carried by the parent. In the terms of bae-sensitivity's Table A: J_j x* F is
(B'G)_q in set III, Jd and e are (Bx)_q and (Bdot x)_q in sets I and II.
"""

from linkwork.kernels.derivatives.motion import arm
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.crba import add_moved_inertia
from linkwork.kernels.recursions.rnea import times_tensor
from linkwork.kernels.vectors import add, cross, dot, put, scale, sub, vec


@inner_kernel
def velocity_terms(J, omega, v, momentum, out):
    """Compute B11 (9) and the linear momentum (3) of one body."""
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
    """Mark that no element has been added to the composites yet."""
    for b in range(s.loaded.shape[0]):
        for i in range(6):
            s.taken[b, i] = 0.0
        if s.loaded[b] != 0:
            s.loaded[b] = 0
            for i in range(36):
                s.K[b, i] = 0.0
                s.C[b, i] = 0.0
        if s.anchor[b] != 0:
            s.anchor[b] = 0
            for i in range(36):
                s.K_rel[b, i] = 0.0
                s.C_rel[b, i] = 0.0
            for i in range(6):
                s.W_rel[b, i] = 0.0


@inner_kernel
def inertia_times(J, turn, move):
    """Return the wrench (torque, force) of inertia numbers times a motion vector."""
    first = vec(J, 1)
    return add(times_tensor(J, turn), cross(first, move)), add(scale(J[0], move), cross(turn, first))


@inner_kernel
def times_block(B, a):
    """Return the 3 x 3 block of velocity terms times a."""
    return (
        B[0] * a[0] + B[1] * a[1] + B[2] * a[2],
        B[3] * a[0] + B[4] * a[1] + B[5] * a[2],
        B[6] * a[0] + B[7] * a[1] + B[8] * a[2],
    )


@inner_kernel
def dot6(x, i, y, j):
    return (
        x[i] * y[j] + x[i + 1] * y[j + 1] + x[i + 2] * y[j + 2]
        + x[i + 3] * y[j + 3] + x[i + 4] * y[j + 4] + x[i + 5] * y[j + 5]
    )  # fmt: skip


@inner_kernel
def add_rows(A, b, p):
    """Add row b to row p."""
    for i in range(A.shape[1]):
        A[p, i] += A[b, i]


@inner_kernel
def composites(m, s):
    """Sum everything from the leaves to the root, and elements with an anchor up to there; return whether there are
    such elements, or dampers."""
    heavy = False
    for b in range(m.parent.shape[0] - 1, 0, -1):
        p = m.parent[b]
        heavy = heavy or s.anchor[b] != 0 or s.loaded[b] == 2
        if p == 0:
            continue
        add_rows(s.inertia, b, p)
        add_rows(s.gyro, b, p)
        add_rows(s.F, b, p)
        add_rows(s.taken, b, p)
        if s.loaded[b] != 0:
            s.loaded[p] = max(s.loaded[p], s.loaded[b])
            add_rows(s.K, b, p)
        if s.loaded[b] == 2:
            add_rows(s.C, b, p)
        if s.anchor[b] != 0 and s.anchor[b] != p:
            add_rows(s.K_rel, b, p)
            add_rows(s.C_rel, b, p)
            add_rows(s.W_rel, b, p)
    return heavy
