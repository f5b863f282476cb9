"""Time integration on the constraint manifold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.motion.compiled_run import CompiledRun
from linkwork.analyses.motion.failures import worst_row
from linkwork.analyses.motion.outcome import Outcome, RunOptions, trajectory
from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.position.reactions import not_unique
from linkwork.description.choices import Event, Formulation, Integrator, RungeKutta4
from linkwork.description.values import (
    FloatSequence,
    InputValue,
    constant_inputs,
    is_bool,
    is_choice,
    plain_inputs,
    real_array,
    shown,
)
from linkwork.dynamics.energy_drift import energies_at
from linkwork.dynamics.formulations.registry import entry_of
from linkwork.dynamics.histories import largest_violations
from linkwork.dynamics.running_model import reactions_read
from linkwork.dynamics.status import OK
from linkwork.integrators.motion import Motion, prepare
from linkwork.integrators.record import Record
from linkwork.integrators.redundant_rows import leave_out_redundant_rows, singular_start_status
from linkwork.integrators.registry import Method, meaning_of, method_named, method_of, settings_of
from linkwork.kernels import arrays as K
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.model import Model
from linkwork.model.running_variant import input_problems, with_inputs_and_events
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import state_for
from linkwork.numerics.progress import Progress
from linkwork.numerics.questions import question

UNASSEMBLED = 1e-6  # of the model's length (and of its speed): simulate raises an error if the start violates the constraints more
RTOL = 1e-6  # the default
SMALLEST_RTOL = 1e-13
MOST_OUTPUTS = 1e8  # more would not fit into memory
ROUNDED = 0.01  # of a duration: the largest error from the floating-point representation of its ends


@question
def simulate(
    model: Model,
    state: State,
    duration: float,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    output: float | FloatSequence | None = None,
    events: Sequence[Event] | Event = (),
    inputs: Mapping[str, InputValue] | None = None,
    formulation: Formulation | None = None,
    integrator: Integrator | None = None,
    correction: str = "newton",
    position_tolerance: float | None = None,
    time_limit: float | None = None,
    quiet: bool = False,
    record: bool | str | None = None,
    replay: Record | None = None,
) -> Trajectory:
    """Simulate a model from a state for a duration (s); outputs are at every step, every `output` seconds, or at given
    times.

    `rtol` is 1e-6 unless it is given here or in the integrator; `atol` is relative to 1 rad and the size of what a body
    is connected with, and equals rtol unless given. `inputs` are constants, expressions of time, or (times, samples).
    Every step ends on the constraints: `correction="newton"` factors the Jacobian at every iteration, "frozen" reuses
    the first factors while they converge; iterations stop below `position_tolerance` (m, the largest row; by default
    1e-13 times the model's length). `time_limit` (s of wall time), Ctrl-C and failures return the part that has been computed. Long runs show
    their progress in a terminal unless `quiet`. `record` stores the accepted steps (by default if every step is an
    output), and "stages" also stores the stages of Radau's steps; `replay` repeats the steps of another run without
    choosing their sizes anew.

    >>> run = lw.simulate(model, state, 10, output=0.01)
    >>> run["A.angle"], run.final, run.stats.evaluations
    """
    events = (events,) if isinstance(events, (Event, str)) or not isinstance(events, Iterable) else tuple(events)
    plan = planned(
        model, state, duration, rtol=rtol, atol=atol, output=output, events=events, inputs=inputs, formulation=formulation,
        integrator=integrator, correction=correction, position_tolerance=position_tolerance, time_limit=time_limit,
        quiet=quiet, record=record, replay=replay,
    )  # fmt: skip
    times = output_times(state.t, float(duration), output)
    return plan.go(times, times is None if record is None else bool(record), record == "stages")


def planned(
    model: Model,
    state: State,
    duration: float,
    *,
    rtol: float | None,
    atol: float | None,
    output: float | FloatSequence | None,
    events: tuple[Event, ...],
    inputs: Mapping[str, InputValue] | None,
    integrator: Integrator | None,
    time_limit: float | None = None,
    quiet: bool = False,
    record: bool | str | None = None,
    replay: Record | None = None,
    formulation: Formulation | None = None,
    correction: str = "newton",
    position_tolerance: float | None = None,
) -> PlannedRun:
    """Return the run that `simulate` makes, at its start; raise an error that lists all mistakes in the question."""
    inputs = plain_inputs(inputs)
    problems = _tolerance_conflicts(rtol, atol, integrator, replay)
    own, own_absolute = integrator.tolerances if isinstance(integrator, Integrator) else (None, None)
    if own is None and isinstance(replay, Record):
        own = replay.rtol
    relative: float = own or (RTOL if rtol is None else rtol)
    absolute = own_absolute or atol
    problems += [
        *_time_problems(state, duration, output, time_limit, integrator, replay),
        *state_problems(model, state),
        *_accuracy_problems(relative, absolute, correction, position_tolerance),
        *_method_problems(formulation, integrator),
        *_event_problems(events),
        *_record_problems(record),
        *(input_problems(model, inputs) if inputs else ()),
    ]
    if problems:
        raise QuestionError(problems)
    motion = prepare(model, formulation, inputs, events).start(state, inputs, correction, position_tolerance)
    code = OK
    if model.n_rows:
        _require_assembled(model, motion)
        if leave_out_redundant_rows(motion):
            code = singular_start_status(motion)
        if events:
            _require_unique_events(model, state, inputs, events)
    absolute = relative if absolute is None else absolute
    return PlannedRun(
        model, state, float(duration), events, inputs, integrator, relative, absolute, time_limit, quiet, replay, motion, code
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class PlannedRun:
    """A run whose question has been checked, at its start."""

    model: Model
    state: State
    duration: float
    events: tuple[Event, ...]
    inputs: Mapping[str, InputValue]
    integrator: Integrator | None
    rtol: float
    atol: float
    time_limit: float | None
    quiet: bool
    replay: Record | None
    motion: Motion
    code: int

    def again(self, times: np.ndarray | None, keep: bool = False) -> Trajectory:
        """Return the run with outputs at some times, or at every step; it can be asked for again."""
        return replace(self, motion=self.motion.copied()).go(times, keep)

    def go(self, times: np.ndarray | None, keep: bool, stages: bool = False) -> Trajectory:
        """Return the run, in which `motion` is used up."""
        motion, replay, end = self.motion, self.replay, self.state.t + self.duration
        method, h = method_of(self.integrator, self.rtol)
        if replay is not None:
            method = method_named(replay.method)
        progress = Progress(self.state.t, end, self.quiet)
        options = RunOptions(
            end, times, self.events, self.rtol, self.atol, self.time_limit, progress, keep, replay, stages
        )
        if motion.prepared.energy_scale is not None and replay is None and h == 0.0:
            options.energies = energies_at(motion.page, motion.t, motion.y)
        outcome = self._integrated(options, method, h)
        return trajectory(self.model, self.state, motion, options, outcome, Reading(self.model, self.inputs))

    def _integrated(self, options: RunOptions, method: Method, h: float) -> Outcome:
        motion, integrator, replay = self.motion, self.integrator, self.replay
        if self.code != OK:
            return CompiledRun(motion, options, method, h, settings_of(integrator)).refused(self.code)
        settings = settings_of(integrator) if replay is None else replay.settings
        automatic = integrator is None and replay is None and motion.prepared.may_be_stiff
        return CompiledRun(motion, options, method, h, settings, automatic).go()


def _time_problems(state: Any, duration: Any, output: Any, time_limit: Any, integrator: Any, replay: Any) -> list[str]:
    problems = []
    if not _is_duration(duration):
        problems.append(f"duration is a time in seconds, at least 0, not {shown(duration)}")
    if time_limit is not None and not (_number(time_limit) and time_limit > 0):
        problems.append(f"time_limit is a positive time in seconds, or None, not {shown(time_limit)}")
    if _starts(state, duration):
        problems += _output_problems(state.t, duration, output)
        problems += _resolution_problems(state.t, duration, output, integrator)
        if replay is not None:
            problems += _replay_problems(state.t, duration, integrator, replay)
    return problems


def _tolerance_conflicts(rtol: Any, atol: Any, integrator: Any, replay: Any) -> list[str]:
    """Return problems of tolerances that are given twice with different values, or that have no effect."""
    both = integrator.tolerances if isinstance(integrator, Integrator) else (None, None)
    problems = [
        f"{name} is {shown(given)} in simulate and {own!r} in {type(integrator).__name__}; give it once, or the same value twice"
        for name, given, own in zip(("rtol", "atol"), (rtol, atol), both, strict=True)
        if given is not None and own is not None and own != given
    ]
    if isinstance(integrator, RungeKutta4):
        problems += [
            f"{name} is {shown(given)}, but RungeKutta4 takes steps of {integrator.step:g} s, which no tolerance changes; "
            f"leave out {name}, or take an integrator that chooses its steps, such as lw.DormandPrince()"
            for name, given in (("rtol", rtol), ("atol", atol))
            if given is not None
        ]
    if rtol is not None and isinstance(replay, Record) and replay.rtol != rtol:
        problems.append(
            f"rtol is {rtol!r} in simulate and {replay.rtol!r} in the record to be replayed; leave out rtol"
        )
    return problems


def _accuracy_problems(rtol: Any, atol: Any, correction: Any, position_tolerance: Any) -> list[str]:
    problems = []
    if not (_number(rtol) and SMALLEST_RTOL <= rtol < 1):
        problems.append(f"rtol is between {SMALLEST_RTOL:g} and 1, not {shown(rtol)}")
    if atol is not None and not (_number(atol) and 0 < atol < np.inf):
        problems.append(f"atol is a positive number (of 1 rad and the model's length), not {shown(atol)}")
    if not is_choice(correction, ("newton", "frozen")):
        problems.append(f'correction is "newton" or "frozen", not {shown(correction)}')
    if position_tolerance is not None and not (_number(position_tolerance) and 0.0 < position_tolerance < np.inf):
        problems.append(f"position_tolerance is a length in metres above 0, not {shown(position_tolerance)}")
    return problems


def _method_problems(formulation: Any, integrator: Any) -> list[str]:
    problems = []
    if formulation is not None and not isinstance(formulation, Formulation):
        problems.append(f"formulation is a choice such as lw.PartialVelocity(), not {formulation!r:.60}")
    if integrator is not None and not isinstance(integrator, Integrator):
        problems.append(f"integrator is a choice such as lw.Adams(), not {integrator!r:.60}")
    if (
        not problems
        and formulation is not None
        and entry_of(formulation).drifts
        and meaning_of(integrator).solves_constraints
    ):
        problems.append(
            f"{type(integrator).__name__} solves the constraints itself: leave out {type(formulation).__name__}(), which lets them drift"
        )
    return problems


def _event_problems(events: tuple[Any, ...]) -> list[str]:
    return [
        f'an event is a lw.Event such as lw.Event("A.angle - 1"), not {event!r:.60}'
        for event in events
        if not isinstance(event, Event)
    ]


def _record_problems(record: Any) -> list[str]:
    if record is None or is_bool(record) or is_choice(record, ("stages",)):
        return []
    return [f'record is True, False, "stages" or None (if every step is an output), not {shown(record)}']


def _starts(state: Any, duration: Any) -> bool:
    """Return whether the times of the start and the end are known numbers."""
    return _is_duration(duration) and isinstance(state, State) and bool(np.isfinite(state.t))


def _is_duration(value: Any) -> bool:
    return _number(value) and 0 <= value < np.inf


def _number(value: Any) -> bool:
    """Return whether a value is a number that a float can hold, including infinity."""
    if type(value) is float:
        return value == value
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return not math.isnan(float(value))
    except OverflowError:
        return False


def _output_problems(start: float, duration: float, output: Any) -> list[str]:
    if output is None:
        return []
    if not np.iterable(output):
        if not (_number(output) and 0 < output < np.inf):
            return [f"output is a positive interval in seconds, times, or None, not {shown(output)}"]
        if duration / output > MOST_OUTPUTS:
            return [
                f"output every {output:g} s for {duration:g} s gives {duration / output:.1e} outputs, more than {MOST_OUTPUTS:.0e}"
            ]
        return []
    times = real_array(output, finite=False)
    if times is None:
        return [f"output is a positive interval in seconds, times, or None, not {shown(output)}"]
    if times.ndim != 1 or times.size == 0:
        return [f"output times are a list of numbers, not of shape {times.shape}"]
    problems = []
    outside = times[~((times >= start) & (times <= start + duration * (1 + 1e-12)))]
    if outside.size:
        problems.append(
            f"output times lie between {start:g} and {start + duration:g} s, but {outside.size} do not: {outside[:3]}"
        )
    falling = np.flatnonzero(~(np.diff(times) > 0))
    if falling.size:
        k = int(falling[0])
        problems.append(f"output times increase, but {times[k + 1]:g} s follows {times[k]:g} s")
    return problems


def _resolution_problems(start: float, duration: float, output: Any, integrator: Any) -> list[str]:
    """Return problems of times that floating-point numbers cannot distinguish so long after t = 0."""
    end = start + duration
    gap = float(np.spacing(max(abs(start), abs(end))))
    spans = {"output interval": output if _number(output) else None}
    spans["step of the integrator"] = integrator.fixed_step if isinstance(integrator, Integrator) else None
    too_short = [f"the {name} {span:g} s" for name, span in spans.items() if span is not None and 0.0 < span < gap]
    if abs((end - start) - duration) > ROUNDED * duration:
        too_short.insert(0, f"the duration {duration:g} s")
    return [
        f"{what} is below the resolution of time at t = {start:g} s, where neighbouring times are {gap:.2g} s apart; "
        "start at an earlier time, such as t = 0, or take a longer one"
        for what in too_short
    ]


def _replay_problems(start: float, duration: float, integrator: Any, replay: Any) -> list[str]:
    if not isinstance(replay, Record):
        return [f"replay is the record of another run (run.record, kept with record=True), not {replay!r:.60}"]
    problems = []
    if integrator is not None:
        problems.append("a replay takes the integrator of its record: leave out integrator")
    if (
        len(replay) == 0
        or replay.t[0] != start
        or abs(replay.t_new[-1] - start - duration) > 1e-12 * max(1.0, abs(start + duration))
    ):
        span = f"{replay.t[0]:g} to {replay.t_new[-1]:g} s" if len(replay) else "no time"
        problems.append(f"the record goes from {span}, the run is to go from {start:g} to {start + duration:g} s")
    return problems


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


def _require_unique_events(
    model: Model, state: State, inputs: Mapping[str, InputValue], events: tuple[Event, ...]
) -> None:
    """Raise an error for events of reactions that redundant constraints leave undetermined: they would be located at
    other values than those of the run's signals."""
    built = with_inputs_and_events(model, inputs, events)
    running, wanted = built.model, reactions_read(built)
    constant = constant_inputs(inputs)
    open_ = not_unique(running, state_for(running, model, state), wanted, constant) if wanted else []
    if open_:
        raise QuestionError(
            f"events: {', '.join(open_)} is not unique, as the constraints are redundant, so that no event can depend on it; "
            "lw.check(model, state) names what to relax"
        )


def _require_assembled(model: Model, motion: Motion) -> None:
    ints, floats, work = motion.page[:3]
    off = np.zeros(2)
    turns = K.python_work(ints, work).turns
    counted = turns[None, : turns.size // 5].copy()
    largest_violations(ints, floats, work, np.array([motion.t]), motion.y[None], counted, off)
    if off[0] < UNASSEMBLED * model.length and off[1] < UNASSEMBLED * model.length:
        return
    if not off[0] < UNASSEMBLED * model.length:
        worst = worst_row(motion, motion.t, motion.y)
        raise AnalysisError(
            f"the start violates the constraints: {worst}; run lw.assemble(model, …) and start from its state"
        )
    speed = np.abs(motion.y[model.nq : model.nq + model.nv]).max(initial=0.0) * max(1.0, model.length)
    if not off[1] < UNASSEMBLED * max(model.length, speed):
        worst = worst_row(motion, motion.t, motion.y, velocities=True)
        raise AnalysisError(
            f"the start's velocities violate the constraints: {worst}; run lw.assemble(model, …) with the velocities "
            "that are wanted, and start from its state"
        )
