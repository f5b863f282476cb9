"""Solution of the saddle-point equations for many right sides at once, with the factors of the last factorization.

The recursions are those of kernels.recursions.loops, with k numbers (a multiple of the SIMD lanes) in place of each
number: one walk over the tree serves all right sides.
"""

from __future__ import annotations

from linkwork.differentiation.point.saddle_solve import exactly_solved, solve_saddle
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.elimination import OMITTED
from linkwork.kernels.recursions.loop_arrays import view_loop_work, view_plan
from linkwork.kernels.recursions.transformations import force_transformation
from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import LANES, load4, store4


@inner_kernel
def arm_of(w, b, p):
    return (
        w.X_WB[b, 9] - w.X_WB[p, 9],
        w.X_WB[b, 10] - w.X_WB[p, 10],
        w.X_WB[b, 11] - w.X_WB[p, 11],
    )


@inner_kernel
def subtract(f, a, i, out, j, k):
    """Subtract f a[i : i + k] from out[j : j + k]."""
    for c in range(0, k, LANES):
        store4(out, j + c, load4(out, j + c) - f * load4(a, i + c))


@inner_kernel
def six(a, at, k):
    """Return the six rows at `at`, each k numbers behind the one before."""
    return (
        load4(a, at), load4(a, at + k), load4(a, at + 2 * k), load4(a, at + 3 * k), load4(a, at + 4 * k), load4(a, at + 5 * k)
    )  # fmt: skip


@inner_kernel
def store_six(a, at, k, x, f, S):
    """Store x + f S as the six rows at `at`."""
    store4(a, at, x[0] + S[0] * f)
    store4(a, at + k, x[1] + S[1] * f)
    store4(a, at + 2 * k, x[2] + S[2] * f)
    store4(a, at + 3 * k, x[3] + S[3] * f)
    store4(a, at + 4 * k, x[4] + S[4] * f)
    store4(a, at + 5 * k, x[5] + S[5] * f)


@inner_kernel
def dot_six(S, x):
    return (S[0] * x[0] + S[1] * x[1] + S[2] * x[2]) + (S[3] * x[3] + S[4] * x[4] + S[5] * x[5])


@inner_kernel
def close_rows(m, w, plan, f, b, e, beta, k, p, g):
    """Eliminate the rows whose hub is b, forwards; return the incidence that follows theirs."""
    own = 6 * k * b
    for c in range(plan.close[b, 0], plan.close[b, 1]):
        inverse = 0.0 if f.weak[c] == OMITTED else 1.0 / f.diag[c]
        for i in range(0, k, LANES):
            store4(g, i, inverse * load4(beta, c * k + i))
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            subtract(f.A[s], g, 0, beta, plan.fill_col[s] * k, k)
        if b > 0:
            for n in range(6):
                subtract(f.K[e, n], g, 0, p, own + n * k, k)
            e += 1
    return e


@inner_kernel
def column_inward(S, U, inverse, j, own, u, k, p, g):
    """Eliminate one column of a joint: u -= S'p, g = u / D, p += U g."""
    for i in range(0, k, LANES):
        at = six(p, own + i, k)
        x = load4(u, j * k + i) - dot_six(S, at)
        store4(u, j * k + i, x)
        x = inverse * x
        store4(g, i, x)
        store_six(p, own + i, k, at, x, U)


@inner_kernel
def six_of(a):
    return (a[0], a[1], a[2], a[3], a[4], a[5])


@inner_kernel
def moved_inward(r, k, p, own, on):
    """Move the wrenches of a body to its parent, whose origin is -r away."""
    for c in range(0, k, LANES):
        t, at = six(p, own + c, k), on + c
        x, y, z = t[3], t[4], t[5]
        store4(p, at, load4(p, at) + (t[0] + r[1] * z - r[2] * y))
        store4(p, at + k, load4(p, at + k) + (t[1] + r[2] * x - r[0] * z))
        store4(p, at + 2 * k, load4(p, at + 2 * k) + (t[2] + r[0] * y - r[1] * x))
        store4(p, at + 3 * k, load4(p, at + 3 * k) + x)
        store4(p, at + 4 * k, load4(p, at + 4 * k) + y)
        store4(p, at + 5 * k, load4(p, at + 5 * k) + z)


@inner_kernel
def inward(m, w, plan, f, u, beta, k, p, g):
    """Eliminate forwards. u is (n_v, k), beta (n_row, k) by position, p (n_body, 6, k) holds wrenches on bodies, g (k)
    is scratch."""
    for b in range(m.parent.shape[0] - 1, -1, -1):
        own = 6 * k * b
        e = close_rows(m, w, plan, f, b, plan.inc_start[b], beta, k, p, g)
        if b == 0:
            return
        last, v0 = plan.inc_start[b + 1], m.v_start[b]
        for j in range(m.v_start[b + 1] - 1, v0 - 1, -1):
            column_inward(six_of(w.S[j]), six_of(f.U[j]), f.Dinv[j], j, own, u, k, p, g)
            for n in range(e, last):
                subtract(f.k[plan.inc_k[n] + j - v0], g, 0, beta, plan.inc_pos[n] * k, k)
        parent = m.parent[b]
        if parent > 0:
            moved_inward(arm_of(w, b, parent), k, p, own, 6 * k * parent)


