"""The saddle-point equations for many right sides at once, with the factors of the last factorization.

The recursions of kernels.recursive.loops, each number k numbers wide: one walk over the tree serves all columns.
"""

from __future__ import annotations

from linkwork.formulations.saddle_solve import exactly_solved, solve_saddle
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.loops import view_loop_work, view_plan
from linkwork.numerics.jit import kernel


@inner_kernel
def add_scaled(factor, a, i, out, j, k):
    """out[j : j + k] += factor a[i : i + k]."""
    if factor != 0.0:
        for c in range(k):
            out[j + c] += factor * a[i + c]


@inner_kernel
def move_force(r, p, i, j, k):
    """The wrench at i of p to that at j, by the arm r: torque + r x force."""
    for c in range(k):
        x, y, z = p[i + 3 * k + c], p[i + 4 * k + c], p[i + 5 * k + c]
        p[j + c] += p[i + c] + r[1] * z - r[2] * y
        p[j + k + c] += p[i + k + c] + r[2] * x - r[0] * z
        p[j + 2 * k + c] += p[i + 2 * k + c] + r[0] * y - r[1] * x
        p[j + 3 * k + c] += x
        p[j + 4 * k + c] += y
        p[j + 5 * k + c] += z


@inner_kernel
def move_motion(r, p, i, j, k):
    """The motion at i of p to that at j, by the arm r: move + turn x r."""
    for c in range(k):
        x, y, z = p[i + c], p[i + k + c], p[i + 2 * k + c]
        p[j + c], p[j + k + c], p[j + 2 * k + c] = x, y, z
        p[j + 3 * k + c] = p[i + 3 * k + c] + y * r[2] - z * r[1]
        p[j + 4 * k + c] = p[i + 4 * k + c] + z * r[0] - x * r[2]
        p[j + 5 * k + c] = p[i + 5 * k + c] + x * r[1] - y * r[0]


@inner_kernel
def arm_of(w, b, p):
    return (
        w.X_WB[b, 9] - w.X_WB[p, 9],
        w.X_WB[b, 10] - w.X_WB[p, 10],
        w.X_WB[b, 11] - w.X_WB[p, 11],
    )


@inner_kernel
def inward(m, w, plan, f, u, beta, k, p, g):
    """Forward elimination; u (n_v, k), beta (n_row, k) by position, p (n_body, 6, k) zeros on entry, g (k) scratch."""
    for b in range(m.parent.shape[0] - 1, -1, -1):
        e, own = plan.inc_start[b], 6 * k * b
        for c in range(plan.close[b, 0], plan.close[b, 1]):
            inverse = 0.0 if f.weak[c] == 2.0 else 1.0 / f.diag[c]
            for i in range(k):
                g[i] = beta[c * k + i] * inverse
            for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
                add_scaled(-f.A[s], g, 0, beta, plan.fill_col[s] * k, k)
            if b > 0:
                for i in range(6):
                    add_scaled(-f.K[e, i], g, 0, p, own + i * k, k)
                e += 1
        if b == 0:
            return
        last, v0 = plan.inc_start[b + 1], m.v_start[b]
        for j in range(m.v_start[b + 1] - 1, v0 - 1, -1):
            for i in range(6):
                add_scaled(-w.S[j, i], p, own + i * k, u, j * k, k)
            for i in range(k):
                g[i] = u[j * k + i] * f.Dinv[j]
            for i in range(e, last):
                add_scaled(-f.k[plan.inc_k[i] + j - v0], g, 0, beta, plan.inc_pos[i] * k, k)
            for i in range(6):
                add_scaled(f.U[j, i], g, 0, p, own + i * k, k)
        parent = m.parent[b]
        move_force(arm_of(w, b, parent), p, own, 6 * k * parent, k)


