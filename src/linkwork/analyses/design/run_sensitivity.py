"""Sensitivities of a case that simulates: along its frozen steps, or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.design.case_motion import CaseMotion, has_one_step_methods
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.event_sensitivity import end_rates, end_slopes, require_crossing
from linkwork.analyses.design.mobility_guard import redundant_rows, require_kept_freedom
from linkwork.analyses.design.parameter_check import duration_slopes, start_entries
from linkwork.analyses.design.sensitivity_result import Sensitivity
from linkwork.analyses.design.signal_derivatives import SignalReader
from linkwork.analyses.design.start_sensitivity import StartSensitivity
from linkwork.analyses.design.still_sensitivity import NOT_UNIQUE, prepared
from linkwork.analyses.linear.questions import dampers_at_zero_length
from linkwork.analyses.motion.trajectory import EventFound, Trajectory
from linkwork.description.cases import Case
from linkwork.description.expressions import parse
from linkwork.description.parts import acting_at_zero_length
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.replay import FrozenRun, component_columns, component_cotangents, tangent_cotangents
from linkwork.differentiation.steps.bdf_formulas import NO_ADJOINT
from linkwork.integrators.record import Record
from linkwork.integrators.registry import sensitivities_of
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.kinks import jumps
from linkwork.model.model import Model
from linkwork.model.plans.design import Design

EXPLODED = 1e15  # of an output: no derivative of a computed motion is as large
DEPARTED = 1e3  # of the tolerance: how far repeated steps may end from the run without a word


def run_sensitivity(
    model: Model, case: Case, parameters: Sequence[str], method: str, quiet: bool = False
) -> tuple[Sensitivity, CaseMotion]:
    """Of the outputs of a simulation, and with method "direct" of all its states; and what was computed."""
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
    require_kept_freedom(motion, begin.running_state, begin.constant, design, start.y_p)
    answer = _along if method == "direct" else _against
    frozen, points, outputs, by_parameters = answer(computed, design, start)
    reader = SignalReader(computed, frozen, design) if method == "direct" else None
    ended = duration_slopes(begin, parameters) if computed.stop is None else np.zeros(len(parameters))
    if computed.follows_events or computed.tops_between or ended.any():
        how = answer, design, start
        by_parameters = by_parameters + _by_times(computed, frozen, points, by_parameters, ended, how)
    if computed.stop is not None:
        outputs.popitem()
        by_parameters = by_parameters[:-1]
    _require_bounded(case, outputs, parameters, by_parameters, frozen)
    gradient = dict(zip(outputs, by_parameters, strict=True))
    open_ = (NOT_UNIQUE,) if computed.whole.needs_accelerations and redundant_rows(motion) else ()
    times = np.concatenate(([frozen.t0], frozen.grid[:, 1]))
    found = Sensitivity(
        case, method, tuple(parameters), parameter_values(design, begin), outputs, gradient, computed.run, times,
        _flagged(computed.record, computed.run), _approximate(frozen, start),
        _departure(computed, points) + computed.competing + jumps(begin.model, case) + _across_kinks(computed) + open_, reader,
    )  # fmt: skip
    return found, computed


Answer = tuple[
    FrozenRun, Points, dict[str, float], np.ndarray
]  # … by parameters (n_out, np), ends and events at fixed times


def _along(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Columns of all parameters along the motion."""
    frozen, model = computed.frozen(design=design), design.model
    nq, nv = model.nq, model.nv
    S0 = np.vstack((component_columns(model, frozen.motion.y[:nq], start.y_p[:nv]), start.y_p[nv:]))
    if frozen.has_plain_ends and computed.reads_ends:
        points, columns, changes = frozen.direct_ends(S0)
        g, outputs = computed.values(points)
        cotangents = computed.cotangents(points, g)
        found = _direct_changes(computed, cotangents, design)
        for row, c in zip(found, cotangents, strict=True):
            gy = np.hstack((component_cotangents(model, points.y[:, :nq], c.gy[:, :nv]), c.gy[:, nv:]))
            row += np.einsum("ei,eik->k", gy, columns) + np.einsum("ei,eik->k", c.gvdot, changes[:, nq : nq + nv])
            row += np.einsum("ei,eik->k", c.glam, changes[:, points.y.shape[1] :])
        return frozen, points, outputs, found
    points = frozen.primal(S0)
    g, outputs = computed.values(points)
    cotangents = computed.cotangents(points, g)
    found = frozen.direct(S0, cotangents)
    return frozen, points, outputs, found + _direct_changes(computed, cotangents, design)


