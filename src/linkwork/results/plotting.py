"""Figures of runs: a panel for every unit, a colour for every signal, a dash for every run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.results.columns import columns
from linkwork.results.extras import optional

_QUANTITIES = {
    "s": "time", "rad": "angle", "rad/s": "angular velocity", "rad/s²": "angular acceleration", "m": "length", "m/s": "velocity",
    "m/s²": "acceleration", "N": "force", "N m": "torque", "J": "energy",
}  # fmt: skip
# Okabe and Ito's colours, told apart by colour-blind readers and in print
_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
_DASHES = ["-", "--", ":", "-."]


def plot(runs: Sequence[Any], signals: Sequence[str], against: str | None, ax: Any, labels: Sequence[str]) -> Any:
    """The figure of signals over time, or against a signal; see Trajectory.plot."""
    if not signals:
        raise TypeError(f"name at least one signal, for example run.plot({runs[0].model.signals[-1]!r})")
    if labels and len(labels) != len(runs):
        raise ValueError(f"{len(labels)} labels for {len(runs)} runs; give one for each, this run's first")
    panels: dict[str, list[str]] = {}  # signals by unit
    for path in dict.fromkeys(signals):
        panels.setdefault(runs[0].model.signal_table.find(path).unit, []).append(path)
    if ax is not None and len(panels) > 1:
        raise ValueError(f"one axes holds one unit, not {', '.join(map(repr, panels))}; plot them apart, or without ax")
    x_unit = _scalar_unit(runs[0], against or "time")
    figure, axes = _axes(ax, len(panels), square=against is not None)
    for axis, (unit, paths) in zip(axes, panels.items(), strict=True):
        _panel(axis, runs, paths, against or "time", labels or [f"run {k + 1}" for k in range(len(runs))])
        _name_axis(axis, unit, paths)
        _crop_peaks(axis, unit, [line.get_ydata() for line in axis.get_lines()])
        if against and unit == x_unit == "m":
            axis.set_aspect("equal", adjustable="datalim")  # a path in space looks as it is
    axes[-1].set_xlabel(_with_unit(against or "time", x_unit))
    if ax is None:
        axes[0].set_title(runs[0].model.name, loc="left", fontsize="medium")
    return figure


def _scalar_unit(run: Any, path: str) -> str:
    signal = run.model.signal_table.find(path)
    if signal.shape:
        raise ValueError(f"against={path!r} is a vector; name a component, for example {path + '.x'!r}")
    return signal.unit


def _axes(ax: Any, count: int, square: bool) -> tuple[Any, list[Any]]:
    if ax is not None:
        return ax.figure, [ax]
    plt = optional("matplotlib.pyplot", "plot")
    size = (5.6, 4.6) if square and count == 1 else (7.2, 3.6 if count == 1 else 2.3 * count + 0.6)
    figure, axes = plt.subplots(count, sharex=True, squeeze=False, figsize=size, layout="constrained")
    figure.align_ylabels()
    return figure, list(axes[:, 0])


def _panel(axis: Any, runs: Sequence[Any], paths: Sequence[str], against: str, labels: Sequence[str]) -> None:
    shown: dict[str, str] = {}  # colour by column
    for k, run in enumerate(runs):
        x = run.t if against == "time" else run[against]
        for path in paths:
            for name, y in _visible(run, columns(run, path)).items():
                colour = shown.setdefault(name, _COLOURS[len(shown) % len(_COLOURS)])
                axis.plot(x, y, _DASHES[k % len(_DASHES)], color=colour, linewidth=1.4, label=name if k == 0 else None)
    if len(runs) > 1:
        for k, label in enumerate(labels):
            axis.plot([], [], _DASHES[k % len(_DASHES)], color="0.4", linewidth=1.4, label=label)
    if len(shown) > 1 or len(runs) > 1:
        axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize="small")
    axis.grid(True, color="0.9", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    if against == "time" and len(runs[0]) > 1:
        axis.set_xlim(min(run.t[0] for run in runs), max(run.t[-1] for run in runs))


def _visible(run: Any, found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """In a plane, without the components that are zero by nature."""
    moving = {name: y for name, y in found.items() if y.any()}
    return moving if run.model.structure.plane and moving else found


def _name_axis(axis: Any, unit: str, paths: Sequence[str]) -> None:
    """A single signal names its axis; several share the name of their quantity."""
    shared = _QUANTITIES.get(unit, paths[0] if len(paths) == 1 else "")
    axis.set_ylabel(_with_unit(paths[0] if len(paths) == 1 else shared, unit))


def _crop_peaks(axis: Any, unit: str, lines: Sequence[Any]) -> None:
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
