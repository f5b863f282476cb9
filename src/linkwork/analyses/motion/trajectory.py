"""The result of a simulation: states at the output times, signals by name, statistics and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from numbers import Integral
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses import outlets
from linkwork.analyses.position.measure import read_rows
from linkwork.analyses.position.samples import SampleRows
from linkwork.analyses.result import MovingResult
from linkwork.analyses.table import MIXED, Table, Variable, states
from linkwork.description.choices import Event
from linkwork.description.values import InputValue, is_bool, shown
from linkwork.dynamics.time_events import EventDoubt
from linkwork.integrators.record import Record
from linkwork.model.model import Model
from linkwork.model.state import State, StateSeries

NEAR_SINGULAR = 0.02  # of the largest pivot; multipliers grow with the inverse square of a pivot


@dataclass(frozen=True)
class Statistics:
    """The cost of a run, and the violation of the constraints at its outputs, which is computed when it is first
    read."""

    steps: int
    rejected: int
    evaluations: int  # of the right-hand side
    projections: int  # onto the constraints
    factorizations: int
    repartitions: int  # new choices of independent coordinates
    on_branch: int  # stages evaluated on the branch near singular positions
    across: int  # evaluations interpolated across a singular position
    wall_time: float  # s, of the integration
    compute_violations: Callable[[], tuple[float, float]] = field(repr=False, compare=False)  # returns both violations
    newton_iterations: int = 0  # of implicit integrators
    newton_matrices: int = 0  # linearizations of the equations of motion for them
    newton_factorizations: int = 0  # factorizations of those matrices, one for each step size
    code: str = "compiled"  # or "interpreted", while kernels were being compiled in the background

    @cached_property
    def _violations(self) -> tuple[float, float]:
        return self.compute_violations()

    @property
    def violation(self) -> float:
        """The largest violation of the constraints in positions at the outputs, m (radians times the model's
        length)."""
        return self._violations[0]

    @property
    def velocity_violation(self) -> float:
        """The largest violation of the constraints in velocities at the outputs, m/s."""
        return self._violations[1]

    def numbers(self) -> dict[str, float | str]:
        """Return all statistics by name."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "compute_violations"}
        return values | {"violation": self.violation, "velocity_violation": self.velocity_violation}

    @staticmethod
    def of(numbers: Mapping[str, float | str]) -> Statistics:
        """Return the statistics with the given `numbers`."""
        values: dict[str, Any] = dict(numbers)
        violations = values.pop("violation"), values.pop("velocity_violation")
        return Statistics(**values, compute_violations=_Known(violations))


@dataclass(frozen=True)
class _Known:
    """Violations that are already known, for instance from a file."""

    violations: tuple[float, float]

    def __call__(self) -> tuple[float, float]:
        return self.violations


@dataclass(frozen=True)
class Crossing:
    """A singular position that the run passed."""

    time: float  # s
    parts: tuple[str, ...]  # joints, couplers or drivers whose rows lost rank
    rank_lost: int


@dataclass(frozen=True)
class RunEvent:
    """An event that happened during a run."""

    time: float
    event: Event
    state: State


