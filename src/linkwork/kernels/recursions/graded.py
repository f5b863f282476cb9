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

kernels.recursions.graded_rows eliminates, kernels.recursions.graded_solution solves, and
kernels.recursions.graded_space says where everything is stored.
"""

import numpy as np

from linkwork.kernels.inline import rare_kernel
from linkwork.kernels.recursions.graded_rows import add_to_row, factor_rows, null_vectors, reduced_mass, tree_rows
from linkwork.kernels.recursions.graded_space import LENGTH, LOOSE, RANK, UNDETERMINED, places
from linkwork.kernels.vectors import scale, vec
from linkwork.numerics.dense_eigen import eigen_symmetric
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel, never_inline

NO_MOMENT = 1e-15  # of a tensor that is not diagonal: a principal moment below it is rounding
NO_FACTORS = -1  # in place of the rank


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
    """Compute the principal axes (9) and mass centre from the origin (3), world axes; masses, units and factors of the
    coordinates."""
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
