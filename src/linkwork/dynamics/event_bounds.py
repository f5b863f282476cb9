"""Bounds of event functions over an interval of time, from bounds of the signals that their expressions read.

The end of a plan is [operations | signals | sources | events | results | their numbers]. An operation of the events'
expressions has four integers: an operation of the tape and its arguments, which are earlier operations. A signal has
two: a load of the tape. Then follow the sources of dynamics.signal_sources, and for each event its instruction on the tape and
its operation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from linkwork.kernels.arrays import view_model
from linkwork.kernels.expressions.bounds import (
    binary_bounds,
    blend_bounds,
    choice_bounds,
    square,
    table_bounds,
    times,
    unary_bounds,
)
from linkwork.kernels.expressions.functions import (
    ADD,
    CONST,
    ELSE,
    INPUT,
    MEASURE,
    MUL,
    OUTPUT,
    RATE,
    SIGN,
    STATE,
    STEP,
    TABLE,
    TIME,
    WHERE,
)
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.jit import kernel

SOURCE = 6  # integers of a source, dynamics.signal_sources
SIGNAL = STATE  # operation: a signal, whatever load of the tape it is
CHOICE = TABLE + 1  # operation: the second argument where the first is positive, the third elsewhere
N_EVENTS, N_SOURCES, N_SIGNALS, N_OPERATIONS = -1, -2, -3, -4  # places of the numbers


@inner_kernel
def places(plan):
    """Return where operations, signals, sources, events and results begin."""
    end = plan.shape[0]
    n_events, n_sources = plan[end + N_EVENTS], plan[end + N_SOURCES]
    results = end - 4 - n_events
    events = results - n_events
    sources = events - SOURCE * n_sources
    signals = sources - 2 * plan[end + N_SIGNALS]
    return signals - 4 * plan[end + N_OPERATIONS], signals, sources, events, results


@inner_kernel
def put_values(w, plan, out):
    """out := values of the events and, if out is long enough, value and rate of every signal; NaN: unknown rate."""
    _, signals, _, events, _ = places(plan)
    count = plan[plan.shape[0] + N_EVENTS]
    for k in range(count):
        out[k] = w.tape_value[plan[events + k]]
    for j in range((out.shape[0] - count) // 2):
        op, a = plan[signals + 2 * j], plan[signals + 2 * j + 1]
        value, rate = 0.0, math.nan
        if op == MEASURE:
            value, rate = w.measure_value[a], w.measure_rate[a]
        elif op == RATE:
            value = w.measure_rate[a]
        elif op == INPUT:
            value = w.inputs[a]
        elif op == OUTPUT:
            value = w.block_out[a]
        else:
            value = w.z[a]
        out[count + 2 * j], out[count + 2 * j + 1] = value, rate


@kernel
def event_bounds(t, y, out, page):
    """Bound all events over a time interval.

    y = [first time, last time, (low, high, rate_low, rate_high) of every signal]; out := the same four of every event,
    then scratch.
    """
    m = view_model(page.ints, page.floats)
    operations, signals, _, events, results = places(page.plan)
    count, first = (signals - operations) // 4, 4 * (results - events)
    for i in range(count):
        at, to = operations + 4 * i, first + 4 * i
        op, a = page.plan[at], page.plan[at + 1]
        p, q, r = first + 4 * a, first + 4 * page.plan[at + 2], first + 4 * page.plan[at + 3]
        low, high, rl, rh = 0.0, 0.0, 0.0, 0.0
        if op == CONST:
            low = high = m.tape_const[a]
        elif op == TIME:
            low, high, rl, rh = y[0], y[1], 1.0, 1.0
        elif op == SIGNAL:
            low, high, rl, rh = y[2 + 4 * a], y[3 + 4 * a], y[4 + 4 * a], y[5 + 4 * a]
        elif op <= SIGN:
            low, high, rl, rh = unary_bounds(op, out[p], out[p + 1], out[p + 2], out[p + 3])
        elif op == MUL and p == q:
            low, high = square(out[p], out[p + 1])
            rl, rh = times(2.0 * out[p], 2.0 * out[p + 1], out[p + 2], out[p + 3])
        elif op < STEP:
            low, high, rl, rh = binary_bounds(
                op, out[p], out[p + 1], out[p + 2], out[p + 3], out[q], out[q + 1], out[q + 2], out[q + 3]
            )
        elif op == TABLE:
            low, high, rl, rh = table_bounds(m, a, out[q], out[q + 1], out[q + 2], out[q + 3])
        elif op == CHOICE:
            low, high, rl, rh = choice_bounds(
                out[p],
                out[p + 1],
                out[q],
                out[q + 1],
                out[q + 2],
                out[q + 3],
                out[r],
                out[r + 1],
                out[r + 2],
                out[r + 3],
            )
        else:
            low, high, rl, rh = blend_bounds(
                op,
                (out[p], out[p + 1], out[p + 2], out[p + 3]),
                (out[q], out[q + 1], out[q + 2], out[q + 3]),
                (out[r], out[r + 1], out[r + 2], out[r + 3]),
            )
        out[to], out[to + 1], out[to + 2], out[to + 3] = low, high, rl, rh
    for k in range(results - events):
        i = page.plan[results + k]
        for c in range(4):
            out[4 * k + c] = out[first + 4 * i + c] if i >= 0 else 0.0
    return 0


def event_plan(
    arrays: dict[str, np.ndarray], sources: Sequence[Sequence[int]], events: Sequence[int], searched: Sequence[bool]
) -> list[int]:
    """Return the end of a plan for the tape instructions of events; only those `searched` get bounds."""
    expressions = _Expressions(arrays)
    results = [expressions.operation(i) if wanted else -1 for i, wanted in zip(events, searched, strict=True)]
    operations, signals = expressions.operations, expressions.signals
    return [
        *(number for row in operations for number in row), *(number for signal in signals for number in signal),
        *(number for source in sources for number in source), *events, *results,
        len(operations), len(signals), len(sources), len(events),
    ]  # fmt: skip


class _Expressions:
    """The operations that given instructions of a tape depend on, renumbered."""

    def __init__(self, arrays: dict[str, np.ndarray]):
        self.op, self.start, self.args = (arrays[name].tolist() for name in ("tape_op", "tape_start", "tape_args"))
        self.operations: list[tuple[int, int, int, int]] = []
        self.signals: dict[tuple[int, int], int] = {}
        self._known: dict[int, int] = {}

    def operation(self, instruction: int) -> int:
        """Return the operation of an instruction, adding those that it depends on first."""
        pending = [instruction]
        while pending:
            i = pending[-1]
            missing = [a for a in self._arguments(i)[1] if a not in self._known]
            if missing and i not in self._known:
                pending += missing
                continue
            pending.pop()
            if i not in self._known:
                self._known[i] = self._add(i)
        return self._known[instruction]

    def _of(self, i: int) -> list[int]:
        return self.args[self.start[i] : self.start[i + 1]]

    def _arguments(self, i: int) -> tuple[int, list[int]]:
        """Return the operation and those arguments that are instructions; both halves of a conditional are one."""
        op, args = self.op[i], self._of(i)
        if op <= STATE:
            return op, []
        if op == TABLE:
            return op, args[1:]
        if op == ADD:
            halves = {self.op[a]: self._of(a) for a in args}
            if WHERE in halves and ELSE in halves and halves[WHERE][0] == halves[ELSE][0]:
                return CHOICE, [*halves[WHERE], halves[ELSE][1]]
        return op, args

    def _add(self, i: int) -> int:
        op, args = self._arguments(i)
        numbers = [self._known[a] for a in args]
        if op == TABLE:
            numbers.insert(0, self._of(i)[0])
        elif op in (CONST, TIME):
            numbers = self._of(i)[:1]
        elif op <= STATE:
            numbers = [self.signals.setdefault((op, self._of(i)[0]), len(self.signals))]
            op = SIGNAL
        a, b, c = (*numbers, 0, 0, 0)[:3]
        self.operations.append((op, a, b, c))
        return len(self.operations) - 1
