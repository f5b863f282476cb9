"""The constraint rows as a linear space: a basis of their null space, particular solutions, smallest multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from linkwork.dynamics.formulations.redundancy import RANK_TOLERANCE, row_sizes

BASES = ("qr", "svd")
BLOCK = 24  # rows of a triangle solved together


class ConstraintSpace:
    """Rows Phi (m, n), of any rank, factored once; rows and columns are scaled to be dimensionless.

    >>> rows = ConstraintSpace(Phi, row_scale, root_weight)
    >>> rows.N, rows.particular(b), rows.multipliers(f)
    """

    def __init__(self, Phi: np.ndarray, row_scale: np.ndarray, root_weight: np.ndarray, basis: str = "qr"):
        self.row_scale = row_scale / row_sizes(row_scale[:, None] * Phi / root_weight)
        self.root_weight = root_weight
        self.A = self.row_scale[:, None] * Phi / root_weight
        m, n = self.A.shape
        self.order, self._triangular = np.arange(m), basis == "qr"
        if m == 0:
            self.rank, self._Q, self._R = 0, np.eye(n), np.zeros((0, 0))
        elif basis == "svd":
            U, sizes, Vt = np.linalg.svd(self.A)
            self.rank = int((sizes > RANK_TOLERANCE * max(sizes.max(initial=0.0), 1e-300)).sum())
            self._Q, self._R = Vt.T, sizes[: self.rank, None] * U[:, : self.rank].T
        else:
            Q, R, self.order = _pivoted(self.A.T)
            sizes = np.abs(np.diag(R))
            self.rank = int((sizes > RANK_TOLERANCE * max(sizes.max(initial=0.0), 1e-300)).sum())
            self._Q, self._R = Q, R[: self.rank]
        self.N = self._Q[:, self.rank :] / root_weight[:, None]  # (n, n - rank): Phi N = 0

    def _solved(self, b: np.ndarray, transposed: int) -> np.ndarray:
        """Return the solution with the triangular factor of the independent rows. LAPACK's own solver starts all
        threads, which takes milliseconds on busy cores."""
        R, x = self._R[:, : self.rank], np.array(b[: self.rank], float)
        blocks = [slice(i, min(i + BLOCK, self.rank)) for i in range(0, self.rank, BLOCK)]
        for at in blocks if transposed else reversed(blocks):
            if transposed:
                x[at] = np.linalg.solve(R[at, at].T, x[at] - R[: at.start, at].T @ x[: at.start])
            else:
                x[at] = np.linalg.solve(R[at, at], x[at] - R[at, at.stop :] @ x[at.stop :])
        return x

    @property
    def dependent(self) -> int:
        return self.A.shape[0] - self.rank

    def particular(self, b: np.ndarray) -> np.ndarray:
        """Return x with Phi x = b (m, k), for a consistent b."""
        c = (self.row_scale[:, None] * b)[self.order]
        y = self._solved(c[: self.rank], 1) if self._triangular else np.linalg.pinv(self._R.T) @ c
        return (self._Q[:, : self.rank] @ y) / self.root_weight[:, None]

    def multipliers(self, f: np.ndarray) -> np.ndarray:
        """Return the smallest lam (scaled rows) with Phi' lam = f (n, k), for f without a part along N."""
        g = self._Q[:, : self.rank].T @ (f / self.root_weight[:, None])
        lam = np.zeros((self.A.shape[0], f.shape[1]))
        lam[self.order] = self._solved(g, 0) if self._triangular and not self.dependent else np.linalg.pinv(self._R) @ g
        return self.row_scale[:, None] * lam

    def undetermined(self) -> np.ndarray:
        """The multipliers that produce no force, shape (m, dependent)."""
        if not self.dependent:
            return np.zeros((self.A.shape[0], 0))
        null = np.zeros((self.A.shape[0], self.dependent))
        null[self.order] = np.linalg.svd(self._R)[2][self.rank :].T if self.rank else np.eye(self.dependent)
        return self.row_scale[:, None] * null


def _pivoted(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    factors: Any = linalg.qr(A, pivoting=True)
    return factors
