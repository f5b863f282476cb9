"""The result of inverse dynamics: the forces that a prescribed motion needs, by input."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.table import Table, Variable, labels


@dataclass(frozen=True, eq=False, repr=False)
class InverseDynamics(Kinematics):
    """What `inverse_dynamics` returns: the motion, and `efforts["tau1"]` over the times.

    `lam` and signals of forces are those with the efforts acting, without any driver.
    """

    efforts: dict[str, np.ndarray] = field(default_factory=dict)  # (nt) by input
    unique: bool = True  # False if there are more efforts than degrees of freedom; these are the smallest

    def __getitem__(self, path: str) -> np.ndarray:
        """Return a signal at all times; an effort is read by the name of its input."""
        if path in self.efforts:
            return self.efforts[path]
        return self.read(self.model, self.states, path, self.inputs, motion=self.prescribed, efforts=self.efforts)

    def _table(self) -> Table:
        motion, names = super()._table(), tuple(self.efforts)
        effort = np.array([self.efforts[name] for name in names]).reshape(len(names), len(self)).T
        variables = {"effort": Variable(("time", "input"), effort), **motion.variables}
        return Table(motion.index, variables, {**motion.coordinates, **labels("input", names)}, motion.attributes)
