"""Dense saddle-point equations at the level of bodies, for masses that differ by many decades or vanish.

Elimination in tree order divides by the inertia that a joint's freedom shows. Where a light body stands between heavy ones
this adds 1/m of the light one to rows that hold the heavy ones, and the heavy ones are lost in its rounding. Here

    M a + J' lam = f,   J a = gamma        a: acceleration of every mass centre and about every principal axis

with a row of J for each direction in which a tree joint holds, beside the model's own. M is diagonal, and with
a = D x, D = M^-1/2, complete pivoting on J D takes the lightest coordinates as dependent ones: the heavy lead, the light
follow, and every column is eliminated with others of its own size. Coordinates without mass go first, by geometry alone.

    P J D Q = L [U R],   Z = [-U^-1 R; 1],   (1 + Zd' Zd) z = Z'(D f - x0),   x = x0 + Z z,   x0 = [U^-1 L^-1 P gamma; 0]

What is solved for is never smaller than 1: no decision depends on one mass against another. Which rows depend on others is
decided before, with unit masses. The spin of a point-like or slender body that nothing determines is left as it is, the limit of
small inertia; a body without mass that no row determines, or a torque along such a spin, has no answer: UNDETERMINED names the body.

`space` (float64) is laid out by `places`; N = 6 bodies, R = rows of the tree joints and of the model.
"""

from typing import NamedTuple

import numpy as np

from linkwork.kernels.inline import inner_kernel, rare_kernel
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec
from linkwork.numerics.dense_cholesky import cholesky_factor, cholesky_solve
from linkwork.numerics.dense_eigen import eigen_symmetric
from linkwork.numerics.dense_lu import solve_lower, solve_transposed, solve_upper
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel, never_inline

MOST_BODIES = 60  # up to which the equations are dense wherever masses differ much
LARGEST = 200  # bodies above which they never are: they need space that grows with its square
NO_ROW = 1e-9  # of a row's largest entry: what is left of a row that depends on others, or holds no massless coordinate
ROUNDING = 1e-13  # of the largest terms that an entry was made of: what is left of terms that cancel
NO_MOMENT = 1e-15  # of a tensor that is not diagonal: a principal moment below it is rounding
NO_TORQUE = 2e-15  # of the torques at the body's origin: a torque about the mass centre below it is rounding
SWEEPS = 4  # over spins that nothing determines; those of different bodies do not touch each other
UNBALANCED = 1e-9  # of the forces on its body: what acts along a coordinate without mass that no row determines
LIGHT_SPIN = 1e-3  # of the mass at the unit of lengths: a moment of inertia for a spin that nothing determines
NO_FACTORS = -1  # in place of the rank
# The first entries of `space`. LENGTH (m, set by the caller) is a float; the others are integers, read by space.view(np.int64): the rank,
# the number of massless coordinates that no row determines, a body of them or 0, and whether their spins are kept (0 or 1).
RANK, LOOSE, UNDETERMINED, LENGTH, STEADY, HEADER = range(6)


class Tree(NamedTuple):
    """The bodies and their tree joints; fields of kernels.arrays."""

    parent: np.ndarray
    v_start: np.ndarray
    inertia: np.ndarray
    moments: np.ndarray
    X_WB: np.ndarray
    S: np.ndarray


class Rows(NamedTuple):
    """The constraint rows of the model; fields of kernels.arrays, and the row of each position of elimination."""

    order: np.ndarray
    row_start: np.ndarray
    term_measure: np.ndarray
    term_coef: np.ndarray
    active: np.ndarray


class Gradients(NamedTuple):
    """The measures' gradients with the bodies that they act on; fields of kernels.arrays."""

    measure_frames: np.ndarray
    frame_body: np.ndarray
    measure_G: np.ndarray


class Entries(NamedTuple):
    """A matrix, with the largest terms that each entry was computed from: an entry below their round-off is zero."""

    value: np.ndarray
    terms: np.ndarray
    column: np.ndarray  # terms of a vector


def graded_size(n_body, n_v, n_row, dense=True):
    """Return the size of the space; if the equations are not dense it holds the header and the wrenches of tree joints."""
    if not dense:
        return HEADER + 6 * n_body
    N = 6 * (n_body - 1)
    R = N - n_v + n_row
    return HEADER + 54 + 4 * R + 8 * N + 18 * n_body + 12 * n_v + 2 * R * N + n_v * N + n_v * n_v


