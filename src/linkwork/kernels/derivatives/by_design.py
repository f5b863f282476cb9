"""Derivatives of the residual, the constraints and the states' rates by design parameters, after `residual_jacobians`.

    F_p, Phi_p, Phidot_p, Phiddot_p, zdot_p    at constant q, v, vdot, lam, z, with Phiddot = Phi_v vdot - gamma

A parameter visits only what it changes (DesignPlan): bodies and frames that it displaces, inertias, measures,
expressions, force elements and rows. The changes of their wrenches are then summed towards the root.
"""

import numpy as np

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.design_arrays import view_design, view_design_plan
from linkwork.kernels.derivatives.design_motion import (
    changed_inertias,
    displace_bodies,
    moved_wrenches,
    own_wrenches,
    shift_frames,
)
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobian_plan, view_jacobians
from linkwork.kernels.derivatives.motion import spatial_accelerations
from linkwork.kernels.derivatives.residual import clear
from linkwork.kernels.expressions.by_design import node_change, restore_node, restore_nodes, step_nodes
from linkwork.kernels.forces.by_design import along_measures, changed_applied, changed_efforts, changed_laws
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.by_design import measure_changes, watched_gradients
from linkwork.kernels.vectors import add, cross, dot, sub, vec
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel


@inner_kernel
def sum_to_root(m, s, change, d, plan, p):
    """Sum the changes of wrenches from the leaves to the root into F_p: J·(dF - delta x* F), because the columns J move
    with their bodies."""
    n_param = plan.weight.shape[0]
    for n in range(plan.path_start[p], plan.path_start[p + 1]):
        b = plan.path[n]
        on, dF, F = d.wrench[m.parent[b]], d.wrench[b], s.F[b]
        turn, move = vec(d.moved[b], 0), vec(d.moved[b], 3)
        torque = sub(vec(dF, 0), add(cross(turn, vec(F, 0)), cross(move, vec(F, 3))))
        force = sub(vec(dF, 3), cross(turn, vec(F, 3)))
        for k in range(m.v_start[b], m.v_start[b + 1]):
            J = s.column[k]
            d.F_p[n_param * k + p] = dot(vec(J, 0), torque) + dot(vec(J, 3), force)
            d.F_p[n_param * k + p] += change.pitch[b] * dot(vec(J, 0), vec(F, 3))
        for i in range(6):
            on[i] += dF[i]
            dF[i] = 0.0
    for i in range(6):
        d.wrench[0, i] = 0.0


@inner_kernel
def changed_gravity(m, s, change, d, plan, p):
    """Add the change of the weight of all bodies at or beyond each joint."""
    n_param, g = plan.weight.shape[0], vec(change.gravity, 0)
    if plan.weight[p] == 0:
        return
    for b in range(1, m.parent.shape[0]):
        mass, torque = s.inertia[b, 0], cross(vec(s.inertia[b], 1), g)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            J = s.column[k]
            d.F_p[n_param * k + p] -= dot(vec(J, 0), torque) + mass * dot(vec(J, 3), g)


@inner_kernel
def changed_rows(m, w, change, d, plan, p):
    """Compute Phi_p, Phidot_p and Phiddot_p from the changes of measures, factors, constants and motions."""
    n_param, n_op = plan.weight.shape[0], m.tape_op.shape[0]
    for n in range(plan.row_start[p], plan.row_start[p + 1]):
        r = plan.row[n]
        value, rate, second, e = -change.row_value[r], 0.0, 0.0, m.row_motion[r]
        for t in range(m.row_start[r], m.row_start[r + 1]):
            k, coef, factor = m.term_measure[t], m.term_coef[t], change.term_coef[t]
            value += coef * d.jet[k, 0]
            rate += coef * d.jet[k, 1]
            second += coef * d.jet[k, 2]
            if factor != 0.0:
                value += factor * w.measure_value[k]
                rate += factor * w.measure_rate[k]
                second += factor * d.second[k]
        if e >= 0:
            value -= node_change(d, e, 0, n_op)
            rate -= node_change(d, e, 1, n_op)
            second -= node_change(d, e, 2, n_op)
        if m.row_level[r] == 0:
            d.Phi_p[n_param * r + p] = w.active[r] * value
        d.Phidot_p[n_param * r + p] = w.active[r] * rate
        d.Phiddot_p[n_param * r + p] = w.active[r] * second


