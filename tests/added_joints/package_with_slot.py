"""The package with one more measure and one more joint: a kernel file and a row, a description class and a row."""

import shutil
from pathlib import Path

from tests.rigs.package_copy import copied, replaced

HERE = Path(__file__).parent
ROW = """    joint("slot", ((TX, "x"), (RZ, "angle")), (*ON_LINE[1:], *ON_PLANE, *ALIGNED),
          coordinates={"x": displacement(0), "angle": ANGLE, "triple": named("triple", 1, 0)}),
"""


def with_slot(folder):
    """Copy the package into a folder and add the measure and the joint; return the folder."""
    copy = copied(folder)
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
