"""Reverse sweep, last stages: frames to bodies, inertias, and one recursion over the tree from the leaves to the root.

Cotangents of a body's pose P, twist T, acceleration C and virtual twist R, summed over all bodies at or beyond a joint as

    P' = P + V x* T + A x* C + delta x* R,    T' = T + V x* C,

give the gradients by the joint's coordinates with the columns of kernels.slopes.motion and Jdelta = seen x J,

    by q:  J·P' + Jd·T' + e·C + Jdelta·R,    by v:  J·T' + Jv·C,    by vdot:  J·C.

A placement of the joint is one more joint before it, at rest, with six columns that the parent carries. A rigid body's own part of
P' is zero but for fields that do not turn with the bodies.
"""

from linkwork.kernels.arrays import SCREW
from linkwork.kernels.design.reverse_motion import clear_rows, joint_origin
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.rnea import times_tensor
from linkwork.kernels.slopes.measures import frame_arm
from linkwork.kernels.slopes.motion import arm
from linkwork.kernels.slopes.tree import dot6
from linkwork.kernels.vectors import accumulate, add, axis, cross, dot, rotate, rotate_back, scale, sub, vec


@inner_kernel
def add_moved(out, torque, force, rho):
    """out += a wrench at rho, moved to the common point."""
    accumulate(out, 0, add(torque, cross(rho, force)))
    accumulate(out, 3, force)


@inner_kernel
def add_cross_force(V, f, out):
    """out += V x* f: [w x torque + v x force; w x force]."""
    turn, force = vec(V, 0), vec(f, 3)
    accumulate(out, 0, add(cross(turn, vec(f, 0)), cross(vec(V, 3), force)))
    accumulate(out, 3, cross(turn, force))


@inner_kernel
def placement_gradient(X_WB, X_WF, turn, move, out):
    """Twelve numbers g of a pose in B with g · dX = turn · (world rotation) + move · (world displacement of the origin).

    dR_WF = [turning] R_WF, so the rotation's nine are ½ R_WB'[turn] R_WF.
    """
    for c in range(3):
        local = rotate_back(X_WB, cross(turn, axis(X_WF, c)))
        for i in range(3):
            out[3 * i + c] += 0.5 * local[i]
    accumulate(out, 9, rotate_back(X_WB, move))


@inner_kernel
def frame_to_body(on, w_B, V, alpha, turned, rho, pose, twist, accel, wrench):
    """Cotangents of a frame (24) to its body's; returns those by the frame's displacement on its body."""
    by_a, omega = vec(on, 15), w_B
    by_v = add(vec(on, 9), cross(by_a, omega))
    by_w = add(vec(on, 6), cross(vec(V, 3), by_a))
    by_D = vec(on, 21)
    by_p = add(add(vec(on, 3), cross(by_a, alpha)), add(cross(by_v, omega), cross(by_D, turned)))
    turn = vec(on, 0)
    add_moved(pose, turn, by_p, rho)
    add_moved(twist, by_w, by_v, rho)
    add_moved(accel, vec(on, 12), by_a, rho)
    add_moved(wrench, vec(on, 18), by_D, rho)
    return turn, by_p


@inner_kernel
def reverse_frames(m, w, r, d):
    """Frames to bodies, whose cotangents begin here, and to the frames' placements."""
    clear_rows(r.pose)
    clear_rows(r.twist)
    clear_rows(r.accel)
    clear_rows(r.wrench)
    for f in range(m.frame_body.shape[0]):
        b, on = m.frame_body[f], r.on_frame[f]
        turn, move = frame_to_body(
            on, vec(w.V_WF[f], 0), w.V_WF[f], vec(r.A[b], 0), vec(r.D_WF[f], 0), frame_arm(w, r, f), r.pose[b], r.twist[b],
            r.accel[b], r.wrench[b],
        )  # fmt: skip
        placement_gradient(w.X_WB[b], w.X_WF[f], turn, move, d.X_BF[f])


@inner_kernel
def inertia_gradient(X, alpha, a, omega, turn, move, out):
    """Ten numbers: the regressor of turn · torque + move · force of a body with acceleration (alpha, a); vectors in world axes."""
    alpha, a, omega = rotate_back(X, alpha), rotate_back(X, a), rotate_back(X, omega)
    turn, move = rotate_back(X, turn), rotate_back(X, move)
    out[0] += dot(move, a)
    accumulate(out, 1, add(add(cross(move, alpha), cross(a, turn)), cross(omega, cross(omega, move))))
    spun = cross(turn, omega)
    for i in range(3):
        out[4 + i] += turn[i] * alpha[i] + spun[i] * omega[i]
    out[7] += turn[0] * alpha[1] + turn[1] * alpha[0] + spun[0] * omega[1] + spun[1] * omega[0]
    out[8] += turn[0] * alpha[2] + turn[2] * alpha[0] + spun[0] * omega[2] + spun[2] * omega[0]
    out[9] += turn[1] * alpha[2] + turn[2] * alpha[1] + spun[1] * omega[2] + spun[2] * omega[1]


