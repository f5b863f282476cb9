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
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from linkwork.numerics.jit import JIT_DISABLED

MOST = 8  # threads: more would wait for the one that uses what they prepare

Item = TypeVar("Item")
Bench = TypeVar("Bench")


def threads() -> int:
    """Cores that this process may use, at most MOST, or fewer by the environment variable LINKWORK_THREADS; one without compiled kernels."""
    if JIT_DISABLED:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = os.environ.get("LINKWORK_THREADS", "")
    return max(1, min(cores, MOST, int(wanted) if wanted.isdigit() else MOST))


def benches() -> int:
    """How many keep all threads busy: one being used, one waiting, the others worked on."""
    return 1 if threads() == 1 else threads() + 2


def prepared(
    items: Iterable[Item], prepare: Callable[[Item, Bench], object], benches: Iterable[Bench]
) -> Iterator[tuple[Item, Bench]]:
    """The items in order, each with a bench on which it has been prepared; this thread prepares too where it would have to wait.

    With two benches one other thread does it all, so that an item may build on what the one before it has left."""
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
    pool = ThreadPoolExecutor(max(1, len(others) - 2), thread_name_prefix="linkwork")
    waiting = deque()  # [item, bench, future]

    def submit(bench: Bench) -> None:
        for item in rest:
            waiting.append([item, bench, pool.submit(prepare, item, bench)])
            break

    try:
        for bench in (first, *others):
            submit(bench)
        while waiting:
            while len(others) > 1 and not waiting[0][2].done() and _take_one(waiting, prepare):
                pass
            item, bench, done = waiting.popleft()
            done.result()
            yield item, bench
            submit(bench)
    finally:
        pool.shutdown(cancel_futures=True)


def _take_one(waiting: Iterable[list], prepare: Callable[..., object]) -> bool:
    """Prepare the first item that no thread has begun; its errors come with its turn."""
    for entry in waiting:
        if entry[2].cancel():
            entry[2] = future = Future()
            try:
                future.set_result(prepare(*entry[:2]))
            except Exception as error:
                future.set_exception(error)
            return True
    return False
