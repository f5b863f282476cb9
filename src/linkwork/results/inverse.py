"""Forces that a prescribed motion needs, by input."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from linkwork.results.kinematics import Kinematics


@dataclass(frozen=True, eq=False, repr=False)
class InverseDynamics(Kinematics):
    """What `inverse_dynamics` returns: the motion, and `efforts["tau1"]` over the times.

    `lam` and signals of forces are those with the efforts acting, without any driver.
    """

    efforts: dict[str, np.ndarray] = field(default_factory=dict)  # (nt) by input
    unique: bool = True  # False: more efforts than freedoms; the smallest ones are given

    def __getitem__(self, path: str) -> np.ndarray:
        """A signal at all times; an effort by the name of its input."""
        if path in self.efforts:
            return self.efforts[path]
        rows = []
        for k in range(len(self)):
            inputs = (self.inputs or {}) | {name: u[k] for name, u in self.efforts.items()}
            rows.append(
                self.read(self.model, [self.state(k)], path, inputs, motion=(self.vdot[k : k + 1], self.lam[k : k + 1]))
            )
        return np.concatenate(rows)