@inner_kernel
def reverse_inertia(J, rho, omega, v, alpha, A_v, turn, move, twist, accel):
    """Cotangents of a rigid body's twist and spatial acceleration at its origin, moved; returns its torque and force."""
    s = vec(J, 1)
    a = add(A_v, cross(omega, v))
    momentum = times_tensor(J, omega)
    torque = add(add(times_tensor(J, alpha), cross(s, a)), cross(omega, momentum))
    force = add(add(scale(J[0], a), cross(alpha, s)), cross(omega, cross(omega, s)))
    p = add(scale(J[0], move), cross(turn, s))
    add_moved(accel, add(times_tensor(J, turn), cross(s, move)), p, rho)
    by_w = add(cross(v, p), add(cross(momentum, turn), times_tensor(J, cross(turn, omega))))
    by_w = add(by_w, add(scale(dot(omega, s), move), scale(dot(move, omega), s)))
    add_moved(twist, sub(by_w, scale(2.0 * dot(move, s), omega)), cross(p, omega), rho)
    return torque, force


@inner_kernel
def reverse_energies(m, w, r, d, b):
    """Kinetic energy and that of gravity, of one body."""
    J, X, V, inner = w.I_W[b], w.X_WB[b], w.V[b], d.inertia[b]
    s, omega, v, g = vec(J, 1), vec(V, 0), vec(V, 3), vec(m.gravity, 0)
    k, h = r.energy[0], r.energy[1]
    spin, push = add(times_tensor(J, omega), cross(s, v)), add(scale(J[0], v), cross(omega, s))
    add_moved(r.twist[b], scale(k, spin), scale(k, push), arm(w, r, b))
    local, speed = rotate_back(X, omega), rotate_back(X, v)
    inner[0] += 0.5 * k * dot(v, v) - h * dot(g, vec(X, 9))
    accumulate(inner, 1, sub(scale(k, cross(speed, local)), scale(h, rotate_back(X, g))))
    for i in range(3):
        inner[4 + i] += 0.5 * k * local[i] * local[i]
    inner[7] += k * local[0] * local[1]
    inner[8] += k * local[0] * local[2]
    inner[9] += k * local[1] * local[2]
    weight = scale(-h * J[0], g)
    add_moved(r.pose[b], scale(-h, cross(s, g)), weight, arm(w, r, b))
    accumulate(d.gravity, 0, scale(-h, add(scale(J[0], vec(X, 9)), s)))


@inner_kernel
def reverse_bodies(m, w, r, d):
    """P' of what acts between bodies, then the bodies' own inertia, T' and the summed cotangents' start."""
    energies = r.energy[0] != 0.0 or r.energy[1] != 0.0
    for b in range(m.parent.shape[0]):
        V, A, pose, twist, accel, wrench = r.V[b], r.A[b], r.pose[b], r.twist[b], r.accel[b], r.wrench[b]
        add_cross_force(V, twist, pose)
        add_cross_force(A, accel, pose)
        add_cross_force(r.delta[b], wrench, pose)
        if b > 0:
            rho = arm(w, r, b)
            J, omega, alpha = w.I_W[b], vec(V, 0), vec(A, 0)
            v, A_v = vec(w.V[b], 3), add(vec(A, 3), cross(alpha, rho))
            turn, move = vec(r.D_WB[b], 0), vec(r.D_WB[b], 3)
            torque, force = reverse_inertia(J, rho, omega, v, alpha, A_v, turn, move, twist, accel)
            add_moved(wrench, torque, force, rho)
            torque = add(torque, cross(rho, force))
            field_w, field_v = vec(r.field[b], 0), vec(r.field[b], 3)
            accumulate(pose, 0, scale(-1.0, add(cross(field_w, torque), cross(field_v, force))))
            accumulate(pose, 3, scale(-1.0, cross(field_w, force)))
            inertia_gradient(w.X_WB[b], alpha, add(A_v, cross(omega, v)), omega, turn, move, d.inertia[b])
            if energies:
                reverse_energies(m, w, r, d, b)
        add_cross_force(V, accel, twist)


@inner_kernel
def less_cross_force(V, f):
    """(torque, force) of - V x* f."""
    turn, force = vec(V, 0), vec(f, 3)
    return scale(-1.0, add(cross(turn, vec(f, 0)), cross(vec(V, 3), force))), cross(force, turn)


