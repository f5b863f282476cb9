"""Displacements along the imaginary axis: derivatives by complex step, exact to rounding."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import cross

STEP = 1e-30


@inner_kernel
def unit(k):
    """Return axis k, or no axis where k is none of 0, 1, 2."""
    return (1.0 * (k == 0), 1.0 * (k == 1), 1.0 * (k == 2))


@inner_kernel
def displaced(X, turn, move, out):
    """out: the pose X with a displacement in world axes along the imaginary axis."""
    for c in range(3):
        moved = cross(turn, (X[c], X[3 + c], X[6 + c]))
        out[9 + c] = X[9 + c] + 1j * (STEP * move[c])
        for i in range(3):
            out[3 * i + c] = X[3 * i + c] + 1j * (STEP * moved[i])
