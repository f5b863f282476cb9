"""What `linkwork run` tells of cases that are no simulations: driven motions, positions of rest, modes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from linkwork.cli.answer import FAILED, Answer
from linkwork.cli.folders import writable


def tell_other(answer: Answer, task: Any, base: Path | None) -> None:
    """The answer and the outputs; the page of a motion or a position beside `base`, if one is wanted."""
    import linkwork as lw

    result = lw.run(task.given, task.case)
    answer.code = 0 if result.success else FAILED
    answer.say(str(result))
    if result.modes is not None:
        answer.say(f"\n{result.modes}")
    answer.data |= {"success": result.success, "message": result.message, "outputs": result.outputs}
    place = result.kinematics or result.equilibrium
    if base is not None and place is not None:
        path = base.with_name(base.name + ".html")
        writable(base.parent)
        answer.say("")
        if answer.write(path, place.save_html):
            answer.data["files"] = {"page": str(path)}
