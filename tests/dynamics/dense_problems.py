"""Random problems (M, Qh, Phi_v, gamma) with known rank, and their solution in extended precision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.dynamics.formulations import (
    augmented,
    baumgarte,
    coordinate_partitioning,
    kane_multipliers,
    null_space,
    partial_velocity,
)
from linkwork.dynamics.formulations.partition import CHOOSE, FORM, MODE, ORDERS

FORMULATIONS = {
    "augmented": (augmented, augmented.accelerations, 0),
    "baumgarte": (baumgarte, baumgarte.accelerations, 0),
    "coordinate_partitioning": (coordinate_partitioning, coordinate_partitioning.accelerations, 0),
    "partial_velocity": (partial_velocity, partial_velocity.accelerations, 0),
    "null_space_lu": (null_space, null_space.accelerations, null_space.LU),
    "null_space_qr": (null_space, null_space.accelerations, null_space.QR),
    "null_space_svd": (null_space, null_space.accelerations, null_space.SVD),
    "null_space_zero_eigenvalue": (null_space, null_space.accelerations, null_space.ZERO_EIGENVALUE),
    "kane_retained": (kane_multipliers, kane_multipliers.accelerations, kane_multipliers.RETAINED),
    "kane_eliminated": (kane_multipliers, kane_multipliers.accelerations, kane_multipliers.ELIMINATED),
}


@dataclass
class Problem:
    M: np.ndarray
    Qh: np.ndarray
    Phi_v: np.ndarray
    gamma: np.ndarray
    row_scale: np.ndarray
    independent: np.ndarray  # rows that span the others

    @property
    def shape(self):
        return self.M.shape[0], self.Phi_v.shape[0]


@dataclass
class Answer:
    status: int
    vdot: np.ndarray
    lam: np.ndarray
    scratch: np.ndarray
    iscratch: np.ndarray

    @property
    def rank(self):
        return int(self.iscratch[0])

    @property
    def offenders(self):
        m = self.lam.shape[0]
        n = self.vdot.shape[0]
        return np.flatnonzero(self.iscratch[ORDERS + m + n : ORDERS + 2 * m + n])


def arrays(module, problem, option=0):
    """Every argument of a formulation's kernel; outputs and scratch hold NaN or nonsense beforehand."""
    n, m = problem.shape
    n_float, n_int = module.scratch_sizes(n, m)
    outputs = np.full(n, np.nan), np.full(m, np.nan), np.full(n_float, np.nan), np.full(n_int, -7, dtype=np.int64)
    outputs[3][[FORM, MODE]] = option, CHOOSE
    inputs = problem.M, problem.Qh, problem.Phi_v, problem.gamma, problem.row_scale, np.zeros(0)
    return inputs, outputs


def solve(name, problem):
    module, kernel, option = FORMULATIONS[name]
    inputs, outputs = arrays(module, problem, option)
    status = kernel(*inputs, *outputs)
    return Answer(status, *outputs)


def random_problem(seed, n, rank, copies=0, zero_rows=0):
    """Full-rank rows, then `copies` combinations of them and `zero_rows` rows of nothing, shuffled."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, n))
    rows = rng.normal(size=(rank, n))
    mix = rng.normal(size=(copies, rank))
    gamma = rng.normal(size=rank)
    Phi_v = np.vstack([rows, mix @ rows, np.zeros((zero_rows, n))])
    gamma = np.concatenate([gamma, mix @ gamma, np.zeros(zero_rows)])
    order = rng.permutation(len(gamma))
    return Problem(
        M=A @ A.T + 0.1 * np.eye(n),
        Qh=rng.normal(size=n),
        Phi_v=np.ascontiguousarray(Phi_v[order]),
        gamma=gamma[order],
        row_scale=rng.uniform(0.3, 3.0, size=len(gamma)),
        independent=np.flatnonzero(order < rank),
    )


def solve_extended(A, b):
    """A^-1 b in long double, rows and columns scaled, complete pivoting."""
    A, b = A.astype(np.longdouble), b.astype(np.longdouble)
    c = np.ones(len(b), dtype=np.longdouble)
    for _ in range(4):
        row = 1 / np.sqrt(np.abs(A).max(axis=1))
        A, b = row[:, None] * A, row * b
        col = 1 / np.sqrt(np.abs(A).max(axis=0))
        A, c = A * col, c * col
    n = len(b)
    order = np.arange(n)
    for k in range(n):
        p, q = np.unravel_index(np.abs(A[k:, k:]).argmax(), (n - k, n - k))
        A[[k, k + p]], b[[k, k + p]] = A[[k + p, k]], b[[k + p, k]]
        A[:, [k, k + q]], order[[k, k + q]] = A[:, [k + q, k]], order[[k + q, k]]
        f = A[k + 1 :, k] / A[k, k]
        A[k + 1 :] -= f[:, None] * A[k]
        b[k + 1 :] -= f * b[k]
    x = np.zeros(n, dtype=np.longdouble)
    for k in range(n - 1, -1, -1):
        x[k] = (b[k] - A[k, k + 1 :] @ x[k + 1 :]) / A[k, k]
    result = np.zeros(n, dtype=np.longdouble)
    result[order] = x
    return result * c


def reference(problem):
    """vdot, and lam of least |lam / row_scale|, from the independent rows and a pseudo-inverse."""
    n, m = problem.shape
    rows = problem.Phi_v[problem.independent]
    r = len(rows)
    saddle = np.block([[problem.M, rows.T], [rows, np.zeros((r, r))]])
    x = solve_extended(saddle, np.concatenate([problem.Qh, problem.gamma[problem.independent]]))
    basic = np.zeros(m)
    basic[problem.independent] = x[n:].astype(float)
    if r == m:
        return x[:n].astype(float), basic
    # the same force, Phi' lam = Phi' basic, with the least scaled multipliers: rows normalized against their units
    scaled = problem.Phi_v * problem.row_scale[:, None]
    u, sigma, _ = np.linalg.svd(scaled, full_matrices=False)
    u = u[:, sigma > 1e-9 * sigma.max(initial=0.0)]
    return x[:n].astype(float), problem.row_scale * (u @ (u.T @ (basic / problem.row_scale)))
