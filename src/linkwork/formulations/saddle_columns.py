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
def arm_of(w, b, p):
    return (
        w.X_WB[b, 9] - w.X_WB[p, 9],
        w.X_WB[b, 10] - w.X_WB[p, 10],
        w.X_WB[b, 11] - w.X_WB[p, 11],
    )


@inner_kernel
def close_rows(m, w, plan, f, b, e, beta, k, p, g):
    """Rows whose hub is b, forwards; returns the incidence behind theirs."""
    own = 6 * k * b
    for c in range(plan.close[b, 0], plan.close[b, 1]):
        inverse = 0.0 if f.weak[c] == 2.0 else 1.0 / f.diag[c]
        for i in range(k):
            g[i] = beta[c * k + i] * inverse
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            at, a = plan.fill_col[s] * k, f.A[s]
            for i in range(k):
                beta[at + i] -= a * g[i]
        if b > 0:
            K0, K1, K2, K3, K4, K5 = f.K[e, 0], f.K[e, 1], f.K[e, 2], f.K[e, 3], f.K[e, 4], f.K[e, 5]
            for i in range(k):
                x = g[i]
                p[own + i] -= K0 * x
                p[own + k + i] -= K1 * x
                p[own + 2 * k + i] -= K2 * x
                p[own + 3 * k + i] -= K3 * x
                p[own + 4 * k + i] -= K4 * x
                p[own + 5 * k + i] -= K5 * x
            e += 1
    return e


@inner_kernel
def column_inward(w, f, j, own, u, k, p, g):
    """u -= S'p, g = u / D, p += U g for one column of a joint."""
    S0, S1, S2, S3, S4, S5 = w.S[j, 0], w.S[j, 1], w.S[j, 2], w.S[j, 3], w.S[j, 4], w.S[j, 5]
    U0, U1, U2, U3, U4, U5 = f.U[j, 0], f.U[j, 1], f.U[j, 2], f.U[j, 3], f.U[j, 4], f.U[j, 5]
    inverse = f.Dinv[j]
    for i in range(k):
        p0, p1, p2 = p[own + i], p[own + k + i], p[own + 2 * k + i]
        p3, p4, p5 = p[own + 3 * k + i], p[own + 4 * k + i], p[own + 5 * k + i]
        x = u[j * k + i] - (S0 * p0 + S1 * p1 + S2 * p2 + S3 * p3 + S4 * p4 + S5 * p5)
        u[j * k + i] = x
        x *= inverse
        g[i] = x
        p[own + i], p[own + k + i], p[own + 2 * k + i] = p0 + U0 * x, p1 + U1 * x, p2 + U2 * x
        p[own + 3 * k + i], p[own + 4 * k + i], p[own + 5 * k + i] = p3 + U3 * x, p4 + U4 * x, p5 + U5 * x


@inner_kernel
def inward(m, w, plan, f, u, beta, k, p, g):
    """Forward elimination; u (n_v, k), beta (n_row, k) by position, p (n_body, 6, k) zeros on entry, g (k) scratch."""
    for b in range(m.parent.shape[0] - 1, -1, -1):
        own = 6 * k * b
        e = close_rows(m, w, plan, f, b, plan.inc_start[b], beta, k, p, g)
        if b == 0:
            return
        last, v0 = plan.inc_start[b + 1], m.v_start[b]
        for j in range(m.v_start[b + 1] - 1, v0 - 1, -1):
            column_inward(w, f, j, own, u, k, p, g)
            for n in range(e, last):
                at, a = plan.inc_pos[n] * k, f.k[plan.inc_k[n] + j - v0]
                for i in range(k):
                    beta[at + i] -= a * g[i]
        parent = m.parent[b]
        if parent == 0:
            continue
        on, r = 6 * k * parent, arm_of(w, b, parent)
        for c in range(k):
            x, y, z = p[own + 3 * k + c], p[own + 4 * k + c], p[own + 5 * k + c]
            p[on + c] += p[own + c] + r[1] * z - r[2] * y
            p[on + k + c] += p[own + k + c] + r[2] * x - r[0] * z
            p[on + 2 * k + c] += p[own + 2 * k + c] + r[0] * y - r[1] * x
            p[on + 3 * k + c] += x
            p[on + 4 * k + c] += y
            p[on + 5 * k + c] += z


