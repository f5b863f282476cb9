"""Derivatives of the forces along measures, of bushings, beams and applied forces: each fills K6, C6 and W6 of its element
(kernels.slopes.between), K9, C9 and W9, or K12 (kernels.slopes.elements).

Along a measure, f = own force with slopes f_x, f_xdot:   W9 = f g,  K9 = f H + g (f_x g + f_xdot H'y)',  C9 = f_xdot g g'.
"""

from linkwork.kernels.arrays import ANGLE, BEAM, DISPLACEMENT, DISTANCE, DOT
from linkwork.kernels.forces.bushing import bushing_coordinates, law_row
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.slopes.beams import beam_law
from linkwork.kernels.slopes.between import (
    add_between,
    add_fixed_force,
    is_fixed_force,
    on_coordinate,
    own_coordinate,
    to_common_point,
)
from linkwork.kernels.slopes.elements import add_element, add_skew_rows, body_blocks, move_rows
from linkwork.kernels.slopes.measures import frame_arm, transposed9
from linkwork.kernels.slopes.rotations import bend, bent_jacobian, bent_jacobian_slope
from linkwork.kernels.vectors import add, cross, dot, rotate, rotate_back, scale, sub, vec


@inner_kernel
def clear_element(s):
    for r in range(9):
        s.W9[r] = 0.0
        for c in range(9):
            s.K9[r, c] = 0.0
            s.C9[r, c] = 0.0


@inner_kernel
def measure_law(m, w, s, k):
    """Adds efforts and multipliers along measure k."""
    f, f_x, f_xdot = s.own[k, 0], s.own[k, 1], s.own[k, 2]
    g, H, V_I, V_J = s.g9[k], s.H9[k], w.V_WF[m.measure_frames[k, 0]], w.V_WF[m.measure_frames[k, 1]]
    for r in range(9):
        s.W9[r] += f * g[r]
        for c in range(9):
            s.K9[r, c] += f * H[9 * r + c]
    if f_x == 0.0 and f_xdot == 0.0:
        return
    along = s.E6[0]
    for c in range(0, 9, 3):
        rate = transposed9(H, V_I, V_J, c)
        for e in range(3):
            along[c + e] = f_x * g[c + e] + f_xdot * rate[e]
    for r in range(9):
        for c in range(9):
            s.K9[r, c] += g[r] * along[c]
            s.C9[r, c] += f_xdot * g[r] * g[c]


@inner_kernel
def law_columns(law, at, a):
    """Three columns of a matrix of the law, from entry `at` on, times a: (forces, torques)."""
    return (
        (dot(vec(law, at), a), dot(vec(law, at + 6), a), dot(vec(law, at + 12), a)),
        (dot(vec(law, at + 18), a), dot(vec(law, at + 24), a), dot(vec(law, at + 30), a)),
    )


@inner_kernel
def put_wrench_change(A, c, X_I, theta, b, force, torque):
    """Column c of A: minus the efforts' change as a wrench on J in world axes."""
    push, twist = rotate(X_I, force), rotate(X_I, bent_jacobian(theta, torque, 1.0, b))
    for i in range(3):
        A[6 * i + c] = -twist[i]
        A[18 + 6 * i + c] = -push[i]


@inner_kernel
def full_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6):
    """Columns c and 3 + c of K6 and C6: turns, then displacements along a world axis that is `local` in I."""
    force, torque = law_columns(law, 3, turned)
    more, more_torque = law_columns(law, 39, bent)
    put_wrench_change(K6, c, X_I, theta, b, add(force, more), add(torque, more_torque))
    force, torque = law_columns(law, 39, turned)
    put_wrench_change(C6, c, X_I, theta, b, force, torque)
    force, torque = law_columns(law, 36, local)
    put_wrench_change(C6, 3 + c, X_I, theta, b, force, torque)
    more, more_torque = law_columns(law, 36, carried)
    force, torque = law_columns(law, 0, local)
    put_wrench_change(K6, 3 + c, X_I, theta, b, add(force, more), add(torque, more_torque))


