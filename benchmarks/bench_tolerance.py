"""Whether errors follow the tolerance: error / rtol of every problem at every rtol, and the evaluations it took.

    python -m benchmarks tolerance

writes results/tolerance.json, a list of (problem, rtol, error, evaluations). Counts, not times: the same on every machine.
`draw(before, after, path)` compares two such files.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from benchmarks import problems
from benchmarks.engines.linkwork_engine import mechanism, positions, start
from benchmarks.timing import Row
from benchmarks.work_precision import time_to_error

TITLE = "Errors over tolerances, the largest from rtol 1e-3 to 1e-11"
EXPONENTS = np.arange(-1.0, -11.01, -0.5)  # rtol 0.1 and 0.01 for the curves only
LEFT_OUT = {"P6_chain1000"}  # a minute
FINEST = {"P3": 1e-10, "P4": 1e-10}  # their references are good to 1e-9
BOUNDS = {"P1": 10, "P2": 100, "P4": 10, "P5": 10, "P6_chain10": 10}  # error / rtol
OTHERS = 50
ERRORS = (1e-2, 1e-3, 1e-4, 1e-6, 1e-8)


def bound(name: str) -> int:
    return BOUNDS.get(name, BOUNDS.get(name[:2], OTHERS) if not name.startswith("P6") else OTHERS)


def solve(name: str, rtols: list[float]) -> list[dict[str, float | str]]:
    """One problem at every tolerance."""
    import linkwork as lw

    given = problems.problem(name)
    model = lw.compile(mechanism(given))
    state = start(given, model)
    results: list[dict[str, float | str]] = []
    for rtol in rtols:
        run = lw.simulate(model, state, given.duration, rtol=rtol, output=[given.duration])
        error = given.error(positions(given, run)) if run.success else float("inf")
        results.append({"name": name, "rtol": rtol, "error": error, "evaluations": run.stats.evaluations})
    return results


def rows(names: list[str] | None = None) -> list[Row]:
    lines, results = [], []
    for name in names or [name for name in problems.names() if name not in LEFT_OUT]:
        points = solve(name, [float(10**x) for x in EXPONENTS])
        results += points
        finest = FINEST.get(name[:2], 1e-11)
        counted = [p for p in points if finest * 0.99 < p["rtol"] < 1.01e-3]  # type: ignore[operator]
        worst = max(counted, key=lambda p: p["error"] / p["rtol"])  # type: ignore[operator]
        ratio = float(worst["error"]) / float(worst["rtol"])
        lines.append(Row(f"{name}: error / rtol, at {worst['rtol']:.1g}", ratio, "", f"<= {bound(name)}"))
        for error in ERRORS:
            work = time_to_error([(float(p["evaluations"]), float(p["error"])) for p in points], error)
            if work is not None:
                lines.append(Row(f"{name}: evaluations to error {error:g}", work))
    path = Path(__file__).parent / "results" / "tolerance.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n")
    return lines


def draw(before: str, after: str, path: str) -> None:
    """Work against precision of two files, a panel for every problem."""
    import matplotlib.pyplot as plt

    files = [json.loads(Path(file).read_text()) for file in (before, after)]
    names = list(dict.fromkeys(point["name"] for point in files[1]))
    figure, axes = plt.subplots(2, -(-len(names) // 2), figsize=(3 * -(-len(names) // 2), 6), layout="constrained")
    for name, ax in zip(names, axes.flat, strict=False):
        for points, label, marker in zip(files, ("before", "after"), ("o", "."), strict=True):
            own = [(p["error"], p["evaluations"]) for p in points if p["name"] == name and p["error"] < 10]
            ax.loglog(*zip(*own, strict=True), marker=marker, label=label, fillstyle="none")
        ax.set(title=name, xlabel="error", ylabel="evaluations")
        ax.invert_xaxis()
    axes.flat[0].legend()
    for ax in list(axes.flat)[len(names) :]:
        ax.set_axis_off()
    figure.savefig(path, dpi=110)
