"""Events that depend on time alone: their times follow from the expression and do not depend on the steps of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.description.choices import Event
from linkwork.description.expressions import Expr
from linkwork.kernels.expressions.functions import INPUT
from linkwork.model.expressions.names import RuntimeNames, build_tape
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.time_zeros import TimeFunction, TimeZeros, time_zeros
from linkwork.model.expressions.times import time_only
from linkwork.model.lowering.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.running_variant import EVENT_NAME, STAND_IN


@dataclass(frozen=True)
class EventDoubt:
    """An interval of time in which zeros of an event function may be missing, and the reason."""

    event: Event
    start: float  # s
    end: float
    why: str


NOT_A_NUMBER = "it is not a number there"
TOO_MANY = "its zeros are too many or too close together"


class TimeExpressions:
    """The expressions of a running model that depend on time alone, and their zeros."""

    def __init__(self, running: Model):
        self.running = running

    @cached_property
    def runtime(self) -> RuntimeNames:
        return RuntimeNames(Lowering(self.running.structure, self.running.numbers))

    @cached_property
    def tables(self) -> Mapping[str, TableValues]:
        return build_tape(self.running.numbers).tables

    def resolve(self, name: str) -> tuple:
        """Resolve a name as RuntimeNames does; an input that stands for a force or an acceleration does not depend on
        time alone.
        """
        kind, *what = self.runtime.resolve(name)
        stands_in = kind == "load" and what[0] == INPUT and self.running.lowered.inputs[what[1]].startswith(STAND_IN)
        return ("stand-in",) if stands_in else (kind, *what)

    def of_time(self, expr: Expr) -> bool:
        return time_only(expr, self.resolve)

    def zeros(self, expr: Expr, inputs: np.ndarray, start: float, end: float, sharp: bool = False) -> TimeZeros:
        """Return the zeros of an expression for given values of constant inputs."""
        function = TimeFunction(expr, self.resolve, self.tables, dict(enumerate(inputs.tolist())))
        return time_zeros(function, start, end, sharp)

    def events(self, events: Sequence[Event]) -> dict[int, Expr]:
        """Return the expressions of events that depend on time alone, by the events' numbers."""
        expressions = {k: self.runtime.field(EVENT_NAME.format(k), "value") for k in range(len(events))}
        return {k: expr for k, expr in expressions.items() if self.of_time(expr)}


@dataclass
class TimedEvents:
    """Times of the events that depend on time alone during a run; None for other events."""

    times: list[np.ndarray | None] = field(default_factory=list)
    doubts: list[EventDoubt] = field(default_factory=list)

    def between(self, k: int, after: float, until: float) -> np.ndarray:
        """Return the times of event k in a step."""
        times = self.times[k]
        return np.zeros(0) if times is None else times[(times > after) & (times <= until)]

    @property
    def any(self) -> bool:
        return any(times is not None for times in self.times)


def timed_events(
    known: TimeExpressions, exprs: Mapping[int, Expr], events: Sequence[Event], inputs: Any, start: float, end: float
) -> TimedEvents:
    """Return zeros in the requested directions, and the intervals that could not be resolved."""
    timed = TimedEvents([None] * len(events))
    for k, expr in exprs.items():
        event, zeros = events[k], known.zeros(expr, inputs, start, end)
        wanted = [zero.time for zero in zeros.zeros if event.direction in (0, zero.direction)]
        timed.times[k] = np.array(wanted, float)
        timed.doubts += [EventDoubt(event, *interval, NOT_A_NUMBER) for interval in zeros.undefined]
        timed.doubts += [EventDoubt(event, *interval, TOO_MANY) for interval in zeros.unresolved]
    return timed