@inner_kernel
def close_back(m, w, plan, f, b, beta, k, p, l):
    """Compute the multipliers l (n_row, k) of the rows whose hub is b; beta is overwritten."""
    own, e = 6 * k * b, plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0] - 1
    for c in range(plan.close[b, 1] - 1, plan.close[b, 0] - 1, -1):
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            subtract(-f.A[s], l, plan.order[plan.fill_col[s]] * k, beta, c * k, k)
        if b > 0:
            for n in range(6):
                subtract(f.K[e, n], p, own + n * k, beta, c * k, k)
            e -= 1
        inverse = 0.0 if f.weak[c] == OMITTED else -1.0 / f.diag[c]
        for i in range(0, k, LANES):
            store4(l, plan.order[c] * k + i, inverse * load4(beta, c * k + i))


@inner_kernel
def column_outward(S, U, inverse, j, own, k, p, x):
    """Compute x := (x - U'p) / D and p += S x for one column of a joint; x holds u less the part of the rows."""
    for i in range(0, k, LANES):
        at = six(p, own + i, k)
        g = inverse * (load4(x, j * k + i) - dot_six(U, at))
        store4(x, j * k + i, g)
        store_six(p, own + i, k, at, g, S)


@inner_kernel
def moved_outward(r, k, p, own, on):
    """Move the accelerations of a parent to its body, whose origin is r away."""
    for c in range(0, k, LANES):
        t, at = six(p, on + c, k), own + c
        store4(p, at, t[0])
        store4(p, at + k, t[1])
        store4(p, at + 2 * k, t[2])
        store4(p, at + 3 * k, t[3] + (r[2] * t[1] - r[1] * t[2]))
        store4(p, at + 4 * k, t[4] + (r[0] * t[2] - r[2] * t[0]))
        store4(p, at + 5 * k, t[5] + (r[1] * t[0] - r[0] * t[1]))


@inner_kernel
def outward(m, w, plan, f, u, beta, k, p, l, x):
    """Substitute back: compute x (n_v, k) and l (n_row, k); p is reused for the accelerations of bodies."""
    for i in range(6 * k):
        p[i] = 0.0
    close_back(m, w, plan, f, 0, beta, k, p, l)
    for b in range(1, m.parent.shape[0]):
        own = 6 * k * b
        moved_outward(arm_of(w, b, m.parent[b]), k, p, own, 6 * k * m.parent[b])
        through, last, v0 = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0], plan.inc_start[b + 1], m.v_start[b]
        for j in range(v0, m.v_start[b + 1]):
            for i in range(0, k, LANES):
                store4(x, j * k + i, load4(u, j * k + i))
            for n in range(through, last):
                subtract(f.k[plan.inc_k[n] + j - v0], l, plan.order[plan.inc_pos[n]] * k, x, j * k, k)
            column_outward(six_of(w.S[j]), six_of(f.U[j]), f.Dinv[j], j, own, k, p, x)
        if plan.close[b, 1] > plan.close[b, 0]:
            close_back(m, w, plan, f, b, beta, k, p, l)


@kernel
def at_once(page, u, rhs_row, k, x, l, beta, p, g):
    """Solve for all right sides in one walk; u and p are overwritten."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    for c in range(plan.order.shape[0]):
        for i in range(k):
            beta[c * k + i] = rhs_row[plan.order[c] * k + i]
    inward(m, w, plan, f, u, beta, k, p, g)
    outward(m, w, plan, f, u, beta, k, p, l, x)


@kernel
def subtract_wrenches(ints, floats, work, p, k, c, a, r_v):
    """Subtract B'p from a, for column c of the wrenches on bodies; r_v is scratch."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            w.F[b, i] = p[(6 * b + i) * k + c]
    force_transformation(m, w, w.F, w.F, r_v)
    for i in range(a.shape[0]):
        a[i] -= r_v[i]


@kernel
def solve_saddle_tangents(page, u, rhs_row, k, x, l, beta, p, g, one):
    """Solve  M x + Phi_v' l = u - B'p,  Phi_v x = rhs_row  for k right sides, with wrenches p (n_body, 6, k) on the
    bodies at their origins.

    u and p are overwritten; beta (n_row k) and g (k) are scratch. If the factors are not those of the equations, every
    right side is refined by itself, for which `one` has 3 (n_v + n_row) numbers.
    """
    f = view_loop_work(page.plan, page.fwork)
    if exactly_solved(f):
        at_once(page, u, rhs_row, k, x, l, beta, p, g)
        return
    n, m = f.x_v.shape[0], f.x_lam.shape[0]
    a, y, r_v = one[:n], one[n : 2 * n], one[2 * n : 3 * n]
    b, z, r_row = one[3 * n : 3 * n + m], one[3 * n + m : 3 * n + 2 * m], one[3 * n + 2 * m :]
    for c in range(k):
        for i in range(n):
            a[i] = u[i * k + c]
        for r in range(m):
            b[r] = rhs_row[r * k + c]
        subtract_wrenches(page.ints, page.floats, page.work, p, k, c, a, r_v)
        solve_saddle(page, a, b, y, z, r_v, r_row)
        for i in range(n):
            x[i * k + c] = y[i]
        for r in range(m):
            l[r * k + c] = z[r]