@kernel
def places(space, n_body, n_v, n_row):
    """Rows (factor, order, right side or largest entry, position), columns (factor, mass, order, unit, x, force, scratch), bodies (axes 9, mass
    centre 3, wrench 6), columns of tree joints (orthonormal, triangle), W and the terms of its entries, Z, S, and three small matrices."""
    N = 6 * (n_body - 1)
    R = N - n_v + n_row
    a = HEADER + 54
    b = a + 4 * R
    c = b + 8 * N
    d = c + 18 * n_body
    e = d + 12 * n_v
    g = e + R * N
    h = g + n_v * N
    i = h + n_v * n_v
    integers = space.view(np.int64)  # orders of rows and columns are integers
    rows = (
        vector(space, a, R), vector(integers, a + R, R), vector(space, a + 2 * R, R), vector(integers, a + 3 * R, R),
    )  # fmt: skip
    columns = (
        vector(space, b, N), vector(space, b + N, N), vector(integers, b + 2 * N, N), vector(space, b + 3 * N, N),
        vector(space, b + 4 * N, N), vector(space, b + 5 * N, N), vector(space, b + 6 * N, N),
    )  # fmt: skip
    tree = (matrix(space, d, n_v, 6), matrix(space, d + 6 * n_v, n_v, 6))
    small = (
        matrix(space, HEADER, 3, 3), matrix(space, HEADER + 9, 3, 3), matrix(space, HEADER + 18, 6, 6),
    )  # fmt: skip
    bodies, Z = matrix(space, c, n_body, 18), matrix(space, g, n_v, N)
    W = Entries(matrix(space, e, R, N), matrix(space, i, R, N), vector(space, b + 7 * N, N))
    return rows, columns, bodies, tree, W, Z, vector(space, h, n_v * n_v), small


@kernel
def unit_length(parent, frame_body, X_BF, X_PI):
    """Return the squared length of the longest arm of a joint or frame on its body, or 1 if there is none."""
    longest = 0.0
    for k in range(X_BF.shape[0]):
        if frame_body[k] > 0:
            longest = max(longest, dot(vec(X_BF[k], 9), vec(X_BF[k], 9)))
    for b in range(1, parent.shape[0]):
        if parent[b] > 0:
            longest = max(longest, dot(vec(X_PI[b], 9), vec(X_PI[b], 9)))
    return longest if longest > 0.0 else 1.0


@kernel
def principal(m, J, T, V, mass, at):
    """mass[at : at + 6] := principal moments of J about the mass centre and three times the mass m; V's rows are the axes."""
    T[0, 0], T[1, 1], T[2, 2], T[0, 1], T[0, 2], T[1, 2] = J[0], J[1], J[2], J[3], J[4], J[5]
    T[1, 0], T[2, 0], T[2, 1] = J[3], J[4], J[5]
    mixed = abs(J[3]) + abs(J[4]) + abs(J[5]) > 0.0
    eigen_symmetric(T, V)
    noise = NO_MOMENT * (abs(J[0]) + abs(J[1]) + abs(J[2])) if mixed else 0.0
    for i in range(3):
        mass[at + i] = T[i, i] if T[i, i] > noise else 0.0
        mass[at + 3 + i] = m


@kernel
def body_frames(inertia, moments, X_WB, length, columns, bodies, small):
    """Principal axes (9) and mass centre from the origin (3), world axes; masses, units and factors of the coordinates."""
    factor, mass, _, unit, _, _, _ = columns
    T, V, _ = small
    for b in range(1, inertia.shape[0]):
        at, J, X, F = 6 * (b - 1), inertia[b], X_WB[b], bodies[b]
        principal(J[0], moments[b], T, V, mass, at)
        for i in range(3):
            for k in range(3):
                F[3 * i + k] = X[3 * k] * V[i, 0] + X[3 * k + 1] * V[i, 1] + X[3 * k + 2] * V[i, 2]
        c = (J[1] / J[0], J[2] / J[0], J[3] / J[0]) if J[0] > 0.0 else (0.0, 0.0, 0.0)
        for k in range(3):
            F[9 + k] = X[3 * k] * c[0] + X[3 * k + 1] * c[1] + X[3 * k + 2] * c[2]
            unit[at + k], unit[at + 3 + k] = 1.0 / length, 1.0
        for i in range(6):
            factor[at + i] = mass[at + i] ** -0.5 if mass[at + i] > 0.0 else unit[at + i]


