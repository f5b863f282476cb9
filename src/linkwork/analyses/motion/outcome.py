"""The options of an integration, its outcome, and the trajectory that is made of them."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.motion.failures import doubted_turns, why_it_failed
from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.motion.trajectory import Crossing, RunEvent, Statistics, Trajectory
from linkwork.description.choices import Event
from linkwork.dynamics import layout
from linkwork.dynamics.energy_drift import drift_remark, energies_at
from linkwork.dynamics.layout import Page
from linkwork.dynamics.time_events import EventDoubt
from linkwork.integrators.motion import Motion
from linkwork.integrators.record import Record
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.numerics.progress import Progress

DONE, EVENT, TIME_LIMIT, INTERRUPTED = "done", "event", "time limit", "interrupted"
TOO_SMALL, FAILED, CHATTERING = "step too small", "failed", "chattering"
SAME_INSTANT = 1e-5  # s, and relative: singular positions closer together than this are one


@dataclass
class RunOptions:
    """The options of an integration from the state of a motion to t_end."""

    t_end: float
    times: np.ndarray | None  # output times; None: every step
    events: Sequence[Event]
    rtol: float
    atol: float  # relative to the units of a motion
    time_limit: float | None
    progress: Progress
    keep_record: bool = False
    replay: Record | None = None
    keep_stages: bool = False
    energies: np.ndarray | None = None  # at the start, for a conservative system whose steps follow the tolerance

    began: float = field(default_factory=time.perf_counter)

    def stopping(self, happened: list[tuple[float, int, np.ndarray]]) -> list[tuple[float, int, np.ndarray]]:
        """Return the events that ended the run, which are all at one instant."""
        return [one for one in happened if self.events[one[1]].stop]

    def late(self) -> bool:
        """Return whether the time limit has passed."""
        return self.time_limit is not None and time.perf_counter() - self.began > self.time_limit


@dataclass
class Outcome:
    """The states of an integration, each followed by its recorded turns, and how the integration ended."""

    status: str
    t: np.ndarray  # (nt)
    y: np.ndarray  # (nt, ny + n_turns)
    now: float
    last: np.ndarray  # (ny + n_turns) the state where the run ended
    happened: list[tuple[float, int, np.ndarray]] = field(default_factory=list)  # time, event, state
    crossed: list[tuple[float, str]] = field(default_factory=list)  # instants at which a part's rows lost rank
    record: Record | None = None
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    projections: int = 0
    # set if the run failed
    code: int = 0  # dynamics.status
    h: float = 0.0  # s, last step tried
    tried: tuple[float, np.ndarray] | None = None  # where an evaluation failed
    error: str = ""  # the exception that was raised, or how the run chatters
    newton: tuple[int, int, int] = (0, 0, 0)  # iterations, matrices and factorizations of implicit methods
    methods: list[tuple[float, str]] = field(default_factory=list)  # time from which a method was used, and its name
    resisting: tuple[int, float] | None = (
        None  # the tangent entry at which a Newton iteration fails, and its change in units of the tolerance
    )
    doubts: list[EventDoubt] = field(default_factory=list)  # intervals in which events may be missing
    remark: str = ""  # a further part of the message
    compiled: str = "compiled"  # or "interpreted": how the integrator ran
    stop: str = ""  # why the run ends here, known before it began


class InterruptGuard:
    """Delays Ctrl-C after `begin`: the first one is remembered in `asked_to_stop`, a second one interrupts.

    >>> with InterruptGuard() as guard:
    ...     guard.begin()
    ...     guard.asked_to_stop
    """

    asked_to_stop = False
    _begun = _ours = False

    def begin(self) -> None:
        """Install the handler of Ctrl-C; short runs end before this is called and do not pay for it."""
        if not self._begun:
            self._begun = True
            self._ours = (
                threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler
            )
            if self._ours:
                signal.signal(signal.SIGINT, self._remember)

    def __enter__(self) -> InterruptGuard:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _remember(self, number: int, frame: Any) -> None:
        if self.asked_to_stop:
            raise KeyboardInterrupt
        self.asked_to_stop = True


def trajectory(
    model: Model, start: State, motion: Motion, options: RunOptions, outcome: Outcome, reading: Reading
) -> Trajectory:
    """Make the trajectory of an outcome, with its statistics, events and message."""
    wall = time.perf_counter() - options.began
    t, y, status = outcome.t, outcome.y, outcome.status
    if status == EVENT:  # the run ends at the event, inside the last step
        y, t = y[t < outcome.now], t[t < outcome.now]
    if t.size == 0 or (status != DONE and t[-1] < outcome.now):
        t, y = np.append(t, outcome.now), np.vstack((y, outcome.last[None]))
    nq, nv, ny = model.nq, model.nv, model.nq + model.nv + model.nz
    states = y[:, :ny]
    count = motion.page.count
    turns = _turns(model, start, motion, y[:, ny:])
    violations = partial(reading.violations, t, states, turns, start.inactive)
    stats = Statistics(
        outcome.steps, outcome.rejected, outcome.evaluations, outcome.projections, int(count[layout.FACTORIZATIONS]),
        int(count[layout.REPARTITIONS]), int(count[layout.NEAR_COUNT]), int(count[layout.CLOSE_COUNT]), wall, violations,
        *outcome.newton, outcome.compiled,
    )  # fmt: skip
    events = tuple(_event(model, start, motion, options, *happened) for happened in outcome.happened)
    message = _message(motion, options, outcome)
    blocks = motion.approximate_blocks()
    if blocks:
        message += f"; derivatives by differences: {', '.join(blocks)}"
    scale = motion.prepared.energy_scale
    if options.energies is not None and scale is not None and status not in (FAILED, TOO_SMALL):
        after = energies_at(motion.page, outcome.now, outcome.last[:ny])
        message += drift_remark(scale, options.energies, after, options.rtol, options.atol)
    if motion.prepared.drifts and model.n_rows:
        message += f"; the constraints drifted by {stats.violation:.2g} m and {stats.velocity_violation:.2g} m/s"
    return Trajectory(
        model, t, states[:, :nq], states[:, nq : nq + nv], states[:, nq + nv :], turns, start,
        reading.rows, reading.nearness, stats, status in (DONE, EVENT), status, message, events, _crossings(outcome.crossed),
        outcome.record, reading.inputs, tuple(outcome.methods), tuple(outcome.doubts),
    )  # fmt: skip


def _crossings(crossed: list[tuple[float, str]]) -> tuple[Crossing, ...]:
    """Return the crossings; parts that lose rank at one instant belong to one crossing."""
    crossings: list[Crossing] = []
    for t, part in sorted(crossed):
        if crossings and t - crossings[-1].time < SAME_INSTANT * max(1.0, abs(t)):
            before = crossings.pop()
            parts = before.parts if part in before.parts else (*before.parts, part)
            crossings.append(Crossing(before.time, parts, before.rank_lost + 1))
        else:
            crossings.append(Crossing(t, (part,), 1))
    return tuple(crossings)


def _event(
    model: Model, start: State, motion: Motion, options: RunOptions, t: float, k: int, y: np.ndarray
) -> RunEvent:
    nq, nv, ny = model.nq, model.nv, model.nq + model.nv + model.nz
    turns = _turns(model, start, motion, y[None, ny:])[0]
    state = State(t, y[:nq], y[nq : nq + nv], y[nq + nv : ny], start.inactive, turns)
    return RunEvent(t, options.events[k], state)


def _turns(model: Model, start: State, motion: Motion, recorded: np.ndarray) -> np.ndarray:
    """Return the turns of the model's own angles, shape (nt, n_measures): those recorded by the running model, else
    those at the start."""
    known = start.turns if start.turns.size else np.zeros(len(model.lowered.measures))
    if known.size == 0:
        return np.zeros((len(recorded), 0))
    rows = np.broadcast_to(known, (recorded.shape[0], known.size))
    if recorded.shape[1]:
        own, rows = motion.prepared.own_turns, rows.copy()
        rows[:, own[own >= 0]] = recorded[:, own >= 0]
    return rows


def _changes(methods: list[tuple[float, str]]) -> str:
    """Return a remark on the methods between which the automatic choice changed; empty if there was one."""
    if len(methods) < 2:
        return ""
    if len(methods) == 2:
        return f"; stiff: {methods[1][1]} from t = {methods[1][0]:.3g} s on"
    names = " and ".join(dict.fromkeys(name for _, name in methods))
    return f"; changed {len(methods) - 1} times between {names}"


def _message(motion: Motion, options: RunOptions, outcome: Outcome) -> str:
    ending = _ending(motion, options, outcome) + _changes(outcome.methods)
    return ending + _doubt(motion.page) + _doubts(outcome.doubts) + doubted_turns(motion) + outcome.remark


def _doubt(page: Page) -> str:
    """Return a remark on the time from which the motion may be on another branch; empty if there is no doubt."""
    if page.count[layout.BRANCH_DOUBT] == 0:
        return ""
    since = page.real[layout.DOUBT_TIME]
    return f"; from t = {since:.6g} s on, near a singular position, the positions may lie on another branch"


def _doubts(doubts: list[EventDoubt]) -> str:
    """Return a remark on the first intervals in which events may be missing; run.doubts lists all of them."""
    shown = [
        f"; zeros of the event {doubt.event.when!r} may be missing from {doubt.start:.6g} to {doubt.end:.6g} s: {doubt.why}"
        for doubt in doubts[:2]
    ]
    return "".join(shown) + (f"; {len(doubts) - 2} more in run.doubts" if len(doubts) > 2 else "")


def _ending(motion: Motion, options: RunOptions, outcome: Outcome) -> str:
    if outcome.status == DONE:
        return "reached the end"
    if outcome.status == EVENT:
        stopping = options.stopping(outcome.happened)
        names = " and ".join(dict.fromkeys(repr(options.events[k].when) for _, k, _ in stopping))
        return f"stopped by the event{'s' * (len(stopping) > 1)} {names} at t = {stopping[0][0]:g} s"
    if outcome.status == TIME_LIMIT:
        return f"the time limit of {options.time_limit:g} s was reached at t = {outcome.now:g} s; go on from .final"
    if outcome.status == INTERRUPTED:
        return f"interrupted at t = {outcome.now:g} s; go on from .final"
    if outcome.stop or outcome.status == CHATTERING:
        return f"stopped at t = {outcome.now:g} s: {outcome.stop or outcome.error}"
    if outcome.h == 0.0:
        return f"not started at t = {outcome.now:g} s: {why_it_failed(motion, outcome)}"
    return f"stopped at t = {outcome.now:g} s with a step of {outcome.h:.2g} s: {why_it_failed(motion, outcome)}"
