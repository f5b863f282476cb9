"""The body-level saddle-point matrix factored in tree order: articulated bodies with closed loops, linear in bodies.

Leaves to root, with deviations a_i from the bias accelerations (a_i = a_parent moved + sum S q̈), every body shows

    F_i = IA_i a_i + p_i + sum_r K_ir lam_r          (wrench its joint must carry)
    sum_i K_ir · a_i - sum_s A_rs lam_s = beta_r      (row r, with what has been eliminated below)

A joint's columns are eliminated one by one; a row is eliminated at its *hub*, the lowest body that carries all it touches,
where its own freedoms are complete. The order of rows inside a hub is fixed by model.plans.loops so that fill stays small: a chain
of loops costs as much per loop however long it is. A tree without rows is Featherstone's articulated-body algorithm.
A pivot that has vanished against the rows of its joint belongs to a dependent row: it is replaced by a weight, which keeps
the motion unchanged and shares the load; iterative refinement against the true equations removes what remains of the weight.

Where masses or inertias differ by many decades (LoopWork.graded is not empty) these recursions run with unit masses:
they decide by geometry alone which rows depend on others and how near a singular position is;
kernels.recursions.graded solves. kernels.recursions.saddle_point refines solutions.
"""

from linkwork.kernels.inline import inner_kernel, rare_kernel
from linkwork.kernels.measures.table import LONG_ARM
from linkwork.kernels.recursions.aba import add_outer, set_rigid, set_unit, times
from linkwork.kernels.recursions.elimination import (
    OMITTED,
    VANISHED,
    couple_rows,
    eliminate_row,
    hand_to_parent,
    load_rows,
)
from linkwork.kernels.recursions.graded import factor_graded
from linkwork.kernels.recursions.graded_solution import solve_graded
from linkwork.kernels.recursions.graded_space import HEADER as GRADED_HEADER
from linkwork.kernels.recursions.graded_space import LENGTH, Gradients, Rows, Tree, unit_length
from linkwork.kernels.recursions.loop_arrays import USED
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec
from linkwork.numerics.jit import kernel, never_inline

DEPENDENT = 1e-11  # a pivot below this part of the largest of its joint's rows is a dependent row
CANCELLED = 1e-13  # and one below this part of what it was before elimination, where a long arm makes that larger
MASSLESS = 1e-13  # a joint inertia below this part of the body's is regularized
LIGHT = 1e-6  # its relative replacement: small compared with what rows add, large compared with DEPENDENT
ROUNDING = 1e-11  # a row whose share in a freedom is below this part of what it could be has none
WEIGHT = 1e-8  # relative replacement of a vanished pivot
FAR = 10.0  # times the longest arm on a body: beyond this distance from the ground unit masses are smaller


@inner_kernel
def close_row(plan, f, c, b, e, scale):
    """Eliminate position c, of the given row scale, at its hub b (incidence e there, or -1 at the ground)."""
    if f.grown[c] <= 0.0 or f.drop[c] != USED:
        f.diag[c] = 1.0
        f.weak[c] = OMITTED
        return
    size = f.reference[c] / (f.far[c] * scale * scale)
    if f.diag[c] < max(DEPENDENT * size, CANCELLED * f.grown[c]):
        f.diag[c] = WEIGHT * max(size, f.grown[c])
        f.weak[c] = VANISHED
    eliminate_row(plan, f, c, b, e)


@kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def without_arm(r, row_start, term_measure, measure_kind, measure_frames, frame_body, measure_G, I_W, unit):
    """Return the part of `grown` of row r that does not come from the way that an offset has slid, 1 of other rows.

    An offset along axes of frame I, and a slide, act on body I at the origin of frame J, as far away as the joint has
    slid. Such an arm is counted up to the radius of gyration of its body about its origin, the root of `unit` where
    masses are units: what is longer says nothing about rank.
    """
    short = long = 0.0
    for t in range(row_start[r], row_start[r + 1]):
        j = term_measure[t]
        if (LONG_ARM & (1 << measure_kind[j])) == 0:
            continue
        for half in range(2):
            b = frame_body[measure_frames[j, half]]
            J, turn, move = I_W[b], vec(measure_G[j], 6 * half), vec(measure_G[j], 6 * half + 3)
            mass, inertia = (1.0, unit) if unit > 0.0 else (J[0], J[4] + J[5] + J[6])
            if b == 0 or not mass > 0.0:
                continue
            if not inertia > 0.0:
                return 1.0
            by_force, by_arm = dot(move, move) / mass, dot(turn, turn) / inertia
            short += by_force + min(by_arm, by_force)
            long += by_force + by_arm
    return short / long if long > 0.0 else 1.0


@kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def unit_mass(X, unit):
    """Return the mass of a body at pose X where masses are units: 1, and less far away.

    There a mass of 1 would hold all that it slides on against rotation, so that other joints looked singular.
    """
    squared = X[9] * X[9] + X[10] * X[10] + X[11] * X[11]
    return min(1.0, FAR * FAR * unit / squared) if squared > 0.0 else 1.0


@kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def least_unit_mass(r, row_start, term_measure, measure_frames, frame_body, X_WB, unit):
    """Return the least unit mass of the bodies on which row r acts: the row's pivots times it are of size 1."""
    least = 1.0
    for t in range(row_start[r], row_start[r + 1]):
        for half in range(2):
            b = frame_body[measure_frames[term_measure[t], half]]
            if b > 0:
                least = min(least, unit_mass(X_WB[b], unit))
    return least


@inner_kernel
def close_rows(m, w, plan, f, b, unit):
    """Eliminate all rows whose hub is b. A pivot is compared with the largest of its joint's rows."""
    e = plan.inc_start[b]
    for c in range(plan.close[b, 0], plan.close[b, 1]):
        scale = m.row_scale[plan.order[c]]
        if plan.group[c] == c:
            largest, last = f.reference[c], c
            while last < plan.close[b, 1] and plan.group[last] == c:
                r = plan.order[last]
                if unit > 0.0:
                    f.far[last] = least_unit_mass(
                        r, m.row_start, m.term_measure, m.measure_frames, m.frame_body, w.X_WB, unit
                    )
                own = f.grown[last] * f.far[last] * m.row_scale[r] * m.row_scale[r]
                if own > largest:
                    own *= without_arm(
                        r, m.row_start, m.term_measure, m.measure_kind, m.measure_frames, m.frame_body, w.measure_G,
                        w.I_W, unit,
                    )  # fmt: skip
                    largest = max(largest, own)
                last += 1
            for other in range(c, last):
                f.reference[other] = largest
        close_row(plan, f, c, b, e if b > 0 else -1, scale)
        e += 1


@inner_kernel
def light_inertia(f, turn, move, inertia, mass, first, last):
    """Return the inertia that replaces a vanishing one: LIGHT times the body's own, or its mass at the longest arm of
    its rows."""
    arm = 0.0
    for e in range(first, last):
        force = dot(vec(f.K[e], 3), vec(f.K[e], 3))
        if force > 0.0:
            arm = max(arm, dot(vec(f.K[e], 0), vec(f.K[e], 0)) / force)
    own = turn * (inertia + mass * arm) + move * mass
    return LIGHT * own if own > 0.0 else 1.0


