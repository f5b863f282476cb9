"""All zeros of expressions of time, by enclosures: which are detected does not depend on an integrator's steps.

An enclosure of f and df/dt over an interval of time excludes a zero, shows that f is monotone there, so that its values
at the ends decide, or the interval is halved. What remains at the resolution of time is a jump, a pole or a touching
point, which the values on either side distinguish. A pole and a point where f touches zero without changing its sign
are no zeros."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from linkwork.description.expressions import Expr
from linkwork.description.functions import CONSTANTS
from linkwork.model.expressions import enclosures as E
from linkwork.model.expressions.enclosures import Enclosure
from linkwork.model.expressions.splines import TableValues, table_rows
from linkwork.model.expressions.tapes import Resolve
from linkwork.model.expressions.times import affine

EPS = 2.0**-52
PIECES = 64  # to begin with
MOST = 3_000_000  # intervals examined, four for each zero; what is undecided then is reported
BATCH = 1 << 16  # intervals examined at once
BISECTIONS = 100
INWARDS = 0.2  # of the width: how far a secant's zero is moved towards the middle, times the width left
MOST_INTERVALS = 100  # reported one by one
NOISE = 4.0 * EPS  # of the largest |f|
FAR = 64.0  # widths of an undecided interval: at this distance |f| is smaller if a pole lies inside


class TimeZero(NamedTuple):
    """A zero, and whether f rises (1) or falls (-1) through it."""

    time: float
    direction: int


@dataclass
class TimeZeros:
    """Zeros in order of time, and intervals in which f is not a number, or in which zeros may be missing."""

    zeros: list[TimeZero] = field(default_factory=list)
    undefined: list[tuple[float, float]] = field(default_factory=list)
    unresolved: list[tuple[float, float]] = field(default_factory=list)


def resolution(t):
    """Return the accuracy to which a zero is located, the same as in integrators.delivery.event_location."""
    return np.maximum(1e-12, 4.0 * EPS * np.abs(t))


class TimeFunction:
    """An expression of time on many intervals or at many times at once; `inputs` are the values of constant inputs by
    index."""

    def __init__(
        self, expr: Expr, resolve: Resolve, tables: Mapping[str, TableValues], inputs: Mapping[int, float] | None = None
    ):
        self.expr, self.resolve, self.inputs = expr, resolve, inputs or {}
        self._tables = {name: tuple(np.real(a) for a in table_rows(values)) for name, values in tables.items()}

    def over(self, low: np.ndarray, high: np.ndarray) -> Enclosure:
        """Return the enclosure over intervals of time."""
        one = np.ones_like(low)
        return self._of(self.expr, Enclosure(low, high, one, one, np.zeros(low.shape, np.int8)), {})

    def at(self, times: np.ndarray) -> np.ndarray:
        """Return the values at times, NaN where the function is undefined."""
        enclosure = self.over(times, times)
        return np.where(enclosure.undefined == E.NOWHERE, np.nan, enclosure.low)

    def _of(self, expr: Expr, time: Enclosure, known: dict[Expr, Enclosure]) -> Enclosure:
        if expr not in known:
            known[expr] = self._computed(expr, time, known)
        return known[expr]

    def _computed(self, expr: Expr, time: Enclosure, known: dict[Expr, Enclosure]) -> Enclosure:
        op, args = expr.op, expr.args
        if op == "number":
            return E.constant(args[0], time)
        if op == "name":
            return self._name(args[0], time, known)
        if op != "call":
            return E.OPERATORS[op](*(self._of(a, time, known) for a in args))
        name, *arguments = args
        if name == "table":
            knots, coef = self._tables[arguments[0].args[0]]
            return E.table(knots, coef, self._of(arguments[1], time, known))
        if name == "if":
            (left, right), (a, b) = (
                [self._of(x, time, known) for x in xs] for xs in (arguments[0].args, arguments[1:])
            )
            above = E.subtract(left, right)
            return E.choice(E.negate(above) if arguments[0].op in ("less", "at_most") else above, a, b)
        return E.FUNCTIONS[name](*(self._of(a, time, known) for a in arguments))

    def _name(self, name: str, time: Enclosure, known: dict[Expr, Enclosure]) -> Enclosure:
        if name == "time":
            return time
        if name in CONSTANTS:
            return E.constant(CONSTANTS[name], time)
        kind, *what = self.resolve(name)
        if kind == "expr":
            return self._of(what[0], time, known)
        return E.constant(float(what[0].real) if kind == "const" else self.inputs[what[1]], time)


PLUS, MINUS, ZERO, PASSES, UNDECIDED, NOT_A_NUMBER, GIVEN_UP = range(7)  # kinds of intervals


def time_zeros(function: TimeFunction, start: float, end: float, sharp: bool = False) -> TimeZeros:
    """Return the sign changes of f after `start` and up to `end`, and zeros at which f becomes constant; a zero at the
    start is not reported.

    `sharp` locates them to the last bit instead of to the `resolution`, so that steps can end on this side of a jump.
    """
    if not end > start:
        return TimeZeros()
    line = affine(function.expr, function.resolve)
    if line is not None:
        return _zero_of_line(function, *line, start, end)
    edges = np.linspace(start, end, PIECES + 1)
    with np.errstate(all="ignore"):
        sizes = np.abs(function.at(edges))
        tiny = NOISE * sizes[np.isfinite(sizes)].max(initial=0.0)
        low, high, kind = _intervals(function, edges[:-1], edges[1:], tiny)
        order = np.argsort(low)
        return _Walk(function, low[order], high[order], kind[order], sharp).result


def _intervals(
    function: TimeFunction, low: np.ndarray, high: np.ndarray, tiny: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the begins, ends and kinds of intervals, those given halved until they are decided or the search ends."""
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    examined = 0
    while low.size:
        examined += low.size
        kind, small = np.empty(low.shape, int), np.empty(low.shape, bool)
        for k in range(0, low.size, BATCH):
            batch = slice(k, k + BATCH)
            kind[batch], small[batch] = _kinds(function, low[batch], high[batch], tiny)
        split = (kind == UNDECIDED) & ~small & (high - low > resolution(high))
        if examined + 2 * split.sum() > MOST:
            kind, split = np.where(split, GIVEN_UP, kind), np.zeros_like(split)
        parts.append((low[~split], high[~split], kind[~split]))
        middle = 0.5 * (low + high)[split]
        low, high = np.concatenate((low[split], middle)), np.concatenate((middle, high[split]))
    begins, ends, kinds = (np.concatenate(column) for column in zip(*parts, strict=True))
    return begins, ends, kinds