@inner_kernel
def is_diagonal(law):
    """Whether stiffness and damping have no entries beside the diagonal."""
    for i in range(5):
        for j in range(7 * i + 1, 7 * i + 7):
            if law[j] != 0.0 or law[36 + j] != 0.0:
                return False
    return True


@inner_kernel
def law_diagonal(law, at, a):
    """Three entries of the diagonal, from entry `at` on, times a."""
    return (law[at] * a[0], law[at + 7] * a[1], law[at + 14] * a[2])


@inner_kernel
def put_column(A, at, X_I, a):
    """Minus a vector of I in world axes, three rows from entry `at` on; zeros in the other three of the column."""
    turned = rotate(X_I, a)
    for i in range(3):
        A[at + 6 * i] = -turned[i]
        A[(at + 18) % 36 + 6 * i] = 0.0


@inner_kernel
def diagonal_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6):
    """The same where turns make torques only, and displacements forces only."""
    stiff = add(law_diagonal(law, 21, turned), law_diagonal(law, 57, bent))
    put_column(K6, c, X_I, bent_jacobian(theta, stiff, 1.0, b))
    put_column(C6, c, X_I, bent_jacobian(theta, law_diagonal(law, 57, turned), 1.0, b))
    put_column(K6, 21 + c, X_I, add(law_diagonal(law, 0, local), law_diagonal(law, 36, carried)))
    put_column(C6, 21 + c, X_I, law_diagonal(law, 36, local))


@inner_kernel
def bushing_law(law, X_I, X_J, V_I, V_J, wrench, K6, C6, W6):
    """K6, C6 and W6 of a bushing, whose wrench on J is known, at frame J.

    x changes by R_I'dd, theta by J^-1 R_I'th_J; of their rates at constant twists -R_I'(w_I x dd) and the slope of J^-1.
    """
    x, theta, xdot, thetadot = bushing_coordinates(X_I, X_J, V_I, V_J)
    effort = (
        law_row(law, 3, x, theta, xdot, thetadot),
        law_row(law, 4, x, theta, xdot, thetadot),
        law_row(law, 5, x, theta, xdot, thetadot),
    )
    b, b_slope = bend(dot(theta, theta))
    w_I, omega = vec(V_I, 0), rotate_back(X_I, sub(vec(V_J, 0), vec(V_I, 0)))
    diagonal = is_diagonal(law)
    for c in range(3):
        z = (1.0 * (c == 0), 1.0 * (c == 1), 1.0 * (c == 2))
        local, carried = rotate_back(X_I, z), rotate_back(X_I, cross(z, w_I))
        turned = bent_jacobian(theta, local, -1.0, b)
        bent = bent_jacobian_slope(theta, omega, -1.0, turned, b, b_slope)
        if diagonal:
            diagonal_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6)
        else:
            full_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6)
        dtorque = rotate(X_I, bent_jacobian_slope(theta, effort, 1.0, turned, b, b_slope))
        for i in range(3):
            K6[6 * i + c] += dtorque[i]
    for i in range(6):
        W6[i] = wrench[i]


@inner_kernel
def take_relative(K9, C9, W9, K6, C6, W6):
    """The part by J of an element's nine coordinates."""
    for r in range(6):
        W6[r] = W9[3 + r]
        for c in range(6):
            K6[6 * r + c] = K9[3 + r, 3 + c]
            C6[6 * r + c] = C9[3 + r, 3 + c]


@inner_kernel
def applied_law(wrench, rho, s):
    """K12 of a wrench on J in the axes of I: it turns with I and not with J. World axes: I is the ground."""
    for r in range(12):
        for c in range(12):
            s.K12[r, c] = 0.0
    torque, force = vec(wrench, 0), vec(wrench, 3)
    add_skew_rows(s.K12, 6, 6, torque)
    add_skew_rows(s.K12, 9, 6, force)
    add_skew_rows(s.K12, 6, 0, scale(-1.0, torque))
    add_skew_rows(s.K12, 9, 0, scale(-1.0, force))
    move_rows(s.K12, 6, rho)