@inner_kernel
def reverse_placement(m, w, r, d, b):
    """The joint's placement X_PI: a displacement of all that lies beyond it, on the parent."""
    p, O = m.parent[b], vec(r.origin, 0)
    at = joint_origin(m, w, b)
    V, A, scratch = r.V[p], r.A[p], r.pair[0]
    for i in range(6):
        scratch[i] = r.twist[b, i]
    push_w, push_v = less_cross_force(V, r.accel[b])
    accumulate(scratch, 0, push_w)
    accumulate(scratch, 3, push_v)
    torque, force = less_cross_force(V, scratch)
    for f, field in ((r.accel[b], A), (r.wrench[b], r.delta[p])):
        more_w, more_v = less_cross_force(field, f)
        torque, force = add(torque, more_w), add(force, more_v)
    torque, force = add(torque, vec(r.pose[b], 0)), add(force, vec(r.pose[b], 3))
    turn = sub(torque, cross(sub(at, O), force))
    compose_rotation(w.X_WB[p], m.X_PI[b], r.frame)
    placement_gradient(w.X_WB[p], r.frame, turn, force, d.X_PI[b])


@inner_kernel
def compose_rotation(X_AB, X_BC, out):
    """R_AC of two pose rows."""
    for c in range(3):
        column = rotate(X_AB, axis(X_BC, c))
        for i in range(3):
            out[3 * i + c] = column[i]


@inner_kernel
def reverse_pitch(m, w, r, d, b, q, v):
    """A screw's pitch: its angle, rate and acceleration times those of a slide along the axis."""
    k, p, z = m.v_start[b], m.parent[b], vec(w.S[m.v_start[b]], 0)
    T, C = r.twist[b], r.accel[b]
    turn, spin = vec(r.V[p], 0), add(vec(r.V[p], 0), vec(r.V[b], 0))
    slid = cross(turn, z)
    lifted = add(cross(vec(r.A[p], 0), z), cross(turn, slid))
    carried = cross(vec(r.delta[p], 0), z)
    by_slide = (
        dot(z, vec(r.pose[b], 3)) + dot(slid, vec(T, 3)) + dot(lifted, vec(C, 3)) + dot(carried, vec(r.wrench[b], 3))
    )
    by_rate = dot(z, vec(T, 3)) + dot(cross(spin, z), vec(C, 3))
    d.pitch[b] += q[m.q_start[b]] * by_slide + v[k] * by_rate + w.vdot[k] * dot(z, vec(C, 3))
    d.pitch[b] += r.residual[k] * dot(z, vec(r.wrench[b], 3))


@inner_kernel
def reverse_joint_points(m, w, r, d, b):
    """The points that cotangents of the joint's wrench are taken at move with the body and with the joint's placement."""
    force = vec(r.wrench[b], 3)
    pull = cross(vec(r.carried[b], 0), force)
    add_moved(r.pose[b], scale(0.0, pull), pull, arm(w, r, b))
    back, p = cross(force, vec(r.returned[b], 0)), m.parent[b]
    add_moved(r.pose[p], scale(0.0, back), back, sub(joint_origin(m, w, b), vec(r.origin, 0)))
    accumulate(d.X_PI[b], 9, rotate_back(w.X_WB[p], back))


@inner_kernel
def reverse_tree(m, w, r, d, q, v):
    """Gradients by q, v, vdot, placements, pitches and gravity."""
    for b in range(m.parent.shape[0] - 1, 0, -1):
        p = m.parent[b]
        reverse_joint_points(m, w, r, d, b)
        P, T, C, R, seen = r.pose[b], r.twist[b], r.accel[b], r.wrench[b], r.seen[b]
        see_w, see_v = vec(seen, 0), vec(seen, 3)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            J = r.column[k]
            J_w, J_v = vec(J, 0), vec(J, 3)
            moved = add(cross(see_w, J_v), cross(see_v, J_w))
            by_q = dot6(P, 0, J, 0) + dot6(T, 0, J, 6) + dot6(C, 0, J, 12)
            r.by_q[k] += by_q + dot(vec(R, 0), cross(see_w, J_w)) + dot(vec(R, 3), moved)
            r.by_v[k] = dot6(T, 0, J, 0) + dot6(C, 0, J, 18)
            r.by_vdot[k] = dot6(C, 0, J, 0)
        if m.joint_type[b] == SCREW:
            reverse_pitch(m, w, r, d, b, q, v)
        reverse_placement(m, w, r, d, b)
        for i in range(6):
            r.pose[p, i] += P[i]
            r.twist[p, i] += T[i]
            r.accel[p, i] += C[i]
            r.wrench[p, i] += R[i]
    accumulate(d.gravity, 0, scale(-1.0, vec(r.accel[0], 3)))