@inner_kernel
def restore(m, w, d, plan, p):
    """Set to zero what parameter p has changed."""
    for n in range(plan.body_start[p], plan.body_start[p + 1]):
        for i in range(18):
            d.moved[plan.body[n], i] = 0.0
    for n in range(plan.frame_start[p], plan.frame_start[p + 1]):
        for i in range(18):
            d.shifted[plan.frame[n], i] = 0.0
    for n in range(plan.measure_start[p], plan.measure_start[p + 1]):
        for i in range(4):
            d.jet[plan.measure[n], i] = 0.0
    restore_nodes(m, w, d, plan, plan.node_start[p], plan.node_start[p + 1])


@kernel
def begin_tangents(ints, floats, work, sints, swork, dints, dwork, v):
    """Compute what all parameters share."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    clear(d.F_p)
    clear(d.Phi_p)
    clear(d.Phidot_p)
    clear(d.Phiddot_p)
    clear(d.zdot_p)
    spatial_accelerations(m, w, s, v, w.vdot, 1.0, 1.0)
    own_wrenches(m, w, s, d, plan)
    watched_gradients(m, w, s, d, plan)
    n_op = m.tape_op.shape[0]
    scratch = d.tape.view(np.complex128)
    if plan.node.shape[0] > 0:
        for i in range(n_op):
            restore_node(w, vector(scratch, 0, n_op), vector(scratch, n_op, n_op), vector(scratch, 2 * n_op, n_op), i)


@kernel
def column_motion(ints, floats, work, sints, swork, dints, dwork, p, q, v):
    """Compute displacements and measures for parameter p."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change = view_model(ints, d.change)
    displace_bodies(m, w, s, change, d, plan, p, q, v)
    shift_frames(m, w, s, change, d, plan, p)
    measure_changes(m, s, d, plan, p)


@kernel
def column_expressions(ints, floats, work, sints, swork, dints, dwork, p, t):
    """Compute expressions and blocks for parameter p."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change, jacobian_plan = view_model(ints, d.change), view_jacobian_plan(sints, swork)
    step_nodes(m, w, s, jacobian_plan, change, d, plan, p, t)


@kernel
def column_forces(ints, floats, work, sints, swork, dints, dwork, p):
    """Compute the wrenches of inertias, efforts, multipliers and applied forces for parameter p."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change = view_model(ints, d.change)
    moved_wrenches(s, w, d, plan, p)
    changed_inertias(m, w, s, change, d, plan, p)
    changed_efforts(m, w, change, d, plan, p)
    along_measures(m, w, s, d, plan, p)
    changed_applied(m, w, s, change, d, plan, p)


@kernel
def column_laws(ints, floats, work, sints, swork, dints, dwork, p, t):
    """Compute the wrenches of laws between frames, and the rates of their states, for parameter p."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    changed_laws(m, w, s, view_model(ints, d.change), d, plan, p, t)


@kernel
def column_answers(ints, floats, work, sints, swork, dints, dwork, p):
    """Compute F_p and the rows of parameter p, and set to zero what it has changed."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    change = view_model(ints, d.change)
    sum_to_root(m, s, change, d, plan, p)
    changed_gravity(m, s, change, d, plan, p)
    changed_rows(m, w, change, d, plan, p)
    restore(m, w, d, plan, p)


@kernel
def design_tangents(ints, floats, work, sints, swork, dints, dwork, t, q, v):
    """Compute F_p, Phi_p, Phidot_p, Phiddot_p, zdot_p of DesignWork, after `residual_jacobians` at (t, q, v) with
    w.vdot and w.lam."""
    plan, d = view_design_plan(dints, dwork), view_design(dints, dwork)
    begin_tangents(ints, floats, work, sints, swork, dints, dwork, v)
    for p in range(plan.weight.shape[0]):
        for n in range(plan.number_start[p], plan.number_start[p + 1]):
            d.change[plan.number[n]] = d.number_value[n]
        column_motion(ints, floats, work, sints, swork, dints, dwork, p, q, v)
        if plan.node_start[p + 1] > plan.node_start[p]:
            column_expressions(ints, floats, work, sints, swork, dints, dwork, p, t)
        column_forces(ints, floats, work, sints, swork, dints, dwork, p)
        if plan.law_start[p + 1] > plan.law_start[p]:
            column_laws(ints, floats, work, sints, swork, dints, dwork, p, t)
        column_answers(ints, floats, work, sints, swork, dints, dwork, p)
        for n in range(plan.number_start[p], plan.number_start[p + 1]):
            d.change[plan.number[n]] = 0.0
