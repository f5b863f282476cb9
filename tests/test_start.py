"""Starting: nothing heavy is imported before it is needed, and a warm start costs little beside its libraries."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.numerics.jit import JIT_DISABLED

FOUR_BAR = Path(__file__).parent.parent / "examples" / "four_bar.yaml"
ANSWER = f"""
import linkwork as lw
model = lw.compile(lw.Mechanism.load({str(FOUR_BAR)!r}))
print(lw.reactions(model, lw.assemble(model))["D"].force)
"""


def run(program, variables=None):
    variables = {**os.environ, "OMP_NUM_THREADS": "1", **(variables or {})}
    return subprocess.run(
        [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=True, timeout=600
    ).stdout


def test_import_alone_loads_none_of_the_libraries():
    heavy = "numba scipy xarray matplotlib pydantic yaml typer pinocchio".split()
    loaded = run(f"import sys, linkwork; print([name for name in {heavy!r} if name in sys.modules])")
    assert loaded.strip() == "[]"


def test_a_first_answer_needs_no_plotting_or_result_libraries():
    heavy = "xarray matplotlib pandas typer pinocchio scipy.optimize".split()
    loaded = run(f"{ANSWER}\nimport sys; print([name for name in {heavy!r} if name in sys.modules])")
    assert loaded.strip().splitlines()[-1] == "[]"


def processor_seconds(program, variables):
    """The same as wall time on a quiet machine, and fair beside other test workers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(program, variables)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.skipif(JIT_DISABLED, reason="measures the compiled start")
def test_a_warm_start_takes_less_than_four_imports_of_its_libraries(tmp_path):
    """About twice on a quiet machine, 1.5 s; both are timed in turns, so that a slow machine is slow for both."""
    libraries = "import numba, scipy.linalg, pydantic, yaml"
    variables = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    for program in (ANSWER, libraries):  # fills the caches of kernels and of modules
        run(program, variables)
    times = [[processor_seconds(program, variables) for program in (ANSWER, libraries)] for _ in range(3)]
    answer, imports = (min(column) for column in zip(*times, strict=True))
    assert answer < 4 * imports
