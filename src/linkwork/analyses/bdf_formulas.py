"""The formulas of BDF steps of a record, as weights of past states."""

from __future__ import annotations

import numpy as np

from linkwork.analyses.errors import QuestionError
from linkwork.integrators.bdf_coefficients import HIGHEST


def formulas(h: np.ndarray, order: np.ndarray, restarts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of all steps: c_j, and weights (n, HIGHEST + 1) of the past states, the newest first, in c_0 and in the prediction."""
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
        for j in range(k + 1):
            others = np.delete(np.arange(k + 1), j)
            scale = np.prod(apart[:, j, others], axis=1)
            value = np.prod(away[:, others], axis=1) / scale
            rate = sum(np.prod(away[:, np.delete(others, i)], axis=1) for i in range(k)) / scale
            predicted[steps, j], to_c0[steps, j] = value, rate - cj[steps] * value
    return cj, to_c0, predicted


def no_adjoint() -> QuestionError:
    return QuestionError(
        'steps of bdf have no adjoint: ask with method="direct", or choose lw.Radau(), lw.GeneralizedAlpha(), '
        "lw.DormandPrince() or lw.RungeKutta4(step) as integrator"
    )
