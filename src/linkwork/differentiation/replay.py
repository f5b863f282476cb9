"""Replays of a computed motion: its accepted steps are repeated and differentiated.

    run = Replay(motion, record)
    points = run.primal()
    gradient = run.direct(S0, cotangents)         # tangents S0 (ny, k) of the start, forwards
    W0, gradient = run.adjoint(cotangents)        # cotangents of the start (n_out, ny), backwards

The pass of each method replays its parts of the record and hands states, tangents and cotangents to the next part.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.differentiation.passes import Pass
from linkwork.differentiation.point import arrays as P
from linkwork.differentiation.point.layer import PointLayer
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.rows_along import RowChoice, leave_out
from linkwork.differentiation.sampling import cubic_weights
from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.steps.alpha import AlphaPass
from linkwork.differentiation.steps.bdf import BdfPass
from linkwork.differentiation.steps.bdf_with_rows import RowsBdfPass
from linkwork.differentiation.steps.explicit import ExplicitPass
from linkwork.differentiation.steps.radau import RadauPass
from linkwork.differentiation.turn_counts import recall_turns
from linkwork.dynamics import problem
from linkwork.dynamics.layout import POINT_PLAN, POINT_WORK
from linkwork.dynamics.status import MESSAGES
from linkwork.integrators import state as S
from linkwork.integrators.contract import nothing
from linkwork.integrators.functions import first_class
from linkwork.integrators.motion import Motion, counts_turns
from linkwork.integrators.record import Record
from linkwork.integrators.registry import method_numbered
from linkwork.kernels import arrays as K
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.plans.design import Design
from linkwork.model.tangent_places import TangentPlaces
from linkwork.numerics.progress import Progress

PASSES: dict[int, Callable[..., Any]] = {
    S.DOP853: ExplicitPass,
    S.BOGACKI_SHAMPINE_5: ExplicitPass,
    S.RUNGE_KUTTA_4: ExplicitPass,
    S.RADAU_3: RadauPass,
    S.RADAU_5: RadauPass,
    S.GENERALIZED_ALPHA: AlphaPass,
    S.BDF: lambda run, method: (RowsBdfPass if run.mechanics.m else BdfPass)(run),
}
CHUNK, SECONDS = 16, 0.2  # steps before the clock is read first, and s between two readings


class Replay:
    """Replays the steps of a record, with or without derivatives.

    `tangents` is the number of tangents that `direct` carries, or follows from `design`, whose parameters they belong
    to; `backwards` prepares `adjoint`. `layer` has the point functions with their buffers; `stages` are those that a
    run of the same motion stored. Steps of implicit methods are solved to round-off if runs are to be subtracted, or if
    `rates_matter`, because stiff forces magnify the remaining error. `rows` are the choices of redundant rows.
    """

    def __init__(
        self,
        motion: Motion,
        record: Record,
        *,
        tangents: int = 0,
        design: Design | None = None,
        backwards: bool = False,
        progress: Progress | None = None,
        stages: np.ndarray | None = None,
        rates_matter: bool = False,
        rows: Sequence[RowChoice] = (),
    ):
        missing = sorted({method_numbered(kind).name for kind in np.unique(record.kind) if int(kind) not in PASSES})
        if missing:
            known = ", ".join(method_numbered(method).name for method in PASSES)
            raise QuestionError(
                f"steps of {', '.join(missing)} have no sensitivities; methods that do are {known}: "
                "choose lw.DormandPrince(), lw.RungeKutta4(step), lw.Radau() or lw.GeneralizedAlpha() as integrator"
            )
        self.motion, self.record, self.progress, self.stages = motion, record, progress, stages
        self.layer = PointLayer(motion, tangents, design, backwards)
        self.to_rounding = rates_matter or not (self.layer.tangents or backwards)
        self.decisions: dict[int, Any] = {}  # decisions within steps; they can be taken over from another replay
        n, (ny, _, nk) = len(record), self.layer.sizes
        self.t0 = motion.t
        self.grid = np.column_stack((record.t, record.t_new, record.h))
        self.breaks = record.breaks.astype(np.int64)
        turning = counts_turns(motion.model)
        self.after_step = first_class(problem.update_turns if turning else nothing)
        self.recall = first_class(recall_turns if turning else nothing)
        self._turns = K.python_work(motion.model.ints, self.layer.page.work).turns
        self.turn_counts = np.zeros((n + 1, self._turns.size if turning else 0))
        self.turn_counts[0] = self._turns[: self.turn_counts.shape[1]]
        self.rows, self.row_choice = tuple(rows), np.zeros(n + 1, np.int64)
        if rows:
            begins = np.append(record.t, np.inf)
            self.row_choice[:] = np.searchsorted([choice.time for choice in rows], begins, side="right") - 1
        self.parts = self._passes() if n else []  # a run of no duration has no steps
        self.count = 1 + sum(points_between(part, first, last) for first, last, part in self.parts)
        self.y, self.states = motion.y.copy(), np.zeros((n + 1, ny))
        self.point_t, self.point_weight = np.zeros(self.count), np.zeros(self.count)
        self.point_y, self.point_k = np.zeros((self.count, ny)), np.zeros((self.count, nk))
        self.point_step = np.zeros(self.count, np.int64)
        self.S, self.states_S = np.zeros(0), np.zeros((0, 0))
        self.together = False  # whether tangents were computed in the primal pass
        self.W, self.back, self.gradient = np.zeros((0, 0)), np.zeros((0, 0)), np.zeros((0, 0))
        self.gy, self.gk = np.zeros((0, 0, 0)), np.zeros((0, 0, 0))
        self.ends_alone = False  # whether passes of explicit steps leave out the points between the ends

    @cached_property
    def mechanics(self) -> StepMechanics:
        """The equations that passes over implicit steps need in addition to the point functions."""
        return StepMechanics(self.layer, self.layer.design)

    def _passes(self) -> list[tuple[int, int, Any]]:
        """Return first and last + 1 of the steps that are taken by one method with one choice of rows, and their pass."""
        passes: list[tuple[int, int, Any]] = []
        known: dict[tuple[int, bytes], Any] = {}
        for begin, end in self.record.parts():
            kind = int(self.record.kind[begin])
            changes = (begin + 1 + np.flatnonzero(np.diff(self.row_choice[begin:end]))).tolist()
            if changes and not method_numbered(kind).one_step:
                raise QuestionError(
                    f"redundant constraint rows take turns in this motion, first at t = {self.record.t[changes[0]]:g} s, and derivatives "
                    f"along {method_numbered(kind).name} cannot follow that: choose lw.DormandPrince() or lw.Radau() as integrator, or free what is "
                    "constrained twice (see check(model, state))"
                )
            for first, last in itertools.pairwise((begin, *changes, end)):
                self.use_rows(first)
                key = kind, self.rows[self.row_choice[first]].drop.tobytes() if self.rows else b""
                if key not in known:
                    self.__dict__.pop("mechanics", None)  # whose rows are others
                    known[key] = PASSES[kind](self, kind)
                passes.append((first, last, known[key]))
        return passes

    def use_rows(self, step: int) -> None:
        """Leave out the rows that a step leaves out; what is known of the last point does not hold with others."""
        if self.rows and leave_out(self.motion, self.layer.page, self.rows[self.row_choice[step]]):
            page = self.layer.page
            point = page.plan[page.count[POINT_PLAN] :], page.fwork[page.count[POINT_WORK] :]
            P.python_point_work(*point).flags[P.JACOBIANS_HERE] = 0

    # passes

    def primal(self, S0: np.ndarray | None = None) -> Points:
        """Repeat the steps and return the points at which outputs are read. Tangents S0 of a later `direct` may be
        computed at the same time."""
        self._begin()
        self.together = S0 is not None and all(part.goes_together for _, _, part in self.parts)
        if S0 is not None and self.together:
            self._begin_tangents(S0)
        self._forwards("primal")
        self.states[-1] = self.y
        self.use_rows(len(self.record))
        model, (ny, _, nk) = self.motion.model, self.layer.sizes
        self.point_t[-1], self.point_step[-1], self.point_y[-1] = self._end, len(self.record), self.y
        self.point_k[-1] = self.layer.call("rates", self._end, self.y, nk)
        nq, nv = model.nq, model.nv
        return Points(
            self.point_t, self.point_y, self.point_k[:, nq : nq + nv], self.point_k[:, ny:], self._weights(), self.point_step,
            self.turn_counts, 0, self.count - 1,
        )  # fmt: skip

    def _weights(self) -> np.ndarray:
        """Return the weights of the points: those of the methods' stages, or of cubics between the ends of BDF's steps,
        which have a higher order than trapezoids."""
        kinds = np.unique(self.record.kind)
        cubic = kinds.size > 0 and all(method_numbered(kind).cubic_between_ends for kind in kinds)
        return cubic_weights(self.point_t) if cubic else self.point_weight

    def primal_ends(self) -> Points:
        """Return only the first and the last point, if `has_plain_ends`."""
        self.ends_alone = True
        self._begin()
        self._forwards("primal")
        self.states[-1] = self.y
        return self._end_points()

    def direct(self, S0: np.ndarray, cotangents: Sequence[Cotangents] = ()) -> np.ndarray:
        """Return the derivatives of the outputs along the tangents S0 (ny, k), shape (n_out, k); afterwards states_S[i]
        (ny · k) are the tangents at every accepted state."""
        ny, _, nk = self.layer.sizes
        self._take(cotangents)
        self.gradient = np.zeros((len(cotangents), self.layer.tangents))
        if self.together:
            for first, last, part in self.parts:
                part.gather(first, last)
            self.recall_step(len(self.record))
        else:
            self._begin()
            self.states[0] = self.y
            self._begin_tangents(S0)
            self._forwards("direct")
        self.layer.call("rates", self._end, self.y, nk)
        k = self.layer.tangents
        rates = self.layer.call("tangent", self._end, self.S, nk * k).reshape(nk, k)
        self.gradient += self.gy[:, -1] @ self.S.reshape(ny, k) + self.gk[:, -1] @ rates
        return self.gradient

    @property
    def has_plain_ends(self) -> bool:
        """Whether `primal_ends` and `direct_ends` can be used: all steps are explicit, and there is no break at the
        start."""
        alone = all(part.direct_alone for _, _, part in self.parts)
        return alone and len(self.parts) > 0 and not self.breaks[0] & 1

    def direct_ends(self, S0: np.ndarray) -> tuple[Points, np.ndarray, np.ndarray]:
        """Return the first and the last point, the tangents (2, ny, k) of their states and (2, ny + n_row, k) of their
        rates and multipliers, without `primal`."""
        ny, _, nk = self.layer.sizes
        k, ends = self.layer.tangents, [0, -1]
        self.direct(S0)
        tangents, changes = self.states_S[ends].reshape(2, ny, k), np.zeros((2, nk, k))
        points = self._end_points(changes)
        return points, tangents, changes

    def adjoint(self, cotangents: Sequence[Cotangents]) -> tuple[np.ndarray, np.ndarray]:
        """Return the cotangents of the start (n_out, ny) and the gradients with respect to the model numbers (n_out,
        n_g); `primal` comes first."""
        ny, _, nk = self.layer.sizes
        self._take(cotangents)
        self.W = np.zeros((len(cotangents), ny))
        self.back = np.zeros((len(cotangents), ny + self.layer.gradient_size))
        self.recall_step(len(self.record))
        self.layer.call("rates", self._end, self.states[-1], nk)
        for o in range(len(cotangents)):
            self._call("adjoint", self._end, self.gk[o, -1], self.back[o])
            self.W[o] = self.back[o, :ny] + self.gy[o, -1]
        self._backwards()
        self._begin()
        for o in range(len(cotangents)):
            self._call("adjoint", self.t0, self.W[o], self.back[o])
            self.W[o] = self.back[o, :ny]
        return self.W, self.back[:, ny:]

    # parts of the passes

    @property
    def _end(self) -> float:
        return float(self.grid[-1, 1]) if len(self.record) else self.t0

    def _call(self, name: str, t: float, y: np.ndarray, out: np.ndarray) -> None:
        self.layer.call_into(name, t, np.ascontiguousarray(y), out)

    def recall_step(self, step: int) -> None:
        """Restore the turns and the rows with which a step begins."""
        self.use_rows(step)
        self._turns[: self.turn_counts.shape[1]] = self.turn_counts[step]

    def _begin(self) -> None:
        """Project the first state onto the constraints."""
        self.recall_step(0)
        self.y = self.motion.y.copy()
        self.layer.call("project", self.t0, self.y, self.y.size)

    def _begin_tangents(self, S0: np.ndarray) -> None:
        """Compute the tangents of the first state, after `_begin`."""
        self.states_S = np.zeros((len(self.record) + 1, self.layer.sizes[0] * self.layer.tangents))
        self.S = self.layer.call("tangent", self.t0, np.ascontiguousarray(S0, float).ravel(), self.states_S.shape[1])
        self.states_S[0] = self.S

    def _end_points(self, changes: np.ndarray | None = None) -> Points:
        """Return the first and the last point; changes (2, ny + n_row, k) := the tangents of their rates and
        multipliers."""
        ny, _, nk = self.layer.sizes
        nq, nv, rates, ends = self.motion.model.nq, self.motion.model.nv, np.zeros((2, nk)), [0, -1]
        times = np.array([self.t0, self._end])
        for e, t in zip(ends, times, strict=True):
            self.recall_step(e)
            rates[e] = self.layer.call("rates", t, np.ascontiguousarray(self.states[e]), nk)
            if changes is not None:
                tangents = self.layer.call("tangent", t, self.states_S[e], changes[e].size)
                changes[e] = tangents.reshape(changes[e].shape)
        steps = np.array([0, len(self.record)])
        return Points(
            times, self.states[ends], rates[:, nq : nq + nv], rates[:, ny:], np.zeros(2), steps, self.turn_counts, 0, 1
        )

    def _take(self, cotangents: Sequence[Cotangents]) -> None:
        """Convert cotangents to those of plain components and of the results of `rates`."""
        model, (ny, _, nk) = self.motion.model, self.layer.sizes
        places = TangentPlaces.of(model)
        nq, nv, n = model.nq, model.nv, 2 if self.ends_alone else self.count
        self.gy, self.gk = np.zeros((len(cotangents), n, ny)), np.zeros((len(cotangents), n, nk))
        y = self.states[[0, -1]] if self.ends_alone else self.point_y
        for o, given in enumerate(cotangents):
            at: Any = slice(None) if len(given.gy) == n else [0, n - 1]  # or only the ends
            self.gy[o, at, :nq] = places.component_cotangents(y[at, :nq], given.gy[:, :nv])
            self.gy[o, at, nq:] = given.gy[:, nv:]
            self.gk[o, at, nq : nq + nv], self.gk[o, at, ny:] = given.gvdot, given.glam

    def _forwards(self, name: str) -> None:
        at = 0
        with self.progress or contextlib.nullcontext():
            for first, last, part in self.parts:
                self.use_rows(first)
                for begin, end in self._chunks(first, last):
                    self._require(getattr(part, name)(begin, end, at), begin)
                    at += points_between(part, begin, end)

    def _backwards(self) -> None:
        at = self.count - 1
        with self.progress or contextlib.nullcontext():
            for first, last, part in reversed(self.parts):
                self.use_rows(first)
                for begin, end in self._chunks(first, last):
                    low, high = first + last - end, first + last - begin
                    self._require(part.adjoint(low, high, at), low)
                    at -= points_between(part, low, high)

    def _chunks(self, first: int, last: int):
        """Yield ranges of steps that take about SECONDS each, so that progress is shown and Ctrl-C is noticed."""
        size, looked = CHUNK, time.perf_counter()
        while first < last:
            end = min(first + size, last)
            yield first, end
            now = time.perf_counter()
            size = int(min(max(size * SECONDS / max(now - looked, 1e-6), 1), 10 * size))
            first, looked = end, now
            if self.progress is not None:
                self.progress.update(float(self.grid[end - 1, 1]))

    def _require(self, status: int, step: int) -> None:
        if status != 0:
            raise AnalysisError(
                f"a step that begins at {self.grid[step, 0]:g} s or soon after could not be taken again: {MESSAGES.get(status, status)}"
            )


def points_between(part: Pass, first: int, last: int) -> int:
    """Return the number of points of the steps from `first` up to `last` of a part; steps in `restarts` have one more,
    at their beginning."""
    return (last - first) * part.points_of_a_step + int(np.count_nonzero(part.restarts[first:last]))
