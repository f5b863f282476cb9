"""Force laws between two frames: the loops over all of them. The laws themselves are in kernels.forces.table."""

from linkwork.kernels.forces.applied import add_wrench
from linkwork.kernels.forces.generic import Given
from linkwork.kernels.forces.table import law_energy, law_rates, law_rows, law_wrench
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, put, scale, sub, vec
from linkwork.numerics.dense_views import matrix, ragged, vector
from linkwork.numerics.stack import stack_real


@inner_kernel
def law_given(m, w, k, t):
    """Return what law k reads beside its constants and frames."""
    z, table = ragged(w.z, m.law_z_start, k), ragged(m.law_table, m.law_table_start, k)
    return Given(t, z, table, m.table_start, m.table_x, m.table_coef)


@inner_kernel
def add_law_wrench(m, w, k):
    """Add the wrench of law k, which is known, to its two bodies: equal and opposite, at the origin of J."""
    torque, force, p = vec(w.law_wrench[k], 0), vec(w.law_wrench[k], 3), vec(w.X_WF[m.law_frames[k, 1]], 9)
    on_i, on_j = m.frame_body[m.law_frames[k, 0]], m.frame_body[m.law_frames[k, 1]]
    add_wrench(w.wrench[on_j], w.X_WB[on_j], p, torque, force)
    add_wrench(w.wrench[on_i], w.X_WB[on_i], p, scale(-1.0, torque), scale(-1.0, force))


@inner_kernel
def law_forces(m, w, t):
    """Compute the wrenches of all laws on their bodies, and the rates of their states."""
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
        law_wrench(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, w.law_wrench[k])
        if g.z.shape[0] > 0:
            law_rates(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, ragged(w.zdot, m.law_z_start, k))
        add_law_wrench(m, w, k)


@inner_kernel
def law_state_rates(m, w, t):
    """Compute the rates of the states of all laws alone."""
    for k in range(m.law_kind.shape[0]):
        if m.law_z_start[k + 1] > m.law_z_start[k]:
            i, j = m.law_frames[k, 0], m.law_frames[k, 1]
            c, g, zdot = ragged(m.law_const, m.law_start, k), law_given(m, w, k, t), ragged(w.zdot, m.law_z_start, k)
            law_rates(m.law_kind[k], c, g, w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j], zdot)


@inner_kernel
def law_energies(m, w, t):
    """Return the potential energy of all laws."""
    total = 0.0
    for k in range(m.law_kind.shape[0]):
        i, j = m.law_frames[k, 0], m.law_frames[k, 1]
        total += law_energy(
            m.law_kind[k], ragged(m.law_const, m.law_start, k), law_given(m, w, k, t), w.X_WF[i], w.X_WF[j]
        )
    return total


@inner_kernel
def law_elements(m, w, t, k, G, first, K, C):
    """Compute six coordinates of law k, rows first … first + 5 of G (12 columns) by displacements of its two bodies at
    their origins, and its stiffness K and damping C (36) in them, both as the sum of a matrix and its transpose.

    A row of G is the wrench on the bodies of a unit effort: on J at its origin, and the opposite on I at the same
    point.
    """
    scratch = stack_real(108)
    E, stiffness, damping = matrix(scratch, 0, 6, 6), vector(scratch, 36, 36), vector(scratch, 72, 36)
    i, j = m.law_frames[k, 0], m.law_frames[k, 1]
    X_I, X_J, V_I, V_J = w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
    law_rows(
        m.law_kind[k],
        ragged(m.law_const, m.law_start, k),
        law_given(m, w, k, t),
        X_I,
        X_J,
        V_I,
        V_J,
        E,
        stiffness,
        damping,
    )
    p = vec(X_J, 9)
    to_I, from_J = sub(vec(w.X_WB[m.frame_body[i]], 9), p), sub(p, vec(w.X_WB[m.frame_body[j]], 9))
    for r in range(6):
        torque, force = vec(E[r], 0), vec(E[r], 3)
        row = G[first + r]
        put(row, 0, sub(cross(to_I, force), torque))
        put(row, 3, scale(-1.0, force))
        put(row, 6, add(torque, cross(from_J, force)))
        put(row, 9, force)
        for s in range(6):
            K[6 * r + s] = stiffness[6 * r + s] + stiffness[6 * s + r]
            C[6 * r + s] = damping[6 * r + s] + damping[6 * s + r]
