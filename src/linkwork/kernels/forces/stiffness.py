"""The material stiffness of force elements: slopes of efforts along their measures, gradients of bushings' coordinates."""

from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.rotations import inverse_jacobian, relative_quaternion, rotation_vector
from linkwork.kernels.tape import tape_gradient
from linkwork.kernels.tape_functions import MEASURE, RATE
from linkwork.kernels.vectors import axis, cross, put, rotate, scale, sub, vec


@inner_kernel
def effort_slopes(m, w, effort, tape_first, adjoint):
    """(-de/dx, -de/dxdot) of an effort along its measure; what would push it away (negative) counts as zero."""
    stiffness, damping, j = m.effort_law[effort, 0], m.effort_law[effort, 1], m.effort_measure[effort]
    if tape_first >= 0:
        result = m.effort_expr[effort]
        tape_gradient(m, w, result, tape_first, adjoint)
        for i in range(tape_first, result + 1):
            if m.tape_args[m.tape_start[i]] == j:
                if m.tape_op[i] == MEASURE:
                    stiffness -= adjoint[i]
                elif m.tape_op[i] == RATE:
                    damping -= adjoint[i]
    return max(stiffness, 0.0), max(damping, 0.0)


@inner_kernel
def bushing_gradients(X_I, X_J, X_BI, X_BJ, G, first):
    """Rows first … first + 5 of G: the bushing's six coordinates by displacements of its two bodies at their origins.

    x' = R_I'(v_J - v_I - omega_I × d),  theta' = J^-1 R_I'(omega_J - omega_I): both as seen at the origin of J.
    """
    p = vec(X_J, 9)
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    zero = 0.0 * X_I[0]
    none = (zero, zero, zero)
    for c in range(3):
        e = axis(X_I, c)
        row = G[first + c]
        put(row, 0, cross(sub(vec(X_BI, 9), p), e))
        put(row, 3, scale(-1.0, e))
        put(row, 6, cross(sub(p, vec(X_BJ, 9)), e))
        put(row, 9, e)
        unit = (1.0 + zero if c == 0 else zero, 1.0 + zero if c == 1 else zero, 1.0 + zero if c == 2 else zero)
        turn = rotate(X_I, inverse_jacobian(theta, unit, 1.0))
        row = G[first + 3 + c]
        put(row, 0, scale(-1.0, turn))
        put(row, 3, none)
        put(row, 6, turn)
        put(row, 9, none)


@inner_kernel
def element_gradients(m, w, effort, tape_first, kept):
    """G, stiffness and damping of `kept` at the evaluated position: efforts, then six rows for each bushing."""
    efforts = effort.shape[0]
    for e in range(efforts):
        j = m.effort_measure[effort[e]]
        for i in range(12):
            kept.G[e, i] = w.measure_G[j, i]
        kept.stiffness[e], kept.damping[e] = effort_slopes(m, w, effort[e], tape_first[e], kept.adjoint)
    for k in range(m.bushing_frames.shape[0]):
        i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
        X_BI, X_BJ = w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]]
        bushing_gradients(w.X_WF[i], w.X_WF[j], X_BI, X_BJ, kept.G, efforts + 6 * k)