@kernel
def terms_of(a, b):
    """Return the sizes of the terms that a · b is the sum of."""
    return abs(a[0] * b[0]) + abs(a[1] * b[1]) + abs(a[2] * b[2])


@kernel
def add_to_row(W, r, b, F, turn, move):
    """Row r of W += a gradient (turn, move) by body b's displacement at its origin, in coordinates of its mass centre."""
    at, row, terms = 6 * (b - 1), W.value[r], W.terms[r]
    arm = cross(vec(F, 9), move)
    for i in range(3):
        e = vec(F, 3 * i)
        a, size = dot(e, turn) - dot(e, arm), terms_of(e, turn) + terms_of(e, arm)
        terms[at + i] += size
        terms[at + 3 + i] += abs(move[i])
        if abs(a) > ROUNDING * size:
            row[at + i] += a
        row[at + 3 + i] += move[i]


@kernel
def tree_columns(S, first, last, length, tree):
    """Orthonormal columns Q = S R^-1 of a joint, rotations times `length`; returns 1 if they depend on each other."""
    Q, R = tree
    for k in range(first, last):
        q = Q[k]
        for i in range(6):
            q[i] = S[k, i] * (length if i < 3 else 1.0)
            R[k, i] = 0.0
        size = 0.0
        for i in range(6):
            size += q[i] * q[i]
        for j in range(first, k):
            s = 0.0
            for i in range(6):
                s += Q[j, i] * q[i]
            R[k, j - first] = s
            for i in range(6):
                q[i] -= s * Q[j, i]
        left = 0.0
        for i in range(6):
            left += q[i] * q[i]
        if not left > 1e-20 * size:
            return 1
        R[k, k - first] = left**0.5
        for i in range(6):
            q[i] /= left**0.5
    return 0


@kernel
def held_direction(Q, first, last, C, count):
    """C[count] := a unit vector orthogonal to the joint's columns and to C[:count], as near to a coordinate axis as can be."""
    best, axis = -1.0, 0
    for i in range(6):
        left = 1.0
        for k in range(first, last):
            left -= Q[k, i] * Q[k, i]
        for k in range(count):
            left -= C[k, i] * C[k, i]
        if left > best + 1e-12:
            best, axis = left, i
    c = C[count]
    for i in range(6):
        c[i] = 1.0 if i == axis else 0.0
    for _ in range(2):
        for k in range(first, last):
            s = 0.0
            for i in range(6):
                s += Q[k, i] * c[i]
            for i in range(6):
                c[i] -= s * Q[k, i]
        for k in range(count):
            s = 0.0
            for i in range(6):
                s += C[k, i] * c[i]
            for i in range(6):
                c[i] -= s * C[k, i]
    size = 0.0
    for i in range(6):
        size += c[i] * c[i]
    for i in range(6):
        c[i] = c[i] / size**0.5 if abs(c[i]) > 1e-15 else 0.0


@kernel
def tree_rows(parent, v_start, X_WB, S, length, bodies, tree, C, W):
    """Set the rows for the directions that the tree joints hold.

    Returns their number, or -1 if the columns of a joint depend on each other.
    """
    count = 0
    for b in range(1, parent.shape[0]):
        first, last, p = v_start[b], v_start[b + 1], parent[b]
        if tree_columns(S, first, last, length, tree):
            return -1
        for k in range(6 - last + first):
            held_direction(tree[0], first, last, C, k)
            turn, move = scale(length, vec(C[k], 0)), vec(C[k], 3)
            add_to_row(W, count, b, bodies[b], turn, move)
            if p > 0:  # a row of the relative motion
                r = sub(vec(X_WB[b], 9), vec(X_WB[p], 9))
                add_to_row(W, count, p, bodies[p], scale(-1.0, add(turn, cross(r, move))), scale(-1.0, move))
            count += 1
    return count


@kernel
def swap_columns(W, cols, i, k):
    if i != k:
        cols[i], cols[k] = cols[k], cols[i]
        for A in (W.value, W.terms):
            for j in range(A.shape[0]):
                A[j, i], A[j, k] = A[j, k], A[j, i]


