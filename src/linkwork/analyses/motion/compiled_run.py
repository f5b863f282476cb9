"""A run in the compiled loop, which returns to Python only for progress, limits and full buffers."""

from __future__ import annotations

import time

import numpy as np

from linkwork.analyses.motion.chattering import EVERY, ChatteringWatch
from linkwork.analyses.motion.outcome import (
    CHATTERING,
    DONE,
    EVENT,
    FAILED,
    INTERRUPTED,
    TIME_LIMIT,
    TOO_SMALL,
    InterruptGuard,
    Outcome,
    RunOptions,
)
from linkwork.description.choices import Radau
from linkwork.dynamics import event_bounds, layout
from linkwork.dynamics.time_events import NOT_A_NUMBER, EventDoubt
from linkwork.integrators import contract
from linkwork.integrators import state as S
from linkwork.integrators.functions import completed
from linkwork.integrators.methods import generalized_alpha
from linkwork.integrators.motion import Motion
from linkwork.integrators.record import Record, unpacked
from linkwork.integrators.registry import Method, method_numbered, method_of
from linkwork.integrators.stepping import stiffness
from linkwork.model.expressions.blocks import raise_pending
from linkwork.numerics import questions, twins

BUFFER = 512  # outputs and records that the compiled loop returns at a time
MOST_STAGES = 8_000_000  # numbers of stages that are stored; longer runs store none
MOST_STATES = 16  # of integrators that have not run, in the cache
FIRST_CHUNK, SECONDS = (
    2000,
    0.1,
)  # evaluations before the clock is read first; then as many as take this long

STIFF = Radau()  # the method to which the automatic choice changes
FINEST = 1e-13  # relative tolerance of a step below which round-off dominates
# arrays that are copied when the method changes; their entries have the same meaning for all methods
CARRIED_OVER = ("count", "real", "atol", "y", "f", "y_old", "f_old", "g", "g_old", "event_t", "doubts")
_ENDS = {
    contract.DONE: DONE, contract.EVENT_STOP: EVENT, contract.STEP_TOO_SMALL: TOO_SMALL, contract.EVALUATION_FAILED: FAILED,
}  # fmt: skip


