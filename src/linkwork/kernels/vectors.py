"""Three-vectors and rotations as scalar tuples: LLVM keeps them in registers, and float64 and complex128 share the source."""

import numpy as np

from linkwork.kernels.inline import inner_kernel

TINY = 1e-150  # m: stands for a length of zero where one divides by it


@inner_kernel
def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@inner_kernel
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inner_kernel
def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@inner_kernel
def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@inner_kernel
def scale(s, a):
    return (s * a[0], s * a[1], s * a[2])


@inner_kernel
def vec(row, k):
    """Return the three consecutive entries of a row as a tuple."""
    return (row[k], row[k + 1], row[k + 2])


@inner_kernel
def put(row, k, a):
    row[k] = a[0]
    row[k + 1] = a[1]
    row[k + 2] = a[2]


@inner_kernel
def accumulate(row, k, a):
    row[k] += a[0]
    row[k + 1] += a[1]
    row[k + 2] += a[2]


@inner_kernel
def axis(X, k):
    """Column k of the rotation in a pose row X = [R row-major (9), p (3)]: an axis of the frame, in world axes."""
    return (X[k], X[3 + k], X[6 + k])


@inner_kernel
def rotate(X, a):
    """R a for a pose row X."""
    return (
        X[0] * a[0] + X[1] * a[1] + X[2] * a[2],
        X[3] * a[0] + X[4] * a[1] + X[5] * a[2],
        X[6] * a[0] + X[7] * a[1] + X[8] * a[2],
    )


@inner_kernel
def rotate_back(X, a):
    """R' a for a pose row X."""
    return (
        X[0] * a[0] + X[3] * a[1] + X[6] * a[2],
        X[1] * a[0] + X[4] * a[1] + X[7] * a[2],
        X[2] * a[0] + X[5] * a[1] + X[8] * a[2],
    )


@inner_kernel
def compose(X_AB, X_BC, X_AC):
    """X_AC = X_AB X_BC for pose rows."""
    for i in range(3):
        a, b, c = X_AB[3 * i], X_AB[3 * i + 1], X_AB[3 * i + 2]
        X_AC[3 * i] = a * X_BC[0] + b * X_BC[3] + c * X_BC[6]
        X_AC[3 * i + 1] = a * X_BC[1] + b * X_BC[4] + c * X_BC[7]
        X_AC[3 * i + 2] = a * X_BC[2] + b * X_BC[5] + c * X_BC[8]
        X_AC[9 + i] = X_AB[9 + i] + a * X_BC[9] + b * X_BC[10] + c * X_BC[11]


@inner_kernel
def copy_into(out, source):
    """out[:] = source, which Numba's slices cannot do without allocating."""
    for k in range(source.shape[0]):
        out[k] = source[k]


@inner_kernel
def world_axis(k, one):
    """Return world axis k, in the scalar type of `one`."""
    zero = 0.0 * one
    if k == 0:
        return (zero + 1.0, zero, zero)
    if k == 1:
        return (zero, zero + 1.0, zero)
    return (zero, zero, zero + 1.0)


@inner_kernel
def line(d):
    """L = |d| and u = d / L. Where d = 0 they are TINY and zero: L u = d holds, and L times the derivative of u is the identity."""
    length = np.sqrt(dot(d, d))
    if length == 0.0:
        length = length + TINY
    return length, scale(1.0 / length, d)
