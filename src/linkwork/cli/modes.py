"""`linkwork modes file.yaml`: vibration modes of a mechanism about a state."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import Answer, answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import assignments

if TYPE_CHECKING:
    from linkwork.analyses.linear.linear_system import LinearSystem
    from linkwork.analyses.linear.modes_result import Modes


@dataclass(frozen=True)
class Vibration:
    rest: Annotated[bool, typer.Option("--rest", help="Solve for the equilibrium first.")] = False
    state: Annotated[
        list[str] | None,
        typer.Option(
            "--state", metavar="SIGNAL", help="An independent coordinate; joint coordinates are chosen unless given."
        ),
    ] = None
    count: Annotated[
        int | None,
        typer.Option(
            "--count", "-n", min=1, metavar="N", help="Only the lowest N modes; large models are quicker then."
        ),
    ] = None
    show: Annotated[int | None, typer.Option("--show", metavar="K", help="Open the page on which mode K moves.")] = None
    page: Annotated[
        Path | None,
        typer.Option("--page", "--html", metavar="FILE", help="Write the page of mode K, or of the first dozen modes."),
    ] = None


@grouped
def modes(asked: options.QuestionAtRest, wanted: Vibration, how: options.Answering) -> None:
    """Print frequencies, damping ratios and shapes about the start or, with --rest, about the equilibrium.

    The exit code is 0 if the modes were computed, 1 if there is no equilibrium, 2 if the file or the command is
    wrong.

    Examples:

      linkwork modes four_bar.yaml --rest

      linkwork modes four_bar.yaml --rest --show 0

      linkwork modes arm.yaml --set shoulder.angle=-90deg --state shoulder.angle --state elbow.angle --json
    """
    with answering(how) as answer:
        given = assignments(asked.input_ or [])
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(asked, inputs=given)
        values = task.at_rest()
        place = lw.equilibrium(task.model, task.state, inputs=values) if wanted.rest else task.state
        lin = None
        if wanted.count is not None and not wanted.state:
            result = lw.modes(task.model, place, wanted.count, values=values)
        else:
            lin = lw.linearize(task.model, place, states=wanted.state or None, values=values)
            result = lin.modes(wanted.count)
        _report(answer, lin, result, wanted.rest)
        if wanted.show is not None or wanted.page is not None:
            shown = result.show(wanted.show, path=wanted.page, open_browser=wanted.show is not None)
            answer.report(f"wrote {shown.path}")
            answer.data["page"] = str(shown.path)
        answer.data["file"] = str(asked.file)


def _report(answer: Answer, lin: LinearSystem | None, result: Modes, rest: bool) -> None:
    answer.report(str(result))
    if not (result.resting or rest):
        answer.report(
            "\nthe start is not an equilibrium; --rest solves for the equilibrium first, "
            "linkwork campbell for steady motions"
        )
    if lin is not None:
        answer.data |= {
            "states": lin.states, "coordinates": lin.coordinates, "mass": lin.mass, "damping": lin.damping,
            "stiffness": lin.stiffness, "singular": lin.singular,
        }  # fmt: skip
    answer.data |= {
        "resting": result.resting, "zeros": result.zeros,
        "modes": [
            {
                "kind": mode.kind, "frequency": mode.frequency, "undamped": mode.undamped, "damping": mode.damping,
                "eigenvalue": _parts(mode.eigenvalue), "moves": {name: _parts(x) for name, x in mode.moves.items()},
            }
            for mode in result
        ],
    }  # fmt: skip


def _parts(x: complex) -> list[float]:
    return [x.real, x.imag]
