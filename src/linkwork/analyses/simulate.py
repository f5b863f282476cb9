"""Time integration on the constraint manifold: the whole loop compiled, returning to Python for progress and limits only."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.analyses.errors import AnalysisError
from linkwork.analyses.motion import Motion, build_motion, counts_turns
from linkwork.analyses.progress import Progress
from linkwork.analyses.reading import Reading
from linkwork.description.choices import Adams, DormandPrince, Event, Formulation, Integrator, RungeKutta4
from linkwork.formulations import problem
from linkwork.formulations.status import MESSAGES
from linkwork.integrators import adams, contract, dormand_prince, runge_kutta
from linkwork.integrators import state as S
from linkwork.kernels.arrays import ANGLE, python_work
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.results.trajectory import Crossing, EventFound, Statistics, Trajectory

CHUNK = 4000  # evaluations between two looks at the clock
BUFFER = 512  # outputs and records taken at a time
SAME_INSTANT = 1e-5  # s, and relative: singular positions no farther apart are one


def simulate(
    model: Model,
    state: State,
    duration: float,
    *,
    rtol: float = 1e-6,
    atol: float | None = None,
    output: float | Sequence[float] | np.ndarray | None = None,
    events: Sequence[Event] | Event = (),
    inputs: Mapping[str, Any] | None = None,
    formulation: Formulation | None = None,
    integrator: Integrator | None = None,
    correction: str = "newton",
    position_tolerance: float | None = None,
    time_limit: float | None = None,
    quiet: bool = False,
) -> Trajectory:
    """Move a model from a state for a duration (s); outputs at every step, every `output` seconds, or at given times.

    `atol` is relative to 1 rad and the model's length (rtol unless given). `inputs` are constants, expressions of time, or
    (times, samples). Steps end on the constraints: `correction="newton"` factors anew for every iteration, "frozen" while the
    first factors serve; iterations stop below `position_tolerance` (m, the largest row; 1e-13 lengths of the model unless given).
    `time_limit` (s of wall time), Ctrl-C and failures return what has been computed. Long runs show their
    progress in a terminal unless `quiet`.

    >>> run = lw.simulate(model, state, 10, output=0.01)
    >>> run["A.angle"], run.final, run.stats.evaluations
    """
    events = (events,) if isinstance(events, Event) else tuple(events)
    if not (np.isfinite(duration) and duration >= 0):
        raise AnalysisError(f"duration is a time in seconds, at least 0, not {duration!r}")
    if correction not in ("newton", "frozen"):
        raise AnalysisError(f'correction is "newton" or "frozen", not {correction!r}')
    if position_tolerance is not None and not 0.0 < position_tolerance < np.inf:
        raise AnalysisError(f"position_tolerance is a length in metres above 0, not {position_tolerance!r}")
    _require_assembled(model, state)
    motion = build_motion(
        model,
        state,
        formulation,
        dict(inputs or {}),
        events,
        correction=correction,
        position_tolerance=position_tolerance,
    )
    times = _output_times(state.t, duration, output)
    reading = Reading(model, inputs or {})
    return _Run(model, state, motion, reading, integrator, rtol, atol, duration, times, events, time_limit, quiet).go()


def _require_assembled(model: Model, state: State) -> None:
    e = Evaluation(model, state)
    worst = float(np.abs(e.m.row_scale * e.w.Phi).max(initial=0.0))
    if not worst < 1e-6 * model.length:
        raise AnalysisError(
            f"the start violates the constraints by {worst:.3g} m (largest row); run assemble(model, …) and start from its state"
        )


def _output_times(start: float, duration: float, output: Any) -> np.ndarray | None:
    if output is None:
        return None
    if np.ndim(output) == 0:
        if not float(output) > 0:
            raise AnalysisError(f"output is a positive interval in seconds, times, or None, not {output!r}")
        count = int(np.floor(duration / float(output) * (1 + 1e-12)))
        times = start + np.arange(count + 1) * float(output)
        return times if times[-1] >= start + duration * (1 - 1e-12) else np.append(times, start + duration)
    times = np.asarray(output, float)
    outside = (times < start) | (times > start + duration * (1 + 1e-12))
    if times.ndim != 1 or outside.any() or (np.diff(times) <= 0).any():
        raise AnalysisError(f"output times must increase and lie between {start:g} and {start + duration:g} s")
    return times


class _Run:
    """One integration: calls the compiled entry again and again until it is done."""

    def __init__(
        self,
        model,
        state,
        motion: Motion,
        reading: Reading,
        integrator,
        rtol,
        atol,
        duration,
        times,
        events,
        time_limit,
        quiet,
    ):
        self.model, self.start, self.motion, self.times, self.events = model, state, motion, times, events
        self.time_limit = time_limit
        self.reading = reading
        self.progress = Progress(state.t, state.t + duration, quiet)
        rtol = getattr(integrator, "rtol", None) or rtol
        atol = getattr(integrator, "atol", None) or atol or rtol
        if not 1e-13 <= rtol < 1:
            raise AnalysisError(f"rtol is between 1e-13 and 1, not {rtol!r}")
        method, self.entry, h = self._method(integrator, rtol)
        self.istate, self.fstate = S.new_state(
            state.t, motion.y, state.t + duration, rtol=rtol, atol=atol * motion.unit, method=method, nt=motion.unit.size,
            size_of=motion.size_of, cap=motion.cap, breaks=motion.breaks,
            directions=[e.direction for e in events], terminals=[int(e.stop) for e in events],
            output=S.EVERY_STEP if times is None else S.AT_TIMES, more_times=times is not None, budget=CHUNK, h=h,
        )  # fmt: skip
        self.s = S.read_state(self.istate, self.fstate)
        self.found: list[tuple[np.ndarray, np.ndarray]] = []
        self.records: list[tuple[np.ndarray, np.ndarray]] = []
        self.happened: list[EventFound] = []
        self.crossed: list[tuple[float, str]] = []
        self.taken = 0

    @staticmethod
    def _method(integrator: Integrator | None, rtol: float):
        if isinstance(integrator, Adams):
            return S.ADAMS, adams.run, 0.0
        if isinstance(integrator, RungeKutta4):
            return S.RUNGE_KUTTA_4, runge_kutta.run, integrator.step
        if integrator is not None and not isinstance(integrator, DormandPrince):
            raise TypeError(f"integrator is a choice such as lw.Adams(), not {integrator!r}")
        order = getattr(integrator, "order", None)
        method = {5: S.BOGACKI_SHAMPINE_5, 8: S.DOP853, None: dormand_prince.method_for(rtol)}[order]
        return method, dormand_prince.run, 0.0

    def go(self) -> Trajectory:
        began, status = time.perf_counter(), ""
        ny = self.motion.y.size
        y_out, record_f = np.zeros((BUFFER, ny)), np.zeros((BUFFER, contract.RECORD_F_COLUMNS))
        record_i = np.zeros((BUFFER, contract.RECORD_I_COLUMNS), np.int64)
        t_out = np.zeros(BUFFER)
        try:
            with self.progress:
                while not status:
                    t_out = self._next_times(t_out)
                    self.s.count[S.BUDGET] = CHUNK
                    code = self.entry(
                        *self.motion.functions,
                        *self.motion.buffers,
                        self.istate,
                        self.fstate,
                        t_out,
                        y_out,
                        record_f,
                        record_i,
                    )
                    self._take(t_out, y_out, record_f, record_i)
                    self.progress.update(float(self.s.real[S.T]))
                    status = self._status(code)
                    if not status and self.time_limit is not None and time.perf_counter() - began > self.time_limit:
                        status = "time limit"
        except KeyboardInterrupt:
            status = "interrupted"
        return self._trajectory(status, time.perf_counter() - began)

    def _next_times(self, t_out: np.ndarray) -> np.ndarray:
        if self.times is None:
            return t_out
        ahead = self.times[self.taken : self.taken + BUFFER]
        self.s.count[S.MORE_TIMES] = int(self.taken + BUFFER < self.times.size)
        return np.ascontiguousarray(ahead)

    def _take(self, t_out, y_out, record_f, record_i) -> None:
        s = self.s
        count, records, logged = int(s.count[S.OUTPUTS]), int(s.count[S.RECORDS]), int(s.count[S.LOGGED])
        self.found.append((t_out[:count].copy(), y_out[:count].copy()))
        self.records.append((record_f[:records].copy(), record_i[:records].copy()))
        for k in range(logged):
            y = s.log_y.reshape(-1, self.motion.y.size)[k]
            event = self.events[int(s.log_event[k])]
            self.happened.append(EventFound(float(s.log_t[k]), event, self._state(float(s.log_t[k]), y)))
        self.crossed += self.motion.take_crossings()
        self.taken += count
        s.count[[S.OUTPUTS, S.RECORDS, S.LOGGED]] = 0

    def _status(self, code: int) -> str:
        words = {
            contract.DONE: "done", contract.EVENT_STOP: "event", contract.STEP_TOO_SMALL: "step too small",
            contract.EVALUATION_FAILED: "failed",
        }  # fmt: skip
        return words.get(code, "")

    def _state(self, t: float, y: np.ndarray) -> State:
        nq, nv = self.model.nq, self.model.nv
        return State(t, y[:nq], y[nq : nq + nv], y[nq + nv :], self.start.inactive, self._turns())

    def _turns(self) -> np.ndarray:
        """How far the model's own angles have turned, as the loop counts them now."""
        w = python_work(self.motion.model.ints, self.motion.buffers[2])
        own = self.motion.model.lowered.measures
        return np.array([w.turns[own[m]] if m in own else 0.0 for m in self.model.lowered.measures])

    def _turns_along(self, t: np.ndarray, y: np.ndarray, last: bool) -> np.ndarray:
        """(nt, n_measures): each output's turns follow those of the output before it; the last are the loop's own."""
        rows = np.zeros((t.size, len(self.model.lowered.measures)))
        if not counts_turns(self.model):
            return rows
        nq, nv = self.model.nq, self.model.nv
        turns = self.start.turns.copy() if self.start.turns.size else rows[0].copy()
        angles = (self.model.lowered.arrays["measure_kind"] == ANGLE) & (self.model.lowered.arrays["measure_q"] < 0)
        e = None
        for k in range(t.size):
            state = State(t[k], y[k, :nq], y[k, nq : nq + nv], y[k, nq + nv :], self.start.inactive, turns)
            e = Evaluation(self.model, state) if e is None else e
            e.update(state)
            turns = np.where(angles, e.w.measure_value / (2 * np.pi), turns)
            rows[k] = turns
        if last and t.size:
            rows[-1] = self._turns()
        return rows

    def _trajectory(self, status: str, wall: float) -> Trajectory:
        t = np.concatenate([times for times, _ in self.found]) if self.found else np.zeros(0)
        y = np.concatenate([states for _, states in self.found]) if self.found else np.zeros((0, self.motion.y.size))
        now, last = float(self.s.real[S.T]), self.s.y
        if status == "event":  # the run ends where the event is, inside the last step
            end = self.happened[-1]
            now, last = end.time, np.concatenate((end.state.q, end.state.v, end.state.z))
            y, t = y[t < now], t[t < now]
        if t.size == 0 or (status != "done" and t[-1] < now):
            t, y = np.append(t, now), np.vstack((y, last[None]))
        nq, nv = self.model.nq, self.model.nv
        record_f = (
            np.concatenate([f for f, _ in self.records]) if self.records else np.zeros((0, contract.RECORD_F_COLUMNS))
        )
        control, count = self.motion.control, self.s.count
        stats = Statistics(
            int(count[S.STEPS]), int(count[S.REJECTED]), int(count[S.EVALUATIONS]), int(count[S.PROJECTIONS]),
            int(control[problem.NEAR_COUNT]), int(control[problem.CLOSE_COUNT]), wall, self._violation(t, y),
        )  # fmt: skip
        return Trajectory(
            self.model, t, y[:, :nq], y[:, nq : nq + nv], y[:, nq + nv :], self._turns_along(t, y, status != "event"), self.start, self.reading.history,
            self.reading.accelerations, stats, status in ("done", "event"), status, self._message(status, now), tuple(self.happened),
            self._crossings(), record_f, self.reading.inputs,
        )  # fmt: skip

    def _violation(self, t: np.ndarray, y: np.ndarray) -> float:
        """The largest at a sample of the outputs."""
        worst = 0.0
        for k in np.unique(np.linspace(0, t.size - 1, min(t.size, 50)).astype(int)):
            e = Evaluation(self.model, self._state(float(t[k]), y[k]))
            worst = max(worst, float(np.abs(e.m.row_scale * e.w.Phi).max(initial=0.0)))
        return worst

    def _message(self, status: str, now: float) -> str:
        if status == "done":
            return "reached the end"
        if status == "event":
            return f"stopped by the event {self.happened[-1].event.when!r} at t = {self.happened[-1].time:g} s"
        if status == "time limit":
            return f"the time limit of {self.time_limit:g} s was reached at t = {now:g} s; go on from .final"
        if status == "interrupted":
            return f"interrupted at t = {now:g} s; go on from .final"
        why = MESSAGES.get(int(self.s.count[S.STATUS]), "the error stays above the tolerance")
        return f"stopped at t = {now:g} s with a step of {float(self.s.real[S.H]):.2g} s: {why}"

    def _crossings(self) -> tuple[Crossing, ...]:
        """What lost rank at one instant is one crossing."""
        found: list[Crossing] = []
        for t, part in sorted(self.crossed):
            if found and t - found[-1].time < SAME_INSTANT * max(1.0, abs(t)):
                before = found.pop()
                parts = before.parts if part in before.parts else (*before.parts, part)
                found.append(Crossing(before.time, parts, before.rank_lost + 1))
            else:
                found.append(Crossing(t, (part,), 1))
        return tuple(found)
