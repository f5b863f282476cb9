"""Stability of equilibria: the eigenvalues of stiffness and mass along the constraints, directions by coordinate names.

    K_r = N'(F_q - F_z zdot_z^-1 zdot_q) N,   K_r y = rate M_r y

Every rate above zero: stable; one below zero, or not real (a follower load that feeds an oscillation): unstable; zero:
neutral. Inputs and drivers are constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from linkwork.analyses.statics.balance import Balance, Matrix, Residual
from linkwork.analyses.statics.equilibrium_result import Direction

NEUTRAL = 1e-10  # of the size of a rate's terms before they cancel
LOWEST = 40  # rates that are computed for a large mechanism
ALL_UP_TO = 400  # freedoms up to which all rates are computed
SYMMETRIC = 1e-8


@dataclass(frozen=True, eq=False)
class Stability:
    """The stability of small displacements from equilibrium."""

    verdict: str  # stable, unstable, neutral
    rates: np.ndarray  # 1/s², ascending: squares of natural frequencies
    directions: tuple[Direction, ...]  # unstable, then neutral
    softest: Direction | None
    independent: tuple[str, ...]
    stiffness: np.ndarray
    mass: np.ndarray


def stability_at(balance: Balance, residual: Residual, matrix: Matrix) -> Stability:
    """Return the stability at an equilibrium."""
    N, n = residual.N, residual.N.shape[1]
    names = balance.coordinates.names()
    Kx = _with_blocks_at_rest(balance, matrix)
    K = Kx if not balance.rows.size else N.T @ Kx @ N
    if n == 0:
        return Stability("stable", np.zeros(0), (), None, (), np.zeros((0, 0)), np.zeros((0, 0)))
    M = matrix.M
    mass = _positive(0.5 * (M + M.T))
    symmetric = np.abs(K - K.T).max() <= SYMMETRIC * max(np.abs(K).max(), 1e-300) + 1e-14 * residual.scale
    if symmetric:
        rates, Y = _lowest(0.5 * (K + K.T), mass)
    else:
        rates, Y = linalg.eig(K, mass)  # type: ignore[misc]
        order = np.argsort(rates.real)
        rates, Y = rates[order], Y[:, order]
    size = np.abs(Y)
    could = (size * (np.abs(K) @ size)).sum(axis=0) + residual.scale * (size**2).sum(axis=0)
    per_mass = (Y.conj() * (mass @ Y)).sum(axis=0).real  # 1 for symmetric problems
    noise = NEUTRAL * could / per_mass
    waves = np.abs(rates.imag) > 1e3 * noise + 1e-7 * np.abs(rates)
    neutral = (np.abs(rates) <= noise) & ~waves
    unstable = ((rates.real < 0) | waves) & ~neutral
    shapes = (N @ Y.real) if balance.rows.size else Y.real
    directions = [
        Direction("unstable", float(rates[k].real), _shape(balance, names, shapes[:, k]))
        for k in np.flatnonzero(unstable)
    ]
    directions += [Direction("neutral", 0.0, _shape(balance, names, x)) for x in _plain(shapes[:, neutral]).T]
    verdict = "unstable" if unstable.any() else "neutral" if neutral.any() else "stable"
    firm = np.flatnonzero(~neutral & ~unstable)
    softest = (
        Direction("stable", float(rates[firm[0]].real), _shape(balance, names, shapes[:, firm[0]]))
        if firm.size
        else None
    )
    independent, stiffness, reduced_mass = _in_coordinates(balance, N, K, M)
    return Stability(
        verdict,
        rates.real.copy(),
        tuple(directions),
        softest,
        tuple(names[k] for k in independent),
        stiffness,
        reduced_mass,
    )


def stays_while_held(balance: Balance, residual: Residual, matrix: Matrix) -> bool:
    """Return whether displacements that do not change the held signals have no negative rate; trimmed inputs control
    the others."""
    n = residual.N.shape[1]
    held = matrix.J[n + balance.model.nz :, :n]
    Z = linalg.null_space(held, rcond=1e-9) if held.size else np.eye(n)
    if not Z.shape[1]:
        return True
    Kx = _with_blocks_at_rest(balance, matrix)
    K = Z.T @ (Kx if not balance.rows.size else residual.N.T @ Kx @ residual.N) @ Z
    M = Z.T @ matrix.M @ Z
    rates = np.asarray(linalg.eigvalsh(0.5 * (K + K.T), _positive(0.5 * (M + M.T))))
    return bool(rates[0] >= -NEUTRAL * max(abs(rates[-1]), residual.scale / max(np.trace(M), 1e-300)))


def _positive(M: np.ndarray) -> np.ndarray:
    """Return the mass, with a small value for freedoms that have none."""
    lapack: Any = linalg.lapack
    mean = np.trace(M) / M.shape[0]
    for share in (0.0, 1e-12, 1e-9):
        shifted = M + share * mean * np.eye(M.shape[0])
        if lapack.dpotrf(shifted - 1e-14 * mean * np.eye(M.shape[0]))[1] == 0:
            return shifted
    return np.eye(M.shape[0]) if not mean > 0 else M + 1e-6 * mean * np.eye(M.shape[0])


def _lowest(K: np.ndarray, mass: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return all rates and shapes of a small mechanism; for a large one the lowest, and all if these do not exceed
    zero."""
    if K.shape[0] > ALL_UP_TO:
        pairs: Any = linalg.eigh(K, mass, subset_by_index=[0, LOWEST - 1])
        if pairs[0][-1] > 1e-6 * abs(pairs[0][0]) + NEUTRAL * np.abs(K).max() / mass.diagonal().max():
            return pairs
    return linalg.eigh(K, mass)


