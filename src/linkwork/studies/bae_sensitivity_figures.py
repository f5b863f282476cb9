"""Damping sensitivities over time beside finite differences, as PNG files; needs matplotlib."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from linkwork.analyses.plotting import COLOURS
from linkwork.studies.bae_sensitivity import EXAMPLES, Example, curves, tight_runs
from linkwork.studies.figures import new, save

DENSE = 501  # times of curves that are drawn


def write_figures(directory: Path) -> list[Path]:
    """Write all figures into a directory (made if missing); return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    return [_draw(directory, example) for example in EXAMPLES]


def _draw(directory: Path, example: Example) -> Path:
    figure, (motion, change) = new(2)
    t = np.linspace(0.0, float(example.case.duration), DENSE)  # type: ignore[arg-type]
    value, slope = tight_runs(example, t)
    motion.plot(t, value, color=COLOURS[0])
    motion.set(title=f"{example.name}: {example.signal} ({example.unit.partition('/(')[0]})", xlabel="time (s)")
    change.plot(t, slope, color="0.7", linewidth=4.0, label="finite difference")
    for k, curve in enumerate(curves(example.name)):
        style = ("o", "-", "--")[k]
        change.plot(
            curve.t, curve.derivative, style, color=COLOURS[k], markersize=4.0, linewidth=1.2, label=curve.method
        )
    change.set(title=f"its derivative by {example.parameter} ({example.unit})", xlabel="time (s)")
    change.legend(frameon=False, fontsize="small")
    for axes in (motion, change):
        axes.grid(color="0.9")
    return save(figure, directory, f"bae-sensitivity-{example.name}")
