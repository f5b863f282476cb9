"""Quasi-static sweeps: equilibria followed over an input, a driver or time, each starting from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analyses.statics.balance import Balance, Matrix, Point, Residual, solve
from linkwork.analyses.statics.continuation import Path, Place, arrive
from linkwork.analyses.statics.equilibria_result import Equilibria
from linkwork.analyses.statics.equilibrium import Finder, Question, listed, require_flag, result
from linkwork.analyses.statics.equilibrium_result import Attempt, Equilibrium
from linkwork.analyses.statics.newton import Search, bold, newton
from linkwork.analyses.statics.relaxation import relax
from linkwork.analyses.statics.stability import stability_at
from linkwork.description.errors import did_you_mean
from linkwork.description.parts import Driver
from linkwork.description.values import TargetValue, is_choice, plain_inputs, real_array, shown
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_conversion import state_for, translated
from linkwork.model.variants import with_driver_inputs

FOLDS = ("stop", "follow", "jump")
LONGEST = 0.5  # rad or L between two positions
ASTRAY = 0.3  # of a predicted step: larger corrections are rejected
FINEST = 1e-7  # of the sweep
MOST = 2000  # places of a branch that is followed
SMOOTH = 0.97  # cosine between directions of a branch a step apart
SAME = 1e-3  # rad or L: folds nearer than this are the same
BACK = -1.0  # of the sweep: a branch that returns this far before its start is abandoned


def equilibria(
    model: Model,
    state: State,
    sweep: Mapping[str, Sequence[float] | np.ndarray],
    *,
    hold: Mapping[str, TargetValue] | Iterable[str] | None = (),
    trim: Iterable[str] | None = (),
    inputs: Mapping[str, float] | None = None,
    stable: bool = False,
    folds: str = "stop",
) -> Equilibria:
    """Return the equilibria at the values of a sweep, each starting from the one before and the first from the state.

    `sweep` maps an input, a driver (its position instead of its motion) or "time" to values; several of one length move
    together. At a fold, where the branch turns back, `folds="stop"` ends there and reports the fold; "follow" continues
    along the branch, unstable parts included, so that the values turn back too; "jump" falls to another stable
    position, as a loaded mechanism would. `hold`, `trim`, `inputs` and `stable` (of the first position) are those of
    `equilibrium`.

    >>> path = lw.equilibria(model, state, {"P": np.linspace(0, 80, 41)}, folds="jump")
    >>> path["apex.position.y"], path.stability, path.jumps
    """
    require_flag("stable", stable)
    swept, values = _checked(model, sweep, folds)
    swept_model, names = with_driver_inputs(model, swept)
    start = state_for(swept_model, model, state) if isinstance(state, State) and swept_model is not model else state
    walk = Walk(
        swept_model,
        start,
        names,
        values,
        listed("hold", hold),
        list(listed("trim", trim)),
        plain_inputs(inputs),
        stable,
    )
    walk.go(folds)
    return walk.result(swept)


def _checked(model: Model, sweep: Any, folds: Any) -> tuple[list[str], np.ndarray]:
    """Return names and values (n_names, n), or raise an error that lists all their problems."""
    problems, rows = [], []
    if not isinstance(sweep, Mapping) or not sweep:
        raise QuestionError(f'sweep maps names to values, for example {{"P": [0, 1, 2]}}, not {sweep!r:.60}')
    known = ["time", *model.inputs, *_drivers(model)]
    for name, given in sweep.items():
        if name not in known:
            problems.append(f"sweep {name!r}: is no input, driver or 'time'; {did_you_mean(str(name), known)}")
        array = real_array(given)
        if array is None or array.ndim > 1 or array.size < 1:
            problems.append(
                f"sweep {name!r}: its values are a list of finite numbers, at least one, not {shown(given)}"
            )
        else:
            rows.append(np.atleast_1d(array))
    if len({row.size for row in rows}) > 1:
        problems.append(f"all values of a sweep have one length, not {[row.size for row in rows]}")
    if not is_choice(folds, FOLDS):
        problems.append(f"folds is one of {', '.join(map(repr, FOLDS))}, not {shown(folds)}")
    if problems:
        raise QuestionError(problems, "problems with the sweep")
    return list(sweep), np.array(rows)


def _drivers(model: Model) -> list[str]:
    return [name for name, part in model.numbers.parts.items() if isinstance(part, Driver)]


class Walk:
    """A branch of equilibria over p = 0 … 1, which parametrizes the values of the sweep."""

    def __init__(
        self, model: Model, start: State, names: list[str], values: np.ndarray, hold: Mapping[str, TargetValue] | Iterable[str], trim: list[str],
        inputs: dict[str, float], stable: bool,
    ):  # fmt: skip
        self.model, self.names, self.values = model, names, values
        self.knots = np.linspace(0.0, 1.0, values.shape[1])
        clash = [name for name in trim if name in names]
        if clash:
            raise QuestionError([f"{name!r} is swept and trimmed; only one is possible" for name in clash])
        t, given = self.at(0.0, start.t if isinstance(start, State) else 0.0)
        start = replace(start, t=t) if isinstance(start, State) else start
        self.question = Question(model, start, hold, trim, inputs | given, None)
        finder = Finder(self.question, stable)
        first = finder.find()
        self.results: list[tuple[float, Equilibrium]] = [(0.0, first)]
        self.t = t
        rest = (
            first.state
            if model is self.question.joint_model
            else translated(model, first.state, self.question.joint_model)
        )
        self.balance = Balance(
            self.question.joint_model, rest, first.inputs, self.question.held, trim, steer=lambda p: self.at(p, t)
        )
        point = replace(self.balance.first(0.0), u=np.array([first.trim[name] for name in trim]))
        self.balance.set_scales(point)
        search = newton(self.balance, point, iterations=10)
        assert search.residual is not None and search.matrix is not None
        self.residual: Residual = search.residual
        self.matrix: Matrix = search.matrix
        self.folds: list[dict[str, float]] = []
        self.jumps: list[int] = []
        self.message, self.success = "the sweep was followed to its end", True

    def at(self, p: float, t: float) -> tuple[float, dict[str, float]]:
        """Return the time and inputs at p."""
        now = {name: float(_line(self.knots, row, p)) for name, row in zip(self.names, self.values, strict=True)}
        return now.pop("time", t), now

    def go(self, folds: str) -> None:
        """Compute the equilibria at all values of the sweep in turn."""
        for p in self.knots[1:]:
            if self._go_to(p):
                continue
            fold = self._fold()
            if folds == "follow" and fold is not None:
                self._follow()
                return
            if folds == "jump" and self._jump(p):
                continue
            self._stop(fold, folds)
            return

    # steps

    def _go_to(self, target: float) -> bool:
        """Advance from the current p to the target, in shorter steps where the branch is curved."""
        h = target - self.residual.point.p
        while self.residual.point.p < target:
            p = self.residual.point.p
            end = target if p + 1.001 * h >= target else p + h
            search = self._step(end)
            if search is None:
                h = 0.5 * (end - p)
                if h < FINEST:
                    return False
                continue
            assert search.residual is not None and search.matrix is not None
            self.residual, self.matrix = search.residual, search.matrix
            h *= 2.0
        self._keep("newton")
        return True

    def _step(self, p: float) -> Search | None:
        """Search by Newton's method at p from the point that the tangent predicts, or from the current point in full
        steps; return None if the result is too far away."""
        dp = p - self.residual.point.p
        X = solve(self.matrix.J, -dp * self.balance.by_parameter(self.residual))
        x = self.balance.steps_of(self.residual, X)
        size = float(np.abs(x).max(initial=0.0))
        if not size <= LONGEST:
            return None
        there = self.balance.moved(self.residual, X, dp)
        if there is None:
            return None
        moved = self.balance.root_weight * self.balance.coordinates.difference(there.q, self.residual.point.q)
        search = newton(self.balance, replace(there, p=p), iterations=12)
        allowed = ASTRAY * max(size, float(np.abs(moved).max(initial=0.0))) + 1e-4
        if search.found and np.abs(search.travel).max(initial=0.0) <= allowed:
            return search
        again = bold(self.balance, replace(self.residual.point, p=p))
        return again if again is not None and np.abs(again.travel - x).max(initial=0.0) <= allowed else None

    def _keep(self, method: str) -> None:
        """Append the current point to the results."""
        search = Search(method, True, self.residual.point, self.residual, self.matrix, 0, "converged", np.zeros(0))
        stability = stability_at(self.balance, self.residual, self.matrix)
        account = [Attempt(method, True, 1, self.residual.worst, f"found a {stability.verdict} equilibrium")]
        self.results.append((self.residual.point.p, result(self.question, self.balance, search, stability, account)))

    # folds

    def _path(self) -> Path:
        return Path(self.balance, self.residual.point, largest=0.05, bend=SMOOTH)

    def _fold(self) -> Place | None:
        """Return the place near which the branch turns back, if it does so soon."""
        path = self._path()
        before = path.place
        for place in path.steps(60):
            if place.tangent.p <= 0.0:
                best = path.turning(before, place)
                self.folds.append(self._values_at(best.residual.point.p))
                return best
            if place.residual.point.p > self.residual.point.p + 0.2:
                break
            before = place
        return None

    def _values_at(self, p: float) -> dict[str, float]:
        return {name: float(_line(self.knots, row, p)) for name, row in zip(self.names, self.values, strict=True)}

    def _follow(self) -> None:
        """Follow the branch by its arc length, through folds, until it passes the end of the sweep."""
        path = self._path()
        before = path.place
        turns: list[Point] = []
        for place in path.steps(MOST):
            p, turned = place.residual.point.p, place.tangent.p * before.tangent.p < 0.0
            if turned:
                fold = path.turning(before, place)
                if count_of(self.folds, self._values_at(fold.residual.point.p)) == 0:
                    self.folds.append(self._values_at(fold.residual.point.p))
                if any(self._same(fold.residual.point, other) for other in turns):
                    self.success, self.message = False, "the branch closes on itself and never comes to the sweep's end"
                    return
                turns.append(fold.residual.point)
                self.residual, self.matrix = fold.residual, fold.matrix
                self._keep("continuation")
            if p >= 1.0 or p < BACK:
                self._arrive(before, place, 1.0 if p >= 1.0 else BACK)
                return
            self.residual, self.matrix = place.residual, place.matrix
            self._keep("continuation")
            before = place
        self.success, self.message = False, f"the branch was followed for {len(self.results)} positions: {path.why}"

    def _same(self, a: Point, b: Point) -> bool:
        """Return whether two points are the same position under the same load, except for whole turns."""
        x = self.balance.coordinates.difference(a.q, b.q) * self.balance.root_weight
        whole = 2.0 * np.pi * self.balance.coordinates.turns
        x -= whole * np.round(x / np.where(whole > 0, whole, 1.0))
        rest = np.concatenate((a.z - b.z, a.u - b.u, [a.p - b.p]))
        return bool(
            np.abs(x).max(initial=0.0) < SAME and np.abs(rest).max() < SAME * (1.0 + np.abs(b.u).max(initial=0.0))
        )

    def _arrive(self, before: Place, after: Place, end: float) -> None:
        search = arrive(self.balance, before, after, end)
        if search.found and search.residual is not None and search.matrix is not None:
            self.residual, self.matrix = search.residual, search.matrix
            self._keep("continuation")
        if end == BACK:
            self.success = False
            self.message = "the branch turned back far before the start of the sweep"

    def _jump(self, p: float) -> bool:
        """Jump to another stable equilibrium at p, to which the mechanism would fall."""
        there = self.balance.corrected(replace(self.residual.point, p=float(p)), self.residual.point)
        search = None if there is None else relax(self.balance, there)
        if search is None or not search.found:
            return False
        assert search.residual is not None and search.matrix is not None
        self.residual, self.matrix = search.residual, search.matrix
        self._keep("relaxation")
        self.jumps.append(len(self.results) - 1)
        return True

    def _stop(self, fold: Place | None, folds: str) -> None:
        self.success = False
        here = ", ".join(
            f"{k} = {x:.9g}" for k, x in (self.folds[-1] if fold else self._values_at(self.residual.point.p)).items()
        )
        if fold is None:
            self.message = f"no equilibrium could be followed past {here}: drivers out of reach, or forces that jump"
            return
        names = self.balance.coordinates.names()
        x = fold.tangent.x
        moving = [names[k] for k in np.argsort(-np.abs(x))[:3] if abs(x[k]) > 0.3 * np.abs(x).max()]
        remedy = (
            "no other stable equilibrium was found"
            if folds == "jump"
            else 'folds="follow" continues along it, "jump" falls to another'
        )
        give = "gives way" if len(moving) == 1 else "give way"
        self.message = f"the branch ends at {here}: a fold, where {', '.join(moving)} {give}; {remedy}"

    def result(self, swept: Sequence[str]) -> Equilibria:
        """Return all equilibria, with values by the given names."""
        ps = np.array([p for p, _ in self.results])
        values = {name: _line(self.knots, row, ps) for name, row in zip(swept, self.values, strict=True)}
        part = self.model.numbers.parts.get(swept[0])
        axis = part.target if isinstance(part, Driver) else swept[0]
        folds = tuple({name: fold[own] for name, own in zip(swept, self.names, strict=True)} for fold in self.folds)
        return Equilibria(
            self.model, tuple(eq for _, eq in self.results), values, axis, self.success, self.message, folds, tuple(self.jumps)
        )  # fmt: skip


def _line(knots: np.ndarray, row: np.ndarray, p: Any) -> Any:
    """Return linearly interpolated values, extrapolated beyond the knots."""
    if row.size == 1:
        return row[0] + 0.0 * p
    k = np.clip(np.searchsorted(knots, p, side="right") - 1, 0, row.size - 2)
    return row[k] + (row[k + 1] - row[k]) * (p - knots[k]) / (knots[k + 1] - knots[k])


def count_of(folds: list[dict[str, float]], here: dict[str, float]) -> int:
    """Return how many of the folds are at these values."""
    return sum(all(abs(here[k] - fold[k]) < 1e-6 * (1.0 + abs(fold[k])) for k in here) for fold in folds)
