"""Tracking of modes while a parameter changes: shapes are compared from value to value, and values are added where they
change fast.

A track is assigned to the mode whose shape agrees best with its own (MAC, weighted by the masses of the bodies),
nearness of the eigenvalue deciding among equals: the cheapest assignment of all tracks together,

    MAC(a, b) = |a' M b|² / (a' M a  b' M b).

Where the best agreement is poor the interval is halved. Where two frequencies change places the interval is narrowed
about that value: modes that veer away from each other are seen to exchange their shapes, those that cross retain them.
Modes of equal eigenvalues are compared by the space that they span."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_tracks import ModeCrossing, ModeTracks
from linkwork.analyses.linear.modes_result import Modes, count_problem
from linkwork.description.values import is_number, real_array, shown
from linkwork.model.errors import QuestionError

AGREES = 0.8  # MAC below which a step is too long
NEARNESS = 0.3  # of eigenvalues, counted beside the agreement of shapes
EQUAL = 1e-7  # relative difference of eigenvalues that are the same
ALIKE = 1e-5  # smallest singular value of unit shapes that are not the same
BESIDE = 0.03  # part of an interval on both sides of a meeting of frequencies
DEPTH = 8  # largest number of bisections of an interval
BUDGET = 12  # values computed for each given value
MORE = 4  # modes computed beyond twice those that are tracked
BLOCK_STATES = 1e-9  # weight beside the motion of bodies: it counts only for modes without one


def track_modes(
    at: Callable[[float], LinearSystem], values: Sequence[float] | np.ndarray, *, count: int | None = None,
    resolution: float = 1e-3, parameter: str = "value", unit: str = "",
) -> ModeTracks:  # fmt: skip
    """Return the lowest `count` modes (all, unless given) followed over the values of a parameter.

    `at` gives the linear model at a value: of a speed, an input, a design parameter. Crossings are distinguished from
    veerings that are wider than `resolution`, a fraction of the steps between the values; with 0 there are no further
    values.

    >>> def at(k):
    ...     changed = model.with_parameters({"K.stiffness": k})
    ...     return lw.linearize(changed, lw.equilibrium(changed, state))
    >>> lw.track_modes(at, np.linspace(100, 200, 11), parameter="K.stiffness", unit="N/m").plot()
    """
    problems = tracking_problems("track_modes", "values", values, count, resolution)
    if not callable(at):
        problems.append(
            f"track_modes: the first argument is a function that gives the linear model at a value, not {at!r:.60}"
        )
    if problems:
        raise QuestionError(problems)
    x = np.atleast_1d(np.asarray(values, float))
    tracker = _Tracker(at, count, resolution, BUDGET * x.size)
    all_modes, places, agreement = [], [], []
    for value in x:
        tracker.go(float(value), DEPTH if resolution > 0 else 0)
        all_modes.append(tracker.here.modes)
        places.append(tracker.places.copy())
        agreement.append(tracker.agreement.copy())
        tracker.agreement[:] = 1.0
    name = all_modes[0].name
    return ModeTracks(
        name, parameter, unit, x, tuple(all_modes), np.array(places), np.array(agreement), tuple(tracker.crossings)
    )


def tracking_problems(who: str, what: str, values: Any, count: Any, resolution: Any) -> list[str]:
    """Return the problems of the values over which modes are tracked, of their number and of the resolution."""
    problems = []
    x = real_array(values)
    if x is None or x.ndim > 1 or x.size == 0 or np.unique(x).size < x.size:
        problems.append(f"{who}: {what} are a list of different finite numbers, not {shown(values)}")
    elif np.any(np.diff(x.ravel()) > 0) and np.any(np.diff(x.ravel()) < 0):
        problems.append(f"{who}: {what} go up or down, not both")
    if count_problem(count):
        problems.append(f"{who}: {count_problem(count)}")
    if not is_number(resolution) or not 0 <= float(resolution) < 1:
        problems.append(f"{who}: resolution is a part of the steps, from 0 to below 1, not {resolution!r:.60}")
    return problems


@dataclass(eq=False)
class _ModesAt:
    """All modes at one value: rows of unit shapes, and for each the space of those with the same eigenvalue."""

    value: float
    modes: Modes
    eigenvalues: np.ndarray  # (n) complex
    spaces: list[np.ndarray] = field(default_factory=list)  # (N, d) orthonormal


def modes_at(value: float, lin: LinearSystem, count: int | None = None) -> _ModesAt:
    if not isinstance(lin, LinearSystem):
        raise QuestionError(
            f"track_modes: at {value:g} the function gives {lin!r:.60}; expected a linear model, as linearize returns"
        )
    modes = lin.modes(count)
    eigenvalues = np.array([mode.eigenvalue for mode in modes])
    shapes = _shapes(lin, modes)
    spaces = []
    for k, x in enumerate(eigenvalues):
        same = np.flatnonzero(np.abs(eigenvalues - x) <= EQUAL * abs(x))
        spaces.append(shapes[k][:, None] if same.size < 2 else _spanned(shapes[same].T))
    return _ModesAt(value, modes, eigenvalues, spaces)


def _spanned(columns: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis; at critical damping two modes have one shape."""
    U, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return U[:, sizes > ALIKE * sizes[0]]


