"""The body-level saddle-point matrix factored in tree order: articulated bodies with closed loops, linear in bodies.

Leaves to root, with deviations a_i from the bias accelerations (a_i = a_parent moved + sum S q̈), every body shows

    F_i = IA_i a_i + p_i + sum_r K_ir lam_r          (wrench its joint must carry)
    sum_i K_ir · a_i - sum_s A_rs lam_s = beta_r      (row r, with what has been eliminated below)

A joint's columns are eliminated one by one; a row is eliminated at its *hub*, the lowest body that carries all it touches,
where its own freedoms are complete. The order of rows inside a hub is fixed by model.plans.loops so that fill stays small: a chain
of loops costs as much per loop however long it is. A tree without rows is Featherstone's articulated-body algorithm.
A pivot that has vanished against the rows of its joint belongs to a dependent row: it is replaced by a weight, which keeps
the motion unchanged and shares the load; iterative refinement against the true equations removes what remains of the weight.

Where masses or inertias differ by many decades (LoopWork.graded is not empty) these recursions run with unit masses: they
decide by geometry alone which rows depend on others and how near a singular position is; kernels.recursions.graded solves. In large
mechanisms the elimination in tree order is refined with the wrenches of joints as unknowns (`refined_saddle_point`).
"""

from typing import Any, NamedTuple

import numpy as np

from linkwork.kernels.forces.applied import applied
from linkwork.kernels.forces.between_frames import add_law_wrench
from linkwork.kernels.forces.efforts import efforts
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
from linkwork.kernels.recursions.graded import HEADER as GRADED_HEADER
from linkwork.kernels.recursions.graded import (
    LENGTH,
    STEADY,
    Gradients,
    Rows,
    Tree,
    centre_wrenches,
    factor_graded,
    solve_graded,
    unit_length,
)
from linkwork.kernels.recursions.rnea import add_inertia_wrench, tree_forces
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel, never_inline
from linkwork.numerics.views import python_view, viewer


class LoopPlan(NamedTuple):
    """Symbolic analysis; rows are numbered by position in the order of elimination."""

    order: Any  # int (n_row)  row of each position
    close: Any  # int (n_body, 2)  positions [first, last) whose hub is this body
    group: Any  # int (n_row)  first position of the rows of the same joint, and of those that hold its offsets
    inc_start: Any  # int (n_body + 1)  incidences of each body: rows closing here, then rows passing through, ascending
    inc_pos: Any  # int (n_inc)  position
    inc_up: Any  # int (n_inc)  incidence of the same row at the parent, or -1
    inc_k: Any  # int (n_inc)  first entry of k = S'K of this incidence
    load_start: Any  # int (n_row + 1)  what a row adds to its bodies' K
    load_inc: Any  # int (n_load)  incidence
    load_measure: Any  # int (n_load)
    load_half: Any  # int (n_load)  0: body of frame I, 6: body of frame J
    load_term: Any  # int (n_load)
    fill_start: Any  # int (n_row + 1)  columns of A right of the diagonal
    fill_col: Any  # int (n_fill)  positions, ascending


class LoopWork(NamedTuple):
    """Factors and scratch of one factorization."""

    IA: Any  # (n_body, 21)  articulated inertia
    U: Any  # (n_v, 6)  IA S
    Dinv: Any  # (n_v)
    K: Any  # (n_inc, 6)
    k: Any  # (n_k)  S'K by column of the body
    diag: Any  # (n_row)  pivots
    grown: Any  # (n_row)  what the pivot was before any elimination
    reference: (
        Any  # (n_row)  largest `grown` of the same group's scaled rows, the running maximum of calls on this workspace
    )
    far: Any  # (n_row)  least mass of the row's bodies where masses are units: 1 near the ground; else 1
    A: Any  # (n_fill)
    weak: Any  # int (n_row)  INDEPENDENT, VANISHED or OMITTED
    p: Any  # (n_body, 6)
    u: Any  # (n_v)
    beta: Any  # (n_row)
    x_v: Any  # (n_v)  solution of one solve
    x_lam: Any  # (n_row)  by row
    r_v: Any  # (n_v)  residual of the equations of motion
    r_row: Any  # (n_row)  residual of the constraints
    regular: Any  # int (1)  0 when a joint's inertia had to be regularized, or a body's motion is undetermined
    drop: Any  # int (n_row)  USED, or why the row at this position is left out; set by the caller
    drop_best: Any  # int (n_row)  the best choice of such rows, of dynamics.row_exchange
    drop_tried: Any  # int (n_row)  and those that it has tried
    y: Any  # (n_q + n_v + n_z)  scratch state of dynamics.problem
    vdot: Any  # (n_v)  scratch accelerations of dynamics.problem
    y_last: Any  # (n_q + n_v + n_z)  last accepted state, of dynamics.crossings
    f_last: Any  # (n_q + n_v + n_z)  and its rates
    nearness: Any  # (n_row)  square root of each pivot relative to its joint's rows
    nearness_last: Any  # (n_row)  at the last accepted state
    now: Any  # (n_row)  copies of it
    there: Any  # (n_row)
    nearness_rate: Any  # (n_row)
    crossed: Any  # (8 n_row + 64, 2)  time and position of singular positions passed
    graded: (
        Any  # space of kernels.recursions.graded, of its header and the joints' wrenches in large mechanisms, or none
    )


