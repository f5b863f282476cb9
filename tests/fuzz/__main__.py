"""Fuzzing for as long as asked: python -m tests.fuzz [files] [mechanisms] [events] [inputs] --seconds 60 --seed 1

Every example has a seed of its own; a failure is printed with the command that draws it again, and the counts come at
the end.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType

KINDS = ("files", "mechanisms", "events", "inputs")  # modules of this folder
COMPILING = 50  # first examples of a kind, which may wait for kernels that are compiled
HANGS = 60  # s of processor time of one example: reported as a failure


class Hang(BaseException):
    """An example takes longer than HANGS."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise Hang(f"longer than {HANGS} s of processor time")


def run_one(kind: str, seed: int, seen: dict[str, int], seconds: float) -> BaseException | None:
    """The failure of one example, or None; after so many seconds of processor time it hangs, 0: never."""
    check = importlib.import_module(f"tests.fuzz.{kind}").check
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        check(Random(f"{kind}:{seed}"), seen)
        return None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="kind", help=f"of {', '.join(KINDS)}; all of them unless given")
    parser.add_argument("--seconds", type=float, default=60.0, help="wall time of each kind (60)")
    parser.add_argument("--count", type=int, default=0, help="examples of each kind, instead of a time")
    parser.add_argument("--seed", type=int, default=0, help="of the first example (0); the next ones count up")
    parser.add_argument("--failures", type=int, default=20, help="after which a kind ends (20)")
    given = parser.parse_args()
    unknown = [kind for kind in given.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"there is no kind {unknown[0]!r}; kinds are {', '.join(KINDS)}")
    signal.signal(signal.SIGPROF, _ring)
    os.environ.setdefault("LINKWORK_COMPILE", "now")  # interpreted examples would seem to hang
    failed = False
    for kind in given.kinds or KINDS:
        seen: Counter[str] = Counter()
        failures, seed, begin = [], given.seed, time.monotonic()
        try:
            while len(failures) < given.failures and (
                seed - given.seed < given.count if given.count else time.monotonic() - begin < given.seconds
            ):
                error = run_one(kind, seed, seen, HANGS if seed - given.seed >= COMPILING else 0)
                if error is not None:
                    failures.append(seed)
                    print(f"{kind} {seed}: {type(error).__name__}: {error}"[:1500])
                    frame = traceback.extract_tb(error.__traceback__)[-1]
                    print(f"    in {Path(frame.filename).name}:{frame.lineno} {frame.name}")
                    print(f"    again: python -m tests.fuzz {kind} --seed {seed} --count 1", flush=True)
                seed += 1
        except KeyboardInterrupt:
            print("interrupted")
        took = time.monotonic() - begin
        outcomes = ", ".join(f"{count} {name}" for name, count in sorted(seen.items()))
        print(
            f"{kind}: {seed - given.seed} examples from seed {given.seed}, {len(failures)} failures, {took:.0f} s"
            f" ({(seed - given.seed) / max(took, 1e-9):.1f}/s); {outcomes}",
            flush=True,
        )
        failed = failed or bool(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
