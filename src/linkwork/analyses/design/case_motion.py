"""A case that has been run: its accepted steps, ends, maxima and kinks frozen, to be gone through again for this or another design."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.design.case import event_time, simulation
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.maxima import KINDS, Top, tops_of_run
from linkwork.analyses.design.outputs.ties import near_ties, require_single_maxima
from linkwork.analyses.motion.trajectory import EventFound, Trajectory
from linkwork.description.cases import Case
from linkwork.description.expressions import Expr, Formula
from linkwork.description.outputs import Term
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.replay import FrozenRun
from linkwork.differentiation.sampling import run_samples
from linkwork.integrators.motion import Motion, counts_turns, leave_out_redundant_rows, prepare
from linkwork.integrators.record import Record
from linkwork.integrators.registry import method_numbered, sensitivities_of
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.expressions.kinks import kinks_on_the_way
from linkwork.numerics.progress import Progress

END = "at_the_event"  # an output of its own, the last: the expression of the event that ends a motion


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
        self.kinks: tuple[float, ...] = ()  # times at which the motion passes kinks of forces and of what is integrated
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
        self.whole = OutputSet(begin.model, self.begin.case, begin.state)
        self.competing: tuple[str, ...] = ()  # sentences about maxima that are as good as equal
        self.tops = self._find_tops() if tops is None else tops
        for place, top in self.tops.items():
            if top.place:  # at an end of the run
                inner = self.whole.terms[place].inner
                self.whole.terms[place] = Term("initial" if top.place < 0 else "final", inner)

    def _run(self) -> Trajectory:
        """The run, and when it passes kinks of forces: steps across them would have derivatives of first order."""
        own = self.case.events
        watched = [kink for kink in kinks_on_the_way(self.begin.running, self.case) if kink not in own]
        if not watched:
            return simulation(self.begin, quiet=self.quiet, record="stages")
        self.watching = self.begin.asking(events=(*own, *watched))
        run = simulation(self.watching, quiet=self.quiet, record="stages")
        self.kinks = tuple(event.time for event in run.events if event.event in watched)
        return replace(run, events=tuple(event for event in run.events if event.event not in watched))

    def _around_kinks(self, record: Record) -> Record:
        """Steps that end before kinks and begin behind them, which are located once more: no step is as exact across one."""
        again = simulation(self.watching.asking(integrator=None), quiet=self.quiet, replay=record.around(self.kinks))
        self.kinks = tuple(event.time for event in again.events if event.event not in self.case.events)
        return record.around(self.kinks)

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

    def until(self, time: float, value: Expr, decisions: dict[int, Any] | None = None) -> CaseMotion:
        """The same up to a time, with the value of an expression there as its output."""
        begin = self.begin.asking(outputs={END: Formula(Expr("call", ("final", value)))})
        return CaseMotion(begin, quiet=self.quiet, record=self.record.until(time), decisions=decisions, tops={})

    def until_top(self, place: int) -> CaseMotion:
        """The same up to the maximum of a term."""
        top = self.tops[place]
        return self.until(top.time, self.whole.terms[place].inner, top.decisions)

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


def has_one_step_methods(record: Record) -> bool:
    """Whether all steps of a record depend on their beginning alone, so that they may be split."""
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
