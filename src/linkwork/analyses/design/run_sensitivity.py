"""Sensitivities of a case that simulates, by the direct method along its replayed steps or by the adjoint method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analyses.design.case_motion import CaseMotion, has_one_step_methods
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.event_sensitivity import end_derivatives, end_rates, require_crossing
from linkwork.analyses.design.mobility_guard import redundant_rows, require_mobility
from linkwork.analyses.design.parameter_check import duration_derivatives, start_entries
from linkwork.analyses.design.sensitivity_result import Sensitivity
from linkwork.analyses.design.signal_derivatives import SignalReader
from linkwork.analyses.design.spin_guard import require_steady_spins
from linkwork.analyses.design.start_sensitivity import StartSensitivity
from linkwork.analyses.design.still_sensitivity import NOT_UNIQUE, prepared
from linkwork.analyses.linear.questions import dampers_at_zero_length
from linkwork.analyses.motion.trajectory import RunEvent, Trajectory
from linkwork.description.cases import Case
from linkwork.description.parsing import parse
from linkwork.description.parts import acting_at_zero_length
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.replay import Replay
from linkwork.differentiation.steps.bdf_formulas import NO_ADJOINT
from linkwork.integrators.record import Record
from linkwork.integrators.registry import sensitivities_of
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.kinks import jumps
from linkwork.model.model import Model
from linkwork.model.plans.design import Design
from linkwork.model.state import State
from linkwork.model.tangent_places import TangentPlaces

EXPLODED = 1e15  # of an output: a larger derivative is not that of a computed motion
DEPARTED = 1e3  # of the tolerance: a larger distance of the replay's end from that of the run is reported


def run_sensitivity(
    model: Model, case: Case, parameters: Sequence[str], method: str, quiet: bool = False
) -> tuple[Sensitivity, CaseMotion]:
    """Return the sensitivity of the outputs of a simulation (with method "direct" of all its states), and its
    motion."""
    if method == "adjoint" and sensitivities_of(case.integrator) == {"direct"}:
        raise QuestionError(f"case {case.name!r}: {NO_ADJOINT}")
    computed = CaseMotion(prepared(model, case, parameters), quiet=quiet)
    begin = computed.begin
    dampers = dampers_at_zero_length(Evaluation(begin.running, begin.running_state, begin.constant))
    if dampers:
        raise QuestionError(
            f"case {case.name!r}: the ends of {', '.join(map(repr, dampers))} coincide at its start, where a damper has no derivative; "
            f"start beside it, or take a JointSpring or a {acting_at_zero_length()}, which damp at zero length"
        )
    given = tuple(begin.constant)
    motion = computed.motion()
    design = Design(motion.model, parameters, given=given)
    start = StartSensitivity(begin, parameters, design)
    require_mobility(motion, begin.running_state, begin.constant, design, start.y_p)
    require_steady_spins(_ends(computed), begin.constant, design, computed.record)
    answer = _direct if method == "direct" else _adjoint
    replay, points, outputs, by_parameters = answer(computed, design, start)
    reader = SignalReader(computed, replay, design) if method == "direct" else None
    ended = duration_derivatives(begin, parameters) if computed.stop is None else np.zeros(len(parameters))
    if computed.follows_events or computed.tops_between or ended.any():
        how = answer, design, start
        by_parameters = by_parameters + _by_times(computed, replay, points, by_parameters, ended, how)
    if computed.stop is not None:
        outputs.popitem()
        by_parameters = by_parameters[:-1]
    _require_bounded(case, outputs, parameters, by_parameters, replay)
    gradient = dict(zip(outputs, by_parameters, strict=True))
    open_ = (NOT_UNIQUE,) if computed.whole.needs_accelerations and redundant_rows(motion) else ()
    times = np.concatenate(([replay.t0], replay.grid[:, 1]))
    result = Sensitivity(
        case, method, tuple(parameters), parameter_values(design, begin), outputs, gradient, computed.run, times,
        _flagged(computed.record, computed.run), _approximate(replay, start),
        _departure(computed, points) + computed.competing + jumps(begin.model, case) + _across_kinks(computed) + open_, reader,
    )  # fmt: skip
    return result, computed


def _ends(computed: CaseMotion) -> list[State]:
    """Return the first and, if the motion was run, the last state, in the coordinates of its model."""
    start, run = computed.begin.running_state, computed.run
    if run is None:
        return [start]
    final = run.final
    return [start, replace(start, t=final.t, q=final.q, v=final.v, z=final.z)]


Answer = tuple[
    Replay, Points, dict[str, float], np.ndarray
]  # … by parameters (n_out, np), ends and events at fixed times


def _direct(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Return the derivatives by the direct method: tangents of all parameters along the motion."""
    replay, model = computed.replay(design=design), design.model
    nq, nv, places = model.nq, model.nv, TangentPlaces.of(model)
    S0 = np.vstack((places.component_tangents(replay.motion.y[:nq], start.y_p[:nv]), start.y_p[nv:]))
    if replay.has_plain_ends and computed.reads_ends:
        points, columns, changes = replay.direct_ends(S0)
        g, outputs = computed.values(points)
        cotangents = computed.cotangents(points, g)
        gradient = _direct_changes(computed, cotangents, design)
        for row, c in zip(gradient, cotangents, strict=True):
            gy = np.hstack((places.component_cotangents(points.y[:, :nq], c.gy[:, :nv]), c.gy[:, nv:]))
            row += np.einsum("ei,eik->k", gy, columns) + np.einsum("ei,eik->k", c.gvdot, changes[:, nq : nq + nv])
            row += np.einsum("ei,eik->k", c.glam, changes[:, points.y.shape[1] :])
        return replay, points, outputs, gradient
    points = replay.primal(S0)
    g, outputs = computed.values(points)
    cotangents = computed.cotangents(points, g)
    gradient = replay.direct(S0, cotangents)
    return replay, points, outputs, gradient + _direct_changes(computed, cotangents, design)


