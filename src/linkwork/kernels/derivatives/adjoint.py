"""The reverse sweep: the gradient of one scalar of an evaluation by every model number, and by q, v, vdot, lam and z.

The scalar is a sum of products with the given cotangents (kernels.derivatives.adjoint_arrays.Reverse, first group):

    residual·F + position·Phi + velocity·Phidot + acceleration·Phiddot + zdot·zdot + measure·(value, rate, second rate) + effort·… + …

with F = M vdot - (Q - h) + Phi_v' lam and Phiddot = Phi_v vdot - gamma. One sweep visits every element once. It costs
as much as a few evaluations, however many parameters there are. In a kernel or from Python
(`model.plans.adjoint_plan.reverse_sizes`):

    evaluate(ints, floats, work, t, q, v)              # with inputs, z, active, turns in work, as for any evaluation
    w.vdot[:], w.lam[:] = vdot, lam
    clear_cotangents(rints, rwork)                     # then set r.residual, r.acceleration, … of view_reverse(rints, rwork)
    reverse_sweep(ints, floats, work, rints, rwork, t, q, v, gradient)

`gradient` has the layout of `floats`, and the sweep *adds* to it: view_model(ints, gradient).effort_law is the
derivative by effort_law. For poses (X_PI, X_BF) it is correct for changes that leave the pose a pose. The entries of
`input0` get the derivative by the current inputs; a caller that drives an input in another way ignores them. r.by_q (by
tangent displacements), r.by_v, r.by_vdot, r.by_lam and r.by_z are overwritten. Of `work`, only dA is changed.

`equation_gradient` is the sweep for cotangents a of F, b of Phiddot and c of zdot alone.
"""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.adjoint_arrays import view_reverse, view_reverse_plan
from linkwork.kernels.derivatives.adjoint_bodies import reverse_bodies, reverse_frames
from linkwork.kernels.derivatives.adjoint_motion import (
    body_motions,
    clear_rows,
    clear_vector,
    frame_motions,
    wrench_fields,
)
from linkwork.kernels.derivatives.adjoint_rows import reverse_applied, reverse_efforts, reverse_rows, start_scalars
from linkwork.kernels.derivatives.adjoint_tree import reverse_tree
from linkwork.kernels.derivatives.motion import common_point
from linkwork.kernels.expressions.adjoint import reverse_tape, reverse_time_tape
from linkwork.kernels.expressions.block_adjoint import reverse_block
from linkwork.kernels.expressions.blocks import CALL_BLOCK, RUN_TAPE
from linkwork.kernels.forces.adjoint import reverse_laws
from linkwork.kernels.measures.adjoint import reverse_measures
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


@kernel
def clear_cotangents(rints, rwork):
    """Set all given cotangents to zero."""
    r = view_reverse(rints, rwork)
    clear_vector(r.residual)
    clear_vector(r.position)
    clear_vector(r.velocity)
    clear_vector(r.acceleration)
    clear_vector(r.zdot)
    clear_rows(r.measure)
    clear_vector(r.effort)
    clear_rows(r.law)
    clear_rows(r.applied)
    clear_vector(r.tape)
    clear_vector(r.output)
    clear_rows(r.carried)
    clear_rows(r.returned)
    clear_rows(r.cut)
    clear_vector(r.energy)


@kernel
def reverse_of_forces(ints, floats, work, rints, rwork, gradient):
    """Compute motion and virtual twists, then sweep rows, efforts and applied forces."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, gradient)
    r, plan = view_reverse(rints, rwork), view_reverse_plan(rints, rwork)
    common_point(m, w, r)
    body_motions(m, w, r)
    wrench_fields(m, w, r)
    frame_motions(m, w, r)
    start_scalars(m, w, r)
    reverse_rows(m, w, r, d)
    reverse_efforts(m, w, r, d, plan)
    reverse_applied(m, w, r, d)


@kernel
def reverse_of_expressions(ints, floats, work, rints, rwork, t, gradient):
    """Sweep the tapes and blocks in the reverse order of an evaluation."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, gradient)
    r, plan = view_reverse(rints, rwork), view_reverse_plan(rints, rwork)
    for k in range(m.plan.shape[0] - 1, -1, -1):
        if m.plan[k, 0] == RUN_TAPE:
            reverse_tape(m, w, r, d, m.plan[k, 1], m.plan[k, 2])
        elif m.plan[k, 0] == CALL_BLOCK:
            reverse_block(m, w, r, d, plan, m.plan[k, 1], t)
        else:
            reverse_time_tape(m, w, r, d, m.plan[k, 1], m.plan[k, 2])


@kernel
def reverse_of_elements(ints, floats, work, rints, rwork, t, gradient):
    """Sweep the measures and the laws between frames, down to the frames."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, gradient)
    r, plan = view_reverse(rints, rwork), view_reverse_plan(rints, rwork)
    reverse_measures(m, w, r, plan)
    reverse_laws(m, w, r, d, t)


@kernel
def reverse_of_tree(ints, floats, work, rints, rwork, q, v, gradient):
    """Sweep frames, bodies and the tree."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, gradient)
    r = view_reverse(rints, rwork)
    reverse_frames(m, w, r, d)
    reverse_bodies(m, w, r, d)
    reverse_tree(m, w, r, d, q, v)


@kernel
def reverse_sweep(ints, floats, work, rints, rwork, t, q, v, gradient):
    """Add the derivative of the scalar by model numbers to gradient, and compute by_q … by_z of Reverse; call it after
    `evaluate` at (t, q, v)."""
    reverse_of_forces(ints, floats, work, rints, rwork, gradient)
    reverse_of_expressions(ints, floats, work, rints, rwork, t, gradient)
    reverse_of_elements(ints, floats, work, rints, rwork, t, gradient)
    reverse_of_tree(ints, floats, work, rints, rwork, q, v, gradient)


@kernel
def equation_gradient(ints, floats, work, rints, rwork, t, q, v, a, b, c, gradient):
    """Add the gradient of a·F + b·Phiddot + c·zdot to gradient."""
    clear_cotangents(rints, rwork)
    r = view_reverse(rints, rwork)
    copy_into(r.residual, a)
    copy_into(r.acceleration, b)
    copy_into(r.zdot, c)
    reverse_sweep(ints, floats, work, rints, rwork, t, q, v, gradient)
