"""Reverse sweep, first stage: spatial motion, the fields of virtual twists, and both at the origins of all frames.

With cotangents a of the residual, a'F = sum over bodies of delta_b · R_b, delta_b = sum of J_k a_k on the way from the root, and R_b
the wrench the body needs less the forces on it. A cotangent of the wrench that tree joint b carries adds the same twist to all
bodies at or beyond b.
"""

from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.slopes.measures import frame_arm
from linkwork.kernels.slopes.motion import arm, riding_columns
from linkwork.kernels.vectors import accumulate, add, cross, put, rotate, sub, vec


@inner_kernel
def clear_rows(a):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = 0.0


@inner_kernel
def clear_vector(a):
    for i in range(a.shape[0]):
        a[i] = 0.0


@inner_kernel
def joint_origin(m, w, b):
    """Origin of I', the parent's side of the tree joint of b."""
    X = w.X_WB[m.parent[b]]
    return add(vec(X, 9), rotate(X, vec(m.X_PI[b], 9)))


@inner_kernel
def virtual_twists(m, w, r):
    """delta, seen, field and D_WB."""
    for i in range(6):
        r.delta[0, i], r.field[0, i], r.D_WB[0, i] = 0.0, 0.0, 0.0
    for b in range(1, m.parent.shape[0]):
        p, first, last = m.parent[b], m.v_start[b], m.v_start[b + 1]
        middle = first + riding_columns(m.joint_type[b])
        rho, delta, seen, field = arm(w, r, b), r.delta[b], r.seen[b], r.field[b]
        for i in range(6):
            delta[i] = r.delta[p, i]
            field[i] = r.field[p, i]
        for k in range(first, last + 1):
            if k == middle:
                for i in range(6):
                    seen[i] = delta[i]
            if k < last:
                for i in range(6):
                    delta[i] += r.column[k, i] * r.residual[k]
        turn, back = vec(r.carried[b], 0), vec(r.returned[b], 0)
        accumulate(field, 0, sub(turn, back))
        accumulate(field, 3, sub(sub(vec(r.carried[b], 3), cross(turn, rho)), vec(r.returned[b], 3)))
        accumulate(field, 3, cross(back, sub(joint_origin(m, w, b), vec(r.origin, 0))))
        both = add(vec(delta, 0), vec(field, 0))
        put(r.D_WB[b], 0, both)
        put(r.D_WB[b], 3, add(add(vec(delta, 3), vec(field, 3)), cross(both, rho)))


@inner_kernel
def frame_motions(m, w, r):
    """D_WF and A_WF; no cotangent of a frame yet."""
    for f in range(m.frame_body.shape[0]):
        b = m.frame_body[f]
        rho, turn, alpha, V = frame_arm(w, r, f), vec(r.D_WB[b], 0), vec(r.A[b], 0), w.V_WF[f]
        put(r.D_WF[f], 0, turn)
        put(r.D_WF[f], 3, add(vec(r.D_WB[b], 3), cross(turn, sub(vec(w.X_WF[f], 9), vec(w.X_WB[b], 9)))))
        put(r.A_WF[f], 0, alpha)
        put(r.A_WF[f], 3, add(vec(r.A[b], 3), add(cross(alpha, rho), cross(vec(V, 0), vec(V, 3)))))
    clear_rows(r.on_frame)
