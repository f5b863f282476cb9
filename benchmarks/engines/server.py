"""A process that solves one problem with one engine, a setting at a time, as commands on standard input ask.

The parent reads lines of JSON: first the settings, then for every index it writes the solve time and the error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.problems import Problem, problem

clock = time.process_time  # seconds of the processor: other programs on the machine are not counted


@dataclass(frozen=True)
class Setting:
    """One point of an engine's work against precision: a variant (method) and the value of its knob, coarse first."""

    variant: str
    knob: float
    options: dict[str, Any] = field(default_factory=dict, compare=False)


class Unsuitable(Exception):
    """The engine cannot build or finish this problem in a reasonable time, and why."""


# settings of a problem, and a solver: setting -> (seconds of the solve alone, observed positions, facts)
Solver = Callable[[Setting], tuple[float, np.ndarray, dict[str, Any]]]
Prepare = Callable[[Problem], tuple[Sequence[Setting], Solver]]


def serve(prepare: Prepare) -> None:
    """Run `prepare` on the problem named on the command line, then solve what is asked for until the input ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # engines that print do not disturb the protocol
    given = problem(sys.argv[1])
    try:
        settings, solve = prepare(given)
    except Unsuitable as reason:
        print(json.dumps({"unsuitable": str(reason)}), file=out, flush=True)
        return
    print(json.dumps({"settings": [[s.variant, s.knob] for s in settings]}), file=out, flush=True)
    for line in sys.stdin:
        try:
            seconds, positions, facts = solve(settings[int(line)])
            answer = {"seconds": seconds, "error": given.error(positions), **facts}
        except Exception as failure:  # an engine that gives up is a result, not the end of the benchmark
            answer = {"failed": f"{type(failure).__name__}: {failure}".splitlines()[0][:200]}
        print(json.dumps(answer), file=out, flush=True)
