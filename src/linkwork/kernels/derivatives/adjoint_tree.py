"""Reverse sweep, last stage: one recursion over the tree from the leaves to the root.

Let P', T', C and R of kernels.derivatives.adjoint_bodies be summed over all bodies at or beyond a joint, let U and B be
twist and acceleration of what carries a column (the parent, or the parent with columns before it), and `seen` the same
of delta. The transposed formulas of kernels.derivatives.motion are

    by q:     J · (P' - U x* (T' - U x* C) - B x* C - seen x* R)
    by v:     J · (T' - (V_att + U) x* C)
    by vdot:  J · C.

A placement of the joint acts like one more joint before it, at rest, with six columns that the parent carries.
"""

from linkwork.kernels.derivatives.adjoint_bodies import add_moved, placement_gradient
from linkwork.kernels.derivatives.adjoint_motion import joint_origin
from linkwork.kernels.derivatives.motion import arm
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.joints import HZ
from linkwork.kernels.vectors import accumulate, add, cross, dot, rotate_back, scale, sub, vec


@inner_kernel
def less_cross_force(torque, force, V, f_w, f_v):
    """Return (torque, force) - V x* f."""
    turn = vec(V, 0)
    return sub(torque, add(cross(turn, f_w), cross(vec(V, 3), f_v))), sub(force, cross(turn, f_v))


@inner_kernel
def joint_wrench(P, T, C, R, U, B, seen):
    """Return T - U x* C, and P - U x* (T - U x* C) - B x* C - seen x* R."""
    C_w, C_v = vec(C, 0), vec(C, 3)
    v_w, v_v = less_cross_force(vec(T, 0), vec(T, 3), U, C_w, C_v)
    q_w, q_v = less_cross_force(vec(P, 0), vec(P, 3), U, v_w, v_v)
    q_w, q_v = less_cross_force(q_w, q_v, B, C_w, C_v)
    q_w, q_v = less_cross_force(q_w, q_v, seen, vec(R, 0), vec(R, 3))
    return v_w, v_v, q_w, q_v


@inner_kernel
def ridden(m, w, r, b, v):
    """Compute seen, U and B (rows 0, 1, 2 of `ride`) of a joint whose first columns are carried by the parent."""
    p, rho, seen, U, B = m.parent[b], arm(w, r, b), r.ride[0], r.ride[1], r.ride[2]
    first, V = m.v_start[b], r.V[p]
    for i in range(6):
        seen[i], U[i], B[i] = r.delta[p, i], V[i], r.A[p, i]
    for k in range(first, first + m.riding[b]):
        turn = vec(w.S[k], 0)
        move = add(vec(w.S[k], 3), cross(rho, turn))
        add_motion(seen, r.residual[k], turn, move)
        add_motion(U, v[k], turn, move)
        add_motion(B, w.vdot[k], turn, move)
        carried = add(cross(vec(V, 0), move), cross(vec(V, 3), turn))
        add_motion(B, v[k], cross(vec(V, 0), turn), carried)


@inner_kernel
def add_motion(out, f, turn, move):
    """Add f times a motion vector to out."""
    accumulate(out, 0, scale(f, turn))
    accumulate(out, 3, scale(f, move))


@inner_kernel
def reverse_columns(m, w, r, b, first, last, rho, V_att, v_w, v_v, q_w, q_v):
    """Compute by_q, by_v and by_vdot of columns that are carried with the twist V_att."""
    C_w, C_v = vec(r.accel[b], 0), vec(r.accel[b], 3)
    v_w, v_v = less_cross_force(v_w, v_v, V_att, C_w, C_v)
    q_w, v_w, C_w = sub(q_w, cross(rho, q_v)), sub(v_w, cross(rho, v_v)), sub(C_w, cross(rho, C_v))
    for k in range(first, last):
        turn, move = vec(w.S[k], 0), vec(w.S[k], 3)
        r.by_q[k] += dot(turn, q_w) + dot(move, q_v)
        r.by_v[k] = dot(turn, v_w) + dot(move, v_v)
        r.by_vdot[k] = dot(turn, C_w) + dot(move, C_v)


@inner_kernel
def reverse_joint(m, w, r, d, b, q, v):
    """Sweep the coordinates of one tree joint, its placement and a screw's pitch."""
    p, first, last, rho = m.parent[b], m.v_start[b], m.v_start[b + 1], arm(w, r, b)
    middle = first + m.riding[b]
    P, T, C, R = r.pose[b], r.twist[b], r.accel[b], r.wrench[b]
    v_w, v_v, q_w, q_v = joint_wrench(P, T, C, R, r.V[p], r.A[p], r.delta[p])
    at = sub(joint_origin(m, w, b), vec(r.origin, 0))
    placement_gradient(w.X_WB[p], m.X_PI[b], sub(q_w, cross(at, q_v)), q_v, d.X_PI[b])
    if last > first and m.motion[m.motion_start[b]] == HZ:
        z, k, push = vec(w.S[first], 0), first, vec(C, 3)
        d.pitch[b] += q[m.q_start[b]] * dot(z, q_v) + v[k] * dot(z, sub(v_v, cross(vec(r.V[b], 0), push)))
        d.pitch[b] += w.vdot[k] * dot(z, push) + r.residual[k] * dot(z, vec(R, 3))
    if middle > first:
        ridden(m, w, r, b, v)
        v_w, v_v, q_w, q_v = joint_wrench(P, T, C, R, r.ride[1], r.ride[2], r.ride[0])
        reverse_columns(m, w, r, b, first, middle, rho, r.V[p], v_w, v_v, q_w, q_v)
    reverse_columns(m, w, r, b, middle, last, rho, r.V[b], v_w, v_v, q_w, q_v)


@inner_kernel
def reverse_joint_points(m, w, r, d, b):
    """Sweep the points at which the joint's wrench is reported; they move with the body and with the joint's placement."""
    force, p = vec(r.wrench[b], 3), m.parent[b]
    pull, back = cross(vec(r.carried[b], 0), force), cross(force, vec(r.returned[b], 0))
    none = scale(0.0, pull)
    add_moved(r.pose[b], none, pull, arm(w, r, b))
    add_moved(r.pose[p], none, back, sub(joint_origin(m, w, b), vec(r.origin, 0)))
    accumulate(d.X_PI[b], 9, rotate_back(w.X_WB[p], back))


@inner_kernel
def reverse_tree(m, w, r, d, q, v):
    """Compute the gradients by q, v, vdot, placements, pitches and gravity."""
    for b in range(m.parent.shape[0] - 1, 0, -1):
        p = m.parent[b]
        if r.with_field[0] != 0:
            reverse_joint_points(m, w, r, d, b)
        reverse_joint(m, w, r, d, b, q, v)
        for i in range(6):
            r.pose[p, i] += r.pose[b, i]
            r.twist[p, i] += r.twist[b, i]
            r.accel[p, i] += r.accel[b, i]
            r.wrench[p, i] += r.wrench[b, i]
    accumulate(d.gravity, 0, scale(-1.0, vec(r.accel[0], 3)))
