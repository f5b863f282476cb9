"""A state of a model: time, positions, velocities, block states, which constraints are active, whole turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linkwork.description.values import is_bool, name_list, shown


@dataclass(frozen=True, eq=False)
class State:
    """A state of a model; immutable, with read-only arrays. `assemble`, `model.design_state()` and a run's `.final`
    give one.

    >>> state.t, state.q, state.v
    (0.0, array([...]), array([...]))
    """

    t: float
    q: np.ndarray  # positions (nq)
    v: np.ndarray  # velocities (nv)
    z: np.ndarray = field(default_factory=lambda: np.zeros(0))  # first-order states of blocks (nz)
    inactive: frozenset[str] = frozenset()  # joints, couplers and drivers that are switched off
    turns: np.ndarray = field(
        default_factory=lambda: np.zeros(0)
    )  # of angles that are not in q, beyond those that q determines

    def __post_init__(self):
        if is_bool(self.t):
            raise ValueError(f"State: t is a time in seconds, not {self.t}")
        for name in ("q", "v", "z", "turns"):
            try:
                array = np.array(getattr(self, name), np.float64)
            except OverflowError:
                raise ValueError(f"State: {name} has a number that is too large for a float") from None
            except (TypeError, ValueError):
                raise ValueError(f"State: {name} is an array of numbers, not {shown(getattr(self, name))}") from None
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        try:
            object.__setattr__(self, "t", float(self.t))
        except (OverflowError, TypeError, ValueError):
            raise ValueError(f"State: t is a time in seconds, not {shown(self.t)}") from None

        if type(self.inactive) is frozenset and not self.inactive:
            return
        inactive = name_list(self.inactive)
        if inactive is None or isinstance(self.inactive, str):
            raise ValueError(f"State: inactive is a set of names, not {shown(self.inactive)}")
        object.__setattr__(self, "inactive", frozenset(inactive))

    def __repr__(self) -> str:
        with np.printoptions(precision=6, threshold=12):
            return f"State(t={self.t:g}, q={self.q}, v={self.v})"


@dataclass(frozen=True, eq=False)
class StateSeries:
    """States of a model along time, one row each.

    >>> series.state(3)
    """

    t: np.ndarray  # (n) s
    q: np.ndarray  # (n, nq)
    v: np.ndarray  # (n, nv)
    z: np.ndarray  # (n, nz)
    inactive: frozenset[str]
    turns: np.ndarray  # (n, n_angle), or (n, 0)

    @classmethod
    def of(cls, states: Sequence[State]) -> StateSeries:
        """Return states of one model with the same inactive parts as a series."""
        q, v, z, turns = (np.array([getattr(state, name) for state in states]) for name in ("q", "v", "z", "turns"))
        return cls(np.array([state.t for state in states]), q, v, z, states[0].inactive, turns)

    def __len__(self) -> int:
        return len(self.t)

    def state(self, k: int) -> State:
        """Return the k-th state."""
        return State(self.t[k], self.q[k], self.v[k], self.z[k], self.inactive, self.turns[k])

    def part(self, rows: np.ndarray) -> StateSeries:
        """Return some of the states."""
        return replace(self, t=self.t[rows], q=self.q[rows], v=self.v[rows], z=self.z[rows], turns=self.turns[rows])


def put_turns(turns: np.ndarray, state: State) -> None:
    """Set `turns` of a workspace to those of the state, counted from its time."""
    set_turns(turns, state.turns, state.t)


def set_turns(turns: np.ndarray, values: np.ndarray, t: float) -> None:
    """Set `turns` of a workspace to some turns, zeros if they are empty, counted from a time."""
    n = turns.size // 5
    turns[:] = 0.0
    if values.size:
        turns[:n] = values
    turns[2 * n] = turns[4 * n + 1] = turns[5 * n + 2] = t


def turn_places(angles: np.ndarray, n: int) -> np.ndarray:
    """Return the places of some of n angles in `turns` of a workspace, kernels.measures.turn_steps."""
    counted = np.concatenate((angles, n + angles, [2 * n]))
    return np.concatenate((counted, 2 * n + 1 + counted, 4 * n + 2 + angles, [5 * n + 2]))
