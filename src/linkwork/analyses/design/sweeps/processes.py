"""Processes of this machine as an executor: a process that dies loses one task, and another takes its place.

A worker is a fresh interpreter that imports linkwork and not the program that asks, so that programs need no
`if __name__ == "__main__"`. Tasks and answers are pickles, each after its length, through pipes.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import IO, Any, TypeVar

T = TypeVar("T")
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from linkwork.analyses.design.sweeps.processes import main; main()"
)
LENGTH = struct.Struct("<Q")


class WorkerDied(RuntimeError):
    """A process ended while it worked on a task."""


class Worker:
    """One process, which answers one task at a time."""

    def __init__(self) -> None:
        alone = {"LINKWORK_THREADS": "1"}  # of the threads that differentiate steps: every core has a worker
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, json.dumps(sys.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=alone | os.environ,
        )  # fmt: skip

    def ask(self, task: bytes) -> Any:
        """Return what a task returns, or raise what it raises."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            _send(self.process.stdin, task)
            answer = _receive(self.process.stdout)
        except (OSError, ValueError):
            answer = None
        if answer is None:
            code = self.process.wait()
            raise WorkerDied(f"its process ended with {_ended(code)}")
        raised, value = pickle.loads(answer)
        if raised:
            raise value
        return value

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()


class Processes(Executor):
    """As many processes as are asked for; each starts with its first task.

    >>> with Processes(2) as pool:
    ...     pool.submit(sum, [1, 2]).result()
    """

    def __init__(self, count: int):
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="linkwork-sweep")
        self._idle: queue.SimpleQueue[Worker | None] = queue.SimpleQueue()
        self._workers: set[Worker] = set()
        self._closed = False
        for _ in range(count):
            self._idle.put(None)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._threads.submit(self._ask, pickle.dumps((fn, args, kwargs)))

    @property
    def numbers(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.process.pid for worker in list(self._workers)]

    def _ask(self, task: bytes) -> Any:
        worker = self._idle.get()
        try:
            if worker is None:
                worker = Worker()
                self._workers.add(worker)
            if self._closed:
                raise WorkerDied("it was ended")
            return worker.ask(task)
        except WorkerDied:
            if worker is not None:
                self._workers.discard(worker)
                worker.end()
                worker = None
            raise
        finally:
            self._idle.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if wait and not cancel_futures:
            self._threads.shutdown(wait=True)
        self._closed = True
        for worker in list(self._workers):
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in list(self._workers):  # that began meanwhile
            worker.end()
        self._workers.clear()


def main() -> None:
    """Answer tasks until the pipe ends; what a task prints goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides what Ctrl-C ends
    tasks = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while (task := _receive(tasks)) is not None:
        answer = _answered(task)
        try:
            _send(answers, answer)
        except OSError:  # nobody reads it
            return


def _answered(task: bytes) -> bytes:
    try:
        function, args, kwargs = pickle.loads(task)
        return pickle.dumps((False, function(*args, **kwargs)))
    except Exception as error:
        try:
            return pickle.dumps((True, error))
        except Exception:
            return pickle.dumps((True, RuntimeError(f"{type(error).__name__}: {error}")))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(LENGTH.pack(len(data)) + data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """Return what was sent, or None at the end of the pipe."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    data = pipe.read(size)
    return data if len(data) == size else None


def _ended(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
