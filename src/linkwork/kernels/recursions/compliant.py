"""The body-level saddle-point matrix with springs, real or complex, factored in tree order: linear in bodies.

    [a M + b C + c K, Phi_v'; Phi_v, 0]  with  K = sum k g g',  C = sum d g g'  over elements of gradient g

An element between a body and the ground adds (b d + c k) g g' to what the body shows; one along the only freedom of a tree
joint adds to that joint's D. All others are rows of kernels.recursions.loops with a diagonal of their own,

    g x - lam / (b d + c k) = 0,

so that a chain of such elements costs as much per element however long it is. The 6×6 matrix of a law is first made diagonal by
L D L'; what has no stiffness is left out. With a, b, c divided by the phase of b the matrix has a positive real part: no
pivoting is needed, and what decides looks at real parts.
"""

from typing import Any, NamedTuple

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.aba import add_outer, set_rigid, times
from linkwork.kernels.recursions.elimination import (
    OMITTED,
    VANISHED,
    couple_rows,
    eliminate_row,
    hand_to_parent,
    load_rows,
)
from linkwork.kernels.recursions.loop_arrays import COLUMNS, INTS, WORK_INTS, LoopPlan
from linkwork.kernels.recursions.loops import DEPENDENT, LIGHT, MASSLESS, ROUNDING, WEIGHT
from linkwork.kernels.vectors import dot, vec
from linkwork.numerics.views import viewer

ON_BODY, ON_JOINT, AS_ROW, NOWHERE = range(4)  # what an element adds to
SOFT = 1e-13  # a stiffness below this part of its coordinate's own has been rounded from zero
SLOTS = 3


class Elements(NamedTuple):
    """What has stiffness or damping: efforts along measures and components of applied forces, then laws between two
    frames with six coordinates each."""

    source: Any  # int (n_scalar)  effort, or -1 - (6 applied force + component)
    tape_first: Any  # int (n_scalar)  first instruction of its expression that depends on its own coordinate, or -1
    bodies: Any  # int (n_element, 2)  of its frames I, J
    place: Any  # int (n_element)  ON_BODY, ON_JOINT, AS_ROW, NOWHERE
    body: Any  # int (n_element)  the body, or the joint's child
    half: Any  # int (n_element)  its half of the gradient: 0 or 6
    row: Any  # int (n_element)  row among the model's and the elements', or -1
    slots: Any  # int (3)  where the factors of each slot begin
    pivots: Any  # int (3 n_z)  of states


class Terms(NamedTuple):
    """What newton_terms retains of a position; fields are named as in kernels.arrays.Work, so that its recursions run on it."""

    X_WB: Any  # (n_body, 12)
    S: Any  # (n_v, 6)
    I_W: Any  # (n_body, 10)
    measure_G: Any  # (n_measure, 12)
    active: Any  # (n_row)  0 also for rows left out as redundant
    G: Any  # (n_element, 12)
    stiffness: Any  # (n_scalar)
    damping: Any  # (n_scalar)
    law_K: Any  # (n_law, 36)  stiffness and its transpose together, in the six coordinates of each law
    law_C: Any  # (n_law, 36)  damping likewise
    adjoint: Any  # (n_op)
    zdot_z: Any  # (n_z n_z)
    zdot: Any  # (n_z)
    weights: Any  # (3, 6)  a, b, c of each slot
    answer: Any  # (n_v + n_row + n_z)


class Factors(NamedTuple):
    """Factors of one slot, in float64 or complex128; fields are named as in LoopWork."""

    IA: Any  # (n_body, 21)
    U: Any  # (n_v, 6)
    Dinv: Any  # (n_v)
    K: Any  # (n_inc, 6)
    k: Any  # (n_k)
    diag: Any  # (n_rows and rows of elements)
    grown: Any  # (same)
    A: Any  # (n_fill)
    weak: Any  # int (same as diag)
    p: Any  # (n_body, 6)
    u: Any  # (n_v)
    beta: Any  # (same as diag)
    x_v: Any  # (n_v)
    x_lam: Any  # (same as diag)
    spring: Any  # (n_v)  what elements add to D
    block: Any  # (6, 6)  the matrix of one law and its L D L'
    g: Any  # (12)  gradient of one element
    Y: Any  # (n_body, 6)
    Ydot: Any  # (n_body, 6)
    z_lu: Any  # (n_z n_z)
    z: Any  # (n_z)


