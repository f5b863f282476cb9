"""Articulated bodies, and with loops the body-level saddle-point matrix factored in tree order
(kernels.recursions.loops).

The cost is linear in the number of bodies for trees and chains of loops. No rank decision is needed: dependent rows
share their load. These are the equations of `Augmented`, in Cartesian coordinates too.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import Recursive
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.dynamics.status import MASSES_DIFFER, NOT_FINITE, OK, SINGULAR_MASS
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import rare_kernel
from linkwork.kernels.recursions.elimination import INDEPENDENT
from linkwork.kernels.recursions.loop_arrays import USED, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import dense_bodies
from linkwork.kernels.recursions.saddle_point import CLOSE, graded_saddle_point, refined_saddle_point, saddle_point
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.kernels.vectors import dot, sub, vec
from linkwork.numerics.jit import kernel, never_inline

REFINEMENTS = 3
DOUBTFUL = 1e-6  # of the accelerations: residual of a row above which the solution is examined
AGREE = 1e-9  # of a body's acceleration


@rare_kernel
def graded_accelerations(ints, floats, work, plan_ints, loop_work):
    """Compute accelerations where masses differ by many decades.

    The function takes buffers instead of views: few models call it, and making all views would cost the others a sixth
    of their time.
    """
    never_inline()
    m, w = view_model(ints, floats), view_work(ints, work)
    plan, f = view_plan(plan_ints, loop_work), view_loop_work(plan_ints, loop_work)
    worst = graded_saddle_point(m, w, plan, f) if dense_bodies(f) else refined_saddle_point(m, w, plan, f)
    if f.regular[0] == 0:
        return SINGULAR_MASS
    return OK if worst < 1e300 else NOT_FINITE


@kernel
def accelerations_to(ints, floats, work, plan_ints, loop_work, close):
    """Compute vdot and lam in the workspace, after `evaluate`; rows are satisfied to `close`, relative."""
    m, w = view_model(ints, floats), view_work(ints, work)
    plan, f = view_plan(plan_ints, loop_work), view_loop_work(plan_ints, loop_work)
    if f.graded.shape[0] > 0:
        return graded_accelerations(ints, floats, work, plan_ints, loop_work)
    worst = saddle_point(m, w, plan, f, REFINEMENTS, close)
    return OK if worst < 1e300 else NOT_FINITE


@kernel
def accelerations(ints, floats, work, plan_ints, loop_work):
    """Compute vdot and lam as accurately as possible."""
    return accelerations_to(ints, floats, work, plan_ints, loop_work, CLOSE)


@kernel
def is_plain(ints, floats, work, plan, factors, length):
    """Return whether all rows in use are independent and satisfied, and all accelerations finite, after `accelerations`."""
    m, w = view_model(ints, floats), view_work(ints, work)
    order, f = view_plan(plan, factors).order, view_loop_work(plan, factors)
    size = total = 0.0
    for k in range(w.vdot.shape[0]):
        turns = dot(vec(w.S[k], 0), vec(w.S[k], 0)) > 0.0
        size = max(size, abs(w.vdot[k]) * (length if turns else 1.0))
        total += abs(w.vdot[k])
    for r in range(w.gamma.shape[0]):
        size = max(size, abs(m.row_scale[r] * w.gamma[r]))
    for c in range(f.weak.shape[0]):
        r = order[c]
        if w.active[r] > 0.0 and (f.weak[c] != INDEPENDENT or f.drop[c] != USED):
            return False
        if not abs(m.row_scale[r] * f.r_row[r]) <= DOUBTFUL * size:
            return False
    return total < 1e300


@kernel
def verified(ints, floats, work, plan_ints, loop_work, vdot, length):
    """Return MASSES_DIFFER if some body's acceleration by `vdot` differs from that of `accelerations`.

    The result of `accelerations` is in the workspace afterwards.
    """
    m, w = view_model(ints, floats), view_work(ints, work)
    f = view_loop_work(plan_ints, loop_work)
    status = accelerations(ints, floats, work, plan_ints, loop_work)
    if status != OK:
        return status
    velocity_transformation(m, w, vdot, w.dA)
    least = dot(vec(m.gravity, 0), vec(m.gravity, 0))
    for b in range(1, m.parent.shape[0]):
        turn, move = sub(vec(w.dA[b], 0), vec(f.p[b], 0)), sub(vec(w.dA[b], 3), vec(f.p[b], 3))
        off = length * length * dot(turn, turn) + dot(move, move)
        spin = dot(vec(w.V[b], 0), vec(w.V[b], 0))
        size = length * length * (dot(vec(f.p[b], 0), vec(f.p[b], 0)) + spin * spin) + dot(
            vec(f.p[b], 3), vec(f.p[b], 3)
        )
        if not off <= AGREE * AGREE * (size + least):
            return MASSES_DIFFER
    return OK


register(Recursive, Entry(sys.modules[__name__], sparse=True, has_sparse_form=True))
