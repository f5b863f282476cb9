"""Forces along a design parameter: changes of efforts, multipliers' directions, laws between frames and applied forces on their bodies."""

from linkwork.kernels.expressions.by_design import node_change
from linkwork.kernels.forces.between_frames import law_given
from linkwork.kernels.forces.table import law_tangent
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.vectors import accumulate, add, cross, rotate, scale, vec
from linkwork.numerics.dense_views import ragged


@inner_kernel
def add_wrench_change(out, sign, rho, dp, torque, force, force0):
    """out (6) -= sign · change of a wrench that acts at rho, which moves by dp; force0 is the force itself."""
    moment = add(torque, add(cross(rho, force), cross(dp, force0)))
    accumulate(out, 0, scale(-sign, moment))
    accumulate(out, 3, scale(-sign, force))


@inner_kernel
def changed_efforts(m, w, change, d, plan, p):
    """Compute the change of the force along each measure: of efforts, and of multipliers whose factors change."""
    n_op = m.tape_op.shape[0]
    for n in range(plan.effort_start[p], plan.effort_start[p + 1]):
        e = plan.effort[n]
        k, law, dlaw = m.effort_measure[e], m.effort_law[e], change.effort_law[e]
        jet = d.jet[k]
        total = dlaw[3] - dlaw[0] * (w.measure_value[k] - law[2]) - dlaw[1] * w.measure_rate[k]
        total -= law[0] * (jet[0] - dlaw[2]) + law[1] * jet[1]
        if m.effort_expr[e] >= 0:
            total += node_change(d, m.effort_expr[e], 0, n_op)
        jet[3] += total
    for n in range(plan.row_start[p], plan.row_start[p + 1]):
        r = plan.row[n]
        for t in range(m.row_start[r], m.row_start[r + 1]):
            d.jet[m.term_measure[t], 3] -= change.term_coef[t] * w.lam[r] * w.active[r]


@inner_kernel
def along_measures(m, w, s, d, plan, p):
    """Compute the wrenches f g along the measures: f changes, and g turns with the frames by H x9."""
    for n in range(plan.measure_start[p], plan.measure_start[p + 1]):
        k = plan.measure[n]
        f, df, g, H, x9, nine = s.own[k, 0], d.jet[k, 3], s.g9[k], s.H9[k], d.x9[k], d.six
        if f == 0.0 and df == 0.0:
            continue
        for r in range(9):
            turned = 0.0
            for c in range(9):
                turned += H[9 * r + c] * x9[c]
            nine[r] = df * g[r] + f * turned
        i, j = m.measure_frames[k, 0], m.measure_frames[k, 1]
        on_i, on_j = d.wrench[m.frame_body[i]], d.wrench[m.frame_body[j]]
        pull, dpull = scale(f, vec(g, 6)), vec(nine, 6)
        rho_i, rho_j = frame_arm(w, s, i), frame_arm(w, s, j)
        add_wrench_change(on_i, 1.0, rho_i, vec(d.shifted[i], 3), vec(nine, 0), scale(-1.0, dpull), scale(-1.0, pull))
        add_wrench_change(on_j, 1.0, rho_j, vec(d.shifted[j], 3), vec(nine, 3), dpull, pull)


@inner_kernel
def changed_laws(m, w, s, change, d, plan, p, t):
    """Add the changes of force laws between two frames: of their wrenches, and of the rates of their states."""
    n_param = plan.weight.shape[0]
    for n in range(plan.law_start[p], plan.law_start[p + 1]):
        k = plan.law[n]
        i, j = m.law_frames[k, 0], m.law_frames[k, 1]
        c, g, dc, dz = (
            ragged(m.law_const, m.law_start, k),
            law_given(m, w, k, t),
            ragged(change.law_const, m.law_start, k),
            ragged(d.dz, m.law_z_start, k),
        )
        X_I, X_J, V_I, V_J = w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
        dzdot = ragged(d.dzdot, m.law_z_start, k)
        law_tangent(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, dc, dz, d.shifted[i], d.shifted[j], d.six, dzdot)
        for z in range(dzdot.shape[0]):
            d.zdot_p[n_param * (m.law_z_start[k] + z) + p] = dzdot[z]
        torque, force, force0 = vec(d.six, 0), vec(d.six, 3), vec(w.law_wrench[k], 3)
        rho, dp = frame_arm(w, s, j), vec(d.shifted[j], 3)
        add_wrench_change(d.wrench[m.frame_body[j]], 1.0, rho, dp, torque, force, force0)
        add_wrench_change(d.wrench[m.frame_body[i]], -1.0, rho, dp, torque, force, force0)


@inner_kernel
def changed_applied(m, w, s, change, d, plan, p):
    """Add the changes of applied forces: of their numbers and expressions, of their axes, and of the points at which
    they act."""
    n_op = m.tape_op.shape[0]
    for n in range(plan.applied_start[p], plan.applied_start[p + 1]):
        a = plan.applied[n]
        f, axes, given = m.applied_frame[a], m.applied_axes[a], w.applied_wrench[a]
        for c in range(6):
            d.six[c] = change.applied_const[a, c]
            if m.applied_expr[a, c] >= 0:
                d.six[c] += node_change(d, m.applied_expr[a, c], 0, n_op)
        torque, force = vec(d.six, 0), vec(d.six, 3)
        if axes >= 0:
            turn = vec(d.shifted[axes], 0)
            torque = add(rotate(w.X_WF[axes], torque), cross(turn, vec(given, 0)))
            force = add(rotate(w.X_WF[axes], force), cross(turn, vec(given, 3)))
        on, dp = d.wrench[m.frame_body[f]], vec(d.shifted[f], 3)
        add_wrench_change(on, 1.0, frame_arm(w, s, f), dp, torque, force, vec(given, 3))
