"""Run the benchmarks named on the command line (all by default), print tables and write results/latest.json."""

from __future__ import annotations

import importlib
import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path

# Threaded BLAS on small matrices measures the scheduler; set before NumPy is loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

os.environ.setdefault("LINKWORK_COMPILE", "now")  # compiled code is measured; cold_start measures what is not

NAMES = (
    "tree",
    "jacobians",
    "reverse",
    "loops",
    "linear",
    "park",
    "scaling",
    "stiff_chains",
    "sensitivity",
    "tolerance",
    "cold_start",
    "reading",
    "calls",
    "sweep",
    "engines",
)


def main(names: list[str]) -> int:
    from benchmarks.timing import table
    from linkwork.analyses.writing import write_text

    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; choose from {', '.join(NAMES)}")
        return 2
    results, missed = {}, 0
    for name in names or NAMES:
        module = importlib.import_module(f"benchmarks.bench_{name}")
        rows = module.rows()
        print(table(module.TITLE, rows), end="\n\n", flush=True)
        results[name] = [{**asdict(row), "value": float(row.value), "met": row.met} for row in rows]
        missed += sum(row.met is False for row in rows)
    path = Path(__file__).parent / "results" / "latest.json"
    path.parent.mkdir(exist_ok=True)
    machine = {
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    write_text(path, json.dumps({"machine": machine, "results": results}, indent=2) + "\n")
    print(f"written to {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}")
    if missed:
        print(f"{missed} targets missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
