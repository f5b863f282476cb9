"""Reverse sweep, first stage: spatial motion, the fields of virtual twists, and both at the origins of all frames.

With cotangents a of the residual, a'F is the sum over bodies of delta_b · R_b. Here delta_b is the sum of J_k a_k on
the path from the root to body b, and R_b is the wrench that the body needs less the forces on it. A cotangent of the
wrench that tree joint b carries adds the same twist to all bodies at or beyond b.
"""

from linkwork.kernels.derivatives.motion import arm
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.recursions.transformations import velocity_transformation
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
def any_row(a):
    """Return whether any entry is not zero."""
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] != 0.0:
                return True
    return False


@inner_kernel
def joint_origin(m, w, b):
    """Return the origin of I', the parent's side of the tree joint of b."""
    X = w.X_WB[m.parent[b]]
    return add(vec(X, 9), rotate(X, vec(m.X_PI[b], 9)))


@inner_kernel
def put_moved(out, turn, move, rho):
    """Set out to a motion vector given at rho, moved to the common point."""
    put(out, 0, turn)
    put(out, 3, sub(move, cross(turn, rho)))


@inner_kernel
def body_motions(m, w, r):
    """Compute V, A and delta at the common point, and D_WB at the bodies' origins. Gravity is an acceleration of the
    ground."""
    g = vec(m.gravity, 0)
    velocity_transformation(m, w, w.vdot, w.dA)
    velocity_transformation(m, w, r.residual, r.D_WB)
    for i in range(6):
        r.V[0, i], r.A[0, i], r.delta[0, i], r.D_WB[0, i] = 0.0, 0.0, 0.0, 0.0
    for i in range(3):
        r.A[0, 3 + i] = -g[i]
    for b in range(1, m.parent.shape[0]):
        rho, omega, v = arm(w, r, b), vec(w.V[b], 0), vec(w.V[b], 3)
        a = sub(add(vec(w.A[b], 3), vec(w.dA[b], 3)), g)
        put_moved(r.V[b], omega, v, rho)
        put_moved(r.A[b], add(vec(w.A[b], 0), vec(w.dA[b], 0)), sub(a, cross(omega, v)), rho)
        put_moved(r.delta[b], vec(r.D_WB[b], 0), vec(r.D_WB[b], 3), rho)


@inner_kernel
def wrench_fields(m, w, r):
    """Add the fields of cotangents of the joints' wrenches, if there are any, to D_WB."""
    r.with_field[0] = 0
    if not (any_row(r.carried) or any_row(r.returned)):
        return
    r.with_field[0] = 1
    for i in range(6):
        r.field[0, i] = 0.0
    for b in range(1, m.parent.shape[0]):
        p, rho, field = m.parent[b], arm(w, r, b), r.field[b]
        turn, back = vec(r.carried[b], 0), vec(r.returned[b], 0)
        for i in range(6):
            field[i] = r.field[p, i]
        accumulate(field, 0, sub(turn, back))
        accumulate(field, 3, sub(sub(vec(r.carried[b], 3), cross(turn, rho)), vec(r.returned[b], 3)))
        accumulate(field, 3, cross(back, sub(joint_origin(m, w, b), vec(r.origin, 0))))
        accumulate(r.D_WB[b], 0, vec(field, 0))
        accumulate(r.D_WB[b], 3, add(vec(field, 3), cross(vec(field, 0), rho)))


@inner_kernel
def frame_motions(m, w, r):
    """Compute D_WF and A_WF, and set the cotangents of frames to zero."""
    for f in range(m.frame_body.shape[0]):
        b = m.frame_body[f]
        rho, turn, alpha, V = frame_arm(w, r, f), vec(r.D_WB[b], 0), vec(r.A[b], 0), w.V_WF[f]
        put(r.D_WF[f], 0, turn)
        put(r.D_WF[f], 3, add(vec(r.D_WB[b], 3), cross(turn, sub(vec(w.X_WF[f], 9), vec(w.X_WB[b], 9)))))
        put(r.A_WF[f], 0, alpha)
        put(r.A_WF[f], 3, add(vec(r.A[b], 3), add(cross(alpha, rho), cross(vec(V, 0), vec(V, 3)))))
    clear_rows(r.on_frame)
