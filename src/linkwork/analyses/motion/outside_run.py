"""What integrators of other libraries have in common: the compiled functions called from Python, outputs and events on the way."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from linkwork.analyses.motion.outcome import FAILED, INTERRUPTED, TIME_LIMIT, Course, Outcome, Patience
from linkwork.dynamics import problem
from linkwork.integrators import contract
from linkwork.integrators.motion import Motion

EPS = 2.0**-52
STUCK = 300  # failed evaluations without a step between them
ORDER = 5  # what the guard of singular positions takes for the order


class _Stuck(Exception):
    """Smaller steps do not help."""


class OutsideRun(ABC):
    """Drives the problem of a motion by `_advance`, which a subclass has, from break to break."""

    def __init__(self, motion: Motion, course: Course):
        self.motion, self.course = motion, course
        self.ny, self.n_events = motion.y.size, len(course.events)
        self.noted = motion.prepared.own_turns.size if motion.prepared.turns else 0
        self.rhs, self.project, _, self.values, self.note = motion.prepared.kernels
        self.t, self.y = motion.t, motion.y.copy()
        self.low, self.high = -np.inf, np.inf
        self.outputs: list[tuple[float, np.ndarray]] = []
        self.happened: list[tuple[float, int, np.ndarray]] = []
        self.steps = self.evaluations = self.projections = self.failures = 0
        self.code, self.h = 0, 0.0
        self.tried: tuple[float, np.ndarray] | None = None
        self.times = course.times
        self.taken = 0
        self.timed = motion.timed(course.events, course.t_end)
        self.patience = Patience()
        control = motion.control
        control[contract.TOLERANCE], control[contract.EXPECTED_ORDER] = course.rtol, ORDER

    # the problem

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """dy/dt; NaN where the evaluation fails, which makes any integrator take smaller steps."""
        out = np.empty(self.ny)
        y = np.ascontiguousarray(y)
        t = min(max(t, self.low), self.high)
        self.evaluations += 1
        status = self.rhs(t, y, out, *self.motion.buffers) if np.isfinite(y).all() else 0
        if status != 0 or not np.isfinite(y).all():
            out[:] = np.nan
            self.code, self.tried = (status, (t, y.copy())) if status else (self.code, self.tried)
            self.failures += 1
            if self.failures > STUCK:
                raise _Stuck
        return out

    def projected(self, t: float, y: np.ndarray) -> np.ndarray:
        """The state moved onto the constraints; as it is where that fails."""
        moved = np.array(y)
        self.projections += 1
        status = self.project(min(max(t, self.low), self.high), moved, np.empty(self.ny), *self.motion.buffers)
        return moved if status == 0 else np.array(y)

    def event_values(self, t: float, y: np.ndarray) -> np.ndarray:
        out = np.zeros(self.n_events)
        if self.n_events:
            self.values(t, np.ascontiguousarray(y), out, *self.motion.buffers)
        return out

    def with_notes(self, t: float, y: np.ndarray) -> np.ndarray:
        """A state and the turns of its angles."""
        row = np.zeros(self.ny + self.noted)
        row[: self.ny] = y
        if self.noted:
            self.note(t, np.ascontiguousarray(y), row[self.ny :], *self.motion.buffers)
        return row

    def accepted(self, t: float, y: np.ndarray) -> None:
        """A step has ended here: the guard and the counted turns follow."""
        control = self.motion.control
        control[contract.EXPECTED_STEP] = self.h = t - self.t
        control[contract.IN_ACCEPTED_STEP], control[problem.EVALUATED] = 1.0, 0.0
        self.rates(t, y)
        control[contract.IN_ACCEPTED_STEP] = 0.0
        self.note(t, np.ascontiguousarray(y), np.empty(self.ny), *self.motion.buffers)
        self.t, self.y = t, np.array(y)
        self.steps += 1
        self.failures = 0

    # the run

    def go(self) -> Outcome:
        course = self.course
        breaks = [t for t in self.motion.breaks(course.t_end) if self.t < t < course.t_end]
        status = ""
        with course.progress, self.patience:
            self.patience.begin()
            self.y = self.projected(self.t, self.y)
            self._deliver(self.t, lambda t: self.y)
            for end in (*breaks, course.t_end):
                margin = 4.0 * EPS * max(abs(end), abs(self.t), end - self.t)
                self.low = self.t + margin if self.steps else self.t
                self.high = end - margin if end != course.t_end else end
                try:
                    status = self._advance(end) if end > self.t else "done"
                except _Stuck:
                    status = FAILED
                if status != "done":
                    break
                self.y = self.projected(self.t, self.y)
        return self._outcome(status)

    @abstractmethod
    def _advance(self, end: float) -> str:
        """Integrate from (t, y) to `end`; a status."""

    def waiting(self) -> str:
        """After a step: a status if the run has to stop for somebody."""
        self.course.progress.update(self.t)
        return TIME_LIMIT if self.course.late() else INTERRUPTED if self.patience.asked_to_stop else ""

    def _deliver(self, until: float, state_at) -> None:
        """Outputs up to a time: those asked for, or the state there."""
        if self.times is None:
            self.outputs.append((until, self.with_notes(until, self.projected(until, state_at(until)))))
            return
        while self.taken < self.times.size and self.times[self.taken] <= until:
            t = float(self.times[self.taken])
            self.outputs.append((t, self.with_notes(t, self.projected(t, state_at(t)))))
            self.taken += 1

    def _outcome(self, status: str) -> Outcome:
        t = np.array([t for t, _ in self.outputs])
        y = np.array([row for _, row in self.outputs]).reshape(t.size, self.ny + self.noted)
        now, last = self.t, self.with_notes(self.t, self.projected(self.t, self.y))
        if status == "event":
            now, _, last = self.course.stopping(self.happened)[0]
        return Outcome(
            status,
            t,
            y,
            now,
            last,
            self.happened,
            self.motion.take_crossings(),
            None, self.steps, 0, self.evaluations, self.projections, self.code, self.h,
            self.tried, doubts=list(self.timed.doubts),
        )  # fmt: skip
