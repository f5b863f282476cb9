"""One row and column of F_q, F_v and M for every freedom: dot products with all columns on the path to the root, four
at a time.

With I, K and F of all that lies at or beyond body b, and D = B + C (kernels.derivatives.tree), column k of b and
columns j on its path give

    F_q[j, k] = J_j·(K J_k + J_k x* F + D Jd_k + I e_k),   F_v[j, k] = J_j·(D J_k + I Jv_k),   M = J_j·I J_k,
    F_q[k, j] = I J_k·e_j + D'J_k·Jd_j + K'J_k·J_j,        F_v[k, j] = I J_k·Jv_j + D'J_k·J_j,

so that five times six numbers of column k are enough. K, C and F of elements whose other end is on the path act only up
to that body (the anchor); columns before it have numbers of their own. The columns on the path are stored in groups of
four, component by component.
"""

from linkwork.kernels.derivatives.light_pairs import carried_wrench, light_pairs, riding_rows
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import vec
from linkwork.numerics.simd import LANES, add4, load4, store4


@inner_kernel
def whole_groups(places):
    """Return the number of places rounded up to whole groups."""
    return (places + LANES - 1) // LANES * LANES


@inner_kernel
def add_wrench_matrix(A, sign, torque, force):
    """Add sign · (the matrix of d x* W) to A; entry (r, c) is A[8 c + r]."""
    for row in range(0, 6, 3):
        a = torque if row == 0 else force
        A[8 + row] += sign * a[2]
        A[16 + row] -= sign * a[1]
        A[row + 1] -= sign * a[2]
        A[16 + row + 1] += sign * a[0]
        A[row + 2] += sign * a[1]
        A[8 + row + 2] -= sign * a[0]
    A[32] += sign * force[2]
    A[40] -= sign * force[1]
    A[25] -= sign * force[2]
    A[41] += sign * force[0]
    A[26] += sign * force[1]
    A[34] -= sign * force[0]


@inner_kernel
def put_inertia(J, A):
    """Store ten inertia numbers as a 6 x 6 matrix; its zeros are there from the beginning."""
    A[0], A[9], A[18] = J[4], J[5], J[6]
    A[1], A[8], A[2], A[16], A[10], A[17] = J[7], J[7], J[8], J[8], J[9], J[9]
    A[27], A[36], A[45] = J[0], J[0], J[0]
    A[32], A[4], A[25], A[11] = -J[3], -J[3], J[3], J[3]
    A[40], A[5], A[26], A[19] = J[2], J[2], -J[2], -J[2]
    A[41], A[13], A[34], A[20] = -J[1], -J[1], J[1], J[1]


@inner_kernel
def put_rates(B, D, D_turned):
    """Set D to the velocity terms [B11, 0; -2 [l], 0] of rigid bodies, and D_turned to its transpose."""
    for i in range(24, 48):
        D[i] = 0.0
    for i in range(0, 48, 8):
        for r in range(3, 6):
            D_turned[i + r] = 0.0
    x, y, z = 2.0 * B[9], 2.0 * B[10], 2.0 * B[11]
    D[3], D[11], D[19] = 0.0, z, -y
    D[4], D[12], D[20] = -z, 0.0, x
    D[5], D[13], D[21] = y, -x, 0.0
    for r in range(3):
        for c in range(3):
            D[8 * c + r] = B[3 * r + c]
    for r in range(6):
        for c in range(3):
            D_turned[8 * r + c] = D[8 * c + r]


@inner_kernel
def add_both(A, D, D_turned):
    """Add A to D, and its transpose to D_turned."""
    for r in range(6):
        for c in range(6):
            D[8 * c + r] += A[6 * r + c]
            D_turned[8 * r + c] += A[6 * r + c]


@inner_kernel
def put_both(A, D, D_turned):
    """Set D to A, and D_turned to its transpose."""
    for r in range(6):
        for c in range(6):
            D[8 * c + r] = A[6 * r + c]
            D_turned[8 * r + c] = A[6 * r + c]


@inner_kernel
def body_matrices(s, b):
    """Compute the rows of `six` that hold up to the root: I, D, K with the wrench that the joint carries, D', K'."""
    put_inertia(s.inertia[b], s.six[0])
    put_rates(s.gyro[b], s.six[1], s.six[3])
    if s.loaded[b] == 2:
        add_both(s.C[b], s.six[1], s.six[3])
    put_both(s.K[b], s.six[2], s.six[4])
    torque, force = carried_wrench(s, b)
    add_wrench_matrix(s.six[2], 1.0, torque, force)


