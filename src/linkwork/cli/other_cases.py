"""Reports of `linkwork run` for cases that are not simulations: driven motions, equilibria, modes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from linkwork.cli.answer import FAILED, Answer
from linkwork.cli.folders import writable


def report_other(answer: Answer, task: Any, base: Path | None) -> None:
    """Print the result and the outputs; write the page of a motion or a position beside `base`, if requested."""
    import linkwork as lw

    result = lw.run(task.given, task.case)
    answer.code = 0 if result.success else FAILED
    answer.report(str(result))
    if result.modes is not None:
        answer.report(f"\n{result.modes}")
    answer.data |= {"success": result.success, "message": result.message, "outputs": result.outputs}
    place = result.kinematics or result.equilibrium
    if base is not None and place is not None:
        path = base.with_name(base.name + ".html")
        writable(base.parent)
        answer.report("")
        if answer.write(path, place.save_html):
            answer.data["files"] = {"page": str(path)}
