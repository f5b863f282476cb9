"""Derivatives of the constraints' rates: Phidot_q, Phiddot_q, gamma_q, gamma_v, after `residual_jacobians`.

A measure's rate is g·y and its second rate g·ydot + y'H y, so with an acceleration ydot of its frames

    (second rate)_q = (H'ydot + (y'Hy)_x)·x_q + (H + H')y·y_q + g·ydot_q.
"""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.motion import spatial_accelerations
from linkwork.kernels.derivatives.residual import clear
from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm, gradient_rows, transposed9
from linkwork.kernels.measures.table import FIXED_DIRECTION, measure_curvature
from linkwork.kernels.vectors import add, cross, dot, put, scale, sub, vec
from linkwork.numerics.jit import kernel


@inner_kernel
def frame_acceleration(s, b, rho, V, out):
    """Compute [alpha; a of the frame's origin] of a frame at rho on body b, whose twist is V: a = A_v + A_w x rho + w x
    v."""
    alpha = vec(s.A[b], 0)
    put(out, 0, alpha)
    put(out, 3, add(vec(s.A[b], 3), add(cross(alpha, rho), cross(vec(V, 0), vec(V, 3)))))


@inner_kernel
def times9(H, V_I, V_J, first):
    """Return entries first … first + 2 of H y with y = (w_I, w_J, v_J - v_I)."""
    y_d = sub(vec(V_J, 3), vec(V_I, 3))
    a, b, c = 9 * first, 9 * (first + 1), 9 * (first + 2)
    return (
        dot(vec(H, a), vec(V_I, 0)) + dot(vec(H, a + 3), vec(V_J, 0)) + dot(vec(H, a + 6), y_d),
        dot(vec(H, b), vec(V_I, 0)) + dot(vec(H, b + 3), vec(V_J, 0)) + dot(vec(H, b + 6), y_d),
        dot(vec(H, c), vec(V_I, 0)) + dot(vec(H, c + 3), vec(V_J, 0)) + dot(vec(H, c + 6), y_d),
    )


@inner_kernel
def second_rate_gradients(m, w, s, k):
    """Compute the gradients of measure k's second rate by x9, y9 and ydot9, in rows 0, 1, 2 of E6."""
    i, j = m.measure_frames[k, 0], m.measure_frames[k, 1]
    V_I, V_J, H, g = w.V_WF[i], w.V_WF[j], s.H9[k], s.g9[k]
    A_I, A_J = s.K12[0], s.K12[1]
    frame_acceleration(s, m.frame_body[i], frame_arm(w, s, i), V_I, A_I)
    frame_acceleration(s, m.frame_body[j], frame_arm(w, s, j), V_J, A_J)
    for c in range(9):
        s.E6[2, c] = g[c]
    if (FIXED_DIRECTION & (1 << m.measure_kind[k])) != 0:
        for c in range(9):
            s.E6[0, c] = 0.0
            s.E6[1, c] = 0.0
        return
    by_I, by_J, by_d = measure_curvature(m.measure_kind[k], m.measure_axes[k], w.X_WF[i], w.X_WF[j], V_I, V_J)
    put(s.E6[0], 0, add(by_I, transposed9(H, A_I, A_J, 0)))
    put(s.E6[0], 3, add(by_J, transposed9(H, A_I, A_J, 3)))
    put(s.E6[0], 6, add(by_d, transposed9(H, A_I, A_J, 6)))
    for c in range(0, 9, 3):
        put(s.E6[1], c, add(transposed9(H, V_I, V_J, c), times9(H, V_I, V_J, c)))


@inner_kernel
def pull_back(E, turned, sign, rho, velocity, V, A, out):
    """Convert the gradient E of a second rate by x9, y9, ydot9 to out (18), its gradient by the displacement of one
    frame at rho on a body: delta, and nu, epsilon with dV = delta x V + nu, dA = delta x A + nu x V + epsilon."""
    omega, v, alpha, a = vec(V, 0), vec(V, 3), vec(A, 0), vec(A, 3)
    by_da = scale(sign, vec(E[2], 6))
    by_dv = add(scale(sign, vec(E[1], 6)), cross(by_da, omega))
    by_dp = add(scale(sign, vec(E[0], 6)), add(cross(by_da, alpha), cross(by_dv, omega)))
    by_A = add(vec(E[2], turned), cross(rho, by_da))
    by_V = add(vec(E[1], turned), add(cross(velocity, by_da), cross(rho, by_dv)))
    turn = add(vec(E[0], turned), cross(rho, by_dp))
    turn = add(turn, add(add(cross(alpha, by_A), cross(a, by_da)), add(cross(omega, by_V), cross(v, by_dv))))
    put(out, 0, turn)
    put(out, 3, add(by_dp, add(cross(alpha, by_da), cross(omega, by_dv))))
    put(out, 6, add(by_V, add(cross(omega, by_A), cross(v, by_da))))
    put(out, 9, add(by_dv, cross(omega, by_da)))
    put(out, 12, by_A)
    put(out, 15, by_da)


@inner_kernel
def add_second_rate(m, w, s, k, coef, by_q, by_v, first):
    """Add coef · the derivatives of measure k's second rate, from its gradients in E6, to by_q and by_v from `first`
    on."""
    for half in range(2):
        f, by = m.measure_frames[k, half], s.wrench
        b = m.frame_body[f]
        if b > 0:
            pull_back(s.E6, 3 * half, 2.0 * half - 1.0, frame_arm(w, s, f), vec(w.V_WF[f], 3), s.V[b], s.A[b], by)
        while b > 0:
            for c in range(m.v_start[b], m.v_start[b + 1]):
                J = s.column[c]
                by_q[first + c] += coef * (dot6(by, 0, J, 0) + dot6(by, 6, J, 6) + dot6(by, 12, J, 12))
                by_v[first + c] += coef * (dot6(by, 6, J, 0) + dot6(by, 12, J, 18))
            b = m.parent[b]


@inner_kernel
def rates_by_q(m, w, s, Phidot_q):
    """Compute Phidot_q from the derivatives of the measures' rates by q."""
    n = m.v_start[m.parent.shape[0]]
    for r in range(m.row_value.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            coef = m.term_coef[t] * w.active[r]
            clear(s.rate_row)
            gradient_rows(m, s, m.term_measure[t], s.value_row, s.rate_row)
            for c in range(n):
                Phidot_q[n * r + c] += coef * s.rate_row[c]


@inner_kernel
def second_rates(m, w, s, sign, by_q, by_v):
    """Add sign · the derivatives of the rows' second rates at the accelerations A to by_q and by_v."""
    n = m.v_start[m.parent.shape[0]]
    for r in range(m.row_value.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            second_rate_gradients(m, w, s, m.term_measure[t])
            add_second_rate(m, w, s, m.term_measure[t], sign * m.term_coef[t] * w.active[r], by_q, by_v, n * r)


@kernel
def row_jacobians(ints, floats, work, sints, swork, v):
    """Compute Phidot_q, Phiddot_q = (Phi_v vdot)_q - gamma_q, gamma_q, gamma_v of JacobianWork, after
    `residual_jacobians`."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    clear(s.Phidot_q)
    clear(s.Phiddot_q)
    clear(s.gamma_q)
    rates_by_q(m, w, s, s.Phidot_q)
    for still in range(2):
        spatial_accelerations(m, w, s, v, w.vdot, 1.0 - still, 0.0)
        clear(s.gamma_v)
        second_rates(m, w, s, 1.0 - 2.0 * still, s.gamma_q if still else s.Phiddot_q, s.gamma_v)
