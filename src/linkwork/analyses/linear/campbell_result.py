"""Campbell diagrams: frequencies of a rotating mechanism's modes against its speed, with the orders that excite
them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
from scipy.interpolate import CubicSpline

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_tracks import ModeTracks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LISTED = 12  # critical speeds that are printed
SAME = 1e-9  # relative difference of speeds that are the same


@dataclass(frozen=True)
class CriticalSpeed:
    """A speed at which a mode has the frequency of an order of the speed."""

    order: float
    track: int
    speed: float  # rad/s
    frequency: float  # Hz

    def __str__(self) -> str:
        return f"{self.order:g}x meets mode {self.track} at {self.speed:.6g} rad/s, {self.frequency:.6g} Hz"


@dataclass(frozen=True, eq=False, repr=False)
class Campbell(ModeTracks):
    """What `campbell` returns: modes followed over the speed of a driver, in the coordinates of the joints.

    >>> diagram.speeds, diagram.frequencies[:, 0], diagram.damping, diagram.critical(1)
    >>> diagram.plot(orders=[1, 2, 3])
    """

    linear: tuple[LinearSystem, ...] = field(default=(), repr=False)  # at every speed, about the steady motion
    orders: tuple[float, ...] = (1.0, 2.0, 3.0)  # printed and drawn unless others are given

    _what = "a Campbell diagram"

    @property
    def speeds(self) -> np.ndarray:
        """The speeds of the driver, rad/s or m/s, shape (n)."""
        return self.values

    def critical(self, *orders: float) -> list[CriticalSpeed]:
        """Return the speeds at which an order's frequency is that of a mode, the lowest first, interpolated by a
        cubic spline.

        A driver of a displacement has none: its speed, in m/s, is not a frequency.

        >>> diagram.critical(1, 2)
        """
        if not self._turns:
            return []
        speeds = [
            CriticalSpeed(float(order), track, speed, abs(order) * abs(speed) / (2 * np.pi))
            for order in orders or self.orders
            for track in range(self.count)
            for speed in self._meeting(float(order), self.frequencies[:, track])
        ]
        return sorted(speeds, key=lambda item: (abs(item.speed), item.order, item.track))

    @property
    def _turns(self) -> bool:
        return self.unit == "rad/s"

    def _meeting(self, order: float, frequency: np.ndarray) -> list[float]:
        """Return the speeds of the crossings, separately for both directions of rotation: lines have a corner at
        rest."""
        crossings = []
        for side in (self.values >= 0, self.values <= 0):
            there = np.isfinite(frequency) & side
            if there.sum() > 1:
                up = np.argsort(self.values[there])
                x, off = self.values[there][up], (2 * np.pi * frequency - abs(order * self.values))[there][up]
                roots = CubicSpline(x, off).roots(extrapolate=False)
                crossings += [float(r) for r in roots if np.isfinite(r) and _passes(x, off, float(r))]
        return crossings

    def notes(self) -> list[str]:
        critical = self.critical()
        more = [f"… {len(critical) - LISTED} more critical speeds"] if len(critical) > LISTED else []
        return [*super().notes(), *map(str, critical[:LISTED]), *more]

    def _title(self) -> str:
        return f"modes of {self.name or '(unnamed)'} by the speed of {self.parameter}: {self.count} followed, {len(self)} speeds"

    def plot(  # type: ignore[override]
        self, *, orders: Sequence[float] | None = None, damping: bool | None = None, tracks: Sequence[int] | None = None,
        save: str | PathLike | None = None, ax: Axes | None = None,
    ) -> Figure:  # fmt: skip
        """Draw frequencies over speed with the lines of the orders, with matplotlib; damping ratios below if there
        are any.

        >>> diagram.plot(orders=[1, 2, 4], save="campbell.png")
        """
        shown = self if orders is None else replace(self, orders=tuple(map(float, orders)))
        return ModeTracks.plot(shown, damping=damping, tracks=tracks, save=save, ax=ax)

    def _abscissa(self) -> tuple[np.ndarray, str]:
        return self.values, f"speed of {self.parameter} ({self.unit})"

    def _decorate(self, axis: Axes) -> None:
        top = axis.get_ylim()[1]
        x = np.array(axis.get_xlim())
        for order in self.orders if self._turns else ():
            axis.plot(x, np.abs(order * x) / (2 * np.pi), "--", color="0.6", linewidth=0.9, zorder=1)
            height = abs(order * x[1]) / (2 * np.pi)
            place = (x[1], height) if height <= top else (2 * np.pi * top / abs(order), top)
            axis.annotate(f"{order:g}×", place, xytext=(-3, -3), textcoords="offset points", ha="right", va="top",
                          fontsize="x-small", color="0.4")  # fmt: skip
        axis.set_ylim(0.0, top)
        for item in self.critical():
            if item.frequency <= top:
                axis.plot(item.speed, item.frequency, "o", color="0.3", markersize=3.5, fillstyle="none")


def _passes(x: np.ndarray, off: np.ndarray, root: float) -> bool:
    """Return whether values change sign at a root or reach zero there; a root at zero speed does not count."""
    size = np.abs(x).max()
    if abs(root) <= SAME * size:
        return False
    k = int(np.clip(np.searchsorted(x, root), 1, x.size - 1))
    at = np.abs(x - root) <= SAME * size
    return bool(off[k - 1] * off[k] < 0.0 or at.any())
