"""Read signals and accelerations of a finished run, using its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from linkwork.analyses.position.samples import SampleRows
from linkwork.description.values import InputValue, constant_inputs, plain_inputs
from linkwork.dynamics.crossings import nearness_at
from linkwork.dynamics.histories import largest_violations
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows
from linkwork.kernels import arrays as K
from linkwork.model.model import Model
from linkwork.model.running_variant import with_inputs
from linkwork.model.state import StateSeries, put_turns
from linkwork.model.state_conversion import turns_for

if TYPE_CHECKING:
    from linkwork.analyses.motion.trajectory import Trajectory


class StateHistory(Protocol):
    """States along time: a run, or the motion that a page shows."""

    @property
    def states(self) -> StateSeries: ...


class Reading:
    """Reads signals of a model whose inputs are constants, expressions of time, or (times, samples)."""

    def __init__(self, model: Model, inputs: Mapping[str, InputValue]):
        self.model, self.inputs = model, plain_inputs(inputs)
        self.constant = constant_inputs(self.inputs)

    @cached_property
    def running(self) -> Model:
        """The model with time-dependent inputs built in."""
        return with_inputs(self.model, self.inputs)

    def rows(self, run: StateHistory) -> SampleRows:
        """Return the states at the outputs of a run, to read signals from."""
        return SampleRows(self.running, self.states(run), self.constant)

    def nearness(self, run: Trajectory) -> np.ndarray:
        """Return the smallest pivot of the constraints at the outputs of a run, relative to the largest, shape (nt); it
        is 1 if there are no rows."""
        if self.model.n_rows == 0 or len(run) == 0:
            return np.ones(len(run))
        motion = prepare(self.model, None, self.inputs, ()).start(run.start, self.inputs)
        leave_out_redundant_rows(motion)
        y = np.ascontiguousarray(np.hstack((run.q, run.v, run.z)))
        turns = K.python_work(motion.model.ints, motion.page.work).turns
        pivots, states = np.zeros(len(run)), self.states(run)
        for _ in range(2):  # the first pass determines the largest size of the rows of each joint
            for k in range(len(run)):
                put_turns(turns, states.state(k))
                pivots[k] = nearness_at(run.t[k], y[k], motion.page)
        return pivots / max(pivots.max(), 1e-300)

    def violations(
        self, t: np.ndarray, y: np.ndarray, turns: np.ndarray, inactive: frozenset[str]
    ) -> tuple[float, float]:
        """Return the largest violations of the constraints in positions (m) and in velocities (m/s) at times t and
        states y (nt, ny), whose angles have the given turns (nt, n_measures)."""
        out = np.zeros(2)
        if self.model.n_rows:
            model = self.running
            work = model.workspace(self.constant)
            if inactive:
                K.python_work(model.ints, work).active[:] = [row.part not in inactive for row in model.lowered.rows]
            rows = (np.ascontiguousarray(x) for x in (t, y, turns_for(model, self.model, turns)))
            largest_violations(model.ints, model.floats, work, *rows, out)
        return float(out[0]), float(out[1])

    def states(self, run: StateHistory) -> StateSeries:
        """Return the states at the outputs of a run, as states of the running model."""
        return replace(run.states, turns=turns_for(self.running, self.model, run.states.turns))
