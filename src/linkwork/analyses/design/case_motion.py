"""The motion of a case and its replay: accepted steps, end, maxima and kinks are fixed, for this or another design."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.design.case import event_time, simulation
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.maxima import KINDS, Top, tops_of_run
from linkwork.analyses.design.outputs.ties import near_ties, require_single_maxima
from linkwork.analyses.motion.trajectory import RunEvent, Trajectory
from linkwork.description.cases import Case
from linkwork.description.expressions import Expr, Formula
from linkwork.description.outputs import Term
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.replay import Replay
from linkwork.differentiation.rows_along import RowChoice, rows_along
from linkwork.differentiation.sampling import run_samples
from linkwork.integrators.motion import Motion, counts_turns, prepare
from linkwork.integrators.record import Record
from linkwork.integrators.redundant_rows import leave_out_redundant_rows
from linkwork.integrators.registry import method_numbered, sensitivities_of
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.expressions.kinks import kinks_on_the_way
from linkwork.numerics.progress import Progress

END = "at_the_event"  # an output of its own, the last: the expression of the event that ends a motion


class CaseMotion:
    """A case that has been run, which can be replayed from its record for this model or for variants of it."""

    def __init__(
        self, begin: CaseStart, *, quiet: bool = False, record: Record | None = None, decisions: dict[int, Any] | None = None,
        tops: dict[int, Top] | None = None, rows: Sequence[RowChoice] = (),
    ):  # fmt: skip
        self.begin, self.case, self.quiet = begin, begin.case, quiet
        self.decisions: dict[int, Any] = (
            {} if decisions is None else decisions
        )  # of implicit steps, fixed like the steps
        case = begin.case
        _require_passes(case)
        self.run: Trajectory | None = None
        self.stop: RunEvent | None = None  # the event that ended the run early
        self.kinks: tuple[float, ...] = ()  # times at which the motion passes kinks of forces and of integrands
        if record is None:
            self.run = run = self._run()
            _require_finished(case, run)
            record = run.record
            if record is not None and self.kinks and has_one_step_methods(record):
                record = self._around_kinks(record)
            stop = next((event for event in run.events if event.event.stop), None)
            if record is not None and stop is not None:
                self.stop = stop
                record = record.until(stop.time)
                name = next(n for n in (END + "_" * k for k in itertools.count()) if n not in case.outputs)
                self.begin = begin.asking(outputs={**case.outputs, name: f"final({stop.event.when})"})
        assert record is not None
        self.record: Record = record
        self.rows = tuple(rows) if self.run is None else self._choose_rows(self.run)  # the redundant ones left out
        self.whole = OutputSet(begin.model, self.begin.case, begin.state)
        self.competing: tuple[str, ...] = ()  # sentences about maxima that are nearly equal
        self.tops = self._find_tops() if tops is None else tops
        for place, top in self.tops.items():
            if top.place:  # at an end of the run
                inner = self.whole.terms[place].inner
                self.whole.terms[place] = Term("initial" if top.place < 0 else "final", inner)

    def _run(self) -> Trajectory:
        """Return the run, and the times at which it passes kinks of forces: steps across them would have derivatives of
        first order only."""
        own = self.case.events
        watched = [kink for kink in kinks_on_the_way(self.begin.running, self.case) if kink not in own]
        if not watched:
            return simulation(self.begin, quiet=self.quiet, record="stages")
        self.watching = self.begin.asking(events=(*own, *watched))
        run = simulation(self.watching, quiet=self.quiet, record="stages")
        self.kinks = tuple(event.time for event in run.events if event.event in watched)
        return replace(run, events=tuple(event for event in run.events if event.event not in watched))

    def _around_kinks(self, record: Record) -> Record:
        """Return a record whose steps end before kinks and begin after them, since steps across a kink are less
        accurate; the kinks are located again."""
        again = simulation(self.watching.asking(integrator=None), quiet=self.quiet, replay=record.around(self.kinks))
        self.kinks = tuple(event.time for event in again.events if event.event not in self.case.events)
        return record.around(self.kinks)

    def _find_tops(self) -> dict[int, Top]:
        """Return the maxima of the run; their times are fixed like its steps."""
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
        """The maxima that are not at an end of the run, by the indices of their terms."""
        return {place: top for place, top in self.tops.items() if not top.place}

    def until(self, time: float, value: Expr, decisions: dict[int, Any] | None = None) -> CaseMotion:
        """Return the motion up to a time, with the value of an expression there as its output."""
        begin = self.begin.asking(outputs={END: Formula(Expr("call", ("final", value)))})
        record = self.record.until(time)
        return CaseMotion(begin, quiet=self.quiet, record=record, decisions=decisions, tops={}, rows=self.rows)

    def until_top(self, place: int) -> CaseMotion:
        """Return the motion up to the maximum of a term."""
        top = self.tops[place]
        return self.until(top.time, self.whole.terms[place].inner, top.decisions)

    def motion(self) -> Motion:
        """Return fresh buffers at the start."""
        inputs = self.case.inputs
        motion = prepare(self.begin.model, None, inputs, ()).start(self.begin.state, inputs)
        leave_out_redundant_rows(motion)
        return motion

    def _choose_rows(self, run: Trajectory) -> tuple[RowChoice, ...]:
        """Return the rows of the steps, chosen along the accepted states of the run."""
        states = zip(run.t.tolist(), np.hstack((run.q, run.v, run.z)), strict=True)
        return rows_along(self.motion(), states, lasting=not has_one_step_methods(self.record))

    def replay(self, **options: Any) -> Replay:
        end = float(self.record.t_new[-1]) if len(self.record) else self.begin.state.t
        progress = Progress(self.begin.state.t, end, self.quiet)
        stages = None if self.run is None else self.record.stages  # of this design
        options = {"progress": progress, "stages": stages, "rates_matter": self.whole.needs_accelerations, **options}
        replay = Replay(self.motion(), self.record, rows=self.rows, **options)
        replay.decisions = self.decisions
        return replay

    @property
    def reads_ends(self) -> bool:
        """Whether all outputs are read from the first and the last state, without whole turns that are counted along
        the motion."""
        return not counts_turns(self.whole.model) and all(
            term.kind in ("initial", "final", "event_time") or place in self.tops
            for place, term in enumerate(self.whole.terms)
        )

    @property
    def follows_events(self) -> bool:
        """Whether outputs depend on the time of an event."""
        return self.stop is not None or any(term.kind == "event_time" for term in self.whole.terms)

    @property
    def event_time(self) -> Callable[[str, int], float] | None:
        """Return the time of the first occurrence of an event of the run, for OutputSet."""
        return None if self.run is None else partial(event_time, self.case, self.run)

    def values(self, points: Points) -> tuple[np.ndarray, dict[str, float]]:
        """Return the values of the expressions inside the terms, and of the outputs; maxima are read at the end of
        steps up to them."""
        for place in self.tops_between:
            if place not in self.whole.given_values:
                motion = self.until_top(place)
                self.whole.given_values[place] = motion.values(motion.replay().primal())[1][END]
        g = self.whole.values(points)
        return g, self.whole.reduce(points, g, self.event_time)

    def cotangents(self, points: Points, g: np.ndarray) -> list[Cotangents]:
        return self.whole.cotangents(points, g, other=self.event_time) if self.whole.outputs else []


def has_one_step_methods(record: Record) -> bool:
    """Return whether all steps of a record depend only on their initial state, so that they may be split."""
    return all(method_numbered(kind).one_step for kind in np.unique(record.kind))


def _require_passes(case: Case) -> None:
    if not sensitivities_of(case.integrator):
        raise QuestionError(
            f"case {case.name!r}: {type(case.integrator).__name__} has no sensitivities, because its steps depend on many steps before; "
            'choose lw.DormandPrince(), lw.RungeKutta4(step), lw.Radau(), lw.GeneralizedAlpha() or (with method="direct") lw.BDF(), or leave the integrator out'
        )


def _require_finished(case: Case, run: Trajectory) -> None:
    if not run.success:
        raise AnalysisError(
            f"case {case.name!r} did not reach its end, so that its outputs have no derivatives: {run.message}"
        )
