"""`linkwork compile`: fill the cache of compiled kernels."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, answering
from linkwork.cli.groups import grouped


@dataclass(frozen=True)
class Work:
    processes: Annotated[
        int, typer.Option(min=1, max=8, help="Processes that compile; more than two have little to do.")
    ] = min(2, os.cpu_count() or 1)


@grouped
def compile(wanted: Work, how: options.Answering) -> None:
    """Compile now what most programs need, so that nothing is compiled or interpreted later.

    From an empty cache this takes some minutes; what is in the cache is not compiled again. Ctrl-C keeps what is compiled.

    Examples:

      linkwork compile
    """
    from linkwork.numerics import kernel_cache
    from linkwork.studies.common_questions import compile_all

    with answering(how) as answer:
        folder = kernel_cache.directory()
        answer.data["folder"] = None if folder is None else str(folder)
        if folder is None:
            answer.code = FAILED
            answer.report("no folder for compiled kernels can be written; set LINKWORK_CACHE_DIR")
            return
        began, total = time.perf_counter(), 0
        answer.report(f"compiling into {folder}, from an empty cache some minutes …")
        for question, count in compile_all(wanted.processes):
            total += count
            answer.report(f"  {count:4d} kernels, {time.perf_counter() - began:4.0f} s   {question}")
        answer.data["compiled_now"] = total
        answer.report(f"compiled     {total} kernels just now")
