"""Derivatives of the residual F = M vdot - (Q - h) + Phi_v' lam and of the states' rates, after `evaluate`.

In the terms of bae-sensitivity this is F = B'(M Ydot + Phi_Z' lam - Q): F_vdot = M, F_lam = Phi_v', F_q and F_v by the spatial
forms of kernels.derivatives.tree and kernels.derivatives.elements, which are equal to its Table A (studies.bae_table_a).
"""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import constraint_jacobian
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobian_plan, view_jacobians
from linkwork.kernels.derivatives.light_pairs import light_pairs
from linkwork.kernels.derivatives.motion import common_point, spatial_accelerations, spatial_velocities
from linkwork.kernels.derivatives.pairs import all_pairs
from linkwork.kernels.derivatives.tree import clear_elements, composites, rigid_bodies
from linkwork.kernels.expressions.block_jacobians import block_jacobian
from linkwork.kernels.expressions.jacobians import expression_jacobians, law_derivatives
from linkwork.kernels.forces.jacobians import elements
from linkwork.kernels.forces.state_jacobians import jacobians_of_states
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import measure_jacobians, row_forces
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel


@inner_kernel
def clear(a):
    for i in range(a.shape[0]):
        a[i] = 0.0


@kernel
def jacobians_of_motion(ints, floats, work, sints, swork, v):
    """Compute spatial motion, the bodies' own terms and the gradients of measures, and clear everything else."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    clear(s.F_q)
    clear(s.F_v)
    clear(s.F_z)
    clear(s.M)
    clear(s.zdot_q)
    clear(s.zdot_v)
    clear(s.zdot_z)
    common_point(m, w, s)
    spatial_velocities(m, w, s, v)
    spatial_accelerations(m, w, s, v, w.vdot, 1.0, 1.0)
    rigid_bodies(m, w, s)
    clear_elements(s)
    measure_jacobians(m, w, s)
    row_forces(m, w, s)


@kernel
def jacobians_of_expressions(ints, floats, work, sints, swork, t):
    """Differentiate blocks, then efforts, applied forces and state rates that are expressions."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    plan = view_jacobian_plan(sints, swork)
    for b in range(m.block_sizes.shape[0]):
        block_jacobian(m, w, s, plan, b, t)
    law_derivatives(m, w, s)
    expression_jacobians(m, w, s, plan)


@kernel
def jacobians_of_elements(ints, floats, work, sints, swork, t):
    """Differentiate forces and constraint forces between bodies."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    elements(m, w, s, t)


@kernel
def jacobians_of_law_states(ints, floats, work, sints, swork, t):
    """Differentiate force laws by their states, and the rates of these states."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    jacobians_of_states(m, w, s, t)


@kernel
def jacobians_of_tree(ints, floats, work, sints, swork):
    """Add the entries of the tree with all composites, and compute the constraint Jacobian."""
    m, w, s = view_model(ints, floats), view_work(ints, work), view_jacobians(sints, swork)
    if composites(m, s):
        all_pairs(m, s)
    else:
        for b in range(1, m.parent.shape[0]):
            light_pairs(m, s, b)
    n_row = m.row_value.shape[0]
    constraint_jacobian(m, w, matrix(s.Phi_v, 0, n_row, m.v_start[m.parent.shape[0]]))


@kernel
def residual_jacobians(ints, floats, work, sints, swork, t, v):
    """Compute F_q, F_v, F_z, M, Phi_v, zdot_q, zdot_v, zdot_z of JacobianWork, after `evaluate` at (t, q, v) and with
    w.vdot and w.lam set."""
    jacobians_of_motion(ints, floats, work, sints, swork, v)
    jacobians_of_expressions(ints, floats, work, sints, swork, t)
    jacobians_of_elements(ints, floats, work, sints, swork, t)
    m = view_model(ints, floats)
    if m.law_z_start[m.law_kind.shape[0]] > m.law_z_start[0]:
        jacobians_of_law_states(ints, floats, work, sints, swork, t)
    jacobians_of_tree(ints, floats, work, sints, swork)
