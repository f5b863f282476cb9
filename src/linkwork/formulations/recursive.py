"""Articulated bodies, and with loops the body-level saddle-point matrix factored in tree order (kernels.recursive.loops).

Linear in the number of bodies for trees and chains of loops. It needs no rank decision: dependent rows share their load.
In Cartesian coordinates the same factorization is the sparse form of `Augmented`.
"""

from __future__ import annotations

from linkwork.formulations.status import NOT_FINITE, OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.recursive.loops import CLOSE, saddle_point, view_loop_work, view_plan
from linkwork.numerics.jit import kernel

REFINEMENTS = 3


@kernel
def accelerations_to(ints, floats, work, plan_ints, loop_work, close):
    """vdot and lam into the workspace, after `evaluate`; rows hold to `close`, relative."""
    m, w = view_model(ints, floats), view_work(ints, work)
    plan, f = view_plan(plan_ints, loop_work), view_loop_work(plan_ints, loop_work)
    worst = saddle_point(m, w, plan, f, REFINEMENTS, close)
    return OK if worst < 1e300 else NOT_FINITE


@kernel
def accelerations(ints, floats, work, plan_ints, loop_work):
    """The same as well as can be."""
    return accelerations_to(ints, floats, work, plan_ints, loop_work, CLOSE)
