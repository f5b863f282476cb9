"""The package with two more laws, in a temporary folder: a kernel file and a row each, and their description classes.

Kernels run as plain Python there unless `compiled` says otherwise: every entry that calls laws would be compiled again.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import linkwork

HERE, PACKAGE = Path(__file__).parent, Path(linkwork.__file__).parent
LAWS = ("hardening", "relaxing")


def with_laws(folder):
    """Copy the package into a folder and add the laws; return the folder."""
    copy = folder / "linkwork"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "node_modules"))
    for name in LAWS:
        shutil.copy(HERE / f"kernel_{name}.py", copy / "kernels" / "forces" / f"{name}.py")
    shutil.copy(HERE / "description.py", copy / "description" / "added.py")
    table = copy / "kernels" / "forces" / "table.py"
    rows = "(bushing.LAW, beam.LAW)"
    text = table.read_text()
    assert rows in text
    more = f"{rows[:-1]}, hardening.LAW, relaxing.LAW)"
    table.write_text(
        text.replace(rows, more).replace("import beam, bushing", "import beam, bushing, hardening, relaxing")
    )
    parts = copy / "description" / "parts" / "__init__.py"
    first = "from linkwork.description.parts.beam import Beam as Beam\n"
    text = parts.read_text()
    assert first in text
    added = "".join(f"from linkwork.description.added import {name} as {name}\n" for name in ("Hardening", "Relaxing"))
    parts.write_text(text.replace(first, added + first))
    return folder


def answers(folder, program, compiled=False):
    """Run a program of this folder with the package of another; it prints JSON as its last line."""
    paths = os.pathsep.join((str(folder), str(HERE)))
    variables = {
        **os.environ,
        "PYTHONPATH": paths,
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "LINKWORK_QUIET": "1",
    }
    if compiled:
        variables["LINKWORK_CACHE_DIR"] = str(folder / "cache")
    done = subprocess.run(
        [sys.executable, str(HERE / program)], env=variables, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
