"""bae-sensitivity's Table A (corrected): derivatives of the recursive formulas Bx, B'G and Bdot x by q and v.

Components are in body axes at the bodies' origins, as in the paper. For the coordinate q_j of body c's joint, body i is
in set I if i = c, in II beyond c, in III on the way from c to the root, in IV elsewhere. With X = Bx summed at one
point of the world (spatial vectors), X_U and Y_U the sums of J x and V_att x J x over the columns that c's own columns
see (kernels.derivatives.motion), and F_c the sum of G over all bodies at or beyond c,

    (Bx)_q       I: X_U x J_j (Eq. 39),   II: the same vector moved to body i (B1 (X_{i-1})_q),            III, IV: 0
    (Bdot x)_q   I, II: Y_U x J_j + X_U x Jd_j - V_i x (X_U x J_j),                                          III, IV: 0
    (Bdot x)_v   = (Bx)_q, for x that does not depend on v (if x is v itself, Bdot is added)
    (B'G)_q      III: J_k·(J_j x* F_c), moved inward;   I: the same for columns carried by the parent;       II, IV: 0

where F_c = G_c + S_c (the print has S_c alone). F_q of kernels.derivatives.tree is their sum along the residual.
"""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.motion import arm, common_point, cross_motion, spatial_velocities
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, dot, put, rotate, rotate_back, sub, vec
from linkwork.numerics.jit import kernel


@inner_kernel
def seen_sums(m, s, x, X, X_U, Y, Y_U):
    """Compute X, Y, the sums of J x and V_att x J x from the root to each body, and X_U, Y_U, those seen by the body's
    own columns."""
    for b in range(1, m.parent.shape[0]):
        p, first, last = m.parent[b], m.v_start[b], m.v_start[b + 1]
        middle = first + m.riding[b]
        for i in range(6):
            X[b, i], Y[b, i] = X[p, i], Y[p, i]
        for k in range(first, last + 1):
            if k == middle:
                for i in range(6):
                    X_U[b, i], Y_U[b, i] = X[b, i], Y[b, i]
            if k < last:
                cross_motion(s.V[p] if k < middle else s.V[b], s.column[k], s.wrench, 0)
                for i in range(6):
                    X[b, i] += s.column[k, i] * x[k]
                    Y[b, i] += s.wrench[i] * x[k]


@inner_kernel
def put_in_body(a, rho, R, out, b, j):
    """Set out[b, :, j] to the motion vector a at the body's origin, in body axes."""
    turn = vec(a, 0)
    local, moved = rotate_back(R, turn), rotate_back(R, add(vec(a, 3), cross(turn, rho)))
    for i in range(3):
        out[b, i, j] = local[i]
        out[b, 3 + i, j] = moved[i]


@inner_kernel
def motion_products(m, w, s, X_U, Y_U, Bx_q, Bdotx_q):
    """Compute (Bx)_q and (Bdot x)_q; entries in sets III and IV do not change."""
    change, second, third = s.K12[0], s.K12[1], s.K12[2]
    for b in range(1, m.parent.shape[0]):
        rho, c = arm(w, s, b), b
        while c > 0:
            for j in range(m.v_start[c], m.v_start[c + 1]):
                J = s.column[j]
                cross_motion(X_U[c], J, change, 0)
                put_in_body(change, rho, w.X_WB[b], Bx_q, b, j)
                cross_motion(s.V[b], change, second, 0)
                for i in range(6):
                    third[i] = J[6 + i]
                cross_motion(X_U[c], third, change, 0)
                cross_motion(Y_U[c], J, third, 0)
                for i in range(6):
                    change[i] += third[i] - second[i]
                put_in_body(change, rho, w.X_WB[b], Bdotx_q, b, j)
            c = m.parent[c]


@inner_kernel
def force_products(m, w, s, G, BtG_q):
    """Compute (B'G)_q for wrenches G in body axes at the bodies' origins; entries in sets II and IV do not change."""
    n = m.parent.shape[0]
    for b in range(n):
        R, rho = w.X_WB[b], sub(vec(w.X_WB[b], 9), vec(s.origin, 0))
        force = rotate(R, vec(G[b], 3))
        put(s.F[b], 0, add(rotate(R, vec(G[b], 0)), cross(rho, force)))
        put(s.F[b], 3, force)
    for b in range(n - 1, 0, -1):
        F_w, F_v = vec(s.F[b], 0), vec(s.F[b], 3)
        for j in range(m.v_start[b], m.v_start[b + 1]):
            J_w, J_v = vec(s.column[j], 0), vec(s.column[j], 3)
            torque, force = add(cross(J_w, F_w), cross(J_v, F_v)), cross(J_w, F_v)
            a, last = b, m.v_start[b] + m.riding[b]
            while a > 0:
                for k in range(m.v_start[a], last):
                    BtG_q[k, j] = dot(vec(s.column[k], 0), torque) + dot(vec(s.column[k], 3), force)
                a = m.parent[a]
                last = m.v_start[a + 1]
        for i in range(6):
            s.F[m.parent[b], i] += s.F[b, i]


@kernel
def table_a(ints, floats, work, sints, swork, v, x, G, sums, Bx_q, Bdotx_q, BtG_q):
    """Compute Table A after `evaluate`: Bx_q (= Bdotx_v) and Bdotx_q (n_body, 6, n_v), BtG_q (n_v, n_v), given as
    zeros.

    x (n_v), G (n_body, 6); sums (4, n_body, 6) is scratch, given as zeros.
    """
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    common_point(m, w, s)
    spatial_velocities(m, w, s, v)
    seen_sums(m, s, x, sums[0], sums[1], sums[2], sums[3])
    motion_products(m, w, s, sums[1], sums[3], Bx_q, Bdotx_q)
    force_products(m, w, s, G, BtG_q)
