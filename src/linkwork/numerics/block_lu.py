"""LU factorization of a sparse matrix of s × s blocks, s = 3 or 5, whose pattern is analysed once; for many right sides at a time.

Unknowns are eliminated on the diagonal in an order of small degrees, those of constraints (zero there) after the ones they touch;
pivots are chosen within blocks only. All numbers of the factors lie in one array: of each block row its blocks before the diagonal,
one after another, then the diagonal one, then those behind as one matrix (s, s · their number), whose columns are a few stretches of
neighbours. Factors hold -L before the diagonal and -D^-1 on it. Right sides are (size · s, k), flat, in the order of elimination;
solutions are fastest if k is a multiple of LANES.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import load4, store4

WEAK = 1e-10  # an inverted pivot times the entries of its row beyond which blocks should be exchanged


class Pattern(NamedTuple):
    """The pattern of the factors, block row by block row."""

    s: int
    place: np.ndarray  # int (size): where each unknown stands in the order of elimination
    start: np.ndarray  # int (size + 1): where block rows begin among the numbers
    first: np.ndarray  # int (size + 1): where their blocks up to the diagonal begin in `before`
    before: np.ndarray  # int: block columns of those
    stretch: np.ndarray  # int (size + 1): where their stretches begin
    column: np.ndarray  # int: first block column of each stretch
    length: np.ndarray  # int: how many blocks it has

    @property
    def work(self) -> int:
        """Return the number of multiplications of a factorization."""
        behind = np.diff(np.concatenate(([0], np.cumsum(self.length)))[self.stretch])
        return int((behind[self.before] + 1).sum()) * self.s**3

    def blocks(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return for all blocks: row, column (places), where the first number is, and how far rows are apart."""
        s, size = self.s, self.place.size
        row = np.repeat(np.arange(size), np.diff(self.first))
        at = self.start[row] + s * s * (np.arange(row.size) - self.first[row])
        counted = np.concatenate(([0], np.cumsum(self.length)))
        last = counted[self.stretch]  # blocks behind the diagonals of all rows before
        behind = np.repeat(np.arange(size), np.diff(last))
        column = np.repeat(self.column - counted[:-1], self.length) + np.arange(behind.size)
        width = s * np.diff(last)[behind]
        there = self.start[behind + 1] - s * width + s * (np.arange(behind.size) - last[behind])
        parts = (row, behind), (self.before, column), (at, there), (np.full(row.size, s), width)
        first, second, third, fourth = (np.concatenate(part) for part in parts)
        return first, second, third, fourth

    def addresses(self, rows: np.ndarray, cols: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for blocks of the matrix where their first number is, and how far their rows are apart."""
        row, column, at, apart = self.blocks()
        size = self.place.size
        order = np.argsort(row * size + column)
        which = order[np.searchsorted((row * size + column)[order], self.place[rows] * size + self.place[cols])]
        return at[which], apart[which]

    def dense(self, numbers: np.ndarray) -> np.ndarray:
        """Return the matrix of these numbers, in the order of elimination."""
        s, size = self.s, self.place.size
        row, column, at, apart = self.blocks()
        out, inside = np.zeros((size, s, size, s)), np.arange(s)
        out[row, :, column] = numbers[at[:, None, None] + apart[:, None, None] * inside[:, None] + inside]
        return out.reshape(size * s, size * s)


def ones(row: int) -> list[int]:
    """Return the places of the ones among the bits."""
    places = []
    while row:
        lowest = row & -row
        places.append(lowest.bit_length() - 1)
        row ^= lowest
    return places


def eliminated(rows: np.ndarray, cols: np.ndarray, size: int, late: int, s: int) -> Pattern:
    """Return the pattern of the factors of a matrix with given blocks and a block diagonal; its `late` last unknowns
    are eliminated after all others that they touch."""
    touched = np.eye(size, dtype=bool)
    touched[rows, cols] = touched[cols, rows] = True
    near = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(touched, axis=1, bitorder="little")]
    left, early, place, behind = set(range(size)), (1 << size - late) - 1, np.zeros(size, int), []
    for p in range(size):
        i = min((i for i in left if i < size - late or not near[i] & early), key=lambda i: near[i].bit_count())
        left.remove(i)
        place[i], mine = p, near[i]
        behind.append(mine)
        for j in ones(mine):
            near[j] = (near[j] | mine) & ~(1 << i)
    before: list[list[int]] = [[] for _ in range(size)]
    column, length, stretch, start = [], [], [0], [0]
    for p, mine in enumerate(behind):
        others = sorted(place[ones(mine)].tolist())[1:]
        before[p].append(p)
        for k, q in enumerate(others):
            before[q].append(p)
            if k and others[k - 1] == q - 1:
                length[-1] += 1
            else:
                column.append(q)
                length.append(1)
        stretch.append(len(column))
        start.append(start[-1] + s * s * (len(before[p]) + len(others)))
    first = np.cumsum([0, *map(len, before)])
    parts = place, start, first, [q for row in before for q in row], stretch, column, length
    return Pattern(s, *(np.array(part, int) for part in parts))


@kernel
def outside(values, known):
    """Return whether an entry of values (s, n) is not zero outside the known pattern."""
    nonzero = False
    for i in range(values.shape[0]):
        row = values[i]
        for e in range(known.shape[0]):
            nonzero |= (row[e] != 0.0) & (not known[e])
    return nonzero


@kernel
def add_terms(values, sign, which, weight, at, apart, weights, out):
    """Blocks at out[at[e]:], rows apart[e] apart, += sign values[i, which[e]] weights[weight[e], i, j]; number 0 is the unit matrix."""
    s = np.uintp(values.shape[0])
    for e in range(which.shape[0]):
        v, w, o, d = np.uintp(which[e]), np.uintp(weight[e]), np.uintp(at[e]), np.uintp(apart[e])
        if w == 0:
            for i in range(s):
                out[o + i] += sign * values[i, v]
                o += d
            continue
        for i in range(s):
            a, W = sign * values[i, v], weights[w, i]
            out[o] += a * W[0]
            out[o + np.uintp(1)] += a * W[1]
            out[o + np.uintp(2)] += a * W[2]
            if s == 5:
                out[o + np.uintp(3)] += a * W[3]
                out[o + np.uintp(4)] += a * W[4]
            o += d


@kernel(forceinline=True)
def add_product(out, at, down, A, b, right, below, s, B, c, apart, n):
    """out (s, n) += A (s, s) B (s, n). Each begins at its first number; rows of out are `down` apart, of A `below`, its columns `right`,
    rows of B `apart`."""
    o, a, x, down, right, below, apart, n = (  # never counted from the end
        np.uintp(at), np.uintp(b), np.uintp(c), np.uintp(down), np.uintp(right), np.uintp(below), np.uintp(apart), np.uintp(n),
    )  # fmt: skip
    one, two, three, four = np.uintp(1), np.uintp(2), np.uintp(3), np.uintp(4)
    while n >= four:
        x0, x1, x2 = load4(B, x), load4(B, x + apart), load4(B, x + two * apart)
        y, e = o, a
        if s == 3:
            for _ in range(3):
                store4(out, y, load4(out, y) + A[e] * x0 + A[e + right] * x1 + A[e + two * right] * x2)
                y += down
                e += below
        else:
            x3, x4 = load4(B, x + three * apart), load4(B, x + four * apart)
            for _ in range(5):
                half = A[e + two * right] * x2 + A[e + three * right] * x3 + A[e + four * right] * x4
                store4(out, y, load4(out, y) + A[e] * x0 + A[e + right] * x1 + half)
                y += down
                e += below
        o += four
        x += four
        n -= four
    while n > 0:
        y, e = o, a
        for _ in range(s):
            total = out[y] + A[e] * B[x] + A[e + right] * B[x + apart] + A[e + two * right] * B[x + two * apart]
            if s == 5:
                total += A[e + three * right] * B[x + three * apart] + A[e + four * right] * B[x + four * apart]
            out[y] = total
            y += down
            e += below
        o += one
        x += one
        n -= one


@kernel
def invert(A, at, s, scratch):
    """Replace A[at:], s × s, by minus its inverse, with row exchanges; scratch has 2 s² entries.

    Returns the largest entry of the inverse, or 0 if the block is singular.
    """
    width = 2 * s
    for i in range(s):
        for j in range(s):
            scratch[width * i + j], scratch[width * i + s + j] = A[at + s * i + j], -1.0 if i == j else 0.0
    for j in range(s):
        best = j
        for i in range(j + 1, s):
            if abs(scratch[width * i + j]) > abs(scratch[width * best + j]):
                best = i
        pivot = scratch[width * best + j]
        if not 0.0 < abs(pivot) < 1e300:
            return 0.0
        for c in range(width):
            there = scratch[width * best + c]
            scratch[width * best + c] = scratch[width * j + c]
            scratch[width * j + c] = there / pivot
        for i in range(s):
            f = scratch[width * i + j]
            if i != j and f != 0.0:
                for c in range(j, width):
                    scratch[width * i + c] -= f * scratch[width * j + c]
    largest = 0.0
    for i in range(s):
        for j in range(s):
            A[at + s * i + j] = scratch[width * i + s + j]
            largest = max(largest, abs(A[at + s * i + j]))
    return largest


@kernel(forceinline=True)
def copy(out, at, B, c, n):
    """out[at : at + n] = B[c : c + n]."""
    o, b = np.uintp(at), np.uintp(c)
    for i in range(np.uintp(n)):
        out[o + i] = B[b + i]


@kernel
def largest_of(A, at, n):
    """Return the largest size of n numbers, at least three."""
    a, last = np.uintp(at), np.uintp(at + n - 3)
    x, y, z = abs(A[last]), abs(A[last + np.uintp(1)]), abs(A[last + np.uintp(2)])
    while a < last:
        x, y, z = max(x, abs(A[a])), max(y, abs(A[a + np.uintp(1)])), max(z, abs(A[a + np.uintp(2)]))
        a += np.uintp(3)
    return max(x, max(y, z))


@kernel
def move(LU, row, width, s, at, before, column, length, into):
    """One block row between LU[at:] and the row, s times `width`: its blocks in `before`, then its stretches."""
    count = 0
    for t in range(length.shape[0]):
        count += s * length[t]
    for k in range(before.shape[0]):
        for i in range(s):
            there = width * i + s * before[k]
            if into:
                copy(row, there, LU, at, s)
            else:
                copy(LU, at, row, there, s)
            at += s
    for t in range(length.shape[0]):
        for i in range(s):
            here, there = at + count * i, width * i + s * column[t]
            if into:
                copy(row, there, LU, here, s * length[t])
            else:
                copy(LU, here, row, there, s * length[t])
        at += s * length[t]


@kernel
def factor(s, start, first, before, stretch, column, length, LU, row, scratch):
    """Replace the matrix in LU by its factors; row (s · size · s) and scratch (2 s²) are overwritten.

    Returns False if pivots are too small.
    """
    size, square = start.shape[0] - 1, s * s
    width = size * s
    for p in range(size):
        low, high, here, there = first[p], first[p + 1], stretch[p], stretch[p + 1]
        diagonal = start[p] + square * (high - low - 1)
        move(LU, row, width, s, start[p], before[low:high], column[here:there], length[here:there], True)
        for k in range(low, high - 1):
            q = before[k]
            mine, theirs = start[p] + square * (k - low), start[q] + square * (first[q + 1] - first[q] - 1)
            for i in range(square):
                LU[mine + i] = 0.0
            add_product(LU, mine, s, row, s * q, 1, width, s, LU, theirs, s, s)
            at = theirs + square
            apart = (start[q + 1] - at) // s
            for t in range(stretch[q], stretch[q + 1]):
                add_product(row, s * column[t], width, LU, mine, 1, s, s, LU, at, apart, s * length[t])
                at += s * length[t]
        move(LU, row, width, s, diagonal, before[high - 1 : high], column[here:there], length[here:there], False)
        largest = largest_of(LU, diagonal, start[p + 1] - diagonal)
        inverse = invert(LU, diagonal, s, scratch)
        if not (inverse > 0.0 and inverse * largest * WEAK < 1.0):
            return False
    return True


@kernel
def solve(s, start, first, before, stretch, column, length, LU, k, x, scratch):
    """Replace k right sides x by the solutions; scratch has s k entries."""
    size, square = start.shape[0] - 1, s * s
    block = s * k
    for p in range(size):
        at = start[p]
        for e in range(first[p], first[p + 1] - 1):
            add_product(x, block * p, k, LU, at, 1, s, s, x, block * before[e], k, k)
            at += square
    for p in range(size - 1, -1, -1):
        diagonal = start[p] + square * (first[p + 1] - first[p] - 1)
        at = diagonal + square
        apart = (start[p + 1] - at) // s
        for c in range(block):
            scratch[c] = -x[block * p + c]
            x[block * p + c] = 0.0
        for t in range(stretch[p], stretch[p + 1]):
            for q in range(column[t], column[t] + length[t]):
                add_product(scratch, 0, k, LU, at, 1, apart, s, x, block * q, k, k)
                at += s
        add_product(x, block * p, k, LU, diagonal, 1, s, s, scratch, 0, k, k)


@kernel
def solve_transposed(s, start, first, before, stretch, column, length, LU, k, x, scratch):
    """Replace k right sides x by the solutions with the transposed matrix."""
    size, square = start.shape[0] - 1, s * s
    block = s * k
    for p in range(size):
        diagonal = start[p] + square * (first[p + 1] - first[p] - 1)
        at = diagonal + square
        apart = (start[p + 1] - at) // s
        for c in range(block):
            scratch[c] = 0.0
        add_product(scratch, 0, k, LU, diagonal, s, 1, s, x, block * p, k, k)
        for t in range(stretch[p], stretch[p + 1]):
            for q in range(column[t], column[t] + length[t]):
                add_product(x, block * q, k, LU, at, apart, 1, s, scratch, 0, k, k)
                at += s
        for c in range(block):
            x[block * p + c] = -scratch[c]
    for p in range(size - 1, -1, -1):
        at = start[p]
        for e in range(first[p], first[p + 1] - 1):
            add_product(x, block * before[e], k, LU, at, s, 1, s, x, block * p, k, k)
            at += square
