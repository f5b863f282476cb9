"""Displacements of bodies and frames by a design parameter at constant q, and the change of the bodies' inertia
wrenches.

A changed placement X_PI or X_BF is a virtual displacement d behind the joint or the frame. With U, B the twist and
acceleration of the body that carries it, delta += d, nu += U x d, epsilon += B x d + U x (U x d) for everything beyond
it (kernels.derivatives.motion has the same for coordinates). With f = I A + V x* I V of one body and B x as in
kernels.derivatives.tree,

    df = delta x* f + B nu + I epsilon.
"""

from linkwork.kernels.derivatives.motion import arm, cross_motion
from linkwork.kernels.derivatives.tree import inertia_times, times_block, velocity_terms
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.recursions.crba import add_moved_inertia
from linkwork.kernels.recursions.rnea import add_inertia_wrench, times_tensor
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, rotate, rotate_back, scale, sub, vec


@inner_kernel
def own_wrenches(m, w, s, d, plan):
    """Compute inertia, gyro and force of every body that some parameter displaces."""
    for n in range(plan.moving.shape[0]):
        b = plan.moving[n]
        J = d.inertia[b]
        for i in range(10):
            J[i] = 0.0
        add_moved_inertia(w.I_W[b], arm(w, s, b), J)
        first, omega, v = vec(J, 1), vec(s.V[b], 0), vec(s.V[b], 3)
        spin = add(times_tensor(J, omega), cross(first, v))
        momentum = add(scale(J[0], v), cross(omega, first))
        velocity_terms(J, omega, v, momentum, d.gyro[b])
        torque, force = inertia_times(J, vec(s.A[b], 0), vec(s.A[b], 3))
        put(d.force[b], 0, add(torque, add(cross(omega, spin), cross(v, momentum))))
        put(d.force[b], 3, add(force, cross(omega, momentum)))


@inner_kernel
def placement(X_WB, rho_B, X, dX, out):
    """Compute out (6), the displacement of a frame with pose X on a body whose twelve numbers change by dX."""
    a = (
        dot(vec(dX, 6), vec(X, 3)),
        dot(vec(dX, 0), vec(X, 6)),
        dot(vec(dX, 3), vec(X, 0)),
    )  # dR R' = [a]
    turn = rotate(X_WB, a)
    rho = add(rho_B, rotate(X_WB, vec(X, 9)))
    put(out, 0, turn)
    put(out, 3, add(rotate(X_WB, vec(dX, 9)), cross(rho, turn)))


@inner_kernel
def add_displacement(at, U, B, six, out):
    """Add [d; U x d; B x d + U x (U x d)] with d = six[:6] to out (18); six (18) is scratch."""
    cross_motion(U, six, six, 6)
    d_w, n_w = vec(six, 0), vec(six, 6)
    put(six, 12, add(cross(vec(B, 0), d_w), cross(vec(U, 0), n_w)))
    moved = add(cross(vec(B, 0), vec(six, 3)), cross(vec(B, 3), d_w))
    put(six, 15, add(moved, add(cross(vec(U, 0), vec(six, 9)), cross(vec(U, 3), n_w))))
    for i in range(18):
        out[i] += at * six[i]


@inner_kernel
def add_pitch(m, w, s, change, d, b, q, v):
    """Add the displacement due to a screw's pitch: its advance q, rate v and acceleration vdot along the axis, as if
    the joint had a slide there."""
    k, p = m.v_start[b], m.parent[b]
    along = vec(w.S[k], 0)
    put(d.six, 0, scale(0.0, along))
    put(d.six, 3, along)
    dp, turned = change.pitch[b], add(vec(s.V[b], 0), vec(s.V[p], 0))
    add_displacement(dp * q[m.q_start[b]], s.V[p], s.A[p], d.six, d.moved[b])
    accumulate(d.moved[b], 9, scale(dp * v[k], along))
    accumulate(d.moved[b], 15, scale(dp * v[k], cross(turned, along)))
    accumulate(d.moved[b], 15, scale(dp * w.vdot[k], along))


@inner_kernel
def displace_bodies(m, w, s, change, d, plan, p, q, v):
    """Compute `moved` of the bodies that parameter p displaces."""
    for n in range(plan.body_start[p], plan.body_start[p + 1]):
        b = plan.body[n]
        on = m.parent[b]
        for i in range(18):
            d.moved[b, i] = d.moved[on, i]
        placement(w.X_WB[on], arm(w, s, on), m.X_PI[b], change.X_PI[b], d.six)
        add_displacement(1.0, s.V[on], s.A[on], d.six, d.moved[b])
        if change.pitch[b] != 0.0:
            add_pitch(m, w, s, change, d, b, q, v)


