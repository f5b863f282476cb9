"""Positions of rest over a sweep: signals as arrays, folds and jumps, figures."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.plotting import Plotted, save_figure
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.model.model import Model


@dataclass(frozen=True, eq=False)
class Equilibria(Plotted):
    """What `equilibria` returns; a sweep that met a fold and stopped holds the positions before it.

    >>> path["apex.position.y"], path.values["P"], path.stability, path[-1].reactions
    """

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

    def __getitem__(self, path: str | int | slice) -> Any:
        """A signal at all positions, (n,) or (n, 3); or the k-th position, or a slice of them."""
        if isinstance(path, (int, np.integer, slice)):
            return self.points[path]
        if path in self.values:
            return self.values[path]
        return np.array([point[path] for point in self.points])

    @property
    def t(self) -> np.ndarray:
        """(n) s: times, at which drivers are where they are."""
        return np.array([point.state.t for point in self.points])

    @property
    def stability(self) -> tuple[str, ...]:
        """stable, unstable or neutral, by position."""
        return tuple(point.stability for point in self.points)

    def plot(
        self, *signals: Any, against: str | None = None, labels: Sequence[str] = (), degrees: bool = False,
        save: str | PathLike | None = None, ax: Any = None,
    ) -> Any:  # fmt: skip
        """A matplotlib figure of signals over what was swept, or against another signal; unstable positions are dashed.

        >>> path.plot("apex.position.y")
        """
        figure = super().plot(*signals, against=against or self.axis, labels=labels, degrees=degrees, ax=ax)
        if all(isinstance(path, str) for path in signals):
            self._dash_unstable([ax] if ax is not None else figure.axes)
        if save is not None:
            save_figure(figure, save)
        return figure

    def _dash_unstable(self, axes: Sequence[Any]) -> None:
        """Lines are broken where positions are unstable, and dashed there."""
        unstable = np.array([word == "unstable" for word in self.stability])
        turning = self._at_folds()  # ends of both kinds of line
        change = (unstable[1:] != unstable[:-1]) & ~turning[1:] & ~turning[:-1]
        beside = unstable | turning
        beside[1:] |= change
        beside[:-1] |= change
        for axis in axes if unstable.any() else ():
            for line in [line for line in axis.get_lines() if len(line.get_xdata()) == len(self)]:
                x, y = line.get_data()
                line.set_ydata(np.where(unstable & ~turning, np.nan, y))
                axis.plot(x, np.where(beside, y, np.nan), "--", color=line.get_color(), linewidth=1.2)
            axis.plot([], [], "--", color="0.35", linewidth=1.2, label="unstable")
            axis.legend(frameon=False, fontsize="small")

    def _at_folds(self) -> np.ndarray:
        """(n) bool: the positions at which the branch turns back."""
        found = np.zeros(len(self), bool)
        for fold in self.folds:
            found |= np.all([np.abs(self.values[k] - x) <= 1e-9 * (1.0 + abs(x)) for k, x in fold.items()], axis=0)
        return found

    def __str__(self) -> str:
        spans = [f"{name} {x[0]:.6g} … {x[-1]:.6g}" for name, x in self.values.items() if len(x)]
        counts = {word: self.stability.count(word) for word in ("stable", "unstable", "neutral")}
        kinds = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
        lines = [
            f"{len(self)} position{'s' * (len(self) != 1)} of rest of {self.model.name or 'the mechanism'}: {', '.join(spans)}; {kinds}"
        ]
        lines += [f"fold at {', '.join(f'{name} = {x:.9g}' for name, x in fold.items())}" for fold in self.folds]
        lines += [f"jump to position {k}" for k in self.jumps]
        return "\n".join([*lines, self.message])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"
