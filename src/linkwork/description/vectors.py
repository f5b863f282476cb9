"""Three-vectors and 3×3 matrices as lists, generic over float and complex (no conjugation anywhere)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.description.functions import Number, sqrt
from linkwork.description.tracing import larger

Vector = list[Number]
Matrix = list[list[Number]]  # rows

TINY = 1e-300  # the inverse of a smaller number may not be a float
IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def add(a: Sequence[Number], b: Sequence[Number]) -> Vector:
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


def subtract(a: Sequence[Number], b: Sequence[Number]) -> Vector:
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def scale(factor: Number, a: Sequence[Number]) -> Vector:
    return [factor * a[0], factor * a[1], factor * a[2]]


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Sequence[Number], b: Sequence[Number]) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(a: Sequence[Number]) -> Number:
    largest = larger(larger(abs(a[0].real), abs(a[1].real)), abs(a[2].real))
    if largest < TINY:
        return sqrt(dot(a, a))
    return largest * sqrt(dot(scale(1 / largest, a), scale(1 / largest, a)))


def unit(a: Sequence[Number]) -> Vector:
    length = norm(a)
    return [a[0] / length, a[1] / length, a[2] / length]


def apply(R: Matrix, a: Sequence[Number]) -> Vector:
    return [dot(R[0], a), dot(R[1], a), dot(R[2], a)]


def rotate_tensor(R: Matrix, tensor: Matrix) -> Matrix:
    """Return R T R'."""
    half = [[sum(R[i][k] * tensor[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return [[sum(half[i][k] * R[j][k] for k in range(3)) for j in range(3)] for i in range(3)]


def axes(x: Sequence[Number] | None, z: Sequence[Number] | None) -> Matrix:
    """Return R whose columns are the axes: z along `z`, and x along `x` made perpendicular to z.

    If only one is given, that one is exact and the other is the world's axis made perpendicular; with none, R = 1.
    """
    if x is None and z is None:
        return [row[:] for row in IDENTITY]
    if z is None:
        assert x is not None
        ex = unit(x)
        helper = (0.0, 0.0, 1.0) if abs(ex[2].real) < 0.9 else (1.0, 0.0, 0.0)
        ez = unit(subtract(helper, scale(dot(helper, ex), ex)))
    else:
        ez = unit(z)
        helper = x if x is not None else (1.0, 0.0, 0.0) if abs(ez[0].real) < 0.9 else (0.0, 1.0, 0.0)
        ex = unit(subtract(helper, scale(dot(helper, ez), ez)))
    ey = cross(ez, ex)
    return [[ex[i], ey[i], ez[i]] for i in range(3)]
