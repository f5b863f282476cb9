"""A thousand slider-cranks with the force in a joint as output: designs a second, and where the time of a design goes.

python -m benchmarks sweep
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import linkwork as lw
from benchmarks.timing import Row
from linkwork.analyses.design.sweeps.processes import Processes
from linkwork.analyses.design.sweeps.sweep_result import Sweep

TITLE = "Sweep of 1,024 slider-cranks with a joint force as output"
FILE = Path(__file__).parents[1] / "examples" / "slider_crank_designs.yaml"
WORKERS = 2
BATCH = 64


def rows() -> list[Row]:
    mechanism = lw.Mechanism.load(FILE)
    model, case, designs = lw.compile(mechanism), mechanism.cases["down"], mechanism.designs["tolerances"]
    small = lw.spread({"r": (0.0499, 0.0501)}, 4)

    def asked(on: object) -> Callable[[], Sweep]:
        return lambda: lw.sweep(model, case, designs, on=on, batch=BATCH, quiet=True)

    with ThreadPoolExecutor(WORKERS) as threads, Processes(WORKERS) as processes:
        ways = {
            "this process": asked(1),
            f"{WORKERS} threads": asked(threads),
            f"{WORKERS} processes": asked(processes),
        }
        for on in (1, threads, processes):
            lw.sweep(model, case, small, on=on, batch=1, quiet=True)  # starts the workers
        answers, results, seconds = [], [], {}
        for name, ask in ways.items():
            began, used = time.perf_counter(), time.process_time()
            results.append(ask())
            seconds[name] = (time.perf_counter() - began, time.process_time() - used)
    count = len(results[0])
    for name, (wall, _) in seconds.items():
        goal = ">= 1000" if name == f"{WORKERS} processes" else None
        answers.append(Row(f"designs a second, {name}", count / wall, "1/s", goal))
    answers += [*_parts(model, case, designs.paths, 1e3 * seconds["this process"][1] / count), _equal(results)]
    return answers


def _parts(model: lw.Model, case: lw.Case, paths: tuple[str, ...], whole: float) -> list[Row]:
    """The processor time of one design, in milliseconds."""
    changes = {path: model.parameters[path] for path in paths}
    changed = model.with_parameters(changes)
    begin = lw.assemble(changed, {"shaft.angle": 1, "shaft.angle.rate": 60})
    numbers = 1e3 * _used(lambda: model.with_parameters(changes))
    runs = 1e3 * _used(lambda: lw.run(model.with_parameters(changes), case, quiet=True))
    motion = 1e3 * _used(lambda: lw.simulate(changed, begin, 0.5, quiet=True))
    return [
        Row("one design in a sweep", whole, "ms"),
        Row("with_parameters", numbers, "ms"),
        Row("lw.run of the case", runs - numbers, "ms"),
        Row("one lw.simulate of its motion", motion, "ms"),
        Row("the sweep itself", whole - runs, "ms"),
    ]


def _used(call: Callable[[], object], repeats: int = 60) -> float:
    """Seconds of processor time of the call, in the mean of the faster half of the calls."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return float(np.mean(sorted(times)[: repeats // 2]))


def _equal(results: list[Sweep]) -> Row:
    """Whether all ways give the same bits."""
    first, *others = results
    same = all(np.array_equal(first[name], other[name]) for other in others for name in first.outputs)
    return Row("all ways equal, bit for bit", float(same), "", ">= 1")
