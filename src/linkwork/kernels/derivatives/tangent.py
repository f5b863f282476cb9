"""Changes of the residual, the constraints and the states' rates along one direction of the state and of the design together.

    dF, dPhi, dPhidot, dPhiddot, dzdot    for changes dq (tangent), dv, dz of the state and of model numbers, at constant vdot and lam

A coordinate displaces all that lies beyond its joint, as a placement does (kernels.derivatives.design_motion): with the columns of
kernels.derivatives.motion, delta += J dq, nu += Jd dq + J dv, epsilon += e dq + Jv dv. So the kernels for design parameters serve, for one
parameter that touches everything (model.plans.tangent_plan); no matrix is formed, and the cost is linear in the number of bodies.

dF is left as wrenches on bodies, from which recursions start: along a chain of a thousand bodies the sums of wrenches are so much
larger than the force that moves a joint that their round-off would be visible.
"""

from typing import Any, NamedTuple

import numpy as np

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.by_design import begin_tangents, changed_rows, column_forces, column_laws
from linkwork.kernels.derivatives.design_arrays import view_design, view_design_plan
from linkwork.kernels.derivatives.design_motion import (
    add_displacement,
    add_pitch,
    changed_inertias,
    placement,
    shift_frame,
)
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobian_plan, view_jacobians
from linkwork.kernels.derivatives.motion import arm
from linkwork.kernels.derivatives.residual import clear, jacobians_of_expressions, jacobians_of_motion
from linkwork.kernels.derivatives.tree import add_rows, dot6, inertia_times, times_block
from linkwork.kernels.derivatives.two_body import own_coordinate
from linkwork.kernels.expressions.block_jacobians import STEP
from linkwork.kernels.expressions.by_design import add_result, step_jet, step_value, through_inputs, through_parameters
from linkwork.kernels.expressions.functions import STATE
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.by_design import measure_changes
from linkwork.kernels.measures.jacobians import frame_arm
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel


class Direction(NamedTuple):
    """A change of the state: column p of matrices with k columns, stored flat."""

    dq: Any  # (n_v, k)
    dv: Any  # (n_v, k)
    dz: Any  # (n_z, k)
    k: int
    p: int


@inner_kernel
def changes(row):
    """Return whether any entry is not zero."""
    total = 0.0
    for i in range(row.shape[0]):
        total += abs(row[i])
    return total != 0.0


@inner_kernel
def displace_by_state(m, s, b, change, out):
    """Add to out (18) the displacement by the changes of the joint's coordinates and velocities."""
    dq, dv, _, k, p = change
    for j in range(m.v_start[b], m.v_start[b + 1]):
        J, x, y = s.column[j], dq[j * k + p], dv[j * k + p]
        for i in range(6):
            out[i] += x * J[i]
            out[6 + i] += x * J[6 + i] + y * J[i]
            out[12 + i] += x * J[12 + i] + y * J[18 + i]


@inner_kernel
def displace_all(m, w, s, change, d, q, v, direction):
    """Compute `moved` of all bodies; gravity is an acceleration of the ground."""
    for i in range(15):
        d.moved[0, i] = 0.0
    put(d.moved[0], 15, scale(-1.0, vec(change.gravity, 0)))
    for b in range(1, m.parent.shape[0]):
        on, total = m.parent[b], d.moved[b]
        for i in range(18):
            total[i] = d.moved[on, i]
        if changes(change.X_PI[b]):
            placement(w.X_WB[on], arm(w, s, on), m.X_PI[b], change.X_PI[b], d.six)
            add_displacement(1.0, s.V[on], s.A[on], d.six, total)
        if change.pitch[b] != 0.0:
            add_pitch(m, w, s, change, d, b, q, v)
        displace_by_state(m, s, b, direction, total)


