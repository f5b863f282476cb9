"""A thousand slider-cranks with the force in a joint as output: designs a second, and where the time of a design goes.

python -m benchmarks sweep

The cranks turn at constant speed (kinematics, 37 poses), or run down from that speed (simulation of 0.5 s). Processor times
are those of one core; on a machine that is busy with other work they say more than designs a second do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import numpy as np

import linkwork as lw
from benchmarks.timing import Row
from linkwork.analyses.design.sweeps.processes import Processes

TITLE = "Sweep of 1,024 slider-cranks with a joint force as output, on two cores"
FILE = Path(__file__).parents[1] / "examples" / "slider_crank_designs.yaml"
DOWN = lw.Case(
    "down", start={"shaft.angle": 1, "shaft.angle.rate": 60}, duration=0.5,
    outputs={"load": "peak(pin.force.x)", "speed": "final(shaft.angle.rate)"},
)  # fmt: skip
WORKERS, BATCH = 2, 64


def rows() -> list[Row]:
    driven = lw.Mechanism.load(FILE)
    free = lw.Mechanism.load(FILE).remove("motor")
    designs = driven.designs["tolerances"]
    answers: list[Row] = []
    with ThreadPoolExecutor(WORKERS) as threads, Processes(WORKERS) as processes:
        workers: dict[str, int | Executor] = {"this process": 1, "2 threads": threads, "2 processes": processes}
        for name, mechanism, case in (("turning", driven, driven.cases["turn"]), ("running down", free, DOWN)):
            answers += _measured(name, lw.compile(mechanism), case, designs, workers)
    return answers


def _measured(
    name: str, model: lw.Model, case: lw.Case, designs: lw.Designs, workers: dict[str, int | Executor]
) -> Iterator[Row]:
    results = []
    for where, on in workers.items():
        lw.sweep(model, case, lw.spread({"r": (0.0499, 0.0501)}, 5), on=on, batch=1, quiet=True)  # starts the workers
        began, used = time.perf_counter(), time.process_time()
        results.append(lw.sweep(model, case, designs, on=on, batch=BATCH, quiet=True))
        wall, used = time.perf_counter() - began, time.process_time() - used
        count = len(results[-1])
        yield Row(f"{name}, {where}", count / wall, "1/s", ">= 1000" if where == "2 processes" else None)
        if on == 1:
            yield Row(f"{name}, processor time of a design", 1e3 * used / count, "ms")
    changes = {path: model.parameters[path] for path in designs.paths}
    numbers = _used(lambda: model.with_parameters(changes))
    runs = _used(lambda: lw.run(model.with_parameters(changes), case, quiet=True))
    yield Row(f"{name}, of this with_parameters", numbers, "ms")
    yield Row(f"{name}, of this lw.run", runs - numbers, "ms")
    first, *others = results
    same = all(np.array_equal(first[output], other[output]) for other in others for output in first.outputs)
    yield Row(f"{name}, all equal bit for bit", float(same), "", ">= 1")


def _used(call: Callable[[], object], repeats: int = 60) -> float:
    """Milliseconds of processor time of the call, in the mean of the faster half of the calls."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return 1e3 * float(np.mean(sorted(times)[: repeats // 2]))
