"""Derivatives of the forces along measures, of bushings, beams and applied forces: each fills K9, C9 and W9 (or K12) of its element.

Along a measure, f = own force with slopes f_x, f_xdot:   W = f g,  K9 = f H + g (f_x g + f_xdot H'y)',  C9 = f_xdot g g'.
"""

from linkwork.kernels.arrays import BEAM
from linkwork.kernels.forces.bushing import bushing_coordinates, law_row
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.rotations import inverse_jacobian
from linkwork.kernels.slopes.beams import beam_law
from linkwork.kernels.slopes.elements import add_element, add_skew_rows, body_blocks, move_rows
from linkwork.kernels.slopes.measures import frame_arm, transposed9
from linkwork.kernels.slopes.rotations import inverse_jacobian_slope
from linkwork.kernels.vectors import add, cross, put, rotate, rotate_back, scale, sub, vec


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
    along = s.D6[0]
    for c in range(0, 9, 3):
        rate = transposed9(H, V_I, V_J, c)
        for e in range(3):
            along[c + e] = f_x * g[c + e] + f_xdot * rate[e]
    for r in range(9):
        for c in range(9):
            s.K9[r, c] += g[r] * along[c]
            s.C9[r, c] += f_xdot * g[r] * g[c]


@inner_kernel
def put_matrix(E, row, column, f, X_I, a):
    """E[row…, column…] = f R_I'[a]: the matrix of z -> f R_I'(a x z), in axes of I."""
    for c in range(3):
        z = (1.0 * (c == 0), 1.0 * (c == 1), 1.0 * (c == 2))
        moved = rotate_back(X_I, cross(a, z))
        for i in range(3):
            E[row + i, column + c] = f * moved[i]


@inner_kernel
def bushing_motion(X_I, X_J, V_I, V_J, theta, E, N):
    """E: coordinates (and rates by y9), N: rates by x9, in axes of I.

    x: R_I'(dd - th_I x d);   theta: J^-1 R_I'(th_J - th_I);   and of their rates at constant twists.
    """
    for r in range(6):
        for c in range(9):
            E[r, c] = 0.0
            N[r, c] = 0.0
    d = sub(vec(X_J, 9), vec(X_I, 9))
    w_I, w = vec(V_I, 0), sub(vec(V_J, 0), vec(V_I, 0))
    slip = sub(sub(vec(V_J, 3), vec(V_I, 3)), cross(w_I, d))
    omega = rotate_back(X_I, w)
    put_matrix(E, 0, 0, 1.0, X_I, d)
    put_matrix(N, 0, 0, 1.0, X_I, slip)
    put_matrix(N, 0, 6, -1.0, X_I, w_I)
    for c in range(3):
        z = (1.0 * (c == 0), 1.0 * (c == 1), 1.0 * (c == 2))
        local = rotate_back(X_I, z)
        turned = inverse_jacobian(theta, local, -1.0)
        bent = inverse_jacobian_slope(theta, omega, -1.0, turned)
        carried = inverse_jacobian(theta, rotate_back(X_I, cross(w, z)), -1.0)
        for i in range(3):
            E[i, 6 + c] = local[i]
            E[3 + i, 3 + c] = turned[i]
            E[3 + i, c] = -turned[i]
            N[3 + i, 3 + c] = bent[i]
            N[3 + i, c] = carried[i] - bent[i]


@inner_kernel
def bushing_material(law, E, N, L, D, K9, C9):
    """K9 = -E'(K E + C N),  C9 = -E' C E."""
    for r in range(6):
        for c in range(9):
            stiff, damp = 0.0 * E[0, 0], 0.0 * E[0, 0]
            for i in range(6):
                damp += law[36 + 6 * r + i] * E[i, c]
                stiff += law[6 * r + i] * E[i, c] + law[36 + 6 * r + i] * N[i, c]
            L[r, c], D[r, c] = stiff, damp
    for r in range(9):
        for c in range(9):
            stiff, damp = 0.0 * E[0, 0], 0.0 * E[0, 0]
            for i in range(6):
                stiff -= E[i, r] * L[i, c]
                damp -= E[i, r] * D[i, c]
            K9[r, c], C9[r, c] = stiff, damp


