"""Batches of designs are handed out and their answers gathered; what is lost with a worker is handed out again.

A batch whose worker died is tried again, then split, until the design that ends its process is alone. It is a failure with
that reason. A cluster's worker loses the batches that wait there too; then a design is only blamed after it was handed out
while nothing else was. Other errors of a task are those of its surroundings (no linkwork there, another version): the batch
is tried again some times, and then the sweep ends with the error.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.design.sweeps.pools import Pool, Stopped
from linkwork.analyses.design.sweeps.processes import WorkerDied
from linkwork.analyses.design.sweeps.question import Answer, Design, SweepQuestion, answer_batch, own_version
from linkwork.model.errors import AnalysisError, QuestionError

Arrived = Callable[[Sequence[Design], Sequence[Answer]], None]


@dataclass
class Batch:
    """Designs that one task answers."""

    designs: list[Design]
    deaths: int = 0  # of workers, while they worked on it
    alone: bool = False  # no other batch can have been the cause of a death
    errors: int = 0


def batches_of(designs: Sequence[Design], size: int) -> list[Batch]:
    return [Batch(list(designs[start : start + size])) for start in range(0, len(designs), size)]


def gather(pool: Pool, question: SweepQuestion, batches: Sequence[Batch], retries: int, arrived: Arrived) -> None:
    """Have all batches answered; `arrived` gets the answers of each as they come."""
    sent, version = pool.sends(question), own_version()
    waiting, suspects, flying = deque(batches), deque[Batch](), dict[Future, Batch]()
    if batches:
        pool.prepare(answer_batch, (sent, version, batches[0].designs[:1]))
    try:
        while waiting or suspects or flying:
            while waiting and len(flying) < pool.window:
                batch = waiting.popleft()
                batch.alone = pool.isolated
                flying[_submitted(pool, sent, version, batch)] = batch
            if suspects and not flying:
                batch = suspects.popleft()
                batch.alone = True
                flying[_submitted(pool, sent, version, batch)] = batch
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                batch = flying.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                if error is None:
                    arrived(batch.designs, future.result())
                else:
                    again = _again(pool, question, batch, error, retries, arrived)
                    suspected = len(batch.designs) == 1 and batch.deaths > retries
                    (suspects if suspected else waiting).extendleft(again)
    finally:
        if pool.stopping is not None:
            pool.stopping.set()
        for future in flying:
            future.cancel()


def _submitted(pool: Pool, sent: bytes | SweepQuestion, version: str, batch: Batch) -> Future:
    if pool.stopping is not None:
        return pool.executor.submit(_one_by_one, pool.stopping, sent, version, batch.designs)
    try:
        return pool.executor.submit(answer_batch, sent, version, batch.designs)
    except BrokenExecutor as error:
        raise AnalysisError(_broken(error)) from None


def _one_by_one(
    stopping: threading.Event, sent: bytes | SweepQuestion, version: str, designs: Sequence[Design]
) -> list[Answer]:
    """Answer in a thread of this process, which ends soon when the sweep is interrupted."""
    answers: list[Answer] = []
    for design in designs:
        if stopping.is_set():
            raise Stopped
        answers += answer_batch(sent, version, [design])
    return answers


def _again(
    pool: Pool, question: SweepQuestion, batch: Batch, error: BaseException, retries: int, arrived: Arrived
) -> list[Batch]:
    """Return what is handed out again of a batch that has no answers."""
    if isinstance(error, BrokenExecutor) and not pool.isolated:
        raise AnalysisError(_broken(error)) from None
    if isinstance(error, (QuestionError, KeyboardInterrupt)):
        raise error
    if not lost_worker(error):
        batch.errors += 1
        if batch.errors > retries:
            raise AnalysisError(
                f"a batch of {len(batch.designs)} designs could not be answered: {_text(error)}"
            ) from error
        return [batch]
    batch.deaths += 1
    if len(batch.designs) == 1 and batch.alone and batch.deaths > retries:
        reason = f"ended its process {batch.deaths} times: {_text(error).partition('. ')[0]}"
        arrived(batch.designs, [Answer((np.nan,) * len(question.outputs), reason)])
        return []
    if len(batch.designs) == 1 or (batch.deaths == 1 and retries > 0):
        return [batch]
    middle = len(batch.designs) // 2
    return [Batch(part, batch.deaths) for part in (batch.designs[middle:], batch.designs[:middle])]


def lost_worker(error: BaseException) -> bool:
    """Return whether an error says that a worker died; dask's says it after several deaths."""
    return isinstance(error, WorkerDied) or type(error).__name__ == "KilledWorker"


def _text(error: BaseException) -> str:
    return (" ".join(str(error).split()) or type(error).__name__)[:300]


def _broken(error: BaseException) -> str:
    return (
        f"the executor is broken ({_text(error)}): a worker died; on=None or a number of workers finds the design that ended "
        "it, and with file= what was answered is kept"
    )
