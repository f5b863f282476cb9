"""The material stiffness of force elements: of efforts along their measures, and of laws in their six coordinates."""

from linkwork.kernels.expressions.functions import MEASURE, RATE
from linkwork.kernels.expressions.tape import tape_gradient
from linkwork.kernels.forces.between_frames import law_elements
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import cross, put, rotate, sub, vec


@inner_kernel
def effort_derivatives(m, w, effort, first, adjoint):
    """(-de/dx, -de/dxdot) of an effort along its measure."""
    stiffness, damping, j = m.effort_law[effort, 0], m.effort_law[effort, 1], m.effort_measure[effort]
    if first >= 0:
        result = m.effort_expr[effort]
        tape_gradient(m, w, result, first, adjoint)
        for i in range(first, result + 1):
            if m.tape_args[m.tape_start[i]] == j:
                if m.tape_op[i] == MEASURE:
                    stiffness -= adjoint[i]
                elif m.tape_op[i] == RATE:
                    damping -= adjoint[i]
    return stiffness, damping


@inner_kernel
def applied_direction(m, w, a, c, row):
    """row: [0; wrench at the body's origin of a unit of component c (torque x y z, force x y z)] of applied force a."""
    f, zero = m.applied_frame[a], 0.0 * w.X_WB[0, 0]
    b, k = m.frame_body[f], c % 3
    e = (1.0 + zero if k == 0 else zero, 1.0 + zero if k == 1 else zero, 1.0 + zero if k == 2 else zero)
    if m.applied_axes[a] >= 0:
        e = rotate(w.X_WF[m.applied_axes[a]], e)
    for i in range(12):
        row[i] = zero
    if c < 3:
        put(row, 6, e)
    else:
        put(row, 6, cross(sub(vec(w.X_WF[f], 9), vec(w.X_WB[b], 9)), e))
        put(row, 9, e)


@inner_kernel
def applied_derivatives(m, w, a, c, first, adjoint, row):
    """(-de/dx, -de/dxdot) of a component by the displacement of its body along its own direction, left in row.

    Measures of the body against the ground count by how much of their gradient points that way.
    """
    applied_direction(m, w, a, c, row)
    stiffness, damping, result, b = 0.0, 0.0, m.applied_expr[a, c], m.frame_body[m.applied_frame[a]]
    tape_gradient(m, w, result, first, adjoint)
    square = 0.0
    for i in range(6):
        square += row[6 + i] * row[6 + i]
    for i in range(first, result + 1):
        op, j = m.tape_op[i], m.tape_args[m.tape_start[i]]
        if op != MEASURE and op != RATE:
            continue
        on_i, on_j = m.frame_body[m.measure_frames[j, 0]], m.frame_body[m.measure_frames[j, 1]]
        if on_i + on_j != b or on_i * on_j != 0:
            continue
        half, part = 6 if on_j == b else 0, 0.0
        for l in range(6):
            part += w.measure_G[j, half + l] * row[6 + l]
        if op == MEASURE:
            stiffness -= adjoint[i] * part / square
        else:
            damping -= adjoint[i] * part / square
    return stiffness, damping


@inner_kernel
def element_gradients(m, w, t, source, tape_first, elements):
    """Compute G, stiffness and damping of `elements` at the evaluated position: scalar elements, then six rows for each
    law.

    What would push a body away (negative stiffness) counts as zero: the matrix stays definite, and a step follows the
    motion.
    """
    scalars = source.shape[0]
    for e in range(scalars):
        if source[e] >= 0:
            j = m.effort_measure[source[e]]
            for i in range(12):
                elements.G[e, i] = w.measure_G[j, i]
            stiffness, damping = effort_derivatives(m, w, source[e], tape_first[e], elements.adjoint)
        else:
            a = -1 - source[e]
            stiffness, damping = applied_derivatives(
                m, w, a // 6, a % 6, tape_first[e], elements.adjoint, elements.G[e]
            )
        elements.stiffness[e], elements.damping[e] = max(stiffness, 0.0), max(damping, 0.0)
    for k in range(m.law_kind.shape[0]):
        law_elements(m, w, t, k, elements.G, scalars + 6 * k, elements.law_K[k], elements.law_C[k])
