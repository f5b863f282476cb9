"""The package with one more measure and one more joint, in a temporary folder: a kernel file and a row, a description class and a row.

Kernels run as plain Python there: every entry that reads measures would be compiled again.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import linkwork

HERE, PACKAGE = Path(__file__).parent, Path(linkwork.__file__).parent
ROW = """    joint("slot", ((TX, "x"), (RZ, "angle")), (*ON_LINE[1:], *ON_PLANE, *ALIGNED),
          coordinates={"x": displacement(0), "angle": ANGLE, "triple": named("triple", 1, 0)}),
"""


def replaced(file, *pairs):
    """Write a file with every first text replaced by the second."""
    text = file.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, (file, old)
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def with_slot(folder):
    """Copy the package into a folder and add the measure and the joint; return the folder."""
    copy = folder / "linkwork"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "node_modules"))
    measures = copy / "kernels" / "measures"
    shutil.copy(HERE / "kernel_triple.py", measures / "triple.py")
    replaced(
        measures / "table.py", ("    slide,\n    velocity_local,\n", "    slide,\n    triple,\n    velocity_local,\n"),
        ("        angular_velocity_local,\n    )\n", "        angular_velocity_local,\n        triple,\n    )\n"),
    )  # fmt: skip
    shutil.copy(HERE / "described_slot.py", copy / "description" / "parts" / "slot.py")
    replaced(copy / "kernels" / "joints.py", ('    joint("at_point", None', ROW + '    joint("at_point", None'))
    parts = copy / "description" / "parts" / "__init__.py"
    text = parts.read_text(encoding="utf-8")
    at = text.index("from linkwork.description.parts.beam import")
    parts.write_text(
        text[:at] + "from linkwork.description.parts.slot import Slot as Slot\n" + text[at:], encoding="utf-8"
    )
    return folder


def answers(folder, program):
    """Run a program of this folder with the package of another; it prints JSON as its last line."""
    paths = os.pathsep.join((str(folder), str(HERE), str(HERE.parent / "added_laws")))
    variables = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1", "LINKWORK_QUIET": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / program)], env=variables, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
