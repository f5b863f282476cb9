"""Spatial motion at one fixed point, and the four vectors per column from which every derivative by q_j and v_j
follows.

A column J_k is carried by its body att(k): the child of its joint, or the parent for columns that do not turn with the
joint (the first of a universal joint, the translations of planar and free joints). With U, B the twist and acceleration
of what carries the columns of body c's joint, and i any body at or beyond c,

    Jd_j = U x J_j,   e_j = B x J_j + U x Jd_j,   Jv_j = (V_att(j) + U) x J_j
    dV_i/dq_j = J_j x V_i + Jd_j,                 dV_i/dv_j = J_j
    dA_i/dq_j = J_j x A_i + Jd_j x V_i + e_j,     dA_i/dv_j = J_j x V_i + Jv_j.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, put, scale, sub, vec


@inner_kernel
def meeting(m, a, b):
    """Return the body at which the paths of a and b to the root meet."""
    while a != b:
        if a > b:
            a = m.parent[a]
        else:
            b = m.parent[b]
    return a


@inner_kernel
def cross_motion(a, b, out, k):
    """Compute out[k : k + 6] = a x b of motion vectors: [a_w x b_w; a_w x b_v + a_v x b_w]."""
    a_w, b_w = vec(a, 0), vec(b, 0)
    put(out, k, cross(a_w, b_w))
    put(out, k + 3, add(cross(a_w, vec(b, 3)), cross(vec(a, 3), b_w)))


@inner_kernel
def arm(w, s, b):
    """Return the origin of body b relative to the common point."""
    return sub(vec(w.X_WB[b], 9), vec(s.origin, 0))


@inner_kernel
def common_point(m, w, s):
    """Compute the mean of the bodies' origins, which is close to all of them wherever the mechanism has moved."""
    n = m.parent.shape[0]
    middle = scale(0.0, vec(w.X_WB[0], 9))
    for b in range(1, n):
        middle = add(middle, vec(w.X_WB[b], 9))
    put(s.origin, 0, scale(1.0 / max(n - 1, 1), middle))


@inner_kernel
def spatial_velocities(m, w, s, v):
    """Compute V, U and the columns' J, Jd, Jv."""
    for i in range(6):
        s.V[0, i] = 0.0
    for b in range(1, m.parent.shape[0]):
        p, first, last = m.parent[b], m.v_start[b], m.v_start[b + 1]
        middle = first + m.riding[b]
        rho, V, U = arm(w, s, b), s.V[b], s.U[b]
        for i in range(6):
            U[i] = s.V[p, i]
        for k in range(first, last):
            J, turn = s.column[k], vec(w.S[k], 0)
            put(J, 0, turn)
            put(J, 3, add(vec(w.S[k], 3), cross(rho, turn)))
            if k < middle:
                for i in range(6):
                    U[i] += J[i] * v[k]
        for i in range(6):
            V[i] = U[i]
        for k in range(middle, last):
            for i in range(6):
                V[i] += s.column[k, i] * v[k]
        for k in range(first, last):
            J = s.column[k]
            cross_motion(U, J, J, 6)
            cross_motion(s.V[p] if k < middle else V, J, J, 18)
            for i in range(6):
                J[18 + i] += J[6 + i]


@inner_kernel
def add_acceleration(out, column, V, first, last, vdot, v, share):
    """Add sum share J vdot + V x J v over columns that are carried with the twist V."""
    turn, slide = scale(0.0, vec(V, 0)), scale(0.0, vec(V, 0))
    for k in range(first, last):
        turn = add(turn, scale(v[k], vec(column[k], 0)))
        slide = add(slide, scale(v[k], vec(column[k], 3)))
        for i in range(6):
            out[i] += share * column[k, i] * vdot[k]
    W = vec(V, 0)
    gained = cross(W, turn)
    moved = add(cross(W, slide), cross(vec(V, 3), turn))
    for i in range(3):
        out[i] += gained[i]
        out[3 + i] += moved[i]


@inner_kernel
def spatial_accelerations(m, w, s, v, vdot, share, weight):
    """Compute A, B and the columns' e for accelerations share · vdot, with `weight` of gravity as an acceleration of
    the ground."""
    for i in range(3):
        s.A[0, i] = 0.0
        s.A[0, 3 + i] = -weight * m.gravity[i]
    for b in range(1, m.parent.shape[0]):
        p, first, last = m.parent[b], m.v_start[b], m.v_start[b + 1]
        middle = first + m.riding[b]
        A, B, U = s.A[b], s.B[b], s.U[b]
        for i in range(6):
            B[i] = s.A[p, i]
        if middle > first:
            add_acceleration(B, s.column, s.V[p], first, middle, vdot, v, share)
        for i in range(6):
            A[i] = B[i]
        add_acceleration(A, s.column, s.V[b], middle, last, vdot, v, share)
        for k in range(first, last):
            J = s.column[k]
            J_w, J_v, d_w, d_v = vec(J, 0), vec(J, 3), vec(J, 6), vec(J, 9)
            put(J, 12, add(cross(vec(B, 0), J_w), cross(vec(U, 0), d_w)))
            moved = add(cross(vec(B, 0), J_v), cross(vec(B, 3), J_w))
            put(J, 15, add(moved, add(cross(vec(U, 0), d_v), cross(vec(U, 3), d_w))))
