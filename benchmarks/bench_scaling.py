"""Simulating many loops: N four-bars in a row for a second with the defaults, cost against N."""

from __future__ import annotations

import linkwork as lw
from benchmarks.timing import Row, interleaved, slope

TITLE = "N four-bars in a row simulated for 1 s (defaults, rtol 1e-6), the whole call of lw.simulate"
SIZES = (40, 100, 200, 400, 1000)
DURATION = 1.0


def rows() -> list[Row]:
    calls, evaluations = {}, {}
    for n in SIZES:
        model = lw.compile(lw.library.n_four_bar(n))
        state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
        run = lw.simulate(model, state, DURATION, output=[DURATION])
        assert run.success, run.message
        evaluations[n] = run.stats.evaluations
        calls[n] = lambda model=model, state=state: lw.simulate(model, state, DURATION, output=[DURATION], quiet=True)
    seconds = interleaved(calls, rounds=4)
    bodies, constraints = len(model.bodies), model.n_rows
    return [
        *(Row(f"{n} four-bars: {evaluations[n]} evaluations", 1e3 * seconds[n], "ms") for n in SIZES),
        Row(f"{SIZES[-1]} four-bars: bodies", bodies, "", f">= {2 * SIZES[-1] + 1}"),
        Row(f"{SIZES[-1]} four-bars: constraint rows", constraints, "", f">= {2 * SIZES[-1]}"),
        Row("slope of cost per simulated second", slope(list(SIZES), [seconds[n] for n in SIZES]), "", "<= 1.15"),
    ]
