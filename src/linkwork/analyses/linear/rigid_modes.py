"""Displacements that no force opposes: entries of a linear model are round-off if they are small relative to the forces
that could act on the moving parts.

A stiffness due to round-off would give a spurious frequency, its square root, 1e-8 of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

NOTHING = 64 * np.finfo(float).eps  # round-off, relative to the forces that could act
TOUCHED = 1e-9  # part of its largest displacement from which a motion moves a coordinate
FLOOR = 1e-6  # of the largest stiffness of all: that of the softest part


@dataclass(frozen=True, eq=False)
class Acting:
    """The largest stiffness (J), or damping (J s), that could act on each coordinate: that of the part it belongs to.

    Parts do not act on one another, so that a soft part beside a stiff one has a scale of its own.
    """

    most: np.ndarray  # (nv)

    @classmethod
    def by(cls, forces: np.ndarray, parts: np.ndarray) -> Acting:
        """Return an instance from forces (nv, n), sums of sizes for motions of one rad or length, and the connected
        part (nv) of each coordinate."""
        largest = np.zeros(int(parts.max(initial=-1)) + 1)
        np.maximum.at(largest, parts, forces.max(axis=1, initial=0.0))
        return cls(np.maximum(largest, FLOOR * largest.max(initial=0.0))[parts])

    def roots(self, motions: np.ndarray) -> np.ndarray:
        """Return the root of the stiffness that could act on each of the motions (nv, n), 1 if there is none, shape
        (n)."""
        moved = np.abs(motions)
        reach = moved.max(axis=0, initial=0.0)
        met = np.where(moved > TOUCHED * reach, self.most[:, None], 0.0).max(axis=0, initial=0.0)
        roots = reach * np.sqrt(met)
        return np.where(roots > 0.0, roots, 1.0)


def for_modes(x: Any, A: np.ndarray, free: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return A of the free states of a linearization x without round-off, and (n, r) changes of positions that no force
    opposes."""
    s, d, weight = x.s, x.given, x.there.coordinates.root_weight[:, None]
    n, n_p, n_w = x.n_free_places, len(x.P), x.n_free
    T, Tv = weight * x.T[:, :n], weight * x.Tv[:, :n_w]
    parts = _connected(s.M, s.F_q, s.F_v, s.Phi_v)

    def acting(columns: slice, motions: np.ndarray, *more: np.ndarray) -> Acting:
        dq, dv, dvdot = (np.abs(part[:, columns]) for part in (d.q, d.v, d.vdot))
        forces = (np.abs(s.M) @ dvdot + np.abs(s.F_v) @ dv + np.abs(s.F_q) @ dq) / weight
        forces /= np.maximum(np.abs(motions).max(axis=0, initial=0.0), 1e-300)
        return Acting.by(np.hstack([forces, *more]), parts)

    at_hand = (np.abs(s.M) @ np.abs(x.vdot) + np.abs(x.lam) @ np.abs(s.Phi_v))[
        :, None
    ] / weight  # they turn with the moving parts
    stiff, damped = acting(slice(0, n), T, at_hand), acting(slice(n_p, n_p + n_w), Tv)
    size = np.sqrt(np.diag(x.mass))
    rows, columns = stiff.roots(Tv), stiff.roots(T)
    K = _without_rounding(x.loads[:, :n], rows, columns)
    C = _without_rounding(x.loads[:, n_p : n_p + n_w], damped.roots(Tv), damped.roots(Tv))
    out = A[np.ix_(free, free)]
    out[n : n + n_w, : n + n_w] = -np.linalg.solve(_without_rounding(x.mass, size, size), np.hstack([K, C]))
    further, bounds = _further_rates(x, A, np.abs(T).max(axis=0, initial=0.0))
    return out, _unanswered(K / rows[:, None], further, bounds, columns)


def _connected(*matrices: np.ndarray) -> np.ndarray:
    """Return the number of the connected group of each column of the matrices, shape (n)."""
    ties = csr_array(np.vstack(matrices) != 0.0).astype(int)
    return connected_components(ties.T @ ties, directed=False)[1]


def _without_rounding(matrix: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    return np.where(np.abs(matrix) > NOTHING * np.outer(rows, columns), matrix, 0.0)


def _further_rates(x: Any, A: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivatives (k, n) of other rates than accelerations with respect to positions (block states,
    positions without a speed), and their possible size."""
    s, d, n, at_z = x.s, x.given, x.n_free_places, len(x.P) + len(x.V)
    own = {named.measure for named in x.V}
    others = [k for k, named in enumerate(x.P[:n]) if named.measure not in own]
    speed = np.abs(x.there.coordinates.root_weight * x.e.state.v).max(initial=0.0)
    lengths = np.array([1.0 if x.P[k].measure.measure.radians else x.model.length for k in others])
    of_blocks = np.abs(s.zdot_q) @ np.abs(d.q[:, :n]) + np.abs(s.zdot_v) @ np.abs(d.v[:, :n])
    return A[[*others, *range(at_z, at_z + x.model.nz)], :n], np.vstack([speed * np.outer(lengths, reach), of_blocks])


def _unanswered(forces: np.ndarray, rates: np.ndarray, bounds: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return changes of n coordinates that change neither forces nor rates, scaled by `columns` to size one, shape (n,
    r)."""
    most = (bounds / columns).max(axis=1, initial=0.0)
    nonzero = most > 0.0
    _, sizes, Vt = np.linalg.svd(np.vstack([forces, rates[nonzero] / most[nonzero, None]]) / columns)
    return Vt[int((sizes > NOTHING * columns.size).sum()) :].T / columns[:, None]
