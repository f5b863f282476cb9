"""Position and velocity stage: poses, motion subspace, twists, bias accelerations and inertias of all bodies, root to leaves.

With r = p_i - p_parent, relative motion (w, u) = S v of the joint and W the parent's angular velocity:

    omega_i = W + w,                 v_i = v_p + W x r + u
    alpha_i = alpha_p + W x w + w_p x w,   a_i = a_p + alpha_p x r + W x (v_i - v_p) + W x u + w_p x (2 u - u_p)

with (w_p, u_p) the part of (w, u) that the parent carries. The child carries the rest: its columns turn with w.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.joints import HZ, LEVER, RX, RZ, TRANSLATION, TZ
from linkwork.kernels.rotations import half_product
from linkwork.kernels.vectors import accumulate, add, axis, compose, cross, put, rotate, scale, sub, vec


@inner_kernel
def turn_about_z(X, angle):
    """X := X Rz(angle)."""
    c, s = np.cos(angle), np.sin(angle)
    for i in range(0, 9, 3):
        x, y = X[i], X[i + 1]
        X[i] = c * x + s * y
        X[i + 1] = c * y - s * x


@inner_kernel
def turn_about_x(X, angle):
    """X := X Rx(angle)."""
    c, s = np.cos(angle), np.sin(angle)
    for i in range(0, 9, 3):
        y, z = X[i + 1], X[i + 2]
        X[i + 1] = c * y + s * z
        X[i + 2] = c * z - s * y


@inner_kernel
def turn_by_quaternion(X, w, x, y, z):
    """X := X R(w, x, y, z); the quaternion is normalized on the way."""
    f = 2.0 / (w * w + x * x + y * y + z * z)
    r00, r01, r02 = 1.0 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)
    r10, r11, r12 = f * (x * y + w * z), 1.0 - f * (x * x + z * z), f * (y * z - w * x)
    r20, r21, r22 = f * (x * z - w * y), f * (y * z + w * x), 1.0 - f * (x * x + y * y)
    for i in range(0, 9, 3):
        a, b, c = X[i], X[i + 1], X[i + 2]
        X[i] = a * r00 + b * r10 + c * r20
        X[i + 1] = a * r01 + b * r11 + c * r21
        X[i + 2] = a * r02 + b * r12 + c * r22


@inner_kernel
def move_along(X, k, distance):
    """Move the origin of X along its own axis k."""
    for i in range(3):
        X[9 + i] += X[3 * i + k] * distance


@inner_kernel
def column(S, k, angular, linear):
    put(S[k], 0, angular)
    put(S[k], 3, linear)


@inner_kernel
def joint_pose(motions, start, stop, pitch, q, j, X, S, k):
    """X holds the pose of I' in the world; move it to J' by motions[start : stop] and write the joint's columns S[k…] (world axes, at J')."""
    none = (0.0 * X[0], 0.0 * X[0], 0.0 * X[0])
    for i in range(start, stop):
        motion = motions[i]
        if motion == RZ:
            turn_about_z(X, q[j])
            column(S, k, axis(X, 2), none)
            j, k = j + 1, k + 1
        elif motion <= TZ:
            move_along(X, motion, q[j])
            column(S, k, none, axis(X, motion))
            j, k = j + 1, k + 1
        elif motion == RX:
            turn_about_x(X, q[j])
            column(S, k, axis(X, 0), none)
            j, k = j + 1, k + 1
        elif motion == HZ:
            move_along(X, 2, pitch * q[j])
            turn_about_z(X, q[j])
            column(S, k, axis(X, 2), scale(pitch, axis(X, 2)))
            j, k = j + 1, k + 1
        elif motion == TRANSLATION:
            for c in range(3):
                column(S, k + c, none, axis(X, c))
            move_x, move_y, move_z = q[j], q[j + 1], q[j + 2]
            for c in range(0, 9, 3):
                X[9 + c // 3] += X[c] * move_x + X[c + 1] * move_y + X[c + 2] * move_z
            j, k = j + 3, k + 3
        else:
            turn_by_quaternion(X, q[j], q[j + 1], q[j + 2], q[j + 3])
            for c in range(3):
                column(S, k + c, axis(X, c), none)
            j, k = j + 4, k + 3


@inner_kernel
def positions(m, q, w):
    """X_WB and S of all bodies."""
    X_WB = w.X_WB
    for b in range(1, m.parent.shape[0]):
        X, j, k = X_WB[b], m.q_start[b], m.v_start[b]
        compose(X_WB[m.parent[b]], m.X_PI[b], X)
        joint_pose(m.motion, m.motion_start[b], m.motion_start[b + 1], m.pitch[b], q, j, X, w.S, k)
        if m.swings[b] == LEVER:
            P, I = X_WB[m.parent[b]], m.X_PI[b]
            arm = sub(vec(X, 9), add(vec(P, 9), rotate(P, vec(I, 9))))
            for c in range(k, k + m.riding[b]):
                accumulate(w.S[c], 3, cross(vec(w.S[c], 0), arm))


@inner_kernel
def velocities(m, v, w):
    """V and the bias acceleration A of all bodies."""
    V, A, X_WB, S = w.V, w.A, w.X_WB, w.S
    zero = 0.0 * w.X_WB[0, 0]
    for b in range(1, m.parent.shape[0]):
        p = m.parent[b]
        turn, slide, own = (zero, zero, zero), (zero, zero, zero), (zero, zero, zero)
        first = m.v_start[b]
        for k in range(first, m.v_start[b + 1]):
            turn = add(turn, scale(v[k], vec(S[k], 0)))
            slide = add(slide, scale(v[k], vec(S[k], 3)))
        if m.swings[b] != 0:
            ridden = (zero, zero, zero)
            for k in range(first, first + m.riding[b]):
                ridden = add(ridden, scale(v[k], vec(S[k], 0)))
            own = cross(ridden, turn)
        W, alpha = vec(V[p], 0), vec(A[p], 0)
        r = sub(vec(X_WB[b], 9), vec(X_WB[p], 9))
        carried = add(cross(W, r), slide)
        put(V[b], 0, add(W, turn))
        put(V[b], 3, add(vec(V[p], 3), carried))
        put(A[b], 0, add(alpha, add(cross(W, turn), own)))
        put(A[b], 3, add(vec(A[p], 3), add(cross(alpha, r), cross(W, add(carried, slide)))))
        if m.swings[b] == LEVER:
            ridden, rest = (zero, zero, zero), scale(2.0, slide)
            for k in range(first, first + m.riding[b]):
                ridden = add(ridden, scale(v[k], vec(S[k], 0)))
                rest = sub(rest, scale(v[k], vec(S[k], 3)))
            accumulate(A[b], 3, cross(ridden, rest))


@inner_kernel
def inertias(m, w):
    """I_W: mass, first moment and tensor of every body in world axes, at its origin."""
    for b in range(1, m.parent.shape[0]):
        J, X, out = m.inertia[b], w.X_WB[b], w.I_W[b]
        out[0] = J[0]
        put(out, 1, rotate(X, vec(J, 1)))
        xx, yy, zz, xy, xz, yz = J[4], J[5], J[6], J[7], J[8], J[9]
        a = (X[0] * xx + X[1] * xy + X[2] * xz, X[0] * xy + X[1] * yy + X[2] * yz, X[0] * xz + X[1] * yz + X[2] * zz)
        b_ = (X[3] * xx + X[4] * xy + X[5] * xz, X[3] * xy + X[4] * yy + X[5] * yz, X[3] * xz + X[4] * yz + X[5] * zz)
        c = (X[6] * xx + X[7] * xy + X[8] * xz, X[6] * xy + X[7] * yy + X[8] * yz, X[6] * xz + X[7] * yz + X[8] * zz)
        out[4] = a[0] * X[0] + a[1] * X[1] + a[2] * X[2]
        out[5] = b_[0] * X[3] + b_[1] * X[4] + b_[2] * X[5]
        out[6] = c[0] * X[6] + c[1] * X[7] + c[2] * X[8]
        out[7] = a[0] * X[3] + a[1] * X[4] + a[2] * X[5]
        out[8] = a[0] * X[6] + a[1] * X[7] + a[2] * X[8]
        out[9] = b_[0] * X[6] + b_[1] * X[7] + b_[2] * X[8]


@inner_kernel
def coordinate_rates(m, q, v, qdot):
    """qdot = N(q) v: a joint's quaternion, its last four positions, follows omega in J' by half the product."""
    for b in range(1, m.parent.shape[0]):
        j, k, nq, nv = m.q_start[b], m.v_start[b], m.q_start[b + 1] - m.q_start[b], m.v_start[b + 1] - m.v_start[b]
        plain = nq - 4 if nq != nv else nq
        for i in range(plain):
            qdot[j + i] = v[k + i]
        if nq != nv:
            j, k = j + plain, k + plain
            rate = half_product(q[j], q[j + 1], q[j + 2], q[j + 3], v[k], v[k + 1], v[k + 2])
            qdot[j], qdot[j + 1], qdot[j + 2], qdot[j + 3] = rate


@inner_kernel
def displace(m, q, dq, out):
    """out = q ⊕ dq: a tangent displacement dq (n_v) applied to positions; rotations by the exponential map, renormalized."""
    for b in range(1, m.parent.shape[0]):
        j, k, nq, nv = m.q_start[b], m.v_start[b], m.q_start[b + 1] - m.q_start[b], m.v_start[b + 1] - m.v_start[b]
        plain = nq - 4 if nq != nv else nq
        for i in range(plain):
            out[j + i] = q[j + i] + dq[k + i]
        if nq != nv:
            j, k = j + plain, k + plain
            a, b_, c = 0.5 * dq[k], 0.5 * dq[k + 1], 0.5 * dq[k + 2]
            square = a * a + b_ * b_ + c * c
            if square.real < 1e-8:
                s, d = 1.0 - square / 6.0 * (1.0 - square / 20.0), 1.0 - square / 2.0 * (1.0 - square / 12.0)
            else:
                angle = np.sqrt(square)
                s, d = np.sin(angle) / angle, np.cos(angle)
            a, b_, c = s * a, s * b_, s * c
            w, x, y, z = q[j], q[j + 1], q[j + 2], q[j + 3]
            w, x, y, z = (
                w * d - x * a - y * b_ - z * c,
                x * d + w * a + y * c - z * b_,
                y * d + w * b_ + z * a - x * c,
                z * d + w * c + x * b_ - y * a,
            )
            f = 1.0 / np.sqrt(w * w + x * x + y * y + z * z)
            out[j], out[j + 1], out[j + 2], out[j + 3] = f * w, f * x, f * y, f * z