@inner_kernel
def shift_all(m, w, s, change, d):
    """Compute `shifted` of all frames."""
    for f in range(m.frame_body.shape[0]):
        b = m.frame_body[f]
        for i in range(18):
            d.shifted[f, i] = d.moved[b, i]
        if changes(change.X_BF[f]):
            placement(w.X_WB[b], arm(w, s, b), m.X_BF[f], change.X_BF[f], d.six)
            add_displacement(1.0, s.V[b], s.A[b], d.six, d.shifted[f])
        for i in range(18):
            d.six[i] = d.shifted[f, i]
        shift_frame(frame_arm(w, s, f), s.V[b], s.A[b], vec(w.V_WF[f], 3), d.six, d.shifted[f])


@inner_kernel
def measure_all(m, s, d, plan, dq, k, p):
    """Compute x9 and jet of all measures; changes of the forces along them are set to zero."""
    measure_changes(m, s, d, plan, 0)
    for n in range(m.measure_kind.shape[0]):
        j = own_coordinate(m, n)
        if j >= 0:
            d.jet[n, 0] = dq[j * k + p]
        d.jet[n, 3] = 0.0


@inner_kernel
def through_states(m, s, jacobian_plan, d, b, dz, k, p):
    """Add the changes of a block's outputs and state rates that its states cause."""
    n_u, n_x, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 3]
    for r in range(n_y + n_x):
        total, row = 0.0, jacobian_plan.block_entry[b] + (n_u + n_x) * r + n_u
        for x in range(n_x):
            total += s.block_J[row + x] * dz[(m.block_first[b, 1] + x) * k + p]
        add_result(m, d, b, r, total, 1, 0)


@inner_kernel
def step_all(m, w, s, jacobian_plan, change, d, plan, dz, k, p, t):
    """Evaluate all instructions and blocks in order; the imaginary parts of instructions are their changes."""
    n_op, n_block = m.tape_op.shape[0], m.block_sizes.shape[0]
    scratch = d.tape.view(np.complex128)
    value, rate, accel = vector(scratch, 0, n_op), vector(scratch, n_op, n_op), vector(scratch, 2 * n_op, n_op)
    for n in range(plan.node.shape[0]):
        i = plan.node[n]
        if i < 0:
            b = -1 - i
            through_inputs(m, s, jacobian_plan, d, b, value, 1, 0)
            through_states(m, s, jacobian_plan, d, b, dz, k, p)
            through_parameters(m, w, jacobian_plan, change, d, b, p * n_block + b, t, 1, 0)
        elif m.tape_op[i] == STATE:
            value[i] = w.tape_value[i] + 1j * (STEP * dz[m.tape_args[m.tape_start[i]] * k + p])
        else:
            step_value(m, w, change, d, i, value)
            if plan.motions[0] <= i < plan.motions[1]:
                step_jet(m, change, i, value, rate, accel)


@inner_kernel
def add_turned(turn, move, F, sign, out):
    """out (6) += sign · delta x* F for a displacement delta = (turn, move)."""
    accumulate(out, 0, scale(sign, add(cross(turn, vec(F, 0)), cross(move, vec(F, 3)))))
    accumulate(out, 3, scale(sign, cross(turn, vec(F, 3))))


@inner_kernel
def add_inertial(s, d, b):
    """Add the change of a body's inertia wrench, apart from its rotation with the body: B nu + I epsilon."""
    moved, B = d.moved[b], d.gyro[b]
    nu = vec(moved, 6)
    torque, force = inertia_times(d.inertia[b], vec(moved, 12), vec(moved, 15))
    accumulate(d.wrench[b], 0, add(torque, times_block(B, nu)))
    accumulate(d.wrench[b], 3, sub(force, scale(2.0, cross(vec(B, 9), nu))))