COLUMNS = {"close": 2, "IA": 21, "U": 6, "K": 6, "p": 6, "crossed": 2}
INTS = frozenset(LoopPlan._fields)
WORK_INTS = frozenset(("weak", "regular", "drop", "drop_best", "drop_tried"))
HEADER = 2 * (len(LoopPlan._fields) + len(LoopWork._fields))
view_plan = viewer(LoopPlan, COLUMNS, INTS, 0)
view_loop_work = viewer(LoopWork, COLUMNS, INTS, len(LoopPlan._fields), WORK_INTS)
python_plan = python_view(LoopPlan, COLUMNS, INTS, 0)
python_loop_work = python_view(LoopWork, COLUMNS, INTS, len(LoopPlan._fields), WORK_INTS)

# LoopWork.drop: the row is used; left out, as it is redundant; as its pivot is too small for now; as it does not hold positions.
USED, REDUNDANT, HIDDEN, VELOCITY_ONLY = range(4)

DEPENDENT = 1e-11  # a pivot below this part of the largest of its joint's rows is a dependent row
CANCELLED = 1e-13  # and one below this part of what it was before elimination, where a long arm makes that larger
MASSLESS = 1e-13  # a joint inertia below this part of the body's is regularized
LIGHT = 1e-6  # its relative replacement: small compared with what rows add, large compared with DEPENDENT
ROUNDING = 1e-11  # a row whose share in a freedom is below this part of what it could be has none
WEIGHT = 1e-8  # relative replacement of a vanished pivot
CLOSE = 1e-13  # relative residual of a row that needs no refinement
SETTLED = 1e-11  # of the largest acceleration: the last correction that is applied
MOST_CORRECTIONS = 12
EPSILON = 2.2e-16
LOST = 1e-10  # of the largest acceleration: more rounding of wrenches than this is refused
FAR = 10.0  # times the longest arm on a body: beyond this distance from the ground unit masses are smaller
STILL = 1e-3  # rows whose terms are below this part of the largest are judged by it


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
    """The part of `grown` of row r that does not come from the way that an offset has slid, 1 of other rows.

    An offset along axes of frame I, and a slide, act on body I at the origin of frame J, as far away as the joint has slid.
    Such an arm is counted up to the radius of gyration of its body about its origin, the root of `unit` where masses are units:
    what is longer says nothing about rank.
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
    """What a freedom without inertia is given: LIGHT times the body's own, or its mass at the longest arm of its rows."""
    arm = 0.0
    for e in range(first, last):
        force = dot(vec(f.K[e], 3), vec(f.K[e], 3))
        if force > 0.0:
            arm = max(arm, dot(vec(f.K[e], 0), vec(f.K[e], 0)) / force)
    own = turn * (inertia + mass * arm) + move * mass
    return LIGHT * own if own > 0.0 else 1.0


@inner_kernel
def eliminate_column(w, plan, f, b, k, column, first, last, inertia, mass):
    """One joint freedom: U = IA S, D = S'U, then IA -= U U'/D and K -= U k'/D. `inertia` and `mass` are traces of IA before
    any of the joint's freedoms went: the scale against which D is judged."""
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
    """Leaves to root: articulated inertias, row couplings and pivots, of the inertias in f.IA.

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
    """Forward elimination of p (wrenches), u (generalized forces, given in u) and beta."""
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
    """Multipliers of the rows whose hub is b, from its acceleration dA (left in p[b]); positions descending."""
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
    """Back substitution: joint accelerations x_v and multipliers x_lam. p[b] is reused for the body's acceleration."""
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


@inner_kernel
def row_residuals(m, w, plan, f, a):
    """r_row = gamma - Phi_v vdot from the bodies' accelerations a (deviations from the bias). Returns the worst, relative to
    the terms it is the sum of, or to a part of the largest such sum: rows in which nothing moves are only rounding."""
    largest = 0.0
    for position in range(w.gamma.shape[0]):
        r = plan.order[position]
        res, size = w.gamma[r], abs(w.gamma[r])
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c, G = m.term_coef[t] * w.active[r], w.measure_G[j]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    part = c * G[6 * half + i] * a[b, i]
                    res -= part
                    size += abs(part)
        f.r_row[r] = res
        f.beta[position] = size * m.row_scale[r]
        largest = max(largest, f.beta[position])
    worst = 0.0
    for position in range(w.gamma.shape[0]):
        r = plan.order[position]
        res, size = abs(f.r_row[r]) * m.row_scale[r], max(f.beta[position], STILL * largest)
        if f.drop[position] == USED and not res <= worst * size:
            worst = res / size
    return worst


