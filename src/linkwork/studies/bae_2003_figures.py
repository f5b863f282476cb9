"""Figures 4, 5 and 7 of bae-2003 as PNG files; needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analyses.linear.campbell_result import Campbell
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.plotting import COLOURS
from linkwork.studies import bae_2003
from linkwork.studies.bae_2003 import (
    EXACT,
    PRINTED_HZ,
    UNIT,
    bending_of,
    cantilever,
    four_bar_model,
    peak,
    response,
    spectrum,
)
from linkwork.studies.figures import new, save

SPEEDS = 9  # of Figure 7, from rest to the fastest of the exact table


def write_figures(directory: Path) -> list[Path]:
    """Write all figures into a directory (made if missing); return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    run = response(four_bar_model())
    speeds, elements = np.linspace(0.0, max(EXACT) * UNIT, SPEEDS), bae_2003.ELEMENTS[-1]
    return [
        _figure_4(directory, run),
        _figure_5(directory, run),
        _figure_7(directory, cantilever(elements, speeds), elements),
    ]


def _figure_4(directory: Path, run: Trajectory) -> Path:
    figure, (axes,) = new(1)
    shown = run.t <= 2.0
    axes.plot(run.t[shown], np.degrees(run["crank2.angle"][shown]), color=COLOURS[0])
    _label(axes, "Figure 4: link C", "time (s)", "angle (deg)")
    return save(figure, directory, "bae-2003-figure-4")


def _figure_5(directory: Path, run: Trajectory) -> Path:
    figure, (axes,) = new(1)
    frequencies, amplitude = spectrum(run)
    shown = frequencies <= 20.0
    axes.plot(frequencies[shown], np.degrees(amplitude[shown]), color=COLOURS[0], label="FFT of the response")
    axes.axvline(PRINTED_HZ, linestyle="--", color=COLOURS[1], linewidth=1.0, label="linear model, 5.04 Hz")
    _label(axes, f"Figure 5: peak at {peak(frequencies, amplitude):.4f} Hz", "frequency (Hz)", "amplitude (deg)")
    axes.legend(frameon=False, fontsize="small")
    return save(figure, directory, "bae-2003-figure-5")


def _figure_7(directory: Path, diagram: Campbell, elements: int) -> Path:
    figure, (axes,) = new(1)
    tables = [bending_of(diagram, k) for k in range(len(diagram))]
    for which, (word, style) in enumerate((("flap", "-"), ("lag", "--"))):
        for k in range(3):
            label = f"{word}, {elements} elements" if k == 0 else None
            axes.plot(diagram.speeds, [table[which][k] for table in tables], style, color=COLOURS[which], label=label)
        for speed, exact in EXACT.items():
            points = np.array(exact[which]) * UNIT / (2 * np.pi)
            label = f"{word}, exact" if speed == 0.0 else None
            axes.plot(
                [speed * UNIT] * 3,
                points,
                "os"[which],
                color=COLOURS[which],
                fillstyle="none",
                markersize=4,
                label=label,
            )
    _label(axes, "Figure 7: rotating cantilever, E = 7e10", "angular velocity (rad/s)", "frequency (Hz)")
    axes.set_ylim(bottom=0.0)
    axes.legend(frameon=False, fontsize="x-small", ncols=2, loc="upper left", bbox_to_anchor=(0.0, 0.72))
    return save(figure, directory, "bae-2003-figure-7")


def _label(axes: Any, title: str, x: str, y: str) -> None:
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
