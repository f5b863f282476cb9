"""Linear equations with the saddle-point matrix of the last factorization, for any right sides, with iterative
refinement."""

from __future__ import annotations

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.elimination import VANISHED
from linkwork.kernels.recursions.loop_arrays import USED, VELOCITY_ONLY, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import dense_bodies, factor, solve_factored
from linkwork.kernels.recursions.rnea import add_inertia_wrench
from linkwork.kernels.recursions.transformations import force_transformation, velocity_transformation
from linkwork.kernels.vectors import vec
from linkwork.numerics.jit import kernel

REFINEMENTS = 3


@inner_kernel
def constraint_products(m, w, x, l, a, b, r_v, r_row):
    """Compute r_v = a - M x - Phi_v' l and r_row = b - Phi_v x by recursions over the tree."""
    velocity_transformation(m, w, x, w.dA)
    for body in range(m.parent.shape[0]):
        for i in range(6):
            w.F[body, i] = 0.0
        if body > 0:
            add_inertia_wrench(w.I_W[body], vec(w.dA[body], 0), vec(w.dA[body], 3), w.F[body])
    for r in range(r_row.shape[0]):
        left = b[r]
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c, G = m.term_coef[t] * w.active[r], w.measure_G[j]
            for half in range(2):
                body = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    left -= c * G[6 * half + i] * w.dA[body, i]
                    w.F[body, i] += c * l[r] * G[6 * half + i]
        r_row[r] = left
    force_transformation(m, w, w.F, w.F, r_v)
    for k in range(r_v.shape[0]):
        r_v[k] = a[k] - r_v[k]


@kernel
def saddle_residual(ints, floats, work, x, l, a, b, r_v, r_row):
    """Compute r_v = a - M x - Phi_v' l and r_row = b - Phi_v x at the evaluated state."""
    m, w = view_model(ints, floats), view_work(ints, work)
    constraint_products(m, w, x, l, a, b, r_v, r_row)


@inner_kernel
def exactly_solved(f):
    """Return whether the tree's factors are those of the equations: with true masses, without regularization, and
    without weights for pivots that have vanished."""
    weighed = f.graded.shape[0]
    for c in range(f.weak.shape[0]):
        weighed += f.weak[c] == VANISHED
    return weighed == 0 and f.regular[0] == 1


@kernel
def solve_saddle(page, a, b, x, l, r_v, r_row):
    """Solve M x + Phi_v' l = a, Phi_v x = b with the current factors; rows that are left out get l = 0. r_v and r_row
    are scratch."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    for k in range(x.shape[0]):
        x[k], r_v[k] = 0.0, a[k]
    for r in range(l.shape[0]):
        l[r], r_row[r] = 0.0, b[r]
    once = exactly_solved(f) or dense_bodies(f)
    for _ in range(REFINEMENTS):
        for body in range(f.p.shape[0]):
            for i in range(6):
                f.p[body, i] = 0.0
        for k in range(x.shape[0]):
            f.u[k] = r_v[k]
        for c in range(f.beta.shape[0]):
            f.beta[c] = r_row[plan.order[c]]
        solve_factored(m, w, plan, f)
        for k in range(x.shape[0]):
            x[k] += f.x_v[k]
        for r in range(l.shape[0]):
            l[r] += f.x_lam[r]
        if once:
            return
        constraint_products(m, w, x, l, a, b, r_v, r_row)


@kernel
def factor_rows(page, positions):
    """Factor the equations at the evaluated state with all rows, or only with rows of positions."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    for c in range(f.drop.shape[0]):
        if positions and m.row_level[plan.order[c]] == 1 and f.drop[c] == USED:
            f.drop[c] = VELOCITY_ONLY
    factor(m, w, plan, f)
    for c in range(f.drop.shape[0]):
        if f.drop[c] == VELOCITY_ONLY:
            f.drop[c] = USED