def _against(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Cotangents of all outputs against the motion."""
    frozen, nq = computed.frozen(backwards=True), design.model.nq
    points = frozen.primal_ends() if frozen.has_plain_ends and computed.reads_ends else frozen.primal()
    read = points.ends() if computed.reads_ends and len(points) > 1 else points
    g, outputs = computed.values(read)
    cotangents = computed.cotangents(read, g)
    W, lowered = frozen.adjoint(cotangents)
    found = np.array([design.gradient(row) for row in lowered]).reshape(len(outputs), len(design))
    w = tangent_cotangents(design.model, frozen.motion.y[:nq], W[:, :nq])
    found = found + np.hstack((w, W[:, nq:])) @ start.y_p
    return frozen, points, outputs, found + _direct_changes(computed, cotangents, design)


def _by_times(
    computed: CaseMotion, frozen: FrozenRun, points: Points, by_parameters: np.ndarray, ended: np.ndarray,
    how: tuple[Any, Design, StartSensitivity],
) -> np.ndarray:  # fmt: skip
    """(n_out, np): what outputs change because events and the end of the run come at other times, and what maxima do at theirs;
    `ended` is by a duration."""
    whole, run = computed.whole, computed.run
    answer, design, start = how
    assert run is not None
    g = whole.values(points)
    slopes = whole.slopes(whole.term_values(points, g, computed.event_time))
    by_time = np.zeros_like(by_parameters)
    if computed.stop is not None:
        ended, rates = _event_slope(computed, computed.stop, frozen, points, by_parameters[-1])
        by_time += np.outer(slopes @ end_slopes(whole, points, g, rates), ended)
    elif ended.any():
        by_time += np.outer(slopes @ end_slopes(whole, points, g, end_rates(whole, frozen, points)), ended)
    for place, term in enumerate(whole.terms):
        if term.kind == "event_time" and slopes[:, place].any():
            wanted = computed.case.events[int(term.inner.args[0])]
            event = next(event for event in run.events if event.event == wanted)
            if event is computed.stop:
                found = ended
            else:
                until = computed.until(event.time, parse(event.event.when))
                passed, there, _, row = answer(until, design, start)
                found, _ = _event_slope(until, event, passed, there, row[-1])
            by_time += np.outer(slopes[:, place], found)
    for place in computed.tops_between:
        by_time += np.outer(slopes[:, place], answer(computed.until_top(place), design, start)[-1][-1])
    return by_time


def _event_slope(
    computed: CaseMotion, event: EventFound, frozen: FrozenRun, points: Points, at_its_time: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(np): the time of the event that the motion ends with, by the parameters; and the rates of all signals there."""
    whole = computed.whole
    rates, k = end_rates(whole, frozen, points), whole.integrands.index(whole.terms[whole.outputs[-1].places[0]].inner)
    values = whole.values(points)[:, k]
    require_crossing(computed.case.name, event, points, values, float(rates[k]), computed.record.rtol)
    return -at_its_time / rates[k], rates


def _direct_changes(computed: CaseMotion, cotangents: Sequence[Cotangents], design: Design) -> np.ndarray:
    """(n_out, np): what outputs change with numbers that they read themselves, such as places of frames."""
    out = np.zeros((len(cotangents), len(design)))
    if any(c.lowered.any() for c in cotangents):
        own = Design(computed.whole.model, design.parameters, given=tuple(computed.begin.constant), like=design)
        for row, c in zip(out, cotangents, strict=True):
            row[:] = own.gradient(c.lowered)
    return out


def require_finite(case: Case, outputs: dict[str, float]) -> None:
    """Outputs that are no numbers have no derivatives."""
    wrong = [
        f"case {case.name!r}: output {name!r}, {case.outputs[name]}, is {value}: it has no derivative; ask for a number that exists"
        for name, value in outputs.items()
        if not np.isfinite(value)
    ]
    if wrong:
        raise AnalysisError(wrong)


def _require_bounded(
    case: Case, outputs: dict[str, float], parameters: Sequence[str], by_parameters: np.ndarray, frozen: FrozenRun
) -> None:  # fmt: skip
    """Steps that are too long for a motion which the run itself does not have, as out of a plane, let its derivatives explode."""
    require_finite(case, outputs)
    size = 1.0 + np.abs(np.array(list(outputs.values()), float)).reshape(-1, 1)
    grown = ~(np.abs(by_parameters) <= EXPLODED * size).all(axis=0)
    if frozen.states_S.size and not np.isfinite(frozen.states_S.sum()):
        grown |= ~np.isfinite(frozen.states_S.reshape(-1, len(parameters))).all(axis=0)
    if not (np.abs(frozen.W) <= EXPLODED * size.max(initial=1.0)).all():  # rounding is taken for derivatives
        grown = np.ones(len(parameters), bool)
    if grown.any():
        named = ", ".join(np.array(parameters)[grown])
        raise QuestionError(
            f"case {case.name!r}: derivatives by {named} grow without bound, because explicit steps are too long for a stiff motion that "
            "this run does not have but they do; choose lw.Radau() or lw.GeneralizedAlpha() as integrator, or a smaller rtol"
        )


def parameter_values(design: Design, begin: CaseStart) -> np.ndarray:
    """Of parameters, those of a start too."""
    values, entries = design.values, start_entries(begin)
    for k, path in enumerate(design.parameters):
        if np.isnan(values[k]):
            values[k] = entries.get(path, np.nan)
    return values


def _flagged(record: Record, run: Trajectory | None) -> tuple[tuple[float, float], ...]:
    """Stretches of steps that pass singular positions, or are so near that the run interpolated across them."""
    across = record.across > 0
    for crossing in run.crossings if run is not None else ():
        across |= (record.t <= crossing.time) & (crossing.time <= record.t_new)
    found: list[tuple[float, float]] = []
    for k in np.flatnonzero(across):
        first, last = float(record.t[k]), float(record.t_new[k])
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def _across_kinks(computed: CaseMotion) -> tuple[str, ...]:
    """A sentence where steps go across kinks of forces and cannot be split."""
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
    """A sentence where the steps taken again do not end where the run did, as beside singular positions."""
    if computed.run is None:
        return ()
    final = computed.run.final
    end = np.concatenate((final.q, final.v, final.z))
    off = float(np.abs(points.y[points.last] - end).max(initial=0.0))
    if off <= DEPARTED * computed.record.rtol * max(1.0, float(np.abs(end).max(initial=0.0))):
        return ()
    return (
        f"the steps taken again end {off:.1e} away from the run: its decisions beside singular positions are not differentiated",
    )


def _approximate(frozen: FrozenRun, start: StartSensitivity) -> tuple[str, ...]:
    """Blocks whose derivatives were differences."""
    return tuple(dict.fromkeys((*start.approximate, *frozen.layer.approximate_blocks())))
