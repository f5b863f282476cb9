"""Time integration on the constraint manifold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.motion.failures import worst_row
from linkwork.analyses.motion.planned_run import PlannedRun, RunChoices, output_times
from linkwork.analyses.motion.run_check import (
    accuracy_problems,
    event_problems,
    method_problems,
    record_problems,
    time_problems,
    tolerance_conflicts,
)
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.position.reactions import not_unique
from linkwork.description.choices import Event, Formulation, Integrator
from linkwork.description.values import FloatSequence, InputValue, constant_inputs, plain_inputs
from linkwork.dynamics.histories import largest_violations
from linkwork.dynamics.running_model import reactions_read
from linkwork.dynamics.status import OK
from linkwork.integrators.motion import Motion, prepare
from linkwork.integrators.record import Record
from linkwork.integrators.redundant_rows import leave_out_redundant_rows, singular_start_status
from linkwork.kernels import arrays as K
from linkwork.model.cache import Slot
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.model import Model
from linkwork.model.running_variant import input_problems, with_inputs_and_events
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import state_for
from linkwork.numerics.questions import question

UNASSEMBLED = 1e-6  # of the model's length (and of its speed): simulate raises an error if the start violates the constraints more
RTOL = 1e-6  # the default
STARTED: Slot[tuple[()], list[tuple[Any, ...]]] = Slot("the last start of a run: its state, choices, motion and status")


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
    choices = RunChoices(
        rtol, atol, output, events, plain_inputs(inputs), formulation, integrator, correction, position_tolerance,
        time_limit, quiet, record, replay,
    )  # fmt: skip
    plan = planned(model, state, duration, choices)
    times = output_times(state.t, float(duration), output)
    return plan.go(times, times is None if record is None else bool(record), record == "stages")


def planned(model: Model, state: State, duration: float, choices: RunChoices) -> PlannedRun:
    """Return the run that `simulate` makes, at its start; raise an error that lists all mistakes in the question."""
    rtol, integrator, replay, inputs, events = (
        choices.rtol, choices.integrator, choices.replay, choices.inputs, choices.events
    )  # fmt: skip
    problems = tolerance_conflicts(rtol, choices.atol, integrator, replay)
    own, own_absolute = integrator.tolerances if isinstance(integrator, Integrator) else (None, None)
    if own is None and isinstance(replay, Record):
        own = replay.rtol
    relative: float = own or (RTOL if rtol is None else rtol)
    absolute = own_absolute or choices.atol
    problems += [
        *time_problems(state, duration, choices.output, choices.time_limit, integrator, replay),
        *accuracy_problems(relative, absolute, choices.correction, choices.position_tolerance),
        *method_problems(choices.formulation, integrator),
        *event_problems(events),
        *record_problems(choices.record),
        *(input_problems(model, inputs) if inputs else ()),
    ]
    motion, code = _started(model, state, choices, problems)
    absolute = relative if absolute is None else absolute
    return PlannedRun(model, state, float(duration), choices, relative, absolute, motion, code)


def _started(model: Model, state: State, choices: RunChoices, problems: list[str]) -> tuple[Motion, int]:
    """Return a motion at its start, without redundant rows, and whether a step can be taken from there.

    The last start of a model is cached with it: states do not change.
    """
    moving = any(not isinstance(value, Real) for value in choices.inputs.values())
    key = (choices.formulation, choices.correction, choices.position_tolerance, choices.events)
    key += tuple(choices.inputs.items())
    last = None if moving else model.cache.get(STARTED, (), list)
    for known, choice, motion, code in last or ():  # a tuple, which other threads replace as a whole
        if not problems and known is state and choice == key:
            return motion.copied(), code
    problems = problems + state_problems(model, state)
    if problems:
        raise QuestionError(problems)
    inputs, events = choices.inputs, choices.events
    motion = prepare(model, choices.formulation, inputs, events).start(
        state, inputs, choices.correction, choices.position_tolerance
    )
    code = OK
    if model.n_rows:
        _require_assembled(model, motion)
        if leave_out_redundant_rows(motion):
            code = singular_start_status(motion)
        if events:
            _require_unique_events(model, state, inputs, events)
    if last is not None:
        last[:] = [(state, key, motion.copied(), code)]
    return motion, code


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
