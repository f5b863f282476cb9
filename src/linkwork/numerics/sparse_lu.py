"""LU factorization of a sparse matrix of numbers, with the patterns of numerics.block_lu for s = 1; pivots are on the diagonal.

All numbers of the factors lie in one array, row by row: those before the diagonal, the diagonal, those behind in stretches of neighbours.
Factors hold -L before the diagonal and -1 / d on it. Right sides are (size, k), flat, in the order of elimination; k is 1 or a multiple of LANES.
A matrix is a sum of terms, numbers of `values` times weights; so are products of further matrices with columns.
"""

import numpy as np

from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import LANES, load4, store4

THREE = 3 * LANES


@kernel
def weighted(values, which, weight, weights, out):
    """out[e] := values[which[e]] weights[weight[e]]."""
    for e in range(which.shape[0]):
        out[e] = values[np.uintp(which[e])] * weights[np.uintp(weight[e])]


@kernel
def assembled(values, which, weight, at, weights, out):
    """Set out to the sum of the terms at their places."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    for e in range(which.shape[0]):
        out[np.uintp(at[e])] += values[np.uintp(which[e])] * weights[np.uintp(weight[e])]


@kernel
def beyond(values, known):
    """Return whether an entry is not zero outside the known pattern."""
    nonzero = 0
    for e in range(known.shape[0]):
        nonzero |= (values[e] != 0.0) & (known[e] == 0)
    return nonzero != 0


@kernel(forceinline=True)
def add_stretch(out, at, f, A, a, n):
    """out[at : at + n] += f A[a : a + n]."""
    last = at + n
    while at + LANES <= last:
        store4(out, at, load4(out, at) + f * load4(A, a))
        at, a = at + LANES, a + LANES
    while at < last:
        out[np.uintp(at)] += f * A[np.uintp(a)]
        at, a = at + 1, a + 1


@kernel
def factor(start, first, before, stretch, column, length, weak, LU, row):
    """Replace the matrix in LU by its factors; row (size) is scratch.

    Returns False if a pivot is less than `weak` times a number behind it.
    """
    size = start.shape[0] - 1
    for p in range(size):
        low, high = first[p], first[p + 1] - 1
        shift = start[p] - low
        diagonal = shift + high
        for k in range(low, high + 1):
            row[before[k]] = LU[shift + k]
        at = diagonal + 1
        for t in range(stretch[p], stretch[p + 1]):
            for c in range(column[t], column[t] + length[t]):
                row[c] = LU[at]
                at += 1
        for k in range(low, high):
            q = before[k]
            theirs = start[q] + first[q + 1] - first[q]
            f = row[q] * LU[theirs - 1]
            LU[shift + k] = f
            if f != 0.0:
                for t in range(stretch[q], stretch[q + 1]):
                    add_stretch(row, column[t], f, LU, theirs, length[t])
                    theirs += length[t]
        pivot = row[p]
        largest, at = abs(pivot), diagonal + 1
        for t in range(stretch[p], stretch[p + 1]):
            for c in range(column[t], column[t] + length[t]):
                LU[at] = row[c]
                largest = max(largest, abs(row[c]))
                at += 1
        if not (abs(pivot) > weak * largest and largest < 1e300):
            return False
        LU[diagonal] = -1.0 / pivot
    return True


@kernel
def solve(start, first, before, stretch, column, length, LU, k, x):
    """Replace k right sides x by the solutions."""
    size = start.shape[0] - 1
    if k == 1:
        solve_one(start, first, before, stretch, column, length, LU, x)
        return
    for p in range(size):
        add_rows(LU, start[p], before, first[p], first[p + 1] - 1, 1.0, k, x, x, k * p)
    for p in range(size - 1, -1, -1):
        behind = start[p] + first[p + 1] - first[p]
        d, c = LU[behind - 1], 0
        while c < k:
            a = -1.0 * load4(x, k * p + c)
            at = behind
            for t in range(stretch[p], stretch[p + 1]):
                q = k * column[t] + c
                for _ in range(length[t]):
                    a += LU[at] * load4(x, q)
                    at, q = at + 1, q + k
            store4(x, k * p + c, d * a)
            c += LANES


@kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def solve_one(start, first, before, stretch, column, length, LU, x):
    """Replace one right side x by the solution."""
    size = start.shape[0] - 1
    for p in range(size):
        low, s = first[p], x[p]
        shift = start[p] - low
        for k in range(low, first[p + 1] - 1):
            s += LU[shift + k] * x[before[k]]
        x[p] = s
    for p in range(size - 1, -1, -1):
        at = start[p] + first[p + 1] - first[p]
        d, s = LU[at - 1], -x[p]
        for t in range(stretch[p], stretch[p + 1]):
            c = column[t]
            for i in range(length[t]):
                s += LU[at + i] * x[c + i]
            at += length[t]
        x[p] = d * s


@kernel
def add_rows(values, at, cols, first, last, f, k, X, out, there):
    """out[there : there + k] += f times the sum of values[at …] times rows cols[first : last] of X, flat (…, k)."""
    c = 0
    while c + THREE <= k:
        a, b, d = load4(out, there + c), load4(out, there + c + LANES), load4(out, there + c + 2 * LANES)
        for e in range(first, last):
            g, q = f * values[at + e - first], k * cols[e] + c
            a += g * load4(X, q)
            b += g * load4(X, q + LANES)
            d += g * load4(X, q + 2 * LANES)
        store4(out, there + c, a)
        store4(out, there + c + LANES, b)
        store4(out, there + c + 2 * LANES, d)
        c += THREE
    while c < k:
        a = load4(out, there + c)
        for e in range(first, last):
            a += f * values[at + e - first] * load4(X, k * cols[e] + c)
        store4(out, there + c, a)
        c += LANES


@kernel
def add_products(start, cols, values, f, k, X, out):
    """out (size, k) += f times the matrix whose row p has values[start[p] : start[p + 1]] in `cols`, times X (…, k), all flat."""
    for p in range(start.shape[0] - 1):
        add_rows(values, start[p], cols, start[p], start[p + 1], f, k, X, out, k * p)


@kernel
def add_transposed_products(start, cols, values, f, k, X, out):
    """out (…, k) += f times the transposed of that matrix, times X (size, k)."""
    for p in range(start.shape[0] - 1):
        for e in range(start[p], start[p + 1]):
            g, there, c = f * values[e], k * cols[e], 0
            while c < k:
                store4(out, there + c, load4(out, there + c) + g * load4(X, k * p + c))
                c += LANES


@kernel
def solve_transposed(start, first, before, stretch, column, length, LU, k, x):
    """Replace k right sides x, k a multiple of LANES, by the solutions with the transposed matrix."""
    size = start.shape[0] - 1
    for p in range(size):
        behind = start[p] + first[p + 1] - first[p]
        d, c = LU[behind - 1], 0
        while c < k:
            a = d * load4(x, k * p + c)  # minus the solution
            at = behind
            for t in range(stretch[p], stretch[p + 1]):
                q = k * column[t] + c
                for _ in range(length[t]):
                    store4(x, q, load4(x, q) + LU[at] * a)
                    at, q = at + 1, q + k
            store4(x, k * p + c, -1.0 * a)
            c += LANES
    for p in range(size - 1, -1, -1):
        shift = start[p] - first[p]
        for e in range(first[p], first[p + 1] - 1):
            g, q, c = LU[shift + e], k * before[e], 0
            while c < k:
                store4(x, q + c, load4(x, q + c) + g * load4(x, k * p + c))
                c += LANES
