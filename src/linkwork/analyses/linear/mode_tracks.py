"""Modes tracked over a parameter, with their frequencies, damping ratios and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.linear.eigenpairs import REAL
from linkwork.analyses.linear.modes_result import Mode, Modes
from linkwork.analyses.outlets import Page
from linkwork.analyses.plotting import COLOURS, finished, new_axes, tidy
from linkwork.analyses.result import Result, html_table
from linkwork.analyses.table import Table, Variable, labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 8  # tracks in a printed table
ROWS = 24  # values in a printed table


@dataclass(frozen=True)
class ModeCrossing:
    """A crossing, where two tracks have the same frequency."""

    value: float  # of the parameter
    tracks: tuple[int, int]
    frequency: float  # Hz


@dataclass(frozen=True, eq=False)
class ModeTracks(Result):
    """What `track_modes` returns: a mode has the same column at all values of the parameter.

    >>> tracks.frequencies[:, 0], tracks.mode(0, -1).bodies, tracks.crossings
    """

    _what = "a set of tracked modes"

    name: str
    parameter: str  # what was changed
    unit: str
    values: np.ndarray  # (n)
    modes: tuple[Modes, ...] = field(repr=False)  # all modes at every value
    places: np.ndarray = field(repr=False)  # (n, n_track) the number of a track's mode; -1: it is not there
    agreement: np.ndarray = field(repr=False)  # (n, n_track) smallest MAC since the previous value; 1 at the first
    crossings: tuple[ModeCrossing, ...] = ()

    def __len__(self) -> int:
        return self.values.size

    @property
    def count(self) -> int:
        """The number of tracked modes."""
        return self.places.shape[1]

    def mode(self, track: int, k: int) -> Mode:
        """Return a track's mode at the k-th value.

        >>> tracks.mode(0, -1).shape
        """
        place = int(self.places[k, track])
        if place < 0:
            raise ValueError(
                f"track {track} is not there at {self.parameter} = {self.values[k]:g} {self.unit}".rstrip()
            )
        return self.modes[k][place]

    def show(
        self, track: int = 0, k: int = -1, *, amplitude: float = 0.2, traces: Sequence[str] = (),
        path: str | PathLike | None = None, open_browser: bool = True,
    ) -> Page:  # fmt: skip
        """Open a page on which a track's mode at the k-th value moves; the other choices are those of `Modes.show`.

        >>> tracks.show(0, -1)
        """
        self.mode(track, k)
        place = int(self.places[k, track])
        return self.modes[k].show(place, amplitude=amplitude, traces=traces, path=path, open_browser=open_browser)

    def save_html(
        self, path: str | PathLike, track: int = 0, k: int = -1, *, amplitude: float = 0.2, traces: Sequence[str] = ()
    ) -> None:
        """Write the page of a track's mode at the k-th value as one file that needs nothing else.

        >>> tracks.save_html("mode.html", 0, -1)
        """
        self.show(track, k, amplitude=amplitude, traces=traces, path=path, open_browser=False)

    @property
    def eigenvalues(self) -> np.ndarray:
        """The complex eigenvalues in 1/s, NaN where a track is not there, shape (n, n_track)."""
        out = np.full(self.places.shape, complex(np.nan, np.nan))
        for k, track in np.argwhere(self.places >= 0):
            out[k, track] = self.modes[k][int(self.places[k, track])].eigenvalue
        return out

    @property
    def frequencies(self) -> np.ndarray:
        """The damped frequencies in Hz, shape (n, n_track)."""
        return np.abs(self.eigenvalues.imag) / (2 * np.pi)

    @property
    def undamped(self) -> np.ndarray:
        """The undamped frequencies in Hz, shape (n, n_track)."""
        return np.abs(self.eigenvalues) / (2 * np.pi)

    @property
    def damping(self) -> np.ndarray:
        """The damping ratios, below zero for a mode that grows, shape (n, n_track)."""
        values = self.eigenvalues
        size = np.abs(values)
        return np.where(size > 0, -values.real / np.where(size > 0, size, 1.0), 0.0 * size)

    @property
    def unstable(self) -> np.ndarray:
        """Whether each mode grows, shape (n, n_track), bool."""
        values = self.eigenvalues
        return values.real > REAL * np.abs(values)

    def _table(self) -> Table:
        """Return the frequencies, undamped frequencies and damping ratios by value and track; in datasets the agreement
        too."""
        along, suffixes = (self.parameter, "track"), tuple(f" {k}" for k in range(self.count))
        variables = {
            "frequency": Variable(along, self.frequencies, "Hz", suffixes), "undamped": Variable(along, self.undamped, "Hz", suffixes),
            "damping": Variable(along, self.damping, "", suffixes), "agreement": Variable(along, self.agreement, framed=False),
        }  # fmt: skip
        coordinates = {self.parameter: Variable((self.parameter,), self.values, self.unit)}
        return Table(
            self.parameter, variables, coordinates | labels("track", range(self.count)), {"mechanism": self.name}
        )

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table: the parameter and the frequencies of the first tracks."""
        shown = min(self.count, SHOWN)
        rows = [(f"{self.parameter} {self.unit}".rstrip(), *(f"mode {k} Hz" for k in range(shown)))]
        every = max(1, -(-len(self) // ROWS))
        chosen = sorted({*range(0, len(self), every), len(self) - 1})
        frequencies, grows = self.frequencies, self.unstable
        for k in chosen:
            cells = (_cell(frequencies[k, i], bool(grows[k, i])) for i in range(shown))
            rows.append((f"{self.values[k]:.6g}", *cells))
        return rows

    def notes(self) -> list[str]:
        """Return the notes below the table."""
        notes = [] if self.count else ["no modes, as nothing else can move"]
        if self.count > SHOWN:
            notes.append(f"… {self.count - SHOWN} more modes")
        if self.unstable.any():
            notes.append("! a mode that grows")
        for c in self.crossings[:SHOWN]:
            notes.append(
                f"modes {c.tracks[0]} and {c.tracks[1]} cross at {c.value:.6g} {self.unit}, {c.frequency:.6g} Hz"
            )
        return notes

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
        lines = ["  ".join(text.rjust(w) for text, w in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([self._title(), *lines, *self.notes()])

    __repr__ = __str__

    def _title(self) -> str:
        return f"modes of {self.name or '(unnamed)'} by {self.parameter}: {self.count} followed over {len(self)} values"

    def _repr_html_(self) -> str:
        return html_table(self.rows())

    # figures

    def plot(
        self, *, damping: bool | None = None, tracks: Sequence[int] | None = None, save: str | PathLike | None = None,
        ax: Axes | None = None,
    ) -> Figure:  # fmt: skip
        """Draw frequencies over the parameter with matplotlib, and damping ratios where there are any (or `damping`).

        >>> tracks.plot(save="modes.png")
        """
        chosen = list(range(self.count)) if tracks is None else list(tracks)
        if damping is None:
            damping = ax is None and bool(np.nanmax(np.abs(self.damping[:, chosen]), initial=0.0) > 1e-6)
        figure, axes = new_axes(ax, 2 if damping and ax is None else 1)
        x, label = self._abscissa()
        panels = [(self.frequencies, "frequency (Hz)"), (self.damping, "damping ratio")]
        for axis, (array, word) in zip(axes, panels, strict=False):
            for k in chosen:
                axis.plot(x, array[:, k], color=COLOURS[k % len(COLOURS)], linewidth=1.5, label=f"mode {k}")
                grows = np.where(self.unstable[:, k], array[:, k], np.nan)
                axis.plot(x, grows, "o", color=COLOURS[k % len(COLOURS)], markersize=3)
            axis.set_ylabel(word)
            tidy(axis, legend=axis is axes[0] and bool(chosen))
        axes[0].set_ylim(bottom=0.0)
        axes[-1].set_xlabel(label)
        if len(self) > 1:
            axes[0].set_xlim(x.min(), x.max())
        self._decorate(axes[0])
        if ax is None:
            axes[0].set_title(self.name, loc="left", fontsize="medium", fontweight="bold")
        return finished(figure, save)

    def _abscissa(self) -> tuple[np.ndarray, str]:
        return self.values, f"{self.parameter} ({self.unit})" if self.unit else self.parameter

    def _decorate(self, axis: Axes) -> None:
        """Add elements of a special diagram; subclasses override this."""


def _cell(frequency: float, grows: bool) -> str:
    return "" if not np.isfinite(frequency) else f"{frequency:.6g}{'!' if grows else ''}"
