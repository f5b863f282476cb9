"""Composite rigid bodies: the dense joint-space mass matrix M in O(n · depth) (kelly-1987; Walker & Orin)."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.rnea import times_tensor
from linkwork.kernels.vectors import add, cross, dot, scale, sub, vec


@inner_kernel
def add_moved_inertia(J, r, out):
    """out += inertia row J seen from a point that lies r behind its origin (origin = point + r)."""
    mass, s = J[0], vec(J, 1)
    twice = 2.0 * dot(r, s) + mass * dot(r, r)
    out[0] += mass
    for i in range(3):
        out[1 + i] += s[i] + mass * r[i]
        out[4 + i] += J[4 + i] + twice - 2.0 * r[i] * s[i] - mass * r[i] * r[i]
    out[7] += J[7] - r[0] * s[1] - r[1] * s[0] - mass * r[0] * r[1]
    out[8] += J[8] - r[0] * s[2] - r[2] * s[0] - mass * r[0] * r[2]
    out[9] += J[9] - r[1] * s[2] - r[2] * s[1] - mass * r[1] * r[2]


@inner_kernel
def mass_matrix(m, w, composite, M):
    """M (n_v, n_v) from I_W and S; `composite` (n_body, 10) is scratch."""
    n = m.parent.shape[0]
    X, S = w.X_WB, w.S
    for b in range(n):
        for i in range(10):
            composite[b, i] = w.I_W[b, i]
    for b in range(n - 1, 0, -1):
        p = m.parent[b]
        if p > 0:
            add_moved_inertia(composite[b], sub(vec(X[b], 9), vec(X[p], 9)), composite[p])
    for i in range(M.shape[0]):
        for j in range(M.shape[1]):
            M[i, j] = 0.0
    for b in range(1, n):
        for k in range(m.v_start[b], m.v_start[b + 1]):
            turn, move, J = vec(S[k], 0), vec(S[k], 3), composite[b]
            torque = add(times_tensor(J, turn), cross(vec(J, 1), move))
            force = add(scale(J[0], move), cross(turn, vec(J, 1)))
            a = b
            while a > 0:
                for j in range(m.v_start[a], m.v_start[a + 1]):
                    M[k, j] = dot(vec(S[j], 0), torque) + dot(vec(S[j], 3), force)
                    M[j, k] = M[k, j]
                torque = add(torque, cross(sub(vec(X[a], 9), vec(X[m.parent[a]], 9)), force))
                a = m.parent[a]