@inner_kernel
def joins_next(m, s, k):
    """Whether measure k + 1 is of the same two frames: the rows of one joint are one element."""
    if k + 1 >= m.measure_kind.shape[0]:
        return False
    return m.measure_frames[k, 0] == m.measure_frames[k + 1, 0] and m.measure_frames[k, 1] == m.measure_frames[k + 1, 1]


@inner_kernel
def is_relative(kind):
    """Whether a measure does not feel both frames move as one."""
    return kind == DISPLACEMENT or kind == DOT or kind == DISTANCE or kind == ANGLE


@inner_kernel
def add_along_measures(m, w, s, i, j, damped, relative):
    """The element in K9, C9 and W9 between frames i and j; dampers that only relative motion works on as bushings."""
    if damped and relative:
        take_relative(s.K9, s.C9, s.W9, s.K6, s.C6, s.W6)
        to_common_point(w.V_WF[j], frame_arm(w, s, j), s.K6, s.C6, s.W6)
        add_between(m, s, m.frame_body[i], m.frame_body[j])
    else:
        body_blocks(s, damped, w.V_WF[i], w.V_WF[j], frame_arm(w, s, i), frame_arm(w, s, j))
        add_element(m, s, damped, m.frame_body[i], m.frame_body[j])


@inner_kernel
def elements_along_measures(m, w, s):
    """Efforts and multipliers; those of one joint are one element."""
    used, damped, relative = False, False, True
    for k in range(m.measure_kind.shape[0]):
        i, j = m.measure_frames[k, 0], m.measure_frames[k, 1]
        if s.own[k, 0] != 0.0 or s.own[k, 1] != 0.0 or s.own[k, 2] != 0.0:
            v = own_coordinate(m, k)
            if v >= 0:
                on_coordinate(m, s, k, v)
            elif is_fixed_force(m, s, k):
                force = scale(s.own[k, 0], vec(s.g9[k], 6))
                add_fixed_force(s, m.frame_body[j], frame_arm(w, s, j), force)
                add_fixed_force(s, m.frame_body[i], frame_arm(w, s, i), scale(-1.0, force))
            else:
                if not used:
                    clear_element(s)
                used, damped = True, damped or s.own[k, 2] != 0.0
                relative = relative and is_relative(m.measure_kind[k])
                measure_law(m, w, s, k)
        if used and not joins_next(m, s, k):
            add_along_measures(m, w, s, i, j, damped, relative)
            used, damped, relative = False, False, True


@inner_kernel
def elements_of_six(m, w, s):
    """Bushings and beams."""
    for k in range(m.bushing_frames.shape[0]):
        i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
        law, X_I, X_J, V_I, V_J = m.bushing_law[k], w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
        if m.bushing_kind[k] == BEAM:
            beam_law(law, m.bushing_rest[k], X_I, X_J, V_I, V_J, s.K9, s.C9, s.W9)
            take_relative(s.K9, s.C9, s.W9, s.K6, s.C6, s.W6)
        else:
            bushing_law(law, X_I, X_J, V_I, V_J, w.bushing_wrench[k], s.K6, s.C6, s.W6)
        to_common_point(V_J, frame_arm(w, s, j), s.K6, s.C6, s.W6)
        add_between(m, s, m.frame_body[i], m.frame_body[j])


@inner_kernel
def elements_applied(m, w, s):
    """Applied forces whose axes and point are on different bodies."""
    for a in range(m.applied_frame.shape[0]):
        i, j = m.applied_axes[a], m.applied_frame[a]
        if i < 0 or m.frame_body[i] != m.frame_body[j]:
            applied_law(w.applied_wrench[a], frame_arm(w, s, j), s)
            add_element(m, s, False, m.frame_body[i] if i >= 0 else 0, m.frame_body[j])


@inner_kernel
def elements(m, w, s):
    """All forces between two bodies: along measures, bushings and beams, then applied forces."""
    elements_along_measures(m, w, s)
    elements_of_six(m, w, s)
    elements_applied(m, w, s)