@kernel
def swap_rows(W, order, i, k):
    if i != k:
        order[i], order[k] = order[k], order[i]
        for A in (W.value, W.terms):
            for j in range(A.shape[1]):
                A[i, j], A[k, j] = A[k, j], A[i, j]


@kernel
def weigh(W, rows, columns, count):
    """Scale rows to a largest entry of 1 in units of lengths and columns to unit masses; move columns without mass to the front.

    Returns the number of columns without mass.
    """
    row_factor, order, _, _ = rows
    factor, mass, cols, unit, _, _, _ = columns
    N = W.value.shape[1]
    for i in range(count):
        order[i] = i
        largest = 0.0
        for j in range(N):
            largest = max(largest, abs(W.value[i, j]) * unit[j])
        row_factor[i] = 1.0 / largest if largest > 0.0 else 0.0
        for j in range(N):
            W.value[i, j] *= row_factor[i] * factor[j]
            W.terms[i, j] *= row_factor[i] * factor[j]
    massless = 0
    for j in range(N):
        cols[j] = j
    for j in range(N):
        if mass[j] == 0.0:
            swap_columns(W, cols, j, massless)
            massless += 1
    return massless


@kernel
def largest_entry(row, first, last):
    largest = 0.0
    for j in range(first, last):
        if abs(row[j]) > largest:
            largest = abs(row[j])
    return largest


@kernel
def eliminate(W, k, count, last, largest):
    """Eliminate below pivot k. Differences at round-off become zero, so that errors of light bodies do not move heavy ones.

    `largest` are the rows' largest entries before column `last`.
    """
    value, terms = W.value, W.terms
    N = value.shape[1]
    inverse = 1.0 / value[k, k]
    value[k, k] = inverse
    for i in range(k + 1, count):
        f = value[i, k] * inverse
        value[i, k] = f
        if f != 0.0:
            f_terms = max(terms[i, k], abs(f) * terms[k, k]) * abs(inverse)
            for j in range(k + 1, N):
                if value[k, j] != 0.0:
                    left = value[i, j] - f * value[k, j]
                    size = max(terms[i, j], abs(f) * terms[k, j], f_terms * abs(value[k, j]))
                    value[i, j] = left if abs(left) > ROUNDING * size else 0.0
                    terms[i, j] = size
            largest[i] = largest_entry(value[i], k + 1, last)


@kernel
def depends(W, i, k, last, columns):
    """Return whether the remainder of row i, in units of lengths, is round-off."""
    factor, _, cols, unit, _, _, _ = columns
    largest = 0.0
    for j in range(k, last):
        c = cols[j]
        largest = max(largest, abs(W.value[i, j]) * unit[c] / factor[c])
    return largest <= NO_ROW


@kernel
def pivots(W, rows, columns, k, count, last, massless):
    """Complete pivoting from step k on over rows before `count` and columns before `last`; returns the next step, rows in use."""
    order, largest, cols = rows[1], rows[2], columns[2]
    for i in range(k, count):
        largest[i] = largest_entry(W.value[i], k, last)
    while k < count and k < last:
        best, p, q = 0.0, k, k
        for i in range(k, count):
            if largest[i] > best:
                best, p = largest[i], i
        for j in range(last - 1, k - 1, -1):
            if abs(W.value[p, j]) == best:
                q = j
        if massless and best <= NO_ROW:
            return k, count
        if not massless and depends(W, p, k, last, columns):
            count -= 1
            swap_rows(W, order, p, count)
            largest[p], largest[count] = largest[count], largest[p]
            continue
        swap_rows(W, order, p, k)
        largest[p] = largest[k]
        swap_columns(W, cols, q, k)
        eliminate(W, k, count, last, largest)
        k += 1
    return k, count


@kernel
def factor_rows(W, rows, columns, count):
    """Factor the rows; return the rank and the number of massless columns that no row determines, which become the last ones."""
    N = W.value.shape[1]
    massless = weigh(W, rows, columns, count)
    rank, _ = pivots(W, rows, columns, 0, count, massless, True)
    loose = massless - rank
    for i in range(rank, count):
        for j in range(rank, massless):
            W.value[i, j] = W.terms[i, j] = 0.0
    for j in range(loose):
        swap_columns(W, columns[2], massless - 1 - j, N - 1 - j)
    rank, _ = pivots(W, rows, columns, rank, count, N - loose, False)
    return rank, loose


