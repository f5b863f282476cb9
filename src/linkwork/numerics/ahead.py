"""Work prepared ahead on all cores and handed out in order.

    for step, bench in prepared(steps, linearize, [Bench() for _ in range(benches())]):
        solve(step, bench)  # linearize(step, bench) is done; the bench is another step's at the next turn

A bench holds everything that `prepare` writes to, so that nothing is shared; those after the first are asked for when the first item
has been dealt with. Kernels release Python's lock while they run. Which thread prepares an item changes no number.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from linkwork.numerics.jit import JIT_DISABLED

Item = TypeVar("Item")
Bench = TypeVar("Bench")


def threads() -> int:
    """Cores that this process may use, or fewer by the environment variable LINKWORK_THREADS; one without compiled kernels."""
    if JIT_DISABLED:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = os.environ.get("LINKWORK_THREADS", "")
    return max(1, min(cores, int(wanted))) if wanted.isdigit() else cores


def benches() -> int:
    """How many keep all threads busy while one is being used."""
    return 1 if threads() == 1 else threads() + 1


def prepared(
    items: Iterable[Item], prepare: Callable[[Item, Bench], object], benches: Iterable[Bench]
) -> Iterator[tuple[Item, Bench]]:
    """The items in order, each with a bench on which it has been prepared."""
    rest, benches = iter(items), iter(benches)
    first = next(benches)
    others: list[Bench] | None = None
    for item in rest:  # the first one here: kernels may have to be compiled
        prepare(item, first)
        yield item, first
        if others is None:
            others = list(benches)
        if others:
            break
    if not others:
        return
    pool = ThreadPoolExecutor(len(others), thread_name_prefix="linkwork")
    try:
        waiting = deque(
            (item, bench, pool.submit(prepare, item, bench))
            for bench, item in zip((first, *others), rest, strict=False)
        )
        while waiting:
            item, bench, done = waiting.popleft()
            done.result()
            yield item, bench
            for item in rest:
                waiting.append((item, bench, pool.submit(prepare, item, bench)))
                break
    finally:
        pool.shutdown(cancel_futures=True)
