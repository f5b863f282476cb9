"""Derivatives of force laws by their states, and of the rates of these: F_z, zdot_q, zdot_v, zdot_z.

Wrench and rates depend on the motion of J relative to I only. At the common point a displacement of the body of J that carries its
twist along changes the rates by Z d + D nu; one of the body of I changes them by the opposite, and one of both not at all.
"""

from linkwork.kernels.derivatives.motion import meeting
from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.forces.between_frames import law_given
from linkwork.kernels.forces.table import law_state_jacobians
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.vectors import add, cross, put, vec
from linkwork.numerics.dense_views import ragged, vector


@inner_kernel
def row_to_common_point(V, rho, K, C):
    """Move rows K, C (6) by displacements and twists of a frame at rho with the twist V to the common point, as seen
    from its body."""
    c_turn, c_move = vec(C, 0), vec(C, 3)
    turn = add(vec(K, 0), add(cross(vec(V, 0), c_turn), cross(vec(V, 3), c_move)))
    put(C, 0, add(c_turn, cross(rho, c_move)))
    put(K, 0, add(turn, cross(rho, vec(K, 3))))


@inner_kernel
def add_along_way(m, s, b, meet, sign, first, n, W_z, Z6, D6):
    """Add sign times the derivatives by n states, from number `first` on, to the entries of the bodies from b up to
    `meet`."""
    n_v, n_z = m.v_start[m.parent.shape[0]], m.z0.shape[0]
    while b != meet:
        for k in range(m.v_start[b], m.v_start[b + 1]):
            column = s.column[k]
            for i in range(n):
                force = 0.0
                for r in range(6):
                    force += column[r] * W_z[n * r + i]
                s.F_z[n_z * k + first + i] -= sign * force
                at = n_v * (first + i) + k
                s.zdot_q[at] += sign * (dot6(Z6, 6 * i, column, 0) + dot6(D6, 6 * i, column, 6))
                s.zdot_v[at] += sign * dot6(D6, 6 * i, column, 0)
        b = m.parent[b]


@inner_kernel
def jacobians_of_states(m, w, s, t):
    """Differentiate all laws that have states."""
    n_z = m.z0.shape[0]
    for k in range(m.law_kind.shape[0]):
        first, n = m.law_z_start[k], m.law_z_start[k + 1] - m.law_z_start[k]
        if n == 0:
            continue
        i, j = m.law_frames[k, 0], m.law_frames[k, 1]
        W_z, Z6 = vector(s.law_scratch, 0, 6 * n), vector(s.law_scratch, 6 * n, 6 * n)
        D6, Z_z = vector(s.law_scratch, 12 * n, 6 * n), vector(s.law_scratch, 18 * n, n * n)
        X_I, X_J, V_I, V_J = w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
        c, g = ragged(m.law_const, m.law_start, k), law_given(m, w, k, t)
        law_state_jacobians(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, W_z, Z6, D6, Z_z)
        rho = frame_arm(w, s, j)
        for r in range(n):
            row_to_common_point(V_J, rho, vector(Z6, 6 * r, 6), vector(D6, 6 * r, 6))
            moment = cross(rho, (W_z[3 * n + r], W_z[4 * n + r], W_z[5 * n + r]))
            for axis in range(3):
                W_z[n * axis + r] += moment[axis]
            for z in range(n):
                s.zdot_z[n_z * (first + r) + first + z] += Z_z[n * r + z]
        on_i, on_j = m.frame_body[i], m.frame_body[j]
        meet = meeting(m, on_i, on_j)
        add_along_way(m, s, on_j, meet, 1.0, first, n, W_z, Z6, D6)
        add_along_way(m, s, on_i, meet, -1.0, first, n, W_z, Z6, D6)