@inner_kernel
def add_related(s, b):
    """Add the elements whose other end is on the path, for the columns up to there."""
    add_both(s.C_rel[b], s.six[1], s.six[3])
    add_both(s.K_rel[b], s.six[2], s.six[4])
    add_wrench_matrix(s.six[2], -1.0, vec(s.W_rel[b], 0), vec(s.W_rel[b], 3))


@inner_kernel
def times_lanes(A, h, x, k):
    """Return four rows, from h on, of A x[k : k + 6]."""
    return (
        x[k] * load4(A, h) + x[k + 1] * load4(A, 8 + h) + x[k + 2] * load4(A, 16 + h)
        + x[k + 3] * load4(A, 24 + h) + x[k + 4] * load4(A, 32 + h) + x[k + 5] * load4(A, 40 + h)
    )  # fmt: skip


@inner_kernel
def column_numbers(I, D, F, D_turned, K_turned, J, X):
    """Compute X, five times eight numbers of one column: for F_q and F_v of the rows before it, I J, D'J, K'J."""
    for h in range(0, 8, LANES):
        by_q = times_lanes(F, h, J, 0) + times_lanes(D, h, J, 6) + times_lanes(I, h, J, 12)
        by_v = times_lanes(D, h, J, 0) + times_lanes(I, h, J, 18)
        mass, rates = times_lanes(I, h, J, 0), times_lanes(D_turned, h, J, 0)
        forces = times_lanes(K_turned, h, J, 0)
        store4(X, h, by_q)
        store4(X, 8 + h, by_v)
        store4(X, 16 + h, mass)
        store4(X, 24 + h, rates)
        store4(X, 32 + h, forces)


@inner_kernel
def six_lanes(X, x, a, b, c, d, e, f):
    """Return the products of six numbers of X, from x on, with six components of four columns."""
    return X[x] * a + X[x + 1] * b + X[x + 2] * c + X[x + 3] * d + X[x + 4] * e + X[x + 5] * f


@inner_kernel
def six_of(group, part):
    """Return six components of four columns."""
    a = LANES * part
    return (
        load4(group, a), load4(group, a + 4), load4(group, a + 8), load4(group, a + 12), load4(group, a + 16), load4(group, a + 20)
    )  # fmt: skip


@inner_kernel
def with_group(X, group):
    """Return the entries of one column with four columns on its path: F_q and F_v of their rows, M, F_q and F_v of its
    own row."""
    a, b, c, d, e, f = six_of(group, 0)
    column_q, column_v = six_lanes(X, 0, a, b, c, d, e, f), six_lanes(X, 8, a, b, c, d, e, f)
    mass, by_v = six_lanes(X, 16, a, b, c, d, e, f), six_lanes(X, 24, a, b, c, d, e, f)
    by_q = six_lanes(X, 32, a, b, c, d, e, f)
    a, b, c, d, e, f = six_of(group, 6)
    by_q = by_q + six_lanes(X, 24, a, b, c, d, e, f)
    a, b, c, d, e, f = six_of(group, 12)
    by_q = by_q + six_lanes(X, 16, a, b, c, d, e, f)
    a, b, c, d, e, f = six_of(group, 18)
    by_v = by_v + six_lanes(X, 16, a, b, c, d, e, f)
    return column_q, column_v, mass, by_q, by_v


@inner_kernel
def add_row(F_q, F_v, M, i, j, k, l, by_q, by_v, mass):
    """Add four entries of one row, at once if they are neighbours."""
    if l - i == LANES - 1:
        store4(F_q, i, load4(F_q, i) + by_q)
        store4(F_v, i, load4(F_v, i) + by_v)
        store4(M, i, load4(M, i) + mass)
    else:
        add4(F_q, i, j, k, l, by_q)
        add4(F_v, i, j, k, l, by_v)
        add4(M, i, j, k, l, mass)


@inner_kernel
def add_above(F_q, F_v, M, n, number, first, own, entry, by_q, by_v, mass, out):
    """Add the entries of one column in the rows of those places of a group that are before `own`."""
    store4(out, 0, by_q)
    store4(out, 4, by_v)
    store4(out, 8, mass)
    for lane in range(own - first):
        at = n * int(number[first + lane]) + entry
        F_q[at] += out[lane]
        F_v[at] += out[4 + lane]
        M[at] += out[8 + lane]