@inner_kernel
def joint_displacement(m, s, change, d, b, dq, k, p):
    """Return the displacement (turn, move) of body b relative to its parent, and the part of it due to the body's own
    coordinates."""
    turn, move = scale(0.0, vec(d.moved[b], 0)), scale(0.0, vec(d.moved[b], 0))
    for j in range(m.v_start[b], m.v_start[b + 1]):
        turn = add(turn, scale(dq[j * k + p], vec(s.column[j], 0)))
        move = add(move, scale(dq[j * k + p], vec(s.column[j], 3)))
    if change.pitch[b] == 0.0 and not changes(change.X_PI[b]):
        return turn, move, turn, move
    on = d.moved[m.parent[b]]
    return sub(vec(d.moved[b], 0), vec(on, 0)), sub(vec(d.moved[b], 3), vec(on, 3)), turn, move


@inner_kernel
def own_loads(m, w, s, change, d, dq, k, p):
    """Compute `wrench`, the change of the wrench that each body needs, as seen from the body, with the change due to
    the relative motion of joints beyond it; and F_p, the part along columns of the joint that such wrenches move with.
    """
    for b in range(1, m.parent.shape[0]):
        add_turned(vec(d.moved[b], 0), vec(d.moved[b], 3), d.force[b], -1.0, d.wrench[b])
        add_inertial(s, d, b)
    for b in range(1, m.parent.shape[0]):
        first, F = m.v_start[b], s.F[b]
        turn, move, own_turn, own_move = joint_displacement(m, s, change, d, b, dq, k, p)
        if m.parent[b] > 0:
            add_turned(turn, move, F, 1.0, d.wrench[m.parent[b]])
        for j in range(first, m.v_start[b + 1]):
            d.F_p[j] = 0.0
        for j in range(first, first + m.riding[b]):  # the parent carries these
            J = s.column[j]
            torque = add(cross(own_turn, vec(F, 0)), cross(own_move, vec(F, 3)))
            d.F_p[j] = dot(vec(J, 0), torque) + dot(vec(J, 3), cross(own_turn, vec(F, 3)))
        if change.pitch[b] != 0.0:
            d.F_p[first] += change.pitch[b] * dot(vec(s.column[first], 0), vec(F, 3))


@inner_kernel
def wrenches_to_root(ints, floats, sints, swork, dints, dwork):
    """Compute F of JacobianWork, the wrench that each tree joint carries, from what each body needs; `force` is the
    part that is not inertia."""
    m, s, d = view_model(ints, floats), view_jacobians(sints, swork), view_design(dints, dwork)
    for b in range(1, m.parent.shape[0]):
        for i in range(6):
            d.force[b, i] = s.F[b, i] - d.force[b, i]
    for b in range(m.parent.shape[0] - 1, 0, -1):
        if m.parent[b] > 0:
            add_rows(s.F, b, m.parent[b])


@kernel
def prepare_directions(ints, floats, work, sints, swork, dints, dwork, t, v):
    """Compute what all directions share, after `evaluate` at (t, q, v) and with w.vdot and w.lam set; sints and dints
    are those of model.plans.tangent_plan."""
    jacobians_of_motion(ints, floats, work, sints, swork, v)
    jacobians_of_expressions(ints, floats, work, sints, swork, t)
    begin_tangents(ints, floats, work, sints, swork, dints, dwork, v)
    wrenches_to_root(ints, floats, sints, swork, dints, dwork)


@inner_kernel
def direction_motion(ints, floats, work, sints, swork, dints, dwork, q, v, direction):
    """Compute displacements and measures."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change = view_model(ints, d.change)
    displace_all(m, w, s, change, d, q, v, direction)
    shift_all(m, w, s, change, d)
    measure_all(m, s, d, plan, direction.dq, direction.k, direction.p)


@inner_kernel
def direction_expressions(ints, floats, work, sints, swork, dints, dwork, dz, k, p, t):
    """Compute expressions and blocks."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    clear(d.out)
    clear(d.zdot_p)
    step_all(m, w, s, view_jacobian_plan(sints, swork), view_model(ints, d.change), d, plan, dz, k, p, t)


