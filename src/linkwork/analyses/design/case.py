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
from linkwork.analyses.motion.simulate import RTOL, simulate
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.description.cases import Case
from linkwork.description.values import FloatSequence
from linkwork.differentiation.sampling import kinematics_samples, run_samples, still_samples
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.kinks import kinks_of_outputs
from linkwork.model.model import Model


def run(
    model: Model,
    case: Case,
    *,
    output: float | FloatSequence | None = None,
    quiet: bool = False,
    time_limit: float | None = None,
) -> CaseResult:
    """The answer to a case for a model: the motion, the position of rest or the modes, and the outputs as numbers.

    The case's `set` is applied, the start is assembled anew (and settled), so that it fits changed geometry. A motion that does not
    reach its end comes back with success = False and without outputs; a mechanism that does not assemble raises AssemblyError.
    `output` is that of `simulate`: an interval or times at which the trajectory is kept, every step unless given.

    >>> result = lw.run(model, lw.Case("fall", duration=2, outputs={"end": "final(A.angle)"}))
    >>> result.outputs["end"], result.trajectory, result.success
    """
    begin = CaseStart(model, case)
    return _RUNS[case.analysis](begin, output, quiet=quiet, time_limit=time_limit)


def tolerance_of(case: Case) -> float:
    """The relative tolerance that a case is simulated with."""
    return getattr(case.integrator, "rtol", None) or case.rtol or RTOL


def simulation(begin: CaseStart, output: float | FloatSequence | None = None, **options: Any) -> Trajectory:
    """The motion of a case as a Trajectory; every step unless output times are given."""
    case = begin.case
    return simulate(
        begin.model, begin.state, begin.duration, rtol=case.rtol, atol=case.atol, output=output, events=case.events,
        inputs=case.inputs, integrator=case.integrator, **options,
    )  # fmt: skip


def _simulate(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    found = simulation(begin, output, record=True, **options)
    outputs = outputs_of_run(begin, found, partial(simulation, begin, **options))
    return CaseResult(begin.case, begin.model, begin.state, outputs, found.success, found.message, trajectory=found)


def outputs_of_run(begin: CaseStart, found: Trajectory, again: Callable[[np.ndarray], Trajectory]) -> dict[str, float]:
    """Outputs of a finished run by Gauss points in its steps; `again(times)` runs it once more with those outputs."""
    case = begin.case
    if not case.outputs or not found.success:
        return {}
    whole = OutputSet(begin.model, case, begin.state)
    samples = run_samples(found, again, whole.needs_accelerations, _kinks(begin))
    whole.told = {place: top.value for place, top in tops_of_run(whole, samples, again).items()}
    return whole.reduce(samples, whole.values(samples), partial(event_time, case, found))


def _kinks(begin: CaseStart) -> tuple[float, ...]:
    """When the motion passes kinks of what outputs integrate."""
    watched = kinks_of_outputs(begin.running, begin.case)
    if not watched:
        return ()
    events = simulation(begin.asking(events=(*begin.case.events, *watched)), quiet=True).events
    return tuple(event.time for event in events if event.event in watched)


def event_time(case: Case, found: Trajectory, kind: str, k: int) -> float:
    """When event k of a case happened first."""
    for event in found.events:
        if event.event == case.events[k]:
            return event.time
    raise AnalysisError(
        f"case {case.name!r}: event {k} ({case.events[k].when!r}) did not happen, so {kind}({k}) has no value"
    )


def times_of(begin: CaseStart) -> np.ndarray:
    """When a case of a driven motion looks at it."""
    case = begin.case
    if not begin.duration > 0.0:
        raise QuestionError(
            f"case {case.name!r}: its {case.times} times need a duration above 0 s; of one position ask a case that simulates for 0 s"
        )
    return begin.running_state.t + np.linspace(0.0, begin.duration, case.times)


def _kinematics(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    case = begin.case
    times = times_of(begin)
    found = kinematics(begin.running, begin.running_state, times, inputs=begin.constant)
    outputs: dict[str, float] = {}
    if case.outputs and found.success:
        whole = OutputSet(begin.model, case, begin.state)
        samples = kinematics_samples(found)
        outputs = whole.reduce(samples, whole.values(samples))
    return CaseResult(case, begin.model, begin.state, outputs, found.success, found.message, kinematics=found)


def _equilibrium(begin: CaseStart, output: float | FloatSequence | None, **options: Any) -> CaseResult:
    case = begin.case
    found = equilibrium(begin.model, begin.state, inputs=begin.input_values)
    whole = OutputSet(begin.model, case, found.state)
    samples = still_samples(found.state, np.zeros(begin.model.nv), found.lam)
    outputs = whole.reduce(samples, whole.values(samples)) if case.outputs else {}
    message = f"rests: {found.stability}"
    return CaseResult(case, begin.model, found.state, outputs, True, message, equilibrium=found)


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
    """frequency, undamped, damping_ratio, real or imag of mode k."""
    if not 0 <= k < len(modes):
        raise AnalysisError(f"{kind}({k}): there are {len(modes)} modes, numbered from 0")
    mode: Mode = modes[k]
    return {
        "frequency": mode.frequency, "undamped": mode.undamped, "damping_ratio": mode.damping,
        "real": mode.eigenvalue.real, "imag": abs(mode.eigenvalue.imag),
    }[kind]  # fmt: skip


_RUNS = {"simulate": _simulate, "kinematics": _kinematics, "equilibrium": _equilibrium, "modes": _modes}