@inner_kernel
def close_back(plan, f, b, beta, k, p, l):
    """Multipliers l (n_row, k) of the rows whose hub is b; beta is overwritten."""
    e = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0] - 1
    for c in range(plan.close[b, 1] - 1, plan.close[b, 0] - 1, -1):
        for i in range(k):
            beta[c * k + i] = -beta[c * k + i]
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            add_scaled(-f.A[s], l, plan.order[plan.fill_col[s]] * k, beta, c * k, k)
        if b > 0:
            for i in range(6):
                add_scaled(f.K[e, i], p, 6 * k * b + i * k, beta, c * k, k)
            e -= 1
        inverse = 0.0 if f.weak[c] == 2.0 else 1.0 / f.diag[c]
        for i in range(k):
            l[plan.order[c] * k + i] = beta[c * k + i] * inverse


@inner_kernel
def outward(m, w, plan, f, u, beta, k, p, l, x):
    """Back substitution: x (n_v, k) and l (n_row, k); p is reused for the bodies' accelerations."""
    for i in range(6 * k):
        p[i] = 0.0
    close_back(plan, f, 0, beta, k, p, l)
    for b in range(1, m.parent.shape[0]):
        own = 6 * k * b
        move_motion(arm_of(w, b, m.parent[b]), p, 6 * k * m.parent[b], own, k)
        through, last, v0 = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0], plan.inc_start[b + 1], m.v_start[b]
        for j in range(v0, m.v_start[b + 1]):
            for i in range(k):
                x[j * k + i] = u[j * k + i]
            for i in range(6):
                add_scaled(-f.U[j, i], p, own + i * k, x, j * k, k)
            for i in range(through, last):
                add_scaled(-f.k[plan.inc_k[i] + j - v0], l, plan.order[plan.inc_pos[i]] * k, x, j * k, k)
            for i in range(k):
                x[j * k + i] *= f.Dinv[j]
            for i in range(6):
                add_scaled(w.S[j, i], x, j * k, p, own + i * k, k)
        if plan.close[b, 1] > plan.close[b, 0]:
            close_back(plan, f, b, beta, k, p, l)


@kernel
def at_once(ints, floats, work, plan_ints, fwork, u, rhs_row, k, x, l, beta, p, g):
    """All columns in one walk; u is overwritten."""
    m, w = view_model(ints, floats), view_work(ints, work)
    plan, f = view_plan(plan_ints, fwork), view_loop_work(plan_ints, fwork)
    for i in range(p.shape[0]):
        p[i] = 0.0
    for c in range(plan.order.shape[0]):
        for i in range(k):
            beta[c * k + i] = rhs_row[plan.order[c] * k + i]
    inward(m, w, plan, f, u, beta, k, p, g)
    outward(m, w, plan, f, u, beta, k, p, l, x)


@kernel
def solve_saddle_columns(ints, floats, work, plan_ints, fwork, u, rhs_row, k, x, l, beta, p, g, one):
    """M x + Phi_v' l = u,  Phi_v x = rhs_row  for k columns. u is overwritten; beta (n_row k), p (6 n_body k), g (k) are scratch,
    and one (3 (n_v + n_row)) where the factors are not those of the equations and every column is refined by itself."""
    f = view_loop_work(plan_ints, fwork)
    if exactly_solved(f):
        at_once(ints, floats, work, plan_ints, fwork, u, rhs_row, k, x, l, beta, p, g)
        return
    n, m = f.x_v.shape[0], f.x_lam.shape[0]
    a, y, r_v = one[:n], one[n : 2 * n], one[2 * n : 3 * n]
    b, z, r_row = one[3 * n : 3 * n + m], one[3 * n + m : 3 * n + 2 * m], one[3 * n + 2 * m :]
    for c in range(k):
        for i in range(n):
            a[i] = u[i * k + c]
        for r in range(m):
            b[r] = rhs_row[r * k + c]
        solve_saddle(ints, floats, work, plan_ints, fwork, a, b, y, z, r_v, r_row)
        for i in range(n):
            x[i * k + c] = y[i]
        for r in range(m):
            l[r * k + c] = z[r]
