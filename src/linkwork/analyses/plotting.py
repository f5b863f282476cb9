"""Figures of runs: a panel for every unit, a colour for every signal, a dash for every run."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.columns import columns, shown_in
from linkwork.analyses.extras import optional
from linkwork.analyses.writing import write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

    from linkwork.analyses.result import HistoryResult

_QUANTITIES = {
    "s": "time", "rad": "angle", "rad/s": "angular velocity", "rad/s²": "angular acceleration", "m": "length", "m/s": "velocity",
    "m/s²": "acceleration", "N": "force", "N m": "torque", "J": "energy",
}  # fmt: skip
# Okabe and Ito's colours, told apart by colour-blind readers and in print
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
_DASHES = ["-", "--", ":", "-."]


def finished(figure: Figure, save: str | PathLike | None) -> Figure:
    """The figure, written under a name if one is given."""
    if save is not None:
        save_figure(figure, save)
    return figure


def save_figure(figure: Figure, path: str | PathLike, dpi: int = 150) -> None:
    """Write a figure in the format of its name's ending."""
    known, ending = figure.canvas.get_supported_filetypes(), Path(path).suffix.lower().lstrip(".")
    if ending not in known:
        raise ValueError(
            f"{path}: a figure cannot be written as {ending or 'a file without an ending'!r}; endings are {', '.join(known)}"
        )
    image = BytesIO()
    figure.savefig(image, format=ending, dpi=dpi)
    write_bytes(path, image.getvalue())


def draw(
    runs: Sequence[HistoryResult], signals: Sequence[str], against: str | None, ax: Axes | None, labels: Sequence[str],
    degrees: bool,
) -> Figure:  # fmt: skip
    """The figure of signals over time, or against a signal; see HistoryResult.plot."""
    if not signals:
        raise TypeError(f"name at least one signal, for example run.plot({runs[0].model.signals[-1]!r})")
    if labels and len(labels) != len(runs):
        raise ValueError(f"{len(labels)} labels for {len(runs)} runs; give one for each, this run's first")
    panels: dict[str, list[str]] = {}  # signals by unit
    for path in dict.fromkeys(signals):
        panels.setdefault(runs[0].model.signal_table.find(path).unit, []).append(path)
    if ax is not None and len(panels) > 1:
        raise ValueError(f"one axes holds one unit, not {', '.join(map(repr, panels))}; plot them apart, or without ax")
    x_path = against or "time"
    for run in runs:
        run.prepare([x_path, *signals])
    x_factor, x_unit = shown_in(_scalar_unit(runs[0], x_path), degrees)
    figure, axes = new_axes(ax, len(panels), square=against is not None)
    for axis, (si, paths) in zip(axes, panels.items(), strict=True):
        factor, unit = shown_in(si, degrees)
        visible = [{k: v for path in paths for k, v in _visible(run, columns(run, path)).items()} for run in runs]
        _panel(
            axis,
            [run[x_path] * x_factor for run in runs],
            visible,
            factor,
            labels or [f"run {k + 1}" for k in range(len(runs))],
        )
        _name_axis(axis, unit, paths)
        if against is None:
            _crop_peaks(axis, unit, [line.get_ydata() for line in axis.get_lines()])
            if len(runs[0]) > 1:
                axis.set_xlim(min(run.t[0] for run in runs), max(run.t[-1] for run in runs))
        elif unit == x_unit == "m":
            axis.set_aspect("equal", adjustable="datalim")  # a path in space looks as it is
    axes[-1].set_xlabel(_with_unit(x_path, x_unit))
    if ax is None:
        axes[0].set_title(runs[0].model.name, loc="left", fontsize="medium", fontweight="bold")
    return figure


def _scalar_unit(run: HistoryResult, path: str) -> str:
    signal = run.model.signal_table.find(path)
    if signal.shape:
        raise ValueError(f"against={path!r} is a vector; name a component, for example {path + '.x'!r}")
    return signal.unit


def whole_figure(ax: Axes) -> Figure:
    """The figure that axes are in, also where they are in a part of it."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("ax was taken out of its figure; give axes that are in one, as of plt.subplots()")
    return figure


def new_axes(ax: Axes | None, count: int, square: bool = False, shared: bool = True) -> tuple[Figure, list[Axes]]:
    """A figure of so many panels above each other, with one abscissa if it is shared; or the one that given axes are in."""
    if ax is not None:
        return whole_figure(ax), [ax]
    plt = optional("matplotlib.pyplot", "plot")
    size = (5.6, 4.6) if square and count == 1 else (7.2, 3.6 if count == 1 else 2.3 * count + 0.6)
    figure, axes = plt.subplots(count, sharex=shared, squeeze=False, figsize=size, layout="constrained")
    figure.align_ylabels()
    return figure, list(axes[:, 0])


def _panel(
    axis: Axes, xs: Sequence[np.ndarray], visible: Sequence[dict[str, np.ndarray]], factor: float, labels: Sequence[str]
) -> None:
    """One line for every column of every run."""
    shown = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(dict.fromkeys(n for run in visible for n in run))}
    alone = len(visible) > 1 and len(shown) == 1  # one signal of several runs: colours tell the runs apart
    for k, (x, run) in enumerate(zip(xs, visible, strict=True)):
        for name, y in run.items():
            colour = COLOURS[k % len(COLOURS)] if alone else shown[name]
            dash = "-" if alone and len(visible) > 2 else _DASHES[k % len(_DASHES)]
            label = labels[k] if alone else name if k == 0 else None
            axis.plot(x, y * factor, dash, color=colour, linewidth=1.5, label=label)
    if len(visible) > 1 and not alone:
        for k, label in enumerate(labels):
            axis.plot([], [], _DASHES[k % len(_DASHES)], color="0.35", linewidth=1.5, label=label)
    tidy(axis, legend=len(shown) > 1 or len(visible) > 1)


def tidy(axis: Axes, legend: bool = False) -> None:
    """A faint grid, no box, the legend beside."""
    if legend:
        axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize="small")
    axis.grid(True, color="0.9", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def _visible(run: HistoryResult, drawable: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """In a plane, without the components that are zero by nature."""
    moving = {name: y for name, y in drawable.items() if y.any()}
    return moving if run.model.structure.plane and moving else drawable


def _name_axis(axis: Axes, unit: str, paths: Sequence[str]) -> None:
    """A single signal names its axis; several share the name of their quantity."""
    single = paths[0] if len(paths) == 1 else ""
    axis.set_ylabel(_with_unit(single or _QUANTITIES.get(unit.replace("deg", "rad"), ""), unit))


def _crop_peaks(axis: Axes, unit: str, lines: Sequence[ArrayLike]) -> None:
    """Reactions near singular positions can be a thousand times larger than all others: the panel shows the others and says so."""
    y = np.concatenate([np.asarray(line, float) for line in lines])
    y = y[np.isfinite(y)]
    if y.size < 50:
        return
    low, high = np.percentile(y, [2, 98])
    if 0 < 10 * (high - low) < y.max() - y.min():
        axis.set_ylim(low - 0.4 * (high - low), high + 0.4 * (high - low))
        note = f"short peaks beyond, up to {_with_unit_after(np.abs(y).max(), unit)}"
        axis.text(1.0, 1.01, note, transform=axis.transAxes, ha="right", va="bottom", fontsize="x-small", color="0.35")


def _with_unit_after(value: float, unit: str) -> str:
    return f"{value:.2g} {unit}".rstrip()


def _with_unit(name: str, unit: str) -> str:
    return f"{name} ({unit})" if name and unit else name or unit
