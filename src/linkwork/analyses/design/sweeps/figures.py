"""Figures of sweeps: histograms, one number over another, an output over two numbers, parallel coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.extras import optional
from linkwork.analyses.plotting import COLOURS, new_axes, tidy
from linkwork.description.errors import did_you_mean
from linkwork.model.errors import QuestionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.analyses.design.sweeps.sweep_result import Sweep

MAP = "viridis"
LEVELS = 12  # of a response surface
MARKED = 400  # designs up to which a response surface shows each


def draw_sweep(sweep: Sweep, names: Sequence[str], color: str | None, ax: Axes | None) -> Figure:
    """Return the figure of `Sweep.plot`."""
    known = [*sweep.outputs, *sweep.designs.paths]
    problems = [
        f"{name!r} is neither an output nor a number of the designs; {did_you_mean(str(name), known, 'there are')}"
        for name in (*names, *([] if color is None else [color]))
        if name not in known
    ]
    if len(names) > 2:
        problems.append(f"a figure has one or two names, not {len(names)}; color= colours it by a third")
    if problems:
        raise QuestionError(problems, "problems with the figure")
    if not names:
        return _parallel(sweep, color, ax)
    if len(names) == 1:
        return _histogram(sweep, names[0], ax)
    if all(name in sweep.designs.paths for name in names) and (color or sweep.outputs):
        return _surface(sweep, names[0], names[1], color or next(iter(sweep.outputs)), ax)
    return _scatter(sweep, names[0], names[1], color, ax)


def _histogram(sweep: Sweep, name: str, ax: Axes | None) -> Figure:
    figure, (axes,) = new_axes(ax, 1)
    values = sweep[name]
    values = values[np.isfinite(values)]
    if not values.size:
        raise QuestionError(f"{name} was computed for no design, so that it has no histogram")
    bins: Any = "auto" if np.ptp(values) > 1e-12 * np.abs(values).max() else 1
    axes.hist(values, bins=bins, color=COLOURS[0], alpha=0.75)
    mean, deviation = values.mean(), values.std()
    for place, dash, text in ((mean, "-", f"mean {mean:.5g}"), (mean - deviation, "--", f"± deviation {deviation:.3g}"),
                              (mean + deviation, "--", None)):  # fmt: skip
        axes.axvline(place, color="0.2", linestyle=dash, linewidth=1.0, label=text)
    axes.set(xlabel=name, ylabel="designs")
    tidy(axes, legend=True)
    return figure


def _scatter(sweep: Sweep, x: str, y: str, color: str | None, ax: Axes | None) -> Figure:
    figure, (axes,) = new_axes(ax, 1)
    if color is None:
        axes.plot(sweep[x], sweep[y], "o", color=COLOURS[0], markersize=3.5, alpha=0.6)
    else:
        dots = axes.scatter(sweep[x], sweep[y], c=sweep[color], cmap=MAP, s=14)
        figure.colorbar(dots, ax=axes, label=color)
    axes.set(xlabel=x, ylabel=y)
    tidy(axes)
    return figure


def _surface(sweep: Sweep, x: str, y: str, color: str, ax: Axes | None) -> Figure:
    """Draw an output over two numbers: filled contours, dots where designs are few, crosses where they failed."""
    figure, (axes,) = new_axes(ax, 1)
    a, b, c = sweep[x], sweep[y], sweep[color]
    done = np.isfinite(c)
    if len(sweep.designs.paths) > 2 or not _spans(a[done], b[done]):
        dots = axes.scatter(a[done], b[done], c=c[done], cmap=MAP, s=18)  # other numbers change too
        figure.colorbar(dots, ax=axes, label=color)
    else:
        filled = axes.tricontourf(a[done], b[done], c[done], levels=LEVELS, cmap=MAP)
        figure.colorbar(filled, ax=axes, label=color)
        if done.sum() <= MARKED:
            axes.plot(a[done], b[done], ".", color="white", markersize=2.5, alpha=0.6)
    if not done.all():
        axes.plot(a[~done], b[~done], "x", color=COLOURS[1], markersize=4, label="failed")
        axes.legend(frameon=False, fontsize="small", loc="upper right")
    axes.set(xlabel=x, ylabel=y)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _spans(x: np.ndarray, y: np.ndarray) -> bool:
    """Return whether points span an area."""
    points = np.array([x, y])
    size = np.ptp(points, axis=1) if x.size else np.zeros(2)
    if x.size < 4 or not size.all():
        return False
    return bool(np.linalg.matrix_rank((points - points.mean(axis=1, keepdims=True)) / size[:, None], tol=1e-6) == 2)


def _parallel(sweep: Sweep, color: str | None, ax: Axes | None) -> Figure:
    """Draw a line for every design through its numbers and outputs, each between its smallest and largest value."""
    collections = optional("matplotlib.collections", "plot")
    figure, (axes,) = new_axes(ax, 1)
    names = [*sweep.designs.paths, *sweep.outputs]
    color = color or (next(iter(sweep.outputs)) if sweep.outputs else names[0])
    values = np.array([sweep[name] for name in names])
    values = values[:, np.isfinite(values).all(axis=0)]
    if not values.size:
        raise QuestionError("no design was computed, so that there is nothing to draw")
    low, high = values.min(axis=1), values.max(axis=1)
    places = np.where(high > low, (values.T - low) / np.where(high > low, high - low, 1.0), 0.5)
    if ax is None:
        figure.set_size_inches(max(7.2, 1.3 * len(names)), 4.2)
    shade = values[names.index(color)]
    order = np.argsort(shade)
    lines = [np.column_stack([np.arange(len(names)), places[k]]) for k in order]
    drawn = collections.LineCollection(lines, cmap=MAP, linewidths=0.9, alpha=max(0.15, min(0.9, 120 / len(lines))))
    drawn.set_array(shade[order])
    axes.add_collection(drawn)
    bar = figure.colorbar(drawn, ax=axes, label=color)
    if bar.solids is not None:
        bar.solids.set_alpha(1.0)
    for k in range(len(names)):
        axes.axvline(k, color="0.35", linewidth=0.8)
        axes.text(k, 1.02, f"{high[k]:.4g}", ha="center", va="bottom", fontsize="x-small")
        axes.text(k, -0.02, f"{low[k]:.4g}", ha="center", va="top", fontsize="x-small")
    axes.set(xlim=(-0.3, len(names) - 0.7), ylim=(-0.1, 1.1), yticks=[])
    axes.set_xticks(np.arange(len(names)), names, rotation=20 if len(names) > 4 else 0, fontsize="small")
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    return figure
