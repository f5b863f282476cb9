"""The package with two more laws: a kernel file and a row each, and their description classes."""

import shutil
from pathlib import Path

from tests.rigs.package_copy import copied, replaced

HERE = Path(__file__).parent
LAWS = ("hardening", "relaxing")


def with_laws(folder):
    """Copy the package into a folder and add the laws; return the folder."""
    copy = copied(folder)
    for name in LAWS:
        shutil.copy(HERE / f"kernel_{name}.py", copy / "kernels" / "forces" / f"{name}.py")
    shutil.copy(HERE / "description.py", copy / "description" / "parts" / "added.py")
    rows, names = "(bushing.LAW, beam.LAW)", "import beam, bushing"
    replaced(
        copy / "kernels" / "forces" / "table.py",
        (rows, f"{rows[:-1]}, hardening.LAW, relaxing.LAW)"),
        (names, f"{names}, hardening, relaxing"),
    )
    first = "from linkwork.description.parts.beam import Beam as Beam\n"
    added = "".join(
        f"from linkwork.description.parts.added import {name} as {name}\n" for name in ("Hardening", "Relaxing")
    )
    replaced(copy / "description" / "parts" / "__init__.py", (first, added + first))
    return folder