@inner_kernel
def add_group(F_q, F_v, M, n, number, numbers, first, own, count, group, out):
    """Add the entries of the four places from `first` on with all `count` columns of a body, the first of which has the
    place `own`."""
    i, j, k, l = int(number[first]), int(number[first + 1]), int(number[first + 2]), int(number[first + 3])
    column = int(number[own])
    for e in range(column, column + count):
        column_q, column_v, mass, by_q, by_v = with_group(numbers[e - column], group)
        row = n * e
        add_row(F_q, F_v, M, row + i, row + j, row + k, row + l, by_q, by_v, mass)
        if first + LANES <= own:
            add4(F_q, n * i + e, n * j + e, n * k + e, n * l + e, column_q)
            add4(F_v, n * i + e, n * j + e, n * k + e, n * l + e, column_v)
            add4(M, n * i + e, n * j + e, n * k + e, n * l + e, mass)
        elif first < own:
            add_above(F_q, F_v, M, n, number, first, own, e, column_q, column_v, mass, out)


@inner_kernel
def hold_none(s, first, last):
    """Fill the places first … last - 1 with zeros of the first freedom."""
    for place in range(first, last):
        group, lane = s.path[place // LANES], place % LANES
        s.number[place] = 0
        for e in range(24):
            group[LANES * e + lane] = 0.0


@inner_kernel
def hold_columns(m, s, b):
    """Store the columns of body b at their places on the path, and zeros between them and those of its parent."""
    at, first, p = s.place[b], m.v_start[b], m.parent[b]
    hold_none(s, s.place[p] + m.v_start[p + 1] - m.v_start[p], at)
    for k in range(first, m.v_start[b + 1]):
        J, place = s.column[k], at + k - first
        group, lane = s.path[place // LANES], place % LANES
        s.number[place] = k
        for e in range(24):
            group[LANES * e + lane] = J[e]


@inner_kernel
def hold_way(m, s, b, before):
    """Store the columns from the root to b, if those from the root to `before` are stored, and zeros in the rest of the
    last group."""
    end = s.place[b] + m.v_start[b + 1] - m.v_start[b]
    while b != before:
        if b > before:
            hold_columns(m, s, b)
            b = m.parent[b]
        else:
            before = m.parent[before]
    hold_none(s, end, whole_groups(end))


@inner_kernel
def own_numbers(m, s, b, numbers):
    """Compute the numbers of all columns of body b."""
    first = m.v_start[b]
    for k in range(first, m.v_start[b + 1]):
        column_numbers(s.six[0], s.six[1], s.six[2], s.six[3], s.six[4], s.column[k], numbers[k - first])


@inner_kernel
def place_body(m, s, b):
    """Choose where the columns of body b begin: behind those of its parent, or in a new group if elements end at the
    parent."""
    p = m.parent[b]
    end = s.place[p] + m.v_start[p + 1] - m.v_start[p]
    s.place[b] = whole_groups(end) if p > 0 and s.anchor[b] == p else end
    return s.place[b]


@inner_kernel
def heavy_pairs(m, s, b, at, middle):
    """Add all pairs of the columns of body b, which begin at place `at`, with those on its path to the root; `middle`
    is the first place beyond the anchor."""
    n, count = m.v_start[m.parent.shape[0]], m.v_start[b + 1] - m.v_start[b]
    body_matrices(s, b)
    if middle > 0:
        own_numbers(m, s, b, s.numbers_before)
        add_related(s, b)
    own_numbers(m, s, b, s.numbers)
    for first in range(0, middle, LANES):
        group = s.path[first // LANES]
        add_group(s.F_q, s.F_v, s.M, n, s.number, s.numbers_before, first, at, count, group, s.wrench)
    for first in range(middle, at + count, LANES):
        group = s.path[first // LANES]
        add_group(s.F_q, s.F_v, s.M, n, s.number, s.numbers, first, at, count, group, s.wrench)


@inner_kernel
def all_pairs(m, s):
    """Add all pairs of columns to F_q, F_v and M, after the composites."""
    before = 0
    s.place[0] = 0
    for b in range(1, m.parent.shape[0]):
        at, anchor, middle = place_body(m, s, b), s.anchor[b], 0
        if m.v_start[b + 1] == m.v_start[b]:
            continue
        if anchor == 0 and s.loaded[b] != 2:
            light_pairs(m, s, b)
        else:
            if anchor > 0:
                middle = whole_groups(s.place[anchor] + m.v_start[anchor + 1] - m.v_start[anchor])
            hold_way(m, s, b, before)
            before = b
            heavy_pairs(m, s, b, at, middle)
            riding_rows(m, s, b)
