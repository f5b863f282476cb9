"""Energy, momentum and mass of a mechanism at a state. Every function takes (model, state), or an Evaluation at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.errors import AnalysisError
from linkwork.description.functions import atan2, sqrt
from linkwork.description.parts import JointForce
from linkwork.kernels.arrays import BEAM
from linkwork.model.evaluation import Evaluation
from linkwork.model.frames import quaternion
from linkwork.model.model import Model
from linkwork.model.state import State

SYMMETRIC = 1e-9  # of the largest entry of a stiffness: a larger difference across its diagonal is none of rounding


def _evaluated(at: Model | Evaluation, state: State | None) -> Evaluation:
    if isinstance(at, Evaluation):
        return at
    if state is None:
        raise TypeError("give a model and a state, or an Evaluation")
    return Evaluation(at, state)


def kinetic_energy(at: Model | Evaluation, state: State | None = None) -> float:
    """½ Σ (m v·v + 2 v·(omega × m c) + omega·I omega), J; v and I at the bodies' origins.

    >>> kinetic_energy(model, state)
    """
    return float(kinetic(_evaluated(at, state)).real)


def kinetic(e: Evaluation) -> Any:
    """The kinetic energy, complex for a complex model."""
    w = e.w
    omega, v = w.V[:, :3], w.V[:, 3:]
    mass, first = w.I_W[:, 0], w.I_W[:, 1:4]
    turning = np.einsum("bi,bij,bj->", omega, tensors(w.I_W), omega)
    mixed = np.einsum("bi,bi->", v, np.cross(omega, first))
    return 0.5 * np.einsum("b,bi,bi->", mass, v, v) + mixed + 0.5 * turning


def potential_energy(at: Model | Evaluation, state: State | None = None) -> float:
    """Gravity, joint springs, spring-dampers (with their preload), bushings and beams, J. Applied and joint forces have none.

    >>> potential_energy(model, state)
    """
    return float(potential(_evaluated(at, state)).real)


def potential(e: Evaluation) -> Any:
    """The potential energy, complex for a complex model."""
    w, m = e.w, e.m
    weight = -(m.gravity @ (w.I_W[:, :1] * w.X_WB[:, 9:] + w.I_W[:, 1:4]).sum(axis=0))
    return weight + _spring_energy(e) + _bushing_energy(e)


def _spring_energy(e: Evaluation) -> Any:
    """½ k x² - preload x, with x the stretch."""
    parts = e.model.numbers.parts
    energy = 0.0
    for name, k in e.model.lowered.efforts.items():
        if isinstance(parts[name], JointForce):
            continue
        stiffness, _, rest, preload = e.m.effort_law[k]
        x = e.w.measure_value[e.m.effort_measure[k]] - rest
        energy += 0.5 * stiffness * x * x - preload * x
    return energy


def _bushing_energy(e: Evaluation) -> Any:
    """½ x'K x - preload·x in the six coordinates of J in I; it exists where K is symmetric."""
    problems = energy_problems(e.model)
    if problems:
        raise AnalysisError(problems)
    energy = 0.0
    for k in e.model.lowered.bushings.values():
        law = e.m.bushing_law[k]
        stiffness = law[:36].reshape(6, 6)
        x = six_coordinates(e, k)
        energy += 0.5 * x @ stiffness @ x - law[72:] @ x
    return energy


def energy_problems(model: Model) -> list[str]:
    """Why a mechanism has no potential energy: bushings whose stiffness is not symmetric."""
    if not model.lowered.bushings:
        return []
    laws = np.real(model.lowered.arrays["bushing_law"])[:, :36].reshape(-1, 6, 6)
    off, size = (np.abs(x).max(axis=(1, 2)) for x in (laws - laws.transpose(0, 2, 1), laws))
    return [
        f"bushing {name!r}: its stiffness is not symmetric, so it has no energy; make it symmetric"
        for name, k in model.lowered.bushings.items()
        if off[k] > SYMMETRIC * size[k]
    ]


def six_coordinates(e: Evaluation, k: int) -> np.ndarray:
    """Bushings: (R_I'(p_J - p_I), rotation vector of R_I'R_J). Beams: (|u| - rest, u_y, u_z, the same), u as seen half way."""
    X_I, X_J = e.w.X_WF[e.m.bushing_frames[k]]
    R_I, R_J = X_I[:9].reshape(3, 3), X_J[:9].reshape(3, 3)
    p = quaternion(R_I.T @ R_J)
    s = sqrt((p[1:] @ p[1:]).item())
    turn = p[1:] * (2.0 * atan2(s, p[0].item()) / s if s.real > 1e-12 else 2.0)
    u = R_I.T @ (X_J[9:] - X_I[9:])
    if e.m.bushing_kind[k] == BEAM:
        s = -p[1:] / (1.0 + p[0])  # turns back by half the angle: u + 2 s x (u + s x u) / (1 + s²)
        across = np.array([s[1] * u[2] - s[2] * u[1], s[2] * u[0] - s[0] * u[2], s[0] * u[1] - s[1] * u[0]])
        u = u + 2.0 / (1.0 + s @ s) * (across + (s @ u) * s - (s @ s) * u)
        u[0] = sqrt((u @ u).item()) - e.m.bushing_rest[k]
    return np.concatenate((u, turn))


def total_energy(at: Model | Evaluation, state: State | None = None) -> float:
    """Kinetic and potential energy, J.

    >>> lw.total_energy(model, state)
    """
    e = _evaluated(at, state)
    return kinetic_energy(e) + potential_energy(e)


def momentum(at: Model | Evaluation, state: State | None = None) -> np.ndarray:
    """Linear momentum (3), world axes, kg m/s.

    >>> lw.momentum(model, state)
    """
    w = _evaluated(at, state).w
    return np.real(w.I_W[:, :1] * w.V[:, 3:] + np.cross(w.V[:, :3], w.I_W[:, 1:4])).sum(axis=0)


def angular_momentum(
    at: Model | Evaluation, state: State | None = None, *, about: Sequence[float] = (0.0, 0.0, 0.0)
) -> np.ndarray:
    """Angular momentum (3) about a point of the world, world axes, kg m²/s.

    >>> lw.angular_momentum(model, state, about=(0, 0, 1))
    """
    w = _evaluated(at, state).w
    omega, v, first = w.V[:, :3], w.V[:, 3:], w.I_W[:, 1:4]
    linear = w.I_W[:, :1] * v + np.cross(omega, first)
    own = np.einsum("bij,bj->bi", tensors(w.I_W), omega) + np.cross(first, v)
    return np.real(own + np.cross(w.X_WB[:, 9:] - np.asarray(about, float), linear)).sum(axis=0)


def mass_centre(at: Model | Evaluation, state: State | None = None) -> np.ndarray:
    """The centre of all masses (3), world axes, m.

    >>> lw.mass_centre(model, state)
    """
    w = _evaluated(at, state).w
    mass = np.real(w.I_W[:, 0])
    return np.real(w.I_W[:, :1] * w.X_WB[:, 9:] + w.I_W[:, 1:4]).sum(axis=0) / mass.sum()


def mass_matrix(at: Model | Evaluation, state: State | None = None) -> np.ndarray:
    """M (nv, nv): kinetic energy is ½ v'M v.

    >>> lw.mass_matrix(model, state)
    """
    return _evaluated(at, state).M.copy()


def tensors(I_W: np.ndarray) -> np.ndarray:
    """(n, 3, 3) from rows [m, m c, xx yy zz xy xz yz]."""
    return I_W[:, [4, 7, 8, 7, 5, 9, 8, 9, 6]].reshape(-1, 3, 3)