NEWTON_COLUMNS = {
    **COLUMNS, "bodies": 2, "X_WB": 12, "S": 6, "I_W": 10, "measure_G": 12, "G": 12, "law_K": 36, "law_C": 36, "weights": 6, "Y": 6, "Ydot": 6, "block": 6,
}  # fmt: skip
NEWTON_INTS = INTS | frozenset(Elements._fields)
TABLES = (LoopPlan, Elements, Terms, Factors)
HEADER = 2 * sum(len(table._fields) for table in TABLES)
view_rows = viewer(LoopPlan, NEWTON_COLUMNS, NEWTON_INTS, 0)
view_elements = viewer(Elements, NEWTON_COLUMNS, NEWTON_INTS, len(LoopPlan._fields))
view_terms = viewer(Terms, NEWTON_COLUMNS, NEWTON_INTS, len(LoopPlan._fields) + len(Elements._fields))
view_factors = viewer(
    Factors,
    NEWTON_COLUMNS,
    NEWTON_INTS,
    len(LoopPlan._fields) + len(Elements._fields) + len(Terms._fields),
    WORK_INTS,
)


@inner_kernel
def square(a):
    """Return |a|²."""
    return a.real * a.real + a.imag * a.imag


@inner_kernel
def norm2(row, k):
    """Return |a|² of three entries of a row."""
    return square(row[k]) + square(row[k + 1]) + square(row[k + 2])


@inner_kernel
def load_element(w, plan, place, body, half, row, f, freedom, factor):
    """Add an element of gradient f.g and stiffness `factor`; a row of zero stiffness stays out (nothing has grown)."""
    if place == ON_BODY:
        add_outer(f.IA[body], f.g[half : half + 6], factor)
    elif place == ON_JOINT:
        S = w.S[freedom]
        along = dot(vec(S, 0), vec(f.g, half)) + dot(vec(S, 3), vec(f.g, half + 3))
        f.spring[freedom] += factor * along * along
    elif place == AS_ROW and factor != 0.0:
        for l in range(plan.load_start[row], plan.load_start[row + 1]):
            K, first = f.K[plan.load_inc[l]], plan.load_half[l]
            for i in range(6):
                K[i] += f.g[first + i]
        at = plan.load_term[plan.load_start[row]]  # an element's row has its position there
        f.diag[at] = 1.0 / factor
        f.grown[at] = f.diag[at]


@inner_kernel
def diagonalize(A):
    """A = L D L' of a symmetric 6×6 matrix with a positive real part in place: D on the diagonal, L below it. A pivot that is
    rounding, or negative, becomes zero with its column."""
    for i in range(6):
        pivot, own = A[i, i], A[i, i]
        for j in range(i):
            pivot -= A[i, j] * A[i, j] * A[j, j]
        if not pivot.real > SOFT * abs(own.real):
            pivot *= 0.0
        A[i, i] = pivot
        for k in range(i + 1, 6):
            s = A[k, i]
            for j in range(i):
                s -= A[k, j] * A[i, j] * A[j, j]
            A[k, i] = s / pivot if pivot != 0.0 else 0.0 * s


@inner_kernel
def load_law(m, w, plan, x, f, k, first, b, c):
    """Load the six elements of law k, from number `first` on: b C + c K made diagonal (symmetric parts)."""
    K, C = w.law_K[k], w.law_C[k]
    for i in range(6):
        for j in range(i + 1):
            f.block[i, j] = 0.5 * (c * K[6 * i + j] + b * C[6 * i + j])
    diagonalize(f.block)
    for i in range(6):
        e = first + i
        for l in range(12):
            f.g[l] = w.G[e, l]
            for j in range(i + 1, 6):
                f.g[l] += f.block[j, i] * w.G[first + j, l]
        body = x.body[e]
        load_element(w, plan, x.place[e], body, x.half[e], x.row[e], f, m.v_start[body], f.block[i, i])


@inner_kernel
def load(m, w, plan, x, f, a, b, c):
    """Load bodies, joints and rows, and add the contributions of elements."""
    for body in range(1, m.parent.shape[0]):
        set_rigid(w.I_W[body], f.IA[body])
        for i in range(21):
            f.IA[body, i] *= a
    for k in range(f.spring.shape[0]):
        f.spring[k] = 0.0
    load_rows(m, w, plan, f)
    scalars = x.source.shape[0]
    for e in range(scalars):
        for l in range(12):
            f.g[l] = w.G[e, l]
        body = x.body[e]
        factor = c * w.stiffness[e] + b * w.damping[e]
        load_element(w, plan, x.place[e], body, x.half[e], x.row[e], f, m.v_start[body], factor)
    for k in range(m.law_kind.shape[0]):
        load_law(m, w, plan, x, f, k, scalars + 6 * k, b, c)


@inner_kernel
def close_row(plan, f, c, b, e):
    """Eliminate position c at its hub b (incidence e there, or -1 at the ground)."""
    size = f.grown[c].real
    if not size > 0.0:
        f.diag[c] = 1.0
        f.weak[c] = OMITTED
        return
    if f.diag[c].real < DEPENDENT * size:
        f.diag[c] = WEIGHT * size
        f.weak[c] = VANISHED
    eliminate_row(plan, f, c, b, e)


