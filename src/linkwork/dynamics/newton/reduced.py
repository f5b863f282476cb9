"""Arrays of Newton's iteration with dense matrices, and their reduction to the degrees of freedom.

With dx = x + R y, Phi_v R = 0: R comes from the complete pivoting of Phi_v; rows that are redundant or inactive are
left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.numerics.dense_lu import lu_complete
from linkwork.numerics.dense_views import matrix
from linkwork.numerics.jit import kernel
from linkwork.numerics.views import pack, viewer

RANK = 1e-9  # a pivot of the scaled rows below this is a dependent row
N_WEIGHTS = 6  # of a slot: a, b, c, real and imaginary parts


class Weights(NamedTuple):
    """Weights of the iteration matrix a M + b C + c K, real or complex."""

    a: Any
    b: Any
    c: Any


class NewtonWork(NamedTuple):
    """Matrices and factors; n = n_v, m = n_row, d = n - rank degrees of freedom, k = n + n_z."""

    sizes: Any  # int (3)  rank of Phi_v; where the integers and the numbers of the Jacobians begin, counted from these
    skipped: Any  # int (m)  1: the row is redundant or inactive, and left out
    rows: Any  # int (m)  in the order of pivoting
    cols: Any  # int (n)  dependent coordinates, then independent ones
    pivots: Any  # int (3 k)  of each slot
    mass_pivots: Any  # int (n)
    M: Any  # (n, n)
    C: Any  # (n, n)  F_v
    K: Any  # (n, n)  F_q
    Phi_v: Any  # (m, n)
    F_z: Any  # (n, n_z)
    zdot_q: Any  # (n_z, n)
    zdot_v: Any  # (n_z, n)
    zdot_z: Any  # (n_z, n_z)
    LU: Any  # (m, n)  of the scaled rows
    largest: Any  # (m)
    R: Any  # (n, d)
    product: Any  # (n, d)
    R_M_R: Any  # (d, d)
    R_C_R: Any
    R_K_R: Any
    R_C: Any  # (d, n)
    R_K: Any
    R_F_z: Any  # (d, n_z)
    z_q_R: Any  # (n_z, d)
    z_v_R: Any
    real: Any  # (k, k)  factors of the real slot
    imaginary: Any  # (2, k, k) complex, interleaved: of the complex ones
    weights: Any  # (3, 6)
    mass: Any  # (d, d)  factors of R'MR
    scratch: Any  # 2 (3 n + m + 2 k)


INTS = frozenset(("sizes", "skipped", "rows", "cols", "pivots", "mass_pivots"))
view_newton = viewer(NewtonWork, {}, INTS, 0)


def buffers(n: int, m: int, nz: int, jacobian_ints: np.ndarray, jacobian_size: int) -> tuple[np.ndarray, int]:
    """Return the integers, and the count of numbers; the buffers of the Jacobians follow both."""
    k = n + nz
    sizes = {
        "sizes": 3,
        "skipped": m,
        "rows": m,
        "cols": n,
        "pivots": 3 * k,
        "mass_pivots": n,
        "M": n * n,
        "C": n * n,
        "K": n * n,
        "Phi_v": m * n,
        "F_z": n * nz,
        "zdot_q": nz * n,
        "zdot_v": nz * n,
        "zdot_z": nz * nz,
        "LU": m * n,
        "largest": m,
        "R": n * n,
        "product": n * n,
        "R_M_R": n * n,
        "R_C_R": n * n,
        "R_K_R": n * n,
        "R_C": n * n,
        "R_K": n * n,
        "R_F_z": n * nz,
        "z_q_R": nz * n,
        "z_v_R": nz * n,
        "real": k * k,
        "imaginary": 4 * k * k,
        "weights": 3 * N_WEIGHTS,
        "mass": n * n,
        "scratch": 2 * (3 * n + m + 2 * k),
    }
    ints, floats = pack(2 * len(sizes), {name: np.zeros(size) for name, size in sizes.items()}, INTS)
    ints[ints[0] + 1], ints[ints[0] + 2] = ints.size, floats.size
    return np.concatenate((ints, jacobian_ints)), floats.size + jacobian_size


@kernel
def basis(LU, row_scale, Phi_v, skipped, rows, cols, largest, R):
    """Compute R (n, n - rank) with Phi_v R = 0 from the factors of the scaled rows that are not skipped; return the
    rank.
    """
    m, n = LU.shape
    used = 0
    for r in range(m):
        rows[r] = r
        if skipped[r] == 0:
            used += 1
        for k in range(n):
            LU[r, k] = row_scale[r] * Phi_v[r, k] if skipped[r] == 0 else 0.0
    for k in range(n):
        cols[k] = k
    rank = lu_complete(LU, RANK * largest_entry(LU), used, rows, cols, largest)
    for j in range(n - rank):
        for i in range(rank - 1, -1, -1):
            s = -LU[i, rank + j]
            for l in range(i + 1, rank):
                s -= LU[i, l] * R[cols[l] * (n - rank) + j]
            R[cols[i] * (n - rank) + j] = s * LU[i, i]
        for i in range(n - rank):
            R[cols[rank + i] * (n - rank) + j] = 1.0 if i == j else 0.0
    return rank


@kernel
def largest_entry(LU):
    """Return the largest absolute entry."""
    best = 0.0
    for i in range(LU.shape[0]):
        for j in range(LU.shape[1]):
            best = max(best, abs(LU[i, j]))
    return best


@kernel
def times(A, B, out):
    """out = A B."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0.0
        for l in range(B.shape[0]):
            a = A[i, l]
            if a != 0.0:
                for j in range(out.shape[1]):
                    out[i, j] += a * B[l, j]


@kernel
def transposed_times(A, B, out):
    """out = A' B."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0.0
    for l in range(B.shape[0]):
        for i in range(out.shape[0]):
            a = A[l, i]
            if a != 0.0:
                for j in range(out.shape[1]):
                    out[i, j] += a * B[l, j]


@kernel
def reduce_terms(plan, fwork, n, nz, at, at_work):
    """Reduce all matrices to the degrees of freedom: R'MR, R'C, R'K, …"""
    nw = view_newton(plan[at:], fwork[at_work:])
    d = n - nw.sizes[0]
    R, product = matrix(nw.R, 0, n, d), matrix(nw.product, 0, n, d)
    M, C, K = matrix(nw.M, 0, n, n), matrix(nw.C, 0, n, n), matrix(nw.K, 0, n, n)
    times(M, R, product)
    transposed_times(R, product, matrix(nw.R_M_R, 0, d, d))
    transposed_times(R, C, matrix(nw.R_C, 0, d, n))
    transposed_times(R, K, matrix(nw.R_K, 0, d, n))
    times(matrix(nw.R_C, 0, d, n), R, matrix(nw.R_C_R, 0, d, d))
    times(matrix(nw.R_K, 0, d, n), R, matrix(nw.R_K_R, 0, d, d))
    if nz > 0:
        transposed_times(R, matrix(nw.F_z, 0, n, nz), matrix(nw.R_F_z, 0, d, nz))
        times(matrix(nw.zdot_q, 0, nz, n), R, matrix(nw.z_q_R, 0, nz, d))
        times(matrix(nw.zdot_v, 0, nz, n), R, matrix(nw.z_v_R, 0, nz, d))
