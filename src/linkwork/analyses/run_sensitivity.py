"""Sensitivities of a case that simulates: along its frozen steps, or against them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.case import event_time, simulation
from linkwork.analyses.case_start import CaseStart
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.event_sensitivity import end_rates, end_slopes, require_crossing
from linkwork.analyses.frozen_run import FrozenRun, component_columns, component_cotangents, tangent_cotangents
from linkwork.analyses.kept_freedom import redundant_rows, require_kept_freedom
from linkwork.analyses.kinks import jumps
from linkwork.analyses.maxima import KINDS, Top, tops_of_run
from linkwork.analyses.motion import Motion, counts_turns, leave_out_redundant_rows, prepare
from linkwork.analyses.outputs import OutputSet
from linkwork.analyses.parameter_check import duration_slopes, start_entries
from linkwork.analyses.points import Cotangents, Points
from linkwork.analyses.progress import Progress
from linkwork.analyses.sampling import run_samples
from linkwork.analyses.signal_reader import SignalReader
from linkwork.analyses.start_sensitivity import StartSensitivity
from linkwork.analyses.still_sensitivity import NOT_UNIQUE, prepared
from linkwork.analyses.ties import near_ties, require_single_maxima
from linkwork.description.cases import Case
from linkwork.description.choices import BDF, CVODE, Adams, SciPy
from linkwork.description.expressions import written
from linkwork.description.outputs import Term
from linkwork.model.design import Design
from linkwork.model.model import Model
from linkwork.results.record import Record
from linkwork.results.sensitivity import Sensitivity
from linkwork.results.trajectory import EventFound, Trajectory

END = "at_the_event"  # an output of its own, the last: the expression of the event that ends a motion
NO_ADJOINT = (
    'steps of bdf have no adjoint: ask with method="direct", or choose lw.Radau(), lw.GeneralizedAlpha(), lw.DormandPrince() or '
    "lw.RungeKutta4(step) as integrator"
)
EXPLODED = 1e15  # of an output: no derivative of a computed motion is as large
DEPARTED = 1e3  # of the tolerance: how far repeated steps may end from the run without a word


class CaseMotion:
    """A case that has been run: what is computed again from its record, for this model or for others with the same record."""

    def __init__(
        self, begin: CaseStart, *, quiet: bool = False, record: Record | None = None, decisions: dict[int, Any] | None = None,
        tops: dict[int, Top] | None = None,
    ):  # fmt: skip
        self.begin, self.case, self.quiet = begin, begin.case, quiet
        self.decisions: dict[int, Any] = (
            {} if decisions is None else decisions
        )  # of implicit steps, frozen like the steps
        case = begin.case
        _require_passes(case)
        self.run: Trajectory | None = None
        self.stop: EventFound | None = None  # what ended the run before its time
        if record is None:
            self.run = run = simulation(self.begin, quiet=quiet, record="stages")
            _require_finished(case, run)
            record = run.record
            if record is not None and run.events and run.events[-1].event.stop:
                self.stop = stop = run.events[-1]
                record = record.until(stop.time)
                name = next(n for n in (END + "_" * k for k in itertools.count()) if n not in case.outputs)
                self.begin = begin.asking({**case.outputs, name: f"final({stop.event.when})"})
        assert record is not None
        self.record: Record = record
        self.whole = OutputSet(begin.model, self.begin.case, begin.state)
        self.competing: tuple[str, ...] = ()  # sentences about maxima that are as good as equal
        self.tops = self._find_tops() if tops is None else tops
        for place, top in self.tops.items():
            if top.place:  # at an end of the run
                inner = self.whole.terms[place].inner
                self.whole.terms[place] = Term("initial" if top.place < 0 else "final", inner)

    def _find_tops(self) -> dict[int, Top]:
        """Where the run has its maxima; their times are frozen like its steps."""
        if self.run is None or not any(term.kind in KINDS for term in self.whole.terms):
            return {}
        again = partial(simulation, self.begin, quiet=self.quiet)
        samples = run_samples(self.run, again, self.whole.needs_accelerations)
        g = self.whole.values(samples)
        require_single_maxima(self.whole, samples, g)
        self.competing = near_ties(self.whole, samples, g)
        return tops_of_run(self.whole, samples, again)

    @property
    def tops_between(self) -> dict[int, Top]:
        """Maxima that are not at an end of the run, by the places of their terms."""
        return {place: top for place, top in self.tops.items() if not top.place}

    def until(self, time: float, text: str, decisions: dict[int, Any] | None = None) -> CaseMotion:
        """The same up to a time, with the value of an expression there as its output."""
        begin = self.begin.asking({END: f"final({text})"})
        return CaseMotion(begin, quiet=self.quiet, record=self.record.until(time), decisions=decisions, tops={})

    def until_top(self, place: int) -> CaseMotion:
        """The same up to the maximum of a term."""
        top = self.tops[place]
        return self.until(top.time, written(self.whole.terms[place].inner), top.decisions)

    def motion(self) -> Motion:
        """Fresh buffers at the start."""
        inputs = self.case.inputs
        motion = prepare(self.begin.model, None, inputs, ()).start(self.begin.state, inputs)
        leave_out_redundant_rows(motion)
        return motion

    def frozen(self, **options: Any) -> FrozenRun:
        end = float(self.record.t_new[-1]) if len(self.record) else self.begin.state.t
        progress = Progress(self.begin.state.t, end, self.quiet)
        stages = None if self.run is None else self.record.stages  # of this very design
        options = {"progress": progress, "stages": stages, "rates_matter": self.whole.needs_accelerations, **options}
        frozen = FrozenRun(self.motion(), self.record, **options)
        frozen.decisions = self.decisions
        return frozen

    @property
    def reads_ends(self) -> bool:
        """Whether all outputs are read from the first and the last state, without whole turns that are counted on the way."""
        return not counts_turns(self.whole.model) and all(
            term.kind in ("initial", "final", "event_time") or place in self.tops
            for place, term in enumerate(self.whole.terms)
        )

    @property
    def follows_events(self) -> bool:
        """Whether outputs depend on when an event happens."""
        return self.stop is not None or any(term.kind == "event_time" for term in self.whole.terms)

    @property
    def event_time(self) -> Callable[[str, int], float] | None:
        """For OutputSet: when an event of the run happened first."""
        return None if self.run is None else partial(event_time, self.case, self.run)

    def values(self, points: Points) -> tuple[np.ndarray, dict[str, float]]:
        """Of the expressions inside the terms, and of the outputs; maxima are read at the end of steps up to them."""
        for place in self.tops_between:
            if place not in self.whole.told:
                motion = self.until_top(place)
                self.whole.told[place] = motion.values(motion.frozen().primal())[1][END]
        g = self.whole.values(points)
        return g, self.whole.reduce(points, g, self.event_time)

    def cotangents(self, points: Points, g: np.ndarray) -> list[Cotangents]:
        return self.whole.cotangents(points, g, other=self.event_time) if self.whole.outputs else []


def run_sensitivity(
    model: Model, case: Case, parameters: Sequence[str], method: str, quiet: bool = False
) -> tuple[Sensitivity, CaseMotion]:
    """Of the outputs of a simulation, and with method "direct" of all its states; and what was computed."""
    if method == "adjoint" and isinstance(case.integrator, BDF):
        raise QuestionError(f"case {case.name!r}: {NO_ADJOINT}")
    computed = CaseMotion(prepared(model, case, parameters), quiet=quiet)
    begin = computed.begin
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
        _departure(computed, points) + computed.competing + jumps(begin.model, case) + open_, reader,
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
                until = computed.until(event.time, event.event.when)
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


def _require_passes(case: Case) -> None:
    if isinstance(case.integrator, Adams | CVODE | SciPy):
        raise QuestionError(
            f"case {case.name!r}: {type(case.integrator).__name__} has no sensitivities, because its steps depend on many steps before; "
            'choose lw.DormandPrince(), lw.RungeKutta4(step), lw.Radau(), lw.GeneralizedAlpha() or (with method="direct") lw.BDF(), or leave the integrator out'
        )


def _require_finished(case: Case, run: Trajectory) -> None:
    if not run.success:
        raise AnalysisError(
            f"case {case.name!r} did not reach its end, so that its outputs have no derivatives: {run.message}"
        )


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
    across = np.diff(record.control[:, 4], prepend=0.0) > 0
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