@inner_kernel
def light_inertia(f, turn, move, inertia, mass, first, last):
    """Return the inertia given to a freedom that has neither inertia nor stiffness, as in loops."""
    arm = 0.0
    for e in range(first, last):
        force = norm2(f.K[e], 3)
        if force > 0.0:
            arm = max(arm, norm2(f.K[e], 0) / force)
    own = turn * (inertia + mass * arm) + move * mass
    return LIGHT * own if own > 0.0 else 1.0


@inner_kernel
def eliminate_column(w, plan, f, b, k, column, first, last, inertia, mass):
    """Eliminate one joint freedom: U = IA S, D = S'U + spring, then IA -= U U'/D and K -= U k'/D."""
    S, U, IA = w.S[k], f.U[k], f.IA[b]
    times(IA, S, U)
    D = dot(vec(S, 0), vec(U, 0)) + dot(vec(S, 3), vec(U, 3)) + f.spring[k]
    turn, move = dot(vec(S, 0), vec(S, 0)), dot(vec(S, 3), vec(S, 3))
    if not D.real > MASSLESS * (turn * inertia + move * mass):
        D = 0.0 * D + light_inertia(f, turn, move, inertia, mass, first, last)
    Dinv = 1.0 / D
    radius = inertia / mass if mass > 0.0 else 1.0
    f.Dinv[k] = Dinv
    for e in range(first, last):
        K = f.K[e]
        ke = dot(vec(S, 0), vec(K, 0)) + dot(vec(S, 3), vec(K, 3))
        force = norm2(K, 3)
        could = turn * (norm2(K, 0) + radius * force) + move * force
        if square(ke) <= ROUNDING * ROUNDING * could:
            ke *= 0.0  # round-off must not make a dependent row look independent
        f.k[plan.inc_k[e] + column] = ke
        for i in range(6):
            K[i] -= U[i] * (ke * Dinv)
    add_outer(IA, U, -Dinv)
    couple_rows(plan, f, first, last, column, Dinv)


@inner_kernel
def close_rows(plan, f, b):
    e = plan.inc_start[b]
    for c in range(plan.close[b, 0], plan.close[b, 1]):
        close_row(plan, f, c, b, e if b > 0 else -1)
        e += 1


@inner_kernel
def factor_compliant(m, w, plan, x, f, a, b, c):
    """Factor a M + b C + c K with the rows, from the leaves to the root: articulated matrices, row couplings and
    pivots."""
    load(m, w, plan, x, f, a, b, c)
    for body in range(m.parent.shape[0] - 1, 0, -1):
        close_rows(plan, f, body)
        e, last = plan.inc_start[body] + plan.close[body, 1] - plan.close[body, 0], plan.inc_start[body + 1]
        v0, IA = m.v_start[body], f.IA[body]
        inertia, mass = (IA[0] + IA[1] + IA[2]).real, (IA[15] + IA[16] + IA[17]).real
        for k in range(m.v_start[body + 1] - 1, v0 - 1, -1):
            eliminate_column(w, plan, f, body, k, k - v0, e, last, inertia, mass)
        if m.parent[body] != 0:
            hand_to_parent(m, w, plan, f, body, e, last)
    close_rows(plan, f, 0)


@inner_kernel
def along(w, e, body_i, body_j, Y):
    """Return how much coordinate e moves when bodies move by Y."""
    G, I, J = w.G[e], Y[body_i], Y[body_j]
    move = 0.0 * Y[0, 0]
    for i in range(6):
        move += G[i] * I[i] + G[6 + i] * J[i]
    return move


@inner_kernel
def push(w, e, body_i, body_j, effort, p):
    """Add an effort along coordinate e to the wrenches p of its bodies."""
    G, I, J = w.G[e], p[body_i], p[body_j]
    for i in range(6):
        I[i] += effort * G[i]
        J[i] += effort * G[6 + i]


@inner_kernel
def element_forces(m, w, x, f):
    """p += what elements answer to displacements Y and velocities Ydot of the bodies: G (k G Y + d G Ydot)."""
    scalars = x.source.shape[0]
    for e in range(scalars):
        I, J = x.bodies[e, 0], x.bodies[e, 1]
        answer = w.stiffness[e] * along(w, e, I, J, f.Y) + w.damping[e] * along(w, e, I, J, f.Ydot)
        push(w, e, I, J, answer, f.p)
    for k in range(m.law_kind.shape[0]):
        K, C, first = w.law_K[k], w.law_C[k], scalars + 6 * k
        I, J = x.bodies[first, 0], x.bodies[first, 1]
        for i in range(6):
            f.g[i] = along(w, first + i, I, J, f.Y)
            f.g[6 + i] = along(w, first + i, I, J, f.Ydot)
        for i in range(6):
            answer = 0.0 * f.g[0]
            for j in range(6):
                answer += 0.5 * (K[6 * i + j] * f.g[j] + C[6 * i + j] * f.g[6 + j])
            push(w, first + i, I, J, answer, f.p)


@inner_kernel
def phase(b):
    """b / |b|, or 1."""
    size = np.sqrt(square(b))
    return b / size if size > 0.0 else 0.0 * b + 1.0
