"""A compiled loop around the derivatives: what an implicit integrator would pay per matrix."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.evaluate import evaluate_stages
from linkwork.kernels.slopes.residual import residual_slopes
from linkwork.numerics.jit import kernel


@kernel
def repeat_slopes(ints, floats, work, sints, swork, q, v, times):
    """F_q, F_v and M from positions, velocities and accelerations (w.vdot), everything in between included."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for _ in range(times):
        evaluate_stages(m, w, 0.0, q, v)
        residual_slopes(ints, floats, work, sints, swork, 0.0, v)
