"""Figures 2, 4, 5, 7 and 8 of park-2000 as PNG files; needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from linkwork.analyses.motion.simulate import simulate
from linkwork.analyses.position.assembly import assemble
from linkwork.description.choices import Adams, Baumgarte, PartialVelocity
from linkwork.library import planar_four_bar
from linkwork.model.model import compile
from linkwork.studies.figures import new, save
from linkwork.studies.park_2000 import EXAMPLES, METHODS, STRESS, Example, run_example

STYLES = {"proposed": "-", "GCP": "--", "CS": ":"}
INTERVAL = 0.05  # s between points


def write_figures(directory: Path) -> list[Path]:
    """Write all figures into a directory (made if missing); return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    of = {(e.table, e.name): e for e in EXAMPLES}
    return [
        _simple(directory, 2, of[1, "10 s"], "bar2.angle", None, "θ₂ (rad)"),
        _figure_4(directory, of[2, "I, L"], of[2, "I, O"]),
        _simple(directory, 5, of[2, "II, L"], "link2.position", 0, "x₂ (m)"),
        _simple(directory, 7, of[3, "1e-3, 1e-3"], "coupler.position", 1, "y₂ (m)"),
        _simple(directory, 8, of[3, "1e-3, 1e-3"], "C.force", 1, "N₂y at the spherical joint (N)"),
    ]


def _simple(directory: Path, number: int, example: Example, signal: str, component: int | None, label: str) -> Path:
    figure, (axes,) = new(1)
    _draw(axes, example, signal, component)
    _label(axes, f"Figure {number}", label)
    return save(figure, directory, f"park-2000-figure-{number}")


def _figure_4(directory: Path, printed: Example, opposite: Example) -> Path:
    figure, axes = new(3)
    for panel, example, title in (
        (axes[0], printed, "Figure 4: F = (80, 70)"),
        (axes[1], opposite, "F = (-80, -70)"),
    ):
        _draw(panel, example, "link2.position", 1)
        _label(panel, title, "y₂ (m)")
    model = compile(planar_four_bar("I", STRESS), coordinates="cartesian")
    start = assemble(model)
    for name, formulation, style in (("proposed", PartialVelocity(), "-"), ("CS, α = β = 1", Baumgarte(1, 1), ":")):
        run = simulate(model, start, 10.0, rtol=1e-6, formulation=formulation, integrator=Adams(), output=INTERVAL)
        axes[2].plot(run.t, run["link2.position"][:, 1], style, label=name)
    _label(axes[2], "F = (80, -70)", "y₂ (m)")
    return save(figure, directory, "park-2000-figure-4")


def _draw(axes: Any, example: Example, signal: str, component: int | None) -> None:
    for method in METHODS:
        run = run_example(example, method, output=INTERVAL)
        values = run[signal]
        axes.plot(run.t, values if component is None else values[:, component], STYLES[method], label=method)


def _label(axes: Any, title: str, label: str) -> None:
    axes.set(title=title, xlabel="time (s)", ylabel=label)
    axes.grid(alpha=0.3)
    axes.legend()
