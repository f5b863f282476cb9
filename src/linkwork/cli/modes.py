"""`linkwork modes file.yaml`: how a mechanism vibrates about a state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import Answer, answering
from linkwork.cli.values import assignments


def modes(
    file: options.MechanismFile,
    case: options.CaseOption = None,
    set_: options.SetOption = None,
    parameter: options.ParameterOption = None,
    input_: options.InputOption = None,
    rest: Annotated[bool, typer.Option("--rest", help="Look for the position of rest first.")] = False,
    state: Annotated[
        list[str] | None,
        typer.Option("--state", metavar="SIGNAL", help="An independent coordinate; joint coordinates are chosen unless given."),
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", "-n", min=1, metavar="N", help="Only the lowest N modes; large models are quicker then.")
    ] = None,
    show: Annotated[int | None, typer.Option("--show", metavar="K", help="Open the page on which mode K moves.")] = None,
    page: Annotated[
        Path | None, typer.Option("--page", "--html", metavar="FILE", help="Write the page of mode K, or of the first dozen modes.")
    ] = None,
    coordinates: options.CoordinatesOption = options.Coordinates.joint,
    degrees: options.DegreesOption = False,
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
    allow_code: options.AllowCodeOption = False,
    debug: options.DebugOption = False,
) -> None:  # fmt: skip
    """Frequencies, damping ratios and what moves, about where the mechanism starts or, with --rest, where it rests.

    The exit code is 0 if the modes were found, 1 if there is no position of rest, 2 if the file or the command is wrong.

    Examples:

      linkwork modes four_bar.yaml --rest

      linkwork modes four_bar.yaml --rest --show 0

      linkwork modes arm.yaml --set J1.angle=30deg --state J1.angle --state J2.angle --json
    """
    with answering(as_json=as_json, quiet=quiet, debug=debug) as answer:
        given = assignments(input_ or [])
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(
            file, case=case, set_=set_, parameter=parameter, coordinates=coordinates.value, degrees=degrees,
            allow_code=allow_code, inputs=given,
        )  # fmt: skip
        values = task.at_rest()
        place: Any = lw.equilibrium(task.model, task.state, inputs=values) if rest else task.state
        lin = None
        if count is not None and not state:
            found = lw.modes(task.model, place, count, values=values)
        else:
            lin = lw.linearize(task.model, place, states=state or None, values=values)
            found = lin.modes(count)
        _tell(answer, lin, found, rest)
        if show is not None or page is not None:
            shown = found.show(show, path=page, open_browser=show is not None)
            answer.say(f"wrote {shown.path}")
            answer.data["page"] = str(shown.path)
        answer.data["file"] = str(file)


def _tell(answer: Answer, lin: Any, found: Any, rest: bool) -> None:
    answer.say(str(found))
    if not (found.resting or rest):
        answer.say(
            "\nit starts away from rest; --rest looks for the position of rest first, linkwork campbell for steady motions"
        )
    if lin is not None:
        words = ("states", "coordinates", "mass", "damping", "stiffness", "singular")
        answer.data |= {word: getattr(lin, word) for word in words}
    answer.data |= {
        "resting": found.resting, "zeros": found.zeros,
        "modes": [
            {
                "kind": mode.kind, "frequency": mode.frequency, "undamped": mode.undamped, "damping": mode.damping,
                "eigenvalue": _parts(mode.eigenvalue), "moves": {name: _parts(x) for name, x in mode.moves.items()},
            }
            for mode in found
        ],
    }  # fmt: skip


def _parts(x: complex) -> list[float]:
    return [x.real, x.imag]
