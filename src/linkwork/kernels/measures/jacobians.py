"""Measures' gradients and those of their rates, by the displacements of their two bodies; rows of them by q.

A body's displacement carries its twist along: with the twist turning with the body, the rate g·y changes by R·delta, and along
column j on the way to the root value_q = G·J_j, rate_v = G·J_j, rate_q = R·J_j + G·Jd_j.
"""

from linkwork.kernels.arrays import READ
from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import FIXED_DIRECTION, measure_hessian
from linkwork.kernels.vectors import add, cross, put, scale, sub, vec


@inner_kernel
def frame_arm(w, s, f):
    """Return the origin of frame f from the common point."""
    return sub(vec(w.X_WF[f], 9), vec(s.origin, 0))


@inner_kernel
def transposed9(H, V_I, V_J, first):
    """Entries first … first + 2 of H'y with y = (w_I, w_J, v_J - v_I)."""
    out = scale(0.0, vec(V_I, 0))
    for i in range(3):
        a, b, c = 9 * i + first, 9 * (3 + i) + first, 9 * (6 + i) + first
        out = add(out, scale(V_I[i], vec(H, a)))
        out = add(out, scale(V_J[i], vec(H, b)))
        out = add(out, scale(V_J[3 + i] - V_I[3 + i], vec(H, c)))
    return out


@inner_kernel
def put_moved(out, k, turn, move, rho):
    """A gradient by a displacement at a frame's origin, moved to the common point."""
    put(out, k, add(turn, cross(rho, move)))
    put(out, k + 3, move)


@inner_kernel
def clear_hessian(g, H):
    for i in range(9):
        g[i] = 0.0
    for i in range(81):
        H[i] = 0.0


@inner_kernel
def measure_jacobians(m, w, s):
    """g9, H9, G and R of all measures. Where a direction is fixed, H9 is zero and stays so."""
    for k in range(m.measure_kind.shape[0]):
        if m.turn_free[k].real >= READ:
            continue
        i, j, kind = m.measure_frames[k, 0], m.measure_frames[k, 1], m.measure_kind[k]
        V_I, V_J, g, H = w.V_WF[i], w.V_WF[j], s.g9[k], s.H9[k]
        r_I, r_J, r_d = scale(0.0, vec(V_I, 0)), scale(0.0, vec(V_I, 0)), scale(0.0, vec(V_I, 0))
        fixed = (FIXED_DIRECTION & (1 << kind)) != 0
        if not fixed:
            clear_hessian(g, H)
        measure_hessian(kind, m.measure_axes[k], w.X_WF[i], w.X_WF[j], g, H)
        if not fixed:
            r_I, r_J, r_d = transposed9(H, V_I, V_J, 0), transposed9(H, V_I, V_J, 3), transposed9(H, V_I, V_J, 6)
        t_I, t_J, n = vec(g, 0), vec(g, 3), vec(g, 6)
        r_I = add(r_I, sub(cross(vec(V_I, 0), t_I), cross(vec(V_I, 3), n)))
        r_J = add(r_J, add(cross(vec(V_J, 0), t_J), cross(vec(V_J, 3), n)))
        rho_I, rho_J = frame_arm(w, s, i), frame_arm(w, s, j)
        put_moved(s.G[k], 0, t_I, scale(-1.0, n), rho_I)
        put_moved(s.G[k], 6, t_J, n, rho_J)
        put_moved(s.R[k], 0, r_I, scale(-1.0, r_d), rho_I)
        put_moved(s.R[k], 6, r_J, r_d, rho_J)


@inner_kernel
def row_forces(m, w, s):
    """Start `own` with minus the multipliers along each measure, and add their wrenches to F."""
    for k in range(s.own.shape[0]):
        for i in range(3):
            s.own[k, i] = 0.0
    for r in range(m.row_value.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            c, k = m.term_coef[t] * w.lam[r] * w.active[r], m.term_measure[t]
            s.own[k, 0] -= c
            for half in range(2):
                b = m.frame_body[m.measure_frames[k, half]]
                for i in range(6):
                    s.F[b, i] += c * s.G[k, 6 * half + i]


@inner_kernel
def gradient_rows(m, s, k, value_row, rate_row):
    """value_q (= rate_v) and rate_q of measure k on the ways of its two bodies to the root; other entries are left."""
    i, j = m.frame_body[m.measure_frames[k, 0]], m.frame_body[m.measure_frames[k, 1]]
    while i > 0 or j > 0:
        b = max(i, j)
        for c in range(m.v_start[b], m.v_start[b + 1]):
            J, value, rate = s.column[c], 0.0, 0.0
            if i == b:
                value += dot6(s.G[k], 0, J, 0)
                rate += dot6(s.R[k], 0, J, 0) + dot6(s.G[k], 0, J, 6)
            if j == b:
                value += dot6(s.G[k], 6, J, 0)
                rate += dot6(s.R[k], 6, J, 0) + dot6(s.G[k], 6, J, 6)
            value_row[c], rate_row[c] = value, rate
        if i == b:
            i = m.parent[b]
        if j == b:
            j = m.parent[b]
