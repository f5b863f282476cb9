"""A run by SUNDIALS' CVODE through scikit-sundae: its own interpolation and root finding."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analyses.extras import optional
from linkwork.analyses.motion.outcome import FAILED, TOO_SMALL, Course
from linkwork.analyses.motion.outside_run import OutsideRun
from linkwork.integrators.motion import Motion

TOO_MUCH_WORK = -1  # so many steps without reaching the output time: time to look at the clock
STEPS_AT_A_TIME = 500


class CvodeRun(OutsideRun):
    """`CVODE("Adams")` and `CVODE("BDF")`. Steps inside the interval between two outputs are not counted."""

    def __init__(self, motion: Motion, course: Course, method: str):
        super().__init__(motion, course)
        prepared = motion.prepared
        sized = prepared.size_of >= 0
        atol = np.full(self.ny, course.atol)
        atol[prepared.size_of[sized]] *= prepared.unit[sized]
        self.options: dict[str, Any] = {
            "method": method, "rtol": course.rtol, "atol": atol, "max_num_steps": STEPS_AT_A_TIME,
        }  # fmt: skip
        self.solver_class = optional("sksundae", "sundials").cvode.CVODE

    def _rates(self, t: float, y: np.ndarray, out: np.ndarray) -> None:
        out[:] = self.rates(t, y)

    def _advance(self, end: float) -> str:
        def events(t, y, out):
            out[:] = np.where([times is None for times in self.timed.times], self.event_values(t, y), 1.0)

        events.terminal = [False] * self.n_events  # type: ignore[attr-defined]
        events.direction = [event.direction for event in self.course.events]  # type: ignore[attr-defined]
        watched = {"eventsfn": events, "num_events": self.n_events} if self.n_events else {}
        solver = self.solver_class(self._rates, **self.options, **watched)
        solver.init_step(self.t, self.y)
        while self.t < end:
            goal = end
            if self.times is not None and self.taken < self.times.size:
                goal = min(end, float(self.times[self.taken]))
            coming = [self.timed.between(k, self.t, end)[:1] for k in range(self.n_events)]
            timed = min((float(times[0]) for times in coming if times.size), default=np.inf)
            goal = min(goal, timed)
            self.code, self.tried = 0, None
            found = solver.step(goal, "onestep" if self.times is None else "normal", tstop=min(end, timed))
            t, y = float(found.t), np.array(found.y)
            if (found.status < 0 and found.status != TOO_MUCH_WORK) or not np.isfinite(y).all():
                return FAILED if self.code else TOO_SMALL
            if t > self.t:
                self.accepted(t, y)
            which = found.i_events[-1] if found.status == 2 else np.zeros(self.n_events)
            if t >= timed:
                which = which + [bool(times.size and times[0] <= t) for times in coming]
            if np.any(which) and self._happened(t, y, which):
                return "event"
            if self.times is None or t >= goal:
                self._deliver(t, lambda _, y=y: y)
            stop = self.waiting()
            if stop:
                return stop
        return "done"

    def _happened(self, t: float, y: np.ndarray, which: np.ndarray) -> bool:
        """Note the events at a root; True if one of them ends the run."""
        row = self.with_notes(t, self.projected(t, y))
        found = [k for k in range(self.n_events) if which[k] != 0]
        self.happened += [(t, k, row) for k in found]
        return any(self.course.events[k].stop for k in found)