@inner_kernel
def direction_answers(ints, floats, work, sints, swork, dints, dwork, dq, k, p):
    """Compute wrenches on bodies, F_p and the rows."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change = view_model(ints, d.change)
    changed_inertias(m, w, s, change, d, plan, p + 1)
    own_loads(m, w, s, change, d, dq, k, p)
    changed_rows(m, w, change, d, plan, 0)


@kernel
def direction_tangent(ints, floats, work, sints, swork, dints, dwork, t, q, v, direction):
    """Compute the changes along a Direction of the state and with the numbers of design parameter p.

    They are fields of DesignWork: wrench (n_body, 6) and F_p (n_v), which together are dF, Phi_p, Phidot_p, Phiddot_p
    (n_row) and zdot_p (n_z). Call `prepare_directions` first.
    """
    dq, _, dz, k, p = direction
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    for b in range(d.wrench.shape[0]):
        for i in range(6):
            d.wrench[b, i] = 0.0
    for n in range(plan.number_start[p], plan.number_start[p + 1]):
        d.change[plan.number[n]] = d.number_value[n]
    direction_motion(ints, floats, work, sints, swork, dints, dwork, q, v, direction)
    if plan.node.shape[0] > 0:
        direction_expressions(ints, floats, work, sints, swork, dints, dwork, dz, k, p, t)
    column_forces(ints, floats, work, sints, swork, dints, dwork, 0)
    if plan.law.shape[0] > 0:
        for z in range(d.dz.shape[0]):
            d.dz[z] = dz[z * k + p]
        column_laws(ints, floats, work, sints, swork, dints, dwork, 0, t)
    direction_answers(ints, floats, work, sints, swork, dints, dwork, dq, k, p)
    for n in range(plan.number_start[p], plan.number_start[p + 1]):
        d.change[plan.number[n]] = 0.0


@inner_kernel
def put_wrenches(ints, floats, work, sints, swork, dints, dwork, factor, k, p, out):
    """Set column p of out (n_body, 6, k) to factor times the wrenches of `direction_tangent`, at the bodies' origins."""
    m, w, s, d = (
        view_model(ints, floats),
        view_work(ints, work),
        view_jacobians(sints, swork),
        view_design(dints, dwork),
    )
    for b in range(1, m.parent.shape[0]):
        force = vec(d.wrench[b], 3)
        torque = sub(vec(d.wrench[b], 0), cross(arm(w, s, b), force))
        for i in range(3):
            out[(6 * b + i) * k + p] = factor * torque[i]
            out[(6 * b + 3 + i) * k + p] = factor * force[i]


@inner_kernel
def column_twists(m, w, x, k, p, Y):
    """Compute Y, the twists of all bodies at their origins, for column p of rates x (n_v, k)."""
    for b in range(1, m.parent.shape[0]):
        on = m.parent[b]
        turn = vec(Y[on], 0)
        move = add(vec(Y[on], 3), cross(turn, sub(vec(w.X_WB[b], 9), vec(w.X_WB[on], 9))))
        put(Y[b], 0, turn)
        put(Y[b], 3, move)
        for j in range(m.v_start[b], m.v_start[b + 1]):
            accumulate(Y[b], 0, scale(x[j * k + p], vec(w.S[j], 0)))
            accumulate(Y[b], 3, scale(x[j * k + p], vec(w.S[j], 3)))


@inner_kernel
def add_row_products(ints, floats, work, x, k, p, out):
    """Add Phi_v times column p of x (n_v, k) to column p of out (n_row, k)."""
    m, w = view_model(ints, floats), view_work(ints, work)
    column_twists(m, w, x, k, p, w.dA)
    for r in range(m.row_value.shape[0]):
        total = 0.0
        for e in range(m.row_start[r], m.row_start[r + 1]):
            n = m.term_measure[e]
            i, j = m.frame_body[m.measure_frames[n, 0]], m.frame_body[m.measure_frames[n, 1]]
            rate = dot6(w.measure_G[n], 0, w.dA[i], 0) + dot6(w.measure_G[n], 6, w.dA[j], 0)
            total += m.term_coef[e] * w.active[r] * rate
        out[r * k + p] += total