@inner_kernel
def eliminate_column(w, plan, f, b, k, column, first, last, inertia, mass):
    """Eliminate one joint freedom: U = IA S, D = S'U, then IA -= U U'/D and K -= U k'/D. `inertia` and `mass` are
    traces of IA before any of the joint's freedoms was eliminated: the scale against which D is judged."""
    S, U, IA = w.S[k], f.U[k], f.IA[b]
    times(IA, S, U)
    D = dot(vec(S, 0), vec(U, 0)) + dot(vec(S, 3), vec(U, 3))
    turn, move = dot(vec(S, 0), vec(S, 0)), dot(vec(S, 3), vec(S, 3))
    least = MASSLESS * (turn * inertia + move * mass)
    if D <= least:
        f.regular[0] = 0
        D = light_inertia(f, turn, move, inertia, mass, first, last)
    Dinv = 1.0 / D
    radius = inertia / mass if mass > 0.0 else 1.0
    f.Dinv[k] = Dinv
    for e in range(first, last):
        K = f.K[e]
        ke = dot(vec(S, 0), vec(K, 0)) + dot(vec(S, 3), vec(K, 3))
        force = dot(vec(K, 3), vec(K, 3))
        could = turn * (dot(vec(K, 0), vec(K, 0)) + radius * force) + move * force
        if ke * ke <= ROUNDING * ROUNDING * could:
            ke = 0.0  # round-off must not make a dependent row look independent
        f.k[plan.inc_k[e] + column] = ke
        for i in range(6):
            K[i] -= U[i] * (ke * Dinv)
    add_outer(IA, U, -Dinv)
    couple_rows(plan, f, first, last, column, Dinv)


@rare_kernel
def set_units(parent, frame_body, X_BF, X_PI, X_WB, IA, space):
    """Put unit masses in place of the bodies' own, set the unit of lengths; return the moment of inertia of mass 1."""
    never_inline()
    unit = unit_length(parent, frame_body, X_BF, X_PI)
    space[LENGTH] = unit**0.5
    for b in range(1, parent.shape[0]):
        set_unit(unit_mass(X_WB[b], unit), unit, IA[b])
    return unit


@inner_kernel
def dense_bodies(f):
    """Return whether kernels.recursions.graded solves: masses differ much, and the mechanism is not too large."""
    return f.graded.shape[0] > GRADED_HEADER + 6 * f.p.shape[0]


@inner_kernel
def set_masses(m, w, f):
    """Set the articulated inertias to the bodies' own."""
    for b in range(1, m.parent.shape[0]):
        set_rigid(w.I_W[b], f.IA[b])


@inner_kernel
def factor_tree(m, w, plan, f, unit):
    """Factor from the leaves to the root: articulated inertias of those in f.IA, row couplings and pivots.

    `unit` is the moment of inertia of all bodies where masses are units, 0 where they are the bodies' own.
    """
    n = m.parent.shape[0]
    f.regular[0] = 1
    load_rows(m, w, plan, f)
    for c in range(f.far.shape[0]):
        f.far[c] = 1.0
    for b in range(n - 1, 0, -1):
        close_rows(m, w, plan, f, b, unit)
        e, last = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0], plan.inc_start[b + 1]
        v0, IA = m.v_start[b], f.IA[b]
        inertia, mass = IA[0] + IA[1] + IA[2], IA[15] + IA[16] + IA[17]
        for k in range(m.v_start[b + 1] - 1, v0 - 1, -1):
            eliminate_column(w, plan, f, b, k, k - v0, e, last, inertia, mass)
        if m.parent[b] != 0:
            hand_to_parent(m, w, plan, f, b, e, last)
    close_rows(m, w, plan, f, 0, unit)


@inner_kernel
def factor(m, w, plan, f):
    """Factor with the bodies' own inertias; where these differ much, with unit ones and by kernels.recursions.graded."""
    set_masses(m, w, f)
    unit = 0.0
    if dense_bodies(f):
        unit = set_units(m.parent, m.frame_body, m.X_BF, m.X_PI, w.X_WB, f.IA, f.graded)
    factor_tree(m, w, plan, f, unit)
    if dense_bodies(f):
        tree = Tree(m.parent, m.v_start, m.inertia, m.moments, w.X_WB, w.S)
        rows = Rows(plan.order, m.row_start, m.term_measure, m.term_coef, w.active)
        measures = Gradients(m.measure_frames, m.frame_body, w.measure_G)
        f.regular[0] = factor_graded(tree, rows, measures, f.weak, f.graded)


