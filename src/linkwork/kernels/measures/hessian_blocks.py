"""Blocks of a measure's second derivatives H (81, row by row) by x9 = (turn of I, turn of J, d)."""

from linkwork.kernels.inline import inner_kernel

TURN_I, TURN_J, MOVE = 0, 3, 6


@inner_kernel
def add_outer3(H, row, column, f, a, b):
    """H[row…, column…] += f a b'."""
    for i in range(3):
        for j in range(3):
            H[9 * (row + i) + column + j] += f * a[i] * b[j]


@inner_kernel
def add_identity3(H, row, column, f):
    for i in range(3):
        H[9 * (row + i) + column + i] += f


@inner_kernel
def add_skew3(H, row, column, f, a):
    """H[row…, column…] += f [a], the matrix of a x."""
    H[9 * row + column + 1] -= f * a[2]
    H[9 * row + column + 2] += f * a[1]
    H[9 * (row + 1) + column] += f * a[2]
    H[9 * (row + 1) + column + 2] -= f * a[0]
    H[9 * (row + 2) + column] -= f * a[1]
    H[9 * (row + 2) + column + 1] += f * a[0]
