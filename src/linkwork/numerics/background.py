"""Kernels that another process compiles into the cache while this one goes on.

    want(kernel, signature, "simulate")    # from now on, or later, some process compiles it

What is wanted is a file in the folder `wanted` of the cache, so that any process can ask. One process for a cache compiles
what is wanted: it holds a lock, which the operating system releases however it ends. Entries of the cache are written whole
or not at all, so it can be ended at any time. It ends when nothing is wanted any more, when its package or its cache is gone,
and when the process that started it dies or is interrupted; if that one ends as it should, it finishes its work.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from linkwork.numerics import compile_progress, kernel_cache
from linkwork.numerics.fingerprint import PACKAGE, fingerprint
from linkwork.numerics.machine_code import entry_files

LOCK, WANTED = "compiling.lock", "wanted"
GO_ON = b"."  # tells the other process that this one has ended as it should
UNWRITTEN = 3  # exit code of the other process: compiled kernels cannot be stored
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from linkwork.cli.background import main; sys.exit(main())"

_asked_for: set[tuple[int, Any]] = set()  # by this process: id of a kernel, signature
_started: list[subprocess.Popen] = []  # the process that this one has started last
_printed: set[str] = set()  # messages that this process has printed


def want(kernel: Any, signature: Any, question: str) -> bool:
    """Ask for a kernel to be compiled, and return whether a process is at work that will do it."""
    folder = kernel_cache.directory()
    if folder is None:
        tell("no folder for compiled kernels can be written, so that nothing compiled is kept; set LINKWORK_CACHE_DIR")
        return False
    if _failed():
        return False
    try:
        if (id(kernel), signature) not in _asked_for:
            _write(folder / WANTED, kernel, signature)
            _asked_for.add((id(kernel), signature))
        return _working(folder) or _start(folder, question)
    except OSError as error:
        tell(f"the folder of compiled kernels, {folder}, cannot be written: {error.strerror or error}; kernels are interpreted "
             "or compiled as long as this process runs")  # fmt: skip
        return False


def stop() -> None:
    """End the process that this one has started, if it is still at work; what it has compiled so far is kept."""
    while _started:
        process = _started.pop()
        if process.poll() is None:
            process.terminate()
            process.wait()
        if process.stdin is not None:
            process.stdin.close()
        _asked_for.clear()


def tell(message: str) -> None:
    """Print a message on stderr, once in a process."""
    if message not in _printed and not compile_progress.quiet():
        compile_progress.write(f"linkwork: {message}\n")
    _printed.add(message)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Hold the lock of a cache, and tell whether it could be taken; the operating system releases it with the process."""
    with (folder / LOCK).open("a+b") as file:
        try:
            _lock(file.fileno())
        except OSError:
            yield False
            return
        yield True


def at_work(folder: Path) -> bool:
    """Return whether a process compiles into this cache."""
    if not (folder / LOCK).exists():
        return False
    with locked(folder) as ours:
        return not ours


def wanted(folder: Path) -> list[Path]:
    """Return what is wanted, in the order in which it was asked for."""
    times = {}
    for path in (folder / WANTED).glob("*.pickle"):
        with contextlib.suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: times[path])


def read(path: Path) -> tuple[str, str, Any]:
    """Return the name and the fingerprint of a wanted kernel, and the signature."""
    return pickle.loads(path.read_bytes())


def name_of(kernel: Any) -> str:
    """Return the module and the name of a kernel."""
    function = kernel.py_func
    file = Path(function.__code__.co_filename)
    inside = file.is_relative_to(PACKAGE)
    place = ".".join(file.relative_to(PACKAGE).with_suffix("").parts) if inside else str(file)
    return f"{place}.{function.__qualname__}"


def _write(folder: Path, kernel: Any, signature: Any) -> None:
    content = pickle.dumps((name_of(kernel), fingerprint(kernel.py_func), signature))
    path = folder / f"{hashlib.sha256(content).hexdigest()[:32]}.pickle"
    if path.exists():
        return
    folder.mkdir(exist_ok=True)
    entry_files.write_whole(path, content)


def _failed() -> bool:
    """Return whether the process that this one has started could not store what it compiled."""
    if not _started or _started[-1].poll() != UNWRITTEN:
        return False
    tell(f"compiled kernels cannot be stored in {kernel_cache.directory()}; is the disk full?")
    return True


def _working(folder: Path) -> bool:
    return (bool(_started) and _started[-1].poll() is None) or at_work(folder)


def _start(folder: Path, question: str) -> bool:
    """Start a process that compiles what is wanted; return whether it could be started."""
    if not sys.executable or multiprocessing_child():
        return False
    environment = {**os.environ, "LINKWORK_COMPILE": "now", "LINKWORK_QUIET": "1", "OMP_NUM_THREADS": "1"}
    options: dict[str, Any] = {"start_new_session": True}
    if os.name == "nt":
        flags = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")
        options = {"creationflags": sum(getattr(subprocess, flag) for flag in flags)}
    command = [sys.executable, "-P", "-c", PROGRAM, str(PACKAGE.parent), str(folder)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=environment, **options
    )  # fmt: skip
    if not _started:
        atexit.register(_leave, os.getpid())
    _started[:] = [process]
    tell(
        f"compiling the kernels of {question} and what follows in the background, on the first run only; "
        "answers are interpreted meanwhile"
    )
    return True


def multiprocessing_child() -> bool:
    """Return whether this is a worker of a pool, which ends without reporting what it started."""
    module = sys.modules.get("multiprocessing")
    return module is not None and module.parent_process() is not None


def _leave(owner: int) -> None:
    """At exit: let the other process finish its work, unless the user has interrupted this one."""
    if os.getpid() != owner:
        return
    interrupted = isinstance(getattr(sys, "last_value", None), KeyboardInterrupt)
    for process in _started:
        if process.poll() is None and process.stdin is not None:
            with contextlib.suppress(OSError):
                if not interrupted:
                    process.stdin.write(GO_ON)
                process.stdin.close()
            process.returncode = 0  # it is left on purpose


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