@kernel
def null_vectors(W, rank, Z):
    """Rows of Z: [-U^-1 R; 1] for every column that is not a pivot."""
    U, U_terms, terms = W.value, W.terms, W.column
    N = U.shape[1]
    for a in range(N - rank):
        z = Z[a]
        for j in range(N):
            z[j] = 0.0
        z[rank + a] = 1.0
        for k in range(rank - 1, -1, -1):
            s, size = U[k, rank + a], U_terms[k, rank + a]
            for i in range(k + 1, rank):
                if U[k, i] != 0.0 and z[i] != 0.0:
                    s += U[k, i] * z[i]
                    size = max(size, U_terms[k, i] * abs(z[i]), abs(U[k, i]) * terms[i])
            inverse = abs(U[k, k])
            z[k] = -s * U[k, k] if abs(s) > ROUNDING * size else 0.0
            terms[k] = max(size * inverse, abs(z[k]) * U_terms[k, k] * inverse)


@kernel
def reduced_mass(mass, cols, rank, Z, S):
    """S = 1 + Zd' Zd over coordinates with mass, factored."""
    for a in range(S.shape[0]):
        for b in range(a + 1):
            s = 1.0 if a == b else 0.0
            for k in range(rank):
                if mass[cols[k]] > 0.0:
                    s += Z[a, k] * Z[b, k]
            S[a, b] = s
    cholesky_factor(S, 0.0)


@rare_kernel
def factor_graded(model, constraints, measures, weak, space):
    """Factor the equations of a Tree with the Rows whose `weak` is 0 (by position), lengths in units of space[LENGTH].

    `weak` becomes 1 where a row depends on others. Returns 1, or 0 where a body without mass is undetermined or the
    columns of a tree joint depend on each other.
    """
    never_inline()
    parent, v_start, inertia, moments, X_WB, S = model
    order, row_start, term_measure, term_coef, active = constraints
    n_body, n_v, n_row = parent.shape[0], v_start[-1], order.shape[0]
    rows, columns, bodies, tree, W, Z, reduced, small = places(space, n_body, n_v, n_row)
    numbers = space.view(np.int64)
    at, mass, cols = rows[3], columns[1], columns[2]
    length = space[LENGTH]
    body_frames(inertia, moments, X_WB, length, columns, bodies, small)
    for i in range(W.value.shape[0]):
        for j in range(W.value.shape[1]):
            W.value[i, j] = W.terms[i, j] = 0.0
    numbers[RANK], numbers[LOOSE], numbers[UNDETERMINED] = NO_FACTORS, 0, 0
    count = tree_rows(parent, v_start, X_WB, S, length, bodies, tree, small[2], W)
    if count < 0:
        return 0
    for i in range(count):
        at[i] = -1
    for c in range(n_row):
        if weak[c] != 0:
            continue
        r = order[c]
        for t in range(row_start[r], row_start[r + 1]):
            G, coef = measures.measure_G[term_measure[t]], term_coef[t] * active[r]
            for half in range(2):
                b = measures.frame_body[measures.measure_frames[term_measure[t], half]]
                if b > 0:
                    turn, move = scale(coef, vec(G, 6 * half)), scale(coef, vec(G, 6 * half + 3))
                    add_to_row(W, count, b, bodies[b], turn, move)
        at[count] = c
        count += 1
    rank, loose = factor_rows(W, rows, columns, count)
    if W.value.shape[1] - rank > n_v:  # tree joints lost rows: a trial position is far off or not a number
        return 0
    for i in range(rank, count):
        c = at[rows[1][i]]
        if c >= 0:
            weak[c] = 1
    null_vectors(W, rank, Z)
    free = W.value.shape[1] - rank - loose
    reduced_mass(mass, cols, rank, Z, matrix(reduced, 0, free, free))
    numbers[RANK], numbers[LOOSE] = rank, loose
    for a in range(W.value.shape[1] - loose, W.value.shape[1]):
        b = cols[a] // 6 + 1
        if inertia[b, 0] == 0.0:
            numbers[UNDETERMINED] = b
    return 1 if numbers[UNDETERMINED] == 0 else 0


