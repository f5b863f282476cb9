"""The accepted steps of a run, with all decisions that are needed to repeat them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from linkwork.dynamics.layout import (
    CLOSE_COUNT,
    FACTORIZATIONS,
    NEAR_COUNT,
    RANK,
    RECORDED_COUNTS,
    REPARTITIONS,
)
from linkwork.integrators import contract

SHORTEST = 1e-12  # relative to the time: a shorter step is left out


@dataclass(frozen=True, eq=False)
class Record:
    """The steps of a run, one entry each; `simulate(…, replay=run.record)` repeats them with another start or
    parameters.

    >>> run.record.h.min(), run.record.order, run.record.pivot
    """

    method: str  # of its first step: the name of a method in integrators.registry
    rtol: float
    t: np.ndarray = field(repr=False)  # s, where the step begins
    t_new: np.ndarray = field(repr=False)  # s, where it ends
    h: np.ndarray = field(repr=False)  # s, its length in the computation
    order: np.ndarray = field(repr=False)
    error: np.ndarray = field(repr=False)  # estimated, in units of the tolerance; NaN or 0 where there is no estimate
    projections: np.ndarray = field(repr=False)  # number of projections onto the constraints
    rejections: np.ndarray = field(repr=False)  # rejected attempts before it
    breaks: np.ndarray = field(repr=False)  # 1: begins at a break time, 2: ends at one, 3: both
    expected: np.ndarray = field(repr=False)  # s, step before rejections, which dynamics.branch uses
    iterations: np.ndarray = field(repr=False)  # Newton iterations of implicit methods
    matrix: np.ndarray = field(repr=False)  # 1: the step began with a new Newton matrix, 2: with new factors, 3: both
    kind: np.ndarray = field(repr=False)  # number of its method; it changes where a run changed its method
    pivot: np.ndarray = field(repr=False)  # distance to a singular position, 0 in it (`dynamics.layout`)
    counts: np.ndarray = field(repr=False)  # (n, 5) counters of the mechanics, `dynamics.layout.RECORDED_COUNTS`
    settings: tuple[float, ...] = ()  # settings of the method: bdf its largest order, generalized-alpha its constants
    stages: np.ndarray | None = field(
        default=None, repr=False
    )  # (n, …) of radau Z, stage by stage, if they were recorded

    def __len__(self) -> int:
        return self.t.size

    def parts(self) -> list[tuple[int, int]]:
        """Return first and last + 1 of the steps that one method took, in order."""
        changes = np.flatnonzero(np.diff(self.kind)) + 1
        ends = [0, *changes.tolist(), len(self)]
        return list(itertools.pairwise(ends))

    def until(self, t: float) -> Record:
        """Return the steps up to a time; the last one is shortened to end there."""
        count = int(np.searchsorted(self.t, t - SHORTEST * max(1.0, abs(t))))
        names = [part.name for part in fields(self) if isinstance(getattr(self, part.name), np.ndarray)]
        steps = {name: getattr(self, name)[:count].copy() for name in names}
        if count and steps["t_new"][-1] != t:
            steps["t_new"][-1], steps["h"][-1] = t, t - steps["t"][-1]
            steps["breaks"][-1] &= 1
        return replace(self, **steps)

    def around(self, times: Sequence[float], parts: Sequence[float] = (1e-6, 1e-4, 1e-2)) -> Record:
        """Return the record with steps split before and after each of the times, at the given fractions of their
        length.
        """
        ends = []
        for time in times:
            k = int(np.searchsorted(self.t, time)) - 1
            if k >= 0 and time < self.t_new[k]:
                t, size = float(self.t[k]), float(self.t_new[k] - self.t[k])
                places = [(time - t) / size + side * part for part in parts for side in (-1.0, 1.0)]
                ends += [t + size * place for place in places if min(parts) < place < 1.0 - min(parts)]
        result, last = self, -np.inf
        for end in sorted(ends):
            if end - last > SHORTEST * max(1.0, abs(end)):
                result, last = result._split(end), end
        return result

    def _split(self, time: float) -> Record:
        k = int(np.searchsorted(self.t, time)) - 1
        names = [part.name for part in fields(self) if isinstance(getattr(self, part.name), np.ndarray)]
        rows = {name: np.insert(getattr(self, name), k, getattr(self, name)[k], axis=0) for name in names}
        rows["t_new"][k], rows["h"][k], rows["breaks"][k] = time, time - rows["t"][k], rows["breaks"][k] & 1
        rows["t"][k + 1], rows["h"][k + 1] = time, rows["t_new"][k + 1] - time
        rows["breaks"][k + 1] &= 2
        return replace(self, **rows)

    @property
    def guarded(self) -> np.ndarray:
        """Evaluations in the step that were computed on the branch near, or across, a singular position."""
        return np.diff(self._counted(NEAR_COUNT) + self._counted(CLOSE_COUNT), prepend=0)

    @property
    def across(self) -> np.ndarray:
        """Evaluations in the step that were computed across a singular position."""
        return np.diff(self._counted(CLOSE_COUNT), prepend=0)

    @property
    def factorizations(self) -> np.ndarray:
        return np.diff(self._counted(FACTORIZATIONS), prepend=0)

    @property
    def repartitions(self) -> np.ndarray:
        return np.diff(self._counted(REPARTITIONS), prepend=0)

    @property
    def rank(self) -> np.ndarray:
        """Independent constraint rows at the end of the step."""
        return self._counted(RANK)

    def _counted(self, place: int) -> np.ndarray:
        return self.counts[:, RECORDED_COUNTS.index(place)]


def unpacked(record: Record) -> tuple[np.ndarray, np.ndarray]:
    """Return the record as the arrays that a replay reads."""
    c = contract
    f = np.empty((len(record), c.RECORD_F_COLUMNS))
    i = np.empty((len(record), c.RECORD_I_COLUMNS), np.int64)
    for column, name in (
        (c.RECORD_T, "t"),
        (c.RECORD_T_NEW, "t_new"),
        (c.RECORD_H, "h"),
        (c.RECORD_ERROR, "error"),
        (c.RECORD_EXPECTED, "expected"),
        (c.RECORD_PIVOT, "pivot"),
    ):
        f[:, column] = getattr(record, name)
    i[:, c.RECORD_COUNTS :] = record.counts
    for column, name in (
        (c.RECORD_ORDER, "order"),
        (c.RECORD_PROJECTIONS, "projections"),
        (c.RECORD_REJECTIONS, "rejections"),
        (c.RECORD_BREAKS, "breaks"),
        (c.RECORD_ITERATIONS, "iterations"),
        (c.RECORD_MATRIX, "matrix"),
        (c.RECORD_METHOD, "kind"),
    ):
        i[:, column] = getattr(record, name)
    return f, i
