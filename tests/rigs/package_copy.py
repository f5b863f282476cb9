"""A copy of the package in a temporary folder, to which a test adds files and rows, and programs that run with it.

Kernels run as plain Python there: every entry that calls what is added would be compiled again.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import linkwork

ROOT, PACKAGE = Path(__file__).parents[2], Path(linkwork.__file__).parent


def copied(folder):
    """Copy the package into a folder; return the copy."""
    return Path(
        shutil.copytree(
            PACKAGE, folder / "linkwork", ignore=shutil.ignore_patterns("__pycache__", "web", "node_modules")
        )
    )


def replaced(file, *pairs):
    """Write a file with every first text replaced by the second."""
    text = file.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, (file, old)
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def answers(folder, program):
    """Run a module of the tests with the package in a folder; it prints JSON as its last line."""
    paths = os.pathsep.join((str(folder), str(ROOT)))
    variables = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1", "LINKWORK_QUIET": "1"}
    command = [sys.executable, "-m", program]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