@kernel
def centre_torque(turn, moved):
    """The torque about the mass centre: at the origin less that of the force there; none where rounding is left of them."""
    t = sub(turn, moved)
    least = NO_TORQUE * NO_TORQUE * (dot(turn, turn) + dot(moved, moved))
    return t if dot(t, t) > least else scale(0.0, t)


@inner_kernel
def centre_wrenches(m, w, space, p):
    """p := what each body needs at vdot = 0 less the forces applied to it, as kernels.recursions.rnea.bias_wrenches, but about its mass
    centre, where masses at their arms and weights do not hide moments of inertia, and torques about its principal axes: about an axis
    without moment of inertia nothing is needed, where world axes would leave rounding. w.wrench is without weights here; needs the factors."""
    _, columns, bodies, _, _, _, _, _ = places(space, m.parent.shape[0], m.v_start[-1], w.gamma.shape[0])
    for b in range(1, m.parent.shape[0]):
        F, mass = bodies[b], vector(columns[1], 6 * (b - 1), 6)
        c, omega, alpha = vec(F, 9), vec(w.V[b], 0), vec(w.A[b], 0)
        spin, need = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for i in range(3):
            e = vec(F, 3 * i)
            spin = add(spin, scale(mass[i] * dot(e, omega), e))
            need = add(need, scale(mass[i] * dot(e, alpha), e))
        need = add(need, cross(omega, spin))
        force = vec(w.wrench[b], 3)
        applied = centre_torque(vec(w.wrench[b], 0), cross(c, force))
        for i in range(3):  # the other two moments are the same where one vanishes
            e = vec(F, 3 * i)
            p[b, i] = (dot(e, need) if mass[i] > 0.0 else 0.0) - dot(e, applied)
        a = add(sub(vec(w.A[b], 3), vec(m.gravity, 0)), add(cross(alpha, c), cross(omega, cross(omega, c))))
        put(p[b], 3, sub(scale(mass[3], a), force))


