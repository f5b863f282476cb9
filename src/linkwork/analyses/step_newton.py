"""Newton's iteration of a frozen step with factors of an earlier one: when it has arrived, and when it needs new ones."""

from __future__ import annotations

import numpy as np
from scipy.linalg import get_lapack_funcs

MOST_ITERATIONS = 40
ROUNDED, SETTLED = (
    1e-15,
    1e-9,
)  # changes to rounding, and below which an iteration that no longer contracts has reached it
POLISHED = 1e-12  # what may be left of a step that is to be differentiated
SLOW, FLOOR = 0.1, 0.01  # contraction that asks for a new matrix, and the fastest that is believed
GETRF, GETRS = get_lapack_funcs(("getrf", "getrs"))


class Factors:
    """LU factors of a matrix A, C-contiguous, which is overwritten."""

    def __init__(self, A: np.ndarray):
        self.lu, self.pivots, info = GETRF(A.T, overwrite_a=True)
        self.singular = info != 0

    def solve(self, b: np.ndarray) -> np.ndarray:
        return GETRS(self.lu, self.pivots, b, trans=1)[0] if b.size else b

    def against(self, b: np.ndarray) -> np.ndarray:
        """Solution with the transposed matrix."""
        return GETRS(self.lu, self.pivots, b)[0] if b.size else b


class Settling:
    """Sizes of the changes, step after step, relative to positions and velocities."""

    def __init__(self, rounded: bool):
        self.rounded, self.rate = rounded, 1.0
        self.last, self.age, self.own = np.inf, 0, False

    def begin(self) -> None:
        """A new step, with the factors at hand."""
        self.rate, self.last, self.age, self.own = 1.0, np.inf, 1, False

    def renewed(self, slopes: bool) -> None:
        """New factors, of new slopes or of those at hand."""
        self.rate, self.age, self.own = 1.0, 0 if slopes else 1, slopes

    @property
    def slow(self) -> bool:
        """Whether new factors are due."""
        return self.age > 0 and self.last < np.inf and self.rate > SLOW

    def arrived(self, size: float) -> bool:
        """Whether the change just made was the last that is needed."""
        if self.last < np.inf:
            self.rate = max(size / max(self.last, 1e-300), FLOOR)
        fell, self.last, self.age = size <= 0.5 * self.last, size, self.age + 1
        if size <= ROUNDED or (size < SETTLED and not fell and self.own):
            return True
        return not self.rounded and self.rate < 0.5 and size * self.rate / (1.0 - self.rate) <= POLISHED
