"""Golden numbers of a source tree: python -m tests.golden write FILE, and later python -m tests.golden compare FILE.

They are accelerations and reactions under every formulation, motions by every integrator, gradients, linear models, modes,
equilibria, driven motions and messages of failures. A change of structure leaves every bit as it was (`--bits`, on one
machine); a change of arithmetic leaves 1e-12. What differs is listed by name, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--bits", action="store_true", help="compare bits, on the machine that wrote the file")
    parser.add_argument("--tolerance", type=float, default=1e-12, help="of the largest entry of an array (1e-12)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="of questions, such as 'motion/*/Radau*'")
    parser.add_argument("--reduced", action="store_true", help="only what is committed as tests/golden/golden.json")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="print the N questions that took longest")
    parser.add_argument("--progress", action="store_true", help="print every question when it is answered")
    given = parser.parse_args()

    from tests.golden.failures import failures
    from tests.golden.ledger import Ledger, differences, read, write
    from tests.golden.numbers import SECTIONS
    from tests.golden.reduced import portable, reduced, tolerance

    def wanted(name: str) -> bool:
        return fnmatch.fnmatchcase(name, given.only) and (not given.reduced or reduced(name))

    def allowed(name: str) -> float:
        return 0.0 if given.bits else tolerance(name) if given.reduced else given.tolerance

    ledger = Ledger(wanted, given.progress)
    for section in (*SECTIONS, failures):
        section(ledger)
    total = sum(ledger.seconds.values())
    print(f"{len(ledger.entries)} entries of {len(ledger.seconds)} questions, {total:.0f} s of processor time")
    for name in sorted(ledger.seconds, key=ledger.seconds.__getitem__, reverse=True)[: given.slowest]:
        print(f"{ledger.seconds[name]:7.2f} s  {name}")
    entries = portable(ledger.entries) if given.reduced else ledger.entries
    if given.action == "write":
        write(entries, given.file)
        return 0
    old = {k: v for k, v in read(given.file).items() if fnmatch.fnmatchcase(k.rpartition("/")[0], given.only)}
    lines = differences(entries, old, allowed)
    print("\n".join(lines) if lines else f"all {len(old)} entries agree")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