@inner_kernel
def project_residual(m, w, f):
    """r_v := -r_v - B' p for the constraint wrenches gathered in p."""
    for b in range(m.parent.shape[0] - 1, 0, -1):
        torque, force = vec(f.p[b], 0), vec(f.p[b], 3)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            f.r_v[k] = -f.r_v[k] - dot(vec(w.S[k], 0), torque) - dot(vec(w.S[k], 3), force)
        p = m.parent[b]
        accumulate(f.p[p], 0, add(torque, cross(sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9)), force)))
        accumulate(f.p[p], 3, force)


@inner_kernel
def motion_residuals(m, w, f):
    """r_v = Q - h - M vdot - Phi_v' lam, and dA = B vdot."""
    tree_forces(m, w, w.vdot, f.r_v)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = 0.0
    for r in range(w.gamma.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c = m.term_coef[t] * w.active[r] * w.lam[r]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    f.p[b, i] += c * w.measure_G[j, 6 * half + i]
    project_residual(m, w, f)


@inner_kernel
def begin(m, w, plan, f, first):
    """Set the right-hand sides of a solve: the model's own when `first`, the residuals otherwise."""
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = w.P[b, i] if first and b > 0 else 0.0
    for k in range(f.u.shape[0]):
        f.u[k] = 0.0 if first else f.r_v[k]
    for c in range(f.beta.shape[0]):
        f.beta[c] = w.gamma[plan.order[c]] if first else f.r_row[plan.order[c]]


@inner_kernel
def add_row_wrenches(m, w, lam, out):
    """Add to out the wrenches of the rows' multipliers at the bodies' origins."""
    for r in range(lam.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c = m.term_coef[t] * w.active[r] * lam[r]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    out[b, i] += c * w.measure_G[j, 6 * half + i]


@inner_kernel
def add_to_parent(m, w, b, wrench, sign, out):
    """Add to out[parent] sign times a wrench at the origin of body b."""
    p = m.parent[b]
    turn, force = vec(wrench, 0), vec(wrench, 3)
    r = sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9))
    accumulate(out[p], 0, scale(sign, add(turn, cross(r, force))))
    accumulate(out[p], 3, scale(sign, force))


@inner_kernel
def body_residuals(m, w, plan, f, joint):
    """p, u, beta := what is left of every body's equation, of every joint's freedom and of every row, with the joints' wrenches given: no
    force of a heavy body enters the equation of a light one, as it does in sums along the tree."""
    row_residuals(m, w, plan, f, w.dA)
    for c in range(f.beta.shape[0]):
        f.beta[c] = f.r_row[plan.order[c]]
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = w.P[b, i] - joint[b, i] if b > 0 else 0.0
        if b > 0:
            add_inertia_wrench(w.I_W[b], vec(w.dA[b], 0), vec(w.dA[b], 3), f.p[b])
    add_row_wrenches(m, w, w.lam, f.p)
    for b in range(1, m.parent.shape[0]):
        add_to_parent(m, w, b, joint[b], 1.0, f.p)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            f.u[k] = -dot(vec(w.S[k], 0), vec(joint[b], 0)) - dot(vec(w.S[k], 3), vec(joint[b], 3))


@inner_kernel
def add_joint_wrenches(m, w, f, joint):
    """joint += the wrenches that a correction of accelerations (p) and multipliers (x_lam) adds; w.F holds the residuals it was for."""
    add_row_wrenches(m, w, f.x_lam, w.F)
    for b in range(m.parent.shape[0] - 1, 0, -1):
        add_inertia_wrench(w.I_W[b], vec(f.p[b], 0), vec(f.p[b], 3), w.F[b])
        for i in range(6):
            joint[b, i] += w.F[b, i]
        add_to_parent(m, w, b, w.F[b], 1.0, w.F)


@inner_kernel
def largest_motion(a, length):
    """Return the largest entry of accelerations (n_body, 6), m/s²; NaN if one of them is NaN."""
    largest = 0.0
    for b in range(1, a.shape[0]):
        for i in range(6):
            size = abs(a[b, i]) * (length if i < 3 else 1.0)
            if not size <= largest:
                largest = size
    return largest


