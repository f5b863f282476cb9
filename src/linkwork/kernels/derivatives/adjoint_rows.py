"""Reverse sweep, second stage: constraint rows, efforts and applied forces, down to measures, expressions and frames.

A force e along a measure enters the scalar as -e omega, where omega = G · D is the measure's rate for the virtual
twists; a multiplier enters as + coef lam omega. So the effort's cotangent is -omega, and the cotangent of omega is
minus the force along the measure.
"""

from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.forces.efforts import has_no_length, turning_effort
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import accumulate, add, cross, put, rotate_back, scale, sub, vec


@inner_kernel
def virtual_rate(m, w, D, k):
    """Return G · D of measure k for twists D at the bodies' origins."""
    i, j = m.frame_body[m.measure_frames[k, 0]], m.frame_body[m.measure_frames[k, 1]]
    return dot6(w.measure_G[k], 0, D[i], 0) + dot6(w.measure_G[k], 6, D[j], 0)


@inner_kernel
def cut_rate(m, w, r, row, k):
    """Return torque and force on J of a unit force along measure k, at the origin of frame J, times the cotangent `cut`
    of its row."""
    f, G, turn, move = m.measure_frames[k, 1], w.measure_G[k], vec(r.cut[row], 0), vec(r.cut[row], 3)
    back = sub(vec(w.X_WB[m.frame_body[f]], 9), vec(w.X_WF[f], 9))
    torque, force = add(vec(G, 6), cross(back, vec(G, 9))), vec(G, 9)
    total = 0.0
    for i in range(3):
        total += turn[i] * torque[i] + move[i] * force[i]
    return total


@inner_kernel
def start_scalars(m, w, r):
    """Start the cotangents of measures, instructions and block outputs with the given ones."""
    for k in range(r.by_measure.shape[0]):
        r.along[k] = 0.0
        for i in range(3):
            r.by_measure[k, i] = r.measure[k, i]
        for i in range(6):
            r.extra[k, i] = 0.0
    for i in range(r.adjoint.shape[0]):
        r.adjoint[i], r.adjoint_rate[i], r.adjoint_accel[i] = r.tape[i], 0.0, 0.0
    for y in range(r.adjoint_out.shape[0]):
        r.adjoint_out[y] = r.output[y]
    for z in range(r.by_z.shape[0]):
        r.by_z[z] = 0.0
    for k in range(r.by_q.shape[0]):
        r.by_q[k] = 0.0


@inner_kernel
def reverse_rows(m, w, r, d):
    """Sweep Phi, Phidot, Phiddot, the rows' part of F and the wrenches of cut joints."""
    for row in range(m.row_value.shape[0]):
        on, lam = w.active[row], w.lam[row]
        position = 0.0 if m.row_level[row] == 1 else on * r.position[row]
        velocity, acceleration, by_lam = on * r.velocity[row], on * r.acceleration[row], 0.0
        loaded = False
        for i in range(6):
            loaded = loaded or r.cut[row, i] != 0.0
        for t in range(m.row_start[row], m.row_start[row + 1]):
            c, k = m.term_coef[t], m.term_measure[t]
            rate = virtual_rate(m, w, r.D_WB, k)
            r.along[k] -= on * c * lam
            if loaded:
                rate -= cut_rate(m, w, r, row, k)
                for i in range(6):
                    r.extra[k, i] -= on * c * lam * r.cut[row, i]
            by_lam += on * c * rate
            d.term_coef[t] += position * w.measure_value[k] + velocity * w.measure_rate[k] + on * lam * rate
            if acceleration != 0.0:
                d.term_coef[t] += acceleration * (w.measure_bias[k] + virtual_rate(m, w, w.dA, k))
            r.by_measure[k, 0] += c * position
            r.by_measure[k, 1] += c * velocity
            r.by_measure[k, 2] += c * acceleration
        r.by_lam[row] = by_lam
        d.row_value[row] -= position
        e = m.row_motion[row]
        if e >= 0:
            r.adjoint[e] -= position
            r.adjoint_rate[e] -= velocity
            r.adjoint_accel[e] -= acceleration


@inner_kernel
def reverse_efforts(m, w, r, d, plan):
    """Sweep the efforts along measures, and the energies of their laws."""
    for e in range(m.effort_measure.shape[0]):
        k, law, by_law = m.effort_measure[e], m.effort_law[e], d.effort_law[e]
        cotangent = r.effort[e] - virtual_rate(m, w, r.D_WB, k)
        stretch = w.measure_value[k] - law[2]
        r.along[k] += turning_effort(m, w, e)
        if not has_no_length(m, w, k):  # there all of the stiffness is in the turning effort
            r.by_measure[k, 0] -= cotangent * law[0]
            r.by_measure[k, 1] -= cotangent * law[1]
            by_law[2] += cotangent * law[0]
        by_law[0] -= cotangent * stretch
        by_law[1] -= cotangent * w.measure_rate[k]
        by_law[3] += cotangent
        if m.effort_expr[e] >= 0:
            r.adjoint[m.effort_expr[e]] += cotangent
        if m.effort_energy[e] != 0 and r.energy[1] != 0.0:
            pull = r.energy[1] * (law[0] * stretch - law[3])
            r.by_measure[k, 0] += pull
            by_law[0] += 0.5 * r.energy[1] * stretch * stretch
            by_law[2] -= pull
            by_law[3] -= r.energy[1] * stretch


@inner_kernel
def reverse_applied(m, w, r, d):
    """Sweep applied forces: their components, the axes in which these are given and the points at which they act."""
    for a in range(m.applied_frame.shape[0]):
        f, axes = m.applied_frame[a], m.applied_axes[a]
        torque, force = vec(w.applied_wrench[a], 0), vec(w.applied_wrench[a], 3)
        by_torque = sub(vec(r.applied[a], 0), vec(r.D_WF[f], 0))
        by_force = sub(vec(r.applied[a], 3), vec(r.D_WF[f], 3))
        accumulate(r.on_frame[f], 18, scale(-1.0, torque))
        accumulate(r.on_frame[f], 21, scale(-1.0, force))
        if axes >= 0:
            accumulate(r.on_frame[axes], 0, add(cross(torque, by_torque), cross(force, by_force)))
            by_torque, by_force = rotate_back(w.X_WF[axes], by_torque), rotate_back(w.X_WF[axes], by_force)
        put(r.pair[0], 0, by_torque)
        put(r.pair[0], 3, by_force)
        for c in range(6):
            d.applied_const[a, c] += r.pair[0, c]
            if m.applied_expr[a, c] >= 0:
                r.adjoint[m.applied_expr[a, c]] += r.pair[0, c]
