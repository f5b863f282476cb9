"""The process that compiles what `numerics.background` wants; it runs with low priority and says nothing."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

NICE = 10
LONGEST = 3600.0  # s
WAIT = 2.0  # s without anything wanted, after which it ends


def main() -> int:
    """Compile what is wanted in the cache folder of the command line; return the exit code."""
    from linkwork.numerics import background

    folder = Path(sys.argv[2])
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with background.locked(folder) as ours:
        return _compile_wanted(folder) if ours else 0


def _end_with_parent() -> None:
    """End this process when the one that started it has ended without letting it go on."""
    from linkwork.numerics.background import GO_ON

    if os.read(0, 1) != GO_ON:  # not sys.stdin, which cannot be closed at exit while a thread reads it
        os._exit(0)  # whatever is being written is not yet in its place


def _compile_wanted(folder: Path) -> int:
    from linkwork.numerics import background, kernel_cache
    from linkwork.numerics.fingerprint import PACKAGE

    if kernel_cache.directory() != folder:  # of other versions of the tools
        return 0
    kernel_cache.remove_unfinished()
    kernels: dict[str, list[Any]] = {}
    began = last = time.monotonic()
    while time.monotonic() - last < WAIT and time.monotonic() - began < LONGEST:
        if not (PACKAGE / "cli" / "background.py").is_file() or not folder.is_dir():
            return 0
        paths = background.wanted(folder)
        if not paths:
            time.sleep(0.1)
            continue
        if not _compiled(paths[0], kernels):
            return background.UNWRITTEN
        paths[0].unlink(missing_ok=True)
        last = time.monotonic()
    return 0


def _compiled(path: Path, kernels: dict[str, list[Any]]) -> bool:
    """Compile a wanted kernel, and return whether the cache holds it then; what cannot be found or compiled is skipped."""
    from linkwork.numerics import background, kernel_cache
    from linkwork.numerics.fingerprint import fingerprint

    try:
        name, stamp, signature = background.read(path)
        if not kernels:
            kernels |= _all_kernels()
        kernel = next(one for one in kernels[name] if fingerprint(one.py_func) == stamp)
        if not kernel_cache.holds(kernel, signature):
            kernel.compile(signature)
    except Exception:  # another version's, of a user's own function, or what Numba raises: its user meets it too
        return True
    return kernel_cache.holds(kernel, signature)


def _all_kernels() -> dict[str, list[Any]]:
    """Return the kernels of the package by name."""
    from linkwork.dynamics.formulations.registry import make_rates
    from linkwork.numerics import background, kernel_cache

    make_rates()
    named: dict[str, list[Any]] = {}
    for kernel in kernel_cache.kernels():
        named.setdefault(background.name_of(kernel), []).append(kernel)
    return named