class CompiledRun:
    """Calls the compiled entry repeatedly until the run ends."""

    def __init__(
        self,
        motion: Motion,
        options: RunOptions,
        method: Method,
        h: float,
        settings: tuple = (),
        automatic: bool = False,
    ):
        self.motion, self.options, self.settings = motion, options, settings
        self.turn_counts = motion.prepared.own_turns.size if motion.prepared.turns else 0
        self.methods: list[tuple[float, str]] = []
        self.timed = motion.timed(options.events, options.t_end)
        self._take_up(method, motion.t, motion.y)
        self.real[S.H] = h
        self._begin_behind_a_break(h)
        motion.page.count[layout.FIXED_LENGTH] = h > 0.0 or options.replay is not None
        self._set_tolerances()
        self.count[S.AUTOMATIC], self.count[S.EXPLICIT_METHOD] = automatic, method.number
        self.count[S.CHECK_EVERY] = stiffness.EVERY
        self.outputs: list[tuple[np.ndarray, np.ndarray]] = []
        self.records: list[tuple[np.ndarray, np.ndarray]] = []
        self.recorded_states = method.recorded_states
        self.stages: list[np.ndarray] | None = [] if options.keep_stages and self.recorded_states else None
        self.happened: list[tuple[float, int, np.ndarray]] = []
        self.crossed: list[tuple[float, str]] = []
        self.taken = self.part = 0
        self.error = ""
        jumps = motion.prepared.jumps if options.replay is None else []
        self.watch = ChatteringWatch(motion, options.t_end - motion.t, jumps, motion.t, h) if jumps else None
        self.remark = ""

    def _take_up(self, method: Method, t: float, y: np.ndarray) -> None:
        """Make a new state of a method at (t, y), and choose its entry."""
        motion, options, module = self.motion, self.options, method.module
        prepared, implicit = motion.prepared, method.implicit
        mode, breaks = S.EVERY_STEP if options.times is None else S.AT_TIMES, motion.breaks(options.t_end)
        key = (method.number, mode, tuple(breaks))
        made = prepared.states.get(key)
        if made is None or self.timed.any:
            if len(prepared.states) >= MOST_STATES:
                prepared.states.clear()
            events, ny, nt = options.events, motion.y.size, prepared.unit.size
            made = prepared.states[key] = S.new_state(
                0.0, np.zeros_like(motion.y), 0.0, method=method.number, breaks=breaks, turn_counts=self.turn_counts,
                tolerances=S.Tolerances(1.0, 1.0, nt, prepared.size_of, prepared.cap), output=mode,
                events=S.EventSettings(
                    [e.direction for e in events], [int(e.stop) for e in events], self.timed.times,
                    int(prepared.plan[event_bounds.N_SIGNALS]), int(prepared.plan[event_bounds.N_OPERATIONS]),
                ),
                memory=module.memory(ny, nt, motion.model.n_rows) if implicit else (0, motion.model.n_rows + 3),
            )  # fmt: skip
        self.method = method
        self.istate, self.fstate = S.renewed(*made, t, y, options.t_end)
        self.count, self.real = (self._field(name) for name in ("count", "real"))
        if method.configure is not None:
            model = motion.model
            method.configure(
                self._field("flags"), self._field("memory"), self.settings, model.nv, model.nz, model.n_rows
            )
        self.entry = module.run if options.replay is None else module.replay
        newton = motion.newton_functions(method.functions) if implicit else motion.pivot_functions()
        self.functions = completed(motion.functions, newton, motion.prepared.bounds)
        self.methods.append((t, method.name))

    def _begin_behind_a_break(self, h: float) -> None:
        """Let the first of fixed steps see the forces behind a jump at its beginning; step control finds it by itself."""
        replay = self.options.replay
        if replay is not None:
            behind, h = bool(replay.breaks[0] & 1), float(replay.h[0])
        else:
            behind = h > 0.0 and bool((self._field("breaks") == self.motion.t).any())
        if behind:
            self.count[S.AFTER_BREAK], self.real[S.H_STEP] = 1, h

    def _set_tolerances(self) -> None:
        """Set the tolerances of a step of the current method."""
        options = self.options
        share = max(self.method.share, min(1.0, FINEST / options.rtol))
        self.real[S.RTOL] = share * options.rtol
        self._field("atol")[:] = share * options.atol * self.motion.prepared.unit

    def _change(self, method: Method) -> None:
        """Continue with another method from the accepted state; counts and recorded turns are carried over."""
        saved = {name: self._field(name).copy() for name in CARRIED_OVER}
        self._take_up(method, float(self.real[S.T]), self._field("y").copy())
        for name, values in saved.items():
            self._field(name)[:] = values
        order = float(self.count[S.ORDER])
        self._set_tolerances()
        if self.count[S.STEPS] == 0:  # the first step was chosen for the tolerances of the other method
            self.real[S.H] *= float(self.real[S.RTOL] / saved["real"][S.RTOL]) ** (1.0 / order)
        count = self.count
        count[S.METHOD], count[S.TRIAL] = method.number, int(method.implicit)
        count[S.ORDER] = method.module.order_of(method.number)
        if self.motion.newton is not None:
            self.real[S.FACTOR_WORK] = self.motion.newton.factor_work
        count[S.SUSPICIONS] = count[S.STEP_ITERATIONS] = count[S.STEP_MATRIX] = 0
        if not method.implicit:
            count[S.CHECK_AT] = count[S.STEPS] + count[S.CHECK_EVERY]

    def _field(self, name: str) -> np.ndarray:
        return S.field(self.istate, self.fstate, name)

    def go(self) -> Outcome:
        options, replay = self.options, self.options.replay
        rows = BUFFER if options.keep_record else 0
        more = self.recorded_states * self.motion.y.size if self.stages is not None else 0
        record_f = np.zeros((rows, contract.RECORD_F_COLUMNS + more))
        record_i = np.empty((rows, contract.RECORD_I_COLUMNS), np.int64)
        if replay is not None:
            record_f, record_i = self._replayed()
        size = BUFFER if options.times is None else min(BUFFER, options.times.size)
        t_out, y_out = np.empty(size), np.empty((size, self.motion.y.size + self.turn_counts))
        try:
            with options.progress, InterruptGuard() as guard:
                status = self._chunks(guard, t_out, y_out, record_f, record_i)
        except KeyboardInterrupt:
            status = INTERRUPTED
        return self._outcome(status)

    def refused(self, code: int) -> Outcome:
        """Return an outcome that holds only the start, and the status that explains why no step can be taken."""
        self.count[S.STATUS] = code
        return self._outcome(FAILED)

    def _chunks(self, guard: InterruptGuard, t_out, y_out, record_f, record_i) -> str:
        """Call the entry until the run has a final status, and return that status."""
        options = self.options
        status, chunk, looked = "", FIRST_CHUNK, time.perf_counter()
        began = float(self.real[S.T])
        if self.watch is None and twins.kernel_of(self.functions[0]) is not None:  # interpreted
            chunk = FIRST_CHUNK // 100
        while not status:
            t_out = self._next_times(t_out)
            self.count[S.BUDGET] = chunk
            code = self.entry(
                self.functions, self.motion.page, self.istate, self.fstate, t_out, y_out, record_f, record_i
            )  # fmt: skip
            self._take(t_out, y_out, record_f, record_i)
            status = _ENDS.get(code, "") if not self._raised() else FAILED
            if code == contract.DONE and self._next_part():
                record_f, record_i = self._replayed()
                status = ""
            if status:
                return self._chattered(status)
            if code in (contract.STIFF, contract.NOT_STIFF):
                stiff = code == contract.STIFF
                explicit = int(self.count[S.EXPLICIT_METHOD])
                self._change(method_of(STIFF, options.rtol)[0] if stiff else method_numbered(explicit))
            guard.begin()
            now = time.perf_counter()
            questions.expect((float(self.real[S.T]) - began) / max(options.t_end - began, 1e-300))
            if code == contract.EVALUATIONS_USED:
                chunk = int(min(max(chunk * SECONDS / max(now - looked, 1e-6), 100), 10 * chunk, 1 << 40))
            if self.watch is not None:
                chunk = EVERY  # evaluations are counted instead of time, so that a run ends at the same place on every machine
                counts = (int(self.count[place]) for place in (S.STEPS, S.EVALUATIONS))
                self.error = self.watch.inspect(float(self.real[S.T]), self._field("y"), *counts)
                if self.error:
                    return CHATTERING
            looked = now
            options.progress.update(float(self.real[S.T]))
            status = TIME_LIMIT if options.late() else INTERRUPTED if guard.asked_to_stop else ""
        return status

    def _chattered(self, status: str) -> str:
        """Return the status of a run that has ended, replaced by CHATTERING if the run is held at a jump."""
        if self.watch is None or self.error:
            return status
        t, y = float(self.real[S.T]), self._field("y")
        if status in (FAILED, TOO_SMALL) and self.count[S.STEPS]:
            self.error = self.watch.at_failure(t, y, float(self.real[S.H]))
            return CHATTERING if self.error else status
        self.remark = self.watch.at_end(t, y)
        return status

    def _replayed(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the steps of the record that the current method took."""
        replay = self.options.replay
        assert replay is not None
        first, last = replay.parts()[self.part]
        record_f, record_i = unpacked(replay)
        return record_f[first:last], record_i[first:last]

    def _next_part(self) -> bool:
        """Continue the replay with the next method of the record, and return whether there is one."""
        replay = self.options.replay
        if replay is None or self.part + 1 == len(replay.parts()):
            return False
        self.part += 1
        self._change(method_numbered(replay.kind[replay.parts()[self.part][0]]))
        self.count[S.RECORDS] = 0
        return True

    def _raised(self) -> bool:
        """Return whether a block in Python has raised an exception."""
        try:
            raise_pending()
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"
        return bool(self.error)

    def _next_times(self, t_out: np.ndarray) -> np.ndarray:
        times = self.options.times
        if times is None:
            return t_out
        self.count[S.MORE_TIMES] = int(self.taken + BUFFER < times.size)
        return times[self.taken : self.taken + BUFFER]

    def _take(self, t_out, y_out, record_f, record_i) -> None:
        count = self.count
        outputs, records = int(count[S.OUTPUTS]), int(count[S.RECORDS])
        if outputs:
            self.outputs.append((t_out[:outputs].copy(), y_out[:outputs].copy()))
            self.taken += outputs
        if count[S.LOGGED]:
            width = y_out.shape[1]
            log_t, log_y, which = (self._field(name) for name in ("log_t", "log_y", "log_event"))
            for k in range(int(count[S.LOGGED])):
                self.happened.append((float(log_t[k]), int(which[k]), log_y[k * width : (k + 1) * width].copy()))
        count[S.OUTPUTS] = count[S.LOGGED] = 0
        self.crossed += self.motion.take_crossings()
        if self.options.replay is None:
            if records:
                self.records.append((record_f[:records, : contract.RECORD_F_COLUMNS].copy(), record_i[:records].copy()))
                self._take_stages(record_f[:records, contract.RECORD_F_COLUMNS :])
            count[S.RECORDS] = 0

    def _take_stages(self, stages: np.ndarray) -> None:
        if self.stages is not None:
            self.stages.append(stages.copy())
            if sum(part.size for part in self.stages) > MOST_STAGES:
                self.stages = None

    def _doubts(self) -> list[EventDoubt]:
        """Return the intervals in which events may be missing."""
        doubts = list(self.timed.doubts)
        rows = self._field("doubts").reshape(S.DOUBTS, -1)
        for event, row in zip(self.options.events, rows.T, strict=True):
            if row[S.NAN_FROM] <= row[S.NAN_TO]:
                doubts.append(EventDoubt(event, float(row[S.NAN_FROM]), float(row[S.NAN_TO]), NOT_A_NUMBER))
            if row[S.FAST_FROM] < row[S.FAST_TO]:
                why = f"it changes its sign faster than it is looked at, every {row[S.FAST_EVERY]:.2g} s"
                doubts.append(EventDoubt(event, float(row[S.FAST_FROM]), float(row[S.FAST_TO]), why))
        return doubts

    def _newton(self) -> tuple[int, int, int]:
        count = self.count
        return int(count[S.NEWTON_ITERATIONS]), int(count[S.NEWTON_MATRICES]), int(count[S.NEWTON_FACTORIZATIONS])

    def _abrupt(self) -> str:
        """Return a remark on steps of a fixed length that pass abrupt changes of the forces; empty if there are none."""
        count, largest = int(self.count[S.ABRUPT_STEPS]), float(self.real[S.ABRUPT_ERROR] * self.real[S.RTOL])
        if count == 0:
            return ""
        steps = "1 step passes" if count == 1 else f"{count} steps pass"
        return (
            f"; {steps} a change of the forces that is too abrupt for the length, first at t = {self.real[S.ABRUPT_T]:.6g} s, "
            f"with errors of up to {largest:.1g} (of 1 rad, the model's length or the variable): take shorter steps, or an "
            "integrator whose steps follow a tolerance"
        )

    def _resisting(self) -> tuple[int, float] | None:
        """Return the tangent entry that the last Newton iteration changed most, and by how many tolerances."""
        failures = (contract.NOT_CONVERGING, generalized_alpha.FIXED_STEP_FAILS)
        if self.method.worst is None or self.count[S.STATUS] not in failures:
            return None
        entry, change = self.method.worst
        return int(self._field("flags")[entry]), float(self._field("memory")[change])

    def _outcome(self, status: str) -> Outcome:
        count, real = self.count, self.real
        width = self.motion.y.size + self.turn_counts
        t = np.concatenate([times for times, _ in self.outputs]) if self.outputs else np.zeros(0)
        y = np.concatenate([states for _, states in self.outputs]) if self.outputs else np.zeros((0, width))
        now, last = float(real[S.T]), np.zeros(width)
        last[: self.motion.y.size] = self._field("y")
        if self.turn_counts:
            self.motion.prepared.kernels[4](now, self._field("y"), last[self.motion.y.size :], self.motion.page)
        if status == EVENT:
            now, _, last = self.options.stopping(self.happened)[0]
        record = self.options.replay
        if self.options.keep_record and record is None:
            record_f = np.concatenate([np.zeros((0, contract.RECORD_F_COLUMNS)), *(f for f, _ in self.records)])
            record_i = np.concatenate(
                [np.zeros((0, contract.RECORD_I_COLUMNS), np.int64), *(i for _, i in self.records)]
            )
            # the automatic choice may change its method before the first step
            numbers = record_i[:1, contract.RECORD_METHOD]
            first = method_numbered(numbers[0]).name if numbers.size else self.methods[0][1]
            stages = np.concatenate(self.stages) if self.stages else None
            record = packed(first, self.options.rtol, record_f, record_i, self.settings, stages)
        # a run that is held at a jump, or cannot go on, has a reason that says more
        remark = self.remark or ("" if self.error or status in (FAILED, TOO_SMALL) else self._abrupt())
        tried = None
        if status in (FAILED, TOO_SMALL):
            tried = (float(real[S.T_NEW]), self._field("y_try").copy())
        return Outcome(
            status, t, y, now, last, self.happened, self.crossed, record, int(count[S.STEPS]), int(count[S.REJECTED]),
            int(count[S.EVALUATIONS]), int(count[S.PROJECTIONS]), int(count[S.STATUS]), float(real[S.H]), tried,
            self.error, self._newton(), self.methods, self._resisting(), self._doubts(), remark, questions.code_of(self.entry),
        )  # fmt: skip


def packed(
    method: str, rtol: float, f: np.ndarray, i: np.ndarray, settings: tuple[float, ...] = (), stages: np.ndarray | None = None
) -> Record:  # fmt: skip
    """Return the loop's arrays as a record with names."""
    c = contract
    return Record(
        method, rtol, f[:, c.RECORD_T].copy(), f[:, c.RECORD_T_NEW].copy(), f[:, c.RECORD_H].copy(), i[:, c.RECORD_ORDER].copy(),
        f[:, c.RECORD_ERROR].copy(), i[:, c.RECORD_PROJECTIONS].copy(), i[:, c.RECORD_REJECTIONS].copy(),
        i[:, c.RECORD_BREAKS].copy(), f[:, c.RECORD_EXPECTED].copy(), i[:, c.RECORD_ITERATIONS].copy(),
        i[:, c.RECORD_MATRIX].copy(), i[:, c.RECORD_METHOD].copy(), f[:, c.RECORD_PIVOT].copy(), i[:, c.RECORD_COUNTS :].copy(), settings, stages,
    )  # fmt: skip
