"""A run at its start, which can be made several times with other outputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from linkwork.analyses.motion.compiled_run import CompiledRun
from linkwork.analyses.motion.driver_jumps import first_jump
from linkwork.analyses.motion.outcome import DONE, FAILED, Outcome, RunOptions, trajectory
from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.description.choices import Event, Formulation, Integrator
from linkwork.description.values import FloatSequence, InputValue
from linkwork.dynamics.energy_drift import energies_at
from linkwork.dynamics.status import OK
from linkwork.integrators.motion import Motion
from linkwork.integrators.record import Record
from linkwork.integrators.registry import Method, method_named, method_of, settings_of
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.numerics.progress import Progress


@dataclass(frozen=True, eq=False)
class RunChoices:
    """What `simulate` is told besides the model, the start and the duration."""

    rtol: float | None = None
    atol: float | None = None
    output: float | FloatSequence | None = None
    events: tuple[Event, ...] = ()
    inputs: Mapping[str, InputValue] = field(default_factory=dict)
    formulation: Formulation | None = None
    integrator: Integrator | None = None
    correction: str = "newton"
    position_tolerance: float | None = None
    time_limit: float | None = None
    quiet: bool = False
    record: bool | str | None = None
    replay: Record | None = None


@dataclass(frozen=True, eq=False)
class PlannedRun:
    """A run whose question has been checked, at its start."""

    model: Model
    state: State
    duration: float
    choices: RunChoices
    rtol: float
    atol: float
    motion: Motion
    code: int  # dynamics.status: whether a step can be taken from there

    def again(self, times: np.ndarray | None, keep: bool = False) -> Trajectory:
        """Return the run with outputs at some times, or at every step; it can be asked for again."""
        return replace(self, motion=self.motion.copied()).go(times, keep)

    def go(self, times: np.ndarray | None, keep: bool, stages: bool = False) -> Trajectory:
        """Return the run, in which `motion` is used up."""
        motion, choices, end = self.motion, self.choices, self.state.t + self.duration
        replay = choices.replay
        method, h = method_of(choices.integrator, self.rtol)
        if replay is not None:
            method = method_named(replay.method)
        jump = first_jump(motion, end) if self.code == OK else None
        if jump is not None:
            end = jump.before
            times = None if times is None else times[times <= end]
        progress = Progress(self.state.t, end, choices.quiet)
        options = RunOptions(
            end, times, choices.events, self.rtol, self.atol, choices.time_limit, progress, keep, replay, stages
        )
        if motion.prepared.energy_scale is not None and replay is None and h == 0.0:
            options.energies = energies_at(motion.page, motion.t, motion.y)
        outcome = self._integrated(options, method, h)
        if jump is not None and outcome.status == DONE:
            outcome.status, outcome.stop = FAILED, jump.sentence
        return trajectory(self.model, self.state, motion, options, outcome, Reading(self.model, choices.inputs))

    def _integrated(self, options: RunOptions, method: Method, h: float) -> Outcome:
        motion, integrator, replay = self.motion, self.choices.integrator, self.choices.replay
        if self.code != OK:
            return CompiledRun(motion, options, method, h, settings_of(integrator)).refused(self.code)
        settings = settings_of(integrator) if replay is None else replay.settings
        automatic = integrator is None and replay is None and motion.prepared.may_be_stiff
        return CompiledRun(motion, options, method, h, settings, automatic).go()


def output_times(start: float, duration: float, output: Any) -> np.ndarray | None:
    if output is None:
        return None
    if np.ndim(output) == 0:
        count = int(np.floor(duration / float(output) * (1 + 1e-12)))
        times = start + np.arange(count + 1) * float(output)
        if times[-1] < start + duration * (1 - 1e-12):
            return np.append(times, start + duration)
    else:
        times = np.ascontiguousarray(output, float)
    return np.minimum(times, start + duration)  # a time that is beyond the end by round-off would never be reached
