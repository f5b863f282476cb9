"""Reverse sweep, sixth stage: from frames to bodies, and the bodies' own inertia.

A body gets cotangents of its pose P, twist T, acceleration C and virtual twist R at the common point. Stored are

    P' = P + V x* T + A x* C + delta x* R,    T' = T + V x* C,

because in this form all three vectors turn with the body. A rigid body's own part of P' is zero except for fields that
do not turn with it.
"""

from linkwork.kernels.derivatives.adjoint_motion import clear_rows
from linkwork.kernels.derivatives.motion import arm
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.recursions.rnea import times_tensor
from linkwork.kernels.vectors import accumulate, add, axis, cross, dot, rotate_back, scale, sub, vec


@inner_kernel
def add_moved(out, torque, force, rho):
    """Add to out a wrench at rho, moved to the common point."""
    accumulate(out, 0, add(torque, cross(rho, force)))
    accumulate(out, 3, force)


@inner_kernel
def cross_force(V, torque, force):
    """Return V x* f: (w x torque + v x force, w x force)."""
    turn = vec(V, 0)
    return add(cross(turn, torque), cross(vec(V, 3), force)), cross(turn, force)


@inner_kernel
def placement_gradient(X_WB, X_BF, turn, move, out):
    """Add twelve numbers g of a pose in B with g · dX = turn · (world rotation) + move · (world displacement of the origin).

    A rotation t in axes of B changes R_BF by [t] R_BF: the rotation's nine are ½ [R_WB'turn] R_BF.
    """
    local = scale(0.5, rotate_back(X_WB, turn))
    for c in range(3):
        gained = cross(local, axis(X_BF, c))
        out[c] += gained[0]
        out[3 + c] += gained[1]
        out[6 + c] += gained[2]
    accumulate(out, 9, rotate_back(X_WB, move))


@inner_kernel
def frame_to_body(on, V, alpha, turned, rho, pose, twist, accel, wrench):
    """Move the cotangents of a frame (24) to its body; return those by the frame's displacement on its body."""
    by_a, omega = vec(on, 15), vec(V, 0)
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
    """Start the cotangents of bodies with those of their frames, and add the gradients of the frames' placements."""
    clear_rows(r.pose)
    clear_rows(r.twist)
    clear_rows(r.accel)
    clear_rows(r.wrench)
    for f in range(m.frame_body.shape[0]):
        b, on = m.frame_body[f], r.on_frame[f]
        turn, move = frame_to_body(
            on, w.V_WF[f], vec(r.A[b], 0), vec(r.D_WF[f], 0), frame_arm(w, r, f), r.pose[b], r.twist[b], r.accel[b], r.wrench[b]
        )  # fmt: skip
        placement_gradient(w.X_WB[b], m.X_BF[f], turn, move, d.X_BF[f])


@inner_kernel
def inertia_gradient(X, alpha, a, omega, turn, move, out):
    """Add the gradient by the ten inertia numbers: the regressor of turn · torque + move · force of a body with
    acceleration (alpha, a). Vectors are in world axes."""
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
def reverse_inertia(J, omega, v, alpha, a, turn, move):
    """Return the cotangents of twist and spatial acceleration due to a rigid body's inertia, and its torque and force,
    all at its origin."""
    s, momentum = vec(J, 1), times_tensor(J, omega)
    torque = add(add(times_tensor(J, alpha), cross(s, a)), cross(omega, momentum))
    force = add(add(scale(J[0], a), cross(alpha, s)), cross(omega, cross(omega, s)))
    p = add(scale(J[0], move), cross(turn, s))
    by_w = add(cross(v, p), add(cross(momentum, turn), times_tensor(J, cross(turn, omega))))
    by_w = add(by_w, add(scale(dot(omega, s), move), scale(dot(move, omega), s)))
    by_w = sub(by_w, scale(2.0 * dot(move, s), omega))
    return by_w, cross(p, omega), add(times_tensor(J, turn), cross(s, move)), p, torque, force


@inner_kernel
def reverse_energies(m, w, r, d, b):
    """Sweep the kinetic energy of one body and its energy in gravity."""
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
def between_bodies(V, A, delta, pose, twist, accel, wrench):
    """Compute P' = P + V x* T + A x* C + delta x* R of what acts between bodies."""
    T_w, T_v = cross_force(V, vec(twist, 0), vec(twist, 3))
    C_w, C_v = cross_force(A, vec(accel, 0), vec(accel, 3))
    R_w, R_v = cross_force(delta, vec(wrench, 0), vec(wrench, 3))
    accumulate(pose, 0, add(T_w, add(C_w, R_w)))
    accumulate(pose, 3, add(T_v, add(C_v, R_v)))


@inner_kernel
def reverse_bodies(m, w, r, d):
    """Compute P' of what acts between bodies, then add the bodies' own inertia, and compute T'."""
    g, energies, fields = vec(m.gravity, 0), r.energy[0] != 0.0 or r.energy[1] != 0.0, r.with_field[0] != 0
    for b in range(1, m.parent.shape[0]):
        between_bodies(r.V[b], r.A[b], r.delta[b], r.pose[b], r.twist[b], r.accel[b], r.wrench[b])
        rho, omega, v, alpha = arm(w, r, b), vec(w.V[b], 0), vec(w.V[b], 3), vec(r.A[b], 0)
        a = sub(add(vec(w.A[b], 3), vec(w.dA[b], 3)), g)
        turn, move = vec(r.D_WB[b], 0), vec(r.D_WB[b], 3)
        T_w, T_v, C_w, C_v, torque, force = reverse_inertia(w.I_W[b], omega, v, alpha, a, turn, move)
        inertia_gradient(w.X_WB[b], alpha, a, omega, turn, move, d.inertia[b])
        torque = add(torque, cross(rho, force))
        accumulate(r.wrench[b], 0, torque)
        accumulate(r.wrench[b], 3, force)
        add_moved(r.accel[b], C_w, C_v, rho)
        C_w, C_v = cross_force(r.V[b], vec(r.accel[b], 0), vec(r.accel[b], 3))
        accumulate(r.twist[b], 0, add(add(T_w, cross(rho, T_v)), C_w))
        accumulate(r.twist[b], 3, add(T_v, C_v))
        if fields:
            C_w, C_v = cross_force(r.field[b], torque, force)
            accumulate(r.pose[b], 0, scale(-1.0, C_w))
            accumulate(r.pose[b], 3, scale(-1.0, C_v))
        if energies:
            reverse_energies(m, w, r, d, b)
