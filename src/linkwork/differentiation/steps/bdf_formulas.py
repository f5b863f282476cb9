"""The formulas of BDF steps of a record, as weights of past states."""

from __future__ import annotations

import numpy as np

from linkwork.integrators.methods.bdf_coefficients import HIGHEST

NO_ADJOINT = (
    'steps of bdf have no adjoint: ask with method="direct", or choose lw.Radau(), lw.GeneralizedAlpha(), '
    "lw.DormandPrince() or lw.RungeKutta4(step) as integrator"
)


def formulas(h: np.ndarray, order: np.ndarray, restarts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return c_j of all steps, and the weights (n, HIGHEST + 1) of the past states, newest first, in c_0 and in the
    prediction."""
    cj = np.array([0.0, *np.cumsum(1.0 / np.arange(1, HIGHEST + 1))])[np.clip(order, 0, HIGHEST)] / h
    to_c0, predicted = np.zeros((h.size, HIGHEST + 1)), np.zeros((h.size, HIGHEST + 1))
    to_c0[restarts, 0], predicted[restarts, 0] = (
        -cj[restarts],
        1.0,
    )  # y + h f, which has no part in c_0 = f - (y + h f) / h
    for k in range(1, HIGHEST + 1):
        steps = np.flatnonzero((order == k) & ~restarts)
        nodes = np.zeros((steps.size, k + 1))
        nodes[:, 1:] = -np.cumsum(h[steps[:, None] - 1 - np.arange(k)], axis=1)
        away, apart = h[steps, None] - nodes, nodes[:, :, None] - nodes[:, None, :]
        value = away.prod(axis=1)[:, None] / (away * (apart + np.eye(k + 1)).prod(axis=2))  # Lagrange's polynomials
        rate = value * ((1.0 / away).sum(axis=1)[:, None] - 1.0 / away)
        predicted[steps, : k + 1], to_c0[steps, : k + 1] = value, rate - cj[steps, None] * value
    return cj, to_c0, predicted