def _zero_of_line(function: TimeFunction, slope: float, level: float, start: float, end: float) -> TimeZeros:
    """Return the zero of slope · time + level, if there is one."""
    if math.isnan(slope) or math.isnan(level):
        return TimeZeros(undefined=[(start, end)])
    if slope == 0.0 or not start < -level / slope <= end:
        return TimeZeros()
    t, before = -level / slope, -np.sign(slope)
    for _ in range(8):  # to the side where the sign has changed
        if np.sign(function.at(np.array([t]))[0]) != before:
            break
        t = min(t + 0.125 * float(resolution(t)), end)
    return TimeZeros([TimeZero(t, int(-before))])


def _kinds(function: TimeFunction, low: np.ndarray, high: np.ndarray, tiny: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the kind of every interval, and whether f is only round-off there, so that bisecting it is useless."""
    f = function.over(low, high)
    kind = np.full(low.shape, UNDECIDED)
    defined = f.undefined == E.EVERYWHERE_DEFINED
    kind[defined & (f.low > 0)] = PLUS
    kind[defined & (f.high < 0)] = MINUS
    kind[defined & (f.low == 0) & (f.high == 0)] = ZERO
    kind[f.undefined == E.NOWHERE] = NOT_A_NUMBER
    bounded = np.isfinite(f.low) & np.isfinite(f.high)
    monotone = (kind == UNDECIDED) & defined & bounded & ((f.rate_low > 0) | (f.rate_high < 0))
    if monotone.any():
        first, last = function.at(low[monotone]), function.at(high[monotone])
        kinds = np.full(first.shape, UNDECIDED)
        kinds[np.sign(first) * np.sign(last) < 0] = PASSES
        kinds[(first != 0) & (last == 0)] = PASSES
        kinds[(first >= 0) & (last > 0)] = PLUS
        kinds[(first <= 0) & (last < 0)] = MINUS
        kind[monotone] = kinds
    return kind, (f.low >= -tiny) & (f.high <= tiny)


class _Walk:
    """A walk from interval to interval that records zeros where the sign changes."""

    def __init__(self, function: TimeFunction, low: np.ndarray, high: np.ndarray, kind: np.ndarray, sharp: bool):
        self.function, self.result, self.limit = function, TimeZeros(), np.spacing if sharp else resolution
        alike = (kind[1:] == kind[:-1]) & np.isin(kind[1:], (PLUS, MINUS, ZERO))
        changes = np.concatenate(([True], ~alike))  # where the sign may change
        low, high, kind = low[changes], high[changes], kind[changes]
        passing = kind == PASSES
        self.located = dict(
            zip(np.flatnonzero(passing).tolist(), self._located(low[passing], high[passing]), strict=True)
        )
        self.sign: int | None = int(np.nan_to_num(np.sign(function.at(low[:1])[0])))
        self.open: tuple[float, float] | None = None  # intervals without a sign, joined
        for k, (a, b, what) in enumerate(zip(low.tolist(), high.tolist(), kind.tolist(), strict=True)):
            if what in (PLUS, MINUS, ZERO):
                self._close({PLUS: 1, MINUS: -1, ZERO: 0}[what], a)
            elif what == PASSES:
                before, after, t = self.located[k]
                self._close(before, a)
                self.result.zeros.append(TimeZero(t, -before))
                self.sign = after
            elif what == UNDECIDED:
                self.open = (a if self.open is None else self.open[0], b)
            else:
                if what == GIVEN_UP:
                    _joined(self.result.unresolved, a if self.open is None else self.open[0], b)
                else:
                    _joined(self.result.undefined, a, b)
                self.sign = self.open = None
        if self.open is not None:
            value = self.function.at(np.array([self.open[1]]))[0]
            if value * (self.sign or 0.0) < 0.0:
                self._close(int(np.sign(value)), self.open[1])

    def _close(self, sign: int, a: float) -> None:
        """Set the sign from time a on, and record a zero if it changed."""
        if self.sign and sign != self.sign and not (self.open is not None and self._is_pole(*self.open)):
            at = a if self.open is None else self._jump(*self.open)
            if not (self.result.zeros and self.result.zeros[-1].time == at):
                self.result.zeros.append(TimeZero(at, -self.sign))
        self.sign, self.open = sign, None

    def _is_pole(self, a: float, b: float) -> bool:
        """Return whether |f| grows towards the interval from both sides."""
        width = max(b - a, float(resolution(b)))
        far_before, before, after, far_after = np.abs(
            self.function.at(np.array([a - FAR * width, a - width, b + width, b + FAR * width]))
        )
        return bool(before > 2.0 * far_before and after > 2.0 * far_after)

    def _jump(self, a: float, b: float) -> float:
        """Return the far side of the sign change in an interval in which f is not monotone."""
        return next(self._located(np.array([a]), np.array([b])))[2]

    def _located(self, low: np.ndarray, high: np.ndarray) -> Iterator[tuple[int, int, float]]:
        """Yield (sign before, sign after, time) of the zeros in intervals at whose ends the signs differ; the time is
        on the far side of the zero.
        """
        for k in range(0, low.size, BATCH):
            columns = self._bracketed(low[k : k + BATCH], high[k : k + BATCH])
            yield from zip(*(column.tolist() for column in columns), strict=True)

    def _bracketed(self, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Narrow the intervals by secants that need one bisection more at most (the ITP method, Oliveira & Takahashi
        2020).
        """
        f_low, f_high, limit = self.function.at(low), self.function.at(high), self.limit(np.abs(high))
        before, width = np.sign(f_low), high - low
        reach = limit * 2.0 ** np.ceil(np.log2(width / limit))  # half the width that bisection would leave, doubled
        for _ in range(BISECTIONS):
            if not (high - low > limit).any():
                break
            middle, secant = 0.5 * (low + high), high - f_high * (high - low) / (f_high - f_low)
            inside = np.sign(middle - secant)
            x = secant + inside * np.minimum(INWARDS * (high - low) ** 2 / width, np.abs(middle - secant))
            free = np.maximum(reach - 0.5 * (high - low), 0.0)
            x = np.where(np.abs(x - middle) <= free, x, middle - inside * free)
            x = np.where((x > low) & (x < high), x, middle)
            f = self.function.at(x)
            same = np.sign(f) == before
            low, f_low = np.where(same, x, low), np.where(same, f, f_low)
            high, f_high = np.where(same, high, x), np.where(same, f_high, f)
            reach = 0.5 * reach
        return before.astype(int), np.sign(self.function.at(high)).astype(int), high


def _joined(intervals: list[tuple[float, float]], a: float, b: float) -> None:
    """Append an interval; merge it with the last one if they touch or there are too many."""
    if intervals and (intervals[-1][1] == a or len(intervals) == MOST_INTERVALS):
        intervals[-1] = (intervals[-1][0], b)
    else:
        intervals.append((a, b))