@inner_kernel
def solve_inward(m, w, plan, f):
    """Eliminate p (wrenches), u (generalized forces, given in u) and beta forwards."""
    for b in range(m.parent.shape[0] - 1, -1, -1):
        e = plan.inc_start[b]
        for c in range(plan.close[b, 0], plan.close[b, 1]):
            g = 0.0 if f.weak[c] == OMITTED else f.beta[c] / f.diag[c]
            for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
                f.beta[plan.fill_col[s]] -= f.A[s] * g
            if b > 0:
                for i in range(6):
                    f.p[b, i] -= f.K[e, i] * g
                e += 1
        if b == 0:
            return
        last, v0 = plan.inc_start[b + 1], m.v_start[b]
        torque, force = vec(f.p[b], 0), vec(f.p[b], 3)
        for k in range(m.v_start[b + 1] - 1, v0 - 1, -1):
            S, U = w.S[k], f.U[k]
            f.u[k] -= dot(vec(S, 0), torque) + dot(vec(S, 3), force)
            g = f.u[k] * f.Dinv[k]
            for i in range(e, last):
                f.beta[plan.inc_pos[i]] -= f.k[plan.inc_k[i] + k - v0] * g
            torque = add(torque, scale(g, vec(U, 0)))
            force = add(force, scale(g, vec(U, 3)))
        p = m.parent[b]
        r = sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9))
        accumulate(f.p[p], 0, add(torque, cross(r, force)))
        accumulate(f.p[p], 3, force)


@inner_kernel
def close_back(plan, f, b):
    """Compute the multipliers of the rows whose hub is b from its acceleration dA (left in p[b]), positions descending."""
    e = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0] - 1
    for c in range(plan.close[b, 1] - 1, plan.close[b, 0] - 1, -1):
        g = -f.beta[c]
        for s in range(plan.fill_start[c], plan.fill_start[c + 1]):
            g -= f.A[s] * f.x_lam[plan.order[plan.fill_col[s]]]
        if b > 0:
            K, a = f.K[e], f.p[b]
            g += dot(vec(K, 0), vec(a, 0)) + dot(vec(K, 3), vec(a, 3))
            e -= 1
        f.x_lam[plan.order[c]] = 0.0 if f.weak[c] == OMITTED else g / f.diag[c]


@inner_kernel
def solve_outward(m, w, plan, f):
    """Substitute back: compute joint accelerations x_v and multipliers x_lam. p[b] is reused for the body's
    acceleration."""
    for i in range(6):
        f.p[0, i] = 0.0
    close_back(plan, f, 0)
    for b in range(1, m.parent.shape[0]):
        p = m.parent[b]
        turn = vec(f.p[p], 0)
        move = add(vec(f.p[p], 3), cross(turn, sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9))))
        through, last, v0 = plan.inc_start[b] + plan.close[b, 1] - plan.close[b, 0], plan.inc_start[b + 1], m.v_start[b]
        for k in range(v0, m.v_start[b + 1]):
            S, U = w.S[k], f.U[k]
            g = f.u[k] - dot(vec(U, 0), turn) - dot(vec(U, 3), move)
            for i in range(through, last):
                g -= f.k[plan.inc_k[i] + k - v0] * f.x_lam[plan.order[plan.inc_pos[i]]]
            g *= f.Dinv[k]
            f.x_v[k] = g
            turn = add(turn, scale(g, vec(S, 0)))
            move = add(move, scale(g, vec(S, 3)))
        put(f.p[b], 0, turn)
        put(f.p[b], 3, move)
        if plan.close[b, 1] > plan.close[b, 0]:
            close_back(plan, f, b)


@inner_kernel
def solve_factored(m, w, plan, f):
    """Solve for x_v, x_lam and the bodies' accelerations p, with right sides p, u, beta and the present factors."""
    if dense_bodies(f):
        solved = solve_graded(m.parent, m.v_start, w.X_WB, w.A, plan.order, f.p, f.u, f.beta, f.x_v, f.x_lam, f.graded)
        f.regular[0] = min(f.regular[0], solved)
    else:
        solve_inward(m, w, plan, f)
        solve_outward(m, w, plan, f)
