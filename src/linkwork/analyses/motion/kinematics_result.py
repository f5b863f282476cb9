"""The result of kinematics: positions, velocities, accelerations and forces of a prescribed motion at given times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from linkwork.analyses.result import MovingResult
from linkwork.analyses.table import MIXED, Table, labels, states
from linkwork.model.model import Model
from linkwork.model.state import State, StateSeries


@dataclass(frozen=True, eq=False)
class Kinematics(MovingResult):
    """What `kinematics` returns; if a position could not be reached, it holds the times before.

    >>> run["A.angle"], run["D.force"], run["motor.force"], run.success
    """

    model: Model = field(repr=False)
    t: np.ndarray  # (nt) s
    q: np.ndarray  # (nt, nq)
    v: np.ndarray  # (nt, nv)
    vdot: np.ndarray  # (nt, nv)
    lam: np.ndarray  # (nt, n_rows) of minimum norm if it is not unique
    turns: np.ndarray  # (nt, n_measures) whole turns of cut joints' angles
    start: State = field(repr=False)
    read: Callable[..., np.ndarray] = field(repr=False)  # history of a signal
    success: bool = True
    message: str = "the motion was followed to the last time"
    inputs: dict[str, float] | None = None
    lam_unique: bool = True  # False if rows depend on others, so that lam is one of many solutions

    def __getitem__(self, path: str) -> np.ndarray:
        """Return a signal at all times, shape (nt,) or (nt, 3)."""
        return self.read(self.model, self.states, path, self.inputs, motion=self.prescribed)

    @property
    def prescribed(self) -> tuple[np.ndarray, np.ndarray]:
        """Return vdot and lam, which belong to the prescribed motion and are not those of free motion."""
        return self.vdot, self.lam

    def state(self, k: int) -> State:
        """Return the state at the k-th time."""
        return self.states.state(k)

    @property
    def states(self) -> StateSeries:
        """The states at all times."""
        z = np.broadcast_to(self.start.z, (len(self), self.start.z.size))
        return StateSeries(self.t, self.q, self.v, z, self.start.inactive, self.turns)

    @property
    def final(self) -> State:
        """The state at the last time that was reached."""
        return self.state(-1)

    def _table(self) -> Table:
        arrays = {
            "q": ("position", self.q, MIXED),
            "v": ("velocity", self.v, MIXED),
            "vdot": ("velocity", self.vdot, MIXED),
        }
        return self._own_table(states(**arrays, lam=("row", self.lam, MIXED)), labels("row", self.model.row_names))

    def _attributes(self) -> dict[str, str | float | int]:
        return {"mechanism": self.model.name, "success": int(self.success), "message": self.message}

    def __repr__(self) -> str:
        span = f"{self.t[0]:g} … {self.t[-1]:g} s" if self.t.size else "no time"
        return f"<{type(self).__name__} of {self.model.name!r}: {self.t.size} times, {span}; {self.message}>"