def _shapes(lin: LinearSystem, modes: Modes) -> np.ndarray:
    """Return motions of the bodies times the roots of their masses, and block states, each of length one, shape (n,
    N)."""
    roots = np.array([_root(inertia) for inertia in lin.body_inertia]).reshape(-1, 6, 6)
    nz = lin.model.nz
    rows = []
    for mode in modes:
        motion = np.array([*mode.bodies.values()]).reshape(-1, 6)
        block = np.array([*mode.states.values()])[len(mode.states) - nz :] if nz else np.zeros(0)
        row = np.concatenate((np.einsum("bij,bj->bi", roots, motion).ravel(), BLOCK_STATES * block))
        rows.append(row / max(float(np.linalg.norm(row)), 1e-300))
    return np.array(rows).reshape(len(modes), 6 * len(roots) + nz)


def _root(inertia: np.ndarray) -> np.ndarray:
    """Return the symmetric root of an inertia, which may be singular: it changes as little as the inertia does."""
    size, V = np.linalg.eigh(inertia)
    return (np.sqrt(np.maximum(size, 0.0)) * V) @ V.T


class _Tracker:
    """A tracker that walks from value to value."""

    def __init__(self, at: Callable[[float], LinearSystem], count: int | None, resolution: float, budget: int):
        self.at, self.count, self.resolution, self.budget = at, count, resolution, budget
        self.tracked_count = None if count is None else 2 * count + MORE
        self.seen: dict[float, _ModesAt] = {}  # since the last given value
        self.crossings: list[ModeCrossing] = []
        self.begun = False
        self.here: _ModesAt
        self.before: tuple[float, np.ndarray] | None = None  # value and eigenvalues of the tracks before
        self.step = 0.0
        self.above = np.zeros(
            (0, 0)
        )  # sign of the difference of the last frequencies of two tracks that were not equal

    def _modes_at(self, value: float) -> _ModesAt:
        if value not in self.seen:
            self.seen[value] = modes_at(value, self.at(value), self.tracked_count)
            self.budget -= 1
        return self.seen[value]

    def _begin(self, modes_here: _ModesAt) -> None:
        count = len(modes_here.modes) if self.count is None else min(self.count, len(modes_here.modes))
        self.begun, self.here, self.places = True, modes_here, np.arange(count)
        self.spaces = modes_here.spaces[:count]
        self.eigenvalues = modes_here.eigenvalues[:count].copy()
        self.agreement = np.ones(count)
        self.above = self._signs(np.zeros((count, count)))

    def _signs(self, before: np.ndarray) -> np.ndarray:
        w = np.abs(self.eigenvalues.imag)
        off = w[:, None] - w
        return np.where(np.abs(off) > EQUAL * (w[:, None] + w), np.sign(off), before)

    def go(self, value: float, depth: int) -> None:
        """Go to another value, through values in between where necessary."""
        there = self._modes_at(value)
        if not self.begun:
            self._begin(there)
            return
        if depth == DEPTH:
            self.step = abs(value - self.here.value)
            self.seen = {value: there}
        places, agreement = self._assign(there)
        met = self._meeting(there, places)
        between = self._between(value, agreement, met) if depth > 0 and self.budget > 0 else []
        for x in between:
            self.go(x, depth - 1)
        if between:
            self.go(value, depth - 1)
        else:
            self._accept(there, places, agreement, met)

    def _assign(self, there: _ModesAt) -> tuple[np.ndarray, np.ndarray]:
        """Return which mode every track is (-1: none), and how well their shapes agree."""
        n, m = self.places.size, len(there.modes)
        mac = np.array([[_agreement(a, b) for b in there.spaces] for a in self.spaces]).reshape(n, m)
        expected = self._expected(there.value)
        size = np.abs(there.eigenvalues)[None] + np.abs(expected)[:, None]
        off = np.abs(there.eigenvalues[None] - expected[:, None]) / np.maximum(size, 1e-300)
        rows, columns = linear_sum_assignment(1.0 - mac + NEARNESS * off)
        places, agreement = np.full(n, -1), np.ones(n)
        places[rows], agreement[rows] = columns, mac[rows, columns]
        for group in self._equal():  # they are still indistinguishable: the lowest first
            there_at = sorted(places[group], key=lambda k: (k < 0, abs(there.eigenvalues[k])))
            places[group], agreement[group] = there_at, mac[group, there_at]
        return places, agreement

    def _equal(self) -> list[list[int]]:
        """Return the tracks that begin with the same eigenvalue, whose shapes are not distinguishable."""
        groups: dict[complex, list[int]] = {}
        for i, space in enumerate(self.spaces):
            if space.shape[1] > 1:
                same = next((x for x in groups if abs(x - self.eigenvalues[i]) <= EQUAL * abs(x)), self.eigenvalues[i])
                groups.setdefault(same, []).append(i)
        return list(groups.values())

    def _expected(self, value: float) -> np.ndarray:
        """Return the eigenvalues on the line through the last two, but not farther than they moved before."""
        if self.before is None:
            return self.eigenvalues
        was, earlier = self.before
        span = self.here.value - was
        ahead = np.clip((value - self.here.value) / span, -1.0, 1.0) if span else 0.0
        return self.eigenvalues + ahead * (self.eigenvalues - earlier)

    def _meeting(self, there: _ModesAt, places: np.ndarray) -> list[tuple[float, int, int]]:
        """Return (value, track, track) where the linearly interpolated frequencies of two tracks change their order."""
        a = np.abs(self.eigenvalues.imag)
        b = np.abs(there.eigenvalues[places].imag)
        on = (places >= 0) & (a > 0) & (b > 0)
        meetings = []
        for i in np.flatnonzero(on):
            for j in np.flatnonzero(on[:i]):
                first, last = a[i] - a[j], b[i] - b[j]
                if first * last < 0 and min(abs(first), abs(last)) > EQUAL * (a[i] + a[j]):
                    part = first / (first - last)
                    meetings.append((self.here.value + part * (there.value - self.here.value), int(j), int(i)))
        return sorted(meetings, key=lambda item: abs(item[0] - self.here.value))

    def _between(self, value: float, agreement: np.ndarray, met: list[tuple[float, int, int]]) -> list[float]:
        """Return intermediate values: on both sides of the first meeting, or the midpoint if shapes agree badly."""
        a, width = self.here.value, value - self.here.value
        if met and abs(width) > self.resolution * self.step:
            part = np.clip((met[0][0] - a) / width, 2 * BESIDE, 1 - 2 * BESIDE)
            return [a + (part - BESIDE) * width, a + (part + BESIDE) * width]
        return [a + 0.5 * width] if agreement.min(initial=1.0) < AGREES else []

    def _accept(
        self, there: _ModesAt, places: np.ndarray, agreement: np.ndarray, met: list[tuple[float, int, int]]
    ) -> None:
        for value, i, j in met:
            self.crossings.append(ModeCrossing(float(value), (i, j), float(self._frequency(value, there, places, i))))
        here, before, above = self.here.value, self.eigenvalues.copy(), self.above
        for i, place in enumerate(places):
            if place >= 0:
                self.spaces[i] = _continued(self.spaces[i], there.spaces[place])
                self.eigenvalues[i] = there.eigenvalues[place]
        self.above = self._signs(above)
        passed = {(i, j) for _, i, j in met}
        for i, j in np.argwhere(np.triu(above * self.above) < 0):  # they were equal at the last value
            if (i, j) not in passed:
                self.crossings.append(ModeCrossing(here, (int(i), int(j)), float(abs(before[i].imag) / (2 * np.pi))))
        self.before = (here, before)
        self.here, self.places = there, places
        self.agreement = np.minimum(self.agreement, agreement)

    def _frequency(self, value: float, there: _ModesAt, places: np.ndarray, i: int) -> float:
        """Return the interpolated frequency of a track in Hz."""
        part = (value - self.here.value) / (there.value - self.here.value)
        a, b = abs(self.eigenvalues[i].imag), abs(there.eigenvalues[places[i]].imag)
        return (a + part * (b - a)) / (2 * np.pi)


def _agreement(a: np.ndarray, b: np.ndarray) -> float:
    """Return MAC of two shapes; of spaces, that of the nearest shapes in them."""
    inner = a.conj().T @ b
    if inner.size == 1:
        return float(np.abs(inner[0, 0]) ** 2)
    return float(np.linalg.svd(inner, compute_uv=False)[0] ** 2)


def _continued(mine: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Return a track's shape at the new value; in a space, the shape that is nearest to the previous one."""
    if vectors.shape[1] == 1 or mine.shape[1] > 1:
        return vectors
    nearest = vectors @ (vectors.conj().T @ mine)
    size = np.linalg.norm(nearest)
    return nearest / size if size > 1e-3 else vectors
