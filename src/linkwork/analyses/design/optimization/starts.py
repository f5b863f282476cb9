"""Starts of an optimization that are searched from at the same time, each by one worker.

The first design is computed in the calling process, which compiles what is missing. Every start has the designs that are
known already; those that it computes come back with its end, in the order of the starts, so that the result is that of one
start after the other.
"""

from __future__ import annotations

import pickle
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

import numpy as np

from linkwork.analyses.design.optimization.optimum import StartResult, Trial
from linkwork.analyses.design.optimization.question import DesignQuestion
from linkwork.analyses.design.optimization.scaled_designs import TimeIsUp
from linkwork.analyses.design.optimization.search import ENDED, INTERRUPTED, Search
from linkwork.analyses.design.optimization.trials import Trials
from linkwork.analyses.design.sweeps.gather import lost_worker
from linkwork.analyses.design.sweeps.pools import Pool, opened

RETRIES = 3  # of a start whose worker is lost
LONG = 1e9  # s: searches are worth processes of their own
Task = tuple[DesignQuestion, str, int, float, float, np.ndarray, dict[bytes, dict[str, Any]], dict[str, str]]
End = tuple[StartResult, list[Trial], dict[str, str]]


def search_at_once(search: Search, starts: int, seed: int, on: Any) -> list[StartResult]:
    """Return the ends of all starts; what they computed is in the trials of the search."""
    trials = search.trials
    designs = list(search.scaled.starts(starts, seed))
    try:
        search.begin(0, designs[0])
    except (KeyboardInterrupt, TimeIsUp) as reason:
        return [search.ended(0, designs[0], False, ENDED[0] if isinstance(reason, TimeIsUp) else INTERRUPTED)]
    left = search.scaled.until - time.perf_counter()
    task = (
        search.question,
        search.method,
        search.iterations,
        search.tolerance,
        left,
        designs[0],
        trials.known_data(),
        dict(trials.by_differences),
    )
    ends: dict[int, End] = {}
    interrupted = False
    with opened(on, search.question.model, LONG, LONG) as pool:
        try:
            _gather(pool, pool.sends(task), designs, ends)
        except KeyboardInterrupt:
            interrupted = True
    results = []
    for number in sorted(ends):
        result, history, differences = ends[number]
        trials.take(history, differences)
        results.append(search.ended(number, designs[number], result.success, result.message))
    if interrupted:
        number = next(number for number in range(starts + 1) if number not in ends)
        place = designs[min(number, starts - 1)]
        results.append(search.ended(number, place, False, INTERRUPTED))
    return results


def _gather(pool: Pool, sent: bytes | Task, designs: list[np.ndarray], ends: dict[int, End]) -> None:
    flying: dict[Future, int] = {
        pool.executor.submit(search_start, sent, number, x): number for number, x in enumerate(designs)
    }
    losses = [0] * len(designs)
    try:
        while flying:
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                number = flying.pop(future)
                error = future.exception()
                if error is None:
                    ends[number] = future.result()
                elif lost_worker(error) and losses[number] < RETRIES:
                    losses[number] += 1
                    flying[pool.executor.submit(search_start, sent, number, designs[number])] = number
                else:
                    raise error
    finally:
        for future in flying:
            future.cancel()


def search_start(task: bytes | Task, number: int, x: np.ndarray) -> End:
    """Return the end of one start, the designs that it computed, and which cases were differentiated by differences."""
    if isinstance(task, bytes):
        task = pickle.loads(task)
    assert not isinstance(task, bytes)
    question, method, iterations, tolerance, left, first, known, differences = task
    trials = Trials(question)
    trials.use(known, differences)
    trials.designed(first)  # modes have the numbers of the first design
    search = Search(question, trials, method, iterations, tolerance, time.perf_counter() + left)
    return search.one(number, x), trials.history, trials.by_differences
