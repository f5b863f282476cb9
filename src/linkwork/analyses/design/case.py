"""Run a case: its analysis from its start, and its outputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.design.case_result import CaseResult
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.maxima import tops_of_run
from linkwork.analyses.linear.linearize import linearize
from linkwork.analyses.linear.modes_result import Mode, Modes
from linkwork.analyses.motion.kinematics import kinematics
from linkwork.analyses.motion.planned_run import RunChoices, output_times
from linkwork.analyses.motion.simulate import RTOL, planned, simulate
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.description.cases import Case
from linkwork.description.values import FloatSequence, plain_inputs
from linkwork.differentiation.sampling import kinematics_samples, run_samples, still_samples
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.kinks import kinks_of_outputs
from linkwork.model.model import Model
from linkwork.numerics.questions import question


@question
def run(
    model: Model,
    case: Case,
    *,
    output: float | FloatSequence | None = None,
    quiet: bool = False,
    time_limit: float | None = None,
) -> CaseResult:
    """Return the result of a case for a model: the motion, the equilibrium or the modes, and the outputs as numbers.

    The case's `set` is applied, the start is assembled anew (and settled), so that it fits changed geometry. A motion
    that does not reach its end comes back with success = False and without outputs; a mechanism that does not assemble
    raises AssemblyError. `output` is that of `simulate`: an interval or times at which the trajectory is stored, every
    step unless given.

    >>> result = lw.run(model, lw.Case("fall", duration=2, outputs={"end": "final(A.angle)"}))
    >>> result.outputs["end"], result.trajectory, result.success
    """
    begin = CaseStart(model, case)
    return _RUNS[case.analysis](begin, output, quiet=quiet, time_limit=time_limit)


def tolerance_of(case: Case) -> float:
    """Return the relative tolerance of a case's simulation."""
    own = None if case.integrator is None else case.integrator.tolerances[0]
    return own or case.rtol or RTOL


def simulation(begin: CaseStart, output: float | FloatSequence | None = None, **options: Any) -> Trajectory:
    """Return the motion of a case as a Trajectory; every step unless output times are given."""
    return simulate(begin.model, begin.state, begin.duration, output=output, **_choices(begin.case), **options)


def _choices(case: Case) -> dict[str, Any]:
    """Return the arguments that a case gives to `simulate`."""
    return {name: getattr(case, name) for name in ("rtol", "atol", "events", "inputs", "integrator")}


def _simulate(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    choices = _choices(begin.case) | {"inputs": plain_inputs(begin.case.inputs), "events": tuple(begin.case.events)}
    plan = planned(begin.model, begin.state, begin.duration, RunChoices(output=output, **choices, **options))
    trajectory = plan.again(output_times(begin.state.t, begin.duration, output), True)
    outputs = outputs_of_run(begin, trajectory, plan.again)
    return CaseResult(
        begin.case, begin.model, begin.state, outputs, trajectory.success, trajectory.message, trajectory=trajectory
    )


def outputs_of_run(
    begin: CaseStart, trajectory: Trajectory, again: Callable[[np.ndarray], Trajectory]
) -> dict[str, float]:
    """Return the outputs of a finished run by Gauss points in its steps; `again(times)` repeats the run with those
    output times."""
    case = begin.case
    if not case.outputs or not trajectory.success:
        return {}
    whole = OutputSet(begin.model, case, begin.state)
    samples = run_samples(trajectory, again, whole.needs_accelerations, _kinks(begin))
    whole.given_values = {place: top.value for place, top in tops_of_run(whole, samples, again).items()}
    return whole.reduce(samples, whole.values(samples), partial(event_time, case, trajectory))


def _kinks(begin: CaseStart) -> tuple[float, ...]:
    """Return the times at which the motion passes kinks of integrands of outputs."""
    watched = kinks_of_outputs(begin.running, begin.case)
    if not watched:
        return ()
    events = simulation(begin.asking(events=(*begin.case.events, *watched)), quiet=True).events
    return tuple(event.time for event in events if event.event in watched)


def event_time(case: Case, trajectory: Trajectory, kind: str, k: int) -> float:
    """Return the time of the first occurrence of event k of a case."""
    for event in trajectory.events:
        if event.event == case.events[k]:
            return event.time
    raise AnalysisError(
        f"case {case.name!r}: event {k} ({case.events[k].when!r}) did not happen, so {kind}({k}) has no value"
    )


def times_of(begin: CaseStart) -> np.ndarray:
    """Return the output times of a case of a driven motion."""
    case = begin.case
    if not begin.duration > 0.0:
        raise QuestionError(
            f"case {case.name!r}: its {case.times} times need a duration above 0 s; for a single position, simulate for 0 s"
        )
    return begin.running_state.t + np.linspace(0.0, begin.duration, case.times)


def _kinematics(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    case = begin.case
    times = times_of(begin)
    motion = kinematics(begin.running, begin.running_state, times, inputs=begin.constant)
    outputs: dict[str, float] = {}
    if case.outputs and motion.success:
        whole = OutputSet(begin.model, case, begin.state)
        samples = kinematics_samples(motion)
        outputs = whole.reduce(samples, whole.values(samples))
    return CaseResult(case, begin.model, begin.state, outputs, motion.success, motion.message, kinematics=motion)


def _equilibrium(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    case = begin.case
    solution = equilibrium(begin.model, begin.state, inputs=begin.input_values)
    whole = OutputSet(begin.model, case, solution.state)
    samples = still_samples(solution.state, np.zeros(begin.model.nv), solution.lam)
    outputs = whole.reduce(samples, whole.values(samples)) if case.outputs else {}
    message = f"rests: {solution.stability}"
    return CaseResult(case, begin.model, solution.state, outputs, True, message, equilibrium=solution)


def _modes(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    case, state = begin.case, begin.state
    linear = linearize(begin.model, state, values=begin.input_values)
    modes = linear.modes()
    outputs: dict[str, float] = {}
    if case.outputs:
        whole = OutputSet(begin.model, case, state)
        vdot, lam = np.zeros(begin.model.nv), np.zeros(begin.model.n_rows)
        if whole.needs_accelerations:
            solution = solve(Evaluation(begin.model, state, begin.input_values))
            vdot, lam = solution.vdot, solution.lam
        samples = still_samples(state, vdot, lam)
        outputs = whole.reduce(samples, whole.values(samples), partial(mode_number, modes))
    message = f"{len(modes)} modes, {len(modes.rigid)} rigid"
    return CaseResult(case, begin.model, state, outputs, True, message, linear=linear)


def mode_number(modes: Modes, kind: str, k: int) -> float:
    """Return frequency, undamped, damping_ratio, real or imag of mode k."""
    if not 0 <= k < len(modes):
        raise AnalysisError(f"{kind}({k}): there are {len(modes)} modes, numbered from 0")
    mode: Mode = modes[k]
    return {
        "frequency": mode.frequency, "undamped": mode.undamped, "damping_ratio": mode.damping,
        "real": mode.eigenvalue.real, "imag": abs(mode.eigenvalue.imag),
    }[kind]  # fmt: skip


_RUNS = {"simulate": _simulate, "kinematics": _kinematics, "equilibrium": _equilibrium, "modes": _modes}