@inner_kernel
def lost_in_wrenches(m, w, f, joint, length):
    """Return the largest acceleration along a joint's freedom, m/s², that the rounding of the wrench through the joint causes: what a
    light body does between heavy ones."""
    largest = 0.0
    for b in range(1, m.parent.shape[0]):
        for k in range(m.v_start[b], m.v_start[b + 1]):
            S, effort = w.S[k], 0.0
            for i in range(6):
                effort += abs(S[i] * joint[b, i])
            turns = dot(vec(S, 0), vec(S, 0)) > 0.0
            size = EPSILON * effort * abs(f.Dinv[k]) * (length if turns else 1.0)
            if not size <= largest:
                largest = size
    return largest


@inner_kernel
def refined_saddle_point(m, w, plan, f):
    """As `saddle_point`, for many bodies whose masses differ much: corrected until nothing changes; f.regular[0] = 0 where it does not
    settle, or the factors have lost some mass beside others."""
    set_masses(m, w, f)
    factor_tree(m, w, plan, f, 0.0)
    n = m.parent.shape[0]
    length = unit_length(m.parent, m.frame_body, m.X_BF, m.X_PI) ** 0.5
    joint = matrix(f.graded, GRADED_HEADER, n, 6)
    for b in range(n):
        for i in range(6):
            joint[b, i], w.dA[b, i] = 0.0, 0.0
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = 0.0
    for r in range(w.lam.shape[0]):
        w.lam[r] = 0.0
    settled, whole = 0, f.regular[0]
    for _ in range(MOST_CORRECTIONS):
        body_residuals(m, w, plan, f, joint)
        for b in range(n):
            for i in range(6):
                w.F[b, i] = f.p[b, i]
        solve_inward(m, w, plan, f)
        solve_outward(m, w, plan, f)
        add_joint_wrenches(m, w, f, joint)
        for k in range(w.vdot.shape[0]):
            w.vdot[k] += f.x_v[k]
        for r in range(w.lam.shape[0]):
            w.lam[r] += f.x_lam[r]
        velocity_transformation(m, w, w.vdot, w.dA)
        if largest_motion(f.p, length) <= SETTLED * largest_motion(w.dA, length):
            settled = 1
            break
    if not lost_in_wrenches(m, w, f, joint, length) <= LOST * largest_motion(w.dA, length):
        settled = 0
    f.regular[0] = settled * whole
    for b in range(n):
        for i in range(6):
            f.p[b, i] = w.dA[b, i]
    return row_residuals(m, w, plan, f, w.dA)


@inner_kernel
def graded_saddle_point(m, w, plan, f):
    """As `saddle_point`, by kernels.recursions.graded and without refinement: forces of heavy bodies, summed along the tree, hide those
    of light ones, and no residual of theirs is better."""
    factor(m, w, plan, f)
    begin(m, w, plan, f, True)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            w.F[b, i], w.wrench[b, i] = w.wrench[b, i], 0.0
    efforts(m, w)
    for k in range(m.law_kind.shape[0]):
        add_law_wrench(m, w, k)
    applied(m, w)
    centre_wrenches(m, w, f.graded, f.p)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            w.wrench[b, i] = w.F[b, i]
    f.graded.view(np.int64)[STEADY] = 1
    solve_factored(m, w, plan, f)
    f.graded.view(np.int64)[STEADY] = 0
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = f.x_v[k]
    for r in range(w.lam.shape[0]):
        w.lam[r] = f.x_lam[r]
    return row_residuals(m, w, plan, f, f.p)


@inner_kernel
def saddle_point(m, w, plan, f, refinements, close):
    """vdot and lam of  M vdot + Phi_v' lam = Q - h,  Phi_v vdot = gamma;  needs bias_wrenches. Refined until the relative
    residual of the worst row, which it returns, is below `close`. Where f.graded is not empty use
    `graded_saddle_point` instead."""
    set_masses(m, w, f)
    factor_tree(m, w, plan, f, 0.0)
    begin(m, w, plan, f, True)
    solve_inward(m, w, plan, f)
    solve_outward(m, w, plan, f)
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = f.x_v[k]
    for r in range(w.lam.shape[0]):
        w.lam[r] = f.x_lam[r]
    worst = row_residuals(m, w, plan, f, f.p)
    for _ in range(refinements):
        if worst < close and f.regular[0] == 1:
            break
        motion_residuals(m, w, f)
        begin(m, w, plan, f, False)
        solve_inward(m, w, plan, f)
        solve_outward(m, w, plan, f)
        for k in range(w.vdot.shape[0]):
            w.vdot[k] += f.x_v[k]
        for r in range(w.lam.shape[0]):
            w.lam[r] += f.x_lam[r]
        velocity_transformation(m, w, w.vdot, w.dA)
        worst = row_residuals(m, w, plan, f, w.dA)
    return worst
