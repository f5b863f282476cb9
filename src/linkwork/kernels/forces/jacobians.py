"""Derivatives of the forces along measures, of laws between frames and of applied forces: each fills K6, C6 and W6 of its element
(kernels.derivatives.two_body), K9, C9 and W9, or K12 (kernels.derivatives.elements).

Along a measure, f = own force with derivatives f_x, f_xdot:   W9 = f g,  K9 = f H + g (f_x g + f_xdot H'y)',  C9 = f_xdot g g'.
"""

from linkwork.kernels.derivatives.elements import add_element, add_skew_rows, body_blocks, move_rows
from linkwork.kernels.derivatives.two_body import (
    add_between,
    add_fixed_force,
    is_fixed_force,
    on_coordinate,
    own_coordinate,
    to_common_point,
)
from linkwork.kernels.forces.between_frames import law_given
from linkwork.kernels.forces.table import law_stiffness
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm, transposed9
from linkwork.kernels.measures.table import RELATIVE
from linkwork.kernels.vectors import copy_into, scale, vec
from linkwork.numerics.dense_views import ragged


@inner_kernel
def clear_element(s):
    for r in range(9):
        s.W9[r] = 0.0
        for c in range(9):
            s.K9[r, c] = 0.0
            s.C9[r, c] = 0.0


@inner_kernel
def measure_law(m, w, s, k):
    """Add the efforts and multipliers along measure k."""
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
def take_relative(K9, C9, W9, K6, C6, W6):
    """Take the part of an element's nine coordinates that belongs to J."""
    for r in range(6):
        W6[r] = W9[3 + r]
        for c in range(6):
            K6[6 * r + c] = K9[3 + r, 3 + c]
            C6[6 * r + c] = C9[3 + r, 3 + c]


@inner_kernel
def applied_law(wrench, rho, s):
    """Compute K12 of a wrench on J that is given in the axes of I: it turns with I and not with J. For world axes, I is
    the ground."""
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
    """Return whether measure k + 1 is of the same two frames: the rows of one joint are one element."""
    if k + 1 >= m.measure_kind.shape[0]:
        return False
    return m.measure_frames[k, 0] == m.measure_frames[k + 1, 0] and m.measure_frames[k, 1] == m.measure_frames[k + 1, 1]


@inner_kernel
def add_along_measures(m, w, s, i, j, damped, relative):
    """Add the element in K9, C9 and W9 between frames i and j; dampers that depend only on relative motion are treated
    like laws between frames."""
    if damped and relative:
        take_relative(s.K9, s.C9, s.W9, s.K6, s.C6, s.W6)
        to_common_point(w.V_WF[j], frame_arm(w, s, j), s.K6, s.C6, s.W6)
        add_between(m, s, m.frame_body[i], m.frame_body[j])
    else:
        body_blocks(s, damped, w.V_WF[i], w.V_WF[j], frame_arm(w, s, i), frame_arm(w, s, j))
        add_element(m, s, damped, m.frame_body[i], m.frame_body[j])


@inner_kernel
def elements_along_measures(m, w, s):
    """Differentiate efforts and multipliers; those of one joint are one element."""
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
                relative = relative and (RELATIVE & (1 << m.measure_kind[k])) != 0
                measure_law(m, w, s, k)
        if used and not joins_next(m, s, k):
            add_along_measures(m, w, s, i, j, damped, relative)
            used, damped, relative = False, False, True


@inner_kernel
def elements_of_laws(m, w, s, t):
    """Differentiate force laws between two frames."""
    for k in range(m.law_kind.shape[0]):
        i, j = m.law_frames[k, 0], m.law_frames[k, 1]
        c, g, X_I, X_J, V_I, V_J = (
            ragged(m.law_const, m.law_start, k),
            law_given(m, w, k, t),
            w.X_WF[i],
            w.X_WF[j],
            w.V_WF[i],
            w.V_WF[j],
        )
        law_stiffness(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, w.law_wrench[k], s.K6, s.C6)
        copy_into(s.W6, w.law_wrench[k])
        to_common_point(V_J, frame_arm(w, s, j), s.K6, s.C6, s.W6)
        add_between(m, s, m.frame_body[i], m.frame_body[j])


@inner_kernel
def elements_applied(m, w, s):
    """Differentiate applied forces whose axes and point are on different bodies."""
    for a in range(m.applied_frame.shape[0]):
        i, j = m.applied_axes[a], m.applied_frame[a]
        if i < 0 or m.frame_body[i] != m.frame_body[j]:
            applied_law(w.applied_wrench[a], frame_arm(w, s, j), s)
            add_element(m, s, False, m.frame_body[i] if i >= 0 else 0, m.frame_body[j])


@inner_kernel
def elements(m, w, s, t):
    """Differentiate all forces between two bodies: along measures, laws between frames, then applied forces."""
    elements_along_measures(m, w, s)
    elements_of_laws(m, w, s, t)
    elements_applied(m, w, s)
