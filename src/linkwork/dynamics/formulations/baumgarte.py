"""Constraint stabilization (Baumgarte 1972; park-2000 Eqs. 6-10): Augmented with gamma_bar for gamma."""

from __future__ import annotations

import sys

from linkwork.description.choices import Baumgarte
from linkwork.dynamics.formulations import augmented
from linkwork.dynamics.formulations.registry import Entry, register
from linkwork.numerics.jit import kernel

scratch_sizes = augmented.scratch_sizes
accelerations = augmented.accelerations


@kernel
def stabilized_gamma(gamma, Phi, Phidot, alpha, beta, gamma_bar):
    """gamma_bar = gamma - 2 alpha Phidot - beta^2 Phi   (park-2000 Eq. 9).

    Phidot = Phi_v v - nu. A velocity-level row has no position to return to: pass Phi = 0 for it.
    """
    for r in range(gamma.shape[0]):
        gamma_bar[r] = gamma[r] - 2.0 * alpha * Phidot[r] - beta * beta * Phi[r]


register(
    Baumgarte,
    Entry(
        sys.modules[__name__],
        stabilization=lambda choice: (choice.alpha, choice.beta),
        drifts=True,
        has_sparse_form=True,
    ),
)
