"""Work against precision, a panel for every problem."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLOURS = {
    "linkwork": "black",
    "casadi": "tab:orange",
    "exudyn": "tab:blue",
    "mujoco": "tab:green",
    "pinocchio": "tab:red",
}
DASHES = ("-", "--", ":", "-.")


def draw(results: dict[str, Any], path: Path) -> None:
    """Solve time over error, a line for every method of every engine."""
    from matplotlib.figure import Figure

    from linkwork.analyses.plotting import save_figure

    columns = 3
    count = -(-len(results) // columns)
    figure = Figure(figsize=(5 * columns, 3.6 * count), layout="constrained")
    panels = figure.subplots(count, columns, squeeze=False).ravel()
    for panel, (name, result) in zip(panels, results.items()):
        for engine, summary in result["engines"].items():
            methods: dict[str, list[tuple[float, float]]] = {}
            for point in summary["points"]:
                if point["seconds"] and point["error"] and point["error"] < 1:
                    methods.setdefault(point["variant"], []).append((point["error"], 1e3 * point["seconds"]))
            for k, (method, points) in enumerate(methods.items()):
                label = engine if engine == "linkwork" else f"{engine}, {method}"
                style = {
                    "color": COLOURS[engine],
                    "linestyle": DASHES[k % 4],
                    "linewidth": 2 if engine == "linkwork" else 1,
                }
                panel.plot(*zip(*points), marker=".", markersize=3, label=label, **style)
        panel.set(xscale="log", yscale="log", title=name, xlabel="error", ylabel="ms")
        panel.invert_xaxis()
        panel.grid(alpha=0.3)
        panel.legend(fontsize=5)
    for panel in panels[len(results) :]:
        panel.remove()
    save_figure(figure, path, dpi=110)
