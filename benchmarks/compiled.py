"""Compiled loops around linkwork's kernels: what an integrator would pay per evaluation."""

from linkwork.dynamics.formulations import coordinate_partitioning, partial_velocity
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import dense_terms
from linkwork.kernels.evaluate import evaluate_stages
from linkwork.kernels.forces import forces
from linkwork.kernels.recursions.loop_arrays import view_loop_work, view_plan
from linkwork.kernels.recursions.rnea import bias_wrenches, tree_forces
from linkwork.kernels.recursions.saddle_point import CLOSE, saddle_point
from linkwork.kernels.tree import inertias, positions, velocities
from linkwork.numerics.jit import kernel


@kernel
def repeat_forward(ints, floats, work, plan_ints, loop_work, q, v, refinements, times):
    """Accelerations (and multipliers) from positions and velocities, everything in between included."""
    m, w = view_model(ints, floats), view_work(ints, work)
    plan, f = view_plan(plan_ints, loop_work), view_loop_work(plan_ints, loop_work)
    worst = 0.0
    for _ in range(times):
        evaluate_stages(m, w, 0.0, q, v)
        worst = saddle_point(m, w, plan, f, refinements, CLOSE)
    return worst


@kernel
def repeat_inverse(ints, floats, work, q, v, vdot, tau, times):
    """Generalized forces of a tree from positions, velocities and accelerations."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for _ in range(times):
        positions(m, q, w)
        velocities(m, v, w)
        inertias(m, w)
        forces(m, w)
        bias_wrenches(m, w)
        tree_forces(m, w, vdot, tau)


@kernel
def repeat_terms(ints, floats, work, q, v, composite, M, Qh, Phi_v, times):
    """The part all dense formulations share: kinematics, forces, constraints, M, Q - h and Phi_v."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for _ in range(times):
        evaluate_stages(m, w, 0.0, q, v)
        dense_terms(ints, floats, work, composite, M, Qh, Phi_v)


@kernel
def repeat_partial_velocity(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, times):
    """The solve alone; iscratch[MODE] says whether the partition is retained."""
    status = 0
    for _ in range(times):
        status = partial_velocity.accelerations(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)
    return status


@kernel
def repeat_partitioning(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch, times):
    """As `repeat_partial_velocity`."""
    status = 0
    for _ in range(times):
        status = coordinate_partitioning.accelerations(
            M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch
        )
    return status
