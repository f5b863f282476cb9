"""What small motions store where: the mass of every body and the stiffness of every spring along the states of a linear model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.analyses.directional import Directional
from linkwork.analyses.energy import six_coordinates, tensors
from linkwork.analyses.measure import Sample
from linkwork.description.parts import JointForce
from linkwork.model.evaluation import Evaluation
from linkwork.model.probe import Probe


def body_inertias(e: Evaluation) -> np.ndarray:
    """(n_body, 6, 6): of [velocity of the body's origin, angular velocity], world axes; a body's origin is its `.position`."""
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
    """(k, 3, 3): a × as matrices."""
    return np.cross(np.eye(3)[None], a[:, None, :], axis=2)


def _square(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(k, 3, 3): a·b - b a', the inertia of pairs of arms."""
    return np.einsum("ki,ki->k", a, b)[:, None, None] * np.eye(3) - b[:, :, None] * a[:, None, :]


def spring_maps(
    there: Directional, dq: np.ndarray, jacobian: Callable[[Probe, Evaluation], Any] = Probe.jacobian
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """(stiffness (k, k), stretches by states (k, n)) of every spring with stiffness, for displacements dq (nv, n)."""
    e = there.base
    model, parts = e.model, e.model.numbers.parts
    found: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    law = e.m.effort_law
    springs = {
        n: k for n, k in model.lowered.efforts.items() if law[k, 0] != 0 and not isinstance(parts[n], JointForce)
    }
    if springs:
        measures = list(model.lowered.measures)
        probe = Probe(model, [measures[e.m.effort_measure[k]] for k in springs.values()])
        probe.read(e)
        stretch = jacobian(probe, e) @ dq
        found |= {name: (law[k, :1, None].copy(), stretch[i, None]) for i, (name, k) in enumerate(springs.items())}
    bushings = model.lowered.bushings
    if bushings:
        places = list(bushings.values())

        def read(sample: Sample) -> np.ndarray:
            return np.array([six_coordinates(sample.e, k) for k in places])

        stretch = np.array([there.along(read, there.change(q=x)) for x in dq.T]).reshape(-1, len(places), 6)
        for i, (name, k) in enumerate(bushings.items()):
            found[name] = (e.m.bushing_law[k, :36].reshape(6, 6).copy(), stretch[:, i].T)
    return found
