"""Checks of what a run is asked for: all mistakes at once."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from linkwork.description.choices import Event, Formulation, Integrator, RungeKutta4
from linkwork.description.values import is_bool, is_choice, real_array, shown
from linkwork.dynamics.formulations.registry import entry_of
from linkwork.integrators.record import Record
from linkwork.integrators.registry import meaning_of
from linkwork.model.state import State

SMALLEST_RTOL = 1e-13
MOST_OUTPUTS = 1e8  # more would not fit into memory
ROUNDED = 0.01  # of a duration: the largest error from the floating-point representation of its ends


def time_problems(state: Any, duration: Any, output: Any, time_limit: Any, integrator: Any, replay: Any) -> list[str]:
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


def tolerance_conflicts(rtol: Any, atol: Any, integrator: Any, replay: Any) -> list[str]:
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


def accuracy_problems(rtol: Any, atol: Any, correction: Any, position_tolerance: Any) -> list[str]:
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


def method_problems(formulation: Any, integrator: Any) -> list[str]:
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


def event_problems(events: tuple[Any, ...]) -> list[str]:
    return [
        f'an event is a lw.Event such as lw.Event("A.angle - 1"), not {event!r:.60}'
        for event in events
        if not isinstance(event, Event)
    ]


def record_problems(record: Any) -> list[str]:
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
