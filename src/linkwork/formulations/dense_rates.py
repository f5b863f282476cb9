"""Right-hand sides by the dense formulations: M, Q - h, Phi_v assembled, then the formulation's own kernel.

Their scratch lies behind that of kernels.recursive.loops: fwork = [loops | M, Qh, Phi_v, composite, gamma, scratch],
plan = [loops | iscratch]. `sizes` says how much; control[30], control[31] are Baumgarte's alpha and beta.
"""

from __future__ import annotations

from linkwork.formulations.problem import evaluate_y, put_rates
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.dense import dense_terms
from linkwork.kernels.recursive.loops import LoopPlan, LoopWork
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel

LAST_INT = 2 * len(LoopPlan._fields) - 1  # header places that hold the ends of the loops' buffers
LAST_FLOAT = 2 * (len(LoopPlan._fields) + len(LoopWork._fields)) - 1
ALPHA, BETA, ELIMINATE = 30, 31, 29


def sizes(module, n: int, m: int, n_body: int) -> tuple[int, int]:
    """(floats, ints) behind the loops' buffers."""
    floats, ints = module.scratch_sizes(n, m)
    return n * n + n + m * n + 10 * n_body + m + 4 + floats, ints


@kernel
def terms(t, y, ints, floats, work, plan, fwork, control):
    """M, Qh, Phi_v and gamma (with Baumgarte's terms) into fwork; returns where the formulation's scratch begins."""
    evaluate_y(ints, floats, work, t, y)
    m, w = view_model(ints, floats), view_work(ints, work)
    n, rows, bodies, at = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0], plan[LAST_FLOAT]
    M, Qh = matrix(fwork, at, n, n), vector(fwork, at + n * n, n)
    Phi_v = matrix(fwork, at + n * n + n, rows, n)
    composite = matrix(fwork, at + n * n + n + rows * n, bodies, 10)
    dense_terms(ints, floats, work, composite, M, Qh, Phi_v)
    at = at + n * n + n + rows * n + 10 * bodies
    for r in range(rows):
        fwork[at + r] = w.gamma[r] - 2.0 * control[ALPHA] * w.Phidot[r] - control[BETA] * control[BETA] * w.Phi[r]
    for k in range(4):
        fwork[at + rows + k] = control[ELIMINATE] if k == 0 else 0.0
    return at + rows + 4


def _rates(accelerations):
    """The contract function of a dense formulation."""

    def rates(t, y, out, ints, floats, work, plan, fwork, control):
        at = terms(t, y, ints, floats, work, plan, fwork, control)
        m, w = view_model(ints, floats), view_work(ints, work)
        n, rows, bodies = m.v_start[-1], w.Phi.shape[0], m.parent.shape[0]
        start = plan[LAST_FLOAT]
        gamma = start + n * n + n + rows * n + 10 * bodies
        status = accelerations(
            matrix(fwork, start, n, n), vector(fwork, start + n * n, n), matrix(fwork, start + n * n + n, rows, n),
            vector(fwork, gamma, rows), m.row_scale, vector(fwork, gamma + rows, 4), w.vdot, w.lam,
            fwork[at:], plan[plan[LAST_INT]:],
        )  # fmt: skip
        if status != 0:
            return status
        return put_rates(ints, floats, work, y, out)

    return rates


def rates_of(accelerations):
    """Compiled when first asked for; kept for the process."""
    if accelerations not in _made:
        _made[accelerations] = kernel(_rates(accelerations))
    return _made[accelerations]


_made: dict = {}
