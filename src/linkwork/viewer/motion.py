"""Motions shown on pages: states of a model over time, with facts about them. Results are converted to motions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TypedDict

import numpy as np

from linkwork.analyses.linear.steady_motion_result import SteadyMotion
from linkwork.analyses.motion.inverse_dynamics_result import InverseDynamics
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.motion.trajectory import Crossing, RunEvent, Statistics, Trajectory
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.description.values import InputValue
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State, StateSeries


class Chapter(TypedDict):
    """A time interval of a page, selected by its title."""

    title: str
    summary: str
    start: float  # s
    end: float


@dataclass(frozen=True, eq=False)
class Motion:
    """States over the time of a page; a single state is a motion with one output."""

    model: Model
    start: State
    inputs: Mapping[str, InputValue]
    t: np.ndarray  # (nt) s, of the page
    times: np.ndarray  # (nt) s, of the model: those of the page, except for a mode's shape, which has one time
    q: np.ndarray  # (nt, nq)
    v: np.ndarray  # (nt, nv)
    z: np.ndarray  # (nt, nz)
    turns: np.ndarray  # (nt, n_measures)
    prescribed: tuple[np.ndarray, np.ndarray] | None = (
        None  # vdot (nt, nv) and lam (nt, n_rows) that the result itself holds
    )
    efforts: Mapping[str, np.ndarray] = field(default_factory=dict)  # (nt) inputs with one value per output
    positions_only: bool = False  # whether speeds, forces and energies mean nothing
    signals: Sequence[str] = ()  # that are plotted at first
    summary: str = ""
    message: str = ""
    success: bool = True
    chapters: Sequence[Chapter] = ()
    facts: Sequence[tuple[str, str]] = ()
    events: Sequence[RunEvent] = ()
    crossings: Sequence[Crossing] = ()
    stats: Statistics | None = None
    run: Trajectory | None = None  # of which these are the states

    def __len__(self) -> int:
        return self.t.size

    def state(self, k: int) -> State:
        """Return the state of the model at the k-th output."""
        return self.states.state(k)

    @property
    def states(self) -> StateSeries:
        """The states of the model at all outputs."""
        return StateSeries(self.times, self.q, self.v, self.z, self.start.inactive, self.turns)


@singledispatch
def motion_of(result: object) -> Motion:
    """Return the motion that a page shows of a result.

    >>> motion_of(run).t
    """
    raise TypeError(f"a page shows a motion or a position, not {type(result).__name__}")


@motion_of.register
def _(result: Motion) -> Motion:
    return result


@motion_of.register
def _(run: Trajectory) -> Motion:
    return Motion(
        run.model, run.start, run.inputs, run.t, run.t, run.q, run.v, run.z, run.turns, message=run.message,
        success=run.success, events=run.events, crossings=run.crossings, stats=run.stats, run=run,
    )  # fmt: skip


@motion_of.register
def _(run: Kinematics) -> Motion:
    return Motion(
        run.model, run.start, run.inputs or {}, run.t, run.t, run.q, run.v, run.states.z, run.turns, run.prescribed,
        run.efforts if isinstance(run, InverseDynamics) else {}, message=run.message, success=run.success,
    )  # fmt: skip


@motion_of.register
def _(equilibrium: Equilibrium) -> Motion:
    """Return an equilibrium as a motion with its static forces, whatever its drivers do at that time."""
    model = equilibrium.model
    return _still(model, equilibrium.state, equilibrium.inputs, (np.zeros((1, model.nv)), equilibrium.lam[None]))


@motion_of.register
def _(steady: SteadyMotion) -> Motion:
    return _still(steady.model, steady.state, steady.inputs)


def still_of(model: Model, state: State, inputs: Mapping[str, InputValue] | None = None) -> Motion:
    """Return a state as a motion with one output, or raise an error if it does not fit its model."""
    Evaluation(model, state, inputs)
    return _still(model, state, inputs or {})


def _still(
    model: Model,
    state: State,
    inputs: Mapping[str, InputValue],
    prescribed: tuple[np.ndarray, np.ndarray] | None = None,
) -> Motion:
    t = np.array([state.t])
    turns = state.turns[None] if state.turns.size else np.zeros((1, len(model.lowered.measures)))
    return Motion(model, state, dict(inputs), t, t, state.q[None], state.v[None], state.z[None], turns, prescribed)
