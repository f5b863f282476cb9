"""Who answers the designs of a sweep: this process, its threads, processes of this machine, a cluster or any executor."""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwork.analyses.design.sweeps.processes import Processes
from linkwork.analyses.extras import optional
from linkwork.description.parts.blocks import Block
from linkwork.description.values import is_bool, shown
from linkwork.model.errors import AnalysisError
from linkwork.model.model import Model
from linkwork.numerics import kernel_cache, questions

if TYPE_CHECKING:
    from distributed import Client

WORTH = 4.0  # s of work for every process, from which starting it is worth while
HEAVY = 0.02  # s of a design, from which most of it is compiled code, which threads run at the same time
MOST = 4096  # workers of this machine
ADDRESSES = ("tcp://", "tls://", "ucx://", "ucxx://", "ws://", "wss://", "inproc://")
AHEAD = 3  # batches for every worker that are handed out


class Stopped(RuntimeError):
    """The sweep ended while this batch waited."""


@dataclass
class Pool:
    """An executor, how much is handed out to it, and how its answers can be lost."""

    executor: Executor
    workers: Callable[[], int]
    sends: Callable[[Any], Any] = pickle.dumps  # the question, as a task gets it
    stopping: threading.Event | None = None  # of threads of this process
    isolated: bool = True  # a task that ends its process loses no other task
    prepare: Callable[[Callable[..., Any], tuple], None] = field(default=lambda function, args: None)

    @property
    def window(self) -> int:
        """The number of batches that are handed out at a time."""
        return max(1, AHEAD * self.workers())


class Here(Executor):
    """This thread: a task is done when it is handed out."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future:
        future: Future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def on_problem(on: Any) -> str:
    """Return what is wrong with where a sweep is to be computed, or nothing."""
    if on is None or isinstance(on, Executor) or is_client(on):
        return ""
    if isinstance(on, str) and on.startswith(ADDRESSES):
        return ""
    if isinstance(on, int) and not is_bool(on) and 1 <= on <= MOST:
        return ""
    return (
        f"on: is None (all cores), a number of workers, 'tcp://host:8786', a dask Client or an executor of "
        f"concurrent.futures, not {shown(on)}"
    )


def is_client(on: Any) -> bool:
    return type(on).__module__.partition(".")[0] == "distributed" and hasattr(on, "get_executor")


def is_own(on: Any) -> bool:
    """Return whether the sweep chooses its workers on this machine itself."""
    return on is None or isinstance(on, int)


@contextlib.contextmanager
def opened(on: Any, model: Model, seconds: float, each: float) -> Iterator[Pool]:
    """Open the pool of workers for tasks that take so many seconds together and each; at the end, what this opened is
    closed."""
    if is_own(on):
        with _own(on or cores(), model, seconds, each) as pool:
            yield pool
    elif isinstance(on, Executor):
        count = getattr(on, "_max_workers", None) or cores()
        yield Pool(on, lambda: count, isolated=isinstance(on, Processes))
    else:
        with _client(on) as client:
            yield _dask(client)


def cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


@contextlib.contextmanager
def _own(count: int, model: Model, seconds: float, each: float) -> Iterator[Pool]:
    """Open workers of this machine: processes if there is enough work for them, else threads if they run compiled code
    most of the time, else none."""
    if count > 1 and seconds > WORTH * count and in_processes(model):
        executor = Processes(count)
        try:
            yield Pool(executor, lambda: count)
        finally:
            executor.shutdown(cancel_futures=True)
    elif count == 1 or each < HEAVY:
        yield Pool(Here(), lambda: 1, sends=lambda question: question)
    else:
        stopping = threading.Event()
        with ThreadPoolExecutor(count, thread_name_prefix="linkwork-sweep") as threads:
            try:
                yield Pool(threads, lambda: count, sends=lambda question: question, stopping=stopping)
            finally:
                stopping.set()


def in_processes(model: Model) -> bool:
    """Return whether other processes can answer for a model without compiling its kernels themselves."""
    blocks = [part for part in model.numbers.parts.values() if isinstance(part, Block)]
    if any(not isinstance(block.function, str) or block.function.startswith("__main__:") for block in blocks):
        return False
    return questions.mode() == "never" or kernel_cache.directory() is not None


@contextlib.contextmanager
def _client(on: Any) -> Iterator[Client]:
    if not isinstance(on, str):
        yield on
        return
    distributed = optional("distributed", "cluster")
    try:
        client = distributed.Client(on)
    except (OSError, TimeoutError) as error:
        raise AnalysisError(
            f"on: there is no dask scheduler at {on} ({error}); start one with: dask scheduler"
        ) from None
    with client:
        yield client


def _dask(client: Client) -> Pool:
    def workers() -> int:
        return max(1, sum(client.ncores().values()))

    def prepare(function: Callable[..., Any], args: tuple) -> None:
        """Let one worker of every host compile what is missing there, before all of them do."""
        by_host = {info["host"]: address for address, info in client.scheduler_info(n_workers=-1)["workers"].items()}
        futures = [client.submit(function, *args, pure=False, workers=[address], allow_other_workers=True)
                   for address in by_host.values()]  # fmt: skip
        for future in futures:
            future.exception()  # an answer, or a reason that the batches will have again
            future.release()

    return Pool(client.get_executor(pure=False), workers, isolated=False, prepare=prepare)