@dataclass(frozen=True, eq=False)
class Trajectory(MovingResult):
    """What `simulate` returns; a run that could not finish holds the part that was computed.

    >>> run["A.angle"], run["D.force"][-1], run.final, run.stats.evaluations
    """

    model: Model = field(repr=False)
    t: np.ndarray  # (nt) s
    q: np.ndarray  # (nt, nq)
    v: np.ndarray  # (nt, nv)
    z: np.ndarray  # (nt, nz)
    turns: np.ndarray  # (nt, n_measures)
    start: State = field(repr=False)
    sample: Callable[..., SampleRows] = field(repr=False)  # states of a run, to read signals from
    nearness: Callable[..., np.ndarray] = field(repr=False)  # to singular positions, of a run
    stats: Statistics = field(repr=False)
    success: bool
    status: str  # done, event, time limit, interrupted, step too small, chattering, failed
    message: str
    events: tuple[RunEvent, ...] = ()
    crossings: tuple[Crossing, ...] = ()  # singular positions that were passed on the motion's own branch
    record: Record | None = field(default=None, repr=False)  # accepted steps, if they are stored
    inputs: Mapping[str, InputValue] = field(
        default_factory=dict, repr=False
    )  # constants, expressions or (times, samples)
    methods: tuple[tuple[float, str], ...] = field(
        default=(), repr=False
    )  # time (s) from which an integrator was used, and its name
    doubts: tuple[EventDoubt, ...] = ()  # intervals in which events may be missing

    def __getitem__(self, path: str) -> np.ndarray:
        """Return a signal at all output times, shape (nt,) or (nt, 3)."""
        return read_rows(self.rows, [path])[path]

    def prepare(self, paths: Sequence[str]) -> None:
        read_rows(self.rows, paths)

    def state(self, k: int) -> State:
        """Return the state at the k-th output."""
        if not isinstance(k, Integral) or is_bool(k) or not -self.t.size <= k < self.t.size:
            raise IndexError(
                f"state: the run has {self.t.size} outputs; k is the number of one of them, not {shown(k)}"
            )
        return self.states.state(k)

    @property
    def states(self) -> StateSeries:
        """The states at all outputs."""
        return StateSeries(self.t, self.q, self.v, self.z, self.start.inactive, self.turns)

    @property
    def final(self) -> State:
        """The last state, from which another run can continue."""
        return self.state(-1)

    @cached_property
    def rows(self) -> SampleRows:
        """The states at the outputs with what has been read from them, so that it is computed once."""
        return self.sample(self)

    @property
    def motion(self) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations and multipliers at the outputs, computed once."""
        return self.rows.motion

    def __getstate__(self) -> dict[str, object]:
        """What is read from the run can be computed again."""
        return {name: value for name, value in vars(self).items() if name != "rows"}

    @property
    def vdot(self) -> np.ndarray:
        """Accelerations at the outputs, shape (nt, nv)."""
        return self.motion[0]

    @property
    def lam(self) -> np.ndarray:
        """Multipliers at the outputs, shape (nt, n_rows): the smallest if they are not unique, large where
        `near_singular`."""
        return self.motion[1]

    @cached_property
    def near_singular(self) -> np.ndarray:
        """True at outputs so near a singular position that multipliers and reactions are unreliable, shape (nt).

        >>> run["C.force"][~run.near_singular]
        """
        return self.nearness(self) < NEAR_SINGULAR

    def _table(self) -> Table:
        arrays = {"q": ("position", self.q, MIXED), "v": ("velocity", self.v, MIXED), "z": ("block_state", self.z, "")}
        return self._own_table(states(**arrays))

    def _beside(self) -> dict[str, Variable]:
        return {"near_singular": Variable(("time",), self.near_singular)} if self.crossings else {}

    def _attributes(self) -> dict[str, str | float | int]:
        return {"mechanism": self.model.name, "status": self.status, "message": self.message}

    def save(self, path: str | PathLike) -> None:
        """Write the run as netCDF (states, start, events, statistics, the mechanism, and the `record` of steps if there
        is one), or its states as .csv.

        >>> run.save("run.nc")
        >>> run = lw.Trajectory.load("run.nc")
        """
        super().save(path)

    @staticmethod
    def load(path: str | PathLike, model: Model | None = None, *, allow_code: bool = False) -> Trajectory:
        """Read a saved run with the mechanism in its file. A given model must have the same mechanism and parameters.

        Loading runs no code. A mechanism whose blocks name code to run is read only with allow_code=True, or with a
        given model.

        >>> lw.Trajectory.load("run.nc")["A.angle"]
        """
        return outlets.read_run(path, model, allow_code)

    def __repr__(self) -> str:
        span = f"{self.t[0]:g} … {self.t[-1]:g} s" if self.t.size else "no time"
        passed = f"; passed {len(self.crossings)} singular positions" if self.crossings else ""
        return (
            f"<Trajectory of {self.model.name!r}: {self.t.size} outputs, {span}, {self.stats.steps} steps, "
            f"{self.stats.evaluations} evaluations; {self.message}{passed}>"
        )
