"""The velocity transformation B of relative coordinates (bae-2003): Bx outward, B'G inward.  Bdot v is the bias A of kernels.tree.

Body velocities are Y = B v; virtual power is Y'G = v'(B'G). Neither B nor any product of it is ever formed.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec


@inner_kernel
def velocity_transformation(m, w, x, Y):
    """Y = B x: body twists (or accelerations) due to the joint rates x alone."""
    X, S = w.X_WB, w.S
    for b in range(1, m.parent.shape[0]):
        p = m.parent[b]
        turn = vec(Y[p], 0)
        move = add(vec(Y[p], 3), cross(turn, sub(vec(X[b], 9), vec(X[p], 9))))
        for k in range(m.v_start[b], m.v_start[b + 1]):
            turn = add(turn, scale(x[k], vec(S[k], 0)))
            move = add(move, scale(x[k], vec(S[k], 3)))
        put(Y[b], 0, turn)
        put(Y[b], 3, move)


@inner_kernel
def force_transformation(m, w, G, F, out):
    """out = B'G for body wrenches G; F[b] is left as the wrench that tree joint b carries, at b's origin."""
    X, S = w.X_WB, w.S
    n = m.parent.shape[0]
    for b in range(n):
        for i in range(6):
            F[b, i] = G[b, i]
    for b in range(n - 1, 0, -1):
        torque, force = vec(F[b], 0), vec(F[b], 3)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            out[k] = dot(vec(S[k], 0), torque) + dot(vec(S[k], 3), force)
        p = m.parent[b]
        accumulate(F[p], 0, add(torque, cross(sub(vec(X[b], 9), vec(X[p], 9)), force)))
        accumulate(F[p], 3, force)
