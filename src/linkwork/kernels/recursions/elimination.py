"""Steps that both eliminations in tree order take: of constraints alone (loops), and with springs, real or complex (compliant).

`f` has the fields IA, K, k, diag, grown, A and weak of loops.LoopWork. What differs is the judgement of a pivot.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.aba import add_moved, add_outer
from linkwork.kernels.vectors import accumulate, add, cross, sub, vec

# LoopWork.weak: the pivot is that of an independent row, has vanished (a dependent row), or the row is left out.
INDEPENDENT, VANISHED, OMITTED = range(3)


@inner_kernel
def load_rows(m, w, plan, f):
    """Compute K of the model's rows from the measures' gradients, and clear A and the pivots of all rows."""
    for e in range(f.K.shape[0]):
        for i in range(6):
            f.K[e, i] = 0.0
    for e in range(f.A.shape[0]):
        f.A[e] = 0.0
    for r in range(f.diag.shape[0]):
        f.diag[r], f.grown[r], f.weak[r] = 0.0, 0.0, INDEPENDENT
    for r in range(w.active.shape[0]):
        for l in range(plan.load_start[r], plan.load_start[r + 1]):
            e, j, half = plan.load_inc[l], plan.load_measure[l], plan.load_half[l]
            c = m.term_coef[plan.load_term[l]] * w.active[r]
            for i in range(6):
                f.K[e, i] += c * w.measure_G[j, half + i]


@inner_kernel
def eliminate_row(plan, f, c, b, e):
    """Eliminate position c, whose pivot is final, at its hub b (incidence e there, or -1 at the ground)."""
    first, last = plan.fill_start[c], plan.fill_start[c + 1]
    inv = 1.0 / f.diag[c]
    for s in range(first, last):
        col, a = plan.fill_col[s], f.A[s] * inv
        if a == 0.0:
            continue
        f.diag[col] -= a * f.A[s]
        walk = plan.fill_start[col]
        for t in range(s + 1, last):
            while plan.fill_col[walk] != plan.fill_col[t]:
                walk += 1
            f.A[walk] -= a * f.A[t]
    if e < 0:
        return
    add_outer(f.IA[b], f.K[e], inv)
    other = e + 1
    for s in range(first, last):
        while plan.inc_pos[other] != plan.fill_col[s]:
            other += 1
        for i in range(6):
            f.K[other, i] -= f.A[s] * inv * f.K[e, i]


@inner_kernel
def couple_rows(plan, f, first, last, column, Dinv):
    """A += k k' / D over the rows that pass through a body, for one of its columns."""
    for e in range(first, last):
        p, k = plan.inc_pos[e], f.k[plan.inc_k[e] + column]
        kd = k * Dinv
        f.diag[p] += kd * k
        f.grown[p] += kd * k
        if k == 0.0:
            continue
        walk = plan.fill_start[p]
        for o in range(e + 1, last):
            while plan.fill_col[walk] != plan.inc_pos[o]:
                walk += 1
            f.A[walk] += kd * f.k[plan.inc_k[o] + column]


@inner_kernel
def hand_to_parent(m, w, plan, f, b, first, last):
    """Add the articulated inertia of body b and the K of its incidences, which pass through, to those of its parent."""
    p = m.parent[b]
    r = sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9))
    add_moved(f.IA[b], r, f.IA[p])
    for i in range(first, last):
        K, up = f.K[i], f.K[plan.inc_up[i]]
        accumulate(up, 0, add(vec(K, 0), cross(r, vec(K, 3))))
        accumulate(up, 3, vec(K, 3))