@kernel
def forces(parent, v_start, X_WB, length, p, u, bodies, tree, columns):
    """Forces on the coordinates, weighed: -p as of `centre_wrenches`, and u along the columns of the tree joints."""
    factor, f, t = columns[0], columns[5], columns[6]
    Q, R = tree
    for b in range(1, parent.shape[0]):
        for i in range(6):
            bodies[b, 12 + i] = 0.0
    for b in range(1, parent.shape[0]):
        first, turn, move = v_start[b], (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for k in range(first, v_start[b + 1]):
            s = u[k]
            for j in range(k - first):
                s -= R[k, j] * t[j]
            t[k - first] = s / R[k, k - first]
            turn = add(turn, scale(length * t[k - first], vec(Q[k], 0)))
            move = add(move, scale(t[k - first], vec(Q[k], 3)))
        accumulate(bodies[b], 12, turn)
        accumulate(bodies[b], 15, move)
        if parent[b] > 0:
            r = sub(vec(X_WB[b], 9), vec(X_WB[parent[b]], 9))
            accumulate(bodies[parent[b]], 12, scale(-1.0, add(turn, cross(r, move))))
            accumulate(bodies[parent[b]], 15, scale(-1.0, move))
    for b in range(1, parent.shape[0]):
        at, F = 6 * (b - 1), bodies[b]
        turn = centre_torque(vec(F, 12), cross(vec(F, 9), vec(F, 15)))
        for i in range(3):
            f[at + i] = factor[at + i] * (dot(vec(F, 3 * i), turn) - p[b, i])
            f[at + 3 + i] = factor[at + 3 + i] * (F[15 + i] - p[b, 3 + i])


@kernel
def norm(a):
    return dot(a, a) ** 0.5


@kernel
def force_size(c, factor, p, bodies):
    """The size of the forces, or torques, whose part along coordinate c is f[c]: rounding is left of them where none acts along it."""
    b = c // 6 + 1
    F = bodies[b]
    if c % 6 > 2:
        return factor[c] * (norm(vec(F, 15)) + norm(vec(p[b], 3)))
    return factor[c] * (norm(vec(F, 12)) + norm(vec(F, 9)) * norm(vec(F, 15)) + norm(vec(p[b], 0)))


@kernel
def leave_spins(rank, loose, columns, Z):
    """Take from the forces f what acts along the columns that nothing determines, the transpose of `keep_spins`: a solution is then
    symmetric in its right sides, as adjoints need it."""
    _, mass, cols, _, _, f, _ = columns
    N = f.shape[0]
    for _ in range(SWEEPS):
        for a in range(N - rank - 1, N - rank - loose - 1, -1):
            along, size = 0.0, 0.0
            for k in range(rank + a + 1):
                c, z = cols[k], Z[a, k]
                along += z * f[c]
                if mass[c] == 0.0 and c % 6 < 3:
                    size += z * z
            for k in range(rank + a + 1):
                c = cols[k]
                if size > 0.0 and mass[c] == 0.0 and c % 6 < 3:
                    f[c] -= along / size * Z[a, k]


@kernel
def reduced_solution(rank, loose, rows, columns, p, bodies, W, Z, reduced):
    """x := x0 + Z z in the order of the columns; y holds L^-1 P gamma. Returns an unbalanced column, or -1."""
    factor = columns[0]
    y, (_, mass, cols, _, x, f, t) = rows[2], columns
    N = W.value.shape[1]
    free = N - rank - loose
    for k in range(N):
        x[k] = y[k] if k < rank else 0.0
    solve_upper(W.value, rank, x)
    bad = -1
    for a in range(N - rank):
        s, size = 0.0, 0.0
        for k in range(rank):
            if Z[a, k] != 0.0:
                c = cols[k]
                part = Z[a, k] * (f[c] - x[k]) if mass[c] > 0.0 else Z[a, k] * f[c]
                s += part
                if a >= free:
                    size += abs(Z[a, k]) * force_size(c, factor, p, bodies)
        own = f[cols[rank + a]]
        t[a] = s + own
        if a >= free and abs(s + own) > UNBALANCED * (size + force_size(cols[rank + a], factor, p, bodies)):
            bad = cols[rank + a]
    z = vector(t, 0, free)
    cholesky_solve(matrix(reduced, 0, free, free), z)
    for a in range(free):
        for k in range(rank):
            x[k] += Z[a, k] * z[a]
        x[rank + a] = z[a]
    return bad


@kernel
def keep_spins(rank, loose, columns, Z, bodies, A, steady):
    """The least angular accelerations of what has no inertia, along the columns that nothing determines: the limit of small inertia,
    whatever the coordinates. If not `steady`, those that x adds to the bias are the least."""
    factor, mass, cols, _, x, _, _ = columns
    N = x.shape[0]
    for _ in range(SWEEPS):
        for a in range(N - rank - loose, N - rank):
            along, size = 0.0, 0.0
            for k in range(rank + a + 1):
                c, z = cols[k], Z[a, k]
                if z != 0.0 and mass[c] == 0.0 and c % 6 < 3:
                    along += z * x[k]
                    if steady:
                        along += z * dot(vec(bodies[c // 6 + 1], 3 * (c % 6)), vec(A[c // 6 + 1], 0)) / factor[c]
                    size += z * z
            for k in range(rank + a + 1):
                if Z[a, k] != 0.0 and size > 0.0:
                    x[k] -= along / size * Z[a, k]


@kernel
def body_motion(parent, X_WB, columns, bodies, p):
    """p := the bodies' accelerations at their origins; x is in the order of the columns, t scratch."""
    factor, _, cols, _, x, _, t = columns
    for k in range(x.shape[0]):
        t[cols[k]] = factor[cols[k]] * x[k]
    for i in range(6):
        p[0, i] = 0.0
    for b in range(1, parent.shape[0]):
        at, F = 6 * (b - 1), bodies[b]
        turn = (0.0, 0.0, 0.0)
        for i in range(3):
            turn = add(turn, scale(t[at + i], vec(F, 3 * i)))
        put(p[b], 0, turn)
        put(p[b], 3, add(vec(t, at + 3), cross(vec(F, 9), turn)))


@kernel
def tree_motion(parent, v_start, X_WB, length, p, tree, x_v):
    """Compute x_v of the tree joints from the bodies' accelerations."""
    Q, R = tree
    for b in range(1, parent.shape[0]):
        above, first, last = parent[b], v_start[b], v_start[b + 1]
        r = sub(vec(X_WB[b], 9), vec(X_WB[above], 9))
        turn = scale(length, sub(vec(p[b], 0), vec(p[above], 0)))
        move = sub(sub(vec(p[b], 3), vec(p[above], 3)), cross(vec(p[above], 0), r))
        for k in range(last - 1, first - 1, -1):
            s = dot(vec(Q[k], 0), turn) + dot(vec(Q[k], 3), move)
            for j in range(k + 1, last):
                s -= R[j, k - first] * x_v[j]
            x_v[k] = s / R[k, k - first]


@kernel
def clear(x_v, x_lam, p):
    for k in range(x_v.shape[0]):
        x_v[k] = 0.0
    for r in range(x_lam.shape[0]):
        x_lam[r] = 0.0
    for b in range(p.shape[0]):
        for i in range(6):
            p[b, i] = 0.0


@rare_kernel
def solve_graded(parent, v_start, X_WB, A, order, p, u, beta, x_v, x_lam, space):
    """x_v and x_lam of right sides p (as of `centre_wrenches`), u, beta as in loops, by the factors in `space`; p becomes the bodies'
    accelerations at their origins. Returns 1, or 0 where a force acts along a coordinate that has no mass and that no row determines."""
    never_inline()
    n_body, n_v, n_row = parent.shape[0], v_start[-1], order.shape[0]
    rows, columns, bodies, tree, W, Z, reduced, _ = places(space, n_body, n_v, n_row)
    row_factor, sequence, y, at = rows
    factor, mass, cols, _, x, f, t = columns
    numbers = space.view(np.int64)
    rank, loose = numbers[RANK], numbers[LOOSE]
    if rank < 0:
        clear(x_v, x_lam, p)
        return 0
    length = space[LENGTH]
    forces(parent, v_start, X_WB, length, p, u, bodies, tree, columns)
    for i in range(rank):
        k = sequence[i]
        y[i] = row_factor[k] * beta[at[k]] if at[k] >= 0 else 0.0
    solve_lower(W.value, rank, vector(y, 0, rank))
    if numbers[STEADY] == 0:
        leave_spins(rank, loose, columns, Z)
    bad = reduced_solution(rank, loose, rows, columns, p, bodies, W, Z, reduced)
    keep_spins(rank, loose, columns, Z, bodies, A, numbers[STEADY] != 0)
    for k in range(rank):
        c = cols[k]
        y[k] = f[c] - x[k] if mass[c] > 0.0 else f[c]
    solve_transposed(W.value, rank, y)
    for r in range(n_row):
        x_lam[r] = 0.0
    for i in range(rank):
        k = sequence[i]
        if at[k] >= 0:
            x_lam[order[at[k]]] = row_factor[k] * y[i]
    body_motion(parent, X_WB, columns, bodies, p)
    tree_motion(parent, v_start, X_WB, length, p, tree, x_v)
    if bad >= 0:
        numbers[UNDETERMINED] = bad // 6 + 1
        return 0
    return 1


@rare_kernel
def add_light_spins(parent, v_start, S, n_row, space, M):
    """M (n_v²) += j g g', g = e' d omega / d v, for every principal axis e about which a body turns though nothing determines it.

    An iteration with this matrix leaves such a spin as it was predicted, where M is singular or inverts rounding. Nothing else is
    changed: no torque acts along e that the spin would answer.
    """
    never_inline()
    n_body, n_v = parent.shape[0], v_start[-1]
    _, columns, bodies, _, _, Z, _, _ = places(space, n_body, n_v, n_row)
    _, mass, cols, _, _, g, moves = columns
    numbers = space.view(np.int64)
    rank, loose, N = numbers[RANK], numbers[LOOSE], cols.shape[0]
    if rank < 0 or loose == 0:
        return
    for c in range(N):
        moves[c] = 0.0
    for a in range(N - rank - loose, N - rank):
        for k in range(rank + a + 1):
            if Z[a, k] != 0.0:
                moves[cols[k]] = 1.0
    for c in range(N):
        if moves[c] == 0.0 or mass[c] > 0.0 or c % 6 > 2:
            continue
        b = c // 6 + 1
        e, j = vec(bodies[b], 3 * (c % 6)), LIGHT_SPIN * mass[6 * (b - 1) + 3] * space[LENGTH] * space[LENGTH]
        for k in range(n_v):
            g[k] = 0.0
        while b > 0:
            for k in range(v_start[b], v_start[b + 1]):
                g[k] = dot(e, vec(S[k], 0))
            b = parent[b]
        for k in range(n_v):
            for l in range(n_v):
                M[k * n_v + l] += j * g[k] * g[l]