@inner_kernel
def shift_frame(rho, V, A, v, six, out):
    """Compute out (18), the changes of pose, twist and acceleration of a frame at rho with velocity v. V and A are
    those of its body, six (18) is its own displacement."""
    turn, omega, alpha = vec(six, 0), vec(V, 0), vec(A, 0)
    dp = add(vec(six, 3), cross(turn, rho))
    dV_w = add(cross(turn, omega), vec(six, 6))
    dV_v = add(add(cross(turn, vec(V, 3)), cross(vec(six, 3), omega)), vec(six, 9))
    nu_w, nu_v = vec(six, 6), vec(six, 9)
    dA_w = add(add(cross(turn, alpha), cross(nu_w, omega)), vec(six, 12))
    dA_v = add(add(cross(turn, vec(A, 3)), cross(vec(six, 3), alpha)), vec(six, 15))
    dA_v = add(dA_v, add(cross(nu_w, vec(V, 3)), cross(nu_v, omega)))
    dv = add(add(dV_v, cross(dV_w, rho)), cross(omega, dp))
    da = add(dA_v, add(cross(dA_w, rho), cross(alpha, dp)))
    put(out, 0, turn)
    put(out, 3, dp)
    put(out, 6, dV_w)
    put(out, 9, dv)
    put(out, 12, dA_w)
    put(out, 15, add(da, add(cross(dV_w, v), cross(omega, dv))))


@inner_kernel
def shift_frames(m, w, s, change, d, plan, p):
    """Compute `shifted` of the frames that parameter p displaces."""
    for n in range(plan.frame_start[p], plan.frame_start[p + 1]):
        f = plan.frame[n]
        b, total = m.frame_body[f], d.shifted[f]
        placement(w.X_WB[b], arm(w, s, b), m.X_BF[f], change.X_BF[f], d.six)
        for i in range(18):
            total[i] = d.moved[b, i]
        add_displacement(1.0, s.V[b], s.A[b], d.six, total)
        for i in range(18):
            d.six[i] = total[i]
        shift_frame(frame_arm(w, s, f), s.V[b], s.A[b], vec(w.V_WF[f], 3), d.six, total)


@inner_kernel
def moved_wrenches(s, w, d, plan, p):
    """Compute the change of the inertia wrenches of displaced bodies."""
    for n in range(plan.body_start[p], plan.body_start[p + 1]):
        b = plan.body[n]
        six, f, B = d.moved[b], d.force[b], d.gyro[b]
        f_w, f_v = vec(f, 0), vec(f, 3)
        torque, force = inertia_times(d.inertia[b], vec(six, 12), vec(six, 15))
        torque = add(torque, add(cross(vec(six, 0), f_w), cross(vec(six, 3), f_v)))
        accumulate(d.wrench[b], 0, add(torque, times_block(B, vec(six, 6))))
        force = add(force, cross(vec(six, 0), f_v))
        accumulate(d.wrench[b], 3, sub(force, scale(2.0, cross(vec(B, 9), vec(six, 6)))))


@inner_kernel
def changed_inertias(m, w, s, change, d, plan, p):
    """Add the wrenches due to changed mass, first moment and inertia tensor (the regressor), in body axes at the body's
    origin."""
    for n in range(plan.inertia_start[p], plan.inertia_start[p + 1]):
        b = plan.inertia[n]
        X, J, V, A, rho, out = w.X_WB[b], change.inertia[b], s.V[b], s.A[b], arm(w, s, b), d.six
        omega, alpha = vec(V, 0), vec(A, 0)
        v = add(vec(V, 3), cross(omega, rho))
        a = add(add(vec(A, 3), cross(alpha, rho)), cross(omega, v))
        turning = rotate_back(X, omega)
        put(out, 0, cross(turning, times_tensor(J, turning)))
        put(out, 3, cross(turning, cross(turning, vec(J, 1))))
        add_inertia_wrench(J, rotate_back(X, alpha), rotate_back(X, a), out)
        force = rotate(X, vec(out, 3))
        accumulate(d.wrench[b], 0, add(rotate(X, vec(out, 0)), cross(rho, force)))
        accumulate(d.wrench[b], 3, force)
