"""Energies of small motions: the mass of every body and the stiffness of every spring along the states of a linear
model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from linkwork.analyses.linear.directional import Directional
from linkwork.description.parts import JointForce
from linkwork.dynamics.energy import tensors
from linkwork.kernels.energy import law_stretches
from linkwork.kernels.gradients import gradient_entries
from linkwork.model.evaluation import Evaluation
from linkwork.model.probe import Probe


def body_inertias(e: Evaluation) -> np.ndarray:
    """Return the inertias for [velocity of the body's origin, angular velocity], world axes, shape (n_body, 6, 6); a
    body's origin is its `.position`."""
    model, w = e.model, e.w
    table = model.signal_table
    probe = Probe(model, [m for body in model.bodies for m in table.find(f"{body}.position").measures])
    origins = probe.read(e)[:, 0].reshape(-1, 3)
    mass, first, inertia = w.I_W[1:, 0], w.I_W[1:, 1:4], tensors(w.I_W[1:])
    shift = w.X_WB[1:, 9:] - origins
    about = _cross(first + mass[:, None] * shift)
    out = np.zeros((len(model.bodies), 6, 6))
    out[:, :3, :3] = mass[:, None, None] * np.eye(3)
    out[:, :3, 3:], out[:, 3:, :3] = -about, about
    arms = _square(first, shift) + _square(shift, first) + mass[:, None, None] * _square(shift, shift)
    out[:, 3:, 3:] = inertia + arms
    return out


def _cross(a: np.ndarray) -> np.ndarray:
    """Return the matrices of a ×, shape (k, 3, 3)."""
    return np.cross(np.eye(3)[None], a[:, None, :], axis=2)


def _square(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a·b - b a', the inertia of pairs of arms, shape (k, 3, 3)."""
    return np.einsum("ki,ki->k", a, b)[:, None, None] * np.eye(3) - b[:, :, None] * a[:, None, :]


def spring_maps(
    there: Directional, dq: np.ndarray, jacobian: Callable[[Probe, Evaluation], Any] = Probe.jacobian
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return (stiffness (k, k), stretches by states (k, n)) of every spring with stiffness, for displacements dq (nv,
    n)."""
    e = there.base
    model, parts = e.model, e.model.numbers.parts
    maps: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    law = e.m.effort_law
    springs = {
        n: k for n, k in model.lowered.efforts.items() if law[k, 0] != 0 and not isinstance(parts[n], JointForce)
    }
    if springs:
        measures = list(model.lowered.measures)
        probe = Probe(model, [measures[e.m.effort_measure[k]] for k in springs.values()])
        probe.read(e)
        stretch = jacobian(probe, e) @ dq
        maps |= {name: (law[k, :1, None].copy(), stretch[i, None]) for i, (name, k) in enumerate(springs.items())}
    return maps | _law_maps(e, dq)


def _law_maps(e: Evaluation, dq: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return stiffness and stretches of force laws between two frames, in six coordinates each."""
    model, n = e.model, len(e.model.lowered.laws)
    if not n:
        return {}
    G, K, C = np.zeros((6 * n, 12)), np.zeros((n, 36)), np.zeros((n, 36))
    law_stretches(model.ints, model.floats, e.work, e.state.t, G, K, C)
    bodies = np.repeat(e.m.frame_body[e.m.law_frames], 6, axis=0)
    stretch = (gradients(e, bodies, G) @ dq).reshape(n, 6, -1)
    return {name: (0.5 * K[k].reshape(6, 6), stretch[k]) for name, k in model.lowered.laws.items()}


def gradients(e: Evaluation, bodies: np.ndarray, G: np.ndarray) -> Any:
    """Return the sparse gradients with respect to tangent displacements of scalars with bodies (k, 2) and G (k, 12),
    shape (k, nv)."""
    model, none = e.model, np.zeros(0, np.int64)
    count = gradient_entries(model.ints, model.floats, e.work, bodies, G, none, none, np.zeros(0))
    row, column, value = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count)
    gradient_entries(model.ints, model.floats, e.work, bodies, G, row, column, value)
    return sparse.csr_array((value, (row, column)), shape=(len(bodies), model.nv))