def _with_blocks_at_rest(balance: Balance, matrix: Matrix) -> np.ndarray:
    """Return the stiffness when block states follow: K - F_z zdot_z^-1 zdot_q, in x."""
    if not balance.model.nz:
        return matrix.K
    follow = np.linalg.lstsq(matrix.zdot_z, matrix.zdot_q / balance.root_weight, rcond=1e-12)[0]
    return matrix.K - (matrix.F_z / balance.root_weight[:, None]) @ follow


def _shape(balance: Balance, names: list[str], x: np.ndarray) -> dict[str, float]:
    """Return the significant coordinates of a displacement, the largest (in rad or L) first and scaled to one."""
    size = np.abs(x).max()
    if not size > 0:
        return {}
    x = x / x[np.argmax(np.abs(x))]
    dq = x / balance.root_weight / (1.0 / balance.root_weight[np.argmax(np.abs(x))])
    order = np.argsort(-np.abs(x), kind="stable")
    return {names[k]: float(dq[k]) for k in order if abs(x[k]) > 1e-6}


def _plain(Z: np.ndarray) -> np.ndarray:
    """Return a basis of the same space in which every direction has a coordinate of its own."""
    if Z.shape[1] == 0:
        return Z
    order: Any = linalg.qr(Z.T, pivoting=True)[-1]
    own = np.sort(order[: Z.shape[1]])
    basis = Z @ np.linalg.inv(Z[own])
    basis[np.abs(basis) < 1e-9] = 0.0
    return basis


def _in_coordinates(
    balance: Balance, N: np.ndarray, K: np.ndarray, M: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (indices, stiffness, mass) of independent coordinates, which determine the others."""
    if not balance.rows.size:
        places, T = np.arange(N.shape[0]), np.diag(balance.root_weight)
    else:
        order: Any = linalg.qr(N.T, pivoting=True, mode="economic")[-1]
        places = np.sort(order[: N.shape[1]])
        T = np.linalg.inv(N[places]) * balance.root_weight[places]
    return places, T.T @ K @ T, T.T @ M @ T