def _adjoint(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Return the derivatives by the adjoint method: cotangents of all outputs, backwards in time."""
    replay, nq = computed.replay(backwards=True), design.model.nq
    points = replay.primal_ends() if replay.has_plain_ends and computed.reads_ends else replay.primal()
    read = points.ends() if computed.reads_ends and len(points) > 1 else points
    g, outputs = computed.values(read)
    cotangents = computed.cotangents(read, g)
    W, by_numbers = replay.adjoint(cotangents)
    gradient = np.array([design.gradient(row) for row in by_numbers]).reshape(len(outputs), len(design))
    w = TangentPlaces.of(design.model).tangent_cotangents(replay.motion.y[:nq], W[:, :nq])
    gradient = gradient + np.hstack((w, W[:, nq:])) @ start.y_p
    return replay, points, outputs, gradient + _direct_changes(computed, cotangents, design)


def _by_times(
    computed: CaseMotion, replay: Replay, points: Points, by_parameters: np.ndarray, ended: np.ndarray,
    how: tuple[Any, Design, StartSensitivity],
) -> np.ndarray:  # fmt: skip
    """Return the derivatives of outputs through the times of events, of the end and of maxima, shape (n_out, np);
    `ended` is the derivative of the duration."""
    whole, run = computed.whole, computed.run
    answer, design, start = how
    assert run is not None
    g = whole.values(points)
    jacobian = whole.term_jacobian(whole.term_values(points, g, computed.event_time))
    by_time = np.zeros_like(by_parameters)
    if computed.stop is not None:
        ended, rates = _event_derivative(computed, computed.stop, replay, points, by_parameters[-1])
        by_time += np.outer(jacobian @ end_derivatives(whole, points, g, rates), ended)
    elif ended.any():
        by_time += np.outer(jacobian @ end_derivatives(whole, points, g, end_rates(whole, replay, points)), ended)
    for place, term in enumerate(whole.terms):
        if term.kind == "event_time" and jacobian[:, place].any():
            wanted = computed.case.events[int(term.inner.args[0])]
            event = next(event for event in run.events if event.event == wanted)
            if event is computed.stop:
                time_derivative = ended
            else:
                until = computed.until(event.time, parse(event.event.when))
                passed, there, _, row = answer(until, design, start)
                time_derivative, _ = _event_derivative(until, event, passed, there, row[-1])
            by_time += np.outer(jacobian[:, place], time_derivative)
    for place in computed.tops_between:
        by_time += np.outer(jacobian[:, place], answer(computed.until_top(place), design, start)[-1][-1])
    return by_time


def _event_derivative(
    computed: CaseMotion, event: RunEvent, replay: Replay, points: Points, at_its_time: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivatives (np) of the time of the event that ends the motion, and the rates of all signals there."""
    whole = computed.whole
    rates, k = end_rates(whole, replay, points), whole.integrands.index(whole.terms[whole.outputs[-1].places[0]].inner)
    values = whole.values(points)[:, k]
    require_crossing(computed.case.name, event, points, values, float(rates[k]), computed.record.rtol)
    return -at_its_time / rates[k], rates


def _direct_changes(computed: CaseMotion, cotangents: Sequence[Cotangents], design: Design) -> np.ndarray:
    """Return the derivatives of outputs through numbers that they read directly, such as places of frames, shape
    (n_out, np)."""
    out = np.zeros((len(cotangents), len(design)))
    if any(c.gnumbers.any() for c in cotangents):
        own = Design(computed.whole.model, design.parameters, given=tuple(computed.begin.constant), like=design)
        for row, c in zip(out, cotangents, strict=True):
            row[:] = own.gradient(c.gnumbers)
    return out


def require_finite(case: Case, outputs: dict[str, float]) -> None:
    """Raise an error for outputs that are not finite and therefore have no derivatives."""
    wrong = [
        f"case {case.name!r}: output {name!r}, {case.outputs[name]}, is {value}: it has no derivative; ask for a number that exists"
        for name, value in outputs.items()
        if not np.isfinite(value)
    ]
    if wrong:
        raise AnalysisError(wrong)


def _require_bounded(
    case: Case, outputs: dict[str, float], parameters: Sequence[str], by_parameters: np.ndarray, replay: Replay
) -> None:  # fmt: skip
    """Raise an error if derivatives diverge because steps are too long for a stiff motion that the run does not excite,
    such as one out of a plane."""
    require_finite(case, outputs)
    size = 1.0 + np.abs(np.array(list(outputs.values()), float)).reshape(-1, 1)
    grown = ~(np.abs(by_parameters) <= EXPLODED * size).all(axis=0)
    if replay.states_S.size and not np.isfinite(replay.states_S.sum()):
        grown |= ~np.isfinite(replay.states_S.reshape(-1, len(parameters))).all(axis=0)
    if not (np.abs(replay.W) <= EXPLODED * size.max(initial=1.0)).all():  # derivatives are amplified round-off
        grown = np.ones(len(parameters), bool)
    if grown.any():
        named = ", ".join(np.array(parameters)[grown])
        raise QuestionError(
            f"case {case.name!r}: derivatives by {named} grow without bound, because explicit steps are too long for a stiff motion that "
            "this run does not have but they do; choose lw.Radau() or lw.GeneralizedAlpha() as integrator, or a smaller rtol"
        )


def parameter_values(design: Design, begin: CaseStart) -> np.ndarray:
    """Return the values of parameters, including those of a start."""
    values, entries = design.values, start_entries(begin)
    for k, path in enumerate(design.parameters):
        if np.isnan(values[k]):
            values[k] = entries.get(path, np.nan)
    return values


def _flagged(record: Record, run: Trajectory | None) -> tuple[tuple[float, float], ...]:
    """Return the time intervals of steps that pass singular positions, or are so near that the run interpolated across
    them."""
    across = record.across > 0
    for crossing in run.crossings if run is not None else ():
        across |= (record.t <= crossing.time) & (crossing.time <= record.t_new)
    spans: list[tuple[float, float]] = []
    for k in np.flatnonzero(across):
        first, last = float(record.t[k]), float(record.t_new[k])
        if spans and spans[-1][1] == first:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    return tuple(spans)


def _across_kinks(computed: CaseMotion) -> tuple[str, ...]:
    """Return a sentence if steps cross kinks of forces and cannot be split."""
    if not computed.kinks or has_one_step_methods(computed.record):
        return ()
    shown = ", ".join(f"{time:.4g}" for time in computed.kinks[:MOST_KINKS]) + (
        " …" if len(computed.kinks) > MOST_KINKS else ""
    )
    return (
        f"a force or an output has kinks that the motion passes (t = {shown} s): derivatives are less exact than the motion along {computed.record.method}; "
        "lw.DormandPrince() and lw.Radau() have steps that end there",
    )


MOST_KINKS = 3  # that are listed


def _departure(computed: CaseMotion, points: Points) -> tuple[str, ...]:
    """Return a sentence if the replay does not end where the run did, as beside singular positions."""
    if computed.run is None:
        return ()
    final = computed.run.final
    end = np.concatenate((final.q, final.v, final.z))
    off = float(np.abs(points.y[points.last] - end).max(initial=0.0))
    if off <= DEPARTED * computed.record.rtol * max(1.0, float(np.abs(end).max(initial=0.0))):
        return ()
    return (
        f"the replay of the steps ends {off:.1e} away from the run: its decisions beside singular positions are not differentiated",
    )


def _approximate(replay: Replay, start: StartSensitivity) -> tuple[str, ...]:
    """Return the blocks whose derivatives are finite differences."""
    return tuple(dict.fromkeys((*start.approximate, *replay.layer.approximate_blocks())))
