"""Eigenvalues and eigenvectors of the state matrix of a linear model, with multiple and zero eigenvalues resolved."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

ZERO = 1e-13  # singular values of the balanced matrix below this part of its norm belong to the eigenvalue zero
ROUNDING = 64 * np.finfo(float).eps  # of the largest eigenvalue: round-off in a real part that is zero
EQUAL = 1e-8  # relative difference of eigenvalues that are the same
PARALLEL = 0.1  # smallest singular value of their unit vectors below which these are not independent
REAL = 1e-9  # an imaginary part below this fraction of the eigenvalue is round-off


def rounding_of(values: np.ndarray) -> float:
    """Return the round-off in the smallest of some eigenvalues computed together, 1/s."""
    return ROUNDING * float(np.abs(values).max(initial=0.0))


def eigenpairs(A: np.ndarray, rigid: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return (nonzero eigenvalues, their vectors, the null space, the multiplicity of the eigenvalue zero).

    Zero eigenvalues are deflated first, chain by chain: a drifting body has a double one with a single vector, which
    round-off would split. `rigid` (k, r) are known null vectors of the first k states, whose round-off in A is
    ignored."""
    n = A.shape[0]
    if rigid is None or rigid.shape[1] == 0:
        values, vectors, null, zeros = _deflated(A)
        return values, vectors, plain_basis(null), zeros
    known, own = _plain(rigid)
    rest = np.setdiff1d(np.arange(len(known)), own)
    left = np.setdiff1d(np.arange(n), own)  # x = known a + the remaining coordinates
    drift = A[np.ix_(own, left)]
    B = A[np.ix_(left, left)]
    B[: rest.size] -= known[rest] @ drift
    values, Y, null, zeros = _deflated(B)

    def lifted(Y: np.ndarray, a: np.ndarray) -> np.ndarray:
        x = np.zeros((n, Y.shape[1]), Y.dtype)
        x[left], x[own] = Y, a
        x[rest] += known[rest] @ a
        return x

    moves = linalg.null_space(drift @ null / max(np.abs(drift).max(initial=0.0), 1e-300)) if null.size else null[:0]
    more = null @ moves  # the others begin to drift: the next vectors of a chain
    whole = np.hstack(
        [lifted(np.zeros((left.size, own.size)), np.eye(own.size)), lifted(more, np.zeros((own.size, more.shape[1])))]
    )
    return values, lifted(Y, drift @ Y / values), plain_basis(whole), zeros + own.size


def _deflated(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return `eigenpairs` with eigenvalues that are small relative to the norm of the balanced matrix taken as zero."""
    n = A.shape[0]
    if n == 0:
        return np.zeros(0, complex), np.zeros((0, 0), complex), np.zeros((0, 0)), 0
    balanced: Any = linalg.matrix_balance(A, permute=False, separate=True)
    B, (stretch, _) = balanced
    limit, levels, zeros = ZERO * np.linalg.norm(B, 2), [], 0
    while B.size:
        _, sizes, Vt = np.linalg.svd(B)
        rank = int((sizes > limit).sum())
        if rank == B.shape[0]:
            break
        W, Z = Vt[:rank].T, Vt[rank:].T
        levels.append((Z, W, Z.T @ B @ W))
        zeros += Z.shape[1]
        B = W.T @ B @ W
    values, Y = np.linalg.eig(B) if B.size else (np.zeros(0), np.zeros((0, 0)))
    values, Y = values.astype(complex), Y.astype(complex)
    values.imag[np.abs(values.imag) <= REAL * np.abs(values)] = 0.0
    equal = _separate(B, values, Y)
    for Z, W, coupling in reversed(levels):
        Y = W @ Y + Z @ (coupling @ Y) / values
    Y = stretch[:, None] * Y
    for same in equal:
        Y[:, same] = plain_basis(Y[:, same])
        _conjugate(values, Y, same)
    null = stretch[:, None] * levels[0][0] if levels else np.zeros((n, 0))
    return values, Y, null, zeros


def _separate(B: np.ndarray, values: np.ndarray, Y: np.ndarray) -> list[list[int]]:
    """Make vectors of equal eigenvalues independent, as round-off makes computed ones nearly parallel; return groups of
    equal eigenvalues."""
    left, groups = np.flatnonzero(values.imag >= 0).tolist(), []
    while left:
        same = [k for k in left if abs(values[k] - values[left[0]]) <= EQUAL * abs(values[k])]
        left = [k for k in left if k not in same]
        if len(same) == 1:
            continue
        space, value = Y[:, same], values[same].mean()
        if np.linalg.svd(space, compute_uv=False)[-1] < PARALLEL:
            space = _eigenspace(B, value, len(same))
            if not np.abs(B @ space - value * space).max() <= EQUAL * np.abs(B).max():
                continue  # there are fewer vectors than eigenvalues, as at critical damping
        Y[:, same] = space
        _conjugate(values, Y, same)
        groups.append(same)
    return groups


def _conjugate(values: np.ndarray, Y: np.ndarray, same: list[int]) -> None:
    """Make the vectors of conjugate eigenvalues conjugate to those of the given ones."""
    for k in same:
        other = np.abs(values - values[k].conj()) <= EQUAL * abs(values[k])
        pair = next((j for j in np.flatnonzero(other) if values[j] == values[k].conj()), None)
        if pair is not None and values[k].imag:
            Y[:, pair] = Y[:, k].conj()


def _eigenspace(B: np.ndarray, value: complex, count: int) -> np.ndarray:
    """Return an orthonormal basis of so many vectors with this eigenvalue, by inverse iterations; NaN if there are
    fewer."""
    lapack: Any = linalg.lapack
    lu, pivots, zero = lapack.zgetrf(B - value * (1.0 + 0.01 * EQUAL) * np.eye(B.shape[0]))
    space = np.random.default_rng(0).standard_normal((B.shape[0], count)).astype(complex)
    for _ in range(0 if zero else 3):
        space = np.linalg.qr(lapack.zgetrs(lu, pivots, space)[0])[0]
    return np.full_like(space, np.nan) if zero else space


def plain_basis(Z: np.ndarray) -> np.ndarray:
    """Return a basis of the same space in which every vector has an entry of its own."""
    return _plain(Z)[0]


def _plain(Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the basis, and the entries of its own that each vector has."""
    if Z.shape[1] == 0:
        return Z, np.zeros(0, int)
    factors: Any = linalg.qr(Z.T, pivoting=True, mode="r")
    own = np.sort(factors[1][: Z.shape[1]])
    basis = Z @ np.linalg.inv(Z[own])
    basis[np.abs(basis) < 1e-12] = 0.0
    return basis, own