@inner_kernel
def bushing_geometry(X_I, theta, effort, d, force, torque, E, K9):
    """Adds what turns the wrench: axes of I, the map from rotation-vector efforts to a torque, and the force's arm."""
    for c in range(9):
        z = (1.0 * (c % 3 == 0), 1.0 * (c % 3 == 1), 1.0 * (c % 3 == 2))
        dtheta = (E[3, c], E[4, c], E[5, c])
        dtorque = rotate(X_I, inverse_jacobian_slope(theta, effort, 1.0, dtheta))
        dforce = scale(0.0, force)
        darm = scale(0.0, force)
        if c < 3:
            dtorque = add(dtorque, cross(z, torque))
            dforce = cross(z, force)
            darm = cross(dforce, d)
        elif c >= 6:
            darm = cross(force, z)
        for i in range(3):
            K9[i, c] += darm[i] - dtorque[i]
            K9[3 + i, c] += dtorque[i]
            K9[6 + i, c] += dforce[i]


@inner_kernel
def bushing_law(law, X_I, X_J, V_I, V_J, wrench, s):
    """K9, C9 and W9 of a bushing whose wrench on J is known."""
    x, theta, xdot, thetadot = bushing_coordinates(X_I, X_J, V_I, V_J)
    effort = (
        law_row(law, 3, x, theta, xdot, thetadot),
        law_row(law, 4, x, theta, xdot, thetadot),
        law_row(law, 5, x, theta, xdot, thetadot),
    )
    torque, force, d = vec(wrench, 0), vec(wrench, 3), sub(vec(X_J, 9), vec(X_I, 9))
    bushing_motion(X_I, X_J, V_I, V_J, theta, s.E6, s.N6)
    bushing_material(law, s.E6, s.N6, s.L6, s.D6, s.K9, s.C9)
    bushing_geometry(X_I, theta, effort, d, force, torque, s.E6, s.K9)
    put(s.W9, 0, sub(cross(force, d), torque))
    put(s.W9, 3, torque)
    put(s.W9, 6, force)


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
def elements(m, w, s):
    """All forces between two bodies: along measures, bushings and beams, then applied forces."""
    n_measure, n_bushing = m.measure_kind.shape[0], m.bushing_frames.shape[0]
    used, damped = False, False
    for n in range(n_measure + n_bushing + m.applied_frame.shape[0]):
        a = n - n_measure - n_bushing
        if n < n_measure:
            i, j = m.measure_frames[n, 0], m.measure_frames[n, 1]
            if s.own[n, 0] != 0.0 or s.own[n, 1] != 0.0 or s.own[n, 2] != 0.0:
                if not used:
                    clear_element(s)
                used, damped = True, damped or s.own[n, 2] != 0.0
                measure_law(m, w, s, n)
            if not used or joins_next(m, s, n):
                continue
        elif a < 0:
            k = n - n_measure
            i, j, damped = m.bushing_frames[k, 0], m.bushing_frames[k, 1], True
            law, X_I, X_J, V_I, V_J = m.bushing_law[k], w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
            if m.bushing_kind[k] == BEAM:
                beam_law(law, m.bushing_rest[k], X_I, X_J, V_I, V_J, s.K9, s.C9, s.W9)
            else:
                bushing_law(law, X_I, X_J, V_I, V_J, w.bushing_wrench[k], s)
        else:
            i, j = m.applied_axes[a], m.applied_frame[a]
            if i >= 0 and m.frame_body[i] == m.frame_body[j]:
                continue
            applied_law(w.applied_wrench[a], frame_arm(w, s, j), s)
        if a < 0:
            body_blocks(s, damped, w.V_WF[i], w.V_WF[j], frame_arm(w, s, i), frame_arm(w, s, j))
        add_element(m, s, damped, m.frame_body[i] if i >= 0 else 0, m.frame_body[j])
        used, damped = False, False
