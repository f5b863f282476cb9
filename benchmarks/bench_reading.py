"""Signals of finished runs, per output, and the page of a mechanism of fifty bodies.

python -m benchmarks reading
"""

from __future__ import annotations

import time

import linkwork as lw
from benchmarks.timing import Row
from linkwork.viewer.page import page

TITLE = "Reading results of a planar four-bar: microseconds an output; a page of 50 bodies"
OUTPUTS = 2000
SIGNALS = {  # and their goals, µs an output
    "A.angle": "<= 2",
    "link2.acceleration": "<= 5",
    "A.force": "<= 2",
    "A.total_torque": "<= 5",
    "energy.total": "<= 2",
}
FRAMES = 3600


def rows() -> list[Row]:
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    start = lw.assemble(model)
    answers = []
    for path, goal in SIGNALS.items():
        best = float("inf")
        for _ in range(7):
            run = lw.simulate(model, start, 2.0, output=2.0 / OUTPUTS, quiet=True)
            _ = run.motion if path in ("A.force", "A.total_torque") else None  # solved once for all signals of a run
            began = time.perf_counter()
            _ = run[path]
            best = min(best, time.perf_counter() - began)
        answers.append(Row(path, 1e6 * best / OUTPUTS, "µs", goal))
    run = lw.simulate(model, start, 2.0, output=2.0 / OUTPUTS, quiet=True)
    began = time.perf_counter()
    _ = run.motion
    answers.append(Row("accelerations and multipliers", 1e6 * (time.perf_counter() - began) / OUTPUTS, "µs", "<= 4"))
    chain = lw.compile(lw.library.chain(50))
    run = lw.simulate(chain, chain.design_state(), 1.0, output=1.0 / FRAMES, rtol=1e-4, quiet=True)
    page(run)
    began = time.perf_counter()
    page(run)
    answers.append(Row(f"page of 50 bodies, {FRAMES} frames", time.perf_counter() - began, "s", "<= 2"))
    return answers
