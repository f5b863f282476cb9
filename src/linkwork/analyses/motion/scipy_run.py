"""A run by one of SciPy's integrators, stepped from here: dense output, zeros of events by Brent's method on it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy import integrate, optimize

from linkwork.analyses.motion.outcome import FAILED, TOO_SMALL, Course
from linkwork.analyses.motion.outside_run import EPS, OutsideRun
from linkwork.dynamics.status import NOT_FINITE
from linkwork.integrators.motion import Motion


class ScipyRun(OutsideRun):
    """`SciPy("LSODA")` and its siblings."""

    def __init__(self, motion: Motion, course: Course, method: str):
        super().__init__(motion, course)
        self.solver_class = getattr(integrate, method)
        prepared = motion.prepared
        sized = prepared.size_of >= 0
        unit = np.ones(self.ny)
        unit[prepared.size_of[sized]] = prepared.unit[sized]
        self.atol = course.atol * unit

    def _advance(self, end: float) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what goes wrong is in the status
            return self._steps(end)

    def _steps(self, end: float) -> str:
        solver = self.solver_class(self.rates, self.t, self.y, end, rtol=self.course.rtol, atol=self.atol)
        before = self.event_values(self.t, self.y)
        while solver.status == "running":
            self.code, self.tried = 0, None
            try:
                solver.step()
            except (ValueError, np.linalg.LinAlgError):  # its difference quotients were not finite
                self.code = self.code or NOT_FINITE
                return FAILED
            if solver.status == "failed" or not np.isfinite(solver.y).all():
                self.h = float(getattr(solver, "step_size", None) or 0.0)
                return FAILED if self.code else TOO_SMALL
            dense, begin = solver.dense_output(), self.t

            def state_at(t: float, dense=dense, solver=solver) -> np.ndarray:
                return solver.y if t == solver.t else dense(t)

            self.accepted(solver.t, solver.y)
            after = self.event_values(solver.t, self.projected(solver.t, solver.y)) if self.n_events else before
            stopped = np.inf
            for t, k in self._zeros(begin, before, solver.t, after, state_at):
                if t > stopped + 4.0 * max(1e-12, 4.0 * EPS * abs(t)):
                    break
                if self.times is not None:
                    self._deliver(t, state_at)
                self.happened.append((t, k, self.with_notes(t, self.projected(t, state_at(t)))))
                if self.course.events[k].stop:
                    stopped = min(t, stopped)
            if stopped < np.inf:
                return "event"
            self._deliver(solver.t, state_at)
            before = after
            stop = self.waiting()
            if stop:
                return stop
        return "done"

    def _zeros(self, a: float, before: np.ndarray, b: float, after: np.ndarray, state_at) -> list[tuple[float, int]]:
        """Times and numbers of the events between two steps, in order."""
        found = []
        for k, event in enumerate(self.course.events):
            if self.timed.times[k] is not None:
                found += [(float(t), k) for t in self.timed.between(k, a, b)]
                continue
            rises, falls = before[k] < 0 <= after[k], before[k] > 0 >= after[k]
            if (rises and event.direction >= 0) or (falls and event.direction <= 0):

                def value(t: float, k=k) -> float:
                    if t in (a, b):
                        return float((before if t == a else after)[k])
                    return float(self.event_values(t, self.projected(t, state_at(t)))[k])

                xtol = max(1e-12, 4 * EPS * abs(b))
                zero: Any = optimize.brentq(value, a, b, xtol=xtol, rtol=np.float64(4 * EPS))
                found.append((float(zero), k))
        return sorted(found)
