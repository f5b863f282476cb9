"""Equilibria over a sweep: signals as arrays, folds and jumps, figures."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, overload

import numpy as np

from linkwork.analyses.plotting import finished
from linkwork.analyses.result import HistoryResult
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.analyses.table import MIXED, Table, Variable
from linkwork.description.parts import Driver
from linkwork.model.model import Model

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Equilibria(HistoryResult):
    """What `equilibria` returns; a sweep that stopped at a fold has the equilibria before it.

    >>> path["apex.position.y"], path.values["P"], path.stability, path[-1].reactions
    """

    _what = "a sweep of equilibria"
    _no_page = "a page shows one position; path[k].save_html(…) writes the k-th, path[-1].show() opens the last"

    model: Model = field(repr=False)
    points: tuple[Equilibrium, ...] = field(repr=False)
    values: dict[str, np.ndarray]  # what was swept, by name, at every position
    axis: str  # the signal that figures are drawn against
    success: bool = True
    message: str = "the sweep was followed to its end"
    folds: tuple[dict[str, float], ...] = ()  # values at which the branch turns back
    jumps: tuple[int, ...] = ()  # positions that were reached by falling to another branch

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, path: str) -> np.ndarray: ...
    @overload
    def __getitem__(self, path: int | np.integer) -> Equilibrium: ...
    @overload
    def __getitem__(self, path: slice) -> tuple[Equilibrium, ...]: ...

    def __getitem__(self, path: str | int | np.integer | slice) -> np.ndarray | Equilibrium | tuple[Equilibrium, ...]:
        """Return a signal at all positions, (n,) or (n, 3); or the k-th position, or a slice of them."""
        if isinstance(path, (int, np.integer, slice)):
            return self.points[path]  # type: ignore[index]
        if path in self.values:
            return self.values[path]
        return np.array([point[path] for point in self.points])

    @property
    def t(self) -> np.ndarray:
        """The times of the equilibria, at which the drivers' positions are evaluated, s, shape (n)."""
        return np.array([point.state.t for point in self.points])

    @property
    def stability(self) -> tuple[str, ...]:
        """The stability of each equilibrium: stable, unstable or neutral."""
        return tuple(point.stability for point in self.points)

    def plot(
        self, *signals: str | HistoryResult, against: str | None = None, labels: Sequence[str] = (), degrees: bool = False,
        save: str | PathLike | None = None, ax: Axes | None = None,
    ) -> Figure:  # fmt: skip
        """Draw signals over the swept values, or against another signal, with matplotlib; unstable equilibria are
        dashed.

        >>> path.plot("apex.position.y")
        """
        figure = super().plot(*signals, against=against or self.axis, labels=labels, degrees=degrees, ax=ax)
        if all(isinstance(path, str) for path in signals):
            self._dash_unstable([ax] if ax is not None else figure.axes)
        return finished(figure, save)

    def _rows(self) -> tuple[str, Variable]:
        return "point", Variable(("point",), np.arange(len(self)))

    def _table(self) -> Table:
        q = np.array([point.state.q for point in self.points]).reshape(len(self), self.model.nq)
        own = {
            "q": Variable(("point", "position"), q, MIXED, tuple(str(k) for k in range(self.model.nq))),
            "stability": Variable(("point",), np.array(self.stability, object)),
            "residual": Variable(("point",), np.array([point.residual for point in self.points])),
        }
        return self._own_table({**self._swept(own), **own})

    def _signal_table(self, signals: Sequence[str]) -> Table:
        table = super()._signal_table(signals)
        return Table(table.index, {**self._swept({}), **table.variables}, table.coordinates, table.attributes)

    def _swept(self, taken: Container[str]) -> dict[str, Variable]:
        """Return label and values of the swept quantity: a driver's values have the unit of its coordinate, inputs
        none."""
        return {
            f"{name}.value" if name in taken else name: Variable(("point",), x, self._unit(name))
            for name, x in self.values.items()
        }

    def _unit(self, name: str) -> str:
        part = self.model.numbers.parts.get(name)
        path = part.target if isinstance(part, Driver) else name
        return self.model.signal_table.find(path).unit

    def _attributes(self) -> dict[str, str | float | int]:
        return {"mechanism": self.model.name, "success": int(self.success), "message": self.message}

    def _dash_unstable(self, axes: Sequence[Axes]) -> None:
        """Break the lines where equilibria are unstable, and draw these parts dashed."""
        unstable = np.array([word == "unstable" for word in self.stability])
        turning = self._at_folds()  # ends of both kinds of line
        change = (unstable[1:] != unstable[:-1]) & ~turning[1:] & ~turning[:-1]
        beside = unstable | turning
        beside[1:] |= change
        beside[:-1] |= change
        for axis in axes if unstable.any() else ():
            for line in [line for line in axis.get_lines() if np.size(line.get_xdata()) == len(self)]:
                x, y = line.get_data()
                line.set_ydata(np.where(unstable & ~turning, np.nan, y))
                axis.plot(x, np.where(beside, y, np.nan), "--", color=line.get_color(), linewidth=1.2)
            axis.plot([], [], "--", color="0.35", linewidth=1.2, label="unstable")
            axis.legend(frameon=False, fontsize="small")

    def _at_folds(self) -> np.ndarray:
        """Return whether the branch turns back at each equilibrium, shape (n), bool."""
        at_fold = np.zeros(len(self), bool)
        for fold in self.folds:
            at_fold |= np.all([np.abs(self.values[k] - x) <= 1e-9 * (1.0 + abs(x)) for k, x in fold.items()], axis=0)
        return at_fold

    def __str__(self) -> str:
        spans = [f"{name} {x[0]:.6g} … {x[-1]:.6g}" for name, x in self.values.items() if len(x)]
        counts = {word: self.stability.count(word) for word in ("stable", "unstable", "neutral")}
        kinds = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
        lines = [
            f"{len(self)} {'equilibrium' if len(self) == 1 else 'equilibria'} of {self.model.name or 'the mechanism'}: "
            f"{', '.join(spans)}; {kinds}"
        ]
        lines += [f"fold at {', '.join(f'{name} = {x:.9g}' for name, x in fold.items())}" for fold in self.folds]
        lines += [f"jump to position {k}" for k in self.jumps]
        return "\n".join([*lines, self.message])

    __repr__ = __str__