@inner_kernel
def close_back(m, w, plan, f, b, beta, k, p, l):
    """Multipliers l (n_row, k) of the rows whose hub is b; beta is overwritten."""
    own, e = 6 * k * b, plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0] - 1
    for c in range(plan.close[b, 1] - 1, plan.close[b, 0] - 1, -1):
        for i in range(k):
            beta[c * k + i] = -beta[c * k + i]
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            at, a = plan.order[plan.fill_col[s]] * k, f.A[s]
            for i in range(k):
                beta[c * k + i] -= a * l[at + i]
        if b > 0:
            for n in range(6):
                a = f.K[e, n]
                for i in range(k):
                    beta[c * k + i] += a * p[own + n * k + i]
            e -= 1
        inverse = 0.0 if f.weak[c] == 2.0 else 1.0 / f.diag[c]
        for i in range(k):
            l[plan.order[c] * k + i] = beta[c * k + i] * inverse


@inner_kernel
def column_outward(w, f, j, own, k, p, x):
    """x := (x - U'p) / D, p += S x for one column of a joint; x holds u less what rows take."""
    S0, S1, S2, S3, S4, S5 = w.S[j, 0], w.S[j, 1], w.S[j, 2], w.S[j, 3], w.S[j, 4], w.S[j, 5]
    U0, U1, U2, U3, U4, U5 = f.U[j, 0], f.U[j, 1], f.U[j, 2], f.U[j, 3], f.U[j, 4], f.U[j, 5]
    inverse = f.Dinv[j]
    for i in range(k):
        p0, p1, p2 = p[own + i], p[own + k + i], p[own + 2 * k + i]
        p3, p4, p5 = p[own + 3 * k + i], p[own + 4 * k + i], p[own + 5 * k + i]
        g = (x[j * k + i] - (U0 * p0 + U1 * p1 + U2 * p2 + U3 * p3 + U4 * p4 + U5 * p5)) * inverse
        x[j * k + i] = g
        p[own + i], p[own + k + i], p[own + 2 * k + i] = p0 + S0 * g, p1 + S1 * g, p2 + S2 * g
        p[own + 3 * k + i], p[own + 4 * k + i], p[own + 5 * k + i] = p3 + S3 * g, p4 + S4 * g, p5 + S5 * g


@inner_kernel
def outward(m, w, plan, f, u, beta, k, p, l, x):
    """Back substitution: x (n_v, k) and l (n_row, k); p is reused for the bodies' accelerations."""
    for i in range(6 * k):
        p[i] = 0.0
    close_back(m, w, plan, f, 0, beta, k, p, l)
    for b in range(1, m.parent.shape[0]):
        own, on, r = 6 * k * b, 6 * k * m.parent[b], arm_of(w, b, m.parent[b])
        for c in range(k):
            t0, t1, t2 = p[on + c], p[on + k + c], p[on + 2 * k + c]
            p[own + c], p[own + k + c], p[own + 2 * k + c] = t0, t1, t2
            p[own + 3 * k + c] = p[on + 3 * k + c] + t1 * r[2] - t2 * r[1]
            p[own + 4 * k + c] = p[on + 4 * k + c] + t2 * r[0] - t0 * r[2]
            p[own + 5 * k + c] = p[on + 5 * k + c] + t0 * r[1] - t1 * r[0]
        through, last, v0 = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0], plan.inc_start[b + 1], m.v_start[b]
        for j in range(v0, m.v_start[b + 1]):
            for i in range(k):
                x[j * k + i] = u[j * k + i]
            for n in range(through, last):
                at, a = plan.order[plan.inc_pos[n]] * k, f.k[plan.inc_k[n] + j - v0]
                for i in range(k):
                    x[j * k + i] -= a * l[at + i]
            column_outward(w, f, j, own, k, p, x)
        if plan.close[b, 1] > plan.close[b, 0]:
            close_back(m, w, plan, f, b, beta, k, p, l)


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
