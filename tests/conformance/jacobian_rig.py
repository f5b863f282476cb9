"""States to differentiate at, and how far closed forms are from the complex step."""

from __future__ import annotations

import numpy as np
from complex_jacobians import stepped_jacobians

from linkwork.dynamics.jacobians import motion_jacobians
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.state import State

NAMES = (
    "F_q", "F_v", "F_z", "M", "Phi_v", "Phidot_q", "Phiddot_q", "gamma_q", "gamma_v", "zdot_q", "zdot_v", "zdot_z",
)  # fmt: skip


def anywhere(model, seed, size=0.5, t=0.4):
    """A random position and velocity, on the constraints or not: derivatives hold everywhere."""
    rng, start = np.random.default_rng(seed), model.design_state()
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, np.array(start.q), size * rng.normal(size=model.nv), q)
    return State(t, q, rng.normal(size=model.nv), start.z, start.inactive, start.turns)


def both(model, state, seed=0, inputs=None):
    """(closed forms, complex step) for random accelerations and multipliers."""
    rng = np.random.default_rng(seed)
    e = Evaluation(model, state, inputs)
    vdot, lam = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    return motion_jacobians(e, vdot, lam), stepped_jacobians(e, vdot, lam)


def difference(found, exact, names=NAMES):
    """Largest difference of any matrix relative to its largest entry (or one), and the matrix's name."""
    worst = (0.0, "")
    for name in names:
        a, b = getattr(found, name), getattr(exact, name)
        assert a.shape == b.shape
        if a.size:
            assert np.isfinite(a).all(), name
            worst = max(worst, (float(np.abs(a - b).max() / max(np.abs(b).max(), 1.0)), name))
    return worst
