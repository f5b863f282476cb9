"""Check whether a run of a conservative system conserved its energy as well as the tolerance requires."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.description.parts import JointForce
from linkwork.dynamics.energy import law_constants
from linkwork.dynamics.histories import energies
from linkwork.dynamics.layout import Page
from linkwork.kernels.measures.table import RADIANS, of_kinds
from linkwork.model.model import Model

MANY = 10.0  # times what an error of the size of the tolerance changes of the energy


@dataclass(frozen=True)
class EnergyScale:
    """Reference energies of a conservative system, J; its units are the model's length, 1 rad and 1 s."""

    weight: float  # of all bodies, lifted by the model's length
    inertia: float  # kinetic energy at unit speeds
    stiffness: float  # of all springs at unit stretch

    def explained(self, before: np.ndarray, after: np.ndarray, rtol: float, atol: float) -> float:
        """Return the change of energy that errors of the size of the tolerances in every coordinate and speed would
        make.
        """
        largest = np.maximum(np.abs(before), np.abs(after))
        size = float(largest[0] + abs(after[1] - before[1]) + largest[2]) + self.weight
        return 2.0 * rtol * size + 2.0 * atol * np.sqrt(size * (self.inertia + self.stiffness)) + atol * self.weight


def energy_scale(model: Model) -> EnergyScale | None:
    """Return the scale of a conservative system, or None if anything may add or remove energy.

    Dampers, inputs, drivers, blocks and given forces may.
    """
    a = {name: np.real(values) for name, values in model.lowered.arrays.items()}
    law = a["effort_law"]
    stored = [model.numbers.parts[name].conserved(c) for name, c in law_constants(model).items()]  # type: ignore[attr-defined]
    feeds = (
        law[:, 1].any(),
        (a["effort_expr"] >= 0).any(),
        any(isinstance(part, JointForce) for part in model.numbers.parts.values()),
        (a["applied_expr"] >= 0).any(),
        a["applied_const"].any(),
        (a["row_motion"] >= 0).any(),
        a["block_sizes"].size,
        any(stiffness is None for stiffness in stored),
    )
    if any(map(bool, feeds)):
        return None
    length = max(model.length, 1e-300)
    mass, moments = a["inertia"][:, 0].sum(), a["inertia"][:, 4:7].sum()
    turning = of_kinds(RADIANS, a["measure_kind"][a["effort_measure"]])
    stiffness = np.abs(law[:, 0]) @ np.where(turning, 1.0, length**2)
    stiffness += sum(k @ np.array([length**2] * 3 + [1.0] * 3) for k in stored if k is not None)
    return EnergyScale(
        float(mass * np.linalg.norm(a["gravity"]) * length),
        0.5 * float(mass * length**2 + moments),
        0.5 * float(stiffness),
    )


def energies_at(page: Page, t: float, y: np.ndarray) -> np.ndarray:
    """Return the energies of motion, gravity and springs, using the turn counts of the page."""
    out = np.zeros(3)
    energies(*page[:3], t, np.ascontiguousarray(y), out)
    return out


def drift_remark(scale: EnergyScale, before: np.ndarray, after: np.ndarray, rtol: float, atol: float) -> str:
    """Return a sentence about a drift that the tolerance does not explain, or an empty string."""
    drift, explained = float(after.sum() - before.sum()), scale.explained(before, after, rtol, atol)
    if abs(drift) <= MANY * explained:
        return ""
    verb = "gained" if drift > 0 else "lost"
    return (
        f"; the system is conservative but has {verb} {abs(drift):.2g} J, where an error of the size of the tolerance explains "
        f"{explained:.2g} J: take a smaller rtol"
    )
