"""Passes over the steps of methods that solve one system of equations in each step.

The primal pass repeats the steps and the tangent pass differentiates them, many steps at a time. Steps are solved on
this thread, and their linear equations are prepared on all cores; tangents follow in the same pass or in a separate
one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwork.differentiation.chart_maps import TurningMaps
from linkwork.differentiation.passes import Pass
from linkwork.differentiation.polishing import ARRIVED, OWN, RATE, SLOW, new_iteration
from linkwork.differentiation.step_systems import GROUP, StepSystems, StepWorkspace
from linkwork.differentiation.steps.bdf_kernels import NEW_FACTORS
from linkwork.model.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.differentiation.replay import Replay


class StepPass(Pass, ABC):
    """A pass over steps. The point of a step is its end, and also its beginning if the step before does not end there.
    Weights are those of the trapezoidal rule."""

    points_of_a_step = 1
    goes_together = True
    systems: StepSystems
    buffers: tuple[np.ndarray, ...]  # tangents of the state, and of its rates from those of v on

    def __init__(self, run: Replay):
        self.run, self.mechanics, self.maps = run, run.mechanics, TurningMaps(run.mechanics.model)
        begins = {first for first, _ in run.record.parts()}
        self.restarts = np.array([i in begins or bool(run.breaks[i] & 1) for i in range(len(run.record))], bool)
        self.splits = self.restarts  # where groups of steps begin at the latest
        self.h = np.ascontiguousarray(run.grid[:, 2])
        self.begins, self.ends = ends(run.grid, run.breaks)
        self.point_of = np.zeros(len(run.record), int)  # the end of each step
        self.iteration = new_iteration(run.to_rounding)
        self.system, self.factored = no_system(), 0.0  # and h or c_j of its step; 0: none yet
        self.rates = np.zeros(self.mechanics.ny + self.mechanics.m)  # where the next step begins
        self.rates_S = np.zeros((0, 0))
        self.restarted: dict[int, tuple[int, np.ndarray, np.ndarray]] = {}  # points, and tangents there

    @abstractmethod
    def failure(self, n: int) -> AnalysisError: ...

    @abstractmethod
    def take_steps(self, n: int, last: int, resumed: bool, at: int) -> tuple[int, int]:
        """Solve steps from n on, whose first point is `at`; return the first step that is not solved, and a code of
        differentiation.polishing."""

    @abstractmethod
    def linearize(self, n: int) -> None:
        """Compute the Jacobians at the unknowns of step n."""

    @abstractmethod
    def factor(self, n: int) -> None:
        """Return the system of step n, from the current Jacobians."""

    @abstractmethod
    def restart(self, n: int) -> None:
        """Restart what is carried from step to step, from the current self.rates."""

    def begin_group(self, steps: range) -> None:
        """Prepare a group of steps that will be solved."""

    @abstractmethod
    def advance(self, steps: range, at: int, workspace: StepWorkspace) -> int:
        """Carry tangents over a group of steps and return a status."""

    @abstractmethod
    def restart_tangents(self) -> None:
        """Restart the tangents that are carried from step to step, from those of the state and its rates."""

    # passes

    def primal(self, first: int, last: int, at: int) -> int:
        """Repeat the steps and return a status; run.y is advanced, and run.S if tangents are computed in the same
        pass."""
        steps = self._solved(first, last, at)
        if self.run.together:
            return self._tangents(steps, at)
        for _ in steps:
            pass
        return 0

    def direct(self, first: int, last: int, at: int) -> int:
        """Carry the tangents run.S over the steps and return a status."""
        status = self._tangents(groups(first, last, self.splits), at)
        self.gather(first, last)
        self.run.y = self.run.states[last].copy()
        return status

    def _solved(self, first: int, last: int, at: int) -> Iterator[range]:
        run, me, n = self.run, self.mechanics, first
        for steps in groups(first, last, self.splits):
            n, resumed = steps.start, False
            me.recall_turns(run.turn_counts[n])
            if self.restarts[n]:
                run.states[n] = run.y
                if run.breaks[n] & 1:
                    run.y = me.project(self.begins[n], run.y)
                self.rates = me.rates(self.begins[n], run.y)
                note_point(run, at, n, self.begins[n], self.rates)
                at += 1
                self.restart(n)
            self.begin_group(steps)
            self.point_of[n : steps.stop] = at + np.arange(len(steps))
            while n < steps.stop:
                before = n
                n, code = self.take_steps(n, steps.stop, resumed, at)
                at += n - before
                resumed = code in (SLOW, NEW_FACTORS)
                if code == SLOW or (resumed and self.factored == 0.0):
                    self.linearize(n)
                    self.iteration[[OWN, RATE]] = 1.0
                if resumed:
                    self.factor(n)
                elif code != ARRIVED:
                    raise self.failure(n)
            if run.together:
                self.systems_of(steps.start).keep_snapshot(steps.start)
            yield steps

    def _tangents(self, groups: Iterable[range], at: int) -> int:
        run, me, k = self.run, self.mechanics, self.run.layer.tangents
        D, rates = self.buffers[0][:, :k], self.buffers[1][:, :k]
        if not self.rates_S.size:
            self.rates_S = np.zeros((len(run.record), rates.size))
        D[:] = run.S.reshape(me.ny, k)
        for steps, workspace in self.over(groups):
            n = steps.start
            if workspace is None:
                raise self.failure(n)
            if self.restarts[n]:
                me.layer_turns[: run.turn_counts.shape[1]] = run.turn_counts[n]
                if run.breaks[n] & 1:
                    D[:] = me.project_tangent(self.begins[n], run.states[n], D)
                rates[:] = me.rates_tangent(self.begins[n], run.point_y[at], D)[me.nq : me.nq + len(rates)]
                self.restarted[n] = at, D.copy(), rates.copy()
                self.restart_tangents()
                at += 1
            status = self.advance(steps, at, workspace)
            if status != 0:
                return status
            at += len(steps)
        run.S = np.ascontiguousarray(D).ravel()
        return 0

    def systems_of(self, n: int) -> StepSystems:
        """Return the systems to which step n belongs."""
        return self.systems

    def over(self, groups: Iterable[range]) -> Iterator[tuple[range, StepWorkspace | None]]:
        """Yield the groups in order, each with a workspace in which it is prepared, or None if its equations are
        singular."""
        return self.systems.over(groups)

    def gather(self, first: int, last: int) -> None:
        """Add the contributions of the tangents along some steps to the outputs."""
        run, me, k = self.run, self.mechanics, self.run.layer.tangents
        at, of_rates = self.point_of[first:last], slice(me.nq, me.nq + len(self.buffers[1]))
        states, rates = run.states_S[first + 1 : last + 1], self.rates_S[first:last]
        for g, tangents in ((run.gy[:, at], states), (run.gk[:, at, of_rates], rates)):
            read = np.flatnonzero(g.any((0, 1)))
            taken = tangents.reshape(len(at), -1, k)[:, read]
            run.gradient += np.tensordot(g[:, :, read], taken, 2)
        for n, (point, D, rates) in self.restarted.items():
            if first <= n < last:
                run.gradient += run.gy[:, point] @ D + run.gk[:, point, of_rates] @ rates


def note_point(run: Replay, at: int, n: int, t: float, rates: np.ndarray) -> None:
    """Store a point of step n at time t, where run.y is, without its weight."""
    run.point_t[at], run.point_step[at], run.point_weight[at] = t, n, 0.0
    run.point_y[at], run.point_k[at] = run.y, rates


def groups(first: int, last: int, splits: np.ndarray) -> Iterator[range]:
    """Yield the steps in groups that end before each step in `splits`."""
    begin = first
    while begin < last:
        end = begin + 1
        while end < min(begin + GROUP, last) and not splits[end]:
            end += 1
        yield range(begin, end)
        begin = end


def ends(grid: np.ndarray, breaks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the times at which the beginnings and the ends of all steps are evaluated, on their own side of breaks."""
    first, last = grid[:, 0], grid[:, 1]
    margin = 4.0 * np.finfo(float).eps * np.maximum(np.abs(last), last - first)
    low, high = np.where(breaks & 1, first + margin, first), np.where(breaks >> 1, last - margin, last)
    return np.minimum(np.maximum(first, low), high), np.minimum(np.maximum(last, low), high)


def no_system() -> tuple[np.ndarray, ...]:
    """Return empty arrays in place of a system that is not known yet."""
    none = np.zeros(0, np.int64)
    return np.zeros(0), *(none,) * 8, np.zeros(0)
