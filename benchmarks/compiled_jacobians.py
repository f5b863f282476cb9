"""A compiled loop around the derivatives: what an implicit integrator would pay per matrix."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.residual import jacobians_of_elements, jacobians_of_tree, residual_jacobians
from linkwork.kernels.evaluate import evaluate_stages
from linkwork.numerics.jit import kernel


@kernel
def repeat_jacobians(ints, floats, work, sints, swork, q, v, times):
    """F_q, F_v and M from positions, velocities and accelerations (w.vdot), everything in between included."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for _ in range(times):
        evaluate_stages(m, w, 0.0, q, v)
        residual_jacobians(ints, floats, work, sints, swork, 0.0, v)


@kernel
def repeat_tree_and_elements(ints, floats, work, sints, swork, times):
    """All pairs of the tree and of elements, added to the matrices: neither clears them."""
    for _ in range(times):
        jacobians_of_elements(ints, floats, work, sints, swork, 0.0)
        jacobians_of_tree(ints, floats, work, sints, swork)
