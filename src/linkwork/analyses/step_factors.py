"""Factors with which the steps of implicit methods are solved and differentiated."""

from __future__ import annotations

import numpy as np
from scipy.linalg import get_lapack_funcs

GETRF, GETRS = get_lapack_funcs(("getrf", "getrs"))


class Factors:
    """LU factors of a matrix A, C-contiguous, which is overwritten; `rows` and `pivots` for integrators.polishing."""

    def __init__(self, A: np.ndarray):
        self.lu, self.pivots, info = GETRF(A.T, overwrite_a=True)
        self.rows, self.singular = self.lu.T, info != 0

    def solve(self, b: np.ndarray) -> np.ndarray:
        return GETRS(self.lu, self.pivots, b, trans=1)[0] if b.size else b

    def against(self, b: np.ndarray) -> np.ndarray:
        """Solution with the transposed matrix."""
        return GETRS(self.lu, self.pivots, b)[0] if b.size else b
