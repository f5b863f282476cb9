"""Applied forces and torques at a frame, in world axes or in the axes of a frame."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import accumulate, add, cross, put, rotate, sub, vec


@inner_kernel
def add_wrench(wrench, X_WB, p, torque, force):
    """Add a torque and a force at the point p to a body's wrench, which is taken at its origin."""
    accumulate(wrench, 0, add(torque, cross(sub(p, vec(X_WB, 9)), force)))
    accumulate(wrench, 3, force)


@inner_kernel
def applied(m, w):
    for a in range(m.applied_frame.shape[0]):
        given = w.applied_wrench[a]
        for c in range(6):
            given[c] = m.applied_const[a, c]
            if m.applied_expr[a, c] >= 0:
                given[c] += w.tape_value[m.applied_expr[a, c]]
        if m.applied_axes[a] >= 0:
            axes = w.X_WF[m.applied_axes[a]]
            put(given, 0, rotate(axes, vec(given, 0)))
            put(given, 3, rotate(axes, vec(given, 3)))
        f = m.applied_frame[a]
        b = m.frame_body[f]
        add_wrench(w.wrench[b], w.X_WB[b], vec(w.X_WF[f], 9), vec(given, 0), vec(given, 3))
