"""The lowest eigenvalues of large sparse constrained vibration problems, by shift-invert Lanczos and Arnoldi iterations.

(lambda² M + lambda C + K) x + Phi' l + F_z z = 0,   Phi x = 0,   lambda z = Z_q x + lambda Z_v x + Z_z z
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs, eigsh, splu

NOTHING = 1e-13  # work of a displacement, relative to that of its parts, that is rounding
LOST = 1e-12  # a square, relative to the shift, that is rounding
SMALL = 1e-9  # the first shift of squares, relative to the largest stiffness over mass
SYMMETRIC = 1e-8  # relative
UNDAMPED = 1e-14
SPLIT = 1e-4  # relative to the shift: rounding splits a double eigenvalue zero by its root
REAL = 1e-9  # an imaginary part below this part of the eigenvalue is none
TRIES = 4
FEW = 4  # eigenvalues asked for again at a time
EQUAL = 1e-9  # relative difference of eigenvalues that are as near as another
PARALLEL = 1e-10  # relative size of what is left of vectors that others span


class NotConverged(ArithmeticError):
    """The iteration converged to fewer eigenvalues than asked for."""


@dataclass(frozen=True, eq=False)
class Pencil:
    """The sparse matrices of a vibration problem in dimensionless coordinates; Phi has full row rank."""

    M: Any
    C: Any
    K: Any
    Phi: Any
    F_z: Any
    Z_q: Any
    Z_v: Any
    Z_z: Any

    def factored(self, stiff: Any, last: Any = None) -> Any:
        """Return a solver of [stiff, Phi', F_z; Phi, 0, 0; last] with scaled constraint rows; F_z only with `last`."""
        size = max(np.abs(stiff.data).max(initial=0.0), 1e-300)
        Phi = size * self.Phi
        blocks: list[list[Any]] = [[stiff, Phi.T], [Phi, None]]
        if last is not None:
            blocks = [[stiff, Phi.T, self.F_z], [Phi, None, None], [last[0], None, last[1]]]
        return splu(sparse.block_array(blocks, format="csc"))


@dataclass(frozen=True, eq=False)
class Eigenpairs:
    """Eigenvalues lambda, sorted by size, with their displacements; conjugate pairs appear once, null displacements separately."""

    values: np.ndarray  # (k) complex, imaginary part positive or zero
    shapes: np.ndarray  # (n, k) complex
    null: np.ndarray  # (n, r): K x + Phi' l = 0
    zeros: int  # how often zero is an eigenvalue


def lowest(p: Pencil, count: int, freedoms: int) -> Eigenpairs:
    """Return the lowest `count` modes, including those without stiffness."""
    squares, X, null = _undamped(p, count, freedoms)
    size = np.sqrt(np.abs(p.K.data).max(initial=0.0) * np.abs(p.M.data).max(initial=0.0))
    if p.Z_z.shape[0] == 0 and np.abs(p.C.data).max(initial=0.0) <= UNDAMPED * size and _symmetric(p.K):
        roots = np.concatenate([_roots(s) for s in squares] or [np.zeros(0, complex)])
        shapes = np.repeat(X.astype(complex), [len(_roots(s)) for s in squares], axis=1)
        return _sorted(roots, shapes, null, 2 * null.shape[1], count)
    return _damped(p, count, null, np.sqrt(np.abs(squares).min()) if squares.size else 1.0)


def _roots(square: float) -> np.ndarray:
    """Return lambda with lambda² = -square."""
    return np.array([1j * np.sqrt(square)]) if square > 0 else np.array([-1, 1]) * np.sqrt(-square) + 0j


def _sorted(values: np.ndarray, shapes: np.ndarray, null: np.ndarray, zeros: int, count: int) -> Eigenpairs:
    order = np.lexsort((-values.real, np.abs(values)))[: max(0, count - null.shape[1])]
    return Eigenpairs(values[order], shapes[:, order], null[:, :count], zeros)


def _symmetric(K: Any) -> bool:
    return np.abs((K - K.T).data).max(initial=0.0) <= SYMMETRIC * np.abs(K.data).max(initial=0.0)


def _undamped(p: Pencil, count: int, freedoms: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Solve K x + Phi' l = omega² M x: return omega² sorted by size, their vectors, and vectors without stiffness."""
    n, mass, stiff = p.K.shape[0], p.M.diagonal(), np.abs(p.K).sum(axis=1)
    scale = float((stiff[mass > 0] / mass[mass > 0]).max(initial=0.0)) or 1.0
    k = min(count + 2, freedoms - 1)
    symmetric = _symmetric(p.K)
    for attempt in range(TRIES):
        shift = -SMALL * 30.0**-attempt * scale
        lu = p.factored((p.K - shift * p.M).tocsc())
        solve = LinearOperator((n, n), lambda b, lu=lu: _top(lu, b, n), dtype=float)  # type: ignore[call-arg]
        start = solve @ (p.M @ np.random.default_rng(1).normal(size=n))
        try:
            if symmetric:
                pairs: Any = eigsh(p.K, k, p.M, shift, v0=start, OPinv=solve, ncv=min(freedoms, 2 * k + 20))
            else:
                product = LinearOperator((n, n), lambda b, solve=solve: solve @ (p.M @ b), dtype=float)  # type: ignore[call-arg]
                pairs = eigs(product, k, v0=start, ncv=min(freedoms, 2 * k + 20))
                pairs = (shift + 1.0 / pairs[0]).real, pairs[1].real
        except ArpackNoConvergence:
            continue
        values, X = pairs
        if symmetric:
            values, X = _with_missed(p, values, X, shift, solve, start, freedoms)
        X = X / np.sqrt(np.abs(np.einsum("ik,ik->k", X, p.M @ X)))
        work, parts = np.einsum("ik,ik->k", X, p.K @ X), np.einsum("ik,ik->k", np.abs(X), abs(p.K) @ np.abs(X))
        still = (np.abs(work) <= NOTHING * parts) | (np.abs(values) <= LOST * abs(shift))
        return values[~still], X[:, ~still], X[:, still]
    raise NotConverged(f"the lowest {k} eigenvalues did not converge")


def _with_missed(
    p: Pencil, values: np.ndarray, X: np.ndarray, shift: float, solve: Any, start: np.ndarray, freedoms: int
) -> tuple[np.ndarray, np.ndarray]:
    """Add eigenvalues as near to the shift as the farthest one: of equal eigenvalues, one iteration may miss some.

    The iteration is repeated on vectors that are orthogonal (by the masses) to all known ones.
    """
    n, far = p.K.shape[0], np.abs(values - shift).max()
    while X.shape[1] + FEW < freedoms:

        def others(b: np.ndarray, X: np.ndarray = X) -> np.ndarray:
            y = solve @ b
            return y - X @ (X.T @ (p.M @ y))

        operator = LinearOperator((n, n), others, dtype=float)  # type: ignore[call-arg]
        size = min(freedoms - X.shape[1], 2 * FEW + 20)
        try:
            pairs: Any = eigsh(p.K, FEW, p.M, shift, v0=others(p.M @ start), OPinv=operator, ncv=size)
        except ArpackNoConvergence:
            break  # nothing as near stands out
        nearer = np.abs(pairs[0] - shift) < far * (1.0 - EQUAL)
        if not nearer.any():
            break
        values, X = np.concatenate([values, pairs[0][nearer]]), np.hstack([X, pairs[1][:, nearer]])
    return values, X


def _all_of_them(operator: Any, mu: np.ndarray, Y: np.ndarray, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return eigenvalues of a real operator and their vectors, including all that are as large as the smallest one."""
    least = np.abs(mu).min()
    basis = _real_basis(Y)
    while basis.shape[1] + 2 * FEW + 30 < operator.shape[0]:

        def others(x: np.ndarray, basis: np.ndarray = basis) -> np.ndarray:
            y = operator @ x
            return y - basis @ (basis.T @ y)

        rest = LinearOperator(operator.shape, others, dtype=float)  # type: ignore[call-arg]
        try:
            more: Any = eigs(rest, FEW, v0=others(start), ncv=2 * FEW + 30)
        except ArpackNoConvergence:
            break  # nothing as large stands out
        larger = np.abs(more[0]) > least * (1.0 + EQUAL)
        if not larger.any():
            break
        basis = _real_basis(np.hstack([basis, more[1][:, larger]]))
        mu, small = np.linalg.eig(basis.T @ np.column_stack([operator @ x for x in basis.T]))
        selected = np.abs(mu) >= least * (1.0 - EQUAL)
        mu, Y = mu[selected], basis @ small[:, selected]
    return mu, Y


def _real_basis(Y: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis of the vectors' real and imaginary parts."""
    U, sizes, _ = np.linalg.svd(np.hstack([Y.real, Y.imag]), full_matrices=False)
    return U[:, sizes > PARALLEL * sizes[0]]


def _top(lu: Any, b: np.ndarray, n: int) -> np.ndarray:
    whole = np.zeros(lu.shape[0])
    whole[:n] = b.ravel()
    return lu.solve(whole)[:n]


def _damped(p: Pencil, count: int, null: np.ndarray, near: float) -> Eigenpairs:
    """Compute damped modes by an Arnoldi iteration on [x, lambda x, z] about a real shift."""
    n, nz, sigma = p.K.shape[0], p.Z_z.shape[0], 0.5 * near
    last = (-(p.Z_q + sigma * p.Z_v), sigma * sparse.eye_array(nz) - p.Z_z) if nz else None
    lu = p.factored((p.K + sigma * p.C + sigma**2 * p.M).tocsc(), last)

    def product(y: np.ndarray) -> np.ndarray:
        x, v, z = np.split(y.ravel(), (n, 2 * n))
        right = np.zeros(lu.shape[0])
        right[:n] = -(p.M @ (v + sigma * x)) - p.C @ x
        if nz:
            right[-nz:] = p.Z_v @ x - z
        pairs = lu.solve(right)
        return np.concatenate((pairs[:n], sigma * pairs[:n] + x, pairs[lu.shape[0] - nz :]))

    operator = LinearOperator((2 * n + nz, 2 * n + nz), product, dtype=float)  # type: ignore[call-arg]
    start = operator @ (operator @ np.random.default_rng(1).normal(size=2 * n + nz))
    for attempt in range(TRIES):
        k = (2 * (count + null.shape[1]) + 10) * (attempt + 1)
        try:
            pairs: Any = eigs(operator, k, v0=start, ncv=2 * k + 30)
        except ArpackNoConvergence as error:
            raise NotConverged(f"the lowest {k} eigenvalues did not converge: {error}") from None
        mu, Y = _all_of_them(operator, pairs[0], pairs[1], start)
        values = sigma + 1.0 / mu
        values.imag[np.abs(values.imag) <= REAL * np.abs(values)] = 0.0
        whole = np.abs(values - sigma).max() - sigma  # all within this circle about zero are known
        zero = np.zeros(values.size, bool)
        zero[np.argsort(np.abs(values))[: 2 * null.shape[1]]] = True
        zero &= np.abs(values) <= SPLIT * sigma
        once = ~zero & (values.imag >= 0) & (np.abs(values) <= whole)
        if once.sum() + null.shape[1] >= count:
            break
    else:
        raise NotConverged(f"too many eigenvalues are as small as the lowest {count} to tell which those are")
    return _sorted(values[once], Y[:n, once], null, int(zero.sum()), count)
