"""Small dense solves of sensitivities: unknowns under constraint rows, and derivatives of rotation vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import lapack

from linkwork.analyses.position.constraint_space import ConstraintSpace
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.tangent_places import TangentPlaces

LARGEST = 2500  # velocities of the dense solves: about ten seconds and a gigabyte
AGREE = 1e-7  # largest relative difference of redundant rows
SOLVABLE = 1e-13  # smallest reciprocal condition of an equilibrated matrix


def require_small(model: Model, what: str) -> None:
    """Raise an error for models that are too large for dense solves."""
    if model.nv > LARGEST:
        raise QuestionError(
            f"{what} is solved densely, for up to {LARGEST} velocities; {model.name or 'the model'} has {model.nv}. "
            "Joint coordinates have fewer: compile(mechanism) without coordinates='cartesian'"
        )


def space_of(model: Model, Phi_v: np.ndarray, rows: np.ndarray) -> ConstraintSpace:
    """Return the row space of some rows of the constraint Jacobian."""
    return ConstraintSpace(Phi_v[rows], row_scale(model, rows), Coordinates.of(model).root_weight)


def row_scale(model: Model, rows: np.ndarray) -> np.ndarray:
    """Return 1 for rows in radians, 1/L for rows in metres."""
    return np.array([1.0 if model.lowered.rows[r].radians else 1.0 / model.length for r in rows])


def particular(space: ConstraintSpace, b: np.ndarray, parameters: Sequence[str]) -> np.ndarray:
    """Return x (n, np) with A x = b; an error names the parameters for which redundant rows contradict each other."""
    x, scaled = space.particular(b), space.row_scale[:, None] * b
    if space.dependent:
        off = np.abs(space.A @ (space.root_weight[:, None] * x) - scaled).max(axis=0, initial=0.0)
        apart = np.flatnonzero(off > AGREE * np.maximum(np.abs(scaled).max(axis=0, initial=0.0), 1e-300))
        if apart.size:
            raise QuestionError([
                f"{parameters[int(k)]}: the constraints are redundant and contradict each other when it changes, so that the mechanism "
                "does not assemble; free what is constrained twice (see check(model, state)), or change other numbers with it"
                for k in apart
            ])  # fmt: skip
    return x


def stationary(
    H: np.ndarray, g: np.ndarray, space: ConstraintSpace, f: np.ndarray, parameters: Sequence[str], what: str
) -> np.ndarray:
    """Return x (n, np) with A x = -f and H x + g orthogonal to all that A allows."""
    x, N = particular(space, -f, parameters), space.N
    if not N.shape[1]:
        return x
    return x - N @ solved(
        N.T @ H @ N, N.T @ (H @ x + g), f"{what} does not change smoothly with the design: it is not isolated there"
    )


def solved(matrix: np.ndarray, right: np.ndarray, otherwise: str) -> np.ndarray:
    """Return matrix^-1 right, after scaling rows and columns (forces beside rates of blocks); raise an error if it is
    singular."""
    if not matrix.size:
        return np.zeros_like(right)
    row = 1.0 / np.maximum(np.abs(matrix).max(axis=1), 1e-300)
    column = 1.0 / np.maximum((row[:, None] * np.abs(matrix)).max(axis=0), 1e-300)
    scaled = row[:, None] * matrix * column
    lu, pivots, singular = lapack.dgetrf(scaled)
    if singular or not lapack.dgecon(lu, np.abs(scaled).sum(axis=0).max())[0] > SOLVABLE:
        raise QuestionError(otherwise)
    return column[:, None] * lapack.dgetrs(lu, pivots, row[:, None] * right)[0]


def difference_jacobians(model: Model, d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivatives (nv, nv) of d = q ⊖ q* with respect to tangent displacements of q and of q*."""
    by_q, by_origin = np.eye(model.nv), -np.eye(model.nv)
    for k in TangentPlaces.of(model).turn_v[:, 0].tolist():
        block = slice(k, k + 3)
        by_q[block, block] = inverse_jacobian(d[block], 1.0)
        by_origin[block, block] = -inverse_jacobian(d[block], -1.0)
    return by_q, by_origin


def inverse_jacobian(theta: np.ndarray, sign: float) -> np.ndarray:
    """Return 1 + ½ sign [theta] + b [theta]², the derivative of a rotation vector with respect to rotations in moved
    (+) or fixed (-) axes."""
    phi2 = float(theta @ theta)
    half = 0.5 * np.sqrt(phi2)
    b = 1 / 12 + phi2 / 720 + phi2**2 / 30240 if phi2 < 1e-4 else (1.0 - half / np.tan(half)) / phi2
    skew = np.array([[0, -theta[2], theta[1]], [theta[2], 0, -theta[0]], [-theta[1], theta[0], 0]])
    return np.eye(3) + 0.5 * sign * skew + b * (skew @ skew)
