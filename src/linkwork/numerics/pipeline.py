"""A pipeline: threads on all cores prepare items, and one thread uses them in order.

    for step, workspace in prepared(steps, linearize, [Workspace() for _ in range(workspaces())]):
        solve(step, workspace)  # linearize(step, workspace) is done; the next iteration reuses the workspace for another step

A workspace holds everything that `prepare` writes to, so that threads share nothing. Workspaces after the first are created when
the first item has been used. Kernels release Python's lock while they run. The results do not depend on which thread
prepares an item.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from linkwork.numerics.jit import JIT_DISABLED

MOST = 8  # threads: more would wait for the one that uses what they prepare

Item = TypeVar("Item")
Workspace = TypeVar("Workspace")


def threads() -> int:
    """Return the number of threads: the cores that this process may use, at most MOST or LINKWORK_THREADS; 1 without compilation."""
    if JIT_DISABLED:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = os.environ.get("LINKWORK_THREADS", "")
    return max(1, min(cores, MOST, int(wanted) if wanted.isdigit() else MOST))


def workspaces() -> int:
    """Return how many workspaces keep all threads busy: one in use, one waiting, one for each thread that prepares."""
    return 1 if threads() == 1 else threads() + 2


def prepared(
    items: Iterable[Item], prepare: Callable[[Item, Workspace], object], workspaces: Iterable[Workspace]
) -> Iterator[tuple[Item, Workspace]]:
    """Yield the items in order, each with the workspace on which it has been prepared.

    The calling thread prepares items too when it would have to wait. With two workspaces a single other thread prepares
    all items in order, so that an item may use what the one before it left.
    """
    rest, workspaces = iter(items), iter(workspaces)
    first = next(workspaces)
    others: list[Workspace] | None = None
    for item in rest:  # the first one here: kernels may have to be compiled
        prepare(item, first)
        yield item, first
        if others is None:
            others = list(workspaces)
        if others:
            break
    if not others:
        return
    pool = ThreadPoolExecutor(max(1, len(others) - 2), thread_name_prefix="linkwork")
    waiting = deque()  # [item, workspace, future]

    def submit(workspace: Workspace) -> None:
        for item in rest:
            context = copy_context()  # of the question, which chooses between compiled and interpreted kernels
            waiting.append([item, workspace, pool.submit(context.run, prepare, item, workspace)])
            break

    try:
        for workspace in (first, *others):
            submit(workspace)
        while waiting:
            while len(others) > 1 and not waiting[0][2].done() and _take_one(waiting, prepare):
                pass
            item, workspace, done = waiting.popleft()
            done.result()
            yield item, workspace
            submit(workspace)
    finally:
        pool.shutdown(cancel_futures=True)


def _take_one(waiting: Iterable[list], prepare: Callable[..., object]) -> bool:
    """Prepare the first item that no thread has begun; an error is raised when the item is used."""
    for entry in waiting:
        if entry[2].cancel():
            entry[2] = future = Future()
            try:
                future.set_result(prepare(*entry[:2]))
            except Exception as error:
                future.set_exception(error)
            return True
    return False
