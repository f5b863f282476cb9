"""Energy, momentum and mass of a mechanism at a state.

Every function takes (model, state), or an existing Evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.description.values import real_array, shown
from linkwork.kernels import energy
from linkwork.model.errors import AnalysisError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import require_state


def _evaluated(at: Model | Evaluation, state: State | None) -> Evaluation:
    if isinstance(at, Evaluation):
        return at
    if state is None:
        raise TypeError("give a model and a state, or an Evaluation")
    require_state(at, state)
    return Evaluation(at, state)


def kinetic_energy(at: Model | Evaluation, state: State | None = None) -> float:
    """½ Σ (m v·v + 2 v·(omega × m c) + omega·I omega), J; v and I at the bodies' origins.

    >>> kinetic_energy(model, state)
    """
    return float(kinetic(_evaluated(at, state)).real)


def kinetic(e: Evaluation) -> Any:
    """Return the kinetic energy, complex for a complex model."""
    return energy.kinetic(e.model.ints, e.work)


def potential_energy(at: Model | Evaluation, state: State | None = None) -> float:
    """Return the energy of gravity, joint springs, spring-dampers (with preload) and force laws between frames, J.

    Applied and joint forces have no potential energy.

    >>> potential_energy(model, state)
    """
    return float(potential(_evaluated(at, state)).real)


def potential(e: Evaluation) -> Any:
    """Return the potential energy, complex for a complex model."""
    require_potential(e.model)
    return energy.potential(e.model.ints, e.model.floats, e.work, e.state.t)


def require_potential(model: Model) -> None:
    """Raise an error if the mechanism has no potential energy."""
    problems = energy_problems(model)
    if problems:
        raise AnalysisError(problems)


def energy_problems(model: Model) -> list[str]:
    """Return reasons why a mechanism has no potential energy: force laws that should have one and do not."""
    problems = []
    for name, constants in law_constants(model).items():
        part: Any = model.numbers.parts[name]
        problem = part.energy_problem(constants)
        problems += [f"{part.type} {name!r}: {problem}"] if problem else []
    return problems


def law_constants(model: Model) -> dict[str, np.ndarray]:
    """Return the constants of every force law between two frames."""
    a = model.lowered.arrays
    rows = np.split(np.real(a["law_const"]), a["law_start"][1:-1])
    return dict(zip(model.lowered.laws, rows, strict=False))


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
    point = real_array(about)
    if point is None or point.shape != (3,):
        raise AnalysisError(f"angular_momentum: about is a point, three finite numbers, not {shown(about)}")
    w = _evaluated(at, state).w
    omega, v, first = w.V[:, :3], w.V[:, 3:], w.I_W[:, 1:4]
    linear = w.I_W[:, :1] * v + np.cross(omega, first)
    own = np.einsum("bij,bj->bi", tensors(w.I_W), omega) + np.cross(first, v)
    return np.real(own + np.cross(w.X_WB[:, 9:] - point, linear)).sum(axis=0)


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
    """Return inertia tensors (n, 3, 3) from rows [m, m c, xx yy zz xy xz yz]."""
    return I_W[:, [4, 7, 8, 7, 5, 9, 8, 9, 6]].reshape(-1, 3, 3)
