"""The equations of motion at one point of a run, for passes over the accepted steps.

Functions of the contract's signature (integrators.contract), with ny = n_q + n_v + n_z:

    rates      out := [dy/dt (ny), lam (n_row)] at (t, y), solved to round-off
    project    y := y projected onto the constraints (differentiation.point.project)
    tangent    the derivative of the last of these along tangents (differentiation.point.tangent)
    adjoint    its transpose, for cotangents (differentiation.point.adjoint)

Decisions of the factorizations, such as which rows are redundant, are those of the run.
"""

from __future__ import annotations

from linkwork.differentiation.point.arrays import JACOBIANS_HERE, LAST, RATES, point_buffers, view_point_work
from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.problem import evaluate_y, put_rates
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_work
from linkwork.numerics.dense_views import vector
from linkwork.numerics.jit import kernel


@kernel
def rates(t, y, out, page):
    """Compute [dy/dt, lam] in out; results that are known for this state are not computed again."""
    w = view_work(page.ints, page.work)
    pints, pwork = point_buffers(page)
    p = view_point_work(pints, pwork)
    ny = y.shape[0]
    same = p.flags[JACOBIANS_HERE] == 1 and p.t_point[0] == t
    for i in range(ny):
        same = same and p.y_point[i] == y[i]
        p.y_point[i] = y[i]
    p.t_point[0] = t
    p.flags[LAST] = RATES
    status = OK
    if not same:
        p.flags[JACOBIANS_HERE] = 0
        evaluate_y(page.ints, page.floats, page.work, t, y)
        status = accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
    if status == OK:
        status = put_rates(page.ints, page.floats, page.work, y, vector(out, 0, ny))
    for r in range(w.lam.shape[0]):
        out[ny + r] = w.lam[r]
    return status
