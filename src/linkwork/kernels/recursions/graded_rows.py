"""The rows of the graded equations (kernels.recursions.graded) and their elimination with complete pivoting.

There is a row for each direction in which a tree joint holds its body, beside the rows of the model.
"""

from linkwork.kernels.vectors import add, cross, dot, scale, sub, vec
from linkwork.numerics.dense_cholesky import cholesky_factor
from linkwork.numerics.jit import kernel

NO_ROW = 1e-9  # of a row's largest entry: what is left of a row that depends on others, or holds no massless coordinate
ROUNDING = 1e-13  # of the largest terms that an entry was made of: what is left of terms that cancel


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
    """Eliminate with complete pivoting from step k on, over rows before `count` and columns before `last`; return the
    next step and the number of rows in use."""
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
    """Compute the rows of Z, [-U^-1 R; 1] for every column that is not a pivot."""
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
